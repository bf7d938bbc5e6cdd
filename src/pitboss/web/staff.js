/** The dealer's and the floor's consoles: the next lawful step, inspections to sign, duties, opening and closing. */

import { asRefused } from "./api.js";
import { button, byId, el, fill } from "./dom.js";
import { IrregularityDesk } from "./irregularity.js";
import { citation } from "./law.js";
import { OFFLINE, onlineOnly, setOnline } from "./offline.js";
import { questionForm } from "./questions.js";
import { preferences } from "./storage.js";

/** @import { Connection } from "./connection.js" */
/** @import { Child } from "./dom.js" */
/** @import { Keys } from "./keys.js" */
/** @import { Notice } from "./notice.js" */
/** @import { TableState } from "./tablestate.js" */
/** @import { AnswerMessage, Checklist, Command, Duty } from "./types.js" */

/** @typedef {{item: Checklist["items"][number], box: HTMLInputElement}} CheckBox */

const MINUTE = 60_000;

/** The console of a dealer or of the floor. */
export class StaffConsole {
  #table;
  #connection;
  #keys;
  #notify;
  #desk;
  #panel = byId("console");
  #box = onlineOnly();
  /** @type {Map<string, {node: HTMLElement, now: string}>} */ #parts = new Map();
  /** What the key of the next step presses. @type {HTMLElement|null} */ #next = null;
  /** @type {HTMLElement|null} */ #columns = null;
  /** Where it is shown when each duty is due. @type {Map<string, HTMLElement>} */ #due = new Map();
  #moment = { round: 0, question: 0 };

