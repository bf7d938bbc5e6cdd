/**
 * Questions as controls. A question lists all its lawful answers, so this file needs to know none of them: a plain
 * answer becomes a button, a range of amounts a slider with a number, a choice of cards cards to pick.
 */

import { amountForm } from "./amountform.js";
import { cardPicture, shortCard, spokenCard } from "../felt/cardfaces.js";
import { button, el } from "../kit/dom.js";
import { countForm, isCount } from "./countform.js";
import { DECISIONS, guideLink } from "../kit/guidelink.js";
import { citation, gist } from "../kit/law.js";
import { dollars, isMoney } from "../kit/money.js";
import { amountWords, optionWords } from "../felt/sentences.js";
import { SetHandsForm, isSettingHands } from "./sethands.js";
import { capitalized, plain } from "../kit/words.js";

/** @import { Keys } from "./keys.js" */
/** @import { AnswerMessage, GivenUp, HeldCard, Option, Question } from "../kit/types.js" */

/** @typedef {Pick<Keys, "hint"|"letters">} KeyHints */

const FACE_DOWN = "?"; // how a card is named whose face only its holder knows
/** @typedef {Map<string, () => void>} Shortcuts */
/** @typedef {(option: Option, amount?: number) => void} Reply */
/** @typedef {Pick<Question, "kind"|"options"|"default">} Choices */

/** @param {string[]} cards */
const sorted = (cards) => [...cards].sort().join(" ");

/**
 * The controls of one question, and the keys that press them.
 * @param {Question} question
 * @param {object} means
 * @param {HeldCard[]} means.hand  the cards the question may be about
 * @param {(answer: AnswerMessage) => void} means.answer
 * @param {KeyHints} means.keys
 * @param {string} [means.whose]  which of several hands it is about, and what it counts
 * @param {HeldCard[]} [means.dealer]  what the hand is up against
 * @param {boolean} [means.explained]  for those who work here: told what the provision says
 * @param {boolean} [means.isWaitedFor]  however long it takes: no answer is given by default
 * @returns {{node: HTMLElement, keys: Shortcuts}}
 */
export function questionForm(question, means) {
  const { hand, answer, keys, whose = "", dealer = [], explained = false, isWaitedFor = false } = means;
  /** @type {Reply} */
  const reply = (option, amount = fixedAmount(option)) => answer(answerTo(question, option, amount));
  const picks = question.options.filter((option) => option.cards?.length);
  const { nodes, shortcuts } = answerForms(question, hand, picks, reply, { keys, isWaitedFor });
  const kind = capitalized(plain(question.kind));
  const named = !whose ? kind : isWaitedFor ? `${capitalized(whose)} – ${kind}` : spoken(whose, dealer, question.kind);
  const heading = question.options.some(isCount) ? `Count: ${plain(question.kind)}` : named;
  const node = el(
    "section",
    { class: "question", "aria-label": heading },
    el("h2", {}, heading, " ", citation(question.cite), " ", guideLink("Guide", DECISIONS, "Decisions in the guide")),
    explained ? el("p", {}, gist(question.cite)) : null,
    hand.length && dealer.length && !picks.length ? faceToFace(hand, dealer) : null,
    nodes,
  );
  return { node, keys: shortcuts };
}

const DECISION = "decision"; // of a question that needs no name: what is asked is what to do

/**
 * What a player has and is up against, as it is said at a table: `You have 18. Dealer shows queen.`
 * @param {string} whose @param {HeldCard[]} dealer @param {string} kind
 */
function spoken(whose, dealer, kind) {
  const [which, total = ""] = whose.includes(": ") ? whose.split(": ") : ["", whose];
  const open = dealer.filter(({ card }) => card).map(({ card }) => spokenCard(card).replace(/ of .*/, ""));
  const has = /^(Box|hand)/i.test(total) ? capitalized(total) : `${which ? `${capitalized(which)}: you` : "You"} have ${total}`;
  const shows = open.length === 1 ? ` Dealer shows ${open[0]}.` : "";
  return `${has}.${shows}${kind === DECISION ? "" : ` ${capitalized(plain(kind))}?`}`;
}

