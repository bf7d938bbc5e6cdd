/**
 * A count drill: cards of a shoe go by, and the running count is asked at the end. The shoe is that of a game under its usual
 * rules; what the count is worth shows on the board, with the cards that are left.
 */

import { asRefused } from "../kit/api.js";
import { boardAt } from "../kit/boardlink.js";
import { button, el, fill, selection } from "../kit/dom.js";
import { follow } from "../kit/following.js";
import { labelled } from "../kit/forms.js";
import { preferences } from "../kit/storage.js";
import { cardPicture, spokenCard } from "../felt/cardfaces.js";
import { judgedAt } from "./api.js";

/** @import { AnalysisGame, JudgedPosition } from "../kit/types.js" */

/** Hi-Lo, the count that most books begin with: small cards that are gone help the player. @type {Record<string, number>} */
const HI_LO = { 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 0, 8: 0, 9: 0, T: -1, J: -1, Q: -1, K: -1, A: -1 };
const AT_ONCE = 2; // cards that are shown together
const KEPT = "count drill";
const NONE = { asked: 0, right: 0, streak: 0, longest: 0 };

/** The running count after these cards. @param {readonly string[]} cards */
export const runningCount = (cards) => cards.reduce((sum, card) => sum + (HI_LO[card[0]] ?? 0), 0);

/** Cards of a deck in an order that nobody knows. @param {Record<string, number>} deck @param {(below: number) => number} [below] */
export function shuffled(deck, below = (n) => Math.floor(Math.random() * n)) {
  const cards = Object.entries(deck).flatMap(([card, count]) => Array.from({ length: count }, () => card));
  for (let n = cards.length - 1; n > 0; n--) {
    const other = below(n + 1);
    [cards[n], cards[other]] = [cards[other], cards[n]];
  }
  return cards;
}

/** How many are left of each rank. @param {Record<string, number>} deck @param {readonly string[]} gone */
export function leftOf(deck, gone) {
  /** @type {Record<string, number>} */ const left = {};
  for (const [card, count] of Object.entries(deck)) left[card[0]] = (left[card[0]] ?? 0) + count;
  for (const card of gone) left[card[0]] -= 1;
  return left;
}

let timer = 0; // of the cards that go by

/** Let no more cards go by: another view is opened. */
export const endCount = () => clearInterval(timer);

/** @param {HTMLElement} place @param {AnalysisGame} game */
export async function openCount(place, game) {
  endCount();
  fill(place, el("p", { class: "quiet-text", role: "status" }, "A shoe is being shuffled …"));
  try {
    /** @type {JudgedPosition} */ const position = await follow(judgedAt({ game: game.name }), () => {});
    fill(place, begin(place, game, position.deck));
  } catch (refusal) {
    fill(place, el("p", { class: "refusal", role: "alert" }, asRefused(refusal).sentence));
  }
}

/** @param {HTMLElement} place @param {AnalysisGame} game @param {Record<string, number>} deck */
function begin(place, game, deck) {
  const total = Object.values(deck).reduce((sum, count) => sum + count, 0);
  const counts = [20, 52, 104, total].filter((count, n, all) => count <= total && all.indexOf(count) === n);
  const many = selection(counts.map((count) => [count, count === total ? `the whole shoe, ${total} cards` : `${count} cards`]), { id: "count-cards", value: 20 });
  const pace = selection([[2500, "slow"], [1500, "as at a table"], [800, "fast"]], { id: "count-pace", value: 1500 });
  const { asked, right, longest } = preferences.get(KEPT, NONE);
  return el(
    "div",
    { class: "count-drill" },
    el("h2", {}, `Count a shoe of ${total / 52} decks`),
    el("p", {}, "Hi-Lo: 2 to 6 count 1, 7 to 9 nothing, tens, court cards and aces count −1. Keep the sum as the cards go by; it is asked at the end."),
    el("div", { class: "board-bar" }, labelled("How many", many), labelled("Pace", pace), button("Start", () => run(place, game, deck, Number(many.value), Number(pace.value)), { class: "primary", id: "count-start" })),
    asked ? el("p", { class: "quiet-text" }, `${right} of ${asked} right so far, ${longest} in a row at most.`) : null,
  );
}

