// The grid editor: a sticky brush paints colours, then icons, by tap or drag.
import { fill } from "../lib/app.js";
import { draw } from "../lib/board.js";
import { askConflict } from "../lib/conflict.js";
import { DoubtWalk } from "./doubts.js";
import { Laid } from "../pyramido/laid.js";
import { Layout, id } from "../lib/layout.js";
import { photoJob } from "../photo/job.js";
import { Sync } from "../lib/sync.js";

const byId = (name) => document.getElementById(name);
const root = byId("editor"), board = byId("board");
const entry = JSON.parse(root.dataset.entry), texts = JSON.parse(root.dataset.texts);
Object.assign(texts, JSON.parse(root.dataset.laid ?? "{}"));
const letters = Object.fromEntries(entry.palette.map(({ color, letter }) => [letter, color]));
const below = entry.below && Layout.parse(entry.below);

let state = entry.state;
let layout = Layout.parse(state.layout);
let brush = entry.palette[0].letter;
let iconMode = false;
let picture = entry.picture;
let gesture = null;
let focused = null;
const laid = entry.laid && new Laid(entry.laid, texts, root.dataset.gems);
laid?.load(state.laid);

const walk = entry.picture && new DoubtWalk(byId("walk"), entry.picture, {
  onRight: () => look(() => {}, ""),
  onSkip: () => { state.doubts.push(state.doubts.shift()); sync.push(snapshot()); render(); },
  onQuadrant: (bit) => {
    const place = doubted(), cell = layout.cell(place);
    if (!letters[cell.c]) return;
    set(place, { c: cell.c, m: (cell.m ?? 0) ^ bit });
    render();
    commit(texts.icon);
  },
});

const sync = new Sync(entry, { onStatus, onConflict, onSaved, onRemote, onMerged });

// ---- what may be edited, what is asked

const editable = (place) => place.stage === entry.stage || !below || below.cell(place).c === "?";

/** The blocks this entry asks for: the new stage, and what is seen and not known below it. */
function asked() {
  const visible = layout.visible();
  return [...layout.places()].filter((place) =>
    place.stage === entry.stage || (editable(place) && visible.has(id(place))));
}
const missing = () => asked().filter((place) => layout.cell(place).c === "?");
const doubts = () => new Set(state.doubts.map((place) => place.join(",")));

// ---- changing the layout

function paint(x, y) {
  const place = target(x, y);
  if (!place || gesture.done.has(key(place))) return;
  gesture.done.add(key(place));
  const cell = layout.cell(place);
  if (gesture.icons) {
    if (cell.c === "?" || cell.c === "-") { gesture.said = texts.first; return; }
    gesture.set ??= !((cell.m ?? 0) & place.bit);
    replace(place, { c: cell.c, m: laid?.carded(place) ? place.bit : gesture.set ? (cell.m ?? 0) | place.bit : (cell.m ?? 0) & ~place.bit });
  } else {
    if (cell.c === brush && doubts().has(id(place))) { confirm(place); return; }
    gesture.set ??= cell.c !== brush;
    const c = gesture.set ? brush : "?";
    replace(place, { c, m: c === "?" || c === "-" ? 0 : cell.m ?? 0 });
  }
}

/** The place a touch at a quadrant means. A gap of the new stage shows, and is, what is below it
 * only while that is asked for. */
function target(x, y) {
  const own = layout.at(entry.stage, x, y);
  const seen = layout.seen(x, y);
  if (gesture.icons) return seen && editable(seen) ? seen : null;
  if (brush === "-" && own) return own;
  if (seen && editable(seen)) return seen;
  return own;
}
const key = (place) => (gesture.icons ? `${id(place)},${place.bit}` : id(place));

function set(place, cell) { layout.stages[place.stage - 1][place.row][place.column] = cell; }

function replace(place, cell) {
  set(place, cell);
  confirm(place);
}

/** The block in doubt that is looked at now; undefined if there is none. */
function doubted() {
  const [stage, row, column] = state.doubts[0] ?? [];
  return stage && { stage, row, column };
}

/** The person looked at the doubtful block: change it if need be, and go on to the next. */
function look(change, title) {
  const place = doubted();
  change(place);
  confirm(place);
  if (layout.format() === state.layout) sync.push(snapshot()); else commit(title);
  say();
}

/** The person has looked at this block: it is no longer in doubt. */
function confirm(place) {
  state.doubts = state.doubts.filter((doubt) => doubt.join(",") !== id(place));
  if (gesture) gesture.confirmed = true;
  render();
}

