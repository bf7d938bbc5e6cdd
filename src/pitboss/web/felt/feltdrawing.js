/** Reading the drawing of a layout that was filed: its areas, its places, and the style it brings. */

import { findAll, svg } from "../kit/dom.js";

/** @import { Area, Box, Place } from "./felt.js" */

/** Where a part is in the filed drawing. @param {SVGElement} node @returns {Box} */
export function boxOf(node) {
  const [x, y, width, height] = (node.dataset.box ?? "").split(" ").map(Number);
  return { x, y, width, height, cx: x + width / 2, cy: y + height / 2 };
}

/** Letters and digits alone, word by word. @param {string} words */
const bare = (words) => ` ${words.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim()} `;

/**
 * What an area is called, with what is printed on it where the name does not have that: who says aloud what they read
 * finds it, be it in short or broken into lines. The print itself is not read out a second time.
 * @param {SVGElement} node
 */
function spokenName(node) {
  const name = node.dataset.name ?? "";
  const texts = findAll(node, "text", SVGElement);
  for (const text of texts) text.setAttribute("aria-hidden", "true");
  const lines = texts.flatMap((text) => (text.children.length ? [...text.children] : [text]));
  const printed = lines.map((line) => line.textContent.trim());
  for (const line of lines) if (line.nextElementSibling) line.after(svg("tspan", { "font-size": 0 }, " ")); // words stay apart
  const print = printed.join(" ").trim();
  return !print || bare(name).includes(bare(print)) ? name : `${print}: ${name}`;
}

/** @param {SVGElement} node @returns {Area} */
export const areaOf = (node) => ({
  node,
  wager: node.dataset.wager ?? "",
  on: node.dataset.on ?? "",
  seat: Number(node.dataset.seat || 0),
  name: spokenName(node),
  hot: Boolean(node.dataset.hot),
  box: boxOf(node),
});

/** @param {SVGElement} node @returns {Place} */
export const placeOf = (node) => ({
  node,
  what: node.dataset.what ?? "",
  of: node.dataset.of ?? "",
  label: node.dataset.label ?? "",
  box: boxOf(node),
});

const STYLE = /<style>([\s\S]*?)<\/style>/g;
/** @param {string} text */
const unescaped = (text) => text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/**
 * The drawing brings its own style. It is adopted as a sheet of its own rather than left inline, which the page's
 * content policy forbids. @param {string} text @returns {string} the drawing without it
 */
export function adoptStyle(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync([...text.matchAll(STYLE)].map(([, css]) => unescaped(css)).join("\n"));
  document.adoptedStyleSheets = [sheet];
  return text.replaceAll(STYLE, "");
}
