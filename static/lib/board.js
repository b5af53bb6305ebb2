// Draws a Layout as SVG: stone blocks with their centre cross, gems in their quadrants.
const SVG = "http://www.w3.org/2000/svg";
const UNIT = 10;

export function element(name, attributes, parent) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  parent?.append(node);
  return node;
}

/**
 * @param {SVGElement} svg emptied and filled anew
 * @param {Layout} layout
 * @param {{gems: string, colors: Object, letters: Object, picture: ?string, label: Function, visible: Function, doubtful: Function, locked: Function}} look
 */
export function draw(svg, layout, look) {
  svg.setAttribute("viewBox", `0 0 ${2 * layout.columns * UNIT} ${2 * layout.rows * UNIT}`);
  svg.classList.toggle("tall", layout.rows > layout.columns);
  svg.classList.toggle("over-photo", Boolean(look.picture));
  const content = document.createDocumentFragment();
  if (look.picture)
    element("image", { href: look.picture, width: "100%", height: "100%", preserveAspectRatio: "none" }, content);
  layout.stages.forEach((rows, index) => {
    const group = element("g", { class: "stage" }, content);
    rows.forEach((row, r) => {
      const line = element("g", { role: "row" }, group);
      row.forEach((cell, c) => drawBlock(line, cell, { stage: index + 1, row: r, column: c }, look));
    });
  });
  svg.replaceChildren(content);
}

function drawBlock(parent, cell, place, look) {
  const kind = cell.c === "-" ? "gap" : cell.c === "?" ? "unknown" : look.colors[cell.c];
  const x = UNIT * (place.stage - 1 + 2 * place.column), y = UNIT * (place.stage - 1 + 2 * place.row);
  const marks = [kind, look.locked(place) ? "locked" : "", look.doubtful(place) ? "doubt" : ""];
  const block = element("g", {
    class: marks.join(" ").trim(), transform: `translate(${x} ${y})`, role: "gridcell", tabindex: "-1",
    "aria-label": look.label(place, cell), "data-place": `${place.stage},${place.row},${place.column}`,
  }, parent);
  if (look.picture) element("path", { class: "face", d: squares(kind === "gap" ? 15 : look.visible(place)) }, block);
  else element("rect", { class: "face", width: 20, height: 20, rx: 1.4 }, block);
  drawTexture(block, kind, look, place);
  if (!look.picture) element("rect", { class: "frame", x: 1.3, y: 1.3, width: 17.4, height: 17.4, rx: 1 }, block);
  if (kind !== "gap" && !look.picture) element("path", { class: "cross", d: "M10 1.5v17M1.5 10h17" }, block);
  if (kind !== "gap" && kind !== "unknown") {
    const [x, y] = letterPlace(look.visible(place), cell.m ?? 0);
    if (x) element("text", { class: "letter", x, y }, block).textContent = look.letters[cell.c];
    for (let quadrant = 0; quadrant < 4; quadrant++)
      if ((cell.m ?? 0) & look.visible(place) & 1 << quadrant) drawIcon(block, kind, 5 + 10 * (quadrant % 2), 5 + 10 * (quadrant >> 1), look);
  }
  if (look.doubtful(place)) element("text", { class: "doubt-mark", x: 16.5, y: 3.5 }, block).textContent = "?";
}

/** Each colour has lines of its own; over a photo only where the block is seen. */
function drawTexture(block, kind, look, place) {
  if (kind === "gap" || kind === "unknown") return;
  const whole = { href: `${look.gems}#on-${kind}`, width: 20, height: 20 };
  if (!look.picture) { element("use", { class: "texture", ...whole }, block); return; }
  for (let quadrant = 0; quadrant < 4; quadrant++) {
    if (!(look.visible(place) & 1 << quadrant)) continue;
    const x = 10 * (quadrant % 2), y = 10 * (quadrant >> 1);
    const part = element("svg", { class: "texture", x, y, width: 10, height: 10, viewBox: `${x} ${y} 10 10` }, block);
    element("use", whole, part);
  }
}

const squares = (mask) => [0, 1, 2, 3].filter((quadrant) => mask >> quadrant & 1)
  .map((quadrant) => `M${10 * (quadrant % 2)} ${10 * (quadrant >> 1)}h10v10h-10z`).join("");

/** The centre of a block that is wholly seen, else of a seen quadrant without icon. */
function letterPlace(visible, icons) {
  if (visible === 15) return [10, 10];
  const free = [0, 1, 2, 3].find((quadrant) => (visible & ~icons) >> quadrant & 1);
  return free === undefined ? [] : [5 + 10 * (free % 2), 5 + 10 * (free >> 1)];
}

/** Over a photo an icon is a ring, so that what is under it can be compared. */
function drawIcon(block, color, x, y, look) {
  element("circle", { class: look.picture ? "ring" : "disc", cx: x, cy: y, r: 4.2 }, block);
  if (look.picture) return;
  element("use", { href: `${look.gems}#${color}`, x: x - 3.6, y: y - 3.6, width: 7.2, height: 7.2 }, block);
}
