/** Dice and tiles: faces made of pips. */

import { svg } from "./dom.js";

/** Pips of a half or a face of side 2, by how many. */
const AT = {
  0: [],
  1: [[0, 0]],
  2: [
    [-0.5, -0.5],
    [0.5, 0.5],
  ],
  3: [
    [-0.55, -0.55],
    [0, 0],
    [0.55, 0.55],
  ],
  4: [
    [-0.5, -0.5],
    [0.5, -0.5],
    [-0.5, 0.5],
    [0.5, 0.5],
  ],
  5: [
    [-0.55, -0.55],
    [0.55, -0.55],
    [0, 0],
    [-0.55, 0.55],
    [0.55, 0.55],
  ],
  6: [
    [-0.5, -0.6],
    [0.5, -0.6],
    [-0.5, 0],
    [0.5, 0],
    [-0.5, 0.6],
    [0.5, 0.6],
  ],
};

const pips = (count, cx, cy, half, radius) =>
  (AT[count] ?? []).map(([x, y]) => svg("circle", { class: "pip", cx: cx + x * half, cy: cy + y * half, r: radius }));

/** One die, its middle at the origin. */
export const die = (count, side) =>
  svg(
    "g",
    { class: "die" },
    svg("rect", { class: "die-body", x: -side / 2, y: -side / 2, width: side, height: side, rx: side * 0.18 }),
    pips(count, 0, 0, side / 2, side * 0.09),
  );

/** A tile such as `5-6`, its corner at the origin; an empty one lies face down. */
export function tile(name, width, height) {
  const body = svg("rect", { class: "tile-body", width, height, rx: width * 0.12 });
  if (!name) return svg("g", { class: "tile down" }, body);
  const [above, below] = name.split("-").map(Number);
  const half = Math.min(width, height / 2) / 2;
  return svg(
    "g",
    { class: "tile" },
    body,
    svg("line", { class: "tile-line", x1: width * 0.15, x2: width * 0.85, y1: height / 2, y2: height / 2 }),
    pips(above, width / 2, height / 4, half, half * 0.17),
    pips(below, width / 2, (3 * height) / 4, half, half * 0.17),
  );
}

/** Dice in a box, from an outcome such as `3 4`. @param {import("./felt.js").Box} box */
export function diceIn(box, outcome) {
  const counts = outcome.split(" ").map(Number);
  const side = Math.min(box.height * 0.7, (box.width / counts.length) * 0.75);
  const group = svg("g", { class: "dice" });
  counts.forEach((count, n) => {
    const x = box.cx + (n - (counts.length - 1) / 2) * side * 1.25;
    const one = die(count, side);
    one.setAttribute("transform", `translate(${x} ${box.cy}) rotate(${n % 2 ? 7 : -6})`);
    group.append(one);
  });
  return group;
}
