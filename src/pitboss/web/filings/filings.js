/** Filings: the register, the editor of drafts, the floor plan, and whose house it is. */

import "../kit/theme.js";
import { StaffPage } from "../kit/staffpage.js";
import { getTable } from "../kit/api.js";
import { tabList } from "../kit/components.js";
import { button, el, fill, selection } from "../kit/dom.js";
import { Editor } from "./editor.js";
import { FloorPanel } from "./floor.js";
import { FilingRegister } from "./register.js";
import { getFiling, getFilings, getFloor, getGames, getHouse, nameHouse } from "./api.js";
import { form, labelled, succeeded, textField } from "../kit/forms.js";
import { PlayWatch } from "./playwatch.js";
import { tabs } from "../kit/tabs.js";

/** @import { Child } from "../kit/dom.js" */
/** @import { Draft, FilingLine, FloorPlan, GameLine } from "../kit/types.js" */

const AGAIN = 20_000; // milliseconds between two looks at what others did
const PANELS = { register: "Register", editor: "Editor", floor: "Floor plan", house: "House", play: "Play watched" };

const page = new StaffPage();
/** @type {GameLine[]} */ let games = [];
/** @type {FilingLine[]} */ let filings = [];
/** @type {FloorPlan} */ let floor = { pits: [], tables: [] };
/** @type {(panel: string) => void} */ let select = () => {};

const gameNamed = (/** @type {string} */ name) => games.find((game) => game.name === name);
const editor = new Editor(page, () => refresh());
const register = new FilingRegister(page, { edit, refresh, floor: () => floor, game: gameNamed });
const floorPanel = new FloorPanel(page, refresh);

async function refresh() {
  [filings, floor] = await Promise.all([getFilings(), getFloor()]);
  register.show(filings);
  floorPanel.show(floor, filings);
}

/** @param {Draft} draft */
async function open(draft) {
  const game = gameNamed(draft.game);
  if (!game) return;
  const others = [
    ...filings
      .filter((line) => line.game === draft.game && line.id !== draft.filing)
      .map(({ id, title, state }) => ({ id, words: `${id}, ${title} (${state.replaceAll("_", " ")})` })),
    ...floor.tables
      .filter((table) => table.game === draft.game && table.state !== "retired")
      .map(({ number, title }) => ({ id: number, words: `table ${number}, ${title}` })),
  ];
  await editor.open(game, draft, others);
  select("panel-editor");
}

/** Edit or look at a filing; as a copy, a new draft that is to replace it. @param {FilingLine} line @param {boolean} copy */
async function edit(line, copy) {
  const { choices = {} } = await getFiling(line.id);
  const draft = { game: line.game, choices, title: line.title };
  await open(copy ? { ...draft, instead_of: line.id } : { ...draft, filing: line.id, instead_of: line.instead_of ?? "" });
}

function newDraft() {
  const game = selection(games.map(({ name, title }) => [name, title]));
  const from = selection([
    ["example", "a complete example"],
    ["table", "what is in force at a table"],
    ["nothing", "nothing: every choice is still to be made"],
  ]);
  const { node } = form(
    {
      submit: page.account.may("draft filing") ? "Begin a draft" : "Try choices",
      refused: page.refused,
      send: async () => {
        const chosen = gameNamed(game.value);
        await open({ game: game.value, choices: (chosen && (await start(chosen, from.value))) ?? {}, title: "" });
      },
    },
    labelled("Game", game),
    labelled("Begin with", from),
  );
  return el("details", { class: "panel add" }, el("summary", {}, page.account.may("draft filing") ? "New draft" : "Try choices"), node);
}

/** @param {GameLine} game @param {string} from @returns {Promise<Record<string, unknown>>} */
async function start(game, from) {
  if (from === "nothing") return {};
  const table = floor.tables.find((one) => one.game === game.name && one.state !== "retired");
  if (from === "example" || !table) return game.example;
  return (await getTable(table.number)).submission;
}

/** What was typed here and not saved. */
function leftOver() {
  const draft = Editor.unsaved;
  if (!draft?.game) return null;
  const node = el(
    "p",
    { class: "panel", role: "note" },
    `A draft for ${gameNamed(draft.game)?.title ?? draft.game} was not saved. `,
    button("Go on with it", async () => {
      await open(draft);
      node.remove();
    }),
  );
  return node;
}

async function houseForm() {
  const now = await getHouse();
  const holder = textField("Certificate holder", { required: true, maxlength: 64, value: now.holder });
  const licence = textField("Licence", { maxlength: 64, value: now.licence ?? "" });
  const address = textField("Address", { maxlength: 200, value: now.address ?? "" });
  const zone = textField("Time zone", { required: true, maxlength: 64, value: now.zone ?? "America/New_York" });
  const day = textField("The gaming day begins at", { required: true, maxlength: 5, value: now.gaming_day ?? "06:00" });
  const shifts = textField("Shifts begin at", { maxlength: 80, value: (now.shifts ?? []).join(", "), placeholder: "06:00, 14:00, 22:00" });
  const several = el("input", { type: "checkbox", checked: now.several_tables ?? true });
  const rule = el("label", { class: "check" }, several, "One person may sit at several tables at once");
  const fields = [holder, licence, address, zone, day, shifts];
  if (!page.account.may("name house")) {
    for (const { input } of fields) input.readOnly = true;
    several.disabled = true;
    return el("section", { class: "panel form" }, fields.map((field) => field.node), rule);
  }
  const { node, said } = form(
    {
      submit: "Save",
      refused: page.refused,
      send: async () => {
        const made = await nameHouse({
          holder: holder.input.value.trim(),
          licence: licence.input.value.trim(),
          address: address.input.value.trim(),
          zone: zone.input.value.trim(),
          gaming_day: day.input.value.trim(),
          shifts: shifts.input.value.split(",").map((hour) => hour.trim()).filter(Boolean), // prettier-ignore
          several_tables: several.checked,
        });
        succeeded(said, `Saved: ${made.holder}.`);
      },
    },
    fields.map((field) => field.node),
    rule,
  );
  return el("section", { class: "panel" }, node);
}

page.open(async () => {
  games = await getGames();
  await refresh();
  const watched = new PlayWatch(page);
  const maySee = page.account.may("see play watched");
  if (maySee) await watched.show();
  /** @type {Record<keyof typeof PANELS, Child>} */
  const inside = {
    register: [leftOver(), newDraft(), register.node],
    editor: editor.node,
    floor: floorPanel.node,
    house: await houseForm(),
    play: watched.node,
  };
  const seen = /** @type {(keyof typeof PANELS)[]} */ (Object.keys(PANELS)).filter((id) => id !== "play" || maySee);
  const { list, panels } = tabList("Filings", seen.map((id) => [id, PANELS[id], inside[id]]));
  fill(page.main, list, panels);
  ({ select } = tabs(list));
  const asked = register.node.querySelector(`[data-filing="${CSS.escape(location.hash.slice(1))}"]`); // the Board comes to decide one
  if (asked instanceof HTMLDetailsElement) asked.open = true;
  asked?.scrollIntoView();
  setInterval(() => document.visibilityState === "visible" && refresh().catch(page.refused), AGAIN);
}, "see filings");
