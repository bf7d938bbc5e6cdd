/**
 * The stage: events become motion on the felt, one after the other, and at the end of each batch the felt shows what
 * the house's view says. What was won stays in sight until the next round opens.
 */

import { drawCards } from "../felt/cards.js";
import { drawChips, stackOf } from "../felt/chips.js";
import { fill, findAll } from "../kit/dom.js";
import { emptyScene, fold, isPartOfStack, isSettlement, netOf, sceneOf } from "../kit/fold.js";
import { drawMarkers, drawWagerSigns } from "../felt/markers.js";
import { drawMeters } from "./meter.js";
import { change, dollars } from "../kit/money.js";
import { animate, pause } from "../felt/motion.js";
import { sound } from "../kit/sound.js";
import { wheelsOf } from "../felt/wheel.js";

/** @import { Area, Felt, Place } from "../felt/felt.js" */
/** @import { Scene } from "../kit/fold.js" */
/** @import { TableState } from "../felt/tablestate.js" */
/** @import { Win } from "./winlabels.js" */
/** @import { Dealt, Marked, Revealed, Settlement, Shown, TableEvent, View } from "../kit/types.js" */

const LINGER = 1400;

/** Whether an event is only somebody's chips being put down or taken up: nothing moves for it. @param {TableEvent} event */
const movesChips = ({ event }) => event === "wagered" || event === "withdrawn";

/** The drawn thing inside a card, tile or die: it is what moves. @param {Element} node */
const inner = (node) => node.firstElementChild;

/** Where a drawn group lies. @param {SVGGElement} node */
const positionOf = (node) => node.transform.baseVal.getItem(0).matrix;

/** Plays events on the felt and draws what lies there. */
export class Stage {
  busy = false;
  #felt;
  #table;
  #wheels;
  #scene = emptyScene();
  /** What was won and lost, where it lay. @type {Win[]} */ #wins = [];
  #fresh = false; // whether something was won in the batch that is being played
  #lingering = false; // whether it is still shown although the next round is open
  /** What makes labels of it and moves chips; fetched with the panels. @type {import("./panels.js").Panels["paying"]|null} */ #paying = null;

  /** @param {Felt} felt @param {TableState} table */
  constructor(felt, table) {
    this.#felt = felt;
    this.#table = table;
    this.#wheels = wheelsOf(felt);
  }

  /** Show the view as it is, without motion: after a (re)connection. @param {View} view */
  set(view) {
    this.#scene = this.#ownScene(view);
    this.refresh();
    const last = this.#outcome(this.#scene);
    const resting = this.#isPast ? (Object.values(this.#scene.shown)[0] ?? "") : (last ?? (view.results.at(-1) ?? "").split(" ")[0]);
    for (const wheel of this.#wheels) wheel.rest(resting, view.round);
  }

  /** At a table dealt by a person: whether a round has begun whose result is not there yet. Then nothing lies on the one before. */
  get #isPast() {
    const { info, view } = this.#table;
    return info.dealer === "person" && ["betting", "playing"].includes(view.phase) && view.settled_round < view.round;
  }

