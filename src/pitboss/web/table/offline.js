/** Controls that can be used only while the house can be reached, and say why when it cannot. */

import { byId, el, render } from "../kit/dom.js";

/** @import { Child } from "../kit/dom.js" */

/** What is said while there is no connection. */
export const OFFLINE = "The house cannot be reached: nothing can be sent until the connection is back.";

/** Show on a table's page whether there is a connection, and how to try at once. @param {boolean} online */
export function showLine(online) {
  const node = byId("line");
  node.textContent = online ? "" : "Reconnecting …";
  node.classList.toggle("off", !online);
  byId("reconnect").hidden = online;
}

/** A group of controls that need the connection. @param {Child[]} children */
export const onlineOnly = (...children) =>
  el("fieldset", { class: "online-only" }, el("p", { class: "held", role: "status" }), ...children);

/**
 * Let the controls be used, or not; whatever was half filled in stays.
 * @param {HTMLFieldSetElement} group  made by `onlineOnly` @param {boolean} online
 */
export function setOnline(group, online) {
  group.disabled = !online;
  const [note] = group.children;
  const words = online ? "" : OFFLINE;
  render(note, () => words);
}
