/** The analysis board: any position by its address, its cards and rules to be changed, and what each answer is worth. */

import "../kit/theme.js";
import { Account } from "../kit/accountmenu.js";
import { asRefused } from "../kit/api.js";
import { boardAt } from "../kit/boardlink.js";
import { button, byId, copied, el, fill } from "../kit/dom.js";
import { labelled, outcome, setOptions, succeeded } from "../kit/forms.js";
import { getGames, textsIn } from "./api.js";
import { Board } from "./board.js";
import { openBook } from "./book.js";
import { endCount, openCount } from "./count.js";
import { openPuzzle } from "./puzzle.js";

/** @import { Texts } from "./api.js" */
/** @import { AnalysisGame } from "../kit/types.js" */

const GAME = "board-game";
const COUNT = "count";
const VIEWS = { "": "Board", daily: "Puzzle of the day", puzzles: "My mistakes", book: "My book", [COUNT]: "Count drill" };

/** The page. */
class AnalysisPage {
  #said = outcome();
  #onBoard;
  #gameField = el("select", { id: GAME, onchange: () => this.#deal() });
  #board = new Board((texts) => this.#moved(texts));
  #deals = button("Deal another", () => this.#deal(), { id: "deal" });
  #share = button("Copy a link to this position", () => this.#copy(), { id: "share" });
  #place = el("div", { class: "analysis-place" });
  #counted;
  #views;

  /** @param {AnalysisGame[]} games */
  constructor(games) {
    this.#counted = games.find((game) => game.count_drill);
    this.#views = Object.entries(VIEWS)
      .filter(([view]) => view !== COUNT || this.#counted)
      .map(([view, words]) => el("a", { href: view ? `/analysis?view=${view}` : "/analysis", "data-view": view }, words));
    setOptions(this.#gameField, games.map(({ name, title }) => [name, title]));
    const bar = el("div", { class: "board-bar" }, labelled("Game", this.#gameField), this.#deals, this.#share, this.#said);
    this.#onBoard = el("div", { class: "analysis-page-body" }, bar, this.#board.node);
    this.node = el("div", { class: "analysis-page-body" }, el("nav", { class: "views", "aria-label": "The analysis board" }, this.#views), this.#place);
    addEventListener("popstate", () => this.open());
  }

  /** What the address says: a position, a puzzle or the book. */
  open() {
    const view = new URLSearchParams(location.search).get("view") ?? "";
    for (const link of this.#views) link.ariaCurrent = link.dataset.view === view ? "page" : null;
    endCount();
    if (view === COUNT && this.#counted) return openCount(this.#place, this.#counted);
    if (view === "book") return openBook(this.#place);
    if (view === "daily" || view === "puzzles") return openPuzzle(this.#place, view === "daily" ? "daily" : "own");
    fill(this.#place, this.#onBoard);
    const texts = textsIn(location.search);
    if (texts.game) this.#gameField.value = texts.game;
    return this.#board.put(texts, !texts.cards);
  }

  /** A position of the game that is chosen. */
  #deal() {
    return this.#board.put({ game: this.#gameField.value });
  }

  /** @param {Texts} texts */
  #moved(texts) {
    const address = boardAt(String(new URLSearchParams(texts)));
    if (texts.game) this.#gameField.value = texts.game;
    if (!textsIn(location.search).cards) history.replaceState(null, "", address);
    else if (address !== location.pathname + location.search) history.pushState(null, "", address);
  }

  async #copy() {
    succeeded(this.#said, (await copied(location.href)) ? "Copied." : "Copy the address of this page.");
  }
}

async function start() {
  const main = byId("main");
  new Account(byId("account")).refresh();
  try {
    const { games } = await getGames();
    const page = new AnalysisPage(games);
    fill(main, page.node);
    await page.open();
    document.body.dataset.ready = "";
  } catch (refusal) {
    fill(main, el("p", { class: "refusal" }, asRefused(refusal).sentence));
  }
}

start();
