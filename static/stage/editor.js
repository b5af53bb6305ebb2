// The page of the grid: a sticky brush paints colours, then icons, by tap or drag.
import { fill } from "../lib/app.js";
import { draw } from "../lib/board.js";
import { askConflict } from "../lib/conflict.js";
import { DoubtWalk } from "./doubts.js";
import { Grid } from "./grid.js";
import { Laid } from "../pyramido/laid.js";
import { bits, id } from "../lib/layout.js";
import { BLOCKS } from "../lib/merge.js";
import { photoJob } from "../photo/job.js";
import { Sync } from "../lib/sync.js";

const byId = (name) => document.getElementById(name);
const root = byId("editor"), board = byId("board");
const entry = JSON.parse(root.dataset.entry), texts = JSON.parse(root.dataset.texts);
Object.assign(texts, JSON.parse(root.dataset.laid ?? "{}"));

const laid = entry.laid && new Laid(entry.laid, texts, root.dataset.gems);
const grid = new Grid(entry, laid), { letters } = grid;
let iconMode = false;
let picture = entry.picture;
let pointer = null;
let focused = null;

const walk = entry.picture && new DoubtWalk(byId("walk"), entry.picture, {
  onRight: () => look(() => {}, ""),
  onSkip: () => { grid.skip(); sync.push(grid.snapshot()); render(); },
  onQuadrant: (bit) => { if (grid.toggle(grid.doubted(), bit)) commit(texts.icon); },
});

const sync = new Sync(entry, { cells: BLOCKS, onStatus, onConflict, onSaved, onRemote, onMerged });

// ---- changing the layout

/** Make what is on the board a step of the history, and save it. */
function commit(title) {
  if (grid.commit(title)) sync.push(grid.snapshot());
  render();
}

function go(by) {
  const title = grid.go(by);
  if (title === null) return;
  sync.push(grid.snapshot());
  render();
  if (!laid?.mode || !entered()) setIconMode(!grid.missing().length); // a whole pyramid has colours: a tap is meant for icons
  say(fill(by < 0 ? texts.undone : texts.redone, { title }));
}

/** The person looked at the doubtful block: change it if need be, and go on to the next. */
function look(change, title) {
  const place = grid.doubted();
  change(place);
  grid.confirm(place);
  grid.commit(title);
  sync.push(grid.snapshot());
  render();
  say();
}

/** Lay a gem or a card where it was tapped, or take it off. */
function lay(place) {
  if (!place) return;
  const { title, said } = laid.tap(place, grid.layout);
  if (title) commit(title);
  say(said);
}

const brushed = (c) => texts.colors[c] ?? (c === "-" ? texts.gap : texts.erase);

// ---- pointers

function quadrant(event) {
  const box = board.getBoundingClientRect();
  return [(event.clientX - box.left) / box.width * 2 * grid.layout.columns, (event.clientY - box.top) / box.height * 2 * grid.layout.rows];
}

board.addEventListener("pointerdown", (event) => {
  if (grid.stroke || event.button > 0) return;
  if (laid?.mode) { lay(grid.touched(...quadrant(event).map(Math.floor))); return; }
  board.setPointerCapture(event.pointerId);
  pointer = event.pointerId;
  grid.begin(iconMode);
  stroke([event]);
});
board.addEventListener("pointermove", (event) => {
  if (grid.stroke && event.pointerId === pointer) stroke([...event.getCoalescedEvents?.() ?? [], event]);
});
for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) board.addEventListener(end, finish);

function stroke(events) {
  for (const event of events) grid.drawTo(...quadrant(event));
  render();
}

