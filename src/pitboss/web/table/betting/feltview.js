/** Looking at the felt: which area is looked at, how large the felt is shown, what part of it, and around whom. */

import { showArea } from "./areacard.js";
import { byId, changeDetector, focused } from "../../kit/dom.js";
import { boxOf } from "../../felt/feltdrawing.js";
import { letter } from "./legible.js";
import { roomOf, widen } from "./reach.js";
import { SeatFirst } from "./seatfirst.js";
import { preferences } from "../../kit/storage.js";

/** @typedef {{paytableOf: (table: TableState, line: string) => HTMLElement|null, lightPaytables: (table: TableState, sides: HTMLElement[]) => void}} Paytables */
/** @import { Betting } from "./betting.js" */
/** @import { Area, Felt } from "../../felt/felt.js" */
/** @import { TableState } from "../../felt/tablestate.js" */

const TOUCH_SCALE = 0.8; // pixels per unit of a shared felt where fitting it would make it too small to touch
const MOST_TOUCH_SCALE = 1.5;
const ZOOM_STEP = 1.25;
const SMALL_SCREEN = matchMedia("(max-width: 720px), (max-height: 500px)");
const FINGERS = matchMedia("(pointer: coarse)");
const BETWEEN = 24.5; // pixels of a line or corner between areas: the areas themselves are to be hit, too
const WHOLE = "whole"; // the preference for the layout as it is filed

/** How large, in pixels, something has to be to be pressed. */
const target = () => (FINGERS.matches ? 44.5 : 24.5);

/** What the viewer sees of the felt. */
export class FeltView {
  #table;
  #felt;
  #betting;
  #seatFirst;
  /** Fetched with the panels. @type {Paytables|null} */ #paytables = null;
  #redraw;
  #whole = byId("zoom-whole");
  #isOther = changeDetector(); // than what the felt is arranged for
  /** Of the felt's box, in pixels, as it was measured last. @type {{width: number, height: number}|null} */ #size = null;
  #chosen = false; // whether the viewer has chosen a size
  #phase = ""; // of the round, as it was shown last
  /** @type {Area|null} */ #area = null;

