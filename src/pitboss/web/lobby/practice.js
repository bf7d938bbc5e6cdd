/** What the first page offers for practice: the visitor's own tables, and every way to play a game, each at a table of one's own. */

import { asRefused } from "../kit/api.js";
import { button, el, fill, find } from "../kit/dom.js";
import { changeAt, feltOf, openTable, playAt } from "../kit/practiceapi.js";
import { limits } from "../kit/rules.js";

/** @import { OwnTableLine, PracticeGame, PracticeKind } from "../kit/types.js" */

/** @param {string} title @param {string} game */
const apart = (title, game) => {
  const rest = title.startsWith(game) ? title.slice(game.length).replace(/^[,\s]+/, "") : title;
  return rest ? rest[0].toUpperCase() + rest.slice(1) : "The usual rules";
};

/** @typedef {(kind: string, pressed: HTMLButtonElement) => unknown} OpenKind */

/**
 * Open a table of one's own and go there; what is refused is said beside the button. @param {string} kind @param {HTMLButtonElement} pressed
 * @param {string} around  of what the refusal is said in
 */
export async function practice(kind, pressed, around) {
  pressed.disabled = true;
  try {
    const { table } = await openTable({ kind });
    location.assign(playAt(table));
  } catch (refusal) {
    fill(find(pressed.closest(around) ?? document, ".refusal"), asRefused(refusal).sentence);
    pressed.disabled = false;
  }
}

/** One way to play, to be entered at once. @param {PracticeKind} kind @param {PracticeGame} game @param {OpenKind} open */
function kindRow(kind, game, open) {
  const enter = (/** @type {Event} */ event) => open(kind.id, /** @type {HTMLButtonElement} */ (event.currentTarget));
  return el(
    "li",
    { class: "kind-row", key: kind.id, "data-kind": kind.id },
    el(
      "div",
      {},
      el("p", { class: "kind-name" }, apart(kind.title, game.title)),
      kind.about && kind.about !== game.about ? el("p", { class: "about" }, kind.about) : null,
      el("p", { class: "limits" }, el("strong", {}, limits(kind.minimum ?? null, kind.maximum ?? null))),
      el("p", { class: "refusal", role: "status" }),
    ),
    el("div", { class: "ways" }, button("Play", enter, { class: "way", "aria-label": `Play ${kind.title}` })),
  );
}

/** The ways to practice a game. @param {PracticeGame} game @param {OpenKind} open */
export function practiceOf(game, open) {
  const rows = game.kinds.filter(({ listed }) => listed).map((kind) => kindRow(kind, game, open));
  return el(
    "section",
    { class: "practice", "aria-label": `Practice ${game.title}` },
    rows.length ? el("h3", {}, "Practice, at a table of your own") : null,
    rows.length ? el("ul", { class: "kind-rows" }, rows) : null,
    el("p", {}, el("a", { class: "change", href: changeAt(game.kinds[0]?.rules ?? "", game.kinds[0]?.id) }, "Open a table with your own rules", el("span", { class: "only-spoken" }, ` of ${game.title}`))),
  );
}

/** The layout of a game that stands on no floor. @param {PracticeGame} game */
export const pictureOf = (game) => feltOf(game.kinds[0]?.rules ?? "");

/** The tables that the visitor has. @param {OwnTableLine[]} own */
export function ownTables(own) {
  if (!own.length) return null;
  return el(
    "section",
    { class: "own-tables", "aria-labelledby": "own-title" },
    el("h2", { id: "own-title" }, "Your own tables"),
    el(
      "ul",
      {},
      own.map(({ table, title, rounds = 0, rules }) =>
        el(
          "li",
          { key: table, "data-own": table },
          el("a", { href: playAt(table) }, title),
          el("span", { class: "about" }, ` ${rounds === 1 ? "1 round" : `${rounds} rounds`} `),
          el("a", { href: changeAt(rules), "aria-label": `Other rules than those of ${title}` }, "Other rules"),
        ),
      ),
    ),
  );
}
