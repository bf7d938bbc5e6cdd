/**
 * The table page: joins felt, controls, questions and consoles to the connection, for whoever sits, deals, oversees or
 * watches.
 *
 * Rules of the pages:
 * 1. No rules of play and no odds: the house's view, offers and questions say what may be done and what it pays.
 * 2. What came from outside becomes text, never markup; no inline style, and no inline script but what the house puts in.
 * 3. A command gets its key before it is sent, and is sent again until it is answered.
 * 4. Nothing is said by colour alone, or by pointer alone, or by motion alone.
 * 5. What changes is described again (`render`), and what somebody types in is `kept`: nothing remembers by hand what it drew.
 */

import "../kit/theme.js";
import { Account } from "../kit/accountmenu.js";
import { asRefused, getTable } from "../kit/api.js";
import { Announced, isSameLayout } from "./announced.js";
import { describeArea } from "./betting/areacard.js";
import { Betting } from "./betting/betting.js";
import { Connection } from "./connection.js";
import { Controls, showResults, showTold } from "./controls.js";
import { Decisions } from "./decisions.js";
import { Easy } from "./betting/easy.js";
import { byId, el, fill, findAll, focused, loadLaterStyles, render } from "../kit/dom.js";
import { Felt } from "../felt/felt.js";
import { FeltView } from "./betting/feltview.js";
import { FocusKeeper } from "./focuskeeper.js";
import { listenForGuide, openGuide } from "../kit/guidelink.js";
import { Keys } from "./keys.js";
import { tableOfPage } from "./websocket.js";
import { hurry, isMoving, skip, still } from "../felt/motion.js";
import { NoticeBoard } from "./notice.js";
import { showLine } from "./offline.js";
import { learnTiles } from "../felt/pips.js";
import { PlayClock } from "./playclock.js";
import { ReadyButton, goWord } from "./readybutton.js";
import { Seating } from "./seating.js";
import { handsSet } from "./sethands.js";
import { showSettlements } from "../felt/settlements.js";
import { Stage } from "./stage.js";
import { tokenOf } from "../kit/storage.js";
import { openSettings, showTerms } from "./head.js";
import { TableLog } from "./log.js";
import { TableState } from "../felt/tablestate.js";

/** @import { Area } from "../felt/felt.js" */
/** @import { Notice } from "./notice.js" */
/** @import { Batch } from "./connection.js" */
/** @import { Panels } from "./panels.js" */
/** @import { StaffConsole } from "./consoles/staff.js" */
/** @import { PersonIdentity, Refusal, TableInfo, WelcomeMessage } from "../kit/types.js" */

const TOGETHER = 10; // milliseconds between two messages that belong together
const FAR_BEHIND = 4; // batches of events that wait to be played

/** Everything on the page of one table. */
class TablePage {
  #keys = new Keys();
  #clock = new PlayClock();
  #focus = new FocusKeeper();
  #account = new Account(byId("account"));
  /** @type {Batch[]} */ #queue = [];
  /** @type {StaffConsole|null} */ #staff = null;
  #isCalled = false; // the console is on its way
  /** @type {Panels|null} */ #panels = null;
  /** Of the strategy chart: those of the hand that is being decided. @type {string[][]} */ #cells = [];
  #due = 0; // the timer of what is to be shown soon
  #learning = false; // what the rules in force say is being read again
  #announced = new Announced();

  /** @param {string} id */
  static async open(id) {
    const info = await getTable(id);
    const table = new TableState(info);
    learnTiles(info.tiles);
    const felt = await Felt.into(byId("felt"), id);
    felt.isSingle = (area) => table.spot(area.wager, area.on)?.covers.length === 1;
    felt.isOffered = (area) => Boolean(table.spot(area.wager, area.on));
    return new TablePage(table, felt);
  }

