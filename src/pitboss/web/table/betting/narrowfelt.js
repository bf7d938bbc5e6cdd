/**
 * A layout for all on a narrow screen: its columns one under the other, each as wide as the screen, and rows as high as a
 * finger needs; what is not shown leaves no hole. Plain geometry, in units of the drawing; it needs no page.
 */

/** @import { Rectangle } from "./arrangement.js" */

/**
 * @typedef {object} Narrowed
 * @property {number} width  of the sheet, in units
 * @property {number} height
 * @property {number} scale  pixels to a unit
 * @property {Rectangle[]} boxes  where each part is then
 */

const [BESIDE, MOST_FILLED] = [4, 1.3]; // units between areas, and how much of its width an area may grow
const MARGIN = 10; // units around the sheet
const GAP = 6; // units between rows, and twice that between columns that were side by side
const LEAST = 24.05; // pixels: nothing that is pressed is narrower than this
const WIDER = 1.3; // of the screen: what is wider is better zoomed
const [NARROW, CROWDED] = [36, 0.5]; // pixels, and how many of the areas may be narrower than that

/**
 * What is left of each other without overlapping, from left to right.
 * @param {Rectangle[]} boxes @returns {Rectangle[][]}
 */
function columnsOf(boxes) {
  /** @type {Rectangle[][]} */
  const columns = [];
  let right = -Infinity;
  for (const box of [...boxes].sort((a, b) => a.x - b.x)) {
    if (box.x > right + 1) columns.push([]);
    columns[columns.length - 1].push(box);
    right = Math.max(right, box.x + box.width);
  }
  return columns;
}

/**
 * Where each height of a column comes to: rows grow until every part is as high as it has to be, empty stretches shrink.
 * @param {Rectangle[]} boxes @param {number} top @param {(box: Rectangle) => number} least  units that it needs
 */
function rowsOf(boxes, top, least) {
  const edges = [...new Set(boxes.flatMap(({ y, height }) => [y, y + height]))].sort((a, b) => a - b);
  const covers = (/** @type {Rectangle} */ box, /** @type {number} */ n) => box.y <= edges[n] && box.y + box.height >= edges[n + 1];
  const heights = edges.slice(1).map((edge, n) => {
    const isEmpty = !boxes.some((box) => covers(box, n));
    return isEmpty ? Math.min(GAP, edge - edges[n]) : edge - edges[n];
  });
  for (const box of [...boxes].sort((a, b) => a.height - b.height)) {
    const own = heights.map((_, n) => n).filter((n) => covers(box, n));
    const now = own.reduce((sum, n) => sum + heights[n], 0);
    if (now < least(box)) for (const n of own) heights[n] *= least(box) / now;
  }
  const places = new Map([[edges[0], top]]);
  heights.forEach((height, n) => places.set(edges[n + 1], (places.get(edges[n]) ?? top) + height));
  return places;
}

/**
 * Parts that fill what was left beside them by others that are not shown, up to about twice their width.
 * @param {Rectangle[]} areas @returns {Rectangle[]}
 */
function filledOut(areas) {
  const edge = Math.max(...areas.map(({ x, width }) => x + width));
  return areas.map((box) => {
    const beside = areas.filter((other) => other.x > box.x && other.y < box.y + box.height && other.y + other.height > box.y);
    const free = Math.min(edge, ...beside.map((other) => other.x - BESIDE)) - box.x - box.width;
    return free > 0 && free <= MOST_FILLED * box.width ? { ...box, width: box.width + free } : box;
  });
}

/**
 * The parts of a layout for a screen of so many pixels; null where it would be too small or too wide.
 * @param {Rectangle[]} filed  what is pressed @param {Rectangle[]} places  what is not @param {Rectangle} screen
 * @param {number} target  pixels that a finger needs @returns {Narrowed|null}
 */
export function narrowed(filed, places, screen, target) {
  const areas = columnsOf(filed).length > 1 ? filed : filledOut(filed);
  const boxes = [...areas, ...places];
  const pressed = new Set(areas);
  const columns = columnsOf(boxes);
  const extent = columns.map((column) => {
    const x = Math.min(...column.map((box) => box.x));
    return { x, width: Math.max(...column.map((box) => box.x + box.width)) - x };
  });
  const widest = Math.max(...extent.map((column) => column.width));
  const width = widest + 2 * MARGIN;
  const grown = (/** @type {number} */ n) => widest / extent[n].width;
  const narrowest = Math.min(...columns.flatMap((column, n) => column.filter((box) => pressed.has(box)).map((box) => box.width * grown(n))));
  const scale = Math.max(screen.width / width, LEAST / narrowest);
  const tight = columns.flatMap((column, n) => column.filter((box) => pressed.has(box) && box.width * grown(n) * scale < NARROW));
  if (scale * width > WIDER * screen.width || tight.length > CROWDED * areas.length) return null;
  /** @type {Map<Rectangle, Rectangle>} */
  const found = new Map();
  let foot = MARGIN;
  columns.forEach((column, n) => {
    const rows = rowsOf(column, foot, (box) => (pressed.has(box) ? target / scale : 0));
    const at = (/** @type {number} */ y) => rows.get(y) ?? foot;
    for (const box of column) {
      const [top, bottom] = [at(box.y), at(box.y + box.height)];
      found.set(box, { x: MARGIN + (box.x - extent[n].x) * grown(n), y: top, width: box.width * grown(n), height: bottom - top });
    }
    foot = Math.max(...rows.values()) + 2 * GAP;
  });
  const height = Math.max(foot - 2 * GAP + MARGIN, screen.height / scale);
  return { width, height, scale, boxes: boxes.map((box) => found.get(box) ?? box) };
}
