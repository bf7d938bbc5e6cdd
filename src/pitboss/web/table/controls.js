/** The player's controls: state of the round, timer, chips to choose, actions, money, and the button that says go. */

import { CHIPS, chipPicture } from "../felt/chips.js";
import { button, byId, changeDetector, dialog, el, fill, find, render, rewrite } from "../kit/dom.js";
import { netOf } from "../kit/fold.js";
import { change, dollars, parseDollars } from "../kit/money.js";
import { OFFLINE } from "./offline.js";
import { dicePicture, isDice, spokenDice } from "../felt/pips.js";
import { preferences } from "../kit/storage.js";

/** @import { Betting } from "./betting/betting.js" */
/** @import { Felt } from "../felt/felt.js" */
/** @import { Keys } from "./keys.js" */
/** @import { ReadyButton } from "./readybutton.js" */
/** @import { TableState } from "../felt/tablestate.js" */

const STATES = {
  open: ["●", "Bets open"],
  stop: ["■", "No more bets"],
  before: ["■", "Bets not open"],
  decide: ["▲", "Your decision"],
  settled: ["✓", "Round settled"],
  pay: ["✓", "Round settled"],
  fresh: ["○", "No round yet"],
  closed: ["○", "Table closed"],
  held: ["‖", "Play is on hold"],
  lost: ["✕", "No connection"],
};

/** @type {{undo: string, redo: string, clear: string, repeat: string, double: string}} */
const ACTIONS = { undo: "Undo", redo: "Redo", clear: "Clear", repeat: "Repeat", double: "Double" };
const ACTION_NAMES = /** @type {(keyof typeof ACTIONS)[]} */ (Object.keys(ACTIONS));
/** The same for those who work at the table. @type {Partial<Record<keyof typeof STATES, [string, string]>>} */
const FOR_STAFF = { decide: ["▲", "In play"], stop: ["■", "In play"], pay: ["▲", "Take and pay"] };
const LAST_HAND = "Last hand before the table closes.";
const RESULTS_SHOWN = 14;
const ONE_BREATH = 300; // milliseconds: nobody has read a result yet that is newer than this

/**
 * Which of the states the table is in for this viewer.
 * @param {TableState} table @param {boolean} moving @returns {keyof typeof STATES}
 */
function stateOf(table, moving) {
  const { view } = table;
  if (!table.online) return "lost";
  if (view.phase === "closed") return "closed";
  if (view.blocked) return "held";
  if (moving) return "stop";
  if (view.phase === "betting" || (table.between && table.draft.size)) return "open";
  if (table.questions.length) return "decide";
  if (view.pay) return "pay";
  if (view.phase === "settled") return view.settled_round ? "settled" : "fresh";
  return table.beforeBets ? "before" : "stop";
}

/** The row under the felt that a player acts with. */
export class Controls {
  #table;
  #betting;
  #keys;
  #ready;
  #goWord;
  /** @type {number|null} */ #custom = preferences.get("custom", null);
  /** @type {Map<keyof typeof ACTIONS, HTMLButtonElement>} */ #buttons = new Map();
  #encore = button("", () => this.#pressEncore(), { class: "encore" });
  #moving = false;
  #isOther = changeDetector(); // than the last result
  #seen = { at: -Infinity, acts: 0 }; // when the last result came, and how often chips had been moved
  #go = byId("ready", HTMLButtonElement);
  #state = byId("state");

