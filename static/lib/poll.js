// Asks again and again whether another phone changed something, while the page is in front.
import { reached } from "./app.js";

/**
 * @param {number} every milliseconds between two questions
 * @param {() => ?string} address where to ask now; null: not now
 * @param {(response: Response) => *} onChange called when there is something new
 * @returns {() => Promise} asks at once
 */
export function poll(every, address, onChange) {
  async function look() {
    const url = address();
    if (!url) return;
    try {
      const response = await fetch(url, { headers: { Accept: "application/json" } });
      reached(true);
      if (response.status === 200) await onChange(response);
      if (response.status === 404) location.reload(); // the table was wiped: the page says so
    } catch { reached(false); }
  }
  async function keepLooking() {
    if (document.visibilityState === "visible") await look();
    setTimeout(keepLooking, every);
  }
  setTimeout(keepLooking, every);
  return look;
}
