/**
 * The line to the table. Each command gets its idempotency key before it is sent and is remembered until the house
 * has acknowledged or refused it; after a broken line or a reload it is sent again under the same key, so that
 * nothing is done twice and nothing is lost. The house says something every other second: a line from which nothing
 * comes is dead, whatever the socket believes.
 */

import { Refused, newKey } from "./api.js";
import { session } from "./store.js";

const AT_ONCE = 50; // milliseconds
const AGAIN = 900;
const DEAD = 4500; // without a word
const UNANSWERED = 3000; // a greeting; the next one may get through
const LOOK = 250;
const ASLEEP = 1000;

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
  #wait = AT_ONCE;
  #retry = 0;
  #heard = 0;
  #looked = 0;
  #waiting = new Map(); // key → {resolve, reject}
  #left = false;

  /** @param {string} table @param {string} token @param {Listener} listener */
  constructor(table, token, listener) {
    [this.#table, this.#token, this.#listener] = [table, token, listener];
    addEventListener("offline", () => this.#comeBack());
    addEventListener("online", () => this.#open());
    setInterval(() => this.#look(), LOOK);
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
    this.#comeBack();
  }

  close() {
    this.#left = true;
    this.#socket?.close();
  }

  // --- the socket

  #open() {
    this.#drop();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws/tables/${encodeURIComponent(this.#table)}`);
    const mine = (act) => (event) => this.#socket === socket && act(event); // one that was given up has no say
    this.#socket = socket;
    this.#heard = performance.now();
    socket.addEventListener("open", mine(() => this.#transmit({ hello: { token: this.#token } })));
    socket.addEventListener("message", mine((event) => this.#hear(JSON.parse(event.data))));
    socket.addEventListener("close", mine(() => this.#comeBack()));
  }

  /** Give up the line as it is; it may never tell that it is closed. */
  #drop() {
    clearTimeout(this.#retry);
    const old = this.#socket;
    this.#socket = null;
    old?.close();
  }

  #comeBack() {
    this.#drop();
    this.#listener.onLine(false);
    if (this.#left) return;
    this.#retry = setTimeout(() => this.#open(), this.#wait);
    this.#wait = AGAIN;
  }

  /** Whether the line is still alive. A page that was itself asleep first hears what has come meanwhile. */
  #look() {
    const now = performance.now();
    const slept = now - this.#looked > ASLEEP;
    this.#looked = now;
    const patience = this.#socket?.readyState === WebSocket.OPEN ? DEAD : UNANSWERED;
    if (slept) this.#heard = Math.max(this.#heard, now - patience + ASLEEP);
    if (this.#socket && now - this.#heard > patience) this.#comeBack();
  }

  #transmit(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #hear(message) {
    this.#heard = performance.now();
    if (message.events) this.#listener.onEvents(message);
    else if (message.view) this.#welcome(message);
    else if (message.ack) this.#settle(message.ack, "resolve", message);
    else if (message.preview) this.#settle(message.preview.key, "resolve", message.preview);
    else if (message.refused) this.#refused(message.refused);
    else if (message.notice) this.#listener.onNotice(message.notice);
  }

  #welcome(message) {
    this.#wait = AT_ONCE;
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
