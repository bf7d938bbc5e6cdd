/** What is handed on: links to be copied, to one round that is over, to a table; and what is shown only once. */

import { button, copied, dialog, el } from "./dom.js";
import { labelled, outcome, succeeded } from "./forms.js";

/** @import { Child } from "./dom.js" */

/** A field with words to be copied, a button that does it, and what came of it. @param {string} words @param {string} id */
function copyField(words, id) {
  const field = el("input", { id, readonly: true, value: words, class: "link" });
  const said = outcome();
  const copy = async () => {
    field.select();
    succeeded(said, (await copied(words)) ? "Copied." : "Copy it by hand: it is selected.");
  };
  return { field, said, copy: button("Copy", copy, { class: "primary" }) };
}

/**
 * Show something that the house does not keep. @param {string} title @param {Child} about @param {[label: string, words: string]} shown
 * @param {string} warning
 */
export function showOnce(title, about, [label, words], warning) {
  const { field, said, copy } = copyField(words, "shown-once");
  dialog(title, about, labelled(label, field), el("div", { class: "act-row" }, copy), el("p", { class: "held" }, warning), said).showModal();
  field.select();
}

/** Where a round is replayed. @param {string} table @param {number} round */
export const roundAddress = (table, round) => `/audit?${new URLSearchParams({ table, round: String(round) })}`;

/**
 * Show the link to a round. Whoever opens it sees what anybody may see of it: cards that stayed hidden stay so.
 * @param {string} table @param {number} round
 */
export function shareRound(table, round) {
  const href = new URL(roundAddress(table, round), location.href).href;
  const { field, said, copy } = copyField(href, "share-link");
  dialog(
    `Share round ${round}`,
    el("label", { for: "share-link" }, "Whoever opens this link can replay the round, step by step."),
    el("p", { class: "share" }, field, copy),
    el("p", {}, el("a", { href }, "Open it here")),
    said,
  ).showModal();
  field.select();
}
