/** Cards, tiles and dice where they lie on the felt. */

import { RATIO, drawCard, inRankOrder } from "./cardfaces.js";
import { fill, svg } from "../kit/dom.js";
import { isFolded } from "./felt.js";
import { diceIn, isDice, shakerIn } from "./pips.js";
import { drawHand, drawStacks } from "./tiles.js";

/** @import { Box, Felt, Place } from "./felt.js" */
/** @import { Scene } from "../kit/fold.js" */
/** @import { HeldCard } from "../kit/types.js" */

/** @typedef {Record<string, string>} Totals  what hands are called, by holder and hand */
/** @typedef {Pick<Place, "box"|"what">} Ground */
/** @typedef {(SVGElement|null)[]} Drawn */

const INDEX = 0.37; // of a card's width, what has to show of one that lies under another beside it
const COUNT = 2; // digits of what a hand counts
const [BESIDE, BADGE] = [10, 24]; // units between hands that are spread and what is beside them, and of what a hand counts
const HEAD = 0.34; // of its height, the same of one that lies under another below it

/** Whether a holder is a player, who goes by the number of the seat. @param {string} holder */
const isSeat = (holder) => /^\d/.test(holder);

/** Group by hand, in their order. @param {HeldCard[]} held */
function handsOf(held) {
  /** @type {Map<number, HeldCard[]>} */
  const byHand = new Map();
  for (const one of held) byHand.set(one.hand, [...(byHand.get(one.hand) ?? []), one]);
  return [...byHand].sort(([one], [other]) => one - other);
}

/**
 * Lay cards or tiles into a box, overlapping when they need to: in a row, or in a column where that shows more.
 * @param {HeldCard[]} cards @param {Box} box @param {string} key @param {string} what
 */
function layOut(cards, box, key, what) {
  const more = cards.length - 1;
  const whole = Math.min(box.height, box.width / RATIO); // the height of a card that has the box to itself
  const across = Math.min(box.height, box.width / (RATIO * (1 + INDEX * more)));
  const down = Math.min(whole, box.height / (1 + HEAD * more));
  return across < down ? inColumn(cards, box, down, key, what) : inRow(cards, box, across, key, what);
}

/** @param {HeldCard[]} cards @param {Box} box @param {number} height @param {string} key @param {string} what */
function inRow(cards, box, height, key, what) {
  const [width, more] = [height * RATIO, cards.length - 1];
  const step = more ? Math.min(width * 1.06, (box.width - width) / more) : 0;
  const left = box.x + (box.width - width - step * more) / 2;
  return spread(cards, { x: left, y: box.y, height }, width, [step, 0], key, what);
}

/** @param {HeldCard[]} cards @param {Box} box @param {number} height @param {string} key @param {string} what */
function inColumn(cards, box, height, key, what) {
  const width = height * RATIO;
  const step = Math.min(height * HEAD * 1.4, (box.height - height) / Math.max(1, cards.length - 1));
  return spread(cards, { x: box.x + (box.width - width) / 2, y: box.y, height }, width, [0, step], key, what);
}

/**
 * Cards from the corner of a box, each a step after the other.
 * @param {HeldCard[]} cards @param {{x: number, y: number, height: number}} corner @param {number} width
 * @param {[right: number, down: number]} step @param {string} key @param {string} what
 */
const spread = (cards, { x, y, height }, width, [right, down], key, what) =>
  cards.map((held, n) => {
    const face = drawCard(held.card, width, height, what, down > 0);
    const group = svg("g", { class: held.gone ? "laid gone" : "laid" }, face);
    group.setAttribute("transform", `translate(${x + n * right} ${y + n * down})`);
    group.dataset.at = `${key}/${n}`;
    group.dataset.card = held.card;
    return group;
  });

/**
 * A place with room for so many hands: over the free felt on both sides of it, as far as each hand can use it.
 * @param {Felt} felt @param {Ground} ground @param {number} hands @returns {Ground}
 */
