/**
 * Markers: the dolly on the winning number, pucks and buttons with their word, lights behind winning areas, and on the
 * chips what the house says of them: off, called on, or locked.
 */

import { stackOf } from "./chips.js";
import { fill, svg } from "../kit/dom.js";
import { isFolded } from "./felt.js";

/** @import { Area, Felt } from "./felt.js" */
/** @import { Scene } from "../kit/fold.js" */
/** @import { Wager } from "../kit/types.js" */

const LIGHTS = "lights";
const DICE = "dice"; // whose they are is shown with the turn, which knows when they go on
const BUTTON = /^(on|off) button$/; // drawn on the chips they lie on
const NUMBERED = / (\d+)$/; // one of several markers alike
const SEAT = /^seat (\d+)$/;

/** The areas that are lit, by names such as `total_value_bet 9`. @param {Felt} felt @param {string[]} names */
const named = (felt, names) => new Set(felt.areas.filter((area) => names.includes(`${area.wager} ${area.on}`.trim())));

const DOLLY = 9; // from the corner of an area: its number stays to be read

/** @param {number} x @param {number} y */
function dolly(x, y) {
  return svg(
    "g",
    { class: "marker", transform: `translate(${x} ${y}) scale(.7)` },
    svg("ellipse", { class: "marker-shadow", cx: 0, cy: 9, rx: 13, ry: 6 }),
    svg("path", { class: "marker-body", d: "M-12 8Q-12 -2 -5 -5Q-8 -16 0 -17Q8 -16 5 -5Q12 -2 12 8Q0 14 -12 8Z" }),
  );
}

/** @param {number} x @param {number} y @param {string} word */
function puck(x, y, word, radius = 18) {
  return svg(
    "g",
    { class: word === "OFF" ? "puck off" : "puck", transform: `translate(${x} ${y})` },
    svg("circle", { r: radius }),
    svg("text", { "font-size": Math.min(radius * 0.9, (2.65 * radius) / word.length) }, word),
  );
}

/**
 * A small plate with a word, for a marker that lies before somebody.
 * @param {number} x @param {number} y @param {string} word
 */
function plate(x, y, word) {
  const width = 12 + word.length * 8;
  return svg(
    "g",
    { class: "plate", transform: `translate(${x} ${y})` },
    svg("rect", { x: -width / 2, y: -10, width, height: 20, rx: 5 }),
    svg("text", { "font-size": 12 }, word),
  );
}

/** One of several markers alike, by its number. @param {number} x @param {number} y @param {string} number */
const counter = (x, y, number) =>
  svg(
    "g",
    { class: "fire-point", transform: `translate(${x} ${y})` },
    svg("circle", { r: 11 }),
    svg("text", { "font-size": 15 }, number),
  );

/**
 * Before whom a marker lies, when it is somebody, and how far along the felt's depth: beside the betting areas of a
 * seat, on the side on which no cards or tiles lie; else under the place of the hand, or beside it where tiles have
 * their names beneath.
 * @param {Felt} felt @param {string} at @param {number} [whose]  the seat, where it is known
 */
function ownerOf(felt, at, whose) {
  const seat = whose ?? SEAT.exec(at)?.[1];
  const place = felt.place(["tiles", "cards"], seat ?? at);
  const hand = place?.box;
  const own = seat ? felt.areas.filter((one) => one.seat === Number(seat) && !isFolded(one)).map((one) => one.box) : [];
  if (!own.length && !hand) return undefined;
  if (!own.length && hand && place.what === "tiles") return { x: hand.x + hand.width + 34, y: hand.cy - 13, away: 1 };
  if (!own.length && hand) return { x: hand.cx, y: hand.y + hand.height, away: 1 };
  const [left, top] = [Math.min(...own.map((box) => box.x)), Math.min(...own.map((box) => box.y))];
  const right = Math.max(...own.map((box) => box.x + box.width));
  const foot = Math.max(...own.map((box) => box.y + box.height));
  const x = (left + right) / 2;
  return hand && hand.y < top ? { x, y: foot, away: 1 } : { x, y: top, away: -1 };
}

/** A marker before a seat that is folded away: told beside the dealer. @param {Felt} felt @param {string} marker @param {string} at */
function beforeFolded(felt, marker, at) {
  const dealer = felt.place(["tiles", "cards"], "dealer")?.box;
  return dealer && SEAT.test(at) ? plate(dealer.x + dealer.width + 70, dealer.y + 12, `${marker}: ${at}`.toUpperCase()) : null;
}

/**
 * One marker where it lies; nothing when the felt has no place for it.
 * @param {Felt} felt @param {string} marker @param {string} at
 * @param {number|undefined} owned  before which seat it lies
 * @param {(who: string) => number} stacked  how many plates lie before somebody already
 */
function draw(felt, marker, at, owned, stacked) {
  const home = felt.place(["marker"], marker);
  const whose = home ? undefined : owned;
  const area = felt.areaFor(at);
  const owner = area ? undefined : ownerOf(felt, at, whose);
  if (owner) {
    const beside = 13 + 21 * stacked(String(whose ?? SEAT.exec(at)?.[1] ?? at));
    return plate(owner.x, owner.y + owner.away * beside, marker.toUpperCase());
  }
  const box = (area ?? home)?.box;
  if (!box) return beforeFolded(felt, marker, at);
  const [, number] = NUMBERED.exec(marker) ?? [];
  if (number && area) {
    return counter(box.x + box.width - 12 - 20 * (Number(number) % 2), box.y + box.height - 11, number);
  }
  if (!home?.label) return area ? dolly(box.x + box.width - DOLLY, box.y + box.height - DOLLY) : plate(box.cx, box.cy, at);
  if (area) return puck(box.x + 9, box.y + 7, home.label === "OFF" ? "ON" : home.label, 16);
  const word = at.split(",")[0].toUpperCase();
  if (word.length <= 4) return puck(box.cx, box.cy, word);
  const [, seat] = SEAT.exec(at) ?? [];
  const told = home?.moved && seat ? seat : word; // the felt drawn around a player has no room for more
  return plate(box.cx, box.cy, `${marker.toUpperCase()}: ${told}`);
}

