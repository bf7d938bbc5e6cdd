/** Queries in the address of the page, so that they can be sent to a colleague; and those to start with. */

/** @import { DecisionQuery, RoundQuery } from "../kit/types.js" */

/** @typedef {{tab: string, fields: URLSearchParams}} Address  `#rounds?provision=633a.14(c)` */

const LISTS = ["tables", "games", "group_by", "journals", "kinds"];
const NUMBERS = ["stake_least", "stake_most", "paid_least", "paid_most", "round", "limit", "offset"];
const WORDS = ["since", "until", "player", "wager", "result", "provision", "irregularity", "person", "version", "order", "role", "words"];
const BOTH_WAYS = ["void", "corrected", "ascending"];
const ROUNDS = "rounds";

/** What the address of the page names. @param {string} hash @returns {Address} */
export function readAddress(hash) {
  const [tab, fields = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
  return { tab, fields: new URLSearchParams(fields) };
}

/** @param {string} tab @param {object} query */
export function addressOf(tab, query) {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(given(query))) {
    for (const one of Array.isArray(value) ? value : [value]) fields.append(name, String(one));
  }
  const words = fields.toString().replaceAll("%28", "(").replaceAll("%29", ")").replaceAll("%3A", ":");
  return words ? `#${tab}?${words}` : `#${tab}`;
}

/** The query that an address holds; what is no query is left out. @param {URLSearchParams} fields @returns {any} */
export function readQuery(fields) {
  /** @type {Record<string, unknown>} */ const query = {};
  for (const name of LISTS) query[name] = fields.getAll(name).filter(Boolean);
  for (const name of WORDS) query[name] = fields.get(name) ?? "";
  for (const name of BOTH_WAYS) query[name] = { true: true, false: false }[fields.get(name) ?? ""];
  for (const name of NUMBERS) query[name] = wholeNumber(fields.get(name));
  query[ROUNDS] = fields.getAll(ROUNDS).map(wholeNumber);
  return given(query);
}

/** @param {string|null} text */
const wholeNumber = (text) => (text && /^\d{1,15}$/.test(text) ? Number(text) : null);

/** What was filled in. @template {object} Query @param {Query} query @returns {Query} */
export function given(query) {
  const kept = Object.entries(query)
    .map(([name, value]) => [name, Array.isArray(value) ? value.filter((one) => one !== null && one !== "") : value])
    .filter(([, value]) => value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && !value.length));
  return /** @type {Query} */ (Object.fromEntries(kept));
}

/** The same query from its first line on. @template {RoundQuery|DecisionQuery} Query @param {Query} query @returns {Query} */
export const fromStart = ({ offset: _, ...query }) => /** @type {Query} */ (query);

/**
 * @typedef {object} ReadyMade  a query to start with; `asks` names the field that is still to be filled in
 * @property {string} name
 * @property {(days: {month: string, week: string, today: string}) => RoundQuery} query
 * @property {keyof RoundQuery} [asks]
 */

/** @type {ReadyMade[]} */
export const READY_MADE = [
  {
    name: "Every use of one provision this month, by table and person",
    query: ({ month }) => ({ since: month, group_by: ["table", "person"], order: "times" }),
    asks: "provision",
  },
  { name: "Voided rounds", query: () => ({ void: true }) },
  { name: "Corrected rounds", query: () => ({ corrected: true }) },
  { name: "More than $10,000 returned on one wager", query: () => ({ paid_least: 1_000_001, order: "paid" }) },
  { name: "Irregularities this month", query: ({ month }) => ({ since: month, irregularity: "any" }) },
  { name: "What each provision decided today", query: ({ today }) => ({ since: today, group_by: ["provision"], order: "times" }) },
  { name: "The week by day and table", query: ({ week }) => ({ since: week, group_by: ["day", "table"] }) },
  { name: "Everything that one player bet", query: () => ({ group_by: ["game", "wager"] }), asks: "player" },
];

/** The days on which those start, before a gaming day (2026-11-16). @param {string} today */
export function daysBefore(today) {
  const day = new Date(`${today}T12:00:00Z`);
  const week = new Date(day.getTime() - 6 * 86_400_000);
  return { today, month: `${today.slice(0, 7)}-01`, week: week.toISOString().slice(0, 10) };
}

/** The title of a group in the order of the groups. @type {Record<string, string>} */
export const GROUPS = { table: "Table", day: "Gaming day", person: "Person", provision: "Provision", wager: "Wager", game: "Game", patron: "Patron" };

/**
 * The query for the rounds of one group: the group's keys become filters.
 * @param {RoundQuery} query @param {string[]} keys  as they follow `group_by` @returns {RoundQuery}
 */
export function within(query, keys) {
  /** @type {RoundQuery} */ const inside = { ...fromStart(query), group_by: [], order: "closed" };
  (query.group_by ?? []).forEach((group, n) => {
    const key = keys[n];
    if (group === "table") inside.tables = [key];
    else if (group === "game") inside.games = [key];
    else if (group === "day") [inside.since, inside.until] = [key, key];
    else inside[group === "patron" ? "player" : group] = key;
  });
  return given(inside);
}
