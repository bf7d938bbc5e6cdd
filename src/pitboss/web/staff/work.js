/** One's work: what waits for whoever is signed in, then the pages of their roles, and what they may look at. */

import "../kit/theme.js";
import { getTables } from "../kit/api.js";
import { el, fill } from "../kit/dom.js";
import { titled } from "../kit/lists.js";
import { getOwnTables } from "../kit/peopleapi.js";
import { Queue } from "../kit/queue.js";
import { StaffPage } from "../kit/staffpage.js";
import { capitalized, plain } from "../kit/words.js";

/** @import { PersonIdentity } from "../kit/types.js" */

/** What the work of each role is in this house. @type {Record<string, string>} */
const WORK = {
  dealer: "You deal at the table to which a floorperson assigns you, and inspect and sign what its chapter names.",
  stickperson: "You work the stick at the craps table to which a floorperson assigns you.",
  boxperson: "You watch the bank at the craps table to which a floorperson assigns you.",
  floorperson: "You open and close your tables, assign dealers, sign inspections and answer what the dealer may not.",
  pit_manager: "You run the pit: what waits at every table, who stands where, limits, incidents and corrections.",
  shift_manager: "You run the floor of a shift: all that a pit manager does, at every table; you end shifts and gaming days.",
  cage_cashier: "You keep your drawer and the banks, prepare fills, take in credits, redeem chips, take and pay deposits, and add players' accounts.",
  count_team: "You count the drop boxes, each by yourself; no figure is shown until the whole team has signed.",
  security: "You carry chips and drop boxes, and sign voids. You receive equipment, take it from tables, and are the second person when it is sealed or destroyed.",
  surveillance: "You watch the pit, search rounds and decisions, and read every table's log. You see trays, slips, boxes and drawers. Nothing waits for your signature.",
  maintenance: "You work on wheels, shufflers and other devices. Work on a device is signed for at its table.",
  manager: "You draft and file rules, put approved ones in force, keep the floor plan, and say with what the book of the money begins.",
  auditor: "You read everything: rounds, decisions, the record and its proof; and you verify it.",
  board: "You decide filings, look into alarms, and verify the record.",
  administrator: "You keep people, devices, backups and the health of the house.",
  player: "You play at tables that need an account.",
};

const DRILLED = ["player", "dealer", "floorperson", "pit_manager", "shift_manager"];
const MOST_TABLES = 3; // that are listed at once

const page = new StaffPage();

/** @param {string[]} own  tables where they stand */
async function tablesOf(own) {
  const known = own.length ? await getTables().catch(() => []) : [];
  return own.map((id) => ({ href: `/table/${encodeURIComponent(id)}`, words: known.find((table) => table.id === id)?.title ?? id, about: `your console, ${id}` }));
}

/** @param {{href: string, words: string, about: string}} link */
const entry = ({ href, words, about }) => el("li", {}, el("a", { class: "button", href }, words), el("span", { class: "about" }, about));

/** @param {{href: string, words: string, about: string}[]} links */
const listed = (links) => el("ul", { class: "work-links" }, links.map(entry));

/** Where they stand; more than a few are folded. @param {{href: string, words: string, about: string}[]} tables */
const folded = (tables) =>
  tables.length > MOST_TABLES ? el("details", {}, el("summary", {}, `Your consoles at ${tables.length} tables`), listed(tables)) : listed(tables);

/** @param {PersonIdentity} person */
async function show({ roles }) {
  const queue = new Queue(page, { folds: true });
  const work = roles.filter((role) => role in WORK);
  const tables = await tablesOf(await getOwnTables().catch(() => []));
  const drills = { href: "/drills", words: "Drills", about: `questions ${roles.some((role) => DRILLED.includes(role)) ? "of your role" : "about every game"}, each graded at once` };
  const pages = page.account.staffPages;
  const lookAt = [
    drills,
    { href: "/", words: "Lobby", about: "every table, as players see it" },
    { href: "/docs/", words: "Documentation", about: "a page for each role" },
    { href: "/account", words: "Your account", about: "password and passkeys" },
  ];
  fill(
    page.main,
    queue.node,
    el(
      "div",
      { class: "work-pages" },
      titled("Your work here", work.map((role) => el("p", {}, el("strong", {}, `${capitalized(plain(role))}. `), WORK[role]))),
      pages.length || tables.length ? titled("Your consoles", folded(tables), listed(pages)) : null,
      titled("To look at", listed(lookAt)),
    ),
  );
  await queue.begin();
}

page.open(show);
