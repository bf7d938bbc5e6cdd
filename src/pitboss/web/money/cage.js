/** The cage: what waits for a cashier; then the window, their drawer, the banks, slips, receipts and credit. */

import "../kit/theme.js";
import { pileWords, worthOf } from "../kit/chipcount.js";
import { amount, emptyState, facts, tabList } from "../kit/components.js";
import { el, render } from "../kit/dom.js";
import { actButton, outcome } from "../kit/forms.js";
import { listLine, listTable, titled } from "../kit/lists.js";
import { secondLook } from "../kit/secondlook.js";
import { slipTable } from "../kit/slips.js";
import { addressedTabs } from "../kit/tabs.js";
import { capitalized, moment } from "../kit/words.js";
import { bankForms } from "./banks.js";
import { MoneyPage, chipsWorth, receiptPaper } from "./book.js";
import { creditForm } from "./credit.js";
import { drawerForms } from "./drawer.js";
import { windowForm } from "./window.js";

/** @import { AccountLine, BookView, PersonIdentity } from "../kit/types.js" */

const money = new MoneyPage({ kinds: ["book", "slip", "dead slip", "owed", "count accepted", "credit", "void"], detail: { book: (_, isFirst) => agreeForm(isFirst) } });
const place = () => el("div", {});
const [banks, slips, receipts] = [place(), place(), place()];
/** @type {((book: BookView) => unknown)[]} */ const shows = [];

/** What the book is to begin with, counted by a second person before it begins. @param {boolean} isFirst */
function agreeForm(isFirst) {
  const begins = money.book?.begins;
  const said = outcome();
  if (!begins) return el("p", {}, "One moment …");
  const { by, cash, chips, reserve, trays } = begins;
  const agree = async () =>
    secondLook({ title: "Agree?", says: el("strong", {}, `You counted what ${by} stated, and the book begins with it.`), act: "Agree, and open the book", send: () => money.move({ do: "agree_book" }), refused: money.page.refused });
  return el(
    "div",
    { class: "form" },
    facts([["Cash in the main bank", amount(cash)], ["Chip bank", chipsWorth(chips, worthOf(chips))], ["Reserve", chipsWorth(reserve, worthOf(reserve))]]),
    listTable(["Tray", "Stated"], Object.entries(trays).map(([table, pile]) => listLine({}, table, chipsWorth(pile, worthOf(pile))))),
    el("div", { class: "act-row" }, actButton("Agree …", said, agree, money.page.refused, { class: isFirst ? "primary" : "" })),
    said,
  );
}

/** @param {AccountLine[]} lines */
const accountTable = (lines) =>
  listTable(["Account", "Balance", "Chips"], lines.map(({ account, words, balance, chips = {} }) => listLine({ key: account }, capitalized(words), amount(balance), Object.keys(chips).length ? pileWords(chips) : "")));

/** @param {BookView} book */
function show(book) {
  const { accounts = [], slips: known = [], receipts: acts = [] } = book;
  for (const one of shows) one(book);
  const trays = accounts.filter(({ account }) => account.startsWith("tray "));
  const others = accounts.filter((line) => !trays.includes(line));
  render(banks, () =>
    accounts.length
      ? [accountTable(others), trays.length ? el("details", {}, el("summary", {}, `Trays: ${trays.length}`), accountTable(trays)) : null]
      : emptyState("The book is not open.", "A manager says with what it begins; a cashier counts it and agrees."),
  );
  render(slips, () => slipTable(known));
  render(receipts, () =>
    acts.length
      ? listTable(
          ["Number", "What", "Amount", "Patron", "Cashier", "At", "Print"],
          [...acts].reverse().map(({ receipt, act, amount: cents, name = "", cashier, at }) =>
            listLine(
              { key: receipt, "data-receipt": receipt },
              el("a", { href: receiptPaper(receipt, "html"), target: "_blank", rel: "noopener" }, receipt),
              act,
              amount(cents),
              name,
              cashier,
              moment(at),
              el("a", { href: receiptPaper(receipt, "pdf"), target: "_blank", rel: "noopener", "aria-label": `PDF of ${receipt}` }, "PDF"),
            ),
          ),
        )
      : emptyState("No receipt yet.", "Whatever is done at the window has one."),
  );
}

/** @param {PersonIdentity} person */
function lay(person) {
  const own = person.credential;
  const parts = [windowForm(money, own), ...drawerForms(money, own), ...bankForms(money, own), creditForm(money)];
  shows.push(...parts.map((part) => part.show));
  const [window, drawer, handOut, transfer, credit] = parts;
  const { list, panels } = tabList("Parts of the cage", [
    ["window", "Window", window.node],
    ["drawer", "Your drawer", drawer.node],
    ["banks", "Banks", [handOut.node, transfer.node, titled("Every account", banks)]],
    ["slips", "Slips", titled("Slips", slips)],
    ["receipts", "Receipts", titled("Receipts of these days", receipts)],
    ["credit", "Credit", credit.node],
  ]);
  queueMicrotask(() => addressedTabs(list));
  return [list, ...panels];
}

money.open("work at cage", lay, show);
