/** One choice of a draft: its control, and beside it what is lawful, what is in force, what is wrong. */

import { choiceName, choiceSentence, valueWords } from "../kit/choicewords.js";
import { badge } from "../kit/components.js";
import { el, fill, render } from "../kit/dom.js";
import { setOptions } from "../kit/forms.js";
import { citation } from "../kit/law.js";
import { plain } from "../kit/words.js";

/** @import { Child } from "../kit/dom.js" */
/** @import { ChangeLine, ChoiceLine, MistakeLine } from "../kit/types.js" */

/**
 * @typedef {object} Control  a control that holds a value; undefined: nothing is chosen
 * @property {HTMLElement} node
 * @property {() => unknown} read
 * @property {(value: unknown) => void} set
 * @property {(line: ChoiceLine, lawful: boolean) => void} [mark]
 */

/** What is wrong with this choice: an id that its control names. @param {string} name */
const saidId = (name) => `said-${name}`;

/** @param {ChoiceLine} line */
const described = (line) => ({ id: `choice-${line.name}`, "aria-describedby": saidId(line.name) });

/** @param {ChoiceLine} line @returns {Control} */
function picked(line) {
  const usual = line.default === undefined || line.default === null ? "not chosen" : `${valueWords(line.default)}, unless filed otherwise`;
  const node = el("select", described(line));
  const isBool = line.kind === "bool";
  let known = line;
  let isLawful = true;
  /** Every value but those that the other choices exclude; in a draft that is wrong all of them, for any may put it right. @param {string} chosen */
  const offer = (chosen) => {
    const { values = [], unlawful = {} } = known;
    const offered = [...new Set([...values, chosen])].filter((value) => value && (value === chosen || !isLawful || !(value in unlawful)));
    const words = (/** @type {string} */ value) => valueWords(asValue(line, value)) + (value in unlawful ? " (not as it stands)" : "");
    setOptions(node, [["", usual], ...offered.map((value) => [value, words(value)])]);
  };
  return {
    node,
    read: () => (node.value === "" ? undefined : isBool ? node.value === "true" : node.value),
    set: (value) => {
      const wanted = value === undefined || value === null ? "" : String(value);
      offer(wanted);
      node.value = wanted;
    },
    mark: (next, lawful) => {
      known = next;
      isLawful = lawful;
      offer(node.value);
    },
  };
}

const HINTS = /** @type {Record<string, string>} */ ({ money: "12.50", percent: "5", odds: "35 to 1", list: "one, another" });

/** @param {ChoiceLine} line @returns {Control} */
function typed(line) {
  const node = el("input", {
    ...described(line),
    autocomplete: "off",
    inputmode: { number: "numeric", money: "decimal", percent: "decimal" }[line.kind],
    placeholder: line.default === undefined || line.default === null ? HINTS[line.kind] : valueWords(line.default),
  });
  return {
    node,
    read: () => {
      const text = node.value.trim();
      if (!text) return undefined;
      if (line.kind === "list") return text.split(",").map((part) => part.trim()).filter(Boolean); // prettier-ignore
      return line.kind === "number" && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
    },
    set: (value) => {
      node.value = value === undefined || value === null ? "" : Array.isArray(value) ? value.join(", ") : String(value);
    },
  };
}

/** Lines of words in their order, one below the other. @param {ChoiceLine} line @returns {Control} */
function lined(line) {
  const node = el("textarea", { ...described(line), rows: 4, autocomplete: "off", spellcheck: "false", placeholder: "One line each" });
  const fit = () => (node.rows = Math.max(4, node.value.split("\n").length));
  node.addEventListener("input", fit);
  return {
    node,
    read: () => {
      const found = node.value.split("\n").map((text) => text.trim()).filter(Boolean); // prettier-ignore
      return found.length ? found : undefined;
    },
    set: (value) => {
      node.value = Array.isArray(value) ? value.join("\n") : "";
      fit();
    },
  };
}

/**
 * A table with a line for each wager: odds, words, or a minimum and a maximum.
 * @param {ChoiceLine} line @returns {Control}
 */
