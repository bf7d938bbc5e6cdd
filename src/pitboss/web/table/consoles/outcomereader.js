/** Reading what somebody types or a scanner sends: cards, dice, tiles, pockets, symbols, each by few keys. */

import { spokenCard } from "../../felt/cardfaces.js";
import { isDice, isTile } from "../../felt/pips.js";

/** @typedef {{outcome: string, isComplete: boolean}} Reading  `isComplete` where nothing else could still be meant */

const CARD = /^[A23456789TJQK][SHDC]$/;
const NUMBER = /^\$?\d+$/;

/** Whether an outcome is a card, or the joker of a deck. @param {string} outcome */
export const isCard = (outcome) => CARD.test(outcome) || outcome === "JK";

/** Typed text without what only separates. @param {string} text */
const bare = (text) => text.toLowerCase().replace(/[\s,$-]+/g, "");

/** Every way to type an outcome. @param {string} outcome @param {number} width  of the longest number */
function spellings(outcome, width) {
  const typed = bare(outcome);
  if (CARD.test(outcome)) return outcome[0] === "T" ? [typed, `10${typed[1]}`] : [typed];
  if (isTile(outcome)) return [typed, [...typed].reverse().join("")]; // whichever end lies first
  if (NUMBER.test(outcome) && typed.length < width && typed !== "0") return [typed, typed.padStart(width, "0")];
  return [typed];
}

/** What can be typed for the outcomes that are possible now. */
export class OutcomeReader {
  /** @type {Map<string, string>} */ #typed = new Map();
  #outcomes;
  #width; // of the longest number: shorter ones take Enter, or a zero before them

  /** @param {string[]} outcomes */
  constructor(outcomes) {
    this.#outcomes = outcomes;
    const numbers = outcomes.filter((outcome) => NUMBER.test(outcome));
    this.#width = Math.max(0, ...numbers.map((outcome) => bare(outcome).length));
    for (const outcome of outcomes) {
      for (const typed of spellings(outcome, this.#width)) this.#typed.set(typed, outcome);
    }
  }

  /** What a text stands for; nothing where it stands for no outcome, or not yet. @param {string} text */
  read(text) {
    const typed = bare(text);
    const outcome = this.#typed.get(typed);
    if (outcome === undefined) return null;
    const isShort = NUMBER.test(outcome) && typed.length < this.#width;
    return { outcome, isComplete: !isShort && !this.#longer(typed).length };
  }

  /** What is meant by a text that ends with Enter: an outcome, or the only one that begins so. @param {string} text */
  meant(text) {
    const typed = bare(text);
    const begun = new Set(typed ? this.#longer(typed).map((longer) => this.#typed.get(longer)) : []);
    return this.read(text)?.outcome ?? (begun.size === 1 ? [...begun][0] : undefined);
  }

  /** Whether more could be typed after this. @param {string} text */
  isBeginning = (text) => this.#longer(bare(text)).length > 0;

  /** Characters that can follow a text; all others are free to be shortcuts. @param {string} text */
  following(text) {
    const typed = bare(text);
    return [...new Set(this.#longer(typed).map((longer) => longer[typed.length]))].join("");
  }

  /** How outcomes are typed here, in a sentence. */
  get how() {
    const all = this.#outcomes;
    if (all.some(isCard)) return "Type rank and suit: “th” or “10h” is the ten of hearts.";
    if (all.every(isDice)) return `Type the ${all[0].split(" ").length} faces, each from 1 to 6: “${bare(all[0])}”.`;
    if (all.every(isTile)) return "Type the spots of both ends: “56” is five and six.";
    const names = all.filter((outcome) => !/^\d+$/.test(outcome));
    if (names.length) return `Type one of ${all.join(", ")}, and press Enter.`;
    const numbers = all.filter((outcome) => outcome !== "00").map(Number);
    const range = `Type a number from ${Math.min(...numbers)} to ${Math.max(...numbers)}`;
    return `${range}${all.includes("00") ? ", or 00" : ""}; after a single digit press Enter.`;
  }

  /** Why a text is no outcome. @param {string} text */
  objection(text) {
    const card = bare(text).replace(/^10/, "t").toUpperCase();
    if (this.#outcomes.some(isCard) && isCard(card)) return `No ${spokenCard(card)} is left here. ${this.how}`;
    return `“${text.trim()}” cannot have been shown. ${this.how}`;
  }

  /** @param {string} typed */
  #longer = (typed) => [...this.#typed.keys()].filter((one) => one.length > typed.length && one.startsWith(typed));
}
