/**
 * The next lawful step of whoever works at a table: close the betting, enter what was shown, answer what is asked, for
 * themselves or for a seat. A form stays as it is, half filled in or not, as long as its question is asked.
 */

import { DealConsole, EnteredResult } from "./deal.js";
import { button, byId, el, fill, focused, letBeRead } from "../../kit/dom.js";
import { questionForAll, questionForm } from "../questions.js";
import { listedRoles } from "../../kit/roles.js";

/** @import { Keys } from "../keys.js" */
/** @import { Act } from "./staff.js" */
/** @import { TableState } from "../../felt/tablestate.js" */
/** @import { AnswerMessage, HeldCard, Question } from "../../kit/types.js" */

/** @typedef {ReturnType<typeof questionForm>} Form */

/** Where the focus goes when there is something to do first. @typedef {() => HTMLElement|null} Claim */

/** What to do next, with one key to do it. */
export class NextStep {
  #table;
  #act;
  #keys;
  #claim;
  #deal;
  #entered;
  #shown = "";
  #formsShown = "";
  /** @type {Map<string, Form>} */ #forms = new Map();
  /** What the key of the next step presses. @type {HTMLElement|null} */ #target = null;
  #held = el("p", { class: "held" });
  #says = el("p", { class: "waiting" });
  #questions = el("div", { class: "console-questions" });
  #up = el("p", { class: "up-now" });
  #close = button("", () => this.closeBetting(), { class: "answer big", "data-says": "no_more_bets" });
  #closing = el("div", {}, this.#up, this.#close);
  node;

