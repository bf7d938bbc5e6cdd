/** The hand on the first page: dealt at once, played without a table, and every answer judged. The house plays and judges; nothing is kept. */

import { asRefused } from "../kit/api.js";
import { boardLink } from "../kit/boardlink.js";
import { button, el, find, render } from "../kit/dom.js";
import { cardPicture, spokenCard } from "../felt/cardfaces.js";
import { emptyScene, foldInto, isSettlement, netOf } from "../kit/fold.js";
import { Follower } from "../kit/following.js";
import { optionWords } from "../felt/sentences.js";
import { change, dollars, fine } from "../kit/money.js";
import { preferences } from "../kit/storage.js";
import { capitalized } from "../kit/words.js";
import { NOTHING, isSameOption, verdictOf, wholeAnswers, worthBars } from "../kit/worthbars.js";

/** @import { AnswerWorth, HandSoFar, HandStep, HeldCard } from "../kit/types.js" */

const ADDRESS = "/api/practice/hand";
const OWN = "1";
const DEALER = "dealer";

/** @param {AnswerWorth} worth */
const words = ({ option }) => optionWords(option);

/** The hand, its answers, and what they are worth. */
export class FirstHand {
  #place;
  #sit;
  /** @type {HandSoFar|null} */ #hand = null;
  #refusal = "";
  #deals = 0; // cards of another hand are other cards
  #before = false; // worths are shown before the answer
  #counted = ""; // the hand that is in the score
  #wanted = false; // somebody is about to play: from then on what is asked is judged at once
  #asked = new Follower();

  /** @param {HTMLElement} place @param {(game: string, pressed: HTMLButtonElement) => unknown} sit  at a table of the game */
  constructor(place, sit) {
    this.#place = place;
    this.#sit = sit;
    for (const hint of ["pointerover", "pointerdown", "focusin"]) place.addEventListener(hint, () => this.#judge());
  }

  deal() {
    this.#deals += 1;
    return this.#ask({ judge: this.#wanted });
  }

  /** A visitor comes near: their answer is judged before it is given, so that nobody waits for it; of others nothing is. */
  #judge() {
    const { token, over } = this.#hand ?? {};
    if (this.#wanted || !token) return;
    this.#wanted = true;
    if (!over) this.#ask({ token });
  }

  /** @param {object} body */
  async #ask(body) {
    /** @param {HandSoFar} hand */
    const show = (hand) => {
      this.#hand = hand;
      this.#refusal = "";
      this.#count(hand);
      this.#show();
    };
    /** @param {unknown} refusal */
    const refused = (refusal) => {
      this.#refusal = asRefused(refusal).sentence;
      this.#show();
    };
    await this.#asked.begin(ADDRESS, { method: "POST", body }, show, refused).catch(refused);
  }

  /** What the visitor's decisions cost so far, each hand once. @param {HandSoFar} hand */
  #count({ over, coming, steps, token }) {
    if (!over || coming || this.#counted === token) return;
    this.#counted = token;
    const taken = steps.flatMap((step) => takenOf(step) ?? []);
    const { decisions, best, cost } = score();
    preferences.set("first hands", {
      decisions: decisions + taken.length,
      best: best + taken.filter((one) => one.cost < NOTHING).length,
      cost: cost + taken.reduce((sum, one) => sum + one.cost, 0),
    });
  }

