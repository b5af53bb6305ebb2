// Says how many gems are kept while the person chooses which to discard.
import { fill, fragment } from "../lib/app.js";

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

// The look ahead arrives when it is ready; the page never waits for it, and nothing moves.
const advice = document.getElementById("advice");
if (advice) {
  try {
    let response = await fetch(advice.dataset.url);
    while (response.status === 202) {
      await new Promise((resolve) => setTimeout(resolve, 400));
      response = await fetch(advice.dataset.url);
    }
    if (response.status === 200) showAdvice(await response.text());
    else advice.replaceChildren();
  } catch { advice.replaceChildren(); }
}

function showAdvice(html) {
  const part = fragment(html);
  for (const total of part.querySelectorAll("[data-for]"))
    document.querySelector(`[data-plan="${total.dataset.for}"] .later`)?.replaceChildren(...total.childNodes);
  advice.replaceChildren(part);
}
