/** Queries in the address of the page, so that they can be sent to a colleague; as chips; and those to start with. */

import { citeText } from "../kit/law.js";
import { dollars } from "../kit/money.js";
import { parseRounds, plain } from "../kit/words.js";

/** @import { DecisionQuery, RoundQuery } from "../kit/types.js" */

/** @typedef {{tab: string, id: string, fields: URLSearchParams}} Address  `#rounds?provision=633a.14(c)`, `#filings/F-18` */

const LISTS = ["tables", "games", "group_by", "journals", "kinds"];
const NUMBERS = ["stake_least", "stake_most", "paid_least", "paid_most", "round", "limit", "offset"];
const WORDS = ["since", "until", "player", "wager", "result", "provision", "irregularity", "person", "version", "order", "role", "words"];
const BOTH_WAYS = ["void", "corrected", "notable", "ascending"];
const ROUNDS = "rounds";

/** What the address of the page names. @param {string} hash @returns {Address} */
export function readAddress(hash) {
  const [place, fields = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
  const [tab, id = ""] = place.split("/");
  return { tab, id: decodeURIComponent(id), fields: new URLSearchParams(fields) };
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
  query[ROUNDS] = fields.getAll(ROUNDS).flatMap(roundNumbers);
  return given(query);
}

/** @param {string|null} text */
const wholeNumber = (text) => (text && /^\d{1,15}$/.test(text) ? Number(text) : null);

/** `7`, `12-15`; nothing where it is no number. @param {string} text */
function roundNumbers(text) {
  try {
    return parseRounds(text);
  } catch {
    return [];
  }
}

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

/** What is asked where nothing is: the latest rounds with something to look at. @type {RoundQuery} */
export const FIRST = { notable: true };
/** Every round, the latest first. @type {RoundQuery} */
export const ALL = { order: "closed" };

/** The address of a query; of every round, where it asks for nothing. @param {RoundQuery} query */
export const roundsAddress = (query) => addressOf(ROUNDS, Object.keys(given(query)).length ? query : ALL);

/** @type {ReadyMade[]} */
export const READY_MADE = [
  { name: "The latest with something to look at", query: () => FIRST },
  { name: "All rounds, the latest first", query: () => ALL },
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

/** @template Query @typedef {{words: string, rest: Query}} Chip  one filter in words, and the query without it */

/** `$5 to $20`, `$5 or more`. @param {number|undefined|null} least @param {number|undefined|null} most */
function between(least, most) {
  if (typeof least === "number" && typeof most === "number") return `${dollars(least)} to ${dollars(most)}`;
  return typeof least === "number" ? `${dollars(least)} or more` : `${dollars(most ?? 0)} or less`;
}

/** `7, 12-15`. @param {readonly number[]} numbers */
export function rangeWords(numbers) {
  /** @type {[number, number][]} */ const spans = [];
  for (const number of [...numbers].sort((one, other) => one - other)) {
    const last = spans.at(-1);
    if (last && number <= last[1] + 1) last[1] = number;
    else spans.push([number, number]);
  }
  return spans.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(", ");
}

/** Every filter of a query, each to be taken away by itself. @param {RoundQuery} query @returns {Chip<RoundQuery>[]} */
export function chipsOf(query) {
  const without = (/** @type {(keyof RoundQuery)[]} */ ...names) => {
    const rest = fromStart({ ...query });
    for (const name of names) delete rest[name];
    return rest;
  };
  /** @param {"tables"|"games"|"group_by"} name @param {(value: string) => string} words @returns {Chip<RoundQuery>[]} */
  const each = (name, words) =>
    (query[name] ?? []).map((value) => ({ words: words(value), rest: given({ ...without(name), [name]: (query[name] ?? []).filter((other) => other !== value) }) }));
  /** @param {keyof RoundQuery} name @param {string} words @returns {Chip<RoundQuery>[]} */
  const one = (name, words) => (query[name] !== undefined && query[name] !== "" ? [{ words, rest: without(name) }] : []);
  /** @param {"stake_least"|"paid_least"} least @param {"stake_most"|"paid_most"} most @param {string} words @returns {Chip<RoundQuery>[]} */
  const range = (least, most, words) =>
    query[least] !== undefined || query[most] !== undefined ? [{ words: `${words} ${between(query[least], query[most])}`, rest: without(least, most) }] : [];
  const either = (/** @type {boolean|null|undefined} */ is, /** @type {string} */ yes, /** @type {string} */ no) => (is ? yes : no);
  return [
    ...one("notable", either(query.notable, "something to look at", "nothing to look at")),
    ...each("tables", (table) => `at ${table}`),
    ...each("games", (game) => plain(game)),
    ...(query.rounds?.length ? [{ words: `round ${rangeWords(query.rounds)}`, rest: without("rounds") }] : []),
    ...one("since", `from ${query.since}`),
    ...one("until", `until ${query.until}`),
    ...one("provision", `provision ${citeText(query.provision ?? "")}`),
    ...one("irregularity", query.irregularity === "any" ? "any irregularity" : plain(query.irregularity ?? "")),
    ...one("person", `staff ${query.person}`),
    ...one("player", `player ${query.player}`),
    ...one("wager", `wager ${plain(query.wager ?? "")}`),
    ...range("stake_least", "stake_most", "stake"),
    ...range("paid_least", "paid_most", "returned"),
    ...one("result", `result has “${query.result}”`),
    ...one("version", `rules ${(query.version ?? "").slice(0, 12)}`),
    ...one("void", either(query.void, "void", "not void")),
    ...one("corrected", either(query.corrected, "corrected", "never corrected")),
    ...each("group_by", (group) => `counted by ${GROUPS[group].toLowerCase()}`),
  ];
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
