/** The dealer's and the floor's consoles: the next lawful act, inspections to sign, duties, opening and closing. */

import { byId, el, fill } from "./dom.js";
import { IrregularityDesk } from "./irregularity.js";
import { citation } from "./law.js";
import { questionForm } from "./questions.js";
import { kept } from "./store.js";

export class Staff {
  #table;
  #connection;
  #keys;
  #tell;
  #desk;
  #panel = byId("console");
  #asked = "";
  #next = null;

  /**
   * @param {import("./view.js").Table} table @param {import("./connection.js").Connection} connection
   * @param {import("./keys.js").Keys} keys @param {(notice: {sentence: string, cite?: string}) => void} tell
   */
  constructor(table, connection, keys, tell) {
    [this.#table, this.#connection, this.#keys, this.#tell] = [table, connection, keys, tell];
    this.#desk = new IrregularityDesk(table, connection);
    keys.bind("report", () => this.#desk.open());
    keys.bind("ready", () => this.#next?.click());
    if (table.role === "dealer") keys.bind("close", () => this.#do({ do: "no_more_bets" }));
  }

  /** Redraw when what is asked has changed; a half-typed entry survives other news. */
  show() {
    const { view, role } = this.#table;
    const asked = JSON.stringify([view.phase, view.round, view.blocked, this.#table.questions, view.asked, view.signed, view.duties, view.you.possible]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    fill(this.#panel, role === "dealer" ? this.#dealer() : this.#floor());
    this.#panel.hidden = false;
  }

  async #do(message) {
    try {
      await this.#connection.send(message);
      this.#asked = ""; // the same question may be asked again
    } catch (refusal) {
      this.#tell(refusal);
    }
  }

  // --- the dealer

  #dealer() {
    const report = el("button", { type: "button", class: "quiet", onclick: () => this.#desk.open() }, "Report irregularity", this.#keys.hint(this.#keys.keyOf("report")));
    return [
      el("header", { class: "console-head" }, el("h2", {}, "Dealer"), report),
      el("div", { class: "console-body" }, this.#nextAct()),
    ];
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
      answer: (answer) => this.#do({ answer }),
      keys: this.#keys,
    });
    this.#keys.answer(keys);
    this.#next = node.querySelector(".answers .answer");
    const first = this.#next ?? node.querySelector("input");
    if (!document.activeElement?.closest("dialog")) queueMicrotask(() => first?.focus());
    return node;
  }

  #closeBetting() {
    this.#keys.answer(new Map());
    const count = new Set(this.#table.view.wagers.map((wager) => wager.seat)).size;
    this.#next = el(
      "button",
      { type: "button", class: "answer big", "data-says": "no_more_bets", onclick: () => this.#do({ do: "no_more_bets" }) },
      "No more bets",
      this.#keys.hint(this.#keys.keyOf("close")),
    );
    return el("div", {}, el("p", {}, `Wagers of ${count} ${count === 1 ? "player" : "players"} are up.`), this.#next);
  }

  #waiting() {
    const asked = this.#table.view.asked ?? [];
    if (!asked.length) return this.#table.view.phase === "closed" ? "The table is closed." : "Nothing to do just now.";
    return `Waiting for ${asked.map(this.#table.askedWords).join("; ")}.`;
  }

  // --- the floor

  #floor() {
    const { view, facts } = this.#table;
    const closed = view.phase === "closed";
    const desk = el("div", { class: "desk" });
    this.#desk.show(desk);
    this.#keys.answer(new Map());
    return [
      el(
        "header",
        { class: "console-head" },
        el("h2", {}, "Floor"),
        el("span", { class: "badge" }, closed ? "table closed" : view.closing ? "closes after this round" : "table open"),
        el("button", { type: "button", "data-do": closed ? "open_table" : "close_table", onclick: () => this.#do({ do: closed ? "open_table" : "close_table" }) }, closed ? "Open the table" : "Close after this round"),
      ),
      view.blocked ? el("p", { class: "held" }, view.blocked) : null,
      this.#ownQuestions(),
      el("div", { class: "console-columns" },
        el("section", {}, el("h3", {}, "Irregularities possible now"), desk),
        el("section", {}, el("h3", {}, "Inspections"), facts.checklists.map((list) => this.#checklist(list)), this.#duties())),
    ];
  }

  /** Decisions the rules leave to the floor. */
  #ownQuestions() {
    const answer = (found) => this.#do({ answer: found });
    const own = this.#table.questions.filter((question) => question.to === "floor");
    return own.map((question) => questionForm(question, { hand: [], answer, keys: this.#keys }).node);
  }

  #checklist(list) {
    const signed = this.#table.view.signed?.[list.name] ?? [];
    const boxes = list.items.map((item) => [item, el("input", { type: "checkbox" })]);
    const roles = list.signed_by.map((role) => this.#signature(list, role, boxes));
    return el(
      "details",
      { class: "checklist", "data-checklist": list.name },
      el("summary", {}, list.title, signed.length ? el("span", { class: "badge good" }, `signed: ${signed.join(", ")}`) : null),
      el("p", {}, citation(list.cite)),
      boxes.map(([item, box]) => el("label", { class: "check" }, box, el("span", {}, item.text, " ", citation(item.cite)))),
      roles,
    );
  }

  #signature(list, role, boxes) {
    const name = el("input", { autocomplete: "name", value: kept.get(`name.${role}`, ""), "aria-label": `Name of the ${role}`, placeholder: role });
    const sign = () => {
      const missing = boxes.filter(([, box]) => !box.checked);
      if (missing.length) return this.#tell({ sentence: `${missing.length} of the lines are not ticked: “${missing[0][0].text}”`, cite: missing[0][0].cite });
      if (!name.value.trim()) return this.#tell({ sentence: `The ${role} signs with a name.`, cite: list.cite });
      kept.set(`name.${role}`, name.value.trim());
      this.#do({ do: "sign", checklist: list.name, by: name.value.trim(), as: role, items: boxes.map(([item]) => item.cite) });
    };
    return el("div", { class: "signature" }, name, el("button", { type: "button", onclick: sign }, `Sign as ${role}`));
  }

  #duties() {
    const duties = this.#table.facts.duties ?? [];
    if (!duties.length) return null;
    const due = new Map((this.#table.view.duties ?? []).map((duty) => [duty.name, duty.due_in_ms]));
    return [
      el("h3", {}, "Duties"),
      duties.map((duty) => {
        const left = due.get(duty.name);
        const when = left === undefined ? `every ${duty.hours} hours` : left > 0 ? `due in ${Math.ceil(left / 60_000)} minutes` : "due now";
        const name = el("input", { value: kept.get("name.floorperson", ""), "aria-label": `Who did: ${duty.title}`, placeholder: "floorperson" });
        const done = () => this.#do({ do: "duty", name: duty.name, by: name.value.trim() || "floorperson" });
        return el("div", { class: "duty" }, el("p", {}, `${duty.title}, ${when} `, citation(duty.cite)), el("div", { class: "signature" }, name, el("button", { type: "button", onclick: done }, "Done")));
      }),
    ];
  }
}
