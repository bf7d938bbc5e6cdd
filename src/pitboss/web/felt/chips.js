/** Chips: drawn as stacks of casino chips, the player's own in the middle of the area, others' beside them. */

import { kept, render, svg } from "../kit/dom.js";
import { onChip } from "../kit/money.js";

/** @import { Box, Felt, Moved } from "./felt.js" */
/** @import { ShownWager } from "./tablestate.js" */

/**
 * Where a stack can lie: an area, a place, or a spot beside one.
 * @typedef {{box: Box, hot?: boolean, seat?: number|string, node?: SVGElement, moved?: Moved}} Ground
 */

/** @typedef {{x: number, y: number, size: number}} Spot */

/** The chips there are, in cents. */
export const CHIPS = [100, 500, 2500, 10_000, 50_000];
const NAMES = ["one", "five", "quarter", "hundred", "barrel"];
const LEGIBLE = 11.2; // pixels
const USUAL = 0.8; // pixels to a unit
const SMALLEST = 12; // units of a stack that is drawn smaller to show the words beside it
const RISE = 2.2; // how far each chip stands above the one under it

/** The class of the largest chip in an amount. @param {number} cents */
const chipClass = (cents) =>
  NAMES[Math.max(0, CHIPS.findLastIndex((chip) => chip <= cents))];

/** One chip face: body, edge spots, inlay. @param {number} radius @param {number} cents */
function face(radius, cents) {
  const turn = (2 * Math.PI * radius * 0.86) / 12; // six spots and six gaps
  const spots = { class: "chip-spots", r: radius * 0.86, "stroke-width": radius * 0.27, "stroke-dasharray": `${turn} ${turn}` };
  return svg(
    "g",
    { class: `chip ${chipClass(cents)}` },
    svg("circle", { class: "chip-body", r: radius }),
    svg("circle", spots),
    svg("circle", { class: "chip-inlay", r: radius * 0.66 }),
  );
}

/** A picture of one chip for a button. @param {number} cents */
export function chipPicture(cents) {
  const label = onChip(cents);
  return svg(
    "svg",
    { viewBox: "-22 -22 44 44", class: "chip-picture", "aria-hidden": "true" },
    face(20, cents),
    svg("text", { class: "chip-value", "font-size": label.length > 3 ? 9 : 12 }, label),
  );
}

/**
 * A stack around the origin: the more money, the more chips under it.
 * @param {number} radius @param {number} cents @param {number} least  the size below which its amount could not be read
 */
function stack(radius, cents, least) {
  const height = Math.min(4, CHIPS.filter((chip) => cents >= 2 * chip).length + 1);
  const label = onChip(cents);
  const group = svg("g", { class: "stack" });
  group.append(svg("ellipse", { class: "chip-shadow", cx: 2, cy: 3, rx: radius * 1.05, ry: radius }));
  for (let n = 0; n < height; n++) {
    const chip = face(radius, cents);
    chip.setAttribute("transform", `translate(0 ${-n * RISE})`);
    group.append(chip);
  }
  const size = Math.max(least, radius * (label.length > 3 ? 0.5 : label.length > 2 ? 0.66 : 0.88));
  const isLong = label.length * size * 0.6 > radius * 1.7;
  const squeezed = isLong ? { textLength: radius * 1.7, lengthAdjust: "spacingAndGlyphs" } : {};
  group.append(svg("text", { class: "chip-value", y: -(height - 1) * RISE, "font-size": size, ...squeezed }, label));
  return group;
}

/**
 * A disc in the colour of a seat, with its number, as roulette chips are.
 * @param {number} radius @param {number} seat
 */
const token = (radius, seat) =>
  svg(
    "g",
    { class: `seat-${seat}` },
    svg("circle", { class: "token-body", r: radius }),
    svg("text", { class: "token-seat", "font-size": radius * 1.15 }, String(seat)),
  );

/**
 * Chips of someone else on a shared layout: players see whose they are, those who do not play also how much.
 * @param {ShownWager} wager @param {number} radius @param {number} viewer  the viewer's seat, 0 for none
 * @param {number} least
 */
function ofAnother(wager, radius, viewer, least) {
  if (viewer) return svg("g", { class: "stack" }, token(radius * 0.8, wager.seat));
  const group = stack(radius, wager.amount, least);
  const tag = token(radius * 0.5, wager.seat);
  tag.setAttribute("transform", `translate(${radius * 0.8} ${radius * 0.75})`);
  group.append(tag);
  return group;
}

