// Tap a cell of the pad: a number pad in place. Writing a number goes on to the next cell by itself.
import { fill, show as showHtml } from "../lib/app.js";
import { send } from "../lib/post.js";
import { photoJob } from "../photo/job.js";

const DIGITS = 3;
const RETRY = 2000;
const pad = document.getElementById("pad");
const part = (name) => document.getElementById(name ? `keypad-${name}` : "keypad");
const keypad = part(), texts = JSON.parse(keypad.dataset.texts);

/** The number being typed: an old one is selected, so that the first digit replaces it. */
export class Typed {
  constructor(old = "") { Object.assign(this, { text: old, selected: old !== "" }); }

  press(key) {
    const before = this.selected ? "" : this.text;
    if (key === "back") this.text = before.slice(0, -1);
    else if (before.length < DIGITS) this.text = String(Number(before + key));
    this.selected = false;
  }
}

let cell = null; // the seat and stage that is typed; the element may be replaced by a newer pad
let typed = new Typed();
let writing = false;

const found = ({ seat, stage }) => pad.querySelector(`[data-cell="${seat}-${stage}"]`);

function open(element) {
  const { hand, audit, more, ...known } = JSON.parse(element.dataset.ways);
  cell = known;
  typed = new Typed(cell.seen);
  part("name").textContent = fill(texts.name, cell);
  for (const [way, address] of Object.entries({ hand, audit, more })) {
    part(way).hidden = !address;
    if (address) part(way).href = address;
  }
  say("");
  show();
  keypad.hidden = false;
  document.body.classList.add("typing");
  mark();
  if (pad.contains(document.activeElement)) element.focus({ preventScroll: true });
  element.scrollIntoView({ block: "nearest" });
}

function close() {
  keypad.hidden = true;
  document.body.classList.remove("typing");
  if (cell) found(cell)?.focus();
  cell = null;
  mark();
}

/** Show which cell is typed; again after the pad has been replaced by a newer one. */
function mark() {
  for (const each of pad.querySelectorAll(".typed")) each.classList.remove("typed");
  if (cell) found(cell)?.classList.add("typed");
}

function show() {
  const value = part("value");
  value.textContent = typed.text || "–";
  value.classList.toggle("selected", typed.selected);
  keypad.querySelector("[data-key=write]").disabled = typed.text === "";
}

function say(text) {
  part("note").textContent = text;
  part("note").hidden = !text;
}

function press(key) {
  if (writing) return;
  if (key === "write") { write(); return; }
  typed.press(key);
  say(Number(typed.text) > cell.most ? fill(texts.too_many, { ...cell, points: typed.text }) : "");
  show();
}

async function write() {
  if (typed.text === "") return;
  const asked = cell, form = new FormData();
  form.append("points", typed.text);
  form.append("seen", cell.seen);
  writing = true;
  const { ok, status, text, answer } = await sendAgain(asked.write, form);
  writing = false;
  if (!ok) {
    if (status === 409) await lookAgain(asked);
    say(answer.error ?? texts.offline);
    return;
  }
  showHtml(pad, text);
  const next = pad.querySelector("[data-due]");
  if (cell === asked) { if (next) open(next); else close(); }
}

/** While the app cannot be reached the number waits here and is sent again. */
async function sendAgain(url, form) {
  for (;;) {
    const response = await send(url, form);
    if (response.status) return response;
    say(texts.waiting);
    await new Promise((resolve) => setTimeout(resolve, RETRY));
  }
}

/** Another phone was first: from now on its number is the one that is replaced knowingly. */
async function lookAgain(asked) {
  const response = await fetch(pad.dataset.poll);
  if (response.ok) showHtml(pad, await response.text());
  asked.seen = JSON.parse(found(asked)?.dataset.ways ?? '{"seen": ""}').seen;
}

pad.addEventListener("click", (event) => {
  const element = event.target.closest("[data-cell]");
  if (!element || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (!writing) open(element);
});
keypad.addEventListener("click", (event) => {
  const key = event.target.closest("[data-key]")?.dataset.key;
  if (key) press(key);
});
part("close").addEventListener("click", close);
/** Enter writes; on a link or button it does what that does, but for the cell once a number is typed. */
function writesWithEnter(target) {
  const own = target.closest("a, button, input");
  return !own || (own.matches("[data-cell]") && typed.text !== "" && !typed.selected);
}
document.addEventListener("keydown", (event) => {
  if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^\d$/.test(event.key)) press(event.key);
  else if (event.key === "Backspace") press("back");
  else if (event.key === "Escape") close();
  else if (event.key === "Enter" && writesWithEnter(event.target)) press("write");
  else return;
  event.preventDefault();
});
part("photo").addEventListener("change", async ({ target }) => {
  const [photo] = target.files;
  target.value = "";
  if (!photo) return;
  const next = await photoJob(cell.photo, { photo });
  if (next) location.assign(next);
});
new MutationObserver(mark).observe(pad, { childList: true });
