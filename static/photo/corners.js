// Four corners to drag over the photo, with a magnifier where the finger hides the spot.
import { fill } from "../lib/app.js";
import { photoFinding, photoJob } from "./job.js";

const frame = document.getElementById("frame"), photo = frame.querySelector("img");
const overlay = frame.querySelector("svg"), outline = overlay.querySelector("polygon");
const loupe = frame.querySelector("canvas"), field = document.querySelector("input[name=corners]");
const REACH = 30;
const ZOOM = 3;
const corners = JSON.parse(field.value);
const handles = [...overlay.querySelectorAll("circle")];
const TAP = 8;
let dragged = null, touched = null;

function show() {
  const size = photo.naturalWidth / photo.clientWidth;
  overlay.setAttribute("viewBox", `0 0 ${photo.naturalWidth} ${photo.naturalHeight}`);
  outline.setAttribute("points", corners.map((corner) => corner.join(",")).join(" "));
  handles.forEach((handle, index) => {
    handle.setAttribute("cx", corners[index][0]);
    handle.setAttribute("cy", corners[index][1]);
    handle.setAttribute("r", 22 * size);
    const x = percent(corners[index][0], photo.naturalWidth), y = percent(corners[index][1], photo.naturalHeight);
    handle.setAttribute("aria-valuenow", x);
    handle.setAttribute("aria-valuetext", fill(handle.dataset.where, { x, y }).replaceAll("%%", "%"));
  });
  field.value = JSON.stringify(corners.map(([x, y]) => [Math.round(x * 10) / 10, Math.round(y * 10) / 10]));
}

const percent = (part, whole) => Math.round(100 * part / (whole || 1));

function magnify() {
  loupe.hidden = dragged === null;
  if (dragged === null) return;
  const [x, y] = corners[dragged], context = loupe.getContext("2d");
  const span = loupe.width / ZOOM * photo.naturalWidth / photo.clientWidth / devicePixelRatio;
  loupe.className = `loupe ${x > photo.naturalWidth / 2 ? "left" : "right"}`;
  context.fillRect(0, 0, loupe.width, loupe.height);
  context.drawImage(photo, x - span / 2, y - span / 2, span, span, 0, 0, loupe.width, loupe.height);
  context.strokeStyle = "#ffdf7d";
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(loupe.width / 2, 0); context.lineTo(loupe.width / 2, loupe.height);
  context.moveTo(0, loupe.height / 2); context.lineTo(loupe.width, loupe.height / 2);
  context.stroke();
}

function point(event) {
  const box = photo.getBoundingClientRect(), scale = photo.naturalWidth / box.width;
  return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
}
const within = (value, most) => Math.min(Math.max(value, -0.05 * most), 1.05 * most);

// A tap outside the frame, on no handle, means another pyramid.
function outside(x, y) {
  const reach = 26 * photo.naturalWidth / 320;
  if (corners.some(([cx, cy]) => Math.hypot(cx - x, cy - y) < reach)) return false;
  const sides = corners.map(([ax, ay], index) => {
    const [bx, by] = corners[(index + 1) % 4];
    return Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
  });
  return new Set(sides).size > 1;
}

async function look(x, y) {
  const found = await photoFinding(frame.dataset.near, { point: JSON.stringify([x, y]) });
  if (!found) return;
  corners.splice(0, 4, ...found.corners);
  show();
}

frame.addEventListener("pointerdown", (event) => {
  const [x, y] = point(event);
  touched = event.isPrimary && outside(x, y) ? { x, y, at: [event.clientX, event.clientY] } : null;
  const distances = corners.map(([cx, cy]) => Math.hypot(cx - x, cy - y));
  const nearest = distances.indexOf(Math.min(...distances));
  if (distances[nearest] > REACH * photo.naturalWidth / photo.clientWidth) return;
  dragged = nearest;
  frame.setPointerCapture(event.pointerId);
  frame.offset = [corners[dragged][0] - x, corners[dragged][1] - y];
  magnify();
});
frame.addEventListener("pointermove", (event) => {
  if (touched && Math.hypot(event.clientX - touched.at[0], event.clientY - touched.at[1]) > TAP) touched = null;
  if (dragged === null || touched) return;
  const [x, y] = point(event);
  move(dragged, x + frame.offset[0], y + frame.offset[1]);
});
for (const end of ["pointerup", "pointercancel"])
  frame.addEventListener(end, () => {
    dragged = null;
    magnify();
    if (touched && end === "pointerup") look(touched.x, touched.y);
    touched = null;
  });

function move(index, x, y) {
  corners[index] = [within(x, photo.naturalWidth), within(y, photo.naturalHeight)];
  show();
  magnify();
}
handles.forEach((handle, index) => handle.addEventListener("keydown", (event) => {
  const step = (event.shiftKey ? 10 : 1) * photo.naturalWidth / 800;
  const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
  if (!by) return;
  event.preventDefault();
  move(index, corners[index][0] + by[0], corners[index][1] + by[1]);
}));

loupe.width = loupe.height = 116 * devicePixelRatio;
const form = document.querySelector("form");
async function read() {
  const next = await photoJob(form.action, { corners: field.value, version: form.elements.version.value, photo: form.elements.photo.value });
  if (next) location.replace(next);
}
form.addEventListener("submit", (event) => {
  event.preventDefault();
  read();
});
for (const input of document.querySelectorAll("input[type=file]")) {
  input.addEventListener("change", async () => {
    const [another] = input.files;
    if (!another) return;
    const next = await photoJob(frame.dataset.photo, { photo: another });
    input.value = "";
    if (next) location.replace(next);
  });
}
if (photo.complete) show();
photo.addEventListener("load", show);
if ("straight" in frame.dataset) read();
