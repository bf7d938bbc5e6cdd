/** What a search for rounds found: totals on top, then the rounds, or the groups in which they were counted. */

import { badge } from "../kit/components.js";
import { fact, pages, stamp, whole } from "./parts.js";
import { GROUPS, addressOf, fromStart, within } from "./query.js";
import { button, el, fill, find, focused, selection } from "../kit/dom.js";
import { labelled } from "../kit/forms.js";
import { citeText } from "../kit/law.js";
import { change, dollars } from "../kit/money.js";
import { plain } from "../kit/words.js";

/** @import { Child } from "../kit/dom.js" */
/** @import { GroupFound, RoundFound, RoundQuery, RoundsFound, Totals } from "../kit/types.js" */

/** @type {Record<string, string>} */
const SUMS = { wagered: "Wagered", paid: "Paid", win: "Win", times: "Times applied" };
/** @type {Record<string, string>} */
const ORDERS = { closed: "Time", round: "Round number", ...SUMS };
/** @type {Record<string, string>} */
const GROUP_ORDERS = { closed: "Latest round", round: "How many rounds", ...SUMS };

/** @param {Totals} totals */
function figures({ rounds, wagered = 0, paid = 0, win = 0, times = 0, wagers = 0, staked = 0, returned = 0 }) {
  return el(
    "dl",
    { class: "totals", "aria-label": "Totals" },
    fact("Rounds", whole(rounds)),
    times ? fact("Times applied", whole(times)) : null,
    fact("Wagered", dollars(wagered)),
    fact("Paid", dollars(paid)),
    fact("Win of the house", change(win)),
    wagers ? [fact("Such wagers", whole(wagers)), fact("Staked on them", dollars(staked)), fact("Returned on them", dollars(returned))] : null,
  );
}

/** @param {number} win */
const winCell = (win) => el("td", { class: `amount ${win < 0 ? "loss" : ""}`, "data-label": "Win" }, change(win));

/** One line of what was found, in the columns of `RoundList`. @param {RoundFound} round @param {boolean} hasTimes */
function roundRow(round, hasTimes) {
  const { table, round: number, void: isVoid, corrected, irregularities = 0, dealer_name: dealer } = round;
  const marks = [
    isVoid ? badge("void", "warn") : null,
    corrected ? badge("corrected", "warn") : null,
    irregularities ? badge(irregularities === 1 ? "irregularity" : `${irregularities} irregularities`, "warn") : null,
  ].filter(Boolean);
  const open = el("a", { href: addressOf("round", { table, round: number }), "aria-label": `${table}, ${number}: open the round` }, `${table}, ${number}`);
  return el(
    "tr",
    { "data-round": `${table} ${number}` },
    el("th", { scope: "row" }, open),
    el("td", { "data-label": "Closed" }, el("time", { datetime: round.closed }, stamp(round.closed))),
    el("td", { "data-label": "Game" }, plain(round.game)),
    el("td", { "data-label": "Result" }, round.result || "—", " ", marks),
    el("td", { class: "amount", "data-label": "Wagered" }, dollars(round.wagered)),
    el("td", { class: "amount", "data-label": "Paid" }, dollars(round.paid)),
    winCell(round.win),
    hasTimes ? el("td", { class: "amount", "data-label": "Times" }, whole(round.times)) : null,
    el("td", { "data-label": "Dealer" }, dealer ? `${dealer} (${round.dealer})` : "automatic"),
  );
}

/** A few rounds, without the ways to sort them. @param {RoundFound[]} rounds */
export const roundTable = (rounds) =>
  el(
    "table",
    { class: "stackable found-table" },
    el("thead", {}, el("tr", {}, ["Round", "Closed", "Game", "Result"].map((words) => plainHeading(words)), ["Wagered", "Paid", "Win"].map((words) => el("th", { scope: "col", class: "amount" }, words)), plainHeading("Dealer"))),
    el("tbody", {}, rounds.map((round) => roundRow(round, false))),
  );

/** The rounds or groups that were found, with the ways to sort them and to go on. */
export class RoundList {
  node = el("section", { class: "found", "aria-label": "What was found" });
  #go;

  /** @param {(query: RoundQuery) => void} go  show what another query finds */
  constructor(go) {
    this.#go = go;
  }

