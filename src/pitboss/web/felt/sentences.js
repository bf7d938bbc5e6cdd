/** Events and options in words: for the table log, the replay, the buttons and the screen reader. */

import { spokenCard } from "./cardfaces.js";
import { dollars, inUnit, isPosition } from "../kit/money.js";
import { isDice, isTile, spokenDice } from "./pips.js";
import { capitalized, plain } from "../kit/words.js";

/** @import { Attested, Discarded, Elected, Marked, Option, Revealed, Settlement, Shuffled } from "../kit/types.js" */
/** @import { TableEvent, Unit, Who } from "../kit/types.js" */

/**
 * What people and wagers are called on this page.
 * @typedef {{who: (who: Who) => string, title: (wager: string, on?: string) => string}} Names
 */

/** @param {string[]} cards */
const list = (cards) => cards.map((card) => spokenCard(card).replace(/, rank .*/, "")).join(", ");

/** `You wager`, `Seat 2 wagers`. @param {string} name @param {string} one @param {string} other */
const does = (name, one, other) => `${capitalized(name)} ${name === "you" ? one : other}`;

/** `Your`, `Seat 2's`. @param {string} name */
const possessive = (name) =>
  /^your?\b/.test(name) ? capitalized(name.replace(/^you\b/, "your")) : `${capitalized(name)}'s`;

/** `Your Field`, `Seat 2's Field`. @param {Settlement} event @param {Names} names */
const wagerOf = ({ wager, on, seat }, names) => `${possessive(names.who(seat))} ${names.title(wager, on)}`;

/** @param {Revealed} event @param {Names} names */
function revealed({ of, cards, total, seen_by: viewers }, names) {
  const name = names.who(of);
  if (!cards.some(Boolean)) return `${does(name, "look", "looks")} at the cards.`;
  const verb = viewers ? does(name, "look at", "looks at") : does(name, "show", "shows");
  return `${verb} ${list(cards)}${total ? `: ${total}` : ""}.`;
}

/** @param {Shuffled} event */
const shuffled = ({ device, count }) =>
  device === "tiles" ? `The tiles are shuffled (${count} tiles).` : `The ${device} is shuffled (${count} cards).`;

/** @param {Discarded} event @param {Names} names */
const discarded = ({ of, cards }, names) =>
  `${possessive(names.who(of))} ${cards.some(isTile) ? "tiles" : "cards"} go to the discard rack.`;

/**
 * Where a marker is: `The puck is off`, `The puck is on 6`, `The dice go to seat 2`, `The start is with seat 4`.
 * @param {Marked} event @param {Names} names
 */
function marked({ marker, at, seat }, names) {
  if (marker === "dice" && seat) return `The dice go to ${names.who(seat)}: ${at}.`;
  if (marker === "lights") return at ? `Winning areas lit: ${plain(at)}.` : "The lights go out.";
  if (!at) return `The ${marker} is removed.`;
  const holder = /^seat (\d+)$/.exec(at)?.[1] ?? (/^dea[dl]/.test(at) ? at : "");
  if (holder) return `The ${marker} is with ${names.who(holder)}.`;
  if (/^off/.test(at)) return `The ${marker} is ${at}.`;
  return `The ${marker} is on ${plain(at)}${seat ? `, ${names.who(seat)}` : ""}.`;
}

/** Somebody, or the software that deals in their place. @param {Who} by @param {boolean|undefined} automatic */
const doer = (by, automatic, /** @type {Names} */ names) =>
  automatic ? `the automatic ${plain(String(by))}` : names.who(by);

/** @param {Elected} event @param {Names} names */
function elected({ by, says, amount, unit, absent, automatic }, names) {
  const much = amount ? ` ${inUnit(amount, unit)}` : "";
  const away = absent ? " (by default; the player was away)" : "";
  return `${capitalized(doer(by, automatic, names))}: ${plain(says)}${much}${away}.`;
}

/** `The dealer counted the stub: 43.` @param {Attested} event @param {Names} names */
function attested({ by, what, seat, count, automatic }, names) {
  const whose = seat ? `, ${names.who(seat)}` : "";
  const found = typeof count === "number" ? `: ${count.toLocaleString("en-US")}` : "";
  return `${capitalized(doer(by, automatic, names))} ${what}${whose}${found}.`;
}