  /**
   * @param {TableState} table @param {Felt} felt @param {Betting} betting
   * @param {() => void} redraw  draws again what lies on the felt
   */
  constructor(table, felt, betting, redraw) {
    this.#table = table;
    this.#felt = felt;
    this.#betting = betting;
    this.#redraw = redraw;
    this.#seatFirst = new SeatFirst(felt);
    byId("zoom-in").addEventListener("click", () => this.#zoom(felt.shownScale * ZOOM_STEP));
    byId("zoom-out").addEventListener("click", () => this.#zoom(felt.shownScale / ZOOM_STEP));
    byId("zoom-fit").addEventListener("click", () => this.#zoom(0));
    this.#whole.addEventListener("click", () => {
      preferences.set(WHOLE, !preferences.get(WHOLE, false));
      this.#chosen = false;
      this.#arrange();
      this.scrollToOwn();
    });
    new ResizeObserver(() => {
      felt.measureAgain();
      this.#size = null;
      this.#arrange();
    }).observe(felt.box);
  }

  /**
   * Look at an area, or at none; the area that has the focus stays in view, and the card of the last one, so that what is on
   * it can be pressed. @param {Area|null} area
   */
  look(area) {
    if (!this.#table.hasView || (!area && focused()?.closest(".felt"))) return;
    this.#area = area ?? this.#area;
    if (area?.seat) this.#table.box = area.seat;
    this.#felt.light(area ? (this.#table.spot(area.wager, area.on)?.covers ?? []) : []);
    this.show();
  }

  /** What is printed of paytables becomes tables. @param {Paytables} paytables */
  printTables(paytables) {
    this.#paytables = paytables;
  }

  /** Show the card of the area that is looked at, and the felt around those who sit there now. */
  show() {
    showArea(this.#table, this.#betting.chip, this.#area);
    this.#arrange();
    this.#paytables?.lightPaytables(this.#table, this.#felt.printed);
    this.#follow();
  }

  /** Where both hands have room in the box and the spots under them have not, a round that is over shows the hands. */
  #follow() {
    const { phase } = this.#table.view;
    if (phase === this.#phase) return;
    const was = this.#phase;
    this.#phase = phase;
    if (!was || !this.#isAroundPlayer || !this.#felt.exceeds) return;
    const { places, box, shownScale } = this.#felt;
    const hands = places.filter(({ of }) => this.#table.holds(Number(of)));
    const foot = Math.max(0, ...hands.map((place) => place.box.y + place.box.height)) * shownScale;
    if (phase === "settled" && foot <= box.clientHeight) this.#felt.scrollTo({ cx: this.#felt.size.width / 2, cy: 0 });
    else if (was === "settled") this.scrollToOwn();
  }

  /** Choose the size and the part to begin with: on a small screen the felt is large enough to touch. */
  begin() {
    this.#arrange();
    this.scrollToOwn();
  }

  /** Where fitting a felt for all would make it too small, the scale at which it can be pressed; else 0. */
  #scaleToTouch() {
    if (!SMALL_SCREEN.matches) return 0;
    const { areas, perSeat } = this.#felt;
    const printed = areas.filter(({ hot, seat, node }) => !hot && !seat && !node.classList.contains("put-away"));
    if (perSeat || !FINGERS.matches || !printed.length) return TOUCH_SCALE;
    const needed = target() / Math.min(...roomOf(printed.map(({ node }) => boxOf(node))));
    return Math.min(MOST_TOUCH_SCALE, Math.max(TOUCH_SCALE, needed));
  }

  /** @param {number} scale */
  #zoom(scale) {
    this.#chosen = true;
    this.#felt.zoom(scale);
    this.#arrange();
  }

  /** Whether the felt is drawn around the player's own place. */
  get #isAroundPlayer() {
    return this.#table.playing && this.#seatFirst.isPossible && !preferences.get(WHOLE, false);
  }

  /** Whether a layout for all is drawn for a narrow screen. */
  get #isNarrow() {
    return !this.#table.isStaff && !this.#seatFirst.isPossible && SMALL_SCREEN.matches && !this.#chosen && !preferences.get(WHOLE, false);
  }

  /** Draw the felt for its box and for those who sit there, where they or it have changed. */
  #arrange() {
    if (!this.#table.hasView) return;
    const { seats, view, info } = this.#table;
    const { width, height } = (this.#size ??= this.#felt.box.getBoundingClientRect());
    if (!width || !height) return;
    const others = this.#others();
    const round = this.#isAroundPlayer;
    const taken = [...seats, ...Object.keys(others).map(Number)];
    const screen = { x: 0, y: 0, width: Math.floor(width), height: Math.floor(height) };
    const shown = this.#felt.areas.filter(({ node }) => !node.classList.contains("put-away")).length;
    const wanted = [seats, others, view.meters.length, round, screen, this.#isNarrow, this.#chosen && this.#felt.scale, target(), shown, Boolean(this.#paytables)];
    if (!this.#isOther(wanted)) return;
    this.#showWholeButton(info.seats - seats.length - Object.keys(others).length);
    if (!this.#chosen) this.#felt.zoom(0);
    if (round) this.#seatFirst.show({ own: seats, others, meters: view.meters.length, target: target(), paytable: (line) => this.#paytables?.paytableOf(this.#table, line) ?? null }, screen);
    else if (this.#isNarrow && this.#seatFirst.showNarrow(taken, screen, target())) this.#felt.box.scrollLeft = 0;
    else if (this.#table.playing && !this.#seatFirst.isPossible && !preferences.get(WHOLE, false)) this.#seatFirst.showShared(taken);
    else this.#seatFirst.showWhole();
    if (!this.#chosen && !round && !this.#felt.isArranged) this.#felt.zoom(this.#scaleToTouch());
    const { shownScale } = this.#felt;
    letter(this.#felt, shownScale);
    const pressed = this.#felt.areas.filter(({ seat }) => !seat || seats.includes(seat));
    widen(pressed, ({ node }) => boxOf(node), { target: target() / shownScale, between: BETWEEN / shownScale });
    this.#redraw();
  }

  /** Who else is at the table, by seat; hands that are dealt to empty seats are nobody's. @returns {Record<string, string>} */
  #others() {
    const { view, holds } = this.#table;
    const { names, racks, wagers } = view;
    const there = new Set([...Object.keys(names), ...Object.keys(racks), ...wagers.map(({ seat }) => String(seat))]);
    const others = [...there].filter((seat) => Number(seat) && !holds(Number(seat)));
    return Object.fromEntries(others.map((seat) => [seat, names[seat] ?? `Seat ${seat}`]));
  }

  /** @param {number} free  seats */
  #showWholeButton(free) {
    const [round, perSeat] = [this.#isAroundPlayer, this.#seatFirst.isPossible];
    const isWhole = perSeat ? !round : preferences.get(WHOLE, false);
    this.#whole.hidden = perSeat ? !this.#table.playing : !this.#isNarrow && !isWhole;
    this.#whole.setAttribute("aria-pressed", String(isWhole));
    const back = perSeat ? "My place" : "For this screen";
    this.#whole.textContent = isWhole ? back : perSeat ? `Whole table · ${free} free` : "Whole layout";
  }

  /**
   * Where the felt is larger than its box, show the player's own position, the one that is asked where they hold
   * several, or the beginning of the shared layout. @param {number} asked  a seat or box; 0 for none
   */
  scrollToOwn(asked = 0) {
    const { areas, perSeat, box, shownScale: scale, exceeds } = this.#felt;
    if (!exceeds) return;
    if (!perSeat && this.#felt.isArranged) return box.scrollTo(0, 0);
    const { holds } = this.#table;
    const isOwn = (/** @type {Area} */ { seat }) => (holds(asked) ? seat === asked : holds(seat));
    const own = perSeat ? areas.filter(isOwn) : areas;
    if (!own.length) return;
    const x = Math.min(...own.map((area) => area.box.x));
    const y = Math.min(...own.map((area) => area.box.y));
    const right = Math.max(...own.map((area) => area.box.x + area.box.width));
    const [width, height] = [box.clientWidth / scale, box.clientHeight / scale];
    const [first] = perSeat ? own : areas.filter(({ wager }) => wager === this.#table.info.wagers[0]?.name);
    const start = first ?? own[0];
    const shared = { cx: start.box.x - 12 + width / 2, cy: Math.max(y - 40 + height / 2, start.box.cy - height / 4) };
    this.#felt.scrollTo(perSeat ? { cx: (x + right) / 2, cy: y } : shared, false);
  }
}
