/** Board console: what waits for its person first; the record searched, acts of people, filings, and the record verified. */

import "../kit/theme.js";
import { AccountsPanel } from "./accounts.js";
import { getChoices } from "./api.js";
import { DecisionsPanel } from "./decisions.js";
import { FilingsPanel } from "./filings.js";
import { OtherwisePanel } from "./otherwise.js";
import { readAddress } from "./query.js";
import { RecordPanel } from "./record.js";
import { RoundPanel } from "./round.js";
import { RoundsPanel } from "./rounds.js";
import { RulesPanel } from "./rules.js";
import { WorkPanel } from "./work.js";
import { StaffPage } from "../kit/staffpage.js";
import { tabList } from "../kit/components.js";
import { fill, find } from "../kit/dom.js";
import { PlayWatch } from "../filings/playwatch.js";
import "../felt/settings.js";
import { tabs } from "../kit/tabs.js";

/** @type {Record<string, string>} */
const PANELS = { work: "Your work", rounds: "Rounds", decisions: "Decisions", filings: "Filings", play: "Play watched", record: "The record", otherwise: "Other readings", accounts: "Accounts" };
/** For those who search the record and do not oversee it. @type {Record<string, string>} */
const SEARCHED = { work: PANELS.work, rounds: PANELS.rounds, decisions: PANELS.decisions };
const FIRST = "work";
const OVERSEES = "export record";

const page = new StaffPage();

/** Go to an address of this page; to the same one again, to ask once more. @param {string} address */
function go(address) {
  const before = location.href;
  location.hash = address;
  if (location.href === before) dispatchEvent(new HashChangeEvent("hashchange"));
}

page.open(async () => {
  const oversees = page.account.may(OVERSEES);
  const [panels, title] = oversees ? [PANELS, "Board console"] : [SEARCHED, "Search the record"];
  find(document, ".top h1").textContent = title;
  if (!page.account.may("see filings")) document.querySelector('.top nav [href="/filings"]')?.remove();
  const work = new WorkPanel(page);
  const rounds = new RoundsPanel(page, go);
  const round = new RoundPanel(page);
  const decisions = new DecisionsPanel(page, go);
  const filings = new FilingsPanel(page);
  const rules = new RulesPanel(page);
  const record = new RecordPanel(page, rules.node);
  const otherwise = new OtherwisePanel(page);
  const play = new PlayWatch(page);
  const accounts = new AccountsPanel(page);
  /** @type {Record<string, Element[]>} */
  const nodes = { work: [work.node], rounds: [rounds.node, round.node], decisions: [decisions.node], filings: [filings.node], play: [play.node], record: [record.node], otherwise: [otherwise.node], accounts: [accounts.node] };
  /** The address at which each tab was left. @type {Record<string, string>} */
  const left = Object.fromEntries(Object.keys(panels).map((tab) => [tab, `#${tab}`]));
  let list = left.rounds; // the query from which a round was opened

  const { list: bar, panels: parts } = tabList(title, Object.entries(panels).map(([id, words]) => [id, words, nodes[id]]));
  for (const id of Object.keys(panels)) {
    const tab = find(bar, `#tab-${id}`);
    const come = () => readTab() !== id && go(left[id]);
    tab.addEventListener("click", come);
    tab.addEventListener("focus", come); // an arrow key brought it here
  }
  fill(page.main, bar, parts);
  const { select } = tabs(bar);

  /** Which tab the address belongs to. */
  function readTab() {
    const { tab } = readAddress(location.hash);
    if (tab === "round") return "rounds";
    return tab in panels ? tab : FIRST;
  }

  /** Show what the address names. @param {boolean} isAgain  whether it was there before, and somebody asked again */
  async function follow(isAgain) {
    const { tab, id, fields } = readAddress(location.hash);
    const here = readTab();
    const isRound = tab === "round";
    if (here === "rounds") {
      rounds.node.hidden = isRound;
      round.node.hidden = !isRound;
    }
    select(`panel-${here}`);
    document.title = `${isRound ? `Round ${fields.get("round") ?? ""} of ${fields.get("table") ?? ""}` : panels[here]} · ${title} · pitboss`;
    const address = location.hash || `#${FIRST}`;
    const isShown = left[here] === address && shown.has(here) && !isAgain;
    left[here] = address;
    if (here === "rounds" && !isRound) list = address;
    if (isShown) return;
    shown.add(here);
    if (isRound) await round.show(fields, list);
    else if (here === "rounds") await rounds.show(fields);
    else if (here === "decisions") await decisions.show(fields);
    else if (here === "work") await work.show();
    else if (here === "filings") await filings.show(id);
    else if (here === "play") await play.show();
    else if (here === "otherwise") await otherwise.show();
    else if (here === "accounts") await accounts.show();
    else await Promise.all([record.show(), rules.show()]);
  }
  /** @type {Set<string>} */ const shown = new Set();
  let before = "";
  addEventListener("hashchange", () => {
    const isAgain = before === location.href;
    before = location.href;
    follow(isAgain);
  });
  before = location.href;
  work.begin();
  rounds.loadSaved();
  getChoices().then(
    (choices) => {
      rounds.offer(choices);
      decisions.offer(choices);
    },
    () => {}, // the fields take what is typed all the same
  );
  await follow(false);
}, "search record");
