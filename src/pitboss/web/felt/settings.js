/** What players have set for themselves; the dialog is table/settingsdialog.js. */

import { preferences } from "../kit/storage.js";

/** @import { Question } from "../kit/types.js" */

/**
 * Questions that the player may pass every time, by their kind: what that means, and what is done unless they choose.
 * The cut is offered at every shuffle; surrendering a hand that is set gives the whole wager up, unseen.
 * @type {Record<string, {label: string, otherwise: string, ask: string, pass: string}>}
 */
export const PASSED = {
  cut: { label: "Cutting the cards: ", otherwise: "ask", ask: "ask me", pass: "always pass" },
  surrender: { label: "When my hands are set: ", otherwise: "pass", ask: "ask me", pass: "show them at once" },
};

/** What is done about a question of this kind. @param {string} kind */
export const choiceFor = (kind) => preferences.get(kind, PASSED[kind].otherwise);

/** Whether the player has chosen to pass on a question every time. @param {Question} question */
export const isPassed = ({ kind, default: usual }) =>
  Object.hasOwn(PASSED, kind) && Boolean(usual) && choiceFor(kind) === "pass";

/** Whether hands that are set may be surrendered now. @param {Question} question */
export const isSurrender = ({ kind }) => kind === "surrender";

/** Whether a game is known to ask that. @param {string} game */
export const knowsSurrender = (game) =>
  choiceFor("surrender") === "pass" && preferences.get("surrenders", /** @type {string[]} */ ([])).includes(game);

/** The game asks whether hands are surrendered. @param {string} game */
export function learnSurrender(game) {
  const known = preferences.get("surrenders", /** @type {string[]} */ ([]));
  if (!known.includes(game)) preferences.set("surrenders", [...known, game]);
}

/** Two suit colours instead of four; letters tell the suits apart either way. */
export function applyDeckColors() {
  document.documentElement.classList.toggle("two-colors", !preferences.get("four", true));
}

applyDeckColors();
