/** The pit over HTTP: every table, the hourly sheet, incidents, and what is done at a table from here. */

import { getJson, newKey } from "./api.js";

/** @import { HourLine, IncidentBook, PitTable, Preview } from "./types.js" */

/** @typedef {Record<string, unknown> & {do: string}} Act  a command to a table, without its key */

/** @param {string} id */
const table = (id) => `/api/tables/${encodeURIComponent(id)}`;

/** Every table at a glance; to ask does not keep anybody signed in. @returns {Promise<PitTable[]>} */
export const getPit = () => getJson("/api/pit");

/** What was won, hour by hour. @param {string} day  empty: the current one @returns {Promise<HourLine[]>} */
export const getHours = (day) => getJson(`/api/pit/hours${day ? `?day=${encodeURIComponent(day)}` : ""}`);

/** @param {string} id @returns {Promise<IncidentBook>} */
export const getIncidents = (id) => getJson(`${table(id)}/incidents`);

/** Where the report of an incident is. @param {string} id @param {number} number @param {"html"|"pdf"} form */
export const reportAddress = (id, number, form) => `${table(id)}/incidents/${number}/report.${form}`;

/** The same press has the same key until the house answered it, so that it counts once. */
export class Sender {
  #content = "";
  #key = "";

  /** @param {string} id  of the table @param {Act} act @returns {Promise<any>} what the house replies */
  send = (id, act) => this.sendTo(`${table(id)}/do`, act);

  /** @param {string} path @param {Act} act @returns {Promise<any>} what the house replies */
  async sendTo(path, act) {
    const content = JSON.stringify([path, act]);
    if (content !== this.#content) this.#key = newKey();
    this.#content = content;
    try {
      return await getJson(path, { method: "POST", body: { key: this.#key, ...act } });
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "unreachable") throw error;
      this.#content = "";
      throw error;
    }
  }

  /** Done with: the same again is another press. */
  forget() {
    this.#content = "";
  }
}

/** What would follow from a report. @param {string} id @param {Act} act @returns {Promise<Preview>} */
export const preview = (id, act) => new Sender().send(id, act);
