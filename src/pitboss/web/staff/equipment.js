/** Equipment: what falls due next first, by kind, found or scanned by its number; and receiving it. */

import "../kit/theme.js";
import { StaffPage } from "../kit/staffpage.js";
import { facts, tabList } from "../kit/components.js";
import { button, el, fill } from "../kit/dom.js";
import { listLine, listTable } from "../kit/lists.js";
import { form, labelled, outcome, succeeded, textField } from "../kit/forms.js";
import { getThings, receiveThing } from "../kit/peopleapi.js";
import { Queue } from "../kit/queue.js";
import { stateWords } from "../kit/equipmentwords.js";
import { addressedTabs } from "../kit/tabs.js";
import { capitalized, moment, plain, untilWords } from "../kit/words.js";

/** @import { ThingLine } from "../kit/types.js" */

const ALL = "all";
const FIRST = 15; // lines that are shown before somebody asks for more
/** What needs a look before what rests. */
const ORDER = ["out_of_order", "in_use", "reserve", "stored", "sealed", "destroyed"];

const page = new StaffPage();
const queue = new Queue(page, { limit: 1, folds: true });
const list = el("div", { class: "equipment" });
const item = el("section", { class: "panel item", "aria-label": "One piece of equipment", hidden: true });
const said = outcome();
const find = el("input", { type: "search", autocomplete: "off", placeholder: "Number, kind or place", enterkeyhint: "go" });
/** @type {ThingLine[]} */ let things = [];
let kind = ALL;
let most = FIRST;

/** What falls due first; then by state. @param {ThingLine} one @param {ThingLine} other */
function nextFirst(one, other) {
  const [due, otherDue] = [one.due || "~", other.due || "~"];
  if (due !== otherDue) return due < otherDue ? -1 : 1;
  return ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || one.thing.localeCompare(other.thing);
}

/** @param {ThingLine} line */
const isLate = ({ due = "" }) => due !== "" && new Date(due).getTime() < Date.now();

/** Why it was sealed or destroyed, and by whom. @param {ThingLine} line */
const because = ({ reason, signed }) => [capitalized(reason), signed.join(" and ")].filter(Boolean).join("; ");

/** @param {ThingLine} line */
const dueWords = (line) => (line.due ? el("span", { class: isLate(line) ? "late" : undefined }, untilWords(line.due)) : null);

/** @param {ThingLine} line */
const placeOf = ({ where }) => (where ? el("a", { href: `/table/${encodeURIComponent(where)}` }, where) : "in the store");

/** Where to read all of one. @param {string} thing */
const addressOf = (thing) => `#${encodeURIComponent(kind)}/${encodeURIComponent(thing)}`;

/** @param {ThingLine} line */
function row(line) {
  const { thing, description, state, duty = "" } = line;
  return listLine(
    { "data-thing": thing },
    [el("a", { href: addressOf(thing) }, thing), el("span", { class: "about" }, description)],
    plain(line.kind),
    placeOf(line),
    [stateWords(state), el("span", { class: "about" }, because(line))],
    [dueWords(line), el("span", { class: "about" }, duty)],
  );
}

/** All that is known of one. @param {ThingLine} line */
function showItem(line) {
  const { thing, description, approval, received, state, since, duty = "", due = "" } = line;
  const close = button("✕", () => (location.hash = kind), { class: "quiet", "aria-label": "Close" });
  fill(
    item,
    el("div", { class: "list-head item-head" }, el("h2", {}, thing), close),
    facts([
      ["What it is", description],
      ["Kind", capitalized(plain(line.kind))],
      ["Where", placeOf(line)],
      ["State", [stateWords(state), because(line)].filter(Boolean).join(": ")],
      ["Due next", due ? [dueWords(line), `: ${duty}, ${moment(due)}`] : "nothing"],
      ["In use since", since ? moment(since) : "not used yet"],
      ["Received", received ? moment(received) : "with its table"],
      ["Certificate or approval", approval || "none"],
    ]),
  );
  item.hidden = false;
}

