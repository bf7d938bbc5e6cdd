/**
 * The next lawful step of whoever works at a table: close the betting, enter what was shown, answer what is asked, for
 * themselves or for a seat. A form stays as it is, half filled in or not, as long as its question is asked.
 */

import { DealPanel, EnteredResult } from "./deal.js";
import { button, byId, changeDetector, el, fill, focused, kept, letBeRead, render } from "../../kit/dom.js";
import { answerTo, questionForAll, questionForm } from "../questions.js";
import { listedRoles } from "../../kit/roles.js";

/** @import { Keys } from "../keys.js" */
/** @import { Act } from "./staff.js" */
/** @import { Shortcuts } from "../questions.js" */
/** @import { TableState } from "../../felt/tablestate.js" */
/** @import { PayPanel } from "./pay.js" */
/** @import { AnswerMessage, HeldCard, Question, ReportMessage } from "../../kit/types.js" */

/** Where the focus goes when there is something to do first. @typedef {() => HTMLElement|null} Claim */

/** What to do next, with one key to do it. */
export class NextStep {
  #table;
  #act;
  #keys;
  #pays;
  #claim;
  #deal;
  /** What was said of an irregularity when it was reported, so that it is not asked again. */
  #said = { round: 0, facts: /** @type {ReportMessage["facts"]} */ ({}) };
  #entered;
  #isOther = changeDetector(); // than what the focus was offered for
  /** Of the forms that have keys. @type {WeakMap<Node, Shortcuts>} */ #shortcuts = new WeakMap();
  /** What the key of the next step presses. @type {HTMLElement|null} */ #target = null;
  #held = el("p", { class: "held" });
  #says = el("p", { class: "waiting" });
  #questions = el("div", { class: "console-questions" });
  #up = el("p", { class: "up-now" });
  #close = button("", () => this.closeBetting(), { class: "answer primary big", "data-says": "no_more_bets" });
  #closing = el("div", { class: "closing" }, this.#up, this.#close);
  node;

