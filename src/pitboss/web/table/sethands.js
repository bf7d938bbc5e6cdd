/**
 * Setting hands: cards are dragged, tapped or keyed between the high hand and the low hand. What the two would be
 * called, and whether they would be foul, the house has said for every lawful choice; nothing is ranked here.
 */

import { cardPicture, inRankOrder, shortCard, spokenCard } from "../felt/cardfaces.js";
import { button, el, fill, find, focused } from "../kit/dom.js";
import { citation } from "../kit/law.js";
import { isTile } from "../felt/pips.js";
import { capitalized } from "../kit/words.js";

/** @import { Keys } from "./keys.js" */
/** @import { TableState } from "../felt/tablestate.js" */
/** @import { Arranged, HeldCard, Option, Question } from "../kit/types.js" */

const FAR = 6; // pixels a pointer moves before a press becomes a drag
const LETTERS = "abcdefghijklm";
const HOUSE_WAY = "w";
const CONFIRM = "s";

/** @param {string[]} cards */
const together = (cards) => [...cards].sort().join(" ");

/**
 * Whether a question asks for hands to be set: every choice of cards is one low hand out of the same cards.
 * @param {Question} question @param {HeldCard[]} hand
 */
export function isSettingHands(question, hand) {
  const sizes = new Set(question.options.map((option) => option.cards?.length ?? 0).filter(Boolean));
  return Boolean(question.arranged?.some(Boolean)) && sizes.size === 1 && hand.length > [...sizes][0];
}

/** The form in which a hand is set. */
export class SetHandsForm {
  /** The keys that move cards, set them and confirm. */
  static letters = [...LETTERS, HOUSE_WAY, CONFIRM];

  #cards;
  #size = 0; // of the low hand
  /**
   * By the cards of the low hand: the option, and what the house says of it.
   * @type {Map<string, {option: Option, about?: Arranged}>}
   */
  #choices = new Map();
  #usual;
  /** Which cards lie low, by their number, in the order in which they were moved. @type {number[]} */ #low = [];
  #reply;
  #buttons;
  #high = el("div", { class: "lane" });
  #lows = el("div", { class: "lane" });
  #highName = el("h3", {});
  #lowName = el("h3", {});
  #highBox = el("div", { class: "lane-box high", role: "group", "aria-label": "High hand" }, this.#highName, this.#high);
  #lowBox = el("div", { class: "lane-box low", role: "group", "aria-label": "Low hand" }, this.#lowName, this.#lows);
  #say = el("p", { class: "setting-words", role: "status" });
  #warning = el("p", { class: "foul", role: "alert" });
  #confirm;
  #confirmHint;
  #end = el("div", { class: "setting-end" });

