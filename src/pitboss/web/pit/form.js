/** One act at a table: its fields, its button, and beside it what the house refused, until that is cured. */

import { asRefused } from "../kit/api.js";
import { el, fill } from "../kit/dom.js";
import { attempt, outcome, succeeded } from "../kit/forms.js";
import { Sender } from "../kit/pitapi.js";

/** @import { Act } from "../kit/pitapi.js" */
/** @import { Child, Props } from "../kit/dom.js" */
/** @import { PitTable } from "../kit/types.js" */

/** What the sender has to mend; every other refusal is about the table, and cured when the table changes. */
const THEIRS = new Set(["malformed", "not_signed_in", "forbidden_origin", "wrong_role", "not_found", "unreachable", "no_such_seat"]);

/** What a refusal may be about. @param {PitTable} line */
const situation = ({ state, phase, round, why, waiting, taken, moves, staff, relief }) =>
  JSON.stringify([state, phase, round, why, waiting, taken, moves, staff, relief]);

/**
 * @typedef {object} ActSettings
 * @property {string} submit  what is on the button
 * @property {() => Act|null} act  what is sent; null where the form has said what is missing
 * @property {string|((reply: any) => string)} done  what is said when it was done
 * @property {(reply: any) => unknown} [then]  called with the reply of the house
 * @property {(error: unknown) => unknown} [refused]
 * @property {boolean} [keeps]  whether what was typed stays after it was sent
 * @property {Props} [props]  of the button
 */

/** A form that sends one command to one table. */
export class ActForm {
  #table;
  #settings;
  #sender = new Sender();
  #said = outcome();
  #refusedIn = "";
  #line = "";

  /** @param {string} table @param {ActSettings} settings @param {Child[]} children */
  constructor(table, settings, ...children) {
    this.#table = table;
    this.#settings = settings;
    this.button = el("button", { type: "submit", ...settings.props }, settings.submit);
    this.node = el("form", { class: "form act-form" }, ...children, this.button, this.#said);
    this.node.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#press();
    });
    this.node.addEventListener("input", () => this.#clear());
  }

  /** Say something beside the act that was not sent. @param {string} words */
  say(words) {
    this.#said.className = "outcome refusal";
    fill(this.#said, words);
    this.#refusedIn = "";
  }

  /** The table as it is now. @param {PitTable} line */
  update(line) {
    this.#line = situation(line);
    if (this.#refusedIn && this.#refusedIn !== this.#line) this.#clear();
  }

  #clear() {
    this.#refusedIn = "";
    this.#said.className = "outcome";
    fill(this.#said);
  }

  async #press() {
    const { act, done, keeps, then = () => {}, refused = () => {} } = this.#settings;
    const command = act();
    if (!command) return;
    this.#refusedIn = "";
    await attempt(
      this.button,
      this.#said,
      async () => {
        const reply = await this.#sender.send(this.#table, command);
        this.#sender.forget();
        if (!keeps) this.node.reset();
        succeeded(this.#said, typeof done === "string" ? done : done(reply));
        await then(reply);
      },
      (error) => {
        if (!THEIRS.has(asRefused(error).code)) this.#refusedIn = this.#line;
        refused(error);
      },
    );
  }
}
