/** Cards: four colours, rank and suit letter on every face, so that no card is told by colour alone. */

import { fill, svg } from "./dom.js";
import { diceIn, isDice, isTile, shakerIn, spokenTile, tile, tilePicture } from "./pips.js";
import { drawHand, drawStacks } from "./tiles.js";

const SUIT = {
  S: {
    name: "spades",
    path:
      "M0 -10C4 -5 10 -1 10 4C10 9 4 10 1.6 6.4C1.9 8.6 2.8 10 4.4 11H-4.4" +
      "C-2.8 10 -1.9 8.6 -1.6 6.4C-4 10 -10 9 -10 4C-10 -1 -4 -5 0 -10Z",
  },
  H: {
    name: "hearts",
    path: "M0 10C-4 5 -10 1 -10 -4.6C-10 -10.4 -2.4 -11 0 -5.6C2.4 -11 10 -10.4 10 -4.6C10 1 4 5 0 10Z",
  },
  D: {
    name: "diamonds",
    path: "M0 -11C2.6 -6 5.4 -2.8 8.6 0C5.4 2.8 2.6 6 0 11C-2.6 6 -5.4 2.8 -8.6 0C-5.4 -2.8 -2.6 -6 0 -11Z",
  },
  C: {
    name: "clubs",
    path:
      "M0 -10.4A4.7 4.7 0 0 1 3.9 -3A4.7 4.7 0 1 1 1.5 5.6C1.8 8 2.8 9.8 4.4 11H-4.4" +
      "C-2.8 9.8 -1.8 8 -1.5 5.6A4.7 4.7 0 1 1 -3.9 -3A4.7 4.7 0 0 1 0 -10.4Z",
  },
};
const RANKS = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };
const RATIO = 0.7; // width of a card to its height
const INDEX = 0.5; // of a card's width, what has to show of one that lies under another beside it
const HEAD = 0.34; // of its height, the same of one that lies under another below it

/** `queen of hearts`, `joker`, `a hidden card`; a tile keeps its name. */
export function spokenCard(card) {
  if (!card) return "a hidden card";
  if (card === "JK") return "joker";
  const suit = SUIT[card[1]];
  return suit ? `${RANKS[card[0]] ?? card[0]} of ${suit.name}` : spokenTile(card);
}

/** `Q♥`-like short label with a letter: `QH`, `10S`. */
export const shortCard = (card) => (card ? card.replace(/^T/, "10") : "hidden");

const ORDER = "AKQJT98765432";

/** Cards from high to low, the joker first, as people hold them; tiles stay as they came. @param {string[]} cards */
export const inRankOrder = (cards) =>
  cards.every((card) => card === "JK" || SUIT[card[1]])
    ? [...cards].sort((a, b) => place(a) - place(b) || a[1].localeCompare(b[1]))
    : cards;
const place = (card) => (card === "JK" ? -1 : ORDER.indexOf(card[0]));

function back(width, height) {
  const inset = width * 0.07;
  const pattern = { class: "back-pattern", x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset };
  const [dx, dy] = [width * 0.22, height * 0.2];
  const emblem = `M${width / 2} ${height * 0.3}l${dx} ${dy}l${-dx} ${dy}l${-dx} ${-dy}Z`;
  return [svg("rect", { ...pattern, rx: width * 0.05 }), svg("path", { class: "back-emblem", d: emblem })];
}

