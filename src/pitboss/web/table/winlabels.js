/**
 * What became of each wager, said on the felt beside it: as near to its area as there is room, never on cards, on what a hand
 * counts, on the print of an area or on another such label.
 */

import { svg } from "../kit/dom.js";
import { isFolded } from "../felt/felt.js";

/** @import { Area, Box, Felt } from "../felt/felt.js" */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Edges */
/** @typedef {{x: number, y: number}} Spot */
/** @typedef {{area: Area, text: string, look: string, at?: Spot}} Win */

const [HALF, AIR] = [12, 2]; // units: of its height, and around it
const [STEP, REACH] = [6, 40]; // units from one spot that is tried to the next, and how many on every side
const DRIFT = 0.1; // of the way from where a label would be pushed over the edge, what it counts
const SPARE = 0.2; // of a line of words, what is empty above and below its capitals
const STRANGE = 30; // units that a label would rather go than lie on the area of another wager
const UPRIGHT = 1.6; // how much farther a spot seems above or below than beside
const IN_THE_WAY = ".laid, .total, .stack, .chip-name, .meter, .puck, .plate, .place > text, text.caption, .tile-name";

/** @param {Edges} one @param {Edges} other */
const cover = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** @param {Box} box @returns {Edges} */
const edgesOf = ({ x, y, width, height }) => ({ left: x, right: x + width, top: y, bottom: y + height });

/** Words without the room that a font keeps above and below its letters. @param {Box} box @param {Element} text @returns {Box} */
function trimmed(box, text) {
  const spare = (SPARE * box.height) / Math.max(1, text.children.length);
  return { ...box, y: box.y + spare, height: box.height - 2 * spare };
}

/** All that a label must not lie on. @param {Felt} felt @returns {Edges[]} */
function taken(felt) {
  const shown = (/** @type {Element} */ node) => node.checkVisibility({ visibilityProperty: true });
  const lying = [...felt.drawing.querySelectorAll(IN_THE_WAY), ...felt.printed].filter(shown).map((node) => felt.where(node));
  const prints = felt.areas
    .filter((area) => !area.hot && !isFolded(area))
    .flatMap(({ node }) => [...node.querySelectorAll(":scope > text")].map((text) => trimmed(felt.where(text), text)));
  return [...lying, ...prints].filter(({ width }) => width > 0).map(edgesOf);
}

/** Spots around a middle, the nearest first. */
const AROUND = Array.from({ length: (2 * REACH + 1) ** 2 }, (_, n) => {
  const [across, down] = [STEP * ((n % (2 * REACH + 1)) - REACH), STEP * (Math.floor(n / (2 * REACH + 1)) - REACH)];
  return { across, down, far: DRIFT * Math.hypot(across, down) };
}).sort((one, other) => one.far - other.far);

/** @param {Spot} at @param {number} width @returns {Edges} */
const around = ({ x, y }, width, air = 0) => ({ left: x - width / 2 - air, right: x + width / 2 + air, top: y - HALF - air, bottom: y + HALF + air });

/** Over the upper edge of an area, where nothing is in the way. @param {Box} box @returns {Spot} */
const overEdge = ({ cx, y, height }) => ({ x: cx, y: y + Math.min(4, height / 2) });

/**
 * The best spot for a label of a width: over the edge of its area, else inside it, beside it, or above or below it.
 * @param {Felt} felt @param {Area} area @param {number} width @param {Edges[]} blocked @returns {Spot}
 */
function spotFor(felt, { box }, width, blocked) {
  const begin = overEdge(box);
  const strange = felt.areas.filter((other) => other.box !== box && !other.hot && !isFolded(other)).map((other) => edgesOf(other.box));
  let [best, least] = [begin, Infinity];
  for (const { across, down, far } of AROUND) {
    if (far >= least) break;
    const at = { x: begin.x + across, y: begin.y + down };
    const [aside, away] = [Math.abs(at.x - box.cx) - box.width / 2, Math.abs(at.y - box.cy) - box.height / 2];
    const outside = far + Math.hypot(Math.max(0, aside), UPRIGHT * Math.max(0, away));
    if (outside >= least) continue;
    const { left, right, top, bottom } = around(at, width, AIR);
    if (left < 0 || top < 0 || right > felt.size.width || bottom > felt.size.height) continue;
    if (blocked.some((other) => cover({ left, right, top, bottom }, other))) continue;
    const wrong = outside + (strange.some((other) => cover(around(at, width), other)) ? STRANGE : 0);
    if (wrong < least) [best, least] = [at, wrong];
  }
  return best;
}

/**
 * The labels, each where there is room for it; one that has its spot stays there. On a layout for all, where numbers and
 * chips of many lie close, they lie over the edge of their area, one above the other.
 * @param {Felt} felt @param {Win[]} wins
 */
export function winLabels(felt, wins) {
  const width = (/** @type {Win} */ { text }) => 14 + text.length * 9.5;
  const blocked = felt.perSeat && wins.some(({ at }) => !at) ? taken(felt) : [];
  for (const [n, win] of wins.entries()) {
    const before = wins.slice(0, n);
    const edge = overEdge(win.area.box);
    if (felt.perSeat) win.at ??= spotFor(felt, win.area, width(win), [...blocked, ...before.map((other) => around(other.at ?? edge, width(other)))]);
    else win.at = { x: edge.x, y: edge.y - 26 * before.filter(({ area }) => area === win.area).length };
  }
  return wins.map((win) => label(win.at ?? overEdge(win.area.box), width(win), win.text, win.look));
}

/** @param {Spot} at @param {number} width @param {string} text @param {string} look */
const label = ({ x, y }, width, text, look) =>
  svg(
    "g",
    { class: `win ${look}`, transform: `translate(${x} ${y})` },
    svg("rect", { x: -width / 2, y: -HALF, width, height: 2 * HALF, rx: HALF }),
    svg("text", { "font-size": 15 }, text),
  );