/**
 * Buttons for plain answers, forms for amounts and for cards.
 * @param {Question} question @param {HeldCard[]} hand @param {Option[]} picks @param {Reply} reply
 * @param {{keys: KeyHints, isWaitedFor: boolean}} means  the default stands only for those who are not waited for
 */
function answerForms(question, hand, picks, reply, { keys, isWaitedFor }) {
  /** @type {Shortcuts} */
  const shortcuts = new Map();
  /** @type {HTMLElement[]} */
  const nodes = [];
  const isUnseen = picks.some((option) => option.cards?.some((card) => card.startsWith(FACE_DOWN)));
  const isSetting = picks.length > 0 && isSettingHands(question, hand);
  const plainOptions = plainOf({ ...question, options: withUsualAmounts(question) });
  const ranges = question.options.filter((option) => option.most && !fixedAmount(option) && !isCount(option));
  if (plainOptions.length) {
    const others = new Map(ranges.map((range) => [range.says, otherAmount(range, reply, question.default)]));
    const letters = keys.letters(plainOptions.map((option) => option.says), isSetting ? SetHandsForm.letters : []);
    const usual = isWaitedFor ? null : question.default;
    nodes.push(buttons(plainOptions, usual, reply, { shortcuts, keys, letters, others }));
  }
  const alone = ranges.filter((range) => !plainOptions.some((option) => option.says === range.says));
  nodes.push(...alone.map((range) => amountForm(range, reply, question.default)));
  nodes.push(...question.options.filter(isCount).map((option) => countForm(option, reply)));
  if (isSetting) {
    const form = new SetHandsForm(question, hand, reply, keys);
    form.addBeside(nodes);
    return { nodes: [form.node], shortcuts: new Map([...form.keys, ...shortcuts]) };
  }
  if (isUnseen) {
    nodes.unshift(handsAreSet(picks[picks.length - 1], reply, keys, shortcuts));
    return { nodes, shortcuts };
  }
  if (picks.length) nodes.push(cardPicker(picks, hand, reply, question.default));
  return { nodes, shortcuts };
}

/**
 * Hands that only their player knows are set on the table: which cards lie low shows when they are turned, so the last
 * of them stand for the low hand until then.
 * @param {Option} low @param {Reply} reply @param {KeyHints} keys @param {Shortcuts} shortcuts
 */
function handsAreSet(low, reply, keys, shortcuts) {
  const act = () => reply(low);
  shortcuts.set("s", act);
  const set = button("The hands are set", act, { class: "answer primary", "data-says": low.says }, keys.hint("S"));
  return el("div", { class: "answers" }, set);
}

/**
 * The same answer to all of several questions that are alike: asked of every box or hand of one player, with the same
 * plain answers. Nothing, where they are not.
 * @param {Question[]} questions @param {{answer: (answers: AnswerMessage[]) => void, keys: KeyHints}} means
 * @returns {{node: HTMLElement, keys: Shortcuts}|null}
 */
export function questionForAll(questions, { answer, keys }) {
  const signature = (/** @type {Question} */ question) =>
    JSON.stringify([question.kind, plainOf(question).map((option) => ({ ...option, gives_up: null }))]);
  const options = questions.length > 1 ? plainOf(questions[0]) : [];
  if (!options.length || questions.some((question) => signature(question) !== signature(questions[0]))) return null;
  const letters = keys.letters(options.map((option) => option.says));
  /** @type {Shortcuts} */
  const shortcuts = new Map();
  const row = options.map((option, n) => {
    const act = () => answer(questions.map((question) => answerTo(question, option, fixedAmount(option))));
    shortcuts.set(`shift ${letters[n]}`, act);
    const props = { class: `${classOf(option)} for-all`, "data-says": option.says };
    const words = buttonWords({ ...option, gives_up: forfeitedByAll(questions, option) });
    return button(`${words}, all ${questions.length}`, act, props, keys.hint(`⇧${letters[n]}`));
  });
  const heading = `For all ${questions.length}: ${plain(questions[0].kind)}`;
  const node = el(
    "section",
    { class: "question all", "aria-label": heading },
    el("h2", {}, heading),
    el("div", { class: "answers" }, row),
  );
  return { node, keys: shortcuts };
}