/** What is on a face; where only its head will be in sight, rank, suit and letter stand there side by side. */
function front(card, width, height, head) {
  if (card === "JK") {
    const letters = { class: "joker", x: width / 2, y: height / 2, "font-size": width * 0.26 };
    return [svg("text", letters, "JOKER")];
  }
  const [rank, suit] = [card[0] === "T" ? "10" : card[0], SUIT[card[1]]];
  const size = Math.min(height, width / RATIO); // a card made narrower has smaller signs
  const pip = (x, y, scale) =>
    svg("path", { class: "suit-pip", d: suit.path, transform: `translate(${x} ${y}) scale(${scale})` });
  if (head) {
    return [
      svg("text", { class: "rank", x: width * 0.25, y: height * 0.18, "font-size": size * 0.26 }, rank),
      pip(width * 0.6, height * 0.17, size / 110),
      svg("text", { class: "suit-letter", x: width * 0.86, y: height * 0.18, "font-size": size * 0.18 }, card[1]),
      pip(width * 0.5, height * 0.66, size / 52),
    ];
  }
  return [
    svg("text", { class: "rank", x: width * 0.24, y: height * 0.19, "font-size": size * 0.28 }, rank),
    pip(width * 0.24, height * 0.45, size / 118),
    svg("text", { class: "suit-letter", x: width * 0.24, y: height * 0.67, "font-size": size * 0.16 }, card[1]),
    pip(width * 0.66, height * 0.66, size / 52),
  ];
}

/** One card or tile with its corner at the origin. */
export function card(name, width, height, what = "cards", head = false) {
  if (isTile(name) || what === "tiles") return tile(name, width, height);
  const suit = name && name !== "JK" ? SUIT[name[1]]?.name : name ? "joker-card" : "down";
  return svg(
    "g",
    { class: `card ${suit}` },
    svg("rect", { class: "card-body", width, height, rx: width * 0.09 }),
    name ? front(name, width, height, head) : back(width, height),
  );
}

/** A card as a small picture of its own, for lists and buttons. */
export const cardPicture = (name) =>
  isTile(name)
    ? tilePicture(name)
    : svg("svg", { viewBox: "-1 -1 72 102", class: "card-picture", "aria-hidden": "true" }, card(name, 70, 100));

/** Group by hand, in their order. */
function hands(held) {
  const byHand = new Map();
  for (const one of held) {
    const hand = one.hand ?? 0;
    if (!byHand.has(hand)) byHand.set(hand, []);
    byHand.get(hand).push(one);
  }
  return [...byHand].sort(([one], [other]) => one - other);
}

/** Lay cards or tiles into a box, overlapping when they need to: in a row, or in a column where that shows more. */
function row(cards, box, key, what) {
  const more = cards.length - 1;
  const whole = Math.min(box.height, box.width / RATIO); // the height of a card that has the box to itself
  const across = Math.min(box.height, box.width / (RATIO * (1 + INDEX * more)));
  const down = Math.min(whole, box.height / (1 + HEAD * more));
  return across < down ? column(cards, box, down, key, what) : inRow(cards, box, across, key, what);
}

function inRow(cards, box, height, key, what) {
  const [width, more] = [height * RATIO, cards.length - 1];
  const step = more ? Math.min(width * 1.06, (box.width - width) / more) : 0;
  const left = box.x + (box.width - width - step * more) / 2;
  return spread(cards, { x: left, y: box.y, height }, width, [step, 0], key, what);
}

function column(cards, box, height, key, what) {
  const width = height * RATIO;
  const step = Math.min(height * HEAD * 1.4, (box.height - height) / Math.max(1, cards.length - 1));
  return spread(cards, { x: box.x + (box.width - width) / 2, y: box.y, height }, width, [0, step], key, what);
}

/** Cards from the corner of a box, each a step after the other. */
const spread = (cards, { x, y, height }, width, [right, down], key, what) =>
  cards.map((held, n) => {
    const face = card(held.card, width, height, what, down > 0);
    const group = svg("g", { class: held.gone ? "laid gone" : "laid" }, face);
    group.setAttribute("transform", `translate(${x + n * right} ${y + n * down})`);
    group.dataset.at = `${key}/${n}`;
    group.dataset.card = held.card;
    return group;
  });

/**
 * All hands of one holder: side by side in his one place; set, in the place of the high and of the low hand; or card by
 * card where he has a place for each.
 */
