/**
 * Where the parts of a layout go when it is drawn around one player: the dealer above, the player's own place below it
 * as large as it can be, others aside and small. Plain geometry, in units of the drawing; it needs no page.
 */

/** @typedef {{x: number, y: number, width: number, height: number}} Rectangle */
/** @typedef {{scale: number, x: number, y: number}} Move  a part is scaled, then shifted */
/**
 * @typedef {object} Parts  of a layout, each as the rectangle that it fills
 * @property {Rectangle} dealer  the cards of the house; empty where it has none
 * @property {Rectangle[]} devices  dice, markers, stacks and what else lies before the dealer
 * @property {Rectangle[]} own  the player's places, from left to right
 * @property {Rectangle[]} others  those of other players
 * @property {number} least  pixels to a unit below which something of the player's own is too small to press
 */
/**
 * @typedef {object} Arranged
 * @property {number} width  of the whole, in units
 * @property {number} height
 * @property {number} scale  pixels to a unit
 * @property {Move|null} dealer
 * @property {Move[]} devices
 * @property {Move[]} own
 * @property {Move[]} others
 * @property {{top: number, width: number}} free  what is left on both sides of the player's place, where the layout is wide
 */

const MARGIN = 16;
const GAP = 18;
const ABOVE_OWN = 54; // what hands are called is written over them
const MOST = 1.75; // pixels to a unit; larger than this nothing becomes clearer
const DEVICES = 0.8; // of their size
const OTHERS = 0.62;
const LEAST = 0.4; // pixels to a unit
const STRIP = 300; // how much of the sheet others may take under the player's place
const COUNT = 76; // the room beside the dealer's cards for what they count
const LARGE = 0.95; // pixels to a unit that are enough to stay with the usual arrangement
const SMALLER = 0.85; // what the dealer's cards may be drawn at, beside the player's own
const [SLIM, MUCH_SMALLER] = [500, 0.45]; // pixels of a screen that the dealer's cards fill anyway, and what they may be drawn at there
const WIDE = 1.25; // width to height of a screen that has room beside the player's place

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

/** Shift and scale a rectangle so that its corner comes to a point. @param {Rectangle} part @param {number} x @param {number} y */
const moveTo = (part, x, y, scale = 1) => ({ scale, x: x - part.x * scale, y: y - part.y * scale });

/**
 * Parts side by side in lines of a width, as many lines as it takes.
 * @param {Rectangle[]} parts @param {number} width @param {number} scale
 */
function linesOf(parts, width, scale) {
  /** @type {Rectangle[][]} */
  const lines = [];
  let left = 0;
  for (const part of parts) {
    const taken = part.width * scale + GAP;
    if (!lines.length || left < taken - GAP) {
      lines.push([]);
      left = width;
    }
    lines[lines.length - 1].push(part);
    left -= taken;
  }
  return lines.map((line) => ({
    line,
    width: sum(line.map((part) => part.width * scale + GAP)) - GAP,
    height: Math.max(...line.map((part) => part.height)) * scale,
  }));
}

/**
 * Lines of parts under each other, each in the middle between two edges.
 * @param {Rectangle[]} parts @param {{x: number, y: number, width: number}} room @param {number} scale
 */
function inLines(parts, room, scale) {
  /** @type {Map<Rectangle, Move>} */
  const moves = new Map();
  let { y } = room;
  for (const { line, width, height } of linesOf(parts, room.width, scale)) {
    let x = room.x + (room.width - width) / 2;
    for (const part of line) {
      moves.set(part, moveTo(part, x, y + (height - part.height * scale) / 2, scale));
      x += part.width * scale + GAP;
    }
    y += height + GAP;
  }
  return { moves: parts.flatMap((part) => moves.get(part) ?? []), foot: parts.length ? y - GAP : room.y };
}

/** How large others may be drawn in a room. @param {Rectangle[]} others @param {{width: number, height: number}} room */
function scaleIn(others, { width, height }) {
  for (let scale = OTHERS; scale > 0.2; scale -= 0.04) {
    const lines = linesOf(others, width, scale);
    const fits = lines.every((line) => line.width <= width);
    if (fits && sum(lines.map((line) => line.height + GAP)) - GAP <= height) return scale;
  }
  return 0.2;
}

/**
 * The largest scale at which something fits, but none at which it could not be pressed.
 * @param {(scale: number) => boolean} fits @param {number} least
 */
function largest(fits, least) {
  let scale = MOST;
  while (scale > Math.max(least, LEAST) && !fits(scale)) scale -= 0.02;
  return Math.max(scale, Math.min(MOST, least));
}

/**
 * Arrange the parts for a screen of so many pixels.
 * @param {Parts} parts @param {Rectangle} screen @returns {Arranged}
 */
export function arrange(parts, screen) {
  const tall = stacked(parts, screen);
  if (tall.scale >= LARGE && tall.height * tall.scale <= screen.height + 1) return tall;
  const flat = beside(parts, screen);
  const shows = (/** @type {Arranged} */ { scale, width, height }) => Math.min(1, screen.height / (scale * height)) * Math.min(1, screen.width / (scale * width)) * scale;
  return shows(flat) > shows(tall) ? flat : tall;
}

