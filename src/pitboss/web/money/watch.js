/** Surveillance: everything about the money to look at, and nothing to touch. */

import "../kit/theme.js";
import { emptyState } from "../kit/components.js";
import { el, render } from "../kit/dom.js";
import { titled } from "../kit/lists.js";
import { MoneyPage } from "./book.js";
import { accountTable, boxTable, drawerTable, trayTable } from "../kit/moneyparts.js";
import { differenceTable } from "./differences.js";

/** @import { BookView } from "../kit/types.js" */
import { slipTable } from "../kit/slips.js";

const money = new MoneyPage({ limit: 1, brief: true });
const parts = { sum: el("div", {}), trays: el("div", {}), differences: el("div", {}), open: el("div", {}), boxes: el("div", {}), drawers: el("div", {}), slips: el("div", {}) };

/** @param {BookView} book */
function show({ open, accounts = [], total = 0, trays = [], slips = [], boxes = [], drawers = [], differences = [] }) {
  render(parts.sum, () => (open ? accountTable(accounts, total) : emptyState("The book is not open.", "A manager says with what it begins; a cashier counts it and agrees.")));
  render(parts.trays, () => trayTable(trays));
  render(parts.differences, () => differenceTable(differences));
  render(parts.open, () => slipTable(slips.filter(({ waits_for: waits, void: reason }) => waits && !reason), "No slip is open."));
  render(parts.boxes, () => boxTable(boxes));
  render(parts.drawers, () => drawerTable(drawers));
  render(parts.slips, () => slipTable(slips));
}

money.open(
  "watch money",
  () => [
    titled("Alarms: counted otherwise", parts.differences),
    titled("Slips under way", parts.open),
    titled("Trays", parts.trays),
    titled("Drop boxes", parts.boxes),
    titled("Drawers", parts.drawers),
    titled("Accounts", parts.sum),
    titled("All slips", parts.slips),
  ],
  show,
);
