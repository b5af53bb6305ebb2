// Says how many gems are kept while the person chooses which to discard.
import { fill } from "../lib/app.js";

const keep = document.getElementById("keep");
if (keep) {
  const boxes = [...keep.querySelectorAll("input")], note = document.getElementById("kept"), write = document.getElementById("write");
  const show = () => {
    const count = boxes.filter((box) => box.checked).length, most = Number(keep.dataset.most);
    note.textContent = fill(note.dataset.text, { count, most });
    write.disabled = count !== most;
  };
  keep.addEventListener("change", show);
  show();
}

// The look ahead arrives when it is ready; the page never waits for it.
const advice = document.getElementById("advice");
if (advice) {
  try {
    let response = await fetch(advice.dataset.url);
    while (response.status === 202) {
      await new Promise((resolve) => setTimeout(resolve, 400));
      response = await fetch(advice.dataset.url);
    }
    if (response.status === 200) advice.replaceChildren(document.createRange().createContextualFragment(await response.text()));
    else advice.hidden = true;
  } catch { advice.hidden = true; }
}
