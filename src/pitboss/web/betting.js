/**
 * Placing chips. Nothing is decided here: what the house offers is compared with what the player wants, so that a
 * wager the house would refuse is explained before it is sent, and the house has the last word on all others.
 */

import { asRefused } from "./api.js";
import { dollars } from "./money.js";
import { OFFLINE } from "./offline.js";
import { preferences } from "./storage.js";

/** @import { Refused } from "./api.js" */
/** @import { Connection } from "./connection.js" */
/** @import { Notice } from "./notice.js" */
/** @import { Move, TableState } from "./tablestate.js" */
/** @import { Offer, Wager } from "./types.js" */

/** @typedef {{move: Move, refusal: Refused, forget: () => void, round: number}} EarlyMove */

const CENT = 1; // the step of an offer that names none

/**
 * Whether chips were refused only because something is asked before the betting of the round that they opened.
 * @param {Refused} refusal @param {{question: number}} moment
 */
const isEarly = ({ why }, { question }) => why === "betting_closed" && question === 0;

/** @param {{seat: number, wager: string, on: string}} move */
const moveKey = ({ seat, wager, on }) => `${seat} ${wager} ${on}`;

/** The player's chips: down, up, undone and repeated. */
export class Betting {
  chip = 500;
  #table;
  #connection;
  #notify;
  #changed;
  /** @type {Move[][]} */ #done = [];
  /** @type {Move[][]} */ #undone = [];
  #phase = "";
  #round = 0;
  /** Those of this player when betting was last seen open. @type {Wager[]} */ #lastSeen = [];
  /** Chips for a round in which something is asked before betting: they are placed when it opens. */
  /** @type {Map<string, EarlyMove>} */ #early = new Map();

  /**
   * @param {TableState} table @param {Connection} connection
   * @param {(notice: Notice) => void} notify @param {() => void} changed  chips moved on this page
   */
  constructor(table, connection, notify, changed) {
    this.#table = table;
    this.#connection = connection;
    this.#notify = notify;
    this.#changed = changed;
  }

  // --- what may be pressed

  get open() {
    const { playing, betting, between, online, view } = this.#table;
    return online && playing && (betting || between) && !view.blocked;
  }

