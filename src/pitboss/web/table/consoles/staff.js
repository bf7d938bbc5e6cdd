/**
 * The console of those who work at a table: the next lawful step, irregularities, inspections, duties, things, places.
 * It shows what the house says that this person may do here, and nothing else.
 */

import { asRefused } from "../../kit/api.js";
import { ChecklistPanel } from "./checklist.js";
import { button, byId, el, render } from "../../kit/dom.js";
import { DutyPanel } from "./duty.js";
import { FollowPanel } from "./follow.js";
import { IrregularityPanel } from "./irregularity.js";
import { NextStep } from "./nextstep.js";
import { OFFLINE, onlineOnly, setOnline } from "../offline.js";
import { PatronPanel } from "./patrons.js";
import { PayPanel } from "./pay.js";
import { ReportPanel } from "./report.js";
import { allRoles, listedRoles } from "../../kit/roles.js";
import { AssignmentPanel } from "./assignment.js";
import { EquipmentPanel } from "./equipment.js";

/** @import { Connection } from "../connection.js" */
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
  #panels;
  #panel = byId("console");
  #box = onlineOnly();
  #top = el("div", { class: "console-part head" });
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
    this.#irregularities = new IrregularityPanel(table, connection);
    this.#reports.append(this.#irregularities.place());
    const [lists, duties] = [new ChecklistPanel(table, this.#send, notify, cured), new DutyPanel(table, this.#send)];
    const [things, staff] = [new EquipmentPanel(table, this.#send), new AssignmentPanel(table, this.#send)];
    this.#follow = new FollowPanel(table, this.#send, keys, notify);
    this.#pays = new PayPanel(table);
    this.#next = new NextStep(table, this.#send, keys, () => this.#pays.current ?? this.#follow.line);
    this.#work = el("div", { class: "console-work" }, this.#next.node, this.#pays.node);
    const [patrons, words] = [new PatronPanel(table), new ReportPanel(table, this.#send)];
    this.#panels = [this.#follow, this.#pays, lists, duties, patrons, things, staff, words];
    const beside = el("div", { class: "console-column" }, patrons.node, duties.node, things.node, staff.node, words.node);
    this.#columns = el("div", { class: "console-columns" }, this.#reports, lists.node, beside);
    this.#box.append(this.#top, this.#work, this.#follow.node, this.#columns);
    keys.bind("report", () => this.#mayReport && this.#irregularities.open());
    keys.applies = (action) => !table.isStaff || (!OF_PLAYERS.has(action) && (action !== "again" || table.view.follow));
    allRoles().then(() => this.show());
  }

  /** Show what there is to do; what is half filled in stays as it is. */
  show() {
    const { view, online, role } = this.#table;
    const { phase, you } = view;
    render(this.#top, () => this.#head());
    render(this.#panel, () => this.#box);
    this.#reports.hidden = role === "dealer" || phase === "closed" || !this.#mayReport; // dealers have a button for it
    this.#irregularities.refresh();
    this.#columns.hidden = !you.may.length;
    for (const panel of this.#panels) panel.show();
    this.#next.show();
    setOnline(this.#box, online);
    this.#panel.hidden = false;
  }

  /** Draw everything again next time. */
  forget() {
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
    const { phase, closing, last_hand: lastHand, you } = view;
    const closed = phase === "closed";
    const status = closed ? "table closed" : closing ? "closes after this round" : lastHand ? "last hand announced" : "table open";
    const hint = this.#keys.hint(this.#keys.keyOf("report"));
    const opens = closed ? may("open_table") : may("close_table") && !closing;
    const announces = !closed && !closing && !lastHand && may("announce last hand");
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
        announces ? this.#lastHand() : null,
        opens ? this.#opening(closed) : null,
      ),
    );
  }

  #lastHand = () =>
    button("Announce last hand", () => this.#send({ do: "announce_last_hand" }), { "data-do": "announce_last_hand" });

  /** @param {boolean} closed */
  #opening = (closed) =>
    closed
      ? button("Open the table", () => this.#send({ do: "open_table" }), { "data-do": "open_table" })
      : button("Close after this round", () => this.#send({ do: "close_table" }), { "data-do": "close_table" });
}
