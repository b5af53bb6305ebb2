// A player's cards: a colour lays the next card, a count belongs to the card laid last or tapped.
// A card has no count until it is told; until then a colour corrects its colour.
import { fill, show as showHtml } from "../lib/app.js";
import { element } from "../lib/board.js";
import { Cards } from "./cards.js";
import { askConflict } from "../lib/conflict.js";
import { History } from "../lib/history.js";
import { poll } from "../lib/poll.js";
import { Sync } from "../lib/sync.js";

const byId = (name) => document.getElementById(name);
const root = byId("cards"), board = byId("board"), scores = byId("scores");
const entry = JSON.parse(root.dataset.entry), texts = JSON.parse(root.dataset.texts);
const WIDTH = 84, HEIGHT = 58, GAP = 4, EVERY = 1200;

let state = entry.state, history = new History(state.history, state.cursor);
let cards = Cards.parse(state.layout);
let selected = null, next = cards.next(), editing = false, turning = Boolean(entry.turns);

const sync = new Sync(entry, { onStatus, onConflict, onSaved: () => look(), onRemote });
const same = (one, other) => one && other && one[0] === other[0] && one[1] === other[1];

// ---- changing the cards

/** Make what lies there a step of the history, and save it. */
function commit(title) {
  const text = cards.format();
  if (text === state.layout) return;
  history.record(title, state.layout, text);
  state.layout = text;
  sync.push(snapshot());
  render();
}

const snapshot = () => ({ ...state, history: [...history.steps], cursor: history.cursor });

async function colour(letter) {
  if (turning) { if (await sync.flush()) location.href = entry.lands[letter].turn; return; }
  if (selected && (editing || !cards.up(selected))) { recolour(letter); return; }
  if (!next) { say(); return; }
  cards.put(next, { land: letter, halves: [null, null], turned: false });
  selected = next;
  next = cards.next();
  commit(fill(texts.laid, { land: entry.lands[letter].word }));
  say(texts.counts);
}

/** The colour of the selected card was another one. Only one change is meant: after it cards are laid again. */
function recolour(letter) {
  cards.at(selected).land = letter;
  editing = false;
  commit(texts.colour);
  render();
  say(cards.up(selected) ? undefined : texts.counts);
}

function count(icons) {
  if (!selected) { say(); return; }
  cards.setUp(selected, icons);
  editing = false;
  commit(texts.count);
  render();
  say();
}

/** One more of a kind than is shown now, for cards that show more than the keys do. */
function more(which) {
  const icons = [...(selected && cards.up(selected)) || [0, 0]];
  icons[which] = Math.min(icons[which] + 1, entry.most);
  count(icons);
}

function tap(at) {
  if (turning) { turn(at); return; }
  if (cards.at(at)) {
    [selected, editing] = [at, true];
    render();
    say(texts.change);
  } else if (cards.free(at)) {
    [next, editing, selected] = [at, false, null];
    render();
    say(texts.first);
  } else say(cards.held(at) ? texts.apart : texts.below);
}

function turn(at) {
  const card = cards.at(at);
  if (!card) return;
  if (entry.turns && card.land !== entry.turns) { say(); return; }
  if (!cards.bare(at)) { say(texts.on_top); return; }
  card.turned = !card.turned;
  [selected, editing, turning] = [at, false, false];
  commit(texts.rotated);
  say(cards.up(at) ? texts.rotated : texts.turned);
}

function remove() {
  if (!selected) { say(); return; }
  if (!cards.bare(selected)) { say(texts.on_top); return; }
  cards.put(selected, null);
  [next, selected, editing] = [selected, null, false];
  commit(texts.removed);
}

function star(icons) {
  if (cards.stars.length >= entry.stars) { say(fill(texts.no_star, { most: entry.stars })); return; }
  cards.stars = [...cards.stars, icons];
  commit(texts.star);
}

function go(by) {
  const step = history.go(by);
  if (!step) return;
  show({ ...snapshot(), layout: step.text });
  sync.push(snapshot());
  say(fill(by < 0 ? texts.undone : texts.redone, { title: step.title }));
}

/** Take over a whole state. */
function show(other) {
  state = other;
  history = new History(state.history, state.cursor);
  cards = Cards.parse(state.layout);
  [selected, editing, turning, next] = [null, false, Boolean(entry.turns), cards.next()];
  render();
}

