/**
 * The socket of a table as it is opened: who one is, it says with the handshake, so that the view is there a round trip
 * earlier; what it hears it keeps until somebody listens.
 */

import { WIRE_VERSION } from "../kit/wireversion.js";

/** @typedef {{table: string, token: string, socket: WebSocket, heard: string[]|null}} Line  `heard` until somebody listens */

const EARLY = Symbol.for("pitboss.line");
const PROTOCOL = `pitboss.${WIRE_VERSION}`; // of a greeting that is part of the handshake

/** @param {string} table @param {string} token @returns {Line} */
export function openLine(table, token) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const greeting = /^[\w-]+$/.test(token) ? [PROTOCOL, `token.${token}`] : [PROTOCOL];
  const socket = new WebSocket(`${scheme}//${location.host}/ws/tables/${encodeURIComponent(table)}`, greeting);
  /** @type {Line} */
  const line = { table, token, socket, heard: [] };
  socket.addEventListener("message", ({ data }) => line.heard?.push(data));
  return line;
}

/** Keep a line for the page that is still on its way. @param {Line} line */
export function keepLine(line) {
  Reflect.set(globalThis, EARLY, line);
}

/**
 * The line that was opened early for somebody, once; null where there is none that is alive.
 * @param {string} table @param {string} token @returns {Line|null}
 */
export function keptLine(table, token) {
  /** @type {Line|undefined} */
  const line = Reflect.get(globalThis, EARLY);
  Reflect.deleteProperty(globalThis, EARLY);
  if (!line) return null;
  if (line.table === table && line.token === token && line.socket.readyState <= WebSocket.OPEN) return line;
  line.socket.close();
  return null;
}

/** The table that this page is about. */
export const tableOfPage = () => decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
