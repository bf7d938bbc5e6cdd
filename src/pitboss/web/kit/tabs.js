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