/**
 * The hand and what it is up against, in small: where the panel covers the felt, they stay in sight.
 * @param {HeldCard[]} hand @param {HeldCard[]} dealer
 */
const faceToFace = (hand, dealer) =>
  el(
    "p",
    { class: "face-to-face", "aria-hidden": "true" }, // the felt and the log say it in words
    hand.map((held) => cardPicture(held.card)),
    dealer.some((held) => held.card) ? [el("span", {}, "vs."), dealer.map((held) => cardPicture(held.card))] : null,
  );

/**
 * What the same answer to all of these questions loses. @param {Question[]} questions @param {Option} option
 * @returns {GivenUp|null}
 */
function forfeitedByAll(questions, option) {
  const lost = questions.map(({ options }) => options.find((other) => isSame(other, option))?.gives_up ?? { loses: 0 });
  const loses = lost.reduce((sum, one) => sum + one.loses, 0);
  const otherwise = lost.reduce((sum, one) => sum + (one.otherwise || one.loses), 0);
  return option.gives_up ? { ...option.gives_up, loses, otherwise: otherwise > loses ? otherwise : 0 } : null;
}

// --- plain answers

/** An answer that forfeits a hand is never the first, and never looks like the way on. @param {Option} option */
const classOf = (option) => (option.gives_up ? "answer gives-up" : "answer primary");

/** The one amount that an option has, where it leaves no choice. @param {Option} option */
const fixedAmount = ({ least = 0, most }) => (least && least === most ? least : 0);

/** @param {Option} option @param {Option|null} other */
const isSame = (option, other) => option.says === other?.says && (option.on ?? "") === (other.on ?? "");

/**
 * Answers that a button can give: what is free, the default before all; then what costs something; what gives a wager
 * up at the end. @param {Choices} choices
 */
function plainOf({ options, default: usual }) {
  const rank = (/** @type {Option} */ option) =>
    option.gives_up ? 3 : fixedAmount(option) ? 2 : isSame(option, usual) ? 0 : 1;
  const isPlain = (/** @type {Option} */ option) => !option.cards?.length && (!option.most || fixedAmount(option));
  return options.filter(isPlain).sort((a, b) => rank(a) - rank(b));
}

/**
 * The options, with the usual amount of money instead of a range that no plain answer stands for.
 * @param {Choices} choices
 */
function withUsualAmounts(choices) {
  const plainAnswers = new Set(plainOf(choices).map(({ says }) => says));
  return choices.options.map((option) => {
    const { usual, unit, says } = option;
    return usual && isMoney(unit) && !plainAnswers.has(says) ? { ...option, least: usual, most: usual } : option;
  });
}

/** How players say it, beside the word of the chapter. @type {Record<string, string>} */
const SPOKEN = { draw: "Draw (hit)" };

/**
 * What a button says: an amount of money is added to what is up, or lost.
 * @param {Option} option
 */
const buttonWords = (option) => {
  const { loses, otherwise, when } = option.gives_up ?? { loses: 0 };
  if (otherwise) return `${optionWords(option)}: lose ${dollars(loses)}, or ${dollars(otherwise)} if ${when}`;
  if (loses) return `${optionWords(option)}: lose ${dollars(loses)}`;
  const amount = fixedAmount(option);
  if (amount && isMoney(option.unit)) return `${optionWords(option)} +${dollars(amount)}`;
  return amount ? amountWords(option, amount) : (SPOKEN[option.says] ?? optionWords(option));
};