function showList() {
  const wanted = find.value.toLowerCase().trim();
  const shown = things
    .filter((line) => kind === ALL || line.kind === kind)
    .filter(({ thing, kind: own, where, description, state }) =>
      `${thing} ${plain(own)} ${where} ${description} ${stateWords(state)}`.toLowerCase().includes(wanted),
    )
    .sort(nextFirst);
  const rest = shown.length - most;
  const more = button(`Show ${rest} more`, () => {
    most = shown.length;
    showList();
  });
  fill(
    list,
    shown.length
      ? listTable(["Equipment", "Kind", "Where", "State", "Due"], shown.slice(0, most).map(row), "due-list")
      : el("p", { class: "quiet-text" }, things.length ? "Nothing matches." : "The house has received nothing yet."),
    rest > 0 ? more : null,
  );
}

/** A line of a scanner, or of somebody who typed it: the number that it is, or the only one that matches. @param {Event} event */
function scanned(event) {
  event.preventDefault();
  const number = find.value.trim();
  if (!number) return;
  const matches = things.filter(({ thing }) => thing.toLowerCase().includes(number.toLowerCase()));
  const [found] = things.filter(({ thing }) => thing.toLowerCase() === number.toLowerCase()).concat(matches.length === 1 ? matches : []);
  if (!found) return succeeded(said, matches.length ? `${matches.length} numbers have “${number}” in them.` : `No equipment has the number “${number}”.`);
  location.hash = addressOf(found.thing);
  succeeded(said, `${found.thing}: ${plain(found.kind)}, ${stateWords(found.state)}${found.due ? `, due ${untilWords(found.due)}` : ""}.`);
  find.select(); // the next line replaces it
}

function receiveForm() {
  const thing = textField("Its number", { required: true, maxlength: 64, placeholder: "lot 4711, deck 3: 4711-3" });
  const kinds = [...new Set(things.map((line) => line.kind))].sort();
  const which = textField("Kind", { required: true, maxlength: 64, list: "kinds" });
  const known = el("datalist", { id: "kinds" }, kinds.map((name) => el("option", { value: name })));
  const description = textField("What it is", { required: true, maxlength: 200 });
  const approval = textField("Certificate or approval, where it has one", { maxlength: 64 });
  const made = form(
    {
      submit: "Receive",
      refused: page.refused,
      send: async () => {
        const received = await receiveThing({
          thing: thing.input.value.trim(),
          kind: which.input.value.trim(),
          description: description.input.value.trim(),
          approval: approval.input.value.trim(),
        });
        made.node.reset();
        succeeded(made.said, `${received.thing} is in the store.`);
        things = await getThings();
        find.value = received.thing;
        showList();
      },
    },
    thing.node,
    which.node,
    known,
    description.node,
    approval.node,
  );
  return el("details", { class: "panel add" }, el("summary", {}, "Receive equipment"), made.node);
}

page.open(async () => {
  [things] = await Promise.all([getThings(), queue.look()]);
  const kinds = [...new Set(things.map((line) => line.kind))].sort();
  const counted = (/** @type {string} */ name) => things.filter((line) => name === ALL || line.kind === name).length;
  /** @type {[string, string, null][]} */
  const parts = [ALL, ...kinds].map((name) => [name, `${capitalized(plain(name))} (${counted(name)})`, null]);
  const { list: bar, panels } = tabList("Kinds of equipment", parts);
  const search = el("form", { class: "scan", role: "search" }, labelled("Find, or scan a number", find), el("button", { type: "submit" }, "Open"));
  search.addEventListener("submit", scanned);
  find.addEventListener("input", showList);
  fill(page.main, queue.node, search, said, item, bar, panels, page.account.may("receive thing") ? receiveForm() : null);
  addressedTabs(bar, (id, thing) => {
    kind = id;
    most = FIRST;
    panels[parts.findIndex(([name]) => name === id)].append(list);
    showList();
    const line = things.find((one) => one.thing === thing);
    if (line) showItem(line);
    else item.hidden = true;
  });
  await queue.begin();
}, "see things");
