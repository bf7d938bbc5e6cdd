/** Tabs as people expect them: arrows move, one panel is open. */

/** @param {HTMLElement} list  the element with role=tablist */
export function tabs(list) {
  /** @type {HTMLElement[]} */
  const all = [...list.querySelectorAll("[role=tab]")].map((tab) => /** @type {HTMLElement} */ (tab));
  const panelOf = (tab) => document.getElementById(tab.getAttribute("aria-controls"));

  function select(panel, focus = false) {
    for (const tab of all) {
      const chosen = tab.getAttribute("aria-controls") === panel;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      panelOf(tab).hidden = !chosen;
      if (chosen && focus) tab.focus();
    }
  }

  for (const tab of all) {
    tab.addEventListener("click", () => select(tab.getAttribute("aria-controls")));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const there = all.filter((other) => !other.hidden);
      const next = there[(there.indexOf(tab) + step + there.length) % there.length];
      select(next.getAttribute("aria-controls"), true);
    });
  }
  select(all[0].getAttribute("aria-controls"));
  return { select };
}
