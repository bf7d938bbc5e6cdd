/**
 * The table as this page knows it: the facts, the last view the house sent, and the chips whose commands are still on
 * their way. Panels read from here; only connection and betting write.
 */

import { vigorishNow } from "./fold.js";
import { kept } from "./store.js";

/** @typedef {import("./types.js").Facts} Facts @typedef {import("./types.js").View} View */

/** The last round that was over when this player came to a seat. */
const arrival = (table, seat) => kept.get(`arrived.${table}`, {})[seat] ?? 0;

const spotKey = (wager, on) => `${wager}|${on ?? ""}`;

export class Table {
  /** @type {View} */ view;
  /** @type {Facts} */ facts;
  role = "watcher";
  seat = 0;
  #box = 0;
  /** Chips sent and not yet in a view: key → {seat, wager, on, amount, sequence}. */
  underway = new Map();
  #spots = new Map();
  #kinds = new Map();
  #sequence = 0;
  #heard = 0;
  online = false; // whether the line to the house is alive

  /** @param {Facts} facts */
  constructor(facts) {
    this.learn(facts);
  }

  /** Take in the facts; they may be told again, once the exact edges have been worked out. @param {Facts} facts */
  learn(facts) {
    this.facts = facts;
    for (const spot of facts.spots) this.#spots.set(spotKey(spot.wager, spot.on), spot);
    for (const kind of facts.wagers) this.#kinds.set(kind.name, kind);
  }

  // --- hearing from the house

