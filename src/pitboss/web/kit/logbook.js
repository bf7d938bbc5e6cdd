/** The log of a table: what people did between the rounds, with when, who, and under which provisions. */

import { asRefused, getLog } from "./api.js";
import { button, dialog, el, fill, find } from "./dom.js";
import { headRow } from "./lists.js";
import { citation } from "./law.js";
import { moment } from "./words.js";

/** @import { KeptLine } from "./types.js" */

const PAGE = 100;
const NOBODY = "the automatic dealer, or the house";

/** @param {KeptLine} line */
function row({ time, what, by, work, items }) {
  const who = by ? `${by.name}, ${by.role.replaceAll("_", " ")} (${by.credential})` : NOBODY;
  const under = items.length ? el("details", {}, el("summary", {}, items.length === 1 ? "1 item" : `${items.length} items`), items.map(citation)) : null;
  return el(
    "tr",
    {},
    el("td", {}, el("time", { datetime: time }, moment(time, "medium"))),
    el("td", {}, what, work ? `: ${work}` : "", " ", under),
    el("td", {}, who),
  );
}

/** Open the log of a table in a window, the latest first. @param {string} id */
export function openLog(id) {
  const table = el("table", {}, headRow("When", "What", "Who"), el("tbody", {}));
  const older = button("Older entries", () => more());
  const said = el("p", { class: "quiet-text", role: "status" });
  /** @type {KeptLine[]} */ const listed = [];

  async function more() {
    try {
      const lines = await getLog(id, { before: listed.at(-1)?.sequence, limit: PAGE });
      listed.push(...lines);
      find(table, "tbody").append(...lines.map(row));
      older.hidden = lines.length < PAGE;
      fill(said, listed.length ? null : "Nothing was done at this table yet.");
    } catch (error) {
      fill(said, asRefused(error).sentence);
    }
  }

  const box = el("div", { class: "rounds-box", tabindex: "0", role: "region", "aria-label": "Entries" }, table);
  const sheet = dialog("Between the rounds", [box, said, older]);
  sheet.classList.add("wide");
  sheet.showModal();
  more();
}
