/**
 * A player's own rounds: what this browser saw of them, at every table, and what the house's record tells whose chips they
 * were. Nothing of other players is kept.
 */

import { changeDetector } from "./dom.js";
import { netOf } from "./fold.js";
import { preferences } from "./storage.js";

/** @import { TableState } from "../felt/tablestate.js" */
/** @import { OwnRound as HouseRound } from "./types.js" */

/**
 * One round of one's own, amounts in cents; `told` is empty where only the house told of it.
 * @typedef {{table: string, title: string, game: string, round: number, at: string, staked: number, net: number, told: string}}
 *   OwnRound
 */

/**
 * @typedef {{rounds: number, won: number, lost: number, staked: number, net: number, best: number, worst: number,
 *   course: number[]}} Statistics  `course`: the result after each round
 */

const KEY = "history";
const MOST = 2000; // rounds; the oldest are forgotten

/** The rounds that this browser remembers, the oldest first. @returns {OwnRound[]} */
export const ownRounds = () => preferences.get(KEY, []);

/** Forget all of them. */
export const forgetRounds = () => preferences.set(KEY, null);

const isOther = changeDetector(); // than what was kept last: a view is shown many times

/** Keep what the last round came to for this player, once it is settled. @param {TableState} table */
export function rememberRound(table) {
  const { playing, justSettled, view, info } = table;
  if (!playing || !justSettled.length || !isOther([info.id, view.settled_round, justSettled])) return;
  const round = {
    table: info.id,
    title: info.title,
    game: info.game,
    round: view.settled_round,
    at: new Date().toISOString(),
    staked: justSettled.reduce((sum, { stake }) => sum + stake, 0),
    net: justSettled.reduce((sum, event) => sum + netOf(event), 0),
    told: view.summary,
  };
  const kept = ownRounds();
  const before = kept.findIndex((one) => placeOf(one) === placeOf(round));
  if (before >= 0) kept[before] = { ...round, at: kept[before].at };
  else kept.push(round);
  preferences.set(KEY, kept.slice(-MOST));
}

/** @param {{table: string, round: number}} one */
const placeOf = ({ table, round }) => `${round} ${table}`;

/**
 * The rounds of this browser and those that the house tells of: of another device, or of a page that was closed. The
 * house's amounts count; the sentence of what happened is known only where it was seen.
 * @param {OwnRound[]} kept @param {HouseRound[]} told @returns {OwnRound[]}
 */
export function withTold(kept, told) {
  const seen = new Map(kept.map((one) => [placeOf(one), one]));
  const found = told.map((one) => ({ ...one, told: seen.get(placeOf(one))?.told ?? "" }));
  const places = new Set(told.map(placeOf));
  return [...kept.filter((one) => !places.has(placeOf(one))), ...found].sort(inOrder);
}

/** @param {OwnRound} one @param {OwnRound} other */
const inOrder = (one, other) => (one.table === other.table ? one.round - other.round : Date.parse(one.at) - Date.parse(other.at));

/** The result of rounds together. @param {OwnRound[]} rounds @returns {Statistics} */
export function statisticsOf(rounds) {
  let net = 0;
  const course = rounds.map((round) => (net += round.net));
  const nets = rounds.map((round) => round.net);
  return {
    rounds: rounds.length,
    won: nets.filter((one) => one > 0).length,
    lost: nets.filter((one) => one < 0).length,
    staked: rounds.reduce((sum, { staked }) => sum + staked, 0),
    net,
    best: Math.max(0, ...nets),
    worst: Math.min(0, ...nets),
    course,
  };
}

const COLUMNS = /** @type {const} */ (["at", "table", "title", "game", "round", "staked", "net", "told"]);

/** A cell that no spreadsheet takes for a formula. @param {string|number} value */
const cell = (value) => (typeof value === "number" ? String(value) : `"${value.replace(/^[=+\-@]/, "'$&").replaceAll('"', '""')}"`);

/** Rounds as a table of text, amounts in cents. @param {OwnRound[]} rounds */
export const asCsv = (rounds) =>
  [COLUMNS.join(","), ...rounds.map((round) => COLUMNS.map((name) => cell(round[name])).join(","))].join("\r\n") + "\r\n";
