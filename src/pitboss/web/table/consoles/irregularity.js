/** An irregularity: chosen from what can happen now, its effect seen before it is applied, then put on record. */

import { asRefused } from "../../kit/api.js";
import { button, dialog, el, fill, render } from "../../kit/dom.js";
import { headRow } from "../../kit/lists.js";
import { setOptions } from "../../kit/forms.js";
import { citation } from "../../kit/law.js";
import { change } from "../../kit/money.js";
import { meant } from "../../kit/patronwords.js";
import { sentence } from "../../felt/sentences.js";
import { plain } from "../../kit/words.js";

/** @import { Connection } from "../connection.js" */
/** @import { Keys } from "../keys.js" */
/** @import { TableState } from "../../felt/tablestate.js" */
/** @import { IrregularityKind, Preview, ReportMessage, TableEvent } from "../../kit/types.js" */

/** @typedef {IrregularityKind & {seats: number[]}} Choice */

const TOO_LATE = "This can no longer be reported: the round has moved on.";
const NOTHING = "No irregularity of this game can happen right now.";
const ALPHABET = "abcdefghijklmnopqrstuvwxyz";
const LATE = 900; // milliseconds in which Enter still belongs to what was typed, by habit or by a scanner
const GRAVE = new Set(["round_voided", "discarded", "collected"]); // after these a hand or a round is dead, or a wager gone

/** Where the dealer or the floor reports an irregularity. */
export class IrregularityPanel {
  #table;
  #connection;
  #keys;
  #recorded;
  #names;
  /** Which letter chooses what. @type {Map<string, () => void>} */ #letters = new Map();
  #typedAt = -LATE; // when something was typed
  #list = el("div", { class: "choices-list", role: "group", "aria-label": "What happened" });
  #form = el("div", { class: "irregularity-detail" });
  #done = () => {};
  /** The panel in the open window. @type {IrregularityPanel|null} */ #shown = null;
  #chosen = "";
  #round = 0; // the one in which the chosen irregularity happened

  /**
   * @param {TableState} table @param {Connection} connection @param {Keys} keys
   * @param {(facts: ReportMessage["facts"]) => void} recorded  with what was said of it, which nobody is to be asked again
   */
  constructor(table, connection, keys, recorded) {
    this.#table = table;
    this.#connection = connection;
    this.#keys = keys;
    this.#recorded = recorded;
    this.#names = { who: table.nameOf.bind(table), title: table.title.bind(table) };
  }