  /**
   * @param {TableState} table @param {Betting} betting @param {Keys} keys
   * @param {{ready: ReadyButton, goWord: string}} go  what starts the play, and what that is called
   */
  constructor(table, betting, keys, { ready, goWord }) {
    this.#table = table;
    this.#betting = betting;
    this.#keys = keys;
    this.#ready = ready;
    this.#goWord = goWord;
    betting.chip = preferences.get("chip", betting.chip);
    CHIPS.forEach((chip, n) => keys.bind(`chip${n + 1}`, () => this.choose(chip)));
    this.#drawActions();
    this.#go.addEventListener("click", () => this.#press());
    if (table.info.practice) keys.bind("encore", () => !this.#encore.disabled && this.#pressEncore());
    keys.bind("ready", () => !this.#go.disabled && !this.#go.hidden && this.#press());
    setInterval(() => this.#showTime(), 250);
  }

  /** Another chip was chosen: whatever names an amount names another one. */
  onChosen = () => /** @type {unknown} */ (undefined);

  /** Choose the chip that a press on the felt puts down. @param {number} chip */
  choose(chip) {
    this.#betting.chip = chip;
    preferences.set("chip", chip);
    const hadFocus = byId("chips").contains(document.activeElement);
    this.#showChips();
    if (hadFocus) find(byId("chips"), '[aria-checked="true"]').focus();
    this.onChosen();
  }

  /** Draw the keys on the buttons again. */
  rekey() {
    this.#drawActions();
  }

  /** @param {boolean} moving  whether events are still being played on the felt */
  show(moving) {
    this.#moving = moving;
    this.#showState();
    const playing = this.#table.playing;
    byId("controls").hidden = !playing;
    if (!playing) return;
    this.#look();
    this.#showChips();
    const { can } = this.#betting;
    for (const [name, node] of this.#buttons) node.disabled = moving || !can[name];
    this.#showMoney();
    this.#showGo();
  }

  /** Place the draft and go. */
  #press() {
    if (this.#isTooSoon) return;
    this.#betting.commit();
    if (this.#table.info.practice) this.#ready.press();
  }

  /** Put the last bets down again and go; nothing at all where one of them cannot be made. */
  #pressEncore() {
    if (this.#isTooSoon || !this.#betting.repeatAll()) return;
    this.#betting.commit();
    this.#ready.press();
  }

  /** Whether this is the breath in which a result has come, and no chips were moved since: nobody has read it yet. */
  get #isTooSoon() {
    const { at, acts } = this.#seen;
    return performance.now() - at < ONE_BREATH && acts === this.#betting.acts;
  }

  /** Remember when the last result came into sight. */
  #look() {
    const { settled_round: settled, results } = this.#table.view;
    if (this.#moving || !this.#isOther([settled, results])) return;
    this.#seen = { at: performance.now(), acts: this.#betting.acts };
  }

  // --- parts

  #showState() {
    const state = stateOf(this.#table, this.#moving);
    const [sign, words] = (this.#table.isStaff && FOR_STAFF[state]) || STATES[state];
    this.#state.className = `state is-${state}`;
    find(this.#state, ".sign").textContent = sign;
    render(find(this.#state, "strong"), () => words);
    const waiting = byId("waiting");
    const { online, view } = this.#table;
    const said = [view.last_hand ? LAST_HAND : "", this.#waitingWords()].filter(Boolean).join(" ");
    waiting.textContent = waiting.title = online ? said : OFFLINE; // it may be cut
    this.#showTime();
  }

  /** What play is held up by, what the player could do, or whom the table waits for. */
  #waitingWords() {
    const { view, playing, between, role, isStaff, questions } = this.#table;
    if (view.phase === "closed" && !isStaff) return ""; // what the staff waits for is no player's concern
    if (view.blocked || view.waits) return view.blocked || view.waits;
    if (this.#moving) return "";
    if (playing && this.#table.draft.size) return this.#draftWords();
    if (playing && between) return "Place your bets.";
    const { holds } = this.#table;
    const own = new Set([role, ...questions.map(({ to }) => to)]);
    const asked = view.asked.filter(({ to }) => !holds(Number(to)) && !own.has(to));
    const waiting = [...asked.map((question) => this.#table.askedWords(question)), ...this.#late()];
    return waiting.length ? `Waiting for ${waiting.join("; ")}` : "";
  }

  /** That chips lie on this page alone, and when they will be placed. */
  #draftWords() {
    const when = this.#table.info.practice ? `${this.#goWord} places them.` : "They are placed in a few seconds.";
    return `Your chips can still be taken back. ${when}`;
  }

  /** Who has chips up and has not pressed, where somebody else has: the round waits for them. */
  #late() {
    const { view, betting, holds } = this.#table;
    if (!betting || !view.ready.length) return [];
    const players = new Set(view.wagers.map(({ seat }) => view.boxes[seat] ?? seat));
    const late = [...players].filter((seat) => !view.ready.includes(seat)).sort((a, b) => a - b);
    return late.map((seat) => `${holds(seat) ? "you" : this.#table.nameOf(seat)}: ${this.#goWord.toLowerCase()}`);
  }

  #showTime() {
    const { hasView, online } = this.#table;
    const left = hasView && online && !this.#moving ? this.#table.closesIn : null;
    const timer = find(this.#state, ".timer");
    rewrite(timer, left === null ? "" : `${Math.ceil(left / 1000)} s`);
    timer.classList.toggle("soon", left !== null && left < 6000);
  }

  /** The chips to choose from. */
  #showChips() {
    const rail = byId("chips");
    const values = this.#custom ? [...CHIPS, this.#custom] : CHIPS;
    render(rail, () => [
      values.map((value, n) => this.#chipButton(value, n, values)),
      button("Other…", () => this.#askAmount(), { class: "chip-other" }),
    ]);
  }

  /** @param {number} value @param {number} n @param {number[]} values */
  #chipButton(value, n, values) {
    const chosen = value === this.#betting.chip;
    const props = {
      role: "radio",
      "aria-checked": String(chosen),
      class: "chip-button",
      tabIndex: chosen ? 0 : -1,
      "aria-label": `${dollars(value)} chip`,
      "data-chip": value,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#step(event, values),
    };
    const hint = n < CHIPS.length ? this.#keys.hint(this.#keys.keyOf(`chip${n + 1}`)) : null;
    return button(chipPicture(value), () => this.choose(value), props, hint);
  }

  /**
   * Arrow keys along the chips, as in any group of radio buttons.
   * @param {KeyboardEvent} event @param {number[]} values
   */
  #step(event, values) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = values.indexOf(this.#betting.chip);
    this.choose(values[(at + step + values.length) % values.length]);
  }

  #askAmount() {
    const value = this.#custom ? String(this.#custom / 100) : "";
    const field = el("input", { id: "other-amount", inputmode: "decimal", value });
    const note = el("p", { class: "refusal", role: "alert" });
    const form = el(
      "form",
      {},
      el("label", { for: "other-amount" }, "Amount of each chip, in dollars"),
      field,
      el("button", { type: "submit", class: "answer primary" }, "Use this amount"),
      note,
    );
    const sheet = dialog("Other amount", form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const cents = parseDollars(field.value);
      if (!cents) return fill(note, "Enter an amount such as 75 or 12.50.");
      this.#custom = CHIPS.includes(cents) ? null : cents;
      preferences.set("custom", this.#custom);
      sheet.close();
      this.choose(cents);
    });
    sheet.showModal();
    field.focus();
  }

  #drawActions() {
    for (const name of ACTION_NAMES) {
      const act = () => !this.#buttons.get(name)?.disabled && this.#betting[name]();
      this.#keys.bind(name, act);
      this.#buttons.set(name, button(ACTIONS[name], act, {}, this.#keys.hint(this.#keys.keyOf(name))));
    }
    fill(byId("actions"), [...this.#buttons.values()], this.#table.info.practice ? this.#encore : null);
  }

  #showMoney() {
    if (this.#moving) return; // the result is not shown before the ball has come to rest
    byId("rack").textContent = dollars(this.#table.rack);
    byId("wagered").textContent = dollars(this.#table.wagered);
    const settled = this.#table.justSettled;
    const net = settled.reduce((sum, event) => sum + netOf(event), 0);
    const node = byId("last-result");
    node.textContent = settled.length ? change(net) : "—";
    node.className = net > 0 ? "gain" : net < 0 ? "loss" : "";
  }

  #showGo() {
    const { info, view, betting, between, seat, wagered } = this.#table;
    this.#go.hidden = !info.practice && !this.#table.draft.size;
    const waiting = this.#ready.waits || (betting && view.ready.includes(seat));
    const next = between && !wagered;
    const takesPart = wagered > 0 || view.you.offers.some((offer) => !offer.wager); // dice, or a bank
    this.#go.disabled = this.#moving || waiting || !this.#betting.open || !(next || takesPart);
    const word = info.practice ? this.#goWord : "Place bets";
    this.#showEncore(waiting);
    const words = waiting ? "Waiting …" : next && !this.#moving ? "Next" : word;
    render(this.#go, () => [words, this.#keys.hint(this.#keys.keyOf("ready"))]);
  }

  /** @param {boolean} waiting  whether a press was made whose effect is not seen yet */
  #showEncore(waiting) {
    const { can, repeatCost } = this.#betting;
    this.#encore.disabled = this.#moving || waiting || !can.repeat;
    const words = `Repeat${repeatCost ? ` ${dollars(repeatCost)}` : ""} & ${this.#goWord.toLowerCase()}`;
    const isFirst = this.#table.between && !this.#encore.disabled; // after a round the same again is what most want
    this.#encore.classList.toggle("primary", isFirst);
    this.#go.classList.toggle("primary", !isFirst);
    render(this.#encore, () => [words, this.#keys.hint(this.#keys.keyOf("encore"))]);
  }
}

/**
 * What the last round came to for this player, in the house's words: large, and with a sign that needs no colour; and what
 * can be done with it.
 * @param {TableState} table
 */
export function showTold(table) {
  const node = byId("told");
  const settled = table.playing ? table.justSettled : [];
  const net = settled.reduce((sum, event) => sum + netOf(event), 0);
  node.hidden = !table.playing || table.questions.length > 0;
  node.className = `told ${net > 0 ? "is-gain" : net < 0 ? "is-loss" : "is-even"}`;
  const words = settled.length ? table.view.summary : ""; // not what the seat came to for somebody before
  node.classList.toggle("is-empty", !words);
  if (node.textContent !== words) {
    node.textContent = words;
    keepClear(node);
  }
}

let lifted = 0; // pixels

/**
 * On a phone the controls stick to the foot of the screen, and a sentence on it would lie on the player's own cards: the page
 * goes up by as much, and back when the sentence is gone. @param {HTMLElement} told
 */
function keepClear(told) {
  const row = told.parentElement;
  if (lifted && scrollY >= lifted) scrollBy(0, -lifted);
  lifted = 0;
  if (!told.textContent || told.hidden || !row || getComputedStyle(row).position !== "sticky") return;
  const felt = byId("felt").getBoundingClientRect();
  const covered = Math.min(felt.bottom - told.getBoundingClientRect().top, felt.top);
  if (covered <= 0) return;
  const before = scrollY;
  scrollBy(0, covered);
  lifted = scrollY - before;
}

/** The strip of last results, the newest first and marked as such. @param {TableState} table @param {Felt} felt */
export function showResults(table, felt) {
  const results = table.view.results.filter(Boolean).slice(-RESULTS_SHOWN).reverse();
  byId("results-label").hidden = !results.length;
  render(byId("results"), () =>
    results.map((result, n) => {
      const newest = n ? "" : " newest";
      if (isDice(result)) {
        const words = spokenDice(result);
        const look = `result dice-result${newest}`;
        return el("li", { class: look, title: words, "aria-label": words }, dicePicture(result));
      }
      const [first] = result.split(" ");
      const area = felt.areaFor(first);
      const tint = ["red", "black", "green"].find((name) => area?.node.classList.contains(name));
      const props = { class: `result ${tint ?? "plain"}${newest}`, title: result, "aria-label": result };
      return el("li", props, tint ? first : result);
    }),
  );
}
