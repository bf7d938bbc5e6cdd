/** The house over HTTP, for the Board console: the record searched, proved and verified, and the rules that run. */

import { getFile, getJson } from "../kit/api.js";

/**
 * @import { BoardChoices, DecisionQuery, DecisionsFound, LogKey, NameWitness, RoundQuery, RoundReplayed, RoundsFound,
 *   FundsAndMeters, OtherwiseState, RulesState, RulesVersion, SavedQuery, SettledAgain, SettleOtherwise, VerificationState } from "../kit/types.js"
 */

const ROOT = "/api/board";

/** @param {string} path @param {object} body */
const send = (path, body) => getJson(`${ROOT}${path}`, { method: "POST", body });

/** @param {RoundQuery} query @returns {Promise<RoundsFound>} */
export const findRounds = (query) => send("/rounds", query);

/** @param {DecisionQuery} query @returns {Promise<DecisionsFound>} */
export const findDecisions = (query) => send("/decisions", query);

/** What may be chosen in a query. @returns {Promise<BoardChoices>} */
export const getChoices = () => getJson(`${ROOT}/choices`);

/** The queries that this person saved. @returns {Promise<SavedQuery[]>} */
export const getSaved = () => getJson(`${ROOT}/queries`);

/** Save a query, or take it away where it is empty. @param {SavedQuery} saved @returns {Promise<SavedQuery[]>} */
export const putSaved = (saved) => getJson(`${ROOT}/queries`, { method: "PUT", body: saved });

/** Funds and meters. @param {string} table @param {number} round @returns {Promise<FundsAndMeters>} */
export const getRoundState = (table, round) => getJson(`${ROOT}/rounds/${encodeURIComponent(table)}/${round}/state`);

/**
 * Have a round played again by the rules that played it.
 * @param {string} table @param {number} round @returns {Promise<RoundReplayed>}
 */
export const replayRound = (table, round) => send(`/rounds/${encodeURIComponent(table)}/${round}/replay`, {});

/** Who signs the heads of the record. @returns {Promise<LogKey>} */
export const getRecordKey = () => getJson("/api/record/key");

/** @returns {Promise<VerificationState>} */
export const getVerification = () => getJson(`${ROOT}/verification`);

/**
 * Walk over the whole record; with a saved checkpoint, also from it; and play every round again, if that is wished.
 * @param {string} checkpoint @param {boolean} replay @returns {Promise<VerificationState>}
 */
export const beginVerification = (checkpoint, replay) => send("/verification", { ...(checkpoint ? { checkpoint } : {}), ...(replay ? { replay } : {}) });

/** @returns {Promise<SettledAgain>} */
export const getSettledAgain = () => getJson(`${ROOT}/settled-again`);

/** Settle every recorded round again, by an engine of its own. @returns {Promise<SettledAgain>} */
export const settleAgain = () => send("/settled-again", {});

/** @returns {Promise<OtherwiseState>} */
export const getOtherwise = () => getJson(`${ROOT}/otherwise`);

/** Settle recorded rounds again under another reading. @param {SettleOtherwise} body @returns {Promise<OtherwiseState>} */
export const settleOtherwise = (body) => send("/otherwise", body);

/** @returns {Promise<OtherwiseState>} */
export const stopOtherwise = () => send("/otherwise/stop", {});

/** @returns {Promise<RulesState>} */
export const getRulesState = () => getJson(`${ROOT}/rules`);

/** Compare what is installed with what was approved, now. @returns {Promise<RulesState>} */
export const checkRules = () => send("/rules/check", {});

/** @param {RulesVersion} running @returns {Promise<RulesState>} */
export const approveRules = ({ rules, software = "" }) => send("/rules/approve", { rules, software });

/** Where a kept rules package can be had. @param {string} version */
export const packageAddress = (version) => `${ROOT}/rules/${encodeURIComponent(version)}/package`;

/** A witness may cosign heads from now on, or not any more. @param {NameWitness} body @returns {Promise<LogKey>} */
export const nameWitness = (body) => send("/witnesses", body);

/** Where the record of some gaming days can be had; of all, without a day. @param {string} day @param {string} until */
export const exportAddress = (day, until) => `${ROOT}/export${day ? `?${new URLSearchParams({ day, until: until || day })}` : ""}`;

/** A query's lines, all of them, as a file. @param {"rounds"|"decisions"} what @param {RoundQuery|DecisionQuery} query */
export const getCsv = (what, query) => getFile(`${ROOT}/${what}.csv`, { method: "POST", body: query });

/** One file with rounds of a table and everything that proves them. @param {string} table @param {number[]} rounds */
export const getEvidence = (table, rounds) =>
  getFile(`${ROOT}/evidence?${new URLSearchParams({ table, rounds: rounds.join(",") })}`);

/** The newest signed checkpoint. */
export const getCheckpoint = async () => (await getFile("/checkpoint")).text();

/** That an entry is in the record that a checkpoint signs for. @param {string} journal @param {number} sequence */
export const getProof = (journal, sequence) => getFile(`/api/record/proof/${encodeURIComponent(journal)}/${sequence}`);
