// Gems that mark blocks and single-block cards in place of blocks: what may lie where, how it looks.
import { element } from "../lib/board.js";
import { fill } from "../lib/app.js";
import { bits as ones, id } from "../lib/layout.js";

const places = (list) => list.map(([stage, row, column]) => ({ stage, row, column }));
const triple = ({ stage, row, column }) => [stage, row, column];

export class Laid {
  /** @param {{stage: number, deck: string[][], below: number[][]}} game cards' faces, cards below */
  constructor({ stage, deck, below }, texts, gems) {
    Object.assign(this, { stage, deck, texts, gems, below: places(below), mode: null, marks: [], cards: [] });
  }

  load(laid) {
    this.marks = places(laid?.marks ?? []);
    this.cards = places(laid?.cards ?? []);
  }

  /** From the history: gems and cards as text, such as "1,0,0 2,1,1". */
  read(texts) {
    const [marks, cards] = [0, 1].map((which) =>
      (texts[which] ?? "").split(" ").filter(Boolean).map((place) => place.split(",").map(Number)));
    this.load({ marks, cards });
  }

  state() { return { marks: this.marks.map(triple), cards: this.cards.map(triple) }; }

  marked(place) { return this.marks.some((other) => id(other) === id(place)); }
  carded(place) { return [...this.below, ...this.cards].some((other) => id(other) === id(place)); }
  left() { return this.deck.length - this.below.length - this.cards.length; }

  /** A tap in the mode of gems or of cards: what changed, as {title}, and what to say about it. */
  tap(place, layout) {
    const c = layout.cell(place).c;
    if (c === "-") return { said: this.texts.no_gap };
    if (c === "?") return { said: this.texts.first };
    return this.mode === "marks" ? this.#mark(place, layout) : this.#card(place, layout);
  }

  #mark(place, layout) {
    const { c, m } = layout.cell(place), color = this.texts.colors[c];
    if (this.marked(place)) {
      this.marks = this.marks.filter((other) => id(other) !== id(place));
      return { title: fill(this.texts.mark_off, { color }) };
    }
    const other = this.marks.find((mark) => layout.cell(mark).c === c);
    if (other) return { said: fill(this.texts.one_gem, { color, stage: other.stage, row: other.row + 1, column: other.column + 1 }) };
    this.marks = [...this.marks, place];
    const doubt = place.stage < this.stage ? this.texts.old_stage : m === 0 ? this.texts.no_icon : undefined;
    return { title: fill(this.texts.mark_on, { color }), said: doubt };
  }

  #card(place, layout) {
    const { c, m } = layout.cell(place);
    if (this.cards.some((other) => id(other) === id(place))) {
      this.cards = this.cards.filter((other) => id(other) !== id(place));
      return { title: this.texts.card_off };
    }
    if (place.stage < this.stage) return { said: this.texts.new_card };
    if (m !== null && ones(m) !== 1) return { said: this.texts.one_icon };
    const card = this.#faces(c);
    if ([...this.below, ...this.cards].some((other) => card.includes(layout.cell(other).c))) {
      const [first, second] = card.map((face) => this.texts.colors[face]);
      return { said: fill(this.texts.same_card, { first, second }) };
    }
    this.cards = [...this.cards, place];
    return { title: this.texts.card_on };
  }

  #faces(c) { return this.deck.find((card) => card.includes(c)); }

  /** After the blocks were changed: take off what can no longer lie where it lies. */
  tidy(layout) {
    const colors = new Set(), used = new Set(this.below.map((place) => this.#faces(layout.cell(place).c)));
    const first = (set, value) => !set.has(value) && set.add(value);
    const block = (place) => this.texts.colors[layout.cell(place).c];
    this.marks = this.marks.filter((place) => block(place) && first(colors, layout.cell(place).c));
    this.cards = this.cards.filter((place) => block(place) && ones(layout.cell(place).m) === 1 && first(used, this.#faces(layout.cell(place).c)));
  }

  /** A quarter turn clockwise, as `Layout.turned`; ``rows`` are those of stage 1 before it. */
  turn(rows) {
    const turned = ({ stage, row, column }) => ({ stage, row: column, column: rows - stage - row });
    this.marks = this.marks.map(turned);
    this.cards = this.cards.map(turned);
  }

  words(place) {
    return [this.marked(place) && this.texts.marked, this.carded(place) && this.texts.carded].filter(Boolean);
  }

  status() {
    const [count, most, left] = [this.marks.length, this.mode === "marks" ? 2 * this.deck.length : this.deck.length, this.left()];
    return fill(this.texts[this.mode], { count, most, left });
  }

  draw(board, layout, colors) {
    const block = (place) => board.querySelector(`[data-place="${id(place)}"]`);
    for (const place of [...this.below, ...this.cards])
      element("rect", { class: "card-frame", x: 2.6, y: 2.6, width: 14.8, height: 14.8, rx: 2.4 }, block(place));
    for (const place of this.marks) {
      element("circle", { class: "mark", cx: 10, cy: 10, r: 5.2 }, block(place));
      element("use", { href: `${this.gems}#${colors[layout.cell(place).c]}`, x: 5.4, y: 5.4, width: 9.2, height: 9.2 }, block(place));
    }
  }
}
