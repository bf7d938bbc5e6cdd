/** The dealer's and the floor's consoles: the next lawful act, inspections to sign, duties, opening and closing. */

import { button, byId, el, fill } from "./dom.js";
import { IrregularityDesk } from "./irregularity.js";
import { citation } from "./law.js";
import { questionForm } from "./questions.js";
import { OUT_OF_REACH, reach, reachable } from "./reach.js";
import { kept } from "./store.js";

export class Staff {
  #table;
  #connection;
  #keys;
  #tell;
  #desk;
  #panel = byId("console");
  #box = reachable();
  /** @type {Map<string, {node: HTMLElement, now: string}>} */ #parts = new Map();
  #next = null;
  #moment = { round: 0, question: 0 };

  /**
   * @param {import("./view.js").Table} table @param {import("./connection.js").Connection} connection
   * @param {import("./keys.js").Keys} keys @param {(notice: import("./types.js").Notice) => void} tell
   */
  constructor(table, connection, keys, tell) {
    [this.#table, this.#connection, this.#keys, this.#tell] = [table, connection, keys, tell];
    this.#desk = new IrregularityDesk(table, connection);
    keys.bind("report", () => this.#desk.open());
    keys.bind("ready", () => this.#next?.click());
    if (table.role === "dealer") keys.bind("close", () => this.#doNow({ do: "no_more_bets" }));
  }

  /** Each part is drawn anew when it has changed itself: a half-filled report or checklist survives all other news. */
  show() {
    this.#moment = this.#table.moment;
    if (this.#table.role === "dealer") this.#dealer();
    else this.#floor();
    reach(this.#box, this.#table.online);
    this.#panel.hidden = false;
  }

  /** Draw everything again next time. */
  forget() {
    for (const part of this.#parts.values()) part.now = "";
  }

  /** One part of the console: drawn when what it depends on is another than before. */
  #part(name, depends, draw) {
    const part = this.#parts.get(name) ?? { node: el("div", { class: `console-part ${name}` }), now: "" };
    this.#parts.set(name, part);
    const now = JSON.stringify(depends);
    if (part.now !== now) fill(part.node, draw());
    part.now = now;
    return part.node;
  }

  /** Put the parts there, once. */
  #lay(...nodes) {
    if (this.#box.isConnected) return;
    this.#box.append(...nodes);
    fill(this.#panel, this.#box);
  }

  /** Do what is meant for the moment that is shown. */
  #doNow = (message) => this.#do({ ...this.#moment, ...message });

  async #do(message) {
    if (!this.#table.online) return this.#tell({ sentence: OUT_OF_REACH });
    try {
      await this.#connection.send(message);
    } catch (refusal) {
      this.#tell(refusal);
    }
  }

  // --- the dealer

  #dealer() {
    const { view, moment } = this.#table;
    const { phase, blocked, asked, you } = view;
    const head = this.#part("head", this.#keys.keyOf("report"), () => this.#dealersHead());
    const depends = [phase, moment, blocked, asked, you.questions, you.correctable];
    this.#lay(
      head,
      this.#part("next", depends, () => el("div", { class: "console-body" }, this.#nextAct())),
    );
    const count = new Set(view.wagers.map((wager) => wager.seat)).size;
    const up = this.#panel.querySelector(".up-now");
    if (up) up.textContent = `Wagers of ${count} ${count === 1 ? "player" : "players"} are up.`;
  }

  #dealersHead() {
    const hint = this.#keys.hint(this.#keys.keyOf("report"));
    const report = button("Report irregularity", () => this.#desk.open(), { class: "quiet" }, hint);
    return el("header", { class: "console-head" }, el("h2", {}, "Dealer"), report);
  }

  /** The next lawful act, with one key to confirm it. */
  #nextAct() {
    const { view } = this.#table;
    this.#next = null;
    if (view.blocked) return el("p", { class: "held" }, view.blocked);
    if (view.phase === "betting") return this.#closeBetting();
    const [question] = this.#table.questions;
    if (!question) return el("p", { class: "waiting" }, this.#waiting());
    const { node, keys } = questionForm(question, {
      hand: view.cards[question.to] ?? [],
      answer: (answer) => this.#doNow({ answer }),
      keys: this.#keys,
    });
    this.#keys.answer(keys);
    this.#next = node.querySelector(".answers .answer");
    const first = this.#next ?? node.querySelector("input");
    if (!document.activeElement?.closest("dialog")) queueMicrotask(() => first?.focus());
    return [node, this.#correction()];
  }

  /** What was entered last, to be taken back while nothing is settled on it. */
  #correction() {
    const { correctable } = this.#table.view.you;
    if (!correctable) return null;
    const words = `Take back ${correctable.outcome}: it was not what the ${correctable.device} showed`;
    return button(words, () => this.#doNow({ do: "correct" }), { class: "correct", "data-do": "correct" });
  }

  #closeBetting() {
    this.#keys.answer(new Map());
    this.#next = button(
      "No more bets",
      () => this.#doNow({ do: "no_more_bets" }),
      { class: "answer big", "data-says": "no_more_bets" },
      this.#keys.hint(this.#keys.keyOf("close")),
    );
    return el("div", {}, el("p", { class: "up-now" }), this.#next);
  }

  #waiting() {
    const asked = this.#table.view.asked ?? [];
    if (!asked.length) return this.#table.view.phase === "closed" ? "The table is closed." : "Nothing to do just now.";
    return `Waiting for ${asked.map(this.#table.askedWords).join("; ")}.`;
  }

  // --- the floor

  #floor() {
    const { view, moment } = this.#table;
    const closed = view.phase === "closed";
    this.#lay(
      this.#part("head", [closed, view.closing], () => this.#floorsHead(closed)),
      this.#part("asked", [view.blocked, moment, view.you.questions, view.you.correctable], () => this.#ownQuestions()),
      this.#columns(),
    );
    this.#desk.refresh();
  }

  #floorsHead(closed) {
    const standing = closed ? "table closed" : this.#table.view.closing ? "closes after this round" : "table open";
    return el(
      "header",
      { class: "console-head" },
      el("h2", {}, "Floor"),
      el("span", { class: "badge" }, standing),
      closed ? this.#deed("open_table", "Open the table") : this.#deed("close_table", "Close after this round"),
    );
  }

  /** Irregularities beside inspections and duties, each list in a part of its own. */
  #columns() {
    const { view, facts } = this.#table;
    const lists = facts.checklists.map((list) =>
      this.#part(`list-${list.name}`, view.signed?.[list.name] ?? [], () => this.#checklist(list)),
    );
    this.#both ??= el(
      "div",
      { class: "console-columns" },
      el("section", {}, el("h3", {}, "Irregularities possible now"), this.#desk.place()),
      el("section", {}, el("h3", {}, "Inspections"), lists, this.#duties()),
    );
    for (const [name, node] of this.#due) node.textContent = this.#when(name);
    return this.#both;
  }

  #both = null;
  #due = new Map(); // by duty: where it is told when it is due

  #deed = (name, label) => button(label, () => this.#do({ do: name }), { "data-do": name });

  /** Decisions the rules leave to the floor, and what holds play up. */
  #ownQuestions() {
    const { view, questions } = this.#table;
    const answer = (found) => this.#doNow({ answer: found });
    this.#keys.answer(new Map());
    return [
      view.blocked ? el("p", { class: "held" }, view.blocked) : null,
      questions
        .filter((question) => question.to === "floor")
        .map((question) => questionForm(question, { hand: [], answer, keys: this.#keys }).node),
      this.#correction(),
    ];
  }

  #checklist(list) {
    const signed = this.#table.view.signed?.[list.name] ?? [];
    const boxes = list.items.map((item) => [item, el("input", { type: "checkbox" })]);
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
      boxes.map(([item, box]) =>
        el("label", { class: "check" }, box, el("span", {}, item.text, " ", citation(item.cite))),
      ),
      roles,
    );
  }

  #signature(list, role, boxes) {
    const name = this.#nameField(role, `Name of the ${role}`);
    const sign = () => {
      const [missing] = boxes.filter(([, box]) => !box.checked).map(([item]) => item);
      if (missing) return this.#tell({ sentence: `Not ticked: “${missing.text}”`, cite: missing.cite });
      const by = name.value.trim();
      if (!by) return this.#tell({ sentence: `The ${role} signs with a name.`, cite: list.cite });
      kept.set(`name.${role}`, by);
      this.#do({ do: "sign", checklist: list.name, by, as: role, items: boxes.map(([item]) => item.cite) });
    };
    return el("div", { class: "signature" }, name, button(`Sign as ${role}`, sign));
  }

  #nameField(role, label) {
    const value = kept.get(`name.${role}`, "");
    return el("input", { autocomplete: "name", value, "aria-label": label, placeholder: role });
  }

