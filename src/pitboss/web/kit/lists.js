/** Lists, tables and files, as the pages for staff have them. */

import { el } from "./dom.js";
import { plain } from "./words.js";

/** @import { Child, Props } from "./dom.js" */

/** A heading row of a table from its words; a column of buttons has none. @param {string[]} words */
export const headRow = (...words) =>
  el("thead", {}, el("tr", {}, words.map((word) => (word ? el("th", { scope: "col" }, word) : el("td")))));

/** @typedef {Child|{look: string, cell: Child}} Cell  with a class of its own, where it looks otherwise */
/** @typedef {{props: Props, cells: Cell[]}} Line */

/** A line of a table, by its cells. @param {Props} props @param {Cell[]} cells @returns {Line} */
export const listLine = (props, ...cells) => ({ props, cells });

/** @param {string[]} heads @param {Line[]} lines */
function rowsOf(heads, lines) {
  const cellOf = (/** @type {Cell} */ given, /** @type {number} */ n) => {
    const { look: own, cell } = given && typeof given === "object" && "cell" in given ? given : { look: null, cell: given };
    return n ? el("td", { class: own, "data-label": heads[n] || null }, cell) : el("th", { class: own, scope: "row" }, cell);
  };
  return lines.map(({ props, cells }) => el("tr", props, cells.map(cellOf)));
}

/** @param {string[]} heads @param {Line[]} lines */
const linesOf = (heads, lines) => [headRow(...heads), el("tbody", {}, rowsOf(heads, lines))];

/**
 * A table of lines under their headings; on a small screen its cells stand below each other, each after its heading.
 * @param {string[]} heads @param {Line[]} lines @param {string} look  further classes
 */
export const listTable = (heads, lines, look = "") => el("table", { class: `stackable ${look}`.trim() }, linesOf(heads, lines));

/**
 * The same with its lines in groups, each under a title. @param {string[]} heads @param {{title: Child, props?: Props, lines: Line[]}[]} groups
 * @param {string} look
 */
export const groupedTable = (heads, groups, look = "") =>
  el(
    "table",
    { class: `stackable grouped ${look}`.trim() },
    headRow(...heads),
    groups.map(({ title, props = {}, lines }) =>
      el("tbody", props, el("tr", { class: "group" }, el("th", { colspan: heads.length, scope: "rowgroup" }, title)), rowsOf(heads, lines)),
    ),
  );

/** A small table under a caption. @param {string} caption @param {string[]} heads @param {Line[]} lines @param {string} look  its class */
export const captionedTable = (caption, heads, lines, look) => el("table", { class: look }, el("caption", {}, caption), linesOf(heads, lines));

/** A part of a page under its title. @param {string} title @param {Child[]} children */
export const titled = (title, ...children) => el("section", { class: "panel", "aria-label": title }, el("h2", {}, title), ...children);

/** Hand a file to the person. @param {Blob} file @param {string} name */
export function saveFile(file, name) {
  const href = URL.createObjectURL(file);
  el("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000); // a browser may ask first where it is to go
}

/** Roles in a cell of a table. @param {readonly string[]} roles @param {Child[]} more @returns {{look: string, cell: Child}} */
export const badges = (roles, ...more) => ({
  look: "role-badges",
  cell: [roles.map((role) => el("span", { class: "badge" }, plain(role))), ...more],
});
