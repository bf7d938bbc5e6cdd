/** Filings and limits put in force at tables: what would change at each before it is done, and what came of it after. */

import { asRefused } from "../kit/api.js";
import { choiceSentence } from "../kit/choicewords.js";
import { el } from "../kit/dom.js";
import { doAt, getComing } from "./api.js";
import { listed } from "./reviewform.js";
import { moment } from "../kit/words.js";

/** @import { Command, FloorPlan } from "../kit/types.js" */

/** `Maximum of red and black: none becomes $200.00.` for what is the same for several wagers. @param {readonly string[]} sentences */
function together(sentences) {
  /** @type {Map<string, string[]>} */
  const wagers = new Map();
  for (const sentence of sentences) {
    const [, limit, wager, rest] = /^(Minimum|Maximum) of ([^:]+)(: .*)$/.exec(sentence) ?? [];
    const key = limit ? `${limit} of *${rest}` : sentence;
    wagers.set(key, [...(wagers.get(key) ?? []), wager]);
  }
  const found = [...wagers].map(([key, of]) => (of[0] ? key.replace("*", listed(of)) : key));
  return [...found.filter((one) => !/^(Minimum|Maximum)/.test(one)), ...found.filter((one) => /^(Minimum|Maximum)/.test(one))];
}

/** What a filing would change, tables at which it is the same together. @param {string} id @param {readonly string[]} tables */
export async function comingChanges(id, tables) {
  const found = await Promise.all(tables.map(async (table) => ({ table, ...(await getComing(table, id)) })));
  /** @type {Map<string, string[]>} */
  const alike = new Map();
  for (const { table, changes } of found) {
    const words = JSON.stringify(together(changes.map(choiceSentence)));
    alike.set(words, [...(alike.get(words) ?? []), table]);
  }
  const lines = [...alike].map(([words, at]) => ({ at, sentences: /** @type {string[]} */ (JSON.parse(words)) }));
  const [{ conditions = "", binding = [] } = {}] = found;
  return {
    changes: el(
      "div",
      { class: "coming" },
      lines.map(({ at, sentences }) => [
        el("strong", {}, `${listed(at)}:`),
        el("ul", {}, (sentences.length ? sentences : ["Nothing changes there."]).map((words) => el("li", {}, words))),
      ]),
    ),
    conditions: [conditions, ...binding].filter(Boolean),
  };
}

/**
 * Do it at each of these tables. @param {readonly string[]} tables @param {Command} command
 * @returns {Promise<{done: string[], refused: string}>} where it was done, and what was refused, as sentences
 */
export async function doAtEach(tables, command) {
  /** @type {string[]} */ const done = [];
  /** @type {string[]} */ const refused = [];
  for (const table of tables) {
    try {
      await doAt(table, command);
      done.push(table);
    } catch (error) {
      const refusal = asRefused(error);
      if (refusal.code === "not_signed_in" || tables.length === 1) throw refusal;
      refused.push(`Refused at ${table}: ${choiceSentence(refusal.sentence)}`);
    }
  }
  return { done, refused: refused.join(" ") };
}

/**
 * What came of it, in a sentence. @param {string} what  `F-2`, `These limits` @param {readonly string[]} done  tables
 * @param {FloorPlan} floor  as it is now
 */
export function cameIntoForce(what, done, floor) {
  const isOne = !what.endsWith("s");
  const found = done.map((number) => floor.tables.find((table) => table.number === number));
  /** @type {Map<string, string[]>} */
  const when = new Map();
  for (const table of found) {
    if (!table) continue;
    const at = table.pending_rules ? (table.pending_at ? `on ${moment(table.pending_at)}, or after the round of that moment` : "after this round") : "";
    when.set(at, [...(when.get(at) ?? []), table.number]);
  }
  const sentences = [...when].map(([at, tables]) =>
    at ? `${what} ${isOne ? "comes" : "come"} into force at ${listed(tables)} ${at}.` : `${what} ${isOne ? "is" : "are"} in force at ${listed(tables)}.`,
  );
  return sentences.join(" ");
}
