/** Credit: who may draw counter checks and up to how much, what is out, and a request for more, to which a second person agrees. */

import { amount, badge, emptyState } from "../kit/components.js";
import { el, render } from "../kit/dom.js";
import { form, labelled, setOptions, succeeded, textField } from "../kit/forms.js";
import { listLine, listTable, titled } from "../kit/lists.js";
import { dollars, parseDollars } from "../kit/money.js";

/** @import { MoneyPage } from "./book.js" */
/** @import { BookView } from "../kit/types.js" */
import { slipPage } from "../kit/slips.js";

/** @param {MoneyPage} money */
export function creditForm(money) {
  const patron = el("select", {});
  const limit = textField("May draw up to, in dollars", { inputmode: "decimal" });
  const lines = el("div", {});
  const send = async () => {
    const cents = parseDollars(limit.input.value);
    if (!patron.value) throw new Error("Choose the patron.");
    if (cents === null) throw new Error("Say up to how much, in dollars.");
    await money.move({ do: "set_credit", patron: patron.value, limit: cents });
    clear();
    succeeded(said, "A second cashier or a shift manager has to agree.");
  };
  const clear = () => (patron.value = limit.input.value = "");
  const { node, said } = form({ submit: "Ask for it", send, refused: money.page.refused, look: "" }, labelled("Patron", patron), limit.node);

  /** @param {BookView} book */
  function show({ credit = [], patrons = [] }) {
    setOptions(patron, [["", "Choose …"], ...patrons.map(({ patron: id, name }) => [id, name])]);
    render(lines, () =>
      credit.length
        ? listTable(
            ["Patron", "Limit", "Out", "Counter checks"],
            credit.map(({ patron: id, name, limit: most, drawn, asked, checks = [] }) =>
              listLine({ key: id }, name, [amount(most), asked === null || asked === undefined ? null : badge(`◷ ${dollars(asked)} asked for`, "warn")], amount(drawn), checks.map((check) => el("a", { href: slipPage(check) }, `${check} `))),
            ),
          )
        : emptyState("Nobody has credit.", "Ask for it below; a second person agrees."),
    );
  }

  return { node: titled("Credit and counter checks", lines, node), show };
}
