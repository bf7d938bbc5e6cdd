/** Practice: question after question, each graded at once; weak topics come back. */

import { asRefused } from "../kit/api.js";
import { button, el, fill } from "../kit/dom.js";
import { reasons, verdict } from "./grade.js";
import { concerning, keep, progress, weakest } from "./progress.js";
import { Making, QuestionView } from "./question.js";
import { answerDrill, askDrill } from "./api.js";
import { fine } from "../kit/money.js";
import { plain } from "../kit/words.js";

/** @import { Names } from "../felt/sentences.js" */
/** @import { DrillAsked, DrillQuestion } from "../kit/types.js" */

/** @typedef {{game: string, rules: string, kinds: string[], names: Names, titles: Record<string, string>}} Drilled */

/** A sitting at one game. */
export class Practice {
  #drilled;
  #counts = el("dl", { class: "counts" });
  #place = el("div", { class: "place" });
  #weak = el("div", { class: "weak" });
  /** @type {QuestionView|null} */ #view = null;
  /** @type {Making|null} */ #making = null;
  #over = false;

  #takesFocus;

  /** @param {Drilled} drilled @param {() => void} leave  called to choose other drills @param {boolean} isAsked  whether somebody pressed for it */
  constructor(drilled, leave, isAsked) {
    this.#drilled = drilled;
    this.#takesFocus = isAsked;
    const other = button("Other drills", leave, { class: "quiet other-drills" });
    this.node = el("div", { class: "practice-drills" }, el("div", { class: "counts-row" }, this.#counts, other), this.#place, this.#weak);
    this.#count();
    this.#next(this.#ask());
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    this.#view?.press(event);
  }

  /** Other drills were chosen. */
  end() {
    this.#over = true;
    this.#view?.stop();
    this.#making?.end();
  }

  /** @returns {Promise<DrillAsked>} */
  #ask() {
    const { game, rules, kinds } = this.#drilled;
    return askDrill({ game, rules, kinds, progress: concerning(game, kinds) }, (waiting) => this.#making?.tell(waiting));
  }

  /** @param {Promise<DrillAsked>} coming */
  async #next(coming) {
    this.#view = null;
    const making = new Making("The question is being made");
    this.#making = making;
    fill(this.#place, making.node);
    try {
      const asked = await coming;
      if (!this.#over) this.#show(asked);
    } catch (refusal) {
      const again = button("Try again", () => this.#next(this.#ask()));
      if (!this.#over) fill(this.#place, el("p", { class: "refusal", role: "alert" }, asRefused(refusal).sentence), again);
    } finally {
      making.end();
    }
  }

  /** @param {DrillAsked} asked */
  #show({ question, token = "" }) {
    if (!question) return;
    const { names, titles } = this.#drilled;
    const view = new QuestionView(question, titles[question.kind] ?? question.kind, names, (answer) =>
      this.#answer(view, question, token, answer),
    );
    this.#view = view;
    fill(this.#place, view.node);
    if (this.#takesFocus) view.focus();
    this.#takesFocus = true;
  }

  /** @param {QuestionView} view @param {DrillQuestion} question @param {string} token @param {string} answer */
  async #answer(view, question, token, answer) {
    view.stop();
    const { game, names } = this.#drilled;
    try {
      const graded = await answerDrill({ token, answer, seconds: view.seconds, progress: concerning(game, [question.kind]) });
      if (this.#over || !graded.grade) return;
      keep(graded.progress ?? {});
      this.#count();
      const ahead = this.#ask(); // made while the grade is being read
      ahead.catch(() => {}); // it is asked for again when it is wanted
      view.mark(graded.grade.given, graded.grade.accepted);
      const next = button("Next question", () => this.#next(ahead.catch(() => this.#ask())), { class: "primary next" });
      fill(view.said);
      view.node.append(
        el(
          "div",
          { class: `grade ${graded.grade.right ? "right" : "wrong"}` },
          el("p", { class: "verdict", role: "status" }, verdict(question, graded.grade, view.seconds)),
          next,
          reasons(question, graded, names),
        ),
      );
      next.focus();
    } catch (refusal) {
      const { sentence, code } = asRefused(refusal);
      view.again(sentence);
      if (code === "stale") this.#next(this.#ask());
    }
  }

  #count() {
    const { asked = 0, right = 0, streak = 0, longest = 0, cost = 0, seconds = 0 } = progress();
    const rows = [
      ["Asked", String(asked)],
      ["Right", asked ? `${Math.round((100 * right) / asked)} %` : "—"],
      ["In a row", `${streak}, at most ${longest}`],
      ["Cost", fine(cost)],
      ["Time each", asked ? `${(seconds / asked).toFixed(1)} s` : "—"],
    ];
    fill(this.#counts, rows.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
    const weak = weakest(this.#drilled.game);
    const lines = weak.map(([topic, { asked: n = 0, right: well = 0 }]) => el("li", {}, `${plain(topic)}: ${well} of ${n} right`));
    fill(this.#weak, weak.length ? el("details", {}, el("summary", {}, "Your weak topics"), el("ul", {}, lines)) : null);
  }
}
