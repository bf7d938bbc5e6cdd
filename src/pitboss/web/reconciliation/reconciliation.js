/** The reconciliation of a gaming day: its tables at a glance, and one of them with its three differences. */

import "../kit/theme.js";
import { badge, emptyState, result } from "../kit/components.js";
import { button, el, fill, selection } from "../kit/dom.js";
import { labelled, outcome, setOptions } from "../kit/forms.js";
import { listLine, listTable, titled } from "../kit/lists.js";
import { Queue } from "../kit/queue.js";
import { StaffPage } from "../kit/staffpage.js";
import { plain } from "../kit/words.js";
import { getReconciliation } from "./api.js";
import { differenceItem, intervalPanel } from "./interval.js";

/** @import { ReconciledTable, Reconciliation } from "../kit/types.js" */

const HEADS = ["Table", "Game", "Differences", "Over or short", "Alarms of play"];

const page = new StaffPage();
const queue = new Queue(page, { limit: 1, folds: true, brief: true });
const said = outcome();
const day = selection([]);
const glance = el("div", { class: "day-tables" });
const panels = el("div", { class: "intervals" });

/** The table that the address names. */
const chosen = () => decodeURIComponent(location.hash.slice(1));

/** @param {ReconciledTable} line @param {string} [open]  the table that is shown */
const row = ({ table, game, differences, amount, alarms }, open = "") =>
  listLine(
    { "data-table": table },
    el("a", { href: `#${encodeURIComponent(table)}`, "aria-current": table === open ? "true" : undefined }, table),
    plain(game),
    differences ? badge(String(differences), "bad") : "none",
    amount ? result(amount) : "–",
    alarms ? badge(String(alarms), "bad") : "none",
  );

/** @param {Reconciliation} made */
function show({ day: date, state, days, tables, house, table = "", intervals = [] }) {
  setOptions(day, days.map((one) => [one, one]));
  day.value = date;
  fill(
    glance,
    el("p", {}, "The gaming day is ", badge(state), "."),
    tables.length ? listTable(HEADS, tables.map((line) => row(line, table)), "day-table-list") : emptyState("No book", "No table has a tray in the book; a manager opens the book at the cage."),
    house.length ? titled("Drawers", el("ul", { class: "difference-list" }, house.map(differenceItem))) : null,
  );
  fill(
    panels,
    table ? el("h2", {}, `${table}, ${date}`) : null,
    table && !intervals.length ? emptyState("Nothing to reconcile", "This table had no drop box on this gaming day.") : intervals.map(intervalPanel),
  );
}

const WAIT = 3000; // milliseconds until what is being worked out is asked for again
let asked = 0;
let timer = 0;

async function load() {
  const own = ++asked;
  clearTimeout(timer);
  await page.load(said, async () => {
    const made = await getReconciliation(day.value, chosen());
    if (own !== asked) return; // another day or table was chosen meanwhile
    show(made);
    if (made.intervals?.some(({ working }) => working)) timer = window.setTimeout(load, WAIT);
  });
}

page.open(async () => {
  fill(page.main, queue.node, el("div", { class: "act-row" }, labelled("Gaming day", day), button("Refresh", load)), said, glance, panels);
  day.addEventListener("change", load);
  window.addEventListener("hashchange", load);
  await Promise.all([load(), queue.begin()]);
}, "see reconciliation");