  /**
   * @param {Question} question @param {HeldCard[]} hand
   * @param {(option: Option) => void} reply @param {Pick<Keys, "hint">} keys
   */
  constructor(question, hand, reply, keys) {
    this.#reply = reply;
    this.#cards = inRankOrder(hand.map((held) => held.card));
    question.options.forEach((option, n) => {
      if (!option.cards?.length) return;
      this.#size = option.cards.length;
      this.#choices.set(together(option.cards), { option, about: question.arranged?.[n] ?? undefined });
    });
    this.#usual = question.default?.cards ?? [];
    this.#buttons = this.#cards.map((card, n) => this.#cardButton(card, n, keys.hint(LETTERS[n].toUpperCase())));
    this.#confirm = button("", () => this.#set(), { class: "answer primary set" });
    this.#confirmHint = keys.hint(CONFIRM.toUpperCase());
    const hint = keys.hint(HOUSE_WAY.toUpperCase());
    const house = button("House way", () => this.#houseWay(), { class: "house-way" }, hint);
    /** @type {Map<string, () => void>} */
    this.keys = new Map(this.#cards.map((_, n) => [LETTERS[n], () => this.#move(n)]));
    this.keys.set(HOUSE_WAY, () => this.#houseWay());
    this.keys.set(CONFIRM, () => this.#set());
    this.node = el(
      "div",
      { class: "setting" },
      el(
        "div",
        { class: "lanes", "aria-live": "off" }, // what lies where is said in words below
        this.#highBox,
        this.#lowBox,
      ),
      this.#end,
    );
    fill(this.#end, this.#say, this.#warning, el("div", { class: "answers" }, this.#confirm, house));
    this.#show();
  }

  get #noun() {
    return isTile(this.#cards[0]) ? "tile" : "card";
  }

  /** What else may be answered, beside the hands. @param {Node[]} nodes */
  addBeside(nodes) {
    this.#end.append(...nodes);
  }

  // --- what lies where

  /** @param {number} n */
  #isLow = (n) => this.#low.includes(n);

  /**
   * From one hand to the other; into a low hand that is full, for the card that was moved there first.
   * @param {number} n
   */
  #move(n, toLow = !this.#isLow(n)) {
    const before = focused();
    this.#low = this.#low.filter((other) => other !== n);
    if (toLow) this.#low = [...this.#low, n].slice(-this.#size);
    this.#show();
    if (this.#buttons.some((node) => node === before)) before?.focus();
  }

  #houseWay() {
    this.#low = [];
    for (const card of this.#usual) this.#low.push(this.#cards.findIndex((c, n) => c === card && !this.#isLow(n)));
    this.#show();
  }

  #found() {
    return this.#choices.get(together(this.#low.map((n) => this.#cards[n])));
  }

  #set() {
    const found = this.#found();
    if (found) this.#reply(found.option);
  }

  // --- showing

  #show() {
    fill(this.#high, ...this.#buttons.filter((_, n) => !this.#isLow(n)));
    fill(this.#lows, ...this.#buttons.filter((_, n) => this.#isLow(n)), this.#gaps());
    this.#buttons.forEach((node, n) => {
      const where = this.#isLow(n) ? "low" : "high";
      const other = this.#isLow(n) ? "high" : "low";
      node.dataset.in = where;
      const name = `${spokenCard(this.#cards[n])}, in the ${where} hand; press to move it to the ${other} hand`;
      find(node, ".only-spoken").textContent = name;
    });
    const found = this.#found();
    const about = found?.about;
    const missing = this.#size - this.#low.length;
    this.#highName.textContent = about?.high ? `High: ${about.high}` : "High hand";
    this.#lowName.textContent = about?.low ? `Low: ${about.low}` : "Low hand";
    this.#say.textContent = about
      ? `${about.high} over ${about.low}.`
      : `Move ${missing} ${this.#noun}${missing === 1 ? "" : "s"} to the low hand: drag, tap, or press its letter.`;
    this.#say.classList.toggle("only-spoken", Boolean(about?.high));
    this.#warning.className = about?.warning && !about.foul ? "exchanged" : "foul";
    fill(this.#warning, about?.warning ? [about.warning, " ", citation(about.cite)] : null);
    this.node?.classList.toggle("is-foul", Boolean(about?.foul));
    this.#confirm.disabled = !found;
    this.#confirm.classList.toggle("danger", Boolean(about?.foul));
    const low = this.#low.map((n) => shortCard(this.#cards[n])).join(" ");
    const words = about?.foul ? `Set a foul hand: ${low} low` : found ? `Set hands: ${low} low` : "Set hands";
    fill(this.#confirm, words, this.#confirmHint);
  }

  /** Places that are still empty in the low hand. */
  #gaps() {
    const gap = () => el("span", { class: "gap", "aria-hidden": "true" });
    return Array.from({ length: this.#size - this.#low.length }, gap);
  }

  // --- moving

  /** @param {string} card @param {number} n @param {HTMLElement|null} hint */
  #cardButton(card, n, hint) {
    const spoken = el("span", { class: "only-spoken" });
    const node = button(cardPicture(card), (event) => event.detail === 0 && this.#move(n), { class: "set-card" }, spoken, hint);
    node.addEventListener("keydown", (event) => this.#arrow(event, n));
    node.addEventListener("pointerdown", (event) => this.#press(event, n));
    return node;
  }

  /**
   * Left and right go along the cards, up and down move one to the high hand or the low hand.
   * @param {KeyboardEvent} event @param {number} n
   */
  #arrow(event, n) {
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      this.#move(n, event.key === "ArrowDown");
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const numbers = this.#buttons.map((_, at) => at);
      const shown = [...numbers.filter((at) => !this.#isLow(at)), ...numbers.filter(this.#isLow)];
      const step = event.key === "ArrowRight" ? 1 : -1;
      this.#buttons[shown[(shown.indexOf(n) + step + shown.length) % shown.length]].focus();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * A press is a tap until it has gone some way; then the card follows the pointer to the hand it is let go over.
   * @param {PointerEvent} event @param {number} n
   */
  #press(event, n) {
    if (event.button !== 0) return;
    const node = this.#buttons[n];
    const { clientX: x, clientY: y } = event;
    let dragged = false;
    node.setPointerCapture(event.pointerId);
    const over = (/** @type {PointerEvent} */ { clientX, clientY }) => {
      const { left, right, top, bottom } = this.#lowBox.getBoundingClientRect();
      return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    };
    const follow = (/** @type {PointerEvent} */ at) => {
      dragged ||= Math.hypot(at.clientX - x, at.clientY - y) > FAR;
      if (!dragged) return;
      node.classList.add("dragged");
      node.style.transform = `translate(${at.clientX - x}px, ${at.clientY - y}px)`;
      this.#lowBox.classList.toggle("target", over(at) && !this.#isLow(n));
      this.#highBox.classList.toggle("target", !over(at) && this.#isLow(n));
    };
    const end = (/** @type {PointerEvent} */ at) => {
      node.removeEventListener("pointermove", follow);
      node.removeEventListener("pointerup", end);
      node.removeEventListener("pointercancel", end);
      node.classList.remove("dragged");
      node.style.transform = "";
      for (const box of [this.#lowBox, this.#highBox]) box.classList.remove("target");
      if (at.type === "pointerup") this.#move(n, dragged ? over(at) : undefined);
    };
    node.addEventListener("pointermove", follow);
    node.addEventListener("pointerup", end);
    node.addEventListener("pointercancel", end);
  }
}

/** The hands that were set and may be seen, in words: whose, high and low. @param {TableState} table */
export function handsSet(table) {
  const sets = Object.entries(table.view.set).filter(([key]) => !table.isLeft(Number(key.split("/")[0])));
  const shown = sets.map(([key, { high, low }]) => {
    const [who] = key.split("/");
    return [el("dt", {}, capitalized(table.nameOf(who))), el("dd", {}, `High: ${high}. Low: ${low}.`)];
  });
  return shown.length ? el("dl", { class: "hands-set" }, shown) : null;
}
