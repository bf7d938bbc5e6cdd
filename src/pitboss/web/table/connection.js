/**
 * The connection to a table. Each command gets its idempotency key before it is sent and is remembered until the house
 * has acknowledged or refused it; after a lost connection or a reload it is sent again under the same key, so that
 * nothing is done twice and nothing is lost. The house sends something every other second: a connection over which
 * nothing comes is dead, whatever the socket believes.
 */

import { Refused, newKey } from "../kit/api.js";
import { keptLine, openLine } from "./websocket.js";
import { pauseAfter } from "./pauses.js";
import { tabStorage } from "../kit/storage.js";
import { ViewChanges } from "./viewchanges.js";
import { WIRE_VERSION } from "../kit/wireversion.js";

/**
 * @import { AckMessage, Command, EventsMessage, HouseNotice, Preview, Refusal, ReportMessage, ServerMessage, SpotEdge, TableEvent, View,
 *   WelcomeMessage } from "../kit/types.js"
 */

// all in milliseconds
const DEAD_AFTER = 4500; // without a message
const UNANSWERED_AFTER = 3000; // an attempt to connect; the next one may get through
const CHECK_EVERY = 250;
const ASLEEP = 1000;

const MOST_SOCKETS = 20; // that failed one after the other: soon a browser puts every further one off for seconds
const SMALL = "/static/icon.svg"; // what is asked for then, until it comes

const SIGNED_OUT = 4401; // the socket's code when the session is over; the reason says how it ended

const OUTDATED = 4426; // and when the house speaks another version of the wire
const RELOADED = "reloaded-for-wire"; // under this the tab remembers the version with which it was reloaded

const UNANSWERED = {
  code: "signed_out",
  sentence: "You were signed out before the house answered; look at the table before you do it again.",
  cite: "",
};

/** @typedef {Command & {key: string}} KeyedCommand */
/** @typedef {{resolve: (value: any) => void, reject: (refusal: Refused) => void}} Waiting */

/** @typedef {{events: TableEvent[], sequence: number, view: View}} Batch  events, and the view after them */

/**
 * @typedef {object} Listener
 * @property {(message: WelcomeMessage) => void} onWelcome  at every (re)connection
 * @property {(batch: Batch) => void} onEvents
 * @property {(edges: SpotEdge[]) => void} onEdges  the exact edges are worked out
 * @property {(key: string, sequence: number) => void} onAck
 * @property {(refusal: Refusal) => void} onUnknownToken
 * @property {(notice: HouseNotice) => void} onNotice  something the house says to this player unasked
 * @property {(online: boolean) => void} onConnected
 * @property {(why: string) => void} onSignedOut  the session is over; nothing is heard until `reopenAs`
 */

/** A connection to one table that comes back by itself. */
export class Connection {
  #listener;
  #table;
  #token;
  #closed = false; // until somebody signs in again
  /** @type {WebSocket|null} */ #socket = null;
  #failed = 0; // attempts since the house was last heard
  #retry = 0;
  #heard = 0;
  #checked = 0;
  /** @type {ViewChanges|null} */ #changes = null;
  /** @type {Map<string, Waiting>} */ #waiting = new Map();

