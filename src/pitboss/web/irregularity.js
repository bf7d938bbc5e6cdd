/** An irregularity: chosen from what can happen now, its effect seen before it is applied, then put on record. */

import { button, dialog, el, fill, headRow } from "./dom.js";
import { citation, gist } from "./law.js";
import { moneyEffect } from "./fold.js";
import { change } from "./money.js";
import { sentence } from "./words.js";

const NOTHING = "No irregularity of this game can happen at this moment.";

export class IrregularityDesk {
  #table;
  #connection;
  #at;

  /** @param {import("./view.js").Table} table @param {import("./connection.js").Connection} connection */
  constructor(table, connection) {
    [this.#table, this.#connection] = [table, connection];
    this.#at = { who: (who) => table.nameOf(who), title: (wager, on) => table.title(wager, on) };
  }

  /** Kinds that can be reported at this moment, as far as the house tells. */
  get choices() {
    const possible = this.#table.view.you.possible;
    const kinds = this.#table.facts.irregularities;
    return possible ? kinds.filter((kind) => possible.includes(kind.name)) : kinds;
  }

  /** Open the desk in a window. */
  open() {
    const body = el("div", {});
    const sheet = dialog("Report an irregularity", body);
    this.show(body, () => sheet.close());
    sheet.classList.add("wide");
    sheet.showModal();
  }

  /** The desk in any panel. */
  show(panel, done = () => {}) {
    const detail = el("div", { class: "irregularity-detail" });
    const list = el(
      "div",
      { class: "choices-list", role: "group", "aria-label": "What happened" },
      this.choices.map((kind) => {
        const choose = (event) => {
          for (const other of list.children) other.setAttribute("aria-pressed", String(other === event.currentTarget));
          this.#detail(detail, kind, done);
        };
        const about = { "aria-pressed": "false", "data-kind": kind.name };
        return button(el("strong", {}, kind.title), choose, about, el("span", {}, kind.remedy));
      }),
    );
    if (!this.choices.length) list.append(el("p", { class: "quiet-text" }, NOTHING));
    fill(panel, list, detail);
  }

  #detail(panel, kind, done) {
    const seat = kind.needs_seat ? this.#seatField() : null;
    const facts = kind.facts.map((fact) => [fact, el("input", { type: "checkbox" })]);
    const effect = el("div", { class: "effect", role: "status" });
    const report = () => ({
      kind: kind.name,
      seat: seat ? Number(seat.value) : 0,
      facts: Object.fromEntries(facts.map(([fact, box]) => [fact, box.checked])),
    });
    const preview = button("Preview the effect", () => this.#preview(effect, report(), done), { class: "answer" });
    fill(
      panel,
      el("h3", {}, kind.title, " ", citation(kind.cite)),
      el("p", {}, gist(kind.cite)),
      seat ? el("label", {}, "Whose? ", seat) : null,
      facts.map(([fact, box]) => el("label", { class: "check" }, box, fact.replaceAll("_", " "))),
      preview,
      effect,
    );
    preview.focus();
  }

  #seatField() {
    const seats = Array.from({ length: this.#table.facts.seats }, (_, n) => n + 1);
    const options = seats.map((seat) => el("option", { value: String(seat) }, this.#table.nameOf(seat)));
    return el("select", { "aria-label": "Seat" }, options);
  }

  async #preview(panel, report, done) {
    fill(panel, "…");
    try {
      const found = await this.#connection.send({ do: "preview", report });
      this.#showEffect(panel, report, found, done);
    } catch (refusal) {
      fill(panel, el("p", { class: "refusal" }, refusal.message, " ", citation(refusal.cite)));
    }
  }

  #showEffect(panel, report, { events, remedy, cite }, done) {
    const money = [...moneyEffect(events)].sort(([a], [b]) => a - b);
    const act = async () => {
      apply.disabled = true;
      try {
        await this.#connection.send({ do: "report", report });
        done();
      } catch (refusal) {
        apply.disabled = false;
        panel.append(el("p", { class: "refusal" }, refusal.message, " ", citation(refusal.cite)));
      }
    };
    const apply = button("Apply and put on record", act, { class: "answer danger" });
    fill(
      panel,
      el("p", {}, el("strong", {}, "Remedy: "), remedy, " ", citation(cite)),
      el("h4", {}, "What would happen"),
      el(
        "ol",
        { class: "events" },
        events.map((event) => el("li", {}, sentence(event, this.#at), " ", citation(event.cite))),
      ),
      el("h4", {}, "Money to each seat"),
      money.length
        ? el(
            "table",
            {},
            headRow("Seat", "To the rack"),
            el(
              "tbody",
              {},
              money.map(([seat, cents]) =>
                el("tr", {}, el("td", {}, this.#table.nameOf(seat)), el("td", {}, change(cents))),
              ),
            ),
          )
        : el("p", {}, "No money moves; wagers stand."),
      apply,
    );
    apply.focus();
  }
}
