/** Opening and closing a table from the pit, and who stands there: relieved, queued, released. */

import { changeDetector, el, render } from "../kit/dom.js";
import { labelled, setOptions } from "../kit/forms.js";
import { getStaff } from "../kit/peopleapi.js";
import { ActForm } from "./form.js";
import { citation } from "../kit/law.js";
import { plain } from "../kit/words.js";

/** @import { PitTable, StaffLine, StaffPlace } from "../kit/types.js" */
/** @import { PanelServices } from "./panel.js" */

/** Open and close. */
export class DoorSection {
  title = "Open or close";
  #open;
  #close;
  #why = el("p", { class: "quiet-text" });

  /** @param {string} table @param {PanelServices} services */
  constructor(table, { refused, reload }) {
    const services = { then: reload, refused };
    this.#open = new ActForm(table, { submit: "Open the table", act: () => ({ do: "open_table" }), done: "The table is open.", ...services });
    this.#close = new ActForm(table, {
      submit: "Close the table",
      act: () => ({ do: "close_table" }),
      done: "It closes, after this round where one is in progress.",
      ...services,
    });
    this.node = el("div", { class: "act-group" }, this.#why, this.#open.node, this.#close.node);
  }

  /** @param {PitTable} line */
  offered = ({ may = [], state }) => state !== "retired" && (may.includes("open_table") || may.includes("close_table"));

  /** @param {PitTable} line */
  update(line) {
    const { state, why = "", may = [] } = line;
    const isOpen = ["open", "idle", "closing"].includes(state);
    render(this.#why, () => why);
    this.#open.node.hidden = isOpen || !may.includes("open_table");
    this.#close.node.hidden = !isOpen || !may.includes("close_table");
    for (const form of [this.#open, this.#close]) form.update(line);
  }
}

/** Who stands at the table, and who takes over. */
export class StaffSection {
  title = "Dealer and staff";
  #table;
  #services;
  #here = el("ul", { class: "plain-list" });
  #role = el("select", {});
  #person = el("select", { required: true });
  #relieve;
  /** @type {StaffLine[]} */ #staff = [];
  /** @type {Map<string, ActForm>} */ #rows = new Map();
  #isOther = changeDetector(); // than who stood here
  /** @type {PitTable|null} */ #line = null;

  /** @param {string} table @param {PanelServices} services */
  constructor(table, services) {
    this.#table = table;
    this.#services = services;
    this.#relieve = new ActForm(
      table,
      {
        submit: "Takes over",
        act: () => ({ do: "queue_relief", person: this.#person.value, role: this.#role.value }),
        done: "Recorded. In the middle of a round they take over when it is over.",
        then: () => this.#reload(),
        refused: services.refused,
        keeps: true,
      },
      labelled("As", this.#role),
      labelled("Who takes over, as soon as it is possible", this.#person),
    );
    this.#role.addEventListener("change", () => this.#people());
    this.node = el("div", { class: "act-group" }, this.#here, this.#relieve.node);
  }

  /** @param {PitTable} line */
  offered = ({ may = [] }) => may.some((act) => act.startsWith("assign "));

  /** Called when the section is opened. */
  async load() {
    this.#staff = await getStaff().catch(() => this.#staff);
    this.#people();
  }

  /** @param {PitTable} line */
  update(line) {
    this.#line = line;
    const { staff = [], relief = [], may = [], dealt } = line;
    const roles = may.flatMap((act) => (act.startsWith("assign ") ? [act.slice(7)] : [])).filter((role) => dealt === "person" || role === "floorperson");
    const chosen = this.#role.value;
    setOptions(this.#role, roles.map((role) => [role, plain(role)]));
    if (!roles.includes(chosen) && roles.includes("dealer")) this.#role.value = "dealer";
    this.#relieve.node.hidden = !roles.length;
    const rows = [...staff.map((place) => this.#place(place, may)), ...relief.map((place) => this.#queued(place))];
    render(this.#here, () =>
      rows.length
        ? rows.map(({ words, form }) => el("li", { key: words }, words, form?.node))
        : el("li", { class: "quiet-text" }, "Nobody stands here."),
    );
    if (this.#isOther([staff, relief]) && this.#staff.length) this.load(); // whoever stands here now is not to be chosen again
    else this.#people();
    for (const form of [this.#relieve, ...this.#rows.values()]) form.update(line);
  }

  /** @param {StaffPlace} place @param {string[]} may */
  #place({ person, name, role }, may) {
    const words = `${name}, ${plain(role)}`;
    const isFree = may.includes(`release ${role}`);
    return { words, form: isFree ? this.#row("Release", { do: "release", person, role }, `Release ${words}`) : null };
  }

  /** @param {StaffPlace} place */
  #queued({ name, role }) {
    const words = `${name} takes over as ${plain(role)} when this round is over`;
    return { words: `⇄ ${words}`, form: this.#row("Cancel", { do: "queue_relief", person: "", role }, `Cancel: ${words}`) };
  }

  /** The form of one act, the same every time. @param {string} submit @param {import("../kit/pitapi.js").Act} act @param {string} label */
  #row(submit, act, label) {
    const known = this.#rows.get(label);
    if (known) return known;
    const services = { then: () => this.#reload(), refused: this.#services.refused };
    const form = new ActForm(this.#table, { submit, act: () => act, done: "Done.", props: { "aria-label": label }, ...services });
    this.#rows.set(label, form);
    return form;
  }

  async #reload() {
    await Promise.all([this.#services.reload(), this.load()]);
  }

  /** Those who can stand here in the chosen role; the chosen one stays chosen where they still can. */
  #people() {
    const role = this.#role.value;
    const here = new Set((this.#line?.staff ?? []).filter((place) => place.role === role).map(({ person }) => person));
    const fit = this.#staff.filter(({ credential, roles }) => roles.some((own) => own === role) && !here.has(credential));
    setOptions(this.#person, [
      ["", fit.length ? "Choose a person" : `No other ${plain(role)} works here`],
      ...fit.map(({ credential, name, tables }) => [credential, tables.length ? `${name}, now at ${tables.join(", ")}` : name]),
    ]);
  }
}

/** A list of duties with the minutes that are left. @param {PitTable} line @param {(minutes: number) => string} words */
export const dutyList = ({ duties = [] }, words) =>
  duties.map(({ title, minutes, cite }) => el("li", {}, `${title}: ${words(minutes)} `, citation(cite)));
