// The set-up: fifteen gems, or none if the app draws them, and the icons of THE Legend's domino.
import { fill } from "../lib/app.js";
import { poll } from "../lib/poll.js";
import { Slots } from "./slots.js";
import { forget, keep, kept, send } from "./send.js";

const EVERY = 1200;
const root = document.getElementById("setup"), byId = (name) => document.getElementById(name);
const texts = JSON.parse(root.dataset.texts), version = Number(root.dataset.version);
const gemsByApp = byId("gems-by-app");
const columns = [...root.querySelectorAll(".space")];
const gemSlots = [...root.querySelectorAll("[data-slot=gem]")];
const all = [...gemSlots, root.querySelector("[data-slot=pair]")];
const slots = new Slots(byId("palette"), { gems: root.dataset.gems, words: texts.words, empty: texts.empty }, changed);
let sending = false;

const place = (element) => element.closest(".space")?.dataset.space ?? "his";

/** All slots stay on the page; those that the app fills are only hidden. */
function lay(values = {}) {
  root.classList.toggle("gems-drawn", gemsByApp.checked);
  const shown = all.filter((element) => element.dataset.slot === "pair" || !gemsByApp.checked);
  const list = shown.map((element) => ({ kind: element.dataset.slot, element, group: place(element) }));
  slots.set(list, shown.map((element) => values[all.indexOf(element)]));
  byId("palette").hidden = false;
}

const values = () => Object.fromEntries(slots.list.map(({ element, value }) => [all.indexOf(element), value]));

function changed() {
  const current = slots.current;
  byId("say").textContent = current ? hint(current) : texts.done;
  byId("start").disabled = sending || !slots.values.every(Boolean);
  byId("back").disabled = !slots.values.some(Boolean);
  keep(root.dataset.key, { version, values: values(), gems: gemsByApp.checked });
}

function hint({ kind, element }) {
  return fill(texts[kind], { space: place(element), number: gemSlots.indexOf(element) % 3 + 1 });
}

function step() {
  const rules = Object.fromEntries([...root.querySelectorAll("[type=checkbox]")].map(({ name, checked }) => [name, checked]));
  const piles = JSON.parse(root.dataset.piles);
  const spaces = columns.map(({ dataset: { space }, classList }, at) => ({
    face_up: classList.contains("up"), gems: slots.of(space), pile: piles[at],
  }));
  return { step: "set_up", rules, gems_by_app: gemsByApp.checked, spaces, icons: slots.of("his")[0].split(" ") };
}

async function start() {
  if (sending) return;
  sending = true;
  byId("start").disabled = true;
  const answer = await send(root.dataset.play, { version, step: step() });
  sending = false;
  if (answer.ok || answer.status === 409) {
    if (answer.ok) forget(root.dataset.key);
    location.replace(root.dataset.page);
    return;
  }
  changed();
  byId("error").textContent = answer.answer.error ?? texts.offline;
  byId("error").hidden = false;
}

for (const way of root.querySelectorAll("[name=draws]")) way.addEventListener("change", () => lay(values()));
byId("start").addEventListener("click", start);
byId("back").addEventListener("click", () => slots.back());

const draft = kept(root.dataset.key, version);
root.querySelector(`[name=draws][value=${draft?.gems ? "app" : "me"}]`).checked = true;
lay(draft?.values);
root.dataset.ready = "true";
poll(
  EVERY,
  () => (sending ? null : `${root.dataset.poll}?since=${version}`),
  () => { if (!sending) location.replace(root.dataset.page); },
);
