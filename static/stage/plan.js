// A person's own plan: tap areas on the board or in the list; what it costs and what is left.
import { fill } from "../lib/app.js";

const form = document.getElementById("own-plan"), left = document.getElementById("left");
const texts = JSON.parse(form.dataset.texts), inventory = JSON.parse(form.dataset.inventory);
const keys = [...form.querySelectorAll("[data-area]")];
const UNITS = [0, 1, 3];
const PAIR = 2; // mythical gems that replace one of another colour

/** What is left in hand after paying, coloured gems first; below zero where gems are missing. */
export function remaining(hand, activations) {
  const held = { mythical: 0, ...hand };
  for (const { color, times } of activations) {
    const units = UNITS[times], own = Math.min(units, Math.max(held[color] ?? 0, 0));
    held[color] = (held[color] ?? 0) - own;
    held.mythical -= PAIR * (units - own);
  }
  return held;
}

const chosen = () => keys.map(({ dataset }) => ({ area: dataset.area, color: dataset.color, icons: Number(dataset.icons), times: Number(dataset.times) }));
const listed = (gems) => gems.map(([color, count]) => fill(texts.short_of, { count, color: texts.colors[color] })).join(", ");

function show() {
  const plan = chosen(), held = remaining(inventory, plan);
  for (const [at, { icons, times }] of plan.entries()) {
    keys[at].querySelector(".does").textContent = times ? `× ${times} = ${times * icons}` : "";
    keys[at].setAttribute("aria-pressed", times > 0);
  }
  const short = held.mythical < 0;
  const points = plan.reduce((sum, { icons, times }) => sum + icons * times, Math.max(held.mythical, 0));
  const kept = Object.entries(held).filter(([, count]) => count > 0);
  left.textContent = short ? fill(texts.short, { held: listed([["mythical", -held.mythical]]) })
    : fill(texts.left, { points, held: listed(kept) || texts.nothing });
  left.classList.toggle("error", short);
  document.querySelector("[form=own-plan]").disabled = short;
  for (const [at, { times }] of plan.entries()) outlines[at]?.classList.toggle("lit", times > 0);
}

const outlines = [...document.querySelectorAll("#own-board .outline")];
function turn(key) {
  key.dataset.times = (Number(key.dataset.times) + 1) % UNITS.length;
  show();
}
form.addEventListener("click", (event) => {
  const key = event.target.closest("[data-area]");
  if (key) turn(key);
});
document.getElementById("own-board").addEventListener("click", ({ target }) => {
  const key = keys.find(({ dataset }) => dataset.area === target.dataset.tap);
  if (key) turn(key);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const address = new URL(form.action);
  address.searchParams.set("own", chosen().filter(({ times }) => times).map(({ area, times }) => `${area}x${times}`).join("-") || "0");
  location.assign(address);
});
show();
