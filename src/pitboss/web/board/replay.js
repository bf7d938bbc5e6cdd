/** One round replayed event by event: the felt on the left, on the right each step with the provision that made it happen. */

import { asRefused, getRound, getTable } from "../kit/api.js";
import { replayRound } from "./api.js";
import { drawCards } from "../felt/cards.js";
import { drawChips } from "../felt/chips.js";
import { button, el, fill, find, focused } from "../kit/dom.js";
import { checkSeed } from "../felt/fairness.js";
import { Felt } from "../felt/felt.js";
import { emptyScene, fold } from "../kit/fold.js";
import { citation, citeText, gist } from "../kit/law.js";
import { drawMarkers } from "../felt/markers.js";
import { learnTiles } from "../felt/pips.js";
import { namesForViewers, sentence } from "../felt/sentences.js";
import { showSettlements } from "../felt/settlements.js";
import { seatToken } from "../kit/storage.js";
import { TableState } from "../felt/tablestate.js";
import { wheelsOf } from "../felt/wheel.js";
import { moment, plain } from "../kit/words.js";

/** @import { Scene } from "../kit/fold.js" */
/** @import { Child } from "../kit/dom.js" */
/** @import { RoundDetail, RoundStep, TableEvent } from "../kit/types.js" */

/** @typedef {{scene: Scene, happened?: {event: TableEvent, step: RoundStep}}} Moment */

const NOBODY = { seat: 0, holds: () => false }; // no chips are drawn as the viewer's own
const CORRECTED = "I-GEN-40"; // the reading by which an entered outcome is taken back

/** Whether a step took back the outcome that was entered last. @param {RoundStep} step */
const isCorrection = ({ answers, report, events }) =>
  !answers.length && !report && events.every(({ event, cite }) => event === "noted" && cite === CORRECTED);

/** A round opened up: one moment for each event, with what lay on the felt after it. */
class Replay {
  at = 0;
  /** @type {Moment[]} */ moments = [{ scene: emptyScene() }];

