/** Board console, other readings: recorded rounds settled again under another edition or reading, and what would have been paid otherwise. */

import { getOtherwise, settleOtherwise, stopOtherwise } from "./api.js";
import { stamp, whole } from "./parts.js";
import { addressOf } from "./query.js";
import { el, fill } from "../kit/dom.js";
import { listLine, listTable, titled } from "../kit/lists.js";
import { actButton, failed, labelled, outcome, textField } from "../kit/forms.js";
import { citation } from "../kit/law.js";
import { change, dollars } from "../kit/money.js";
import { plain } from "../kit/words.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { OtherReading, OtherwiseState, SettledOtherwise } from "../kit/types.js" */

const EVERY = 500; // milliseconds between two looks at rounds being settled

/** Which reading, of which rounds; how far it is; and every settlement that differs. */
export class OtherwisePanel {
  #reading = el("select", {});
  #about = el("p", { class: "quiet-text", role: "status" });
  #own = textField("Or another choice", { placeholder: "edition=2019-proposed", maxlength: 500, spellcheck: "false", autocomplete: "off" });
  #base = textField("Compared with", { placeholder: "what was filed", maxlength: 500, spellcheck: "false", autocomplete: "off" });
  #day = textField("Gaming day", { type: "date" });
  #bar = el("progress", { "aria-label": "Rounds are being settled" });
  #state = el("p", { role: "status" });
  #found = el("div", { class: "found" });
  #stop;
  #follows = false;
  /** @type {readonly OtherReading[]} */ #readings = [];

  /** @param {StaffPage} page */
  constructor(page) {
    const said = outcome();
    this.#reading.addEventListener("change", () => this.#describe());
    this.#own.input.addEventListener("input", () => this.#describe());
    const settle = actButton("Settle under this reading", said, () => this.#settle(), page.refused, { class: "primary" });
    this.#stop = actButton("Stop", said, async () => void this.#show(await stopOtherwise()), page.refused);
    this.node = el(
      "div",
      { class: "board-panel" },
      titled(
        "What would have been otherwise",
        el("p", { class: "quiet-text" }, "Recorded rounds are settled again under another edition or reading, with the same cards, throws, wagers and answers. A round in which somebody would have been asked something else is listed as not comparable. Nothing in the record changes; play goes on meanwhile."),
        el("div", { class: "query-fields" }, labelled("Edition or reading", this.#reading), this.#own.node, this.#base.node, this.#day.node),
        this.#about,
        el("div", { class: "act-row" }, settle, this.#stop),
        said,
      ),
      titled("Found", el("div", { class: "settled-again" }, this.#state, this.#bar), this.#found),
    );
  }

  async show() {
    await this.#follow().catch((error) => failed(this.#state, error));
  }

  async #settle() {
    const written = this.#own.input.value.trim() || this.#reading.value;
    const base = this.#base.input.value.trim();
    this.#show(await settleOtherwise({ chosen: written ? [written] : [], ...(base ? { base: [base] } : {}), ...(this.#day.input.value ? { day: this.#day.input.value } : {}) }));
    await this.#follow();
  }

  /** Look until it is done. */
  async #follow() {
    if (this.#follows) return;
    this.#follows = true;
    try {
      while (this.#show(await getOtherwise())) await new Promise((again) => setTimeout(again, EVERY));
    } finally {
      this.#follows = false;
    }
  }

  /** @param {readonly OtherReading[]} readings */
  #offer(readings) {
    if (this.#readings.length) return;
    this.#readings = readings;
    const chapters = [...new Set(readings.map(({ chapter }) => chapter))];
    fill(
      this.#reading,
      chapters.map((chapter) =>
        el(
          "optgroup",
          { label: /^\d/.test(chapter) ? `Chapter ${chapter}` : "All chapters" },
          readings.filter((one) => one.chapter === chapter).map(({ reading, written }) => el("option", { value: written }, `${reading}: ${plain(written.replace("=", ": "))}`)),
        ),
      ),
    );
    this.#describe();
  }

  /** What the reading in the field says, and what it costs. */
  #describe() {
    const one = this.#readings.find(({ written }) => written === this.#reading.value);
    fill(this.#about, one && !this.#own.input.value.trim() ? [one.says, one.cost ? ` Cost: ${one.cost}` : ""] : "");
  }

  /** @param {OtherwiseState} found @returns {boolean} whether it goes on */
  #show(found) {
    const { state = "none", rounds = 0, readings = [] } = found;
    this.#offer(readings);
    const isRunning = state === "running";
    this.#bar.hidden = !isRunning;
    this.#stop.hidden = !isRunning;
    this.#state.className = "outcome";
    const [tone, words] = verdict(found);
    fill(this.#state, isRunning ? `${whole(rounds)} rounds so far.` : el("span", { class: `badge long ${tone}` }, words));
    fill(this.#found, state === "none" ? "" : details(found));
    return isRunning;
  }
}

/** @param {OtherwiseState} found @returns {[tone: string, words: string]} */
function verdict({ state = "none", settlements = 0, changed = 0, more = 0, sentence = "", ended = "" }) {
  if (state === "none") return ["", "Nothing was settled under another reading since the house opened"];
  if (state === "failed") return ["bad", `✗ ${sentence}`];
  if (!changed) return ["good", `✓ All ${whole(settlements)} settlements would have been the same, ${stamp(ended)}`];
  const all = more ? `; patrons ${dollars(Math.abs(more))} ${more > 0 ? "more" : "less"} in all` : "; nothing in all";
  return ["warn", `${whole(changed)} of ${whole(settlements)} settlements would have been otherwise${all}, ${stamp(ended)}`];
}

/** @param {OtherwiseState} found */
function details({ chosen = [], base = [], day = "", rounds = 0, not_comparable: left = 0, changed = 0, changes = [], left: reasons = [], patrons = {} }) {
  const under = plain(chosen.join(", ").replaceAll("=", ": "));
  const beside = base.length ? plain(base.join(", ").replaceAll("=", ": ")) : "what was filed";
  const who = Object.entries(patrons).sort(([, one], [, other]) => Math.abs(other) - Math.abs(one));
  return [
    el("p", {}, `${under}, beside ${beside}${day ? `, gaming day ${day}` : ""}: ${whole(rounds)} rounds, ${whole(left)} not comparable.`),
    changes.length ? listTable(["Round", "Who", "Wager", "Handed back", "Would have been", "Difference"], changes.map(row), "found-table") : null,
    changed > changes.length ? el("p", { class: "quiet-text" }, `The first ${whole(changes.length)} of ${whole(changed)}; pitboss otherwise lists all.`) : null,
    who.length ? el("details", {}, el("summary", {}, "By patron"), el("ul", {}, who.map(([name, more]) => el("li", {}, `${name}: ${change(more)}`)))) : null,
    reasons.length ? el("details", {}, el("summary", {}, `Not comparable: ${whole(left)}`), el("ul", {}, reasons.map((words) => el("li", {}, words)))) : null,
  ];
}

/** @param {SettledOtherwise} settlement */
function row({ table, round, seat, wager, stake, before, after, cite_before: was = "", cite_after: now = "", who = "" }) {
  const side = (/** @type {number} */ amount, /** @type {string} */ cite) => el("span", {}, `${dollars(amount)} `, cite ? citation(cite) : "not settled");
  return listLine(
    { "data-round": `${table} ${round}` },
    el("a", { href: addressOf("round", { table, round }) }, `${table} ${round}`),
    who || `seat ${seat}`,
    `${plain(wager)}, ${dollars(stake)}`,
    side(before, was),
    side(after, now),
    change(after - before),
  );
}
