// A person's own plan: steppers, what each payment does, and what is left in hand, as one taps.
import { fill } from "../lib/app.js";

const form = document.getElementById("own-plan"), left = document.getElementById("left");
const texts = JSON.parse(form.dataset.texts), inventory = JSON.parse(form.dataset.inventory);
const rows = [...form.querySelectorAll("tr[data-color]")];
const MULTIPLIERS = { 0: 0, 1: 1, 3: 2 };

for (const input of form.querySelectorAll("input[type=number]")) {
  const step = Number(input.step) || 1;
  const button = (sign, by) => {
    const node = document.createElement("button");
    node.type = "button";
    node.textContent = sign;
    node.setAttribute("aria-label", `${sign} ${input.getAttribute("aria-label")}`);
    node.addEventListener("click", () => {
      input.value = Math.min(Math.max(Number(input.value) + by * step, Number(input.min)), Number(input.max));
      show();
    });
    return node;
  };
  const stepper = document.createElement("span");
  stepper.className = "stepper";
  input.replaceWith(stepper);
  stepper.append(button("−", -1), input, button("+", 1));
}

function show() {
  const spent = {};
  let points = 0;
  for (const row of rows) {
    const [gems, mythical] = [...row.querySelectorAll("input")].map((input) => Number(input.value) || 0);
    spent[row.dataset.color] = (spent[row.dataset.color] ?? 0) + gems;
    spent.mythical = (spent.mythical ?? 0) + mythical;
    const multiplier = MULTIPLIERS[gems + mythical / 2];
    points += (multiplier ?? 0) * Number(row.dataset.icons);
    row.classList.toggle("wrong", multiplier === undefined);
    row.querySelector(".does").textContent = multiplier === undefined ? texts.wrong
      : multiplier ? `× ${multiplier} = ${multiplier * Number(row.dataset.icons)}` : "";
  }
  const hand = Object.keys(texts.colors).map((color) => [color, (inventory[color] ?? 0) - (spent[color] ?? 0)]).filter(([, count]) => count);
  const held = hand.map(([color, count]) => `${count} ${texts.colors[color]}`).join(", ") || texts.nothing;
  left.textContent = fill(texts.left, { points: points + Math.max((inventory.mythical ?? 0) - (spent.mythical ?? 0), 0), held });
  left.classList.toggle("error", hand.some(([, count]) => count < 0));
}
form.addEventListener("input", show);
form.addEventListener("change", show);
show();
