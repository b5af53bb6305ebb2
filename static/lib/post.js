// Sends what changes something, with the token of the forms; one that has expired is renewed once.
import { reached } from "./app.js";

let token = document.querySelector("meta[name=csrf]").content;

const headers = () => ({ Accept: "application/json", "X-CSRFToken": token });

/** Whether a refusal means that the token has expired, and there is a new one now. */
async function renewed(status, answer) {
  if (status !== 400 || !answer.expired) return false;
  const response = await fetch("/csrf");
  const fresh = response.ok ? (await response.json()).token : token;
  const changed = fresh !== token;
  token = fresh;
  return changed;
}

/** The JSON of a text; an empty object if it is none of ours. */
function parsed(text) {
  try { return JSON.parse(text) ?? {}; } catch { return {}; }
}

/**
 * @param {object|FormData} body JSON unless it is a form
 * @returns {Promise<{ok: boolean, status: number, text: string, answer: object}>} status 0: not reached
 */
export async function send(url, body, { method = "POST", keepalive = false } = {}, again = true) {
  const form = body instanceof FormData;
  const own = form ? headers() : { ...headers(), "Content-Type": "application/json" };
  try {
    const response = await fetch(url, { method, keepalive, headers: own, body: form ? body : JSON.stringify(body) });
    const text = await response.text(), answer = parsed(text);
    reached(true);
    if (again && await renewed(response.status, answer)) return send(url, body, { method, keepalive }, false);
    return { ok: response.ok, status: response.status, text, answer };
  } catch {
    reached(false);
    return { ok: false, status: 0, text: "", answer: {} };
  }
}

/** As `send`, for what is large: `onProgress` hears which share has been sent. */
export async function upload(url, form, onProgress, again = true) {
  const found = await new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => onProgress(event.loaded / event.total);
    request.onerror = () => resolve({ ok: false, status: 0, answer: {} });
    request.onload = () => resolve({ ok: request.status < 300, status: request.status, answer: parsed(request.responseText) });
    request.send(form);
  });
  reached(found.status !== 0);
  if (again && await renewed(found.status, found.answer)) return upload(url, form, onProgress, false);
  return found;
}