/** Whether a marker stands on the result of a round, and says nothing once another has begun. @param {Felt} felt @param {string} marker */
const isResult = (felt, marker) => !NUMBERED.test(marker) && !felt.place(["marker"], marker)?.label;

/** Draw all markers of a scene; not the one on the result of a round that is past. @param {Felt} felt @param {Scene} scene */
export function drawMarkers(felt, { markers: all, before, lit }, isPast = false) {
  const markers = Object.fromEntries(Object.entries(all).filter(([marker, at]) => !isPast || !(felt.areaFor(at) && isResult(felt, marker))));
  /** @type {Map<string, number>} */
  const plates = new Map();
  const stacked = (/** @type {string} */ who) => {
    const count = plates.get(who) ?? 0;
    plates.set(who, count + 1);
    return count;
  };
  const drawn = Object.entries(markers)
    .filter(([marker]) => marker !== LIGHTS && marker !== DICE && !BUTTON.test(marker))
    .map(([marker, at]) => draw(felt, marker, at, before[marker], stacked));
  for (const { what, of, label, box } of felt.places) {
    const home = what === "marker" && label && !(of in markers); // where it lies until it is moved
    if (home && label.length > 4) drawn.push(plate(box.cx, box.cy, label.toUpperCase()));
    else if (home) drawn.push(puck(box.cx, box.cy, label.toUpperCase(), Math.min(18, box.width / 2)));
  }
  const shining = named(felt, markers[LIGHTS] ? markers[LIGHTS].split(", ") : lit);
  const marked = new Set(Object.values(markers).map((at) => felt.areaFor(at)));
  for (const area of felt.areas) {
    area.node.classList.toggle("lit", shining.has(area));
    area.node.classList.toggle("marked", marked.has(area));
  }
  for (const { what, of, node } of felt.places) if (what === "marker") node.classList.toggle("occupied", of in markers);
  fill(felt.layers.markers, drawn);
}

// --- what the house says of the chips

/** @param {string} word */
const lammer = (word) =>
  svg(
    "g",
    { class: word === "OFF" ? "lammer off" : "lammer" },
    svg("rect", { x: -18, y: -10, width: 36, height: 20, rx: 10 }),
    svg("text", { "font-size": 15 }, word),
  );

/** The parts of a padlock around the origin. */
const lock = () => [
  svg("path", { class: "shackle", d: "M-3.6 0V-3.2A3.6 3.6 0 0 1 3.6 -3.2V0" }),
  svg("rect", { class: "lock-body", x: -5.5, y: -1, width: 11, height: 8, rx: 1.5 }),
];

const padlock = () => svg("g", { class: "padlock" }, svg("circle", { r: 11.5 }), lock());

/** A padlock as a small picture of its own, for lists. */
export const lockPicture = () =>
  svg("svg", { viewBox: "-7 -8 14 16", class: "lock-picture", "aria-hidden": "true" }, lock());

/**
 * How much more an area takes now: beneath its label, or instead of it where there is no room.
 * @param {Area} area @param {string} amount
 */
function roomTag({ box, node }, amount) {
  const beneath = box.height >= 50;
  node.classList.toggle("relabelled", !beneath);
  if (beneath) {
    const at = { class: "room", x: box.cx, y: box.y + box.height - 12, "font-size": 15 };
    return svg("text", at, `up to ${amount}`);
  }
  const size = Math.min(15, (1.7 * box.width) / (amount.length + 4));
  return svg("text", { class: "room", x: box.cx, y: box.cy, "font-size": size }, `max ${amount}`);
}

/**
 * What the house says of chips: off, on by a call, or locked, as a sign at the edge of each stack; and how much more
 * it takes where that is less than what is posted.
 * @param {Felt} felt @param {Wager[]} wagers @param {{area: Area, amount: string}[]} room
 */
export function drawWagerSigns(felt, wagers, room) {
  for (const { node } of felt.areas) node.classList.remove("relabelled");
  /** @type {SVGElement[]} */
  const drawn = room.map(({ area, amount }) => roomTag(area, amount));
  for (const wager of wagers) {
    /** @type {SVGGElement[]} */
    const signs = [];
    if (wager.works === false) signs.push(lammer("OFF"));
    else if (wager.called) signs.push(lammer("ON"));
    if (wager.locked) signs.push(padlock());
    const stack = signs.length ? stackOf(felt, wager) : null;
    if (!stack) continue;
    stack.classList.toggle("off", wager.works === false);
    const { e: x, f: y } = stack.transform.baseVal.getItem(0).matrix;
    const radius = Number(stack.querySelector("circle")?.getAttribute("r"));
    for (const sign of signs) {
      const above = sign.classList.contains("lammer");
      const [right, down] = above ? [0, -radius - 3] : [radius * 0.85, radius * 0.7];
      sign.setAttribute("transform", `translate(${x + right} ${y + down})`);
      drawn.push(sign);
    }
  }
  fill(felt.layers.statuses, drawn);
}