// ---- buttons and keys

for (const button of root.querySelectorAll("[data-land]"))
  button.addEventListener("click", () => colour(button.dataset.land));
for (const button of root.querySelectorAll("[data-counts]"))
  button.addEventListener("click", () => count(button.dataset.counts.split(",").map(Number)));
for (const button of root.querySelectorAll("[data-more]"))
  button.addEventListener("click", () => more(Number(button.dataset.more)));
for (const button of root.querySelectorAll("[data-star]"))
  button.addEventListener("click", () => star(button.dataset.star));
byId("turn").addEventListener("click", () => {
  turning = !turning;
  render();
  say();
});
byId("remove").addEventListener("click", remove);
byId("undo").addEventListener("click", () => go(-1));
byId("redo").addEventListener("click", () => go(1));
board.addEventListener("click", (event) => {
  const node = event.target.closest("[data-place]");
  if (node) tap(node.dataset.place.split(",").map(Number));
});
board.addEventListener("keydown", (event) => {
  const here = event.target.dataset?.place?.split(",").map(Number);
  const moves = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, 0], ArrowDown: [-1, 0] };
  if (!here) return;
  if (moves[event.key]) board.querySelector(`[data-place="${here[0] + moves[event.key][0]},${here[1] + moves[event.key][1]}"]`)?.focus();
  else if (event.key === "Enter" || event.key === " ") tap(here);
  else return;
  event.preventDefault();
});
for (const link of document.querySelectorAll("#done, .players a"))
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    if (await sync.flush()) location.href = link.href;
  });

// ---- showing

function render() {
  const known = scores.querySelector("[data-zones]").dataset, points = JSON.parse(known.points);
  const zones = JSON.parse(known.zones)[entry.seat] ?? [];
  document.querySelectorAll(".players strong").forEach((node, seat) => { node.textContent = points[seat]; });
  board.setAttribute("viewBox", `0 0 ${4 * (WIDTH + GAP) + GAP} ${4 * (HEIGHT + GAP) + GAP}`);
  const focused = board.contains(document.activeElement) && document.activeElement.dataset.place;
  board.replaceChildren();
  const lines = cards.rows.map(() => element("g", { role: "row" }, board));
  for (const at of cards.places()) draw(lines[at[0]], at, zones.some((place) => same(place, at)));
  (board.querySelector(".selected, .next") ?? board.querySelector("[data-place]")).setAttribute("tabindex", "0");
  if (focused) board.querySelector(`[data-place="${focused}"]`).focus();
  const icons = selected && cards.up(selected);
  for (const button of root.querySelectorAll("[data-counts]"))
    button.setAttribute("aria-pressed", icons ? button.dataset.counts === icons.join() : false);
  for (const button of root.querySelectorAll("[data-land]"))
    button.setAttribute("aria-pressed", Boolean(selected && cards.at(selected).land === button.dataset.land));
  byId("turn").setAttribute("aria-pressed", turning);
  const told = !cards.untold();
  if (entry.turns) byId("done").textContent = turning ? texts.none_turns : texts.onward;
  byId("done").classList.toggle("go", entry.turns ? !turning && told : !next && !editing && told);
  byId("undo").disabled = !history.canUndo;
  byId("redo").disabled = !history.canRedo;
  showStars();
}

function showStars() {
  byId("stars").replaceChildren(...cards.stars.map((icons, index) => {
    const chip = document.createElement("button");
    chip.type = "button";
    chip.append("★", sign(icons[0] > 0 ? "pyramid" : "alien"));
    chip.setAttribute("aria-label", texts.star);
    chip.addEventListener("click", () => {
      cards.stars = cards.stars.filter((_, other) => other !== index);
      commit(texts.star);
    });
    return chip;
  }));
}

function sign(name) {
  const svg = element("svg", { class: "sign" });
  element("use", { href: `${root.dataset.signs}#${name}` }, svg);
  return svg;
}

