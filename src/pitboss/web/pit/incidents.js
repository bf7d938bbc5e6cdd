/** Incidents that are in no chapter's list: reported in plain words, listed, printed. */

import { asRefused } from "../kit/api.js";
import { el, render } from "../kit/dom.js";
import { labelled, setOptions, textField } from "../kit/forms.js";
import { reportAddress } from "../kit/pitapi.js";
import { ActForm } from "./form.js";
import { nameAt } from "../kit/pitwords.js";
import { capitalized, moment, parseRounds, plain } from "../kit/words.js";

/** @import { IncidentBook, IncidentRecord, PitTable } from "../kit/types.js" */
/** @import { PanelServices } from "./panel.js" */

/** Report an incident, and those that were. */
export class IncidentSection {
  title = "Incidents";
  #table;
  #kind = el("select", {});
  #seats = el("fieldset", { class: "seat-choice" });
  #list = el("ul", { class: "incidents" });
  #form;

  /** @param {string} table @param {PanelServices} services */
  constructor(table, { refused, reload }) {
    this.#table = table;
    const words = el("textarea", { rows: 4, maxlength: 2000, required: true });
    const rounds = textField("Rounds it is about", { placeholder: "12, 13 or 12-15" });
    const people = textField("People: names or credential numbers, with commas between", { maxlength: 1300 });
    this.#form = new ActForm(
      table,
      {
        submit: "Report this incident",
        act: () => {
          const about = this.#rounds(rounds.input.value);
          if (!about) return null;
          return {
            do: "incident",
            name: this.#kind.value,
            words: words.value,
            rounds: about,
            seats: [...this.#seats.querySelectorAll("input")].filter((box) => box.checked).map((box) => Number(box.value)),
            people: people.input.value.split(",").map((name) => name.trim()).filter(Boolean),
          };
        },
        done: "Recorded; its report is in the list below.",
        then: reload,
        refused,
      },
      labelled("What", this.#kind),
      labelled("What happened", words),
      rounds.node,
      this.#seats,
      people.node,
    );
    this.node = el("div", { class: "act-group" }, this.#form.node, el("h4", {}, "Reported at this table"), this.#list);
  }

  /** The rounds that were named; null where they are none, which is said. @param {string} text */
  #rounds(text) {
    try {
      return parseRounds(text);
    } catch (error) {
      this.#form.say(asRefused(error).sentence);
      return null;
    }
  }

  /** Whoever sees the pit may read what was reported. */
  offered = () => true;

  /** @param {PitTable} line */
  update(line) {
    const { taken = [], may = [] } = line;
    this.#form.node.hidden = !may.includes("write incident");
    this.#seats.hidden = !taken.length;
    render(this.#seats, () => [
      el("legend", {}, "Seats it is about"),
      taken.map(([seat]) =>
        el("label", { class: "check", key: seat }, el("input", { type: "checkbox", value: String(seat) }), nameAt(line, seat)),
      ),
    ]);
    this.#form.update(line);
  }

  /** What was reported. @param {IncidentBook} book */
  adopt({ kinds, incidents = [] }) {
    setOptions(this.#kind, kinds.map((kind) => [kind, capitalized(plain(kind))]));
    render(this.#list, () =>
      incidents.length ? incidents.map((one) => this.#line(one)) : el("li", { class: "quiet-text" }, "Nothing."),
    );
  }

  /** @param {IncidentRecord} incident */
  #line({ number, kind, words, time, by, rounds = [], seats = [], people = [], corrections = [] }) {
    const about = [
      rounds.length ? `rounds ${rounds.join(", ")}` : "",
      seats.length ? `seats ${seats.join(", ")}` : "",
      people.join(", "),
    ].filter(Boolean);
    const link = (/** @type {"html"|"pdf"} */ form, /** @type {string} */ label) =>
      el("a", { href: reportAddress(this.#table, number, form), target: "_blank", rel: "noopener", "aria-label": `${label} of incident ${number}` }, label);
    return el(
      "li",
      { key: number, "data-incident": String(number) },
      el("strong", {}, `${number}. ${capitalized(plain(kind))}`),
      el("p", {}, words),
      el("p", { class: "quiet-text" }, [moment(time), by, ...about].join("; ")),
      corrections.map((told) => el("p", {}, told)),
      el("p", { class: "act-row" }, link("html", "Report"), link("pdf", "PDF")),
    );
  }
}
