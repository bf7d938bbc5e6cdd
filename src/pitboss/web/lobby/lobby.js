/**
 * The lobby: every game with its tables, limits and free seats, and what can be practised at a table of one's own; rules,
 * pay tables and edges without sitting down.
 */

import "../kit/theme.js";
import { Account } from "../kit/accountmenu.js";
import { asRefused, getTable, getTables } from "../kit/api.js";
import { badge } from "../kit/components.js";
import { button, byId, dialog, el, fill, findAll, render } from "../kit/dom.js";
import { openGuide } from "../kit/guidelink.js";
import { openHistory } from "../kit/historypanel.js";
import { ownTables, pictureOf, practiceOf } from "./practice.js";
import { getOwnTables } from "../kit/peopleapi.js";
import { getPractice } from "../kit/practiceapi.js";
import { PurseLine } from "../kit/purse.js";
import { limits, proposedMark, tempoAndDealer } from "../kit/rules.js";

/** @import { Practice, PracticeGame, TableSummary } from "../kit/types.js" */

const REFRESH = 10_000;
const RULES = "Rules, odds and house edge";

/** @param {TableSummary} table */
function seatDots(table) {
  const free = table.seats - table.taken.length;
  const dots = Array.from({ length: table.seats }, (_, n) =>
    el("i", { class: table.taken.includes(n + 1) ? "taken" : "free", "aria-hidden": "true" }),
  );
  return el("p", { class: "seat-dots" }, dots, ` ${free} of ${table.seats} seats free`);
}

/** @param {TableSummary} table @param {string} title */
async function showRules(table, title) {
  try {
    await openGuide(await getTable(table.id));
  } catch (refusal) {
    dialog(title, el("p", { class: "refusal" }, asRefused(refusal).sentence)).showModal();
  }
}

/** One table of a game. @param {TableSummary} table */
function tableRow(table) {
  const address = `/table/${encodeURIComponent(table.id)}`;
  const badges = [
    table.open ? null : badge("closed", "warn"),
    proposedMark(table).map((words) => badge(words, "warn")),
    tempoAndDealer(table).map((words) => badge(words)),
    table.chance === "entered" ? badge("physical equipment") : null,
    own.includes(table.id) ? badge("you stand here", "good") : null,
    table.accounts ? badge("for players who sign in") : null,
  ];
  /** @param {string} words @param {string} href */
  const link = (words, href) =>
    el("a", { class: words === "Watch" ? "button way" : "button way primary", href, "aria-label": `${words}: ${table.title}, ${table.id}` }, words);
  const bounds = el("p", { class: "limits" }, el("strong", {}, limits(table.minimum, table.maximum)));
  const full = table.taken.length >= table.seats;
  const mayPlay = table.open && !full && (account.person || !table.accounts);
  const way = own.includes(table.id) ? "Your console" : mayPlay ? "Play or watch" : "Watch";
  return el(
    "li",
    { class: "table-row", key: table.id, "data-table": table.id },
    el("div", {}, el("p", { class: "table-number" }, table.id), el("p", { class: "badges" }, badges), bounds, seatDots(table)),
    el("div", { class: "ways" }, link(way, address)),
  );
}

/**
 * One game with all its tables, and what can be practised of it.
 * @param {TableSummary[]} tables @param {PracticeGame|undefined} practice
 */
function gameCard(tables, practice) {
  const [first] = tables;
  const { chapter, about } = first ?? practice ?? { chapter: "", about: "" };
  const title = practice?.title ?? tables.map((table) => table.title).sort((a, b) => a.length - b.length)[0];
  const felt = first || !practice ? `/api/tables/${encodeURIComponent(first.id)}/felt.svg` : pictureOf(practice);
  const kinds = practice?.kinds.map((kind) => kind.title).join(" ") ?? "";
  const words = `${title} ${first?.game ?? ""} ${chapter} ${about} ${kinds}`.toLowerCase();
  // Practice tables of the floor are kinds: whoever practises has a table of their own.
  const rows = practice ? tables.filter((table) => !table.practice) : tables;
  return el(
    "article",
    { class: "game-card", key: title, "data-game": first?.game ?? practice?.name, "data-words": words },
    el("div", { class: "picture" }, el("img", { src: felt, alt: "", loading: "lazy" })),
    el("h2", {}, title, el("span", { class: "chapter" }, `Chapter ${chapter}`), proposedMark(first ?? practice ?? {}).map((mark) => badge(mark, "warn"))),
    el("p", { class: "about" }, about),
    practice ? practiceOf(practice) : null,
    rows.length ? el("ul", { class: "table-rows" }, rows.map(tableRow)) : null,
    first ? button(RULES, () => showRules(first, title), { "aria-label": `${RULES} of ${title}` }) : null,
  );
}

/** Cards of all games, in the order of the floor, then of the chapters. @param {TableSummary[]} tables @param {Practice} practice */
function cards(tables, { games = [] }) {
  const offered = games.filter(({ kinds }) => kinds.some(({ listed }) => listed));
  const names = [...new Set([...tables.map(({ game }) => game), ...offered.map(({ name }) => name)])];
  return names.map((name) =>
    gameCard(tables.filter(({ game }) => game === name), games.find((game) => game.name === name)),
  );
}

function filter() {
  const wanted = byId("filter", HTMLInputElement).value.toLowerCase().trim();
  let any = false;
  for (const node of findAll(byId("tables"), ".game-card")) {
    node.hidden = !node.dataset.words?.includes(wanted);
    any ||= !node.hidden;
  }
  byId("none").hidden = any;
}

const account = new Account(byId("account"));
const purse = new PurseLine(byId("purse"));
let shown = false;
/** Tables where whoever is signed in stands. @type {string[]} */
let own = [];

async function refresh() {
  try {
    const [tables, practice] = await Promise.all([getTables(), getPractice()]);
    shown = true;
    render(byId("own"), () => ownTables(practice.own ?? []));
    render(byId("tables"), () => cards(tables, practice));
    filter();
  } catch (refusal) {
    if (!shown) fill(byId("tables"), el("p", { class: "refusal" }, asRefused(refusal).sentence));
  }
}

async function start() {
  await account.refresh();
  purse.refresh();
  if (account.person) own = await getOwnTables().catch(() => []);
  await refresh();
}

byId("filter").addEventListener("input", filter);
byId("my-results").addEventListener("click", () => openHistory());
start();
setInterval(() => document.visibilityState === "visible" && Promise.all([refresh(), purse.refresh()]), REFRESH);
