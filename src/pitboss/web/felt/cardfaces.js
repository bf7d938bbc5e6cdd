/** Card faces: four colours, rank and suit letter on every one, so that no card is known by colour alone. */

import { svg } from "../kit/dom.js";
import { isTile, spokenTile, tile, tilePicture } from "./pips.js";

/** @type {Record<string, {name: string, path: string}>} */
const SUIT = {
  S: {
    name: "spades",
    path:
      "M0 -10C4 -5 10 -1 10 4C10 9 4 10 1.6 6.4C1.9 8.6 2.8 10 4.4 11H-4.4" +
      "C-2.8 10 -1.9 8.6 -1.6 6.4C-4 10 -10 9 -10 4C-10 -1 -4 -5 0 -10Z",
  },
  H: {
    name: "hearts",
    path: "M0 10C-4 5 -10 1 -10 -4.6C-10 -10.4 -2.4 -11 0 -5.6C2.4 -11 10 -10.4 10 -4.6C10 1 4 5 0 10Z",
  },
  D: {
    name: "diamonds",
    path: "M0 -11C2.6 -6 5.4 -2.8 8.6 0C5.4 2.8 2.6 6 0 11C-2.6 6 -5.4 2.8 -8.6 0C-5.4 -2.8 -2.6 -6 0 -11Z",
  },
  C: {
    name: "clubs",
    path:
      "M0 -10.4A4.7 4.7 0 0 1 3.9 -3A4.7 4.7 0 1 1 1.5 5.6C1.8 8 2.8 9.8 4.4 11H-4.4" +
      "C-2.8 9.8 -1.8 8 -1.5 5.6A4.7 4.7 0 1 1 -3.9 -3A4.7 4.7 0 0 1 0 -10.4Z",
  },
};
/** @type {Record<string, string>} */
const RANKS = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };
/** Width of a card to its height. */
export const RATIO = 0.7;

/** `queen of hearts`, `joker`, `a hidden card`; one that nobody has seen is named `?2`. @param {string} card */
export function spokenCard(card) {
  if (!card) return "a hidden card";
  if (card.startsWith("?")) return "a card face down";
  if (card === "JK") return "joker";
  const suit = SUIT[card[1]];
  return suit ? `${RANKS[card[0]] ?? card[0]} of ${suit.name}` : spokenTile(card);
}

/** `Q♥`-like short label with a letter: `QH`, `10S`. @param {string} card */
export const shortCard = (card) => (card ? card.replace(/^T/, "10") : "hidden");

const ORDER = "AKQJT98765432";

/** Cards from high to low, the joker first, as people hold them; tiles stay as they came. @param {string[]} cards */
export const inRankOrder = (cards) =>
  cards.every((card) => card === "JK" || SUIT[card[1]])
    ? [...cards].sort((a, b) => orderOf(a) - orderOf(b) || a[1].localeCompare(b[1]))
    : cards;

/** @param {string} card */
const orderOf = (card) => (card === "JK" ? -1 : ORDER.indexOf(card[0]));

/** @param {number} width @param {number} height */
function back(width, height) {
  const inset = width * 0.07;
  const pattern = { class: "back-pattern", x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset };
  const [dx, dy] = [width * 0.22, height * 0.2];
  const emblem = `M${width / 2} ${height * 0.3}l${dx} ${dy}l${-dx} ${dy}l${-dx} ${-dy}Z`;
  return [svg("rect", { ...pattern, rx: width * 0.05 }), svg("path", { class: "back-emblem", d: emblem })];
}

/**
 * What is on a face; where only its head will be in sight, rank, suit and letter stand there side by side.
 * @param {string} card @param {number} width @param {number} height @param {boolean} head
 */
function front(card, width, height, head) {
  if (card === "JK") {
    const letters = { class: "joker", x: width / 2, y: height / 2, "font-size": width * 0.26 };
    return [svg("text", letters, "JOKER")];
  }
  const [rank, suit] = [card[0] === "T" ? "10" : card[0], SUIT[card[1]]];
  const size = Math.min(height, width / RATIO); // a card made narrower has smaller signs
  const rankSize = size * (rank === "10" ? 0.22 : 0.28); // two digits stay within the card
  /** @param {number} x @param {number} y @param {number} scale */
  const pip = (x, y, scale) =>
    svg("path", { class: "suit-pip", d: suit.path, transform: `translate(${x} ${y}) scale(${scale})` });
  if (head) {
    return [
      svg("text", { class: "rank", x: width * 0.25, y: height * 0.18, "font-size": rankSize * 0.93 }, rank),
      pip(width * 0.6, height * 0.17, size / 110),
      svg("text", { class: "suit-letter", x: width * 0.86, y: height * 0.18, "font-size": size * 0.18 }, card[1]),
      pip(width * 0.5, height * 0.66, size / 52),
    ];
  }
  return [
    svg("text", { class: "rank", x: width * 0.24, y: height * 0.19, "font-size": rankSize }, rank),
    pip(width * 0.24, height * 0.45, size / 118),
    svg("text", { class: "suit-letter", x: width * 0.24, y: height * 0.67, "font-size": size * 0.16 }, card[1]),
    pip(width * 0.66, height * 0.66, size / 52),
  ];
}

/** One card or tile with its corner at the origin. @param {string} name @param {number} width @param {number} height */
export function drawCard(name, width, height, what = "cards", head = false) {
  if (isTile(name) || what === "tiles") return tile(name, width, height);
  const suit = name && name !== "JK" ? SUIT[name[1]]?.name : name ? "joker-card" : "down";
  return svg(
    "g",
    { class: `card ${suit}` },
    svg("rect", { class: "card-body", width, height, rx: width * 0.09 }),
    name ? front(name, width, height, head) : back(width, height),
  );
}

/** A card as a small picture of its own, for lists and buttons. @param {string} name */
export const cardPicture = (name) =>
  isTile(name)
    ? tilePicture(name)
    : svg("svg", { viewBox: "-1 -1 72 102", class: "card-picture", "aria-hidden": "true" }, drawCard(name, 70, 100));
