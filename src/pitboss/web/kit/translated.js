/** The players' pages in another language: whatever the page says in English is said in that one, as soon as it is there. */

import { translator } from "./translating.js";

const NAMES = ["aria-label", "placeholder", "title"]; // attributes that people read or hear
const ENGLISH = "svg, script, style, .cite, .inscribed, kbd, [lang]:not(html)"; // what is printed on a layout, a citation, another language
/** Where a code of a page says more than that of the choice. @type {Record<string, string>} */
const CODES = { zh: "zh-Hans" };

/** Translate a page, and whatever comes to it. @param {string} language @param {Record<string, string>} ofGames */
export function translate(language, ofGames) {
  const into = translator(language, ofGames);
  /** @param {Text} node */
  const text = (node) => {
    if (node.parentElement?.closest(ENGLISH)) return;
    const said = into(node.data);
    if (said !== node.data) node.data = said;
  };
  /** @param {Element} node */
  const named = (node) => {
    for (const name of NAMES) {
      const words = node.getAttribute(name);
      if (words && into(words) !== words) node.setAttribute(name, into(words));
    }
  };
  /** @param {Node} node */
  const all = (node) => {
    if (node instanceof Text) return text(node);
    if (!(node instanceof Element) || node.matches(ENGLISH)) return;
    named(node);
    for (const child of node.childNodes) all(child);
  };
  document.documentElement.lang = CODES[language] ?? language;
  all(document.body);
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "childList") for (const node of addedNodes) all(node);
      else if (target instanceof Text) text(target);
      else if (target instanceof Element && !target.closest(ENGLISH)) named(target);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: NAMES });
}
