/** Who stands at a table: assigned and released by those who may. */

import { asRefused } from "../../kit/api.js";
import { button, changeDetector, el, fill, render } from "../../kit/dom.js";
import { setOptions } from "../../kit/forms.js";
import { getStaff } from "../../kit/peopleapi.js";
import { plain } from "../../kit/words.js";

/** @import { Act } from "./staff.js" */
/** @import { TableState } from "../../felt/tablestate.js" */
/** @import { StaffLine } from "../../kit/types.js" */

const ASSIGN = "assign ";

/** The places at a table, and whoever could take them. */
export class AssignmentPanel {
  #table;
  #act;
  #isOther = changeDetector(); // than who was here
  /** @type {StaffLine[]} */ #known = [];
  #list = el("ul", { class: "places" });
  #role = el("select", { "aria-label": "Role" });
  #person = el("select", { "aria-label": "Person" });
  #said = el("p", { class: "refusal", role: "status" });
  #choice = el(
    "div",
    { class: "act-row" },
    this.#role,
    this.#person,
    button("Assign", () => this.#assign(), { "data-do": "assign" }),
  );
  #assigning = el("details", {}, el("summary", {}, "Assign somebody"), this.#choice, this.#said);
  node = el("section", { class: "assignment-panel" }, this.#list, this.#assigning);

  /** @param {TableState} table @param {Act} act */
  constructor(table, act) {
    this.#table = table;
    this.#act = act;
    this.#assigning.addEventListener("toggle", () => this.#assigning.open && !this.#assigning.hidden && this.#load());
    this.#role.addEventListener("change", () => this.#showPeople());
  }

  /** Show who is here. */
  show() {
    const { staff, you } = this.#table.view;
    render(this.#list, () =>
      staff.length
        ? staff.map(({ person, name, role }) => this.#place(person, name, role))
        : el("li", { class: "quiet-text" }, "Nobody is assigned to this table."),
    );
    this.#assigning.hidden = !this.#roles.length;
    if (this.#isOther([staff, you.may]) && this.#assigning.open) this.#load();
  }

  /** @param {string} person @param {string} name @param {string} role */
  #place(person, name, role) {
    const release = () => this.#act({ do: "release", person, role });
    const props = { "data-do": "release", "aria-label": `Release ${name}, ${plain(role)}` };
    return el(
      "li",
      { key: `${person} ${role}` },
      el("span", {}, el("strong", {}, name), `, ${plain(role)}`),
      this.#table.may(`release ${role}`) ? button("Release", release, props) : null,
    );
  }

  /** Roles to which this person may assign others. */
  get #roles() {
    const assigned = this.#table.view.you.may.filter((act) => act.startsWith(ASSIGN));
    return assigned.map((act) => act.slice(ASSIGN.length));
  }

  async #load() {
    try {
      this.#known = await getStaff();
      this.#showRoles();
      fill(this.#said);
    } catch (refusal) {
      fill(this.#said, asRefused(refusal).sentence);
    }
  }

  #showRoles() {
    const roles = this.#roles.filter((role) => this.#known.some((one) => one.roles.includes(role)));
    setOptions(this.#role, roles.map((role) => [role, plain(role)]));
    this.#showPeople();
  }

  #showPeople() {
    const role = this.#role.value;
    const isHere = (/** @type {string} */ person) =>
      this.#table.view.staff.some((place) => place.person === person && place.role === role);
    const free = this.#known.filter(({ credential, roles }) => roles.includes(role) && !isHere(credential));
    const where = (/** @type {StaffLine} */ { tables }) => (tables.length ? ` (at ${tables.join(", ")})` : "");
    setOptions(this.#person, free.map((one) => [one.credential, `${one.name}${where(one)}`]));
    this.#choice.querySelector("button")?.toggleAttribute("disabled", !free.length);
  }

  #assign() {
    return this.#act({ do: "assign", person: this.#person.value, role: this.#role.value });
  }
}
