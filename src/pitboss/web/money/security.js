/** Security: what to carry from where to where, boxes to take, voids to sign; then what is on its way, and where the boxes are. */

import "../kit/theme.js";
import { amount, badge, emptyState } from "../kit/components.js";
import { el, render } from "../kit/dom.js";
import { listLine, listTable, titled } from "../kit/lists.js";
import { moment } from "../kit/words.js";
import { MoneyPage } from "./book.js";

/** @import { BookView, SlipLine } from "../kit/types.js" */
import { slipPage, slipTable } from "../kit/slips.js";

const money = new MoneyPage({ kinds: ["slip", "void", "box"] });
const onTheWay = el("div", {});
const boxes = el("div", {});
const slips = el("div", {});

/** Where chips come from and go to. @param {SlipLine} slip */
const route = ({ paper, table = "" }) => (paper === "fill" ? ["chip bank", table] : [table, "chip bank"]);

/** Who carries a slip's chips now, if anybody. @param {SlipLine} slip */
const carrier = ({ state, signed }) => (state === "carried" || state === "counted" ? signed.find((one) => one.state === "carried") : undefined);

/** @param {BookView} book */
function show({ slips: known = [], boxes: all = [] }) {
  const carried = known.filter((slip) => ["fill", "credit"].includes(slip.paper) && !slip.void && slip.waits_for && carrier(slip));
  render(onTheWay, () =>
    carried.length
      ? listTable(
          ["Slip", "From", "To", "Worth", "Carried by"],
          carried.map((slip) => {
            const [from, to] = route(slip);
            const by = carrier(slip);
            return listLine({ key: slip.id }, el("a", { href: slipPage(slip.id) }, slip.id), from, to, amount(slip.amount ?? 0), by ? `${by.name}, since ${moment(by.at)}` : "");
          }),
        )
      : emptyState("Nothing is on its way.", "Chips that are carried stand here until they are signed for."),
  );
  render(boxes, () =>
    all.length
      ? listTable(
          ["Box", "Table", "Where"],
          all.map(({ name, table, state }) => listLine({ key: name }, name, table, state === "on" ? badge("on its table", "info") : badge("count room", "good"))),
        )
      : emptyState("No drop box yet.", "A box is put on a table when its tray is counted before play."),
  );
  render(slips, () => slipTable(known.filter(({ paper }) => ["fill", "credit"].includes(paper))));
}

money.open("carry money", () => [titled("On the way", onTheWay), titled("Drop boxes", boxes), titled("Fills and credits", slips)], show);
