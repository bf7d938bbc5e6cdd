/** The window of the cage: what a cashier does with a patron out of their own drawer. Nothing is preset, and money leaves after a second look. */

import { chipCount, pileWords, worthOf } from "../kit/chipcount.js";
import { message } from "../kit/components.js";
import { el, fill, render } from "../kit/dom.js";
import { form, labelled, setOptions, succeeded, textField } from "../kit/forms.js";
import { titled } from "../kit/lists.js";
import { dollars, parseDollars } from "../kit/money.js";
import { secondLook } from "../kit/secondlook.js";
import { receiptPaper } from "./book.js";

/** @import { Movement, MoneyPage } from "./book.js" */
/** @import { BookView } from "../kit/types.js" */

/** @typedef {{act: string, words: string, asks: ("patron"|"who"|"bringer"|"amount"|"chips"|"check"|"coupon"|"table")[], leaves?: boolean}} WindowAct */

/** @type {WindowAct[]} */
const ACTS = [
  { act: "redeem", words: "Redeem chips for cash", asks: ["who", "chips"], leaves: true },
  { act: "deposit", words: "Take cash for a deposit", asks: ["patron", "amount"] },
  { act: "deposit chips", words: "Take chips for a deposit", asks: ["patron", "chips"] },
  { act: "withdraw", words: "Pay out of a deposit", asks: ["patron", "amount"], leaves: true },
  { act: "redeem check", words: "Redeem a counter check", asks: ["patron", "check"] },
  { act: "bank check", words: "Deposit a counter check in the bank", asks: ["patron", "check"] },
  { act: "coupon", words: "Pay a coupon", asks: ["who", "coupon", "amount"], leaves: true },
  { act: "redeem tips", words: "Redeem the chips of a tip box", asks: ["table", "bringer", "chips"], leaves: true },
];

