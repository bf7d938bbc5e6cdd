/** The bar at the head of a table page: what the table is called, on what terms it is played, and the settings. */

import { badge } from "../kit/components.js";
import { byId, fill } from "../kit/dom.js";
import { limits, proposedMark, tempoAndDealer } from "../kit/rules.js";

/** @import { PlayClock } from "./playclock.js" */
/** @import { TableInfo } from "../kit/types.js" */

/** @param {TableInfo} info */
export function showTerms(info) {
  document.title = `${info.title} · pitboss`;
  byId("title").textContent = info.title;
  const badges = [info.own ? "your own table" : info.id, ...tempoAndDealer(info), limits(info.minimum, info.maximum)];
  const proposed = proposedMark(info).map((words) => badge(words, "warn"));
  fill(byId("terms"), proposed, badges.map((words) => badge(words)));
  byId("terms").title = `Chapter ${info.chapter}, ${info.text}`;
}

/** Open the settings, which are fetched when somebody opens them. @param {PlayClock} clock */
export async function openSettings(clock) {
  const { showSettings } = await import("./settingsdialog.js");
  showSettings(clock);
}
