/** The house over HTTP. A refusal arrives as a `Refused` with the sentence and citation the house gave. */

export class Refused extends Error {
  /** @param {{why: string, sentence: string, cite: string}} refusal */
  constructor({ why, sentence, cite }) {
    super(sentence);
    Object.assign(this, { why, sentence, cite });
  }
}

const UNREACHABLE = { why: "unreachable", sentence: "The house cannot be reached just now.", cite: "" };

/** A fresh idempotency key. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} path @param {{method?: string, body?: object, token?: string, as?: "json"|"text"}} how */
async function request(path, { method = "GET", body, token, as = "json" } = {}) {
  const headers = { Accept: as === "json" ? "application/json" : "*/*" };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  } catch {
    throw new Refused(UNREACHABLE);
  }
  if (as === "text" && response.ok) return response.text();
  const data = await response.json().catch(() => ({}));
  if (response.ok) return data;
  const status = { why: "error", sentence: `The house answered with status ${response.status}.`, cite: "" };
  throw new Refused(data.refused ?? status);
}

const table = (id) => `/api/tables/${encodeURIComponent(id)}`;

export const getTables = () => request("/api/tables");
export const getTable = (id) => request(table(id));
export const getFelt = (id) => request(`${table(id)}/felt.svg`, { as: "text" });
export const getLaw = (cite) => request(`/api/law/${encodeURIComponent(cite)}`);
export const getStrategy = (id) => request(`${table(id)}/strategy`);
/** A seat; with the token of one, a further box beside it. */
export const takeSeat = (id, body, token) => request(`${table(id)}/seats`, { method: "POST", body, token });
export const leaveSeat = (id, seat, token, key) =>
  request(`${table(id)}/seats/${seat}/leave`, { method: "POST", token, body: { key } });
export const moreChips = (id, seat, token, key) =>
  request(`${table(id)}/seats/${seat}/chips`, { method: "POST", token, body: { key } });
export const getRound = (id, round, token) => request(`${table(id)}/rounds/${round}`, { token });
export const getJournal = (id, token) => request(`${table(id)}/journal.jsonl`, { token, as: "text" });

/** @param {string} id @param {{before?: number, limit?: number, token?: string}} which */
export function getRounds(id, { before, limit = 50, token } = {}) {
  const query = new URLSearchParams({ limit: String(limit) });
  if (before) query.set("before", String(before));
  return request(`${table(id)}/rounds?${query}`, { token });
}
