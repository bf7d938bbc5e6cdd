/**
 * The table as this page knows it: what is known of it beforehand, the last view the house sent, the chips whose
 * commands are still on their way, and those that lie on this page alone. Panels read from here; only the connection
 * and betting write.
 */

import { Draft, Underway, moveKey } from "./draft.js";
import { Sitting } from "./sitting.js";

/** @import { Asked, Offer, Question, Spot, SpotEdge, TableInfo, View, Wager, WagerKind, Who } from "../kit/types.js" */

/** @typedef {{seat: number, wager: string, on: string, amount: number}} Move  a negative amount takes chips back */
/**
 * @typedef {Move & {sequence: number}} SentMove  `sequence` is the entry that records it, 0 until it is acknowledged
 */
/**
 * @typedef {Wager & {pending?: boolean, draft?: boolean}} ShownWager  `pending` while some of its chips are on their
 *   way; `draft` while some of them lie on this page alone
 */

/** @param {string} says @param {string} [wager] @param {string} [on] */
const offerKey = (says, wager = "", on = "") => `${says}|${wager}|${on}`;

/** @param {string} wager @param {string} [on] */
const spotKey = (wager, on = "") => `${wager}|${on}`;

const LAST_MOMENT = 4000; // milliseconds before betting closes, in which chips go to the house at once

/** What the page knows of one table. */
export class TableState {
  /** @type {TableInfo} */ info;
  /** @type {View["you"]["role"]} */ role = "watcher";
  seat = 0;
  online = false; // whether the connection to the house is alive
  underway = new Underway();
  draft = new Draft();
  /** @type {View|null} */ #view = null;
  /** What the player has up, as it was counted last, and of what. */
  #counted = { view: /** @type {View|null} */ (null), draft: -1, underway: -1, mine: /** @type {Map<string, Move>} */ (new Map()) };
  /** Offers by what they are about, for each list of them that was looked through. @type {WeakMap<Offer[], Map<string, Offer>>} */
  #offered = new WeakMap();
  /** @type {Map<string, Spot>} */ #spots = new Map();
  /** @type {Map<string, WagerKind>} */ #kinds = new Map();
  #box = 0;
  #sequence = 0;
  #heard = 0;

  /** @param {TableInfo} info */
  constructor(info) {
    this.info = info;
    this.sitting = new Sitting(info.id);
    this.learn(info);
  }

  /** What the rules in force say; again when others come into force. @param {TableInfo} info */
  learn(info) {
    this.info = info;
    this.#spots = new Map(info.spots.map((spot) => [spotKey(spot.wager, spot.on), spot]));
    this.#kinds = new Map(info.wagers.map((kind) => [kind.name, kind]));
  }

  /**
   * The exact edges, once they are worked out: of a spot, or of a kind of wager wherever it is made.
   * @param {SpotEdge[]} edges
   */
  learnEdges(edges) {
    for (const spot of this.info.spots) {
      const own = edges.filter(({ wager, on }) => wager === spot.wager && on === spot.on);
      spot.edges = own.length ? own : edges.filter(({ wager, on }) => wager === spot.wager && !on);
    }
  }

  // --- hearing from the house

