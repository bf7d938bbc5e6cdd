/** The pit in words and symbols: colour alone says nothing here. */

import { dollars } from "./money.js";
import { capitalized, plain } from "./words.js";

/** @import { OwedLine, PitTable } from "./types.js" */

/** @type {Record<string, {symbol: string, words: string}>} */
const STATES = {
  open: { symbol: "●", words: "Open" },
  idle: { symbol: "◐", words: "Open, empty" },
  closing: { symbol: "◑", words: "Closes after this round" },
  closed: { symbol: "○", words: "Closed" },
  suspended: { symbol: "✖", words: "Suspended" },
  retired: { symbol: "□", words: "Retired" },
};

/** @type {Record<string, {symbol: string, words: string}>} */
const WAITS = {
  suspended: { symbol: "✖", words: "Suspended" },
  signature: { symbol: "✎", words: "Signature" },
  equipment: { symbol: "▣", words: "Equipment missing" },
  witness: { symbol: "✎", words: "Witness wanted" },
  duty: { symbol: "⏱", words: "Duty" },
  assign: { symbol: "☹", words: "Nobody assigned" },
  close: { symbol: "◑", words: "To be closed" },
  answer: { symbol: "?", words: "Question to the floor" },
  award: { symbol: "★", words: "Award to verify" },
  correction: { symbol: "±", words: "Correction" },
  owed: { symbol: "$", words: "Owed" },
  relief: { symbol: "⇄", words: "Relief" },
  rules: { symbol: "§", words: "Rules to come" },
};

/** @type {Record<string, string>} */
const PHASES = { betting: "bets open", playing: "in play", settled: "between rounds" };

export const stateNames = Object.keys(STATES);
export const waitNames = Object.keys(WAITS);

/** @param {string} state */
export const stateOf = (state) => STATES[state] ?? { symbol: "", words: capitalized(plain(state)) };

/** @param {string} what */
export const waitOf = (what) => WAITS[what] ?? { symbol: "!", words: capitalized(plain(what)) };

/** `bets open`, `in play`; empty between rounds. @param {PitTable} line */
export const underWay = ({ phase = "" }) => (phase === "settled" ? "" : (PHASES[phase] ?? ""));

/** `round 12, bets open`. @param {PitTable} line */
export function phaseWords({ phase = "", round = 0 }) {
  const words = PHASES[phase];
  if (!words) return "";
  return round ? `round ${round}, ${words}` : words;
}

/** `$10 to $500`. @param {PitTable} line */
export const limitsOf = ({ minimum = 0, maximum }) =>
  maximum ? `${dollars(minimum)} to ${dollars(maximum)}` : `from ${dollars(minimum)}`;

/** `Ann, seat 2`. @param {PitTable} line @param {number} seat */
export function nameAt({ taken = [] }, seat) {
  const name = taken.find(([number]) => number === seat)?.[1];
  return name && name !== `Seat ${seat}` ? `${name}, seat ${seat}` : `Seat ${seat}`;
}

/** `Ann, seat 2 in round 5, is owed $40.` @param {OwedLine} line */
export const owedWords = ({ name, seat, round, amount }) =>
  `${name || "The patron"}, seat ${seat} in round ${round}, ${amount > 0 ? "is owed" : "owes"} ${dollars(Math.abs(amount))}.`;

/** The round in progress, or else the next one. @param {PitTable} line */
export const currentRound = ({ round = 0, phase }) => (phase === "betting" || phase === "playing" ? round : round + 1);

/** The last round that was settled; 0 where there is none. @param {PitTable} line */
export const settledRound = (line) => currentRound(line) - 1;
