/** The games of the first page: the favorites large, the others as tiles, and behind each one every way to play it. */

import { badge } from "../kit/components.js";
import { button, dialog, el, render } from "../kit/dom.js";
import { pictureOf, practiceOf } from "./practice.js";
import { limits, proposedMark, tempoAndDealer } from "../kit/rules.js";

/** @import { Child } from "../kit/dom.js" */
/** @import { PracticeGame, TableSummary } from "../kit/types.js" */

const RULES = "Rules, odds and house edge";

/**
 * One game of the house: its tables, and what can be practiced of it.
 * @typedef {{name: string, title: string, chapter: string, about: string, favorite: number, practice?: PracticeGame, tables: TableSummary[]}} LobbyGame
 */

/**
 * What the visitor may do with a table or a game.
 * @typedef {object} Means
 * @property {(kind: string, pressed: HTMLButtonElement) => unknown} open  a table of their own
 * @property {(table: TableSummary, title: string) => unknown} rules
 * @property {boolean} signedIn
 * @property {string[]} own  tables where whoever is signed in stands
 */

/** Every game that this house offers, the favorites first. @param {TableSummary[]} tables @param {PracticeGame[]} practice @returns {LobbyGame[]} */
export function gamesOf(tables, practice) {
  const offered = practice.filter(({ kinds }) => kinds.some(({ listed }) => listed));
  const names = [...new Set([...tables.map(({ game }) => game), ...offered.map(({ name }) => name)])];
  const games = names.map((name) => {
    const [at, known] = [tables.filter(({ game }) => game === name), practice.find((game) => game.name === name)];
    const title = known?.title ?? at.map((table) => table.title).sort((a, b) => a.length - b.length)[0];
    const { chapter, about } = at[0] ?? known ?? { chapter: "", about: "" };
    return { name, title, chapter, about, favorite: known?.favorite ?? 0, practice: known, tables: at };
  });
  return games.sort((one, other) => (one.favorite || Infinity) - (other.favorite || Infinity) || 0);
}

/** @param {TableSummary} table @param {Means} means */
const mayPlay = (table, { signedIn }) => table.open && table.taken.length < table.seats && (signedIn || !table.accounts);

/** The one act of a game: to play it; where it cannot be played, to watch. @param {LobbyGame} game @param {Means} means */
function playOf({ title, practice, tables }, means) {
  const kind = practice?.kinds.find(({ listed }) => listed);
  const press = (/** @type {Event} */ event) => means.open(kind?.id ?? "", /** @type {HTMLButtonElement} */ (event.currentTarget));
  if (kind) return button("Play", press, { class: "primary way", "aria-label": `Play ${title}` });
  const table = tables.find((one) => mayPlay(one, means)) ?? tables[0];
  const words = table && mayPlay(table, means) ? "Play" : "Watch";
  return table ? el("a", { class: words === "Play" ? "button primary way" : "button way", href: addressOf(table), "aria-label": `${words} ${title}` }, words) : null;
}

/** @param {LobbyGame} game */
const waysOf = ({ practice, tables }) => (practice?.kinds.filter(({ listed }) => listed).length ?? 0) + tables.filter((table) => !practice || !table.practice).length;

/** @param {number} ways */
const waysWords = (ways) => (ways === 1 ? "1 way" : `${ways} ways`);

/** @param {LobbyGame} game @param {Means} means @param {(game: LobbyGame) => void} show */
function tile(game, means, show) {
  const { name, title, chapter, about, favorite, practice, tables } = game;
  const kinds = practice?.kinds.map((kind) => kind.title).join(" ") ?? "";
  const felt = tables[0] ? `/api/tables/${encodeURIComponent(tables[0].id)}/felt.svg` : practice ? pictureOf(practice) : "";
  const ways = waysOf(game);
  return el(
    "article",
    { class: favorite ? "game-card favorite" : "game-card", key: name, "data-game": name, "data-words": `${title} ${name} ${chapter} ${about} ${kinds}`.toLowerCase() },
    favorite ? el("div", { class: "picture" }, el("img", { src: felt, alt: "", loading: "lazy" })) : null,
    el("h3", {}, title, " ", proposedMark(tables[0] ?? practice ?? {}).map((mark) => badge(mark, "warn"))),
    el("p", { class: "about" }, about),
    el(
      "div",
      { class: "game-acts" },
      playOf(game, means),
      button(waysWords(ways), () => show(game), { class: "quiet ways-button", "aria-label": `${waysWords(ways)} to play ${title}: variants, limits and tables` }),
    ),
    el("p", { class: "refusal", role: "status" }),
  );
}