  /** @param {View} view */
  see(view, sequence = 0) {
    this.view = view;
    this.role = view.you.role;
    this.seat = view.you.seat ?? 0;
    this.#heard = performance.now();
    this.#sequence = Math.max(sequence, this.#sequence);
    for (const [key, move] of this.underway) {
      if (move.sequence && move.sequence <= this.#sequence) this.underway.delete(key);
    }
  }

  /**
   * What a command is meant for: the round and the question as they are seen now. Where no round is in progress it is
   * the one that comes next. A command that arrives late counts for nothing else.
   */
  get moment() {
    const { phase, round, question } = this.view;
    return ["betting", "playing"].includes(phase) ? { round, question } : { round: round + 1, question: 0 };
  }

  /** A command is on record; its chips leave the underway list once a view includes it. */
  acknowledged(key, sequence) {
    const move = this.underway.get(key);
    if (!move) return;
    if (sequence <= this.#sequence) this.underway.delete(key);
    else move.sequence = sequence;
  }

  // --- facts

  /** @returns {import("./types.js").Spot|undefined} */
  spot = (wager, on) => this.#spots.get(spotKey(wager, on));

  kind = (wager) => this.#kinds.get(wager);

  /** `Straight 17`: what a wager is called where everybody knows that it is one. */
  title(wager, on = "") {
    const kind = this.kind(wager)?.title ?? wager.replaceAll("_", " ");
    const title = this.spot(wager, on)?.title || (on ? `${kind} ${on}` : kind);
    return title.replace(/ (Wager|Bet)\b/, "");
  }

  nameOf(who) {
    if (this.holds(Number(who))) return this.seats.length > 1 ? `your box ${who}` : "you";
    if (typeof who === "number" || /^\d+$/.test(who)) {
      const name = this.view.names[who];
      return name && name !== `Seat ${who}` ? `${name} (seat ${who})` : `seat ${who}`;
    }
    return `the ${String(who).replaceAll("_", " ")}`;
  }

  /** Whom the table waits for, and for what: `seat 2: back 9`, `the wheel`. */
  askedWords = ({ to, kind }) => (to === "chance" ? `the ${kind}` : `${this.nameOf(to)}: ${kind.replaceAll("_", " ")}`);

  /** `Box 4, second hand: soft 18`: which of the player's hands a question is about, and what it counts. */
  handWords({ to, hand = 0 }) {
    const many = new Set((this.view.cards[to] ?? []).map((card) => card.hand ?? 0)).size > 1;
    const box = this.seats.length > 1 ? `Box ${to}` : "";
    const which = many ? `hand ${hand + 1}` : "";
    const total = this.view.totals[`${to}/${hand}`] ?? "";
    return [[box, which].filter(Boolean).join(", "), total].filter(Boolean).join(": ");
  }

  /** Progressive meters as they stand. @returns {import("./types.js").Meter[]} */
  get meters() {
    return this.view.meters ?? [];
  }

  // --- what may be done

  get betting() {
    return this.view.phase === "betting";
  }

  /** At a practice table the first wager after a round opens the next. */
  get between() {
    return this.view.phase === "settled" && this.facts.practice;
  }

  get playing() {
    return this.role === "player" && this.seat > 0;
  }

  /** The seat and what is held beside it, by number. @returns {number[]} */
  get seats() {
    const held = this.view?.you.seats ?? [];
    return held.length ? held : this.seat ? [this.seat] : [];
  }

  holds = (seat) => this.seats.includes(seat);

  /** Of several boxes, the one that was looked at last: chips chosen by name go there. */
  get box() {
    return this.holds(this.#box) ? this.#box : this.seat;
  }

  set box(seat) {
    if (this.holds(seat)) this.#box = seat;
  }

  get questions() {
    return this.view.you.questions ?? [];
  }

  /** Milliseconds until betting closes, or null without a clock. */
  get closesIn() {
    const clock = this.view.clock;
    return clock ? Math.max(0, clock.closes_in_ms - (performance.now() - this.#heard)) : null;
  }

  /** @returns {import("./types.js").Offer|undefined} */
  offer(says, wager, on = "", seat = this.box) {
    if (this.between && says === "wager") return this.#posted(wager, on);
    const { offers, offers_at: at } = this.view.you;
    return ((seat === this.seat ? offers : at?.[seat]) ?? []).find(
      (offer) => offer.says === says && (offer.wager ?? "") === wager && (offer.on ?? "") === on,
    );
  }

  /** Whether the house takes less on a spot now than the table posts: odds behind a bet, say. */
  narrowed(wager, on) {
    const [offer, spot] = [this.offer("wager", wager, on), this.spot(wager, on)];
    if (!offer || !spot || this.between || offer.most === null) return false;
    return spot.most === null || (offer.most ?? 0) + this.on(wager, on) < spot.most;
  }

  /** What the table posts for a spot, for the time before the house offers it. */
  #posted(wager, on) {
    const spot = this.spot(wager, on);
    return (
      spot && {
        says: "wager",
        wager,
        on,
        least: spot.least,
        most: spot.most,
        step: spot.step,
        cite: this.kind(wager)?.cite,
      }
    );
  }

  // --- the seat's own chips

  get rack() {
    let rack = this.view.you.rack ?? 0;
    for (const move of this.underway.values()) rack -= move.amount;
    return rack;
  }

  /**
   * The player's wagers at all that he holds, those underway included.
   * @returns {Map<string, {seat: number, wager: string, on: string, amount: number}>}
   */
  mine() {
    const found = new Map();
    const add = ({ seat, wager, on, amount }) => {
      const key = `${seat}|${spotKey(wager, on)}`;
      const there = found.get(key) ?? { seat, wager, on, amount: 0 };
      found.set(key, { ...there, amount: there.amount + amount });
    };
    for (const wager of this.view.wagers) if (this.holds(wager.seat)) add(wager);
    for (const move of this.underway.values()) add(move);
    for (const [key, { amount }] of found) if (amount <= 0) found.delete(key);
    return found;
  }

  /** What the house says of this player's wager: whether it works, is locked, and why. */
  standing(wager, on, seat = this.box) {
    return this.view.wagers.find((up) => up.seat === seat && up.wager === wager && up.on === on);
  }

  on(wager, on, seat = this.box) {
    return this.mine().get(`${seat}|${spotKey(wager, on)}`)?.amount ?? 0;
  }

  /** Chips that are on their way to a spot. */
  underwayOn(wager, on, seat = this.box) {
    let sum = 0;
    for (const move of this.underway.values()) {
      if (move.seat === seat && move.wager === wager && move.on === on) sum += move.amount;
    }
    return sum;
  }

  get wagered() {
    return [...this.mine().values()].reduce((sum, wager) => sum + wager.amount, 0);
  }

  /** All wagers of the view, with the seat's own as they will be. */
  wagersShown() {
    const shown = this.view.wagers.map((wager) => ({ ...wager, pending: false }));
    for (const { seat, wager, on, amount } of this.underway.values()) {
      let there = shown.find((w) => w.seat === seat && w.wager === wager && w.on === on && !w.hand);
      if (!there) shown.push((there = { seat, wager, on, amount: 0, hand: 0, pending: true }));
      there.amount += amount;
      there.pending = true;
    }
    return shown;
  }

  /** The round of which the view has the settlements. */
  get settledRound() {
    return this.view.settled_round ?? this.view.round;
  }

  /** The player's settlements, as far back as the view has them; what was before is of whoever sat there then. */
  get settled() {
    const own = ({ seat }) => this.holds(seat) && this.settledRound > arrival(this.facts.id, seat);
    return this.view.settlements.filter(own);
  }

  /** The player has come to a seat, or to a box beside it. */
  arrive(seat) {
    const name = `arrived.${this.facts.id}`;
    kept.set(name, { ...kept.get(name, {}), [seat]: this.moment.round - 1 });
  }

  /** Those of this round or, while betting is open for it, of the one before; none where they are older. */
  get justSettled() {
    const { phase, round } = this.view;
    const last = phase === "betting" ? round - 1 : round;
    return this.settledRound >= last ? this.settled : [];
  }
}

/** What a settled wager won or lost. */
export const netOf = (event) => event.returned - event.stake - vigorishNow(event);