  #duties() {
    const duties = this.#table.facts.duties;
    return [
      duties.length ? [el("h3", {}, "Duties"), duties.map((duty) => this.#duty(duty))] : null,
      this.#table.facts.dealer === "person" ? this.#relief() : null,
    ];
  }

  /** Another dealer takes over; the next round has what the chapter asks of him first. */
  #relief() {
    const name = this.#nameField("dealer", "Name of the new dealer");
    const come = () => {
      const by = name.value.trim();
      if (!by) return this.#tell({ sentence: "Say who the new dealer is.", cite: "" });
      this.#do({ do: "new_dealer", by });
    };
    return [
      el("h3", {}, "Relief"),
      el("div", { class: "signature" }, name, button("A new dealer comes", come, { "data-do": "new_dealer" })),
    ];
  }

  #when(name) {
    const { view, facts } = this.#table;
    const left = view.duties.find((other) => other.name === name)?.due_in_ms;
    if (left === undefined) return `every ${facts.duties.find((duty) => duty.name === name).hours} hours`;
    return left > 0 ? `due in ${Math.ceil(left / 60_000)} minutes` : "due now";
  }

  #duty(duty) {
    const when = el("span", {}, this.#when(duty.name));
    this.#due.set(duty.name, when);
    const name = this.#nameField("floorperson", `Who did: ${duty.title}`);
    const done = () => this.#do({ do: "duty", name: duty.name, by: name.value.trim() || "floorperson" });
    return el(
      "div",
      { class: "duty" },
      el("p", {}, `${duty.title}, `, when, " ", citation(duty.cite)),
      el("div", { class: "signature" }, name, button("Done", done)),
    );
  }
}
