/** Dice and tiles: faces made of pips, and what a tile is called. */

import { svg } from "../kit/dom.js";

/** @import { Box } from "./felt.js" */
/** @import { TileName } from "../kit/types.js" */

/** Pips of a half or a face of side 2, by how many. @type {Record<number, [x: number, y: number][]>} */
const AT = {
  0: [],
  1: [[0, 0]],
  2: [[-0.5, -0.5], [0.5, 0.5]],
  3: [[-0.55, -0.55], [0, 0], [0.55, 0.55]],
  4: [[-0.5, -0.5], [0.5, -0.5], [-0.5, 0.5], [0.5, 0.5]],
  5: [[-0.55, -0.55], [0.55, -0.55], [0, 0], [-0.55, 0.55], [0.55, 0.55]],
  6: [[-0.5, -0.6], [0.5, -0.6], [-0.5, 0], [0.5, 0], [-0.5, 0.6], [0.5, 0.6]],
};

/** Whether an outcome is of dice: `3 4`. @param {string} outcome */
export const isDice = (outcome = "") => /^[1-6]( [1-6])+$/.test(outcome);

/**
 * @param {number} count @param {number} cx @param {number} cy @param {number} half @param {number} radius
 * @param {(x: number) => boolean} red  which pips are red, by the side they are on
 */
const pips = (count, cx, cy, half, radius, red = () => false) =>
  (AT[count] ?? []).map(([x, y]) =>
    svg("circle", { class: red(x) ? "pip red" : "pip", cx: cx + x * half, cy: cy + y * half, r: radius }),
  );

/** One die, its middle at the origin. @param {number} count @param {number} side */
const die = (count, side) =>
  svg(
    "g",
    { class: "die" },
    svg("rect", { class: "die-body", x: -side / 2, y: -side / 2, width: side, height: side, rx: side * 0.18 }),
    pips(count, 0, 0, side / 2, side * 0.1),
  );

/** Dice in a box, from an outcome such as `3 4`. @param {Box} box @param {string} outcome */
export function diceIn(box, outcome) {
  const counts = outcome.split(" ").map(Number);
  const side = Math.min(box.height * 0.7, (box.width / counts.length) * 0.75);
  const group = svg("g", { class: "dice" });
  counts.forEach((count, n) => {
    const x = box.cx + (n - (counts.length - 1) / 2) * side * 1.25;
    const one = die(count, side);
    const place = svg("g", { transform: `translate(${x} ${box.cy}) rotate(${n % 2 ? 7 : -6})` }, one);
    group.append(place);
  });
  return group;
}

/** Dice as a small picture of their own, for lists. @param {string} outcome */
export function dicePicture(outcome) {
  const counts = outcome.split(" ").map(Number);
  const faces = counts.map((count, n) => svg("g", { transform: `translate(${11 + n * 24} 11)` }, die(count, 20)));
  const width = 24 * counts.length - 2;
  const size = { viewBox: `0 0 ${width} 22`, width, height: 22 };
  return svg("svg", { ...size, class: "dice-picture", "aria-hidden": "true" }, faces);
}

/** `3 and 4, total 7`. @param {string} outcome */
export function spokenDice(outcome) {
  const counts = outcome.split(" ").map(Number);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return `${counts.slice(0, -1).join(", ")} and ${counts.at(-1)}, total ${total}`;
}

/** A shaker with its lid on. @param {Box} box */
export function shakerIn(box) {
  const [width, height] = [Math.min(box.width * 0.6, box.height * 1.3), box.height * 0.62];
  const [left, foot] = [box.cx - width / 2, box.cy + height * 0.42];
  const [rim, top] = [foot - height * 0.35, foot - height * 1.35];
  const dome = `M${left + 6} ${foot}V${rim}Q${box.cx} ${top} ${left + width - 6} ${rim}V${foot}Z`;
  return svg(
    "g",
    { class: "shaker" },
    svg("path", { class: "shaker-dome", d: dome }),
    svg("rect", { class: "shaker-foot", x: left, y: foot - 2, width, height: 9, rx: 4 }),
    svg("circle", { class: "shaker-knob", cx: box.cx, cy: foot - height * 0.88, r: 4.5 }),
  );
}

// --- tiles

/** @type {Record<string, TileName>} */
let known = {};

/** Take in what the tiles of this table are called and how they rank. @param {Record<string, TileName>} tiles */
export const learnTiles = (tiles) => (known = tiles);

/** Whether this is a tile, not a card. @param {string} card */
export const isTile = (card = "") => /^\d-\d$/.test(card);

/** `Eleven 5-6, Foo, rank 8 of 17`; just its spots where no more is known. @param {string} spots */
export function spokenTile(spots) {
  const found = known[spots];
  if (!found) return `tile ${spots}`;
  return [`${found.name} ${spots}`, found.traditional, `rank ${found.rank} of ${found.of}`].filter(Boolean).join(", ");
}

/** What is written under a tile: its two names, its rank. @param {string} spots @returns {string[]} */
export function tileWords(spots, sign = "rank ") {
  const found = known[spots];
  return found ? [found.name, found.traditional ?? "", `${sign}${found.rank}`] : [];
}

/** A tile as a small picture of its own, its name and rank beneath. @param {string} name */
export function tilePicture(name) {
  const line = (/** @type {number} */ n) => ({ class: "tile-word", x: 35, y: 116 + n * 19, "font-size": 17 });
  const words = tileWords(name).map((word, n) => svg("text", line(n), word));
  const box = { viewBox: "-1 -1 72 161", class: "card-picture tile-picture", "aria-hidden": "true" };
  return svg("svg", box, tile(name, 70, 104), words);
}

/**
 * Ones and fours are red, and of the double six the left column: so tiles are painted.
 * @param {string} spots @param {number} count @returns {(x: number) => boolean}
 */
function redOn(spots, count) {
  if (spots === "6-6") return (x) => x < 0;
  return () => count === 1 || count === 4;
}

/**
 * A tile such as `5-6`, its corner at the origin; an empty one lies face down.
 * @param {string} name @param {number} width @param {number} height
 */
export function tile(name, width, height) {
  const body = svg("rect", { class: "tile-body", width, height, rx: width * 0.12 });
  if (!name) {
    const inset = width * 0.12;
    const back = { class: "tile-back", x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset };
    return svg("g", { class: "tile down" }, body, svg("rect", { ...back, rx: width * 0.08 }));
  }
  const [above, below] = name.split("-").map(Number);
  const half = Math.min(width, height / 2) / 2;
  const radius = half * 0.19;
  return svg(
    "g",
    { class: "tile" },
    svg("title", {}, spokenTile(name)),
    body,
    svg("line", { class: "tile-line", x1: width * 0.15, x2: width * 0.85, y1: height / 2, y2: height / 2 }),
    pips(above, width / 2, height / 4, half, radius, redOn(name, above)),
    pips(below, width / 2, (3 * height) / 4, half, radius, redOn(name, below)),
  );
}