function draw(line, at, inZone) {
  const [row, place] = at, card = cards.at(at);
  const x = GAP + place * (WIDTH + GAP) + row * (WIDTH + GAP) / 2, y = GAP + (3 - row) * (HEIGHT + GAP);
  const kind = card ? entry.lands[card.land].name : cards.free(at) ? "free" : "none";
  const marks = [kind, same(at, selected) && "selected", !editing && same(at, next) && "next", inZone && card && "zone", turning && cards.bare(at) && (!entry.turns || card.land === entry.turns) && "can"];
  const group = element("g", {
    class: ["card-at", ...marks.filter(Boolean)].join(" "), transform: `translate(${x} ${y})`, role: "gridcell",
    tabindex: "-1", "data-place": at.join(","), "aria-label": describe(at),
  }, line);
  element("rect", { class: "face", width: WIDTH, height: HEIGHT, rx: 5 }, group);
  if (!card) {
    if (kind === "free") element("text", { class: "plus", x: WIDTH / 2, y: HEIGHT / 2 }, group).textContent = "+";
    return;
  }
  element("use", { href: `${root.dataset.signs}#${kind}`, x: 4, y: 4, width: 15, height: 15 }, group);
  element("text", { class: "letter", x: 11.5, y: 27 }, group).textContent = entry.lands[card.land].letter;
  if (cards.up(at)) drawIcons(group, cards.up(at), 19, 19, "up");
  else element("text", { class: "untold", x: WIDTH / 2 + 10, y: 20 }, group).textContent = "?";
  element("path", { class: "fold", d: `M3 ${HEIGHT * 0.64}h${WIDTH - 6}` }, group);
  if (cards.down(at)) drawIcons(group, cards.down(at), HEIGHT * 0.82, 11, "down");
  if (card.turned) element("text", { class: "letter", x: WIDTH - 8, y: HEIGHT - 9 }, group).textContent = "⟲";
}

/** The icons of a half in a row; many of one kind as a number. */
function drawIcons(group, icons, y, size, name) {
  const parts = ["pyramid", "alien"].flatMap((kind, which) =>
    icons[which] > 3 || (icons[0] + icons[1] > 3 && icons[which] > 1) ? [{ kind, times: icons[which] }] : Array(icons[which]).fill({ kind }));
  const widths = parts.map(({ times }) => size * (times ? 1.9 : 1.05));
  let x = 22 + (WIDTH - 24 - widths.reduce((sum, own) => sum + own, 0)) / 2;
  const half = element("g", { class: name }, group);
  parts.forEach(({ kind, times }, index) => {
    element("use", { href: `${root.dataset.signs}#${kind}`, x, y: y - size / 2, width: size, height: size }, half);
    if (times) element("text", { class: "times", x: x + size * 1.4, y }, half).textContent = times;
    x += widths[index];
  });
}

function describe(at) {
  const [row, place] = at, card = cards.at(at);
  if (!card) return fill(texts.empty, { row: row + 1, place: place + 1 });
  const where = { land: entry.lands[card.land].word, row: row + 1, place: place + 1 };
  if (!cards.up(at)) return fill(texts.untold, where);
  const [pyramids, aliens] = cards.up(at);
  return fill(texts.card, { ...where, pyramids, aliens });
}

function say(text) {
  byId("what").textContent = text ?? (entry.over ? texts.over : turning ? texts.turn : next ? texts.first
    : cards.untold() ? fill(texts.full_untold, { count: cards.untold() }) : texts.full);
}

function onStatus(status, message) {
  byId("saved").textContent = status === "error" ? "" : texts[status];
  byId("saved").dataset.status = status;
  if (status === "error" && message) say(message);
}

/** The points of everybody, as soon as anything changes on any phone. */
const look = poll(
  EVERY,
  () => `${root.dataset.scores}&since=${scores.querySelector("[data-version]").dataset.version}`,
  async (response) => { showHtml(scores, await response.text()); render(); },
);

/** Another phone laid cards here: show them, and go on with the same card if it is still there. */
function onRemote(remote) {
  if (byId("conflict").open) return false;
  const [card, changing, mode] = [selected, editing, turning];
  show(remote);
  if (card && cards.at(card)) [selected, editing] = [card, changing];
  turning = mode;
  render();
  say();
  return true;
}

function onConflict(current, mine) {
  askConflict(current, mine, (taken, other) => {
    sync.chosen(current);
    show(taken);
    history.choose(texts.other, other.layout, taken.layout);
    sync.push(snapshot());
    render();
    say();
  });
}

const unsent = sync.unsent();
if (unsent) {
  show(unsent);
  sync.push(snapshot());
} else onStatus("saved");
render();
say();
root.dataset.ready = "true";
