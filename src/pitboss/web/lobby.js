/** The lobby: every table with its game, limits and free seats; rules, pay tables and edges without sitting down. */

import { getTable, getTables } from "./api.js";
import { button, byId, dialog, el, fill } from "./dom.js";
import { limits, rulesOf, tempo } from "./rules.js";
import { session } from "./store.js";

const REFRESH = 10_000;
const RULES = "Rules, odds and house edge";

function seatDots(table) {
  const free = table.seats - table.taken.length;
  const dots = Array.from({ length: table.seats }, (_, n) =>
    el("i", { class: table.taken.includes(n + 1) ? "taken" : "free", "aria-hidden": "true" }),
  );
  return el("p", { class: "seat-dots" }, dots, ` ${free} of ${table.seats} seats free`);
}

async function showRules(table, title) {
  const body = el("div", {}, "…");
  const sheet = dialog(`${title}: rules, odds and house edge`, body);
  sheet.classList.add("wide");
  sheet.showModal();
  try {
    fill(body, rulesOf(await getTable(table.id)));
  } catch (refusal) {
    fill(body, el("p", { class: "refusal" }, refusal.message));
  }
}

/** One table of a game. @param {import("./types.js").Facts} table */
function tableRow(table) {
  const address = `/table/${encodeURIComponent(table.id)}`;
  const badges = [
    table.open ? null : el("span", { class: "badge warn" }, "closed"),
    el("span", { class: "badge" }, tempo(table)),
    el("span", { class: "badge" }, table.dealer === "person" ? "dealt by a person" : "automatic dealer"),
    table.chance === "entered" ? el("span", { class: "badge" }, "physical device") : null,
  ];
  const link = (words, href) =>
    el("a", { class: "way", href, "aria-label": `${words}: ${table.title}, ${table.id}` }, words);
  const bounds = el("p", { class: "limits" }, el("strong", {}, limits(table.minimum, table.maximum)));
  const full = table.taken.length >= table.seats;
  const way = full || !table.open ? "Watch" : "Sit or watch";
  return el(
    "li",
    { class: "table-row", "data-table": table.id },
    el("div", {}, el("p", { class: "badges" }, badges), bounds, seatDots(table)),
    el(
      "div",
      { class: "ways" },
      link(way, address),
      session.get("token.floor") ? link("Floor", `${address}?role=floor`) : null,
    ),
  );
}

/** One game with all its tables. @param {import("./types.js").Facts[]} tables */
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

function byGame(tables) {
  const games = new Map();
  for (const table of tables) games.set(table.game, [...(games.get(table.game) ?? []), table]);
  return [...games.values()];
}

function filter() {
  const wanted = byId("filter").value.toLowerCase().trim();
  let any = false;
  for (const node of byId("tables").querySelectorAll(".game-card")) {
    node.hidden = !node.dataset.words.includes(wanted);
    any ||= !node.hidden;
  }
  byId("none").hidden = any;
}

let shown = "";

async function refresh() {
  try {
    const tables = await getTables();
    const now = JSON.stringify(tables);
    if (now === shown) return;
    shown = now;
    const focused = document.activeElement?.getAttribute("aria-label");
    fill(byId("tables"), byGame(tables).map(gameCard));
    filter();
    const named = [...byId("tables").querySelectorAll("[aria-label]")];
    if (focused) named.find((node) => node.getAttribute("aria-label") === focused)?.focus();
  } catch (refusal) {
    if (!shown) fill(byId("tables"), el("p", { class: "refusal" }, refusal.message));
  }
}

byId("filter").addEventListener("input", filter);
refresh();
setInterval(() => document.visibilityState === "visible" && refresh(), REFRESH);
