/** Words for the record and for the room: an incident that is in no chapter's list, and what everyone at the table is told. */

import { asRefused } from "../../kit/api.js";
import { el, fill } from "../../kit/dom.js";
import { form, labelled, setOptions, succeeded } from "../../kit/forms.js";
import { getIncidents } from "../../kit/pitapi.js";
import { capitalized, plain } from "../../kit/words.js";

/** @import { Act } from "./staff.js" */
/** @import { TableState } from "../../felt/tablestate.js" */

/** What somebody at a table reports and announces in their own words; the pit page lists what was. */
export class ReportPanel {
  #table;
  #kind = el("select", {});
  #incident;
  #announcement;
  #note = el("p", { class: "refusal", role: "status" });
  node;

  /** @param {TableState} table @param {Act} act */
  constructor(table, act) {
    this.#table = table;
    const happened = el("textarea", { rows: 3, maxlength: 2000, required: true });
    const told = el("textarea", { rows: 2, maxlength: 500, required: true });
    const reporting = form(
      {
        submit: "Report this incident",
        send: async () => {
          const rounds = table.view.round ? [table.view.round] : [];
          if (!(await act({ do: "incident", name: this.#kind.value, words: happened.value, rounds, seats: [], people: [] }))) return;
          reporting.node.reset();
          succeeded(reporting.said, "Recorded.");
        },
      },
      labelled("What", this.#kind),
      labelled("What happened", happened),
    );
    const announcing = form(
      {
        submit: "Announce to this table",
        send: async () => {
          if (!(await act({ do: "announce", words: told.value }))) return;
          announcing.node.reset();
          succeeded(announcing.said, "Announced.");
        },
      },
      labelled("What everyone at this table is told", told),
    );
    this.#incident = el("details", {}, el("summary", {}, "Report an incident"), this.#note, reporting.node);
    this.#announcement = el("details", {}, el("summary", {}, "Announce"), announcing.node);
    this.#incident.addEventListener("toggle", () => this.#incident.open && !this.#kind.options.length && this.#load());
    this.node = el("section", { class: "report-panel" }, this.#incident, this.#announcement);
  }

  /** The kinds of incidents, as the house has them. */
  async #load() {
    try {
      const { kinds } = await getIncidents(this.#table.info.id);
      setOptions(this.#kind, kinds.map((kind) => [kind, capitalized(plain(kind))]));
      fill(this.#note);
    } catch (refusal) {
      fill(this.#note, asRefused(refusal).sentence);
    }
  }

  /** Show what this person may say here. */
  show() {
    const { may } = this.#table;
    this.#incident.hidden = !may("write incident");
    this.#announcement.hidden = !may("announce");
    this.node.hidden = this.#incident.hidden && this.#announcement.hidden;
  }
}