  /** Kinds that can be reported now, each with the seats it could concern. @returns {Choice[]} */
  get #choices() {
    const possible = new Map(this.#table.view.you.possible.map(({ kind, seats }) => [kind, seats]));
    return this.#table.info.irregularities.flatMap((kind) => {
      const seats = possible.get(kind.name);
      return seats ? [{ ...kind, seats }] : [];
    });
  }

  /** Open the panel in a window. */
  open() {
    const panel = new IrregularityPanel(this.#table, this.#connection, this.#keys, this.#recorded);
    const sheet = dialog("Report an irregularity", panel.place(() => sheet.close()));
    this.#shown = panel;
    panel.refresh();
    sheet.classList.add("wide");
    sheet.addEventListener("keydown", (event) => panel.#press(event), true);
    sheet.showModal();
    panel.#list.querySelector("button")?.focus();
  }

  /**
   * A letter chooses. What was typed for something else does nothing, nor does the Enter after it: neither a habit nor a scanner
   * applies or records anything. @param {KeyboardEvent} event
   */
  #press(event) {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const isWritten = target instanceof Element && target.closest("input:not([type=checkbox]), select, textarea");
    if (ctrlKey || metaKey || altKey || isWritten) return;
    const choose = this.#letters.get(key.toLowerCase());
    if (key === "Enter" && performance.now() - this.#typedAt < LATE) event.preventDefault();
    if (key.length === 1 && key !== " ") this.#typedAt = performance.now();
    if (choose && !event.repeat) choose();
  }

  /** Where the panel is to be shown. */
  place(done = () => {}) {
    this.#done = done;
    return el("div", { class: "irregularity" }, this.#list, this.#form);
  }

  /** What can be reported may have changed; what is being filled in stays, and says so if it comes too late. */
  refresh() {
    this.#shown?.refresh();
    const choices = this.#choices;
    const letters = [...ALPHABET].slice(0, choices.length);
    this.#letters = new Map(choices.map((kind, n) => [letters[n], () => this.#choose(kind)]));
    render(this.#list, () =>
      choices.length ? choices.map((kind, n) => this.#choiceButton(kind, letters[n])) : el("p", { class: "quiet-text" }, NOTHING),
    );
    const still = choices.find((kind) => kind.name === this.#chosen);
    const gone = this.#chosen && (!still || this.#round !== this.#table.moment.round);
    const said = this.#form.querySelector(".gone");
    if (!gone) said?.remove();
    else if (!said) this.#form.prepend(el("p", { class: "refusal gone", role: "status" }, TOO_LATE));
    if (still && !gone) this.#reseat(still);
  }

  /** @param {Choice} kind */
  #choose(kind) {
    this.#chosen = kind.name;
    this.#round = this.#table.moment.round;
    this.refresh();
    this.#detail(kind);
  }

  /** @param {Choice} kind @param {string} letter */
  #choiceButton(kind, letter) {
    const props = { key: kind.name, "aria-pressed": String(kind.name === this.#chosen), "data-kind": kind.name };
    return button(el("strong", {}, kind.title), () => this.#choose(kind), props, letter ? this.#keys.hint(letter) : null);
  }

  /** The seats that can be named now; the chosen one stays chosen where it is among them. @param {Choice} kind */
  #reseat({ seats }) {
    const field = this.#form.querySelector("select");
    if (field) setOptions(field, this.#seatOptions(seats));
  }

  /** @param {Choice} kind */
  #detail(kind) {
    const seat = kind.seats.length ? el("select", { "aria-label": "Seat" }) : null;
    if (seat) setOptions(seat, this.#seatOptions(kind.seats));
    const facts = kind.facts.map((name) => ({ name, box: el("input", { type: "checkbox" }) }));
    const effect = el("div", { class: "effect", role: "status" });
    const report = () => ({
      kind: kind.name,
      seat: seat ? Number(seat.value) : 0,
      facts: Object.fromEntries(facts.map(({ name, box }) => [name, box.checked])),
    });
    const preview = button(
      "Preview the effect",
      () => {
        this.#preview(effect, report());
        preview.classList.remove("primary"); // what comes first now is the effect, and its act
      },
      { class: "answer primary" },
    );
    fill(
      this.#form,
      el("h3", {}, kind.title, " ", citation(kind.cite)),
      el("p", {}, kind.remedy),
      seat ? el("label", {}, "Seat ", seat) : null,
      facts.map(({ name, box }) => el("label", { class: "check" }, box, plain(name))),
      preview,
      effect,
    );
    preview.focus();
  }

  /** @param {number[]} seats */
  #seatOptions = (seats) => seats.map((seat) => [String(seat), this.#table.nameOf(seat)]);

  /** @param {HTMLElement} panel @param {ReportMessage} report */
  async #preview(panel, report) {
    fill(panel, "…");
    const seen = meant(this.#table.view.patrons, report.seat ?? 0); // what is shown to follow is reported of nobody else
    await this.#connection.preview({ round: this.#round, ...report }).then(
      (found) => this.#showEffect(panel, { ...report, ...seen }, found),
      (refusal) => fill(panel, refusalLine(refusal)),
    );
  }

  /** @param {HTMLElement} panel @param {ReportMessage} report @param {Preview} preview */
  #showEffect(panel, report, { events, more, money: racks }) {
    const money = Object.entries(racks).sort(([a], [b]) => Number(a) - Number(b));
    const act = async () => {
      apply.disabled = true;
      try {
        await this.#connection.send({ do: "report", round: this.#round, ...report });
        this.#chosen = "";
        fill(this.#form, el("p", { role: "status" }, "Recorded."));
        this.#recorded(report.facts);
        this.#done();
      } catch (refusal) {
        apply.disabled = false;
        panel.append(refusalLine(refusal));
      }
    };
    const isGrave = money.length > 0 || events.some(({ event }) => GRAVE.has(event));
    const apply = button("Apply and record", act, { class: `answer ${isGrave ? "danger" : "primary"}` });
    const heading = el("h4", { tabIndex: -1 }, "What would happen");
    const follow = events.filter((/** @type {TableEvent} */ { event }) => event !== "irregularity_reported"); // it stands above
    fill(
      panel,
      heading,
      el(
        "ol",
        { class: "events" },
        follow.map((event) => el("li", {}, sentence(event, this.#names), " ", citation(event.cite))),
      ),
      more ? el("p", { class: "quiet-text" }, "What follows depends on cards that are not face up yet.") : null,
      el("h4", {}, "Money to each player"),
      money.length
        ? el(
            "table",
            {},
            headRow("Player", "To the rack"),
            el(
              "tbody",
              {},
              money.map(([seat, cents]) =>
                el("tr", {}, el("td", {}, this.#table.nameOf(Number(seat))), el("td", {}, change(cents))),
              ),
            ),
          )
        : el("p", {}, "No money moves; all bets stay as they are."),
      apply,
    );
    heading.focus(); // not the button: an Enter too many applies nothing
  }
}

/** @param {unknown} error */
function refusalLine(error) {
  const { sentence: words, cite } = asRefused(error);
  return el("p", { class: "refusal" }, words, " ", citation(cite));
}
