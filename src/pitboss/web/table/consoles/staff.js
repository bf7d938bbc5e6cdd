/**
 * The console of those who work at a table, beside the felt: what to do now with its one act, what is taken and paid, what else
 * waits, and folded below it inspections, duties, equipment and people. It shows what the house says that this person may do here.
 */

import { asRefused } from "../../kit/api.js";
import { ChecklistPanel, listOf } from "./checklist.js";
import { button, byId, el, render } from "../../kit/dom.js";
import { DutyPanel } from "./duty.js";
import { FollowPanel } from "./follow.js";
import { IrregularityPanel } from "./irregularity.js";
import { NextStep } from "./nextstep.js";
import { OFFLINE, onlineOnly, setOnline } from "../offline.js";
import { PatronPanel } from "./patrons.js";
import { PayPanel } from "./pay.js";
import { Queue } from "../../kit/queue.js";
import { ReportPanel } from "./report.js";
import { allRoles, listedRoles } from "../../kit/roles.js";
import { AssignmentPanel } from "./assignment.js";
import { EquipmentPanel } from "./equipment.js";
import { StepsToOpen } from "./stepstoopen.js";
import { capitalized } from "../../kit/words.js";

/** @import { Connection } from "../connection.js" */
/** @import { Spotted } from "./follow.js" */
/** @import { Keys } from "../keys.js" */
/** @import { Notice } from "../notice.js" */
/** @import { TableState } from "../../felt/tablestate.js" */
/** @import { Command, TaskLine } from "../../kit/types.js" */

/** @typedef {(command: Command) => Promise<boolean>} Act  whether the house has done it */

/** @type {Record<string, string>} */
const TITLES = { dealer: "Dealer", floor: "Floor", staff: "Staff", audit: "Records" };

/** Shortcuts of players, which those who work here have no use for. */
const OF_PLAYERS = new Set(["chip1", "chip2", "chip3", "chip4", "chip5", "undo", "redo", "clear", "repeat", "double"]);

/** Tasks that have a form of their own here, faster than a card of the queue. */
const OWN_FORMS = new Set(["close_bets", "outcome", "answer", "award"]);

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
  #queue;
  #steps;
  #lists;
  #panels;
  #panel = byId("console");
  #box = onlineOnly();
  #top = el("div", { class: "console-part head" });
  /** What is folded, with the panel that says whether there is anything in it. @type {[HTMLElement, HTMLElement][]} */ #folds;

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
    this.#lists = new ChecklistPanel(table, this.#send, notify, cured);
    const duties = new DutyPanel(table, this.#send);
    const [things, staff] = [new EquipmentPanel(table, this.#send), new AssignmentPanel(table, this.#send)];
    const [patrons, words] = [new PatronPanel(table), new ReportPanel(table, this.#send)];
    this.#follow = new FollowPanel(table, this.#send, keys, notify);
    this.#pays = new PayPanel(table, this.#send, keys);
    this.#steps = new StepsToOpen(table);
    this.#next = new NextStep(table, this.#send, keys, this.#pays, () => this.#follow.line, () => this.#focusQueue());
    this.#irregularities = new IrregularityPanel(table, connection, keys, (facts) => this.#next.reported(facts));
    this.#queue = new Queue({ refused: () => {} }, { table: table.info.id, detail: { signature: (task) => this.#lists.card(listOf(task)) } });
    this.#panels = [this.#follow, this.#pays, this.#lists, duties, patrons, things, staff, words, this.#steps];
    /** @type {[string, HTMLElement][]} */
    const folded = [
      ["Inspections", this.#lists.node],
      ["Duties", duties.node],
      ["Patrons", patrons.node],
      ["Equipment at this table", things.node],
      ["Who stands here", staff.node],
      ["In your own words", words.node],
    ];
    this.#folds = folded.map(([title, node]) => [el("details", { class: "console-fold" }, el("summary", {}, title), node), node]);
    const act = el("div", { class: "console-act" }, this.#next.node, this.#queue.node);
    const work = el("div", { class: "console-work" }, this.#steps.node, act, this.#pays.node);
    this.#box.append(this.#top, work, this.#follow.node, duties.line, el("div", { class: "console-folds" }, this.#folds.map(([fold]) => fold)));
    new ResizeObserver(() => document.body.style.setProperty("--act-height", `${act.offsetHeight}px`)).observe(act);
    keys.bind("report", () => this.#reports && this.#irregularities.open());
    keys.applies = (action) => this.#applies(action);
    allRoles().then(() => this.show());
  }

  /** Show what there is to do; what is half filled in stays as it is. */
  show() {
    const { view, online } = this.#table;
    const tasks = this.#tasks(view.tasks);
    this.#lists.place(tasks.map(listOf));
    this.#queue.isSecond = this.#next.isAsked;
    this.#queue.show(tasks);
    render(this.#top, () => this.#head());
    render(this.#panel, () => this.#box);
    this.#irregularities.refresh();
    for (const panel of this.#panels) panel.show();
    for (const [fold, node] of this.#folds) fold.hidden = node.hidden || !view.you.may.length;
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

  /**
   * What the queue shows: not what has a form of its own here; of a closed table only the next step, since all are listed above
   * it; of a list only the next signature. @param {TaskLine[]} all
   */
  #tasks(all) {
    const own = all.filter(({ kind, yours }) => !(yours && OWN_FORMS.has(kind)) && !(kind === "pay" && this.#table.role === "dealer"));
    if (this.#steps.all.length) return own.filter(({ yours }) => yours).slice(0, 1);
    /** @type {Set<string>} */ const lists = new Set();
    return own.filter((task) => {
      const list = task.yours ? listOf(task) : "";
      const isAgain = list !== "" && lists.has(list);
      lists.add(list);
      return !isAgain;
    });
  }

  /** @param {string} action */
  #applies(action) {
    const { isStaff, view } = this.#table;
    if (!isStaff) return true;
    if (action === "tick" || action === "paid") return this.#pays.hasKeys;
    return !OF_PLAYERS.has(action) && (action !== "again" || view.follow);
  }

  #focusQueue() {
    const first = this.#queue.node.querySelector(".task :is(input, select, button:not(.cite), a)");
    if (first instanceof HTMLElement) first.focus();
  }

  get #reports() {
    const { view } = this.#table;
    return view.phase !== "closed" && view.you.may.some((act) => act.startsWith("report "));
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
    const announces = !closed && !closing && !lastHand && may("announce last hand");
    return el(
      "header",
      { class: "console-head" },
      el("h2", {}, capitalized(listedRoles(you.roles)) || (TITLES[role] ?? "Staff")),
      el("span", { class: "badge" }, status),
      el(
        "div",
        { class: "act-row" },
        this.#reports ? button("Report irregularity", () => this.#irregularities.open(), { class: "quiet" }, hint) : null,
        announces ? this.#lastHand() : null,
        !closed && !closing && may("close_table") ? this.#closing() : null,
      ),
    );
  }

  #lastHand = () =>
    button("Announce last hand", () => this.#send({ do: "announce_last_hand" }), { class: "quiet", "data-do": "announce_last_hand" });

  /** Closing, once what has to be signed before is signed. */
  #closing() {
    const unsigned = this.#lists.unsignedBeforeClosing;
    const props = { class: "quiet", "data-do": "close_table", disabled: unsigned.length > 0 };
    return [
      button("Close after this round", () => this.#send({ do: "close_table" }), props),
      unsigned.length ? el("span", { class: "quiet-text" }, `To close, sign first: ${unsigned.join(", ")}.`) : null,
    ];
  }
}
