/**
 * Wagers that are up, each with how the house says it stands: working or off, locked or free, up to what it may be
 * backed; and whatever else the house offers besides chips: calls, dice, a bank.
 */

import { button, byId, el, fill } from "./dom.js";
import { citation } from "./law.js";
import { lockPicture } from "./markers.js";
import { dollars } from "./money.js";
import { optionWords, plain, starts } from "./words.js";

/** How players say it, where the word of the record is not it. */
const SAID = {
  accept_dice: "Take the dice",
  reject_dice: "Decline the dice",
  pass_dice: "Pass the dice",
  decline_line_bet: "Make no line bet",
  called_on: "Call on",
  called_off: "Call off",
  bank: "Take the bank",
  co_bank: "Share the bank",
  pass_bank: "Pass the bank",
};
const actWords = (offer) => SAID[offer.says] ?? optionWords(offer);

const CHIPS = new Set(["wager", "remove", "reduce", "increase"]); // these are done by chips

/** `working`, `off`, `locked`: a sign and a word, never a colour alone. @param {import("./types.js").Wager} wager */
export function stateOf(wager) {
  const on = ["working", wager.called ? "● called on" : "● working"];
  const states = [wager.works === false ? ["off", "○ off"] : on];
  if (wager.locked) states.push(["locked", "locked"]);
  return states;
}

const badges = (wager) =>
  stateOf(wager).map(([kind, words]) =>
    el("span", { class: `stand is-${kind}` }, kind === "locked" ? lockPicture() : null, words),
  );

/** How a wager stands, for those who listen: `off, locked`. */
export const spokenState = (wager) =>
  [wager?.works === false && "off", wager?.called && "called on", wager?.locked && "locked"].filter(Boolean).join(", ");

export class Standings {
  #table;
  #betting;
  #turned = false; // whether this table was seen to be one where something goes from hand to hand

  /**
   * @param {import("./view.js").Table} table @param {import("./betting.js").Betting} betting
   * @param {() => void} chosen  called once, where wagers outlast a round and the list is what players want first
   */
  constructor(table, betting, chosen) {
    [this.#table, this.#betting, this.chosen] = [table, betting, chosen];
  }

  /** @param {boolean} open  whether something may be done now */
  show(open) {
    this.#turn();
    this.#acts(open);
    this.#list(open);
  }

  // --- whose the dice are

  #turn() {
    const { view } = this.#table;
    const node = byId("turn");
    node.hidden = !view.turn;
    if (!view.turn) return;
    if (!this.#turned) this.chosen();
    this.#turned = true;
    const who = this.#table.nameOf(view.turn.seat);
    node.classList.toggle("mine", who === "you");
    const puck = view.markers.puck;
    const stands = puck ? ` · puck ${/^off/.test(puck) ? "off" : `on ${puck}`}` : "";
    const words = `⚂ ${starts(plain(view.turn.words))}: ${who}${stands}`;
    if (node.dataset.words === words) return;
    node.dataset.words = words;
    fill(node, words);
  }

  // --- what may be said

  /** Offers that are about no wager: to take the dice or pass them, to bank. */
  #acts(open) {
    const box = byId("acts");
    const offers = open ? this.#offers.filter((offer) => !offer.wager) : [];
    const now = JSON.stringify(offers);
    if (box.dataset.shown === now) return;
    box.dataset.shown = now;
    box.hidden = !offers.length;
    const whose = ({ seat }) => (this.#table.seats.length > 1 ? `Box ${seat}: ` : "");
    fill(
      box,
      offers.map((offer) => [
        button(whose(offer) + actWords(offer), () => this.#betting.say(offer, offer.seat), {
          class: "act",
          "data-says": offer.says,
        }),
        citation(offer.cite),
      ]),
    );
  }

  /** What the house offers besides chips, at the seat and at every box held beside it. */
  get #offers() {
    const { seats, seat: own, view } = this.#table;
    const at = (seat) => (seat === own ? view.you.offers : view.you.offers_at?.[seat]) ?? [];
    return seats.flatMap((seat) =>
      at(seat)
        .filter((offer) => !CHIPS.has(offer.says))
        .map((offer) => ({ ...offer, seat })),
    );
  }

  // --- what is up

  #list(open) {
    const panel = byId("standing");
    const wagers = this.#table.view.wagers.filter(({ seat }) => !this.#table.playing || this.#table.holds(seat));
    const now = JSON.stringify([wagers, open, open && this.#offers]);
    if (panel.dataset.shown === now) return;
    panel.dataset.shown = now;
    if (!wagers.length) {
      const nothing = "Wagers that are up appear here, with what works and what is locked.";
      return fill(panel, el("p", { class: "quiet-text" }, nothing));
    }
    fill(
      panel,
      el("p", { class: "total-line", role: "status" }, summary(wagers)),
      wagers.map((wager) => this.#row(wager, open)),
    );
  }

  #row(wager, open) {
    const { playing, seats } = this.#table;
    const seat = wager.seat;
    const whose = playing ? (seats.length > 1 ? `Box ${seat}: ` : "") : `${seat ? `Seat ${seat}` : "Dealer"}: `;
    const title = this.#table.title(wager.wager, wager.on);
    return el(
      "div",
      { class: "up-row", "data-wager": wager.wager, "data-on": wager.on },
      el("span", { class: "title" }, whose, title),
      el("strong", { class: "much" }, dollars(wager.amount)),
      el("span", { class: "stands" }, badges(wager), open && playing ? this.#doings(wager, whose + title) : null),
      wager.note ? el("span", { class: "note" }, starts(wager.note), ". ", citation(wager.cite)) : null,
    );
  }

  /** What the house offers to do with this very wager. */
  #doings({ seat, wager, on, amount }, title) {
    const offers = this.#offers.filter((one) => one.seat === seat && one.wager === wager && (one.on ?? "") === on);
    const down = this.#table.offer("remove", wager, on, seat);
    const buttons = offers.map((offer) => {
      const words = actWords({ says: offer.says });
      const about = { "data-says": offer.says, "aria-label": `${words}: ${title}` };
      return button(words, () => this.#betting.say(offer, seat), about);
    });
    if (this.#table.offer("wager", wager, on, seat)) {
      const press = () => this.#betting.place(wager, on, seat, amount);
      buttons.push(button("Press", press, { "aria-label": `Press, doubling it: ${title}`, title: "as much again" }));
    }
    if (down) {
      const act = () => this.#betting.takeDown(wager, on, seat);
      buttons.push(button("Take down", act, { "aria-label": `Take down: ${title}` }));
    }
    return buttons;
  }
}

/** `4 up, $120; 1 off; 2 locked`. */
function summary(wagers) {
  const count = (is) => wagers.filter(is).length;
  const off = count((wager) => wager.works === false);
  const locked = count((wager) => wager.locked);
  const all = dollars(wagers.reduce((sum, wager) => sum + wager.amount, 0));
  return [`${wagers.length} up, ${all}`, off && `${off} off`, locked && `${locked} locked`].filter(Boolean).join("; ");
}