/** @param {Parts} parts */
function sizes({ own, dealer }) {
  const width = sum(own.map((part) => part.width + GAP)) - GAP;
  return { width, height: Math.max(...own.map((part) => part.height)), dealer: dealer.width };
}

/**
 * The dealer over the player's place. Where the screen is too small for both, it shows a part of the whole at a time.
 * @param {Parts} parts @param {Rectangle} screen @returns {Arranged}
 */
function stacked(parts, screen) {
  const { dealer, devices, own, others } = parts;
  const mine = sizes(parts);
  const need = mine.width + 2 * MARGIN;
  /** What the house takes at a scale: devices need fewer lines on a wider sheet, which a smaller scale gives. @param {number} at */
  const houseAt = (at) => {
    const across = Math.max(screen.width / at, need);
    const smaller = dealer.width ? Math.min(1, (across - 2 * MARGIN) / dealer.width) : 1;
    const under = MARGIN + (dealer.height ? dealer.height * smaller + 1.6 * GAP : 0);
    const lines = inLines(devices, { x: MARGIN, y: under, width: across - 2 * MARGIN }, DEVICES);
    const end = lines.foot + (dealer.height || devices.length ? ABOVE_OWN - GAP : GAP);
    return { width: across, placed: lines, foot: end, size: smaller };
  };
  const fits = (/** @type {number} */ at) => {
    const house = houseAt(at);
    const tall = house.foot + mine.height + MARGIN;
    const smallest = screen.width < SLIM ? MUCH_SMALLER : SMALLER;
    return at * need <= screen.width && at * tall <= screen.height && house.size >= smallest;
  };
  const scale = largest(fits, parts.least);
  const { width, placed, foot, size } = houseAt(scale);
  const sheet = Math.max(screen.height / scale, foot + mine.height + MARGIN);
  const side = (width - mine.width) / 2 - GAP;
  const isWide = screen.width / screen.height >= WIDE;
  const room = isWide
    ? { x: width - side, y: placed.foot + GAP, width: side - MARGIN, height: sheet - placed.foot - GAP - MARGIN }
    : { x: MARGIN, y: sheet + GAP, width: width - 2 * MARGIN, height: STRIP };
  const aside = inLines(others, room, scaleIn(others, room));
  return {
    width,
    height: Math.max(sheet, others.length ? aside.foot + MARGIN : 0),
    scale,
    dealer: dealer.width ? moveTo(dealer, (width - dealer.width * size) / 2, MARGIN, size) : null,
    devices: placed.moves,
    own: inRow(own, (width - mine.width) / 2, Math.max(foot, sheet - mine.height - MARGIN - GAP)),
    others: aside.moves,
    free: { top: placed.foot + GAP, width: isWide ? Math.max(0, side - MARGIN) : 0 },
  };
}

/**
 * The dealer beside the player's place, for a screen that is wide and low.
 * @param {Parts} parts @param {Rectangle} screen @returns {Arranged}
 */
function beside(parts, screen) {
  const { dealer, devices, own, others } = parts;
  const mine = sizes(parts);
  const house = Math.max(mine.dealer, ...devices.map((part) => part.width * DEVICES)) + COUNT;
  const need = house + mine.width + 3 * MARGIN;
  const under = MARGIN + dealer.height + 2.5 * GAP;
  const foot = inLines(devices, { x: 0, y: under, width: house }, DEVICES).foot;
  const tall = Math.max(foot, mine.height + ABOVE_OWN + MARGIN) + MARGIN;
  const scale = largest((at) => at * need <= screen.width && at * tall <= screen.height, parts.least);
  const width = Math.max(screen.width / scale, need);
  const sheet = Math.max(screen.height / scale, tall);
  const left = width - mine.width - 2 * MARGIN;
  const room = { x: MARGIN, y: sheet + GAP, width: width - 2 * MARGIN, height: STRIP };
  const aside = inLines(others, room, scaleIn(others, room));
  return {
    width,
    height: Math.max(sheet, others.length ? aside.foot + MARGIN : 0),
    scale,
    dealer: dealer.width ? moveTo(dealer, Math.max(COUNT, (left - dealer.width) / 2), MARGIN + GAP) : null,
    devices: inLines(devices, { x: MARGIN, y: under, width: left - 2 * MARGIN }, DEVICES).moves,
    own: inRow(own, left, Math.max(MARGIN + ABOVE_OWN, (sheet - mine.height) / 2 + GAP)),
    others: aside.moves,
    free: { top: 0, width: 0 },
  };
}

/** @param {Rectangle[]} own @param {number} left @param {number} top @returns {Move[]} */
function inRow(own, left, top) {
  let x = left;
  return own.map((part) => {
    const move = moveTo(part, x, top);
    x += part.width + GAP;
    return move;
  });
}
