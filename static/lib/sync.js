// Saves an entry as it is made: at once on this phone, within half a second on the server.
import { changes } from "./history.js";
import { mergeStates } from "./merge.js";
import { poll } from "./poll.js";
import { send } from "./post.js";

const DELAY = 250;
const RETRY = 2000;
const LOOK = 1300;

export class Sync {
  /**
   * @param {{save: string, key: string, version: number}} entry
   * @param {?RegExp} options.cells the cells of its layout: what two phones change apart is merged
   */
  constructor(entry, { cells, onStatus, onConflict, onSaved, onRemote, onMerged }) {
    Object.assign(this, { url: entry.save, key: `entry:${entry.key}`, version: entry.version });
    Object.assign(this, { cells, onStatus, onConflict, onSaved, onRemote, onMerged });
    this.base = structuredClone(entry.state); // the page goes on changing its own
    this.tried = [];
    this.pending = null;
    this.sending = null;
    this.ask = null; // asks once more what a person has not answered yet
    // The next page may be asked for before this one is left: what is kept here must wait for it.
    addEventListener("beforeunload", () => { this.leaving = true; });
    addEventListener("pagehide", () => { this.leaving = true; if (this.pending) this.send(true); });
    addEventListener("pageshow", () => { this.leaving = false; });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden" && this.pending) this.send(true);
    });
    poll(LOOK, () => (this.#idle() ? `${this.url}?since=${this.version}` : null), (response) => this.#changed(response));
  }

  /** What this phone kept and the server has not got; null if nothing. It is to be pushed: what
   * another phone saved since then comes to light there. */
  unsent() {
    let kept = null;
    try { kept = JSON.parse(localStorage.getItem(this.key)); } catch { /* storage off */ }
    if (!isState(kept?.state) || mark(kept.state) === mark(this.base)) { this.#forget(); return null; }
    this.tried = kept.tried ?? [];
    if (isState(kept.base)) [this.base, this.version] = [kept.base, kept.version];
    return kept.state;
  }

  push(state) {
    this.pending = state;
    this.ask = null;
    this.#remember();
    this.onStatus("saving");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), DELAY);
  }

  /** The person has chosen between this phone and what `current` is: that is what is changed now. */
  chosen({ version, stored }) {
    Object.assign(this, { version, base: structuredClone(stored), ask: null });
  }

  /** Resolves to true once everything is saved. */
  async flush() {
    clearTimeout(this.timer);
    this.ask?.();
    while (this.sending || this.pending) {
      if (!(await (this.sending ?? this.send()))) return false;
    }
    return !this.ask;
  }

  send(leaving = false) {
    if (this.sending && !leaving) return this.sending;
    this.sending = this.#send(leaving).finally(() => { this.sending = null; });
    return this.sending;
  }

  async #send(leaving) {
    const state = this.pending;
    if (!state) return true;
    this.tried = [...this.tried, grid(state)].slice(-9);
    this.#remember();
    const body = { version: this.version, state: { ...state, history: changes(this.base.history, state.history) } };
    const { ok, status, answer } = await send(this.url, body, { method: "PUT", keepalive: leaving });
    if (ok) return this.#saved(state, answer);
    if (status === 409 && answer.state) {
      // This phone's own save, whose answer was lost when the page or the server went away.
      if (mark(answer.state) === mark(state)) return this.#saved(state, { version: answer.version, problems: [] });
      return this.#overtaken(answer, leaving);
    }
    if (!status || status >= 500) return this.#again("offline");
    this.onStatus("error", answer.error);
    return false;
  }

  /** Somebody saved before: bring both together; ask only if both changed the same blocks. What is
   * asked about stays on this phone until it is answered. */
  #overtaken({ version, state: stored }, leaving) {
    const mine = this.pending, { merged, theirs } = this.#merge(stored, mine);
    if (theirs) {
      this.pending = null;
      this.ask = () => this.onConflict({ version, stored, state: theirs }, merged);
      this.ask();
      return false;
    }
    this.chosen({ version, stored });
    this.pending = merged;
    this.onMerged?.(merged, mine);
    return this.#send(leaving);
  }

  /** What both made of `base`; with `theirs`, if they changed the same: only that is different there. */
  #merge(theirs, mine) {
    const { base } = this;
    const photo = picture(mine) === picture(base) ? theirs.photo : picture(theirs) === picture(base) ? mine.photo : theirs.photo;
    const parts = { inventory: counts(base.inventory, mine.inventory, theirs.inventory), photo };
    if (grid(theirs) === grid(base) || this.tried.includes(grid(theirs))) return { merged: { ...mine, ...parts } };
    if (grid(mine) === grid(base)) return { merged: { ...theirs, ...parts } };
    const both = (this.cells && mergeStates(base, mine, theirs, this.cells)) ?? { mine, theirs, clashes: 1 };
    const merged = { ...both.mine, ...parts };
    return both.clashes ? { merged, theirs: { ...both.theirs, ...parts } } : { merged };
  }

  #saved(state, answer) {
    this.version = answer.version;
    this.base = state;
    this.tried = [];
    if (this.pending === state) {
      this.pending = null;
      // The page that comes next may have been made before this save: it still needs what was kept.
      if (!this.leaving) this.#forget();
      this.onStatus("saved");
      this.onSaved?.(answer);
    } else {
      this.push(this.pending);
    }
    return true;
  }

  #remember() {
    const kept = { version: this.version, state: this.pending, base: this.base, tried: this.tried };
    try { localStorage.setItem(this.key, JSON.stringify(kept)); } catch { /* storage off */ }
  }

  #forget() {
    try { localStorage.removeItem(this.key); } catch { /* storage off */ }
  }

  #idle() { return !this.pending && !this.sending && !this.paused && !this.ask; }

  /** Take over what another phone has saved, unless something here is on its way. */
  async #changed(response) {
    const { version, state } = await response.json();
    const base = structuredClone(state);
    if (this.#idle() && version > this.version && this.onRemote(state)) Object.assign(this, { version, base });
  }

  #again(status) {
    this.onStatus(status);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), RETRY);
    return false;
  }
}

// An entry has three parts that people change apart from each other: grid, gems and photo.
const grid = ({ layout, history, cursor, doubts, laid }) => JSON.stringify([layout, history.length, history.at(-1), cursor, doubts, laid]);
const picture = ({ photo }) => JSON.stringify([photo?.number, photo?.picture]);
const mark = (state) => JSON.stringify([grid(state), Object.entries(state.inventory).sort(), picture(state)]);
const isState = (state) => typeof state?.layout === "string" && Array.isArray(state.history) && state.history.every((step) => step.length === 2) && state.inventory instanceof Object;

/** Gems counted on two phones: of each colour what was changed; where both did, the larger count. */
function counts(base, mine, theirs) {
  const merged = {};
  for (const color of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const [was, own, other] = [base, mine, theirs].map((gems) => gems[color] ?? 0);
    const count = own === was ? other : other === was ? own : Math.max(own, other);
    if (count) merged[color] = count;
  }
  return merged;
}
