/** Who may do what: every right with its roles and provision, to be searched. */

import { getRights } from "./api.js";
import { el, fill } from "../kit/dom.js";
import { badges, listLine, listTable } from "../kit/lists.js";
import { labelled, setOptions } from "../kit/forms.js";
import { citation } from "../kit/law.js";
import { capitalized, plain } from "../kit/words.js";

/** @import { RightLine } from "../kit/types.js" */

const EVERYWHERE = "all";
/** @type {Record<string, string>} */
const PLACES = { "": "In the house", "*": "At every table" };

/** @param {string} where */
const placeWords = (where) => PLACES[where] ?? where;

/** @param {RightLine} line */
const row = ({ act, where, roles, cite, assigned, second_of }) =>
  listLine(
    {},
    [capitalized(plain(act)), el("span", { class: "about" }, placeWords(where))],
    badges(
      roles,
      assigned ? el("span", { class: "about" }, " assigned to the table") : null,
      second_of ? el("span", { class: "about" }, ` another person than for: ${plain(second_of)}`) : null,
    ),
    citation(cite),
  );

/** The list of rights, and the fields to search it. */
export function rightsPanel() {
  const filter = el("input", { type: "search", autocomplete: "off", placeholder: "Act, role or provision" });
  const place = el("select", {});
  const list = el("div", { class: "rights" });
  const count = el("p", { class: "quiet-text", role: "status" });
  /** @type {RightLine[]} */ let rights = [];

  function show() {
    const words = filter.value.toLowerCase().trim();
    const shown = rights.filter(
      ({ act, where, roles, cite }) =>
        (place.value === EVERYWHERE || where === place.value) &&
        `${plain(act)} ${roles.map(plain).join(" ")} ${cite}`.toLowerCase().includes(words),
    );
    fill(count, `${shown.length} of ${rights.length} rights`);
    fill(list, listTable(["Act", "Who", "Provision"], shown.map(row)));
  }

  /** Asked for once: it is what the rules say. */
  async function reload() {
    if (!rights.length) adopt(await getRights());
  }

  /** @param {RightLine[]} found */
  function adopt(found) {
    rights = found;
    const places = [...new Set(rights.map(({ where }) => where))];
    setOptions(place, [...places.map((where) => [where, placeWords(where)]), [EVERYWHERE, "Everywhere"]]);
    show();
  }

  filter.addEventListener("input", show);
  place.addEventListener("change", show);
  const node = el(
    "div",
    { class: "console-panel" },
    el(
      "section",
      { class: "panel", "aria-label": "Who may do what" },
      el("div", { class: "list-head" }, labelled("Find a right", filter), labelled("Where", place)),
      count,
      list,
    ),
  );
  return { node, reload };
}
