/** The pit: what needs somebody, every table at a glance, every two seconds; and one table beside it to act on. */

import "../kit/theme.js";
import { asRefused } from "../kit/api.js";
import { StaffPage } from "../kit/staffpage.js";
import { tabList } from "../kit/components.js";
import { button, el, fill, render, selection } from "../kit/dom.js";
import { attempt, labelled, outcome, setOptions, succeeded } from "../kit/forms.js";
import { Sender, getPit } from "../kit/pitapi.js";
import { Queue } from "../kit/queue.js";
import { Wall } from "./cards.js";
import { HourlySheet } from "./hours.js";
import { TablePanel } from "./panel.js";
import { TraySheet } from "./trays.js";
import { stateNames, stateOf, waitNames, waitOf } from "../kit/pitwords.js";
import { addressedTabs } from "../kit/tabs.js";

/** @import { PitTable } from "../kit/types.js" */

const AGAIN = 2000; // milliseconds between two looks
const ANYTHING = "anything";
const SMALL = 640; // pixels: a screen on which the tables follow below what waits

const page = new StaffPage();
const queue = new Queue(page, { folds: true, limit: innerWidth < SMALL ? 2 : 5 });
const beside = el("aside", { id: "pit-panel", class: "panel", "aria-label": "One table", hidden: true });
const wall = new Wall((number) => go(`tables/${encodeURIComponent(number)}`));
const hourly = new HourlySheet(page.refused);
const trays = new TraySheet(page, () => queue.look());
const summary = el("p", { class: "pit-summary", role: "status" });
const line = outcome();
const filters = {
  find: el("input", { type: "search", autocomplete: "off", placeholder: "Number, game, person" }),
  pit: selection([["", "All pits"]]),
  state: selection([["", "All but retired"], ...optionsOf(stateNames, stateOf)]),
  waits: selection([["", "Whether or not"], [ANYTHING, "Anything"], ...optionsOf(waitNames, waitOf)]),
  practice: el("input", { type: "checkbox" }),
};
/** @type {Map<string, TablePanel>} */ const panels = new Map();
/** @type {PitTable[]} */ let lines = [];
let shown = "";
let named = ""; // by the address, perhaps before the tables are known
let asked = 0;

/** Go to another address of this page. @param {string} address */
const go = (address) => (location.hash = address);

/** @param {string[]} names @param {(name: string) => {words: string}} of @returns {[string, string][]} */
function optionsOf(names, of) {
  return names.map((name) => [name, of(name).words]);
}

/** @param {PitTable} one */
function wanted(one) {
  const { find, pit, state, waits, practice } = filters;
  const { waiting = [], staff = [], taken = [] } = one;
  const words = `${one.number} ${one.title} ${one.game} ${staff.map(({ name }) => name).join(" ")} ${taken.map(([, name]) => name).join(" ")}`;
  return (
    (!pit.value || one.pit === pit.value) &&
    (state.value ? one.state === state.value : one.state !== "retired") &&
    (!waits.value || (waits.value === ANYTHING ? waiting.length > 0 : waiting.some(({ what }) => what === waits.value))) &&
    (practice.checked || !one.practice) &&
    words.toLowerCase().includes(find.value.trim().toLowerCase())
  );
}

function show() {
  wall.update(lines, wanted);
  hourly.update(lines);
  const one = lines.find(({ number }) => number === shown);
  if (one) panels.get(shown)?.update(one);
  const pits = [...new Set(lines.map(({ pit = "" }) => pit).filter(Boolean))].sort();
  setOptions(filters.pit, [["", "All pits"], ...pits.map((pit) => [pit, pit])]);
  const own = lines.filter(({ practice, state }) => !practice && state !== "retired");
  const isOpen = own.filter(({ state }) => ["open", "idle", "closing"].includes(state)).length;
  const patrons = own.reduce((sum, { taken = [] }) => sum + taken.length, 0);
  const words = `${isOpen} of ${own.length} tables open, ${patrons === 1 ? "1 seat" : `${patrons} seats`} taken`;
  render(summary, () => words);
}

