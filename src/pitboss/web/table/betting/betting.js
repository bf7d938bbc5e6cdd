/**
 * Placing chips. Nothing is decided here: what the house offers is compared with what the player wants, so that a
 * wager the house would refuse is explained before it is sent, and the house has the last word on all others. Where a
 * wager may not be touched once it is placed, chips lie on the page as a draft until they are placed together.
 */

import { asRefused } from "../../kit/api.js";
import { moveKey } from "../../felt/draft.js";
import { dollars } from "../../kit/money.js";
import { objectionTo } from "./objections.js";
import { OFFLINE } from "../offline.js";
import { sound } from "../../kit/sound.js";
import { preferences } from "../../kit/storage.js";

/** @import { Refused } from "../../kit/api.js" */
/** @import { Connection } from "../connection.js" */
/** @import { Notice } from "../notice.js" */
/** @import { Move, TableState } from "../../felt/tablestate.js" */
/** @import { Offer, Wager } from "../../kit/types.js" */

/** @typedef {{move: Move, refusal: Refused, forget: () => void, round: number}} EarlyMove */

const HELD = 6000; // milliseconds after the last chip, until a draft is placed where betting has a clock
const LOOK_EVERY = 250;
const LEFT_BEHIND = "The round began before your chips were placed: they are back in your rack, and Repeat puts them down.";

/**
 * Whether chips were refused only because something is asked before the betting of the round that they opened.
 * @param {Refused} refusal @param {{question: number}} moment
 */
const isEarly = ({ code }, { question }) => code === "betting_closed" && question === 0;

/** The player's chips: down, up, undone and repeated. */
export class Betting {
  chip = 500;
  acts = 0; // how often the player has moved chips
  #table;
  #connection;
  #notify;
  #changed;
  /** @type {Move[][]} */ #done = [];
  /** @type {Move[][]} */ #undone = [];
  #phase = "";
  #round = 0;
  #draftedAt = 0;
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
    setInterval(() => this.#placeInTime(), LOOK_EVERY);
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
    const loose = this.#table.looseOn(wager, on, seat);
    if (!loose) {
      const { note, cite } = this.#table.wagerAt(wager, on, seat) ?? {};
      const why = note ? `: ${note}` : " now";
      return this.#notify({ sentence: `${this.#table.title(wager, on)} may not be taken down${why}.`, cite });
    }
    const least = this.#table.spot(wager, on)?.least ?? 0;
    const taken = Math.min(this.chip, loose);
    const left = up - taken;
    this.#do([{ seat, wager, on, amount: left && left >= least ? -taken : -loose }]);
  }

  /**
   * Put the chip that was just put on one spot on another instead; as well, where it may not be taken back.
   * @param {Omit<Move, "amount">} from @param {Omit<Move, "amount">} to @returns {boolean} whether it was
   */
  instead(from, to) {
    const amount = this.chip;
    const objection = this.#objection({ ...to, amount });
    if (objection) this.#notify(objection);
    else this.#do([...(this.#table.looseOn(from.wager, from.on, from.seat) >= amount ? [{ ...from, amount: -amount }] : []), { ...to, amount }]);
    return !objection;
  }

  /** Take all of it back that may be. @param {string} wager @param {string} on */
  takeDown(wager, on, seat = this.#table.box) {
    const amount = this.#table.looseOn(wager, on, seat);
    if (amount) this.#do([{ seat, wager, on, amount: -amount }]);
  }

