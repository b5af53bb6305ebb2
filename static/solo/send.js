// What was entered stays on this phone until the app has acknowledged it.
export { send } from "../lib/post.js";

export function keep(key, draft) {
  try { localStorage.setItem(key, JSON.stringify(draft)); } catch { /* storage off */ }
}

export function forget(key) {
  try { localStorage.removeItem(key); } catch { /* storage off */ }
}

/** What this phone kept of the same version of the table; null if nothing. */
export function kept(key, version) {
  try {
    const draft = JSON.parse(localStorage.getItem(key));
    return draft?.version === version ? draft : null;
  } catch { return null; }
}
