/**
 * The first page: a hand to play at once, every game with one press to play it, and the ways on to drills, to the work of a
 * casino and to the proof behind all of it.
 */

import "../kit/theme.js";
import { Account } from "../kit/accountmenu.js";
import { asRefused, getTable, getTables } from "../kit/api.js";
import { attempt, outcome } from "../kit/forms.js";
import { button, byId, dialog, el, fill, findAll, render } from "../kit/dom.js";
import { openGuide } from "../kit/guidelink.js";
import { languageChoice } from "../kit/language.js";
import { openHistory } from "../kit/historypanel.js";
import { FirstHand } from "./hand.js";
import { GameSheet, gameTiles, gamesOf } from "./games.js";
import { ownTables, practice } from "./practice.js";
import { getOwnTables } from "../kit/peopleapi.js";
import { getPractice } from "../kit/practiceapi.js";
import { PurseLine } from "../kit/purse.js";
import { enterDemonstration } from "../kit/sessionapi.js";
import { tabStorage } from "../kit/storage.js";

/** @import { LobbyGame, Means } from "./games.js" */
/** @import { PracticeGame, TableSummary } from "../kit/types.js" */

const REFRESH = 10_000;

byId("language").append(languageChoice());
const account = new Account(byId("account"));
const purse = new PurseLine(byId("purse"));
const sheet = new GameSheet();
const hand = new FirstHand(byId("hand"), (game, pressed) => practice(kindOf(game), pressed, ".first-hand"));
/** @type {LobbyGame[]} */ let games = [];
let isShown = false;
/** Tables where whoever is signed in stands. @type {string[]} */
let own = [];

/** The kind of the usual table of a game. @param {string} game */
const kindOf = (game) => games.find(({ name }) => name === game)?.practice?.kinds[0]?.id ?? "";

/** @param {TableSummary} table @param {string} title */
async function showRules(table, title) {
  try {
    await openGuide(await getTable(table.id));
  } catch (refusal) {
    dialog(title, el("p", { class: "refusal" }, asRefused(refusal).sentence)).showModal();
  }
}

/** @returns {Means} */
const means = () => ({
  open: (kind, pressed) => practice(kind, pressed, ".kind-row, .game-card"),
  rules: showRules,
  signedIn: Boolean(account.person),
  own,
});

function filter() {
  const wanted = byId("filter", HTMLInputElement).value.toLowerCase().trim();
  let any = false;
  for (const node of findAll(byId("tables"), ".game-card")) {
    node.hidden = !node.dataset.words?.includes(wanted);
    any ||= !node.hidden;
  }
  byId("none").hidden = any;
}

/** A way on from here. @param {string} title @param {string} words @param {import("../kit/dom.js").Child[]} ways */
const entrance = (title, words, ...ways) => el("article", { class: "entrance", key: title }, el("h2", {}, title), el("p", { class: "about" }, words), el("p", { class: "act-row" }, ...ways));

/** One press to be the dealer of a demonstration. */
function dealerButton() {
  const said = outcome();
  /** @type {HTMLButtonElement} */
  const node = button("Be the dealer", () =>
    attempt(node, said, async () => {
      await enterDemonstration();
      tabStorage.set("works", true);
      location.assign("/work");
    }),
  );
  return el("span", {}, node, said);
}

/** @param {boolean} isDemonstration @param {boolean} practices */
function showEntrances(isDemonstration, practices) {
  fill(
    byId("entrances"),
    practices
      ? entrance("Learn", "Drills for players, dealers and floorpersons: decisions, payouts, procedure. Exams with a record.", el("a", { href: "/drills" }, "Start a drill"), el("a", { href: "/analysis?view=daily" }, "Puzzle of the day"))
      : null,
    isDemonstration
      ? entrance("Run a casino", "Deal by hand, sign checklists, count the drop, file new rules. Everyone in this demonstration is made up.", dealerButton())
      : null,
    entrance("Check it", "Replay any round beside the law, verify the record yourself, and read how every edge was worked out.", el("a", { href: "/audit" }, "Replay a round"), el("a", { href: "/docs/" }, "Guide and documentation")),
  );
}

function show() {
  render(byId("tables"), () => gameTiles(games, means(), (game) => sheet.open(game, means())));
  sheet.show(games, means());
  filter();
}

/** What there is now; what can be practiced is returned. */
async function refresh() {
  try {
    const [tables, { games: known = [], own: opened = [] }] = await Promise.all([getTables(), getPractice()]);
    games = gamesOf(tables, known);
    isShown = true;
    render(byId("own"), () => ownTables(opened));
    show();
    return known;
  } catch (refusal) {
    if (!isShown) fill(byId("tables"), el("p", { class: "refusal" }, asRefused(refusal).sentence));
    return /** @type {PracticeGame[]} */ ([]);
  }
}

async function start() {
  const signing = account.refresh();
  const known = await refresh();
  byId("hand").hidden = known.length === 0;
  if (known.length) hand.deal();
  purse.refresh();
  await signing;
  showEntrances(Boolean(account.state?.demonstration), known.length > 0);
  if (account.person) own = await getOwnTables().catch(() => []);
  show();
}

byId("filter").addEventListener("input", filter);
byId("my-results").addEventListener("click", () => openHistory());
start();
setInterval(() => document.visibilityState === "visible" && Promise.all([refresh(), purse.refresh()]), REFRESH);
