// Sends a step; what was entered stays on this phone until the app has acknowledged it.
import { csrfToken } from "../lib/app.js";

let token = null;

/** @returns {Promise<{ok: boolean, status: number, html: ?string, error: ?string}>} */
export async function send(url, body, again = true) {
  token ??= csrfToken();
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token };
  let response;
  try {
    response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  } catch { return { ok: false, status: 0 }; }
  const text = await response.text();
  if (response.ok) return { ok: true, status: response.status, html: text };
  let answer = {};
  try { answer = JSON.parse(text); } catch { /* not ours */ }
  if (answer.expired && again) {
    token = (await (await fetch("/csrf")).json()).token;
    return send(url, body, false);
  }
  return { ok: false, status: response.status, error: answer.error };
}

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
