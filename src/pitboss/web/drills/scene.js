/** The table of a drill: what lies there, drawn as at the table, and what happened before the question. */

import { cardPicture, shortCard, spokenCard } from "../felt/cardfaces.js";
import { el } from "../kit/dom.js";
import { emptyScene, foldInto } from "../kit/fold.js";
import { dollars } from "../kit/money.js";
import { dicePicture, isDice, spokenDice } from "../felt/pips.js";
import { namesForViewers, sentence } from "../felt/sentences.js";
import { capitalized, plain } from "../kit/words.js";

/** @import { Scene } from "../kit/fold.js" */
/** @import { Names } from "../felt/sentences.js" */
/** @import { DrillQuestion, HeldCard, TableEvent, Wager } from "../kit/types.js" */

const LATEST = 8; // events that are in sight; those before on a press
const OWN_SEAT = "1"; // a player is always asked there
const IN_ORDER = ["next", "call", "floor"]; // kinds for which it matters what came after what

/**
 * What people and wagers are called in a drill. @param {Record<string, string>} titles @param {boolean} plays
 * @returns {Names}
 */
export function namesIn(titles, plays) {
  const names = namesForViewers((wager, on = "") => [titles[wager] ?? plain(wager), on].filter(Boolean).join(" "));
  return plays ? { ...names, who: (who) => (String(who) === OWN_SEAT ? "you" : names.who(who)) } : names;
}

/** Cards side by side, with their names for those who hear the page. @param {string[]} cards */
export const cardRow = (cards) => [
  el("span", { class: "card-row" }, cards.map(cardPicture)),
  el("span", { class: "only-spoken" }, cards.map(spokenCard).join(", ")),
];

/** The hands of one holder. @param {string} name @param {HeldCard[]} held @param {Scene} scene @param {string} holder */
function handsOf(name, held, scene, holder) {
  const hands = [...new Set(held.map((one) => one.hand))].sort((a, b) => a - b);
  return hands.map((hand) => {
    const own = held.filter((one) => one.hand === hand);
    const total = scene.totals[`${holder}/${hand}`];
    return el(
      "div",
      { class: own.every((one) => one.gone) ? "hand gone" : "hand" },
      el("p", { class: "holder" }, hands.length > 1 ? `${name}, hand ${hand}` : name, total ? el("b", {}, ` ${total}`) : null),
      cardRow(own.map((one) => one.card)),
    );
  });
}

/** @param {string} device @param {string} outcome */
function shown(device, outcome) {
  const words = isDice(outcome) ? spokenDice(outcome) : outcome;
  return el(
    "div",
    { class: "hand" },
    el("p", { class: "holder" }, capitalized(plain(device))),
    isDice(outcome)
      ? [dicePicture(outcome), el("span", { class: "only-spoken" }, words)]
      : el("p", { class: "outcome-word" }, words),
  );
}

/** What each seat has up. @param {Wager[]} wagers @param {Names} names */
function wagersUp(wagers, names) {
  const seats = [...new Set(wagers.map(({ seat }) => seat))].sort((a, b) => a - b);
  const line = (/** @type {number} */ seat) =>
    wagers
      .filter((up) => up.seat === seat)
      .map(({ wager, on, amount, hand }) => `${names.title(wager, on)}${hand ? `, hand ${hand}` : ""} ${dollars(amount)}`)
      .join(" · ");
  return seats.map((seat) => [el("dt", {}, capitalized(names.who(seat))), el("dd", {}, line(seat))]);
}

/** @param {Record<string, string>} markers */
const markersOf = (markers) =>
  Object.entries(markers)
    .filter(([marker]) => marker !== "lights")
    .map(([marker, at]) => [el("dt", {}, capitalized(plain(marker))), el("dd", {}, plain(at))]);

/** A list of events as sentences. @param {readonly TableEvent[]} events @param {Names} names */
export const told = (events, names) => events.map((event) => el("li", {}, sentence(event, names)));

/** What happened before the question, the latest in sight. @param {DrillQuestion} question @param {Names} names */
function happened({ scene, kind }, names) {
  if (!scene.length) return null;
  const inOrder = IN_ORDER.includes(kind);
  const earlier = inOrder ? scene.slice(0, -LATEST) : scene;
  const latest = inOrder ? scene.slice(-LATEST) : [];
  return el(
    "div",
    { class: "happened" },
    earlier.length
      ? el("details", {}, el("summary", {}, latest.length ? `${earlier.length} events before` : "What happened"), el("ol", {}, told(earlier, names)))
      : null,
    latest.length ? el("ol", { start: earlier.length + 1 }, told(latest, names)) : null,
  );
}

/** The table as the question finds it. @param {DrillQuestion} question @param {Names} names */
export function drawScene(question, names) {
  const scene = emptyScene();
  for (const event of question.scene) foldInto(scene, event);
  const holders = Object.entries(scene.cards).filter(([, held]) => held.length);
  holders.sort(([one], [other]) => Number(/^\d/.test(one)) - Number(/^\d/.test(other)));
  const pieces = [
    holders.map(([holder, held]) => handsOf(capitalized(names.who(holder)), held, scene, holder)),
    Object.entries(scene.shown).map(([device, outcome]) => shown(device, outcome)),
  ];
  const facts = [wagersUp(scene.wagers, names), markersOf(scene.markers)].flat(2);
  return el(
    "div",
    { class: "drill-table" },
    el("div", { class: "hands" }, pieces),
    facts.length ? el("dl", { class: "on-table" }, facts) : null,
    happened(question, names),
  );
}

/** An answer to choose, in words. @param {{words: string, cards?: string[]}} choice */
export const choiceWords = ({ words, cards = [] }) => capitalized([words, ...cards.map(shortCard)].join(" "));
