/** Where players set what they can set for themselves. */

import { button, dialog, el, selection } from "../kit/dom.js";
import { SPEEDS, dealSpeed } from "../felt/motion.js";
import { PASSED, applyDeckColors, choiceFor } from "../felt/settings.js";
import { languageChoice } from "../kit/language.js";
import { sound } from "../kit/sound.js";
import { preferences } from "../kit/storage.js";
import { THEMES, chooseTheme, chosenTheme } from "../kit/theme.js";

/** @import { PlayClock } from "./playclock.js" */

/** @param {string} label @param {string} name @param {boolean} otherwise */
function checkbox(label, name, otherwise, changed = () => {}) {
  const box = el("input", { type: "checkbox", checked: preferences.get(name, otherwise) });
  box.addEventListener("change", () => {
    preferences.set(name, box.checked);
    changed();
  });
  return el("label", { class: "check" }, box, label);
}

/** @param {string} kind */
function passedChoice(kind) {
  const { label, ask, pass } = PASSED[kind];
  const choice = selection(Object.entries({ ask, pass }), { id: `${kind}-choice`, value: choiceFor(kind) });
  choice.addEventListener("change", () => preferences.set(kind, choice.value));
  return el("label", { class: "check", for: `${kind}-choice` }, label, choice);
}

/** How fast cards are dealt and wheels turn. */
function speedChoice() {
  const choice = selection(Object.keys(SPEEDS).map((value) => [value, value]), { id: "speed-choice", value: dealSpeed() });
  choice.addEventListener("change", () => {
    preferences.set("motion", null); // kept by an older page: at once, or not
    preferences.set("speed", choice.value);
  });
  return el("label", { class: "check", for: "speed-choice" }, "Deal speed: ", choice);
}

/** The colours of the pages. */
function themeChoice() {
  const choice = selection(Object.entries(THEMES), { id: "theme-choice", value: chosenTheme() });
  choice.addEventListener("change", () => chooseTheme(choice.value));
  return el("label", { class: "check", for: "theme-choice" }, "Colors: ", choice);
}

/** Open the settings. @param {PlayClock} clock */
export function showSettings(clock) {
  const sheet = dialog(
    "Settings",
    languageChoice(),
    themeChoice(),
    speedChoice(),
    checkbox("Sounds (all they tell is also written)", "sounds", false, () => sound("chip")),
    checkbox("Four-color deck", "four", true, applyDeckColors),
    Object.keys(PASSED).map(passedChoice),
    button("How long have I played?", () => clock.remind(), { class: "quiet" }),
  );
  sheet.showModal();
}
