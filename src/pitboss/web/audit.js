/** Records: every round of a table, replayed event by event beside the provision that made each happen. */

import { Account } from "./account.js";
import { asRefused, getHouseJournal, getJournal, getRound, getRounds, getTable, getTables } from "./api.js";
import { drawCards } from "./cards.js";
import { drawChips } from "./chips.js";
import { button, byId, el, fill, find, findAll, headRow } from "./dom.js";
import { checkSeed } from "./fairness.js";
import { Felt } from "./felt.js";
import { emptyScene, fold } from "./fold.js";
import { citation, citeText, gist } from "./law.js";
import { openLog } from "./logbook.js";
import { drawMarkers } from "./markers.js";
import { dollars } from "./money.js";
import { learnTiles } from "./pips.js";
import { namesForViewers, plain, sentence } from "./sentences.js";
import "./settings.js";
import { showSettlements } from "./settlements.js";
import { TableState } from "./tablestate.js";
import { wheelsOf } from "./wheel.js";

/** @import { Scene } from "./fold.js" */
/** @import { RoundDetail, RoundStep, RoundSummary, TableEvent } from "./types.js" */

/** @typedef {{scene: Scene, happened?: {event: TableEvent, step: RoundStep}}} Moment */

const NOBODY = { seat: 0, holds: () => false }; // no chips are drawn as the viewer's own
const PAGE = 50;
const CORRECTED = "I-GEN-40"; // the reading by which an entered outcome is taken back

const account = new Account(byId("account"));

/** Whether a step took back the outcome that was entered last. @param {RoundStep} step */
const isCorrection = ({ answers, report, events }) =>
  !answers.length && !report && events.every(({ event, cite }) => event === "noted" && cite === CORRECTED);

/** A round opened up: one moment for each event, with what lay on the felt after it. */
class Replay {
  at = 0;
  /** @type {Moment[]} */ moments = [{ scene: emptyScene() }];

  /** @param {RoundDetail} record */
  constructor(record) {
    let scene = emptyScene();
    let entered = scene; // before the outcome that was entered last
    for (const step of record.steps) {
      if (step.answers.some(({ by }) => by === "chance")) entered = scene;
      const isTakenBack = isCorrection(step);
      step.events.forEach((event, n) => {
        scene = isTakenBack ? entered : fold(scene, event, step.laid[n]);
        this.moments.push({ scene, happened: { event, step } });
      });
    }
  }

  get moment() {
    return this.moments[this.at];
  }

  /** @param {number} to */
  go(to) {
    this.at = Math.max(0, Math.min(this.moments.length - 1, to));
  }
}

/** The buttons that go through a replay, and how far each goes. @type {Record<string, number>} */
const BUTTONS = { first: -Infinity, previous: -1, next: 1, last: Infinity };
/** @type {Record<string, number>} */
const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** The records of one table: its rounds, and the one that is replayed. */
class TableRecords {
  #table;
  #felt;
  #names;
  #wheels;
  /** @type {Replay|null} */ #replay = null;
  #oldest = 0;

  /** @param {string} id */
  static async open(id) {
    const info = await getTable(id);
    learnTiles(info.tiles);
    return new TableRecords(new TableState(info), await Felt.into(byId("felt"), id));
  }

  /** @param {TableState} table @param {Felt} felt */
  constructor(table, felt) {
    this.#table = table;
    this.#felt = felt;
    this.#names = namesForViewers((wager, on) => table.title(wager, on));
    felt.isSingle = (area) => table.spot(area.wager, area.on)?.covers.length === 1;
    felt.serve([], (area) => area.name);
    this.#wheels = wheelsOf(felt);
    byId("player").hidden = true;
    byId("choose").hidden = false;
    fill(
      byId("record"),
      account.may("export record") ? this.#exportButtons(table.info.id) : null,
      account.may("read every round") ? button("Between the rounds", () => openLog(table.info.id)) : null,
    );
    fill(byId("rounds"), headRow("Round", "Result", "Bets", "Paid", ""), el("tbody", {}));
  }

