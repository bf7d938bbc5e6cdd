/** A form whose first press shows what would change, in a second look; what came of it is said outside, since the form may go with it. */

import { el, fill } from "../kit/dom.js";
import { attempt, outcome, succeeded } from "../kit/forms.js";
import { secondLook } from "../kit/secondlook.js";

/** @import { Child } from "../kit/dom.js" */

/**
 * @typedef {object} Look  what somebody reads before it is done
 * @property {string} says  what is done, and where, in a sentence
 * @property {Child} [changes]
 * @property {string[]} [conditions]  of the Board, where they bind
 * @property {string} act  on the button that does it
 */

/**
 * @param {object} of @param {() => Look|Promise<Look>} of.review @param {() => Promise<string>} of.send  returns what came of it, as a sentence
 * @param {(error: unknown) => unknown} of.refused @param {HTMLElement} of.came  where that is said @param {Child[]} fields
 */
export function reviewForm({ review, send, refused, came }, ...fields) {
  const said = outcome();
  const asks = el("button", { type: "submit" }, "Review");
  const node = el("form", { class: "form" }, ...fields, asks, said);

  /** @param {string} words */
  function done(words) {
    node.reset();
    succeeded(came, words);
  }

  async function look() {
    const { says, changes, conditions = [], act } = await review();
    secondLook(
      { title: `${act}?`, says, act, send, then: done, refused },
      changes,
      conditions.length ? el("p", { class: "conditions" }, el("strong", {}, "Conditions of the Board: "), conditions.join(" ")) : null,
    );
  }

  node.addEventListener("submit", (event) => {
    event.preventDefault();
    fill(came);
    attempt(asks, said, look, refused);
  });
  return node;
}

/** `RL-1`, `RL-1 and RL-2`, `RL-1, RL-2 and RL-3`. @param {readonly string[]} names */
export const listed = (names) => (names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);
