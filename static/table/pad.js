// The pad shows within two seconds what another phone changed.
import { show } from "../lib/app.js";
import { poll } from "../lib/poll.js";

const EVERY = 1200;
const pad = document.getElementById("pad");
const typing = () => pad.contains(document.activeElement?.closest("form"));

poll(
  EVERY,
  () => (typing() ? null : `${pad.dataset.poll}?since=${pad.querySelector("[data-version]").dataset.version}`),
  async (response) => { show(pad, await response.text()); },
);
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
