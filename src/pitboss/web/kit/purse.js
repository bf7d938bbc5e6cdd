/** The visitor's purse: play chips that go along from table to table, and a name and a colour of one's own. */

import { asRefused, getJson } from "./api.js";
import { button, el, fill, render, selection } from "./dom.js";
import { dollars } from "./money.js";
import { preferences } from "./storage.js";

/** @import { PurseLooks, PurseState } from "./types.js" */

const ADDRESS = "/api/purse";

/** A dot in the colour that a player chose; nothing for the others. @param {string|undefined} colour  as `#aabbcc` */
export function colourDot(colour) {
  return colour ? el("i", { class: "own-colour", "aria-hidden": "true", style: { background: colour } }) : null;
}

/** What the visitor of this page has, as the house told it last. */
export class Purse {
  /** @type {PurseState|null} */ state = null;
  /** Called when the house has told it again. */ onChange = () => {};

  get balance() {
    return this.state?.balance ?? 0;
  }

  /** The colour of one's own, as it is drawn. */
  get colour() {
    return this.state?.colours[this.state.colour];
  }

  /** Ask the house; where it cannot be reached, everything stays as it is. */
  async refresh() {
    await this.#adopt(getJson(ADDRESS)).catch(() => {});
  }

  /** Fill it up again. */
  topUp = () => this.#adopt(getJson(`${ADDRESS}/top-up`, { method: "POST" }));

  /** From now on one sits down like this. @param {PurseLooks} looks */
  async dress(looks) {
    await this.#adopt(getJson(ADDRESS, { method: "POST", body: looks }));
    preferences.set("name", this.state?.name || null); // the name that the chooser of seats begins with
  }

  /** @param {Promise<PurseState>} telling */
  async #adopt(telling) {
    this.state = await telling;
    this.onChange();
  }

  /** The choice of a colour. @param {string} id  of the control */
  colourChoice(id) {
    const { colours = {}, colour = "" } = this.state ?? {};
    const names = ["", ...Object.keys(colours)];
    return selection(names.map((name) => [name, name || "none"]), { id, name: "colour", value: colour });
  }
}

/** The line of the lobby: what one has, more of it, and how one is shown at a table. */
export class PurseLine {
  #place;
  #purse = new Purse();
  #said = el("span", { class: "purse-said", role: "status" });

  /** @param {HTMLElement} place */
  constructor(place) {
    this.#place = place;
    this.#purse.onChange = () => this.#show();
  }

  refresh = () => this.#purse.refresh();

  /** @param {Promise<void>} done @param {string} words */
  async #attempt(done, words) {
    fill(this.#said, await done.then(() => words, (refusal) => asRefused(refusal).sentence));
  }

  /** @param {SubmitEvent} event */
  #keep(event) {
    event.preventDefault();
    const { name = this.#purse.state?.name, colour } = Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)));
    this.#attempt(this.#purse.dress({ name: String(name), colour: String(colour) }), "You are shown like this from your next seat on.");
  }

  #show() {
    const { state } = this.#purse;
    if (!state) return;
    const { balance, at_tables: elsewhere, top_up: more, guest, name, corrections } = state;
    const called = { id: "purse-name", name: "name", maxlength: 24, autocomplete: "nickname", value: name, placeholder: "optional" };
    render(this.#place, () => [
      el(
        "p",
        { class: "purse-balance" },
        colourDot(this.#purse.colour),
        el("strong", {}, dollars(balance)),
        " in your purse",
        elsewhere ? `, ${dollars(elsewhere)} at tables` : "",
        guest ? ", kept for this browser" : "",
      ),
      state.deposit === null || state.deposit === undefined
        ? null
        : el(
            "p",
            { class: "purse-balance", "data-deposit": state.deposit },
            el("strong", {}, dollars(state.deposit)),
            " in your deposit",
            state.in_hand ? `, ${dollars(state.in_hand)} of chips in hand` : "",
            state.deposit_at_tables ? `, ${dollars(state.deposit_at_tables)} at tables dealt by persons` : "",
            " · ",
            el("a", { href: "/statement" }, "Your statement"),
          ),
      corrections.map(({ table, round, amount }) =>
        el(
          "p",
          { class: "quiet-text", "data-correction": table },
          amount > 0
            ? `Round ${round} at ${table} was corrected: ${dollars(amount)} came into your purse.`
            : `Round ${round} at ${table} was corrected: you owe ${dollars(-amount)} there. Nothing is taken from your purse.`,
        ),
      ),
      more ? button(`Top up by ${dollars(more)}`, () => this.#attempt(this.#purse.topUp(), "Your purse is full again.")) : null,
      el(
        "form",
        { class: "purse-looks", onsubmit: (/** @type {SubmitEvent} */ event) => this.#keep(event) },
        guest ? el("label", { for: "purse-name" }, "Your name ", el("input", called)) : null,
        el("label", { for: "purse-colour" }, "Your color ", this.#purse.colourChoice("purse-colour")),
        el("button", {}, "Keep"),
      ),
      this.#said,
    ]);
  }
}