  /** Answer with what the house offers besides chips. @param {Offer} offer */
  async say({ says, wager = "", on = "" }, seat = this.#table.seat) {
    const answer = { says, wager, on, ...this.#by(seat) };
    await this.#connection.send({ do: "answer", ...this.#table.moment, ...answer }).catch((refusal) => this.#notify(asRefused(refusal)));
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
    if (this.can.clear) this.#do(this.#removable());
  }

  double() {
    if (this.can.double) this.#doAll([...this.#table.mine().values()]);
  }

  repeat() {
    if (this.can.repeat) this.#doAll(this.#missing());
  }

  /** What Repeat would put down. */
  get repeatCost() {
    return this.#missing().reduce((sum, { amount }) => sum + amount, 0);
  }

  /** Repeat everything or nothing; whether it was put down. */
  repeatAll() {
    return this.can.repeat && this.lay("Repeat", this.#missing());
  }

  /**
   * Put several chips down as one: all of them, or none where one cannot be; they are undone as one, too.
   * @param {string} name  what they are together @param {Move[]} moves @param {Notice["remedy"]} [remedy]
   * @returns {boolean} whether they were put down
   */
  lay(name, moves, remedy) {
    const objection = this.#objectionToAll(name, moves);
    if (objection) this.#notify({ ...objection, remedy });
    else this.#layAll(name, moves);
    return !objection;
  }

  /** What the house does not take together, it gets back together. @param {string} name @param {Move[]} moves */
  async #layAll(name, moves) {
    const taken = await this.#do(moves);
    const alone = moves.filter((_, n) => taken[n]);
    if (alone.length === moves.length || !alone.length) return;
    if (this.open) return void this.#send(alone.map((move) => ({ ...move, amount: -move.amount })));
    this.#notify({ sentence: `Betting closed while ${name} was put down: ${alone.length} of its ${moves.length} wagers are on the layout.` });
  }

  /** Place the chips that lie on this page: from then on they are the house's to decide about. */
  commit() {
    const moves = this.#table.draft.clear();
    if (!moves.length) return;
    [this.#done, this.#undone] = [[], []];
    for (const move of moves) this.#sendOne(move, () => {});
    this.#changed();
  }

  /** Where betting has a clock, a draft is placed once the player leaves it alone, and before it is too late. */
  #placeInTime() {
    const { draft, info } = this.#table;
    if (!draft.size || info.practice || !this.open) return;
    if (!this.#table.drafts || performance.now() - this.#draftedAt >= HELD) this.commit();
  }

  /** A round that is played, or a table that closes, leaves no chips lying on the page. */
  #dropDraft() {
    const { draft, view } = this.#table;
    const isOver = view.phase === "closed" || (view.phase === "playing" && view.wagers.length > 0);
    if (!draft.size || !isOver) return;
    if (!this.#lastSeen.length) preferences.set(this.#lastName(), draft.moves);
    draft.clear();
    [this.#done, this.#undone] = [[], []];
    this.#notify({ sentence: LEFT_BEHIND, code: "betting_closed" });
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
    this.#dropDraft();
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

  /** @param {Move} move @returns {Notice|null} */
  #objection(move) {
    if (!this.#table.playing) return { sentence: "Take a seat to place a bet." };
    if (!this.open) return { sentence: this.#closed };
    return objectionTo(this.#table, move, ({ wager, on, seat, amount }) => this.place(wager, on, seat, amount));
  }

  /** @param {string} name @param {Move[]} moves @returns {Notice|null} */
  #objectionToAll(name, moves) {
    const { rack } = this.#table;
    const cost = moves.reduce((sum, { amount }) => sum + amount, 0);
    if (this.open && cost > rack) return { sentence: `${name} costs ${dollars(cost)}: more than the ${dollars(rack)} in your rack.` };
    const objection = moves.map((move) => this.#objection(move)).find(Boolean);
    return objection ? { sentence: `${name} was not put down. ${objection.sentence}`, cite: objection.cite } : null;
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

  /** @param {Move[]} moves @returns {Promise<boolean[]>} which of them were taken */
  #do(moves) {
    this.#done.push(moves);
    this.#undone = [];
    return this.#send(moves, () => {
      this.#done = this.#done.filter((done) => done !== moves);
    });
  }

  /** @param {Move[]} moves @param {() => void} forget  called where the house does not take them */
  #send(moves, forget = () => {}) {
    this.acts += 1;
    if (moves.length) sound("chip");
    const taken = Promise.all(moves.map((move) => this.#put(move, forget)));
    this.#changed();
    return taken;
  }

  /**
   * Onto the page, or to the house; what is taken back comes from the page first.
   * @param {Move} move @param {() => void} forget @returns {Promise<boolean>} whether it was taken
   */
  async #put(move, forget) {
    const { draft, drafts } = this.#table;
    const { amount } = move;
    const kept = amount < 0 ? Math.max(amount, -draft.on(move)) : drafts ? amount : 0;
    if (kept) {
      draft.add({ ...move, amount: kept });
      this.#draftedAt = performance.now();
    }
    return amount === kept || this.#sendOne({ ...move, amount: amount - kept }, forget);
  }

  /** @param {Move} move @param {() => void} forget @returns {Promise<boolean>} whether the house took it */
  async #sendOne({ seat, wager, on, amount }, forget) {
    const { moment, underway } = this.#table;
    const says = amount > 0 ? "wager" : "remove";
    const answer = { says, wager, on, amount: Math.abs(amount), ...this.#by(seat) };
    const sent = this.#connection.send({ do: "answer", ...moment, ...answer });
    const move = { seat, wager, on, amount, sequence: 0 };
    underway.set(sent.key, move);
    try {
      await sent;
      return true;
    } catch (error) {
      const refusal = asRefused(error);
      if (isEarly(refusal, moment)) {
        this.#early.set(sent.key, { move, refusal, forget, round: moment.round });
        return true;
      }
      underway.delete(sent.key);
      forget();
      this.#notify(refusal);
      this.#changed();
      return false;
    }
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
    return amount < 0 || this.#table.looseOn(wager, on, seat) >= amount;
  }

  /** What takes back all that may be taken back. */
  #removable() {
    return [...this.#table.mine().values()]
      .map((move) => ({ ...move, amount: -this.#table.looseOn(move.wager, move.on, move.seat) }))
      .filter(({ amount }) => amount < 0);
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
