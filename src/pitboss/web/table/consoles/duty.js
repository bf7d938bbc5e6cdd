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
    this.#due.className = this.isDue ? "badge warn" : "badge";
    render(this.#due, () => this.when);
  }

  get #left() {
    return this.#table.view.duties.find((duty) => duty.name === this.#duty.name)?.due_in_ms;
  }

  get isDue() {
    return (this.#left ?? 1) <= 0;
  }

  /** `due in 23 h`, or how often it is done where its time does not run. */
  get when() {
    const { hours, daily } = this.#duty;
    if (this.#left === undefined) return daily ? "at the beginning of each gaming day" : `every ${hours} hours`;
    const minutes = Math.ceil(this.#left / MINUTE);
    return this.isDue ? "due now" : `due in ${minutes > 120 ? `${Math.floor(minutes / 60)} h` : `${minutes} min`}`;
  }

  /** `Deck change due in 23 h`; nothing while its time does not run. */
  get words() {
    return this.#left === undefined ? "" : `${this.#duty.title} ${this.when}`;
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
  /** All of them in one line. */
  line = el("p", { class: "duty-line quiet-text" });

  /** @param {TableState} table @param {Act} act */
  constructor(table, act) {
    this.#cards = table.info.duties.map((duty) => new DutyCard(duty, table, act));
    this.node = el("section", {}, this.#cards.map((card) => card.node));
    this.node.hidden = !this.#cards.length;
  }

  /** Show when each is due. */
  show() {
    for (const card of this.#cards) card.show();
    const words = this.#cards.map((card) => card.words).filter(Boolean);
    this.line.hidden = !words.length;
    this.line.classList.toggle("warn", this.#cards.some((card) => card.isDue));
    render(this.line, () => words.join(" · "));
  }
}
