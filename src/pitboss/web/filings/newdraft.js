/** Where a draft begins: a game, and what it starts with; and those that were begun and not saved. */

import { getTable } from "../kit/api.js";
import { message } from "../kit/components.js";
import { button, el, selection } from "../kit/dom.js";
import { form, labelled } from "../kit/forms.js";
import { moment } from "../kit/words.js";

/** @import { KeptDrafts } from "./drafts.js" */
/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { FloorPlan, GameLine } from "../kit/types.js" */

/** @param {StaffPage} page @param {readonly GameLine[]} games @param {(game: string, from: string) => Promise<unknown>} begin */
export function beginForm(page, games, begin) {
  const game = selection([["", "choose a game"], ...games.map(({ name, title }) => /** @type {const} */ ([name, title]))], { required: true });
  const from = selection([
    ["example", "a complete example"],
    ["table", "what is in force at a table"],
    ["nothing", "nothing: every choice is still to be made"],
  ]);
  const submit = page.account.may("draft filing") ? "Begin a draft" : "Try choices";
  return form({ submit, refused: page.refused, send: () => begin(game.value, from.value) }, labelled("Game", game), labelled("Begin with", from)).node;
}

/** The choices with which a draft begins. @param {GameLine} game @param {string} from @param {FloorPlan} floor @returns {Promise<Record<string, unknown>>} */
export async function startOf(game, from, floor) {
  if (from === "nothing") return {};
  const table = floor.tables.find((one) => one.game === game.name && one.state !== "retired");
  if (from === "example" || !table) return game.example;
  return (await getTable(table.number)).submission;
}

/** What this person typed and did not save. @param {KeptDrafts} drafts @param {(name: string) => GameLine|undefined} game */
export const unsavedDrafts = (drafts, game) =>
  drafts.all.map(([key, { draft, at }]) => {
    const node = message(
      "warn",
      `A draft for ${game(draft.game)?.title ?? draft.game}${draft.filing ? ` (${draft.filing})` : ""} is not saved: you typed in it until ${moment(at)}, and this browser keeps it for you alone. `,
      el("span", { class: "act-row" }, el("a", { class: "button", href: `#draft/${key}` }, "Go on with it"), button("Discard it", () => (drafts.remove(key), node.remove()), { class: "quiet go" })),
    );
    return node;
  });
