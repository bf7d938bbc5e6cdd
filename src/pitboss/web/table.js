/**
 * The table page: joins felt, deck, questions and consoles to the line, for whoever sits, deals, oversees or watches.
 *
 * Rules of this room:
 * 1. No rules of play and no odds: the house's view, offers and questions say what may be done and what it pays.
 * 2. What came from outside becomes text, never markup; no inline style or script.
 * 3. A command gets its key before it is sent, and is sent again until it is answered.
 * 4. Nothing is told by colour alone, or by pointer alone, or by motion alone.
 */

import { getTable } from "./api.js";
import { Betting } from "./betting.js";
import { Connection } from "./connection.js";
import { Deck, showResults } from "./deck.js";
import { button, byId, dialog, el, fill } from "./dom.js";
import { showFairness } from "./fairness.js";
import { Felt } from "./felt.js";
import { Keys } from "./keys.js";
import { citation } from "./law.js";
import { hurry, moving, skip } from "./motion.js";
import { learnTiles } from "./pips.js";
import { Press } from "./press.js";
import { questionForAll, questionForm, usualAnswer } from "./questions.js";
import { reach, reachable } from "./reach.js";
import { Roads } from "./roads.js";
import { limits, rulesOf, tempo } from "./rules.js";
import { Seating, seatToken } from "./seating.js";
import { Session } from "./session.js";
import { handsSet } from "./setting.js";
import { isPassed, settings } from "./settings.js";
import { Finder, describeArea, showSpot } from "./spot.js";
import { Staff } from "./staff.js";
import { Stage } from "./stage.js";
import { Standings } from "./standing.js";
import { session, tokenFromAddress } from "./store.js";
import { Strategy } from "./strategy.js";
import { tabs } from "./tabs.js";
import { Talk } from "./talk.js";
import { Table } from "./view.js";
import { showSettlements } from "./why.js";

const PHONE_SCALE = 0.8; // pixels per unit of the felt where fitting it would make it too small to touch
const LONGEST_WAIT = 60_000;
const TOO_LATE = new Set(["betting_closed", "stale"]);
const SMALL_SCREEN = matchMedia("(max-width: 720px)");

class TablePage {
  /** @type {Table} */ table;
  /** @type {Felt} */ felt;
  #queue = [];
  #area = null;
  #staff = null;
  #asked = "";
  #answering = 0; // answers on their way
  #answered = 0; // the first state of the table in which the last of them is seen

  static async open(id) {
    const facts = await getTable(id);
    const table = new Table(facts);
    learnTiles(facts.tiles);
    const felt = await Felt.into(byId("felt"), id);
    felt.isSingle = (area) => table.spot(area.wager, area.on)?.covers?.length === 1;
    felt.isOffered = (area) => Boolean(table.spot(area.wager, area.on));
    return new TablePage(table, felt);
  }

  constructor(table, felt) {
    [this.table, this.felt] = [table, felt];
    this.keys = new Keys();
    this.keys.onChange = () => this.#rekey();
    this.talk = new Talk(table);
    this.stage = new Stage(felt, table);
    this.session = new Session();
    this.roads = new Roads(table);
    this.strategy = new Strategy(table);
    this.tabs = tabs(document.querySelector("[role=tablist]"));
    this.#head();
    this.connection = new Connection(table.facts.id, this.#token(), {
      onWelcome: (message) => this.#welcome(message),
      onEvents: (message) => this.#enqueue(message),
      onAck: (key, sequence) => {
        table.acknowledged(key, sequence);
        this.#changed();
      },
      onStranger: (refusal) => this.#stranger(refusal),
      onNotice: (notice) => this.tell(notice, { lasts: true }), // it may come just before betting is seen to close
      onLine: (online) => this.#line(online),
    });
    this.betting = new Betting(
      table,
      this.connection,
      (notice) => {
        if (notice.why) this.press.drop(); // it was made for a chip that the house did not take
        this.tell(notice);
      },
      () => this.#changed(),
    );
    this.press = new Press(
      table,
      this.connection,
      (notice) => this.tell(notice),
      () => this.#changed(),
    );
    this.deck = new Deck(table, this.betting, this.keys, { press: this.press, goWord: this.#goWord() });
    this.finder = new Finder(table, this.betting);
    this.standings = new Standings(table, this.betting, () => this.tabs.select("panel-standing"));
    this.seating = new Seating(
      table,
      (token) => this.connection.reopenAs(token),
      (notice) => this.tell(notice),
    );
    this.#listen();
    this.#awaitEdges();
  }

  /** Exact edges may still be in the making when the page is opened: ask again, ever more rarely. */
  #awaitEdges(wait = 2000) {
    if (this.table.facts.spots.every((spot) => spot.edge) || wait > LONGEST_WAIT) return;
    setTimeout(async () => {
      await getTable(this.table.facts.id).then(
        (facts) => this.table.learn(facts),
        () => {},
      );
      this.#awaitEdges(2 * wait);
    }, wait);
  }

