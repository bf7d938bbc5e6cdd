/** For whom a card is, and what comes after it, in the words of whoever deals. */

import { capitalized, plain } from "../../kit/words.js";

/** @import { ComingCard, DealPrompt } from "../../kit/types.js" */

const ORDINALS = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const SHOWN = 3; // of what comes next

/** `second`, `11th`. @param {number} n */
const ordinal = (n) => ORDINALS[n] ?? `${n}th`;

/** @param {ComingCard} card */
const facing = ({ face_up: isUp = true }) => (isUp ? "face up" : "face down");

/** `seat 3`, `seat 3, hand 2`, `dealer`. @param {ComingCard} card */
function holder({ to, hand = 0 }) {
  const name = typeof to === "number" ? `seat ${to}` : to;
  return hand ? `${name}, hand ${hand + 1}` : name;
}

/**
 * What the dealer is to enter now: `Seat 3, second card, face up`, `Turn your own second card`.
 * @param {DealPrompt} deal
 */
export function promptWords(deal) {
  const { card, place, position = 0, tells, device } = deal;
  const what = device === "tiles" ? "tile" : "card";
  const which = position ? `${ordinal(position)} ${what}` : what;
  if (tells) return `What does the ${plain(device)} tell of the ${which}${card ? ` of the ${holder(card)}` : ""}?`;
  if (!card) return `What did the ${plain(device)} show?`;
  if (place) return card.to === "dealer" ? `Turn your own ${which}` : `Turn the ${which} of ${holder(card)}`;
  if (card.burned) return `Burn a ${what}, ${facing(card)}`;
  return capitalized(`${holder(card)}, ${which}, ${facing(card)}`);
}

/**
 * What was entered for a prompt: `seat 3, second card`.
 * @param {DealPrompt|null} deal
 */
export function enteredFor(deal) {
  if (!deal?.card || deal.tells) return "";
  if (deal.card.burned) return "burned";
  const which = deal.position ? `, ${ordinal(deal.position)} ${deal.device === "tiles" ? "tile" : "card"}` : "";
  return `${holder(deal.card)}${which}`;
}

/** `then seat 4, then your card face down`. @param {ComingCard[]} next */
export function nextWords(next) {
  const words = next.slice(0, SHOWN).map((card) => {
    if (card.burned) return "a burned card";
    const isUp = card.face_up ?? true;
    if (card.to === "dealer") return `your own card ${facing(card)}`;
    return `${holder(card)}${isUp ? "" : " face down"}`;
  });
  return words.map((one) => `then ${one}`).join(", ");
}
