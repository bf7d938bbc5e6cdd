/** An exam: so many questions in a row, nothing graded before the end, and a record to print. */

import { asRefused } from "../kit/api.js";
import { button, el, fill } from "../kit/dom.js";
import { listLine, listTable } from "../kit/lists.js";
import { Making, QuestionView } from "./question.js";
import { answerExam, recordOf } from "./api.js";
import { citation } from "../kit/law.js";
import { fine } from "../kit/money.js";
import { tabStorage } from "../kit/storage.js";

/** @import { Names } from "../felt/sentences.js" */
/** @import { ExamResult, ExamState } from "../kit/types.js" */

const NAME = "drills.exam";

/** The exam that this tab is in, with the game that it is of. @returns {{exam: string, game: string, rules: string}|null} */
export const examOfTab = () => tabStorage.get(NAME, null);

/** An exam as it is sat. */
export class ExamView {
  node = el("div", { class: "exam" });
  /** @type {QuestionView|null} */ #view = null;
  #names;
  #titles;
  #over;

  /** @param {Names} names @param {Record<string, string>} titles  of kinds @param {() => void} over  called to leave it */
  constructor(names, titles, over) {
    this.#names = names;
    this.#titles = titles;
    this.#over = over;
  }

  /** @param {ExamState} state @param {string} game @param {string} rules */
  show(state, game, rules) {
    tabStorage.set(NAME, state.result ? null : { exam: state.exam, game, rules });
    if (state.result) return this.#showResult(state.exam, state.result);
    if (!state.question) return;
    const head = `Exam: question ${state.number} of ${state.count}`;
    const view = new QuestionView(state.question, head, this.#names, (answer) => this.#answer(view, state, answer, game, rules));
    this.#view = view;
    fill(this.node, view.node, button("Leave the exam", () => this.#leave(), { class: "quiet" }));
    view.focus();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    this.#view?.press(event);
  }

  /** @param {QuestionView} view @param {ExamState} state @param {string} answer @param {string} game @param {string} rules */
  async #answer(view, { exam, number }, answer, game, rules) {
    view.stop();
    const making = new Making("The next question is being made");
    this.node.append(making.node);
    try {
      this.show(await answerExam(exam, number, answer), game, rules);
    } catch (refusal) {
      view.again(asRefused(refusal).sentence);
    } finally {
      making.end();
    }
  }

  #leave() {
    tabStorage.set(NAME, null);
    this.#view?.stop();
    this.#over();
  }

  /** @param {string} exam @param {ExamResult} result */
  #showResult(exam, { right, lines }) {
    this.#view = null;
    const title = el("h2", { tabindex: "-1", class: "score" }, `${right} of ${lines.length} right`);
    const rows = lines.map((line, n) =>
      listLine(
        { class: line.right ? "right" : "wrong" },
        `${n + 1}. ${line.asks}`,
        this.#titles[line.kind] ?? line.kind,
        `${line.given.replace(/\.$/, "")}: ${line.right ? "right" : "wrong"}`,
        `${line.accepted.slice(0, 3).join(" or ")}${line.cost ? ` (cost ${fine(line.cost)})` : ""}`,
        `${line.seconds.toFixed(0)} s`,
        (line.cites ?? []).slice(0, 2).map((cite) => [citation(cite), " "]),
      ),
    );
    fill(
      this.node,
      el(
        "section",
        { class: "panel", "aria-label": "Result of the exam" },
        title,
        el("p", {}, el("a", { class: "record", href: recordOf(exam), target: "_blank", rel: "noopener" }, "The record, to print and sign"), " opens in another tab."),
        listTable(["Question", "Kind", "Answer", "Right", "Time", "By"], rows, "exam-lines"),
        button("Back to the drills", () => this.#leave(), { class: "primary" }),
      ),
    );
    title.focus();
  }
}
