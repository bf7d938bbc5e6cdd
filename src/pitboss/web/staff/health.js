/** Health and versions: whether everything works, what is suspended and why, what runs here. */

import { facts } from "../kit/components.js";
import { button, el, fill } from "../kit/dom.js";
import { listLine, listTable, titled } from "../kit/lists.js";
import { ago, moment } from "../kit/words.js";

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

/** Suspended tables first: they are why somebody looks. @param {TableHealth} one @param {TableHealth} other */
const worstFirst = (one, other) => Number(other.state === "suspended") - Number(one.state === "suspended");

/** The panel, and how to fill it. @param {() => Promise<void>} again */
export function healthPanel(again) {
  const body = el("div", { class: "console-panel" });
  const refresh = button("Refresh", async () => {
    await again();
    refresh.focus();
  });

  /** @param {Administration} found */
  function show({ health, tables, versions, clock_jumps, ...more }) {
    const [words, look] = STATUS[health.status];
    const jumps = clock_jumps.map(({ time, milliseconds }) => `${moment(time)}: by ${milliseconds / 1000} s`).join("; ");
    fill(
      body,
      el(
        "section",
        { class: "panel", "aria-label": "Health" },
        el(
          "div",
          { class: "panel-head" },
          el("div", { role: "status" }, el("h2", {}, el("span", { class: `badge ${look}` }, words))),
          refresh,
        ),
        facts([
          ["Tables", `${health.tables}, ${health.open} open, ${health.suspended} suspended`],
          ["The record can be written", health.writes ? "yes" : "no"],
          ["Last entry", more.last_write ? `${moment(more.last_write)} (${ago(more.last_write)} ago)` : "none"],
          ["Database", `${more.database}, ${size(more.database_bytes)}`],
          ["Free on its disk", size(more.disk_free_bytes) + (health.disk_low ? ": running low" : "")],
          ["The clock was set", jumps || "never"],
        ]),
      ),
      titled(
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
      titled("Tables", listTable(["Table", "State", "Last entry", "Why"], [...tables].sort(worstFirst).map(row))),
    );
  }

  return { node: body, show };
}
