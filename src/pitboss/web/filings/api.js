/** Filings, the floor plan and the house's details over HTTP. */

import { getFile, getJson, newKey } from "../kit/api.js";

/**
 * @import { AddTable, ComingFiling, DecideFiling, Draft, FileDraft, FilingDetail, FilingLine, FloorPlan, GameLine,
 *   HouseDetails, Command, PitDetails } from "../kit/types.js"
 */

/** @param {string} path @param {object} body */
const send = (path, body) => getJson(path, { method: "POST", body });

/** @param {string} id @param {string} what */
const filing = (id, what) => `/api/filings/${encodeURIComponent(id)}/${what}`;

/** Every game for which rules can be filed. @returns {Promise<GameLine[]>} */
export const getGames = () => getJson("/api/games");

/** The register, latest first. @returns {Promise<FilingLine[]>} */
export const getFilings = () => getJson("/api/filings");

/** @param {string} id @returns {Promise<FilingDetail>} */
export const getFiling = (id) => getJson(`/api/filings/${encodeURIComponent(id)}`);

/** Where it is followed what is known of a draft. */
export const DRAFT_CHECKED = "/api/filings/check";

/** @param {Draft} draft @returns {Promise<FilingDetail>} */
export const saveDraft = (draft) => send("/api/filings", draft);

/** @param {string} id @param {FileDraft} body @returns {Promise<FilingDetail>} */
export const fileDraft = (id, body) => send(filing(id, "file"), body);

/** @param {string} id @param {DecideFiling} body @returns {Promise<FilingDetail>} */
export const decideFiling = (id, body) => send(filing(id, "decide"), body);

/** @param {string} id @param {string} reason @returns {Promise<FilingDetail>} */
export const withdrawFiling = (id, reason) => send(filing(id, "withdraw"), { reason });

/** What a filing would change at a table. @param {string} table @param {string} id @returns {Promise<ComingFiling>} */
export const getComing = (table, id) =>
  getJson(`/api/tables/${encodeURIComponent(table)}/filings/${encodeURIComponent(id)}`);

/** @returns {Promise<FloorPlan>} */
export const getFloor = () => getJson("/api/floor");

/** @param {AddTable} body @returns {Promise<FloorPlan>} */
export const addTable = (body) => send("/api/tables", body);

/** @param {PitDetails} body @returns {Promise<FloorPlan>} */
export const namePit = (body) => send("/api/pits", body);

/** @returns {Promise<HouseDetails>} */
export const getHouse = () => getJson("/api/house");

/** @param {HouseDetails} body @returns {Promise<HouseDetails>} */
export const nameHouse = (body) => send("/api/house", body);

/**
 * Carry out a command at a table. @param {string} table @param {Command} command
 * @returns {Promise<unknown>}
 */
export const doAt = (table, command) =>
  send(`/api/tables/${encodeURIComponent(table)}/do`, { key: newKey(), ...command });

/**
 * A paper as a file: of a filing by its id, or of a draft as it stands.
 * @param {string|Draft} of @param {string} file  `guide.pdf`
 * @returns {Promise<Blob>}
 */
export const getPaper = (of, file) =>
  typeof of === "string" ? getFile(filing(of, `documents/${file}`)) : getFile(`/api/filings/documents/${file}`, { method: "POST", body: of });
