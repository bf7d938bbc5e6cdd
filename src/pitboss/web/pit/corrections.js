/** A settled round put right by two persons: one proposes amounts or a void, another agrees or drops it. */

import { asRefused, getRound } from "../kit/api.js";
import { button, el, fill, render } from "../kit/dom.js";
import { labelled, setOptions, textField } from "../kit/forms.js";
import { change, parseDollars } from "../kit/money.js";
import { ActForm } from "./form.js";
import { Sender } from "../kit/pitapi.js";
import { nameAt, owedWords, settledRound } from "../kit/pitwords.js";
import { secondLook } from "../kit/secondlook.js";
import { capitalized, plain } from "../kit/words.js";

/** @import { IncidentBook, OpenCorrection, OwedLine, PitTable, Settlement } from "../kit/types.js" */
/** @import { PanelServices } from "./panel.js" */

/** Cents from `-5`, `+5` or `5.50`; null where it is not an amount. @param {string} text */
export function parseSigned(text) {
  const match = /^\s*([+−-]?)\s*(.*)$/.exec(text);
  const amount = match && parseDollars(match[2]);
  return amount === null || !match ? null : match[1] && match[1] !== "+" ? -amount : amount;
}

/** What a settlement gave to its player, or took. @param {Settlement} event */
const net = ({ stake = 0, returned = 0, vigorish = 0, deferred, prepaid }) =>
  returned - stake - (deferred || prepaid ? 0 : vigorish);

/** `12.50`, `-5`. @param {number} cents */
const typed = (cents) => (cents / 100).toFixed(2).replace(/\.00$/, "");

/** Propose and decide. */
export class CorrectionSection {
  title = "Correct or void a round";
  #table;
  #services;
  #round = textField("Round", { inputmode: "numeric", required: true });
  #void = el("input", { type: "checkbox" });
  #onTop = el("input", { type: "checkbox" });
  #seats = el("div", { class: "amounts" });
  #status = el("p", { class: "quiet-text", role: "status" });
  #incident = el("select", {});
  #form;
  #waiting = el("div", { class: "act-group" });
  #owed = el("div", { class: "act-group" });
  /** What waits for a decision or a payment, by what it is about. @type {Map<string, {node: HTMLElement, forms: ActForm[]}>} */ #open = new Map();
  /** @type {{seat: number, settled: number, input: HTMLInputElement, told: HTMLElement}[]} */ #rows = [];
  /** @type {PitTable|null} */ #line = null;
  #loaded = 0;

