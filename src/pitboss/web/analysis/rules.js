/** The rules beside a position: each choice with what it may be; another value is another set of rules, and the worths move. */

import { asRefused } from "../kit/api.js";
import { el, fill, selection } from "../kit/dom.js";
import { choiceName, choiceSentence, valueWords } from "../kit/choicewords.js";
import { labelled } from "../kit/forms.js";
import { citation } from "../kit/law.js";
import { changeAt } from "../kit/practiceapi.js";
import { getRules } from "./api.js";

/** @import { PositionRules, RuleChoice } from "../kit/types.js" */

/** @param {string} value */
const words = (value) => ({ true: "yes", false: "no" })[value] ?? valueWords(value);

/** The rules of a game beside its positions. */
export class RulesBeside {
  #place = el("div", { class: "rules-beside" });
  #asked = "";
  #change;
  #head = el("summary", {}, "Rules");

  /** @param {(rules: string) => unknown} change  called with the letters of other rules */
  constructor(change) {
    this.#change = change;
    this.node = el("details", { class: "panel", ontoggle: () => this.#load() }, this.#head, this.#place);
  }

  /** @param {string} game @param {string} rules */
  show(game, rules) {
    const now = JSON.stringify([game, rules]);
    if (now === this.#asked) return;
    this.#asked = now;
    fill(this.#head, rules ? "Rules: changed" : "Rules: the usual ones");
    this.#load();
  }

  async #load() {
    if (!this.node.open || !this.#asked) return;
    const now = this.#asked;
    const [game, rules] = JSON.parse(now);
    try {
      const found = await getRules(game, rules);
      if (now === this.#asked) this.#draw(found);
    } catch (refusal) {
      fill(this.#place, el("p", { class: "refusal" }, asRefused(refusal).sentence));
    }
  }

  /** @param {PositionRules} found */
  #draw({ choices, rules }) {
    const held = this.#place.contains(document.activeElement) ? document.activeElement?.id : "";
    fill(
      this.#place,
      el("p", { class: "quiet-text" }, "Change one and the worths move. Side wagers that a rule excludes are left out."),
      choices.filter(({ side, values = [] }) => !side && values.length > 1).map((choice) => this.#choice(choice)),
      rules ? el("p", {}, el("a", { href: changeAt(rules) }, "All choices, and the edges they make")) : null,
    );
    if (held) document.getElementById(held)?.focus(); // keys go on from the choice that was changed
  }

  /** @param {RuleChoice} choice */
  #choice({ name, about, cite, value = "", values }) {
    const options = values.map((one) => /** @type {const} */ ([one.value, `${words(one.value)}${one.rules ? "" : " (not beside the others)"}`]));
    const field = selection(options, { id: `rule-${name}`, value, onchange: () => this.#chosen(values.find((one) => one.value === field.value), field, value) });
    return el("div", { class: "rule" }, labelled(choiceName(name), field), el("p", { class: "quiet-text" }, choiceSentence(about), " ", citation(cite)), el("p", { class: "refusal", role: "alert" }));
  }

  /** @param {import("../kit/types.js").RuleValue|undefined} chosen @param {HTMLSelectElement} field @param {string} before */
  #chosen(chosen, field, before) {
    if (chosen?.rules) return this.#change(chosen.rules);
    field.value = before;
    const said = field.closest(".rule")?.querySelector(".refusal");
    if (said) fill(said, choiceSentence(chosen?.why ?? ""));
  }
}