/** Make what is on the board a step of the history, and save it. */
function commit(title) {
  const notation = layout.format();
  laid?.tidy(layout);
  if (notation === state.layout && sameLaid()) {
    if (gesture?.confirmed) sync.push(snapshot());
    return;
  }
  if (!state.history.length) state.history = [step("")];
  state.layout = notation;
  if (laid) state.laid = laid.state();
  state.history = [...state.history.slice(0, state.cursor + 1), step(title)].slice(-200);
  state.cursor = state.history.length - 1;
  sync.push(snapshot());
  render();
}

const sameLaid = () => !laid || JSON.stringify(laid.state()) === JSON.stringify(state.laid);
const step = (title) => [title, state.layout, ...(laid ? [state.laid] : [])];

function snapshot() { return { ...state, doubts: [...state.doubts], history: [...state.history] }; }

function go(by) {
  const cursor = state.cursor + by;
  if (!state.history[cursor]) return;
  const title = state.history[by < 0 ? state.cursor : cursor][0];
  const [, notation, lay] = state.history[cursor];
  show({ ...state, cursor, layout: notation, ...(laid && { laid: lay }) });
  sync.push(snapshot());
  say(fill(by < 0 ? texts.undone : texts.redone, { title }));
}

/** Take over a whole state. */
function show(other) {
  state = other;
  layout = Layout.parse(state.layout);
  laid?.load(state.laid);
  render();
}

/** The place that a tap in the mode of gems or cards means; gaps of the new stage are refused. */
function touched(x, y) {
  const at = [Math.floor(x), Math.floor(y)];
  return layout.at(entry.stage, ...at) ?? layout.seen(...at);
}

/** Lay a gem or a card, or take it off. */
function lay(place) {
  if (!place) return;
  const { title, said } = laid.tap(place, layout);
  if (title) commit(title);
  say(said);
}

// ---- pointers: a line of quadrants from the last point to this one, so that none is skipped

function quadrant(event) {
  const box = board.getBoundingClientRect();
  return [(event.clientX - box.left) / box.width * 2 * layout.columns, (event.clientY - box.top) / box.height * 2 * layout.rows];
}

function stroke(x, y) {
  const [fromX, fromY] = gesture.last ?? [x, y];
  const steps = Math.max(1, Math.ceil(4 * Math.hypot(x - fromX, y - fromY)));
  for (let step = 1; step <= steps; step++) {
    const px = Math.floor(fromX + (x - fromX) * step / steps), py = Math.floor(fromY + (y - fromY) * step / steps);
    if (px >= 0 && py >= 0 && px < 2 * layout.columns && py < 2 * layout.rows) paint(px, py);
  }
  gesture.last = [x, y];
}

board.addEventListener("pointerdown", (event) => {
  if (gesture || event.button > 0) return;
  if (laid?.mode) { lay(touched(...quadrant(event))); return; }
  board.setPointerCapture(event.pointerId);
  gesture = { icons: iconMode, done: new Set(), pointer: event.pointerId, missing: missing().length };
  stroke(...quadrant(event));
});
board.addEventListener("pointermove", (event) => {
  if (event.pointerId !== gesture?.pointer) return;
  for (const point of event.getCoalescedEvents?.() ?? []) stroke(...quadrant(point));
  stroke(...quadrant(event));
});
for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) board.addEventListener(end, finish);

function finish(event) {
  if (event.pointerId !== gesture?.pointer) return;
  const done = gesture;
  commit(strokeTitle(done));
  gesture = null;
  if (!done.icons && done.missing && !missing().length) setIconMode(true);
  say(done.said);
}

function strokeTitle({ icons, set, done }) {
  if (icons) return texts.icon;
  return `${set === false ? texts.erase : texts.colors[brush] ?? texts.gap} (${done.size})`;
}

// ---- keyboard: arrows move, letters paint, 1-4 toggle icons

