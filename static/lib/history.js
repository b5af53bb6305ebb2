// The history of an entry: steps of [title, text], oldest first, and which one is shown now.
export const LIMIT = 200;

export class History {
  constructor(steps, cursor) { Object.assign(this, { steps, cursor }); }

  get canUndo() { return this.cursor > 0; }
  get canRedo() { return this.cursor < this.steps.length - 1; }

  /** A new step after the present one; what had been undone is gone. A history begins with `before`. */
  record(title, before, after) {
    const kept = this.steps.length ? this.steps.slice(0, this.cursor + 1) : [["", before]];
    this.#end([...kept, [title, after]]);
  }

  /** Two texts at the end, the second one shown: a person chose it, and undo reaches the other. */
  choose(title, other, taken) { this.#end([...this.steps, [title, other], [title, taken]]); }

  /** One step on (1) or back (-1): its text and the title of what was done or undone; null at an end. */
  go(by) {
    const next = this.steps[this.cursor + by];
    if (!next) return null;
    const [title] = this.steps[by < 0 ? this.cursor : this.cursor + by];
    this.cursor += by;
    return { title, text: next[1] };
  }

  #end(steps) {
    this.steps = steps.slice(-LIMIT);
    this.cursor = this.steps.length - 1;
  }
}

/**
 * What has to be sent so that a phone that knows `base` makes `steps` of it: which of its steps
 * stay (from the first number up to, without, the second), and what comes after them.
 */
export function changes(base, steps) {
  const texts = base.map(String), own = steps.map(String);
  let keep = [0, 0];
  for (let start = 0; start < texts.length - (keep[1] - keep[0]); start++) {
    let end = start;
    while (end < texts.length && texts[end] === own[end - start]) end++;
    if (end - start > keep[1] - keep[0]) keep = [start, end];
  }
  return { keep, steps: steps.slice(keep[1] - keep[0]) };
}
