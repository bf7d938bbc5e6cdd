/** Fairness: what was promised before the wagers closed, what was opened afterwards, and whether they agree. */

import { asRefused, getRound } from "../kit/api.js";
import { button, byId, el, fill } from "../kit/dom.js";

/** @import { TableState } from "./tablestate.js" */

const PREFIX = new TextEncoder().encode("pitboss seed\n");

/** The commitment that a seed must have had: SHA-256 over a fixed word and the seed. @param {string} seed */
async function commitmentOf(seed) {
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const both = new Uint8Array([...PREFIX, ...bytes]);
  const digest = await crypto.subtle.digest("SHA-256", both);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Compare the opened seed of a round with the commitment on its record; `ok` is null where there is nothing to compare.
 * @param {string} table @param {number} round
 */
export async function checkSeed(table, round) {
  if (!crypto.subtle) return { ok: null, words: "This browser checks seeds only over a secure connection." };
  const record = await getRound(table, round);
  if (!record.seed || !record.commitment) return { ok: null, words: "The seed of this round has not been opened." };
  const ok = (await commitmentOf(record.seed)) === record.commitment;
  return { ok, words: ok ? "✓ The seed matches the commitment." : "✗ The seed does NOT match the commitment." };
}

/** @param {string} value */
const hash = (value) => el("code", { class: "hash", tabindex: 0 }, value);

/** @param {string} table @param {string} words @param {number} [round] */
const link = (table, words, round) => {
  const query = new URLSearchParams(round ? { table, round: String(round) } : { table });
  return el("p", {}, el("a", { href: `/audit?${query}` }, words));
};

const EXPLANATION =
  "Before the first wager, the house publishes a commitment to the seed that decides the round; afterwards it opens " +
  "the seed. If either is changed, they no longer match. Add a word of your own after the commitment, and the house " +
  "cannot have chosen the outcome. An opened seed tells every card of its shuffle, also of hands that were folded.";
const BY_HAND =
  "By hand: SHA-256 of the line “pitboss seed” (with its newline) followed by the 32 bytes of the seed is the " +
  "commitment. The outcomes follow from the seed and the words of players; “pitboss verify” computes them again from the " +
  "exported record.";
const ENTERED =
  "At this table the dealer enters what the physical device shows; there is no seed. Every entry is on the record.";

/**
 * What this table can show of the fairness of its rounds.
 * @param {TableState} table @param {HTMLElement} word  where a player adds a word of their own
 */
export function showFairness(table, word) {
  const panel = byId("fairness");
  const { view, info } = table;
  const record = link(info.id, "All rounds of this table");
  if (info.chance === "entered") return fill(panel, el("p", {}, ENTERED), record);
  if (panel.contains(document.activeElement) && document.activeElement?.id === "own-word") return; // somebody types
  fill(
    panel,
    el("p", {}, EXPLANATION),
    el(
      "dl",
      {},
      el("dt", {}, "Commitment of this round"),
      el("dd", {}, view.commitment ? hash(view.commitment) : "none yet"),
      view.pledge ? [el("dt", {}, "Commitment of the next round"), el("dd", {}, hash(view.pledge))] : null,
      view.shuffle_pledge
        ? [el("dt", {}, "Commitment of the next shuffle"), el("dd", {}, hash(view.shuffle_pledge))]
        : null,
    ),
    word,
    view.opened ? openedSeed(info.id, view.opened) : null,
    el("p", {}, BY_HAND),
    record,
  );
}

/**
 * The seed of a past round, to be checked here or replayed.
 * @param {string} table @param {{round: number, seed: string}} opened
 */
function openedSeed(table, { round, seed }) {
  const result = el("output", { class: "check-result" });
  const check = async () => {
    result.textContent = "…";
    const found = await checkSeed(table, round).catch((refusal) => ({ words: asRefused(refusal).sentence }));
    result.textContent = found.words;
  };
  return [
    el("dl", {}, el("dt", {}, `Seed of round ${round}, opened`), el("dd", {}, hash(seed))),
    button(`Check round ${round}`, check),
    result,
    link(table, `Replay of round ${round}`, round),
  ];
}
