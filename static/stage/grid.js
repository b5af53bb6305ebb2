// The pyramid as it is being entered: brush, strokes, doubts and history, without a page.
import { History } from "../lib/history.js";
import { Layout, bits, id } from "../lib/layout.js";

const placeOf = ([stage, row, column]) => ({ stage, row, column });

export class Grid {
  /**
   * @param {{stage: number, below: ?string, palette: {color: string, letter: string, shown: string}[], state: object}} entry
   * @param {?Laid} laid what lies on the blocks, in a game with marks
   */
  constructor({ stage, below, palette, state }, laid) {
    Object.assign(this, { stage, laid, below: below ? Layout.parse(below) : null, stroke: null });
    this.letters = Object.fromEntries(palette.map(({ color, letter }) => [letter, color]));
    this.shown = Object.fromEntries(palette.map(({ letter, shown }) => [letter, shown]));
    this.brush = palette[0].letter;
    this.load(state);
  }

  /** Take over a whole state. */
  load(state) {
    this.state = state;
    this.history = new History(state.history, state.cursor);
    this.layout = Layout.parse(state.layout);
    this.laid?.load(state.laid);
  }

  /** Take over what another phone changed of `mine`; a stroke that has begun since then goes on. */
  takeOver(merged, mine) {
    const was = Layout.parse(mine.layout), now = Layout.parse(merged.layout);
    if (was.columns !== now.columns) this.layout = now;
    else for (const place of now.places()) {
      const cell = now.cell(place), before = was.cell(place);
      if (cell.c !== before.c || cell.m !== before.m) this.set(place, cell);
    }
    this.state = structuredClone(merged);
    this.history = new History(merged.history, merged.cursor);
    this.laid?.load(merged.laid);
  }

  /** The state to be saved. */
  snapshot() {
    const { steps, cursor } = this.history;
    return { ...this.state, doubts: [...this.state.doubts], history: [...steps], cursor };
  }

  /** The colour that a key of the keyboard means, as the letters on the page say; undefined if none. */
  keyed(key) { return Object.keys(this.shown).find((letter) => this.shown[letter].toLowerCase() === key); }

  // ---- what may be edited, what is asked

  editable(place) { return place.stage === this.stage || !this.below || this.below.cell(place).c === "?"; }

  /** The blocks this entry asks for: the new stage, and what is seen and not known below it. */
  asked() {
    const visible = this.layout.visible();
    return [...this.layout.places()].filter((place) =>
      place.stage === this.stage || (this.editable(place) && visible.has(id(place))));
  }

  missing() { return this.asked().filter((place) => this.layout.cell(place).c === "?"); }

  /** How much is entered; `rim`: of what is left some was seen below the new stage and not known. */
  counts() {
    const all = this.asked(), cell = (place) => this.layout.cell(place);
    return {
      all: all.length, left: this.missing().length, unsure: this.doubts().size,
      ...this.icons(),
      top: this.layout.stages.at(-1).flat().length,
      rim: all.some((place) => place.stage < this.stage && cell(place).c === "?"),
    };
  }

  /** Icons of the top stage, and how many it must have: two a domino, so one a block. */
  icons() {
    const own = this.layout.stages.at(-1).flat();
    return {
      icons: own.reduce((sum, cell) => sum + bits(cell.m), 0),
      expected: own.filter(({ c }) => c !== "-").length,
    };
  }

  /** Whether the top stage has all its icons. */
  whole() {
    const { icons, expected } = this.icons();
    return icons >= expected;
  }

  // ---- doubts

  /** Whether what was read from the photo counts: it does not before the step of its reading. */
  get photoCounts() { return this.history.cursor >= (this.state.photo?.step ?? 0); }

  doubts() { return new Set(this.photoCounts ? this.state.doubts.map((place) => place.join(",")) : []); }

  /** The block in doubt that is looked at now; undefined if there is none. */
  doubted() { return this.photoCounts && this.state.doubts[0] ? placeOf(this.state.doubts[0]) : undefined; }

  /** Look at the next block in doubt, at this one last. */
  skip() { this.state.doubts.push(this.state.doubts.shift()); }

  /** The person has looked at this block: it is no longer in doubt. */
  confirm(place) {
    this.state.doubts = this.state.doubts.filter((doubt) => doubt.join(",") !== id(place));
    if (this.stroke) this.stroke.confirmed = true;
  }

  // ---- changing blocks

  set(place, cell) { this.layout.stages[place.stage - 1][place.row][place.column] = cell; }

  replace(place, cell) {
    this.set(place, cell);
    this.confirm(place);
  }

  /** Lay this colour, "-" or "?"; the icons of a block stay. */
  lay(place, c) { this.replace(place, { c, m: this.letters[c] ? this.layout.cell(place).m ?? 0 : 0 }); }

  /** Put an icon on quadrants of a block, or take it off; nothing where no block is. */
  toggle(place, bit) {
    const { c, m } = this.layout.cell(place);
    if (this.letters[c]) this.set(place, { c, m: (m ?? 0) ^ bit });
    return Boolean(this.letters[c]);
  }

