// On every page: keep the screen awake while a page of the table is in front.
async function stayAwake() {
  if (document.visibilityState !== "visible" || !navigator.wakeLock) return;
  try { await navigator.wakeLock.request("screen"); } catch { /* the browser may refuse */ }
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();

const banner = document.getElementById("offline");
/** Say whether the app can be reached. */
export const reached = (yes) => { banner.hidden = yes; };

export const csrfToken = () => document.querySelector("meta[name=csrf]").content;

/** Fill "%(name)s" places of a translated text. */
export const fill = (text, details) => text.replace(/%\((\w+)\)s/g, (_, name) => details[name]);
