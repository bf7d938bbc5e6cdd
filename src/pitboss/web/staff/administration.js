/** The administrator's page: health and versions, who is signed in, devices, programs, backups, who may do what. */

import "../kit/theme.js";
import { accessPanel } from "../kit/access.js";
import { alarmsPanel } from "./alarms.js";
import { getAdministration } from "./api.js";
import { backupsPanel } from "./backups.js";
import { devicesPanel } from "./devices.js";
import { healthPanel } from "./health.js";
import { programsPanel } from "./programs.js";
import { rightsPanel } from "./rights.js";
import { sessionsPanel } from "./sessions.js";
import { Queue } from "../kit/queue.js";
import { StaffPage } from "../kit/staffpage.js";
import { tabList } from "../kit/components.js";
import { el, fill } from "../kit/dom.js";
import { outcome } from "../kit/forms.js";
import { showInvitation } from "../kit/invitation.js";
import { addressedTabs } from "../kit/tabs.js";

const page = new StaffPage();
const queue = new Queue(page, { limit: 2, folds: true });
const said = outcome();

page.open(async () => {
  const health = healthPanel(reload);
  const alarms = alarmsPanel(page);
  const sessions = sessionsPanel(page);
  const devices = devicesPanel(page);
  const programs = programsPanel(page);
  const backups = backupsPanel(page);
  const rights = rightsPanel();
  const access = accessPanel(page, showInvitation);
  const none = "Requests that wait for a second person, and people whose roles belong apart, are shown here; requests are made under ";
  const accessNode = el(
    "div",
    { class: "console-panel" },
    el("p", { class: "quiet-text" }, none, el("a", { href: "/people" }, "People"), "."),
    access.node,
  );

  async function reload() {
    await page.load(said, async () => {
      const found = await getAdministration();
      health.show(found);
      alarms.show(found);
      sessions.show(found);
    });
  }

  /** @type {[string, string, Element, () => Promise<unknown>][]} */
  const parts = [
    ["health", "Health", health.node, reload],
    ["alarms", "Alarms", alarms.node, reload],
    ["sessions", "Signed in", sessions.node, reload],
    ["devices", "Devices", devices.node, devices.reload],
    ["programs", "Programs", programs.node, programs.reload],
    ["backups", "Backups", backups.node, backups.follow],
    ["access", "Decided by two", accessNode, access.reload],
    ["rights", "Who may do what", rights.node, rights.reload],
  ];
  const { list, panels } = tabList("Administration", parts.map(([id, words, node]) => [id, words, node]));
  fill(page.main, queue.node, list, said, panels);
  addressedTabs(list, (shown) => parts.find(([id]) => id === shown)?.[3]());
  await queue.begin();
}, "see administration");
