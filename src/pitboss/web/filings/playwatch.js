/** Play held against theory: alarms, and what was paid on each wager today beside what is to be expected. */

import { getJson } from "../kit/api.js";
import { el, fill } from "../kit/dom.js";
import { form, textField } from "../kit/forms.js";
import { dollars } from "../kit/money.js";
import { listLine, listTable } from "../kit/lists.js";
import { moment, plain } from "../kit/words.js";

/** @import { AlarmLine, PlayWatched, TheoryLine } from "../kit/types.js" */
/** @import { StaffPage } from "../kit/staffpage.js" */

const ADDRESS = "/api/theory";
const ALL = "*";

/** @param {string} table */
const where = (table) => (table === ALL ? "all tables of one filing" : table);

/** One day in so many, or nothing where it says nothing. @param {number} chance */
const seldom = (chance) => (chance >= 1 ? "nothing unusual" : `one day in ${Math.round(1 / chance).toLocaleString()} at most`);

/** @param {number} count */
const settlementWords = (count) => (count === 1 ? "the one settlement agrees" : `each of ${count.toLocaleString()} settlements agrees`);

/** The panel, on the manager's page and on the Board's. */
export class PlayWatch {
  node = el("section", { class: "panel play-watch" });
  #page;

  /** @param {StaffPage} page */
  constructor(page) {
    this.#page = page;
  }

  async show() {
    this.#fill(await getJson(ADDRESS));
  }

  /** @param {PlayWatched} state */
  #fill({ day, lines, alarms, checked, untold, unknown }) {
    const open = alarms.filter(({ seen }) => !seen);
    fill(
      this.node,
      el("h2", {}, open.length ? `Alarms: ${open.length}` : "No alarm"),
      alarms.length ? el("ul", { class: "alarms" }, alarms.map((alarm) => this.#alarm(alarm))) : null,
      el(
        "p",
        {},
        day ? `Gaming day ${day}: ${settlementWords(checked)} with the filed paytables${alarms.length ? ", or is listed above" : ""}.` : "Nothing was played yet.",
        untold ? ` Of ${untold.toLocaleString()} (shares of a bank or meter, awards for another's hand) no paytable gives the result.` : "",
        unknown ? ` ${unknown.toLocaleString()} were made under rules that are not in force any more.` : "",
      ),
      el(
        "p",
        { class: "quiet-text" },
        "A payment that is not filed is an alarm at once; so is a win that chance does not explain. Fifty tables raise one false alarm a year at most. ",
        lines.length ? "The last column says how many rounds of a day with a wager it takes to find a fault worth 1 % of its handle." : null,
      ),
      lines.length ? this.#table(lines) : null,
    );
  }

  /** @param {AlarmLine} alarm */
  #alarm({ number, time, day, words, seen }) {
    const about = el("span", { class: "about" }, `${number} · ${day} · ${moment(time, "medium")}`);
    if (seen || !this.#page.account.may("look into alarm")) return el("li", {}, words, about, seen ? el("span", { class: "about" }, `Looked into: ${seen}`) : null);
    const what = textField("What came of it", { maxlength: 500, required: true });
    const { node } = form(
      {
        submit: "Looked into",
        refused: this.#page.refused,
        send: async () => this.#fill(await getJson(`${ADDRESS}/alarms/${number}/seen`, { method: "POST", body: { words: what.input.value.trim() } })),
      },
      what.node,
    );
    return el("li", { class: "refusal" }, words, about, node);
  }

  /** @param {readonly TheoryLine[]} lines */
  #table(lines) {
    const heads = ["Table", "Wager", "Rounds", "Wagered", "Paid out, net", "Expected", "Deviations", "By chance", "Rounds needed"];
    const sorted = [...lines].sort((a, b) => a.chance - b.chance || Math.abs(b.deviation) - Math.abs(a.deviation));
    return listTable(
      heads,
      sorted.map((line) =>
        listLine(
          { class: line.chance <= line.limit ? "refusal" : undefined },
          where(line.table),
          plain(line.wager),
          line.rounds.toLocaleString(),
          dollars(line.handle),
          dollars(line.paid),
          dollars(line.expected),
          line.deviation.toFixed(2),
          seldom(line.chance),
          line.rounds_needed.toLocaleString(),
        ),
      ),
    );
  }
}
