/** A cashier's drawer: what is in it, and how it is counted and given back. */

import { chipCount, worthOf } from "../kit/chipcount.js";
import { amount, emptyState, facts } from "../kit/components.js";
import { el, fill } from "../kit/dom.js";
import { form, textField } from "../kit/forms.js";
import { titled } from "../kit/lists.js";
import { dollars, parseDollars } from "../kit/money.js";
import { secondLook } from "../kit/secondlook.js";
import { moment } from "../kit/words.js";
import { chipsWorth } from "./book.js";

/** @import { MoneyPage } from "./book.js" */
/** @import { BookView, DrawerLine } from "../kit/types.js" */

/** @param {MoneyPage} money @param {string} own @returns {{node: HTMLElement, show: (book: BookView) => unknown}[]} */
export function drawerForms(money, own) {
  const { refused } = money.page;
  const about = el("div", {});
  const chips = chipCount(money.book?.denominations ?? [], { title: "Chips in your drawer" });
  const cash = textField("Cash in your drawer, in dollars", { inputmode: "decimal" });
  /** @type {DrawerLine|undefined} */ let drawer;
  const send = async () => {
    const pile = chips.pile();
    const cents = parseDollars(cash.input.value);
    if (!drawer) throw new Error("You have no drawer.");
    if (!pile) throw new Error("Count the chips first: how many of each; 0 where there is none.");
    if (cents === null) throw new Error("Say how much cash you counted, in dollars.");
    const ask = { do: "sign_slip", slip: drawer.slip, chips: pile, cash: cents };
    const then = () => (chips.clear(), (cash.input.value = ""));
    secondLook({ title: "Give your drawer back?", says: el("strong", {}, `You counted ${dollars(cents)} in cash and ${dollars(worthOf(pile))} in chips. Another cashier counts it too; until you have a drawer again you are not at the window.`), act: "Counted, give it back", send: () => money.move(ask), then, refused });
  };
  const { node } = form({ submit: "Counted …", send, refused, look: "" }, chips.node, cash.node);
  const counting = el("details", {}, el("summary", {}, "Count it and give it back"), node);

  /** @param {BookView} book */
  function show({ drawers = [] }) {
    drawer = drawers.find(({ cashier }) => cashier === own);
    fill(
      about,
      drawer
        ? facts([["Cash", amount(drawer.cash)], ["Chips", chipsWorth(drawer.chips ?? {}, worthOf(drawer.chips ?? {}))], ["Handed out", amount(drawer.imprest)], ["Yours since", moment(drawer.since)]])
        : emptyState("You have no drawer.", "Another cashier hands you one, under Banks; you count it and take it."),
    );
    counting.hidden = !drawer;
  }

  return [{ node: titled("Your drawer", about, counting), show }];
}
