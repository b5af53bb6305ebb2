// Places to fill in with gems, icons or piles: a cursor that moves on by itself, and the keys.
const SVG = "http://www.w3.org/2000/svg";

/** A gem of gems.svg for a slot. */
function gem(sheet, color) {
  const svg = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", "gem");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `${sheet}#${color}`);
  svg.append(use);
  return svg;
}

/** A pile as its number, a gem or the two icons of a domino as glyphs. */
function shown(sheet, value) {
  if (!value) return [];
  return Number(value) ? [value] : value.split(" ").map((color) => gem(sheet, color));
}

export class Slots {
  /**
   * @param {HTMLElement} palette its keys have data-value
   * @param {{gems: string, words: Object, empty: string}} look
   * @param {Function} onChange called after each change, with the slots
   */
  constructor(palette, look, onChange) {
    Object.assign(this, { palette, look, onChange, list: [], cursor: 0 });
    palette.addEventListener("click", (event) => {
      const key = event.target.closest("[data-value]");
      if (key) this.fill(key.dataset.value);
    });
  }

  /** @param {{kind: string, element: HTMLElement, group: *, piles: ?number[]}[]} list */
  set(list, values = []) {
    this.list = list.map((slot) => ({ ...slot, name: slot.element.getAttribute("aria-label") }));
    this.list.forEach((slot, at) => {
      slot.element.onclick = () => { slot.value = null; this.cursor = at; this.#show(); };
    });
    this.refill(values);
  }

  get values() { return this.list.map(({ value }) => value); }
  get current() { return this.list[this.cursor] ?? null; }
  of(group) { return this.list.filter((slot) => slot.group === group).map(({ value }) => value); }

  /** When everything is told, a key corrects the last slot. */
  get target() { return this.current ?? this.list.at(-1) ?? null; }

  fill(value) {
    if (!this.target) return;
    this.target.value = value;
    this.cursor = this.#next(this.cursor);
    this.#show();
  }

  /** Other values for the same slots. */
  refill(values) {
    this.list.forEach((slot, at) => { slot.value = values[at] ?? null; });
    this.cursor = this.#next(0);
    this.#show();
  }

  /** Empty the slot that was filled last before the cursor. */
  back() {
    const before = this.list.findLastIndex(({ value }, at) => value && at < this.cursor);
    if (before < 0) return;
    this.list[before].value = null;
    this.cursor = before;
    this.#show();
  }

  #next(from) {
    const empty = (slot) => !slot.value;
    const after = this.list.findIndex((slot, at) => at >= from && empty(slot));
    if (after >= 0) return after;
    const first = this.list.findIndex(empty);
    return first < 0 ? this.list.length : first;
  }

  #show() {
    this.list.forEach(({ element, value, name }, at) => {
      element.replaceChildren(...shown(this.look.gems, value));
      element.classList.toggle("now", at === this.cursor);
      element.setAttribute("aria-label", `${name}: ${value ? this.#words(value) : this.look.empty}`);
    });
    const target = this.target;
    for (const key of this.palette.querySelectorAll("[data-value]")) {
      if (target) key.hidden = key.dataset.kind !== target.kind;
      key.disabled = !target || (target.kind === "pile" && !target.piles.includes(Number(key.dataset.value)));
    }
    this.onChange(this);
  }

  #words(value) { return value.split(" ").map((word) => this.look.words[word] ?? word).join(", "); }
}
