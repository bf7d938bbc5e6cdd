/** One meter: its figures, every day or shift, and its hits. */

import { facts, message } from "../kit/components.js";
import { button, el, fill, selection } from "../kit/dom.js";
import { labelled, outcome } from "../kit/forms.js";
import { citation } from "../kit/law.js";
import { listLine, listTable } from "../kit/lists.js";
import { dollars } from "../kit/money.js";
import { moment } from "../kit/words.js";
import { getHistory } from "./api.js";
import { jackpotTable } from "./jackpots.js";
import { exactly, methodOf, moved, rateOf, whereOf } from "./words.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { MeterHistory, MeterPeriod, MeterStudy } from "../kit/types.js" */

const HEADS = ["Day", "Opening", "Contributions", "Seeds", "From reserve", "Awards", "Corrections", "Closing", "Difference", "Fixed awards"];

/** @param {MeterPeriod} period */
const row = (period) =>
  listLine(
    { class: period.difference ? "refusal" : undefined },
    period.shift ? `${period.day}, shift ${period.shift}` : period.day,
    exactly(period.opening),
    moved(period.contributions),
    moved(period.seeds),
    moved(period.from_reserve),
    moved(-(period.awards ?? 0)),
    moved(period.corrections),
    exactly(period.closing),
    exactly(period.difference ?? 0),
    dollars(period.fixed ?? 0),
  );

/** To three digits, for what is known to about one per cent. @param {number} cents */
const roughly = (cents) => Number(cents.toPrecision(3));

/** What mathematics says of a meter. @param {MeterStudy} study */
const studied = (study) => [
  facts([
    ["Breaks even for the player at", dollars(study.even)],
    ["Seed recovered at", study.recovered ? dollars(study.recovered) : "never"],
    ["Mean at a hit", dollars(study.mean)],
    ["95 of 100 hits: at most", `${study.is_exact ? "" : "about "}${dollars(study.is_exact ? study.high : roughly(study.high))}`],
    ["Wagers from hit to hit", study.wagers.toLocaleString("en-US")],
  ]),
  el("p", { class: "quiet-text" }, `${methodOf(study)}.`, study.is_exact ? "" : " Parts of the meter are won on the way, or a reserve goes into its seed: the last figure but one is known to about 1 %."),
];

/** The panel of one meter. */
export class MeterPanel {
  node = el("section", { class: "panel meter-panel", "aria-label": "One meter", hidden: true });
  #by = selection([["day", "Gaming day"], ["shift", "Shift"]]);
  #body = el("div", { class: "meter-body" });
  #said = outcome();
  #page;
  #meter = "";
  #away;

  /** @param {StaffPage} page @param {() => void} close */
  constructor(page, close) {
    this.#page = page;
    this.#by.addEventListener("change", () => this.show(this.#meter));
    this.#away = button("✕", close, { class: "quiet", "aria-label": "Close" });
    fill(this.node, this.#said, this.#body);
  }

  /** @param {string} meter  empty: none */
  async show(meter) {
    this.#meter = meter;
    this.node.hidden = !meter;
    if (meter) await this.#page.load(this.#said, async () => this.#fill(await getHistory(meter, this.#by.value)));
  }

  /** @param {MeterHistory} history */
  #fill({ meter, periods, hits = [], differences = [] }) {
    fill(
      this.#body,
      el("div", { class: "list-head item-head" }, el("h2", {}, meter.title, " ", el("span", { class: "about" }, whereOf(meter))), this.#away),
      differences.map(({ words, time }) => message("bad", el("strong", {}, "Does not balance: "), `${words} (${moment(time)})`)),
      facts([
        ["Meter now", dollars(meter.shown)],
        ["Reserve", exactly(meter.reserve ?? 0)],
        ["Owed", exactly(meter.liability)],
        ["Rate", [rateOf(meter), " ", citation(meter.cite)]],
        ["Starts at", dollars(meter.initial)],
        ["Resets to", dollars(meter.reset)],
        ["Last hit", meter.last_hit ? moment(meter.last_hit) : "never"],
      ]),
      meter.study ? studied(meter.study) : el("p", { class: "quiet-text" }, "No exact figures: this game has none, or they are being worked out."),
      labelled("Lines by", this.#by),
      listTable(HEADS, periods.map(row), "meter-periods"),
      meter.linked ? el("p", { class: "quiet-text" }, `Contributions by table: ${(meter.sums.tables ?? []).map(([table, sum]) => `${table} ${exactly(sum)}`).join(", ") || "none"}.`) : null,
      el("h3", {}, "Hits"),
      hits.length ? jackpotTable(hits, this.#page.account.may("read jackpot papers")) : el("p", { class: "quiet-text" }, "Nobody has won this meter, or a part of it."),
    );
  }
}
