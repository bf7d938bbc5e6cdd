/** The dealer's and the floor's consoles: the next lawful act, inspections to sign, duties, opening and closing. */

import { button, byId, el, fill } from "./dom.js";
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
   * @param {import("./keys.js").Keys} keys @param {(notice: import("./types.js").Notice) => void} tell
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
    const { phase, round, blocked, asked: waiting, signed, closing, wagers, you } = view;
    const asked = JSON.stringify([
      phase,
      round,
      blocked,
      waiting,
      signed,
      closing,
      wagers.length,
      you.questions,
      you.possible,
    ]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    fill(this.#panel, role === "dealer" ? this.#dealer() : this.#floor());
    this.#panel.hidden = false;
  }

  /** Draw everything again next time. */
  forget() {
    this.#asked = "";
  }

  async #do(message) {
    try {
      await this.#connection.send(message);
      this.forget(); // the same question may be asked again
    } catch (refusal) {
      this.#tell(refusal);
    }
  }

  // --- the dealer

  #dealer() {
    const hint = this.#keys.hint(this.#keys.keyOf("report"));
    const report = button("Report irregularity", () => this.#desk.open(), { class: "quiet" }, hint);
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
    this.#next = button(
      "No more bets",
      () => this.#do({ do: "no_more_bets" }),
      { class: "answer big", "data-says": "no_more_bets" },
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
    const standing = closed ? "table closed" : view.closing ? "closes after this round" : "table open";
    const desk = el("div", { class: "desk" });
    this.#desk.show(desk);
    this.#keys.answer(new Map());
    return [
      el(
        "header",
        { class: "console-head" },
        el("h2", {}, "Floor"),
        el("span", { class: "badge" }, standing),
        closed ? this.#deed("open_table", "Open the table") : this.#deed("close_table", "Close after this round"),
      ),
      view.blocked ? el("p", { class: "held" }, view.blocked) : null,
      this.#ownQuestions(),
      el(
        "div",
        { class: "console-columns" },
        el("section", {}, el("h3", {}, "Irregularities possible now"), desk),
        el(
          "section",
          {},
          el("h3", {}, "Inspections"),
          facts.checklists.map((list) => this.#checklist(list)),
          this.#duties(),
        ),
      ),
    ];
  }

  #deed = (name, label) => button(label, () => this.#do({ do: name }), { "data-do": name });

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

  #duty(duty) {
    const left = this.#table.view.duties.find((other) => other.name === duty.name)?.due_in_ms;
    const soon = left > 0 ? `due in ${Math.ceil(left / 60_000)} minutes` : "due now";
    const when = left === undefined ? `every ${duty.hours} hours` : soon;
    const name = this.#nameField("floorperson", `Who did: ${duty.title}`);
    const done = () => this.#do({ do: "duty", name: duty.name, by: name.value.trim() || "floorperson" });
    return el(
      "div",
      { class: "duty" },
      el("p", {}, `${duty.title}, ${when} `, citation(duty.cite)),
      el("div", { class: "signature" }, name, button("Done", done)),
    );
  }
}
