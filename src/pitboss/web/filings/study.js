/** A draft studied: what each choice contributes, one choice swept through, and the fewest changes that reach an edge. */

import { el, fill, selection } from "../kit/dom.js";
import { Follower } from "../kit/following.js";
import { failed, form, labelled, outcome, setOptions } from "../kit/forms.js";
import { listLine, listTable } from "../kit/lists.js";
import { parseDollars } from "../kit/money.js";
import { plain } from "../kit/words.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { ChoiceLine, Draft, EdgeLine, Study, StudyBar } from "../kit/types.js" */

const STUDY = "/api/filings/study";
const KINDS = /** @type {const} */ ([
  ["sweep", "Every value of one choice"],
  ["solve", "The fewest changes that reach an edge"],
  ["compare", "What each choice contributes"],
]);
const SWEPT = ["bool", "one_of", "number"]; // kinds of choices whose values can be listed
const ANY = "every wager";

/** Bars from the left, and below zero from the same line to the left. @param {string} title @param {readonly StudyBar[]} bars */
function plot(title, bars) {
  const most = Math.max(...bars.map(({ percent }) => Math.abs(percent)), 1e-9);
  return el(
    "figure",
    { class: "study-plot" },
    el("figcaption", {}, title),
    bars.map(({ label, percent, filed }) =>
      el(
        "div",
        { class: filed ? "study-bar filed" : "study-bar" },
        el("span", {}, filed && label !== "this draft" ? `${plain(label)} (this draft)` : plain(label)),
        el("meter", { min: 0, max: most, value: Math.abs(percent), "aria-hidden": "true", class: percent < 0 ? "below" : null }),
        el("span", {}, `${percent.toFixed(4)} %`),
      ),
    ),
  );
}

/** The form of a study, and what it found. What is typed stays when the draft changes. */
export class StudyPanel {
  #page;
  #draft;
  #follower = new Follower();
  #kind = selection([...KINDS], { onchange: () => this.#choose() });
  #choice = el("select", {});
  #wager = el("select", {});
  #range = el("input", { value: "", placeholder: "2.5..3", autocomplete: "off", size: 8 });
  #stake = el("input", { inputmode: "decimal", value: "10", size: 8, autocomplete: "off" });
  #pace = el("input", { inputmode: "numeric", value: "60", size: 6, autocomplete: "off" });
  #ofChoice = labelled("Choice", this.#choice);
  #ofRange = labelled("House edge, % from..to", this.#range);
  #said = outcome();
  #found = el("div", { class: "study-found" });
  #of = ""; // the wagers and choices that are offered

  /** @param {StaffPage} page @param {() => Draft} draft  as it stands */
  constructor(page, draft) {
    this.#page = page;
    this.#draft = draft;
    const asked = form(
      { submit: "Work it out", look: "", refused: page.refused, send: () => this.#ask() },
      el(
        "div",
        { class: "what-if" },
        labelled("Study", this.#kind),
        this.#ofChoice,
        labelled("Wager", this.#wager),
        this.#ofRange,
        labelled("Stake, $", this.#stake),
        labelled("Rounds an hour", this.#pace),
      ),
    );
    this.node = el("section", { class: "panel study", "aria-labelledby": "study-title" }, el("h2", { id: "study-title" }, "Study"), asked.node, this.#said, this.#found);
    this.#choose();
  }

  /** Another draft is in the editor. */
  open() {
    this.#follower.end();
    fill(this.#found);
    fill(this.#said);
    this.#of = "";
  }

  /** What can be studied of a draft. @param {readonly ChoiceLine[]} choices @param {readonly EdgeLine[]|null|undefined} edges */
  show(choices, edges) {
    if (!edges) return;
    const swept = choices.filter(({ kind, values = [] }) => SWEPT.includes(kind) && (kind !== "one_of" || values.length > 1));
    const wagers = [...new Set(edges.map((line) => line.wager))];
    const of = `${swept.map(({ name }) => name)} ${wagers}`;
    if (of === this.#of) return;
    this.#of = of;
    const [choice, wager] = [this.#choice.value, this.#wager.value];
    setOptions(this.#choice, swept.map(({ name }) => [name, plain(name)]));
    setOptions(this.#wager, [["", ANY], ...wagers.map((name) => /** @type {[string, string]} */ ([name, plain(name)]))]);
    if (swept.some(({ name }) => name === choice)) this.#choice.value = choice;
    this.#wager.value = wagers.includes(wager) ? wager : (wagers[0] ?? "");
  }

  #choose() {
    this.#ofChoice.hidden = this.#kind.value !== "sweep";
    this.#ofRange.hidden = this.#kind.value !== "solve";
  }

  async #ask() {
    const [stake, pace] = [parseDollars(this.#stake.value), Number(this.#pace.value.trim())];
    if (!stake || !Number.isInteger(pace) || pace < 1) throw new Error("Say a stake in dollars and how many rounds an hour.");
    const study = this.#kind.value;
    if (study === "solve" && !this.#wager.value) throw new Error("Choose one wager whose edge is to be reached.");
    const body = { draft: this.#draft(), study, choice: study === "sweep" ? this.#choice.value : "", wager: this.#wager.value, edge: this.#range.value.trim(), stake, pace };
    fill(this.#said);
    await this.#follower.begin(STUDY, { method: "POST", body }, (/** @type {Study} */ found) => this.#show(found), (error) => this.#refused(error));
  }

  /** @param {unknown} error */
  #refused(error) {
    fill(this.#found);
    failed(this.#said, error);
    this.#page.refused(error);
  }

  /** @param {Study} found */
  #show({ ready, done = 0, total = 0, words = "", heads = [], rows = [], bars = [], title = "" }) {
    this.node.ariaBusy = String(!ready);
    if (!ready) {
      const bar = el("progress", total ? { max: total, value: done, "aria-label": "Submissions" } : { "aria-label": "Submissions" });
      return fill(this.#found, el("p", { class: "quiet-text" }, bar, total ? ` ${done} of at most ${total} submissions …` : " Working it out …"));
    }
    fill(
      this.#found,
      el("p", {}, words),
      bars.length ? plot(title, bars) : null,
      rows.length ? el("div", { class: "edge-list" }, listTable([...heads], rows.map((row) => listLine({}, ...row)), "edges")) : null,
    );
  }
}
