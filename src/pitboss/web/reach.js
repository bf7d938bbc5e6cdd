/** Controls that can be pressed only while the house can be reached, and say why when it cannot. */

import { el } from "./dom.js";

export const OUT_OF_REACH = "The house cannot be reached: nothing can be sent until the line is back.";

/** @param {any[]} children @returns {HTMLFieldSetElement} */
export const reachable = (...children) =>
  el("fieldset", { class: "reachable" }, el("p", { class: "held", role: "status" }), ...children);

/** Whether they can be pressed now; whatever was half done in them stays. @param {HTMLFieldSetElement} box */
export function reach(box, online) {
  box.disabled = !online;
  const words = online ? "" : OUT_OF_REACH;
  if (box.firstChild.textContent !== words) box.firstChild.textContent = words;
}
