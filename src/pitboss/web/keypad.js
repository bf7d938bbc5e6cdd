/** What a physical device showed, entered by the dealer: typed, or chosen from all outcomes. */

import { shortCard, spokenCard } from "./cardfaces.js";
import { dicePad, isThrow } from "./dicepad.js";
import { button, el } from "./dom.js";

/** @import { Option } from "./types.js" */

/** @typedef {Map<string, Option>} Outcomes */
/** @typedef {(outcome: string) => void} Enter */

const CARD = /^[A23456789TJQK][SHDC]$/;

/** All outcomes of a device. @param {Option[]} options @param {(option: Option) => void} reply */
export function keypad(options, reply) {
  const byOutcome = new Map(options.map((option) => [option.says, option]));
  const outcomes = [...byOutcome.keys()];
  /** @type {Enter} */
  const enter = (outcome) => {
    const option = byOutcome.get(outcome);
    if (option) reply(option);
  };
  const allCards = outcomes.every((outcome) => CARD.test(outcome) || outcome === "JK");
  const others = isThrow(outcomes) ? dicePad(byOutcome, enter) : plainKeys(outcomes, enter);
  const grid = allCards ? cardKeys(byOutcome, enter) : others;
  return el("div", { class: "keypad" }, typedField(byOutcome, enter, outcomes[0]), grid);
}

/** Type what was shown and press Enter. @param {Outcomes} byOutcome @param {Enter} enter @param {string} example */
function typedField(byOutcome, enter, example) {
  const field = el("input", {
    id: "typed-outcome",
    autocomplete: "off",
    placeholder: example,
    "data-letters": [...byOutcome.keys()].join("").toLowerCase(), // other letters are shortcuts, even in this field
    "aria-label": "Outcome, typed",
    "aria-describedby": "typed-note",
  });
  const note = el(
    "span",
    { id: "typed-note", class: "quiet-text", role: "status" },
    "Type it and press Enter, or choose below.",
  );
  field.addEventListener("keydown", (event) => event.key === "Escape" && field.blur());
  const form = el("form", { class: "typed" }, field, el("button", { type: "submit", class: "answer" }, "Enter"), note);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const outcome = field.value
      .trim()
      .toUpperCase()
      .replace(/^10(?=[SHDC])/, "T")
      .replace(/[ ,]+/g, " ");
    const spaced = [...outcome].join(" "); // dice typed without spaces
    if (byOutcome.has(outcome)) enter(outcome);
    else if (byOutcome.has(spaced)) enter(spaced);
    else note.textContent = field.value ? `${field.value} is not a possible outcome now.` : "Type an outcome first.";
  });
  return form;
}

/** @param {string[]} outcomes @param {Enter} enter */
function plainKeys(outcomes, enter) {
  const inOrder = [...outcomes].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return el(
    "div",
    { class: "outcomes" },
    inOrder.map((outcome) => button(outcome, () => enter(outcome), { class: "outcome" })),
  );
}

/** @param {Outcomes} byOutcome @param {Enter} enter */
function cardKeys(byOutcome, enter) {
  const key = (/** @type {string} */ name) =>
    button(shortCard(name), () => enter(name), {
      class: `outcome suit-${name[1]}`,
      disabled: !byOutcome.has(name),
      "aria-label": spokenCard(name),
    });
  const ranks = [..."A23456789TJQK"];
  const rows = [..."SHDC"].map((suit) =>
    el(
      "div",
      { class: "suit-row" },
      ranks.map((rank) => key(rank + suit)),
    ),
  );
  if (byOutcome.has("JK")) rows.push(el("div", { class: "suit-row" }, key("JK")));
  return el("div", { class: "card-keys" }, rows);
}
