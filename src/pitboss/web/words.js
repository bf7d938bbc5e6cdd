/** Events in words: for the table talk, the replay and the screen reader. */

import { spokenCard } from "./cards.js";
import { dollars } from "./money.js";

const list = (cards) => cards.map(spokenCard).join(", ");
const plain = (word) => word.replaceAll("_", " ");

/** `You`, `Ann`, `The dealer`: the start of a sentence. */
function starts(name) {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** @typedef {{who: (who: any) => string, title: (wager: string, on?: string) => string}} Names */

/** `You wager`, `Seat 2 wagers`. */
const does = (name, one, other) => `${starts(name)} ${name === "you" ? one : other}`;

/** How to say each event, with the names at hand. @type {Record<string, (event: any, at: Names) => string>} */
const SENTENCES = {
  round_opened: (e) => `Round ${e.round}. Place your bets.`,
  round_closed: (e) => `Round ${e.round} is complete.`,
  round_voided: (e) => `The round is void: ${e.why}.`,
  announced: (e) => `The dealer says “${e.words}”.`,
  noted: (e) => `${starts(e.what)}.`,
  irregularity_reported: (e, at) => `Irregularity: ${plain(e.kind)}${e.seat ? `, ${at.who(e.seat)}` : ""}. ${e.remedy}`,
  shuffled: (e) => `The ${e.device} is shuffled: ${e.count} in it.`,
  cut_made: (e, at) => `${does(at.who(e.by), "cut", "cuts")} at ${e.position}.`,
  burned: (e) => (e.card ? `${starts(spokenCard(e.card))} is burned.` : "A card is burned."),
  dealt: (e, at) => `${starts(spokenCard(e.card))} to ${at.who(e.to)}${e.place ? `, ${e.place}` : ""}.`,
  revealed: (e, at) =>
    e.cards.some(Boolean)
      ? `${does(at.who(e.of), "show", "shows")} ${list(e.cards)}${e.total ? `: ${e.total}` : ""}.`
      : `${does(at.who(e.of), "look", "looks")} at the cards.`,
  discarded: (e, at) => `The cards of ${at.who(e.of)} go to the discard rack.`,
  shown: (e) => `The ${e.device} ${e.device.endsWith("s") ? "show" : "shows"} ${e.outcome}.`,
  marked: (e) => (e.at ? `The ${e.marker} stands on ${e.at}.` : `The ${e.marker} is taken away.`),
  elected: (e, at) => {
    const amount = e.amount ? ` ${dollars(e.amount)}` : "";
    return `${starts(at.who(e.by))}: ${plain(e.says)}${amount}${e.absent ? " (the house, for an absent player)" : ""}.`;
  },
  wagered: (e, at) => `${does(at.who(e.seat), "wager", "wagers")} ${dollars(e.amount)} on ${at.title(e.wager, e.on)}.`,
  withdrawn: (e, at) =>
    `${does(at.who(e.seat), "take", "takes")} ${dollars(e.amount)} from ${at.title(e.wager, e.on)}.`,
  moved: (e, at) => `${dollars(e.amount)} of ${at.title(e.wager, e.on)} moves to ${e.to}.`,
  paid: (e, at) => {
    const odds = e.odds ? ` at ${e.odds}` : "";
    return `${at.title(e.wager, e.on)} of ${at.who(e.seat)} wins ${dollars(e.returned - e.stake)}${odds}.`;
  },
  collected: (e, at) => `${at.title(e.wager, e.on)} of ${at.who(e.seat)} loses ${dollars(e.stake - e.returned)}.`,
  returned: (e, at) => `${at.title(e.wager, e.on)} of ${at.who(e.seat)} is handed back: ${dollars(e.returned)}.`,
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

/** What the option of a question says on its button. */
export function optionWords(option) {
  const words = [option.says, option.wager, option.on].filter(Boolean).map(plain);
  return starts(words.join(" "));
}

export { plain, starts };
