/**
 * How far around an area a press still counts for it: up to the middle of the way to the next one, or further where that
 * one is large, so that small areas can be hit with a finger and none is hit for another.
 */

import { findAll, svg } from "./dom.js";

/** @import { Rectangle } from "./arrangement.js" */
/** @import { Area } from "./felt.js" */

const FREE = 26; // units, where nothing is beside an area
const LARGE = 40; // units: what is as large needs nothing of the way to its neighbours

/**
 * The distance to the nearest of others in each direction.
 * @param {Rectangle} box @param {Rectangle[]} others
 */
function gaps(box, others) {
  const found = { up: FREE, down: FREE, left: FREE, right: FREE };
  for (const other of others) {
    const across = other.x < box.x + box.width && other.x + other.width > box.x;
    const along = other.y < box.y + box.height && other.y + other.height > box.y;
    if (across === along) continue; // it lies over this one, or away from it on both axes
    const needs = (across ? other.height : other.width) < LARGE;
    const share = (/** @type {number} */ gap) => Math.max(0, gap * (needs ? 0.5 : 0.9));
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
 * Let areas be hit around their edges where they are smaller than a target.
 * @param {Area[]} areas  those that can be pressed now, in one scale @param {(area: Area) => Rectangle} boxOf
 * @param {number} target  in units
 */
export function widen(areas, boxOf, target) {
  const boxes = areas.map(boxOf);
  for (const [n, area] of areas.entries()) {
    for (const old of findAll(area.node, ":scope > .margin", SVGElement)) old.remove();
    const box = boxes[n];
    const [wide, high] = [Math.max(0, target - box.width), Math.max(0, target - box.height)];
    if (area.hot || (!wide && !high)) continue;
    const { up, down, left, right } = gaps(box, boxes.filter((other) => other !== box));
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
