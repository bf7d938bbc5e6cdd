/** The bar at the head of a table page: what the table is called, and on what terms it is played. */

import { byId, el, fill } from "../kit/dom.js";
import { limits, tempoAndDealer } from "../kit/rules.js";

/** @import { TableInfo } from "../kit/types.js" */

/** @param {TableInfo} info */
export function showTerms(info) {
  document.title = `${info.title} · pitboss`;
  byId("title").textContent = info.title;
  const badges = [info.own ? "your own table" : info.id, ...tempoAndDealer(info), limits(info.minimum, info.maximum)];
  fill(byId("terms"), badges.map((badge) => el("span", { class: "badge" }, badge)));
}
