// Walks through the blocks the reader was not sure of, the most doubtful first: the photo of the
// block large enough to tap its quadrants, one tap to say that it was read right.
const SIDE = 88;

export class DoubtWalk {
  /** @param {HTMLElement} panel @param {string} picture address of the pyramid from above */
  constructor(panel, picture, { onRight, onSkip, onQuadrant }) {
    this.panel = panel;
    this.canvas = panel.querySelector("canvas");
    this.canvas.width = this.canvas.height = SIDE * devicePixelRatio;
    this.image = new Image();
    this.image.addEventListener("load", () => this.#draw());
    this.image.src = picture;
    panel.querySelector(".right").addEventListener("click", onRight);
    panel.querySelector(".skip").addEventListener("click", onSkip);
    this.canvas.addEventListener("click", (event) =>
      onQuadrant(1 << (Math.floor(event.offsetX / SIDE * 2) + 2 * Math.floor(event.offsetY / SIDE * 2))));
  }

  /** Show a block, or nothing more to look at. */
  show(place, cell, frame, text, count) {
    this.panel.hidden = !place;
    Object.assign(this, { place, cell, frame });
    if (!place) return;
    this.panel.querySelector(".which").textContent = text;
    this.panel.querySelector(".skip").hidden = count < 2;
    this.#draw();
  }

  #draw() {
    if (!this.place || !this.image.naturalWidth) return;
    const { stage, row, column } = this.place, context = this.canvas.getContext("2d"), side = this.canvas.width;
    const unit = this.image.naturalWidth / (2 * this.frame.columns);
    context.drawImage(this.image, (stage - 1 + 2 * column) * unit, (stage - 1 + 2 * row) * unit, 2 * unit, 2 * unit, 0, 0, side, side);
    context.lineWidth = side / 40;
    context.strokeStyle = "#fff";
    context.shadowColor = "#000";
    context.shadowBlur = 3;
    for (let quadrant = 0; quadrant < 4; quadrant++) {
      if (!((this.cell.m ?? 0) >> quadrant & 1)) continue;
      context.beginPath();
      context.arc(side * (0.25 + 0.5 * (quadrant % 2)), side * (0.25 + 0.5 * (quadrant >> 1)), side * 0.2, 0, 7);
      context.stroke();
    }
  }
}
