/** The page on which one opens a table of one's own: a game, its rules as far as the chapter leaves them open, a name. */

import "../kit/theme.js";
import { Account } from "../kit/accountmenu.js";
import { asRefused } from "../kit/api.js";
import { byId, el, fill } from "../kit/dom.js";
import { OpenEditor } from "./openeditor.js";
import { getLinkedRules, getPractice } from "../kit/practiceapi.js";

/** @import { PracticeGame } from "../kit/types.js" */

const NONE = "This house offers no practice tables.";

/** What the address asks for: rules of a link, and the kind that they are compared with. @param {PracticeGame[]} games */
async function wanted(games) {
  const asked = new URLSearchParams(location.search);
  const kinds = games.flatMap((game) => game.kinds);
  const kind = kinds.find(({ id }) => id === asked.get("kind")) ?? null;
  const rules = asked.get("rules") || kind?.rules || kinds[0].rules || "";
  const draft = await getLinkedRules(rules);
  return { draft, start: kind?.game === draft.game ? kind.id : "" };
}

async function start() {
  const main = byId("main");
  await new Account(byId("account")).refresh();
  try {
    const { open, games = [] } = await getPractice();
    if (!open) return fill(main, el("p", { class: "refusal" }, NONE));
    const editor = new OpenEditor(games);
    fill(main, editor.node);
    try {
      const { draft, start: from } = await wanted(games);
      await editor.open(draft, from);
    } catch (refusal) {
      const { sentence } = asRefused(refusal); // the link is broken or of another version: begin with the first game
      await editor.begin(games[0].kinds[0]);
      editor.say(sentence);
    }
    document.body.dataset.ready = "";
  } catch (refusal) {
    fill(main, el("p", { class: "refusal" }, asRefused(refusal).sentence));
  }
}

start();
