/** The lobby: every table with its game, limits and free seats; rules, pay tables and edges without sitting down. */

import { getTable, getTables } from "./api.js";
import { byId, dialog, el, fill } from "./dom.js";
import { limits, rulesOf } from "./rules.js";

const REFRESH = 10_000;

function seatDots(table) {
  const free = table.seats - table.taken.length;
  const dots = Array.from({ length: table.seats }, (_, n) =>
    el("i", { class: table.taken.includes(n + 1) ? "taken" : "free", "aria-hidden": "true" }));
  return el("p", { class: "seat-dots" }, dots, ` ${free} of ${table.seats} seats free`);
}

async function showRules(table) {
  const body = el("div", {}, "…");
  const window_ = dialog(`${table.title}: rules, odds and house edge`, body);
  window_.classList.add("wide");
  window_.addEventListener("close", () => window_.remove());
  window_.showModal();
  try {
    fill(body, rulesOf(await getTable(table.id)));
  } catch (refusal) {
    fill(body, el("p", { class: "refusal" }, refusal.message));
  }
}

/** @param {import("./types.js").Facts} table */
function card(table) {
  const address = `/table/${encodeURIComponent(table.id)}`;
  const badges = [
    table.open ? null : el("span", { class: "badge warn" }, "closed"),
    el("span", { class: "badge" }, table.practice ? "practice, no timer" : "timed"),
    el("span", { class: "badge" }, table.dealer === "person" ? "dealt by a person" : "automatic dealer"),
    table.chance === "entered" ? el("span", { class: "badge" }, "physical device") : null,
  ];
  const full = table.taken.length >= table.seats;
  return el(
    "article",
    { class: "table-card", "data-table": table.id, "data-words": `${table.title} ${table.game} ${table.chapter} ${table.about}`.toLowerCase() },
    el("a", { class: "picture", href: address, tabindex: -1, "aria-hidden": "true" },
      el("img", { src: `/api/tables/${encodeURIComponent(table.id)}/felt.svg`, alt: "", loading: "lazy" })),
    el("h2", {}, table.title, el("span", { class: "table-id" }, table.id)),
    el("p", { class: "about" }, table.about),
    el("p", { class: "badges" }, badges),
    el("p", { class: "limits" }, el("strong", {}, limits(table.minimum, table.maximum)), ` · Chapter ${table.chapter}`),
    seatDots(table),
    el(
      "p",
      { class: "ways" },
      el("a", { class: "way main", href: address, "aria-label": `${full ? "Watch" : "Sit or watch"} at ${table.title}, ${table.id}` }, full ? "Watch" : "Sit or watch"),
      el("button", { type: "button", onclick: () => showRules(table), "aria-label": `Rules and odds of ${table.title}, ${table.id}` }, "Rules and odds"),
    ),
  );
}

function filter() {
  const wanted = byId("filter").value.toLowerCase().trim();
  let any = false;
  for (const node of byId("tables").querySelectorAll(".table-card")) {
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
    fill(byId("tables"), tables.map(card));
    filter();
  } catch (refusal) {
    if (!shown) fill(byId("tables"), el("p", { class: "refusal" }, refusal.message));
  }
}

byId("filter").addEventListener("input", filter);
refresh();
setInterval(() => document.visibilityState === "visible" && refresh(), REFRESH);