function drawHolder(places, holder, held, scene) {
  for (const place of places) place.node.classList.add("occupied");
  const key = `${holder}/${held[0].hand ?? 0}`;
  const set = scene.set?.[key];
  if (set) return drawSet(places, key, [held.slice(0, -set.lows), held.slice(-set.lows)], set);
  const laid = scene.chosen?.[key];
  if (laid?.high && held.every((one) => one.card)) return drawSet(places, key, parted(held, laid.cards), laid);
  if (places.length > 1 && held.length > places.length) return laidOut(unionOf(places), holder, held, scene);
  if (places.length > 1) return drawOneByOne(places, holder, held, scene.totals);
  return laidOut(places[0], holder, held, scene);
}

function laidOut({ box: whole, what }, holder, held, { totals, asked = [] }) {
  const groups = hands(held);
  const width = whole.width / groups.length;
  return groups.flatMap(([hand, cards], n) => {
    const box = { ...whole, x: whole.x + n * width, width: width - (groups.length > 1 ? 6 : 0) };
    const deciding = asked.some(({ to, hand: which }) => String(to) === holder && which === hand);
    const mark = deciding && groups.length > 1 ? decidingMark(box) : null;
    const widest = groups.length > 1 ? width : Infinity;
    return [mark, ...row(cards, box, `${holder}/${hand}`, what), badgeOf(totals, holder, hand, box, widest)];
  });
}

/** Of several hands of one holder, the one that is being decided. */
const decidingMark = ({ x, y, width, height }) =>
  svg("rect", { class: "deciding", x: x - 4, y: y - 4, width: width + 8, height: height + 8, rx: 8 });

function unionOf(places) {
  const boxes = places.map((place) => place.box);
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  return { what: places[0].what, box: { x, y, width, height, cx: x + width / 2, cy: y + height / 2 } };
}

/** The cards that were laid low, out of all. @returns {[HeldCard[], HeldCard[]]} those that lie high, and low */
function parted(held, cards) {
  const high = [...held];
  const low = cards.map((card) => high.splice(high.findIndex((one) => one.card === card), 1)[0]);
  return [high, low];
}

/** @typedef {import("./types.js").HeldCard} HeldCard */

/**
 * The high hand beside the low hand, each in order of rank, with what they are called. They share the width of all the
 * holder's places, so that of every card at least its index is in sight.
 * @param {[HeldCard[], HeldCard[]]} hands
 */
function drawSet(places, key, hands, { high, low }) {
  const { box, what } = unionOf(places);
  const [above, below] = hands.map((hand) =>
    inRankOrder(hand.map((one) => one.card)).map((card) => hand.find((one) => one.card === card)),
  );
  const gap = box.height * 0.12;
  const steps = above.length + below.length - 2;
  const width = Math.min(box.height * RATIO, (box.width - gap) / (2 + INDEX * steps));
  const step = Math.min(width * 1.04, (box.width - gap - 2 * width) / Math.max(1, steps));
  const of = (cards) => width + step * (cards.length - 1);
  const left = box.x + (box.width - of(above) - of(below) - gap) / 2;
  return [
    ...spread(above, { ...box, x: left }, width, [step, 0], `${key}/high`, what),
    ...spread(below, { ...box, x: left + of(above) + gap }, width, [step, 0], `${key}/low`, what),
    nameBadge([`High: ${high}`, `Low: ${low}`], box, /^\d/.test(key)),
  ];
}

/** Two lines, over a player's box or beside the dealer's: what the hands set there are called. */
function nameBadge(lines, box, over) {
  const size = over ? 14 : 12.5;
  const width = 14 + Math.max(...lines.map((line) => line.length)) * size * 0.58;
  const beside = box.x - width / 2 - 8;
  const [x, y] = over ? [Math.min(box.x + box.width - width / 2 + 10, box.cx), box.y - 22] : [beside, box.cy];
  return svg(
    "g",
    { class: "total set-names", transform: `translate(${x} ${y})` },
    svg("rect", { x: -width / 2, y: -20, width, height: 40, rx: 10 }),
    lines.map((line, n) => svg("text", { "font-size": size, y: n ? 9 : -9 }, line)),
  );
}

