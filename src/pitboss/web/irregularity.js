/** An irregularity: chosen from what can happen now, its effect seen before it is applied, then put on record. */

import { button, dialog, el, fill, headRow } from "./dom.js";
import { citation, gist } from "./law.js";
import { moneyEffect } from "./fold.js";
import { change } from "./money.js";
import { sentence } from "./words.js";

const GONE = "This can no longer be reported: the round has gone on.";
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

  /** Kinds that can be reported at this moment, each with the seats it could concern. */
  get choices() {
    const possible = new Map(this.#table.view.you.possible.map(({ kind, seats }) => [kind, seats]));
    const kinds = this.#table.facts.irregularities.filter((kind) => possible.has(kind.name));
    return kinds.map((kind) => ({ ...kind, seats: possible.get(kind.name) }));
  }

  /** Open the desk in a window. */
  open() {
    const desk = new IrregularityDesk(this.#table, this.#connection);
    const sheet = dialog("Report an irregularity", desk.place(() => sheet.close()));
    desk.refresh();
    sheet.classList.add("wide");
    sheet.showModal();
  }

  #list = el("div", { class: "choices-list", role: "group", "aria-label": "What happened" });
  #form = el("div", { class: "irregularity-detail" });
  #done = () => {};
  #offered = "";
  #chosen = "";
  #round = 0; // that of which the chosen one is reported

  /** Where the desk is to be shown. */
  place(done = () => {}) {
    this.#done = done;
    return el("div", { class: "desk" }, this.#list, this.#form);
  }

  /** What can be reported may have changed; what is being filled in stays, and says so if it comes too late. */
  refresh() {
    const { choices } = this;
    const offered = JSON.stringify([this.#table.moment.round, this.#table.view.you.possible]);
    if (offered === this.#offered) return;
    this.#offered = offered;
    const nothing = choices.length ? null : el("p", { class: "quiet-text" }, NOTHING);
    fill(this.#list, nothing, ...choices.map((kind) => this.#choice(kind)));
    const still = choices.find((kind) => kind.name === this.#chosen);
    const gone = this.#chosen && (!still || this.#round !== this.#table.moment.round);
    this.#form.querySelector(".gone")?.remove();
    if (gone) this.#form.prepend(el("p", { class: "refusal gone", role: "status" }, GONE));
    else if (still) this.#reseat(still);
  }

  #choice(kind) {
    const choose = () => {
      [this.#chosen, this.#round] = [kind.name, this.#table.moment.round];
      for (const other of this.#list.children) other.ariaPressed = String(other.dataset.kind === kind.name);
      this.#detail(this.#form, kind, this.#done);
    };
    const about = { "aria-pressed": String(kind.name === this.#chosen), "data-kind": kind.name };
    return button(el("strong", {}, kind.title), choose, about, el("span", {}, kind.remedy));
  }

  /** The seats that can be named now, the chosen one kept where it is among them. */
  #reseat({ seats }) {
    const field = this.#form.querySelector("select");
    if (!field) return;
    const chosen = field.value;
    fill(field, this.#seatOptions(seats));
    if (seats.includes(Number(chosen))) field.value = chosen;
  }

  #detail(panel, kind, done) {
    const seat = kind.seats.length ? el("select", { "aria-label": "Seat" }, this.#seatOptions(kind.seats)) : null;
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

  #seatOptions = (seats) => seats.map((seat) => el("option", { value: String(seat) }, this.#table.nameOf(seat)));

  async #preview(panel, report, done) {
    fill(panel, "…");
    try {
      const found = await this.#connection.send({ do: "preview", round: this.#round, report });
      this.#showEffect(panel, report, found, done);
    } catch (refusal) {
      fill(panel, el("p", { class: "refusal" }, refusal.message, " ", citation(refusal.cite)));
    }
  }

  #showEffect(panel, report, { events, more, remedy, cite }, done) {
    const money = [...moneyEffect(events)].sort(([a], [b]) => a - b);
    const act = async () => {
      apply.disabled = true;
      try {
        await this.#connection.send({ do: "report", round: this.#round, report });
        this.#chosen = "";
        fill(this.#form, el("p", { role: "status" }, "It is on record."));
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
      more ? el("p", { class: "quiet-text" }, "What follows depends on cards that are not turned up yet.") : null,
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
