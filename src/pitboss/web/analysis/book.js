/** One's own book of judged decisions: what each cost, a rating, and the way back to every position. */

import { asRefused } from "../kit/api.js";
import { boardAt } from "../kit/boardlink.js";
import { emptyState, facts } from "../kit/components.js";
import { button, dialog, el, fill } from "../kit/dom.js";
import { captionedTable, listLine } from "../kit/lists.js";
import { fine } from "../kit/money.js";
import { capitalized, moment, plain } from "../kit/words.js";
import { NOTHING } from "../kit/worthbars.js";
import { shortCard } from "../felt/cardfaces.js";
import { BOOK_FILE, forgetBook, getBook, textsIn } from "./api.js";

/** @import { BookedDecision, OwnBook } from "../kit/types.js" */

const SOURCES = /** @type {Record<string, string>} */ ({ table: "table", hand: "first page", drill: "drill", puzzle: "puzzle", daily: "puzzle of the day" });

/** @param {HTMLElement} place */
export async function openBook(place) {
  try {
    fill(place, shown(place, await getBook()));
  } catch (refusal) {
    fill(place, el("p", { class: "refusal", role: "alert" }, asRefused(refusal).sentence));
  }
}

/** @param {HTMLElement} place @param {OwnBook} book */
function shown(place, { decisions = [], made = 0, best = 0, given_away: given = 0, due = 0, rating }) {
  if (!made) {
    return emptyState("Your book is empty", "Every decision that is judged for you goes into it: at practice tables, in drills and puzzles, and in hands on the first page.", el("a", { class: "button", href: "/analysis?view=daily" }, "Puzzle of the day"));
  }
  return el(
    "div",
    { class: "own-book" },
    facts([
      ["Rating", rating ? String(rating) : "after 10 decisions"],
      ["Decisions", String(made)],
      ["The best answer", `${best} of them`],
      ["Given away", fine(given)],
      ["Mistakes that wait", due ? el("a", { href: "/analysis?view=puzzles" }, String(due)) : "none"],
    ]),
    el("p", { class: "quiet-text" }, "The rating is 2,500 for giving nothing away, and half of that for 2 % of a wager a decision, over your latest 200."),
    el(
      "div",
      { class: "scrolls" },
      captionedTable(
        "Your decisions, the latest first",
        ["When", "Where", "Position", "You", "Best", "Cost"],
        decisions.map((one) => line(one)),
        "worths",
      ),
    ),
    el("p", { class: "act-row" }, el("a", { class: "button", href: BOOK_FILE, download: "judged-decisions.json" }, "Save as a file"), button("Delete my book", () => forget(place))),
  );
}

/** @param {BookedDecision} decision */
function line({ at, source, position, says, best, cost }) {
  const { cards = "", up = "", game = "" } = textsIn(position);
  const held = cards.split(" ").map((card) => (card === "/" ? card : shortCard(card))).join(" ");
  const words = `${plain(game).replaceAll("-", " ")}: ${held}${up ? ` against ${up.split(" ").map(shortCard).join(" ")}` : ""}`;
  return listLine({}, moment(new Date(1000 * at).toISOString()), SOURCES[source] ?? source, el("a", { href: boardAt(position) }, capitalized(words)), capitalized(says), cost < NOTHING ? "the same" : capitalized(best), cost < NOTHING ? "" : fine(cost));
}

/** @param {HTMLElement} place */
function forget(place) {
  const act = async () => {
    sheet.close();
    fill(place, shown(place, await forgetBook()));
  };
  const sheet = dialog("Delete my book?", el("p", {}, "Every judged decision, your puzzles and your rating are deleted. They cannot be brought back."), button("Delete it", act, { class: "primary" }));
  sheet.showModal();
}