  /** @param {TableState} table @param {Felt} felt */
  constructor(table, felt) {
    this.table = table;
    this.felt = felt;
    const notify = (/** @type {Notice} */ notice) => this.#notify(notice);
    const changed = () => this.#changed();
    this.notices = new NoticeBoard(table);
    this.log = new TableLog(table);
    this.stage = new Stage(felt, table);
    this.connection = this.#connect(tokenOf(table.info.id));
    this.ready = new ReadyButton(table, this.connection, notify, changed);
    this.betting = new Betting(table, this.connection, (notice) => this.#refusedBet(notice), changed);
    this.feltView = new FeltView(table, felt, this.betting, () => this.stage.redraw());
    this.decisions = new Decisions(table, this.connection, {
      keys: this.#keys,
      light: (cells) => {
        this.#cells = cells;
        this.#panels?.strategy.light(cells);
      },
      notify,
      say: (words) => this.log.say(words),
      scrollToSeat: (seat) => this.feltView.scrollToOwn(seat),
    });
    this.decisions.onSent = (answers) => this.#panels?.judge.answered(answers);
    this.decisions.onAnswered = () => !this.stage.busy && this.decisions.show();
    this.controls = new Controls(table, this.betting, this.#keys, { ready: this.ready, goWord: goWord(felt) });
    this.controls.onChosen = () => table.hasView && this.#showBets();
    this.easy = new Easy(table, felt, changed);
    this.seating = new Seating(table, this.#account, (token) => this.connection.reopenAs(token), notify, (command) => this.connection.send(command));
    this.#showHead(table.info);
    this.#listen();
    this.#account.refresh().then(() => this.#changed());
    const announced = this.#announced.take(table.info.id);
    if (announced) this.#notify(announced, { lasts: true });
  }

  // --- the connection

  /** @param {string} token */
  #connect(token) {
    const { table } = this;
    return new Connection(table.info.id, token, {
      onWelcome: (message) => this.#welcome(message),
      onEvents: (batch) => this.#enqueue(batch),
      onEdges: (edges) => table.learnEdges(edges),
      onAck: (key, sequence) => {
        table.acknowledged(key, sequence);
        this.#changeSoon();
      },
      onUnknownToken: (refusal) => this.#unknownToken(refusal),
      onNotice: (notice) => {
        this.#announced.hear(notice);
        this.#notify(notice, { lasts: true }); // it may come just before betting is seen to close
      },
      onConnected: (online) => this.#connected(online),
      onSignedOut: (why) => this.#signedOut(why),
    });
  }

  /** @param {Refusal} refusal */
  #unknownToken({ sentence, cite }) {
    this.#notify({ sentence: sentence || "This seat is no longer yours; you are watching.", cite });
  }

  /** Whoever has a seat that needs no account plays on; others sign in over the page as it is. @param {string} why */
  async #signedOut(why) {
    const { id, accounts } = this.table.info;
    const token = tokenOf(id);
    const before = this.#account.person;
    if (token && !accounts) await this.#account.refresh();
    else await this.#account.adopt(await this.#signInAgain(why, before));
    this.connection.reopenAs(token);
  }

