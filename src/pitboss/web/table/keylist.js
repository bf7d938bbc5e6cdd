/** The list of single-key shortcuts, in which they are changed; fetched when somebody opens it. */

import { button, dialog, el } from "../kit/dom.js";
import { preferences } from "../kit/storage.js";

/** @import { Keys } from "./keys.js" */

/** What each shortcut does. @type {Record<string, string>} */
const LABELS = {
  chip1: "Choose the first chip",
  chip2: "Choose the second chip",
  chip3: "Choose the third chip",
  chip4: "Choose the fourth chip",
  chip5: "Choose the fifth chip",
  undo: "Undo",
  redo: "Redo",
  clear: "Clear your bets",
  repeat: "Repeat your last bets",
  double: "Double your bets",
  encore: "Bet the same again, and spin, roll or deal",
  again: "The bets of the last round for every seat (dealer who speaks for seats)",
  ready: "Spin, roll or deal; the dealer's next step",
  close: "No more bets (dealer); where betting is not open, go to the first task",
  correct: "Correct what was entered last (dealer, floor)",
  tick: "Tick the next line of take and pay (dealer)",
  paid: "All taken and paid (dealer)",
  report: "Report an irregularity (dealer, floor)",
  surrender: "Be asked in this round before your hands are shown (pai gow)",
  felt: "Go to the layout",
  find: "Find a wager by name",
  help: "Show this list",
};

const FIXED = [
  ["Arrow keys", "Move over the layout to the nearest area; with Shift past lines and corners"],
  ["Enter or Space", "Put a chip on the area"],
  ["Shift + Enter, Delete", "Take a chip from the area"],
  [
    "A, B, C …",
    "Setting your hand: move the card with that letter to the other hand; arrows move along and between the hands",
  ],
  ["W, S", "Setting your hand: set it the house way; confirm it"],
  ["Shift + a letter", "When several of your boxes or hands have the same decision: the same answer for all of them"],
  ["1 to 9", "Speaking for seats: choose the seat"],
  ["Alt + a letter", "The same shortcut where a letter would be written"],
  ["Escape", "Skip the animation; close a window; leave a field"],
];

/** Open the list. @param {Keys} keys */
export function showKeys(keys) {
  const rows = keys.actions.map((name) => el("tr", {}, el("td", {}, keyField(keys, name)), el("td", {}, LABELS[name])));
  const fixed = FIXED.map(([key, label]) => el("tr", {}, el("td", {}, el("kbd", {}, key)), el("td", {}, label)));
  const toggle = el("input", { type: "checkbox", checked: keys.on, id: "shortcuts-on" });
  toggle.addEventListener("change", () => preferences.set("shortcuts", toggle.checked));
  const reset = () => {
    preferences.set("keys", null);
    sheet.close();
  };
  const sheet = dialog(
    "Keys",
    el("label", { class: "check" }, toggle, "Single-key shortcuts"),
    el("p", { class: "quiet-text" }, "When you have a decision to make, its answers have the keys shown on their buttons."),
    el("table", { class: "keys" }, el("tbody", {}, rows, fixed)),
    button("Reset to the usual keys", reset, { class: "quiet" }),
  );
  sheet.addEventListener("close", () => keys.onChange());
  sheet.showModal();
}

/** @param {Keys} keys @param {string} name */
function keyField(keys, name) {
  const value = keys.keyOf(name);
  const field = el("input", { class: "key", value, maxlength: 1, "aria-label": `Key for: ${LABELS[name]}` });
  field.addEventListener("focus", () => field.select());
  field.addEventListener("change", () => {
    keys.change(name, field.value.trim().toLowerCase());
    field.value = keys.keyOf(name);
  });
  return field;
}
