/**
 * Single-key shortcuts: listed, changeable, and switched off with one box, as people who dictate or tremble need.
 * Answers to an open question have letters of their own: none that does something else at any other time, so that a
 * key pressed once too often never gives up a hand.
 */

import { button, dialog, el } from "../kit/dom.js";
import { preferences } from "../kit/storage.js";

/** Every shortcut with its usual key. @type {Record<string, [key: string, label: string]>} */
const ACTIONS = {
  chip1: ["1", "Choose the first chip"],
  chip2: ["2", "Choose the second chip"],
  chip3: ["3", "Choose the third chip"],
  chip4: ["4", "Choose the fourth chip"],
  chip5: ["5", "Choose the fifth chip"],
  undo: ["u", "Undo"],
  redo: ["y", "Redo"],
  clear: ["c", "Clear your bets"],
  repeat: ["r", "Repeat your last bets"],
  double: ["d", "Double your bets"],
  encore: ["b", "Bet the same again, and spin, roll or deal"],
  again: ["a", "The bets of the last round for every seat (dealer who speaks for seats)"],
  ready: ["g", "Spin, roll or deal; the dealer's next step"],
  close: ["n", "No more bets (dealer)"],
  correct: ["c", "Correct what was entered last (dealer, floor)"],
  report: ["i", "Report an irregularity (dealer, floor)"],
  surrender: ["x", "Be asked in this round before your hands are shown (pai gow)"],
  felt: ["f", "Go to the layout"],
  find: ["/", "Find a wager by name"],
  help: ["?", "Show this list"],
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

/** The keys of the page: what each does, and which one it is. */
export class Keys {
  /** @type {Map<string, () => unknown>} */ #handlers = new Map();
  /** @type {Map<string, () => void>} */ #answers = new Map();
  /** Called when the list is closed, since keys may have changed. */
  onChange = () => {};
  /**
   * Whether an action is of use to whoever looks at this page; its key is free where it is not.
   * @type {(action: string) => boolean}
   */
  applies = () => true;
  /** What a digit does that nothing else is bound to. @type {(digit: number) => boolean} */
  digit = () => false;

  constructor() {
    document.addEventListener("keydown", (event) => this.#press(event));
    this.bind("help", () => this.show());
  }

  get on() {
    return preferences.get("shortcuts", true);
  }

  /** @returns {Record<string, string>} */
  get #changed() {
    return preferences.get("keys", {});
  }

  /** The key of an action. @param {string} action */
  keyOf(action) {
    return this.#changed[action] ?? ACTIONS[action][0];
  }

  /** What an action does on this page. @param {string} action @param {() => unknown} handler */
  bind(action, handler) {
    this.#handlers.set(action, handler);
  }

  /** The keys of the open question's answers. @param {Map<string, () => void>} answers */
  answer(answers) {
    this.#answers = answers;
  }

  /** A key as it is shown on a button; nothing when shortcuts are off. @param {string} key */
  hint(key) {
    return this.on ? el("kbd", { "aria-hidden": "true" }, key.toUpperCase()) : null;
  }

  /**
   * A letter for each answer, none of them bound to something else.
   * @param {string[]} answers @param {string[]} taken
   */
  letters(answers, taken = []) {
    const others = this.#actions.filter((action) => action !== "report").map((action) => this.keyOf(action));
    const report = this.#handlers.has("report") ? [this.keyOf("report")] : []; // yields to a known letter: Alt reports
    return answerKeys(answers, [...others, ...taken], report);
  }

  /** The actions that there are here. */
  get #actions() {
    return Object.keys(ACTIONS).filter((action) => this.#handlers.has(action) && this.applies(action));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (!this.on || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const key = event.altKey ? event.code.replace(/^Key/, "").toLowerCase() : event.key.toLowerCase();
    if (event.altKey ? isInWindow(event.target) : isTyped(key, event.target)) return;
    const given = event.altKey || event.repeat ? undefined : this.#answers.get(key); // a key held down answers nothing
    const answer = (event.shiftKey && !event.repeat && this.#answers.get(`shift ${key}`)) || given;
    const run = answer ?? this.#handlers.get(this.#actions.find((name) => this.keyOf(name) === key) ?? "");
    const inField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (!run && (inField || !(/^[1-9]$/.test(key) && this.digit(Number(key))))) return;
    event.preventDefault();
    run?.();
  }

  /** Open the list of keys. */
  show() {
    const rows = Object.entries(ACTIONS)
      .filter(([name]) => this.#actions.includes(name))
      .map(([name, [, label]]) => el("tr", {}, el("td", {}, this.#keyField(name, label)), el("td", {}, label)));
    const fixed = FIXED.map(([key, label]) => el("tr", {}, el("td", {}, el("kbd", {}, key)), el("td", {}, label)));
    const toggle = el("input", { type: "checkbox", checked: this.on, id: "shortcuts-on" });
    toggle.addEventListener("change", () => preferences.set("shortcuts", toggle.checked));
    const reset = () => {
      preferences.set("keys", null);
      sheet.close();
    };
    const sheet = dialog(
      "Keys",
      el("label", { class: "check" }, toggle, "Single-key shortcuts"),
      el(
        "p",
        { class: "quiet-text" },
        "When you have a decision to make, its answers have the keys shown on their buttons.",
      ),
      el("table", { class: "keys" }, el("tbody", {}, rows, fixed)),
      button("Reset to the usual keys", reset, { class: "quiet" }),
    );
    sheet.addEventListener("close", () => this.onChange());
    sheet.showModal();
  }

  /** @param {string} name @param {string} label */
  #keyField(name, label) {
    const value = this.keyOf(name);
    const field = el("input", { class: "key", value, maxlength: 1, "aria-label": `Key for: ${label}` });
    field.addEventListener("focus", () => field.select());
    field.addEventListener("change", () => {
      const key = field.value.trim().toLowerCase();
      const taken = this.#actions.some((other) => other !== name && this.keyOf(other) === key);
      if (key && !taken) preferences.set("keys", { ...this.#changed, [name]: key });
      field.value = this.keyOf(name);
    });
    return field;
  }
}

/**
 * Whether a key is something written where the focus is; in a field for outcomes, only what an outcome is made of.
 * @param {string} key @param {EventTarget|null} target
 */
function isTyped(key, target) {
  const fields = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, dialog[open]";
  const field = target instanceof Element ? target.closest(fields) : null;
  const letters = field instanceof HTMLElement ? field.dataset.letters : undefined;
  return Boolean(field) && (letters === undefined || key.length > 1 || letters.includes(key));
}

/** Whether a window is open over the page. @param {EventTarget|null} target */
const isInWindow = (target) => target instanceof Element && target.closest("dialog[open]") !== null;

/** Letters that card players know already: H for Hit is Draw. @type {Record<string, string>} */
const KNOWN = { stand: "s", draw: "h", split_pairs: "p", double_down: "d", surrender: "r", insurance: "i" };
const ALPHABET = "abcdefghijklmnopqrstuvwxyz";

/**
 * Give each answer a key: the known one, else the first that is free of its own letters, else of all.
 * @param {string[]} answers @param {string[]} taken @param {string[]} yielding  taken by what gives way to a known one
 */
function answerKeys(answers, taken, yielding = []) {
  const known = answers.map((says) => KNOWN[says]).filter((letter) => letter && !taken.includes(letter));
  const used = new Set([...taken, ...yielding, ...known]);
  return answers.map((says) => {
    if (known.includes(KNOWN[says])) return KNOWN[says];
    const letter = [...says.toLowerCase(), ...ALPHABET].find((c) => /[a-z]/.test(c) && !used.has(c)) ?? "";
    used.add(letter);
    return letter;
  });
}
