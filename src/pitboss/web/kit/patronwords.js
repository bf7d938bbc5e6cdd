/** Patrons in words, for those who work in the pit. */

import { ago, moveWords } from "./words.js";

/** @import { PatronLine } from "./types.js" */

/** @type {Record<PatronLine["known_by"], string>} */
const KNOWN = { account: "known by account", card: "known by card", visit: "guest", nothing: "unknown" };

/** `Patron 7, Ann (Anna Smith)`. @param {PatronLine} patron */
export function patronName({ number, name, account = "" }) {
  const words = account && account !== name ? `${name} (${account})` : name;
  const isNumber = [`Patron ${number}`, `Unknown patron ${number}`].includes(name);
  return number && !isNumber ? `Patron ${number}, ${words}` : words;
}

/**
 * Whom a press for a seat or box is meant for: the house refuses it if somebody else is there by then.
 * @param {readonly PatronLine[]} patrons @param {number} seat
 */
export function meant(patrons, seat) {
  const patron = patrons.find((one) => seat && (one.seat === seat || (one.boxes ?? []).includes(seat)))?.number;
  return patron ? { patron } : {};
}

/**
 * `Seat 2: Patron 7, Ann, known by card C-12, also box 3, 12 min, also at RL-2, moves to seat 6 after this round`.
 * @param {PatronLine} patron @param {Record<string, number>} moves  of the table
 */
export function patronWords(patron, moves) {
  const { known_by: how, card = "", seat = 0, boxes = [], since = "", tables = [] } = patron;
  const words = [
    patronName(patron),
    how === "card" && card ? `${KNOWN.card} ${card}` : KNOWN[how],
    boxes.length ? `also box ${boxes.join(" and ")}` : "",
    since ? `here for ${ago(since)}` : "",
    tables.length ? `also at ${tables.join(", ")}` : "",
    moveWords(moves, seat),
  ];
  return `${seat ? `Seat ${seat}` : "Left"}: ${words.filter(Boolean).join(", ")}`;
}