  /** @param {TableState} table @param {Act} act @param {Keys} keys @param {Claim} claim */
  constructor(table, act, keys, claim) {
    this.#table = table;
    this.#act = act;
    this.#keys = keys;
    this.#claim = claim;
    this.#deal = new DealConsole(table, act, keys);
    const correct = () => this.#act({ do: "correct", ...this.#table.moment });
    this.#entered = new EnteredResult(table, this.#deal, keys, correct);
    keys.bind("correct", () => table.view.you.correctable && correct());
    keys.bind("ready", () => this.#target?.click());
    keys.bind("close", () => table.may("no_more_bets") && table.betting && this.closeBetting());
    this.node = el(
      "div",
      { class: "console-part next" },
      el(
        "div",
        { class: "console-body" },
        this.#held,
        this.#says,
        this.#entered.node,
        this.#deal.node,
        this.#questions,
        this.#closing,
      ),
    );
  }

  /** Draw everything again next time: keys may have changed. */
  forget() {
    this.#shown = this.#formsShown = "";
    this.#forms.clear();
    this.#entered.forget();
  }

  /** No more bets. */
  closeBetting = () => this.#act({ do: "no_more_bets", ...this.#table.moment });

  /** Show what is to be done now. */
  show() {
    const { view, questions, may, betting } = this.#table;
    const isBetting = betting && may("no_more_bets");
    const device = questions.find(({ to }) => to === "chance") ?? null;
    const others = questions.filter((question) => question !== device);
    this.#say(this.#held, view.blocked);
    this.#say(this.#says, this.#words(isBetting || questions.length > 0));
    this.#countPlayers();
    this.#closing.hidden = !isBetting;
    this.#deal.show(isBetting ? null : device);
    this.#showForms(isBetting ? [] : others);
    this.#entered.show(others.find(({ entered }) => entered)?.entered ?? "");
    const now = JSON.stringify([isBetting, this.#table.moment, questions, this.#keys.keyOf("close")]);
    if (now === this.#shown) return;
    this.#shown = now;
    fill(this.#close, "No more bets", this.#keys.hint(this.#keys.keyOf("close")));
    const first = /** @type {HTMLElement|null} */ (
      this.#questions.querySelector(".question:not(.all) .answers .answer")
    );
    /** @type {HTMLElement|null} */
    const amount = this.#questions.querySelector(".range .answer"); // as it is proposed, unless another was chosen
    this.#target = isBetting ? this.#close : device && !this.#deal.node.hidden ? null : (first ?? amount);
    if (isBetting || !questions.length) return this.#offerFocus(this.#claim() ?? this.#target);
    this.#offerFocus(device ? this.#deal.field : (first ?? this.#questions.querySelector("input")));
  }

  // --- questions

  /** @param {Question[]} questions */
  #showForms(questions) {
    const now = JSON.stringify([questions, questions.map(this.#handOf)]);
    if (now === this.#formsShown) return;
    this.#formsShown = now;
    const keep = new Map();
    const forms = questions.map((question, n) => {
      const key = JSON.stringify([n > 0, question, this.#handOf(question), this.#whose(question)]);
      const form = this.#forms.get(key) ?? this.#form(question, n);
      keep.set(key, form);
      return form;
    });
    this.#forms = keep;
    const seats = questions.filter(({ to }) => typeof to === "number");
    const all = questionForAll(seats, { answer: (answers) => this.#answerAll(answers), keys: this.#keys });
    const active = focused();
    fill(this.#questions, all?.node, forms.map(({ node }) => node));
    letBeRead(this.#questions);
    if (active && this.#questions.contains(active)) active.focus();
    if (this.#deal.isTold && !questions.length) return; // its answers have the keys
    this.#keys.answer(new Map([...(all?.keys ?? []), ...(forms[0]?.keys ?? [])]));
  }

  /** @param {Question} question @param {number} n  only the first one has keys */
  #form(question, n) {
    const unkeyed = { hint: () => null, letters: this.#keys.letters.bind(this.#keys) };
    return questionForm(question, {
      hand: this.#handOf(question),
      answer: (answer) => this.#act({ do: "answer", ...this.#table.moment, ...answer }),
      keys: n ? unkeyed : this.#keys,
      whose: this.#whose(question),
      explained: typeof question.to !== "number", // what a hand signal means needs no provision
      isWaitedFor: true,
    });
  }

  /** @param {AnswerMessage[]} answers */
  async #answerAll(answers) {
    const { moment } = this.#table;
    for (const answer of answers) if (!(await this.#act({ do: "answer", ...moment, ...answer }))) return;
  }

  /** `Seat 3, hand 2: soft 18`, for whom the dealer speaks. @param {Question} question */
  #whose({ to, hand }) {
    if (typeof to !== "number") return "";
    const { view } = this.#table;
    const isSplit = (view.cards[to] ?? []).some((card) => card.hand !== hand);
    const whose = `seat ${to}${isSplit ? `, hand ${hand + 1}` : ""}`;
    const total = view.totals[`${to}/${hand}`];
    return total ? `${whose}: ${total}` : whose;
  }

  /** @param {Question} question @returns {HeldCard[]} */
  #handOf = ({ to, hand }) => {
    const cards = this.#table.view.cards[to] ?? [];
    return typeof to === "number" ? cards.filter((card) => card.hand === hand) : cards;
  };

  // --- words

  /** @param {HTMLElement} node @param {string} words */
  #say(node, words) {
    node.hidden = !words;
    if (node.textContent !== words) node.textContent = words;
  }

  /** Whom the table waits for, where nothing is asked of this person. @param {boolean} isAsked */
  #words(isAsked) {
    const { view, askedWords } = this.#table;
    const { name, roles, may } = view.you;
    if (!may.length) {
      const as = roles.length ? ` as ${listedRoles(roles)}` : "";
      return `${name} is signed in${as}. Nothing at this table is signed, reported or decided in that role.`;
    }
    if (isAsked || view.blocked) return "";
    if (view.asked.length) return `Waiting for ${view.asked.map(askedWords).join("; ")}.`;
    return view.phase === "closed" ? "The table is closed." : "Nothing to do right now.";
  }

  #countPlayers() {
    const count = new Set(this.#table.view.wagers.map((wager) => wager.seat)).size;
    this.#say(this.#up, count === 1 ? "1 player has bets up." : `${count} players have bets up.`);
  }

  // --- sending and focus


  /** To the dealer's next step, unless they are busy elsewhere on the page. @param {HTMLElement|null} target */
  #offerFocus(target) {
    if (this.#table.role !== "dealer") return;
    queueMicrotask(() => {
      const active = focused();
      const isIdle = !active || active === document.body || active === byId("felt");
      const isFree = isIdle || active.closest(".next, .pays") || !active.checkVisibility(); // or what it was on has gone
      if (isFree && !document.querySelector("dialog[open]")) target?.focus();
    });
  }
}
