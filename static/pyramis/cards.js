// A pyramid of cards as the page holds it: rows from below, in the text of the server.
// A card is { land, halves: [half, half], turned }; a half is [pyramids, aliens], null if not known.
const CELL = 6;
const half = (text) => (text === "??" ? null : [Number(text[0]), Number(text[1])]);
const halfText = (icons) => (icons ? icons.join("") : "??");

export class Cards {
  constructor(rows, stars) { Object.assign(this, { rows, stars }); }

  static parse(text) {
    const [rows, stars] = text.split(" ");
    const cell = (own) => own[0] === "." ? null
      : { land: own[0], halves: [half(own.slice(1, 3)), half(own.slice(3, 5))], turned: own[5] === "v" };
    return new Cards(
      rows.split("/").map((row) => row.match(new RegExp(`.{${CELL}}`, "g")).map(cell)),
      stars ? stars.split(",") : [],
    );
  }

  format() {
    const cell = (card) => card ? card.land + card.halves.map(halfText).join("") + (card.turned ? "v" : "^") : ".".repeat(CELL);
    const rows = this.rows.map((row) => row.map(cell).join("")).join("/");
    return this.stars.length ? `${rows} ${this.stars.join(",")}` : rows;
  }

  at([row, place]) { return this.rows[row]?.[place] ?? null; }
  put([row, place], card) { this.rows[row][place] = card; }

  *places() {
    for (let row = 0; row < this.rows.length; row++)
      for (let place = 0; place < this.rows[row].length; place++) yield [row, place];
  }

  /** Whether a card may be laid here: the place is empty, two cards are below, and it touches one. */
  free(at) { return !this.at(at) && this.held(at) && this.touches(at); }

  /** Whether two cards are below, where two must be. */
  held([row, place]) { return !row || Boolean(this.at([row - 1, place]) && this.at([row - 1, place + 1])); }

  /** Whether a card lies beside or below; the first card touches none. */
  touches([row, place]) {
    return row > 0 || this.count() === 0 || Boolean(this.at([0, place - 1]) || this.at([0, place + 1]));
  }

  count() { return [...this.places()].filter((at) => this.at(at)).length; }

  /** How many cards have no count yet. */
  untold() { return [...this.places()].filter((at) => this.at(at) && !this.up(at)).length; }

  /** Whether nothing lies on the card, so that it may be turned or taken away. */
  bare([row, place]) {
    return Boolean(this.at([row, place])) && !this.at([row + 1, place - 1]) && !this.at([row + 1, place]);
  }

  /** Where the next card is likely to lie: the lowest free place from the left. */
  next() { return [...this.places()].find((at) => this.free(at)) ?? null; }

  /** The half of a card that counts, as it now lies; null if it is not told. */
  up(at) { const card = this.at(at); return card.halves[card.turned ? 1 : 0]; }
  down(at) { const card = this.at(at); return card.halves[card.turned ? 0 : 1]; }
  setUp(at, icons) { const card = this.at(at); card.halves[card.turned ? 1 : 0] = icons; }
}
