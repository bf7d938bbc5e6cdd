/** The house over HTTP. A refusal arrives as a `Refused` with the sentence and citation the house gave. */

/**
 * @import { ChipsBought, KeptLine, OwnRound, ProvisionInfo, Refusal, RoundDetail, RoundSummary, SeatLeft, SeatTaken, TableInfo,
 *   TableSummary, TakeSeat } from "./types.js"
 */

import { WIRE_VERSION } from "./wireversion.js";

/** The house, or the way to it, said no. */
export class Refused extends Error {
  /** @param {Refusal} refusal */
  constructor({ code, sentence, cite }) {
    super(sentence);
    this.code = code;
    this.sentence = sentence;
    this.cite = cite;
  }
}

/** Whatever was thrown, as a refusal that can be shown. @param {unknown} error @returns {Refused} */
export function asRefused(error) {
  if (error instanceof Refused) return error;
  return new Refused({ code: "error", sentence: error instanceof Error ? error.message : String(error), cite: "" });
}

const UNREACHABLE = { code: "unreachable", sentence: "The house cannot be reached right now.", cite: "" };

/** A fresh idempotency key. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @typedef {{method?: string, body?: object, token?: string, signal?: AbortSignal}} RequestOptions */

/** @param {string} path @param {RequestOptions} options @param {string} accept */
export async function request(path, { method = "GET", body, token, signal }, accept) {
  /** @type {Record<string, string>} */
  const headers = { Accept: accept };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) Object.assign(headers, { "Content-Type": "application/json", "Pitboss-Wire": String(WIRE_VERSION) });
  const response = await fetch(path, { method, headers, body: body && JSON.stringify(body), signal }).catch(() => {
    throw new Refused(UNREACHABLE);
  });
  if (response.ok) return response;
  const status = { code: "error", sentence: `The house answered with status ${response.status}.`, cite: "" };
  const data = await response.json().catch(() => ({}));
  throw new Refused(data.refused ?? status);
}

/** @param {string} path @param {RequestOptions} options @returns {Promise<any>} what the callers say it is */
export const getJson = async (path, options = {}) => (await request(path, options, "application/json")).json();

/** Send something to which the house only says that it is done. @param {string} path @param {object} body */
export const post = (path, body) => request(path, { method: "POST", body }, "application/json");

/** @param {string} path @param {RequestOptions} options @returns {Promise<Blob>} */
export const getFile = async (path, options = {}) => (await request(path, options, "*/*")).blob();

/** @param {string} path @param {RequestOptions} options */
const getText = async (path, options = {}) => (await request(path, options, "*/*")).text();

/** @param {string} id */
const table = (id) => `/api/tables/${encodeURIComponent(id)}`;

/** Every table of the house. @returns {Promise<TableSummary[]>} */
export const getTables = () => getJson("/api/tables");

/** Everything that is known of a table before anyone plays. @param {string} id @returns {Promise<TableInfo>} */
export const getTable = (id) => getJson(table(id));

/** The layout of a table as SVG. @param {string} id */
export const getFelt = (id) => getText(`${table(id)}/felt.svg`);

/** What a citation says. @param {string} cite @returns {Promise<ProvisionInfo>} */
export const getLaw = (cite) => getJson(`/api/law/${encodeURIComponent(cite)}`);

/** What is said of games in another language, by its English. @param {string} language @returns {Promise<Record<string, string>>} */
export const getGameWords = async (language) => (await getJson(`/api/words/${language}`)).words;

/** Where the guide of a table is followed. @param {string} id */
export const guideOf = (id) => `${table(id)}/guide`;

/** Where the strategy chart is; it is null until it is worked out. @param {string} id */
export const strategyOf = (id) => `${table(id)}/strategy`;

/**
 * A seat; with the token of one, a further box beside it.
 * @param {string} id @param {TakeSeat} body @param {string} [token] @returns {Promise<SeatTaken>}
 */
export const takeSeat = (id, body, token) => getJson(`${table(id)}/seats`, { method: "POST", body, token });

/**
 * Give up a seat, or a further box.
 * @param {string} id @param {number} seat @param {string} token @param {string} key @returns {Promise<SeatLeft>}
 */
export const leaveSeat = (id, seat, token, key) =>
  getJson(`${table(id)}/seats/${seat}/leave`, { method: "POST", token, body: { key } });

/**
 * Buy more play chips.
 * @param {string} id @param {number} seat @param {string} token @param {string} key @returns {Promise<ChipsBought>}
 */
export const moreChips = (id, seat, token, key) =>
  getJson(`${table(id)}/seats/${seat}/chips`, { method: "POST", token, body: { key } });

/**
 * One past round, as the player of a seat sees it, or anybody. @param {string} id @param {number} round
 * @param {string} [token]  of a seat @returns {Promise<RoundDetail>}
 */
export const getRound = (id, round, token) => getJson(`${table(id)}/rounds/${round}`, { token });

/** The house's own record: people, and what was received. */
export const getHouseJournal = () => getText("/api/house/journal.jsonl");

/** The whole record, line by line. @param {string} id */
export const getJournal = (id) => getText(`${table(id)}/journal.jsonl`);

/**
 * What people did at a table between the rounds, the latest first.
 * @param {string} id @param {{before?: number, limit?: number}} which @returns {Promise<KeptLine[]>}
 */
export function getLog(id, { before, limit = 100 } = {}) {
  const query = new URLSearchParams({ limit: String(limit) });
  if (before) query.set("before", String(before));
  return getJson(`${table(id)}/log?${query}`);
}

/**
 * Past rounds, the latest first. @param {string} id @param {{before?: number, limit?: number}} which
 * @returns {Promise<RoundSummary[]>}
 */
export function getRounds(id, { before, limit = 50 } = {}) {
  const query = new URLSearchParams({ limit: String(limit) });
  if (before) query.set("before", String(before));
  return getJson(`${table(id)}/rounds?${query}`);
}

/**
 * Where it is followed what every answer to the question of a seat is worth.
 * @param {string} id @param {number} seat  a further box; 0: the seat @param {number} hand
 */
export const judgementOf = (id, seat, hand) => `${table(id)}/judgement?seat=${seat}&hand=${hand}`;

/** What was answered goes into the player's own book. @param {string} id @param {string} token */
export const bookDecisions = (id, token) => getJson(`${table(id)}/judgement`, { method: "POST", body: {}, token });

/** What the wagers on offer cost. @param {string} id */
export const wagersJudgedAt = (id) => `${table(id)}/wagers/judgement`;

/** What came of a player's time in a seat. @param {string} id */
export const sessionAt = (id) => `${table(id)}/session`;

/** One's own rounds that are over, at all tables, the oldest first. @returns {Promise<OwnRound[]>} */
export const getOwnRounds = () => getJson("/api/purse/rounds");