  /** @param {string} table @param {PanelServices} services */
  constructor(table, services) {
    this.#table = table;
    this.#services = services;
    const reason = textField("Why", { required: true, maxlength: 500 });
    this.#form = new ActForm(
      table,
      {
        submit: "Propose",
        act: () => this.#proposal(reason.input.value.trim()),
        done: "Proposed; it counts when a second person agrees.",
        then: () => this.#proposed(),
        refused: services.refused,
      },
      el("h4", {}, "Propose"),
      this.#round.node,
      this.#status,
      el("label", { class: "check" }, this.#void, "Void the whole round: all wagers are given back"),
      this.#seats,
      el("label", { class: "check" }, this.#onTop, "The round was corrected before: this comes on top of it"),
      labelled("About incident", this.#incident),
      reason.node,
    );
    this.#round.input.addEventListener("change", () => this.#load(Number(this.#round.input.value)));
    this.#void.addEventListener("change", () => (this.#seats.hidden = this.#void.checked));
    this.#form.node.addEventListener("reset", () => (this.#seats.hidden = false));
    this.node = el("div", { class: "act-group" }, this.#waiting, this.#owed, this.#form.node);
  }

  #proposed() {
    this.#loaded = 0;
    this.#rows = [];
    fill(this.#seats);
    return this.#services.reload();
  }

  /** @param {PitTable} line */
  offered = ({ may = [] }) => may.includes("propose correction") || may.includes("decide correction");

  /** The last round that was settled is proposed first. */
  async load() {
    if (!this.#line || this.#round.input.value) return;
    const last = settledRound(this.#line);
    if (last < 1) return;
    this.#round.input.value = String(last);
    await this.#load(last);
  }

  /** @param {PitTable} line */
  update(line) {
    this.#line = line;
    this.#form.node.hidden = !(line.may ?? []).includes("propose correction");
    for (const form of [this.#form, ...[...this.#open.values()].flatMap(({ forms }) => forms)]) form.update(line);
  }

  /** What waits for a second person, and the incidents that a correction may be about. @param {IncidentBook} book */
  adopt({ incidents = [], corrections = [], owed = [] }) {
    setOptions(this.#incident, [
      ["0", "None"],
      ...incidents.map(({ number, kind }) => [String(number), `${number}. ${capitalized(plain(kind))}`]),
    ]);
    const before = this.#open;
    this.#open = new Map();
    /** @param {string} name @param {() => {node: HTMLElement, forms: ActForm[]}} make */
    const section = (name, make) => {
      const found = before.get(name) ?? make();
      this.#open.set(name, found);
      return found.node;
    };
    const waiting = corrections.map((fix) => section(`fix ${fix.number}`, () => this.#decide(fix)));
    const due = owed.map((line) => section(`owed ${line.number} ${line.seat} ${line.amount}`, () => this.#settle(line)));
    render(this.#waiting, () => waiting);
    render(this.#owed, () => due);
    if (this.#line) this.update(this.#line);
  }

  /** What is owed to one who left, or by them, until it is settled. @param {OwedLine} line */
  #settle(line) {
    const { number, seat, amount } = line;
    const to = textField("Seat, where they sit here again", { inputmode: "numeric" });
    const form = new ActForm(
      this.#table,
      {
        submit: amount > 0 ? "Paid" : "Collected",
        act: () => ({ do: "settle_owed", number, seat, to_seat: Number(to.input.value || 0) }),
        done: "Recorded.",
        then: this.#services.reload,
        refused: this.#services.refused,
      },
      el("p", {}, owedWords(line)),
      to.node,
    );
    return { node: el("section", { class: "fix", "data-owed": `${number}.${seat}` }, form.node), forms: [form] };
  }

  /** Nothing is chosen beforehand: it is agreed to after a second look, or dropped with a reason. @param {OpenCorrection} fix */
  #decide({ number, round, reason, by, lines, void: isVoid }) {
    const words = textField("Remark, or why it is dropped", { maxlength: 500 });
    const act = (/** @type {boolean} */ agreed) => ({ do: "decide_correction", number, agreed, reason: words.input.value.trim() });
    const moves = lines.map(([seat, cents, name]) => `${name || "whoever sat there"}, seat ${seat}: ${change(cents)}`);
    const agree = () => {
      const sender = new Sender(); // one key, however often it is confirmed
      const send = () => sender.send(this.#table, act(true));
      const says = el("strong", {}, `Agree to ${isVoid ? "void" : "correct"} round ${round}: ${moves.join("; ") || "no money moves"}.`);
      secondLook({ title: "Agree to the correction?", says, act: "Agree, and pay it", send, then: () => this.#services.reload(), refused: this.#services.refused }, el("p", {}, `${reason} (proposed by ${by})`));
    };
    const dropping = new ActForm(this.#table, {
      submit: "Drop it",
      act: () => {
        if (words.input.value.trim()) return act(false);
        dropping.say("Say why it is dropped.");
        words.input.focus();
        return null;
      },
      done: "Dropped.",
      then: this.#services.reload,
      refused: this.#services.refused,
    });
    const node = el(
      "section",
      { class: "fix", "data-fix": String(number) },
      el("h4", {}, `± Round ${round}${isVoid ? ", void" : ""}: waits for a second person`),
      el("p", {}, `${reason} (proposed by ${by})`),
      el("ul", {}, moves.map((line) => el("li", {}, line))),
      words.node,
      el("div", { class: "act-row" }, button("Agree …", agree), dropping.node),
    );
    return { node, forms: [dropping] };
  }

  /** The settlements of a round, to begin with. @param {number} round */
  async #load(round) {
    this.#loaded = 0;
    this.#rows = [];
    fill(this.#seats);
    fill(this.#status, "…");
    try {
      const { settlements } = await getRound(this.#table, round);
      if (Number(this.#round.input.value) !== round) return;
      this.#loaded = round;
      fill(this.#status, settlements.length ? "" : "Nothing was settled in this round.");
      this.#show(settlements);
    } catch (error) {
      fill(this.#status, asRefused(error).sentence);
    }
  }

  /** @param {Settlement[]} settlements */
  #show(settlements) {
    const line = this.#line;
    if (!line) return;
    /** @type {Map<number, number>} */
    const settled = new Map((line.taken ?? []).map(([seat]) => [seat, 0]));
    for (const event of settlements) if (event.seat) settled.set(event.seat, (settled.get(event.seat) ?? 0) + net(event));
    this.#rows = [...settled].sort(([a], [b]) => a - b).map(([seat, cents]) => {
      const input = el("input", { inputmode: "text", value: typed(cents), "aria-label": `${nameAt(line, seat)}: should have won, or lost below zero, in dollars` });
      const told = el("span", { class: "quiet-text" });
      input.addEventListener("input", () => tell());
      const row = { seat, settled: cents, input, told };
      const tell = () => {
        const amount = parseSigned(input.value);
        fill(told, amount === null ? "not an amount" : amount === cents ? "as settled" : `gives ${change(amount - cents)}`);
      };
      tell();
      return row;
    });
    fill(
      this.#seats,
      el("p", { class: "quiet-text" }, "What each seat should have won, or lost (below zero). It goes to the person: into their rack, else into their purse, else it is owed and shown here until it is paid. From one who left nothing is taken; what they owe is shown."),
      this.#rows.map(({ seat, settled: cents, input, told }) =>
        el("div", { class: "amount-row" }, el("span", {}, `${nameAt(line, seat)}: settled ${change(cents)}`), input, told),
      ),
    );
  }

  /** @param {string} reason */
  #proposal(reason) {
    const round = Number(this.#round.input.value);
    const about = { do: "propose_correction", rounds: [round], reason, number: Number(this.#incident.value || 0) };
    if (this.#void.checked) return about;
    if (this.#loaded !== round) {
      this.#form.say("The settlements of this round are not known; choose a round that was settled, or void it.");
      return null;
    }
    const lines = this.#rows.map(({ seat, settled, input }) => ({ seat, amount: parseSigned(input.value), settled }));
    const wrong = lines.find(({ amount }) => amount === null);
    if (wrong) {
      this.#form.say(`Expected an amount like 12.50 or -5 for seat ${wrong.seat}.`);
      return null;
    }
    const agreed = this.#onTop.checked;
    const changed = lines.map(({ seat, amount, settled }) => ({ seat, amount: (amount ?? 0) - settled })).filter(({ amount }) => amount);
    if (changed.length) return { ...about, lines: changed, agreed };
    this.#form.say("Every amount is as it was settled; change one, or void the round.");
    return null;
  }
}