board.addEventListener("keydown", (event) => {
  const here = event.target.dataset?.place?.split(",").map(Number);
  if (!here) return;
  const place = { stage: here[0], row: here[1], column: here[2] };
  const moves = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  const pressed = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) return;
  if (moves[event.key]) {
    const next = { stage: place.stage, row: place.row + moves[event.key][0], column: place.column + moves[event.key][1] };
    focused = id(next);
    if (!focusPlace()) focused = id(place);
  } else if (laid?.mode && (event.key === "Enter" || event.key === " ")) {
    lay(place);
  } else if (editable(place) && (letters[pressed] || pressed === "-" || event.key === "Delete" || event.key === "Backspace")) {
    const c = letters[pressed] || pressed === "-" ? pressed : "?";
    replace(place, { c, m: letters[c] ? layout.cell(place).m ?? 0 : 0 });
    commit(texts.colors[c] ?? (c === "-" ? texts.gap : texts.erase));
  } else if (editable(place) && "1234".includes(event.key) && letters[layout.cell(place).c]) {
    const cell = layout.cell(place);
    replace(place, { c: cell.c, m: (cell.m ?? 0) ^ (1 << (Number(event.key) - 1)) });
    commit(texts.icon);
  } else if (editable(place) && (event.key === "Enter" || event.key === " ") && !iconMode) {
    replace(place, { c: brush, m: brush === "-" ? 0 : layout.cell(place).m ?? 0 });
    commit(texts.colors[brush] ?? texts.gap);
  } else return;
  event.preventDefault();
  say();
});
board.addEventListener("focusin", (event) => { focused = event.target.dataset?.place ?? focused; });
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.matches("input, textarea")) return;
  if (event.key === "z") go(event.shiftKey ? 1 : -1);
  else if (event.key === "y") go(1);
  else return;
  event.preventDefault();
});
function focusPlace() {
  const node = focused && board.querySelector(`[data-place="${focused}"]`);
  node?.focus();
  return node;
}

// ---- buttons

function setIconMode(on) {
  iconMode = on;
  setLaying(null);
  byId("icons").setAttribute("aria-pressed", on);
  for (const button of root.querySelectorAll("[data-brush]"))
    button.setAttribute("aria-pressed", !on && button.dataset.brush === brush);
  say();
}
function setLaying(mode) {
  if (!laid) return;
  laid.mode = mode;
  for (const name of ["marks", "cards"]) byId(name).setAttribute("aria-pressed", mode === name);
}
for (const name of laid ? ["marks", "cards"] : [])
  onPress(byId(name), () => {
    const mode = laid.mode === name ? null : name;
    setIconMode(!mode);
    setLaying(mode);
    if (mode) root.querySelector("[data-brush][aria-pressed=true]").setAttribute("aria-pressed", false);
    say();
  });
/** A tap right after a fast stroke may bring no click: buttons of the palette act when touched. */
function onPress(button, action) {
  button.addEventListener("pointerdown", (event) => event.button <= 0 && action());
  button.addEventListener("click", (event) => event.detail || action());
}
for (const button of root.querySelectorAll("[data-brush]"))
  onPress(button, () => {
    brush = button.dataset.brush;
    if (!walk || !doubted()) { setIconMode(false); return; }
    look((place) => set(place, { c: brush, m: brush === "-" ? 0 : layout.cell(place).m ?? 0 }), texts.colors[brush] ?? texts.gap);
  });
onPress(byId("icons"), () => setIconMode(true));
byId("undo").addEventListener("click", () => go(-1));
byId("redo").addEventListener("click", () => go(1));
byId("turn").addEventListener("click", () => {
  laid?.turn(layout.rows);
  layout = layout.turned();
  state.doubts = [];
  picture = null;
  commit(texts.turn);
});
byId("clear").addEventListener("click", () => {
  for (const place of layout.places()) if (editable(place)) layout.stages[place.stage - 1][place.row][place.column] = { c: "?", m: 0 };
  state.doubts = [];
  commit(texts.clear);
  setIconMode(false);
});
byId("over-photo")?.addEventListener("click", (event) => {
  picture = picture ? null : entry.picture;
  event.target.setAttribute("aria-pressed", Boolean(picture));
  render();
});
byId("use-text").addEventListener("click", () => {
  const text = byId("notation").value.trim();
  try {
    const read = Layout.parse(text);
    if (read.format() !== text || read.top !== entry.stage || !read.isPyramid(letters)) throw new Error();
    if (below && read.columns !== below.columns) throw new Error();
    for (const place of read.places())
      if (!editable(place)) read.stages[place.stage - 1][place.row][place.column] = { ...below.cell(place) };
    layout = read;
    commit(texts.text);
    setIconMode(false);
  } catch { say(texts.bad_text); }
});
byId("next").addEventListener("click", async (event) => {
  event.preventDefault();
  const left = missing();
  if (left.length) {
    for (const place of left) board.querySelector(`[data-place="${id(place)}"]`).classList.add("missing");
    say(fill(texts.missing, { count: left.length }));
    return;
  }
  if (await sync.flush()) location.href = byId("next").href;
});

// ---- photo

for (const input of document.querySelectorAll("input[type=file]")) {
  input.addEventListener("change", async () => {
    const [photo] = input.files;
    if (!photo || !(await sync.flush())) return;
    sync.paused = true;
    const next = await photoJob(root.dataset.photo, { photo, version: sync.version });
    input.value = "";
    if (next) location.href = next; else sync.paused = false;
  });
}

