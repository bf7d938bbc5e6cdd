/**
 * The console of those who work at a table: the next lawful step, irregularities, inspections, duties, things, places.
 * It shows what the house says that this person may do here, and nothing else.
 */

import { asRefused } from "./api.js";
import { ChecklistDesk } from "./checklistdesk.js";
import { button, byId, el, fill, focused } from "./dom.js";
import { DutyDesk } from "./dutydesk.js";
import { IrregularityDesk } from "./irregularity.js";
import { OFFLINE, onlineOnly, setOnline } from "./offline.js";
import { questionForm } from "./questions.js";
import { allRoles, listedRoles } from "./roles.js";
import { StaffDesk } from "./staffdesk.js";
import { ThingDesk } from "./thingdesk.js";

/** @import { Connection } from "./connection.js" */
/** @import { Child } from "./dom.js" */
/** @import { Keys } from "./keys.js" */
/** @import { Notice } from "./notice.js" */
/** @import { TableState } from "./tablestate.js" */
/** @import { AnswerMessage, Command } from "./types.js" */

/** @typedef {(command: Command) => Promise<boolean>} Act  whether the house has done it */

/** @type {Record<string, string>} */
const TITLES = { dealer: "Dealer", floor: "Floor", staff: "Staff", audit: "Records" };

