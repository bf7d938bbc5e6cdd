/** One position on the board: its cards on the left, to be changed; what each answer is worth on the right. */

import { asRefused } from "../kit/api.js";
import { bars } from "../kit/bars.js";
import { button, el, fill, render, selection } from "../kit/dom.js";
import { labelled } from "../kit/forms.js";
import { Follower } from "../kit/following.js";
import { citation } from "../kit/law.js";
import { fine, fineChange, parseDollars } from "../kit/money.js";
import { capitalized, plain } from "../kit/words.js";
import { wholeAnswers, worthBars } from "../kit/worthbars.js";
import { cardPicture, shortCard, spokenCard } from "../felt/cardfaces.js";
import { learnTiles } from "../felt/pips.js";
import { optionWords } from "../felt/sentences.js";
import { judgedAt, textsOf } from "./api.js";
import { pickCard } from "./picker.js";
import { RulesBeside } from "./rules.js";

/** @import { AnswerWorth, JudgedPosition, PositionWager } from "../kit/types.js" */
/** @import { Texts } from "./api.js" */

const MOST_BARS = 12;
const MOST_WAYS = 12;
const MOST_UNSEEN = 64; // of one rank: sixteen decks
const RANKS = "A23456789TJQK";

/** An answer in words, with its cards. @param {AnswerWorth} worth */
export const answerWords = ({ option }) => [optionWords(option), ...(option.cards ?? []).map(shortCard)].join(" ");

/** The board. */
export class Board {
  #felt = el("div", { class: "board-felt" });
  #worths = el("section", { class: "panel board-worths", "aria-labelledby": "worths-title" });
  #said = el("p", { class: "refusal", role: "alert" });
  #wagers = el("div", { class: "wagers-of" });
  #unseen = el("details", { class: "panel" });
  #asked = new Follower();
  #rules = new RulesBeside((rules) => this.#change({ rules }));
  /** @type {JudgedPosition|null} */ #position = null;
  #moved;

