/** Looking at the felt: which area is looked at, how large the felt is shown, and what part of it. */

import { showArea } from "./areacard.js";
import { byId, focused } from "./dom.js";

/** @import { Betting } from "./betting.js" */
/** @import { Area, Felt } from "./felt.js" */
/** @import { TableState } from "./tablestate.js" */

const PHONE_SCALE = 0.8; // pixels per unit of the felt where fitting it would make it too small to touch
const ZOOM_STEP = 1.25;
const SMALL_SCREEN = matchMedia("(max-width: 720px)");

/** What the viewer sees of the felt. */
export class FeltView {
  #table;
  #felt;
  #betting;
  /** @type {Area|null} */ #area = null;

  /** @param {TableState} table @param {Felt} felt @param {Betting} betting */
  constructor(table, felt, betting) {
    this.#table = table;
    this.#felt = felt;
    this.#betting = betting;
    byId("zoom-in").addEventListener("click", () => felt.zoom(felt.shownScale * ZOOM_STEP));
    byId("zoom-out").addEventListener("click", () => felt.zoom(felt.shownScale / ZOOM_STEP));
    byId("zoom-fit").addEventListener("click", () => felt.zoom(0));
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

  /** Show the card of the area that is looked at. */
  show() {
    showArea(this.#table, this.#betting.chip, this.#area);
  }

  /** Choose the size and the part to begin with: on a small screen the felt is large enough to touch. */
  begin() {
    if (this.#felt.scale === undefined) this.#felt.zoom(SMALL_SCREEN.matches ? PHONE_SCALE : 0);
    this.scrollToOwn();
  }

  /**
   * Where the felt is larger than its box, show the player's own position, the one that is asked where they hold
   * several, or the beginning of the shared layout. @param {number} asked  a seat or box; 0 for none
   */
  scrollToOwn(asked = 0) {
    const { areas, perSeat, box, scale } = this.#felt;
    if (!scale) return;
    const { holds } = this.#table;
    const isOwn = (/** @type {Area} */ { seat }) => (holds(asked) ? seat === asked : holds(seat));
    const own = perSeat ? areas.filter(isOwn) : areas;
    if (!own.length) return;
    const x = Math.min(...own.map((area) => area.box.x));
    const y = Math.min(...own.map((area) => area.box.y));
    const [width, height] = [box.clientWidth / scale, box.clientHeight / scale];
    const [left, top] = perSeat ? [x - width / (asked ? 4 : 3), y - height / 2] : [x - 12, y - 40];
    this.#felt.scrollTo({ cx: left + width / 2, cy: top + height / 2 }, false);
  }
}
