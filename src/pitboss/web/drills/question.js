/** One question on the page: the table, what is asked, and its answers by mouse, touch or keys; the time that it takes. */

import { badge } from "../kit/components.js";
import { button, el, fill, find, findAll } from "../kit/dom.js";
import { cardRow, drawScene } from "./scene.js";
import { parseDollars } from "../kit/money.js";
import { capitalized } from "../kit/words.js";

/** @import { Names } from "../felt/sentences.js" */
/** @import { DrillQuestion } from "../kit/types.js" */

const PAUSE = 900; // milliseconds after a digit before a number of two digits is taken as it stands
const ELSEWHERE = "input, select, textarea, dialog, summary, a, button:not(.choice)";

/** A question that waits for its answer. */
export class QuestionView {
  #began = performance.now();
  #took = 0;
  #clock = el("span", { class: "clock", "aria-hidden": "true" });
  #timer = 0;
  #typed = "";
  #later = 0;
  #question;
  #answer;
  /** @type {HTMLInputElement|null} */ #amount = null;

  /**
   * @param {DrillQuestion} question @param {string} head  what stands over it @param {Names} names
   * @param {(answer: string) => void} answer  called once for each press
   */
  constructor(question, head, names, answer) {
    this.#question = question;
    this.#answer = answer;
    this.said = el("p", { class: "outcome refusal", role: "alert" });
    this.asks = el("h2", { class: "asks", tabindex: "-1" }, question.asks);
    this.node = el(
      "section",
      { class: "panel question", "data-kind": question.kind, "aria-label": "The question" },
      el("p", { class: "question-head" }, badge(head), this.#clock),
      drawScene(question, names),
      this.asks,
      question.choices?.length ? this.#choices() : this.#amountForm(),
      this.said,
    );
    this.#timer = setInterval(() => this.#tick(), 1000);
    this.#tick();
  }

  get seconds() {
    return this.#took || (performance.now() - this.#began) / 1000;
  }

  /** Begin: whoever hears the page hears the question, and an amount can be typed at once. */
  focus() {
    if (this.#amount && matchMedia("(pointer: fine)").matches) this.#amount.focus();
    else this.asks.focus();
    if (this.node.getBoundingClientRect().top < 0 || !this.#amount) this.node.scrollIntoView({ block: "nearest" });
  }

  /** An answer was sent: none other counts. */
  stop() {
    this.#took ||= (performance.now() - this.#began) / 1000;
    clearInterval(this.#timer);
    clearTimeout(this.#later);
    for (const node of findAll(this.node, ".answers button, .answers input")) node.setAttribute("disabled", "");
  }

  /** The answer was none: it is asked again. @param {string} words */
  again(words) {
    for (const node of findAll(this.node, ".answers [disabled]")) node.removeAttribute("disabled");
    this.#took = 0;
    fill(this.said, words);
    (this.#amount ?? find(this.node, ".choice")).focus();
  }

  /** Mark what was chosen and what is right. @param {string} given @param {string[]} accepted */
  mark(given, accepted) {
    for (const node of findAll(this.node, ".choice")) {
      const key = node.dataset.key ?? "";
      node.classList.toggle("right", accepted.includes(key));
      node.classList.toggle("wrong", key === given && !accepted.includes(key));
    }
  }

  /** A key pressed anywhere on the page: a digit chooses. @param {KeyboardEvent} event */
  press(event) {
    const isElsewhere = event.target instanceof Element && event.target.closest(ELSEWHERE);
    const { choices = [] } = this.#question;
    if (this.#took || isElsewhere || event.ctrlKey || event.metaKey || event.altKey || !choices.length) return;
    if (event.key === "Enter" && this.#typed) return this.#chooseTyped(event);
    if (!/^\d$/.test(event.key)) return;
    clearTimeout(this.#later);
    this.#typed += event.key;
    if (Number(this.#typed) * 10 > choices.length) this.#chooseTyped(event);
    else this.#later = setTimeout(() => this.#chooseTyped(), PAUSE);
  }

  /** @param {KeyboardEvent} [event] */
  #chooseTyped(event) {
    const key = this.#typed;
    this.#typed = "";
    event?.preventDefault();
    if (this.#question.choices?.some((choice) => choice.key === key)) this.#answer(key);
  }

  #tick() {
    fill(this.#clock, `${Math.floor(this.seconds)} s`);
  }

  #choices() {
    const { choices = [] } = this.#question;
    const withCards = choices.some(({ cards }) => cards?.length);
    return el(
      "div",
      { class: withCards ? "answers with-cards" : "answers", role: "group", "aria-label": "Answers" },
      choices.map(({ key, words, cards = [] }) =>
        button(
          [el("kbd", {}, key), el("span", { class: "choice-words" }, capitalized(words)), cards.length ? cardRow(cards) : null],
          () => this.#took || this.#answer(key),
          { class: "choice", "data-key": key },
        ),
      ),
    );
  }

  #amountForm() {
    const input = el("input", { inputmode: "decimal", autocomplete: "off", maxlength: 16, required: true, placeholder: "0.00" });
    this.#amount = input;
    const node = el(
      "form",
      { class: "answers amount" },
      el("label", { class: "field" }, el("span", { class: "field-name" }, "Amount in dollars"), input),
      el("button", { type: "submit", class: "primary" }, "Answer"),
    );
    node.addEventListener("submit", (event) => {
      event.preventDefault();
      const cents = parseDollars(input.value);
      if (this.#took) return;
      if (cents === null) fill(this.said, `Expected an amount in dollars, such as 27.50, not “${input.value}”.`);
      else this.#answer((cents / 100).toFixed(2));
    });
    return node;
  }
}

/** Something is being made: how long already, and who else waits. */
export class Making {
  #began = performance.now();
  #line = el("p", { class: "making-words" });
  #said = el("p", { class: "only-spoken", role: "status" });
  #timer = 0;
  #waiting = 0;
  #words;

  /** @param {string} words */
  constructor(words) {
    this.#words = words;
    const bar = el("progress", { "aria-label": words });
    this.node = el("section", { class: "panel making" }, this.#line, bar, this.#said);
    this.#timer = setInterval(() => this.#draw(), 500);
    fill(this.#said, words);
    this.#draw();
  }

  /** @param {number} waiting  how many others wait */
  tell(waiting) {
    this.#waiting = waiting;
  }

  end() {
    clearInterval(this.#timer);
    this.node.remove();
  }

  #draw() {
    const seconds = Math.floor((performance.now() - this.#began) / 1000);
    const first = seconds > 3 ? " The first question of a game takes longest: its mathematics is worked out." : "";
    const others = this.#waiting > 1 ? ` ${this.#waiting} others wait too.` : "";
    fill(this.#line, `${this.#words} … ${seconds} s.${first}${others}`);
  }
}
