/** Bets kept under a name, to be put down again in one press: in this browser, for these rules of this game. */

import { button, el, fill, render } from "../../kit/dom.js";
import { dollars } from "../../kit/money.js";
import { preferences } from "../../kit/storage.js";

/** @import { Betting } from "./betting.js" */
/** @import { TableState } from "../../felt/tablestate.js" */

/** @typedef {{wager: string, on: string, amount: number}} KeptBet */
/** @typedef {{name: string, bets: KeptBet[]}} Favourite */

const MOST = 24;
const LONGEST = 40; // letters of a name

/** @param {Favourite} favourite */
const costOf = ({ bets }) => bets.reduce((sum, { amount }) => sum + amount, 0);

/** The list of favourites, with a field to keep what is on the layout now. */
export class Favourites {
  #table;
  #betting;
  #list = el("ul", { class: "favourites" });
  #field = el("input", { id: "favourite-name", maxlength: LONGEST, autocomplete: "off", placeholder: "Name" });
  #keep = el("button", { type: "submit" }, "Keep these bets");
  #note = el("p", { class: "quiet-text", role: "status" });

  /** @param {TableState} table @param {Betting} betting */
  constructor(table, betting) {
    this.#table = table;
    this.#betting = betting;
    const form = el("form", { class: "keep-form" }, el("label", { for: "favourite-name" }, "Name for the bets that you have down"), this.#field, this.#keep);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#keepNow();
    });
    this.node = el("section", { class: "favourites-part", "aria-label": "Favorites" }, el("h3", {}, "Favorites"), this.#list, form, this.#note);
  }

  /** @param {boolean} open  whether bets can be placed now */
  show(open) {
    this.#keep.disabled = !this.#own().length;
    render(this.#list, () =>
      this.#kept.length
        ? this.#kept.map((one) => this.#row(one, open))
        : el("li", { class: "quiet-text" }, "None yet. Put bets down, give them a name, and they are one press away."),
    );
  }

  /** @param {Favourite} favourite @param {boolean} open */
  #row(favourite, open) {
    const { name, bets } = favourite;
    const titles = bets.map(({ wager, on, amount }) => `${this.#table.title(wager, on)} ${dollars(amount)}`).join(", ");
    return el(
      "li",
      { key: name },
      button(el("strong", {}, name), () => this.#lay(favourite), { class: "favourite", disabled: !open, title: titles }, ` ${dollars(costOf(favourite))}`),
      button("✕", () => this.#save(this.#kept.filter((one) => one.name !== name), `${name} was deleted.`), { class: "quiet", "aria-label": `Delete ${name}` }),
    );
  }

  // --- what is kept

  get #key() {
    return `favourites.${this.#table.info.game}.${this.#table.info.submission_hash}`;
  }

  /** @returns {Favourite[]} */
  get #kept() {
    return preferences.get(this.#key, []);
  }

  /** What the player has down at the box that was looked at last. @returns {KeptBet[]} */
  #own() {
    const { box, playing } = this.#table;
    if (!playing) return [];
    return [...this.#table.mine().values()]
      .filter(({ seat, wager }) => seat === box && this.#table.kind(wager)?.tendered)
      .map(({ wager, on, amount }) => ({ wager, on, amount }));
  }

  #keepNow() {
    const bets = this.#own();
    const name = this.#field.value.trim();
    if (!bets.length) return fill(this.#note, "Put down the bets first that you want to keep.");
    if (!name) return fill(this.#note, "Give them a name of at least one letter.");
    const others = this.#kept.filter((one) => one.name !== name);
    if (others.length >= MOST) return fill(this.#note, `At most ${MOST} favorites can be kept: delete one first.`);
    this.#field.value = "";
    this.#save([...others, { name, bets }], `${name} is kept: ${dollars(costOf({ name, bets }))}.`);
  }

  /** @param {Favourite[]} kept @param {string} words */
  #save(kept, words) {
    preferences.set(this.#key, kept.length ? kept : null);
    fill(this.#note, words);
    this.show(this.#betting.open);
  }

  /** @param {Favourite} favourite */
  #lay({ name, bets }) {
    const seat = this.#table.box;
    this.#betting.lay(name, bets.map((bet) => ({ ...bet, seat })));
  }
}