function finish(event) {
  if (!grid.stroke || event.pointerId !== pointer) return;
  const { icons, set, done } = grid.stroke;
  commit(icons ? texts.icon : `${set === false ? texts.erase : brushed(grid.brush)} (${done.size})`);
  const { blank, lastBlock, lastIcon } = grid.end();
  if (lastBlock) setIconMode(true);
  if (laid && lastIcon && !grid.doubted()) startLaying("marks");
  say(blank ? texts.first : undefined);
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
  } else if (!grid.editable(place) || !change(place, event.key, pressed)) return;
  event.preventDefault();
  say();
});
/** What a key does to a block; whether it does anything. */
function change(place, key, pressed) {
  const c = grid.keyed(pressed) ?? (pressed === "-" ? "-" : ["Delete", "Backspace"].includes(key) ? "?"
    : ["Enter", " "].includes(key) && !iconMode && grid.layout.cell(place).c === "?" ? grid.brush : null);
  if (c) grid.lay(place, c);
  else if ("1234".includes(key) && grid.toggle(place, 1 << (Number(key) - 1))) grid.confirm(place);
  else return false;
  commit(c ? brushed(c) : texts.icon);
  return true;
}
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
    button.setAttribute("aria-pressed", !on && button.dataset.brush === grid.brush);
  say();
}
function setLaying(mode) {
  if (!laid) return;
  laid.mode = mode;
  for (const name of ["marks", "cards"]) byId(name).setAttribute("aria-pressed", mode === name);
  showNext();
}
/** From now on a tap lays a gem ("marks") or a card ("cards"). */
function startLaying(mode) {
  setIconMode(false);
  setLaying(mode);
  root.querySelector("[data-brush][aria-pressed=true]").setAttribute("aria-pressed", false);
  say();
}
const gemsDue = () => laid && laid.mode !== "marks" && !laid.marks.length;
const entered = () => !grid.missing().length && grid.whole();
function showNext() { if (laid) byId("next").textContent = gemsDue() ? texts.to_gems : texts.to_result; }
for (const name of laid ? ["marks", "cards"] : [])
  onPress(byId(name), () => {
    if (laid.mode === name) setIconMode(true);
    else startLaying(name);
  });
/** A tap right after a fast stroke may bring no click: buttons of the palette act when touched. */
function onPress(button, action) {
  button.addEventListener("pointerdown", (event) => event.button <= 0 && action());
  button.addEventListener("click", (event) => event.detail || action());
}
for (const button of root.querySelectorAll("[data-brush]"))
  onPress(button, () => {
    grid.brush = button.dataset.brush;
    if (!walk || !grid.doubted()) { setIconMode(false); return; }
    look((place) => grid.lay(place, grid.brush), brushed(grid.brush));
  });
onPress(byId("icons"), () => setIconMode(true));
byId("undo").addEventListener("click", () => go(-1));
byId("redo").addEventListener("click", () => go(1));
byId("turn").addEventListener("click", () => {
  grid.turn();
  picture = null;
  commit(texts.turn);
});
byId("clear").addEventListener("click", () => {
  grid.clear();
  commit(texts.clear);
  setIconMode(false);
});
byId("over-photo")?.addEventListener("click", (event) => {
  picture = picture ? null : entry.picture;
  event.target.setAttribute("aria-pressed", Boolean(picture));
  render();
});
const plain = byId("plain-photo");
for (const [event, held] of [["pointerdown", true], ["pointerup", false], ["pointercancel", false], ["pointerleave", false]])
  plain?.addEventListener(event, () => { board.classList.toggle("plain", held && Boolean(picture)); });
plain?.addEventListener("contextmenu", (event) => event.preventDefault());
byId("use-text").addEventListener("click", () => {
  if (!grid.use(byId("notation").value.trim())) { say(texts.bad_text); return; }
  commit(texts.text);
  setIconMode(false);
});
byId("next").addEventListener("click", async (event) => {
  event.preventDefault();
  const left = grid.missing();
  if (left.length) {
    for (const place of left) board.querySelector(`[data-place="${id(place)}"]`).classList.add("missing");
    say(fill(texts.missing, { count: left.length }));
    return;
  }
  if (gemsDue()) { startLaying("marks"); return; }
  if (await sync.flush()) location.href = byId("next").href;
});

// ---- photo

for (const input of document.querySelectorAll("input[type=file]")) {
  input.addEventListener("change", async () => {
    const [photo] = input.files;
    if (!photo || !(await sync.flush())) return;
    sync.paused = true;
    const next = await photoJob(input.dataset.url ?? root.dataset.photo, { photo, version: sync.version });
    input.value = "";
    if (next) location.href = next; else sync.paused = false;
  });
}

byId("learn")?.addEventListener("click", async () => {
  if (grid.missing().length || grid.doubted()) { say(texts.learn_first); return; }
  if (!(await sync.flush())) return;
  const next = await photoJob(byId("learn").dataset.url, { version: sync.version });
  if (next) location.href = `${next}?back=${encodeURIComponent(location.pathname)}`;
});