function widened(felt, { box, what }, hands) {
  const { areas, places, size } = felt;
  const wanted = Math.min(size.width - 2 * BESIDE, hands * (box.height * RATIO * (1 + INDEX) + BESIDE));
  if (hands < 2 || wanted <= box.width) return { box, what };
  const parts = [...areas, ...places].filter((part) => !isFolded(part)).map((part) => part.box);
  const near = [...parts, ...felt.printed.filter((node) => !node.hidden).map((node) => felt.where(node))].filter((other) => other !== box && other.y < box.y + box.height && box.y - BADGE < other.y + other.height);
  const left = Math.max(BESIDE, ...near.filter(({ cx }) => cx < box.cx).map((other) => other.x + other.width + BESIDE));
  const right = Math.min(size.width - BESIDE, ...near.filter(({ cx }) => cx > box.cx).map((other) => other.x - BESIDE));
  const width = Math.max(box.width, Math.min(wanted, right - left));
  const x = Math.min(box.x, Math.max(Math.min(left, box.x), Math.min(box.cx - width / 2, Math.max(right, box.x + box.width) - width)));
  return { what, box: { ...box, x, width, cx: x + width / 2 } };
}

/**
 * All hands of one holder: side by side in one place; set, in the place of the high and of the low hand; or card by
 * card where there is a place for each.
 * @param {Place[]} places @param {string} holder @param {HeldCard[]} held @param {Scene} scene
 * @param {Felt} felt @returns {Drawn}
 */
function drawHolder(places, holder, held, scene, felt) {
  for (const place of places) place.node.classList.add("occupied");
  const key = `${holder}/${held[0].hand}`;
  const set = scene.set[key];
  if (set) return drawSet(places, key, [held.slice(0, -set.lows), held.slice(-set.lows)], set);
  const laid = scene.chosen[key];
  if (laid?.high && held.every((one) => one.card)) return drawSet(places, key, parted(held, laid.cards), laid);
  if (places.length > 1 && held.length > places.length) return drawHands(unionOf(places), holder, held, scene);
  if (places.length > 1) return drawOneByOne(places, holder, held, scene.totals);
  return drawHands(widened(felt, places[0], handsOf(held).length), holder, held, scene);
}

/** @param {Ground} ground @param {string} holder @param {HeldCard[]} held @param {Scene} scene @returns {Drawn} */
function drawHands({ box: whole, what }, holder, held, { totals, asked }) {
  const groups = handsOf(held);
  const width = whole.width / groups.length;
  return groups.flatMap(([hand, cards], n) => {
    const box = { ...whole, x: whole.x + n * width, width: width - (groups.length > 1 ? 6 : 0) };
    const deciding = asked.some(({ to, hand: which }) => String(to) === holder && which === hand);
    const mark = deciding && groups.length > 1 ? decidingMark(box) : null;
    const widest = groups.length > 1 ? width : Infinity;
    return [mark, ...layOut(cards, box, `${holder}/${hand}`, what), badgeOf(totals, holder, hand, box, widest)];
  });
}

/** Of several hands of one holder, the one that is being decided. @param {Box} box */
const decidingMark = ({ x, y, width, height }) =>
  svg("rect", { class: "deciding", x: x - 4, y: y - 4, width: width + 8, height: height + 8, rx: 8 });

/** @param {Place[]} places @returns {Ground} */
function unionOf(places) {
  const boxes = places.map((place) => place.box);
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  const left = boxes[0].left === undefined ? {} : { left: x };
  return { what: places[0].what, box: { x, y, width, height, cx: x + width / 2, cy: y + height / 2, ...left } };
}

/**
 * The cards that were laid low, out of all. @param {HeldCard[]} held @param {string[]} cards
 * @returns {[HeldCard[], HeldCard[]]} those that lie high, and low
 */
