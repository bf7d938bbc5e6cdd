/** One's own limits: what one may lose, wager and play, a pause from play, and how often one is told how long one has played. */

import { button, el, fill, selection } from "../kit/dom.js";
import { actButton, attempt, failed, form, labelled, outcome, succeeded } from "../kit/forms.js";
import { dollars, parseDollars } from "../kit/money.js";
import { confirmLimit, dropLimit, exclude, getLimits, playAgain, setLimit } from "../kit/peopleapi.js";
import { moment } from "../kit/words.js";

/** @import { LimitLine, OwnLimitsState } from "../kit/types.js" */
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

/** How long a pause can be, in days. @type {[string, string][]} */
const PAUSES = [
  ["1", "one day"],
  ["7", "one week"],
  ["31", "one month"],
  ["183", "six months"],
  ["366", "one year"],
  ["", "until further notice"],
];

/** @param {LimitName} limit */
const isMoney = (limit) => limit.startsWith("loss") || limit.startsWith("wager");

/** @param {LimitName} limit @param {number|null} value */
function inWords(limit, value) {
  if (value === null) return "no limit";
  if (limit === "check") return `every ${value} minutes`;
  return isMoney(limit) ? `at most ${dollars(value)}` : `at most ${minutes(value)}`;
}

/** @param {number} count */
const minutes = (count) => (count === 1 ? "1 minute" : `${count} minutes`);

/**
 * What was typed for a limit, in cents or minutes; nothing where it is no such number. Minutes are digits and nothing else: a
 * limit that is tighter than it was meant (“2 hours” as two minutes) would count at once, and be widened only after a day.
 * @param {LimitName} limit @param {string} typed @returns {number|null}
 */
export function amountOf(limit, typed) {
  if (isMoney(limit)) return parseDollars(typed);
  return /^\d+$/.test(typed.trim()) ? Number(typed) : null;
}

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

  /** @param {OwnLimitsState} state @param {string} words  what to say of the last act @param {LimitName|""} at  the limit it was about */
  #show(state, words = "", at = "") {
    const said = outcome();
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
        { class: "limits stackable" },
        el(
          "thead",
          {},
          el("tr", {}, ["You allow yourself to", "Limit", "So far", "Change"].map((head) => el("th", { scope: "col" }, head))),
        ),
        el("tbody", {}, state.limits.map((line) => this.#row(line, state, line.limit === at ? words : ""))),
      ),
      this.#pause(state, said),
      said,
    );
    if (words && !at) succeeded(said, words);
  }

  /** A button that changes something; what comes of it is said beside it. @param {string} label @param {HTMLElement} said @param {() => Promise<void>} send */
  #act(label, said, send) {
    return actButton(label, said, send, this.#refused);
  }

  /** @param {LimitLine} line @param {OwnLimitsState} state @param {string} words  to be said of it */
  #row(line, state, words) {
    const { limit, value, so_far: soFar, wish, wish_from: from } = line;
    const said = outcome();
    if (words) succeeded(said, words);
    const send = (/** @type {Promise<OwnLimitsState>} */ sent, done = `${WORDS[limit]}: noted.`) => sent.then((now) => this.#show(now, done, limit));
    const waits = from ? new Date(from).getTime() > Date.now() : false;
    const field =
      limit === "check"
        ? selection(state.checks.map((count) => [count, minutes(count)]), { value })
        : el("input", { inputmode: "decimal", autocomplete: "off", placeholder: isMoney(limit) ? "dollars" : "minutes" });
    field.setAttribute("aria-label", isMoney(limit) ? `${WORDS[limit]}, in dollars` : `${WORDS[limit]}, in minutes`);
    const set = button("Set", () => {
      const amount = amountOf(limit, field.value);
      if (amount === null) {
        failed(said, new Error(isMoney(limit) ? "Type an amount in dollars, like 50 or 12.50." : "Type a whole number of minutes, like 90."));
        return;
      }
      attempt(set, said, () => send(setLimit({ limit, value: amount })), this.#refused);
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
      el("td", { "data-label": "So far" }, limit === "check" ? "" : isMoney(limit) ? dollars(soFar) : minutes(soFar)),
      el(
        "td",
        {},
        el(
          "div",
          { class: "limit-acts" },
          field,
          set,
          value !== null && limit !== "check" && !from ? this.#act("No limit", said, () => send(setLimit({ limit, value: null }))) : null,
          from && !waits ? this.#act("Confirm", said, () => send(confirmLimit({ limit }), "The wider limit counts from now on.")) : null,
          from ? this.#act("Keep the limit as it is", said, () => send(dropLimit({ limit }))) : null,
        ),
        said,
      ),
    );
  }

  /** @param {OwnLimitsState} state @param {HTMLElement} said */
  #pause({ excluded, play_from: from }, said) {
    const days = selection(PAUSES);
    const { node } = form(
      {
        submit: "Stop playing",
        refused: this.#refused,
        send: async () => this.#show(await exclude({ days: days.value ? Number(days.value) : null }), "You play no more until then."),
      },
      el("p", {}, "No wagers, no seats and no chips from the next moment on; a round that is open is finished, and your chips come back to your purse. A pause is not shortened."),
      labelled("For", days),
      el("label", { class: "check" }, el("input", { type: "checkbox", required: true }), el("span", {}, "I know that nobody can shorten it.")),
    );
    const waits = from ? new Date(from).getTime() > Date.now() : false;
    return el(
      "div",
      { class: "pause" },
      el("h3", {}, "A pause from play"),
      excluded === null ? null : el("p", {}, excluded ? `You play no more until ${moment(excluded)}.` : "You play no more until further notice."),
      excluded === "" && !waits ? this.#act(from ? "Confirm that I want to play again" : "I want to play again", said, async () => this.#show(await playAgain())) : null,
      waits ? el("p", {}, `You asked to play again; you can confirm it from ${moment(from)}.`) : null,
      node,
    );
  }
}
