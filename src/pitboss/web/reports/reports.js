/** Reports of the house: one is chosen with its period, shown with its reconciliation, and taken away as a file. */

import "../kit/theme.js";
import { el, fill, selection } from "../kit/dom.js";
import { attempt, labelled, outcome, setOptions } from "../kit/forms.js";
import { Queue } from "../kit/queue.js";
import { StaffPage } from "../kit/staffpage.js";
import { capitalized } from "../kit/words.js";
import { addressOf, getReport, getReports } from "./api.js";
import { reportView } from "./table.js";

/** @import { ReportName } from "../kit/types.js" */

const SPANS = { shift: "Shift", day: "Gaming day", week: "Week to date", month: "Month to date", year: "Year to date" };

const page = new StaffPage();
const queue = new Queue(page, { limit: 1, folds: true, brief: true });
const said = outcome();
const body = el("div", { class: "report-body" });
const which = selection([]);
const period = selection([]);
const day = el("input", { type: "date" });
const shift = selection([["1", "1"], ["2", "2"], ["3", "3"]]);
const by = selection([]);
const show = el("button", { type: "submit" }, "Show");
const filters = el("span", { class: "report-choice" });
const about = el("p", { class: "quiet-text" });
const ofShift = labelled("Shift", shift);
/** @type {Map<string, HTMLInputElement>} */ const fields = new Map();
/** @type {ReportName[]} */ let reports = [];

const chosen = () => reports.find(({ name }) => name === which.value) ?? reports[0];

/** What is asked for, by the names of the route. @returns {Record<string, string>} */
const wanted = () => ({
  period: period.value,
  day: day.value,
  shift: period.value === "shift" ? shift.value : "",
  group: by.value,
  ...Object.fromEntries([...fields].map(([name, field]) => [name, field.value.trim()])),
});

/** The choices that the report has; what was chosen before stays where it can. */
function choose() {
  const { spans, groups, filters: names, about: words } = chosen();
  const before = period.value || "day";
  setOptions(period, spans.map((span) => [span, SPANS[/** @type {keyof typeof SPANS} */ (span)]]));
  period.value = spans.includes(before) ? before : spans.includes("day") ? "day" : spans[0];
  setOptions(by, [["", "Every line"], ...groups]);
  by.value = "";
  const kept = new Map([...fields].map(([name, { value }]) => [name, value]));
  fields.clear();
  for (const name of names) fields.set(name, el("input", { autocomplete: "off", maxlength: 64, value: kept.get(name) ?? "" }));
  fill(filters, [...fields].map(([name, field]) => labelled(`${capitalized(name)}; empty: all`, field)));
  fill(about, words);
  ofShift.hidden = period.value !== "shift";
}

async function load() {
  const { name } = chosen();
  location.hash = name;
  await attempt(
    show,
    said,
    async () => {
      const report = await getReport(name, wanted());
      const file = (/** @type {string} */ kind) => el("a", { class: "button", href: addressOf(name, wanted(), `/report.${kind}`), download: "" }, kind === "parquet" ? "Parquet" : kind.toUpperCase());
      fill(body, el("div", { class: "report-files", role: "group", "aria-label": "As a file" }, ["pdf", "csv", "parquet"].map(file)), reportView(report));
    },
    page.refused,
  );
}

page.open(async () => {
  reports = (await getReports()).filter(({ may }) => may);
  setOptions(which, reports.map(({ name, title }) => [name, title]));
  if (reports.some(({ name }) => name === location.hash.slice(1))) which.value = location.hash.slice(1);
  choose();
  which.addEventListener("change", choose);
  period.addEventListener("change", () => (ofShift.hidden = period.value !== "shift"));
  const form = el(
    "form",
    { class: "report-choice" },
    labelled("Report", which),
    labelled("Period", period),
    labelled("Gaming day; empty: the current one", day),
    ofShift,
    labelled("Put together by", by),
    filters,
    show,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    load();
  });
  fill(page.main, queue.node, form, about, said, body);
  await Promise.all([load(), queue.begin()]);
}, "see reports");
