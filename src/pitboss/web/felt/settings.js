/** What players can set for themselves. */

import { button, dialog, el, selection } from "../kit/dom.js";
import { SPEEDS, dealSpeed } from "./motion.js";
import { sound } from "../kit/sound.js";
import { preferences } from "../kit/storage.js";
import { THEMES, chooseTheme, chosenTheme } from "../kit/theme.js";

/** @import { PlayClock } from "../table/playclock.js" */
/** @import { Question } from "../kit/types.js" */

/** @param {string} label @param {string} name @param {boolean} otherwise */
function checkbox(label, name, otherwise, changed = () => {}) {
  const box = el("input", { type: "checkbox", checked: preferences.get(name, otherwise) });
  box.addEventListener("change", () => {
    preferences.set(name, box.checked);
    changed();
  });
  return el("label", { class: "check" }, box, label);
}

/**
 * Questions that the player may pass every time, by their kind: what that means, and what is done unless they choose.
 * The cut is offered at every shuffle; surrendering a hand that is set gives the whole wager up, unseen.
 * @type {Record<string, {label: string, otherwise: string, ask: string, pass: string}>}
 */
const PASSED = {
  cut: { label: "Cutting the cards: ", otherwise: "ask", ask: "ask me", pass: "always pass" },
  surrender: { label: "When my hands are set: ", otherwise: "pass", ask: "ask me", pass: "show them at once" },
};

/** @param {string} kind */
const choiceFor = (kind) => preferences.get(kind, PASSED[kind].otherwise);

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
  return el("label", { class: "check", for: "theme-choice" }, "Colours: ", choice);
}

/** Two suit colours instead of four; letters tell the suits apart either way. */
function applyDeckColors() {
  document.documentElement.classList.toggle("two-colors", !preferences.get("four", true));
}

/** Open the settings. @param {PlayClock} clock */
export function openSettings(clock) {
  const sheet = dialog(
    "Settings",
    themeChoice(),
    speedChoice(),
    checkbox("Sounds (all they tell is also written)", "sounds", false, () => sound("chip")),
    checkbox("Four-colour deck", "four", true, applyDeckColors),
    Object.keys(PASSED).map(passedChoice),
    button("How long have I played?", () => clock.remind(), { class: "quiet" }),
  );
  sheet.showModal();
}

applyDeckColors();