// ---- showing

function render() {
  const { layout } = grid, doubtful = grid.doubts(), visible = layout.visible();
  draw(board, layout, {
    gems: root.dataset.gems, colors: letters, letters: grid.shown, picture,
    label: (place, cell) => fill(texts.cell, { stage: place.stage, row: place.row + 1, column: place.column + 1, what: [describe(cell), ...(laid?.words(place) ?? [])].join(", ") }),
    visible: (place) => visible.get(id(place)) ?? 0,
    doubtful: (place) => doubtful.has(id(place)) && visible.has(id(place)),
    locked: (place) => !grid.editable(place),
  });
  laid?.draw(board, layout, letters);
  const first = board.querySelector(`[data-place="${focused ?? `${entry.stage},0,0`}"]`);
  first?.setAttribute("tabindex", "0");
  if (focused && document.activeElement === document.body) focusPlace();
  showDoubt(grid.doubted());
  for (const said of document.querySelectorAll("[data-by-photo]")) said.hidden = !grid.photoCounts;
  byId("undo").disabled = !grid.history.canUndo;
  byId("redo").disabled = !grid.history.canRedo;
  byId("next").classList.toggle("go", entered());
  showNext();
  if (document.activeElement !== byId("notation")) byId("notation").value = layout.format();
}

function showDoubt(place) {
  if (!walk) return;
  const cell = place && grid.layout.cell(place), count = grid.doubts().size;
  walk.show(place, cell, grid.layout, place && fill(texts.doubt, { what: describe(cell), count }), count);
  if (place) board.querySelector(`[data-place="${id(place)}"]`)?.classList.add("now");
}

function describe({ c, m }) {
  if (c === "-") return texts.gap;
  if (c === "?") return texts.unknown;
  const icons = texts.places.filter((_, quadrant) => (m ?? 0) >> quadrant & 1);
  return [texts.colors[c], ...icons.map((where) => `${texts.icon} ${where}`)].join(", ");
}

function say(text) {
  const { all, left, unsure, icons, expected, top, rim } = grid.counts();
  byId("what").textContent = text ?? (laid?.mode ? laid.status() : undefined)
    ?? (left && rim && all - left >= top ? texts.rim
      : left ? fill(texts.blocks, { done: all - left, all })
        : unsure ? fill(texts.doubtful, { count: unsure }) : fill(entry.picture && icons === expected ? texts.read : texts.icons, { icons, expected }));
}

function onStatus(status, message) {
  byId("saved").textContent = status === "error" ? "" : texts[status];
  byId("saved").dataset.status = status;
  if (status === "error" && message) say(message);
}

/** What the rules do not allow, once all blocks are there; of the icons only when they can be all. */
function onSaved({ problems }) {
  const whole = grid.whole();
  const told = grid.missing().length ? [] : problems.filter(({ ofAllIcons }) => whole || !ofAllIcons);
  byId("problems").replaceChildren(...told.map(({ text }) => {
    const note = document.createElement("p");
    note.className = "note";
    note.textContent = text;
    return note;
  }));
}

/** Another phone saved meanwhile: show what it changed beside what is painted here. */
function onMerged(merged, mine) {
  grid.takeOver(merged, mine);
  render();
}

/** Take over a whole state. */
function show(state) {
  grid.load(state);
  render();
}

/** Another phone painted: show it, unless a finger is on the board here. */
function onRemote(remote) {
  if (grid.stroke || byId("conflict").open) return false;
  if (remote.photo?.picture !== grid.state.photo?.picture) { location.reload(); return false; }
  show(remote);
  say();
  return true;
}

function onConflict(current, mine) {
  askConflict(current, mine, (taken, other) => {
    sync.chosen(current);
    grid.choose(texts.text, taken, other);
    sync.push(grid.snapshot());
    render();
    say();
  });
}

const unsent = sync.unsent();
if (unsent) {
  show(unsent);
  sync.push(grid.snapshot());
}
render();
say();
if (!unsent) onStatus("saved");
if (!grid.missing().length) setIconMode(true);
if (laid && entered() && !grid.doubted()) startLaying("marks");
root.dataset.ready = "true";
