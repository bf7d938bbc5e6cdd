/** An irregularity: chosen from what can happen now, its effect seen before it is applied, then put on record. */

import { asRefused } from "../../kit/api.js";
import { button, dialog, el, fill, render } from "../../kit/dom.js";
import { headRow } from "../../kit/lists.js";
import { setOptions } from "../../kit/forms.js";
import { citation, gist } from "../../kit/law.js";
import { change } from "../../kit/money.js";
import { meant } from "../../kit/patronwords.js";
import { sentence } from "../../felt/sentences.js";
import { plain } from "../../kit/words.js";

/** @import { Connection } from "../connection.js" */
/** @import { TableState } from "../../felt/tablestate.js" */
/** @import { IrregularityKind, Preview, ReportMessage } from "../../kit/types.js" */

/** @typedef {IrregularityKind & {seats: number[]}} Choice */

const TOO_LATE = "This can no longer be reported: the round has moved on.";
const NOTHING = "No irregularity of this game can happen right now.";

/** Where the dealer or the floor reports an irregularity. */
export class IrregularityPanel {
  #table;
  #connection;
  #names;
  #list = el("div", { class: "choices-list", role: "group", "aria-label": "What happened" });
  #form = el("div", { class: "irregularity-detail" });
  #done = () => {};
  #chosen = "";
  #round = 0; // the one in which the chosen irregularity happened

  /** @param {TableState} table @param {Connection} connection */
  constructor(table, connection) {
    this.#table = table;
    this.#connection = connection;
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
    const panel = new IrregularityPanel(this.#table, this.#connection);
    const sheet = dialog("Report an irregularity", panel.place(() => sheet.close()));
    panel.refresh();
    sheet.classList.add("wide");
    sheet.showModal();
  }

  /** Where the panel is to be shown. */
  place(done = () => {}) {
    this.#done = done;
    return el("div", { class: "irregularity" }, this.#list, this.#form);
  }

  /** What can be reported may have changed; what is being filled in stays, and says so if it comes too late. */
  refresh() {
    const choices = this.#choices;
    render(this.#list, () =>
      choices.length ? choices.map((kind) => this.#choiceButton(kind)) : el("p", { class: "quiet-text" }, NOTHING),
    );
    const still = choices.find((kind) => kind.name === this.#chosen);
    const gone = this.#chosen && (!still || this.#round !== this.#table.moment.round);
    const said = this.#form.querySelector(".gone");
    if (!gone) said?.remove();
    else if (!said) this.#form.prepend(el("p", { class: "refusal gone", role: "status" }, TOO_LATE));
    if (still && !gone) this.#reseat(still);
  }

  /** @param {Choice} kind */
  #choiceButton(kind) {
    const choose = () => {
      this.#chosen = kind.name;
      this.#round = this.#table.moment.round;
      this.refresh();
      this.#detail(kind);
    };
    const props = { key: kind.name, "aria-pressed": String(kind.name === this.#chosen), "data-kind": kind.name };
    return button(el("strong", {}, kind.title), choose, props, el("span", {}, kind.remedy));
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
    const preview = button("Preview the effect", () => this.#preview(effect, report()), { class: "answer primary" });
    fill(
      this.#form,
      el("h3", {}, kind.title, " ", citation(kind.cite)),
      el("p", {}, gist(kind.cite)),
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
  #showEffect(panel, report, { events, more, money: racks, remedy, cite }) {
    const money = Object.entries(racks).sort(([a], [b]) => Number(a) - Number(b));
    const act = async () => {
      apply.disabled = true;
      try {
        await this.#connection.send({ do: "report", round: this.#round, ...report });
        this.#chosen = "";
        fill(this.#form, el("p", { role: "status" }, "Recorded."));
        this.#done();
      } catch (refusal) {
        apply.disabled = false;
        panel.append(refusalLine(refusal));
      }
    };
    const apply = button("Apply and record", act, { class: "answer danger" });
    fill(
      panel,
      el("p", {}, el("strong", {}, "Remedy: "), remedy, " ", citation(cite)),
      el("h4", {}, "What would happen"),
      el(
        "ol",
        { class: "events" },
        events.map((event) => el("li", {}, sentence(event, this.#names), " ", citation(event.cite))),
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
    apply.focus();
  }
}

/** @param {unknown} error */
function refusalLine(error) {
  const { sentence: words, cite } = asRefused(error);
  return el("p", { class: "refusal" }, words, " ", citation(cite));
}