  /** @param {string} why @param {PersonIdentity|null} before */
  async #signInAgain(why, before) {
    const { signInAgain } = await import("../kit/signinpanel.js");
    return signInAgain(why, before);
  }

  /** @param {WelcomeMessage} message */
  #welcome({ view }) {
    const { table } = this;
    this.#queue = [];
    skip();
    const isNewcomer = view.you.seat !== table.seat;
    if (isNewcomer) {
      table.underway.clear();
      table.draft.clear();
    }
    table.see(view, view.sequence);
    const wasMoved = table.wasMoved();
    this.betting.viewChanged();
    this.feltView.begin();
    this.stage.set(view);
    this.#show();
    if (wasMoved) this.#notify({ sentence: `The floor moved you to seat ${view.you.seat}.`, isTheirs: true }, { lasts: true });
    if (isNewcomer) this.#placeFocus();
    document.body.dataset.ready = "1";
    if (!this.#panels) this.#callPanels();
  }

  /** What can wait until somebody can play; where the house could not be reached, until it can. */
  async #callPanels() {
    const { Panels } = await import("./panels.js");
    this.#panels ??= new Panels(this.table, this.felt, this.betting, { easy: this.easy, connection: this.connection, ready: this.ready });
    this.#panels.strategy.light(this.#cells);
    this.stage.showPaying(this.#panels.paying);
    this.feltView.printTables(this.#panels.paytables);
    this.#show();
  }

  /** Whoever sat down goes on at the felt, who left it at the seats: what they pressed is gone. */
  #placeFocus() {
    const at = focused();
    if (at && at !== document.body && at !== byId("felt") && at.checkVisibility()) return;
    if (!this.table.playing) return findAll(byId("seating"), ".seat:not([disabled])")[0]?.focus();
    this.felt.focus();
    this.feltView.scrollToOwn();
    scrollTo(0, 0); // on a small screen the seats were chosen further down
  }

  /** @param {Batch} batch */
  #enqueue(batch) {
    this.#queue.push(batch);
    if (this.#queue.length === 1) this.#drain();
    else if (this.#queue.length > FAR_BEHIND) hurry(true);
  }

  /** Batches are played one after the other, so that nobody reads the result before the ball has fallen. */
  async #drain() {
    while (this.#queue.length) {
      const { events, view, sequence } = this.#queue[0];
      this.table.see(view, sequence);
      this.betting.viewChanged();
      const plays = this.stage.play(events, view);
      if (this.stage.busy) this.#show();
      await plays;
      this.log.hear(events);
      this.#clock.count(events, this.table.holds);
      this.#queue.shift();
      this.#show();
    }
    hurry(false);
  }

  /** A lost connection is shown at once, and nothing can be pressed as long as it lasts. @param {boolean} online */
  #connected(online) {
    showLine(online);
    this.table.online = online;
    if (online) return; // the welcome follows
    this.ready.cancel();
    this.#changed();
  }

  // --- notices

  /** @param {Notice} notice */
  #notify(notice, { lasts = false } = {}) {
    const betting = this.table.hasView && this.betting.open;
    this.notices.show(notice, lasts ? { lasts, betting } : { betting });
  }

  /** A press of Spin, Roll or Deal was made for chips that the house did not take. @param {Notice} notice */
  #refusedBet(notice) {
    if (notice.code) this.ready.cancel();
    this.#notify(notice);
  }

  // --- showing

  /** The view that has what was acknowledged comes with the next message: both are shown together. */
  #changeSoon() {
    this.#due ||= setTimeout(() => this.#changed(), TOGETHER);
  }

  #changed() {
    if (!this.table.hasView) return;
    this.stage.refresh();
    this.#show();
  }

  #show() {
    clearTimeout(this.#due);
    this.#due = 0;
    const { table, betting, stage } = this;
    const { busy } = stage;
    if (table.view.rules && table.view.rules !== table.info.submission_hash && !busy) this.#learnRules();
    const open = betting.open && !busy;
    if (!open) this.#panels?.nearby.hide();
    this.felt.serve(table.playing ? table.seats : (this.#staff?.seats ?? []), (area) => describeArea(table, area));
    this.felt.box.classList.toggle("open", open);
    this.notices.expire(betting.open);
    this.controls.show(busy);
    this.#showBets();
    if (!busy) this.#panels?.showWagers(betting.open);
    this.#clock.serve(table.role);
    still(table.isStaff && table.info.chance === "entered");
    this.seating.show();
    this.#showConsole();
    this.feltView.show();
    if (busy) return this.#focus.keep();
    this.ready.proceed();
    if (!table.isStaff) this.decisions.show();
    showResults(table, this.felt);
    showTold(table);
    this.#showSettlements();
    this.#panels?.showRound();
    this.#focus.keep();
  }

  #showBets() {
    this.easy.show();
    this.#panels?.showBets(this.betting.open && !this.stage.busy);
  }

  /** For those who work here: somebody who is assigned while they look on has one from then on. */
  #showConsole() {
    if (!this.table.isStaff) byId("console").hidden = true;
    else if (this.#staff) this.#staff.show();
    else if (!this.#isCalled) this.#callStaff();
  }

  /** What players never need is fetched for those who do. */
  async #callStaff() {
    this.#isCalled = true;
    const [{ StaffConsole }] = await Promise.all([import("./consoles/staff.js"), loadLaterStyles()]);
    const { table, connection } = this;
    this.#staff = new StaffConsole(table, connection, this.#keys, (notice) => this.#notify(notice), () => this.notices.dismiss());
    this.#show();
  }

  #showSettlements() {
    const { table } = this;
    const shown = table.playing ? table.settled : table.view.settlements; // those who do not play see everybody's
    const seat = !table.playing || table.seats.length > 1;
    render(byId("hands-set"), () => handsSet(table));
    const round = table.view.settled_round;
    showSettlements(byId("settled"), shown, (wager, on) => table.title(wager, on), { seat, round });
  }

  /** Other rules are in force: limits are read again; for another layout the page is loaded again. */
  async #learnRules() {
    const { table } = this;
    if (this.#learning) return;
    this.#learning = true;
    const info = await getTable(table.info.id).catch(() => null);
    this.#learning = false;
    if (!info || info.submission_hash === table.info.submission_hash) return;
    if (!isSameLayout(info, table.info)) return this.#announced.reload(table.info.id);
    table.learn(info);
    showTerms(info);
    this.#changed();
  }

  /** @param {TableInfo} info */
  #showHead(info) {
    showTerms(info);
    byId("reconnect").addEventListener("click", () => this.connection.reconnect());
    byId("rules-button").addEventListener("click", () => openGuide(this.table.info));
    listenForGuide(() => this.table.info);
    byId("keys-button").addEventListener("click", () => this.#keys.show());
    byId("settings-button").addEventListener("click", () => openSettings(this.#clock));
  }

  // --- pointer and keys

  #listen() {
    this.felt.listen({
      act: (area, remove, finger) => this.#press(area, remove, finger),
      look: (area) => this.feltView.look(area),
      offer: (area) => this.seating.offer(area.seat),
    });
    this.#keys.onChange = () => this.#rekey();
    this.#keys.bind("felt", () => this.felt.focus());
    this.#keys.bind("find", () => this.#panels?.focusFinder());
    document.addEventListener("keydown", (event) => event.key === "Escape" && isMoving() && skip());
    byId("felt").addEventListener("click", () => isMoving() && skip());
  }

  /** @param {Area} area @param {boolean} remove @param {{x: number, y: number}} [finger] */
  #press(area, remove, finger) {
    const { wager, on, seat } = area;
    if (this.stage.busy) return;
    this.#panels?.nearby.hide();
    this.notices.dismiss();
    if (this.#staff && !this.table.playing) return this.#staff.press({ wager, on, seat }, remove);
    const box = seat || this.table.seat;
    if (remove) this.betting.take(wager, on, box);
    else this.betting.place(wager, on, box);
    if (finger && !remove) this.#panels?.nearby.after(area, finger);
  }

  #rekey() {
    this.decisions.forget();
    this.controls.rekey();
    this.#staff?.forget();
    this.#show();
  }
}

TablePage.open(tableOfPage()).catch((refusal) => {
  fill(
    byId("felt"),
    el("p", { class: "refusal" }, asRefused(refusal).sentence),
    el("p", {}, el("a", { href: "/" }, "Back to the lobby")),
  );
  throw refusal;
});
