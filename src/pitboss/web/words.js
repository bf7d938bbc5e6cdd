/** Events in words: for the table talk, the replay and the screen reader. */

import { spokenCard } from "./cards.js";
import { dollars, inUnit, isPlace } from "./money.js";
import { isDice, spokenDice } from "./pips.js";

const list = (cards) => cards.map((card) => spokenCard(card).replace(/, rank .*/, "")).join(", ");
const plain = (word) => word.replaceAll("_", " ");

/** `You`, `Ann`, `The dealer`: the start of a sentence. */
function starts(name) {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** @typedef {{who: (who: any) => string, title: (wager: string, on?: string) => string}} Names */

/** `You wager`, `Seat 2 wagers`. */
const does = (name, one, other) => `${starts(name)} ${name === "you" ? one : other}`;

/** Cards are shown to all, or looked at by those who may. */
const sees = (e, at) =>
  e.seen_by ? does(at.who(e.of), "look at", "looks at") : does(at.who(e.of), "show", "shows");

/** `Your Field`, `Field of seat 2`. */
const whose = (e, at) => {
  const [title, who] = [at.title(e.wager, e.on), at.who(e.seat)];
  return who === "you" ? `Your ${title}` : `${title} of ${who}`;
};

/** Where a marker stands: `The puck is off`, `The puck is on 6`, `The dice go to seat 2`, `Start: seat 4`. */
function marked({ marker, at: where, seat }, at) {
  if (marker === "dice" && seat) return `The dice go to ${at.who(seat)}: ${where}.`;
  if (marker === "lights") return where ? `Lit: ${where.replaceAll("_", " ")}.` : "The lights go out.";
  if (!where) return `The ${marker} is taken away.`;
  const whose = /^seat (\d+)$/.exec(where)?.[1] ?? (/^dea[dl]/.test(where) ? where : "");
  if (whose) return `The ${marker} is with ${at.who(whose)}.`;
  if (/^off/.test(where)) return `The ${marker} is ${where}.`;
  return `The ${marker} is on ${plain(where)}${seat ? `, ${at.who(seat)}` : ""}.`;
}

const dealt = (e, at) => `${starts(spokenCard(e.card))} to ${at.who(e.to)}${e.place ? `, ${e.place}` : ""}.`;

/** How to say each event, with the names at hand. @type {Record<string, (event: any, at: Names) => string>} */
const SENTENCES = {
  round_opened: (e) => `Round ${e.round}. Place your bets.`,
  round_closed: (e) => `Round ${e.round} is complete.`,
  round_voided: (e) => `The round is void: ${e.why}.`,
  announced: (e) => `The dealer says “${e.words}”.`,
  noted: (e) => `${starts(e.what)}.`,
  irregularity_reported: (e, at) => `Irregularity: ${plain(e.kind)}${e.seat ? `, ${at.who(e.seat)}` : ""}. ${e.remedy}`,
  shuffled: (e) => `The ${e.device} is shuffled: ${e.count} in it.`,
  cut_made: (e, at) => `${does(at.who(e.by), "cut", "cuts")} ${placeWords("cut", e.position)}.`,
  burned: (e) => (e.card ? `${starts(spokenCard(e.card))} is burned.` : "A card is burned."),
  dealt: (e, at) => (/^stack/.test(e.place ?? "") ? `Tiles of ${e.place} to ${at.who(e.to)}.` : dealt(e, at)),
  revealed: (e, at) =>
    e.cards.some(Boolean)
      ? `${sees(e, at)} ${list(e.cards)}${e.total ? `: ${e.total}` : ""}.`
      : `${does(at.who(e.of), "look", "looks")} at the cards.`,
  discarded: (e, at) => `The hand of ${at.who(e.of)} is gathered in.`,
  shown: (e) => (isDice(e.outcome) ? `The dice show ${spokenDice(e.outcome)}.` : `The ${e.device} shows ${e.outcome}.`),
  marked: (e, at) => marked(e, at),
  elected: (e, at) => {
    const amount = e.amount ? ` ${inUnit(e.amount, e.unit)}` : "";
    return `${starts(at.who(e.by))}: ${plain(e.says)}${amount}${e.absent ? " (the house, for an absent player)" : ""}.`;
  },
  wagered: (e, at) => `${does(at.who(e.seat), "wager", "wagers")} ${dollars(e.amount)} on ${at.title(e.wager, e.on)}.`,
  withdrawn: (e, at) =>
    `${does(at.who(e.seat), "take", "takes")} ${dollars(e.amount)} from ${at.title(e.wager, e.on)}.`,
  moved: (e, at) => `${dollars(e.amount)} of ${at.title(e.wager, e.on)} moves to ${e.to}.`,
  paid: (e, at) => {
    const odds = e.odds ? ` at ${e.odds}` : "";
    return `${whose(e, at)} wins ${dollars(e.returned - e.stake)}${odds}.`;
  },
  collected: (e, at) => `${whose(e, at)} loses ${dollars(e.stake - e.returned)}.`,
  returned: (e, at) => `${whose(e, at)} is handed back: ${dollars(e.returned)}.`,
  charged: (e, at) => `${does(at.who(e.seat), "pay", "pays")} vigorish of ${dollars(e.amount)}.`,
  refunded: (e, at) => `Vigorish of ${dollars(e.amount)} goes back to ${at.who(e.seat)}.`,
  transferred: (e) => `${dollars(e.amount)} goes from ${e.source} to ${e.target}${e.what ? `: ${e.what}` : ""}.`,
  meter_moved: (e) => `The ${e.meter} meter moves: ${e.why}.`,
};

/** One event as a sentence. */
export const sentence = (event, at) => SENTENCES[event.event]?.(event, at) ?? plain(event.event);

/** Names for a page without a seat of its own. @param {(wager: string, on?: string) => string} title */
export const strangerAt = (title) => ({
  who: (who) => (/^[1-9]\d*$/.test(String(who)) ? `seat ${who}` : `the ${who ? String(who).replaceAll("_", " ") : "dealer"}`),
  title,
});

/** Places in a stack of cards: in words, and what it means that something is put there. */
const PLACES = {
  cut: [
    (n) => `after card ${n} of the stack`,
    "Counted from the top. The cards above that place go beneath all others, and the card after it comes first.",
  ],
  cover_card: [
    (n) => `above the last ${n} cards`,
    "Counted from the bottom. When the cards above it are gone it comes out, and this shoe is at its end.",
  ],
};

const placeWords = (says, place) => PLACES[says]?.[0](place.toLocaleString("en-US")) ?? `at ${place}`;

/** What it means to choose a place for this, in a sentence. @param {import("./types.js").Option} option */
export const placeMeans = ({ says, unit }) => (isPlace(unit) ? (PLACES[says]?.[1] ?? "") : "");

/** An option with one of its amounts: `Raise $50`, `Shakes 3`, `Cut: after card 52 of the stack`. */
export const amountWords = (option, amount) =>
  isPlace(option.unit)
    ? `${optionWords(option)}: ${placeWords(option.says, amount)}`
    : `${optionWords(option)} ${inUnit(amount, option.unit)}`;

/** What the option of a question says on its button. */
export function optionWords(option) {
  const words = [option.says, option.wager, option.on].filter(Boolean).map(plain);
  return starts(words.join(" "));
}

export { plain, starts };
