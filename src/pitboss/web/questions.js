/**
 * Questions as controls. A question lists all its lawful answers, so this file needs to know none of them: a plain
 * answer becomes a button, a range of amounts a slider with a number, a choice of cards cards to pick.
 */

import { cardPicture, shortCard, spokenCard } from "./cards.js";
import { dicePad, isThrow } from "./dicepad.js";
import { button, el } from "./dom.js";
import { citation } from "./law.js";
import { inUnit, isMoney, isPlace, parseDollars } from "./money.js";
import { isDice, spokenDice } from "./pips.js";
import { SettingForm, isSetting } from "./setting.js";
import { amountWords, optionWords, placeMeans, starts } from "./words.js";

const sorted = (cards) => [...cards].sort().join(" ");

/** @typedef {import("./types.js").Question} Question @typedef {import("./types.js").Option} Option */

/**
 * @param {Question} question
 * @param {object} means
 * @param {import("./types.js").HeldCard[]} means.hand  the cards the question may be about
 * @param {(answer: object) => void} means.answer
 * @param {Pick<import("./keys.js").Keys, "hint"|"letters">} means.keys
 * @param {string} [means.whose]  which of several hands it is about, and what it counts
 * @param {import("./types.js").HeldCard[]} [means.dealer]  what the hand is up against
 * @returns {{node: HTMLElement, keys: Map<string, () => void>}}
 */
export function questionForm(question, { hand, answer, keys, whose = "", dealer = [] }) {
  let shortcuts = new Map();
  const reply = (option, amount = fixedAmount(option)) => answer(answerTo(question, option, amount));
  const parts = [];
  const device = question.to === "chance";
  const plainOptions = plainOf(question, withTwins(question));
  const ranges = question.options.filter((option) => option.most && !fixedAmount(option));
  const picks = question.options.filter((option) => option.cards?.length);
  const taken = picks.length && isSetting(question, hand) ? SettingForm.letters : [];
  if (device) parts.push(keypad(question, reply));
  else if (plainOptions.length) {
    const others = new Map(ranges.map((range) => [range.says, otherAmount(range, reply, question.default)]));
    parts.push(buttons(plainOptions, reply, shortcuts, keys, { usual: question.default, taken, others }));
  }
  const alone = ranges.filter((range) => !plainOptions.some((option) => option.says === range.says));
  for (const range of alone) parts.push(amountForm(range, reply, question.default));
  if (picks.length && isSetting(question, hand)) {
    const form = new SettingForm(question, hand, reply, keys);
    shortcuts = new Map([...form.keys, ...shortcuts]);
    form.besides(parts.splice(0));
    parts.push(form.node);
  } else if (picks.length) parts.push(cardPicker(picks, hand, reply, question.default));
  const kind = starts(question.kind.replaceAll("_", " "));
  const heading = device ? `What did the ${question.kind} show?` : whose ? `${starts(whose)} – ${kind}` : kind;
  const node = el(
    "section",
    { class: "question", "aria-label": heading },
    el("h2", {}, heading, " ", citation(question.cite)),
    question.entered ? entered(question.entered) : null,
    hand.length && dealer.length && !picks.length ? faceToFace(hand, dealer) : null,
    ...parts,
  );
  return { node, keys: shortcuts };
}

/**
 * The same answer to all of several questions that are alike: asked of every box or hand of one player, with the same
 * plain answers. Nothing, where they are not. @param {Question[]} questions
 * @returns {?{node: HTMLElement, keys: Map<string, () => void>}}
 */
export function questionForAll(questions, { answer, keys }) {
  const asked = (question) => JSON.stringify([question.kind, plainOf(question)]);
  const options = questions.length > 1 ? plainOf(questions[0]) : [];
  if (!options.length || questions.some((question) => asked(question) !== asked(questions[0]))) return null;
  const letters = keys.letters(options.map((option) => option.says));
  const shortcuts = new Map();
  const row = options.map((option, n) => {
    const act = () => answer(questions.map((question) => answerTo(question, option, fixedAmount(option))));
    shortcuts.set(`shift ${letters[n]}`, act);
    const about = { class: `${lookOf(option)} for-all`, "data-says": option.says };
    return button(`${buttonWords(option)}, all ${questions.length}`, act, about, keys.hint(`⇧${letters[n]}`));
  });
  const heading = `For all ${questions.length}: ${questions[0].kind.replaceAll("_", " ")}`;
  const node = el(
    "section",
    { class: "question all", "aria-label": heading },
    el("h2", {}, heading),
    el("div", { class: "answers" }, row),
  );
  return { node, keys: shortcuts };
}

/** The hand and what it is up against, in small: where the panel covers the felt, they stay in sight. */
const faceToFace = (hand, dealer) =>
  el(
    "p",
    { class: "face-to-face", "aria-hidden": "true" }, // the felt and the talk tell it in words
    hand.map((held) => cardPicture(held.card)),
    dealer.some((held) => held.card) ? [el("span", {}, "against"), dealer.map((held) => cardPicture(held.card))] : null,
  );

