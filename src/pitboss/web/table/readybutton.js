/**
 * The press of Spin, Roll or Deal. It is made for what the player sees: it is held until the house has shown all chips
 * that are on their way, then sent once; where something else has happened meanwhile, it is not sent at all.
 */

import { asRefused } from "../kit/api.js";

/** @import { Felt } from "../felt/felt.js" */
/** @import { Connection } from "./connection.js" */
/** @import { Notice } from "./notice.js" */
/** @import { TableState } from "../felt/tablestate.js" */

/** One press at a time, from the button to the view that shows its effect. */
export class ReadyButton {
  #table;
  #connection;
  #notify;
  #changed;
  #round = 0; // the round it is meant for, while it is held
  #closes = false; // whether it ends the betting, or only opens the round
  #sending = false;
  #seen = 0; // the first state of the table that includes the last command
  #closing = { round: 0, question: 0 }; // the betting that was last closed by a press

  /**
   * @param {TableState} table @param {Connection} connection
   * @param {(notice: Notice) => void} notify @param {() => void} changed
   */
  constructor(table, connection, notify, changed) {
    this.#table = table;
    this.#connection = connection;
    this.#notify = notify;
    this.#changed = changed;
  }

  /** Whether a press was made and its effect is not seen yet: no other is taken until then. */
  get waits() {
    const { hasView, view } = this.#table;
    return this.#round > 0 || this.#sending || (hasView ? view.sequence : 0) < this.#seen;
  }

  /** The player presses. */
  press() {
    if (this.waits) return;
    const { between, wagered, moment } = this.#table;
    [this.#round, this.#closes] = [moment.round, !between || wagered > 0];
    this.proceed();
    this.#changed();
  }

  /** Forget a press that is held. */
  cancel() {
    this.#round = 0;
  }

  /** At every news: send what can be sent now. With wagers up from before, it opens the round and closes betting. */
  proceed() {
    const { between, betting, moment, underway, view } = this.#table;
    this.#tellOfDice();
    if (!this.#round || this.#sending || underway.size || view.sequence < this.#seen) return;
    if (moment.round !== this.#round || !(between || betting)) return this.cancel();
    if (betting || !this.#closes) this.#round = 0; // this is the last of it
    this.#send(moment);
  }

  /** Betting that was closed is open once more where the dice went on to another: they are thrown by the next press. */
  #tellOfDice() {
    const { betting, moment, seat, view } = this.#table;
    const { round, question } = this.#closing;
    const isOpenAgain = betting && moment.round === round && moment.question > question && !view.ready.includes(seat);
    if (this.#sending || !isOpenAgain || !view.turn) return;
    this.#closing = { round: 0, question: 0 };
    const to = this.#table.nameOf(view.turn.seat);
    this.#notify({ sentence: `The dice have gone to ${to}; bets are open until the next press.`, cite: view.turn.cite });
  }

  /** @param {{round: number, question: number}} moment */
  async #send(moment) {
    this.#sending = true;
    if (this.#table.betting) this.#closing = moment;
    await this.#connection.send({ do: "ready", ...moment }).then(
      ({ sequence }) => (this.#seen = sequence),
      (refusal) => {
        this.cancel();
        this.#notify(asRefused(refusal));
      },
    );
    this.#sending = false;
    this.#changed();
  }
}

/** What the button that starts play says. @param {Felt} felt */
export function goWord(felt) {
  const has = (/** @type {string} */ what) => felt.places.some((place) => place.what === what);
  if (has("wheel")) return "Spin";
  return has("dice") && !has("tiles") && !has("cards") ? "Roll" : "Deal";
}
