/**
 * Single-key shortcuts: listed, changeable, and switched off with one box, as people who dictate or tremble need.
 * Answers to an open question have letters of their own: none that does something else at any other time, so that a
 * key pressed once too often never gives up a hand.
 */

import { el } from "../kit/dom.js";
import { preferences } from "../kit/storage.js";

/** Every shortcut with its usual key; `keylist.js` says what each does. @type {Record<string, string>} */
const USUAL = {
  chip1: "1",
  chip2: "2",
  chip3: "3",
  chip4: "4",
  chip5: "5",
  undo: "u",
  redo: "y",
  clear: "c",
  repeat: "r",
  double: "d",
  encore: "b",
  again: "a",
  ready: "g",
  close: "n",
  correct: "c",
  tick: "t",
  paid: "p",
  report: "i",
  surrender: "x",
  felt: "f",
  find: "/",
  help: "?",
};

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
    return this.#changed[action] ?? USUAL[action];
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
    const others = this.actions.filter((action) => action !== "report").map((action) => this.keyOf(action));
    const report = this.#handlers.has("report") ? [this.keyOf("report")] : []; // yields to a known letter: Alt reports
    return answerKeys(answers, [...others, ...taken], report);
  }

  /** The actions that there are here. */
  get actions() {
    return Object.keys(USUAL).filter((action) => this.#handlers.has(action) && this.applies(action));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (!this.on || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const key = event.altKey ? event.code.replace(/^Key/, "").toLowerCase() : event.key.toLowerCase();
    if (event.altKey ? isInWindow(event.target) : isTyped(key, event.target)) return;
    const given = event.altKey || event.repeat ? undefined : this.#answers.get(key); // a key held down answers nothing
    const answer = (event.shiftKey && !event.repeat && this.#answers.get(`shift ${key}`)) || given;
    const run = answer ?? this.#handlers.get(this.actions.find((name) => this.keyOf(name) === key) ?? "");
    const inField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (!run && (inField || !(/^[1-9]$/.test(key) && this.digit(Number(key))))) return;
    event.preventDefault();
    run?.();
  }

  /** Open the list of keys. */
  async show() {
    const { showKeys } = await import("./keylist.js");
    showKeys(this);
  }

  /** Another key for an action, unless something else has it. @param {string} name @param {string} key */
  change(name, key) {
    const taken = this.actions.some((other) => other !== name && this.keyOf(other) === key);
    if (key && !taken) preferences.set("keys", { ...this.#changed, [name]: key });
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
