/** One table of the pit, to act on: built once, so that what is typed, ticked or open in it stays. */

import { asRefused } from "../kit/api.js";
import { button, changeDetector, el, fill, render } from "../kit/dom.js";
import { labelled, outcome, textField } from "../kit/forms.js";
import { openLog } from "../kit/logbook.js";
import { dollars, parseDollars } from "../kit/money.js";
import { getIncidents } from "../kit/pitapi.js";
import { bandWords, dealingRows, waitingList, winWords } from "./cards.js";
import { CorrectionSection } from "./corrections.js";
import { ActForm } from "./form.js";
import { IncidentSection } from "./incidents.js";
import { ReshuffleSection } from "./reshuffle.js";
import { SeatSection } from "./seats.js";
import { DoorSection, StaffSection, dutyList } from "./staff.js";
import { patronWords } from "../kit/patronwords.js";
import { limitsOf, phaseWords, stateOf } from "../kit/pitwords.js";
import { inMinutes, plain } from "../kit/words.js";

/** @import { IncidentBook, PitTable } from "../kit/types.js" */

/**
 * @typedef {object} PanelServices
 * @property {(error: unknown) => unknown} refused  something was refused, perhaps because the session is over
 * @property {() => Promise<unknown>} reload  look at the pit again, now
 * @property {() => void} close
 */

/**
 * @typedef {object} Section
 * @property {string} title
 * @property {HTMLElement} node
 * @property {(line: PitTable) => boolean} offered
 * @property {(line: PitTable) => void} update
 * @property {() => unknown} [load]  called when it is opened
 * @property {(book: IncidentBook) => void} [adopt]
 */

/** Say something to everyone at a table. @implements {Section} */
class AnnounceSection {
  title = "Announce";
  #form;

  /** @param {string} table @param {PanelServices} services */
  constructor(table, { refused }) {
    const words = el("textarea", { rows: 2, maxlength: 500, required: true });
    this.#form = new ActForm(
      table,
      { submit: "Announce to this table", act: () => ({ do: "announce", words: words.value }), done: "Announced.", refused },
      labelled("What everyone at this table is told", words),
    );
    this.node = el("div", { class: "act-group" }, this.#form.node);
  }

  /** @param {PitTable} line */
  offered = ({ may = [], state }) => may.includes("announce") && state !== "retired";

  /** @param {PitTable} line */
  update(line) {
    this.#form.update(line);
  }
}

/** Post other limits, within what was filed. @implements {Section} */
class LimitsSection {
  title = "Change limits";
  #form;

  /** @param {string} table @param {PanelServices} services */
  constructor(table, { refused }) {
    const [least, most] = ["Minimum, $", "Maximum, $"].map((label) => textField(label, { inputmode: "decimal" }));
    const wager = textField("Of one wager; of the table if empty", { maxlength: 64 });
    this.#form = new ActForm(
      table,
      {
        submit: "Post these limits",
        act: () => {
          const bounds = { minimum: parseDollars(least.input.value), maximum: parseDollars(most.input.value) };
          const stated = Object.entries(bounds).filter(([, cents]) => cents !== null);
          if (!stated.length) {
            this.#form.say("Say a minimum, a maximum, or both, in dollars.");
            return null;
          }
          const name = wager.input.value.trim().toLowerCase().replaceAll(" ", "_");
          return { do: "change_limits", limits: { [name]: Object.fromEntries(stated) } };
        },
        done: "They are posted when this round is over.",
        refused,
      },
      least.node,
      most.node,
      wager.node,
    );
    this.node = el("div", { class: "act-group" }, this.#form.node);
  }

  /** @param {PitTable} line */
  offered = ({ may = [], state }) => may.includes("change limits") && state !== "retired";

  /** @param {PitTable} line */
  update(line) {
    this.#form.update(line);
  }
}

