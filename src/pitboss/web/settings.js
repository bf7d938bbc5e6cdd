/** What players can set for themselves. */

import { button, dialog, el } from "./dom.js";
import { preferences } from "./storage.js";

/** @import { PlayClock } from "./playclock.js" */
/** @import { Question } from "./types.js" */

/** @param {string} label @param {string} name @param {boolean} otherwise */
function checkbox(label, name, otherwise, changed = () => {}) {
  const box = el("input", { type: "checkbox", checked: preferences.get(name, otherwise) });
  box.addEventListener("change", () => {
    preferences.set(name, box.checked);
    changed();
  });
  return el("label", { class: "check" }, box, label);
}

const CUT = { ask: "ask me", pass: "always pass" };

/**
 * Whether the player has chosen to pass on a question every time: the cut, offered at every shuffle.
 * @param {Question} question
 */
export const isPassed = (question) =>
  question.kind === "cut" &&
  Boolean(question.default) &&
  preferences.get("cut", /** @type {string} */ ("ask")) === "pass";

function cutChoice() {
  const chosen = preferences.get("cut", "ask");
  const options = Object.entries(CUT).map(([value, words]) =>
    el("option", { value, selected: value === chosen }, words),
  );
  const choice = el("select", { id: "cut-choice" }, options);
  choice.addEventListener("change", () => preferences.set("cut", choice.value));
  return el("label", { class: "check", for: "cut-choice" }, "Cutting the cards: ", choice);
}

/** Two suit colors instead of four; letters tell the suits apart either way. */
function applyDeckColors() {
  document.documentElement.classList.toggle("two-colors", !preferences.get("four", true));
}

/** Open the settings. @param {PlayClock} clock */
export function openSettings(clock) {
  const sheet = dialog(
    "Settings",
    checkbox("Animations (off: results are shown at once)", "motion", true),
    checkbox("Four-color deck", "four", true, applyDeckColors),
    cutChoice(),
    button("How long have I played?", () => clock.remind(), { class: "quiet" }),
  );
  sheet.showModal();
}

applyDeckColors();
