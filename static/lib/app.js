// On every page: keep the screen awake while a page of the table is in front.
async function stayAwake() {
  if (document.visibilityState !== "visible" || !navigator.wakeLock) return;
  try { await navigator.wakeLock.request("screen"); } catch { /* the browser may refuse */ }
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
const sleeps = document.getElementById("sleeps");
if (sleeps) sleeps.hidden = Boolean(navigator.wakeLock);

const banner = document.getElementById("offline");
/** Say whether the app can be reached. */
export const reached = (yes) => { banner.hidden = yes; };

/** A part of a page that the server has made; its scripts never run. */
export function fragment(html) {
  const part = document.createDocumentFragment();
  part.append(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
  return part;
}
/** Put such a part in place of what an element holds; what has the focus there keeps it. */
export function show(element, html) {
  const held = element.contains(document.activeElement) ? sameAs(document.activeElement) : null;
  element.replaceChildren(fragment(html));
  if (held) [...element.querySelectorAll("a, button, input")].find((each) => sameAs(each) === held)?.focus({ preventScroll: true });
}
/** What a link, button or field is known by when a newer one comes in its place. */
const sameAs = (node) => node.dataset.cell || node.id || node.getAttribute("href") || (node.form && `${node.form.action} ${node.name}`);

/** Fill "%(name)s" places of a translated text. */
export const fill = (text, details) => text.replace(/%\((\w+)\)s/g, (_, name) => details[name]);