/** What a person entered just before, to be looked at before it is confirmed. */
function entered(outcome) {
  const words = isDice(outcome) ? spokenDice(outcome) : outcome;
  return el("p", { class: "entered" }, el("span", {}, "Entered"), " ", el("strong", {}, words));
}

/** Answers that give a wager up: never the first, never the one that looks like the way on. */
const GIVES_UP = new Set(["surrender", "fold"]);
const givesUp = (option) => GIVES_UP.has(option.says);

const lookOf = (option) => (givesUp(option) ? "answer gives-up" : "answer");

/** The one amount that an option has, where it leaves no choice. @param {Option} option */
const fixedAmount = ({ least = 0, most }) => (least && least === most ? least : 0);

/**
 * Answers that a button can say: what is free, the default before all; then what costs something; what gives a wager
 * up at the end. @param {Question} question
 */
function plainOf(question, options = question.options) {
  const rank = (option) => (givesUp(option) ? 3 : fixedAmount(option) ? 2 : isSame(option, question.default) ? 0 : 1);
  const isPlain = (option) => !option.cards?.length && (!option.most || fixedAmount(option));
  return options.filter(isPlain).sort((a, b) => rank(a) - rank(b));
}

/** The options, with the usual amount of money instead of a range that no plain answer stands for. */
function withTwins(question) {
  const said = new Set(plainOf(question).map(({ says }) => says));
  return question.options.map((option) => {
    const { usual, unit, says } = option;
    return usual && isMoney(unit) && !said.has(says) ? { ...option, least: usual, most: usual } : option;
  });
}

const isSame = (option, other) => option.says === other?.says && (option.on ?? "") === (other.on ?? "");

const buttonWords = (option) => {
  const amount = fixedAmount(option);
  return amount ? amountWords(option, amount) : optionWords(option);
};

/** The answer that an option stands for. */
function answerTo(question, option, amount) {
  const found = { says: option.says };
  if (option.wager) found.wager = option.wager;
  if (option.on) found.on = option.on;
  if (option.cards?.length) found.cards = option.cards;
  if (amount) found.amount = amount;
  if (question.hand) found.hand = question.hand;
  found.by = question.to;
  return found;
}

/** The answer that stands where nobody gives another. @param {Question} question */
export const usualAnswer = (question) => answerTo(question, question.default, fixedAmount(question.default));

/** A row of buttons; `others` are the forms for other amounts, each beside the button that says the usual one. */
function buttons(options, reply, shortcuts, keys, { usual, taken, others }) {
  const letters = keys.letters(
    options.map((option) => option.says),
    taken,
  );
  const row = el("div", { class: "answers" });
  options.forEach((option, n) => {
    const act = () => reply(option);
    shortcuts.set(letters[n], act);
    const about = { class: lookOf(option), "data-says": option.says };
    const note = isSame(option, usual) && options.length > 1 ? el("small", {}, "if you do not answer") : null;
    row.append(button(buttonWords(option), act, about, keys.hint(letters[n]), note), others.get(option.says) ?? "");
  });
  return row;
}

/** An amount within a range, folded away: a button says the same for the usual amount. */
const otherAmount = (range, reply, usual) =>
  el(
    "details",
    { class: "other-amount" },
    el("summary", {}, `${optionWords(range)}: another amount`),
    amountForm(range, reply, usual),
  );

/** Where the choice of an amount begins: at the default or the usual, a place in the middle, else at the least. */
function beginning({ says, least = 0, most, unit, usual }, otherwise) {
  if (otherwise?.says === says && otherwise.least) return otherwise.least;
  return usual || (isPlace(unit) ? Math.floor((least + most) / 2) : least);
}

/** An amount within a range, and what it means where it is a place. */
function amountForm(option, reply, usual) {
  const { says, least = 0, most, step = 1 } = option;
  const begin = beginning(option, usual);
  const counted = !isMoney(option.unit);
  const show = (value) => inUnit(value, option.unit);
  const slider = el("input", {
    type: "range",
    min: least,
    max: most,
    step,
    "aria-label": `${optionWords(option)}, amount`,
  });
  const number = el("input", {
    class: "amount",
    inputmode: counted ? "numeric" : "decimal",
    "aria-label": `${optionWords(option)}, amount typed`,
  });
  const send = el("button", { type: "submit", class: "answer", "data-says": says });
  let amount = begin;
  const set = (value, typed = false) => {
    const kept = Math.min(most, Math.max(least, value));
    amount = kept - ((kept - least) % step);
    slider.value = String(amount);
    if (!typed) number.value = counted ? String(amount) : (amount / 100).toFixed(2);
    send.textContent = amountWords(option, amount);
  };
  slider.addEventListener("input", () => set(Number(slider.value)));
  number.addEventListener("input", () => {
    const value = counted ? Number.parseInt(number.value, 10) : parseDollars(number.value);
    if (Number.isInteger(value)) set(value, true);
  });
  number.addEventListener("change", () => set(amount));
  const form = el(
    "form",
    { class: "range" },
    el("span", {}, show(least)),
    slider,
    el("span", {}, show(most)),
    number,
    send,
    placeMeans(option) ? el("p", { class: "quiet-text" }, placeMeans(option)) : null,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    reply(option, amount);
  });
  set(begin);
  return form;
}

