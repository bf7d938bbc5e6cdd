/** A button with a menu under it, by keyboard as well: arrows and letters go from item to item, Escape closes it. */

import { button, el, focused } from "./dom.js";

/** @typedef {{words: string, act: () => unknown}} MenuItem */

let made = 0;

/** @param {string} words @param {string} label  as it is spoken, with what it is about @param {MenuItem[]} items */
export function menuButton(words, label, items) {
  const id = `menu-${(made += 1)}`;
  const list = el(
    "div",
    { class: "menu", id, role: "menu", "aria-label": label, hidden: true },
    items.map(({ words: own, act }) => button(own, () => (close(), act()), { role: "menuitem", class: "quiet", tabindex: "-1" })),
  );
  const all = /** @type {HTMLButtonElement[]} */ ([...list.children]);
  const opener = button(words, () => (list.hidden ? open(0) : close()), { class: "manage", "aria-label": label, "aria-haspopup": "menu", "aria-expanded": "false", "aria-controls": id });
  const node = el("div", { class: "menu-place" }, opener, list);

  /** @param {number} at */
  function open(at) {
    list.hidden = false;
    opener.ariaExpanded = "true";
    all.at(at)?.focus();
  }

  function close() {
    list.hidden = true;
    opener.ariaExpanded = "false";
    opener.focus();
  }

  list.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays, and with it the menu, until it is pressed
  node.addEventListener("keydown", (event) => {
    const { key } = event;
    const now = all.findIndex((one) => one === focused());
    const lettered = all.findIndex((one, n) => n > now && one.textContent?.toLowerCase().startsWith(key.toLowerCase()));
    if (key === "Escape" && !list.hidden) close();
    else if (list.hidden && key === "ArrowDown") open(0);
    else if (list.hidden && key === "ArrowUp") open(-1);
    else if (list.hidden) return;
    else if (key === "ArrowDown") all[(now + 1) % all.length].focus();
    else if (key === "ArrowUp") all.at(now - 1)?.focus();
    else if (key === "Home") all[0].focus();
    else if (key === "End") all.at(-1)?.focus();
    else if (key.length === 1 && lettered >= 0) all[lettered].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  node.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && node.contains(relatedTarget)) return;
    list.hidden = true;
    opener.ariaExpanded = "false";
  });
  return node;
}
