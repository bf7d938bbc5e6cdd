/** The drawer beside the felt: what nobody needs for every round, one press away; the round is back when it is closed. */

import { byId, find, findAll } from "../kit/dom.js";
import { tabs } from "../kit/tabs.js";

const [MORE, BACK] = ["More about this table", "Back to the round"];

/** Opens and closes. */
export class Drawer {
  #node = byId("drawer");
  #button = byId("drawer-button", HTMLButtonElement);
  #tabs = tabs(find(this.#node, "[role=tablist]"));
  #last = "";

  constructor() {
    this.#tabs.select(""); // what is not shown counts for nothing
    this.#button.addEventListener("click", () => (this.#node.hidden ? this.open() : this.close()));
    this.#node.addEventListener("keydown", ({ key }) => key === "Escape" && this.close());
  }

  /** Show a panel, or the one that was open last. @param {string} [panel]  its id */
  open(panel = this.#last) {
    const offered = findAll(this.#node, "[role=tab]").filter((tab) => !tab.hidden && getComputedStyle(tab).display !== "none");
    this.#show(true);
    const chosen = offered.find((one) => one.getAttribute("aria-controls") === panel) ?? offered[0];
    chosen.click(); // as a person does: a panel may fill itself then
    chosen.focus();
  }

  close() {
    this.#last = findAll(this.#node, "[role=tab][aria-selected=true]")[0]?.getAttribute("aria-controls") ?? "";
    this.#tabs.select("");
    this.#show(false);
    this.#button.focus();
  }

  /** @param {boolean} isOpen */
  #show(isOpen) {
    this.#node.hidden = !isOpen;
    this.#button.ariaExpanded = String(isOpen);
    this.#button.textContent = isOpen ? BACK : MORE;
  }
}
