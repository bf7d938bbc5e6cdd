/** All choices of a draft in their groups, with a field that finds one; for whoever files rules, and for whoever tries some. */

import { button, el, fill } from "../kit/dom.js";
import { ChoiceRow, mistakeLine, spoken } from "./choice.js";
import { citation } from "../kit/law.js";
import { plain } from "../kit/words.js";

/** @import { ChangeLine, ChoiceLine, MistakeLine } from "../kit/types.js" */

const HOLDER = "holder"; // whose house it is: for those who file

/** What differs from what a draft is compared with. @param {ChangeLine[]} changes @param {string} against @param {string} nothing  where nothing does */
export const changeList = (changes, against, nothing) => [
  against ? el("p", { class: "quiet-text" }, `Beside ${against}:`) : null,
  changes.length
    ? el(
        "ul",
        { class: "change-list" },
        changes.map(({ choice, before, after, cite }) => el("li", {}, el("strong", {}, plain(choice)), `: ${spoken(before)} → ${spoken(after)} `, citation(cite))),
      )
    : el("p", { class: "quiet-text" }, nothing),
];

/** The choices of one draft. A redraw never touches what is typed. */
export class ChoiceList {
  /** @type {Map<string, ChoiceRow>} */ #rows = new Map();
  #withHolder;

  /** @param {() => unknown} changed @param {{holder?: boolean}} options  whether the certificate holder is a choice here */
  constructor(changed, { holder = true } = {}) {
    this.#withHolder = holder;
    this.node = el("div", { class: "choices-list" });
    this.node.oninput = () => changed();
    this.find = el("input", {
      type: "search",
      autocomplete: "off",
      placeholder: "Name, words or provision",
      oninput: () => this.#filter(),
    });
  }

  /** Lay out these choices with their values. @param {ChoiceLine[]} lines @param {Record<string, unknown>} values */
  open(lines, values) {
    const shown = lines.filter(({ name }) => this.#withHolder || name !== HOLDER);
    this.#rows = new Map(shown.map((line) => [line.name, new ChoiceRow(line)]));
    for (const [name, row] of this.#rows) row.control.set(values[name]);
    /** @type {Map<string, ChoiceRow[]>} */
    const groups = new Map();
    for (const row of this.#rows.values()) groups.set(row.group, [...(groups.get(row.group) ?? []), row]);
    fill(
      this.node,
      [...groups].map(([group, rows]) =>
        el("fieldset", { class: "choice-group" }, el("legend", {}, group), rows.map((row) => row.node)),
      ),
    );
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
   * @param {ChoiceLine[]} lines @param {MistakeLine[]} mistakes @param {ChangeLine[]} changes
   */
  tell(lines, mistakes, changes) {
    for (const line of lines) {
      const about = mistakes.filter(({ choice }) => choice === line.name);
      this.#rows.get(line.name)?.tell(line, about, changes.find(({ choice }) => choice === line.name));
    }
  }

  /** A mistake, with the way to its choice. @param {MistakeLine} mistake */
  mistake(mistake) {
    const row = mistake.choice ? this.#rows.get(mistake.choice) : null;
    const go = () => {
      this.find.value = "";
      this.#filter();
      row?.node.scrollIntoView({ block: "center" });
      row?.node.querySelector(/** @type {"input"} */ ("input, select, summary"))?.focus();
    };
    return mistakeLine(mistake, row ? [" ", button(`Go to ${plain(row.name)}`, go, { class: "quiet go" })] : null);
  }

  #filter() {
    const wanted = this.find.value.toLowerCase().trim();
    for (const group of this.node.children) {
      let any = false;
      for (const row of this.#rows.values()) {
        if (!group.contains(row.node)) continue;
        row.node.hidden = !row.words.includes(wanted);
        any ||= !row.node.hidden;
      }
      group.toggleAttribute("hidden", !any);
    }
  }
}