  /** @param {string} table @param {string} token @param {Listener} listener */
  constructor(table, token, listener) {
    this.#table = table;
    this.#token = token;
    this.#listener = listener;
    addEventListener("offline", () => this.#reconnect());
    addEventListener("online", () => this.reconnect());
    setInterval(() => this.#check(), CHECK_EVERY);
    this.#open();
  }

  /**
   * Send a command; resolves when the house has it on record, rejects with `Refused`.
   * @param {Command} command
   * @returns {Promise<AckMessage> & {key: string}}
   */
  send(command) {
    return this.#dispatch(command);
  }

  /** Ask what would follow from a report. @param {ReportMessage & {round: number}} report @returns {Promise<Preview>} */
  preview(report) {
    return this.#dispatch({ do: "preview", ...report });
  }

  /** Connect again as someone else: after taking a seat, leaving it, or signing in again. @param {string} token */
  reopenAs(token) {
    this.#token = token;
    this.#closed = false;
    this.#remember([]);
    this.#reconnect();
  }

  /** Try at once, and from there on with short pauses again: the browser is online, or somebody wants it. */
  reconnect() {
    this.#failed = 0;
    this.#open();
  }

  /** @param {Command} command @returns {Promise<any> & {key: string}} */
  #dispatch(command) {
    const message = { key: newKey(), ...command };
    this.#remember([...this.#unacknowledged(), message]);
    const answer = new Promise((resolve, reject) => this.#waiting.set(message.key, { resolve, reject }));
    this.#transmit(message);
    return Object.assign(answer, { key: message.key });
  }

  // --- the socket

  #open() {
    if (this.#closed) return;
    this.#drop();
    const line = keptLine(this.#table, this.#token) ?? openLine(this.#table, this.#token);
    const { socket } = line;
    const isCurrent = () => this.#socket === socket; // one that was given up no longer counts
    this.#socket = socket;
    this.#heard = performance.now();
    const hear = (/** @type {string} */ data) => isCurrent() && this.#hear(JSON.parse(data));
    const already = line.heard ?? [];
    line.heard = null;
    if (already.length) queueMicrotask(() => already.forEach(hear)); // whoever opened this is not yet ready to listen
    socket.addEventListener("message", ({ data }) => hear(data));
    socket.addEventListener("close", (event) => {
      if (!isCurrent()) return;
      if (event.code === SIGNED_OUT) this.#signedOut(event.reason);
      else if (event.code === OUTDATED) this.#outdated();
      else this.#reconnect();
    });
  }

  /** Nobody is signed in any more: what was not answered was perhaps not done. @param {string} why */
  #signedOut(why) {
    this.#drop();
    this.#closed = true;
    this.#remember([]);
    this.#listener.onConnected(false);
    for (const { reject } of this.#waiting.values()) reject(new Refused(UNANSWERED));
    this.#waiting.clear();
    this.#listener.onSignedOut(why);
  }

  /** The page is older than the house: it is loaded again, once; what the house said of it is shown meanwhile. */
  #outdated() {
    this.#drop();
    this.#closed = true;
    this.#listener.onConnected(false);
    if (tabStorage.get(RELOADED, 0) === WIRE_VERSION) return;
    tabStorage.set(RELOADED, WIRE_VERSION);
    location.reload();
  }

  /** Give up the socket as it is; it may never say that it is closed. */
  #drop() {
    clearTimeout(this.#retry);
    const old = this.#socket;
    this.#socket = null;
    old?.close();
  }

  #reconnect() {
    if (this.#closed) return;
    this.#drop();
    this.#listener.onConnected(false);
    this.#failed += 1;
    const asks = this.#failed > MOST_SOCKETS;
    this.#retry = setTimeout(() => (asks ? this.#openWhenReached() : this.#open()), pauseAfter(this.#failed));
  }

  /** A socket only when something else has come through. */
  async #openWhenReached() {
    const options = { cache: /** @type {const} */ ("no-store"), signal: AbortSignal.timeout(UNANSWERED_AFTER) };
    const reached = await fetch(SMALL, options).then(() => true, () => false);
    if (this.#socket) return; // opened meanwhile, for another reason
    if (reached) this.#open();
    else this.#reconnect();
  }

  /** Whether the connection is still alive. A page that was itself asleep first hears what has come meanwhile. */
  #check() {
    const now = performance.now();
    const slept = now - this.#checked > ASLEEP;
    this.#checked = now;
    const patience = this.#socket?.readyState === WebSocket.OPEN ? DEAD_AFTER : UNANSWERED_AFTER;
    if (slept) this.#heard = Math.max(this.#heard, now - patience + ASLEEP);
    if (this.#socket && now - this.#heard > patience) this.#reconnect();
  }

  /** @param {object} message */
  #transmit(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** @param {ServerMessage} message  told apart by what it has */
  #hear(message) {
    this.#heard = performance.now();
    if ("change" in message) this.#events(message);
    else if ("edges" in message) this.#listener.onEdges(message.edges);
    else if ("view" in message) this.#welcome(message);
    else if ("ack" in message) this.#acknowledged(message);
    else if ("preview" in message) this.#settle(message.preview.key)?.resolve(message.preview);
    else if ("refused" in message) this.#refused(message.refused);
    else if ("notice" in message) this.#listener.onNotice(message.notice);
  }

  /** @param {EventsMessage} message */
  #events({ events, sequence, change }) {
    if (this.#changes) this.#listener.onEvents({ events, sequence, view: this.#changes.take(change) });
  }

  /** @param {WelcomeMessage} message */
  #welcome(message) {
    this.#failed = 0;
    this.#changes = new ViewChanges(message.view);
    this.#listener.onConnected(true);
    this.#listener.onWelcome(message);
    for (const unsent of this.#unacknowledged()) this.#transmit(unsent);
  }

  /** @param {AckMessage} message */
  #acknowledged(message) {
    const waiting = this.#settle(message.ack);
    this.#listener.onAck(message.ack, message.sequence);
    waiting?.resolve(message);
  }

  /** @param {Refusal} refusal */
  #refused(refusal) {
    if (refusal.key) this.#settle(refusal.key)?.reject(new Refused(refusal));
    else this.#listener.onUnknownToken(refusal);
  }

  /** The house has answered a command: who waits for that. @param {string} key */
  #settle(key) {
    this.#remember(this.#unacknowledged().filter((message) => message.key !== key));
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    return waiting;
  }

  // --- what the house has not answered yet, remembered for the tab; commands of another version of the wire are dropped

  /** @returns {KeyedCommand[]} */
  #unacknowledged() {
    return tabStorage.get(`unacknowledged.${WIRE_VERSION}.${this.#table}`, []);
  }

  /** @param {KeyedCommand[]} messages */
  #remember(messages) {
    tabStorage.set(`unacknowledged.${WIRE_VERSION}.${this.#table}`, messages.length ? messages : null);
  }
}
