// The set-up: fifteen gems, the icons of the face-up dominoes and of THE Legend's first one.
import { fill } from "../lib/app.js";
import { Slots } from "./slots.js";
import { forget, keep, kept, send } from "./send.js";

const EVERY = 1200;
const root = document.getElementById("setup"), byId = (name) => document.getElementById(name);
const texts = JSON.parse(root.dataset.texts), version = Number(root.dataset.version);
const gemsByApp = byId("gems-by-app"), dominoesByApp = byId("dominoes-by-app");
const columns = [...root.querySelectorAll(".space")];
const gemSlots = [...root.querySelectorAll("[data-slot=gem]")], iconSlots = [...root.querySelectorAll("[data-slot=icon]")];
const slots = new Slots(byId("palette"), { gems: root.dataset.gems, words: texts.words, empty: texts.empty }, changed);
let sending = false;

const place = (element) => element.closest(".space")?.dataset.space ?? "his";
const asked = (kind) => !(kind === "gem" ? gemsByApp : dominoesByApp).checked;

/** All slots stay in the list; those that the app fills are only hidden. */
function lay(values = {}) {
  root.classList.toggle("gems-drawn", gemsByApp.checked);
  root.classList.toggle("dominoes-dealt", dominoesByApp.checked);
  const list = [...gemSlots, ...iconSlots].map((element) => ({ kind: element.dataset.slot, element, group: `${element.dataset.slot} ${place(element)}` }));
  const shown = list.filter(({ kind }) => asked(kind));
  slots.set(shown, shown.map(({ element }) => values[key(element)]));
  byId("palette").hidden = !shown.length;
}

const key = (element) => [...gemSlots, ...iconSlots].indexOf(element);
const values = () => Object.fromEntries(slots.list.map(({ element, value }) => [key(element), value]));

function changed() {
  const current = slots.current;
  byId("say").textContent = current ? hint(current) : slots.list.length ? texts.done : texts.by_app;
  const gems = slots.list.filter(({ kind }) => kind === "gem").every(({ value }) => value);
  const pairs = columns.every((column) => whole(column.dataset.space)) && whole("his");
  byId("start").disabled = sending || !gems || !pairs;
  byId("back").disabled = !slots.values.some(Boolean);
  keep(root.dataset.key, { version, values: values(), gems: gemsByApp.checked, dominoes: dominoesByApp.checked });
}

const whole = (space) => new Set(slots.of(`icon ${space}`).map(Boolean)).size < 2;

function hint({ kind, element }) {
  const space = place(element), number = gemSlots.indexOf(element) % 3 + 1;
  return fill(kind === "gem" ? texts.gem : space === "his" ? texts.his : texts.icon, { space, number });
}

/** The icons of a domino as told; null if they were left out. */
function icons(space) {
  const told = slots.of(`icon ${space}`);
  return told.length && told.every(Boolean) ? told : null;
}

function step() {
  const rules = Object.fromEntries([...root.querySelectorAll("details input")].map(({ name, checked }) => [name, checked]));
  const found = { step: "set_up", rules, gems_by_app: gemsByApp.checked, dominoes_by_app: dominoesByApp.checked };
  if (found.gems_by_app && found.dominoes_by_app) return found;
  const piles = JSON.parse(root.dataset.piles);
  found.spaces = columns.map(({ dataset: { space }, classList }, at) => ({
    face_up: classList.contains("up"), gems: slots.of(`gem ${space}`),
    ...(found.dominoes_by_app ? {} : { icons: icons(space), pile: piles[at] }),
  }));
  if (!found.dominoes_by_app) found.icons = icons("his");
  return found;
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

async function look() {
  try {
    const response = await fetch(`${root.dataset.poll}?since=${version}`);
    if (response.status === 200 && !sending) location.replace(root.dataset.page);
  } catch { /* the server is away for a moment */ }
  setTimeout(look, EVERY);
}

for (const box of [gemsByApp, dominoesByApp]) box.addEventListener("change", () => lay(values()));
byId("deal").addEventListener("click", () => {
  gemsByApp.checked = dominoesByApp.checked = true;
  lay(values());
  start();
});
byId("start").addEventListener("click", start);
byId("back").addEventListener("click", () => slots.back());

const draft = kept(root.dataset.key, version);
if (draft) Object.assign(gemsByApp, { checked: draft.gems }), Object.assign(dominoesByApp, { checked: draft.dominoes });
lay(draft?.values);
root.dataset.ready = "true";
setTimeout(look, EVERY);
