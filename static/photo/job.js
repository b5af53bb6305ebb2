// Sends a form that starts work on a photo and looks after the work: upload, queue, done.
import { fill } from "../lib/app.js";
import { upload } from "../lib/post.js";

const EVERY = 250;
const busy = document.getElementById("busy");
const texts = JSON.parse(busy.dataset.texts);
const [bar, say, close] = ["progress", "p", "button"].map((part) => busy.querySelector(part));

let stale = false;
close.addEventListener("click", () => {
  busy.hidden = true;
  if (stale) location.reload();
});

function show(text, share) {
  busy.hidden = false;
  close.hidden = true;
  say.textContent = text;
  if (share === undefined) bar.removeAttribute("value"); else bar.value = share;
  bar.hidden = false;
}

function fail(text) {
  say.textContent = text;
  bar.hidden = true;
  close.hidden = false;
  close.focus();
}

/** POST the fields; resolves to the address to go on to, or null after showing what is wrong. */
export async function photoJob(url, fields) {
  return await finished(url, fields, (job, next) => next);
}

/** POST the fields; resolves to what the work found, or null after showing what is wrong. */
export async function photoFinding(url, fields) {
  return await finished(url, fields, (job) => { busy.hidden = true; return job; });
}

async function finished(url, fields, result) {
  let started;
  try {
    show(texts.sending, 0);
    started = await send(url, fields);
    for (;;) {
      const response = await fetch(started.job, { headers: { Accept: "application/json" } });
      const job = await response.json();
      if (!response.ok) throw refusal(response.status, job.error);
      if (job.done) return result(job, started.next);
      show(job.ahead ? fill(texts.waiting, { count: job.ahead }) : texts.reading);
      await new Promise((resolve) => setTimeout(resolve, EVERY));
    }
  } catch (error) {
    fail(error instanceof TypeError ? texts.offline : error.message);
    return null;
  }
}

/** What the server refused; a page that another phone overtook is loaded anew afterwards. */
function refusal(status, text) {
  stale = status === 409;
  return new Error(text ?? texts.offline);
}

async function send(url, fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const { status, answer } = await upload(url, form, (share) => show(texts.sending, share));
  if (status === 202) return answer;
  throw refusal(status, answer.error);
}
