/** What it takes to open a closed table, step by step: who does each, which is next, and what the others wait for. */

import { el, render } from "../../kit/dom.js";
import { citation } from "../../kit/law.js";

/** @import { TableState } from "../../felt/tablestate.js" */
/** @import { TaskLine } from "../../kit/types.js" */

const OPENING = ["equipment", "assign", "signature", "tray", "slip", "open"]; // in the order in which they are done

/** @param {TaskLine} task */
const place = ({ kind, waits_for: waits }) => 2 * OPENING.indexOf(kind) + (waits ? 1 : 0);

/** The steps that are left, in their order. */
export class StepsToOpen {
  #table;
  #title = el("h3", {});
  #list = el("ol", { class: "steps" });
  node = el("section", { class: "steps-to-open", "aria-label": "Steps to open" }, this.#title, this.#list);

  /** @param {TableState} table */
  constructor(table) {
    this.#table = table;
  }

  /** Every step of a closed table; none where it is open. @returns {TaskLine[]} */
  get all() {
    const { phase, tasks } = this.#table.view;
    return phase === "closed" ? tasks.filter(({ kind }) => OPENING.includes(kind)).sort((a, b) => place(a) - place(b)) : [];
  }

  /** Show what is left to do. */
  show() {
    const { all } = this;
    const next = all.find(({ yours, waits_for: waits }) => yours || !waits);
    this.node.hidden = !all.length;
    render(this.#title, () => (all.length === 1 ? "1 step to open" : `${all.length} steps to open`));
    render(this.#list, () => all.map((task) => this.#step(task, task === next)));
  }

  /** @param {TaskLine} task @param {boolean} isNext */
  #step({ id, kind, title, who = "", yours, waits_for: waits = "", cite }, isNext) {
    const whose = yours ? "you" : kind === "assign" && waits ? waits : who;
    return el(
      "li",
      { key: id, "aria-current": isNext ? "step" : null, class: isNext ? "current" : undefined },
      el("strong", {}, title),
      el("span", { class: "quiet-text" }, ` – ${whose}`),
      " ",
      citation(cite),
    );
  }
}