byId("learn")?.addEventListener("click", async () => {
  if (missing().length || state.doubts.length) { say(texts.learn_first); return; }
  if (!(await sync.flush())) return;
  const next = await photoJob(byId("learn").dataset.url, { version: sync.version });
  if (next) location.href = `${next}?back=${encodeURIComponent(location.pathname)}`;
});

// ---- showing

function render() {
  const doubtful = doubts(), visible = layout.visible();
  draw(board, layout, {
    gems: root.dataset.gems, colors: letters, picture,
    label: (place, cell) => fill(texts.cell, { stage: place.stage, row: place.row + 1, column: place.column + 1, what: [describe(cell), ...(laid?.words(place) ?? [])].join(", ") }),
    visible: (place) => visible.get(id(place)) ?? 0,
    doubtful: (place) => doubtful.has(id(place)) && visible.has(id(place)),
    locked: (place) => !editable(place),
  });
  laid?.draw(board, layout, letters);
  const first = board.querySelector(`[data-place="${focused ?? `${entry.stage},0,0`}"]`);
  first?.setAttribute("tabindex", "0");
  if (focused && document.activeElement === document.body) focusPlace();
  const place = doubted();
  walk?.show(place, place && layout.cell(place), layout, place && fill(texts.doubt, { what: describe(layout.cell(place)), count: state.doubts.length }), state.doubts.length);
  for (const node of board.querySelectorAll(".now")) node.classList.remove("now");
  if (walk && place) board.querySelector(`[data-place="${id(place)}"]`)?.classList.add("now");
  byId("undo").disabled = state.cursor <= 0;
  byId("redo").disabled = state.cursor >= state.history.length - 1;
  byId("next").classList.toggle("go", !missing().length);
  if (document.activeElement !== byId("notation")) byId("notation").value = layout.format();
}

function describe({ c, m }) {
  if (c === "-") return texts.gap;
  if (c === "?") return texts.unknown;
  const icons = texts.places.filter((_, quadrant) => (m ?? 0) >> quadrant & 1);
  return [texts.colors[c], ...icons.map((where) => `${texts.icon} ${where}`)].join(", ");
}

function say(text) {
  const all = asked(), left = missing().length, unsure = state.doubts.length;
  const icons = all.reduce((sum, place) => sum + bits(layout.cell(place).m), 0);
  const rim = all.some((place) => place.stage < entry.stage && layout.cell(place).c === "?");
  byId("what").textContent = text ?? (laid?.mode ? laid.status() : undefined)
    ?? (left && rim && all.length - left >= layout.stages.at(-1).flat().length ? texts.rim
      : left ? fill(texts.blocks, { done: all.length - left, all: all.length })
        : unsure ? fill(texts.doubtful, { count: unsure }) : fill(entry.picture ? texts.read : texts.icons, { count: icons }));
}
const bits = (mask) => [1, 2, 4, 8].filter((bit) => (mask ?? 0) & bit).length;

function onStatus(status, message) {
  byId("saved").textContent = status === "error" ? "" : texts[status];
  byId("saved").dataset.status = status;
  if (status === "error" && message) say(message);
}

/** What the rules do not allow, once all blocks are there; of the icons only when they can be all. */
function onSaved({ problems }) {
  const own = layout.stages.at(-1).flat();
  const whole = own.reduce((sum, cell) => sum + bits(cell.m), 0) >= own.filter(({ c }) => c !== "-").length;
  const told = missing().length ? [] : problems.filter(({ ofAllIcons }) => whole || !ofAllIcons);
  byId("problems").replaceChildren(...told.map(({ text }) => {
    const note = document.createElement("p");
    note.className = "note";
    note.textContent = text;
    return note;
  }));
}

/** Another phone changed the gems or the photo meanwhile: keep that beside what is painted here. */
function onMerged({ inventory, photo }) { Object.assign(state, { inventory, photo }); }

/** Another phone painted: show it, unless a finger is on the board here. */
function onRemote(remote) {
  if (gesture || byId("conflict").open) return false;
  if (remote.photo?.picture !== state.photo?.picture) { location.reload(); return false; }
  show(remote);
  say();
  return true;
}

function onConflict(current, mine) {
  askConflict(current, mine, (taken, other) => {
    sync.version = current.version;
    const steps = [other, taken].map((own) => [texts.text, own.layout, ...(laid ? [own.laid] : [])]);
    const history = [...taken.history, ...steps].slice(-200);
    show({ ...taken, history, cursor: history.length - 1 });
    sync.push(snapshot());
    say();
  });
}

const unsent = sync.unsent();
if (unsent) {
  show(unsent);
  sync.push(snapshot());
}
render();
say();
if (!unsent) onStatus("saved");
if (!missing().length) setIconMode(true);
root.dataset.ready = "true";
