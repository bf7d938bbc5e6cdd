/**
 * The felt: the very drawing that is filed, made playable. Areas answer to pointer and keyboard; chips, cards and
 * markers lie in layers over them, in the drawing's own coordinates.
 */

import { getFelt } from "../kit/api.js";
import { findAll, svg } from "../kit/dom.js";
import { adoptStyle, areaOf, placeOf } from "./feltdrawing.js";
import { motionOff } from "./motion.js";

/** @import { Who } from "../kit/types.js" */

/**
 * @typedef {{x: number, y: number, width: number, height: number, cx: number, cy: number, left?: number}} Box
 *   `left` is how much room is beside it, where that is scarce
 */
/** @typedef {{scale: number, x: number, y: number}} Moved  where a part is drawn, other than it was filed */
/**
 * @typedef {{node: SVGElement, wager: string, on: string, seat: number, name: string, hot: boolean, box: Box, moved?: Moved, words?: string}} Area
 *   one that is `hot` is a line or corner between areas; `words` are what it is called aloud now
 */
/** @typedef {{node: SVGElement, what: string, of: string, label: string, box: Box, moved?: Moved}} Place */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {(area: Area, remove: boolean, finger?: Point) => void} Act  put a chip on an area, or take one from it; and where it was touched */

const LAYERS = /** @type {const} */ (["lights", "meters", "wheels", "cards", "markers", "chips", "statuses", "wins"]);
const LITTLE = 20; // pixels of the felt that nobody misses
/** @type {Record<string, [dx: number, dy: number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Whether a part is put away: the place of an empty seat, where the felt is drawn around the player. @param {Area|Place} part */
export const isFolded = ({ node }) => node.classList.contains("folded");

/** Where a finger has pressed; nothing where it was no finger. @param {MouseEvent} event @returns {Point|undefined} */
const fingerOf = (event) =>
  event instanceof PointerEvent && event.pointerType === "touch" ? { x: event.clientX, y: event.clientY } : undefined;

/** One table's felt on the page. */
export class Felt {
  /** @type {Area[]} */ areas;
  /** @type {Place[]} */ places;
  layers = /** @type {Record<typeof LAYERS[number], SVGGElement>} */ ({});
  /**
   * Pixels to a unit; 0 where the felt is fitted to its box, undefined before it was shown.
   * @type {number|undefined}
   */
  scale;
  /** What is printed for everybody and shown over the drawing, beside the player's place. @type {HTMLElement[]} */ printed = [];
  /** Where meters are drawn; none where they have their place beside the shoe. @type {Box[]} */ meterSlots = [];
  #fitted = 0; // pixels to a unit where the felt is arranged for its box; 0 where it is only fitted to it
  #shown = 0; // pixels to a unit as they were measured last; to measure makes the browser lay everything out
  /** @type {number[]} */ #seats = [];
  #served = "nobody yet";
  /** @type {Area[]} */ #covered = [];
  /** The areas that arrow keys stop at, until others are served. @type {Area[]|null} */ #reached = null;
  /** Where Tab enters the felt. @type {Area|null} */ #home = null;
  #shared;

  /** Fetch a table's felt and put it into a box of the page. @param {HTMLElement} box @param {string} table */
  static async into(box, table) {
    const text = adoptStyle(await getFelt(table));
    const drawing = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
    if (!(drawing instanceof SVGSVGElement)) throw new Error("The layout of this table could not be drawn.");
    return new Felt(box, drawing);
  }

  /** @param {HTMLElement} box @param {SVGSVGElement} drawing */
  constructor(box, drawing) {
    for (const script of drawing.querySelectorAll("script")) script.remove();
    this.drawing = drawing;
    this.box = box;
    box.replaceChildren(drawing);
    this.areas = findAll(drawing, ".area[data-wager]", SVGElement)
      .map(areaOf)
      .filter((area) => area.wager);
    this.places = findAll(drawing, ".place", SVGElement).map(placeOf);
    this.#shared = this.areas.filter((area) => !area.seat).length > this.areas.length / 2;
    for (const name of LAYERS) {
      this.layers[name] = svg("g", { class: `layer ${name}`, "aria-hidden": "true" });
      drawing.append(this.layers[name]);
    }
    this.#prepareAreas();
  }

  get size() {
    const { width, height } = this.drawing.viewBox.baseVal;
    return { width, height };
  }

  /** Whether wagers are made at a player's own position, rather than on one layout for all. */
  get perSeat() {
    return !this.#shared;
  }

  // --- finding

  /**
   * Where chips of a seat lie for a wager; the first area when there are two.
   * @param {string} wager @param {string} on @param {number} seat
   */
  area(wager, on, seat) {
    return this.areas.find((a) => a.wager === wager && a.on === on && (!a.seat || a.seat === seat));
  }

