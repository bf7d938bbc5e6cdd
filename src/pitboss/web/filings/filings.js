/** Filings: the register and each filing in it, the editor of drafts, the floor plan, and whose house it is. Each has an address. */

import "../kit/theme.js";
import { StaffPage } from "../kit/staffpage.js";
import { readAddress } from "./address.js";
import { getFiling, getFilings, getFloor, getGames } from "./api.js";
import { emptyState, tabList } from "../kit/components.js";
import { el, fill, find } from "../kit/dom.js";
import { Editor } from "./editor.js";
import { FilingView } from "./filing.js";
import { FloorPanel } from "./floor.js";
import { houseForm } from "./house.js";
import { beginForm, startOf, unsavedDrafts } from "./newdraft.js";
import { FilingRegister } from "./register.js";
import { failed, outcome } from "../kit/forms.js";
import { PlayWatch } from "./playwatch.js";
import { Queue } from "../kit/queue.js";
import { tabs } from "../kit/tabs.js";

/** @import { Child } from "../kit/dom.js" */
/** @import { Draft, FilingLine, FloorPlan, GameLine } from "../kit/types.js" */

const AGAIN = 20_000; // milliseconds between two looks at what others did
const PANELS = { register: "Register", draft: "Editor", floor: "Floor plan", house: "House", play: "Play watched" };

const page = new StaffPage();
/** @type {GameLine[]} */ let games = [];
/** @type {FilingLine[]} */ let filings = [];
/** @type {FloorPlan} */ let floor = { pits: [], tables: [] };
let shown = ""; // the draft in the editor, by its address
/** Show what the address names. @type {() => unknown} */
let show = () => {};

const gameNamed = (/** @type {string} */ name) => games.find((game) => game.name === name);
const editor = new Editor(page, {
  saved: async ({ id }) => {
    history.replaceState(null, "", `#draft/${id}`);
    shown = id;
    await refresh();
  },
  discarded: (key) => {
    shown = "";
    if (key.startsWith("new/")) go("#register");
    else show();
  },
  filings: () => filings,
});
const register = new FilingRegister(gameNamed);
const filing = new FilingView(page, { refresh, floor: () => floor, game: gameNamed });
const floorPanel = new FloorPanel(page, refresh, gameNamed);
floorPanel.onSelect = (numbers) => history.replaceState(null, "", numbers.length ? `#floor/${numbers.map(encodeURIComponent).join(",")}` : "#floor");
const unsaved = el("div", { class: "register" });
const listed = el("div", { class: "register" });
const drafting = el("div", {});

/** Of others than the manager it is what concerns filings. */
const KINDS = ["draft", "in_force", "filing", "alarm"];
const queue = new Queue(page, {
  limit: 3,
  only: ({ kind }) => page.account.may("draft filing") || KINDS.includes(kind),
});

/** @param {string} address */
const go = (address) => void (location.hash = address);

async function refresh() {
  [filings, floor] = await Promise.all([getFilings(), getFloor()]);
  register.show(filings);
  floorPanel.show(floor, filings);
  const { tab, of } = readAddress(location.hash);
  if (tab === "filing") filing.show(filings.find(({ id }) => id === of));
}

/** What a draft can be compared with. @param {Draft} draft */
const comparable = (draft) => [
  ...filings
    .filter((line) => line.game === draft.game && line.id !== draft.filing)
    .map(({ id, title, state }) => ({ id, words: `${id}, ${title} (${state.replaceAll("_", " ")})` })),
  ...floor.tables
    .filter((table) => table.game === draft.game && table.state !== "retired")
    .map(({ number, title }) => ({ id: number, words: `table ${number}, ${title}` })),
];

/** The draft that an address names. @param {string} of @returns {Promise<{draft: Draft, state: string}|null>} */
async function draftAt(of) {
  const [kind, name = "", from = "example"] = of.split("/");
  if (kind === "new") {
    const game = gameNamed(name);
    return game ? { draft: { game: name, choices: await startOf(game, from, floor), title: "" }, state: "" } : null;
  }
  const line = filings.find(({ id }) => id === (kind === "change" ? name : kind));
  if (!line) return null;
  const { choices = {} } = await getFiling(line.id);
  const draft = { game: line.game, choices, title: line.title };
  if (kind === "change") return { draft: { ...draft, instead_of: line.id }, state: "" };
  return { draft: { ...draft, filing: line.id, instead_of: line.instead_of ?? "" }, state: line.state };
}