function parted(held, cards) {
  const high = [...held];
  const low = cards.flatMap((card) =>
    high.splice(high.findIndex((one) => one.card === card), 1),
  );
  return [high, low];
}

/**
 * The high hand beside the low hand, each in order of rank, with what they are called. They share the width of all the
 * holder's places, so that of every card at least its index is in sight.
 * @param {Place[]} places @param {string} key @param {[HeldCard[], HeldCard[]]} hands
 * @param {{high?: string, low?: string}} names @returns {Drawn}
 */
function drawSet(places, key, hands, { high, low }) {
  const { box, what } = unionOf(places);
  const [above, below] = hands.map((hand) =>
    inRankOrder(hand.map((one) => one.card)).flatMap((card) => hand.find((one) => one.card === card) ?? []),
  );
  const gap = box.height * 0.12;
  const steps = above.length + below.length - 2;
  const width = Math.min(box.height * RATIO, (box.width - gap) / (2 + INDEX * steps));
  const step = Math.min(width * 1.04, (box.width - gap - 2 * width) / Math.max(1, steps));
  const of = (/** @type {HeldCard[]} */ cards) => width + step * (cards.length - 1);
  const left = box.x + (box.width - of(above) - of(below) - gap) / 2;
  return [
    ...spread(above, { ...box, x: left }, width, [step, 0], `${key}/high`, what),
    ...spread(below, { ...box, x: left + of(above) + gap }, width, [step, 0], `${key}/low`, what),
    nameBadge([`High: ${high}`, `Low: ${low}`], box, isSeat(key)),
  ];
}

/**
 * Two lines, over a player's box or beside the dealer's: what the hands set there are called.
 * @param {string[]} lines @param {Box} box @param {boolean} over
 */
function nameBadge(lines, box, over) {
  const size = over ? 14 : 12.5;
  const width = 14 + Math.max(...lines.map((line) => line.length)) * size * 0.58;
  const above = [Math.min(box.x + box.width - width / 2 + 10, box.cx), box.y - 22];
  const [x, y] = over ? above : besideOrUnder(box, width, 40);
  return svg(
    "g",
    { class: "total set-names", transform: `translate(${x} ${y})` },
    svg("rect", { x: -width / 2, y: -20, width, height: 40, rx: 10 }),
    lines.map((line, n) => svg("text", { "font-size": size, y: n ? 9 : -9 }, line)),
  );
}

/**
 * Where a badge of the dealer's lies: beside the cards; where there is no room, at their foot, or on their corner if it is a
 * mere count, since what the hand is called may be written under it. @param {Box} box
 * @param {number} width @param {number} height @returns {[x: number, y: number]}
 */
function besideOrUnder(box, width, height, isCount = false) {
  if (width + 12 <= (box.left ?? Infinity)) return [box.x - width / 2 - 8, box.cy];
  return isCount ? [box.x + box.width - width / 2 + 6, box.y + 2] : [box.cx, box.y + box.height + height / 2 - 10];
}

/** @param {Place[]} places @param {string} holder @param {HeldCard[]} held @param {Totals} totals @returns {Drawn} */
function drawOneByOne(places, holder, held, totals) {
  const last = places.length - 1;
  /** @type {Map<Place, HeldCard[]>} */
  const byPlace = new Map();
  held.forEach((one, n) => {
    const named = places.find(({ label }) => one.place && label.toLowerCase() === one.place.toLowerCase());
    const place = named ?? places[Math.min(n, last)];
    byPlace.set(place, [...(byPlace.get(place) ?? []), one]);
  });
  const drawn = [...byPlace].flatMap(([place, cards]) =>
    layOut(cards, place.box, `${holder}/${places.indexOf(place)}`, place.what),
  );
  const by = isSeat(holder) ? places[last] : places[0];
  return [...drawn, badgeOf(totals, holder, held[0].hand, by.box)];
}

