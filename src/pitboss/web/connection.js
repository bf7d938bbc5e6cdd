/**
 * The line to the table. Each command gets its idempotency key before it is sent and is remembered until the house
 * has acknowledged or refused it; after a broken line or a reload it is sent again under the same key, so that
 * nothing is done twice and nothing is lost.
 */

import { Refused, newKey } from "./api.js";
import { session } from "./store.js";

const SOONEST = 250;
const LATEST = 5000;

/**
 * @typedef {object} Listener
 * @property {(message: any) => void} onWelcome  view and role, at every (re)connection
 * @property {(message: any) => void} onEvents
 * @property {(key: string, sequence: number) => void} onAck
 * @property {(refusal: any) => void} onStranger  the token is not known here
 * @property {(notice: any) => void} onNotice  the house tells this player something unasked
 * @property {(online: boolean) => void} onLine
 */

export class Connection {
  #listener;
  #table;
  #token;
  #socket = null;
  #wait = SOONEST;
  #waiting = new Map(); // key → {resolve, reject}
  #left = false;

  /** @param {string} table @param {string} token @param {Listener} listener */
  constructor(table, token, listener) {
    [this.#table, this.#token, this.#listener] = [table, token, listener];
    this.#open();
  }

  /** Send a command; resolves when the house has it on record, rejects with `Refused`. */
  send(body) {
    const message = { key: newKey(), ...body };
    this.#remember([...this.#unacknowledged(), message]);
    const answer = new Promise((resolve, reject) => this.#waiting.set(message.key, { resolve, reject }));
    this.#transmit(message);
    return Object.assign(answer, { key: message.key });
  }

  /** Come back as someone else: after taking a seat, or leaving it. */
  reopenAs(token) {
    this.#token = token;
    this.#remember([]);
    this.#socket?.close();
  }

  close() {
    this.#left = true;
    this.#socket?.close();
  }

  // --- the socket

  #open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws/tables/${encodeURIComponent(this.#table)}`);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#transmit({ hello: { token: this.#token } }));
    socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.#comeBack());
  }

  #comeBack() {
    this.#listener.onLine(false);
    if (this.#left) return;
    setTimeout(() => this.#open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LATEST);
  }

  #transmit(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #hear(message) {
    if (message.events) this.#listener.onEvents(message);
    else if (message.view) this.#welcome(message);
    else if (message.ack) this.#settle(message.ack, "resolve", message);
    else if (message.preview) this.#settle(message.preview.key, "resolve", message.preview);
    else if (message.refused) this.#refused(message.refused);
    else if (message.notice) this.#listener.onNotice(message.notice);
  }

  #welcome(message) {
    this.#wait = SOONEST;
    this.#listener.onLine(true);
    this.#listener.onWelcome(message);
    for (const unsent of this.#unacknowledged()) this.#transmit(unsent);
  }

  #refused(refusal) {
    if (refusal.key) this.#settle(refusal.key, "reject", new Refused(refusal));
    else this.#listener.onStranger(refusal);
  }

  #settle(key, how, value) {
    this.#remember(this.#unacknowledged().filter((message) => message.key !== key));
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    if (how === "resolve") this.#listener.onAck(key, value.sequence ?? 0);
    waiting?.[how](value);
  }

  // --- what the house has not answered yet, kept for the tab

  #unacknowledged() {
    return session.get(`unacknowledged.${this.#table}`, []);
  }

  #remember(messages) {
    session.set(`unacknowledged.${this.#table}`, messages.length ? messages : null);
  }
}