/** Show the editor with what its address names. @param {string} of */
async function edit(of) {
  if (!of && shown) return history.replaceState(null, "", `#draft/${shown}`);
  if (of === shown && of) return;
  const found = of ? await draftAt(of) : null;
  const game = found ? gameNamed(found.draft.game) : undefined;
  if (found && game) await editor.open(game, found.draft, found.state, comparable(found.draft));
  const words = of ? "There is no such draft in the register, and none that you have not saved." : "Begin one, or open a filing from the register.";
  fill(drafting, game ? editor.node : emptyState("No draft is open", words, beginForm(page, games, begin)));
  remember(game ? of : "");
}

/** @param {string} of  the draft that is in the editor now */
function remember(of) {
  shown = of;
}

/** Begin a draft of a game. @param {string} name @param {string} from */
async function begin(name, from) {
  const game = gameNamed(name);
  if (!game) throw new Error("Choose a game.");
  if (editor.kept.get(`new/${name}`)) throw new Error(`A draft for ${game.title} that you have not saved is kept here; go on with it, or discard it first.`);
  shown = "";
  go(`#draft/new/${name}/${from}`);
}

page.open(async () => {
  games = await getGames();
  await refresh();
  const watched = new PlayWatch(page);
  const maySee = page.account.may("see play watched");
  if (maySee) await watched.show();
  const begins = el("details", { class: "panel add" }, el("summary", {}, page.account.may("draft filing") ? "New draft" : "Try choices"), beginForm(page, games, begin));
  fill(listed, queue.node, unsaved, el("h2", {}, "Register"), register.node, begins);
  queue.begin();
  /** @type {Record<string, Child>} */
  const inside = { register: [listed, filing.node], draft: drafting, floor: floorPanel.node, house: await houseForm(page), play: watched.node };
  const seen = Object.entries(PANELS).filter(([id]) => id !== "play" || maySee);
  const { list, panels } = tabList("Filings", seen.map(([id, words]) => [id, words, inside[id]]));
  for (const [id] of seen) {
    const tab = find(list, `#tab-${id}`);
    const come = () => tabOf(location.hash) !== id && go(`#${id}`);
    tab.addEventListener("click", come);
    tab.addEventListener("focus", come); // an arrow key brought it here
  }
  fill(page.main, list, panels);
  const { select } = tabs(list);
  const said = outcome();
  page.main.append(said);

  /** Which tab an address belongs to. @param {string} hash */
  function tabOf(hash) {
    const { tab } = readAddress(hash);
    if (tab === "filing") return "register";
    return seen.some(([id]) => id === tab) ? tab : "register";
  }

  show = async () => {
    const { tab, of } = readAddress(location.hash);
    const here = tabOf(location.hash);
    select(`panel-${here}`);
    listed.hidden = tab === "filing";
    filing.node.hidden = tab !== "filing";
    if (tab === "filing") filing.show(filings.find(({ id }) => id === of));
    else filing.end();
    fill(said);
    if (here === "register") fill(unsaved, unsavedDrafts(editor.kept, gameNamed));
    if (here === "floor") floorPanel.select(of ? of.split(",") : []);
    if (here === "draft") await edit(of).catch((error) => (failed(said, error), page.refused(error)));
    document.title = `${titleOf(tab, of)} · Filings · pitboss`;
  };
  addEventListener("hashchange", () => show());
  await show();
  setInterval(() => document.visibilityState === "visible" && refresh().catch(page.refused), AGAIN);
}, "see filings");

/** @param {string} tab @param {string} of */
const titleOf = (tab, of) => (of && ["filing", "draft"].includes(tab) ? of : (PANELS[/** @type {keyof typeof PANELS} */ (tab)] ?? PANELS.register));
