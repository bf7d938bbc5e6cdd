/** A link to one round that is over. Whoever opens it sees what anybody may see of it: cards that stayed hidden stay so. */

import { button, dialog, el, fill } from "./dom.js";

/** Where a round is replayed. @param {string} table @param {number} round */
export const roundAddress = (table, round) => `/audit?${new URLSearchParams({ table, round: String(round) })}`;

/** Show the link to a round, to be copied or handed on. @param {string} table @param {number} round */
export function shareRound(table, round) {
  const href = new URL(roundAddress(table, round), location.href).href;
  const field = el("input", { id: "share-link", readonly: true, value: href });
  const note = el("p", { class: "quiet-text", role: "status" });
  const copy = async () => {
    field.select();
    await navigator.clipboard?.writeText(href).then(
      () => fill(note, "Copied."),
      () => fill(note, "Copy it from the field above."),
    );
  };
  dialog(
    `Share round ${round}`,
    el("label", { for: "share-link" }, "Whoever opens this link can replay the round, step by step."),
    el("p", { class: "share" }, field, button("Copy", copy)),
    el("p", {}, el("a", { href }, "Open it here")),
    note,
  ).showModal();
  field.select();
}