/** One event as a sentence. @param {TableEvent} event @param {Names} names @returns {string} */
export function sentence(event, names) {
  const { who, title } = names;
  switch (event.event) {
    case "round_opened":
      return `Round ${event.round}. Place your bets.`;
    case "round_closed":
      return `Round ${event.round} is over.`;
    case "round_voided":
      return `The round is void: ${event.why}.`;
    case "announced":
      return `The dealer says “${event.words}”.`;
    case "noted":
      return `${capitalized(event.what)}.`;
    case "attested":
      return attested(event, names);
    case "device_status":
      return `The ${plain(event.device)} is ${event.in_service ? "back in service" : "out of order"}.`;
    case "replaced":
      return `Other ${plain(event.thing)} in use${event.why ? `: ${event.why}` : ""}.`;
    case "irregularity_reported":
      return `Irregularity: ${plain(event.kind)}${event.seat ? `, ${who(event.seat)}` : ""}. ${event.remedy}`;
    case "shuffled":
      return shuffled(event);
    case "cut_made":
      return `${does(who(event.by), "cut", "cuts")} ${positionWords("cut", event.position)}.`;
    case "burned":
      return event.card ? `${capitalized(spokenCard(event.card))} is burned.` : "A card is burned.";
    case "dealt": {
      const { to, card, place = "" } = event;
      if (/^stack/.test(place)) return `${capitalized(place)} goes to ${who(to)}.`;
      return `${capitalized(spokenCard(card))} to ${who(to)}${place ? `, ${place}` : ""}.`;
    }
    case "revealed":
      return revealed(event, names);
    case "discarded":
      return discarded(event, names);
    case "shown":
      if (isDice(event.outcome)) return `The dice show ${spokenDice(event.outcome)}.`;
      return `The ${event.device} shows ${event.outcome}.`;
    case "marked":
      return marked(event, names);
    case "elected":
      return elected(event, names);
    case "wagered":
      return `${does(who(event.seat), "bet", "bets")} ${dollars(event.amount)} on ${title(event.wager, event.on)}.`;
    case "withdrawn": {
      const from = title(event.wager, event.on);
      return `${does(who(event.seat), "take", "takes")} ${dollars(event.amount)} down from ${from}.`;
    }
    case "moved":
      return `${dollars(event.amount)} of ${title(event.wager, event.on)} moves to ${event.to}.`;
    case "paid": {
      const odds = event.odds ? ` at ${event.odds}` : "";
      return `${wagerOf(event, names)} wins ${dollars(event.returned - event.stake)}${odds}.`;
    }
    case "collected":
      return `${wagerOf(event, names)} loses ${dollars(event.stake - event.returned)}.`;
    case "returned":
      return `${wagerOf(event, names)} is returned: ${dollars(event.returned)}.`;
    case "charged":
      return `${does(who(event.seat), "pay", "pays")} ${dollars(event.amount)} vigorish.`;
    case "refunded":
      return `${dollars(event.amount)} vigorish is refunded to ${who(event.seat)}.`;
    case "transferred": {
      const what = event.what ? `: ${event.what}` : "";
      return `${dollars(event.amount)} goes from ${event.source} to ${event.target}${what}.`;
    }
    case "meter_moved":
      return `The ${event.meter} meter changes: ${event.why}.`;
  }
}

/** Names for a page without a seat of its own. @param {Names["title"]} title @returns {Names} */
export const namesForViewers = (title) => ({
  who: (who) => (/^[1-9]\d*$/.test(String(who)) ? `seat ${who}` : `the ${who ? plain(String(who)) : "dealer"}`),
  title,
});

/**
 * Positions in a stack of cards: in words, and what it means that something is put there.
 * @type {Record<string, [words: (n: string) => string, means: string]>}
 */
const POSITIONS = {
  cut: [
    (n) => `after card ${n} of the stack`,
    "Counted from the top. The cards above the cut go to the bottom, and the card after it is on top.",
  ],
  cover_card: [
    (n) => `above the last ${n} cards`,
    "Counted from the bottom. When the cards above it are dealt, the cover card comes out and the shoe is finished.",
  ],
};

/** @param {string} says @param {number} position */
const positionWords = (says, position) => POSITIONS[says]?.[0](position.toLocaleString("en-US")) ?? `at ${position}`;

/** What it means to choose a position for this, in a sentence. @param {{says: string, unit?: Unit}} option */
export const positionMeaning = ({ says, unit }) => (isPosition(unit) ? (POSITIONS[says]?.[1] ?? "") : "");

/**
 * An option with one of its amounts: `Raise $50`, `Shakes 3`, `Cut: after card 52 of the stack`.
 * @param {Option} option @param {number} amount
 */
export const amountWords = (option, amount) =>
  isPosition(option.unit)
    ? `${optionWords(option)}: ${positionWords(option.says, amount)}`
    : `${optionWords(option)} ${inUnit(amount, option.unit)}`;

/** What the option of a question says on its button. @param {{says: string, wager?: string, on?: string}} option */
export function optionWords({ says, wager = "", on = "" }) {
  return capitalized([says, wager, on].filter(Boolean).map(plain).join(" "));
}
