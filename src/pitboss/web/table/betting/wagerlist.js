/**
 * Bets on the layout, each with its status: working or off, locked or free, how much more may back it; and what else
 * the house offers besides chips: turning bets on and off, dice, a bank.
 */

import { button, byId, el, render } from "../../kit/dom.js";
import { citation } from "../../kit/law.js";
import { lockPicture } from "../../felt/markers.js";
import { dollars } from "../../kit/money.js";
import { optionWords } from "../../felt/sentences.js";
import { capitalized, plain } from "../../kit/words.js";
import { statusOf } from "./wagerstatus.js";

/** @import { Betting } from "./betting.js" */
/** @import { ShownWager, TableState } from "../../felt/tablestate.js" */
/** @import { Offer, Wager } from "../../kit/types.js" */

/** @typedef {Offer & {seat: number}} SeatOffer */

/** How players say it, where the word of the record is not it. @type {Record<string, string>} */
const SPOKEN = {
  accept_dice: "Take the dice",
  reject_dice: "Decline the dice",
  pass_dice: "Pass the dice",
  decline_line_bet: "Skip the line bet",
  called_on: "Turn on",
  called_off: "Turn off",
  bank: "Take the bank",
  co_bank: "Share the bank",
  pass_bank: "Pass the bank",
};

/** @param {{says: string, wager?: string, on?: string}} offer */
const offerWords = (offer) => SPOKEN[offer.says] ?? optionWords(offer);

const CHIP_OFFERS = new Set(["wager", "remove", "reduce", "increase"]); // these are taken up by chips

/** @param {ShownWager} wager */
const badges = (wager) =>
  statusOf(wager).map(([kind, words]) =>
    el("span", { class: `status is-${kind}` }, kind === "locked" ? lockPicture() : null, words),
  );

/** The list of bets on the layout, and what can be said about them. */
export class WagerList {
  #table;
  #betting;

  /**
   * @param {TableState} table @param {Betting} betting
   */
  constructor(table, betting) {
    this.#table = table;
    this.#betting = betting;
  }

  /** @param {boolean} open  whether something may be done now */
  show(open) {
    this.#showTurn();
    this.#showOffers(open);
    this.#showList(open);
  }

  // --- whose the dice are

  #showTurn() {
    const { turn, markers } = this.#table.view;
    const node = byId("turn");
    node.hidden = !turn;
    if (!turn) return;
    const who = this.#table.nameOf(turn.seat);
    node.classList.toggle("mine", who === "you");
    const { puck } = markers;
    const where = puck ? ` · puck ${/^off/.test(puck) ? "off" : `on ${puck}`}` : "";
    const words = `⚂ ${capitalized(plain(turn.words))}: ${who}${where}`;
    render(node, () => words);
  }

  // --- what may be said

  /** Offers that are about no wager: to take the dice or pass them, to bank. @param {boolean} open */
  #showOffers(open) {
    const box = byId("acts");
    const offers = open ? this.#offers.filter((offer) => !offer.wager) : [];
    box.hidden = !offers.length;
    render(box, () =>
      offers.map((offer) => {
        const words = this.#boxWords(offer.seat) + offerWords(offer);
        const props = { class: "act", "data-says": offer.says };
        return [button(words, () => this.#betting.say(offer, offer.seat), props), citation(offer.cite)];
      }),
    );
  }

  /** `Box 2: `, where the player holds several. @param {number} seat */
  #boxWords = (seat) => (this.#table.seats.length > 1 ? `Box ${seat}: ` : "");

  /** What the house offers besides chips, at the seat and at every box held beside it. @returns {SeatOffer[]} */
  get #offers() {
    return this.#table.seats.flatMap((seat) =>
      this.#table
        .offersAt(seat)
        .filter((offer) => !CHIP_OFFERS.has(offer.says))
        .map((offer) => ({ ...offer, seat })),
    );
  }

  // --- what is up

  /** @param {boolean} open */
  #showList(open) {
    const panel = byId("bets");
    const { playing, view } = this.#table;
    const drafted = this.#table.draft.moves.map((move) => ({ ...move, hand: 0, draft: true }));
    /** @type {ShownWager[]} */
    const wagers = [...view.wagers.filter(({ seat }) => !playing || this.#table.holds(seat)), ...drafted];
    render(panel, () =>
      wagers.length ? [el("p", { class: "total-line", role: "status" }, summary(wagers)), wagers.map((wager) => this.#row(wager, open))] : null,
    );
  }

  /** @param {ShownWager} wager @param {boolean} open */
  #row(wager, open) {
    const { playing } = this.#table;
    const owner = playing ? this.#boxWords(wager.seat) : `${wager.seat ? `Seat ${wager.seat}` : "Dealer"}: `;
    const title = this.#table.title(wager.wager, wager.on);
    return el(
      "div",
      { class: "up-row", key: `${wager.seat} ${wager.wager} ${wager.on} ${wager.hand} ${wager.draft ?? ""}`, "data-wager": wager.wager, "data-on": wager.on },
      el("span", { class: "title" }, owner, title),
      el("strong", { class: "much" }, dollars(wager.amount)),
      el("span", { class: "statuses" }, badges(wager), open && playing ? this.#actions(wager, owner + title) : null),
      wager.note ? el("span", { class: "note" }, capitalized(wager.note), ". ", citation(wager.cite)) : null,
    );
  }

  /** What may be done with this very wager. @param {ShownWager} wager @param {string} title */
  #actions({ seat, wager, on, amount, draft = false }, title) {
    const offers = this.#offers.filter((one) => one.seat === seat && one.wager === wager && (one.on ?? "") === on);
    const buttons = offers.map((offer) => {
      const words = offerWords({ says: offer.says });
      const props = { "data-says": offer.says, "aria-label": `${words}: ${title}` };
      return button(words, () => this.#betting.say(offer, seat), props);
    });
    if (this.#table.offer("wager", wager, on, seat)) {
      const press = () => this.#betting.place(wager, on, seat, amount);
      buttons.push(button("Press", press, { "aria-label": `Press, doubling it: ${title}`, title: "Doubles this bet" }));
    }
    if (draft || this.#table.offer("remove", wager, on, seat)) {
      const takeDown = () => this.#betting.takeDown(wager, on, seat);
      buttons.push(button("Take down", takeDown, { "aria-label": `Take down: ${title}` }));
    }
    return buttons;
  }
}

/** `4 bets, $120; 1 off; 2 locked`. @param {Wager[]} wagers */
function summary(wagers) {
  const off = wagers.filter((wager) => wager.works === false).length;
  const locked = wagers.filter((wager) => wager.locked).length;
  const total = dollars(wagers.reduce((sum, wager) => sum + wager.amount, 0));
  const count = wagers.length === 1 ? "1 bet" : `${wagers.length} bets`;
  return [`${count}, ${total}`, off && `${off} off`, locked && `${locked} locked`].filter(Boolean).join("; ");
}
