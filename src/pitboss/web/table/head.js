/** The bar at the head of a table page: what the table is called, on what terms it is played, and the settings. */

import { byId, el, fill } from "../kit/dom.js";
import { limits, tempoAndDealer } from "../kit/rules.js";

/** @import { PlayClock } from "./playclock.js" */
/** @import { TableInfo } from "../kit/types.js" */

/** @param {TableInfo} info */
export function showTerms(info) {
  document.title = `${info.title} · pitboss`;
  byId("title").textContent = info.title;
  const badges = [info.own ? "your own table" : info.id, ...tempoAndDealer(info), limits(info.minimum, info.maximum)];
  fill(byId("terms"), badges.map((badge) => el("span", { class: "badge" }, badge)));
}

/** Open the settings, which are fetched when somebody opens them. @param {PlayClock} clock */
export async function openSettings(clock) {
  const { showSettings } = await import("./settingsdialog.js");
  showSettings(clock);
}