/** The answer that an option stands for. @param {Question} question @param {Option} option @param {number} amount */
export function answerTo(question, option, amount) {
  /** @type {AnswerMessage} */
  const found = { says: option.says };
  if (option.wager) found.wager = option.wager;
  if (option.on) found.on = option.on;
  if (option.cards?.length) found.cards = option.cards;
  if (amount) found.amount = amount;
  if (question.hand) found.hand = question.hand;
  found.by = /** @type {AnswerMessage["by"]} */ (question.to); // "system" is never asked on a page
  return found;
}

/** The default answer to a question, where it has one. @param {Question} question @returns {AnswerMessage[]} */
export const defaultAnswer = (question) =>
  question.default ? [answerTo(question, question.default, fixedAmount(question.default))] : [];

/**
 * A row of buttons; `others` are the forms for other amounts, each beside the button for the usual one.
 * @param {Option[]} options @param {Option|null} usual @param {Reply} reply
 * @param {{shortcuts: Shortcuts, keys: KeyHints, letters: string[], others: Map<string, HTMLElement>}} means
 */
function buttons(options, usual, reply, { shortcuts, keys, letters, others }) {
  const row = el("div", { class: "answers" });
  options.forEach((option, n) => {
    const act = () => reply(option);
    shortcuts.set(letters[n], act);
    const props = { class: classOf(option), "data-says": option.says };
    const note = isSame(option, usual) && options.length > 1 ? el("small", {}, "if you do not answer") : null;
    row.append(button(buttonWords(option), act, props, keys.hint(letters[n]), note), others.get(option.says) ?? "");
  });
  return row;
}

/**
 * An amount within a range, folded away: a button gives the same answer with the usual amount.
 * @param {Option} range @param {Reply} reply @param {Option|null} usual
 */
const otherAmount = (range, reply, usual) =>
  el(
    "details",
    { class: "other-amount" },
    el("summary", {}, `${optionWords(range)}: other amount`),
    amountForm(range, reply, usual),
  );

// --- cards

/**
 * Pick cards until they are one of the lawful choices.
 * @param {Option[]} options @param {HeldCard[]} hand @param {Reply} reply @param {Option|null} usual
 */
function cardPicker(options, hand, reply, usual) {
  /** @type {Set<number>} */
  const chosen = new Set();
  const labels = [...new Set(options.map((option) => optionWords(option)))];
  /** @param {string} label */
  const matching = (label) => {
    const wanted = sorted([...chosen].map((n) => hand[n].card));
    return options.find((option) => optionWords(option) === label && sorted(option.cards ?? []) === wanted);
  };
  const confirm = (/** @type {string} */ label) => {
    const option = matching(label);
    if (option) reply(option);
  };
  const toggle = (/** @type {number} */ n) => {
    if (!chosen.delete(n)) chosen.add(n);
    refresh();
  };
  const cards = hand.map((held, n) =>
    button(cardPicture(held.card), () => toggle(n), { class: "pick" }, el("span", { class: "only-spoken" }, spokenCard(held.card))),
  );
  const confirms = labels.map((label) => button("", () => confirm(label), { class: "answer primary" }));
  const refresh = () => {
    cards.forEach((node, n) => node.setAttribute("aria-pressed", String(chosen.has(n))));
    confirms.forEach((node, n) => {
      node.disabled = !matching(labels[n]);
      const names = [...chosen].map((at) => shortCard(hand[at].card)).join(" ");
      node.textContent = `${labels[n]}: ${names || "choose cards"}`;
    });
  };
  const houseWay = () => {
    chosen.clear();
    for (const card of usual?.cards ?? []) {
      chosen.add(hand.findIndex((held, n) => held.card === card && !chosen.has(n)));
    }
    refresh();
  };
  refresh();
  const house = usual?.cards?.length ? button("House way", houseWay, { class: "house-way" }) : null;
  const how = el("p", { class: "quiet-text" }, "Choose the cards, then confirm.");
  const sends = el("div", { class: "answers" }, confirms);
  return el(
    "div",
    { class: "question" },
    how,
    el("div", { class: "picker" }, cards),
    el("div", { class: "answers" }, sends, house),
  );
}
