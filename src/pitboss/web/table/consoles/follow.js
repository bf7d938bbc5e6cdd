/**
 * Patrons who hold no device: the dealer seats them, sells chips, and puts down for a seat what the patron puts on the
 * felt. One line does it by keys: choose the seat, type the amount, and the wager where it is not the usual one.
 */

import { button, el, fill, render } from "../../kit/dom.js";
import { CHIPS, chipPicture } from "../../felt/chips.js";
import { dollars, parseDollars } from "../../kit/money.js";
import { meant } from "../../kit/patronwords.js";
import { moveWords } from "../../kit/words.js";
import { owedWords } from "../../kit/pitwords.js";
import { preferences } from "../../kit/storage.js";
import { BoxPanel, holderOf } from "./boxes.js";
import { ColourPanel } from "./colours.js";
import { TipForm } from "../tipform.js";

/** @import { Keys } from "../keys.js" */
/** @import { Notice } from "../notice.js" */
/** @import { Act } from "./staff.js" */
/** @import { TableState } from "../../felt/tablestate.js" */
/** @import { Offer, OwedLine } from "../../kit/types.js" */

/** @typedef {{wager: string, on: string, seat: number}} Spotted  an area of the felt */
/** @typedef {{seat: number, wager: string, on: string, amount: number, patron?: number}} Bet */

const HOW =
  "An amount, then the wager if it is not the usual one: “25”, “25 red”, “-25 red”. " +
  "Enter alone goes to the next seat, arrows along the seats.";
const AMOUNT = "0123456789$-"; // what an amount begins with

/** Words without signs, for comparison. @param {string} text */
const simple = (text) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, " ").trim();

