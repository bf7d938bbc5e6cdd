/** Names of the record as people say them. */

/** A name of the record in words. @param {string} word */
export const plain = (word) => word.replaceAll("_", " ");

/** A sentence in which names of the record are said as words: `royal match 21 paytable C …`. @param {string} sentence */
export const inWords = (sentence) => sentence.replace(/\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g, plain);

/** `You`, `Ann`, `The dealer`: the start of a sentence. @param {string} name */
export const capitalized = (name) => name.charAt(0).toUpperCase() + name.slice(1);

const DATE = "2026-11-14".length;

/** `14 Nov 2026, 09:30` for a time of the record, `14 Nov 2026` for a date; anything else as it stands. @param {string} stamp */
export function moment(stamp, /** @type {"short"|"medium"} */ timeStyle = "short") {
  const at = new Date(stamp);
  if (!stamp || Number.isNaN(at.getTime())) return stamp;
  if (stamp.length === DATE) return at.toLocaleDateString("en-GB", { dateStyle: "medium", timeZone: "UTC" }); // a date is the same everywhere
  return at.toLocaleString("en-GB", { dateStyle: "medium", timeStyle, ...(zone ? { timeZone: zone } : {}) });
}

/** `09:30` for a time of the record, on the clock of the house. @param {string|number} stamp */
export const timeOfDay = (stamp) =>
  new Date(stamp).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", ...(zone ? { timeZone: zone } : {}) });

let zone = ""; // the browser's, until the house has told its own

/** From now on times are those of the house. @param {string} told  a zone such as America/New_York */
export function useZone(told) {
  zone = told;
}

/** `3 h 12 min`, `2 days`. @param {number} minutes */
function lasting(minutes) {
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60)];
  if (days > 1) return `${days} days`;
  return hours ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

/** `3 h 12 min`: how long ago something was. @param {string} stamp */
export const ago = (stamp) => lasting(Math.max(0, Math.floor((Date.now() - new Date(stamp).getTime()) / 60_000)));

/** `in 2 h 5 min`, `late by 12 min`. @param {number} minutes */
export const inMinutes = (minutes) => (minutes < 0 ? `late by ${lasting(-minutes)}` : `in ${lasting(minutes)}`);

/** `in 2 h 5 min`, `late by 12 min`: how far away a time is. @param {string} stamp */
export const untilWords = (stamp) => inMinutes(Math.floor((new Date(stamp).getTime() - Date.now()) / 60_000));

const OWN_VERBS = new Map([["'s", "your"], [" has", "you have"], [" is", "you are"], [" does", "you do"], [" owes", "you owe"]]);

/**
 * A sentence of the house as the player reads it who has these seats: of `Seat 4's Skins needs the Front 9`, `Your Skins`;
 * where there are several, `Your box 4's Skins`.
 * @param {string} sentence @param {number[]} seats
 */
export function addressed(sentence, seats) {
  return sentence.replace(/\b(Seat|seat) (\d+)\b('s| has\b| is\b| does\b| owes\b)?/g, (whole, word, seat, verb = "") => {
    if (!seats.includes(Number(seat))) return whole;
    const own = seats.length > 1 ? `your box ${seat}${verb}` : (OWN_VERBS.get(verb) ?? "you");
    return word === "Seat" ? capitalized(own) : own;
  });
}

/** `moves to seat 6 after this round`; empty where they stay. @param {Record<string, number>} moves @param {number} seat */
export const moveWords = (moves, seat) => (moves[seat] ? `moves to seat ${moves[seat]} after this round` : "");

/** The numbers of rounds: `7, 8, 12-15`. @param {string} text @returns {number[]} */
export function parseRounds(text) {
  /** @type {number[]} */ const rounds = [];
  for (const part of text.replace(/\s*([-–])\s*/g, "$1").split(/[,;\s]+/).filter(Boolean)) {
    const match = /^(\d{1,9})(?:[-–](\d{1,9}))?$/.exec(part);
    const [first, last] = match ? [Number(match[1]), Number(match[2] ?? match[1])] : [1, 0];
    if (last < first || last - first >= 200) throw new Error(`Round numbers: expected numbers such as 7, 8 or 12-15, not “${part}”.`);
    for (let round = first; round <= last; round++) rounds.push(round);
  }
  return rounds;
}