  /**
   * @param {TableState} table @param {Connection} connection @param {Keys} keys
   * @param {(notice: Notice) => void} notify
   */
  constructor(table, connection, keys, notify) {
    this.#table = table;
    this.#connection = connection;
    this.#keys = keys;
    this.#notify = notify;
    this.#desk = new IrregularityDesk(table, connection);
    keys.bind("report", () => this.#desk.open());
    keys.bind("ready", () => this.#next?.click());
    if (table.role === "dealer") keys.bind("close", () => this.#sendNow({ do: "no_more_bets" }));
  }

  /** Each part is drawn again only when it has changed itself: a half-filled report or checklist stays as it is. */
  show() {
    this.#moment = this.#table.moment;
    if (this.#table.role === "dealer") this.#showDealer();
    else this.#showFloor();
    setOnline(this.#box, this.#table.online);
    this.#panel.hidden = false;
  }

  /** Draw everything again next time. */
  forget() {
    for (const part of this.#parts.values()) part.now = "";
  }

  /**
   * One part of the console: drawn when what it depends on has changed.
   * @param {string} name @param {unknown} depends @param {() => Child} draw
   */
  #part(name, depends, draw) {
    const part = this.#parts.get(name) ?? { node: el("div", { class: `console-part ${name}` }), now: "" };
    this.#parts.set(name, part);
    const now = JSON.stringify(depends);
    if (part.now !== now) fill(part.node, draw());
    part.now = now;
    return part.node;
  }

  /** Put the parts on the page, once. @param {HTMLElement[]} nodes */
  #assemble(...nodes) {
    if (this.#box.isConnected) return;
    this.#box.append(...nodes);
    fill(this.#panel, this.#box);
  }

  /** Send what is meant for the moment that is shown. @param {Command} command */
  #sendNow = (command) => this.#send({ ...this.#moment, ...command });

  /** @param {Command} command */
  async #send(command) {
    if (!this.#table.online) return this.#notify({ sentence: OFFLINE });
    await this.#connection.send(command).catch((refusal) => this.#notify(asRefused(refusal)));
  }

  // --- the dealer

  #showDealer() {
    const { view, moment } = this.#table;
    const { phase, blocked, asked, you } = view;
    const head = this.#part("head", this.#keys.keyOf("report"), () => this.#dealerHead());
    const depends = [phase, moment, blocked, asked, you.questions, you.correctable];
    this.#assemble(
      head,
      this.#part("next", depends, () => el("div", { class: "console-body" }, this.#nextStep())),
    );
    const count = new Set(view.wagers.map((wager) => wager.seat)).size;
    const up = this.#panel.querySelector(".up-now");
    if (up) up.textContent = count === 1 ? "1 player has bets up." : `${count} players have bets up.`;
  }

  #dealerHead() {
    const hint = this.#keys.hint(this.#keys.keyOf("report"));
    const report = button("Report irregularity", () => this.#desk.open(), { class: "quiet" }, hint);
    return el("header", { class: "console-head" }, el("h2", {}, "Dealer"), report);
  }

  /** The next lawful step, with one key to confirm it. @returns {Child} */
  #nextStep() {
    const { view } = this.#table;
    this.#next = null;
    if (view.blocked) return el("p", { class: "held" }, view.blocked);
    if (view.phase === "betting") return this.#closeBetting();
    const [question] = this.#table.questions;
    if (!question) return el("p", { class: "waiting" }, this.#waiting());
    const { node, keys } = questionForm(question, {
      hand: view.cards[question.to] ?? [],
      answer: (answer) => this.#sendNow({ answer }),
      keys: this.#keys,
    });
    this.#keys.answer(keys);
    this.#next = /** @type {HTMLElement|null} */ (node.querySelector(".answers .answer"));
    const first = this.#next ?? node.querySelector("input");
    if (!document.activeElement?.closest("dialog")) queueMicrotask(() => first?.focus());
    return [node, this.#correction()];
  }

  /** What was entered last, to be taken back while nothing is settled on it. */
  #correction() {
    const { correctable } = this.#table.view.you;
    if (!correctable) return null;
    const { device, outcome } = correctable;
    const words = `Correct the last entry: the ${device} did not show ${outcome || "this card"}`;
    return button(words, () => this.#sendNow({ do: "correct" }), { class: "correct", "data-do": "correct" });
  }

  #closeBetting() {
    this.#keys.answer(new Map());
    this.#next = button(
      "No more bets",
      () => this.#sendNow({ do: "no_more_bets" }),
      { class: "answer big", "data-says": "no_more_bets" },
      this.#keys.hint(this.#keys.keyOf("close")),
    );
    return el("div", {}, el("p", { class: "up-now" }), this.#next);
  }

  #waiting() {
    const { asked, phase } = this.#table.view;
    if (asked.length) return `Waiting for ${asked.map(this.#table.askedWords).join("; ")}.`;
    return phase === "closed" ? "The table is closed." : "Nothing to do right now.";
  }

  // --- the floor

  #showFloor() {
    const { view, moment } = this.#table;
    const closed = view.phase === "closed";
    this.#assemble(
      this.#part("head", [closed, view.closing], () => this.#floorHead(closed)),
      this.#part("asked", [view.blocked, moment, view.you.questions, view.you.correctable], () => this.#ownQuestions()),
      this.#showColumns(),
    );
    this.#desk.refresh();
  }

  /** @param {boolean} closed */
  #floorHead(closed) {
    const status = closed ? "table closed" : this.#table.view.closing ? "closes after this round" : "table open";
    return el(
      "header",
      { class: "console-head" },
      el("h2", {}, "Floor"),
      el("span", { class: "badge" }, status),
      closed
        ? this.#actionButton("open_table", "Open the table")
        : this.#actionButton("close_table", "Close after this round"),
    );
  }

  /** Irregularities beside inspections and duties, each list in a part of its own. */
  #showColumns() {
    const { view, info } = this.#table;
    const lists = info.checklists.map((list) =>
      this.#part(`list-${list.name}`, view.signed[list.name] ?? [], () => this.#checklist(list)),
    );
    this.#columns ??= el(
      "div",
      { class: "console-columns" },
      el("section", {}, el("h3", {}, "Irregularities possible now"), this.#desk.place()),
      el("section", {}, el("h3", {}, "Inspections"), lists, this.#duties()),
    );
    for (const duty of info.duties) this.#due.get(duty.name)?.replaceChildren(this.#dueWords(duty));
    return this.#columns;
  }

  /** @param {Command["do"]} name @param {string} label */
  #actionButton = (name, label) => button(label, () => this.#send({ do: name }), { "data-do": name });