  clear() {
    for (const place of this.layout.places()) if (this.editable(place)) this.set(place, { c: "?", m: 0 });
    this.state.doubts = [];
  }

  turn() {
    this.laid?.turn(this.layout.rows);
    this.layout = this.layout.turned();
    this.state.doubts = [];
  }

  /** Take over a layout in the notation of the commands; whether it fits here. */
  use(text) {
    let read;
    try { read = Layout.parse(text); } catch { return false; }
    if (read.format() !== text || read.top !== this.stage || !read.isPyramid(this.letters)) return false;
    if (this.below && read.columns !== this.below.columns) return false;
    this.layout = read.onTopOf(this.below);
    return true;
  }

  // ---- strokes: a line of quadrants from the last point to this one, so that none is skipped

  begin(icons) { this.stroke = { icons, done: new Set(), missing: this.missing().length, whole: this.whole() }; }

  drawTo(x, y) {
    const { layout, stroke } = this, [fromX, fromY] = stroke.last ?? [x, y];
    const steps = Math.max(1, Math.ceil(4 * Math.hypot(x - fromX, y - fromY)));
    for (let step = 1; step <= steps; step++) {
      const px = Math.floor(fromX + (x - fromX) * step / steps), py = Math.floor(fromY + (y - fromY) * step / steps);
      if (px >= 0 && py >= 0 && px < 2 * layout.columns && py < 2 * layout.rows) this.#paint(px, py);
    }
    stroke.last = [x, y];
  }

  /** The stroke that is over now; it may have brought the last missing block, or the last icon. */
  end() {
    const { stroke } = this, full = !this.missing().length;
    this.stroke = null;
    return {
      ...stroke,
      lastBlock: !stroke.icons && stroke.missing > 0 && full,
      lastIcon: stroke.icons && !stroke.whole && full && this.whole(),
    };
  }

  #paint(x, y) {
    const { stroke, brush, laid } = this, place = this.#target(x, y);
    const key = place && (stroke.icons ? `${id(place)},${place.bit}` : id(place));
    if (!place || stroke.done.has(key)) return;
    stroke.done.add(key);
    const cell = this.layout.cell(place);
    if (stroke.icons) {
      if (!this.letters[cell.c]) { stroke.blank = true; return; }
      stroke.set ??= !((cell.m ?? 0) & place.bit);
      const m = stroke.set ? (cell.m ?? 0) | place.bit : (cell.m ?? 0) & ~place.bit;
      this.replace(place, { c: cell.c, m: laid?.carded(place) ? place.bit : m });
    } else if (cell.c === brush && this.doubts().has(id(place))) {
      this.confirm(place);
    } else {
      stroke.set ??= cell.c !== brush;
      this.lay(place, stroke.set ? brush : "?");
    }
  }

  /** The place a touch at a quadrant means. A gap of the new stage shows, and is, what is below it
   * only while that is asked for. */
  #target(x, y) {
    const own = this.layout.at(this.stage, x, y), seen = this.layout.seen(x, y);
    const below = seen && this.editable(seen) ? seen : null;
    if (this.stroke.icons) return below;
    return this.brush === "-" && own ? own : below ?? own;
  }

  /** The place that a tap to lay a gem or a card means: the new stage's own, gaps too. */
  touched(x, y) { return this.layout.at(this.stage, x, y) ?? this.layout.seen(x, y); }

  // ---- history

  /** Make what is on the board a step of the history; whether there is anything to save. */
  commit(title) {
    const before = this.textOf(this.state);
    this.laid?.tidy(this.layout);
    this.#keep();
    const after = this.textOf(this.state);
    if (after === before) return Boolean(this.stroke?.confirmed);
    if (!this.photoCounts) this.#forgetReading();
    this.history.record(title, before, after);
    return true;
  }

  /** A new step instead of the undone reading of the photo: what it said and doubted goes, too. */
  #forgetReading() {
    this.state.doubts = [];
    this.state.photo = { ...this.state.photo, step: 0, warnings: [], otherwise: [], looks_like: null };
  }

  /** Undo (-1) or redo (1); the title of the step, null if there is none. */
  go(by) {
    const step = this.history.go(by);
    if (!step) return null;
    const [layout, ...lies] = step.text.split("|");
    this.layout = Layout.parse(layout).onTopOf(this.below);
    this.laid?.read(lies);
    this.laid?.tidy(this.layout);
    this.#keep();
    return step.title;
  }

  /** Another phone changed the same blocks: take one of both states; undo reaches the other. */
  choose(title, taken, other) {
    this.load(taken);
    this.history.choose(title, this.textOf(other), this.textOf(taken));
  }

  #keep() {
    this.state.layout = this.layout.format();
    if (this.laid) this.state.laid = this.laid.state();
  }

  /** A state as the history keeps it. */
  textOf({ layout, laid }) {
    return this.laid ? [layout, ...[laid.marks, laid.cards].map((own) => own.map(String).join(" "))].join("|") : layout;
  }
}
