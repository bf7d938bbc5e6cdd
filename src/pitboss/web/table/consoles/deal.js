/**
 * Entering what cards, dice, tiles or a wheel showed: for whom it is, one line to type or scan it, and what comes next.
 * The line outlives every question, so that whoever is faster than the house loses no key.
 */

import { cardPicture, spokenCard } from "../../felt/cardfaces.js";
import { OutcomeReader, isCard } from "./outcomereader.js";
import { enteredFor, nextWords, promptWords } from "./dealwords.js";
import { button, el, fill, kept, letBeRead, render } from "../../kit/dom.js";
import { outcomeKeys } from "./keypad.js";
import { citation } from "../../kit/law.js";
import { isDice, isTile, spokenDice } from "../../felt/pips.js";
import { capitalized, plain } from "../../kit/words.js";

/** @import { Keys } from "../keys.js" */
/** @import { TableState } from "../../felt/tablestate.js" */
/** @import { Act } from "./staff.js" */
/** @import { DealPrompt, Question } from "../../kit/types.js" */

const LATE = 900; // milliseconds in which Enter still belongs to a line that was sent without it
const WRITTEN_IN = "input:not([type=checkbox], [type=radio]), textarea, select";
const BOUNCE = 150; // milliseconds in which the last key of a line, pressed again, is the same press

/** An outcome in words. @param {string} outcome */
export function spokenOutcome(outcome) {
  if (isDice(outcome)) return spokenDice(outcome);
  return isCard(outcome) || isTile(outcome) ? capitalized(spokenCard(outcome)) : outcome;
}

