/**
 * The console of those who work at a table: the next lawful step, irregularities, inspections, duties, things, places.
 * It shows what the house says that this person may do here, and nothing else.
 */

import { asRefused } from "../../kit/api.js";
import { ChecklistConsole } from "./checklist.js";
import { button, byId, el, fill } from "../../kit/dom.js";
import { DutyConsole } from "./duty.js";
import { FollowConsole } from "./follow.js";
import { IrregularityConsole } from "./irregularity.js";
import { NextStep } from "./nextstep.js";
import { OFFLINE, onlineOnly, setOnline } from "../offline.js";
import { PayConsole } from "./pay.js";
import { ReportConsole } from "./report.js";
import { allRoles, listedRoles } from "../../kit/roles.js";
import { AssignmentConsole } from "./assignment.js";
import { EquipmentConsole } from "./equipment.js";

/** @import { Connection } from "../connection.js" */
/** @import { Child } from "../../kit/dom.js" */
/** @import { Spotted } from "./follow.js" */
/** @import { Keys } from "../keys.js" */
/** @import { Notice } from "../notice.js" */
/** @import { TableState } from "../../felt/tablestate.js" */
/** @import { Command } from "../../kit/types.js" */

/** @typedef {(command: Command) => Promise<boolean>} Act  whether the house has done it */

/** @type {Record<string, string>} */
const TITLES = { dealer: "Dealer", floor: "Floor", staff: "Staff", audit: "Records" };

/** Shortcuts of players, which those who work here have no use for. */
const OF_PLAYERS = new Set(["chip1", "chip2", "chip3", "chip4", "chip5", "undo", "redo", "clear", "repeat", "double"]);

/** The console of somebody who is signed in and works here. */
export class StaffConsole {
  #table;
  #connection;
  #keys;
  #notify;
  #cured;
  #irregularities;
  #next;
  #follow;
  #pays;
  #work;
  #desks;
  #panel = byId("console");
  #box = onlineOnly();
  /** @type {Map<string, {node: HTMLElement, now: string}>} */ #parts = new Map();
  #reports = el("section", {}, el("h3", {}, "Irregularities possible now"));
  #columns;

  /**
   * @param {TableState} table @param {Connection} connection @param {Keys} keys
   * @param {(notice: Notice) => void} notify @param {() => void} cured  what was refused before has been done, or mended
   */
  constructor(table, connection, keys, notify, cured) {
    this.#table = table;
    this.#connection = connection;
    this.#keys = keys;
    this.#notify = notify;
    this.#cured = cured;
    this.#irregularities = new IrregularityConsole(table, connection);
    this.#reports.append(this.#irregularities.place());
    const [lists, duties] = [new ChecklistConsole(table, this.#send, notify, cured), new DutyConsole(table, this.#send)];
    const [things, staff] = [new EquipmentConsole(table, this.#send), new AssignmentConsole(table, this.#send)];
    this.#follow = new FollowConsole(table, this.#send, keys, notify);
    this.#pays = new PayConsole(table);
    this.#next = new NextStep(table, this.#send, keys, () => this.#pays.current ?? this.#follow.line);
    this.#work = el("div", { class: "console-work" }, this.#next.node, this.#pays.node);
    const words = new ReportConsole(table, this.#send);
    this.#desks = [this.#follow, this.#pays, lists, duties, things, staff, words];
    const beside = el("div", { class: "console-column" }, duties.node, things.node, staff.node, words.node);
    this.#columns = el("div", { class: "console-columns" }, this.#reports, lists.node, beside);
    keys.bind("report", () => this.#mayReport && this.#irregularities.open());
    keys.applies = (action) => !table.isStaff || (!OF_PLAYERS.has(action) && (action !== "again" || table.view.follow));
    allRoles().then(() => {
      lists.forget();
      duties.forget();
      this.show();
    });
  }

  /** Each part is drawn again only when it has changed itself: what is half filled in stays as it is. */
  show() {
    const { view, online, role } = this.#table;
    const { phase, you, closing } = view;
    const head = [role, you.name, you.roles, phase === "closed", closing, you.may, this.#keys.keyOf("report")];
    this.#assemble(
      this.#part("head", head, () => this.#head()),
      this.#work,
      this.#follow.node,
      this.#columns,
    );
    this.#reports.hidden = role === "dealer" || phase === "closed" || !this.#mayReport; // dealers have a button for it
    this.#irregularities.refresh();
    this.#columns.hidden = !you.may.length;
    for (const desk of this.#desks) desk.show();
    this.#next.show();
    setOnline(this.#box, online);
    this.#panel.hidden = false;
  }

  /** Draw everything again next time. */
  forget() {
    for (const part of this.#parts.values()) part.now = "";
    this.#next.forget();
  }

  /** The seats for which the felt is pressed here: the one for which the dealer speaks now. */
  get seats() {
    return this.#follow.chosen ? [this.#follow.chosen] : [];
  }

  /** Chips of a patron, put on the felt or taken from it. @param {Spotted} area @param {boolean} remove */
  press(area, remove) {
    this.#follow.press(area, remove);
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

  /** @type {Act} */
  #send = async (command) => {
    if (!this.#table.online) {
      this.#notify({ sentence: OFFLINE });
      return false;
    }
    return this.#connection.send(command).then(
      () => {
        this.#cured();
        return true;
      },
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
}
