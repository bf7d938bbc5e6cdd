/** A form whose first press shows what would change, and whose second does it. */

import { button, el, fill, letBeRead } from "../kit/dom.js";
import { attempt, outcome, succeeded } from "../kit/forms.js";

/** @import { Child } from "../kit/dom.js" */

/**
 * @typedef {object} Look  what somebody reads before it is done
 * @property {string} title  what is done, and where
 * @property {Child} changes
 * @property {string[]} [conditions]  of the Board, where they bind
 * @property {string} act  on the button that does it
 */

/**
 * @param {object} of @param {() => Look|Promise<Look>} of.review @param {() => Promise<string>} of.send  returns what came of it, as a sentence
 * @param {(error: unknown) => unknown} of.refused @param {boolean} [of.danger]  whether it cannot be taken back @param {string} [of.first]
 * @param {Child[]} fields
 */
export function secondLook({ review, send, refused, danger = false, first = "Review" }, ...fields) {
  const said = outcome();
  const asks = el("button", { type: "submit" }, first);
  const inputs = el("div", { class: "form" }, ...fields, asks);
  const look = el("section", { class: "second-look message", hidden: true });
  const node = el("form", { class: "form" }, inputs, look, said);

  /** @param {boolean} looking */
  function turn(looking) {
    inputs.hidden = looking;
    look.hidden = !looking;
  }

  /** @param {Look} seen */
  function show({ title, changes, conditions = [], act }) {
    const heading = el("h3", { tabIndex: -1 }, title);
    const does = button(act, () => attempt(does, said, done, refused), { class: danger ? "danger" : "primary" });
    const back = button("Change it", () => (turn(false), asks.focus()));
    fill(
      look,
      heading,
      changes,
      conditions.length ? el("p", { class: "conditions" }, el("strong", {}, "Conditions of the Board: "), conditions.join(" ")) : null,
      el("div", { class: "act-row" }, does, back),
    );
    turn(true);
    letBeRead(look);
    heading.focus();
  }

  async function done() {
    const words = await send();
    turn(false);
    node.reset();
    succeeded(said, words);
  }

  node.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!inputs.hidden) attempt(asks, said, async () => show(await review()), refused);
  });
  return { node, said };
}

/** `RL-1`, `RL-1 and RL-2`, `RL-1, RL-2 and RL-3`. @param {readonly string[]} names */
export const listed = (names) => (names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);