  /** The last view; there is one as soon as the house has welcomed this page. @returns {View} */
  get view() {
    if (!this.#view) throw new Error("The house has not sent a view yet.");
    return this.#view;
  }

  get hasView() {
    return this.#view !== null;
  }

  /** @param {View} view @param {number} sequence  the last entry that it includes */
  see(view, sequence = 0) {
    this.#view = view;
    this.role = view.you.role;
    this.seat = view.you.seat;
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

  /**
   * A command is on record; its chips leave the underway list once a view includes it.
   * @param {string} key @param {number} sequence
   */
  acknowledged(key, sequence) {
    const move = this.underway.get(key);
    if (!move) return;
    if (sequence <= this.#sequence) this.underway.delete(key);
    else move.sequence = sequence;
  }

  // --- names

  /** The terms of a spot of the layout. @param {string} wager @param {string} [on] */
  spot = (wager, on) => this.#spots.get(spotKey(wager, on));

  /** The kind of a wager. @param {string} wager */
  kind = (wager) => this.#kinds.get(wager);

  /** `Straight 17`: what a wager is called where everybody knows that it is one. @param {string} wager */
  title(wager, on = "") {
    const kind = this.kind(wager)?.title ?? wager.replaceAll("_", " ");
    const title = this.spot(wager, on)?.title || (on ? `${kind} ${on}` : kind);
    return title.replace(/ (Wager|Bet)\b/, "");
  }

  /** `you`, `Ann (seat 2)`, `the dealer`. @param {Who} who */
  nameOf(who) {
    if (this.holds(Number(who))) return this.seats.length > 1 ? `your box ${who}` : "you";
    if (typeof who === "number" || /^\d+$/.test(who)) {
      const name = this.view.names[who];
      return name && name !== `Seat ${who}` ? `${name} (seat ${who})` : `seat ${who}`;
    }
    return `the ${who.replaceAll("_", " ")}`;
  }

  /** Whom the table waits for, and for what: `seat 2: back 9`, `the wheel`. @param {Asked} asked */
  askedWords = ({ to, kind }) => (to === "chance" ? `the ${kind}` : `${this.nameOf(to)}: ${kind.replaceAll("_", " ")}`);

  /**
   * `Box 4, hand 2: soft 18`: which of the player's hands a question is about, and what it counts.
   * @param {Question} question
   */
  handWords({ to, hand }) {
    const many = new Set((this.view.cards[to] ?? []).map((one) => one.hand)).size > 1;
    const box = this.seats.length > 1 ? `Box ${to}` : "";
    const which = many ? `hand ${hand + 1}` : "";
    const total = this.view.totals[`${to}/${hand}`] ?? "";
    return [[box, which].filter(Boolean).join(", "), total].filter(Boolean).join(": ");
  }

  // --- what may be done

  get betting() {
    return this.view.phase === "betting";
  }

  /** Between rounds of a practice table, where the first wager opens the next round. */
  get between() {
    return this.view.phase === "settled" && this.info.practice;
  }

  /** Whether the house shows this viewer a console. */
  get isStaff() {
    return !["watcher", "player"].includes(this.role);
  }

  /** Whether the house lets this viewer do something here. @param {string} act */
  may = (act) => this.view.you.may.includes(act);

  get playing() {
    return this.role === "player" && this.seat > 0;
  }

  /** The seat and the boxes held beside it. @returns {number[]} */
  get seats() {
    const held = this.#view?.you.seats ?? [];
    return held.length ? held : this.seat ? [this.seat] : [];
  }

  /** Whether a seat or box is this player's. @param {number} [seat] */
  holds = (seat) => seat !== undefined && this.seats.includes(seat);

  /** Of several boxes, the one that was looked at last: chips chosen by name go there. */
  get box() {
    return this.holds(this.#box) ? this.#box : this.seat;
  }

  set box(seat) {
    if (this.holds(seat)) this.#box = seat;
  }

  get questions() {
    return this.view.you.questions;
  }

  /** Milliseconds until betting closes, or null without a clock. */
  get closesIn() {
    const { clock } = this.view;
    return clock ? Math.max(0, clock.closes_in_ms - (performance.now() - this.#heard)) : null;
  }

  /** All that the house offers at a seat or box of this player. @param {number} seat @returns {Offer[]} */
  offersAt(seat) {
    const { offers, offers_at: at } = this.view.you;
    return (seat === this.seat ? offers : at[seat]) ?? [];
  }

  /** The same by what they are about: a layout has hundreds, and each area is asked for. @param {number} seat */
  #offersBySpot(seat) {
    const offers = this.offersAt(seat);
    const known = this.#offered.get(offers);
    if (known) return known;
    const found = new Map(offers.map((offer) => [offerKey(offer.says, offer.wager, offer.on), offer]));
    this.#offered.set(offers, found);
    return found;
  }

  /**
   * What the house offers to do on a spot, if it does.
   * @param {string} says @param {string} wager @param {string} on @returns {Offer|undefined}
   */
  offer(says, wager, on = "", seat = this.box) {
    if (this.between && says === "wager") return this.#posted(wager, on);
    return this.#offersBySpot(seat).get(offerKey(says, wager, on));
  }

  /**
   * Whether the house takes less on a spot now than the table posts: odds behind a bet, say.
   * @param {string} wager @param {string} on
   */
  narrowed(wager, on) {
    const [offer, spot] = [this.offer("wager", wager, on), this.spot(wager, on)];
    if (!offer || !spot || this.between || offer.most === null) return false;
    return spot.most === null || (offer.most ?? 0) + this.on(wager, on) < spot.most;
  }

  /** What the table posts for a spot, before the house offers it. @param {string} wager @param {string} on */
  #posted(wager, on) {
    const spot = this.spot(wager, on);
    if (!spot) return undefined;
    const { least, most, step } = spot;
    return { says: "wager", wager, on, least, most, step, cite: this.kind(wager)?.cite };
  }

  // --- the player's own chips

  get rack() {
    let { rack } = this.view.you;
    for (const move of this.#coming) rack -= move.amount;
    return rack;
  }

  /** Chips that the view does not have yet: drafted, or on their way. @returns {Move[]} */
  get #coming() {
    return [...this.draft.moves, ...this.underway.values()];
  }

  /**
   * Whether chips stay on this page for now: where a wager may not be touched once it is placed, they are placed when
   * the player says so, or before betting closes. A dealer in person closes it without notice.
   */
  get drafts() {
    const { locked = "", practice, dealer } = this.info;
    const { phase, ready } = this.view;
    if (!locked || (phase === "betting" && ready.includes(this.seat))) return false;
    return practice || (dealer !== "person" && (this.closesIn ?? Infinity) > LAST_MOMENT);
  }

  /** How much on a spot may be taken back now. @param {string} wager @param {string} on */
  looseOn(wager, on, seat = this.box) {
    if (this.offer("remove", wager, on, seat)) return this.on(wager, on, seat);
    return this.info.locked ? this.draft.on({ seat, wager, on }) : this.comingTo(wager, on, seat);
  }

  /** The player's wagers at all boxes they hold, those underway or drafted included. @returns {Map<string, Move>} */
  mine() {
    const [draft, underway] = [this.draft.version, this.underway.version];
    const { view, mine, ...counted } = this.#counted;
    if (view === this.#view && counted.draft === draft && counted.underway === underway) return mine;
    this.#counted = { view: this.#view, draft, underway, mine: this.#count() };
    return this.#counted.mine;
  }

  /** @returns {Map<string, Move>} */
  #count() {
    /** @type {Map<string, Move>} */
    const found = new Map();
    /** @param {Move} move */
    const add = ({ seat, wager, on, amount }) => {
      const key = moveKey({ seat, wager, on });
      found.set(key, { seat, wager, on, amount: (found.get(key)?.amount ?? 0) + amount });
    };
    for (const wager of this.view.wagers) if (this.holds(wager.seat)) add(wager);
    for (const move of this.#coming) add(move);
    for (const [key, { amount }] of found) if (amount <= 0) found.delete(key);
    return found;
  }

  /**
   * What the house says of this player's wager: whether it works, is locked, and why.
   * @param {string} wager @param {string} on
   */
  wagerAt(wager, on, seat = this.box) {
    return this.view.wagers.find((up) => up.seat === seat && up.wager === wager && up.on === on);
  }

  /** What this player has on a spot. @param {string} wager @param {string} on */
  on(wager, on, seat = this.box) {
    return this.mine().get(moveKey({ seat, wager, on }))?.amount ?? 0;
  }

  /** Chips that are drafted for a spot or on their way to it. @param {string} wager @param {string} on */
  comingTo(wager, on, seat = this.box) {
    let sum = 0;
    for (const move of this.#coming) {
      if (move.seat === seat && move.wager === wager && move.on === on) sum += move.amount;
    }
    return sum;
  }

  get wagered() {
    return [...this.mine().values()].reduce((sum, wager) => sum + wager.amount, 0);
  }

  /** All wagers of the view, with the player's own as they will be. @returns {ShownWager[]} */
  wagersShown() {
    /** @type {ShownWager[]} */
    const shown = this.view.wagers.map((wager) => ({ ...wager }));
    for (const move of this.#coming) {
      const { seat, wager, on, amount } = move;
      let there = shown.find((up) => up.seat === seat && up.wager === wager && up.on === on && !up.hand);
      if (!there) shown.push((there = { seat, wager, on, amount: 0, hand: 0 }));
      there.amount += amount;
      if ("sequence" in move) there.pending = true;
      else there.draft = true;
    }
    return shown;
  }

  // --- what was settled

  /** The player has come to a seat, or to a box beside it. @param {number} seat */
  arrive(seat) {
    this.sitting.arrive(seat, this.moment.round - 1);
  }

  /** Whether the floor has moved this player since the page last saw where they sit. */
  wasMoved() {
    const isMoved = this.playing && this.sitting.note(this.seat, this.view.settled_round);
    if (isMoved) this.arrive(this.seat);
    return isMoved;
  }

  /** Whether what lies at a seat is left from before this player came to it. @param {number} seat */
  isLeft(seat) {
    return this.holds(seat) && this.view.round <= this.sitting.before(seat);
  }

  /** The player's settlements, as far back as the view has them: of their seats and, if they were moved since, of the one before. */
  get settled() {
    const { settlements, settled_round: round } = this.view;
    const isTheirs = (/** @type {number} */ seat) => this.holds(seat) || this.sitting.wasAt(seat, round);
    return settlements.filter(({ seat }) => isTheirs(seat) && round > this.sitting.before(seat));
  }

  /** What the player won with a wager in the round that is settled. @param {string} wager */
  won(wager) {
    return this.view.phase === "settled" ? this.settled.filter((one) => one.wager === wager && one.event === "paid") : [];
  }

  /** Whether a round has begun in which nothing is up and nothing was decided: cards are cut before betting opens, or the floor is asked. */
  get beforeBets() {
    const { phase, round, settled_round: settled, wagers } = this.view;
    return phase === "playing" && !wagers.length && settled < round;
  }

  /** Those of this round or, until there are bets in it, of the one before; none where they are older. */
  get justSettled() {
    const { phase, round, settled_round: settled } = this.view;
    return settled >= (phase === "betting" || this.beforeBets ? round - 1 : round) ? this.settled : [];
  }
}