/** Every game, favorites before the others. @param {LobbyGame[]} games @param {Means} means @param {(game: LobbyGame) => void} show */
export function gameTiles(games, means, show) {
  const tiles = (/** @type {LobbyGame[]} */ some) => some.map((game) => tile(game, means, show));
  const [first, others] = [games.filter(({ favorite }) => favorite), games.filter(({ favorite }) => !favorite)];
  return [first.length ? el("div", { class: "favorites", key: "first" }, tiles(first)) : null, el("div", { class: "tiles", key: "others" }, tiles(others), games.some(({ practice }) => practice) ? ownRules() : null)];
}

/** The tile after the last: a game that is not among them. */
const ownRules = () =>
  el(
    "article",
    { class: "game-card own-rules", key: "own rules", "data-words": "your own rules open a table variant" },
    el("h3", {}, "Your own rules"),
    el("p", { class: "about" }, "Change decks, payouts and side wagers within the law, see the house edge move, and play it."),
    el("div", { class: "game-acts" }, el("a", { class: "button way", href: "/open" }, "Open a table")),
  );

// --- behind a tile

/** @param {TableSummary} table */
const addressOf = (table) => `/table/${encodeURIComponent(table.id)}`;

/** @param {TableSummary} table */
function seatDots(table) {
  const free = table.seats - table.taken.length;
  const dots = Array.from({ length: table.seats }, (_, n) =>
    el("i", { class: table.taken.includes(n + 1) ? "taken" : "free", "aria-hidden": "true" }),
  );
  return el("p", { class: "seat-dots" }, dots, ` ${free} of ${table.seats} seats free`);
}

/** One table of a game. @param {TableSummary} table @param {Means} means */
function tableRow(table, means) {
  const isOwn = means.own.includes(table.id);
  const badges = [
    table.open ? null : badge("closed", "warn"),
    proposedMark(table).map((words) => badge(words, "warn")),
    tempoAndDealer(table).map((words) => badge(words)),
    table.chance === "entered" ? badge("physical equipment") : null,
    isOwn ? badge("you stand here", "good") : null,
    table.accounts ? badge("for players who sign in") : null,
  ];
  const way = isOwn ? "Your console" : mayPlay(table, means) ? "Play or watch" : "Watch";
  return el(
    "li",
    { class: "table-row", key: table.id, "data-table": table.id },
    el(
      "div",
      {},
      el("p", { class: "table-number" }, table.id),
      el("p", { class: "badges" }, badges),
      el("p", { class: "limits" }, el("strong", {}, limits(table.minimum, table.maximum))),
      seatDots(table),
    ),
    el("div", { class: "ways" }, el("a", { class: "button way", href: addressOf(table), "aria-label": `${way}: ${table.title}, ${table.id}` }, way)),
  );
}

/** The sheet of one game: every way to play it. */
export class GameSheet {
  #body = el("div", { class: "game-sheet" });
  #name = "";

  /** @param {LobbyGame} game @param {Means} means */
  open(game, means) {
    this.#name = game.name;
    const sheet = dialog(game.title, this.#body);
    sheet.classList.add("wide");
    sheet.addEventListener("close", () => (this.#name = ""));
    this.show([game], means);
    sheet.showModal();
  }

  /** As things are now, where it is open. @param {LobbyGame[]} games @param {Means} means */
  show(games, means) {
    const game = games.find(({ name }) => name === this.#name);
    if (game) render(this.#body, () => behind(game, means));
  }
}

/** @param {LobbyGame} game @param {Means} means @returns {Child} */
function behind({ title, about, chapter, practice, tables }, means) {
  const [first] = tables;
  // Practice tables of the floor are kinds: whoever practices has a table of their own.
  const rows = practice ? tables.filter((table) => !table.practice) : tables;
  return [
    el("p", { class: "about" }, `${about} Chapter ${chapter} of 58 Pa. Code.`),
    practice ? practiceOf(practice, means.open) : null,
    rows.length ? el("section", { "aria-label": `Tables of ${title}` }, el("h3", {}, "Tables of this house"), el("ul", { class: "table-rows" }, rows.map((table) => tableRow(table, means)))) : null,
    first ? button(RULES, () => means.rules(first, title), { "aria-label": `${RULES} of ${title}` }) : null,
  ];
}
