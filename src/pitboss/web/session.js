/** Time and money spent: a clock on the page, and a check at least every hour. */

import { byId, dialog, el } from "./dom.js";
import { dollars } from "./money.js";
import { kept } from "./store.js";

const MINUTE = 60_000;
const CHOICES = [15, 30, 60];

export class Session {
  #began = Date.now();
  #checked = Date.now();
  #wagered = 0;
  #net = 0;

  constructor() {
    this.#tick();
    setInterval(() => this.#tick(), 1000);
  }

  /**
   * Count what the player's settlements staked and brought.
   * @param {import("./types.js").TableEvent[]} events @param {(seat: number) => boolean} holds
   */
  count(events, holds) {
    for (const event of events) {
      if (!holds(event.seat) || !["paid", "collected", "returned"].includes(event.event)) continue;
      this.#wagered += event.stake;
      this.#net += event.returned - event.stake - (event.vigorish ?? 0);
    }
  }

  get minutes() {
    return Math.floor((Date.now() - this.#began) / MINUTE);
  }

  #tick() {
    const now = new Date();
    byId("clock").textContent = now.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    byId("clock").title = `${this.minutes} minutes at this table`;
    if (Date.now() - this.#checked >= kept.get("check", 60) * MINUTE) {
      this.#checked = Date.now();
      this.check();
    }
  }

  /** The pop-up: how long, how much. */
  check() {
    const every = el(
      "select",
      { id: "check-every" },
      CHOICES.map((minutes) =>
        el(
          "option",
          { value: String(minutes), selected: minutes === kept.get("check", 60) },
          `every ${minutes} minutes`,
        ),
      ),
    );
    every.addEventListener("change", () => kept.set("check", Number(every.value)));
    const outcome = this.#net < 0 ? `lost ${dollars(-this.#net)}` : `won ${dollars(this.#net)}`;
    dialog(
      "Time check",
      el(
        "p",
        {},
        `You have been at this table for ${this.minutes} minutes, wagered ${dollars(this.#wagered)} and ${outcome}.`,
      ),
      el(
        "p",
        {},
        "These are play chips. If gambling is a problem for you or someone you know, help is at 1-800-GAMBLER.",
      ),
      el("label", { for: "check-every" }, "Remind me ", every),
    ).showModal();
  }
}
