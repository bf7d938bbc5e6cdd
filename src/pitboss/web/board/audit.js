/** Records: every round of a table, to be replayed; the latest is open. */

import "../kit/theme.js";
import { Account } from "../kit/accountmenu.js";
import { asRefused, getHouseJournal, getJournal, getRounds, getTable, getTables } from "../kit/api.js";
import { badge } from "../kit/components.js";
import { button, byId, el, fill, find, findAll } from "../kit/dom.js";
import { headRow, saveFile } from "../kit/lists.js";
import { openLog } from "../kit/logbook.js";
import { dollars } from "../kit/money.js";
import { Replayer } from "./replay.js";
import "../felt/settings.js";

/** @import { RoundSummary, TableSummary } from "../kit/types.js" */

const PAGE = 50;

const account = new Account(byId("account"));

/** The records of one table: its rounds, and the one that is replayed. */
class TableRecords {
  #replayer;
  #oldest = 0;

  /** @param {string} id */
  static async open(id) {
    return new TableRecords(await Replayer.open(id, account.may("search record")));
  }

  /** @param {Replayer} replayer */
  constructor(replayer) {
    this.#replayer = replayer;
    const { id } = replayer.table;
    byId("player").hidden = true;
    byId("choose").hidden = false;
    fill(byId("choose"), "The latest round is opened …");
    replayer.onStep = (round, step) => this.#address(round, step);
    fill(byId("player"), replayer.node);
    fill(
      byId("record"),
      account.may("export record") ? this.#exportButtons(id) : null,
      account.may("read every round") ? button("Between the rounds", () => openLog(id)) : null,
    );
    fill(byId("rounds"), headRow("Round", "Result", "Bets", "Paid", ""), el("tbody", {}));
  }

  // --- the list

  /** Add the rounds before those that are listed. */
  async listOlder() {
    const before = this.#oldest || undefined;
    const rounds = await getRounds(this.#replayer.table.id, { before, limit: PAGE });
    const body = find(byId("rounds"), "tbody");
    for (const round of rounds) body.append(this.#row(round));
    this.#oldest = rounds.at(-1)?.round ?? 0;
    byId("older").hidden = rounds.length < PAGE;
    if (!body.children.length) body.append(el("tr", {}, el("td", { colspan: 5 }, "No Activity")));
    return rounds;
  }

  /** The latest rounds, and of them the latest opened. */
  async begin() {
    const [latest] = await this.listOlder();
    if (latest) await this.open(latest.round);
    else fill(byId("choose"), "No round of this table is over yet.");
  }

  /** @param {RoundSummary} round */
  #row(round) {
    const props = { class: "replay-round", "aria-label": `Replay round ${round.round}` };
    const open = button("Replay", () => this.show(round.round), props);
    return el(
      "tr",
      { "data-row": round.round },
      el("td", {}, String(round.round), round.void ? badge("void", "warn") : null),
      el("td", {}, round.result || "—"),
      el("td", {}, dollars(round.wagers)),
      el("td", {}, dollars(round.paid)),
      el("td", {}, open),
    );
  }

  /** Two records: this table's, and the house's own. @param {string} id */
  #exportButtons(id) {
    const save = async (/** @type {string} */ name, /** @type {Promise<string>} */ record) =>
      saveFile(new Blob([await record], { type: "application/jsonl" }), `${name}.jsonl`);
    return [
      button("Export the record", () => save(id, getJournal(id))),
      button("Export the house's record", () => save("house", getHouseJournal())),
    ];
  }

  /** A round to be replayed. @param {number} number @param {number} [step] */
  async open(number, step = 0) {
    byId("player").hidden = false; // first: chips lie where the felt is drawn
    await this.#replayer.show(number, step).catch((refusal) => {
      byId("player").hidden = true;
      throw refusal;
    });
    byId("choose").hidden = true;
    for (const row of findAll(byId("rounds"), "tr")) {
      row.classList.toggle("chosen", row.dataset.row === String(number));
    }
  }

  /** Somebody chose a round. @param {number} number */
  async show(number) {
    await this.open(number);
    this.#address(number, 0);
    byId("replay").focus({ preventScroll: true });
    byId("replay").scrollIntoView({ block: "nearest" });
  }

  /** What is shown is in the address. @param {number} round @param {number} step */
  #address(round, step) {
    const query = new URLSearchParams({ table: this.#replayer.table.id, round: String(round), ...(step ? { step: String(step) } : {}) });
    history.replaceState(null, "", `/audit?${query}`);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    this.#replayer.press(event);
  }
}

/** Let a table be chosen, open it, and with it the round that the address names. */
async function start() {
  await account.refresh();
  byId("to-board").hidden = !account.may("export record");
  const wanted = new URLSearchParams(location.search);
  const tables = await withWanted(await getTables(), wanted.get("table"));
  const choice = byId("table-choice", HTMLSelectElement);
  const options = tables.map(({ id, title }) =>
    el("option", { value: id, selected: id === wanted.get("table") }, `${title} (${id})`),
  );
  fill(choice, options);
  let records = await TableRecords.open(choice.value);
  choice.addEventListener("change", async () => {
    const chosen = await TableRecords.open(choice.value);
    records = chosen;
    await records.begin();
  });
  byId("older").addEventListener("click", () => records.listOlder());
  document.addEventListener("keydown", (event) => records.press(event));
  const round = Number(wanted.get("round"));
  if (!round) return records.begin();
  await records.listOlder();
  await records.open(round, Number(wanted.get("step"))).catch((refusal) => fill(byId("choose"), asRefused(refusal).sentence));
}

/**
 * The tables that are listed, and the one of a link: a table of somebody's own is on no list.
 * @param {TableSummary[]} tables @param {string|null} wanted
 */
async function withWanted(tables, wanted) {
  if (!wanted || tables.some(({ id }) => id === wanted)) return tables;
  return [await getTable(wanted), ...tables];
}

start().catch((refusal) => {
  fill(byId("choose"), asRefused(refusal).sentence);
  throw refusal;
});
