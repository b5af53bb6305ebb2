// The pad shows within two seconds what another phone changed.
import { reached } from "../lib/app.js";

const EVERY = 1200;
const pad = document.getElementById("pad");

async function look() {
  if (document.visibilityState === "visible" && !pad.contains(document.activeElement?.closest("form"))) {
    const version = pad.querySelector("[data-version]").dataset.version;
    try {
      const response = await fetch(`${pad.dataset.poll}?since=${version}`);
      reached(true);
      if (response.status === 200) pad.innerHTML = await response.text();
    } catch { reached(false); }
  }
  setTimeout(look, EVERY);
}
setTimeout(look, EVERY);
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
