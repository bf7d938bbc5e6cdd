/** The house over HTTP, about who is signed in and what each role may do: all that every page asks. */

import { getJson } from "./api.js";

/** @import { PasskeyAnswer, PasskeyOptions, RoleLine, SessionState, SignIn } from "./types.js" */

/** @param {string} path @param {object} [body] */
const send = (path, body) => getJson(path, { method: "POST", body });

/** Who is signed in here; to ask does not keep them signed in. @returns {Promise<SessionState>} */
export const getSession = () => getJson("/api/session");

/** @param {SignIn} body @returns {Promise<SessionState>} */
export const signIn = (body) => send("/api/session", body);

/** @returns {Promise<SessionState>} */
export const signOut = () => getJson("/api/session", { method: "DELETE" });

/** What a passkey is to sign. @returns {Promise<PasskeyOptions>} */
export const getPasskeyQuestion = () => send("/api/session/passkey/options");

/** @param {PasskeyAnswer} body @returns {Promise<SessionState>} */
export const signInWithPasskey = (body) => send("/api/session/passkey", body);

/** Sign in as somebody who is made up, without a token as the first dealer. @param {string} [token] @returns {Promise<SessionState>} */
export const enterDemonstration = (token = "") => send("/api/people/enter", { token });

/** @returns {Promise<RoleLine[]>} */
export const getRoles = () => getJson("/api/roles");
