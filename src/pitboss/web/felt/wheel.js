/**
 * The wheel. The drawing already holds its compartments; here its turning parts are gathered into a rotor, a ball is
 * laid on the track, and both come to rest on the outcome the house has sent. The outcome is never chosen here.
 *
 * A wheel on which names repeat has no ball: it is read at a clapper on its top.
 */

import { findAll, svg } from "../kit/dom.js";
import { animate, motionOff } from "./motion.js";

/** @import { Felt, Place } from "./felt.js" */

const TURNS = 3; // of the rotor; a ball runs the other way, twice as often
const LASTS = 4800;
const SLOWING = { duration: LASTS, easing: "cubic-bezier(.16,.62,.36,1)" };
const TRACK = 0.86; // where the ball runs and where it rests, as parts of the wheel's radius
const REST = 0.585;

const APART = 7; // sections between those that show the same outcome in one round and the next, so that they vary

/** @param {number} degrees */
const turned = (degrees) => `rotate(${degrees}deg)`;

/** The wheels of a felt. @param {Felt} felt */
export const wheelsOf = (felt) =>
  felt.places.filter((place) => place.node.querySelector("[data-pocket]")).map((place) => new Wheel(place));

/** A wheel that can be spun to an outcome. */
export class Wheel {
  #rotor = svg("g", { class: "rotor" });
  #pockets;
  /** @type {{arm: SVGGElement, ball: SVGCircleElement}|null} */ #ball = null;
  /** @type {SVGPathElement|null} */ #clapper = null;
  #angle = 0;

  /** @param {Place} place */
  constructor(place) {
    this.place = place;
    this.#rotor.append(...place.node.querySelectorAll(".pocket, text, .well, .cone, .ring, .hub, .peg"));
    place.node.append(this.#rotor);
    this.#rotor.setAttribute("aria-hidden", "true"); // the result is said in words, once it rests
    this.radius = Math.min(place.box.width, place.box.height) / 2;
    this.#pockets = findAll(this.#rotor, "[data-pocket]", SVGElement);
    this.#pivot(this.#rotor);
    const repeats = new Set(this.#pockets.map((pocket) => pocket.dataset.pocket)).size < this.#pockets.length;
    if (repeats) this.#addClapper();
    else this.#addBall();
  }

  /** Whether an outcome is on this wheel. @param {string} outcome */
  knows = (outcome) => this.#pockets.some((pocket) => pocket.dataset.pocket === outcome);

  /** Show the wheel at rest on an outcome; without one, with no ball. @param {string} outcome */
  rest(outcome, round = 0) {
    const at = this.#pocketAt(outcome, round);
    this.#pockets.forEach((pocket, n) => pocket.classList.toggle("result", n === at));
    this.#ball?.arm.setAttribute("visibility", at < 0 ? "hidden" : "visible");
    if (at < 0) return;
    if (!this.#ball) this.#angle = -this.#angleOf(at);
    this.#rotor.style.transform = turned(this.#angle);
    if (!this.#ball) return;
    this.#ball.arm.style.transform = turned(this.#angle + this.#angleOf(at));
    this.#ball.ball.style.transform = this.#out(REST);
  }

  /** Spin to an outcome. @param {string} outcome */
  async spin(outcome, round = 0) {
    const at = this.#pocketAt(outcome, round);
    if (at < 0) return;
    if (!motionOff()) {
      for (const pocket of this.#pockets) pocket.classList.remove("result");
      if (this.#ball) await this.#spinBall(this.#ball, at);
      else await Promise.all([this.#turnTo(-this.#angleOf(at) + 360 * TURNS), this.#clap()]);
    }
    this.rest(outcome, round);
  }

  // --- motion

  /** @param {number} to */
  async #turnTo(to) {
    const from = this.#angle;
    this.#angle = to % 360;
    await animate(this.#rotor, [{ transform: turned(from) }, { transform: turned(to) }], SLOWING);
  }

  /** The clapper strikes the pegs, ever more slowly. */
  async #clap() {
    const struck = { transform: "rotate(-16deg)" };
    const strokes = Array.from({ length: 13 }, (_, n) => ({
      ...(n % 2 ? struck : { transform: "none" }),
      offset: (n / 12) ** 1.6,
    }));
    await animate(this.#clapper, strokes, { duration: LASTS });
  }

  /** @param {{arm: SVGGElement, ball: SVGCircleElement}} ball @param {number} at */
  async #spinBall({ arm, ball }, at) {
    arm.setAttribute("visibility", "visible");
    const to = this.#angle + 360 * TURNS + 40;
    const end = to + this.#angleOf(at);
    const [out, rest, jump] = [this.#out(TRACK), this.#out(REST), this.#out(REST + 0.12)];
    const fall = [
      { transform: out, offset: 0 },
      { transform: out, offset: 0.55, easing: "ease-in" },
      { transform: rest, offset: 0.72, easing: "ease-out" },
      { transform: jump, offset: 0.78, easing: "ease-in" },
      { transform: rest, offset: 0.84 },
      { transform: rest, offset: 1 },
    ];
    await Promise.all([
      this.#turnTo(to),
      animate(arm, [{ transform: turned(end + 720 * TURNS) }, { transform: turned(end) }], SLOWING),
      animate(ball, fall, { duration: LASTS }),
    ]);
  }

  // --- parts

  #addBall() {
    const { cx, cy } = this.place.box;
    const ball = svg("circle", { class: "ball", cx, cy, r: this.radius * 0.04 });
    const arm = svg("g", { class: "arm", visibility: "hidden" }, ball);
    this.#ball = { arm, ball };
    this.#pivot(arm);
    this.place.node.append(arm);
  }

  #addClapper() {
    const { cx, cy } = this.place.box;
    const top = cy - this.radius;
    const clapper = `M${cx - 9} ${top - 14}H${cx + 9}L${cx + 3} ${top + this.radius * 0.12}H${cx - 3}Z`;
    this.#clapper = svg("path", { class: "clapper", d: clapper });
    this.#clapper.style.transformOrigin = `${cx}px ${top - 14}px`;
    this.place.node.append(this.#clapper);
  }

  /** @param {SVGElement} node */
  #pivot(node) {
    node.style.transformOrigin = `${this.place.box.cx}px ${this.place.box.cy}px`;
  }

  /** @param {number} part */
  #out = (part) => `translateY(${-this.radius * part}px)`;

  /**
   * Where an outcome is on the wheel. Of sections alike it is one or another, by the round.
   * @param {string} outcome @param {number} round
   */
  #pocketAt(outcome, round) {
    const alike = this.#pockets.flatMap((pocket, n) => (pocket.dataset.pocket === outcome ? [n] : []));
    return alike.length ? alike[(round * APART) % alike.length] : -1;
  }

  /** @param {number} at */
  #angleOf(at) {
    return (360 * at) / this.#pockets.length;
  }
}
