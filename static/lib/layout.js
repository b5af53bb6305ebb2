// A pyramid as the editor holds it: cells of all stages, in the notation of the commands.
// A cell is { c: colour letter, "-" gap or "?" unknown, m: icon mask or null when not known }.

export class Layout {
  constructor(stages) { this.stages = stages; }

  static parse(text) {
    return new Layout(text.split(" ").map((stage) => stage.split("/").map((row) =>
      row.match(/../g).map(([c, m]) => ({ c, m: c === "-" || c === "?" ? 0 : m === "?" ? null : parseInt(m, 16) })))));
  }

  format() {
    const cell = ({ c, m }) => (c === "-" ? "--" : c === "?" ? "??" : c + (m === null ? "?" : m.toString(16).toUpperCase()));
    return this.stages.map((rows) => rows.map((row) => row.map(cell).join("")).join("/")).join(" ");
  }

  get columns() { return this.stages[0][0].length; }
  get rows() { return this.stages[0].length; }
  get top() { return this.stages.length; }

  /** Whether the stages have the shapes of a pyramid and only letters of this game. */
  isPyramid(letters) {
    return [4, 5].includes(this.rows) && this.columns + this.rows === 9 && this.stages.every((rows, index) =>
      rows.length === this.rows - index && rows.every((row) =>
        row.length === this.columns - index && row.every(({ c }) => c === "-" || c === "?" || c in letters)));
  }

  cell({ stage, row, column }) { return this.stages[stage - 1][row][column]; }

  *places() {
    for (let stage = 1; stage <= this.top; stage++)
      for (let row = 0; row < this.stages[stage - 1].length; row++)
        for (let column = 0; column < this.stages[stage - 1][row].length; column++)
          yield { stage, row, column };
  }

  /** The place of this stage that covers quadrant (x, y), and the bit of the quadrant in it. */
  at(stage, x, y) {
    const column = (x - stage + 1) >> 1, row = (y - stage + 1) >> 1;
    if (x < stage - 1 || y < stage - 1 || !this.stages[stage - 1][row]?.[column]) return null;
    return { stage, row, column, bit: 1 << ((x - stage + 1) % 2 + 2 * ((y - stage + 1) % 2)) };
  }

  /** What is seen at a quadrant: the highest place there that is no gap; null is the table. */
  seen(x, y) {
    for (let stage = this.top; stage >= 1; stage--) {
      const place = this.at(stage, x, y);
      if (place && this.cell(place).c !== "-") return place;
    }
    return null;
  }

  /** Map "stage,row,column" -> mask of quadrants seen from above. */
  visible() {
    const seen = new Map();
    for (let y = 0; y < 2 * this.rows; y++)
      for (let x = 0; x < 2 * this.columns; x++) {
        const place = this.seen(x, y);
        if (place) seen.set(id(place), (seen.get(id(place)) ?? 0) | place.bit);
      }
    return seen;
  }

  /** The same with its lower stages as `below` knows them; of another base shape nothing is kept. */
  onTopOf(below) {
    if (!below) return this;
    const fits = below.columns === this.columns, unknown = { c: "?", m: 0 };
    return new Layout(this.stages.map((own, index) => {
      const rows = Array.from({ length: below.rows - index }, (_, row) =>
        Array.from({ length: below.columns - index }, (_, column) => (fits ? own[row][column] : unknown)));
      const known = below.stages[index];
      return rows.map((row, r) => row.map((cell, c) => ({ ...(known && known[r][c].c !== "?" ? known[r][c] : cell) })));
    }));
  }

  /** A quarter turn clockwise, icons included. */
  turned() {
    const mask = (m) => m === null ? null : ((m & 4) >> 2) | ((m & 1) << 1) | ((m & 8) >> 1) | ((m & 2) << 2);
    return new Layout(this.stages.map((rows) => rows[0].map((_, column) =>
      rows.map((_, row) => rows[rows.length - 1 - row][column]).map(({ c, m }) => ({ c, m: mask(m) })))));
  }
}

export const bits = (mask) => [1, 2, 4, 8].filter((bit) => (mask ?? 0) & bit).length;
export const id = ({ stage, row, column }) => `${stage},${row},${column}`;
