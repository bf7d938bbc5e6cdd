/** The house over HTTP, about its administration: health, sessions, rights, devices, backups. */

import { getJson } from "../kit/api.js";

/**
 * @import { Administration, Backups, DeviceKey, DeviceLine, IssueDeviceKey, RightLine, SessionLine } from "../kit/types.js"
 */

const ROOT = "/api/administration";

/** @param {string} path @param {object} [body] */
const send = (path, body) => getJson(`${ROOT}${path}`, { method: "POST", body });

/** @returns {Promise<Administration>} */
export const getAdministration = () => getJson(ROOT);

/** @returns {Promise<RightLine[]>} */
export const getRights = () => getJson(`${ROOT}/rights`);

/** Sign one browser out. @param {string} session @returns {Promise<SessionLine[]>} */
export const revokeSession = (session) => send(`/sessions/${encodeURIComponent(session)}/revoke`);

/** @returns {Promise<DeviceLine[]>} */
export const getDevices = () => getJson(`${ROOT}/devices`);

/** @param {IssueDeviceKey} body @returns {Promise<DeviceKey>} */
export const issueKey = (body) => send("/devices", body);

/** @param {string} device @returns {Promise<DeviceLine[]>} */
export const revokeKey = (device) => send(`/devices/${encodeURIComponent(device)}/revoke`);

/** @returns {Promise<Backups>} */
export const getBackups = () => getJson(`${ROOT}/backups`);

/** @param {boolean} withKey @returns {Promise<Backups>} */
export const makeBackup = (withKey) => send("/backups", { with_key: withKey });