/** The seats of a table whose patrons the dealer speaks for. */
export class FollowPanel {
  #table;
  #act;
  #keys;
  #notify;
  chosen = 0;
  #chip = CHIPS[2];
  #wasBetting = false;
  #seats = el("div", { class: "seats", role: "group", "aria-label": "Seats" });
  #title = el("h3", {});
  #note = el("p", { id: "bet-note", class: "quiet-text", role: "status" }, HOW);
  #line = el("input", {
    id: "bet-line",
    autocomplete: "off",
    "aria-label": "Chips for this seat, typed",
    "aria-describedby": "bet-note",
    "data-letters": AMOUNT,
  });
  #betForm = el("form", { class: "typed" }, this.#line, el("button", { type: "submit" }, "Put down"));
  #chips = el("div", { class: "chip-rail", role: "radiogroup", "aria-label": "Chip for a press on the felt" });
  #name = el("input", { maxlength: 24, autocomplete: "off", "aria-label": "Name", placeholder: "name, if known" });
  #card = el("input", { maxlength: 64, autocomplete: "off", "aria-label": "Player's card", placeholder: "card, if shown" });
  #money = el("input", { class: "amount", inputmode: "decimal", autocomplete: "off", "aria-label": "Dollars" });
  #brought = el("input", { class: "amount", inputmode: "decimal", autocomplete: "off", "aria-label": "Chips that they brought, in dollars", placeholder: "chips brought" });
  #sell = el("button", { type: "submit" }, "Sell chips");
  #moneyForm = el("form", { class: "act-row" }, this.#name, el("label", {}, "$ ", this.#money), this.#brought, this.#card, this.#sell);
  #sales = el("p", { class: "quiet-text" });
  #colours = new ColourPanel((change) => this.#act({ do: "change_colour", ...this.#seatAndPatron, ...change }), (words) => this.#notify({ sentence: words }));
  #tip = new TipForm((amount) => this.#act({ do: "tip", ...this.#seatAndPatron, amount }), (words) => this.#notify({ sentence: words }));
  #undo = button("", () => this.#act({ do: "undo_sale", ...this.#seatAndPatron }), { class: "quiet", "data-do": "undo_sale" });
  #clear = button("Clear the seat", () => this.#free(), { class: "quiet", "data-do": "free_seat" });
  #boxes;
  #again = button("", () => this.again(), { "data-do": "again" });
  #owed = el("ul", { class: "plain-list", "aria-label": "Owed by corrections" });
  #work = el(
    "div",
    { class: "follow-seat" },
    this.#title,
    this.#betForm,
    this.#note,
    this.#chips,
    this.#moneyForm,
    this.#sales,
    this.#colours.node,
    this.#tip.node,
    this.#undo,
    this.#clear,
  );
  node = el(
    "section",
    { class: "follow", "aria-label": "For the seats" },
    el("div", { class: "act-row" }, el("h3", {}, "For the seats"), this.#again),
    this.#owed,
    this.#seats,
    this.#work,
  );

  /** @param {TableState} table @param {Act} act @param {Keys} keys @param {(notice: Notice) => void} notify */
  constructor(table, act, keys, notify) {
    this.#table = table;
    this.#act = act;
    this.#keys = keys;
    this.#notify = notify;
    this.#boxes = new BoxPanel(table, act);
    this.#work.append(this.#boxes.node);
    keys.bind("again", () => this.again());
    keys.digit = (seat) => this.#choose(seat, true);
    this.#line.addEventListener("input", () => this.#typing());
    this.#line.addEventListener("keydown", (event) => this.#lineKey(event));
    this.#betForm.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submitted();
    });
    this.#moneyForm.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#buy();
    });
    this.#drawChips();
  }

  /** Where chips are typed, while that is what the dealer does. @returns {HTMLElement|null} */
  get line() {
    return this.#table.betting && this.#speaks && this.#isTaken(this.chosen) ? this.#line : null;
  }

  get #speaks() {
    return this.#table.view.follow && this.#table.may("speak for seat");
  }

  /** Whether this person seats patrons and sells chips: the dealer, and for large amounts a floorperson. */
  get #sells() {
    return this.#table.view.follow && this.#table.may("sell chips");
  }

  /** The chosen seat, and who is there as far as the dealer sees. */
  get #seatAndPatron() {
    return { seat: this.chosen, ...this.#meant(this.chosen) };
  }

  /** @param {number} seat */
  #meant = (seat) => meant(this.#table.view.patrons, seat);

  /** @param {number} seat */
  #patron = (seat) => this.#table.view.patrons.find((one) => one.seat === seat);

  /** @param {number} seat */
  #isTaken = (seat) => holderOf(this.#table.view, seat) > 0;

  /** Whether a place is a further box of the patron in another seat. @param {number} seat */
  #isBox = (seat) => this.#table.view.boxes[seat] !== undefined;

  get #taken() {
    const { racks, boxes } = this.#table.view;
    return [...Object.keys(racks), ...Object.keys(boxes)].map(Number).sort((a, b) => a - b);
  }

  /** Show who sits where, and what the chosen seat has up. */
  show() {
    this.node.hidden = !this.#sells;
    if (this.node.hidden) {
      this.chosen = 0;
      return;
    }
    this.#remember();
    if (!this.chosen) this.chosen = this.#taken[0] ?? 1;
    const all = Array.from({ length: this.#table.info.seats }, (_, n) => n + 1);
    render(this.#seats, () => all.map((seat) => this.#seat(seat)));
    this.#showOwed();
    this.#showChosen();
  }

  /** What corrections left owed: paid to the chosen seat where they sit here again, else handed over. */
  #showOwed() {
    this.#owed.hidden = !this.#table.view.owed.length;
    const settle = (/** @type {OwedLine} */ { number, seat }, to = 0) =>
      this.#act({ do: "settle_owed", number, seat, ...(to ? { to_seat: to } : {}) });
    render(this.#owed, () =>
      this.#table.view.owed.map((line) => {
        const done = line.amount > 0 ? "Paid" : "Collected";
        const to = this.chosen;
        return el(
          "li",
          { class: "act-row", key: `${line.number}.${line.seat}`, "data-owed": `${line.number}.${line.seat}` },
          owedWords(line),
          button(`${done} by hand`, () => settle(line), { class: "quiet" }),
          this.#isTaken(to) ? button(`${done} at seat ${to}`, () => settle(line, to), { class: "quiet" }) : null,
        );
      }),
    );
  }

  /** @param {number} seat */
  #seat(seat) {
    const { view } = this.#table;
    const up = view.wagers.filter((wager) => wager.seat === seat).reduce((sum, { amount }) => sum + amount, 0);
    const { colour = "", chip = 0 } = this.#patron(seat) ?? {};
    const rack = this.#isBox(seat) ? `box of seat ${view.boxes[seat]}` : dollars(view.racks[seat] ?? 0);
    const chips = [view.names[seat], rack, colour ? `${colour}, ${dollars(chip)} a chip` : "", up ? `${dollars(up)} up` : "", moveWords(view.moves, seat)];
    const state = this.#isTaken(seat) ? chips : ["free"];
    const props = { class: "seat", key: seat, "data-follow": seat, "aria-pressed": String(seat === this.chosen) };
    const words = state.filter(Boolean).join(" · ");
    return button(el("strong", {}, `Seat ${seat}`), () => this.#choose(seat), props, el("span", {}, words));
  }

  #showChosen() {
    const isTaken = this.#isTaken(this.chosen);
    const { betting, view } = this.#table;
    const bets = view.wagers.filter(({ seat }) => seat === this.chosen);
    const up = bets.map(({ wager, on, amount }) => `${this.#table.title(wager, on)} ${dollars(amount)}`).join(", ");
    render(this.#title, () => (isTaken ? `Seat ${this.chosen}: ${up || "no chips up"}` : `Seat ${this.chosen} is free`));
    this.#betForm.hidden = this.#note.hidden = this.#chips.hidden = !isTaken || !betting || !this.#speaks;
    this.#name.hidden = this.#card.hidden = isTaken;
    this.#clear.hidden = !isTaken || !this.#speaks;
    render(this.#clear, () => (this.#isBox(this.chosen) ? "Give up this box" : "Clear the seat"));
    this.#boxes.show(this.#speaks ? this.chosen : 0);
    this.#moneyForm.hidden = this.#isBox(this.chosen);
    const { sale_maximum: most, sale_approval: approval } = this.#table.info;
    render(this.#sales, () => `Without an amount nothing is sold. From ${dollars(approval)} on a floorperson sells; at most ${dollars(most)} at once.`);
    this.#colours.show(isTaken ? this.chosen : 0, this.#table.info.chip_colours ?? [], view.patrons);
    this.#tip.node.hidden = !isTaken;
    const sold = view.sales[this.chosen];
    this.#undo.hidden = !sold;
    render(this.#undo, () => (sold ? `Take back the sale of ${dollars(sold)}` : ""));
    render(this.#sell, () => (isTaken ? "Sell chips" : "Seat a patron"));
    this.#again.hidden = !betting || !this.#last.length || !this.#speaks;
    render(this.#again, () => ["The same bets again", this.#keys.hint(this.#keys.keyOf("again"))]);
  }

  #drawChips() {
    const choose = (/** @type {number} */ chip) => {
      this.#chip = chip;
      this.#drawChips();
    };
    render(this.#chips, () =>
      CHIPS.map((chip) => {
        const isChosen = { role: "radio", "aria-checked": String(chip === this.#chip) };
        const props = { class: "chip-button", "aria-label": dollars(chip), ...isChosen };
        return button(chipPicture(chip), () => choose(chip), props);
      }),
    );
  }

  // --- choosing

  /** @param {number} seat */
  #choose(seat, isByKey = false) {
    if (!this.#sells || seat < 1 || seat > this.#table.info.seats) return false;
    this.chosen = seat;
    this.show();
    fill(this.#note, HOW);
    if (isByKey) (this.line ?? (this.#isTaken(seat) ? this.#money : this.#name)).focus();
    return true;
  }

  /** The taken seat after the chosen one, or before it. @param {number} step */
  #go(step) {
    const taken = this.#taken;
    if (!taken.length) return;
    const at = taken.indexOf(this.chosen);
    this.#choose(taken[(at + step + taken.length) % taken.length], true);
  }

  /** @param {KeyboardEvent} event */
  #lineKey(event) {
    const step = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape") this.#line.blur();
    if (!step || (this.#line.value && /Left|Right/.test(event.key))) return;
    event.preventDefault();
    this.#go(step);
  }

  // --- chips on the felt

  /** Letters are shortcuts as long as no amount stands there. */
  #typing() {
    if (this.#line.value) delete this.#line.dataset.letters;
    else this.#line.dataset.letters = AMOUNT;
    fill(this.#note, HOW);
  }

  #submitted() {
    const text = this.#line.value.trim();
    if (!text) return this.#go(1);
    const match = /^(-?)\s*\$?\s*([\d,]+(?:\.\d{1,2})?)\s*(.*)$/.exec(text);
    const amount = match ? parseDollars(match[2]) : null;
    if (!match || !amount) return this.#object(`“${text}” does not begin with an amount in dollars.`);
    const isTaken = Boolean(match[1]);
    const found = this.#find(match[3], isTaken ? "remove" : "wager");
    if (typeof found === "string") return this.#object(found);
    this.#line.value = "";
    this.#typing();
    this.#send({ seat: this.chosen, wager: found.wager ?? "", on: found.on ?? "", amount: isTaken ? -amount : amount });
  }

  /** @param {string} sentence */
  #object(sentence) {
    fill(this.#note, el("span", { class: "refusal" }, sentence));
    this.#line.select();
  }

  /** What the house offers this seat. @param {string} says @returns {Offer[]} */
  #offers = (says, seat = this.chosen) =>
    (this.#table.view.you.offers_at[seat] ?? []).filter((offer) => offer.says === says);

  /** The wager that is meant; a sentence where none is, or several. @param {string} words @param {string} says */
  #find(words, says) {
    const offers = this.#offers(says);
    if (!offers.length && says === "remove") return "This seat has nothing that may be taken down.";
    if (!offers.length) return "This seat takes no chips right now.";
    const wanted = simple(words);
    const isAt = (/** @type {Offer} */ offer, /** @type {{wager: string, on: string}} */ spot) =>
      offer.wager === spot.wager && (offer.on ?? "") === spot.on;
    const inOrder = this.#table.info.spots.flatMap((spot) => offers.find((offer) => isAt(offer, spot)) ?? []);
    if (!wanted) return inOrder[0] ?? offers[0];
    const named = offers.map((offer) => ({ offer, name: simple(this.#table.title(offer.wager ?? "", offer.on)) }));
    const exact = named.filter(({ name, offer }) => name === wanted || simple(offer.on ?? "") === wanted);
    const hasWord = (/** @type {string} */ name, /** @type {string} */ word) =>
      name.split(" ").some((part) => part.startsWith(word));
    const begun = named.filter(({ name }) => wanted.split(" ").every((word) => hasWord(name, word)));
    const found = exact.length ? exact : begun;
    if (found.length === 1 || (exact.length && found.length)) return found[0].offer;
    if (!found.length) return `No wager here is called “${words}”.`;
    const some = found.slice(0, 4).map(({ offer }) => this.#table.title(offer.wager ?? "", offer.on));
    return `“${words}” could be ${some.join(", ")}${found.length > 4 ? " …" : ""}.`;
  }

  /** A press on the felt for the chosen seat. @param {Spotted} area @param {boolean} remove */
  press({ wager, on, seat }, remove) {
    if (!this.#speaks) return;
    if (seat && seat !== this.chosen) this.#choose(seat);
    if (!this.#table.betting) return this.#notify({ sentence: "No more bets until this round is settled." });
    this.#send({ seat: this.chosen, wager, on, amount: remove ? -this.#chip : this.#chip });
  }

  /** @param {Bet} bet  below zero: taken down */
  #send({ seat, wager, on, amount }) {
    const says = amount < 0 ? "remove" : "wager";
    const sent = { says, wager, on, amount: Math.abs(amount), by: seat, ...this.#meant(seat) };
    return this.#act({ do: "answer", ...this.#table.moment, ...sent });
  }

  // --- the same again

  get #lastName() {
    return `followed.${this.#table.info.id}`;
  }

  /** @returns {Bet[]} */
  get #last() {
    const last = preferences.get(this.#lastName, /** @type {Bet[]} */ ([]));
    return last.filter(({ seat, patron }) => this.#isTaken(seat) && patron === this.#meant(seat).patron); // not of another
  }

  /** When betting has closed, what was up is what “again” means. */
  #remember() {
    const { betting, view } = this.#table;
    if (this.#wasBetting && !betting && view.wagers.length) {
      const bets = view.wagers.map(({ seat, wager, on, amount }) => ({ seat, wager, on, amount, ...this.#meant(seat) }));
      preferences.set(this.#lastName, bets);
    }
    this.#wasBetting = betting;
  }

  /** Put down what every seat had up in the last round, as far as it is not up. */
  async again() {
    if (!this.#speaks || !this.#table.betting) return;
    const { view } = this.#table;
    for (const bet of this.#last) {
      const up = view.wagers.find((one) => one.seat === bet.seat && one.wager === bet.wager && one.on === bet.on);
      const amount = bet.amount - (up?.amount ?? 0);
      if (amount > 0 && this.#table.spot(bet.wager, bet.on)) await this.#send({ ...bet, amount });
    }
  }

  // --- money and seats

  async #buy() {
    const amount = this.#money.value.trim() ? parseDollars(this.#money.value) : 0;
    const brought = this.#brought.value.trim() ? parseDollars(this.#brought.value) : 0;
    const isTaken = this.#isTaken(this.chosen);
    if (amount === null || brought === null || (isTaken && !amount && !brought)) {
      return this.#notify({ sentence: "Type the amount in dollars, such as 200." });
    }
    const seat = this.chosen;
    const [name, card] = [this.#name.value.trim(), this.#card.value.trim()];
    const known = { ...(name ? { name } : {}), ...(card ? { card } : {}), ...(brought ? { brought } : {}) };
    const isDone = isTaken
      ? await this.#act({ do: "sell_chips", ...this.#seatAndPatron, amount, ...(brought ? { brought } : {}) })
      : await this.#act({ do: "seat_patron", ...known, seat, amount });
    if (!isDone) return;
    this.#money.value = this.#name.value = this.#card.value = this.#brought.value = "";
  }

  #free() {
    const reason = this.#isBox(this.chosen) ? "The patron gave up the box." : "The patron left.";
    return this.#act({ do: "free_seat", ...this.#seatAndPatron, reason });
  }
}
