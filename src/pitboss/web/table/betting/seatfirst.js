/**
 * The felt drawn around the player: the dealer and the player's own place large, other players small beside them, empty
 * seats and what is printed for everybody folded away. The parts are those of the filed drawing, moved; the whole of it
 * is one press away.
 */

import { arrange } from "./arrangement.js";
import { el, fill, findAll, svg } from "../../kit/dom.js";
import { narrowed } from "./narrowfelt.js";
import { roomOf } from "./reach.js";
import { reshape, restore } from "./reshaping.js";

/** @import { Arranged, Move, Rectangle } from "./arrangement.js" */
/** @import { Area, Box, Felt, Place } from "../../felt/felt.js" */

/** @typedef {Area|Place} Part */
/**
 * @typedef {object} Situation
 * @property {number[]} own  the seats that the player holds
 * @property {Record<string, string>} others  the names of the other players, by seat
 * @property {number} meters  how many progressive meters are shown
 * @property {number} target  how large, in pixels, what is pressed has to be
 * @property {(line: string) => HTMLElement|null} paytable  the paytable that an inscription is, where it is one
 */

const METER = { x: 0, y: 0, width: 150, height: 56 };
const [LARGE_CARDS, LARGER_CARDS] = [1.5, 1.25]; // of the size in which the player's cards were filed, on a wide screen and on others
const WIDE = 1.25; // width to height of a screen with room for that
const STAYS = { scale: 1, x: 0, y: 0 };
const NOTHING = { x: 0, y: 0, width: 0, height: 0 };
const BIG = ["cards", "tiles"];
const [NARROW, EDGE] = [150, 20]; // pixels: too narrow to read, and what stays free at the foot of the felt
const [PUCK, LETTER, SEAT_WORDS] = [4, 8, 8]; // letters on a puck; units of one on a plate; letters that say before whom it lies
const APART = /\s{2,}·?\s*/; // between two inscriptions on one line
const ROUND_TILES = { up: 22, down: 38 }; // units over and under tiles for what they are called

/** @param {Rectangle[]} boxes @returns {Rectangle} */
function around(boxes) {
  if (!boxes.length) return NOTHING;
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  return { x, y, width: right - x, height: Math.max(...boxes.map((box) => box.y + box.height)) - y };
}

/** @param {Rectangle} box @param {Move} move @returns {Box} */
function moved(box, { scale, x, y }) {
  const [left, top, width, height] = [box.x * scale + x, box.y * scale + y, box.width * scale, box.height * scale];
  return { x: left, y: top, width, height, cx: left + width / 2, cy: top + height / 2 };
}

/** One move after another. @param {Move} first @param {Move} next @returns {Move} */
const after = (first, next) => ({ scale: first.scale * next.scale, x: first.x * next.scale + next.x, y: first.y * next.scale + next.y });

/**
 * The player's cards larger than the rest of their place: what lies over them makes way, what lies beside them is not covered.
 * @param {Part[]} parts  of one seat @param {(part: Part) => Box} boxOf @param {number} most @returns {Map<Part, Move>}
 */
function withLargeCards(parts, boxOf, most) {
  const cards = parts.filter((part) => !isArea(part) && part.what === "cards");
  if (!cards.length) return new Map();
  const own = around(cards.map(boxOf));
  const others = parts.filter((part) => !cards.includes(part));
  const isOver = (/** @type {Part} */ part) => boxOf(part).y + boxOf(part).height <= own.y + 1;
  const [foot, middle] = [own.y + own.height, own.x + own.width / 2];
  const isFree = (/** @type {number} */ by) => {
    const [left, right, top] = [middle - (own.width * by) / 2, middle + (own.width * by) / 2, foot - own.height * by];
    const meets = (/** @type {Box} */ box) => box.x < right && left < box.x + box.width && box.y < foot && top < box.y + box.height;
    return !others.some((part) => !isOver(part) && meets(boxOf(part)));
  };
  let scale = most;
  while (scale > 1 && !isFree(scale)) scale -= 0.05;
  if (scale <= 1) return new Map();
  const up = { scale: 1, x: 0, y: -own.height * (scale - 1) };
  const grow = { scale, x: middle * (1 - scale), y: foot * (1 - scale) };
  return new Map(parts.flatMap((part) => (cards.includes(part) ? [[part, grow]] : isOver(part) ? [[part, up]] : [])));
}

