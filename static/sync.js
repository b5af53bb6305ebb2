// Saves an entry as it is made: at once on this phone, within half a second on the server.
import { csrfToken, reached } from "./app.js";

const DELAY = 250;
const RETRY = 2000;
const LOOK = 1300;

export class Sync {
  /** @param {{save: string, key: string, version: number}} entry */
  constructor(entry, { onStatus, onConflict, onSaved, onRemote }) {
    Object.assign(this, { url: entry.save, key: `entry:${entry.key}`, version: entry.version });
    Object.assign(this, { onStatus, onConflict, onSaved, onRemote });
    this.token = csrfToken();
    this.here = entry.state;
    this.tried = [];
    this.pending = null;
    this.sending = null;
    addEventListener("pagehide", () => this.pending && this.send(true));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden" && this.pending) this.send(true);
    });
    setTimeout(() => this.#look(), LOOK);
  }

  /** What this phone kept and the server has not got; null if nothing. What another phone saved
   * since then is a conflict. */
  unsent() {
    let kept = null;
    try { kept = JSON.parse(localStorage.getItem(this.key)); } catch { /* storage off */ }
    if (!kept || mark(kept.state) === mark(this.here)) { this.#forget(); return null; }
    this.tried = kept.tried ?? [];
    if (kept.version === this.version || this.tried.includes(mark(this.here))) return kept.state;
    this.onConflict({ version: this.version, state: this.here }, kept.state);
    return null;
  }

  push(state) {
    this.pending = state;
    this.#remember();
    this.onStatus("saving");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), DELAY);
  }

  /** Resolves to true once everything is saved. */
  async flush() {
    clearTimeout(this.timer);
    while (this.sending || this.pending) {
      if (!(await (this.sending ?? this.send()))) return false;
    }
    return true;
  }

  send(leaving = false) {
    if (this.sending && !leaving) return this.sending;
    this.sending = this.#send(leaving).finally(() => { this.sending = null; });
    return this.sending;
  }

  async #send(leaving) {
    const state = this.pending;
    if (!state) return true;
    this.tried = [...this.tried, mark(state)].slice(-9);
    this.#remember();
    let response;
    try {
      response = await fetch(this.url, {
        method: "PUT", keepalive: leaving,
        headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": this.token },
        body: JSON.stringify({ version: this.version, state }),
      });
    } catch { reached(false); return this.#again("offline"); }
    reached(true);
    let answer = {};
    try { answer = await response.json(); } catch { /* not ours */ }
    if (response.ok) return this.#saved(state, answer);
    if (response.status === 409 && answer.state) {
      // This phone's own save, whose answer was lost when the page or the server went away.
      if (mark(answer.state) === mark(state)) return this.#saved(state, { version: answer.version, problems: [] });
      if (this.tried.includes(mark(answer.state))) { this.version = answer.version; return this.#send(leaving); }
      this.pending = null;
      this.onConflict(answer, state);
      return false;
    }
    if (answer.expired && await this.#freshToken()) return this.#send(leaving);
    if (response.status >= 500) return this.#again("offline");
    this.onStatus("error", answer.error);
    return false;
  }

  #saved(state, answer) {
    this.version = answer.version;
    this.tried = [];
    if (this.pending === state) {
      this.pending = null;
      this.#forget();
      this.onStatus("saved");
      this.onSaved?.(answer);
    } else {
      this.push(this.pending);
    }
    return true;
  }

  #remember() {
    const kept = { version: this.version, state: this.pending, tried: this.tried };
    try { localStorage.setItem(this.key, JSON.stringify(kept)); } catch { /* storage off */ }
  }

  #forget() {
    try { localStorage.removeItem(this.key); } catch { /* storage off */ }
  }

  /** Take over what another phone has saved, unless something here is on its way. */
  async #look() {
    const idle = () => !this.pending && !this.sending && !this.paused;
    if (idle() && document.visibilityState === "visible") {
      try {
        const response = await fetch(`${this.url}?since=${this.version}`, { headers: { Accept: "application/json" } });
        reached(true);
        if (response.status === 200) {
          const { version, state } = await response.json();
          if (idle() && version > this.version && this.onRemote(state)) this.version = version;
        }
      } catch { reached(false); }
    }
    setTimeout(() => this.#look(), LOOK);
  }

  #again(status) {
    this.onStatus(status);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), RETRY);
    return false;
  }

  async #freshToken() {
    const response = await fetch("/csrf");
    if (!response.ok) return false;
    const { token } = await response.json();
    const fresh = token !== this.token;
    this.token = token;
    return fresh;
  }
}

/** What tells one state of an entry from another. */
function mark({ layout, inventory, history, cursor, doubts }) {
  return JSON.stringify([layout, Object.entries(inventory).sort(), history.length, history.at(-1), cursor, doubts]);
}
