/** The progressive book: every meter with what went in and out, one of them by day and shift, and the jackpots. */

import "../kit/theme.js";
import { emptyState, facts, message, tabList } from "../kit/components.js";
import { el, fill } from "../kit/dom.js";
import { outcome } from "../kit/forms.js";
import { listLine, listTable } from "../kit/lists.js";
import { dollars } from "../kit/money.js";
import { Queue } from "../kit/queue.js";
import { StaffPage } from "../kit/staffpage.js";
import { addressedTabs } from "../kit/tabs.js";
import { moment } from "../kit/words.js";
import { getJackpots, getProgressives } from "./api.js";
import { jackpotTable } from "./jackpots.js";
import { MeterPanel } from "./meter.js";
import { exactly, moved, whereOf } from "./words.js";

/** @import { JackpotLine, MeterLine, Progressives } from "../kit/types.js" */

const HEADS = ["Meter", "Shows", "Owed", "Contributions", "Seeds", "Awards", "Difference", "Mean at a hit", "Last hit"];

const page = new StaffPage();
const queue = new Queue(page, { limit: 1, folds: true, brief: true });
const meters = el("div", { class: "meters" });
const jackpots = el("div", {});
const said = outcome();
const practice = el("input", { type: "checkbox" });
const panel = new MeterPanel(page, () => (location.hash = "meters"));

/** @param {MeterLine} meter */
const row = (meter) =>
  listLine(
    { class: meter.sums.difference ? "refusal" : undefined, "data-meter": meter.id },
    [el("a", { href: `#meters/${encodeURIComponent(meter.id)}` }, meter.title), el("span", { class: "about" }, whereOf(meter))],
    dollars(meter.shown),
    exactly(meter.liability),
    moved(meter.sums.contributions),
    moved(meter.sums.seeds),
    moved(meter.sums.awards),
    exactly(meter.sums.difference ?? 0),
    meter.study ? dollars(meter.study.mean) : "–",
    meter.last_hit ? moment(meter.last_hit) : "never",
  );

/** @param {Progressives} book */
function showMeters({ meters: found, liability, differences = [] }) {
  fill(
    meters,
    differences.map(({ meter, words, time }) => message("bad", el("strong", {}, `${meter} does not balance: `), `${words} (${moment(time)})`)),
    found.length
      ? [facts([["Meters", String(found.length)], ["Owed on all of them", exactly(liability)]]), listTable(HEADS, found.map(row), "meter-list")]
      : emptyState("No meter", "No table that counts plays for a progressive meter. Those for practice can be shown above."),
  );
}

/** @param {readonly JackpotLine[]} lines */
const showJackpots = (lines) =>
  fill(jackpots, lines.length ? jackpotTable(lines, page.account.may("read jackpot papers")) : emptyState("No jackpot", "Awards of a meter, and others from the amount at which a slip is made, are listed here."));

async function load() {
  await page.load(said, async () => {
    const [book, lines] = await Promise.all([getProgressives(practice.checked), getJackpots(practice.checked)]);
    showMeters(book);
    showJackpots(lines);
  });
}

page.open(async () => {
  const { list, panels } = tabList("Progressive book", [["meters", "Meters", [panel.node, meters]], ["jackpots", "Jackpots", jackpots]]);
  practice.addEventListener("change", load);
  fill(page.main, queue.node, el("label", { class: "check" }, practice, el("span", {}, "Show tables for practice")), said, list, panels);
  addressedTabs(list, (id, meter) => panel.show(id === "meters" ? meter : ""));
  await Promise.all([load(), queue.begin()]);
}, "see figures");
