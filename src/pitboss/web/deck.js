/** The player's deck: state line, timer, chips to choose, actions, money, the button that says go. */

import { CHIPS, chipPicture } from "./chips.js";
import { button, byId, dialog, el, fill } from "./dom.js";
import { change, dollars, parseDollars } from "./money.js";
import { dicePicture, isDice, spokenDice } from "./pips.js";
import { OUT_OF_REACH } from "./reach.js";
import { kept } from "./store.js";
import { netOf } from "./view.js";

const STATES = {
  open: ["●", "Bets open"],
  stop: ["■", "No more bets"],
  decide: ["▲", "Your decision"],
  settled: ["✓", "Round settled"],
  closed: ["○", "Table closed"],
  held: ["‖", "Play is held"],
  lost: ["✕", "No connection"],
};

/** Which of the states the table is in for this viewer. */
function stateOf(table, moving) {
  const { view } = table;
  if (!table.online) return "lost";
  if (view.phase === "closed") return "closed";
  if (view.blocked) return "held";
  if (moving) return "stop";
  if (table.questions.length && view.phase !== "betting") return "decide";
  return { betting: "open", playing: "stop", settled: "settled" }[view.phase];
}

export class Deck {
  #table;
  #betting;
  #keys;
  #custom = kept.get("custom", null);
  #buttons = new Map();
  #press;

