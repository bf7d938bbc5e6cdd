/** Fairness: what was promised before the wagers closed, what was opened afterwards, and whether they agree. */

import { getRound } from "./api.js";
import { button, byId, el, fill } from "./dom.js";

const PROMISE = new TextEncoder().encode("pitboss seed\n");

/** The commitment that a seed must have had: SHA-256 over a fixed word and the seed. */
async function commitmentOf(seed) {
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const both = new Uint8Array([...PROMISE, ...bytes]);
  const digest = await crypto.subtle.digest("SHA-256", both);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Compare the opened seed of a round with the promise on its record. */
export async function checkSeed(table, round, token) {
  if (!crypto.subtle) return { ok: null, says: "This browser checks seeds only over a secure connection." };
  const record = await getRound(table, round, token);
  if (!record.seed || !record.commitment) return { ok: null, says: "This round has no opened seed." };
  const ok = (await commitmentOf(record.seed)) === record.commitment;
  return { ok, says: ok ? "✓ The seed is the one promised." : "✗ The seed is NOT the one promised." };
}

const hash = (value) => el("code", { class: "hash", tabindex: 0 }, value);

const link = (table, words, round) => {
  const query = new URLSearchParams(round ? { table, round } : { table });
  return el("p", {}, el("a", { href: `/audit?${query}` }, words));
};

const PROMISED =
  "Before wagers close, the house publishes a commitment to the seed that decides the round; afterwards it opens " +
  "the seed. Nobody can change the one without the other showing it.";
const BY_HAND =
  "By hand: SHA-256 of the line “pitboss seed” (with its newline) followed by the 32 bytes of the seed is the " +
  "commitment. The outcomes follow from the seed; “pitboss verify” works them out again from the exported record.";
const ENTERED =
  "At this table the dealer enters what the physical device shows; there is no seed. Every entry is on the record.";

/** @param {import("./view.js").Table} table */
export function showFairness(table) {
  const panel = byId("fairness");
  const { view, facts } = table;
  const record = link(facts.id, "All rounds of this table");
  if (facts.chance === "entered") return fill(panel, el("p", {}, ENTERED), record);
  fill(
    panel,
    el("p", {}, PROMISED),
    el(
      "dl",
      {},
      el("dt", {}, "Commitment of this round"),
      el("dd", {}, view.commitment ? hash(view.commitment) : "none yet"),
    ),
    view.opened ? openedSeed(facts.id, view.opened) : null,
    el("p", {}, BY_HAND),
    record,
  );
}

/** The seed of a past round, to be checked here or replayed. */
function openedSeed(table, { round, seed }) {
  const result = el("output", { class: "check-result" });
  const check = async () => {
    result.textContent = "…";
    const found = await checkSeed(table, round).catch((refusal) => ({ says: refusal.message }));
    result.textContent = found.says;
  };
  return [
    el("dl", {}, el("dt", {}, `Seed of round ${round}, opened`), el("dd", {}, hash(seed))),
    button(`Check round ${round} here`, check),
    result,
    link(table, `Replay of round ${round}`, round),
  ];
}