function drawOneByOne(places, holder, held, totals) {
  const last = places.length - 1;
  const byPlace = new Map();
  held.forEach((one, n) => {
    const named = places.find((place) => one.place && place.label.toLowerCase() === one.place.toLowerCase());
    const place = named ?? places[Math.min(n, last)];
    byPlace.set(place, [...(byPlace.get(place) ?? []), one]);
  });
  const drawn = [...byPlace].flatMap(([place, cards]) =>
    row(cards, place.box, `${holder}/${places.indexOf(place)}`, place.what),
  );
  const by = /^\d/.test(holder) ? places[last] : places[0];
  return [...drawn, badgeOf(totals, holder, held[0].hand ?? 0, by.box)];
}

const badgeOf = (totals, holder, hand, box, widest = Infinity) => {
  const total = totals[`${holder}/${hand}`];
  return total ? totalBadge(total, box, /^\d/.test(holder), widest) : null;
};

/** What a hand counts: over the corner of a player's box, or beside the dealer's, where it covers nothing printed. */
function totalBadge(text, box, over, widest) {
  const width = Math.min(16 + text.length * 9, widest);
  const size = Math.min(15, (width - 4) / (text.length * 0.56)); // hands side by side do not write over each other
  const [x, y] = over ? [box.x + box.width - width / 2, box.y - 9] : [box.x - width / 2 - 6, box.cy];
  return svg(
    "g",
    { class: "total", transform: `translate(${x} ${y})` },
    svg("rect", { x: -width / 2, y: -12, width, height: 24, rx: 12 }),
    svg("text", { "font-size": size }, text),
  );
}

/**
 * Draw every hand on the felt.
 * @param {import("./felt.js").Felt} felt @param {import("./types.js").Scene} scene
 */
export function drawCards(felt, scene) {
  const drawn = [];
  const waited = new Set((scene.asked ?? []).map(({ to }) => String(to)));
  for (const place of felt.places) {
    place.node.classList.remove("occupied");
    place.node.classList.toggle("asked", ["cards", "tiles"].includes(place.what) && waited.has(place.of));
  }
  for (const [holder, held] of Object.entries(scene.cards)) {
    const places = felt.placesOf(["cards", "tiles"], holder);
    if (!places.length || !held.length) continue;
    if (places[0].what === "tiles") drawn.push(...drawTiles(places[0], holder, held, scene));
    else drawn.push(...drawHolder(places, holder, held, scene));
    const tiles = places[0].what === "tiles";
    if (tiles ? !/^\d/.test(holder) : !/^\d|^dealer$/.test(holder)) drawn.push(captionOf(places[0], tiles ? held : []));
  }
  drawn.push(...drawDevices(felt, scene));
  fill(felt.layers.cards, drawn);
}

/** Tiles of one holder as they were set: by what was called, or by what he laid as his low hand. */
function drawTiles(place, holder, held, { totals, chosen }) {
  place.node.classList.add("occupied");
  const key = `${holder}/0`;
  return drawHand(held, place.box, key, { total: totals[key], laid: chosen?.[key] });
}

/** Whose cards or tiles these are, beneath them and beneath the names of tiles: a seat bears its number on the felt. */
function captionOf({ box, label }, tiles) {
  const y = box.y + box.height + (tiles.some((one) => one.card) ? 40 : 14);
  return svg("text", { class: "caption", x: box.cx, y, "font-size": 14 }, label);
}

/** Stacks of tiles, and dice: as they lie, under the lid of a shaker, or as they were thrown last. */
function drawDevices(felt, { cards, shown, stacks, last }) {
  const drawn = [];
  for (const place of felt.places) {
    if (place.what === "shoe" && stacks?.length) drawn.push(...drawStacks(place.box, stacks, cards));
    else if (place.what !== "dice") continue;
    else if (isDice(shown[place.of])) drawn.push(diceIn(place.box, shown[place.of]));
    else if (/shaker/i.test(place.label)) drawn.push(shakerIn(place.box));
    else if (isDice(last)) drawn.push(diceIn(place.box, last));
    else continue;
    place.node.classList.add("occupied");
  }
  return drawn;
}
