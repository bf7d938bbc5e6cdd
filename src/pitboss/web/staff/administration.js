/** The administrator's desk: health and versions, who is signed in, devices and their keys, backups, who may do what. */

import "../kit/theme.js";
import { accessPanel } from "../kit/access.js";
import { getAdministration } from "./api.js";
import { backupsPanel } from "./backups.js";
import { devicesPanel } from "./devices.js";
import { healthPanel } from "./health.js";
import { rightsPanel } from "./rights.js";
import { sessionsPanel } from "./sessions.js";
import { StaffPage } from "../kit/staffpage.js";
import { el, fill } from "../kit/dom.js";
import { failed, outcome } from "../kit/forms.js";
import { showInvitation } from "../kit/invitation.js";
import { listedRoles } from "../kit/roles.js";
import { tabs } from "../kit/tabs.js";

const desk = new StaffPage();
const said = outcome();

/** @param {string} id @param {string} words */
const tab = (id, words) =>
  el("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}` }, words);

/** @param {string} id @param {Element} body */
const panel = (id, body) =>
  el("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}` }, body);

desk.open(async ({ roles }) => {
  if (!desk.account.may("see administration")) {
    fill(desk.main, el("p", { role: "note" }, `Nothing here is for ${listedRoles(roles)}.`));
    return;
  }
  const health = healthPanel(reload);
  const sessions = sessionsPanel(desk);
  const devices = devicesPanel(desk);
  const backups = backupsPanel(desk);
  const rights = rightsPanel();
  const access = accessPanel(desk, showInvitation);
  const none = "Requests that wait for a second person, and people whose roles belong apart, are shown here; requests are made under ";
  const accessNode = el(
    "div",
    { class: "desk-panel" },
    el("p", { class: "quiet-text" }, none, el("a", { href: "/people" }, "People"), "."),
    access.node,
  );

  async function reload() {
    try {
      const found = await getAdministration();
      health.show(found);
      sessions.show(found);
      fill(said);
    } catch (refusal) {
      failed(said, refusal);
      desk.refused(refusal);
    }
  }

  /** @type {[string, string, Element, () => Promise<unknown>][]} */
  const parts = [
    ["health", "Health", health.node, reload],
    ["sessions", "Signed in", sessions.node, reload],
    ["devices", "Devices", devices.node, devices.reload],
    ["backups", "Backups", backups.node, backups.follow],
    ["access", "Decided by two", accessNode, access.reload],
    ["rights", "Who may do what", rights.node, rights.reload],
  ];
  const list = el("div", { role: "tablist", "aria-label": "Administration", class: "desk-tabs" });
  for (const [id, words, , load] of parts) {
    const node = tab(id, words);
    node.addEventListener("click", load);
    list.append(node);
  }
  fill(
    desk.main,
    list,
    said,
    parts.map(([id, , node]) => panel(id, node)),
  );
  tabs(list);
  await Promise.all([reload(), devices.reload(), backups.follow(), access.reload(), rights.reload()]);
});