/** @param {Totals} totals @param {string} holder @param {number} hand @param {Box} box */
const badgeOf = (totals, holder, hand, box, widest = Infinity) => {
  const total = totals[`${holder}/${hand}`];
  return total ? totalBadge(total, box, isSeat(holder), widest) : null;
};

/**
 * What a hand counts: over the corner of a player's box, or beside the dealer's, where it covers nothing printed.
 * @param {string} text @param {Box} box @param {boolean} over @param {number} widest
 */
function totalBadge(text, box, over, widest) {
  const width = Math.min(16 + text.length * 9, widest);
  const size = Math.min(15, (width - 4) / (text.length * 0.56)); // hands side by side do not write over each other
  const above = box.y + (widest < Infinity ? 4 : -9); // of several hands on the card's corner: they may lie under the print of another area
  const [x, y] = over ? [box.x + box.width - width / 2, above] : besideOrUnder(box, width, 24, text.length <= COUNT);
  return svg(
    "g",
    { class: "total", transform: `translate(${x} ${y})` },
    svg("rect", { x: -width / 2, y: -12, width, height: 24, rx: 12 }),
    svg("text", { "font-size": size }, text),
  );
}

/** Draw every hand on the felt, stacks of tiles, and dice. @param {Felt} felt @param {Scene} scene */
export function drawCards(felt, scene) {
  /** @type {Drawn} */
  const drawn = [];
  const waited = new Set(scene.asked.map(({ to }) => String(to)));
  for (const place of felt.places) {
    place.node.classList.remove("occupied");
    place.node.classList.toggle("asked", ["cards", "tiles"].includes(place.what) && waited.has(place.of));
  }
  for (const [holder, held] of Object.entries(scene.cards)) {
    const places = felt.placesOf(["cards", "tiles"], holder);
    if (!places.length || !held.length) continue;
    const tiles = places[0].what === "tiles";
    drawn.push(...(tiles ? drawTiles(places[0], holder, held, scene) : drawHolder(places, holder, held, scene, felt)));
    if (!isSeat(holder) && (tiles || holder !== "dealer")) drawn.push(captionOf(places[0], tiles ? held : []));
  }
  drawn.push(...drawDevices(felt, scene));
  fill(felt.layers.cards, drawn);
}

/**
 * Tiles of one holder as they were set: by what was called, or by what was laid as the low hand.
 * @param {Place} place @param {string} holder @param {HeldCard[]} held @param {Scene} scene
 */
function drawTiles(place, holder, held, { totals, chosen }) {
  place.node.classList.add("occupied");
  const key = `${holder}/0`;
  return drawHand(held, place.box, key, { total: totals[key], laid: chosen[key] });
}

/**
 * Whose cards or tiles these are, beneath them; beside them where the names of tiles are beneath. A seat bears its number
 * on the felt.
 * @param {Place} place @param {HeldCard[]} tiles
 */
function captionOf({ box, label }, tiles) {
  const at = tiles.some((one) => one.card)
    ? { class: "caption beside", x: box.x - 10, y: box.cy }
    : { class: "caption", x: box.cx, y: box.y + box.height + 14 };
  return svg("text", { ...at, "font-size": 14 }, label);
}

/**
 * Stacks of tiles, and dice: as they lie, under the lid of a shaker, or as they were thrown last.
 * @param {Felt} felt @param {Scene} scene
 */
function drawDevices(felt, { cards, shown, stacks, last }) {
  /** @type {Drawn} */
  const drawn = [];
  for (const place of felt.places) {
    if (place.what === "shoe" && stacks.length) drawn.push(...drawStacks(place.box, stacks, cards));
    else if (place.what !== "dice") continue;
    else if (isDice(shown[place.of])) drawn.push(diceIn(place.box, shown[place.of]));
    else if (/shaker/i.test(place.label)) drawn.push(shakerIn(place.box));
    else if (isDice(last)) drawn.push(diceIn(place.box, last));
    else continue;
    place.node.classList.add("occupied");
  }
  return drawn;
}
