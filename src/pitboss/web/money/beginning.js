/** The manager: with what the book begins, which a cashier counts and agrees to; then what is filed about the money. */

import "../kit/theme.js";
import { chipCount, pileWords } from "../kit/chipcount.js";
import { facts, message } from "../kit/components.js";
import { el, fill } from "../kit/dom.js";
import { form, succeeded, textField } from "../kit/forms.js";
import { titled } from "../kit/lists.js";
import { dollars, parseDollars } from "../kit/money.js";
import { secondLook } from "../kit/secondlook.js";
import { MoneyPage } from "./book.js";

/** @import { BookView } from "../kit/types.js" */

const money = new MoneyPage({ kinds: ["book"] });
const place = el("div", {});
let shownFor = "";

/** @param {string} words */
const plainAmount = (words) => {
  const cents = parseDollars(words);
  if (cents === null) throw new Error("Say every amount in dollars, such as 25.");
  return cents;
};

/** @param {BookView} book */
function beginForm({ denominations = [], tables = [] }) {
  const cash = textField("Cash in the main bank, in dollars", { inputmode: "decimal" });
  const bank = chipCount(denominations, { title: "Chip bank" });
  const reserve = chipCount(denominations, { title: "Reserve" });
  const trays = tables.map((table) => ({ table, count: chipCount(denominations, { title: `Tray of ${table}` }) }));
  const send = async () => {
    const chips = bank.pile();
    if (!chips) throw new Error("Count the chip bank: whole numbers, at least one denomination.");
    const ask = { do: "state_book", cash: plainAmount(cash.input.value), chips, reserve: reserve.pile() ?? {}, trays: Object.fromEntries(trays.map(({ table, count }) => [table, count.pile() ?? {}])) };
    const says = `The book begins with ${dollars(ask.cash)} of cash and the chips that you counted, when a cashier has counted them too.`;
    secondLook({ title: "State this?", says, act: "State it", send: () => money.move(ask), refused: money.page.refused });
  };
  const { node } = form({ submit: "State it …", send, refused: money.page.refused }, cash.node, bank.node, reserve.node, trays.map(({ count }) => el("details", {}, el("summary", {}, count.node.querySelector("legend")?.textContent ?? ""), count.node)));
  return titled("Open the book", el("p", {}, "Until then nothing of the money is kept, and the house works as before. Nothing is preset: say what was counted."), node);
}

/** @param {BookView} book */
function settingsForm({ filed, tables = [] }) {
  if (!filed) return null;
  const asText = (/** @type {number} */ cents) => String(cents / 100);
  const tolerance = textField("A tray that differs by more is reported, in dollars", { inputmode: "decimal", value: asText(filed.tolerance) });
  const regulator = textField("From this difference on the Board's agent hears of it, in dollars", { inputmode: "decimal", value: asText(filed.regulator) });
  const counters = textField("Signatures that a count takes", { inputmode: "numeric", value: String(filed.counters) });
  const pars = tables.map((table) => ({ table, field: textField(`Par of ${table}, in dollars; empty: none`, { inputmode: "decimal", value: filed.par[table] ? asText(filed.par[table]) : "" }) }));
  const send = async () => {
    const par = Object.fromEntries(pars.filter(({ field }) => field.input.value.trim()).map(({ table, field }) => [table, plainAmount(field.input.value)]));
    await money.move({ do: "file_money", tolerance: plainAmount(tolerance.input.value), regulator: plainAmount(regulator.input.value), counters: Number(counters.input.value), par });
    succeeded(said, "Filed; it counts from now on.");
  };
  const { node, said } = form({ submit: "File these", send, refused: money.page.refused }, tolerance.node, regulator.node, counters.node, pars.map(({ field }) => field.node));
  return titled("Filed about the money", node);
}

/** @param {BookView} book */
function waiting({ begins }) {
  if (!begins) return titled("Open the book", message("info", "It is stated; a cashier counts it and agrees."));
  return titled(
    "Open the book",
    message("info", `${begins.by} stated this; a cashier counts it and agrees.`),
    facts([["Cash", dollars(begins.cash)], ["Chip bank", pileWords(begins.chips)], ["Reserve", pileWords(begins.reserve)], ...Object.entries(begins.trays).map(([table, pile]) => /** @type {const} */ ([`Tray of ${table}`, pileWords(pile)]))]),
  );
}

/** Forms stay as they are while somebody fills them in. @param {BookView} book */
function show(book) {
  const state = book.open ? "open" : book.stated ? "stated" : "none";
  if (state === shownFor) return;
  shownFor = state;
  fill(place, state === "open" ? settingsForm(book) : state === "stated" ? waiting(book) : beginForm(book));
}

money.open("open book", () => place, show);