  /** The area that bears a label: the one that stands for it alone, else the largest. @param {string} label */
  areaFor(label) {
    const bearing = this.areas.filter((area) => area.on === label && !area.hot);
    const size = (/** @type {Area} */ { box }) => box.width * box.height;
    return bearing.find(this.isSingle) ?? bearing.sort((a, b) => size(b) - size(a))[0];
  }

  /**
   * All places of somebody for such things, in the order in which they are filled.
   * @param {string[]} whats @param {Who} of
   */
  placesOf(whats, of) {
    return this.places.filter((place) => whats.includes(place.what) && place.of === String(of) && !isFolded(place));
  }

  /** The first of them, where there is one. @param {string[]} whats @param {Who} of @returns {Place|undefined} */
  place(whats, of) {
    return this.placesOf(whats, of)[0];
  }

  /**
   * Where something is on the screen, in units of the drawing; without a width where it is not shown.
   * @param {Element} node @returns {Box}
   */
  where(node) {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const back = this.drawing.getScreenCTM()?.inverse();
    const [from, to] = [new DOMPoint(left, top).matrixTransform(back), new DOMPoint(right, bottom).matrixTransform(back)];
    return { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y, cx: (from.x + to.x) / 2, cy: (from.y + to.y) / 2 };
  }

  // --- playing