/** Look at the pit; what was asked for before and arrives later is not shown. */
async function look() {
  const turn = ++asked;
  try {
    const found = await getPit();
    if (turn !== asked) return;
    lines = found;
    fill(line);
    show();
    if (named !== shown) open(named);
  } catch (error) {
    line.className = "outcome refusal";
    fill(line, asRefused(error).sentence);
    page.refused(error);
  }
}

/** Show the table that the address names, beside the wall; none closes the panel. @param {string} number */
function open(number) {
  named = number;
  const one = lines.find((own) => own.number === number);
  if (!one) return close();
  const panel = panels.get(number) ?? new TablePanel(one, { refused: page.refused, reload: look, close: () => go("tables") });
  panels.set(number, panel);
  shown = number;
  fill(beside, panel.node);
  beside.hidden = false;
  document.body.classList.add("with-panel");
  panel.update(one);
  wall.mark(number);
  panel.heading.focus();
  if (innerWidth < 1000) panel.heading.scrollIntoView({ block: "start" });
}

function close() {
  const before = shown;
  shown = "";
  beside.hidden = true;
  document.body.classList.remove("with-panel");
  wall.mark("");
  if (before) wall.focus(before);
}

/** Tell something to every table that is open and whose floor this person is. */
function announceToAll() {
  const words = el("textarea", { rows: 2, maxlength: 500, required: true });
  const said = outcome();
  const send = el("button", { type: "submit", class: "primary" }, "Announce to every open table");
  /** @type {Map<string, Sender>} */ const senders = new Map();
  const form = el("form", { class: "form" }, labelled("What everyone is told", words), send, said);
  const tell = async () => {
    const listening = lines.filter(({ state, may = [] }) => ["open", "idle", "closing"].includes(state) && may.includes("announce"));
    for (const { number } of listening) {
      const sender = senders.get(number) ?? new Sender();
      senders.set(number, sender);
      await sender.send(number, { do: "announce", words: words.value }); // the same press again reaches only the rest
    }
    senders.clear();
    form.reset();
    succeeded(said, listening.length ? `Announced at ${listening.length} tables.` : "No table is open where you may announce.");
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(send, said, tell, page.refused);
  });
  form.addEventListener("input", () => fill(said));
  return el("section", { class: "panel", "aria-label": "Announce to all tables" }, form);
}

/** Which tables are shown, and how many there are. */
function choice() {
  const { find, pit, state, waits, practice } = filters;
  for (const field of Object.values(filters)) field.addEventListener("input", show);
  const clear = button("Show all", () => {
    for (const field of [find, pit, state, waits]) field.value = "";
    show();
  });
  return el(
    "section",
    { class: "pit-filters", "aria-label": "Which tables" },
    labelled("Find", find),
    el(
      "details",
      {},
      el("summary", {}, "Filter"),
      el(
        "div",
        { class: "list-head panel" },
        labelled("Pit", pit),
        labelled("State", state),
        labelled("What waits", waits),
        el("label", { class: "check" }, practice, "Practice tables"),
        clear,
      ),
    ),
    summary,
    line,
  );
}

page.open(async () => {
  if (!page.account.may("see pit")) {
    fill(page.main, queue.node, hourly.node);
    await Promise.all([queue.begin(), hourly.show()]);
    return;
  }
  const { list, panels: parts } = tabList("Pit", [
    ["tables", "Tables", [choice(), el("div", { class: "pit-floor" }, wall.node, beside)]],
    ["trays", "Trays", trays.node],
    ["hours", "Hourly sheet", hourly.node],
    ["announce", "Announce", announceToAll()],
  ]);
  fill(page.main, queue.node, el("div", { class: "pit-main" }, list, parts));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && shown && !document.querySelector("dialog[open]")) go("tables");
  });
  await Promise.all([look(), queue.begin()]);
  addressedTabs(list, (id, rest) => {
    if (id === "tables") open(rest);
    if (id === "hours") hourly.show();
    trays.follow(id === "trays");
  });
  setInterval(() => document.visibilityState === "visible" && look(), AGAIN);
}, "see pit", "see figures");