  // --- the list

  /** Add the rounds before those that are listed. */
  async listOlder() {
    const before = this.#oldest || undefined;
    const rounds = await getRounds(this.#table.info.id, { before, limit: PAGE });
    const body = find(byId("rounds"), "tbody");
    for (const round of rounds) body.append(this.#row(round));
    this.#oldest = rounds.at(-1)?.round ?? 0;
    byId("older").hidden = rounds.length < PAGE;
    if (!body.children.length) body.append(el("tr", {}, el("td", { colspan: 5 }, "No Activity")));
  }

  /** @param {RoundSummary} round */
  #row(round) {
    const props = { class: "replay-round", "aria-label": `Replay round ${round.round}` };
    const open = button("Replay", () => this.show(round.round), props);
    return el(
      "tr",
      { "data-row": round.round },
      el("td", {}, String(round.round), round.void ? el("span", { class: "badge warn" }, "void") : null),
      el("td", {}, round.result || "—"),
      el("td", {}, dollars(round.wagers)),
      el("td", {}, dollars(round.paid)),
      el("td", {}, open),
    );
  }

  /** Two records: this table's, and the house's own. @param {string} id */
  #exportButtons(id) {
    const save = async (/** @type {string} */ name, /** @type {Promise<string>} */ record) => {
      const href = URL.createObjectURL(new Blob([await record], { type: "application/jsonl" }));
      const link = el("a", { href, download: `${name}.jsonl` });
      link.click();
      URL.revokeObjectURL(link.href);
    };
    return [
      button("Export the record", () => save(id, getJournal(id))),
      button("Export the house's record", () => save("house", getHouseJournal())),
    ];
  }

  // --- the replay

  /** Open a round to be replayed. @param {number} number */
  async show(number) {
    const { id, title } = this.#table.info;
    const record = await getRound(id, number);
    this.#replay = new Replay(record);
    byId("choose").hidden = true;
    byId("player").hidden = false;
    byId("round-title").textContent = `${title}, round ${number}`;
    history.replaceState(null, "", `/audit?table=${encodeURIComponent(id)}&round=${number}`);
    for (const row of findAll(byId("rounds"), "tr")) {
      row.classList.toggle("chosen", row.dataset.row === String(number));
    }
    const chain = byId("chain");
    chain.className = `badge ${record.chain_ok ? "good" : "warn"}`;
    chain.textContent = record.chain_ok ? "✓ record intact" : "✗ RECORD ALTERED";
    this.#stamp(record);
    showSettlements(byId("settlements"), record.settlements, this.#names.title, { seat: true });
    this.#listSteps(this.#replay);
    this.#draw(this.#replay);
    byId("replay").focus({ preventScroll: true });
    await this.#checkSeed(record);
  }

  /** @param {RoundDetail} record */
  async #checkSeed(record) {
    const node = byId("seed-check");
    node.textContent = "";
    if (!record.seed) return;
    const found = await checkSeed(this.#table.info.id, record.round);
    node.className = `badge ${found.ok ? "good" : "warn"}`;
    node.textContent = found.words;
  }

  /** @param {RoundDetail} record */
  #stamp(record) {
    const rows = [
      ["Rules version", record.version],
      ["Rules Submission", record.submission_hash],
      ["Commitment", record.commitment],
      ["Seed", record.seed],
    ].filter(([, value]) => value);
    fill(
      byId("stamp"),
      rows.map(([name, value]) => [el("dt", {}, name), el("dd", { class: "hash" }, value)]),
    );
  }