  #show() {
    const hadFocus = this.#place.contains(document.activeElement);
    render(this.#place, () => this.#described());
    if (hadFocus && !this.#place.contains(document.activeElement)) find(this.#place, ".answers button").focus();
  }

  #described() {
    const hand = this.#hand;
    if (!hand) return el("p", { class: "refusal", role: "alert" }, this.#refusal);
    return [this.#table(hand), this.#board(hand)];
  }

  /** @param {HandSoFar} hand */
  #table(hand) {
    const scene = emptyScene();
    for (const event of hand.events) foldInto(scene, event);
    const asked = hand.over ? undefined : hand.steps.at(-1);
    const own = scene.cards[OWN] ?? [];
    const hands = [...new Set(own.map((one) => one.hand))].sort((a, b) => a - b);
    return el(
      "div",
      { class: "hand-felt" },
      el("div", { class: "hand-row" }, this.#cards("Dealer", DEALER, 0, scene.cards[DEALER] ?? [], hand)),
      el(
        "div",
        { class: "hand-row own" },
        hands.map((one) => this.#cards(hands.length > 1 ? `Hand ${one}` : "You", OWN, one, own.filter((card) => card.hand === one), hand, asked?.hand === one && hands.length > 1)),
      ),
      el("p", { class: "hand-said", role: "status" }, sentenceOf(hand, scene.cards[DEALER] ?? [])),
      el(
        "div",
        { class: "answers", role: "group", "aria-label": "Your answer" },
        asked ? asked.options.map((option, n) => button(optionWords(option), () => this.#ask({ token: hand.token, answer: n + 1 }), { key: `${optionWords(option)} ${n}` })) : this.#after(hand),
      ),
      this.#refusal ? el("p", { class: "refusal", role: "alert" }, this.#refusal) : null,
    );
  }

  /** @param {HandSoFar} hand */
  #after({ game, title }) {
    const sit = (/** @type {Event} */ event) => this.#sit(game, /** @type {HTMLButtonElement} */ (event.currentTarget));
    return [button("Next hand", () => this.deal(), { class: "primary" }), button(`Sit down at ${title}`, sit)];
  }

  /** @param {string} name @param {string} holder @param {number} number @param {HeldCard[]} held @param {HandSoFar} hand @param {boolean} [isAsked] */
  #cards(name, holder, number, held, { labels, events, over }, isAsked = false) {
    const label = labels[`${holder}/${number}`] ?? "";
    const settled = events.filter(isSettlement).filter((event) => holder === OWN && (event.hand ?? 0) === number);
    const net = settled.reduce((sum, event) => sum + netOf(event), 0);
    return el(
      "div",
      { class: isAsked ? "hand-held asked" : "hand-held", key: `${this.#deals} ${holder} ${number}` },
      el(
        "p",
        { class: "hand-name" },
        name,
        label ? el("b", {}, ` ${label}`) : null,
        over && settled.length ? el("strong", { class: net > 0 ? "won" : net < 0 ? "lost" : "" }, net ? change(net) : "returned") : null,
      ),
      el("div", { class: "hand-cards" }, held.map(({ card }, n) => el("span", { class: "hand-card", key: `${n} ${card}`, style: { animationDelay: `${90 * n}ms` } }, cardPicture(card)))),
      el("span", { class: "only-spoken" }, held.map(({ card }) => spokenCard(card)).join(", ")),
    );
  }

  /** @param {HandSoFar} hand */
  #board(hand) {
    const [last, asked] = [hand.steps.findLast(({ given }) => given), hand.over ? undefined : hand.steps.at(-1)];
    const shown = this.#before && asked ? asked : last;
    return el(
      "section",
      { class: "hand-board", "aria-labelledby": "board-title" },
      el("h2", { id: "board-title" }, "What each answer is worth"),
      shown?.judged ? judgedStep(shown, last) : el("p", { class: "quiet-text" }, waitingWords(hand, shown)),
      asked ? this.#toggle() : null,
      scoreLine(),
    );
  }

  #toggle() {
    const flip = () => {
      this.#before = !this.#before;
      this.#show();
    };
    return el("p", {}, button(this.#before ? "Judge me after I answer" : "Show me before I answer", flip, { class: "quiet", key: "before" }));
  }
}

/** The answer that was given, as it was judged. @param {HandStep} step */
function takenOf({ judged, options, given }) {
  const option = options[given - 1];
  return option && judged ? wholeAnswers(judged).find((worth) => isSameOption(worth.option, option)) : undefined;
}

/** @param {HandStep} step @param {HandStep} [last] */
function judgedStep(step, last) {
  if (!step.judged) return null;
  const [worths, taken] = [wholeAnswers(step.judged), takenOf(step)];
  return [
    taken ? el("p", { class: taken.cost < NOTHING ? "verdict gain" : "verdict loss" }, verdictOf(taken, worths[0], words)) : null,
    worthBars(worths, words, (worth) => step === last && worth === taken),
    el("p", { class: "quiet-text method" }, step.judged.method, " ", boardLink(step.judged)),
  ];
}

/** @param {HandSoFar} hand @param {HandStep} [shown] */
function waitingWords({ coming, over }, shown) {
  if (shown && coming) return "Working it out exactly …";
  if (over) return "Nothing depended on your answer.";
  return "Choose an answer. You then see, to the cent, what each one was worth on average for a $10 wager.";
}

const score = () => preferences.get("first hands", { decisions: 0, best: 0, cost: 0 });

function scoreLine() {
  const { decisions, best, cost } = score();
  if (!decisions) return null;
  const made = decisions === 1 ? "1 decision" : `${decisions} decisions`;
  return el("p", { class: "hand-score" }, `${made}, ${best} of them the best. Given away: `, el("b", {}, fine(cost)), ".");
}

/** @param {HandSoFar} hand @param {HeldCard[]} dealers */
function sentenceOf({ labels, over, net, steps }, dealers) {
  if (over) {
    const dealt = labels[`${DEALER}/0`];
    const came = net > 0 ? `You win ${dollars(net)}.` : net < 0 ? `You lose ${dollars(-net)}.` : "Your wager is returned.";
    return `${came}${dealt && dealers.every(({ card }) => card) ? ` The dealer has ${dealt}.` : ""}`;
  }
  const asked = steps.at(-1);
  const own = labels[`${OWN}/${asked?.hand ?? 0}`];
  const open = dealers.filter(({ card }) => card).map(({ card }) => spokenCard(card).replace(/ of .*/, ""));
  const question = asked && asked.kind !== "decision" ? ` ${capitalized(asked.kind)}?` : "";
  return `${own ? `You have ${own}. ` : ""}${open.length ? `The dealer shows ${open.join(" and ")}.` : ""}${question}`;
}
