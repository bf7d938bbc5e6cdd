/**
 * The coach of a practice table: what every lawful answer is worth, after the player has decided or before as they chose; what
 * their decisions cost so far; the chances behind it as a picture; and what the wagers on offer cost. The house works everything out.
 */

import { asRefused, bookDecisions, judgementOf, wagersJudgedAt } from "../kit/api.js";
import { bars } from "../kit/bars.js";
import { boardLink } from "../kit/boardlink.js";
import { NOTHING, isSameOption, wholeAnswers, worthBars } from "../kit/worthbars.js";
import { worthsTable } from "../kit/worths.js";
import { shortCard } from "../felt/cardfaces.js";
import { button, byId, el, fill, render, selection } from "../kit/dom.js";
import { captionedTable, listLine } from "../kit/lists.js";
import { Follower } from "../kit/following.js";
import { openReport } from "./judgereport.js";
import { citation } from "../kit/law.js";
import { fine, fineChange } from "../kit/money.js";
import { optionWords } from "../felt/sentences.js";
import { preferences, tabStorage } from "../kit/storage.js";
import { capitalized } from "../kit/words.js";

/** @import { TableState } from "../felt/tablestate.js" */
/** @import { AnswerMessage, AnswerWorth, Judged, JudgedQuestion, Option, Question, WagersJudged } from "../kit/types.js" */

const WHEN = { off: "not at all", before: "before I decide", after: "after I have decided" };
const MOST_ROWS = 12;
const MOST_WAGERS = 10;
const MOST_BESIDE = 6; // answers that stand where the buttons were; of more only the best and one's own
const NONE = { made: 0, best: 0, cost: 0 };

/** What is judged, and where it is shown. */
export class Judge {
  #table;
  #token;
  #panel = byId("judge");
  #board = byId("coach");
  #line = byId("judge-line");
  /** @type {{moment: string, judged: JudgedQuestion, kind: string} | null} */ #known = null;
  #asked = "";
  #over = ""; // the question that was answered; the view may still show it
  /** @type {{judged: JudgedQuestion, taken: AnswerWorth} | null} */ #last = null;
  /** @type {WagersJudged | null} */ #wagers = null;
  #wagersFor = "";
  #questions = new Follower();
  #costs = new Follower();
  /** An answer that was given before its question was judged. @type {{moment: string, answer: AnswerMessage}|null} */ #early = null;
  #score;
  #toBook = ""; // the moment of an answer that goes into the player's book once the table has taken it

  /** @param {TableState} table @param {() => string} token  that of the player's seat */
  constructor(table, token) {
    this.#table = table;
    this.#token = token;
    this.#score = tabStorage.get(`score.${table.info.id}`, NONE);
    byId("tab-judge").hidden = !table.info.practice;
    byId("tab-judge").addEventListener("click", () => this.show());
  }

