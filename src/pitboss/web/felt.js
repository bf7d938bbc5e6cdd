/**
 * The felt: the very drawing that is filed, made playable. Areas answer to pointer and keyboard; chips, cards and
 * markers lie in layers over them, in the drawing's own coordinates.
 */

import { getFelt } from "./api.js";
import { svg } from "./dom.js";
import { stillness } from "./motion.js";

/** @typedef {{x: number, y: number, width: number, height: number, cx: number, cy: number}} Box */
/**
 * @typedef {{node: SVGGElement, wager: string, on: string, seat: number, name: string, hot: boolean, box: Box}} Area
 */
/** @typedef {{node: SVGGElement, what: string, of: string, label: string, box: Box}} Place */

const LAYERS = ["lights", "meters", "wheels", "cards", "markers", "chips", "standings", "wins"];
const REACH = 29; // how far, in units, a line or corner can be hit; neighbours are 32 apart
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @returns {Box} */
function boxOf(node) {
  const [x, y, width, height] = (node.dataset.box ?? "").split(" ").map(Number);
  return { x, y, width, height, cx: x + width / 2, cy: y + height / 2 };
}

const STYLE = /<style>([\s\S]*?)<\/style>/g;
const unescaped = (text) => text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/**
 * The drawing brings its own style. It is adopted as a sheet of its own rather than left inline, which the page's
 * content policy forbids. @returns {string} the drawing without it
 */
function adoptStyle(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync([...text.matchAll(STYLE)].map(([, css]) => unescaped(css)).join("\n"));
  document.adoptedStyleSheets = [sheet];
  return text.replaceAll(STYLE, "");
}

export class Felt {
  /** @type {Area[]} */ areas;
  /** @type {Place[]} */ places;
  /** @type {Record<string, SVGGElement>} */ layers = {};
  /** @type {number[]} */ #seats = [];
  #shared;

  /** Fetch a table's felt and put it into a box of the page. */
  static async into(box, table) {
    const text = adoptStyle(await getFelt(table));
    const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    return new Felt(box, document.importNode(drawing, true));
  }