function tabled(line) {
  const parts = line.kind === "limits" ? ["minimum", "maximum"] : [""];
  /** @type {{key: string, part: string, input: HTMLInputElement}[]} */
  const cells = [];
  const body = el("div", { class: "choice-lines" });
  /** @param {string} key */
  function row(key) {
    const inputs = parts.map((part) => {
      const input = el("input", {
        autocomplete: "off",
        "aria-label": `${plain(key)} ${part}`.trim(),
        placeholder: part || (line.kind === "payouts" ? "as printed" : ""),
      });
      cells.push({ key, part, input });
      return input;
    });
    body.append(el("span", { class: "choice-line-name" }, plain(key)), el("span", { class: "choice-line-fields" }, inputs));
  }
  (line.keys ?? []).forEach(row);
  const summary = el("summary", described(line));
  const node = el("details", { class: "choice-table" }, summary, body);
  /** @returns {Record<string, any>|undefined} */
  const read = () => {
    /** @type {Record<string, any>} */
    const found = {};
    for (const { key, part, input } of cells) {
      const text = input.value.trim();
      if (!text) continue;
      if (part) (found[key] ??= {})[part] = text;
      else found[key] = text;
    }
    return Object.keys(found).length ? found : undefined;
  };
  const summarize = () => fill(summary, `${choiceName(line.name)}: ${valueWords(read() ?? {}) || "none"}`);
  body.addEventListener("input", summarize);
  summarize();
  return {
    node,
    read,
    set: (value) => {
      const given = /** @type {Record<string, any>} */ (value ?? {});
      for (const key of Object.keys(given)) if (!cells.some((cell) => cell.key === key)) row(key);
      for (const { key, part, input } of cells) {
        const held = part ? given[key]?.[part] : given[key];
        input.value = held === undefined || held === null ? "" : String(held);
      }
      summarize();
    },
  };
}

/** @param {ChoiceLine} line @returns {Control} */
function control(line) {
  if (line.kind === "bool" || line.kind === "one_of") return picked(line);
  if (line.kind === "lines") return lined(line);
  return ["limits", "payouts", "texts"].includes(line.kind) ? tabled(line) : typed(line);
}

/** A choice with its control. What is typed in it stays, whatever is known of it. */
export class ChoiceRow {
  #said = el("div", { class: "choice-said", role: "status" });
  #lacking = badge("to be specified");
  /** Why nothing is left to choose; empty where something is. */ ruledOut = "";

  /** @param {ChoiceLine} line */
  constructor(line) {
    this.name = line.name;
    this.group = line.group ?? "";
    this.words = `${plain(line.name)} ${line.name} ${line.about} ${line.cite}`.toLowerCase();
    this.control = control(line);
    const table = this.control.node instanceof HTMLDetailsElement;
    this.#said.id = saidId(line.name);
    this.node = el(
      "div",
      { class: "choice", "data-choice": line.name },
      table
        ? el("span", { class: "choice-name" }, choiceName(line.name))
        : el("label", { class: "choice-name", for: `choice-${line.name}` }, choiceName(line.name)),
      this.#lacking,
      this.control.node,
      el("p", { class: "about" }, `${choiceSentence(line.about)} ${["bool", "one_of"].includes(line.kind) ? "" : `It takes ${choiceSentence(line.allowed)}. `}`, citation(line.cite)),
      this.#said,
    );
    this.#lacking.hidden = !line.specify;
  }

  /**
   * Tell what is known of it now. @param {ChoiceLine} line @param {MistakeLine[]} mistakes @param {ChangeLine|undefined} change
   * @param {boolean} lawful  whether the whole draft is: in one that is wrong it is not known what the others leave open
   */
  show(line, mistakes, change, lawful) {
    this.control.mark?.(line, lawful);
    this.#lacking.hidden = !line.specify;
    const wrong = mistakes.some(({ warning }) => !warning);
    this.node.classList.toggle("wrong", wrong);
    this.node.classList.toggle("changed", Boolean(change));
    const held = this.node.querySelector("input, select");
    held?.setAttribute("aria-invalid", String(wrong));
    const excluded = Object.entries(line.unlawful ?? {});
    const left = (line.values ?? []).filter((value) => !(value in (line.unlawful ?? {})));
    const isSettled = !left.length || (left.length === 1 && String(this.control.read() ?? line.default) === left[0]);
    const isOut = lawful ? excluded.length && isSettled : this.ruledOut;
    this.ruledOut = isOut && !mistakes.length && !change ? (excluded[0]?.[1] ?? this.ruledOut) : "";
    render(this.#said, () => [
      mistakes.map((mistake) => mistakeLine(mistake)),
      change ? el("p", { class: "was" }, `Before: ${valueWords(change.before, line.kind) || "not chosen"}.`) : null,
      excluded.length
        ? el(
            "details",
            { class: "excluded" },
            el("summary", {}, `Not with the other choices: ${excluded.map(([value]) => valueWords(asValue(line, value))).join(", ")}`),
            el("ul", {}, excluded.map(([value, why]) => el("li", {}, el("strong", {}, valueWords(asValue(line, value))), `: ${choiceSentence(why)}`))),
          )
        : null,
    ]);
  }
}

/** @param {ChoiceLine} line @param {string} value */
const asValue = (line, value) => (line.kind === "bool" ? value === "true" : value);

/** A mistake, or what should be looked at twice. @param {MistakeLine} mistake @param {Child} [more] */
export const mistakeLine = ({ sentence, cite, warning }, more) =>
  el(
    "p",
    { class: warning ? "prudent" : "refusal" },
    el("strong", {}, warning ? "⚠ Warning: " : "✕ "),
    `${choiceSentence(sentence)} `,
    citation(cite),
    more,
  );
