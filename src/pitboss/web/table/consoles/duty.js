/** Duties at a table: when each falls due, and doing it, with what is put in use for it. */

import { button, el, render } from "../../kit/dom.js";
import { setOptions } from "../../kit/forms.js";
import { citation } from "../../kit/law.js";
import { spokenRoles } from "../../kit/roles.js";
import { plain } from "../../kit/words.js";

/** @import { Act } from "./staff.js" */
/** @import { TableState } from "../../felt/tablestate.js" */
/** @import { Duty } from "../../kit/types.js" */

const MINUTE = 60_000;

/** One duty; the chosen thing stays chosen as long as it is there. */
class DutyCard {
  #duty;
  #table;
  #act;
  #due = el("span", { class: "badge" });
  #doing = el("div", { class: "act-row" });
  #choice = el("select", {});

  /** @param {Duty} duty @param {TableState} table @param {Act} act */
  constructor(duty, table, act) {
    this.#duty = duty;
    this.#table = table;
    this.#act = act;
    this.#choice.ariaLabel = `${duty.title}: which is put in use`;
    this.node = el(
      "div",
      { class: "duty", "data-duty": duty.name },
      el("p", {}, el("strong", {}, duty.title), " ", this.#due, " ", citation(duty.cite)),
      this.#doing,
    );
  }

  /** Show when it is due, and the way to do it. */
  show() {
    this.#showDue();
    const { name, thing, roles, replaces } = this.#duty;
    const { may, view, info } = this.#table;
    const isThere = info.chance === "entered" || view.things.some((one) => one.kind === thing);
    const needsThing = replaces && info.dealer === "person" && isThere;
    const reserve = view.things.filter((one) => one.kind === thing && one.state === "reserve");
    setOptions(this.#choice, reserve.map(({ id, description }) => [id, `${id}, ${description}`]));
    render(this.#doing, () => {
      const note = (/** @type {string} */ words) => el("p", { class: "quiet-text" }, words);
      if (!may(`do ${name}`)) return note(`Done by ${spokenRoles(roles)}.`);
      if (!needsThing) return this.#button("Done");
      if (!reserve.length) return note(`There are no other ${plain(thing)} in reserve; bring some to the table first.`);
      return [this.#choice, this.#button("Put in use")];
    });
  }

  #showDue() {
    const { name, hours, daily } = this.#duty;
    const left = this.#table.view.duties.find((duty) => duty.name === name)?.due_in_ms;
    const isDue = left !== undefined && left <= 0;
    const minutes = Math.ceil((left ?? 0) / MINUTE);
    const time = minutes > 120 ? `${Math.floor(minutes / 60)} hours` : `${minutes} minutes`;
    const words = left === undefined ? (daily ? "at the beginning of each gaming day" : `every ${hours} hours`) : isDue ? "due now" : `due in ${time}`;
    this.#due.className = isDue ? "badge warn" : "badge";
    render(this.#due, () => words);
  }

  /** @param {string} label */
  #button(label) {
    const { name, title } = this.#duty;
    const done = () => {
      const thing = this.#choice.isConnected ? { thing: this.#choice.value } : {};
      return this.#act({ do: "duty", name, ...thing });
    };
    return button(label, done, { "data-do": "duty", "aria-label": `${label}: ${title}` });
  }
}

/** All duties of a table. */
export class DutyPanel {
  /** @type {DutyCard[]} */ #cards;
  node;

  /** @param {TableState} table @param {Act} act */
  constructor(table, act) {
    this.#cards = table.info.duties.map((duty) => new DutyCard(duty, table, act));
    this.node = el("section", {}, el("h3", {}, "Duties"), this.#cards.map((card) => card.node));
    this.node.hidden = !this.#cards.length;
  }

  /** Show when each is due. */
  show() {
    for (const card of this.#cards) card.show();
  }
}