/** @param {HTMLElement} place @param {AnalysisGame} game @param {Record<string, number>} deck @param {number} many @param {number} pace */
function run(place, game, deck, many, pace) {
  const cards = shuffled(deck).slice(0, many);
  const felt = el("div", { class: "board-felt count-felt" });
  const head = el("p", { class: "quiet-text" });
  let gone = 0;
  const next = () => {
    if (gone >= cards.length) {
      endCount();
      return fill(place, ask(place, game, deck, cards));
    }
    const shown = cards.slice(gone, gone + AT_ONCE);
    gone += shown.length;
    fill(felt, el("div", { class: "board-cards" }, shown.map((card) => el("span", { class: "board-card" }, cardPicture(card)))), el("p", { class: "only-spoken", role: "status" }, shown.map(spokenCard).join(", ")));
    fill(head, `${gone} of ${cards.length}`);
  };
  fill(place, el("div", { class: "count-drill" }, head, felt, el("p", {}, button("Stop", () => openCount(place, game), {}))));
  next();
  timer = setInterval(next, pace);
}

/** @param {HTMLElement} place @param {AnalysisGame} game @param {Record<string, number>} deck @param {string[]} cards */
function ask(place, game, deck, cards) {
  const field = el("input", { id: "count-answer", type: "number", step: 1, required: true, autocomplete: "off" });
  const node = el("form", { class: "form" }, labelled(`What is the running count after ${cards.length} cards?`, field), el("button", { type: "submit", class: "primary" }, "Answer"));
  node.addEventListener("submit", (event) => {
    event.preventDefault();
    fill(place, graded(place, game, deck, cards, Number(field.value)));
    place.querySelector("button")?.focus();
  });
  setTimeout(() => field.focus());
  return node;
}

/** @param {HTMLElement} place @param {AnalysisGame} game @param {Record<string, number>} deck @param {string[]} cards @param {number} given */
function graded(place, game, deck, cards, given) {
  const count = runningCount(cards);
  const isRight = given === count;
  const before = preferences.get(KEPT, NONE);
  const streak = isRight ? before.streak + 1 : 0;
  preferences.set(KEPT, { asked: before.asked + 1, right: before.right + Number(isRight), streak, longest: Math.max(before.longest, streak) });
  const total = Object.values(deck).reduce((sum, one) => sum + one, 0);
  const decks = (total - cards.length) / 52;
  const left = leftOf(deck, [...cards, ...Object.values(game.count_drill ?? {}).flatMap((texts) => texts.split(" "))]);
  const unseen = Object.entries(left).map(([rank, n]) => `${rank}:${n}`).join(" ");
  const fits = Object.values(left).every((n) => n >= 0) && decks > 0.5;
  const board = boardAt(String(new URLSearchParams({ game: game.name, ...game.count_drill, unseen })));
  return el(
    "div",
    { class: "count-drill" },
    el("p", { class: isRight ? "verdict gain" : "verdict loss", role: "status" }, isRight ? `Right: ${signed(count)}.` : `It is ${signed(count)}; you said ${signed(given)}.`),
    decks > 0.5 ? el("p", {}, `${total - cards.length} cards are left, ${decks.toFixed(1)} decks: ${signed(Math.round((10 * count) / decks) / 10)} for each deck.`) : null,
    el("p", { class: "act-row" }, button("Count again", () => openCount(place, game), { class: "primary" }), fits ? el("a", { class: "board-link", href: board }, "See what Insurance is worth with the cards that are left") : null),
  );
}

/** @param {number} n */
const signed = (n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));
