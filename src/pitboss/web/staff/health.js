/** Health and versions: whether everything works, when that was checked, and only what does not; what runs here behind folds. */

import { facts, message } from "../kit/components.js";
import { button, el, fill } from "../kit/dom.js";
import { listLine, listTable } from "../kit/lists.js";
import { ago, moment, timeOfDay } from "../kit/words.js";

/** @import { Administration, TableHealth } from "../kit/types.js" */

/** @type {Record<string, [string, string]>} */
const STATUS = {
  ok: ["Everything works", "good"],
  attention: ["Something needs a look", "warn"],
  failing: ["The house cannot be played", "bad"],
};
/** @type {Record<string, string>} */
const STATES = { open: "good", suspended: "bad" };

/** `1.5 GB`. @param {number} bytes */
export function size(bytes) {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const number = bytes / 1024 ** step;
  return `${step && number < 100 ? number.toFixed(1) : Math.round(number)} ${units[step]}`;
}

/** @param {TableHealth} line */
const row = ({ table, title, state, why, last_write }) =>
  listLine(
    { "data-table": table },
    [el("a", { href: `/table/${encodeURIComponent(table)}` }, table), el("span", { class: "about" }, title)],
    el("span", { class: `badge ${STATES[state] ?? ""}` }, state),
    last_write ? `${moment(last_write)} (${ago(last_write)} ago)` : "none",
    why,
  );

/** What does not work, each as a sentence. @param {Administration} found */
function faultsOf({ health, tables, clock_jumps: jumps }) {
  return [
    ...(health.writes ? [] : ["Nothing can be written to the record: no table can be played. Look at the disk of the database."]),
    ...(health.disk_low ? ["The disk of the database is running low. Make room, or move old backups away."] : []),
    ...tables.filter(({ state }) => state === "suspended").map(({ table, why }) => `${table} is suspended: ${why}`),
    ...jumps.map(({ time, milliseconds }) => `The clock was set by ${milliseconds / 1000} s on ${moment(time)}.`),
  ];
}

/** A part that is read when something is wrong. @param {string} title @param {Node} body */
const fold = (title, body) => el("details", { class: "panel" }, el("summary", {}, title), body);

/** The panel, and how to fill it. @param {() => Promise<void>} again */
export function healthPanel(again) {
  const body = el("div", { class: "console-panel" });
  const refresh = button("Check now", async () => {
    await again();
    refresh.focus();
  });
  const state = el("div", { role: "status" });
  const wrong = el("div", { class: "console-panel" });
  const details = el("div", { class: "console-panel" });
  fill(
    body,
    el("section", { class: "panel", "aria-label": "Health" }, el("div", { class: "panel-head" }, state, refresh), wrong),
    details,
  );

  /** @param {Administration} found */
  function show(found) {
    const { health, tables, versions, ...more } = found;
    const [words, look] = STATUS[health.status];
    const open = [...details.children].map((one) => one instanceof HTMLDetailsElement && one.open);
    fill(state, el("h2", { class: `health ${look}` }, words), el("p", { class: "about" }, `Checked at ${timeOfDay(Date.now())}. ${health.open} of ${health.tables} tables are open.`));
    fill(wrong, faultsOf(found).map((fault) => message(health.status === "failing" ? "bad" : "warn", fault)));
    fill(
      details,
      fold(
        "Record and disk",
        facts([
          ["Tables", `${health.tables}, ${health.open} open, ${health.suspended} suspended`],
          ["The record can be written", health.writes ? "yes" : "no"],
          ["Last entry", more.last_write ? `${moment(more.last_write)} (${ago(more.last_write)} ago)` : "none"],
          ["Database", `${more.database}, ${size(more.database_bytes)}`],
          ["Free on its disk", size(more.disk_free_bytes)],
          ["The clock was set", more.clock_jumps.length ? `${more.clock_jumps.length} times` : "never"],
        ]),
      ),
      fold(
        "Versions",
        facts([
          ["pitboss", versions.pitboss],
          ["Python", versions.python],
          ["SQLite", versions.sqlite],
          ["System", versions.platform],
          ["Open since", `${moment(versions.opened)} (${ago(versions.opened)})`],
          ["Rules: code and data, SHA-256", versions.rules],
        ]),
      ),
      fold(`All ${tables.length} tables`, listTable(["Table", "State", "Last entry", "Why"], tables.map(row))),
    );
    [...details.children].forEach((one, n) => one instanceof HTMLDetailsElement && (one.open = open[n] ?? false));
  }

  return { node: body, show };
}