  // --- who I am

  /** A role's token comes in the address and stays in the tab; a seat's token stays in the browser. */
  #token() {
    const role = new URLSearchParams(location.search).get("role");
    // the floor's token is good at every table
    const name = role === "floor" ? "token.floor" : `token.${role}.${this.table.facts.id}`;
    const given = tokenFromAddress();
    if (role && given) session.set(name, given);
    if (role) return session.get(name, "");
    return given ?? seatToken(this.table.facts.id) ?? "";
  }

  #stranger(refusal) {
    this.tell({
      sentence: refusal.sentence || "This seat or role is not known here any more; you are watching.",
      cite: refusal.cite,
    });
  }

  // --- hearing

  #welcome({ view }) {
    this.#queue = [];
    skip();
    if (view.you.seat !== this.table.seat) this.table.underway.clear();
    this.table.see(view, view.sequence);
    this.betting.notice();
    if (["dealer", "floor"].includes(this.table.role)) {
      this.#staff ??= new Staff(this.table, this.connection, this.keys, (notice) => this.tell(notice));
    }
    this.#size();
    this.stage.set(view);
    this.#show();
    document.body.dataset.role = this.table.role;
    document.body.dataset.ready = "1";
  }

  #enqueue(message) {
    this.#queue.push(message);
    if (this.#queue.length === 1) this.#drain();
    else if (this.#queue.length > 4) hurry(true);
  }

  /** Batches are played one after the other, so that nobody reads the result before the ball has fallen. */
  async #drain() {
    while (this.#queue.length) {
      const { events, view, sequence } = this.#queue[0];
      this.table.see(view, sequence);
      this.betting.notice();
      const plays = this.stage.play(events, view);
      this.#show();
      await plays;
      this.talk.hear(events);
      this.session.count(events, this.table.holds);
      this.#queue.shift();
      this.#show();
    }
    hurry(false);
  }

  /** A dead line is told at once, and nothing can be pressed as long as it lasts. */
  #line(online) {
    const node = byId("line");
    node.textContent = online ? "" : "Reconnecting …";
    node.classList.toggle("off", !online);
    this.table.online = online;
    if (online) return; // the welcome follows
    this.press.drop();
    this.#changed();
  }

  // --- showing

  #changed() {
    if (!this.table.view) return;
    this.stage.refresh();
    this.#show();
  }

  #show() {
    const { table } = this;
    const busy = this.stage.busy;
    this.felt.serve(table.playing ? table.seats : [], (area) => describeArea(table, area));
    this.felt.box.classList.toggle("open", this.betting.open && !busy);
    if (this.#told && (!this.betting.open || this.#told !== table.moment.round)) this.#hush();
    this.deck.show(busy);
    this.finder.show(this.betting.open && !busy);
    if (!busy) this.standings.show(this.betting.open);
    this.seating.show();
    this.#staff?.show();
    showSpot(table, this.betting, this.#area);
    if (busy) return;
    this.press.goOn();
    if (!this.#staff) this.#decide();
    showResults(table, this.felt);
    this.#settlements();
    showFairness(table);
    this.roads.show();
  }

  #settlements() {
    const { table } = this;
    const shown = table.playing ? table.settled : table.view.settlements; // those who do not play see everybody's
    const seat = !table.playing || table.seats.length > 1;
    const hands = handsSet(table);
    if (byId("hands-set").textContent !== (hands?.textContent ?? "")) fill(byId("hands-set"), hands);
    const round = table.settledRound;
    showSettlements(byId("settled"), shown, (wager, on) => table.title(wager, on), { seat, round });
  }

  #rekey() {
    this.#asked = "";
    this.deck.rekey();
    this.#staff?.forget();
    this.#show();
  }

  /** Questions without those that the player has given a standing answer to; these are answered as they would be. */
  #left(questions) {
    const moment = JSON.stringify(this.table.moment);
    const passed = questions.filter(isPassed);
    if (!passed.length || !this.table.online || moment === this.#passed) return questions;
    this.#passed = moment; // whatever comes of it, it is said once
    queueMicrotask(() => this.#answer(passed.map(usualAnswer)));
    return [];
  }

  #passed = "";

  /** The questions this seat is asked, as controls. */
  #decide() {
    const panel = byId("decision");
    const waits = this.#answering || this.table.view.sequence < this.#answered;
    const questions = waits ? [] : this.#left(this.table.questions);
    const hands = questions.map((question) => this.#handOf(question));
    const asked = JSON.stringify([this.table.view.round, questions, hands]);
    this.#moment = this.table.moment; // that of the questions as they are shown
    if (panel.firstChild) reach(panel.firstChild, this.table.online);
    if (asked === this.#asked) return;
    this.#asked = asked;
    const unkeyed = { hint: () => null, letters: (answers) => this.keys.letters(answers) }; // the first one is keyed
    const forms = questions.map((question, n) =>
      questionForm(question, {
        hand: hands[n],
        answer: (answer) => this.#answer([answer]),
        keys: n ? unkeyed : this.keys,
        whose: this.table.handWords(question),
        dealer: this.table.view.cards.dealer,
      }),
    );
    const deciding = panel.contains(document.activeElement);
    const all = questionForAll(questions, { answer: (answers) => this.#answer(answers), keys: this.keys });
    this.strategy.light(questions.find((question) => question.cell)?.cell);
    this.keys.answer(new Map([...(all?.keys ?? []), ...(forms[0]?.keys ?? [])]));
    const more = forms.length > 1 ? el("p", { class: "more-to-come" }, `${forms.length - 1} more after this`) : null;
    const nodes = forms.map((form) => form.node);
    fill(panel, forms.length ? reachable(all?.node, nodes, more) : null);
    if (panel.firstChild) reach(panel.firstChild, this.table.online);
    panel.hidden = !forms.length;
    this.#keepFocus(deciding, forms.length > 0);
    if (forms.length) {
      const words = questions.map((question) => `${this.table.handWords(question)} ${question.kind}`.trim());
      this.talk.say(`Your decision: ${words.join(", ")}.`);
      this.#toOwnPlace(Number(questions[0].to));
      panel.scrollIntoView({ block: "nearest" });
    }
  }

  #moment = { round: 0, question: 0 };

  #handOf = ({ to, hand = 0 }) => (this.table.view.cards[to] ?? []).filter((card) => (card.hand ?? 0) === hand);

  /** Whoever was among the answers when they went comes to the next ones, or back to the felt; never to the top. */
  #keepFocus(deciding, asked) {
    const rest = byId("felt");
    if (asked && (deciding || this.#resting) && [rest, document.body].includes(document.activeElement)) {
      byId("decision").focus({ preventScroll: true });
      this.#resting = false;
    } else if (deciding && !asked) {
      rest.focus({ preventScroll: true });
      this.#resting = true;
    }
  }

  #resting = false; // whether the focus waits on the felt for the next decision

  /** Answer one question or several; they are gone until what was answered is seen. */
  async #answer(answers) {
    if (!this.table.online) return;
    const moment = this.#moment;
    this.#answering += answers.length;
    this.#decide();
    const send = async (answer) => {
      try {
        const { sequence } = await this.connection.send({ ...moment, answer });
        this.#answered = Math.max(this.#answered, sequence);
      } catch (refusal) {
        this.tell(refusal);
      }
      this.#answering -= 1;
    };
    await Promise.all(answers.map(send));
    if (!this.stage.busy) this.#decide();
  }

  /**
   * Explain: a sentence, its provision, and what would do instead. What is told while betting is open is about wagers
   * and goes when it closes, unless it `lasts` or says that it has closed. @param {import("./types.js").Notice} notice
   */
  tell({ sentence, message, cite, remedy, why }, { lasts = TOO_LATE.has(why) } = {}) {
    const words = sentence ?? message;
    const act = remedy && button(remedy.label, () => (this.#hush(), remedy.act()));
    const close = button("✕", () => this.#hush(), { class: "quiet", "aria-label": "Dismiss" });
    this.#told = this.table.view && this.betting.open && !lasts ? this.table.moment.round : 0;
    fill(byId("notice"), el("p", {}, words, " ", citation(cite)), act, close);
  }

  #told = 0; // the round in whose betting the notice was told, where it goes with it

  #hush() {
    this.#told = 0;
    fill(byId("notice"));
  }

  // --- the page around

  #head() {
    const { facts } = this.table;
    document.title = `${facts.title} · pitboss`;
    byId("title").textContent = facts.title;
    const badges = [
      tempo(facts),
      facts.dealer === "person" ? "dealt by a person" : "automatic dealer",
      limits(facts.minimum, facts.maximum),
    ];
    fill(
      byId("terms"),
      badges.map((badge) => el("span", { class: "badge" }, badge)),
    );
    byId("rules-button").addEventListener("click", () => {
      const sheet = dialog(`${facts.title}: rules, odds and house edge`, rulesOf(this.table.facts));
      sheet.classList.add("wide");
      sheet.showModal();
    });
    byId("keys-button").addEventListener("click", () => this.keys.show());
    byId("settings-button").addEventListener("click", () => settings(this.session));
  }

  #goWord() {
    const has = (what) => this.felt.places.some((place) => place.what === what);
    if (has("wheel")) return "Spin";
    return has("dice") && !has("tiles") && !has("cards") ? "Roll" : "Deal";
  }

  #listen() {
    this.felt.listen({
      act: (area, remove) => {
        if (this.stage.busy) return;
        this.#hush();
        const seat = area.seat || this.table.seat;
        if (remove) this.betting.take(area.wager, area.on, seat);
        else this.betting.place(area.wager, area.on, seat);
      },
      look: (area) => this.#look(area),
    });
    this.keys.bind("felt", () => this.felt.focus());
    this.keys.bind("find", () => {
      this.tabs.select("panel-finder");
      this.finder.focus();
    });
    document.addEventListener("keydown", (event) => event.key === "Escape" && moving() && skip());
    byId("felt").addEventListener("click", () => moving() && skip());
    byId("zoom-in").addEventListener("click", () => this.felt.zoom(this.felt.shownScale * 1.25));
    byId("zoom-out").addEventListener("click", () => this.felt.zoom(this.felt.shownScale / 1.25));
    byId("zoom-fit").addEventListener("click", () => this.felt.zoom(0));
  }

  #look(area) {
    if (!this.table.view || (!area && document.activeElement?.closest?.(".felt"))) return;
    this.#area = area;
    if (area?.seat) this.table.box = area.seat;
    const covers = area ? (this.table.spot(area.wager, area.on)?.covers ?? []) : [];
    this.felt.light(covers);
    showSpot(this.table, this.betting, area);
  }

  /** On a small screen the felt starts large enough to touch. */
  #size() {
    if (this.felt.scale === undefined) this.felt.zoom(SMALL_SCREEN.matches ? PHONE_SCALE : 0);
    this.#toOwnPlace();
  }

  /**
   * Where the felt is larger than its box, show the player's own position, the one that is asked where he holds several,
   * or the beginning of the shared layout.
   */
  #toOwnPlace(asked = 0) {
    if (!this.felt.scale) return;
    const { areas, perSeat, box } = this.felt;
    const isOwn = ({ seat }) => (this.table.holds(asked) ? seat === asked : this.table.holds(seat));
    const own = perSeat ? areas.filter(isOwn) : areas;
    if (!own.length) return;
    const least = (side) => Math.min(...own.map((area) => area.box[side]));
    const [x, y] = [least("x"), least("y")];
    const [width, height] = [box.clientWidth / this.felt.scale, box.clientHeight / this.felt.scale];
    const [left, top] = perSeat ? [x - width / (asked ? 4 : 3), y - height / 2] : [x - 12, y - 40];
    this.felt.bringIntoSight({ cx: left + width / 2, cy: top + height / 2 }, false);
  }
}

const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1));
TablePage.open(id).catch((refusal) => {
  fill(
    byId("felt"),
    el("p", { class: "refusal" }, refusal.message),
    el("p", {}, el("a", { href: "/" }, "Back to the lobby")),
  );
  throw refusal;
});
