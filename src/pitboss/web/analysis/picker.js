/** Choosing a card or tile: every one that the game has, those that are used up marked. */

import { button, dialog, el } from "../kit/dom.js";
import { cardPicture, inRankOrder, spokenCard } from "../felt/cardfaces.js";
import { capitalized } from "../kit/words.js";

const SUITS = ["S", "H", "D", "C", ""];

/** @param {string} card */
const suitOf = (card) => (card.length === 2 && SUITS.includes(card[1]) ? card[1] : "");

/**
 * @param {string} title @param {Record<string, number>} deck  how many there are of each @param {Record<string, number>} used  and how many lie there
 * @param {string} now  the card in whose place it comes; empty: it is added
 * @param {(card: string) => unknown} choose  called with what was chosen, with nothing where the card is taken away
 */
export function pickCard(title, deck, used, now, choose) {
  const act = (/** @type {string} */ card) => () => {
    sheet.close();
    choose(card);
  };
  const one = (/** @type {string} */ card) =>
    button([cardPicture(card), el("span", { class: "only-spoken" }, capitalized(spokenCard(card)))], act(card), { class: card === now ? "pick now" : "pick", disabled: card !== now && (used[card] ?? 0) >= deck[card] });
  const rows = SUITS.map((suit) => inRankOrder(Object.keys(deck).filter((card) => suitOf(card) === suit))).filter((row) => row.length);
  const sheet = dialog(
    title,
    el("div", { class: "picks" }, rows.map((row) => el("div", { class: row.length > 13 ? "pick-row many" : "pick-row" }, row.map(one)))),
    now ? el("p", {}, button("Take this card away", act(""), {})) : null,
  );
  sheet.classList.add("wide");
  sheet.showModal();
  sheet.querySelector(/** @type {"button"} */ (now ? ".pick.now" : ".pick:enabled"))?.focus();
}