  /**
   * @param {TableState} table @param {Act} act @param {Keys} keys @param {PayPanel} pays  whose act comes before the next round
   * @param {Claim} claim  where chips are typed @param {() => void} otherwise  where nothing of the round is to be done: the next task
   */
  constructor(table, act, keys, pays, claim, otherwise) {
    this.#table = table;
    this.#act = act;
    this.#keys = keys;
    this.#pays = pays;
    this.#claim = () => pays.current ?? claim();
    this.#deal = new DealPanel(table, act, keys);
    const correct = () => this.#act({ do: "correct", ...this.#table.moment });
    this.#entered = new EnteredResult(table, this.#deal, keys, correct);
    keys.bind("correct", () => table.view.you.correctable && correct());
    keys.bind("ready", () => this.#target?.click());
    keys.bind("close", () => (this.#isBetting ? !this.#close.disabled && this.closeBetting() : otherwise()));
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
        pays.confirm,
      ),
    );
  }

  /** Draw everything again next time: keys may have changed. */
  forget() {
    this.#isOther(null);
    fill(this.#questions);
  }

  /** No more bets. */
  closeBetting = () => this.#act({ do: "no_more_bets", ...this.#table.moment });

  get #isBetting() {
    return this.#table.betting && this.#table.may("no_more_bets");
  }

  /** Whether something of the round is to be done here, so that its act is the one that comes first. */
  get isAsked() {
    return this.#isBetting || this.#pays.isDue || this.#table.questions.length > 0;
  }

  /** What was said when an irregularity was reported. @param {ReportMessage["facts"]} facts */
  reported(facts) {
    this.#said = { round: this.#table.moment.round, facts };
    this.show();
  }

  /**
   * What was said before applying a report answers the question about it. @param {Question[]} questions
   * @returns {Question|undefined} the one that is answered by it
   */
  #answeredBefore(questions) {
    const { round, facts = {} } = this.#said;
    if (round !== this.#table.moment.round) return undefined;
    const question = questions.find(({ options }) => options.some(({ says }) => says in facts));
    const named = question?.options.find(({ says }) => says in facts);
    const option = named && facts[named.says] ? named : question?.default;
    if (!question || !option) return undefined;
    this.#said = { round: 0, facts: {} };
    this.#act({ do: "answer", ...this.#table.moment, ...answerTo(question, option, 0) });
    return question;
  }

  /** Show what is to be done now. */
  show() {
    const { view } = this.#table;
    const isBetting = this.#isBetting;
    const answered = this.#answeredBefore(this.#table.questions);
    const questions = this.#table.questions.filter((question) => question !== answered);
    const device = questions.find(({ to }) => to === "chance") ?? null;
    const others = questions.filter((question) => question !== device);
    this.#say(this.#held, view.phase === "closed" && view.tasks.length ? "" : view.blocked); // a closed table lists its steps
    this.#say(this.#says, this.#words(isBetting || questions.length > 0));
    this.#showClosing(isBetting);
    this.#deal.show(isBetting ? null : device);
    this.#showForms(isBetting ? [] : others);
    this.#entered.show(others.find(({ entered }) => entered)?.entered ?? "");
    const first = /** @type {HTMLElement|null} */ (
      this.#questions.querySelector(".question:not(.all) .answers .answer")
    );
    /** @type {HTMLElement|null} */
    const amount = this.#questions.querySelector(".range .answer"); // as it is proposed, unless another was chosen
    this.#target = this.#pays.isDue ? this.#pays.confirm : isBetting ? this.#close : device && !this.#deal.node.hidden ? null : (first ?? amount);
    if (!this.#isOther([isBetting, this.#table.moment, questions])) return; // whoever has gone on to something else stays there
    if (isBetting || !questions.length) return this.#offerFocus(this.#claim() ?? this.#target);
    this.#offerFocus(device ? this.#deal.field : (first ?? this.#questions.querySelector("input")));
  }

  // --- questions

  /** @param {Question[]} questions */
  #showForms(questions) {
    const seats = questions.filter(({ to }) => typeof to === "number");
    const isOther = render(this.#questions, () => [
      kept(seats, () => this.#withKeys(questionForAll(seats, { answer: (answers) => this.#answerAll(answers), keys: this.#keys }))),
      questions.map((question, n) => kept([n > 0, question, this.#handOf(question), this.#whose(question)], () => this.#form(question, n))),
    ]);
    if (!isOther) return;
    letBeRead(this.#questions);
    if (this.#deal.isTold && !questions.length) return; // its answers have the keys
    this.#keys.answer(new Map([...this.#questions.children].flatMap((node) => [...(this.#shortcuts.get(node) ?? [])])));
  }

  /** @param {{node: HTMLElement, keys: Shortcuts}|null} form */
  #withKeys(form) {
    if (form) this.#shortcuts.set(form.node, form.keys);
    return form?.node ?? null;
  }

  /** @param {Question} question @param {number} n  only the first one has keys */
  #form(question, n) {
    const unkeyed = { hint: () => null, letters: this.#keys.letters.bind(this.#keys) };
    const form = questionForm(question, {
      hand: this.#handOf(question),
      answer: (answer) => this.#act({ do: "answer", ...this.#table.moment, ...answer }),
      keys: n ? unkeyed : this.#keys,
      whose: this.#whose(question),
      explained: typeof question.to !== "number", // what a hand signal means needs no provision
      isWaitedFor: true,
    });
    return n ? form.node : this.#withKeys(form);
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
    render(node, () => words);
  }

  /** Whom the table waits for, where nothing is asked of this person. @param {boolean} isAsked */
  #words(isAsked) {
    const { view, askedWords } = this.#table;
    const { name, roles, may } = view.you;
    if (!may.length) {
      const as = roles.length ? ` as ${listedRoles(roles)}` : "";
      return `${name} is signed in${as}. Nothing at this table is signed, reported or decided in that role.`;
    }
    if (this.#pays.isDue) return `Take and pay round ${view.settled_round}. Then betting opens.`;
    if (view.phase === "closed") return this.#closedWords();
    if (isAsked || view.blocked) return "";
    if (view.asked.length) return `Waiting for ${view.asked.map(askedWords).join("; ")}.`;
    if (view.tasks.some(({ yours }) => yours)) return ""; // the queue says what
    return this.#pays.isOpen ? `Take and pay round ${view.settled_round}; the next round does not wait for it.` : "Nothing to do right now.";
  }

  /** What a closed table waits for, where that is not this person's. */
  #closedWords() {
    const { tasks } = this.#table.view;
    const next = tasks.find(({ yours, waits_for: waits }) => yours || !waits);
    if (next?.yours) return ""; // the queue says what
    return !next ? "The table is closed." : `The table is closed. Next: ${next.title} (${next.who}).`;
  }

  /** How many have bets up, and closing the betting; where that cannot be done yet, why. @param {boolean} isBetting */
  #showClosing(isBetting) {
    const { wagers, tasks } = this.#table.view;
    const count = new Set(wagers.map((wager) => wager.seat)).size;
    const waits = tasks.find(({ kind }) => kind === "close_bets")?.waits_for ?? "";
    const up = count === 1 ? "1 player has bets up." : `${count || "No"} players have bets up.`;
    this.#say(this.#up, [up, waits].filter(Boolean).join(" "));
    this.#closing.hidden = !isBetting;
    this.#close.disabled = Boolean(waits);
    this.#close.classList.toggle("primary", count > 0);
    render(this.#close, () => ["No more bets", this.#keys.hint(this.#keys.keyOf("close"))]);
  }

  /** To the dealer's next step, unless they are busy elsewhere on the page. @param {HTMLElement|null} target */
  #offerFocus(target) {
    if (this.#table.role !== "dealer") return;
    queueMicrotask(() => {
      const active = focused();
      const isIdle = !active || active === document.body || active === byId("felt");
      const isFree = isIdle || active.closest(".console-act, .pays") || !active.checkVisibility(); // or what it was on has gone
      if (isFree && !document.querySelector("dialog[open]")) target?.focus();
    });
  }
}
