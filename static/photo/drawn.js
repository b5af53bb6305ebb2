// The photo with the areas on it: asked for when it is opened, shown once the server has drawn it.
const EVERY = 400;
const JSON_PLEASE = { headers: { Accept: "application/json" } };

/** Resolves once the job is over, well or not. */
async function done(job) {
  for (;;) {
    const answer = await fetch(job, JSON_PLEASE);
    if (!answer.ok || (await answer.json()).done) return;
    await new Promise((resolve) => setTimeout(resolve, EVERY));
  }
}

async function draw(place) {
  const [note, image, save] = ["[role=status]", "img", "p:last-child"].map((part) => place.querySelector(part));
  const ask = () => fetch(place.dataset.drawn, JSON_PLEASE);
  try {
    let answer = await ask();
    if (answer.status === 202) {
      await done((await answer.json()).job);
      answer = await ask();
    }
    if (!answer.ok) {
      note.textContent = (await answer.json()).error;
      return;
    }
    await answer.blob();
    image.src = place.dataset.drawn;  // from the browser's cache
    image.hidden = save.hidden = false;
    note.hidden = true;
  } catch { note.textContent = note.dataset.offline; }
}

for (const place of document.querySelectorAll("details[data-drawn]")) {
  place.addEventListener("toggle", () => { if (place.open) draw(place); }, { once: true });
}
