/** The trays of the pit: what each should hold, par and need; fills and credits requested, counter checks issued, drops and closings begun. */

import { getJson } from "../kit/api.js";
import { chipCount, worthOf } from "../kit/chipcount.js";
import { el, fill, render } from "../kit/dom.js";
import { form, labelled, outcome, setOptions, succeeded, textField } from "../kit/forms.js";
import { titled } from "../kit/lists.js";
import { dollars, parseDollars } from "../kit/money.js";
import { trayTable } from "../kit/moneyparts.js";
import { slipTable } from "../kit/slips.js";
import { Sender } from "../kit/pitapi.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { BookView } from "../kit/types.js" */

const AGAIN = 4000; // milliseconds between two looks
const OF_THE_PIT = ["fill", "credit", "inventory", "check", "jackpot"];

/** The sheet of all trays. */
export class TraySheet {
  #page;
  #then;
  #sender = new Sender();
  #said = outcome();
  #trays = el("div", {});
  #slips = el("div", {});
  #acts = el("div", { class: "money-parts" });
  /** @type {HTMLSelectElement[]} */ #tables = [];
  #patron = el("select", {});
  #timer = 0;
  node = el("div", { class: "money-parts" }, this.#said, this.#acts, titled("Trays", this.#trays), titled("Slips of the pit", this.#slips));

  /** @param {StaffPage} page @param {() => unknown} then  called when something was done */
  constructor(page, then) {
    this.#page = page;
    this.#then = then;
  }

  /** Look at the book while the sheet is shown. @param {boolean} isShown */
  follow(isShown) {
    clearInterval(this.#timer);
    if (!isShown) return;
    this.#look();
    this.#timer = setInterval(() => document.visibilityState === "visible" && this.#look(), AGAIN);
  }

  #look = () =>
    this.#page.load(this.#said, async () => {
      const book = /** @type {BookView} */ (await getJson("/api/book"));
      if (!this.#acts.childElementCount && book.open) fill(this.#acts, this.#request(book), this.#check());
      this.#show(book);
    });

  /** @param {BookView} book */
  #show({ trays = [], slips = [], credit = [] }) {
    const open = trays.filter((tray) => tray.open);
    for (const select of this.#tables) setOptions(select, [["", "Choose …"], ...open.map(({ table, game }) => /** @type {[string, string]} */ ([table, `${table}, ${game}`]))]);
    setOptions(this.#patron, [["", "Choose …"], ...credit.filter(({ limit }) => limit).map(({ patron, name, limit, drawn }) => /** @type {[string, string]} */ ([patron, `${name}, up to ${dollars(limit - drawn)}`]))]);
    render(this.#trays, () => trayTable(trays));
    render(this.#slips, () => slipTable(slips.filter(({ paper }) => OF_THE_PIT.includes(paper))));
  }

  #choice() {
    const select = el("select", {});
    this.#tables.push(select);
    return select;
  }

  /** @param {Record<string, unknown> & {do: string}} ask @param {string} [path] */
  async #move(ask, path = "/api/book") {
    const { paper = "" } = await this.#sender.sendTo(path, ask);
    this.#sender.forget();
    await Promise.all([this.#look(), this.#then()]);
    return paper;
  }

  /** Ask the chip bank for chips, or that it takes some back. @param {BookView} book */
  #request({ denominations = [] }) {
    const table = this.#choice();
    const kind = el("select", {}, el("option", { value: "" }, "Choose …"), el("option", { value: "fill" }, "Fill: chips to the table"), el("option", { value: "credit" }, "Credit: chips to the chip bank"));
    const chips = chipCount(denominations, { title: "Chips" });
    const send = async () => {
      const pile = chips.pile();
      if (!table.value || !kind.value) throw new Error("Choose the table, and fill or credit.");
      if (!pile || !worthOf(pile)) throw new Error("Say how many chips of each denomination.");
      const paper = await this.#move({ do: `request_${kind.value}`, table: table.value, chips: pile });
      chips.clear();
      succeeded(said, `${paper} is requested; the chip bank has it now.`);
    };
    const { node, said } = form({ submit: "Request it", send, refused: this.#page.refused }, labelled("Open table", table), labelled("What", kind), chips.node);
    return el("details", { class: "panel act-fold", "data-act": "request" }, el("summary", {}, "Request a fill or a credit"), node);
  }

  /** Issue a counter check to a patron with credit; the dealer gives the chips. */
  #check() {
    const table = this.#choice();
    const seat = textField("Seat", { inputmode: "numeric" });
    const cents = textField("Amount, in dollars", { inputmode: "decimal" });
    const clear = () => (seat.input.value = cents.input.value = "");
    const send = async () => {
      const amount = parseDollars(cents.input.value);
      if (!table.value || !this.#patron.value) throw new Error("Choose the table and the patron.");
      if (!amount || !Number(seat.input.value)) throw new Error("Say the seat, and how much in dollars.");
      const paper = await this.#move({ do: "issue_check", table: table.value, patron: this.#patron.value, seat: Number(seat.input.value), amount });
      clear();
      succeeded(said, `${paper} is issued; the dealer gives the chips.`);
    };
    const { node, said } = form({ submit: "Issue it", send, refused: this.#page.refused }, labelled("Open table", table), labelled("Patron with credit", this.#patron), seat.node, cents.node);
    return el("details", { class: "panel act-fold", "data-act": "check" }, el("summary", {}, "Issue a counter check"), node);
  }
}
