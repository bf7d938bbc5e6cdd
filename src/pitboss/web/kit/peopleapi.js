/** The house over HTTP, about people and things: invitations, accounts, administration, what was received. */

import { getJson, post } from "./api.js";

/**
 * @import { AcceptInvitation, AccessState, AddPerson, ChangePassword, ChosenLimit, Exclude, InvitationInfo, InvitationToken, NewPlayer, NewPlayerPasskey, NoticeLine,
 *   OwnLimitsState, PasskeyAnswer, PasskeyOptions, PersonInvitation, PersonLine, PersonPlace, ReceiveThing, SessionState, SetLimit, StaffLine, ThingLine }
 *   from "./types.js"
 */

/** @param {string} path @param {object} [body] */
const send = (path, body) => getJson(path, { method: "POST", body });

// --- invitations

/** Whom an invitation is for. @param {string} token @returns {Promise<InvitationInfo>} */
export const getInvitation = (token) => send("/api/invitations/look", { token });

/** @param {InvitationToken} body @returns {Promise<PasskeyOptions>} */
export const getInvitedPasskey = (body) => send("/api/invitations/passkey/options", body);

/** @param {AcceptInvitation} body @returns {Promise<SessionState>} */
export const acceptInvitation = (body) => send("/api/invitations/accept", body);

// --- an account that a player makes

/** @param {string} name @returns {Promise<NewPlayerPasskey>} */
export const getNewPlayerPasskey = (name) => send("/api/registration/passkey/options", { name });

/** @param {NewPlayer} body @returns {Promise<SessionState>} */
export const registerPlayer = (body) => send("/api/registration", body);

// --- one's own account

/** @param {ChangePassword} body */
export const changePassword = (body) => post("/api/me/password", body);

/** @returns {Promise<PasskeyOptions>} */
export const getNewPasskey = () => send("/api/me/passkeys/options");

/** @param {PasskeyAnswer} body */
export const addPasskey = (body) => post("/api/me/passkeys", body);

/** What one forbids oneself, and what one has played. @returns {Promise<OwnLimitsState>} */
export const getLimits = () => getJson("/api/me/limits");

/** @param {SetLimit} body @returns {Promise<OwnLimitsState>} */
export const setLimit = (body) => send("/api/me/limits", body);

/** Say again that one wants a wider limit. @param {ChosenLimit} body @returns {Promise<OwnLimitsState>} */
export const confirmLimit = (body) => send("/api/me/limits/confirm", body);

/** @param {ChosenLimit} body @returns {Promise<OwnLimitsState>} */
export const dropLimit = (body) => send("/api/me/limits/drop", body);

/** @param {Exclude} body @returns {Promise<OwnLimitsState>} */
export const exclude = (body) => send("/api/me/exclusion", body);

/** Want to play again. @returns {Promise<OwnLimitsState>} */
export const playAgain = () => send("/api/me/exclusion/end");

/** The tables where whoever is signed in stands. @returns {Promise<string[]>} */
export const getOwnTables = () => getJson("/api/me/tables");

// --- administration

/** @returns {Promise<PersonLine[]>} */
export const getPeople = () => getJson("/api/people");

/** @param {AddPerson} body @returns {Promise<PersonInvitation>} */
export const addPerson = (body) => send("/api/people", body);

/** @param {string} credential @param {string} what */
const person = (credential, what) => `/api/people/${encodeURIComponent(credential)}/${what}`;

/** @param {string} credential @param {string[]} roles @returns {Promise<PersonLine>} */
export const changeRoles = (credential, roles) => send(person(credential, "roles"), { roles });

/** @param {string} credential @returns {Promise<PersonInvitation>} */
export const invite = (credential) => send(person(credential, "invitation"));

/** @param {string} credential @param {"end"|"unlock"|"revoke"} what @returns {Promise<PersonLine>} */
export const administer = (credential, what) => send(person(credential, what));

// --- what two persons decide, and what one is notified of

/** @returns {Promise<AccessState>} */
export const getAccess = () => getJson("/api/access");

/** @param {number} number @returns {Promise<PersonInvitation>} */
export const agreeToAccess = (number) => send(`/api/access/${number}/agree`);

/** @param {number} number @returns {Promise<AccessState>} */
export const withdrawAccess = (number) => send(`/api/access/${number}/withdraw`);

/** @returns {Promise<NoticeLine[]>} */
export const getNotices = () => getJson("/api/me/notices");

/** @param {number} number @returns {Promise<NoticeLine[]>} */
export const dismissNotice = (number) => send(`/api/me/notices/${number}/dismiss`);

// --- things, and who can be assigned

/** @returns {Promise<ThingLine[]>} */
export const getThings = () => getJson("/api/things");

/** @param {ReceiveThing} body @returns {Promise<ThingLine>} */
export const receiveThing = (body) => send("/api/things", body);

/** Who stands at which table, and since when. @returns {Promise<PersonPlace[]>} */
export const getPlaces = () => getJson("/api/staff/places");

/** @returns {Promise<StaffLine[]>} */
export const getStaff = () => getJson("/api/staff");