  get #when() {
    return preferences.get("judge", "after");
  }

  /** Have what is asked now judged, and show what is known. */
  show() {
    if (!this.#table.info.practice || !this.#table.hasView) return;
    if (this.#toBook && this.#toBook !== JSON.stringify(this.#table.moment)) {
      this.#toBook = "";
      bookDecisions(this.#table.info.id, this.#token()).catch(() => {}); // it is booked with the next one
    }
    const { questions } = this.#table;
    const question = questions.find(({ kind }) => kind !== "cut");
    if (!question) this.#known = null; // also of one that the page answered by itself
    if (this.#table.playing && this.#when !== "off") {
      if (question) this.#ask(question);
      else if (this.#table.view.phase === "betting") this.#askWagers();
    }
    this.#draw();
  }

  /** The player has answered: say what that was worth, as soon as it is known. @param {AnswerMessage[]} answers */
  answered(answers) {
    if (this.#when === "off" || answers.length !== 1) return;
    const known = this.#known;
    if (known) return this.#take(known.moment, known.judged, answers[0]);
    this.#early = { moment: this.#asked, answer: answers[0] };
  }

  /** @param {string} moment @param {JudgedQuestion} judged @param {AnswerMessage} answer */
  #take(moment, judged, answer) {
    const taken = judged.worths.find(({ option }) => isTaken(option, answer));
    if (!taken) return;
    const { made, best, cost } = this.#score;
    this.#score = { made: made + 1, best: best + Number(taken.cost < NOTHING), cost: cost + taken.cost };
    tabStorage.set(`score.${this.#table.info.id}`, this.#score);
    this.#last = { judged, taken };
    this.#toBook = JSON.stringify(this.#table.moment);
    this.#known = null;
    this.#over = moment;
    this.#draw();
  }

  /** @param {Question} question */
  async #ask(question) {
    const { info, moment } = this.#table;
    const now = JSON.stringify([moment, question.to, question.hand]);
    if (this.#asked === now) return;
    this.#asked = now;
    this.#known = null;
    if (this.#early) this.#questions = new Follower(); // the one before is still to be judged
    const seat = question.to === this.#table.seat ? 0 : Number(question.to);
    const path = judgementOf(info.id, seat, question.hand);
    /** @param {Judged} found */
    const show = (found) => {
      if (found.judged && this.#early?.moment === now) {
        const { answer } = this.#early;
        this.#early = null;
        return this.#take(now, found.judged, answer);
      }
      if (this.#asked !== now || found.coming) return;
      if (found.judged) this.#known = { moment: now, judged: found.judged, kind: question.kind };
      this.#draw();
    };
    /** @param {unknown} refusal */
    const refused = (refusal) => fill(this.#line, asRefused(refusal).sentence);
    await this.#questions.begin(path, { token: this.#token() }, show, refused).catch(refused);
  }

  async #askWagers() {
    const { info, view } = this.#table;
    const now = JSON.stringify([view.round, view.wagers]);
    if (byId("panel-judge").hidden || this.#wagersFor === now) return;
    this.#wagersFor = now;
    /** @param {WagersJudged} found */
    const show = (found) => {
      if (this.#wagersFor !== now) return;
      this.#wagers = found;
      this.#draw();
    };
    await this.#costs.begin(wagersJudgedAt(info.id), { token: this.#token() }, show, () => {}).catch(() => {});
  }

  #draw() {
    const before = this.#when === "before" && this.#known;
    const isDeciding = this.#asked !== this.#over && this.#table.questions.some(({ kind }) => kind !== "cut");
    render(this.#line, () => (before ? bestWords(before.judged) : isDeciding ? "" : [this.#verdict(), this.#beside()]));
    render(this.#board, () => this.#bars(before || null, isDeciding));
    if (byId("panel-judge").hidden) return;
    render(this.#panel, () => [this.#choice(), before ? judgement(before.judged) : this.#past(isDeciding), this.#more()]);
  }

  /** @param {boolean} isDeciding */
  #past(isDeciding) {
    if (isDeciding) return el("p", { class: "quiet-text" }, this.#waitingWords());
    if (this.#last) return [el("p", { class: "verdict" }, this.#verdict()), judgement(this.#last.judged, this.#last.taken)];
    if (this.#when === "off") return null;
    return el("p", { class: "quiet-text" }, "Your next decision is judged here, exactly, from the cards that you can see.");
  }

  /** The board beside the felt: a bar for each answer, what the decisions cost so far, and when to be told. @param {{judged: JudgedQuestion}|null} before @param {boolean} isDeciding */
  #bars(before, isDeciding) {
    if (this.#when === "off" || !this.#table.playing) return null;
    const [last, { made, best, cost }] = [isDeciding ? null : this.#last, this.#score];
    const judged = before?.judged ?? last?.judged;
    if (!judged && !isDeciding && !made) return null;
    const isBefore = this.#when === "before";
    const flip = () => this.#choose(isBefore ? "after" : "before");
    return [
      el("h3", {}, "What each answer is worth"),
      judged
        ? worthBars(wholeAnswers(judged).slice(0, MOST_ROWS), shortWords, ({ option }) => !before && last !== null && isSameOption(option, last.taken.option))
        : el("p", { class: "quiet-text" }, this.#waitingWords()),
      boardLink(judged),
      made ? el("p", { class: "coach-score" }, `${made === 1 ? "1 decision" : `${made} decisions`}, ${best} best. Given away: `, el("b", {}, fine(cost))) : null,
      isDeciding ? button(isBefore ? "Judge me after I decide" : "Show me before I decide", flip, { class: "quiet" }) : null,
    ];
  }

  /** The answers where their buttons were, each with its worth. */
  #beside() {
    if (!this.#last || this.#when === "off") return null;
    const { judged, taken } = this.#last;
    const all = wholeAnswers(judged);
    const isOwn = (/** @type {AnswerWorth} */ one) => isSameOption(one.option, taken.option);
    const shown = all.length > MOST_BESIDE ? all.filter((one, n) => !n || isOwn(one)) : all;
    return el(
      "ul",
      { class: "coach-answers", "aria-hidden": "true" }, // the board says it in words
      shown.map((one) => el("li", { class: [one.cost < NOTHING ? "best" : "", isOwn(one) ? "taken" : ""].join(" ").trim() }, shortWords(one), " ", el("b", {}, fineChange((one.low + one.high) / 2)))),
    );
  }

  #waitingWords() {
    if (this.#when === "off") return "";
    return this.#when === "after" ? "Decide first; then you see what each answer was worth." : "Working out …";
  }

  #verdict() {
    if (!this.#last || this.#when === "off") return "";
    const { judged, taken } = this.#last;
    if (taken.cost < 0.005) return `${answerWords(taken)}: nothing is worth more.`;
    const best = judged.worths.find((one) => one.best);
    const percent = `${taken.percent.toFixed(1)} % of the wager`;
    return `${answerWords(taken)} cost ${fine(taken.cost)}, ${percent}; better: ${best ? answerWords(best) : ""}.`;
  }

  #choice() {
    const choose = () => this.#choose(byId("judge-when", HTMLSelectElement).value);
    const select = selection(Object.entries(WHEN), { id: "judge-when", value: this.#when, onchange: choose });
    return el("label", { class: "check", for: "judge-when" }, "Judge my decisions: ", select);
  }

  /** @param {string} when */
  #choose(when) {
    preferences.set("judge", when);
    this.#asked = this.#wagersFor = "";
    this.#last = this.#known = null;
    this.show();
  }

  #more() {
    const { info } = this.#table;
    const report = this.#table.playing
      ? button("My session: luck and skill", () => openReport(info, this.#token()), { class: "quiet" })
      : null;
    const wagers = this.#table.view.phase === "betting" && this.#when !== "off" ? this.#wagers : null;
    return [wagers && wagersTable(wagers), report];
  }
}

/** @param {Option} option @param {AnswerMessage} answer */
const isTaken = (option, answer) =>
  option.says === answer.says &&
  (option.on ?? "") === (answer.on ?? "") &&
  (option.wager ?? "") === (answer.wager ?? "") &&
  [...(option.cards ?? [])].sort().join() === [...(answer.cards ?? [])].sort().join();

/** @param {AnswerWorth} worth */
function answerWords({ option, amount = 0 }) {
  const words = capitalized(optionWords(option));
  const cards = option.cards?.length ? ` ${option.cards.map(shortCard).join(" ")}` : "";
  return `${words}${cards}${amount ? ` for ${fine(amount)}` : ""}`;
}

/** The same where its amount is plain: of its whole wager. @param {AnswerWorth} worth */
const shortWords = ({ option }) => answerWords({ option, low: 0, high: 0, cost: 0, percent: 0 });

/** @param {JudgedQuestion} judged */
function bestWords(judged) {
  const best = judged.worths.find((one) => one.best);
  return best ? `Best: ${answerWords(best)}, worth ${fineChange((best.low + best.high) / 2)} on average.` : "";
}

/** @param {JudgedQuestion} judged @param {AnswerWorth} [taken] */
function judgement(judged, taken) {
  const ranked = [...judged.worths].sort((one, other) => one.cost - other.cost);
  const shown = ranked.slice(0, MOST_ROWS);
  const isTakenRow = (/** @type {AnswerWorth} */ one) => taken !== undefined && one.option === taken.option;
  return [
    worthsTable(
      shown.map((one) => ({
        words: answerCell(one),
        isTaken: isTakenRow(one),
        worth: one.low === one.high ? fineChange(one.low) : `${fineChange(one.low)} to ${fineChange(one.high)}`,
        cost: one.cost,
        percent: one.percent,
      })),
    ),
    ranked.length > shown.length ? el("p", { class: "quiet-text" }, `${ranked.length - shown.length} more answers are worth less.`) : null,
    judged.chances.map(({ title, of }) => bars(title, of.map(({ name, probability }) => [name, probability]))),
    el("p", { class: "quiet-text" }, judged.method),
    judged.rests_on.map((words) => el("p", { class: "quiet-text" }, words)),
    el("p", {}, judged.cites.map((cite) => citation(cite))),
  ];
}

/** @param {AnswerWorth} worth */
const answerCell = (worth) =>
  worth.option.cards?.length
    ? `${capitalized(optionWords(worth.option))} ${worth.option.cards.map(shortCard).join(" ")}`
    : answerWords(worth);

/** @param {WagersJudged} found */
function wagersTable(found) {
  if (found.coming) return el("p", { class: "quiet-text" }, "The edges of this table are being worked out …");
  const lines = found.lines.slice(0, MOST_WAGERS);
  return [
    found.better.slice(0, 3).map(({ words, gain, cite }) =>
      el("p", { class: "better" }, `${words} (${fineChange(gain)}) `, citation(cite)),
    ),
    found.up?.length
      ? el(
          "p",
          {},
          `What you have up is worth ${fineChange(found.up.reduce((sum, one) => sum + one.expected, 0))} from here on.`,
        )
      : null,
    captionedTable(
      "What $100 on each wager bring on average, the best first",
      ["Wager", "Worth", "Each"],
      lines.map(({ title, strategy, cost, per }) => listLine({}, strategy ? `${title}, ${strategy}` : title, fineChange(-cost), per)),
      "worths",
    ),
  ];
}
