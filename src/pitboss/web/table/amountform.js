/** An amount within a range: a slider, a number to type, and a button that says what it comes to. */

import { el } from "../kit/dom.js";
import { inUnit, isMoney, isPosition, parseDollars } from "../kit/money.js";
import { amountWords, optionWords, positionMeaning } from "../felt/sentences.js";

/** @import { Option } from "../kit/types.js" */

/**
 * Where the choice of an amount begins: at the default or the usual, a position in the middle, else at the least.
 * @param {Option} option @param {Option|null} otherwise
 */
function beginning({ says, least = 0, most = 0, unit, usual }, otherwise) {
  if (otherwise?.says === says && otherwise.least) return otherwise.least;
  return usual || (isPosition(unit) ? Math.floor((least + most) / 2) : least);
}

/**
 * A form for the amount of an option, with what the amount means where it is a position.
 * @param {Option} option @param {(option: Option, amount: number) => void} reply
 * @param {Option|null} usual  the answer that is given by default
 */
export function amountForm(option, reply, usual) {
  const { says, least = 0, most = 0, step = 1, unit } = option;
  const isCents = isMoney(unit);
  const words = optionWords(option);
  const range = { type: "range", min: least, max: most, step, "aria-label": `${words}, amount` };
  const slider = el("input", range);
  const inputmode = isCents ? "decimal" : "numeric";
  const number = el("input", { class: "amount", inputmode, "aria-label": `${words}, amount, typed` });
  const send = el("button", { type: "submit", class: "answer primary", "data-says": says });
  let amount = beginning(option, usual);
  /** @param {number} value */
  const choose = (value, isTyped = false) => {
    const bounded = Math.min(most, Math.max(least, value));
    amount = bounded - ((bounded - least) % step);
    slider.value = String(amount);
    if (!isTyped) number.value = isCents ? (amount / 100).toFixed(2) : String(amount);
    send.textContent = amountWords(option, amount);
  };
  slider.addEventListener("input", () => choose(Number(slider.value)));
  number.addEventListener("input", () => {
    const value = isCents ? parseDollars(number.value) : Number.parseInt(number.value, 10);
    if (value !== null && Number.isInteger(value)) choose(value, true);
  });
  number.addEventListener("change", () => choose(amount));
  const meaning = positionMeaning(option);
  const form = el(
    "form",
    { class: "range" },
    el("span", {}, inUnit(least, unit)),
    slider,
    el("span", {}, inUnit(most, unit)),
    number,
    send,
    meaning ? el("p", { class: "quiet-text" }, meaning) : null,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    reply(option, amount);
  });
  choose(amount);
  return form;
}
