/** A puzzle: a position to answer, one's own mistake come back or the one of the day; then what each answer was worth. */

import { asRefused } from "../kit/api.js";
import { boardAt } from "../kit/boardlink.js";
import { emptyState } from "../kit/components.js";
import { button, el, fill, letBeRead } from "../kit/dom.js";
import { labelled } from "../kit/forms.js";
import { inMinutes, moment } from "../kit/words.js";
import { isSameOption, verdictOf, wholeAnswers, worthBars } from "../kit/worthbars.js";
import { cardPicture, shortCard, spokenCard } from "../felt/cardfaces.js";
import { learnTiles } from "../felt/pips.js";
import { optionWords } from "../felt/sentences.js";
import { answerPuzzle, getPuzzle } from "./api.js";
import { answerWords, sentenceOf } from "./board.js";

/** @import { JudgedPosition, Option, Puzzle, PuzzleSolved } from "../kit/types.js" */

const MADE = /** @type {Record<string, string>} */ ({ table: "at a table", hand: "in a hand on the first page", drill: "in a drill" });
const MOST_BUTTONS = 12; // answers as buttons; of more one is chosen from a list

/** @param {Option} option */
const words = (option) => [optionWords(option), ...(option.cards ?? []).map(shortCard)].join(" ");

/** @param {number} seconds  by the clock */
const when = (seconds) => moment(new Date(1000 * seconds).toISOString());

/** @param {HTMLElement} place @param {"own"|"daily"} kind */
export async function openPuzzle(place, kind) {
  fill(place, el("p", { class: "quiet-text", role: "status" }, "The puzzle is being set up …"));
  try {
    const puzzle = await getPuzzle(kind);
    fill(place, puzzle.position ? asked(place, puzzle, puzzle.position) : nothing(puzzle));
  } catch (refusal) {
    fill(place, el("p", { class: "refusal", role: "alert" }, asRefused(refusal).sentence));
  }
}

/** @param {Puzzle} puzzle */
function nothing({ next_due: next = 0 }) {
  const about = next
    ? `Your next one comes back ${inMinutes(Math.max(1, Math.round((1000 * next - Date.now()) / 60_000)))}.`
    : "Decide at a practice table, in a hand on the first page or in a drill. What costs you something comes back here.";
  return emptyState("No mistake waits for you", about, el("a", { class: "button", href: "/analysis?view=daily" }, "Puzzle of the day"));
}

/** @param {readonly string[]} cards */
const row = (cards) => [el("div", { class: cards.length > 5 ? "board-cards many" : "board-cards" }, cards.map((card) => el("span", { class: "board-card" }, cardPicture(card)))), el("span", { class: "only-spoken" }, cards.map(spokenCard).join(", "))];

/** @param {HTMLElement} place @param {Puzzle} puzzle @param {JudgedPosition} position */
function asked(place, puzzle, position) {
  learnTiles(position.tiles ?? {});
  const { kind, options = [], made = "", at = 0, answered = 0, due = 0 } = puzzle;
  const { hands = [], up = [], labels = [], up_label: upLabel = "", title } = position;
  const answers = el("div", { class: "answers", role: "group", "aria-label": "Your answer" });
  const said = el("p", { class: "refusal", role: "alert" });
  const after = el("div", { class: "solved" });
  const give = async (/** @type {number} */ n) => {
    for (const node of answers.querySelectorAll("button, select")) node.setAttribute("disabled", "");
    try {
      const solved = await answerPuzzle({ kind, id: puzzle.id, answer: n });
      fill(answers);
      fill(after, result(place, puzzle, solved, position.address));
      letBeRead(after);
      after.querySelector("button")?.focus();
    } catch (refusal) {
      for (const node of answers.querySelectorAll("[disabled]")) node.removeAttribute("disabled");
      fill(said, asRefused(refusal).sentence);
    }
  };
  fill(answers, options.length > MOST_BUTTONS ? listed(options, give) : options.map((option, n) => button(words(option), () => give(n + 1))));
  const head = kind === "daily" ? "Puzzle of the day" : `Your mistake of ${when(at)}, ${MADE[made] ?? "in a puzzle"}${due > 1 ? `; ${due} wait` : ""}`;
  return el(
    "div",
    { class: "puzzle" },
    el("h2", {}, `${title}. ${head}`),
    el(
      "div",
      { class: "board-felt" },
      up.length ? el("div", { class: "board-hand" }, el("p", { class: "hand-name" }, "Dealer", upLabel ? el("b", {}, ` ${upLabel}`) : null), row(up)) : null,
      hands.map((hand, n) => el("div", { class: "board-hand" }, el("p", { class: "hand-name" }, hands.length > 1 ? `Hand ${n + 1}` : "You", labels[n] ? el("b", {}, ` ${labels[n]}`) : null), row(hand))),
      el("p", { class: "board-said" }, sentenceOf(position)),
      answers,
    ),
    answered ? el("p", { class: "quiet-text" }, `You answered it already: ${words(options[answered - 1])}. Only the first answer counts.`) : null,
    said,
    after,
  );
}

/** Many answers: one is chosen from a list. @param {readonly Option[]} options @param {(n: number) => unknown} give */
function listed(options, give) {
  const field = el("select", { id: "puzzle-answer" }, options.map((option, n) => el("option", { value: n + 1 }, words(option))));
  return [labelled("Your answer", field), button("Answer", () => give(Number(field.value)), { class: "primary" })];
}

/** @param {HTMLElement} place @param {Puzzle} puzzle @param {PuzzleSolved} solved @param {string} address */
function result(place, { kind }, { judged, right, taken, rating, due }, address) {
  if (!judged || !taken) return null;
  const whole = wholeAnswers(judged);
  const own = whole.find((one) => isSameOption(one.option, taken));
  return [
    el("p", { class: right ? "verdict gain" : "verdict loss", role: "status" }, own ? `${right ? "Right. " : ""}${verdictOf(own, whole[0], answerWords)}` : ""),
    worthBars(whole.slice(0, MOST_BUTTONS), answerWords, (one) => one === own),
    kind === "own" ? el("p", { class: "quiet-text" }, due ? `It comes back ${when(due)}.` : "It does not come back: you have it.") : null,
    rating ? el("p", {}, "Your rating: ", el("b", {}, String(rating))) : null,
    el(
      "p",
      { class: "act-row" },
      kind === "own" ? button("Next puzzle", () => openPuzzle(place, kind), { class: "primary" }) : button("My mistakes", () => location.assign("/analysis?view=puzzles"), { class: "primary" }),
      el("a", { class: "board-link", href: boardAt(address) }, "Open on the analysis board"),
    ),
  ];
}
