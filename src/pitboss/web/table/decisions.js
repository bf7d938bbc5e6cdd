/** The questions that this player is asked, as controls; and the answers on their way. */

import { asRefused } from "../kit/api.js";
import { button, byId, el, fill, focused, kept, render } from "../kit/dom.js";
import { onlineOnly, setOnline } from "./offline.js";
import { defaultAnswer, questionForAll, questionForm } from "./questions.js";
import { isPassed, isSurrender, knowsSurrender, learnSurrender } from "../felt/settings.js";
import { plain } from "../kit/words.js";

/** @import { Connection } from "./connection.js" */
/** @import { Keys } from "./keys.js" */
/** @import { Notice } from "./notice.js" */
/** @import { TableState } from "../felt/tablestate.js" */
/** @import { AnswerMessage, Question } from "../kit/types.js" */

const SEEN_AFTER = 200; // milliseconds: nobody has read what has just come, so no press is meant for it

/**
 * @typedef {object} Surroundings
 * @property {Keys} keys
 * @property {(cells: string[][]) => void} light  shows the cells of the hand on the strategy chart
 * @property {(notice: Notice) => void} notify
 * @property {(words: string) => void} say  to screen readers
 * @property {(seat: number) => void} scrollToSeat
 */

/** The panel of the player's decisions. */
export class Decisions {
  #table;
  #connection;
  #around;
  #panel = byId("decision");
  /** @type {HTMLFieldSetElement|null} */ #group = null;
  #answering = 0; // answers on their way
  #answered = 0; // the first state of the table that includes the last of them
  #passed = ""; // the moment for which a question was last passed without asking
  #resting = false; // whether the focus waits on the felt for the next decision
  #moment = { round: 0, question: 0 }; // that of the questions as they are shown
  #drawnAt = -Infinity;
  #asksInRound = 0; // the round in which the player wants to be asked what is passed otherwise

