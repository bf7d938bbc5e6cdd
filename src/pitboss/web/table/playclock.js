/** Time and money spent at this table: a clock on the page, and a reminder at least every hour. */

import { byId, dialog, el, rewrite, selection } from "../kit/dom.js";
import { isSettlement } from "../kit/fold.js";
import { dollars } from "../kit/money.js";
import { preferences } from "../kit/storage.js";
import { timeOfDay } from "../kit/words.js";

/** @import { TableEvent } from "../kit/types.js" */

const MINUTE = 60_000;
const CHOICES = [15, 30, 60];
const USUAL = 60;

/** Counts the minutes played and what they won or lost, and reminds the player of both. */
export class PlayClock {
  #began = Date.now();
  #reminded = Date.now();
  #wagered = 0;
  #net = 0;

  constructor() {
    this.#tick();
    setInterval(() => this.#tick(), 1000);
  }

  /**
   * Count what the player's settlements staked and won.
   * @param {TableEvent[]} events @param {(seat: number) => boolean} holds
   */
  count(events, holds) {
    for (const event of events) {
      if (!isSettlement(event) || !holds(event.seat)) continue;
      this.#wagered += event.stake;
      this.#net += event.returned - event.stake - (event.vigorish ?? 0); // whenever the vigorish is taken
    }
  }

  get minutes() {
    return Math.floor((Date.now() - this.#began) / MINUTE);
  }

  /** Whose page it is from now on: its looks and its clock depend on it. @param {string} role */
  serve(role) {
    if (document.body.dataset.role === role) return;
    document.body.dataset.role = role;
    this.#tick();
  }

  #tick() {
    const clock = byId("clock");
    const isWork = ["dealer", "floor", "staff", "audit"].includes(document.body.dataset.role ?? "");
    rewrite(clock, timeOfDay(Date.now()));
    const title = isWork ? "Time of the house" : `Time of the house; ${this.minutes} minutes at this table`;
    if (clock.title !== title) clock.title = title;
    if (isWork) return; // nobody plays here
    if (Date.now() - this.#reminded < preferences.get("check", USUAL) * MINUTE) return;
    this.#reminded = Date.now();
    this.remind();
  }

  /** Show how long and for how much the player has played. */
  remind() {
    const options = CHOICES.map((minutes) => /** @type {const} */ ([minutes, `every ${minutes} minutes`]));
    const every = selection(options, { id: "check-every", value: preferences.get("check", USUAL) });
    every.addEventListener("change", () => preferences.set("check", Number(every.value)));
    const outcome = this.#net < 0 ? `lost ${dollars(-this.#net)}` : `won ${dollars(this.#net)}`;
    const spent = `${this.minutes} minutes at this table, ${dollars(this.#wagered)} wagered, ${outcome}.`;
    dialog(
      "Time check",
      el("p", {}, spent),
      el(
        "p",
        {},
        "These are play chips. If you or someone you know has a gambling problem, call 1-800-GAMBLER for help.",
      ),
      el("label", { for: "check-every" }, "Remind me ", every),
    ).showModal();
  }
}