  constructor(box, drawing) {
    for (const script of drawing.querySelectorAll("script")) script.remove();
    this.drawing = drawing;
    this.box = box;
    box.replaceChildren(drawing);
    this.areas = [...drawing.querySelectorAll(".area[data-wager]")]
      .filter((g) => g.dataset.wager)
      .map((node) => ({
        node,
        wager: node.dataset.wager,
        on: node.dataset.on ?? "",
        seat: Number(node.dataset.seat || 0),
        name: node.dataset.name ?? "",
        hot: Boolean(node.dataset.hot),
        box: boxOf(node),
      }));
    this.places = [...drawing.querySelectorAll(".place")].map((node) => ({
      node,
      what: node.dataset.what,
      of: node.dataset.of,
      label: node.dataset.label ?? "",
      box: boxOf(node),
    }));
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

  /** Where chips of a seat lie for a wager; the first area when there are two. @returns {Area|undefined} */
  area(wager, on, seat) {
    return this.areas.find((a) => a.wager === wager && a.on === on && (!a.seat || a.seat === seat));
  }

  /** The area that bears a label: the one that stands for it alone, else the largest. @returns {Area|undefined} */
  areaFor(label) {
    const bearing = this.areas.filter((area) => area.on === label && !area.hot);
    const size = ({ box }) => box.width * box.height;
    return bearing.find(this.isSingle) ?? bearing.sort((a, b) => size(b) - size(a))[0];
  }

  /** @returns {Place[]} */
  placesOf(whats, of) {
    return this.places.filter((place) => whats.includes(place.what) && place.of === String(of));
  }

  /** @returns {Place|undefined} */
  place(whats, of) {
    return this.placesOf(whats, of)[0];
  }

  // --- playing

  /**
   * Which seats are the player's here (none: he watches), and whether wagers can be made at all.
   * @param {(area: Area) => string} describe  the spoken name of an area with its terms
   */
  serve(seats, describe) {
    [this.#seats, this.#reached] = [seats, null];
    const plays = seats.length > 0;
    for (const area of this.areas) {
      const mine = this.#playable(area);
      area.node.classList.toggle("elsewhere", !mine);
      area.node.classList.toggle("own", mine && area.seat > 0);
      area.node.classList.toggle("another", plays && area.seat > 0 && !mine);
      area.node.setAttribute("aria-label", describe(area));
      area.node.setAttribute("aria-disabled", String(!mine));
    }
    for (const place of this.places) {
      place.node.classList.toggle("mine", seats.includes(Number(place.of)) && this.perSeat);
    }
    const stops = this.#stops();
    if (!stops.includes(this.#home)) this.#makeHome(stops.find(this.isOffered) ?? stops[0]);
  }

  /** @param {{act: (area: Area, remove: boolean) => void, look: (area: Area|null) => void}} player */
  listen({ act, look }) {
    for (const area of this.areas) {
      area.node.addEventListener("click", (event) => this.#playable(area) && act(area, event.shiftKey));
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

  /** Light up the areas that stand for single outcomes. @param {string[]} outcomes */
  light(outcomes) {
    for (const { node } of this.#covered) node.classList.remove("covered");
    const wanted = new Set(outcomes);
    this.#covered = wanted.size ? this.areas.filter((area) => wanted.has(area.on) && this.isSingle(area)) : [];
    for (const { node } of this.#covered) node.classList.add("covered");
  }

  /** @type {Area[]} */ #covered = [];

  /** Whether an area stands for one outcome only; told by the table's facts. @type {(area: Area) => boolean} */
  isSingle = () => false;

  /** Whether chips can be put on an area at all; told by the table's facts. @type {(area: Area) => boolean} */
  isOffered = () => true;

  focus() {
    this.#home?.node.focus();
  }

  // --- zooming, in the felt's own box

  /** Show the felt at a scale (pixels per unit), or fitted to its box when it is 0. */
  zoom(scale) {
    this.scale = scale;
    this.drawing.style.width = scale ? `${Math.round(this.size.width * scale)}px` : "";
    this.box.classList.toggle("zoomed", Boolean(scale));
  }

  get shownScale() {
    return this.drawing.getBoundingClientRect().width / this.size.width;
  }

  /** Bring a point of the felt into the middle of its box, where it is larger. @param {{cx: number, cy: number}} box */
  bringIntoSight(box, smooth = true) {
    const scale = this.shownScale;
    const { x, y } = this.drawing.viewBox.baseVal;
    this.box.scrollTo({
      left: (box.cx - x) * scale - this.box.clientWidth / 2,
      top: (box.cy - y) * scale - this.box.clientHeight / 2,
      behavior: smooth && !stillness() ? "smooth" : "auto",
    });
  }

  /** Bring a point into sight for a while; what is returned goes back to where the player was. */
  lookAt(box) {
    const { scrollLeft: left, scrollTop: top } = this.box;
    this.bringIntoSight(box);
    return () => this.box.scrollTo({ left, top, behavior: stillness() ? "auto" : "smooth" });
  }

  // --- roving focus: one stop for Tab, arrows from there

  #home = null;

  #prepareAreas() {
    for (const area of this.areas) {
      area.node.setAttribute("tabindex", "-1");
      area.node.querySelector("title")?.remove(); // the page shows more than a tooltip could
      if (area.hot) {
        const { cx, cy } = area.box;
        const reach = { x: cx - REACH / 2, y: cy - REACH / 2, width: REACH, height: REACH, class: "reach" };
        area.node.append(svg("rect", reach));
      }
    }
  }

  #playable = (area) => this.#seats.length > 0 && (!area.seat || this.#seats.includes(area.seat));

  /** The areas that arrow keys stop at; known until others are served. */
  #stops() {
    if (this.#reached) return this.#reached;
    const playable = this.areas.filter(this.#playable);
    return (this.#reached = playable.length ? playable : this.areas);
  }

  /** @type {?Area[]} */ #reached = null;

  #makeHome(area) {
    this.#home?.node.setAttribute("tabindex", "-1");
    this.#home = area ?? null;
    area?.node.setAttribute("tabindex", "0");
  }

  #keydown(event, area, act) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = DIRECTIONS[event.key];
    if (direction) {
      const next = this.#neighbour(area, direction, event.shiftKey);
      next?.node.focus();
      if (next && this.scale) this.bringIntoSight(next.box);
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

  /** The nearest area in a direction: distance along it and twice that aside. Shift skips lines and corners. */
  #neighbour(from, [dx, dy], coarse) {
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
