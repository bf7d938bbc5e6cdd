/** Ordering a reshuffle, where the chapter has one: what would follow is seen first, then it is put on record. */

import { getTable } from "../kit/api.js";
import { el, fill } from "../kit/dom.js";
import { actButton, outcome, succeeded } from "../kit/forms.js";
import { citation } from "../kit/law.js";
import { change } from "../kit/money.js";
import { preview } from "../kit/pitapi.js";
import { ActForm } from "./form.js";
import { currentRound, nameAt } from "../kit/pitwords.js";
import { sentence } from "../felt/sentences.js";
import { capitalized, plain } from "../kit/words.js";

/** @import { PitTable, Preview, TableInfo, Who } from "../kit/types.js" */
/** @import { PanelServices } from "./panel.js" */

const KIND = "reshuffle_ordered";
const REPORT = { kind: KIND };

/** Preview, then report. */
export class ReshuffleSection {
  title = "Order a reshuffle";
  #table;
  #about = el("p", {});
  #effect = el("div", { class: "effect", role: "status" });
  #said = outcome();
  #apply;
  /** @type {PitTable|null} */ #line = null;
  /** @type {TableInfo|null} */ #info = null;
  #round = 0; // the one that was looked at

  /** @param {string} table @param {PanelServices} services */
  constructor(table, { refused, reload }) {
    this.#table = table;
    const look = actButton("Preview the effect", this.#said, () => this.#look(), refused);
    this.#apply = new ActForm(table, {
      submit: "Order it and record",
      act: () => ({ do: "report", round: this.#round, ...REPORT }),
      done: "Recorded.",
      then: () => {
        this.#forget();
        succeeded(this.#said, "Ordered and recorded.");
        return reload();
      },
      refused,
      props: { class: "primary" },
    });
    this.#apply.node.hidden = true;
    this.node = el("div", { class: "act-group" }, this.#about, look, this.#said, this.#effect, this.#apply.node);
  }

  /** @param {PitTable} line */
  offered = ({ may = [] }) => may.includes(`report ${KIND}`);

  /** What the chapter says about it. */
  async load() {
    this.#info ??= await getTable(this.#table).catch(() => null);
    const kind = this.#info?.irregularities.find(({ name }) => name === KIND);
    if (kind) fill(this.#about, `${kind.title}: ${kind.remedy} `, citation(kind.cite));
  }

  /** @param {PitTable} line */
  update(line) {
    this.#line = line;
    if (this.#round && this.#round !== currentRound(line)) this.#forget();
    this.#apply.update(line);
  }

  /** What was previewed is done, or its round is over. */
  #forget() {
    this.#round = 0;
    this.#apply.node.hidden = true;
    fill(this.#effect);
  }

  async #look() {
    const line = this.#line;
    if (!line) return;
    this.#round = currentRound(line);
    const found = await preview(this.#table, { do: "preview", round: this.#round, ...REPORT });
    this.#show(found, line);
    this.#apply.node.hidden = false;
    this.#apply.button.focus();
  }

  /** @param {Preview} found @param {PitTable} line */
  #show({ events, more, money, remedy, cite }, line) {
    /** @type {(who: Who) => string} */
    const who = (one) => (/^\d+$/.test(String(one)) ? nameAt(line, Number(one)) : `the ${plain(String(one))}`);
    const title = (/** @type {string} */ wager, on = "") =>
      this.#info?.spots.find((spot) => spot.wager === wager && spot.on === on)?.title ?? capitalized(plain(wager));
    const moved = Object.entries(money);
    fill(
      this.#effect,
      el("p", {}, el("strong", {}, "Remedy: "), remedy, " ", citation(cite)),
      el("ol", {}, events.map((event) => el("li", {}, sentence(event, { who, title }), " ", citation(event.cite)))),
      more ? el("p", { class: "quiet-text" }, "What follows depends on cards that are not face up yet.") : null,
      el("p", {}, moved.length ? moved.map(([seat, cents]) => `${nameAt(line, Number(seat))}: ${change(cents)}`).join("; ") : "No money moves."),
    );
  }
}
