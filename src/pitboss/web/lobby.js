/** The lobby: every table with its game, limits and free seats; rules, pay tables and edges without sitting down. */

import { Account } from "./account.js";
import { asRefused, getTable, getTables } from "./api.js";
import { button, byId, dialog, el, fill, findAll, focused } from "./dom.js";
import { getOwnTables } from "./peopleapi.js";
import { limits, rulesOf, tempoAndDealer } from "./rules.js";

/** @import { TableSummary } from "./types.js" */

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
  const body = el("div", {}, "…");
  const sheet = dialog(`${title}: rules, odds and house edge`, body);
  sheet.classList.add("wide");
  sheet.showModal();
  try {
    fill(body, rulesOf(await getTable(table.id)));
  } catch (refusal) {
    fill(body, el("p", { class: "refusal" }, asRefused(refusal).sentence));
  }
}

/** One table of a game. @param {TableSummary} table */
function tableRow(table) {
  const address = `/table/${encodeURIComponent(table.id)}`;
  const badges = [
    table.open ? null : el("span", { class: "badge warn" }, "closed"),
    tempoAndDealer(table).map((words) => el("span", { class: "badge" }, words)),
    table.chance === "entered" ? el("span", { class: "badge" }, "physical equipment") : null,
    own.includes(table.id) ? el("span", { class: "badge good" }, "you stand here") : null,
    table.accounts ? el("span", { class: "badge" }, "for players who sign in") : null,
  ];
  /** @param {string} words @param {string} href */
  const link = (words, href) =>
    el("a", { class: "way", href, "aria-label": `${words}: ${table.title}, ${table.id}` }, words);
  const bounds = el("p", { class: "limits" }, el("strong", {}, limits(table.minimum, table.maximum)));
  const full = table.taken.length >= table.seats;
  const way = own.includes(table.id) ? "Your console" : full || !table.open ? "Watch" : "Play or watch";
  return el(
    "li",
    { class: "table-row", "data-table": table.id },
    el("div", {}, el("p", { class: "table-number" }, table.id), el("p", { class: "badges" }, badges), bounds, seatDots(table)),
    el("div", { class: "ways" }, link(way, address)),
  );
}

/** One game with all its tables. @param {TableSummary[]} tables */
function gameCard(tables) {
  const [first] = tables;
  const title = tables.map((table) => table.title).sort((a, b) => a.length - b.length)[0];
  const felt = `/api/tables/${encodeURIComponent(first.id)}/felt.svg`;
  return el(
    "article",
    { class: "game-card", "data-words": `${title} ${first.game} ${first.chapter} ${first.about}`.toLowerCase() },
    el("div", { class: "picture" }, el("img", { src: felt, alt: "", loading: "lazy" })),
    el("h2", {}, title, el("span", { class: "chapter" }, `Chapter ${first.chapter}`)),
    el("p", { class: "about" }, first.about),
    el("ul", { class: "table-rows" }, tables.map(tableRow)),
    button(RULES, () => showRules(first, title), { "aria-label": `${RULES} of ${title}` }),
  );
}

/** @param {TableSummary[]} tables */
function byGame(tables) {
  const games = [...new Set(tables.map(({ game }) => game))];
  return games.map((game) => tables.filter((table) => table.game === game));
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
let shown = "";
/** Tables where whoever is signed in stands. @type {string[]} */
let own = [];

async function refresh() {
  try {
    const tables = await getTables();
    const now = JSON.stringify([tables, own]);
    if (now === shown) return;
    shown = now;
    const label = focused()?.getAttribute("aria-label");
    fill(byId("tables"), byGame(tables).map(gameCard));
    filter();
    const named = findAll(byId("tables"), "[aria-label]");
    if (label) named.find((node) => node.getAttribute("aria-label") === label)?.focus();
  } catch (refusal) {
    if (!shown) fill(byId("tables"), el("p", { class: "refusal" }, asRefused(refusal).sentence));
  }
}

async function start() {
  await account.refresh();
  if (account.person) own = await getOwnTables().catch(() => []);
  await refresh();
}

byId("filter").addEventListener("input", filter);
start();
setInterval(() => document.visibilityState === "visible" && refresh(), REFRESH);
