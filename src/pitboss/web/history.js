/**
 * A player's own rounds: what this browser saw of them, at every table, and what the house tells of the seat that is held
 * now. Nothing of other players is kept.
 */

import { netOf } from "./fold.js";
import { preferences } from "./storage.js";

/** @import { TableState } from "./tablestate.js" */

/**
 * One round of one's own, amounts in cents; `staked` and `told` are empty where only the house told of it.
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

let last = ""; // what was kept last: a view is shown many times

/** Keep what the last round came to for this player, once it is settled. @param {TableState} table */
export function rememberRound(table) {
  const { playing, justSettled, view, info } = table;
  if (!playing || !justSettled.length) return;
  const now = JSON.stringify([info.id, view.settled_round, justSettled]);
  if (now === last) return;
  last = now;
  const round = {
    table: info.id,
    title: info.title,
    game: info.game,
    round: view.settled_round,
    at: new Date().toISOString(),
    staked: justSettled.reduce((sum, { stake }) => sum + stake, 0),
    net: justSettled.reduce((sum, event) => sum + netOf(event), 0),
    told: view.told,
  };
  const kept = ownRounds();
  const before = kept.findIndex((one) => isSame(one, round));
  if (before >= 0) kept[before] = { ...round, at: kept[before].at };
  else kept.push(round);
  preferences.set(KEY, kept.slice(-MOST));
}

/** @param {OwnRound} one @param {OwnRound} other */
const isSame = (one, other) => one.table === other.table && one.round === other.round;

/**
 * The rounds of a table with those that only the house has seen: another device, or a page that was closed.
 * @param {OwnRound[]} kept @param {[round: number, result: number][]} told  the result up to each round
 * @param {{id: string, title: string, game: string}} table @returns {OwnRound[]}
 */
export function withToldOf(kept, told, { id, title, game }) {
  const found = told.map(([round, result], n) => ({
    ...{ table: id, title, game, round, at: "", staked: 0, told: "" },
    net: result - (n ? told[n - 1][1] : 0),
  }));
  const missing = found.filter((one) => !kept.some((other) => isSame(one, other)));
  return [...missing, ...kept].sort((a, b) => (a.table === b.table ? a.round - b.round : a.at.localeCompare(b.at)));
}

/** What rounds come to together. @param {OwnRound[]} rounds @returns {Statistics} */
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
