/**
 * Why the house would refuse a wager, as far as its offers tell, in words and with what would do instead. The house has
 * the last word on all others.
 */

import { dollars } from "../../kit/money.js";

/** @import { Notice } from "../notice.js" */
/** @import { Move, TableState } from "../../felt/tablestate.js" */

const CENT = 1; // the step of an offer that names none

/**
 * What stands in the way of chips on a spot; null where nothing is known to.
 * @param {TableState} table @param {Move} move
 * @param {(move: Move) => void} place  puts down the amount that would do
 * @returns {Notice|null}
 */
export function objectionTo(table, move, place) {
  const { seat, wager, on, amount } = move;
  const title = table.title(wager, on);
  if (amount > table.rack) {
    return { sentence: `${dollars(amount)} is more than the ${dollars(table.rack)} in your rack.` };
  }
  const offer = table.offer("wager", wager, on, seat);
  if (!offer) return notOffered(table, move, title);
  const { cite, step = CENT } = offer;
  const coming = table.comingTo(wager, on, seat);
  const most = offer.most === null ? Infinity : (offer.most ?? 0) - coming;
  const least = Math.max((offer.least ?? 0) - coming, step);
  /** @param {number} would @param {string} sentence @returns {Notice} */
  const instead = (would, sentence) => {
    if (would <= 0) return { sentence, cite };
    const remedy = { label: `Place ${dollars(would)}`, act: () => place({ ...move, amount: would }) };
    return { sentence, cite, remedy };
  };
  if (amount > most) return instead(most, tooMuch(table, move, most, title));
  if (amount < least) return instead(least, `${title} takes at least ${dollars(least)}.`);
  if (amount % step) {
    return instead(Math.max(least, amount - (amount % step)), `${title} is bet in steps of ${dollars(step)}.`);
  }
  return null;
}

/** @param {TableState} table @param {Move} move @param {number} most @param {string} title */
const tooMuch = (table, { wager, on }, most, title) =>
  most > 0
    ? `${title} takes at most ${dollars(most)} more.`
    : `${title} is at its maximum: ${dollars(table.on(wager, on))}.`;

/**
 * Why a spot is not offered; null where only the house knows, and will say so.
 * @param {TableState} table @param {Move} move @param {string} title
 */
function notOffered(table, { seat, wager, on, amount }, title) {
  const spot = table.spot(wager, on);
  const kind = table.kind(wager);
  if (kind && !kind.tendered) {
    const sentence = `${kind.title} is made by your decision during the round, not while betting is open.`;
    return { sentence, cite: kind.cite };
  }
  if (kind && !spot) {
    const start = table.info.spots.find((one) => one.wager === wager);
    const where = start ? `; while betting is open, ${kind.title} is placed on ${table.title(wager, start.on)}` : "";
    return { sentence: `The dealer moves chips here during play${where}.`, cite: kind.cite };
  }
  if (spot && spot.most !== null && table.on(wager, on, seat) + amount > spot.most) {
    return { sentence: `${title} is already at its maximum of ${dollars(spot.most)}.`, cite: kind?.cite };
  }
  return null;
}