  /** @param {(texts: Texts) => unknown} moved  called when another position is on the board */
  constructor(moved) {
    this.#moved = moved;
    this.node = el("div", { class: "board" }, el("div", { class: "board-position" }, this.#felt, this.#said), this.#worths, el("div", { class: "board-more" }, this.#wagers, this.#unseen, this.#rules.node));
  }

  /** Put a position on the board. @param {Texts} texts @param {boolean} [isNew]  whether the address becomes that of it */
  async put(texts, isNew = true) {
    this.node.ariaBusy = "true";
    /** @param {JudgedPosition} position */
    const show = (position) => {
      learnTiles(position.tiles ?? {});
      this.#position = position;
      fill(this.#said);
      this.#draw(position);
      if (isNew) this.#moved(textsOf(position));
    };
    /** @param {unknown} refusal */
    const refused = (refusal) => {
      const { sentence, cite } = asRefused(refusal);
      fill(this.#said, `${sentence} `, citation(cite));
      if (!this.#position) this.#drawNothing();
    };
    await this.#asked.begin(judgedAt(texts), {}, show, refused).catch(refused);
    this.node.ariaBusy = null;
  }

  /** Something of the position is other now. @param {Texts} changed */
  #change(changed) {
    if (!this.#position) return;
    const texts = { ...textsOf(this.#position), ...changed };
    return this.put(Object.fromEntries(Object.entries(texts).filter(([, text]) => text)));
  }

  #drawNothing() {
    fill(this.#felt, el("p", {}, "No position is on the board."));
    fill(this.#worths, el("h2", { id: "worths-title" }, "What each answer is worth"));
  }

  /** @param {JudgedPosition} position */
  #draw(position) {
    render(this.#felt, () => this.#cards(position));
    render(this.#worths, () => worthsOf(position));
    render(this.#wagers, () => this.#wagersOf(position));
    this.#drawUnseen(position);
    this.#rules.show(position.game, position.rules ?? "");
  }

  // --- cards

  /** @param {JudgedPosition} position */
  #cards(position) {
    const { hands = [], up = [], labels = [], up_label: upLabel = "", questions = [], ask } = position;
    const several = hands.length > 1;
    const asked = questions.find((one) => one.ask === ask) ?? questions[0];
    return [
      el("div", { class: "board-row", key: "dealer" }, this.#hand(position, "Dealer", upLabel, up, (cards) => ({ up: cards.join(" ") }))),
      el(
        "div",
        { class: "board-row own", key: "own" },
        hands.map((hand, n) =>
          this.#hand(position, several ? `Hand ${n + 1}` : "You", labels[n] ?? "", hand, (cards) => ({ cards: hands.map((one, m) => (m === n ? cards : one).join(" ")).join(" / "), answers: "" })),
        ),
      ),
      el("p", { class: "board-said", role: "status", key: "said" }, sentenceOf(position)),
      questions.length > 1
        ? labelled("The question", selection(questions.map((one) => [one.ask, capitalized(plain(one.kind))]), { id: "board-ask", value: asked?.ask ?? "", onchange: (/** @type {Event} */ event) => this.#change({ ask: /** @type {HTMLSelectElement} */ (event.target).value }) }))
        : null,
    ];
  }

  /**
   * @param {JudgedPosition} position @param {string} name @param {string} label @param {readonly string[]} cards
   * @param {(cards: string[]) => Texts} changed  what of the position is other with these cards
   */
  #hand({ deck, hands = [], up = [] }, name, label, cards, changed) {
    /** @type {Record<string, number>} */ const used = {};
    for (const card of [...hands.flat(), ...up]) used[card] = (used[card] ?? 0) + 1;
    const replaced = (/** @type {number} */ n, /** @type {string} */ card) => this.#change({ ...changed([...cards.slice(0, n), ...(card ? [card] : []), ...cards.slice(n + 1)]), ask: "" });
    return el(
      "div",
      { class: "board-hand", key: name, role: "group", "aria-label": name === "Dealer" ? "The dealer's cards" : name === "You" ? "Your cards" : name },
      el("p", { class: "hand-name" }, name, label ? el("b", {}, ` ${label}`) : null),
      el(
        "div",
        { class: cards.length > 5 ? "board-cards many" : "board-cards" },
        cards.map((card, n) =>
          button([cardPicture(card), el("span", { class: "only-spoken" }, `${capitalized(spokenCard(card))}, change`)], () => pickCard(`${capitalized(spokenCard(card))} becomes`, deck, used, card, (chosen) => replaced(n, chosen)), { class: "board-card", key: `${n}` }),
        ),
        button("+", () => pickCard(`A card for ${name === "Dealer" ? "the dealer" : "you"}`, deck, used, "", (chosen) => chosen && replaced(cards.length, chosen)), { class: "board-card add", "aria-label": name === "Dealer" ? "Add a card of the dealer" : `Add a card, ${name}` }),
      ),
    );
  }

  // --- wagers and what is unseen

  /** @param {JudgedPosition} position */
  #wagersOf({ wagers = [] }) {
    const said = (/** @type {PositionWager} */ { wager, on = "", hand = 0 }, /** @type {string} */ dollars) => `${wager}${on ? `@${on.replaceAll(" ", "+")}` : ""}:${dollars}${hand ? `#${hand}` : ""}`;
    const change = (/** @type {number} */ n) => (/** @type {Event} */ event) => {
      const cents = parseDollars(/** @type {HTMLInputElement} */ (event.target).value);
      if (cents !== null) this.#change({ wagers: wagers.map((one, m) => said(one, ((m === n ? cents : one.amount) / 100).toFixed(2))).join(" ") });
    };
    return wagers.map((one, n) => labelled(one.title, el("input", { id: `wager-${n}`, inputmode: "decimal", autocomplete: "off", maxlength: 10, value: (one.amount / 100).toFixed(2), onchange: change(n) })));
  }

  /** @param {JudgedPosition} position */
  #drawUnseen({ left = {}, unseen }) {
    const ranks = Object.keys(left).sort((one, other) => RANKS.indexOf(one) - RANKS.indexOf(other));
    this.#unseen.hidden = !ranks.length;
    if (!ranks.length) return;
    const total = Object.values(left).reduce((sum, count) => sum + count, 0);
    const set = (/** @type {string} */ rank) => (/** @type {Event} */ event) => {
      const count = Math.max(0, Math.round(Number(/** @type {HTMLInputElement} */ (event.target).value) || 0));
      this.#change({ unseen: ranks.map((one) => `${one}:${one === rank ? count : left[one]}`).join(" ") });
    };
    render(this.#unseen, () => [
      el("summary", {}, `Cards not yet seen: ${total}${unseen ? ", as you counted" : ", all the rest"}`),
      el("div", { class: "unseen" }, ranks.map((rank) => labelled(rankWords(rank), el("input", { type: "number", id: `unseen-${rank}`, min: 0, max: MOST_UNSEEN, value: String(left[rank]), onchange: set(rank) })))),
      unseen ? button("All the rest again", () => this.#change({ unseen: "" }), {}) : null,
    ]);
  }
}

/** @param {string} rank */
const rankWords = (rank) => ({ T: "Tens", A: "Aces", J: "Jacks", Q: "Queens", K: "Kings", JK: "Jokers" })[rank] ?? `${rank}s`;

/** `You have 16. The dealer shows 10.` @param {JudgedPosition} position */
export function sentenceOf({ labels = [], up_label: upLabel = "", up = [], ask, questions = [], title }) {
  const asked = questions.find((one) => one.ask === ask) ?? questions[0];
  const own = labels.filter(Boolean).join(" and ");
  const dealer = upLabel || (up.length > 2 ? [] : up).map((card) => spokenCard(card).replace(/ of .*/, "")).join(" and ");
  const kind = asked && asked.kind !== "decision" ? ` ${capitalized(plain(asked.kind))}?` : "";
  if (!own && !dealer) return kind.trim() || `${title}.`;
  return `${own ? `You have ${own}. ` : ""}${dealer ? `The dealer shows ${dealer}.` : ""}${kind}`;
}

/** What is on the right. @param {JudgedPosition} position */
function worthsOf({ judged, wagers = [] }) {
  const head = el("h2", { id: "worths-title" }, "What each answer is worth");
  if (!judged) return [head, el("p", { class: "quiet-text" }, "Working it out exactly …")];
  const whole = wholeAnswers(judged);
  const up = wagers.length === 1 ? ` for ${fine(wagers[0].amount)} up` : "";
  return [
    head,
    el("p", { class: "quiet-text" }, `On average, to the cent${up}, everything after it played as well as can be.`),
    worthBars(whole.slice(0, MOST_BARS), answerWords),
    whole.length > MOST_BARS ? el("p", { class: "quiet-text" }, `${whole.length - MOST_BARS} more answers are worth less.`) : null,
    (judged.chances ?? []).map(({ title, of }) => bars(title, of.map(({ name, probability }) => [name, probability]))),
    waysOf(whole[0]),
    el("p", { class: "quiet-text" }, judged.method),
    (judged.rests_on ?? []).map((words) => el("p", { class: "quiet-text" }, words)),
    el("p", {}, (judged.cites ?? []).map((cite) => citation(cite))),
  ];
}

/** How the best answer may end. @param {AnswerWorth} best */
function waysOf(best) {
  const ways = best?.results ?? [];
  if (ways.length < 2 || ways.length > MOST_WAYS) return null;
  return el(
    "details",
    {},
    el("summary", {}, `How “${answerWords(best)}” may end`),
    bars("Result and how likely it is", ways.map(({ net, probability }) => [fineChange(net), probability])),
  );
}
