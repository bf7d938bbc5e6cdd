/** Tabs as people expect them: arrows move, one panel is open. */

import { findAll } from "./dom.js";

/**
 * Make a list of tabs work; the first one is open. @param {HTMLElement} list  the element with role=tablist
 * @returns {{select: (panel: string) => void}}
 */
export function tabs(list) {
  const all = findAll(list, "[role=tab]");
  /** @param {HTMLElement} tab */
  const panelOf = (tab) => tab.getAttribute("aria-controls") ?? "";

  /** @param {string} panel */
  function select(panel, focus = false) {
    for (const tab of all) {
      const chosen = panelOf(tab) === panel;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      document.getElementById(panelOf(tab))?.toggleAttribute("hidden", !chosen);
      if (chosen && focus) tab.focus();
    }
  }

  for (const tab of all) {
    tab.addEventListener("click", () => select(panelOf(tab)));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const visible = all.filter((other) => !other.hidden);
      select(panelOf(visible[(visible.indexOf(tab) + step + visible.length) % visible.length]), true);
    });
  }
  select(panelOf(all[0]));
  return { select };
}

/**
 * Tabs of which each has an address, `#hours` for the one with the id `tab-hours`, and what follows it after a `/`; Back goes to the
 * one before. @param {HTMLElement} list @param {(id: string, rest: string) => unknown} [shown]  called with what the address names
 */
export function addressedTabs(list, shown = () => {}) {
  const { select } = tabs(list);
  const all = findAll(list, "[role=tab]");
  const ids = all.map(({ id }) => id.replace(/^tab-/, ""));
  const read = () => {
    const [first, ...rest] = location.hash.slice(1).split("/").map(decodeURIComponent);
    return ids.includes(first) ? [first, rest.join("/")] : [ids[0], ""];
  };
  all.forEach((tab, n) => {
    const come = () => read()[0] !== ids[n] && (location.hash = ids[n]);
    tab.addEventListener("click", come);
    tab.addEventListener("focus", come); // an arrow key brought it here
  });
  const follow = () => {
    const [id, rest] = read();
    select(`panel-${id}`);
    shown(id, rest);
  };
  addEventListener("hashchange", follow);
  follow();
}
