// A turn against THE Legend: the player's choice, then what was drawn and flipped, then Done.
import { fill, show as showHtml } from "../lib/app.js";
import { poll } from "../lib/poll.js";
import { Slots } from "./slots.js";
import { forget, keep, kept, send } from "./send.js";

const EVERY = 1000;
const root = document.getElementById("solo");
const tidiedKey = `${root.dataset.key}:tidied`;
const texts = JSON.parse(root.dataset.texts);
const find = (selector) => root.querySelector(selector);

let choice, slots, groups, asked = 0, sending = false;

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
  if (find("#between") && wasTidied()) tidied();
  root.dataset.ready = version();
}

function show(html) {
  const focused = root.contains(document.activeElement);
  showHtml(root, html);
  open();
  if (focused) find(".turn h2")?.focus({ preventScroll: true });
  const news = [...root.querySelectorAll(".between:not([hidden]), .turn:not([hidden]) h2, .turn:not([hidden]) .lines li, .winner")];
  document.getElementById("announce").textContent = news.map(({ textContent }) => textContent).join(" ");
}

/** Take over what another phone did; what was half entered here no longer fits. */
async function takeOver(response) {
  const html = await response.text();
  if (sending || asked !== version()) return;
  const half = choice.space !== null || slots.values.some(Boolean);
  show(html);
  if (half) complain(fill(texts.changed, { last: state().dataset.last ?? "" }));
}

function complain(text) {
  const error = find("#error");
  error.textContent = text;
  error.hidden = !text;
}

// ---- the player's choice

/** Another gem leaves what was told of the bag as it was. */
function choose(space, gem) {
  const told = slots.values;
  choice = { space, gem, reveal: canReveal(choice.reveal, space) ? choice.reveal : null };
  ask(told);
}

/** The pile is the last thing that a turn tells: with nothing else left to tell it is played. */
function reveal(pile) {
  choice.reveal = pile;
  ask(slots.values);
  if (told()) done();
}

/** The piles that lie face down once the domino of the space is taken. */
function canReveal(pile, space) {
  return pile === space || Boolean(root.querySelector(`.space.down[data-space="${pile}"]`));
}

const chosen = () => JSON.parse(state().dataset.choices)[`${choice.space}/${choice.gem ?? ""}`];

/** Lay out the slots of what has to be told now. */
function ask(values) {
  const own = due() === "player_turn" ? chosen() : null;
  groups = due() === "player_turn" ? own?.asks ?? [] : JSON.parse(state().dataset.asks);
  if (due() === "player_turn") showChoice();
  find("#asks").replaceChildren(...(own?.lines ?? []).map(said), ...groups.map(row));
  const rows = [...find("#asks").querySelectorAll(".ask")];
  slots.set(groups.flatMap((group, at) => [...rows[at].querySelectorAll("button")]
    .map((element) => ({ kind: group.kind, piles: group.piles, group: group.field, element }))), values);
}

function said(text) {
  const line = document.createElement("p");
  line.className = "say-bag";
  line.textContent = text;
  return line;
}

function row(group) {
  const line = document.createElement("p"), label = document.createElement("span");
  label.textContent = group.label;
  line.append(label);
  line.className = "ask";
  for (let at = 1; at <= group.count; at++) {
    const slot = document.createElement("button");
    slot.type = "button";
    slot.className = `slot ${group.kind}`;
    slot.setAttribute("aria-label", `${group.label} ${at}`);
    line.append(slot);
  }
  return line;
}

function showChoice() {
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
    const can = space !== null && canReveal(number, space);
    pile.disabled = !can && !bare;
    pile.classList.toggle("can", can && !reveal);
    pile.setAttribute("aria-pressed", number === reveal);
  }
  find("#advice").replaceChildren();
  const help = find("#ask-him");
  if (help) help.hidden = space === null;
  if (space === null) return;
  const text = `${reveal ? "chosen" : "reveal"}${gem ? "" : "_bare"}`;
  find("#say").textContent = fill(texts[text], { space, reveal, gem: gem && texts.words[gem] });
}

// ---- what has to be told

const told = () => slots.values.every(Boolean);

/** Done where something is told by hand; it says whether all is. */
function changed() {
  const own = due() === "player_turn", done = find("#done");
  if (done) done.disabled = sending || !told() || (own && !choice.reveal);
  if (find("#doing")) find("#doing").hidden = own && !groups.length;
  find("#palette").hidden = !groups.length;
  if (choice.space !== null || slots.values.some(Boolean))
    keep(root.dataset.key, { version: version(), choice, values: slots.values });
}

const FIELDS = {
  drawn: (values) => values,
  icons: ([pair]) => pair.split(" "),
  domino: ([pair]) => pair.split(" "),
  pile_from: ([pile]) => Number(pile),
};

function fields() {
  const names = new Set(groups.map(({ field }) => field));
  return Object.fromEntries([...names].map((name) => [name, (FIELDS[name] ?? (([one]) => one))(slots.of(name))]));
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
  changed();
  complain(answer.answer.error ?? texts.offline);
}

function done() {
  const own = due() === "player_turn" ? choice : {};
  play({ step: due(), ...own, ...fields() });
}

/** The table is as the next stage needs it: on with the turn, after a reload, too. */
function tidied() {
  find("#between").hidden = true;
  find("#no-room")?.removeAttribute("hidden"); // not there while he draws his extra gem
  find(".turn").hidden = find(".area").hidden = false;
  try { sessionStorage.setItem(tidiedKey, version()); } catch { /* storage off */ }
}

function wasTidied() {
  try { return sessionStorage.getItem(tidiedKey) === String(version()); } catch { return false; }
}

async function advise() {
  const chosen = Object.entries(choice).filter(([, value]) => value !== null);
  const response = await fetch(`${root.dataset.advice}?${new URLSearchParams(chosen)}`, { headers: { Accept: "application/json" } })
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
  else if (button.id === "tidied") { tidied(); scrollTo(0, 0); }
  else if (button.id === "ask-him") advise();
});

/** A face-up space without gems is chosen by its domino, unless it is the choice already. */
const isBare = (pile) => {
  const column = pile.closest(".space");
  return "open" in column.dataset && !column.querySelector("button.spot") && Number(column.dataset.space) !== choice.space;
};

const refresh = poll(EVERY, () => (sending ? null : `${root.dataset.poll}?since=${asked = version()}`), takeOver);
open();
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
