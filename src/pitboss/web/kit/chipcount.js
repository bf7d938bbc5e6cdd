/** Chips or notes counted by denomination: how many of each, and what they are worth together. Nothing is preset; a field left empty is none. */

import { el, fill, findAll } from "./dom.js";
import { dollars } from "./money.js";

/** @typedef {Record<string, number>} Pile  how many of each denomination, which is in cents */

const WHOLE = /^\d{1,7}$/;

/** What a pile is worth. @param {Pile} pile */
export const worthOf = (pile) => Object.entries(pile).reduce((sum, [cents, count]) => sum + Number(cents) * count, 0);

/** `20 × $25, 5 × $100`. @param {Pile} pile */
export const pileWords = (pile) =>
  Object.entries(pile)
    .filter(([, count]) => count)
    .sort(([one], [other]) => Number(other) - Number(one))
    .map(([cents, count]) => `${count.toLocaleString("en-US")} × ${dollars(Number(cents))}`)
    .join(", ") || "nothing";

/**
 * A field for each denomination, the largest first. Enter and the arrows go from one to the next; Enter in the last one sends the form.
 * @param {readonly number[]} denominations @param {{title?: string, of?: string, changed?: () => unknown}} [options]  `of`: what is counted
 * @returns {{node: HTMLElement, pile: () => Pile|null, clear: () => void}}  `pile`: null while nothing was counted, or a field has no whole number
 */
export function chipCount(denominations, { title = "Counted", of = "chips", changed = () => {} } = {}) {
  const total = el("output", { class: "chip-total" });
  const cells = [...denominations].sort((one, other) => other - one).map((cents) => {
    const worth = el("span", { class: "amount" });
    const input = el("input", { type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 7, "aria-label": `${dollars(cents)} ${of}`, oninput: show });
    return { cents, input, worth, node: el("label", { class: "field" }, el("span", { class: "field-name" }, el("strong", {}, dollars(cents)), worth), input) };
  });
  const node = el("fieldset", { class: "chip-count", onkeydown: (/** @type {KeyboardEvent} */ event) => step(event) }, el("legend", {}, title), el("div", { class: "chip-fields" }, cells.map((cell) => cell.node)), total);

  /** @param {HTMLInputElement} input */
  const isWrong = ({ value }) => Boolean(value.trim()) && !WHOLE.test(value.trim());

  function pile() {
    const filled = cells.filter(({ input }) => input.value.trim());
    if (!filled.length || filled.some(({ input }) => isWrong(input))) return null;
    return Object.fromEntries(filled.map(({ cents, input }) => [String(cents), Number(input.value)]).filter(([, count]) => count));
  }

  function show() {
    for (const { cents, input, worth } of cells) {
      input.toggleAttribute("aria-invalid", false);
      if (isWrong(input)) input.setAttribute("aria-invalid", "true");
      fill(worth, Number(input.value) && !isWrong(input) ? dollars(cents * Number(input.value)) : "");
    }
    const made = pile();
    const wrong = cells.some(({ input }) => isWrong(input));
    const count = made ? Object.values(made).reduce((sum, one) => sum + one, 0) : 0;
    fill(total, wrong ? "Whole numbers only." : made ? [el("strong", {}, dollars(worthOf(made))), ` ${count.toLocaleString("en-US")} ${count === 1 ? of.replace(/s$/, "") : of}`] : "Not counted yet");
    changed();
  }

  /** @param {KeyboardEvent} event */
  function step(event) {
    const inputs = findAll(node, "input", HTMLInputElement);
    const at = inputs.findIndex((input) => input === event.target);
    const by = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = by && at >= 0 ? inputs[at + by] : null;
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.select();
  }

  function clear() {
    for (const { input } of cells) input.value = "";
    show();
  }

  show();
  return { node, pile, clear };
}