  /**
   * @param {import("./view.js").Table} table @param {import("./betting.js").Betting} betting
   * @param {import("./keys.js").Keys} keys @param {{press: import("./press.js").Press, goWord: string}} means
   */
  constructor(table, betting, keys, { press, goWord }) {
    [this.#table, this.#betting, this.#keys, this.#press] = [table, betting, keys, press];
    this.goWord = goWord;
    betting.chip = kept.get("chip", 500);
    CHIPS.forEach((_, n) => keys.bind(`chip${n + 1}`, () => this.choose(CHIPS[n])));
    this.#actions();
    byId("ready").addEventListener("click", () => press.make());
    keys.bind("ready", () => !byId("ready").disabled && press.make());
    setInterval(() => this.#time(), 250);
  }

  choose(chip) {
    this.#betting.chip = chip;
    kept.set("chip", chip);
    this.#chips();
  }

  /** Draw the keys on the buttons again. */
  rekey() {
    this.#actions();
    byId("chips").dataset.shown = byId("ready").dataset.words = "";
  }

  /** @param {boolean} moving  whether events are still being played on the felt */
  show(moving) {
    this.#state(moving);
    const playing = this.#table.playing;
    byId("deck").hidden = !playing;
    if (!playing) return;
    this.#chips();
    const can = this.#betting.can;
    for (const [name, button] of this.#buttons) button.disabled = moving || !can[name];
    this.#money(moving);
    this.#ready(moving);
  }

  // --- parts

  #state(moving) {
    const state = stateOf(this.#table, moving);
    const [sign, words] = STATES[state];
    const node = byId("state");
    node.className = `state is-${state}`;
    node.querySelector(".sign").textContent = sign;
    if (node.querySelector("strong").textContent !== words) node.querySelector("strong").textContent = words;
    const { view } = this.#table;
    const asked = (view.asked ?? []).filter(({ to }) => !this.#table.holds(to) && to !== this.#table.role);
    const waiting = asked.map((question) => this.#table.askedWords(question));
    const between = this.#table.playing && this.#table.between && !moving ? "Place chips to open the next round." : "";
    waiting.push(...this.#late());
    const others = !moving && waiting.length ? `Waiting for ${waiting.join("; ")}` : "";
    byId("waiting").textContent = this.#table.online ? view.blocked || between || others : OUT_OF_REACH;
    this.#moving = moving;
    this.#time();
  }

  #moving = false;

  /** Who has chips up and has not pressed, where somebody else has: the round waits for them. */
  #late() {
    const { view, betting, holds } = this.#table;
    if (!betting || !view.ready?.length) return [];
    const players = new Set(view.wagers.map(({ seat }) => view.boxes?.[seat] ?? seat));
    const late = [...players].filter((seat) => !view.ready.includes(seat)).sort((a, b) => a - b);
    return late.map((seat) => `${holds(seat) ? "you" : this.#table.nameOf(seat)}: ${this.goWord.toLowerCase()}`);
  }

  #time() {
    const { view, online } = this.#table;
    const left = view && online && !this.#moving ? this.#table.closesIn : null;
    const timer = byId("state").querySelector(".timer");
    timer.textContent = left === null ? "" : `${Math.ceil(left / 1000)} s`;
    timer.classList.toggle("soon", left !== null && left < 6000);
  }

  /** The chips to choose from; drawn anew only when they or the choice have changed. */
  #chips() {
    const rail = byId("chips");
    const values = this.#custom ? [...CHIPS, this.#custom] : CHIPS;
    const now = `${values} ${this.#betting.chip}`;
    if (rail.dataset.shown === now) return;
    rail.dataset.shown = now;
    const chips = values.map((value, n) => {
      const chosen = value === this.#betting.chip;
      return button(
        chipPicture(value),
        () => this.choose(value),
        {
          role: "radio",
          "aria-checked": String(chosen),
          class: "chip-button",
          tabIndex: chosen ? 0 : -1,
          "aria-label": `${dollars(value)} chip`,
          "data-chip": value,
          onkeydown: (event) => this.#turn(event, values),
        },
        n < CHIPS.length ? this.#keys.hint(this.#keys.keyOf(`chip${n + 1}`)) : null,
      );
    });
    const other = button("Other…", () => this.#askAmount(), { class: "chip-other" });
    const focused = rail.contains(document.activeElement);
    fill(rail, chips, other);
    if (focused) rail.querySelector('[aria-checked="true"]')?.focus();
  }

  /** Arrow keys along the chips, as in any group of radio buttons. */
  #turn(event, values) {
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
      el("button", { type: "submit", class: "answer" }, "Use it"),
      note,
    );
    const sheet = dialog("Other amount", form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const cents = parseDollars(field.value);
      if (!cents) return fill(note, "Write an amount such as 75 or 12.50.");
      this.#custom = CHIPS.includes(cents) ? null : cents;
      kept.set("custom", this.#custom);
      sheet.close();
      this.choose(cents);
    });
    sheet.showModal();
    field.focus();
  }

  #actions() {
    const labels = { undo: "Undo", redo: "Redo", clear: "Clear", repeat: "Repeat", double: "Double" };
    for (const [name, label] of Object.entries(labels)) {
      const act = () => !this.#buttons.get(name).disabled && this.#betting[name]();
      this.#keys.bind(name, act);
      this.#buttons.set(name, button(label, act, {}, this.#keys.hint(this.#keys.keyOf(name))));
    }
    fill(byId("actions"), [...this.#buttons.values()]);
  }

  #money(moving) {
    if (moving) return; // the result is not told before the ball is
    byId("rack").textContent = dollars(this.#table.rack);
    byId("wagered").textContent = dollars(this.#table.wagered);
    const settled = this.#table.justSettled;
    const net = settled.reduce((sum, event) => sum + netOf(event), 0);
    const node = byId("last-result");
    node.textContent = settled.length ? change(net) : "—";
    node.className = net > 0 ? "gain" : net < 0 ? "loss" : "";
  }

  #ready(moving) {
    const button = byId("ready");
    const { facts, view, betting, seat } = this.#table;
    button.hidden = !facts.practice;
    const waiting = this.#press.waits || (betting && view.ready.includes(seat));
    const next = this.#table.between && !this.#table.wagered;
    const takesPart = this.#table.wagered || (view.you.offers ?? []).some((offer) => !offer.wager); // dice, or a bank
    button.disabled = moving || waiting || !this.#betting.open || !(next || takesPart);
    const words = waiting ? "Waiting …" : next && !moving ? "Next" : this.goWord;
    if (button.dataset.words === words) return;
    button.dataset.words = words;
    fill(button, words, this.#keys.hint(this.#keys.keyOf("ready")));
  }
}

/** The strip of last results, the newest first and marked as such. */
export function showResults(table, felt) {
  const results = table.view.results.filter(Boolean).slice(-14).reverse();
  byId("results-label").hidden = !results.length;
  fill(
    byId("results"),
    results.map((result, n) => {
      const [first] = result.split(" ");
      const area = felt.areaFor(first);
      const tint = ["red", "black", "green"].find((name) => area?.node.classList.contains(name));
      const look = `result ${tint ?? "plain"}${n ? "" : " newest"}`;
      if (isDice(result)) {
        const words = spokenDice(result);
        const kind = `result dice-result${n ? "" : " newest"}`;
        return el("li", { class: kind, title: words, "aria-label": words }, dicePicture(result));
      }
      return el("li", { class: look, title: result, "aria-label": result }, tint ? first : result);
    }),
  );
}