  /** @param {RoundDetail} record */
  constructor(record) {
    this.round = record.round;
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
/** What has a use for arrow keys itself. */
const ELSEWHERE = "select, input, textarea, dialog, summary, [role=tab], .rounds-box";

/** The rounds of one table, one of them replayed. */
export class Replayer {
  /** @type {Replay|null} */ #replay = null;
  #table;
  #oversees;
  #felt;
  #names;
  #wheels;
  #title = el("h2", { id: "round-title", tabindex: "-1" });
  #chain = el("span", { id: "chain" });
  #seed = el("span", { id: "seed-check" });
  #again = el("p", { id: "played-again", class: "quiet-text", role: "status" });
  #where = el("output", { id: "where" });
  #steps = el("ol", { id: "steps", class: "steps", "aria-label": "Steps and provisions" });
  #step = el("div", { id: "step", "aria-live": "polite" });
  #settlements = el("div", { id: "settlements" });
  #stamp = el("dl", { id: "stamp" });
  #proof = el("details", { class: "panel proof-of-round" }, el("summary", {}, "Proof"), this.#stamp);
  #buttons = {
    first: this.#goes("|◀", "First step", BUTTONS.first),
    previous: this.#goes("◀", "Previous step", BUTTONS.previous),
    next: this.#goes("▶", "Next step", BUTTONS.next),
    last: this.#goes("▶|", "Last step", BUTTONS.last),
  };

  /** Somebody went to a step: the page puts it into its address. @type {(round: number, step: number) => void} */ onStep = () => {};

  /** The replayer of a table, with its felt. @param {string} id @param {boolean} oversees  whether the rules play again too */
  static async open(id, oversees) {
    const info = await getTable(id);
    learnTiles(info.tiles);
    const box = el("div", { id: "felt", class: "felt-box" });
    return new Replayer(new TableState(info), await Felt.into(box, id), oversees);
  }

  /** @param {TableState} table @param {Felt} felt @param {boolean} oversees */
  constructor(table, felt, oversees) {
    this.#table = table;
    this.#oversees = oversees;
    this.#felt = felt;
    this.#names = namesForViewers((wager, on) => table.title(wager, on));
    felt.isSingle = (area) => table.spot(area.wager, area.on)?.covers.length === 1;
    felt.serve([], (area) => area.name);
    this.#wheels = wheelsOf(felt);
    for (const [id, node] of Object.entries(this.#buttons)) node.id = id;
    const { first, previous, next, last } = this.#buttons;
    const hint = el("span", { class: "quiet-text keys-hint" }, "← → Home End");
    this.node = el(
      "div",
      { class: "replayed" },
      el("div", { class: "replay-head" }, el("span", { class: "stamp" }, "Replay"), this.#title, this.#chain, this.#seed),
      el(
        "div",
        { class: "board-and-steps" },
        el("div", { class: "on-felt" }, felt.box, this.#step),
        el(
          "section",
          { class: "panel step-list", "aria-label": "Steps" },
          this.#steps,
          el("div", { class: "steps-bar", role: "group", "aria-label": "Go through the steps" }, first, previous, this.#where, next, last, hint),
        ),
        el("section", { class: "panel settled-list", "aria-label": "Settlements" }, el("h3", {}, "Settlements of the round"), this.#settlements),
      ),
      this.#again,
      this.#proof,
    );
  }

  get table() {
    return this.#table.info;
  }

  /** What proves the round, under the felt. @param {Child[]} more */
  set proof(more) {
    fill(this.#proof, find(this.#proof, "summary"), more, this.#stamp);
  }

  /** Replay a round. @param {number} number @param {number} [at]  the step to begin with: 0 is before the round */
  async show(number, at = 0) {
    const { id, title } = this.#table.info;
    const token = seatToken(id);
    const own = token ? await getRound(id, number, token).catch(() => null) : null; // null: the seat is another's now
    const record = own ?? (await getRound(id, number));
    this.#replay = new Replay(record);
    this.#title.textContent = `${title}, round ${number}`;
    this.#chain.className = `badge ${record.chain_ok ? "good" : "warn"}`;
    this.#chain.textContent = record.chain_ok ? "✓ record intact" : "✗ RECORD ALTERED";
    this.#showStamp(record);
    showSettlements(this.#settlements, record.settlements, this.#names.title, { seat: true });
    this.#listSteps(this.#replay);
    this.#replay.go(at);
    this.#draw(this.#replay);
    this.#checkSeed(record);
    this.#playAgain(record);
    return record;
  }

  /** @param {RoundDetail} record */
  async #checkSeed(record) {
    const node = this.#seed;
    node.textContent = "";
    if (!record.seed) return;
    const found = await checkSeed(this.#table.info.id, record.round);
    node.className = `badge ${found.ok ? "good" : "warn"}`;
    node.textContent = found.words;
  }

  /**
   * What is shown is the record. Beside it, the rules that played the round play it again, for those who oversee.
   * @param {RoundDetail} record
   */
  async #playAgain({ round, replay }) {
    const isShown = () => this.#replay?.round === round;
    fill(this.#again);
    if (!replay || !this.#oversees) return;
    this.#again.textContent = "The rules that played this round play it again …";
    try {
      const { as_recorded: same, sentence: words } = await replayRound(this.#table.info.id, round);
      const mark = el("span", { class: `badge ${same ? "good" : "bad"}` }, same ? "✓ played again: as recorded" : "✗ PLAYED AGAIN: ANOTHER ROUND");
      if (isShown()) fill(this.#again, mark, ` ${words}`);
    } catch (error) {
      if (isShown()) fill(this.#again, `It could not be played again: ${asRefused(error).sentence}`);
    }
  }

  /** @param {RoundDetail} record */
  #showStamp(record) {
    const rows = [
      ["Text", record.edition],
      ["Rules version", record.version],
      ["Rules Submission", record.submission_hash],
      ["Commitment", record.commitment],
      ["Seed", record.seed],
    ].filter(([, value]) => value);
    fill(this.#stamp, rows.map(([name, value]) => [el("dt", {}, name), el("dd", { class: "hash" }, value)]));
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
    fill(this.#steps, lines);
  }

  /** @param {string} sign @param {string} words @param {number} step */
  #goes(sign, words, step) {
    return button(sign, () => this.#go(step), { "aria-label": words });
  }

  /** Go on by some steps, or to either end. @param {number} step */
  #go(step) {
    if (this.#replay) this.#goTo(Math.abs(step) === 1 ? this.#replay.at + step : step);
  }

  /** @param {number} at */
  #goTo(at) {
    if (!this.#replay) return;
    this.goTo(at);
    this.onStep(this.#replay.round, this.#replay.at);
  }

  /** Show a step. @param {number} at */
  goTo(at) {
    if (!this.#replay) return;
    this.#replay.go(at);
    this.#draw(this.#replay);
  }

  /** A key pressed anywhere on the page. @param {KeyboardEvent} event */
  press(event) {
    const isElsewhere = event.target instanceof Element && event.target.closest(ELSEWHERE);
    const step = KEYS[event.key];
    const isOther = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey; // Alt and an arrow: back
    if (!this.#replay || isElsewhere || isOther || !step) return;
    event.preventDefault();
    this.#go(step);
  }

  /** @param {Replay} replay */
  #draw({ at, moments, moment: now }) {
    const { scene, happened } = now;
    drawChips(this.#felt, scene.wagers, NOBODY);
    drawCards(this.#felt, scene);
    drawMarkers(this.#felt, scene);
    const outcomes = [...Object.values(scene.shown), ...Object.values(scene.markers)];
    for (const wheel of this.#wheels) wheel.rest(outcomes.find(wheel.knows) ?? "");
    this.#where.textContent = `Step ${at} of ${moments.length - 1}`;
    for (const [id, node] of Object.entries(this.#buttons)) {
      node.disabled = BUTTONS[id] < 0 ? at === 0 : at === moments.length - 1;
    }
    const isInList = this.#steps.contains(focused());
    [...this.#steps.children].forEach((line, n) => {
      const isCurrent = n + 1 === at;
      line.classList.toggle("current", isCurrent);
      const step = find(line, "button");
      if (isCurrent) step.setAttribute("aria-current", "step");
      else step.removeAttribute("aria-current");
      if (isCurrent && isInList) step.focus({ preventScroll: true });
      if (isCurrent) this.#reveal(line);
    });
    const before = el("p", { class: "quiet-text" }, "Before the round.");
    fill(this.#step, happened ? this.#aboutStep(happened.event, happened.step) : before);
  }

  /** Scroll the list, and not the page, to a step. @param {Element} line */
  #reveal(line) {
    const [box, own] = [this.#steps.getBoundingClientRect(), line.getBoundingClientRect()];
    if (own.top < box.top) this.#steps.scrollTop -= box.top - own.top;
    else if (own.bottom > box.bottom) this.#steps.scrollTop += own.bottom - box.bottom;
  }

  /** @param {TableEvent} event @param {RoundStep} step */
  #aboutStep(event, step) {
    const { person } = step;
    const by = person ? `, caused by ${person.name}, ${plain(person.role)} (${person.credential})` : "";
    return [
      el("p", { class: "now" }, sentence(event, this.#names)),
      el("p", {}, citation(event.cite), " ", step.gists[event.cite] ?? gist(event.cite)),
      el("p", { class: "quiet-text" }, `Entry ${step.sequence}${step.time ? `, ${moment(step.time, "medium")}` : ""}${by}`),
      step.report ? el("p", { class: "badge warn" }, `Irregularity reported: ${plain(step.report.kind)}`) : null,
    ];
  }
}
