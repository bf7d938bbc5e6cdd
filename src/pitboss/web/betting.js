/**
 * Placing chips. Nothing is decided here: what the house offers is compared with what the player wants, so that a
 * wager the house would refuse is explained before it is sent, and the house has the last word on all others.
 */

import { dollars } from "./money.js";
import { OUT_OF_REACH } from "./reach.js";
import { kept } from "./store.js";

/** @typedef {{seat: number, wager: string, on: string, amount: number}} Move  a negative amount takes chips back */

/** Whether chips were refused only because something is asked before the betting of the round that they opened. */
const isEarly = ({ why }, { question }) => why === "betting_closed" && question === 0;

export class Betting {
  chip = 500;
  #table;
  #connection;
  #tell;
  #changed;
  /** @type {Move[][]} */ #done = [];
  /** @type {Move[][]} */ #undone = [];
  #phase = "";
  #round = 0;
  #standing = [];

  /**
   * @param {import("./view.js").Table} table
   * @param {import("./connection.js").Connection} connection
   * @param {(notice: import("./types.js").Notice) => void} tell
   * @param {() => void} changed  chips moved on this page
   */
  constructor(table, connection, tell, changed) {
    [this.#table, this.#connection, this.#tell, this.#changed] = [table, connection, tell, changed];
  }

  // --- what may be pressed

  get open() {
    const { playing, betting, between, online, view } = this.#table;
    return online && playing && (betting || between) && !view.blocked;
  }

  get can() {
    const up = this.#table.wagered > 0;
    return {
      undo: this.open && this.#done.length > 0 && this.#done.at(-1).every((move) => this.#mayGoBack(move)),
      redo: this.open && this.#undone.length > 0,
      clear: this.open && up && this.#removable().length > 0,
      double: this.open && up,
      repeat: this.open && this.#missing().length > 0,
    };
  }

  // --- one spot

  /** Add chips to a spot, or say why not and what would do. */
  place(wager, on, seat = this.#table.box, amount = this.chip) {
    const objection = this.#objection(seat, wager, on, amount);
    if (objection) return this.#tell(objection);
    this.#do([{ seat, wager, on, amount }]);
  }

  /** Take one chip back; the whole wager where less than its minimum would be left. */
  take(wager, on, seat = this.#table.box) {
    const up = this.#table.on(wager, on, seat);
    if (!up) return;
    if (!this.open) return this.#tell({ sentence: this.#closed });
    if (!this.#table.offer("remove", wager, on, seat) && !this.#table.underwayOn(wager, on, seat)) {
      const { note, cite } = this.#table.standing(wager, on, seat) ?? {};
      const why = note ? `: it ${note}` : " now";
      return this.#tell({ sentence: `${this.#table.title(wager, on)} may not be taken down${why}.`, cite });
    }
    const least = this.#table.spot(wager, on)?.least ?? 0;
    const left = up - Math.min(this.chip, up);
    this.#do([{ seat, wager, on, amount: left && left >= least ? left - up : -up }]);
  }

  /** Take the whole wager back. */
  takeDown(wager, on, seat = this.#table.box) {
    this.#do([{ seat, wager, on, amount: -this.#table.on(wager, on, seat) }]);
  }

  /** Say what the house offers besides chips. @param {import("./types.js").Offer} offer */
  async say({ says, wager = "", on = "" }, seat = this.#table.seat) {
    const by = seat === this.#table.seat ? {} : { by: seat };
    try {
      await this.#connection.send({ ...this.#table.moment, answer: { says, wager, on, ...by } });
    } catch (refusal) {
      this.#tell(refusal);
    }
  }

  // --- all spots

  undo() {
    if (!this.can.undo) return;
    const moves = this.#done.pop();
    this.#undone.push(moves);
    this.#send(moves.map((move) => ({ ...move, amount: -move.amount })).reverse());
  }

  redo() {
    const moves = this.#undone.pop();
    if (!moves || !this.open) return;
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

  /** Notice a new view: when betting has closed, remember the wagers it closed with and forget the steps to undo. */
  notice() {
    const { view } = this.#table;
    const overtaken = this.#phase === "betting" && view.round !== this.#round; // the next round was opened at once
    const closed = view.phase !== "betting" || overtaken;
    if (closed && (overtaken || view.phase !== this.#phase)) [this.#done, this.#undone] = [[], []];
    if (closed && this.#standing.length) {
      // a wager taken just before betting closed may be seen for the first time now
      const seen = new Set(this.#standing.map(({ seat, wager, on }) => `${seat} ${wager} ${on}`));
      const late = view.wagers.filter(
        ({ seat, wager, on }) =>
          !overtaken && this.#table.holds(seat) && this.#table.kind(wager)?.tendered && !seen.has(`${seat} ${wager} ${on}`),
      );
      kept.set(
        this.#lastName(),
        [...this.#standing, ...late].map(({ seat, wager, on, amount }) => ({ seat, wager, on, amount })),
      );
      this.#standing = [];
    }
    [this.#phase, this.#round] = [view.phase, view.round];
    this.#layEarly();
    if (view.phase === "betting") this.#standing = view.wagers.filter((wager) => this.#table.holds(wager.seat));
  }

  // --- explaining before sending

  get #closed() {
    const { online, questions } = this.#table;
    if (!online) return OUT_OF_REACH;
    if (questions.length) return "Betting is not open while you are asked something.";
    return this.#table.view.blocked || "No more bets: the layout is closed until this round is settled.";
  }

  /** Why the house would refuse this, as far as its offers tell; nothing when they do not. */
  #objection(seat, wager, on, amount) {
    const table = this.#table;
    const title = table.title(wager, on);
    if (!table.playing) return { sentence: "Take a seat to wager." };
    if (!this.open) return { sentence: this.#closed };
    const cite = table.kind(wager)?.cite;
    if (amount > table.rack) {
      return { sentence: `Your rack holds ${dollars(table.rack)}; ${dollars(amount)} is more than that.` };
    }
    const offer = table.offer("wager", wager, on, seat);
    if (!offer) return this.#full(seat, wager, on, amount, title, cite);
    const coming = table.underwayOn(wager, on, seat);
    const most = offer.most === null ? Infinity : (offer.most ?? 0) - coming;
    const least = Math.max((offer.least ?? 0) - coming, offer.step ?? 1);
    const step = offer.step ?? 1;
    if (amount > most)
      return this.#instead(seat, wager, on, most, this.#tooMuch(wager, on, most, title), offer.cite);
    if (amount < least) {
      return this.#instead(seat, wager, on, least, `${title} takes at least ${dollars(least)}.`, offer.cite);
    }
    if (amount % step) {
      const lower = Math.max(least, amount - (amount % step));
      return this.#instead(seat, wager, on, lower, `${title} is made in steps of ${dollars(step)}.`, offer.cite);
    }
    return null;
  }

  #tooMuch(wager, on, most, title) {
    return most > 0
      ? `${title} takes at most ${dollars(most)} more.`
      : `${title} holds all it may: ${dollars(this.#table.on(wager, on))}.`;
  }

  #full(seat, wager, on, amount, title, cite) {
    const spot = this.#table.spot(wager, on);
    const kind = this.#table.kind(wager);
    if (kind && !kind.tendered) {
      return { sentence: `${kind.title} is made by your decision during the round, not while betting is open.`, cite };
    }
    if (kind && !spot) {
      const start = this.#table.facts.spots.find((one) => one.wager === wager);
      const where = start && `; while betting is open, ${kind.title} is placed on ${this.#table.title(wager, start.on)}`;
      return { sentence: `Chips come here by themselves as play goes on${where ?? ""}.`, cite };
    }
    if (spot && spot.most !== null && this.#table.on(wager, on, seat) + amount > spot.most) {
      return { sentence: `${title} already holds its maximum of ${dollars(spot.most)}.`, cite };
    }
    return null; // the house knows why; it will say so
  }

  #instead(seat, wager, on, amount, sentence, cite) {
    if (amount <= 0) return { sentence, cite };
    const remedy = { label: `Place ${dollars(amount)}`, act: () => this.place(wager, on, seat, amount) };
    return { sentence, cite, remedy };
  }

  // --- sending

  /** Several wagers at once, each explained by itself where it cannot be made. */
  #doAll(moves) {
    const lawful = [];
    for (const move of moves) {
      const objection = this.#objection(move.seat, move.wager, move.on, move.amount);
      if (objection) this.#tell(objection);
      else lawful.push(move);
    }
    if (lawful.length) this.#do(lawful);
  }

  #do(moves) {
    this.#done.push(moves);
    this.#undone = [];
    this.#send(moves, () => {
      this.#done = this.#done.filter((done) => done !== moves);
    });
  }

  #send(moves, forget = () => {}) {
    for (const move of moves) this.#sendOne(move, forget);
    this.#changed();
  }

  #sendOne({ seat, wager, on, amount }, forget) {
    const { moment, underway } = this.#table;
    const by = seat === this.#table.seat ? {} : { by: seat };
    const says = amount > 0 ? "wager" : "remove";
    const answer = this.#connection.send({ ...moment, answer: { says, wager, on, amount: Math.abs(amount), ...by } });
    const move = { seat, wager, on, amount, sequence: 0 };
    underway.set(answer.key, move);
    answer.catch((refusal) => {
      if (isEarly(refusal, moment)) return this.#early.set(answer.key, { move, refusal, forget, round: moment.round });
      underway.delete(answer.key);
      forget();
      this.#tell(refusal);
      this.#changed();
    });
  }

  /** Chips that opened a round in which something is asked before betting: they are laid when it is open. */
  #early = new Map();

  #layEarly() {
    const { view, betting, underway } = this.#table;
    for (const [key, { move, refusal, forget, round }] of this.#early) {
      if (view.round < round || (view.round === round && view.phase === "playing")) continue;
      this.#early.delete(key);
      underway.delete(key);
      if (betting && view.round === round) this.#sendOne(move, forget);
      else {
        forget();
        this.#tell(refusal);
      }
    }
  }

  // --- what there is

  /** Whether a step can be undone: chips that were put down may be taken back, as far as the house has told. */
  #mayGoBack({ seat, wager, on, amount }) {
    return amount < 0 || this.#table.offer("remove", wager, on, seat) || this.#table.underwayOn(wager, on, seat);
  }

  #removable() {
    return [...this.#table.mine().values()].filter(
      ({ seat, wager, on }) => this.#table.offer("remove", wager, on, seat) || this.#table.underwayOn(wager, on, seat),
    );
  }

  #lastName() {
    return `last.${this.#table.facts.id}`;
  }

  /** Of the last round's wagers at what is still held, what is not up now; box by box, as adjacent ones must be. */
  #missing() {
    const { seat: own } = this.#table;
    const least = ({ seat, wager, on, amount }) => amount - this.#table.on(wager, on, seat);
    return kept
      .get(this.#lastName(), [])
      .map((wager) => ({ ...wager, seat: wager.seat ?? own }))
      .filter((wager) => this.#table.holds(wager.seat))
      .map((wager) => ({ ...wager, amount: least(wager) }))
      .filter(({ wager, on, amount }) => amount > 0 && this.#table.spot(wager, on))
      .sort((a, b) => a.seat - b.seat);
  }
}