  /** What lies there, without the hands of whoever sat at this player's place before. @param {View} view */
  #ownScene(view) {
    const scene = sceneOf(view);
    const isLeft = (/** @type {string} */ key) => this.#table.isLeft(Number(key.split("/")[0]));
    for (const part of [scene.cards, scene.totals, scene.set, scene.chosen]) {
      for (const key of Object.keys(part)) if (isLeft(key)) delete part[key];
    }
    return scene;
  }

  /** Redraw what lies there now: chips of this seat may have moved. */
  refresh() {
    if (this.busy) return;
    const wagers = this.#table.wagersShown();
    drawChips(this.#felt, wagers, this.#table);
    drawWagerSigns(this.#felt, wagers, this.#room());
    drawCards(this.#felt, this.#scene);
    drawMarkers(this.#felt, this.#scene, this.#isPast);
    drawMeters(this.#felt, this.#table.view.meters);
  }

  /** Draw everything again where it is now: the felt has been arranged again, be it in the middle of a deal. */
  redraw() {
    if (this.#table.hasView) drawMeters(this.#felt, this.#table.view.meters);
    if (this.busy) {
      drawChips(this.#felt, this.#scene.wagers, this.#table);
      drawCards(this.#felt, this.#scene);
      drawMarkers(this.#felt, this.#scene, this.#isPast);
    } else {
      this.refresh();
    }
    this.#placeWins();
  }

  /** Areas on which the house takes less now than the table posts, each with how much more. */
  #room() {
    const table = this.#table;
    if (!table.playing || !table.betting) return [];
    return this.#felt.areas
      .filter(({ wager, on, seat }) => (!seat || seat === table.seat) && table.narrowed(wager, on))
      .map((area) => ({ area, amount: dollars(table.offer("wager", area.wager, area.on)?.most ?? 0) }));
  }

  /** Play a batch of events, then rest on the view. @param {TableEvent[]} events @param {View} view */
  async play(events, view) {
    if (this.#lingering) this.#forget();
    this.#fresh = false;
    if (events.every(movesChips)) return this.#rest(view);
    this.busy = true;
    const spinAt = this.#spinAt(events);
    /** Losing chips leave together. @type {Promise<void>[]} */
    const sweeping = [];
    fill(this.#felt.layers.statuses); // what was said of chips before this no longer holds
    for (const [n, event] of events.entries()) {
      if (this.#isPartOfStack(event, events[n + 1])) continue;
      if (n === spinAt.index) await this.#spin(spinAt.outcome);
      if (event.event !== "collected") await Promise.all(sweeping.splice(0));
      const acting = this.#act(event);
      if (event.event === "collected") sweeping.push(acting);
      else await acting;
    }
    await Promise.all(sweeping);
    this.#soundResult(events);
    if (this.#wins.length) await pause(LINGER);
    this.busy = false;
    this.#rest(view);
  }

  /** @param {View} view */
  #rest(view) {
    this.#scene = this.#ownScene(view);
    const [first = ""] = Object.values(this.#scene.shown);
    if (this.#isPast) for (const wheel of this.#wheels) wheel.rest(first, view.round);
    this.refresh();
    this.#placeWins(); // chips are gone, and what they lay on is read again
  }

  /** How all that the player had there came out together: no win is heard where more was lost. @param {TableEvent[]} events */
  #soundResult(events) {
    const own = events.filter(isSettlement).filter(({ seat }) => this.#table.holds(seat));
    const net = own.reduce((sum, event) => sum + netOf(event), 0);
    if (net) sound(net > 0 ? "win" : "loss");
  }

  // --- one event

  /** @param {TableEvent} event */
  async #act(event) {
    if (event.event === "round_opened") this.#opens();
    this.#scene = fold(this.#scene, event);
    switch (event.event) {
      case "dealt":
        return this.#dealt(event);
      case "shown":
        return this.#thrown(event);
      case "revealed":
        return this.#revealed(event);
      case "paid":
      case "returned":
        return this.#won(event);
      case "collected":
        return this.#lost(event);
      case "wagered":
      case "withdrawn":
      case "moved":
        return this.#redrawChips();
      case "marked":
        return this.#marked(event);
    }
  }

  /**
   * Tiles out of one stack leave together: all but the last are folded in, and move with it.
   * @param {TableEvent} event @param {TableEvent} [next]
   */
  #isPartOfStack(event, next) {
    if (!isPartOfStack(event, next)) return false;
    this.#scene = fold(this.#scene, event);
    return true;
  }

  /** @param {Marked} event */
  async #marked(event) {
    drawMarkers(this.#felt, this.#scene, this.#isPast);
    if (event.marker === "lights" && event.at) await pause(900);
  }

  /** Dice tumble to where they lie. @param {Shown} event */
  async #thrown(event) {
    const place = this.#felt.place(["dice"], event.device);
    drawCards(this.#felt, this.#scene);
    if (!place || this.#isOver) return;
    const back = this.#felt.exceeds ? this.#felt.lookAt(place.box) : () => {};
    const dice = [...this.#felt.layers.cards.querySelectorAll(".die")];
    const tumble = (/** @type {number} */ n) => [
      { transform: `translate(${90 + 30 * n}px, ${-60 + 25 * n}px) rotate(${400 + 120 * n}deg)`, opacity: 0.3 },
      { transform: `translate(${-12 + 6 * n}px, 6px) rotate(${40 - 60 * n}deg)`, opacity: 1, offset: 0.7 },
      { transform: "none", opacity: 1 },
    ];
    sound("dice");
    const motion = { duration: 850, easing: "cubic-bezier(.2,.7,.4,1)" };
    await Promise.all(dice.map((die, n) => animate(die, tumble(n), motion)));
    await pause(this.#felt.exceeds ? 900 : 350);
    back();
  }

  /** The cards or tiles of somebody, as they are drawn now. @param {Dealt} event */
  #drawnOf = ({ to }) => findAll(this.#felt.layers.cards, `[data-at^="${to}/"]`, SVGGElement);

  /**
   * The tiles that came out of a stack, from where it stood to their place.
   * @param {Dealt} event @param {Place} shoe
   */
  async #delivered(event, shoe) {
    const stack = Number(/^stack (\d+)/.exec(event.place ?? "")?.[1] ?? 1);
    const x = shoe.box.x + ((stack - 0.5) * shoe.box.width) / Math.max(1, this.#scene.stacks.length);
    await Promise.all(
      this.#drawnOf(event).map((tile) => {
        const there = positionOf(tile);
        const from = `translate(${x - there.e}px, ${shoe.box.y - there.f}px)`;
        const way = [{ transform: from }, { transform: "none" }];
        return animate(inner(tile), way, { duration: 320, easing: "ease-out" });
      }),
    );
  }

  /** @param {Dealt} event */
  async #dealt(event) {
    drawCards(this.#felt, this.#scene);
    const card = this.#drawnOf(event).at(-1);
    const shoe = this.#felt.places.find((place) => place.what === "shoe") ?? this.#felt.place(["cards"], "dealer");
    if (!card || !shoe) return; // it is dealt to a seat that nobody is looking at
    sound("card");
    if (/^stack/.test(event.place ?? "")) return this.#delivered(event, shoe);
    const there = positionOf(card);
    const from = `translate(${shoe.box.cx - there.e}px, ${shoe.box.cy - there.f}px)`;
    const way = [{ transform: from, opacity: 0.4 }, { transform: "none", opacity: 1 }];
    await animate(inner(card), way, { duration: 190, easing: "ease-out" });
  }

  /** @param {Revealed} event */
  async #revealed(event) {
    const laid = () => findAll(this.#felt.layers.cards, "[data-at]", SVGGElement);
    const before = new Map(laid().map((node) => [node.dataset.at, node.dataset.card]));
    drawCards(this.#felt, this.#scene);
    const turned = laid().filter((node) => before.get(node.dataset.at) !== node.dataset.card);
    await Promise.all(
      turned.map((node) => {
        const face = inner(node);
        if (face instanceof SVGElement) {
          Object.assign(face.style, { transformOrigin: "center", transformBox: "fill-box" });
        }
        return animate(face, [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: 260 });
      }),
    );
    const place = this.#felt.place(["cards", "tiles"], event.of);
    if (this.#felt.exceeds && event.total && place && event.of !== this.#table.seat) {
      const back = this.#felt.lookAt(place.box); // what is turned up elsewhere is shown before the felt goes back
      await pause(1300);
      back();
    }
    await pause(event.total ? 450 : 150);
  }

  /** @param {Settlement} event */
  async #won(event) {
    const area = this.#felt.area(event.wager, event.on, event.seat);
    if (!area) return;
    this.#mark(area, event.event === "returned" ? "push" : `▲ ${change(netOf(event))}`, event);
    const stack = stackOf(this.#felt, event);
    if (event.event === "returned") await animate(stack, [{ opacity: 1 }, { opacity: 0.35 }, { opacity: 1 }], { duration: 360 });
    else await this.#paying?.payTo(this.#felt, stack, area);
  }

  /** @param {Settlement} event */
  async #lost(event) {
    const area = this.#felt.area(event.wager, event.on, event.seat);
    if (area && this.#table.holds(event.seat)) this.#mark(area, `▼ ${change(netOf(event))}`, event);
    const stack = stackOf(this.#felt, event);
    if (!stack) return;
    await this.#paying?.takeAway(this.#felt, stack);
    stack.remove();
  }

  /** Say on the felt what became of a wager. @param {Area} area @param {string} text @param {Settlement} event */
  #mark(area, text, { event, seat }) {
    const look = [event === "collected" ? "loss" : "", this.#table.holds(seat) ? "mine" : ""].join(" ");
    this.#wins.push({ area, text, look });
    this.#fresh = true;
    this.#drawWins();
  }

  // --- the wheel

  /** At which event of a batch the wheel has come to rest, and on what. @param {TableEvent[]} events */
  #spinAt(events) {
    const outcomes = events.map((event) =>
      event.event === "shown" ? event.outcome : event.event === "marked" ? event.at : "",
    );
    const at = outcomes.findIndex((one) => this.#wheelFor(one));
    if (at < 0) return { index: -1, outcome: "" };
    const outcome = outcomes[at];
    const index = at > 0 && events[at - 1].event === "announced" ? at - 1 : at; // the call follows the ball
    return { index, outcome };
  }

  /** Whether real dice or a real wheel have come to rest before anybody here hears of it. */
  get #isOver() {
    return this.#table.info.chance === "entered";
  }

  /** @param {string} outcome */
  #wheelFor = (outcome) => this.#wheels.find((wheel) => wheel.knows(outcome));

  /** @param {string} outcome */
  async #spin(outcome) {
    const wheel = this.#wheelFor(outcome);
    if (!wheel) return;
    if (this.#isOver) return wheel.rest(outcome, this.#scene.round);
    if (this.#felt.exceeds) this.#felt.scrollTo(wheel.place.box);
    await wheel.spin(outcome, this.#scene.round);
    sound("ball");
    if (this.#felt.exceeds) {
      await pause(700);
      this.#felt.scrollTo((this.#felt.areaFor(outcome) ?? wheel.place).box);
    }
  }

  /** @param {Scene} scene */
  #outcome(scene) {
    return [...Object.values(scene.shown), ...Object.values(scene.markers)].find((outcome) => this.#wheelFor(outcome));
  }

  // --- drawing

  #redrawChips() {
    const wagers = this.#table.betting ? this.#table.wagersShown() : this.#scene.wagers;
    drawChips(this.#felt, wagers, this.#table);
  }

  /** From now on what was won is said on the felt, and chips move there and away. @param {import("./panels.js").Panels["paying"]} paying */
  showPaying(paying) {
    this.#paying = paying;
    this.#drawWins();
  }

  /** Draw what was won where there is room for it now. */
  #placeWins() {
    for (const win of this.#wins) delete win.at;
    this.#drawWins();
  }

  #drawWins() {
    if (this.#paying) fill(this.#felt.layers.wins, this.#paying.winLabels(this.#felt, this.#wins));
  }

  /** What was won is cleared when a round opens; where it opens in the same batch, with what happens next. */
  #opens() {
    if (this.#fresh) this.#lingering = true;
    else this.#forget();
  }

  /** What was won in the last round is no longer shown. */
  #forget() {
    this.#lingering = false;
    this.#wins = [];
    fill(this.#felt.layers.wins);
  }
}
