/** The main bank and the chip bank: drawers handed out, and chips and cash between banks, reserve and drawers. Two cashiers, always. */

import { chipCount, pileWords, worthOf } from "../kit/chipcount.js";
import { el, fill } from "../kit/dom.js";
import { form, labelled, setOptions, succeeded, textField } from "../kit/forms.js";
import { titled } from "../kit/lists.js";
import { dollars, parseDollars } from "../kit/money.js";
import { secondLook } from "../kit/secondlook.js";
import { capitalized } from "../kit/words.js";

/** @import { MoneyPage } from "./book.js" */
/** @import { BookView } from "../kit/types.js" */

/** @param {MoneyPage} money @param {string} own @returns {{node: HTMLElement, show: (book: BookView) => unknown}[]} */
export const bankForms = (money, own) => [handOut(money, own), transfers(money)];

/** @param {MoneyPage} money @param {string} own */
function handOut(money, own) {
  const { refused } = money.page;
  const cashier = el("select", {});
  const cash = textField("Cash, in dollars", { inputmode: "decimal" });
  const send = async () => {
    const cents = parseDollars(cash.input.value);
    if (!cashier.value) throw new Error("Choose to whom.");
    if (!cents) throw new Error("Say how much cash, in dollars.");
    const name = cashier.selectedOptions[0].text;
    const then = (/** @type {string} */ slip) => {
      cashier.value = cash.input.value = "";
      succeeded(said, `${slip} waits for ${name}, who counts it and takes it.`);
    };
    secondLook({ title: `Hand ${dollars(cents)} to ${name}?`, says: el("strong", {}, `${dollars(cents)} leave the main bank for the drawer of ${name}.`), act: "Hand it out", send: () => money.move({ do: "hand_out_drawer", cashier: cashier.value, cash: cents }), then, refused });
  };
  const { node, said } = form({ submit: "Hand out …", send, refused, look: "" }, labelled("Cashier", cashier), cash.node);
  /** @param {BookView} book */
  const show = ({ cashiers = {}, drawers = [] }) => {
    const free = Object.entries(cashiers).filter(([id]) => id !== own && !drawers.some((drawer) => drawer.cashier === id));
    setOptions(cashier, [["", free.length ? "Choose …" : "every other cashier has one"], ...free]);
  };
  return { node: titled("Hand out a drawer", node), show };
}

/** @param {MoneyPage} money */
function transfers(money) {
  const { refused } = money.page;
  const kind = el("select", { onchange: () => ask() });
  const chips = chipCount(money.book?.denominations ?? [], { title: "Chips" });
  const cash = textField("Cash, in dollars", { inputmode: "decimal" });
  const what = el("div", { class: "form" });
  /** Cash where the words say so, else chips. */
  const isCash = () => kind.selectedOptions[0]?.text.toLowerCase().startsWith("cash");
  const ask = () => fill(what, kind.value ? (isCash() ? cash.node : chips.node) : null);
  const send = async () => {
    if (!kind.value) throw new Error("Choose what goes where.");
    const pile = isCash() ? {} : chips.pile();
    const cents = isCash() ? parseDollars(cash.input.value) : 0;
    if (!pile || cents === null || !(worthOf(pile) + cents)) throw new Error(isCash() ? "Say how much cash, in dollars." : "Count the chips: how many of each, in whole numbers.");
    const words = kind.selectedOptions[0].text;
    const then = (/** @type {string} */ slip) => {
      kind.value = cash.input.value = "";
      chips.clear();
      ask();
      succeeded(said, `${slip} waits for a second cashier, who counts it and takes it.`);
    };
    const body = { do: "transfer", kind: kind.value, ...(cents ? { cash: cents } : { chips: pile }) };
    secondLook({ title: "Give it?", says: el("strong", {}, `${words}: ${cents ? dollars(cents) : `${pileWords(pile)}, ${dollars(worthOf(pile))}`}.`), act: "Given", send: () => money.move(body), then, refused });
  };
  const { node, said } = form({ submit: "Give …", send, refused, look: "" }, labelled("What goes where", kind), what);
  /** @param {BookView} book */
  const show = ({ transfers: kinds = {} }) => setOptions(kind, [["", "Choose …"], ...Object.entries(kinds).map(([id, words]) => [id, capitalized(words)])]);
  return { node: titled("Chip bank, main bank and reserve", node), show };
}
