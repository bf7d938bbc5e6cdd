/** All outcomes of a physical device as keys to press: cards, faces of dice, tiles, pockets. */

import { shortCard, spokenCard } from "../../felt/cardfaces.js";
import { isCard } from "./outcomereader.js";
import { dicePad, isThrow } from "./dicepad.js";
import { button, el } from "../../kit/dom.js";

/** @typedef {(outcome: string) => void} Enter */

/** The keys of all outcomes. @param {string[]} outcomes @param {Enter} enter */
export function outcomeKeys(outcomes, enter) {
  if (outcomes.length > 0 && outcomes.every(isCard)) return cardKeys(new Set(outcomes), enter);
  return isThrow(outcomes) ? dicePad(outcomes, enter) : plainKeys(outcomes, enter);
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

/** @param {Set<string>} possible @param {Enter} enter */
function cardKeys(possible, enter) {
  const key = (/** @type {string} */ name) =>
    button(shortCard(name), () => enter(name), {
      class: `outcome suit-${name[1]}`,
      disabled: !possible.has(name),
      "aria-label": spokenCard(name),
    });
  const ranks = [..."A23456789TJQK"];
  const rows = [..."SHDC"].map((suit) =>
    el("div", { class: "suit-row" }, ranks.map((rank) => key(rank + suit))),
  );
  if (possible.has("JK")) rows.push(el("div", { class: "suit-row" }, key("JK")));
  return el("div", { class: "card-keys" }, rows);
}