  /** @param {RoundQuery} query @param {RoundsFound} found @param {Child[]} acts  what can be done with it */
  show(query, found, ...acts) {
    const { rounds = [], groups = [], lines = 0, totals, words, archived, milliseconds = 0 } = found;
    const isGrouped = Boolean(query.group_by?.length);
    const hasTimes = Boolean(totals.times || groups.some((group) => group.totals.times));
    const source = archived ? `Gaming days up to ${archived} were read from the archive, later ones from the record itself; ` : "Read from the record itself, ";
    const from = focused();
    const isHere = this.node.contains(from); // not who is typing the next query
    const heading = el("h2", { class: "query-words", tabindex: "-1" }, words);
    fill(
      this.node,
      heading,
      figures(totals),
      lines ? this.#sortChoice(query, isGrouped, hasTimes) : null,
      lines ? this.#table(query, isGrouped, rounds, groups, hasTimes) : el("p", { class: "empty" }, "No round that is over fits this query."),
      pages(query, lines, isGrouped ? "groups" : "rounds", (offset) => this.#go({ ...query, offset })),
      el("div", { class: "act-row" }, acts),
      el("p", { class: "quiet-text" }, `${source}in ${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms. A round in progress is not searched.`),
    );
    if (!isHere) return;
    const same = from?.dataset.order ? this.node.querySelector(`[data-order="${from.dataset.order}"]`) : null;
    if (same instanceof HTMLElement) same.focus();
    else this.focus();
  }

  /** To the sentence that says what was found. */
  focus() {
    find(this.node, ".query-words").focus({ preventScroll: true });
  }

  /** @param {RoundQuery} query @param {boolean} isGrouped @param {RoundFound[]} rounds @param {GroupFound[]} groups @param {boolean} hasTimes */
  #table(query, isGrouped, rounds, groups, hasTimes) {
    const body = isGrouped ? groups.map((group) => this.#groupRow(query, group, hasTimes)) : rounds.map((round) => roundRow(round, hasTimes));
    const times = hasTimes ? this.#sorts(query, "times", "Times", "amount") : null;
    const money = [this.#sorts(query, "wagered", "Wagered", "amount"), this.#sorts(query, "paid", "Paid", "amount"), this.#sorts(query, "win", "Win", "amount")];
    const head = isGrouped
      ? [(query.group_by ?? []).map((group) => plainHeading(GROUPS[group])), this.#sorts(query, "round", "Rounds", "amount"), times, money, plainHeading("")]
      : [this.#sorts(query, "round", "Round"), this.#sorts(query, "closed", "Closed"), plainHeading("Game"), plainHeading("Result"), money, times, plainHeading("Dealer")];
    return el(
      "div",
      { class: "found-box", tabindex: "0", role: "region", "aria-label": isGrouped ? "Groups" : "Rounds" },
      el("table", { class: "stackable found-table" }, el("thead", {}, el("tr", {}, head)), el("tbody", {}, body)),
    );
  }

  /** A heading that sorts. @param {RoundQuery} query @param {NonNullable<RoundQuery["order"]>} order @param {string} words */
  #sorts(query, order, words, kind = "") {
    const isNow = (query.order ?? "closed") === order;
    const sorted = isNow ? (query.ascending ? "ascending" : "descending") : "none";
    const sign = isNow ? (query.ascending ? " ▲" : " ▼") : "";
    const sort = () => this.#go({ ...fromStart(query), order, ascending: isNow && !query.ascending });
    return el("th", { scope: "col", "aria-sort": sorted, class: kind }, button(words, sort, { class: "quiet sorts", "data-order": order }, el("span", { "aria-hidden": "true" }, sign)));
  }

  /** Where there is no room for headings: the same as a choice. @param {RoundQuery} query @param {boolean} isGrouped @param {boolean} hasTimes */
  #sortChoice(query, isGrouped, hasTimes) {
    const now = `${query.order ?? "closed"} ${query.ascending ? "up" : "down"}`;
    const options = Object.entries(isGrouped ? GROUP_ORDERS : ORDERS)
      .filter(([order]) => order !== "times" || hasTimes)
      .flatMap(([order, words]) => [
        /** @type {const} */ ([`${order} down`, `${words}, largest or latest first`]),
        /** @type {const} */ ([`${order} up`, `${words}, smallest or earliest first`]),
      ]);
    const choice = selection(options, { value: now });
    choice.addEventListener("change", () => {
      const [order, way] = choice.value.split(" ");
      this.#go({ ...fromStart(query), order: /** @type {RoundQuery["order"]} */ (order), ascending: way === "up" });
    });
    return el("div", { class: "narrow-sort" }, labelled("Sorted by", choice));
  }

  /** @param {RoundQuery} query @param {GroupFound} group @param {boolean} hasTimes */
  #groupRow(query, { keys, labels, totals }, hasTimes) {
    const named = (query.group_by ?? []).map((group, n) => {
      const [key, label] = [keys[n], labels[n]];
      const name = group === "provision" ? citeText(key) : group === "wager" || group === "game" ? plain(key) : key || "automatic dealer";
      const isMore = label && label !== key;
      const isPerson = group === "person" || group === "patron";
      return el(n ? "td" : "th", { scope: n ? null : "row", "data-label": n ? GROUPS[group] : null }, isMore && isPerson ? `${label} (${key})` : name, isMore && !isPerson ? el("span", { class: "about" }, label) : null);
    });
    return el(
      "tr",
      { "data-group": keys.join(" ") },
      named,
      el("td", { class: "amount", "data-label": "Rounds" }, whole(totals.rounds)),
      hasTimes ? el("td", { class: "amount", "data-label": "Times" }, whole(totals.times)) : null,
      el("td", { class: "amount", "data-label": "Wagered" }, dollars(totals.wagered ?? 0)),
      el("td", { class: "amount", "data-label": "Paid" }, dollars(totals.paid ?? 0)),
      winCell(totals.win ?? 0),
      el("td", { class: "opens" }, el("a", { href: addressOf("rounds", within(query, keys)), "aria-label": `its rounds: ${labels.join(", ")}` }, "its rounds")),
    );
  }
}

/** @param {string} words */
const plainHeading = (words) => el("th", { scope: "col" }, words || el("span", { class: "only-spoken" }, "Open"));