  /** @param {Replay} replay */
  #listSteps(replay) {
    const lines = replay.moments.map(({ happened }, n) => {
      if (!happened) return null;
      const { event, step } = happened;
      const text = step.gists[event.cite];
      return el(
        "li",
        {},
        button(
          el("span", { class: "what" }, sentence(event, this.#names)),
          () => this.#goTo(n),
          { class: "step" },
          el("span", { class: "law-line" }, el("b", {}, citeText(event.cite)), " ", text ?? gist(event.cite)),
        ),
      );
    });
    fill(byId("steps"), lines);
  }

  /** Go on by some steps, or to either end. @param {number} step */
  go(step) {
    if (this.#replay) this.#goTo(Math.abs(step) === 1 ? this.#replay.at + step : step);
  }

  /** @param {number} at */
  #goTo(at) {
    if (!this.#replay) return;
    this.#replay.go(at);
    this.#draw(this.#replay);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const isElsewhere =
      event.target instanceof Element && event.target.closest("select, input, dialog, summary, .rounds-box");
    const step = KEYS[event.key];
    if (!this.#replay || isElsewhere || !step) return;
    event.preventDefault();
    this.go(step);
  }

  /** @param {Replay} replay */
  #draw({ at, moments, moment }) {
    const { scene, happened } = moment;
    drawChips(this.#felt, scene.wagers, NOBODY);
    drawCards(this.#felt, scene);
    drawMarkers(this.#felt, scene);
    const outcomes = [...Object.values(scene.shown), ...Object.values(scene.markers)];
    for (const wheel of this.#wheels) wheel.rest(outcomes.find(wheel.knows) ?? "");
    byId("where").textContent = `Step ${at} of ${moments.length - 1}`;
    for (const [id, step] of Object.entries(BUTTONS)) {
      byId(id, HTMLButtonElement).disabled = step < 0 ? at === 0 : at === moments.length - 1;
    }
    [...byId("steps").children].forEach((line, n) => {
      const isCurrent = n + 1 === at;
      line.classList.toggle("current", isCurrent);
      const step = find(line, "button");
      if (isCurrent) step.setAttribute("aria-current", "step");
      else step.removeAttribute("aria-current");
      if (isCurrent) line.scrollIntoView({ block: "nearest" });
    });
    const before = el("p", { class: "quiet-text" }, "Before the round.");
    fill(byId("step"), happened ? this.#aboutStep(happened.event, happened.step) : before);
  }

  /** @param {TableEvent} event @param {RoundStep} step */
  #aboutStep(event, step) {
    const { person } = step;
    const by = person ? `, caused by ${person.name}, ${plain(person.role)} (${person.credential})` : "";
    return [
      el("p", { class: "now" }, sentence(event, this.#names)),
      el("p", {}, citation(event.cite), " ", step.gists[event.cite] ?? gist(event.cite)),
      el("p", { class: "quiet-text" }, `Entry ${step.sequence}${step.time ? `, ${step.time}` : ""}${by}`),
      step.report ? el("p", { class: "badge warn" }, `Irregularity reported: ${plain(step.report.kind)}`) : null,
    ];
  }
}

/** Let a table be chosen, open it, and with it the round that the address names. */
async function start() {
  await account.refresh();
  const tables = await getTables();
  const wanted = new URLSearchParams(location.search);
  const choice = byId("table-choice", HTMLSelectElement);
  const options = tables.map(({ id, title }) =>
    el("option", { value: id, selected: id === wanted.get("table") }, `${title} (${id})`),
  );
  fill(choice, options);
  let records = await TableRecords.open(choice.value);
  choice.addEventListener("change", async () => {
    const chosen = await TableRecords.open(choice.value);
    records = chosen;
    await records.listOlder();
  });
  byId("older").addEventListener("click", () => records.listOlder());
  for (const [id, step] of Object.entries(BUTTONS)) byId(id).addEventListener("click", () => records.go(step));
  document.addEventListener("keydown", (event) => records.press(event));
  await records.listOlder();
  const round = Number(wanted.get("round"));
  if (round) await records.show(round);
}

start().catch((refusal) => {
  fill(byId("choose"), asRefused(refusal).sentence);
  throw refusal;
});
