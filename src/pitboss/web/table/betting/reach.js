/**
 * How far around an area a press still counts for it: up to the middle of the way to the next one, or further where that
 * one is large, so that small areas can be hit with a finger and none is hit for another.
 */

import { findAll, svg } from "../../kit/dom.js";

/** @import { Rectangle } from "./arrangement.js" */
/** @import { Area } from "../../felt/felt.js" */

const FREE = 26; // units, where nothing is beside an area
const MOST_GIVEN = 8; // units of its edge that a large area leaves to a small one
const LARGE = 40; // units: what is as large needs nothing of the way to its neighbours

/**
 * The distance to the nearest of others in each direction, and what they can do without.
 * @param {Rectangle} box @param {Rectangle[]} others @param {(other: Rectangle, size: number) => number} spare
 */
function gaps(box, others, spare = () => 0) {
  const found = { up: FREE, down: FREE, left: FREE, right: FREE };
  for (const other of others) {
    const across = other.x < box.x + box.width && other.x + other.width > box.x;
    const along = other.y < box.y + box.height && other.y + other.height > box.y;
    if (across === along) continue; // it lies over this one, or away from it on both axes
    const needs = (across ? other.height : other.width) < LARGE;
    const given = spare(other, across ? other.height : other.width);
    const share = (/** @type {number} */ gap) => Math.max(0, given ? gap + given : gap * (needs ? 0.5 : 0.9));
    if (across && other.y < box.y) found.up = Math.min(found.up, share(box.y - other.y - other.height));
    else if (across) found.down = Math.min(found.down, share(other.y - box.y - box.height));
    else if (other.x < box.x) found.left = Math.min(found.left, share(box.x - other.x - other.width));
    else found.right = Math.min(found.right, share(other.x - box.x - box.width));
  }
  return found;
}

/** The shorter side of each area with all that it can reach. @param {Rectangle[]} boxes */
export const roomOf = (boxes) =>
  boxes.map((box) => {
    const { up, down, left, right } = gaps(box, boxes.filter((other) => other !== box));
    return Math.min(box.width + left + right, box.height + up + down);
  });

/**
 * Let areas be hit around their edges where they are smaller than a target: beyond them, and on the edge of a larger one
 * that lies under them.
 * @param {Area[]} areas  those that can be pressed now, in one scale @param {(area: Area) => Rectangle} boxOf
 * @param {{target: number, between: number}} sizes  in units, of areas and of lines and corners between them
 */
export function widen(areas, boxOf, { target, between }) {
  const printed = areas.filter(({ hot }) => !hot);
  const boxes = printed.map(boxOf);
  for (const area of areas) {
    for (const old of findAll(area.node, ":scope > .margin", SVGElement)) old.remove();
    if (!area.hot) continue;
    const { cx, cy } = area.box;
    area.node.append(svg("rect", { x: cx - between / 2, y: cy - between / 2, width: between, height: between, class: "reach margin" }));
  }
  for (const [n, area] of printed.entries()) {
    const box = boxes[n];
    const [wide, high] = [Math.max(0, target - box.width), Math.max(0, target - box.height)];
    if (!wide && !high) continue;
    const under = new Set(boxes.slice(0, n));
    const spare = (/** @type {Rectangle} */ other, /** @type {number} */ size) => (under.has(other) ? Math.max(0, Math.min(MOST_GIVEN, (size - target) / 2)) : 0);
    const { up, down, left, right } = gaps(box, boxes.filter((other) => other !== box), spare);
    const [x, y] = [shared(wide, left, right), shared(high, up, down)];
    const reach = { x: box.x - x.before, y: box.y - y.before, width: box.width + x.before + x.after, height: box.height + y.before + y.after };
    area.node.prepend(svg("rect", { ...reach, class: "reach margin" }));
  }
}

/** What is lacking, taken from both sides as far as they have it. @param {number} lacking @param {number} before @param {number} after */
function shared(lacking, before, after) {
  const first = Math.min(before, lacking / 2);
  const second = Math.min(after, lacking - first);
  return { before: Math.min(before, lacking - second), after: second };
}
