// The gems in hand: one tap a colour, on its count; saved as the grid is.
import { fill } from "../lib/app.js";
import { BLOCKS } from "../lib/merge.js";
import { Sync } from "../lib/sync.js";

const root = document.getElementById("gems");
const entry = JSON.parse(root.dataset.entry), texts = JSON.parse(root.dataset.texts);
const meter = document.getElementById("meter"), saved = document.getElementById("saved"), next = document.getElementById("next");
const strips = [...root.querySelectorAll("[data-color]")];
const LAST = 5; // the key that counts on when it is tapped again
let state = entry.state;

const sync = new Sync(entry, {
  cells: BLOCKS,
  onStatus: (status, message) => { saved.textContent = status === "error" ? message : texts[status]; },
  // Blocks that were painted on two phones: the page of the grid asks.
  onConflict: () => { location.href = root.dataset.grid; },
  onRemote,
  onMerged: onRemote,
});
function onRemote(remote) { state = remote; show(); return true; }
const total = () => Object.values(state.inventory).reduce((sum, count) => sum + count, 0);
const start = root.dataset.start === "" ? null : Number(root.dataset.start);

function save() { sync.push({ ...state, inventory: { ...state.inventory } }); show(); }

function show() {
  for (const strip of strips) showStrip(strip, state.inventory[strip.dataset.color] ?? 0);
  const count = total(), gained = count - start;
  const text = count > entry.most ? fill(texts.many, { most: entry.most, count })
    : start === null ? fill(texts.unknown, { most: entry.most, count })
      : gained > entry.turns ? fill(texts.more_than_turns, { gained, turns: entry.turns })
      : gained === entry.turns ? fill(texts.all, { count, turns: entry.turns })
        : fill(texts.some, { gained, turns: entry.turns, count });
  meter.textContent = text;
  meter.classList.toggle("error", count > entry.most);
  next.classList.toggle("go", count <= entry.most && (start === null || gained <= entry.turns));
}

/** Five and more share the last key, which then shows how many there are. */
function showStrip(strip, count) {
  strip.dataset.count = count;
  const { color } = strip.dataset;
  for (const key of strip.querySelectorAll("button")) {
    const number = Number(key.dataset.number), own = number === LAST ? Math.max(count, LAST) : number;
    key.textContent = own;
    key.setAttribute("aria-label", fill(texts.count, { color: strip.getAttribute("aria-label"), count: own }));
    key.setAttribute("aria-pressed", own === count);
    key.disabled ||= number > entry.supply[color];
  }
}

function choose(color, number) {
  const before = state.inventory[color] ?? 0;
  const count = number === LAST && before >= LAST ? before + 1 : number;
  if (count > entry.supply[color]) { meter.textContent = fill(texts.supply, { most: entry.supply[color] }); return; }
  state.inventory = { ...state.inventory, [color]: count };
  if (!count) delete state.inventory[color];
  save();
}

for (const strip of strips) {
  strip.addEventListener("click", ({ target }) => {
    const { number } = target.closest("button")?.dataset ?? {};
    if (number !== undefined) choose(strip.dataset.color, Number(number));
  });
}
next.addEventListener("click", async (event) => {
  event.preventDefault();
  if (await sync.flush()) location.href = next.href;
});

const unsent = sync.unsent();
if (unsent) { state = unsent; save(); } else show();
root.dataset.ready = "true";
