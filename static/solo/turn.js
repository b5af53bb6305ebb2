// A turn against THE Legend: the player's choice, then what was drawn and flipped, then Done.
import { fill, show as showHtml } from "../lib/app.js";
import { Slots } from "./slots.js";
import { forget, keep, kept, send } from "./send.js";

const EVERY = 1000;
const root = document.getElementById("solo");
const texts = JSON.parse(root.dataset.texts);
const find = (selector) => root.querySelector(selector);

let choice, slots, groups, sending = false;

// ---- the page as the server has it

const state = () => find(".solo");
const version = () => Number(state().dataset.version);
const due = () => state().dataset.step;

function open() {
  choice = { space: null, gem: null, reveal: null };
  groups = [];
  slots = new Slots(find("#palette"), { gems: root.dataset.gems, words: texts.words, empty: texts.empty }, changed);
  const draft = kept(root.dataset.key, version());
  if (draft) choice = draft.choice;
  ask(draft?.values);
  root.dataset.ready = version();
}

function show(html) {
  const focused = root.contains(document.activeElement);
  showHtml(root, html);
  open();
  if (focused) find(".turn h2")?.focus({ preventScroll: true });
  const said = [...root.querySelectorAll(".turn h2, .turn .lines li, .turn .good, .winner")];
  document.getElementById("announce").textContent = said.map(({ textContent }) => textContent).join(" ");
}

async function look() {
  if (document.visibilityState === "visible" && !sending) await refresh();
  setTimeout(look, EVERY);
}

/** Take over what another phone did; what was half entered here no longer fits. */
async function refresh() {
  const seen = version();
  try {
    const response = await fetch(`${root.dataset.poll}?since=${seen}`);
    if (response.status !== 200 || sending || seen !== version()) return;
    const half = choice.space !== null || slots.values.some(Boolean);
    show(await response.text());
    if (half) complain(fill(texts.changed, { last: state().dataset.last ?? "" }));
  } catch { /* the server is away for a moment */ }
}

function complain(text) {
  const error = find("#error");
  error.textContent = text;
  error.hidden = !text;
}

// ---- the player's choice

/** Another gem leaves what the revealed pile shows as it was told. */
function choose(space, gem) {
  const told = Object.fromEntries(groups.map(({ field }) => [field, slots.of(field)]));
  choice = { space, gem, reveal: choice.reveal };
  ask();
  slots.refill(groups.flatMap(({ field, count }) => told[field] ?? Array(count).fill(null)));
}

function reveal(pile) {
  choice.reveal = pile;
  ask();
}

const chosen = () => `${choice.space}/${choice.gem ?? ""}/${choice.reveal}`;

/** Lay out the slots of what has to be told now. */
function ask(values) {
  const choices = JSON.parse(state().dataset.choices);
  groups = due() === "player_turn" ? choices[chosen()] ?? [] : JSON.parse(state().dataset.asks);
  if (due() === "player_turn") {
    if (choice.reveal && !choices[chosen()]) choice.reveal = null;
    showChoice(choices);
  }
  find("#asks").replaceChildren(...groups.map(row));
  slots.set(groups.flatMap((group, at) => [...find("#asks").children[at].querySelectorAll("button")]
    .map((element) => ({ kind: group.kind, piles: group.piles, group: group.field, element }))), values);
}

function row(group) {
  const line = document.createElement("p"), label = document.createElement("span");
  label.textContent = group.optional ? `${group.label} ${texts.optional}` : group.label;
  line.append(label);
  line.classList.toggle("long", group.count > 3);
  for (let at = 1; at <= group.count; at++) {
    const slot = document.createElement("button");
    slot.type = "button";
    slot.className = "slot";
    slot.setAttribute("aria-label", `${group.label} ${at}`);
    line.append(slot);
  }
  return line;
}

function showChoice(choices) {
  const { space, gem, reveal } = choice;
  for (const column of root.querySelectorAll(".space")) {
    const own = Number(column.dataset.space) === space;
    let marked = false;
    for (const spot of column.querySelectorAll("button.spot")) {
      const mine = own && !marked && spot.dataset.gem === gem;
      marked ||= mine;
      spot.setAttribute("aria-pressed", mine);
    }
    const pile = column.querySelector(".pile"), number = Number(pile.dataset.pile);
    const bare = "open" in column.dataset && !column.querySelector("button.spot");
    const can = space !== null && `${space}/${gem ?? ""}/${number}` in choices;
    pile.disabled = !can && !bare;
    pile.classList.toggle("can", can && !reveal);
    pile.setAttribute("aria-pressed", number === reveal);
  }
  find("#advice").replaceChildren();
  find("#ask-him").disabled = space === null;
  if (space === null) return;
  const text = `${reveal ? "chosen" : "reveal"}${gem ? "" : "_bare"}`;
  find("#say").textContent = fill(texts[text], { space, reveal, gem: gem && texts.words[gem] });
}

// ---- what has to be told

/** Whether all that has to be told is told; Done says so. */
function ready() {
  const told = groups.every(({ field, optional }) => {
    const count = slots.of(field).filter(Boolean).length;
    return count === slots.of(field).length || (optional && !count);
  });
  const done = find("#done");
  if (done) done.disabled = sending || !told || (due() === "player_turn" && !choice.reveal);
  return told;
}

function changed() {
  const all = ready();
  if (groups.length) find("#palette").hidden = false;
  if (choice.space !== null || slots.values.some(Boolean))
    keep(root.dataset.key, { version: version(), choice, values: slots.values });
  if (due() === "his_icons" && all) play({ step: "his_icons", icons: slots.of("icons") });
}

function told() {
  const fields = {};
  for (const { field, count, kind } of groups) {
    const values = slots.of(field).map((value) => (kind === "pile" ? Number(value) : value));
    if (values.every(Boolean)) fields[field] = count > 1 || field === "drawn" ? values : values[0];
  }
  return fields;
}

async function play(step) {
  if (sending) return;
  sending = true;
  find("#done")?.setAttribute("disabled", "");
  const answer = await send(root.dataset.play, { version: version(), step });
  sending = false;
  if (answer.ok) {
    forget(root.dataset.key);
    show(answer.text);
    scrollTo(0, 0);
    return;
  }
  if (answer.status === 409) await refresh();
  ready();
  complain(answer.answer.error ?? texts.offline);
}

function done() {
  const own = due() === "player_turn" ? choice : {};
  play({ step: due(), ...own, ...told() });
}

async function advise() {
  const asked = Object.entries(choice).filter(([, value]) => value !== null);
  const response = await fetch(`${root.dataset.advice}?${new URLSearchParams(asked)}`, { headers: { Accept: "application/json" } })
    .catch(() => null);
  if (response?.ok) showHtml(find("#advice"), await response.text());
  else complain((await response?.json().catch(() => null))?.error ?? texts.offline);
}

root.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.disabled) return;
  const space = Number(button.closest(".space")?.dataset.space);
  complain("");
  if (button.dataset.gem) choose(space, button.dataset.gem);
  else if (button.dataset.pile && choice.space !== null && !isBare(button)) reveal(space);
  else if (button.dataset.pile) choose(space, null);
  else if (button.dataset.play) play(JSON.parse(button.dataset.play));
  else if (button.id === "done") done();
  else if (button.id === "ask-him") advise();
});

/** A face-up space without gems is chosen by its domino, unless it is the choice already. */
const isBare = (pile) => {
  const column = pile.closest(".space");
  return "open" in column.dataset && !column.querySelector("button.spot") && Number(column.dataset.space) !== choice.space;
};

open();
setTimeout(look, EVERY);
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
