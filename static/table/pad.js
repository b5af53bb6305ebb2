// The pad shows within two seconds what another phone changed.
import { show } from "../lib/app.js";
import { poll } from "../lib/poll.js";

const EVERY = 1200;
const pad = document.getElementById("pad");
const typing = () => pad.contains(document.activeElement?.closest("form"));

// A screen reader is told who has won when it happens, not when a finished game is opened.
const ended = () => pad.querySelector(".winner strong")?.textContent ?? "";
let told = ended();
function tell() {
  const news = ended(), place = document.getElementById("told");
  if (place && news !== told) place.textContent = news;
  told = news;
}
new MutationObserver(tell).observe(pad, { childList: true });

poll(
  EVERY,
  () => (typing() ? null : `${pad.dataset.poll}?since=${pad.querySelector("[data-version]").dataset.version}`),
  async (response) => { show(pad, await response.text()); },
);
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