/** Where the dealer enters a result. */
export class DealPanel {
  #table;
  #act;
  #keys;
  #reader = new OutcomeReader([]);
  #isSending = false;
  #rejected = ""; // what was typed and cannot be: it stays to be seen, and is no answer to a later question
  #cite = "";
  #sent = { at: -LATE, key: "" }; // when a line was last sent without Enter, and by which key
  /** @type {DealPrompt|null} */ #deal = null;
  /** @type {{outcome: string, words: string}} */ #last = { outcome: "", words: "" };
  #moment = { round: 0, question: 0 };
  #heading = el("h2", { class: "deal-for" });
  #coming = el("p", { class: "deal-next" });
  #choices = el("div", {});
  #note = el("span", { id: "typed-note", class: "quiet-text", role: "status" });
  field = el("input", {
    id: "typed-outcome",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    "aria-label": "What was shown, typed",
    "aria-describedby": "typed-note",
  });
  #send = el("button", { type: "submit", class: "answer primary" }, "Enter");
  #form = el("form", { class: "typed" }, this.field, this.#send, this.#note);
  node = el(
    "section",
    { class: "question deal", "aria-label": "What was shown" },
    el("div", { "aria-live": "polite" }, this.#heading, this.#coming),
    el("div", { class: "keypad" }, this.#form, this.#choices),
  );

  /** @param {TableState} table @param {Act} act @param {Keys} keys */
  constructor(table, act, keys) {
    this.#table = table;
    this.#act = act;
    this.#keys = keys;
    this.field.addEventListener("input", () => this.#typed());
    this.field.addEventListener("keydown", (event) => event.key === "Escape" && this.field.blur());
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submitted();
    });
    // An Enter by habit, or from a scanner, after a line that was complete without it must not press what comes next.
    document.addEventListener("keydown", (event) => this.#isLate(event) && event.preventDefault(), true);
    document.addEventListener("keydown", (event) => this.#pressedElsewhere(event), true);
  }

  /** Ask for a result, or for nothing. @param {Question|null} question */
  show(question) {
    const { view, moment } = this.#table;
    this.node.hidden = !question;
    this.#moment = moment;
    this.#deal = view.deal;
    const isOther = render(this.#choices, () => question && kept([moment, view.deal, question], () => this.#choicesOf(question)));
    if (question && isOther) this.#ask(question);
  }

  /** Whether a reader tells something, so that its answers have the keys. */
  get isTold() {
    return !this.node.hidden && Boolean(this.#deal?.tells);
  }

  /** For whom the outcome that can still be corrected was entered, where it was entered here. @param {string} outcome */
  enteredFor = (outcome) => (this.#last.outcome === outcome ? this.#last.words : "");

  /** @param {Question} question */
  #ask({ kind, cite, options }) {
    const deal = this.#deal;
    const outcomes = options.map(({ says }) => says);
    this.#reader = new OutcomeReader(outcomes);
    this.#isSending = false;
    const words = deal ? promptWords(deal) : `What did the ${plain(kind)} show?`;
    fill(this.#heading, words, " ", citation(cite));
    const next = nextWords(deal?.next ?? []);
    fill(this.#coming, next && capitalized(`${next}.`));
    this.field.placeholder = outcomes.some(isCard) ? "th" : (outcomes[0] ?? "").replaceAll(" ", "");
    this.#form.hidden = this.isTold;
    letBeRead(this.#choices);
    fill(this.#note, this.isTold ? "" : this.#reader.how);
    this.#cite = cite;
    if (this.#rejected && this.field.value === this.#rejected) this.field.select();
    else this.#typed(); // what was typed ahead is for this
  }

  /** @param {Question} question */
  #choicesOf({ options }) {
    const outcomes = options.map(({ says }) => says);
    return this.isTold ? this.#told(outcomes) : outcomeKeys(outcomes, (outcome) => this.#enter(outcome));
  }

  /** What a reader tells: a button with a key for each. @param {string[]} outcomes */
  #told(outcomes) {
    const letters = this.#keys.letters(outcomes);
    const shortcuts = new Map(outcomes.map((outcome, n) => [letters[n], () => this.#enter(outcome)]));
    this.#keys.answer(shortcuts);
    const row = outcomes.map((outcome, n) => {
      const props = { class: "answer primary big", "data-says": outcome };
      return button(capitalized(plain(outcome)), () => this.#enter(outcome), props, this.#keys.hint(letters[n]));
    });
    return el("div", { class: "answers" }, row);
  }

  #typed() {
    const text = this.field.value;
    this.#rejected = "";
    this.field.dataset.letters = this.#reader.following(text); // all others are shortcuts, even in this field
    if (!text.trim() || this.#isSending || this.node.hidden) return;
    const found = this.#reader.read(text);
    if (found?.isComplete) {
      this.#sent = { at: performance.now(), key: text.slice(-1) };
      this.#enter(found.outcome);
    } else if (!found && !this.#reader.isBeginning(text)) {
      this.#refuse();
    } else {
      fill(this.#note, this.#reader.how);
    }
  }

  #submitted() {
    if (!this.field.value.trim()) return; // the Enter of a line that was complete without it
    const outcome = this.#reader.meant(this.field.value);
    if (outcome === undefined) this.#refuse();
    else this.#enter(outcome);
  }

  /** Say what is wrong, and let the next key begin again. */
  #refuse() {
    this.#rejected = this.field.value;
    fill(this.#note, el("span", { class: "refusal" }, this.#reader.objection(this.field.value), " ", citation(this.#cite)));
    this.field.dataset.letters = this.#reader.following("");
    this.field.select();
  }

  /** @param {string} outcome */
  async #enter(outcome) {
    if (this.#isSending) return;
    this.#isSending = true;
    const words = enteredFor(this.#deal);
    const typed = this.field.value;
    this.field.value = "";
    this.field.dataset.letters = this.#reader.following("");
    const before = this.#last;
    this.#last = { outcome, words };
    if (await this.#act({ do: "answer", ...this.#moment, says: outcome, by: "chance" })) return; // until the next is asked
    this.#isSending = false;
    this.#last = before;
    if (this.field.value || !typed) return;
    this.field.value = this.#rejected = typed; // refused: still there, to be sent again or written over
    this.field.select();
  }

  /**
   * What the line could be waiting for is typed there, wherever the focus is but in another field.
   * @param {KeyboardEvent} event
   */
  #pressedElsewhere(event) {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    if (this.node.hidden || this.#form.hidden || ctrlKey || metaKey || altKey || defaultPrevented) return;
    const isBusy = target instanceof Element && target.closest(`${WRITTEN_IN}, dialog[open]`);
    if (isBusy || key.length > 1 || !this.#reader.following(this.field.value).includes(key.toLowerCase())) return;
    event.preventDefault();
    event.stopPropagation();
    this.field.focus();
    this.field.value += key;
    this.#typed();
  }

  /** @param {KeyboardEvent} event */
  #isLate({ key }) {
    const passed = performance.now() - this.#sent.at;
    return !this.field.value && ((key === "Enter" && passed < LATE) || (key === this.#sent.key && passed < BOUNCE));
  }
}

/** What was entered last, large, and the way to take it back. */
export class EnteredResult {
  #table;
  #deal;
  #keys;
  #correct;
  node = el("div", { class: "entered", role: "status" });

  /** @param {TableState} table @param {DealPanel} deal @param {Keys} keys @param {() => void} correct */
  constructor(table, deal, keys, correct) {
    this.#table = table;
    this.#deal = deal;
    this.#keys = keys;
    this.#correct = correct;
  }

  /** @param {string} confirmed  the outcome that this person is asked to confirm, or nothing */
  show(confirmed) {
    const { correctable } = this.#table.view.you;
    const outcome = correctable?.outcome ?? confirmed;
    this.node.hidden = !correctable && !outcome;
    if (this.node.hidden) return fill(this.node);
    const whose = this.#deal.enteredFor(outcome);
    render(this.node, () => [
      el("span", {}, "Entered"),
      isCard(outcome) || isTile(outcome) ? cardPicture(outcome) : null,
      el("strong", {}, outcome ? spokenOutcome(outcome) : "a card"), // named to the dealer only
      whose ? el("span", { class: "entered-for" }, whose) : null,
      correctable
        ? button("Correct it", this.#correct, { class: "correct", key: outcome, "data-do": "correct" }, this.#keys.hint(this.#keys.keyOf("correct")))
        : null,
    ]);
  }
}
