/**
 * A view put together from the whole one that came first and the changes since. The house sends only what is different:
 * fields that are the same are missing, and of the offers only those that changed. Offers stay from one betting to the
 * next and count only while betting is open.
 */

/** @import { Offer, OffersChange, View, ViewChange } from "../kit/types.js" */

/** @typedef {Map<string, Offer>} Offers  by what is said, the wager and the spot */

/** @param {string} says @param {string} [wager] @param {string} [on] */
const keyOf = (says, wager = "", on = "") => `${says}\n${wager}\n${on}`;

/** @param {Offer[]} offers @returns {Offers} */
const byKey = (offers) => new Map(offers.map((offer) => [keyOf(offer.says, offer.wager, offer.on), offer]));

/** @param {Offers} offers @param {OffersChange} change @returns {Offers} */
function patched(offers, { put = [], gone = [] }) {
  const next = new Map(offers);
  for (const [says, wager, on] of gone) next.delete(keyOf(says, wager, on));
  for (const [key, offer] of byKey(put)) next.set(key, offer);
  return new Map([...next].sort(([a], [b]) => (a < b ? -1 : 1))); // the order in which the house has them
}

/** The view of one connection, from its welcome on. */
export class ViewChanges {
  /** @type {Map<string, Offers>} */ #offers = new Map();

  /** @param {View} view  the whole of it */
  constructor(view) {
    this.view = view;
    const { seat, offers, offers_at } = view.you;
    this.#offers.set(String(seat), byKey(offers));
    for (const [box, at] of Object.entries(offers_at)) this.#offers.set(box, byKey(at));
  }

  /** @param {ViewChange} change @returns {View} the view after it */
  take({ you: yours, ...rest }) {
    const { offers: patches = {}, ...fresh } = yours ?? {};
    const you = { ...this.view.you, ...fresh };
    const view = { ...this.view, ...rest, you };
    const betting = view.phase === "betting";
    const speaks = view.follow && you.may.includes("speak for seat"); // whoever speaks for seats has the offers of all
    const seats = speaks ? Object.keys(view.racks) : you.seats.map(String);
    if (betting) this.#patch(seats, patches);
    /** @param {string} seat */
    const open = (seat) => (betting ? [...(this.#offers.get(seat)?.values() ?? [])] : []);
    you.offers = open(String(you.seat));
    you.offers_at = Object.fromEntries(
      seats.filter((seat) => seat !== String(you.seat)).map((seat) => [seat, open(seat)]),
    );
    this.view = view;
    return view;
  }

  /** @param {string[]} seats  those held or spoken for now: what was offered elsewhere is forgotten
   * @param {Record<string, OffersChange>} patches */
  #patch(seats, patches) {
    const before = this.#offers;
    this.#offers = new Map(seats.map((seat) => [seat, patched(before.get(seat) ?? new Map(), patches[seat] ?? {})]));
  }
}