/** @param {MoneyPage} money @param {string} own  whose drawer it is */
export function windowForm(money, own) {
  const { refused } = money.page;
  /** @type {WindowAct|null} */ let chosen = null;
  const chips = chipCount(money.book?.denominations ?? [], { title: "Chips that you counted" });
  const patron = el("select", { onchange: () => show(/** @type {BookView} */ (money.book)) });
  const check = el("select", {});
  const cash = textField("Amount in dollars", { inputmode: "decimal" });
  const who = textField("Who it is, or how they look (not needed)");
  const bringer = textField("Who brought the tip box");
  const coupon = textField("Number of the coupon");
  const table = el("select", {});
  const fields = {
    patron: labelled("Patron", patron), who: who.node, bringer: bringer.node, amount: cash.node, chips: chips.node,
    check: labelled("Counter check", check), coupon: coupon.node, table: labelled("Table", table),
  };
  const shownFields = el("div", { class: "form" });
  const drawer = el("div", {});
  const acts = el(
    "fieldset",
    {},
    el("legend", {}, "What the patron wants"),
    el("div", { class: "window-acts" }, ACTS.map((one) => el("label", { class: "check" }, el("input", { type: "radio", name: "window-act", onchange: () => choose(one) }), el("span", {}, one.words)))),
  );

  /** @param {WindowAct} act */
  function choose(act) {
    chosen = act;
    fill(shownFields, act.asks.map((ask) => fields[ask]));
  }

  /** What is asked for, as it is sent; an error where something is missing. @param {WindowAct} act @returns {Movement & {amount?: number, chips?: Record<string, number>}} */
  function movement({ act, asks }) {
    /** @type {Movement & {amount?: number, chips?: Record<string, number>}} */ const ask = { do: "at_window", act };
    if (asks.includes("patron")) {
      if (!patron.value) throw new Error("Choose the patron.");
      Object.assign(ask, { patron: patron.value });
    }
    if (asks.includes("check")) {
      if (!check.value) throw new Error("Choose the counter check.");
      Object.assign(ask, { about: check.value });
    }
    if (asks.includes("coupon")) Object.assign(ask, { about: typed(coupon, "Type the number of the coupon.") });
    if (asks.includes("table")) {
      if (!table.value) throw new Error("Choose the table.");
      Object.assign(ask, { table: table.value });
    }
    if (asks.includes("bringer")) Object.assign(ask, { name: typed(bringer, "Say who brought the tip box.") });
    if (asks.includes("amount")) {
      const cents = parseDollars(cash.input.value);
      if (!cents) throw new Error("Say how much, in dollars.");
      ask.amount = cents;
    }
    if (asks.includes("chips")) {
      const pile = chips.pile();
      if (!pile || !worthOf(pile)) throw new Error("Count the chips: how many of each, in whole numbers.");
      ask.chips = pile;
    }
    if (asks.includes("who") && who.input.value.trim()) Object.assign(ask, { name: who.input.value.trim() });
    return ask;
  }

  /** What a field says, or an error. @param {{input: HTMLInputElement}} field @param {string} missing */
  function typed({ input }, missing) {
    const words = input.value.trim();
    if (!words) throw new Error(missing);
    return words;
  }

  /** Everything is empty again. */
  function clear() {
    chips.clear();
    for (const field of [cash.input, who.input, bringer.input, coupon.input, patron, check, table]) field.value = "";
    for (const radio of acts.querySelectorAll("input")) radio.checked = false;
    chosen = null;
    fill(shownFields);
  }

  /** @param {string} receipt */
  function done(receipt) {
    const words = chosen?.words ?? "";
    clear();
    succeeded(said, `${words}: done. `);
    said.append(el("a", { href: receiptPaper(receipt, "html"), target: "_blank", rel: "noopener" }, `Receipt ${receipt}`), " ", el("a", { href: receiptPaper(receipt, "pdf"), target: "_blank", rel: "noopener" }, "PDF to print"));
  }

  const send = async () => {
    if (!chosen) throw new Error("Choose what the patron wants first.");
    const ask = movement(chosen);
    if (!chosen.leaves) return done(await money.move(ask));
    const cents = ask.amount ?? worthOf(ask.chips ?? {});
    const name = patron.selectedOptions[0]?.dataset.name ?? "";
    const from = ask.chips ? `for ${pileWords(ask.chips)}` : chosen.act === "coupon" ? `for coupon ${coupon.input.value.trim()}` : `out of the deposit of ${name}`;
    secondLook({ title: `Pay ${dollars(cents)}?`, says: el("strong", {}, `${dollars(cents)} in cash leave your drawer, ${from}.`), act: `Pay ${dollars(cents)}`, send: () => money.move(ask), then: done, refused });
  };
  const { node, said } = form({ submit: "Continue", send, refused, look: "" }, drawer, acts, shownFields);

  /** @param {BookView} book */
  function show({ drawers = [], patrons = [], credit = [], tables = [] }) {
    const has = drawers.find(({ cashier }) => cashier === own);
    render(drawer, () => (has ? el("p", { class: "about" }, `Your drawer has ${dollars(has.cash)} in cash.`) : message("warn", "You have no drawer. Another cashier hands you one, under Banks; then you take it.")));
    const chosenPatron = patron.value;
    setOptions(patron, [["", "Choose …"], ...patrons.map(({ patron: id, name, deposit }) => [id, `${name} (${dollars(deposit)})`])]);
    patrons.forEach(({ name }, n) => (patron.options[n + 1].dataset.name = name));
    patron.value = chosenPatron;
    const checks = credit.find((line) => line.patron === patron.value)?.checks ?? [];
    setOptions(table, [["", "Choose …"], ...tables.map((id) => /** @type {[string, string]} */ ([id, id]))]);
    setOptions(check, [["", checks.length ? "Choose …" : "none"], ...checks.map((id) => [id, id])]);
  }

  return { node: titled("At the window", node), show };
}