  /** Decisions the rules leave to the floor, and what holds play up. */
  #ownQuestions() {
    const { view, questions } = this.#table;
    const answer = (/** @type {AnswerMessage} */ found) => this.#sendNow({ answer: found });
    this.#keys.answer(new Map());
    return [
      view.blocked ? el("p", { class: "held" }, view.blocked) : null,
      questions
        .filter((question) => question.to === "floor")
        .map((question) => questionForm(question, { hand: [], answer, keys: this.#keys }).node),
      this.#correction(),
    ];
  }

  /** @param {Checklist} list */
  #checklist(list) {
    const signed = this.#table.view.signed[list.name] ?? [];
    const boxes = list.items.map((item) => ({ item, box: el("input", { type: "checkbox" }) }));
    const roles = list.signed_by.map((role) => this.#signature(list, role, boxes));
    return el(
      "details",
      { class: "checklist", "data-checklist": list.name },
      el(
        "summary",
        {},
        list.title,
        signed.length ? el("span", { class: "badge good" }, `signed: ${signed.join(", ")}`) : null,
      ),
      el("p", {}, citation(list.cite)),
      boxes.map(({ item, box }) =>
        el("label", { class: "check" }, box, el("span", {}, item.text, " ", citation(item.cite))),
      ),
      roles,
    );
  }

  /** @param {Checklist} list @param {string} role @param {CheckBox[]} boxes */
  #signature(list, role, boxes) {
    const name = this.#nameField(role, `Name of the ${role}`);
    const sign = () => {
      const missing = boxes.find(({ box }) => !box.checked)?.item;
      if (missing) return this.#notify({ sentence: `Not checked off: “${missing.text}”`, cite: missing.cite });
      const by = name.value.trim();
      if (!by) return this.#notify({ sentence: `Enter the name of the ${role} to sign.`, cite: list.cite });
      preferences.set(`name.${role}`, by);
      this.#send({ do: "sign", checklist: list.name, by, as: role, items: boxes.map(({ item }) => item.cite) });
    };
    return el("div", { class: "signature" }, name, button(`Sign as ${role}`, sign));
  }

  /** @param {string} role @param {string} label */
  #nameField(role, label) {
    const value = preferences.get(`name.${role}`, "");
    return el("input", { autocomplete: "name", value, "aria-label": label, placeholder: role });
  }

  #duties() {
    const { duties, dealer } = this.#table.info;
    return [
      duties.length ? [el("h3", {}, "Duties"), duties.map((duty) => this.#duty(duty))] : null,
      dealer === "person" ? this.#relief() : null,
    ];
  }

  /** Another dealer takes over; the next round begins with what the chapter asks of a new dealer. */
  #relief() {
    const name = this.#nameField("dealer", "Name of the relief dealer");
    const relieve = () => {
      const by = name.value.trim();
      if (!by) return this.#notify({ sentence: "Enter the name of the relief dealer." });
      this.#send({ do: "new_dealer", by });
    };
    return [
      el("h3", {}, "Dealer relief"),
      el("div", { class: "signature" }, name, button("Relieve the dealer", relieve, { "data-do": "new_dealer" })),
    ];
  }

  /** @param {Duty} duty */
  #dueWords({ name, hours }) {
    const left = this.#table.view.duties.find((duty) => duty.name === name)?.due_in_ms;
    if (left === undefined) return `every ${hours} hours`;
    return left > 0 ? `due in ${Math.ceil(left / MINUTE)} minutes` : "due now";
  }

  /** @param {Duty} duty */
  #duty(duty) {
    const when = el("span", {}, this.#dueWords(duty));
    this.#due.set(duty.name, when);
    const name = this.#nameField("floorperson", `Done by: ${duty.title}`);
    const done = () => this.#send({ do: "duty", name: duty.name, by: name.value.trim() || "floorperson" });
    return el(
      "div",
      { class: "duty" },
      el("p", {}, `${duty.title}, `, when, " ", citation(duty.cite)),
      el("div", { class: "signature" }, name, button("Done", done)),
    );
  }
}
