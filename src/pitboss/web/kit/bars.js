/** Pictures of numbers: chances as bars, a result as a line. Every number is also there as text. */

import { el, svg } from "./dom.js";

const WIDTH = 130;
const ROW = 18;
const NAMES = 100; // for the names, at least
const LETTER = 6.6; // the width of one, at most

/** Chances as bars under a title. @param {string} title @param {[string, number][]} chances */
export function bars(title, chances) {
  const most = Math.max(...chances.map(([, chance]) => chance), Number.EPSILON);
  const height = ROW * chances.length;
  const names = Math.max(NAMES, ...chances.map(([name]) => 10 + LETTER * name.length));
  const words = chances.map(([name, chance]) => `${name} ${percent(chance)}`).join(", ");
  return el(
    "figure",
    { class: "bars" },
    el("figcaption", {}, title),
    svg(
      "svg",
      { viewBox: `0 0 ${names + WIDTH + 55} ${height}`, role: "img", "aria-label": `${title}: ${words}` },
      chances.map(([name, chance], n) => {
        const y = n * ROW;
        const length = Math.max(1, (chance / most) * WIDTH);
        return svg(
          "g",
          {},
          svg("text", { x: names - 6, y: y + 13, "text-anchor": "end" }, name),
          svg("rect", { x: names, y: y + 3, width: length, height: ROW - 6, rx: 2 }),
          svg("text", { x: names + length + 5, y: y + 13 }, percent(chance)),
        );
      }),
    ),
  );
}

/** @param {number} chance */
const percent = (chance) => `${(100 * chance).toFixed(chance < 0.1 ? 2 : 1)} %`;

/**
 * A result round by round, with the band in which luck alone keeps it in 19 of 20 sessions at the end.
 * @param {string} title @param {number[]} values  after each round, in cents @param {{middle: number, band: number}|null} end
 */
export function line(title, values, end) {
  const [width, height] = [360, 140];
  const highest = Math.max(0, ...values, end ? end.middle + end.band : 0);
  const lowest = Math.min(0, ...values, end ? end.middle - end.band : 0);
  const scale = height / Math.max(1, highest - lowest);
  const x = (/** @type {number} */ n) => (values.length ? (n / values.length) * (width - 20) : 0);
  const y = (/** @type {number} */ value) => (highest - value) * scale;
  const points = [0, ...values].map((value, n) => `${x(n).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  return el(
    "figure",
    { class: "result-line" },
    el("figcaption", {}, title),
    svg(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title },
      end &&
        svg("rect", {
          class: "band",
          x: width - 18,
          y: y(end.middle + end.band),
          width: 14,
          height: Math.max(1, 2 * end.band * scale),
        }),
      svg("line", { class: "zero", x1: 0, x2: width, y1: y(0), y2: y(0) }),
      svg("polyline", { points, fill: "none" }),
    ),
  );
}