  /** Which of the actions on all wagers can be taken now. */
  get can() {
    const up = this.#table.wagered > 0;
    return {
      undo: this.open && Boolean(this.#done.at(-1)?.every((move) => this.#mayGoBack(move))),
      redo: this.open && this.#undone.length > 0,
      clear: this.open && up && this.#removable().length > 0,
      double: this.open && up,
      repeat: this.open && this.#missing().length > 0,
    };
  }

  // --- one spot

  /** Add chips to a spot, or say why not and what would do. @param {string} wager @param {string} on */
  place(wager, on, seat = this.#table.box, amount = this.chip) {
    const move = { seat, wager, on, amount };
    const objection = this.#objection(move);
    if (objection) this.#notify(objection);
    else this.#do([move]);
  }

  /**
   * Take one chip back; the whole wager where less than its minimum would be left.
   * @param {string} wager @param {string} on
   */
  take(wager, on, seat = this.#table.box) {
    const up = this.#table.on(wager, on, seat);
    if (!up) return;
    if (!this.open) return this.#notify({ sentence: this.#closed });
    if (!this.#table.offer("remove", wager, on, seat) && !this.#table.underwayOn(wager, on, seat)) {
      const { note, cite } = this.#table.wagerAt(wager, on, seat) ?? {};
      const why = note ? `: it ${note}` : " now";
      return this.#notify({ sentence: `${this.#table.title(wager, on)} may not be taken down${why}.`, cite });
    }
    const least = this.#table.spot(wager, on)?.least ?? 0;
    const left = up - Math.min(this.chip, up);
    this.#do([{ seat, wager, on, amount: left && left >= least ? left - up : -up }]);
  }

  /** Take the whole wager back. @param {string} wager @param {string} on */
  takeDown(wager, on, seat = this.#table.box) {
    this.#do([{ seat, wager, on, amount: -this.#table.on(wager, on, seat) }]);
  }

  /** Answer with what the house offers besides chips. @param {Offer} offer */
  async say({ says, wager = "", on = "" }, seat = this.#table.seat) {
    const answer = { says, wager, on, ...this.#by(seat) };
    await this.#connection.send({ ...this.#table.moment, answer }).catch((refusal) => this.#notify(asRefused(refusal)));
  }

  // --- all spots

  undo() {
    const moves = this.can.undo ? this.#done.pop() : undefined;
    if (!moves) return;
    this.#undone.push(moves);
    this.#send(moves.map((move) => ({ ...move, amount: -move.amount })).reverse());
  }

  redo() {
    const moves = this.open ? this.#undone.pop() : undefined;
    if (!moves) return;
    this.#done.push(moves);
    this.#send(moves);
  }

  clear() {
    if (this.can.clear) this.#do(this.#removable().map((wager) => ({ ...wager, amount: -wager.amount })));
  }

  double() {
    if (this.can.double) this.#doAll([...this.#table.mine().values()]);
  }

  repeat() {
    if (this.can.repeat) this.#doAll(this.#missing());
  }

  /** There is a new view: when betting has closed, remember the wagers it closed with and forget the steps to undo. */
  viewChanged() {
    const { view } = this.#table;
    const overtaken = this.#phase === "betting" && view.round !== this.#round; // the next round was opened at once
    const closed = view.phase !== "betting" || overtaken;
    if (closed && (overtaken || view.phase !== this.#phase)) [this.#done, this.#undone] = [[], []];
    if (closed && this.#lastSeen.length) {
      preferences.set(
        this.#lastName(),
        [...this.#lastSeen, ...(overtaken ? [] : this.#late())].map(({ seat, wager, on, amount }) => ({
          seat,
          wager,
          on,
          amount,
        })),
      );
      this.#lastSeen = [];
    }
    this.#phase = view.phase;
    this.#round = view.round;
    this.#placeEarly();
    if (view.phase === "betting") this.#lastSeen = view.wagers.filter((wager) => this.#table.holds(wager.seat));
  }

  /** Wagers taken just before betting closed, which may be seen for the first time now. */
  #late() {
    const seen = new Set(this.#lastSeen.map(moveKey));
    return this.#table.view.wagers.filter(
      (wager) => this.#table.holds(wager.seat) && this.#table.kind(wager.wager)?.tendered && !seen.has(moveKey(wager)),
    );
  }

  // --- explaining before sending

  get #closed() {
    const { online, questions } = this.#table;
    if (!online) return OFFLINE;
    if (questions.length) return "Answer the question first; then betting opens again.";
    if (this.#table.view.phase === "closed") return "The table is closed.";
    return this.#table.view.blocked || "No more bets until this round is settled.";
  }

  /**
   * Why the house would refuse this, as far as its offers tell; null when they do not.
   * @param {Move} move @returns {Notice|null}
   */
  #objection(move) {
    const table = this.#table;
    const { seat, wager, on, amount } = move;
    const title = table.title(wager, on);
    if (!table.playing) return { sentence: "Take a seat to place a bet." };
    if (!this.open) return { sentence: this.#closed };
    if (amount > table.rack) {
      return { sentence: `${dollars(amount)} is more than the ${dollars(table.rack)} in your rack.` };
    }
    const offer = table.offer("wager", wager, on, seat);
    if (!offer) return this.#notOffered(move, title);
    const { cite, step = CENT } = offer;
    const coming = table.underwayOn(wager, on, seat);
    const most = offer.most === null ? Infinity : (offer.most ?? 0) - coming;
    const least = Math.max((offer.least ?? 0) - coming, step);
    if (amount > most) return this.#instead(move, most, this.#tooMuch(move, most, title), cite);
    if (amount < least) return this.#instead(move, least, `${title} takes at least ${dollars(least)}.`, cite);
    if (amount % step) {
      const lower = Math.max(least, amount - (amount % step));
      return this.#instead(move, lower, `${title} is bet in steps of ${dollars(step)}.`, cite);
    }
    return null;
  }

  /** @param {Move} move @param {number} most @param {string} title */
  #tooMuch({ wager, on }, most, title) {
    return most > 0
      ? `${title} takes at most ${dollars(most)} more.`
      : `${title} is at its maximum: ${dollars(this.#table.on(wager, on))}.`;
  }

