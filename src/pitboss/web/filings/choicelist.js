/** All choices of a draft: first what changes and what is wrong, then a field that finds one, then all of them in their groups. */

import { ChoiceRow, mistakeLine } from "./choice.js";
import { changeWords, choiceName, choiceSentence } from "../kit/choicewords.js";
import { difference } from "../kit/components.js";
import { button, el, fill, render } from "../kit/dom.js";
import { labelled } from "../kit/forms.js";
import { citation } from "../kit/law.js";

/** @import { ChangeLine, ChoiceLine, MistakeLine } from "../kit/types.js" */

const HOLDER = "holder"; // whose house it is: for those who file
const NARROW = "(max-width: 640px)"; // where groups are folded until one is wanted

/** A group of choices, folded away or open. */
class Group {
  #count = el("span", { class: "about" });
  #ruledOut = el("div", {});

  /** @param {string} title @param {ChoiceRow[]} rows */
  constructor(title, rows) {
    this.rows = rows;
    this.node = el(
      "details",
      { class: "choice-group", open: !matchMedia(NARROW).matches },
      el("summary", {}, `${title} `, this.#count),
      rows.map((row) => row.node),
      this.#ruledOut,
    );
  }

  /** Show the choices that these words find. @param {string} wanted @returns {boolean} whether there are any */
  find(wanted) {
    let shown = 0;
    for (const row of this.rows) {
      row.node.hidden = Boolean(row.ruledOut) || !row.words.includes(wanted);
      shown += row.node.hidden ? 0 : 1;
    }
    if (wanted && shown) this.node.open = true;
    const out = this.rows.filter((row) => row.ruledOut && row.words.includes(wanted));
    this.node.hidden = !shown && !out.length;
    fill(this.#count, shown === 1 ? "1 choice" : `${shown} choices`);
    render(this.#ruledOut, () =>
      out.length
        ? el(
            "details",
            { class: "excluded" },
            el("summary", {}, out.length === 1 ? "1 choice that the others leave no room for" : `${out.length} choices that the others leave no room for`),
            el("ul", {}, out.map((row) => el("li", { key: row.name, "data-ruled-out": row.name }, el("strong", {}, choiceName(row.name)), `: ${choiceSentence(row.ruledOut)}`))),
          )
        : null,
    );
    return !this.node.hidden;
  }
}

/** The choices of one draft. A redraw never touches what is typed. */
export class ChoiceList {
  /** @type {Map<string, ChoiceRow>} */ #rows = new Map();
  /** @type {Group[]} */ #groups = [];
  #changed;
  #forPractice;
  #overview = el("section", { class: "panel overview", "aria-label": "What changes" });
  #list = el("div", { class: "choices-list" });
  #none = el("p", { class: "quiet-text", role: "status" });
  #find = el("input", { type: "search", autocomplete: "off", placeholder: "Name, words or provision", oninput: () => this.#filter() });

  /** @param {() => unknown} changed @param {{practice?: boolean}} options  for practice nobody files: no holder is chosen, and nothing is warned of at the top */
  constructor(changed, { practice = false } = {}) {
    this.#changed = changed;
    this.#forPractice = practice;
    this.#list.oninput = () => changed();
    this.node = el("div", { class: "choices-list" }, this.#overview, labelled("Find a choice", this.#find), this.#none, this.#list);
  }

  /** Lay out these choices with their values. @param {ChoiceLine[]} lines @param {Record<string, unknown>} values */
  open(lines, values) {
    const shown = lines.filter(({ name }) => !this.#forPractice || name !== HOLDER);
    this.#rows = new Map(shown.map((line) => [line.name, new ChoiceRow(line)]));
    for (const [name, row] of this.#rows) row.control.set(values[name]);
    const titles = [...new Set([...this.#rows.values()].map(({ group }) => group))];
    this.#groups = titles.map((title) => new Group(title, [...this.#rows.values()].filter(({ group }) => group === title)));
    this.#find.value = "";
    fill(this.#list, this.#groups.map(({ node }) => node));
  }

  /** The choices as they stand. @returns {Record<string, unknown>} */
  get choices() {
    /** @type {Record<string, unknown>} */
    const found = {};
    for (const [name, row] of this.#rows) {
      const value = row.control.read();
      if (value !== undefined) found[name] = value;
    }
    return found;
  }

  /**
   * Tell what is known of each choice now.
   * @param {ChoiceLine[]} lines @param {MistakeLine[]} mistakes @param {ChangeLine[]} changes @param {string} against  what they differ from
   */
  show(lines, mistakes, changes, against) {
    const lawful = !mistakes.some(({ warning }) => !warning);
    for (const line of lines) {
      const about = mistakes.filter(({ choice }) => choice === line.name);
      this.#rows.get(line.name)?.show(line, about, changes.find(({ choice }) => choice === line.name), lawful);
    }
    this.#filter();
    const shown = changes.filter(({ choice }) => this.#rows.has(choice));
    const ordered = mistakes.filter(({ warning }) => !warning || !this.#forPractice).sort((a, b) => Number(a.warning ?? false) - Number(b.warning ?? false));
    render(this.#overview, () => [
      el("h2", {}, against ? `Changes from ${against}` : "Changes"),
      ordered.length ? el("div", { class: "mistake-list" }, ordered.map((mistake) => this.#mistake(mistake))) : null,
      shown.length
        ? el("ul", { class: "change-list" }, shown.map((change) => this.#change(change)))
        : el("p", { class: "quiet-text" }, against ? "Nothing differs." : "There is nothing to compare it with."),
    ]);
  }

  /** @param {ChangeLine} change */
  #change(change) {
    const name = choiceName(change.choice);
    return el(
      "li",
      { key: change.choice },
      difference(changeWords(change)),
      citation(change.cite),
      el(
        "span",
        { class: "act-row" },
        button("Go to it", () => this.#goTo(change.choice), { class: "quiet go", "aria-label": `Go to it: ${name}` }),
        button("Undo", () => this.#undo(change), { class: "quiet go", "aria-label": `Undo: ${name}` }),
      ),
    );
  }

  /** A mistake, with the way to its choice. @param {MistakeLine} mistake */
  #mistake(mistake) {
    const { choice = "" } = mistake;
    const go = this.#rows.has(choice) ? [" ", button(`Go to ${choiceName(choice)}`, () => this.#goTo(choice), { class: "quiet go" })] : null;
    return mistakeLine(mistake, go);
  }

  /** @param {ChangeLine} change */
  #undo({ choice, before }) {
    this.#rows.get(choice)?.control.set(before);
    this.#changed();
  }

  /** @param {string} name */
  #goTo(name) {
    const row = this.#rows.get(name);
    if (!row) return;
    this.#find.value = "";
    this.#filter();
    for (const group of this.#groups) if (group.rows.includes(row)) group.node.open = true;
    row.node.scrollIntoView({ block: "center" });
    row.node.querySelector(/** @type {"input"} */ ("input, select, summary"))?.focus();
  }

  #filter() {
    const wanted = this.#find.value.toLowerCase().trim();
    const any = this.#groups.map((group) => group.find(wanted)).some(Boolean);
    fill(this.#none, any || !wanted ? null : "Nothing is found.");
  }
}

/** How many choices differ, for the bar. @param {readonly ChangeLine[]} changes */
export const countOfChanges = (changes) => (changes.length === 1 ? "1 change" : `${changes.length} changes`);