/** What is to be known of a table. @param {PitTable} line */
function facts(line) {
  const { symbol, words } = stateOf(line.state);
  const { patrons = [], moves = {}, filing, pending_rules: pending, why = "", buy_ins: buyIns = 0, drop, on_layout: layout = 0, pit = "" } = line;
  const here = patrons.filter(({ seat }) => seat);
  const rows = {
    State: el("span", {}, el("span", { class: "sign", "aria-hidden": "true" }, symbol), ` ${[words, phaseWords(line)].filter(Boolean).join(", ")}`),
    "No round can begin": ["open", "idle", "closing"].includes(line.state) ? why : "",
    ...Object.fromEntries(dealingRows(line)),
    Patrons: here.length
      ? el("ul", { class: "plain-list" }, here.map((one) => el("li", { "data-patron": one.number }, patronWords(one, moves))))
      : "nobody",
    Limits: limitsOf(line),
    Filing: filing ?? "",
    "Rules to come": pending ?? "",
    "Win today": winWords(line),
    "Usual, 95 of 100 days": bandWords(line),
    "Buy-ins": line.counting ? "" : dollars(buyIns),
    "Drop, counted": drop === undefined || drop === null ? "" : dollars(drop),
    "On the layout": layout ? dollars(layout) : "",
    Pit: pit,
  };
  const duties = dutyList(line, inMinutes);
  return [
    waitingList(line),
    el(
      "dl",
      { class: "panel-list" },
      Object.entries(rows).map(([name, value]) => (value ? [el("dt", {}, name), el("dd", {}, value)] : null)),
      duties.length ? [el("dt", {}, "Duties"), el("dd", {}, el("ul", { class: "plain-list" }, duties))] : null,
      el("dt", {}, "Game"),
      el("dd", {}, plain(line.game), line.practice ? ", practice" : ""),
    ),
  ];
}

/** The panel of one table. */
export class TablePanel {
  #table;
  #services;
  #facts = el("div", { class: "panel-facts" });
  #said = outcome();
  #isOther = changeDetector(); // than what the incidents and corrections were read for
  /** @type {Section[]} */ #sections;
  /** @type {HTMLDetailsElement[]} */ #folds;

  /** @param {PitTable} line @param {PanelServices} services */
  constructor(line, services) {
    const table = (this.#table = line.number);
    this.#services = services;
    this.#sections = [
      new DoorSection(table, services),
      new StaffSection(table, services),
      new SeatSection(table, services),
      new ReshuffleSection(table, services),
      new LimitsSection(table, services),
      new AnnounceSection(table, services),
      new IncidentSection(table, services),
      new CorrectionSection(table, services),
    ];
    this.#folds = this.#sections.map((section) => {
      const fold = el("details", { class: "act-fold" }, el("summary", {}, section.title), section.node);
      fold.addEventListener("toggle", () => fold.open && section.load?.());
      return fold;
    });
    this.#folds[0].open = true;
    this.heading = el("h2", { tabindex: "-1" }, line.number, " ", el("span", { class: "pit-title" }, line.title));
    this.node = el(
      "div",
      { class: "panel-of-table", "data-panel": table },
      el("header", { class: "panel-head" }, this.heading, button("✕", () => services.close(), { class: "quiet", "aria-label": "Close this panel" })),
      el(
        "p",
        { class: "act-row" },
        el("a", { class: "pit-link", href: `/table/${encodeURIComponent(table)}` }, "Go to the table"),
        button("Between the rounds", () => openLog(table), { class: "quiet" }),
      ),
      this.#facts,
      this.#said,
      this.#folds,
    );
  }

  /** The table as it is now. @param {PitTable} line */
  update(line) {
    render(this.#facts, () => facts(line));
    this.#sections.forEach((section, n) => {
      this.#folds[n].hidden = !section.offered(line);
      section.update(line);
    });
    if (this.#isOther([line.incidents, line.waiting?.filter(({ what }) => what === "correction" || what === "owed")])) this.#read();
  }

  /** Incidents and corrections, when something was added to them. */
  async #read() {
    try {
      const found = await getIncidents(this.#table);
      for (const section of this.#sections) section.adopt?.(found);
      fill(this.#said);
    } catch (error) {
      this.#isOther(null); // the next look tries again
      if (asRefused(error).code === "not_signed_in") this.#services.refused(error);
    }
  }
}
