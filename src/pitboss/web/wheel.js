/**
 * The wheel. The drawing already holds its compartments; here its turning parts are gathered into a rotor, a ball is
 * laid on the track, and both come to rest on the outcome the house has told. The outcome is never chosen here.
 */

import { svg } from "./dom.js";
import { animate, stillness } from "./motion.js";

const TURNS = 3; // of the rotor; the ball runs the other way, twice as often
const LASTS = 4800;
const TRACK = 0.86; // where the ball runs and where it rests, as parts of the wheel's radius
const REST = 0.585;

export class Wheel {
  #rotor;
  #ball;
  #arm;
  #count;
  #turns = new Map(); // label → its compartments
  #angle = 0;

  /** @param {import("./felt.js").Place} place */
  constructor(place) {
    this.place = place;
    const { cx, cy, width, height } = place.box;
    this.#rotor = svg("g", { class: "rotor" });
    for (const part of [...place.node.querySelectorAll(".pocket, text, .well, .cone, .ring, .hub")]) {
      this.#rotor.append(part);
    }
    const radius = Math.min(width, height) / 2;
    this.#ball = svg("circle", { class: "ball", cx, cy, r: radius * 0.04 });
    this.#arm = svg("g", { class: "arm", visibility: "hidden" }, this.#ball);
    place.node.append(this.#rotor, this.#arm);
    for (const turning of [this.#rotor, this.#arm]) turning.style.transformOrigin = `${cx}px ${cy}px`;
    const pockets = [...this.#rotor.querySelectorAll("[data-pocket]")];
    this.#count = pockets.length;
    this.radius = radius;
    for (const pocket of pockets) {
      const { pocket: label, turn } = pocket.dataset;
      this.#turns.set(label, [...(this.#turns.get(label) ?? []), Number(turn)]);
    }
  }

  knows = (outcome) => this.#turns.has(outcome);

  /** Show the ball at rest. */
  rest(outcome) {
    this.#arm.setAttribute("visibility", this.knows(outcome) ? "visible" : "hidden");
    if (!this.knows(outcome)) return;
    this.#arm.style.transform = `rotate(${this.#angle + this.#pocketAngle(outcome)}deg)`;
    this.#ball.style.transform = `translateY(${-this.radius * REST}px)`;
    this.#ring(outcome);
  }

  /** Spin to an outcome. */
  async spin(outcome) {
    if (!this.knows(outcome)) return;
    this.#ring("");
    if (stillness()) return this.rest(outcome);
    this.#arm.setAttribute("visibility", "visible");
    const [from, to] = [this.#angle, this.#angle + 360 * TURNS + 40];
    const ball = to + this.#pocketAngle(outcome);
    const out = `translateY(${-this.radius * TRACK}px)`;
    const jump = `translateY(${-this.radius * (REST + 0.12)}px)`;
    const rest = `translateY(${-this.radius * REST}px)`;
    const slowing = { duration: LASTS, easing: "cubic-bezier(.16,.62,.36,1)" };
    this.#angle = to % 360;
    await Promise.all([
      animate(this.#rotor, [{ transform: `rotate(${from}deg)` }, { transform: `rotate(${to}deg)` }], slowing),
      animate(this.#arm, [{ transform: `rotate(${ball + 360 * 2 * TURNS}deg)` }, { transform: `rotate(${ball}deg)` }], slowing),
      animate(
        this.#ball,
        [
          { transform: out, offset: 0 },
          { transform: out, offset: 0.55, easing: "ease-in" },
          { transform: rest, offset: 0.72, easing: "ease-out" },
          { transform: jump, offset: 0.78, easing: "ease-in" },
          { transform: rest, offset: 0.84 },
          { transform: rest, offset: 1 },
        ],
        { duration: LASTS },
      ),
    ]);
    this.#rotor.style.transform = `rotate(${this.#angle}deg)`;
    this.rest(outcome);
  }

  #pocketAngle(outcome) {
    return (360 * this.#turns.get(outcome)[0]) / this.#count;
  }

  #ring(outcome) {
    for (const pocket of this.#rotor.querySelectorAll("[data-pocket]")) {
      pocket.classList.toggle("result", pocket.dataset.pocket === outcome);
    }
  }
}
