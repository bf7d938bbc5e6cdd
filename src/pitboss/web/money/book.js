/** The money of the house over HTTP, and what the pages about it have in common. */

import { getJson } from "../kit/api.js";
import { pileWords } from "../kit/chipcount.js";
import { amount } from "../kit/components.js";
import { el, fill } from "../kit/dom.js";
import { outcome } from "../kit/forms.js";
import { Sender } from "../kit/pitapi.js";
import { Queue } from "../kit/queue.js";
import { StaffPage } from "../kit/staffpage.js";
import { moment, useZone } from "../kit/words.js";

/** @import { Child } from "../kit/dom.js" */
/** @import { BookView, PersonIdentity, SlipLine, TaskLine } from "../kit/types.js" */

const AGAIN = 4000; // milliseconds between two looks
const BOOK = "/api/book";

/** @typedef {Record<string, unknown> & {do: string}} Movement  without its key */

/** @returns {Promise<BookView>} */
const getBook = () => getJson(BOOK);

/** A page about the money: the queue of those who work there, then what they work with, looked at again and again. */
export class MoneyPage {
  #sender = new Sender();
  #said = outcome();
  #asked = 0;
  /** @type {BookView|null} */ book = null;
  page = new StaffPage();
  queue;

  /** @param {{kinds?: string[], limit?: number, brief?: boolean, detail?: Record<string, (task: TaskLine, isFirst: boolean) => Node>}} of  the kinds of tasks that belong here, where not all do */
  constructor({ kinds, limit, brief = false, detail = {} }) {
    this.queue = new Queue(this.page, { only: ({ kind }) => kinds?.includes(kind) ?? true, folds: true, limit, brief, detail });
  }

  /**
   * @param {string} right  of those who work here @param {(person: PersonIdentity) => Child} lay  what is on the page, once
   * @param {(book: BookView) => unknown} show  called with the book whenever it was looked at
   */
  open(right, lay, show) {
    return this.page.open(async (person) => {
      this.book = await getBook();
      useZone(this.book.zone);
      fill(this.page.main, this.queue.node, el("div", { class: "money-parts" }, this.#said, lay(person)));
      this.#show = show;
      show(this.book);
      setInterval(() => document.visibilityState === "visible" && this.look(), AGAIN);
      await this.queue.begin();
    }, right);
  }

  /** @type {(book: BookView) => unknown} */ #show = () => {};

  /** Look at the book and at what waits; what was asked for before and arrives later is not shown. */
  look = async () => {
    const turn = ++this.#asked;
    await this.page.load(this.#said, async () => {
      const book = await getBook();
      if (turn !== this.#asked) return;
      this.book = book;
      this.#show(book);
    });
  };

  /** Carry out a movement; the number of the paper that it made. @param {Movement} movement @returns {Promise<string>} */
  async move(movement) {
    const { paper = "" } = await this.#sender.sendTo(BOOK, movement);
    this.#sender.forget();
    await Promise.all([this.look(), this.queue.look()]);
    return paper;
  }
}

/** @param {string} id @param {"html"|"pdf"} form */
export const slipPaper = (id, form) => `${BOOK}/slips/${encodeURIComponent(id)}/paper.${form}`;

/** @param {string} id @param {"html"|"pdf"} form */
export const receiptPaper = (id, form) => `${BOOK}/receipts/${encodeURIComponent(id)}/paper.${form}`;

/** Chips in a few words, with what they are worth. @param {Record<string, number>} pile @param {number} cents */
export const chipsWorth = (pile, cents) => [amount(cents), el("span", { class: "about" }, ` ${pileWords(pile)}`)];

/** Who signed a slip, one line each. @param {SlipLine} slip */
export const signedList = ({ signed }) =>
  el("ul", { class: "signatures" }, signed.map(({ did, name, role, at }) => el("li", {}, el("strong", {}, name), ` ${did} `, el("span", { class: "about" }, `${role.replaceAll("_", " ")}, ${moment(at)}`))));