/** The console of somebody who is signed in and works here. */
export class StaffConsole {
  #table;
  #connection;
  #keys;
  #notify;
  #irregularities;
  #desks;
  #panel = byId("console");
  #box = onlineOnly();
  /** @type {Map<string, {node: HTMLElement, now: string}>} */ #parts = new Map();
  /** What the key of the next step presses. @type {HTMLElement|null} */ #next = null;
  #reports = el("section", {}, el("h3", {}, "Irregularities possible now"));
  #columns;
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
    this.#irregularities = new IrregularityDesk(table, connection);
    this.#reports.append(this.#irregularities.place());
    const [lists, duties] = [new ChecklistDesk(table, this.#send, notify), new DutyDesk(table, this.#send)];
    const [things, staff] = [new ThingDesk(table, this.#send), new StaffDesk(table, this.#send)];
    this.#desks = [lists, duties, things, staff];
    const beside = el("div", { class: "console-column" }, duties.node, things.node, staff.node);
    this.#columns = el("div", { class: "console-columns" }, this.#reports, lists.node, beside);
    keys.bind("report", () => this.#mayReport && this.#irregularities.open());
    keys.bind("ready", () => this.#next?.click());
    keys.bind("close", () => table.may("no_more_bets") && table.betting && this.#sendNow({ do: "no_more_bets" }));
    allRoles().then(() => {
      lists.forget();
      duties.forget();
      this.show();
    });
  }

  /** Each part is drawn again only when it has changed itself: what is half filled in stays as it is. */
  show() {
    const { view, moment, online, role } = this.#table;
    const { phase, blocked, asked, you, closing } = view;
    this.#moment = moment;
    const head = [role, you.name, you.roles, phase === "closed", closing, you.may, this.#keys.keyOf("report")];
    const next = [phase, moment, blocked, asked, you.questions, you.correctable, you.may];
    this.#assemble(
      this.#part("head", head, () => this.#head()),
      this.#part("next", next, () => el("div", { class: "console-body" }, this.#nextStep())),
      this.#columns,
    );
    this.#countPlayers();
    this.#reports.hidden = role === "dealer" || phase === "closed" || !this.#mayReport; // dealers have a button for it
    this.#irregularities.refresh();
    this.#columns.hidden = !you.may.length;
    for (const desk of this.#desks) desk.show();
    setOnline(this.#box, online);
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

  get #mayReport() {
    return this.#table.view.you.may.some((act) => act.startsWith("report "));
  }

  /** Send what is meant for the moment that is shown. @param {Command} command */
  #sendNow = (command) => this.#send({ ...this.#moment, ...command });

  /** @type {Act} */
  #send = async (command) => {
    if (!this.#table.online) {
      this.#notify({ sentence: OFFLINE });
      return false;
    }
    return this.#connection.send(command).then(
      () => true,
      (refusal) => {
        this.#notify(asRefused(refusal));
        return false;
      },
    );
  };

  // --- the head

  #head() {
    const { role, view, may } = this.#table;
    const { phase, closing, you } = view;
    const closed = phase === "closed";
    const status = closed ? "table closed" : closing ? "closes after this round" : "table open";
    const hint = this.#keys.hint(this.#keys.keyOf("report"));
    const opens = closed ? may("open_table") : may("close_table") && !closing;
    return el(
      "header",
      { class: "console-head" },
      el("h2", {}, TITLES[role] ?? "Staff"),
      el("span", { class: "quiet-text" }, [you.name, listedRoles(you.roles)].filter(Boolean).join(", ")),
      el("span", { class: "badge" }, status),
      el(
        "div",
        { class: "act-row" },
        this.#mayReport && role === "dealer"
          ? button("Report irregularity", () => this.#irregularities.open(), { class: "quiet" }, hint)
          : null,
        opens ? this.#opening(closed) : null,
      ),
    );
  }

  /** @param {boolean} closed */
  #opening = (closed) =>
    closed
      ? button("Open the table", () => this.#send({ do: "open_table" }), { "data-do": "open_table" })
      : button("Close after this round", () => this.#send({ do: "close_table" }), { "data-do": "close_table" });

  // --- the next step

  /** What holds play up, what is asked of this person, with one key to confirm it; or whom the table waits for. */
  #nextStep() {
    const { view, questions, may, betting } = this.#table;
    this.#next = null;
    this.#keys.answer(new Map());
    const held = view.blocked ? el("p", { class: "held" }, view.blocked) : null;
    if (!view.you.may.length) return [held, el("p", {}, this.#nothingToDo())];
    if (betting && may("no_more_bets")) return [held, this.#closeBetting(), this.#correction()];
    if (!questions.length) {
      return [held ?? el("p", { class: "waiting" }, this.#waiting()), this.#correction()];
    }
    const unkeyed = { hint: () => null, letters: this.#keys.letters.bind(this.#keys) };
    const forms = questions.map((question, n) =>
      questionForm(question, {
        hand: view.cards[question.to] ?? [],
        answer: (/** @type {AnswerMessage} */ answer) => this.#sendNow({ answer }),
        keys: n ? unkeyed : this.#keys, // only the first one has keys
        explained: true,
      }),
    );
    const [{ node, keys }] = forms;
    this.#keys.answer(keys);
    this.#next = /** @type {HTMLElement|null} */ (node.querySelector(".answers .answer"));
    this.#offerFocus(this.#next ?? node.querySelector("input"));
    return [held, forms.map((form) => form.node), this.#correction()];
  }

  /** To the dealer's next step, unless they are busy elsewhere on the page. @param {HTMLElement|null} target */
  #offerFocus(target) {
    if (this.#table.role !== "dealer") return;
    queueMicrotask(() => {
      const active = focused();
      const isFree = !active || active === document.body || active === byId("felt") || active.closest(".next");
      if (isFree && !document.querySelector("dialog[open]")) target?.focus();
    });
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
    this.#next = button(
      "No more bets",
      () => this.#sendNow({ do: "no_more_bets" }),
      { class: "answer big", "data-says": "no_more_bets" },
      this.#keys.hint(this.#keys.keyOf("close")),
    );
    return el("div", {}, el("p", { class: "up-now" }), this.#next);
  }

  #countPlayers() {
    const count = new Set(this.#table.view.wagers.map((wager) => wager.seat)).size;
    const words = count === 1 ? "1 player has bets up." : `${count} players have bets up.`;
    const up = this.#panel.querySelector(".up-now");
    if (up && up.textContent !== words) up.textContent = words;
  }

  #waiting() {
    const { asked, phase } = this.#table.view;
    if (asked.length) return `Waiting for ${asked.map(this.#table.askedWords).join("; ")}.`;
    return phase === "closed" ? "The table is closed." : "Nothing to do right now.";
  }

  /** For somebody to whom nothing here belongs. */
  #nothingToDo() {
    const { name, roles } = this.#table.view.you;
    const as = roles.length ? ` as ${listedRoles(roles)}` : "";
    return `${name} is signed in${as}. Nothing at this table is signed, reported or decided in that role.`;
  }
}
