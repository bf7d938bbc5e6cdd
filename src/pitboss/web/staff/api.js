/** The house over HTTP, about its administration: health, sessions, rights, devices, programs, webhooks, backups. */

import { getJson } from "../kit/api.js";

/**
 * @import { Administration, AlarmTested, Backups, CreateProgram, DeviceKey, DeviceLine, IssueDeviceKey, NameWebhook, ProgramList, ProgramToken,
 *   RightLine, SessionLine, WebhookList, WebhookSecret } from "../kit/types.js"
 */

const ROOT = "/api/administration";

/** @param {string} path @param {object} [body] */
const send = (path, body) => getJson(`${ROOT}${path}`, { method: "POST", body });

/** @returns {Promise<Administration>} */
export const getAdministration = () => getJson(ROOT);

/** A test message to everyone whom alarms go to. @returns {Promise<AlarmTested[]>} */
export const testAlarms = () => send("/alarms/test");

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

/** @returns {Promise<ProgramList>} */
export const getPrograms = () => getJson(`${ROOT}/programs`);

/** @param {CreateProgram} body @returns {Promise<ProgramToken>} */
export const createProgram = (body) => send("/programs", body);

/** @param {number} number @returns {Promise<ProgramToken>} */
export const agreeToProgram = (number) => send(`/programs/requests/${number}/agree`);

/** @param {number} number @returns {Promise<ProgramList>} */
export const withdrawProgram = (number) => send(`/programs/requests/${number}/withdraw`);

/** @param {string} program @returns {Promise<ProgramList>} */
export const revokeProgram = (program) => send(`/programs/${encodeURIComponent(program)}/revoke`);

/** @returns {Promise<WebhookList>} */
export const getWebhooks = () => getJson(`${ROOT}/webhooks`);

/** @param {NameWebhook} body @returns {Promise<WebhookSecret>} */
export const nameWebhook = (body) => send("/webhooks", body);

/** @param {string} webhook @returns {Promise<WebhookList>} */
export const endWebhook = (webhook) => send(`/webhooks/${encodeURIComponent(webhook)}/end`);

/** @returns {Promise<Backups>} */
export const getBackups = () => getJson(`${ROOT}/backups`);

/** @param {boolean} withKey @returns {Promise<Backups>} */
export const makeBackup = (withKey) => send("/backups", { with_key: withKey });