  /**
   * Why a spot is not offered; null where only the house knows, and will say so.
   * @param {Move} move @param {string} title
   */
  #notOffered({ seat, wager, on, amount }, title) {
    const spot = this.#table.spot(wager, on);
    const kind = this.#table.kind(wager);
    if (kind && !kind.tendered) {
      const sentence = `${kind.title} is made by your decision during the round, not while betting is open.`;
      return { sentence, cite: kind.cite };
    }
    if (kind && !spot) {
      const start = this.#table.info.spots.find((one) => one.wager === wager);
      const where = start
        ? `; while betting is open, ${kind.title} is placed on ${this.#table.title(wager, start.on)}`
        : "";
      return { sentence: `The dealer moves chips here during play${where}.`, cite: kind.cite };
    }
    if (spot && spot.most !== null && this.#table.on(wager, on, seat) + amount > spot.most) {
      return { sentence: `${title} is already at its maximum of ${dollars(spot.most)}.`, cite: kind?.cite };
    }
    return null;
  }

  /** @param {Move} move @param {number} amount  that would do @param {string} sentence @param {string} [cite] */
  #instead({ seat, wager, on }, amount, sentence, cite) {
    if (amount <= 0) return { sentence, cite };
    const remedy = { label: `Place ${dollars(amount)}`, act: () => this.place(wager, on, seat, amount) };
    return { sentence, cite, remedy };
  }

  // --- sending

  /** Several wagers at once, each explained by itself where it cannot be made. @param {Move[]} moves */
  #doAll(moves) {
    const lawful = [];
    for (const move of moves) {
      const objection = this.#objection(move);
      if (objection) this.#notify(objection);
      else lawful.push(move);
    }
    if (lawful.length) this.#do(lawful);
  }

  /** @param {Move[]} moves */
  #do(moves) {
    this.#done.push(moves);
    this.#undone = [];
    this.#send(moves, () => {
      this.#done = this.#done.filter((done) => done !== moves);
    });
  }

  /** @param {Move[]} moves @param {() => void} forget  called where the house does not take them */
  #send(moves, forget = () => {}) {
    for (const move of moves) this.#sendOne(move, forget);
    this.#changed();
  }

  /** @param {Move} move @param {() => void} forget */
  #sendOne({ seat, wager, on, amount }, forget) {
    const { moment, underway } = this.#table;
    const says = amount > 0 ? "wager" : "remove";
    const answer = { says, wager, on, amount: Math.abs(amount), ...this.#by(seat) };
    const sent = this.#connection.send({ ...moment, answer });
    const move = { seat, wager, on, amount, sequence: 0 };
    underway.set(sent.key, move);
    sent.catch((error) => {
      const refusal = asRefused(error);
      if (isEarly(refusal, moment)) {
        this.#early.set(sent.key, { move, refusal, forget, round: moment.round });
        return;
      }
      underway.delete(sent.key);
      forget();
      this.#notify(refusal);
      this.#changed();
    });
  }

  /** For which box an answer is given, where it is not the player's own seat. @param {number} seat */
  #by = (seat) => (seat === this.#table.seat ? {} : { by: seat });

  #placeEarly() {
    const { view, betting, underway } = this.#table;
    for (const [key, { move, refusal, forget, round }] of this.#early) {
      if (view.round < round || (view.round === round && view.phase === "playing")) continue;
      this.#early.delete(key);
      underway.delete(key);
      if (betting && view.round === round) {
        this.#sendOne(move, forget);
      } else {
        forget();
        this.#notify(refusal);
      }
    }
  }

  // --- what there is

  /**
   * Whether a step can be undone: chips that were put down may be taken back, as far as the house says.
   * @param {Move} move
   */
  #mayGoBack({ seat, wager, on, amount }) {
    return (
      amount < 0 || Boolean(this.#table.offer("remove", wager, on, seat) || this.#table.underwayOn(wager, on, seat))
    );
  }

  #removable() {
    return [...this.#table.mine().values()].filter(
      ({ seat, wager, on }) => this.#table.offer("remove", wager, on, seat) || this.#table.underwayOn(wager, on, seat),
    );
  }

  #lastName() {
    return `last.${this.#table.info.id}`;
  }

  /** Of the last round's wagers at the boxes still held, what is not up now; box by box, as adjacent ones must be. */
  #missing() {
    return preferences
      .get(this.#lastName(), /** @type {Move[]} */ ([]))
      .filter(({ seat }) => this.#table.holds(seat))
      .map((move) => ({ ...move, amount: move.amount - this.#table.on(move.wager, move.on, move.seat) }))
      .filter(({ wager, on, amount }) => amount > 0 && this.#table.spot(wager, on))
      .sort((a, b) => a.seat - b.seat);
  }
}