  /**
   * Which seats are the player's (none for those who watch), and what each area is.
   * @param {number[]} seats @param {(area: Area) => string} describe  the spoken name of an area with its terms
   */
  serve(seats, describe) {
    const before = this.#served;
    this.#served = String(seats);
    this.#seats = seats;
    if (this.#served !== before) this.#allot();
    for (const area of this.areas) {
      const words = describe(area);
      if (area.words !== words) area.node.setAttribute("aria-label", (area.words = words));
    }
    const stops = this.#stops();
    if (!this.#home || !stops.includes(this.#home)) this.#makeHome(stops.find(this.isOffered) ?? stops[0]);
  }

  /** Mark what is the player's, and what others have. */
  #allot() {
    this.#reached = null;
    const plays = this.#seats.length > 0;
    for (const area of this.areas) {
      const mine = this.#isMine(area);
      area.node.classList.toggle("elsewhere", !mine);
      area.node.classList.toggle("own", mine && area.seat > 0);
      area.node.classList.toggle("another", plays && area.seat > 0 && !mine);
      area.node.setAttribute("aria-disabled", String(!mine));
    }
    for (const place of this.places) {
      place.node.classList.toggle("mine", this.#seats.includes(Number(place.of)) && this.perSeat);
    }
  }

  /**
   * What is done when an area is pressed or looked at, and when one of another seat is pressed.
   * @param {{act: Act, look: (area: Area|null) => void, offer: (area: Area) => void}} player
   */
  listen({ act, look, offer }) {
    for (const area of this.areas) {
      area.node.addEventListener("click", (event) => {
        if (this.#playable(area)) act(area, event.shiftKey, fingerOf(event));
        else if (this.#seats.length && area.seat && !this.#isMine(area)) offer(area);
      });
      area.node.addEventListener("contextmenu", (event) => {
        event.preventDefault();
        if (this.#playable(area)) act(area, true);
      });
      area.node.addEventListener("pointerenter", () => look(area));
      area.node.addEventListener("focus", () => {
        this.#makeHome(area);
        look(area);
      });
      area.node.addEventListener("keydown", (event) => this.#keydown(event, area, act));
    }
    this.drawing.addEventListener("pointerleave", () => look(null));
  }

  /**
   * The areas that a finger covers which can be played, the nearest first.
   * @param {Point} finger  on the screen @param {number} size  pixels @returns {Area[]}
   */
  under(finger, size) {
    const { x, y } = new DOMPoint(finger.x, finger.y).matrixTransform(this.drawing.getScreenCTM()?.inverse());
    const half = size / 2 / this.shownScale;
    const away = (/** @type {Area} */ { box }) => [Math.abs(x - box.cx) - box.width / 2, Math.abs(y - box.cy) - box.height / 2];
    const covers = (/** @type {Area} */ { box }) => Math.abs(x - box.cx) <= Math.max(half, box.width / 2) && Math.abs(y - box.cy) <= Math.max(half, box.height / 2);
    const distance = (/** @type {Area} */ area) => Math.hypot(...away(area).map((one) => Math.max(0, one)));
    return this.areas.filter((area) => this.#playable(area) && covers(area)).sort((a, b) => distance(a) - distance(b));
  }

  /** Light up the areas that stand for single outcomes. @param {string[]} outcomes */
  light(outcomes) {
    for (const { node } of this.#covered) node.classList.remove("covered");
    const wanted = new Set(outcomes);
    this.#covered = wanted.size ? this.areas.filter((area) => wanted.has(area.on) && this.isSingle(area)) : [];
    for (const { node } of this.#covered) node.classList.add("covered");
  }

  /**
   * Whether an area stands for one outcome only; the page of the table says which do.
   * @type {(area: Area) => boolean}
   */
  isSingle = () => false;

  /** Whether chips can be put on an area at all; the page of the table says where. @type {(area: Area) => boolean} */
  isOffered = () => true;

  /** Bring the focus to the felt; the page stays where it is. */
  focus() {
    this.#home?.node.focus({ preventScroll: true });
  }

  // --- zooming, in the felt's own box

  /** Show the felt at a scale (pixels per unit), or fitted to its box when it is 0. @param {number} scale */
  zoom(scale) {
    this.scale = scale;
    this.box.classList.toggle("zoomed", Boolean(scale));
    this.#resize();
  }

  /** What a fitted felt is shown at; 0 where its box says. @param {number} scale */
  fit(scale) {
    this.#fitted = scale;
    this.box.classList.toggle("arranged", Boolean(scale));
    if (!scale) this.meterSlots = [];
    this.#resize();
  }

  /** The box of the felt, or the felt in it, has another size. */
  measureAgain() {
    this.#shown = 0;
  }

  #resize() {
    this.measureAgain();
    const shown = this.scale || this.#fitted;
    const { width, height } = this.size;
    this.drawing.style.width = shown ? `${Math.floor(width * shown)}px` : "";
    this.drawing.style.height = shown ? `${Math.floor(height * shown)}px` : "";
    this.box.style.setProperty("--drawn-height", `${Math.floor(height * shown)}px`);
  }

  /** Whether the felt is drawn for its box, rather than as it was filed. */
  get isArranged() {
    return this.#fitted > 0;
  }

  /** Whether its box shows only a part of the felt. */
  get exceeds() {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.box;
    return scrollWidth > clientWidth + LITTLE || scrollHeight > clientHeight + LITTLE;
  }

  get shownScale() {
    if (this.#shown) return this.#shown;
    const [box, size] = [this.drawing.getBoundingClientRect(), this.size];
    return (this.#shown = Math.min(box.width / size.width, box.height / size.height));
  }

  /**
   * Scroll a point of the felt to the middle of its box, where it is larger.
   * @param {{cx: number, cy: number}} point
   */
  scrollTo(point, smooth = true) {
    const scale = this.shownScale;
    const { x, y } = this.drawing.viewBox.baseVal;
    this.box.scrollTo({
      left: (point.cx - x) * scale - this.box.clientWidth / 2,
      top: (point.cy - y) * scale - this.box.clientHeight / 2,
      behavior: smooth && !motionOff() ? "smooth" : "auto",
    });
  }

  /** Scroll to a point for a while; what is returned scrolls back to where the player was. @param {Box} box */
  lookAt(box) {
    const { scrollLeft: left, scrollTop: top } = this.box;
    this.scrollTo(box);
    return () => this.box.scrollTo({ left, top, behavior: motionOff() ? "auto" : "smooth" });
  }

  // --- roving focus: one stop for Tab, arrows from there

  #prepareAreas() {
    for (const area of this.areas) {
      area.node.setAttribute("tabindex", "-1");
      area.node.querySelector("title")?.remove(); // the page shows more than a tooltip could
    }
  }

  /** @param {Area} area */
  #isMine = (area) => this.#seats.length > 0 && (!area.seat || this.#seats.includes(area.seat));

  /** @param {Area} area */
  #playable = (area) => this.#isMine(area) && !area.node.classList.contains("put-away");

  /** Areas were put away or brought back. */
  reachAgain() {
    this.#reached = null;
  }

  #stops() {
    if (this.#reached) return this.#reached;
    const playable = this.areas.filter(this.#playable);
    return (this.#reached = playable.length ? playable : this.areas);
  }

  /** @param {Area} [area] */
  #makeHome(area) {
    this.#home?.node.setAttribute("tabindex", "-1");
    this.#home = area ?? null;
    area?.node.setAttribute("tabindex", "0");
  }

  /** @param {KeyboardEvent} event @param {Area} area @param {Act} act */
  #keydown(event, area, act) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = DIRECTIONS[event.key];
    if (direction) {
      const next = this.#neighbour(area, direction, event.shiftKey);
      next?.node.focus();
      if (next && this.exceeds) this.scrollTo(next.box);
    } else if (event.key === "Enter" || event.key === " ") {
      if (this.#playable(area)) act(area, event.shiftKey);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      if (this.#playable(area)) act(area, true);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * The nearest area in a direction: distance along it and twice that aside. A coarse step skips lines and corners.
   * @param {Area} from @param {[dx: number, dy: number]} direction @param {boolean} coarse
   */
  #neighbour(from, [dx, dy], coarse) {
    /** @type {Area|null} */
    let best = null;
    let least = Infinity;
    for (const area of this.#stops()) {
      if (area === from || (coarse && area.hot)) continue;
      const [x, y] = [area.box.cx - from.box.cx, area.box.cy - from.box.cy];
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along <= 0.5 || aside > 3 * along) continue;
      const distance = along + 2 * aside;
      if (distance < least) [best, least] = [area, distance];
    }
    return best;
  }
}