/** @param {Box} box */
const isWide = ({ width, height }) => width > 1.6 * height;

/** How large a chip may be: larger, beside the rest, where the felt is small. @param {Ground} ground @param {number} scale */
function radiusFor({ box, hot }, scale) {
  if (hot) return 14;
  const most = (isWide(box) ? 19 : 22) * Math.max(1, USUAL / scale);
  return Math.max(14, Math.min(most, Math.min(box.width, box.height) * 0.34));
}

/** Where a text is; measured once for each way in which it is lettered. @type {WeakMap<SVGTextElement, {lettered: string, box: DOMRect}>} */
const MEASURED = new WeakMap();

/** How far a text is drawn from where it was filed. @param {SVGTextElement} text @returns {[x: number, y: number]} */
function shiftOf(text) {
  const [, x = 0, y = 0] = /translate\(([-\d.]+)[ ,]*([-\d.]+)?/.exec(text.getAttribute("transform") ?? "") ?? [];
  return [Number(x), Number(y)];
}

/** @param {SVGTextElement} text */
function boxOfText(text) {
  const lettered = [text, ...text.children].map((part) => `${part.getAttribute("font-size")} ${part.getAttribute("textLength")}`).join() + text.getAttribute("class");
  const known = MEASURED.get(text);
  if (known?.lettered === lettered) return known.box;
  const box = text.getBBox();
  MEASURED.set(text, { lettered, box });
  return box;
}

/** Where the words of an area are drawn, and what they say; nothing where it bears none. @param {Ground} ground */
function wordsOf({ node, moved = { scale: 1, x: 0, y: 0 } }) {
  const text = node?.querySelector("text");
  if (!(text instanceof SVGTextElement) || !text.textContent?.trim()) return null;
  const [{ x, y, width, height }, [right, down]] = [boxOfText(text), shiftOf(text)];
  const at = { x: (x + right) * moved.scale + moved.x, y: (y + down) * moved.scale + moved.y };
  const parts = text.children.length ? [...text.children].map((part) => part.textContent?.trim()) : [text.textContent.trim()];
  return { ...at, width: width * moved.scale, height: height * moved.scale, say: parts.join(" ") };
}

/**
 * In a wide area after its words, so that chips lie where the hand went; smaller at its end, where that shows the words; in
 * the middle of a player's own area where they cannot be shown beside each other.
 * @param {Ground} ground @param {number} radius @param {number} n
 */
function besideWords(ground, radius, n) {
  const { box } = ground;
  const [step, edge] = [2 * radius + 2, box.x + box.width - 3];
  const words = wordsOf(ground);
  const ends = words ? words.x + words.width : Infinity;
  const after = ends + radius + 10 + n * step;
  if (after <= edge - radius) return { x: after, y: box.cy, size: radius };
  const left = Math.min(radius, (edge - ends - 3) / 2);
  if (!n && left >= SMALLEST) return { x: edge - left, y: box.cy, size: left };
  if (!n && ground.seat && words) return { x: box.cx, y: box.cy, size: radius };
  return { x: edge - radius - n * step, y: box.cy, size: radius };
}

/**
 * Where the n-th stack of an area lies: the first in the middle and the others around it; in an area that is wide
 * enough for both, in a row beside its words.
 * @param {Ground} ground @param {number} radius @param {number} n
 */
function spotFor(ground, radius, n) {
  const { box } = ground;
  if (isWide(box)) return besideWords(ground, radius, n);
  if (!n) return { x: box.cx, y: box.cy, size: radius };
  const angle = Math.PI * (0.75 + (n - 1) * 0.29);
  return { x: box.cx + Math.cos(angle) * radius, y: box.cy + Math.sin(angle) * radius, size: radius * 0.7 };
}

/**
 * The name of a player's own area, over its edge, where a stack hides the words inside it.
 * @param {Ground} ground @param {Spot} stack @param {number} least
 */
function nameOver(ground, { x, y, size }, least) {
  const words = ground.seat && !ground.hot ? wordsOf(ground) : null;
  const hides = words && words.x < x + size && x - size < words.x + words.width && words.y < y + size && y - size < words.y + words.height;
  ground.node?.classList.toggle("named", Boolean(hides));
  if (!hides) return null;
  const letters = Math.max(least, Math.min(12, (ground.box.width - 8) / (words.say.length * 0.62)));
  const width = words.say.length * letters * 0.64 + 8;
  return svg(
    "g",
    { class: "chip-name", transform: `translate(${ground.box.cx} ${ground.box.y - 2})` },
    svg("rect", { x: -width / 2, y: -letters * 0.65, width, height: letters * 1.3, rx: 4 }),
    svg("text", { "font-size": letters }, words.say),
  );
}

/**
 * Where chips lie that no area is printed for: a bank's cover on its seat's one area, the dealer's beside the dealer's
 * place. @param {Felt} felt @returns {(wager: ShownWager) => Ground|undefined}
 */
function unprinted(felt) {
  const dealer = felt.place(["tiles", "cards"], "dealer")?.box;
  const x = dealer ? dealer.x + dealer.width + 8 : 0;
  const beside = dealer && { seat: "dealer", hot: false, box: { ...dealer, x, width: 56, cx: x + 28 } };
  return ({ seat }) => {
    if (!seat) return beside;
    const own = felt.areas.filter((area) => area.seat === seat);
    return own.length === 1 ? own[0] : undefined;
  };
}

/**
 * Wagers by what they lie on, the player's own first.
 * @param {Felt} felt @param {ShownWager[]} wagers @param {(seat: number) => boolean} holds
 */
function byGround(felt, wagers, holds) {
  /** @type {Map<Ground, ShownWager[]>} */
  const found = new Map();
  const elsewhere = unprinted(felt);
  for (const wager of wagers) {
    const brought = wager.lies ? felt.places.find(({ of }) => of === wager.lies) : undefined;
    const printed = felt.area(wager.wager, wager.on, wager.seat) ?? felt.area(wager.wager, "", wager.seat);
    const ground = brought ?? printed ?? elsewhere(wager);
    if (ground && wager.amount > 0) found.set(ground, [...(found.get(ground) ?? []), wager]);
  }
  for (const there of found.values()) there.sort((a, b) => Number(holds(b.seat)) - Number(holds(a.seat)));
  return found;
}

/**
 * Draw all wagers.
 * @param {Felt} felt
 * @param {ShownWager[]} wagers
 * @param {{seat: number, holds: (seat: number) => boolean}} viewer  whose chips are drawn in the middle
 */
export function drawChips(felt, wagers, { seat, holds }) {
  const least = LEGIBLE / (felt.shownScale || 1);
  for (const { node } of felt.areas) node.classList.remove("named");
  render(felt.layers.chips, () => {
    const drawn = [...byGround(felt, wagers, holds)].map(([ground, there]) => {
      const radius = radiusFor(ground, felt.shownScale || 1);
      const stacks = there.map((wager, n) => {
        const spot = spotFor(ground, radius, n);
        const isCounted = holds(wager.seat) || Boolean(ground.seat);
        const look = [nameOf(wager), wager.amount, wager.pending, wager.draft, wager.works, holds(wager.seat), isCounted, seat, spot, least];
        return kept(look, () => {
          const group = isCounted ? stack(spot.size, wager.amount, least) : ofAnother(wager, spot.size, seat, least);
          return laid(group, wager, spot, holds(wager.seat));
        });
      });
      return { stacks, name: nameOver(ground, spotFor(ground, radius, 0), least) };
    });
    return [drawn.flatMap(({ stacks }) => stacks).reverse(), drawn.map(({ name }) => name)]; // the player's own on top
  });
}

/** A stack where it lies. @param {SVGGElement} group @param {ShownWager} wager @param {Spot} spot @param {boolean} mine */
function laid(group, wager, { x, y, size }, mine) {
  group.classList.toggle("mine", mine);
  group.classList.toggle("pending", Boolean(wager.pending));
  if (wager.draft) group.append(svg("circle", { class: "draft-ring", r: size + 3 }));
  group.setAttribute("transform", `translate(${x} ${y})`);
  group.dataset.of = nameOf(wager);
  return group;
}

/** @typedef {{seat: number, wager: string, on: string, hand?: number}} WagerName */

/** @param {WagerName} wager */
const nameOf = ({ seat, wager, on, hand = 0 }) => [seat, wager, on, hand].join("|");

/**
 * The stack of one wager, to be moved or faded.
 * @param {Felt} felt @param {WagerName} wager @returns {SVGGElement|null}
 */
export const stackOf = (felt, wager) => felt.layers.chips.querySelector(`[data-of="${CSS.escape(nameOf(wager))}"]`);
