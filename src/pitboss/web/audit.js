/** Records: every round of a table, replayed event by event beside the provision that made each happen. */

import { getJournal, getRound, getRounds, getTable, getTables } from "./api.js";
import { drawCards } from "./cards.js";
import { drawChips } from "./chips.js";
import { button, byId, el, fill, headRow } from "./dom.js";
import { checkSeed } from "./fairness.js";
import { Felt } from "./felt.js";
import { emptyScene, fold } from "./fold.js";
import { citation, citeText, gist } from "./law.js";
import { drawMarkers } from "./markers.js";
import { dollars } from "./money.js";
import { learnTiles } from "./pips.js";
import "./settings.js";
import { session, tokenFromAddress } from "./store.js";
import { Table } from "./view.js";
import { Wheel } from "./wheel.js";
import { showSettlements } from "./why.js";
import { sentence, strangerAt } from "./words.js";

const NOBODY = { seat: 0, holds: () => false }; // whose chips are drawn as one's own here

const PAGE = 50;

const given = tokenFromAddress();
if (given) session.set("token.audit", given);
const token = session.get("token.audit", "");

/** A round opened up: one moment for each event, with what lay on the felt after it. */
class Replay {
  at = 0;

  constructor(record) {
    this.record = record;
    this.moments = [{ event: null, step: null, scene: emptyScene() }];
    let scene = emptyScene();
    for (const step of record.steps) {
      step.events.forEach((event, n) => {
        scene = fold(scene, { ...event, laid: step.laid?.[n] });
        this.moments.push({ event, step, scene });
      });
    }
  }

  get moment() {
    return this.moments[this.at];
  }

  go(to) {
    this.at = Math.max(0, Math.min(this.moments.length - 1, to));
  }
}

class AuditPage {
  #table = null;
  #felt = null;
  #wheels = [];
  #replay = null;
  #oldest = 0;

  async start() {
    const tables = await getTables();
    const wanted = new URLSearchParams(location.search);
    const choice = byId("table-choice");
    fill(
      choice,
      tables.map(({ id, title }) =>
        el("option", { value: id, selected: id === wanted.get("table") }, `${title} (${id})`),
      ),
    );
    choice.addEventListener("change", () => this.#open(choice.value));
    byId("older").addEventListener("click", () => this.#list(this.#oldest));
    for (const [id, step] of [
      ["first", -Infinity],
      ["previous", -1],
      ["next", 1],
      ["last", Infinity],
    ]) {
      byId(id).addEventListener("click", () => this.#go(step));
    }
    document.addEventListener("keydown", (event) => this.#key(event));
    await this.#open(choice.value, Number(wanted.get("round")) || 0);
  }

  // --- the list

  async #open(id, round = 0) {
    const facts = await getTable(id);
    this.#table = new Table(facts);
    learnTiles(facts.tiles);
    this.#felt = await Felt.into(byId("felt"), id);
    this.#felt.isSingle = (area) => this.#table.spot(area.wager, area.on)?.covers?.length === 1;
    this.#felt.serve([], (area) => area.name);
    this.#wheels = this.#felt.places
      .filter((place) => place.node.querySelector(".bowl"))
      .map((place) => new Wheel(place));
    byId("player").hidden = true;
    byId("choose").hidden = false;
    fill(byId("record"), token ? this.#exportButton(id) : null);
    fill(byId("rounds"), headRow("Round", "Result", "Wagers", "Paid", ""), el("tbody", {}));
    await this.#list();
    if (round) await this.#show(round);
  }

  async #list(before) {
    const rounds = await getRounds(this.#table.facts.id, { before, limit: PAGE, token });
    const body = byId("rounds").querySelector("tbody");
    for (const round of rounds) body.append(this.#row(round));
    this.#oldest = rounds.at(-1)?.round ?? 0;
    byId("older").hidden = rounds.length < PAGE;
    if (!body.children.length) body.append(el("tr", {}, el("td", { colspan: 5 }, "No Activity")));
  }

  #row(round) {
    const about = { class: "replay-round", "aria-label": `Replay round ${round.round}` };
    const open = button("Replay", () => this.#show(round.round), about);
    return el(
      "tr",
      { "data-row": round.round },
      el("td", {}, String(round.round), round.void ? el("span", { class: "badge warn" }, "void") : null),
      el("td", {}, round.result || "—"),
      el("td", {}, dollars(round.wagers ?? 0)),
      el("td", {}, dollars(round.paid ?? 0)),
      el("td", {}, open),
    );
  }

  #exportButton(id) {
    const save = async () => {
      const text = await getJournal(id, token);
      const href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
      const link = el("a", { href, download: `${id}.jsonl` });
      link.click();
      URL.revokeObjectURL(link.href);
    };
    return button("Export the record", save);
  }

  // --- the replay

  async #show(number) {
    const { id } = this.#table.facts;
    const record = await getRound(id, number, token);
    this.#replay = new Replay(record);
    byId("choose").hidden = true;
    byId("player").hidden = false;
    byId("round-title").textContent = `${this.#table.facts.title}, round ${number}`;
    history.replaceState(null, "", `/audit?table=${encodeURIComponent(id)}&round=${number}`);
    for (const row of byId("rounds").querySelectorAll("tr")) {
      row.classList.toggle("chosen", row.dataset.row === String(number));
    }
    const chain = byId("chain");
    chain.className = `badge ${record.chain_ok ? "good" : "warn"}`;
    chain.textContent = record.chain_ok ? "✓ record chain holds" : "✗ RECORD CHAIN BROKEN";
    this.#stamp(record);
    showSettlements(byId("settlements"), record.settlements, this.#names().title, { seat: true });
    this.#listSteps();
    this.#draw();
    byId("replay").focus({ preventScroll: true });
    this.#seed(id, number, record);
  }

  async #seed(id, number, record) {
    const node = byId("seed-check");
    node.textContent = "";
    if (!record.seed) return;
    const found = await checkSeed(id, number, token);
    node.className = `badge ${found.ok ? "good" : "warn"}`;
    node.textContent = found.says;
  }

  #stamp(record) {
    const facts = [
      ["Rules version", record.version],
      ["Rules Submission", record.submission_hash],
      ["Commitment", record.commitment],
      ["Seed", record.seed],
    ].filter(([, value]) => value);
    fill(
      byId("stamp"),
      facts.map(([name, value]) => [el("dt", {}, name), el("dd", { class: "hash" }, String(value))]),
    );
  }

  #names = () => strangerAt((wager, on) => this.#table.title(wager, on));

  #listSteps() {
    const lines = this.#replay.moments.slice(1).map(({ event, step }, n) => {
      const text = step.gists?.[event.cite];
      return el(
        "li",
        {},
        button(
          el("span", { class: "what" }, sentence(event, this.#names())),
          () => this.#goTo(n + 1),
          { class: "step" },
          el("span", { class: "law-line" }, el("b", {}, citeText(event.cite)), " ", text ?? gist(event.cite)),
        ),
      );
    });
    fill(byId("steps"), lines);
  }

  #go(step) {
    this.#goTo(Math.abs(step) === 1 ? this.#replay.at + step : step);
  }

