/** One's own limits: what one may lose, wager and play, a pause from play, and how often one is told how long one has played. */

import { button, el, fill } from "./dom.js";
import { attempt, form, labelled, outcome, succeeded } from "./forms.js";
import { dollars, parseDollars } from "./money.js";
import { confirmLimit, dropLimit, exclude, getLimits, playAgain, setLimit } from "./peopleapi.js";

/** @import { LimitLine, OwnLimitsState } from "./types.js" */
/** @typedef {LimitLine["limit"]} LimitName */

/** @type {Record<LimitName, string>} */
const WORDS = {
  loss_day: "Lose in a day",
  loss_week: "Lose in a week",
  loss_month: "Lose in a month",
  wager_day: "Wager in a day",
  wager_week: "Wager in a week",
  wager_month: "Wager in a month",
  time_day: "Be at tables in a day",
  check: "Be told how long you have played",
};

/** @param {LimitName} limit */
const isMoney = (limit) => limit.startsWith("loss") || limit.startsWith("wager");

/** @param {LimitName} limit @param {number|null} value */
function inWords(limit, value) {
  if (value === null) return "no limit";
  if (limit === "check") return `every ${value} minutes`;
  return isMoney(limit) ? `at most ${dollars(value)}` : `at most ${value} minutes`;
}

/** A moment of the house, on the clock of whoever reads it. @param {string} stamp */
const moment = (stamp) => new Date(stamp).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

/** @param {number} seconds */
const spent = (seconds) => `${Math.floor(seconds / 3600)} h ${String(Math.floor(seconds / 60) % 60).padStart(2, "0")} min`;

/** The part of the account page about limits. */
export class OwnLimits {
  node = el("section", { class: "panel", id: "limits" }, el("h2", {}, "Limits and pauses"), el("p", {}, "One moment …"));
  #refused;

  /** @param {(error: unknown) => unknown} refused */
  constructor(refused) {
    this.#refused = refused;
    getLimits().then((state) => this.#show(state), refused);
  }

  /** @param {OwnLimitsState} state */
  #show(state, words = "") {
    const said = outcome();
    const act = (/** @type {string} */ label, /** @type {() => Promise<OwnLimitsState>} */ send, done = "") => {
      const press = button(label, () => attempt(press, said, async () => this.#show(await send(), done), this.#refused));
      return press;
    };
    fill(
      this.node,
      el("h2", {}, "Limits and pauses"),
      el(
        "p",
        {},
        `Today you have been at tables for ${spent(state.seconds_today)}, wagered ${dollars(state.wagered_today)} and `,
        state.lost_today >= 0 ? `lost ${dollars(state.lost_today)}.` : `won ${dollars(-state.lost_today)}.`,
      ),
      el(
        "p",
        { class: "quiet-text" },
        "A tighter limit counts at once, at every table. A wider one counts only when you confirm it after a wait of ",
        `${state.waits.day} hours (a week for weekly, a month for monthly limits). Days begin when the gaming day does.`,
      ),
      state.barred ? el("p", { class: "refusal", role: "status" }, state.barred) : null,
      el(
        "table",
        { class: "limits" },
        el(
          "thead",
          {},
          el("tr", {}, ["You allow yourself to", "Limit", "So far", "Change"].map((head) => el("th", { scope: "col" }, head))),
        ),
        el("tbody", {}, state.limits.map((line) => this.#row(line, state, act, said))),
      ),
      this.#pause(state, act),
      said,
    );
    if (words) succeeded(said, words);
  }

  /**
   * @param {LimitLine} line @param {OwnLimitsState} state
   * @param {(label: string, send: () => Promise<OwnLimitsState>, done?: string) => HTMLButtonElement} act
   * @param {HTMLElement} said
   */
  #row(line, state, act, said) {
    const { limit, value, so_far: soFar, wish, wish_from: from } = line;
    const waits = from ? new Date(from).getTime() > Date.now() : false;
    const field =
      limit === "check"
        ? el("select", {}, state.checks.map((minutes) => el("option", { value: minutes, selected: minutes === value }, `${minutes} minutes`)))
        : el("input", { inputmode: "decimal", size: 8, autocomplete: "off" });
    field.setAttribute("aria-label", isMoney(limit) ? `${WORDS[limit]}, in dollars` : `${WORDS[limit]}, in minutes`);
    const wanted = () => {
      if (!isMoney(limit)) return Number.parseInt(field.value, 10);
      return parseDollars(field.value);
    };
    const set = button("Set", () => {
      const amount = wanted();
      if (amount === null || !Number.isInteger(amount)) {
        fill(said, isMoney(limit) ? "Type an amount in dollars." : "Type a number of minutes.");
        return;
      }
      attempt(set, said, async () => this.#show(await setLimit({ limit, value: amount }), `${WORDS[limit]}: noted.`), this.#refused);
    });
    return el(
      "tr",
      { "data-limit": limit },
      el("th", { scope: "row" }, WORDS[limit]),
      el(
        "td",
        { "data-label": "Limit" },
        inWords(limit, value),
        from ? el("span", { class: "about" }, `asked for: ${inWords(limit, wish)}; ${waits ? `to be confirmed from ${moment(from)}` : "to be confirmed now"}`) : null,
      ),
      el("td", { "data-label": "So far" }, limit === "check" ? "" : isMoney(limit) ? dollars(soFar) : `${soFar} minutes`),
      el(
        "td",
        { class: "limit-acts" },
        field,
        set,
        value !== null && limit !== "check" && !from ? act("No limit", () => setLimit({ limit, value: null })) : null,
        from && !waits ? act("Confirm", () => confirmLimit({ limit }), "The wider limit counts from now on.") : null,
        from ? act("Keep the limit as it is", () => dropLimit({ limit })) : null,
      ),
    );
  }

  /**
   * @param {OwnLimitsState} state
   * @param {(label: string, send: () => Promise<OwnLimitsState>, done?: string) => HTMLButtonElement} act
   */
  #pause({ excluded, play_from: from }, act) {
    const days = el("select", {}, [
      el("option", { value: "1" }, "one day"),
      el("option", { value: "7" }, "one week"),
      el("option", { value: "31" }, "one month"),
      el("option", { value: "183" }, "six months"),
      el("option", { value: "366" }, "one year"),
      el("option", { value: "" }, "until further notice"),
    ]);
    const { node } = form(
      {
        submit: "Stop playing",
        refused: this.#refused,
        send: async () => this.#show(await exclude({ days: days.value ? Number(days.value) : null }), "You play no more until then."),
      },
      el("p", {}, "No wagers, no seats and no chips from the next moment on; a round that is open is finished, and your chips come back to your purse. A pause is not shortened."),
      labelled("For", days),
    );
    const waits = from ? new Date(from).getTime() > Date.now() : false;
    return el(
      "div",
      { class: "pause" },
      el("h3", {}, "A pause from play"),
      excluded === null ? null : el("p", {}, excluded ? `You play no more until ${moment(excluded)}.` : "You play no more until further notice."),
      excluded === "" && !waits ? act(from ? "Confirm that I want to play again" : "I want to play again", playAgain) : null,
      waits ? el("p", {}, `You asked to play again; you can confirm it from ${moment(from)}.`) : null,
      node,
    );
  }
}
