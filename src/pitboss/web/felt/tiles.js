/** Tiles on the felt: the eight stacks as they are delivered, and hands of four as the two pairs they were set in. */

import { svg } from "../kit/dom.js";
import { tile, tileWords } from "./pips.js";

/** @import { Box } from "./felt.js" */
/** @import { HeldCard } from "../kit/types.js" */

const RATIO = 0.66; // width of a tile to its height
const NAME_SIZE = 12.5;
const RISE = 5; // how far each tile of a stack stands above the one under it

/**
 * What makes words narrower that would run into those beside them, and leaves them as high as they are.
 * @param {string} words @param {number} size @param {number} most  how wide they may be
 */
const squeezed = (words, size, most) =>
  0.6 * size * words.length > most ? { textLength: most, lengthAdjust: "spacingAndGlyphs" } : {};

/** Who has tiles of each stack: `seat 2`, or several in short. @param {Record<string, HeldCard[]>} cards */
function receivers(cards) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const [holder, held] of Object.entries(cards)) {
    for (const stack of new Set(held.map((one) => one.place))) found.set(stack, [...(found.get(stack) ?? []), holder]);
  }
  const name = (/** @type {string} */ holder) => (/^\d+$/.test(holder) ? `seat ${holder}` : holder);
  return (/** @type {number} */ n) => {
    const to = found.get(`stack ${n}`) ?? [];
    return to.length === 1 ? name(to[0]) : to.map((holder) => holder.replace(/(\w)\w* ?(\w?).*/, "$1$2")).join(" ");
  };
}

/**
 * The stacks, from the dealer's right, which is the left as the players see it; where one is gone, who has it.
 * @param {Box} box @param {number[]} stacks  how many tiles each still holds @param {Record<string, HeldCard[]>} cards
 */
export function drawStacks(box, stacks, cards) {
  const has = receivers(cards);
  const step = box.width / stacks.length;
  const height = box.height - 30;
  const width = Math.min(height * RATIO, step * 0.7);
  return stacks.map((count, n) => {
    const group = svg("g", { class: "tile-stack", "data-stack": n + 1 });
    const left = box.x + n * step + (step - width) / 2;
    for (let level = 0; level < count; level++) {
      const one = tile("", width, height);
      one.setAttribute("transform", `translate(${left} ${box.y + 20 - level * RISE})`);
      group.append(one);
    }
    const words = count ? String(n + 1) : has(n + 1);
    const number = { class: "stack-number", x: left + width / 2, y: box.y + box.height - 6, "font-size": 12 };
    group.append(svg("text", { ...number, ...squeezed(words, 12, step - 3) }, words));
    if (!count) {
      const outline = { class: "stack-gone", x: left, y: box.y + 14, width, height, rx: 5 };
      const was = { class: "stack-number", x: left + width / 2, y: box.y + 14 + height / 2, "font-size": 15 };
      group.prepend(svg("rect", outline), svg("text", was, String(n + 1)));
    }
    return group;
  });
}

/** @typedef {{cards: string[], high?: string, low?: string}} LaidTiles */

/**
 * The two pairs of a hand in the order they are drawn, each with its words; one row as long as it is not set.
 * @param {HeldCard[]} held @param {string} [total] @param {LaidTiles} [laid]
 */
function pairs(held, total, laid) {
  const four = held.length === 4;
  if (four && total?.includes(" / ")) {
    const [high, low] = total.split(" / ");
    return named(high, held.slice(0, 2), low, held.slice(2));
  }
  if (four && laid && held.every((one) => one.card)) {
    const rest = [...held];
    const low = laid.cards.flatMap((card) =>
      rest.splice(rest.findIndex((one) => one.card === card), 1),
    );
    return named(laid.high, rest, laid.low, low);
  }
  return [{ name: "", tiles: held }];
}

/**
 * @param {string|undefined} high @param {HeldCard[]} upper @param {string|undefined} low @param {HeldCard[]} lower
 */
const named = (high, upper, low, lower) => [
  { name: high ? `High: ${high}` : "High", tiles: upper },
  { name: low ? `Low: ${low}` : "Low", tiles: lower },
];

/**
 * A hand of tiles in its place: both names and ranks beneath the faces that are seen, and the pairs apart once set.
 * @param {HeldCard[]} held @param {Box} box @param {string} key  what each drawn tile is known by
 * @param {{total?: string, laid?: LaidTiles}} set
 */
export function drawHand(held, box, key, { total, laid } = {}) {
  const groups = pairs(held, total, laid);
  const gap = groups.length > 1 ? 12 : 0;
  const height = box.height;
  const width = Math.min(height * RATIO, (box.width - gap) / held.length - 2);
  const between = width + 3;
  const whole = between * held.length - 3 + gap;
  let x = box.cx - whole / 2;
  let n = 0;
  const drawn = [];
  for (const { name, tiles } of groups) {
    const from = x;
    for (const one of tiles) {
      drawn.push(laidTile(one, x, box.y, width, height, `${key}/${n++}`));
      x += between;
    }
    if (name) drawn.push(pairLabel(name, (from + x - 3) / 2, box.y - 11, box.width / 2));
    x += gap;
  }
  return drawn;
}

/**
 * @param {HeldCard} held @param {number} x @param {number} y @param {number} width @param {number} height @param
 * {string} at
 */
function laidTile(held, x, y, width, height, at) {
  const group = svg("g", { class: held.gone ? "laid gone" : "laid" }, tile(held.card, width, height));
  const words = held.card ? tileWords(held.card, "#") : [];
  words.forEach((word, n) => {
    const about = { class: "tile-name", x: width / 2, y: height + 9 + n * 13, "font-size": NAME_SIZE };
    group.append(svg("text", { ...about, ...squeezed(word, NAME_SIZE, width) }, word));
  });
  group.setAttribute("transform", `translate(${x} ${y})`);
  group.dataset.at = at;
  group.dataset.card = held.card;
  return group;
}

/** @param {string} text @param {number} x @param {number} y @param {number} most */
function pairLabel(text, x, y, most) {
  const size = Math.min(14, (most / text.length) * 1.75);
  const width = text.length * size * 0.57 + 12;
  return svg(
    "g",
    { class: "total pair-label", transform: `translate(${x} ${y})` },
    svg("rect", { x: -width / 2, y: -9, width, height: 18, rx: 9 }),
    svg("text", { "font-size": size }, text),
  );
}