  #goTo(at) {
    this.#replay.go(at);
    this.#draw();
  }

  #key(event) {
    if (!this.#replay || event.target.closest("select, input, dialog, summary, .rounds-box")) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (!step) return;
    event.preventDefault();
    this.#go(step);
  }

  #draw() {
    const { at, moments, moment } = this.#replay;
    const { scene, event, step } = moment;
    drawChips(this.#felt, scene.wagers, NOBODY);
    drawCards(this.#felt, scene);
    drawMarkers(this.#felt, scene);
    const outcomes = [...Object.values(scene.shown), ...Object.values(scene.markers)];
    for (const wheel of this.#wheels) wheel.rest(outcomes.find(wheel.knows) ?? "");
    byId("where").textContent = `Step ${at} of ${moments.length - 1}`;
    byId("first").disabled = byId("previous").disabled = at === 0;
    byId("next").disabled = byId("last").disabled = at === moments.length - 1;
    [...byId("steps").children].forEach((line, n) => {
      const here = n + 1 === at;
      line.classList.toggle("here", here);
      if (here) line.firstChild.setAttribute("aria-current", "step");
      else line.firstChild.removeAttribute("aria-current");
      if (here) line.scrollIntoView({ block: "nearest" });
    });
    fill(byId("step"), event ? this.#aboutStep(event, step) : el("p", { class: "quiet-text" }, "Before the round."));
  }

  #aboutStep(event, step) {
    return [
      el("p", { class: "now" }, sentence(event, this.#names())),
      el("p", {}, citation(event.cite), " ", step.gists?.[event.cite] ?? gist(event.cite)),
      el("p", { class: "quiet-text" }, `Entry ${step.sequence}${step.time ? `, ${step.time}` : ""}`),
      step.report
        ? el("p", { class: "badge warn" }, `Irregularity reported: ${step.report.kind.replaceAll("_", " ")}`)
        : null,
    ];
  }
}

new AuditPage().start().catch((refusal) => {
  fill(byId("choose"), refusal.message);
  throw refusal;
});