/** The felt as one player sees it, and back as it is filed. */
export class SeatFirst {
  #felt;
  #filed;
  #printed = ["on the left", "on the right"].map((side, n) =>
    el("div", { class: `inscribed side-${n}`, role: "note", "aria-label": `Printed on the layout, ${side}`, hidden: true }),
  );
  #names = svg("g", { class: "layer names", "aria-hidden": "true" });

  /** @param {Felt} felt */
  constructor(felt) {
    this.#felt = felt;
    this.#filed = {
      view: felt.drawing.getAttribute("viewBox") ?? "",
      boxes: new Map([...felt.areas, ...felt.places].map((part) => [part, part.box])),
      grounds: findAll(felt.drawing, ".rail, .cloth", SVGElement).map((node) => ({ node, ...sizeOf(node) })),
      inscriptions: findAll(felt.drawing, ".inscription", SVGElement),
    };
    felt.box.after(...this.#printed);
    felt.printed = this.#printed;
    felt.drawing.append(this.#names);
  }

  /** Whether places at this table are the players' own, so that it can be drawn around one of them. */
  get isPossible() {
    return this.#felt.perSeat;
  }

  /** Everything where it is in the drawing that was filed. */
  showWhole() {
    const { view, boxes, grounds, inscriptions } = this.#filed;
    this.#felt.drawing.setAttribute("viewBox", view);
    for (const [part, box] of boxes) {
      restore(part);
      this.#put(part, { scale: 1, x: 0, y: 0 }, box);
    }
    for (const { node, ...size } of grounds) stretch(node, size);
    for (const { node } of [...this.#felt.areas, ...this.#felt.places]) node.classList.remove("folded");
    for (const node of inscriptions) node.classList.remove("folded");
    for (const side of this.#printed) side.hidden = true;
    fill(this.#names);
    this.#felt.fit(0);
  }

  /**
   * A layout for all, without the marks that each other seat has on it, and without what is put away.
   * @param {number[]} seats  those that are somebody's
   */
  showShared(seats) {
    this.showWhole();
    const { kept, away } = this.#shared(seats);
    if (!away.length) return;
    for (const { node } of away) node.classList.add("folded");
    const { x, width } = around(kept.map(({ box }) => box));
    const { y, height } = this.#felt.drawing.viewBox.baseVal;
    const sheet = { x: x - EDGE, y, width: width + 2 * EDGE, height };
    const isBeside = (/** @type {SVGElement} */ node) => middleOf(node) < x || middleOf(node) > x + width;
    for (const node of this.#filed.inscriptions) node.classList.toggle("folded", isBeside(node));
    this.#felt.drawing.setAttribute("viewBox", Object.values(sheet).join(" "));
    for (const { node } of this.#filed.grounds) stretch(node, sheet);
    this.#felt.measureAgain();
  }

  /**
   * The same for a narrow screen; false where that would not do, and nothing is changed.
   * @param {number[]} seats @param {Rectangle} screen  in pixels @param {number} target  pixels that a finger needs
   */
  showNarrow(seats, screen, target) {
    this.showWhole();
    const { kept, away } = this.#shared(seats);
    if (kept.some((part) => isArea(part) && part.hot)) return false; // lines between numbers have to stay where they are
    const boxesOf = (/** @type {Part[]} */ parts) => parts.map(({ box }) => box);
    const sheet = narrowed(boxesOf(kept.filter(isArea)), boxesOf(kept.filter((part) => !isArea(part))), screen, target);
    if (!sheet) return false;
    for (const { node } of away) node.classList.add("folded");
    for (const node of this.#filed.inscriptions) node.classList.add("folded");
    kept.forEach((part, n) => reshape(part, sheet.boxes[n]));
    this.#spread(sheet);
    this.#felt.fit(sheet.scale);
    return true;
  }

  /** What of a layout for all is shown, and what is not. @param {number[]} seats */
  #shared(seats) {
    const { areas, places } = this.#felt;
    const isOthers = (/** @type {number} */ seat) => seat > 0 && !seats.includes(seat);
    const isPutAway = (/** @type {Area} */ { node }) => node.classList.contains("put-away");
    const away = new Set(areas.filter(isPutAway).map(({ wager }) => wager));
    /** A place for what a seat has won with a wager, `fire 3`. @param {Place} place */
    const isAsideAway = ({ of }) => {
      const [, name = "", seat = "0"] = /^(\w+) (\d+)$/.exec(of) ?? [];
      return isOthers(Number(seat)) || [...away].some((wager) => name && wager.startsWith(name));
    };
    const isAway = (/** @type {Part} */ part) => (isArea(part) ? isPutAway(part) || isOthers(part.seat) : isAsideAway(part));
    const all = [...areas, ...places];
    return { kept: all.filter((part) => !isAway(part)), away: all.filter(isAway) };
  }

  /** @param {Situation} situation @param {Rectangle} screen  in pixels */
  show({ own, others, meters, target, paytable }, screen) {
    const { boxes } = this.#filed;
    const boxOf = (/** @type {Part} */ part) => /** @type {Box} */ (boxes.get(part));
    const all = [...boxes.keys()];
    const of = (/** @type {number} */ seat) => all.filter((part) => seatOf(part) === seat);
    const left = (/** @type {number} */ seat) => around(of(seat).map(boxOf)).x;
    const mine = [...own].sort((a, b) => left(a) - left(b)).map(of);
    const taken = Object.keys(others).map(Number).sort((a, b) => left(a) - left(b));
    const dealer = all.filter((part) => isHouse(part) && "what" in part && BIG.includes(part.what) && !isAside(part));
    const devices = all.filter((part) => isHouse(part) && !dealer.includes(part) && !isFolded(part));
    const isWide = screen.width >= WIDE * screen.height;
    const larger = new Map(mine.flatMap((one) => [...withLargeCards(one, boxOf, isWide ? LARGE_CARDS : LARGER_CARDS)]));
    const stepOf = (/** @type {Part} */ part) => larger.get(part) ?? STAYS;
    const spaceOf = (/** @type {Part} */ part) => withNames(part, moved(boxOf(part), stepOf(part)));
    const parts = {
      dealer: around(dealer.map(spaceOf)),
      devices: [...devices.map(spaceOf), ...Array.from({ length: meters }, () => ({ ...METER }))],
      own: mine.map((one) => around(one.map(spaceOf))),
      others: taken.map((seat) => around(of(seat).map(spaceOf))),
      least: target / Math.min(...mine.flatMap((one) => roomOf(one.filter(isArea).map(boxOf)))),
    };
    const sheet = arrange(parts, screen);
    for (const { node } of [...this.#felt.areas, ...this.#felt.places]) node.classList.add("folded");
    for (const node of this.#filed.inscriptions) node.classList.add("folded");
    for (const part of dealer) if (sheet.dealer) this.#put(part, sheet.dealer, boxOf(part));
    devices.forEach((part, n) => this.#put(part, sheet.devices[n], boxOf(part)));
    mine.forEach((one, n) => one.forEach((part) => this.#put(part, after(stepOf(part), sheet.own[n]), boxOf(part))));
    taken.forEach((seat, n) => of(seat).forEach((part) => this.#put(part, sheet.others[n], boxOf(part))));
    this.#keepShoe(sheet.width);
    const slots = sheet.devices.slice(devices.length).map((move) => moved(METER, move));
    this.#felt.meterSlots = slots;
    for (const { box } of dealer) box.left = box.x - Math.max(0, ...dealer.map((one) => one.box.x + one.box.width).filter((right) => right <= box.x));
    this.#spread(sheet);
    this.#nameOthers(taken, others, sheet);
    this.#felt.fit(sheet.scale);
    this.#print(sheet, screen, paytable);
  }

  /** @param {Part} part @param {Move} move @param {Box} box  where it is in the filed drawing */
  #put(part, move, box) {
    const isStill = move.scale === 1 && !move.x && !move.y;
    part.box = isStill ? box : moved(box, move);
    part.moved = isStill ? undefined : move;
    if (isStill) part.node.removeAttribute("transform");
    else part.node.setAttribute("transform", `translate(${move.x} ${move.y}) scale(${move.scale})`);
    part.node.classList.remove("folded");
  }

  /** Cards come from the right-hand corner, where the shoe itself is folded away. @param {number} width */
  #keepShoe(width) {
    for (const place of this.#felt.places) {
      if (place.what !== "shoe" || !isFolded(place)) continue;
      const box = { x: width - 40, y: 0, width: 40, height: 40 };
      place.box = { ...box, cx: width - 20, cy: 20 };
    }
  }

  /** The cloth is as large as the sheet. @param {{width: number, height: number}} sheet */
  #spread({ width, height }) {
    this.#felt.drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (const { node } of this.#filed.grounds) stretch(node, { x: 0, y: 0, width, height });
  }

  /** @param {number[]} seats @param {Record<string, string>} names @param {Arranged} sheet */
  #nameOthers(seats, names, { others, scale }) {
    const tags = seats.map((seat, n) => {
      const parts = [...this.#felt.areas, ...this.#felt.places].filter((part) => seatOf(part) === seat);
      const { x, y, width } = around(parts.map((part) => part.box));
      return others[n] && svg("text", { x: x + width / 2, y: y - 8, "font-size": 12 / scale }, names[seat]);
    });
    fill(this.#names, tags);
  }

  /**
   * What is printed for everybody, beside the player's place, as far as there is room for it; all of it is in the whole table.
   * @param {Arranged} sheet @param {Rectangle} screen @param {Situation["paytable"]} paytable
   */
  #print({ free, scale, others }, screen, paytable) {
    const [, ...printed] = this.#filed.inscriptions.map(wordsOf).filter((words) => !/^\d*$/.test(words));
    const lines = printed.flatMap((words) => words.split(APART));
    const [width, top] = [free.width * scale, free.top * scale];
    const fits = (/** @type {string[][]} */ sides) => {
      for (const [n, node] of this.#printed.entries()) {
        fill(node, (sides[n] ?? []).map((line) => paytable(line) ?? el("p", {}, line)));
        Object.assign(node.style, { width: `${Math.floor(width)}px`, top: `${Math.round(top)}px` });
        node.hidden = !sides[n]?.length;
      }
      return this.#printed.every((node) => node.scrollHeight <= screen.height - top - EDGE);
    };
    const tries = lines.map((_, n) => lines.slice(0, lines.length - n)); // as many as there is room for, the first first
    const isPossible = width >= NARROW && tries.some((some) => fits([some]) || (!others.length && fits(halves(some))));
    if (!isPossible) fits([]);
  }
}

/** Two halves of about as many letters. @param {string[]} lines */
function halves(lines) {
  const long = (/** @type {string[]} */ some) => some.join("").length;
  const first = lines.findIndex((_, n) => 2 * long(lines.slice(0, n + 1)) >= long(lines));
  return [lines.slice(0, first + 1), lines.slice(first + 1)];
}

/** Where the middle of an inscription is, from the left. @param {SVGElement} node */
const middleOf = (node) => Number(node.getAttribute("x") ?? node.firstElementChild?.getAttribute("x"));

/** @param {SVGElement} node */
const sizeOf = (node) => ({
  x: Number(node.getAttribute("x")),
  y: Number(node.getAttribute("y")),
  width: Number(node.getAttribute("width")),
  height: Number(node.getAttribute("height")),
});

/** @param {SVGElement} node @param {Rectangle} size */
function stretch(node, size) {
  for (const [name, value] of Object.entries(size)) node.setAttribute(name, String(value));
}

/** The words of an inscription, its lines joined. @param {SVGElement} node */
const wordsOf = (node) =>
  (node.children.length ? [...node.children] : [node])
    .map((line) => line.textContent.trim())
    .join(" ")
    .replaceAll("\u00a0", " ");

/** @param {Part} part @returns {part is Area} */
const isArea = (part) => "wager" in part;

/** A part with the room for what is written around it. @param {Part} part @param {Rectangle} box @returns {Rectangle} */
function withNames(part, box) {
  if (isArea(part)) return box;
  if (part.what === "marker" && part.label.length > PUCK) {
    const width = Math.max(box.width, LETTER * (part.label.length + SEAT_WORDS));
    return { ...box, x: box.x - (width - box.width) / 2, width };
  }
  if (part.what !== "tiles") return box;
  return { ...box, y: box.y - ROUND_TILES.up, height: box.height + ROUND_TILES.up + ROUND_TILES.down };
}

/** Whose a part is; 0 for the house. @param {Part} part */
const seatOf = (part) => (isArea(part) ? part.seat : Number(part.of) || 0);

/** @param {Part} part */
const isHouse = (part) => seatOf(part) === 0;

/** Cards that lie apart from the dealer's hand. @param {Part} part */
const isAside = (part) => !isArea(part) && ["dead hand", "set_aside"].includes(part.of);

/** What lies on the table and tells a player nothing. @param {Part} part */
const isFolded = (part) => !isArea(part) && (part.what === "rack" || (part.what === "shoe" && part.of !== "tiles"));
