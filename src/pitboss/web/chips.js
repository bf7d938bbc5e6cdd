/** Chips: drawn as stacks of casino chips, the seat's own in the middle of the area, others' beside them. */

import { fill, svg } from "./dom.js";
import { onChip } from "./money.js";

export const CHIPS = [100, 500, 2500, 10_000, 50_000];
const RISE = 2.2; // how far each chip stands above the one under it
const CLASS = { 100: "one", 500: "five", 2500: "quarter", 10_000: "hundred", 50_000: "barrel" };

/** The class of the largest chip in an amount. */
export const chipClass = (cents) => CLASS[CHIPS.findLast((chip) => chip <= cents) ?? CHIPS[0]];

/** One chip face: body, edge spots, inlay. */
function face(radius, cents) {
  const spots = svg("circle", { class: "chip-spots", r: radius * 0.86, "stroke-width": radius * 0.27 });
  const turn = (2 * Math.PI * radius * 0.86) / 12; // six spots and six gaps
  spots.setAttribute("stroke-dasharray", `${turn} ${turn}`);
  return svg(
    "g",
    { class: `chip ${chipClass(cents)}` },
    svg("circle", { class: "chip-body", r: radius }),
    spots,
    svg("circle", { class: "chip-inlay", r: radius * 0.66 }),
  );
}

/** A picture of one chip for a button. */
export function chipPicture(cents) {
  const label = onChip(cents);
  return svg(
    "svg",
    { viewBox: "-22 -22 44 44", class: "chip-picture", "aria-hidden": "true" },
    face(20, cents),
    svg("text", { class: "chip-value", "font-size": label.length > 3 ? 9 : 12 }, label),
  );
}

/** A stack at a point: the more money, the more chips under it. */
function stack(x, y, radius, cents, { seat = 0, mine = true, pending = false } = {}) {
  const height = Math.min(4, CHIPS.filter((chip) => cents >= 2 * chip).length + 1);
  const label = onChip(cents);
  const group = svg("g", { class: `stack${mine ? " mine" : ""}${pending ? " pending" : ""}` });
  group.setAttribute("transform", `translate(${x} ${y})`);
  group.append(svg("ellipse", { class: "chip-shadow", cx: 2, cy: 3, rx: radius * 1.05, ry: radius }));
  for (let n = 0; n < height; n++) {
    const chip = face(radius, cents);
    chip.setAttribute("transform", `translate(0 ${-n * RISE})`);
    group.append(chip);
  }
  const size = radius * (label.length > 3 ? 0.5 : label.length > 2 ? 0.66 : 0.88);
  group.append(svg("text", { class: "chip-value", y: -(height - 1) * RISE, "font-size": size }, label));
  if (!mine && seat) {
    group.append(svg("text", { class: "chip-owner", y: radius + 8, "font-size": 10 }, `seat ${seat}`));
  }
  return group;
}

/** How large a chip may be on an area. */
const radiusFor = (box, hot) => (hot ? 14 : Math.max(12, Math.min(22, Math.min(box.width, box.height) * 0.34)));

/** Where chips lie: in the middle, but beside the words of an area that is wide enough for both. */
function restingPoint({ x, width, height, cx, cy }, radius) {
  return width > 1.6 * height ? [x + width - radius - 8, cy] : [cx, cy];
}

/** Where the n-th of the others' stacks lies around the middle. */
function aside(n, radius) {
  const angle = Math.PI * (0.75 + n * 0.5);
  return [Math.cos(angle) * radius * 1.1, Math.sin(angle) * radius * 0.9];
}

/**
 * Draw all wagers.
 * @param {import("./felt.js").Felt} felt
 * @param {import("./types.js").Wager[]} wagers
 * @param {number} seat  whose chips are drawn in the middle
 */
export function drawChips(felt, wagers, seat) {
  const byArea = new Map();
  for (const wager of wagers) {
    const area = felt.area(wager.wager, wager.on, wager.seat) ?? felt.area(wager.wager, "", wager.seat);
    if (!area || wager.amount <= 0) continue;
    if (!byArea.has(area)) byArea.set(area, []);
    byArea.get(area).push(wager);
  }
  const stacks = [];
  for (const [area, there] of byArea) {
    const radius = radiusFor(area.box, area.hot);
    const [cx, cy] = restingPoint(area.box, radius);
    const alone = there.length === 1;
    let others = 0;
    for (const wager of there) {
      const mine = wager.seat === seat;
      const [dx, dy] = mine || alone ? [0, 0] : aside(others++, radius);
      const size = mine || area.seat ? radius : radius * 0.8;
      const options = { seat: area.seat ? 0 : wager.seat, mine, pending: Boolean(wager.pending) };
      const group = stack(cx + dx, cy + dy, size, wager.amount, options);
      group.dataset.of = [wager.seat, wager.wager, wager.on].join("|");
      stacks.push([mine, group]);
    }
  }
  stacks.sort((a, b) => Number(a[0]) - Number(b[0])); // the seat's own on top
  fill(felt.layers.chips, stacks.map(([, group]) => group));
}

/** The stack of one wager, to be moved or faded. */
export const stackOf = (felt, event) =>
  felt.layers.chips.querySelector(`[data-of="${CSS.escape([event.seat, event.wager, event.on].join("|"))}"]`);