  /** @param {TableState} table @param {Connection} connection @param {Surroundings} around */
  constructor(table, connection, around) {
    this.#table = table;
    this.#connection = connection;
    this.#around = around;
    around.keys.bind("surrender", () => this.#askInThisRound());
  }

  /** Draw everything again next time. */
  forget() {
    fill(this.#panel);
  }

  /** Show what is asked now; what is shown already stays as it is. */
  show() {
    const { view, moment } = this.#table;
    const isWaiting = this.#answering > 0 || view.sequence < this.#answered;
    const questions = isWaiting ? [] : this.#withoutPassed(this.#table.questions);
    const [before, wasDeciding] = [this.#group, this.#panel.contains(document.activeElement)];
    this.#moment = moment;
    render(this.#panel, () => [
      questions.length ? kept([view.round, questions, questions.map(this.#handOf)], () => this.#form(questions)) : null,
      this.#surrenderHint(questions),
    ]);
    this.#group = this.#panel.querySelector("fieldset");
    if (this.#group !== before) this.#changed(questions, wasDeciding);
    this.#enable();
  }

  /** What is shown can be pressed as soon as it can have been read. */
  #enable() {
    if (!this.#group) return;
    setOnline(this.#group, this.#table.online);
    if (this.#isUnread) this.#group.disabled = true;
  }

  /** Whether what is asked has only just come: a press now was meant for what was there before. */
  get #isUnread() {
    return performance.now() - this.#drawnAt < SEEN_AFTER;
  }

  /** @param {Question[]} questions */
  #form(questions) {
    const { keys } = this.#around;
    const unkeyed = { hint: () => null, letters: keys.letters.bind(keys) }; // only the first one has keys
    const forms = questions.map((question, n) =>
      questionForm(question, {
        hand: this.#handOf(question),
        answer: (answer) => this.#answer([answer]),
        keys: n ? unkeyed : keys,
        whose: this.#table.handWords(question),
        dealer: this.#table.view.cards.dealer,
      }),
    );
    const all = questionForAll(questions, { answer: (answers) => this.#answer(answers), keys });
    keys.answer(new Map([...(all?.keys ?? []), ...forms[0].keys]));
    return onlineOnly(all?.node, forms.map((form) => form.node), moreWords(forms.length - 1));
  }

  /** Other questions are asked, or none. @param {Question[]} questions @param {boolean} wasDeciding */
  #changed(questions, wasDeciding) {
    const { keys, light } = this.#around;
    const charted = questions.find((question) => question.cell);
    light(charted?.cell ? [charted.cell, ...(charted.more_cells ?? [])] : []);
    if (!questions.length) keys.answer(new Map());
    this.#drawnAt = performance.now();
    setTimeout(() => this.#enable(), SEEN_AFTER + 1); // not what has come since: its cards may still be dealt
    this.#panel.hidden = !questions.length;
    this.#moveFocus(wasDeciding, questions.length > 0);
    if (questions.length) this.#announce(questions);
  }

  /** @param {Question[]} questions */
  #announce(questions) {
    const words = questions.map((question) => [plain(question.kind), this.#table.handWords(question)].filter(Boolean).join(", with "));
    this.#around.say(`Your decision: ${words.join(", ")}.`);
    this.#around.scrollToSeat(Number(questions[0].to));
    this.#panel.scrollIntoView({ block: "nearest" });
  }

  /**
   * How to be asked before the hands are shown, where that is passed otherwise.
   * @param {Question[]} questions
   */
  #surrenderHint(questions) {
    const { keys } = this.#around;
    const { info, view } = this.#table;
    const isSetting = questions.some(({ options }) => options.some((option) => option.cards?.length));
    if (!isSetting || !knowsSurrender(info.game) || this.#asksInRound === view.round) return null;
    const words = "Ask me before my hands are shown: until then I may surrender them";
    return button(words, () => this.#askInThisRound(), { class: "quiet" }, keys.hint(keys.keyOf("surrender")));
  }

  #askInThisRound() {
    const { game } = this.#table.info;
    if (!knowsSurrender(game) || !this.#table.playing) return;
    this.#asksInRound = this.#table.view.round;
    this.#around.notify({ sentence: "In this round you are asked before your hands are shown." });
    if (this.#group) this.show(); // the rest of the form stays as it is, half set or not
  }

  /**
   * Questions without those that the player always passes, which are answered by their default, once.
   * @param {Question[]} questions
   */
  #withoutPassed(questions) {
    const { info, view } = this.#table;
    const moment = JSON.stringify(this.#table.moment);
    if (questions.some(isSurrender)) learnSurrender(info.game);
    const asks = this.#asksInRound === view.round;
    const passed = questions.filter((question) => isPassed(question) && !(asks && isSurrender(question)));
    if (!passed.length || !this.#table.online || moment === this.#passed) return questions;
    this.#passed = moment; // whatever comes of it, it is sent once
    queueMicrotask(() => this.#send(passed.flatMap(defaultAnswer)));
    return [];
  }

  /** @param {Question} question */
  #handOf = ({ to, hand }) => (this.#table.view.cards[to] ?? []).filter((card) => card.hand === hand);

  /**
   * Whoever was among the answers when they went comes to the next ones, or back to the felt; never to the top.
   * @param {boolean} wasDeciding @param {boolean} isAsked
   */
  #moveFocus(wasDeciding, isAsked) {
    const felt = byId("felt");
    const isFree = [felt, document.body, null].includes(/** @type {HTMLElement|null} */ (focused()));
    if (isAsked && (wasDeciding || this.#resting) && isFree) {
      this.#panel.focus({ preventScroll: true });
      this.#resting = false;
    } else if (wasDeciding && !isAsked) {
      felt.focus({ preventScroll: true });
      this.#resting = true;
    }
  }

  /**
   * Answer one question or several; they are gone until the answers are seen to have arrived.
   * @param {AnswerMessage[]} answers
   */
  #answer(answers) {
    if (!this.#isUnread) this.#send(answers);
  }

  /** @param {AnswerMessage[]} answers */
  async #send(answers) {
    if (!this.#table.online) return;
    const moment = this.#moment;
    this.onSent(answers);
    this.#answering += answers.length;
    this.show();
    const send = async (/** @type {AnswerMessage} */ answer) => {
      await this.#connection.send({ do: "answer", ...moment, ...answer }).then(
        ({ sequence }) => (this.#answered = Math.max(this.#answered, sequence)),
        (refusal) => this.#around.notify(asRefused(refusal)),
      );
      this.#answering -= 1;
    };
    await Promise.all(answers.map(send));
    this.onAnswered();
  }

  /** Called with answers as they go. @param {AnswerMessage[]} _answers */
  onSent = (_answers) => {};

  /** Called when the house has received the answers. */
  onAnswered = () => {};
}

/** @param {number} count */
const moreWords = (count) =>
  count > 0
    ? el(
        "p",
        { class: "more-to-come" },
        count === 1 ? "1 more decision after this" : `${count} more decisions after this`,
      )
    : null;