/** Pick cards until they are one of the lawful choices. */
function cardPicker(options, hand, reply, usual) {
  const chosen = new Set();
  const rows = el("div", { class: "picker" });
  const sends = el("div", { class: "answers" });
  const labels = [...new Set(options.map((option) => optionWords(option)))];
  const matching = (label) => {
    const wanted = sorted([...chosen].map((n) => hand[n].card));
    return options.find((option) => optionWords(option) === label && sorted(option.cards) === wanted);
  };
  const refresh = () => {
    [...rows.children].forEach((node, n) => node.setAttribute("aria-pressed", String(chosen.has(n))));
    [...sends.children].forEach((node, n) => {
      node.disabled = !matching(labels[n]);
      const cards = [...chosen].map((at) => shortCard(hand[at].card)).join(" ");
      node.textContent = cards ? `${labels[n]}: ${cards}` : `${labels[n]}: choose cards`;
    });
  };
  hand.forEach((held, n) => {
    const toggle = () => {
      if (!chosen.delete(n)) chosen.add(n);
      refresh();
    };
    rows.append(button(cardPicture(held.card), toggle, { class: "pick", "aria-label": spokenCard(held.card) }));
  });
  for (const label of labels) {
    sends.append(button("", () => reply(matching(label)), { class: "answer" }));
  }
  refresh();
  const houseWay = () => {
    chosen.clear();
    for (const card of usual.cards) chosen.add(hand.findIndex((held, n) => held.card === card && !chosen.has(n)));
    refresh();
  };
  const house = usual?.cards?.length ? button("As the house would", houseWay, { class: "house-way" }) : null;
  const how = el("p", { class: "quiet-text" }, "Choose the cards, then confirm.");
  return el("div", { class: "question" }, how, rows, el("div", { class: "answers" }, sends, house));
}

// --- what a physical device showed, entered by the dealer

const CARD = /^[A23456789TJQK][SHDC]$/;

function keypad(question, reply) {
  const byOutcome = new Map(question.options.map((option) => [option.says, option]));
  const outcomes = [...byOutcome.keys()];
  const enter = (outcome) => byOutcome.has(outcome) && reply(byOutcome.get(outcome));
  const allCards = outcomes.every((outcome) => CARD.test(outcome) || outcome === "JK");
  const others = isThrow(outcomes) ? dicePad(byOutcome, enter) : plainKeys(outcomes, enter);
  const grid = allCards ? cardKeys(byOutcome, enter) : others;
  return el("div", { class: "keypad" }, typed(byOutcome, enter, outcomes[0]), grid);
}

/** Type what was shown and press Enter. */
function typed(byOutcome, enter, example) {
  const field = el("input", {
    id: "typed-outcome",
    autocomplete: "off",
    placeholder: example,
    "data-letters": [...byOutcome.keys()].join("").toLowerCase(), // other letters are shortcuts here, too
    "aria-label": "Outcome, typed",
    "aria-describedby": "typed-note",
  });
  const note = el(
    "span",
    { id: "typed-note", class: "quiet-text", role: "status" },
    "Type it and press Enter, or choose below.",
  );
  field.addEventListener("keydown", (event) => event.key === "Escape" && field.blur());
  const form = el("form", { class: "typed" }, field, el("button", { type: "submit", class: "answer" }, "Enter"), note);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const outcome = field.value
      .trim()
      .toUpperCase()
      .replace(/^10(?=[SHDC])/, "T")
      .replace(/[ ,]+/g, " ");
    const throws = [...outcome].join(" "); // dice typed without spaces
    if (byOutcome.has(outcome)) enter(outcome);
    else if (byOutcome.has(throws)) enter(throws);
    else note.textContent = `${field.value || "Nothing"} cannot be shown now.`;
  });
  return form;
}

function plainKeys(outcomes, enter) {
  const inOrder = [...outcomes].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return el(
    "div",
    { class: "outcomes" },
    inOrder.map((outcome) => button(outcome, () => enter(outcome), { class: "outcome" })),
  );
}

function cardKeys(byOutcome, enter) {
  const key = (name) =>
    button(shortCard(name), () => enter(name), {
      class: `outcome suit-${name[1]}`,
      disabled: !byOutcome.has(name),
      "aria-label": spokenCard(name),
    });
  const ranks = [..."A23456789TJQK"];
  const rows = [..."SHDC"].map((suit) =>
    el(
      "div",
      { class: "suit-row" },
      ranks.map((rank) => key(rank + suit)),
    ),
  );
  if (byOutcome.has("JK")) rows.push(el("div", { class: "suit-row" }, key("JK")));
  return el("div", { class: "card-keys" }, rows);
}
