/**
 * The same bets round after round, until a stop: so many rounds, so much lost, so much won. Decisions are never made for the
 * player: it waits for them. At practice tables only.
 */

import { button, el, fill, render } from "../../kit/dom.js";
import { labelled } from "../../kit/forms.js";
import { change, dollars, parseDollars } from "../../kit/money.js";
import { goWord } from "../readybutton.js";

/** @import { Felt } from "../../felt/felt.js" */
/** @import { Betting } from "./betting.js" */
/** @import { ReadyButton } from "../readybutton.js" */
/** @import { TableState } from "../../felt/tablestate.js" */

const MOST_ROUNDS = 1000;
const PAUSE = 900; // milliseconds between a result and the next bets, so that it can be read

/** @typedef {{rounds: number, loss: number|null, win: number|null, begun: number, played: number, round: number}} Run */

/** The form, and the run that is under way. */
export class Autoplay {
  #table;
  #betting;
  #ready;
  #word;
  #rounds = el("input", { id: "auto-rounds", type: "number", min: 1, max: MOST_ROUNDS, value: "10" });
  #loss = el("input", { id: "auto-loss", inputmode: "decimal", autocomplete: "off", maxlength: 10, placeholder: "no stop" });
  #win = el("input", { id: "auto-win", inputmode: "decimal", autocomplete: "off", maxlength: 10, placeholder: "no stop" });
  #act = el("p", {});
  #said = el("p", { class: "quiet-text", role: "status" });
  /** @type {Run|null} */ #run = null;
  #timer = 0;

  /** @param {TableState} table @param {Felt} felt @param {Betting} betting @param {ReadyButton} ready */
  constructor(table, felt, betting, ready) {
    this.#table = table;
    this.#betting = betting;
    this.#ready = ready;
    this.#word = goWord(felt);
    this.node = el(
      "section",
      { class: "autoplay", "aria-label": "Autoplay", hidden: !table.info.practice },
      el("h3", {}, "The same bets again"),
      el("p", { class: "quiet-text" }, "Your bets are put down and played round after round. It waits wherever you have to decide."),
      el("div", { class: "auto-fields" }, labelled("Rounds", this.#rounds), labelled("Stop after losing, $", this.#loss), labelled("Stop after winning, $", this.#win)),
      this.#act,
      this.#said,
    );
  }

  /** At every news. @param {boolean} open  whether bets can be placed now */
  show(open) {
    const { playing, view } = this.#table;
    const run = this.#run;
    render(this.#act, () =>
      run
        ? button("Stop", () => this.#stop("Stopped."), { class: "primary" })
        : button("Play the same bets", () => this.#begin(), { disabled: !(playing && open && (this.#betting.can.repeat || this.#table.wagered > 0)) }),
    );
    if (!run) return;
    if (!playing) return this.#stop("Stopped: you have left the seat.");
    if (view.settled_round > run.round) {
      run.round = view.settled_round;
      run.played += 1;
    }
    if (this.#table.questions.length) fill(this.#said, "It waits for your decision.");
    else if (open && !this.#timer) this.#timer = setTimeout(() => this.#go(), PAUSE);
  }

  get #worth() {
    return this.#table.rack + this.#table.wagered;
  }

  #begin() {
    const [loss, win] = [this.#loss, this.#win].map((field) => (field.value.trim() ? parseDollars(field.value) : null));
    const rounds = Math.round(Number(this.#rounds.value));
    const isWrong = (/** @type {HTMLInputElement} */ field, /** @type {number|null} */ found) => Boolean(field.value.trim()) && found === null;
    if (!(rounds >= 1 && rounds <= MOST_ROUNDS)) return fill(this.#said, `Rounds: a whole number from 1 to ${MOST_ROUNDS}.`);
    if (isWrong(this.#loss, loss) || isWrong(this.#win, win)) return fill(this.#said, "A stop is an amount in dollars, such as 50, or is left empty.");
    this.#run = { rounds, loss, win, begun: this.#worth, played: 0, round: this.#table.view.settled_round };
    this.#go();
    this.show(this.#betting.open);
  }

  /** The next step: the bets, then the press that plays them. */
  #go() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const run = this.#run;
    if (!run || !this.#betting.open || this.#ready.waits || this.#table.questions.length) return;
    const net = this.#worth - run.begun;
    const why = stopOf(run, net);
    if (why) return this.#stop(why);
    fill(this.#said, `Round ${run.played + 1} of ${run.rounds}${run.played ? `, ${change(net)} so far` : ""}.`);
    if (this.#betting.can.repeat && !this.#betting.repeatAll()) return this.#stop("Stopped: these bets cannot be put down now.");
    if (!this.#table.wagered) return this.#stop(`Stopped: no bet is on the layout. Put one down and press ${this.#word} once.`);
    this.#ready.press();
  }

  /** @param {string} why */
  #stop(why) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const run = this.#run;
    this.#run = null;
    const played = run?.played ? ` ${run.played} ${run.played === 1 ? "round" : "rounds"}, ${change(this.#worth - run.begun)}.` : "";
    fill(this.#said, `${why}${played}`);
    this.show(this.#betting.open);
  }
}

/** Why a run is over; empty where it goes on. @param {Run} run @param {number} net */
export function stopOf({ rounds, loss, win, played }, net) {
  if (played >= rounds) return "Done.";
  if (loss !== null && -net >= loss) return `Stopped: ${dollars(-net)} lost.`;
  if (win !== null && net >= win) return `Stopped: ${dollars(net)} won.`;
  return "";
}
