/** Board console, rules: what plays the rounds now beside what the Board approved, and the packages that are kept. */

import { approveRules, checkRules, getRulesState, packageAddress } from "./api.js";
import { fact, hash, stamp } from "./parts.js";
import { addressOf } from "./query.js";
import { button, el, fill, focused } from "../kit/dom.js";
import { listLine, listTable, titled } from "../kit/lists.js";
import { attempt, outcome, succeeded } from "../kit/forms.js";
import { secondLook } from "../kit/secondlook.js";
import { plain } from "../kit/words.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { KeptRules, RulesState, RulesVersion, SoftwareDifference } from "../kit/types.js" */

/** @param {string} title @param {RulesVersion} version */
const versionFacts = (title, { rules, software = "", release = "", by = "", since = "" }) =>
  el(
    "dl",
    { class: "facts" },
    fact(title, [`Release ${release || "without a number"}`, by ? `, by ${by}` : "", since ? `, since ${stamp(since)}` : ""]),
    fact("Rules", hash(rules)),
    software ? fact("All of the software", hash(software)) : null,
  );

/** @param {SoftwareDifference} difference */
const differenceRow = ({ path, how, games }) =>
  listLine({ "data-path": path }, { look: "hash", cell: path }, how, games.map(plain).join(", ") || "none");

/** @param {KeptRules} kept */
const keptRow = ({ version, release, since }) =>
  listLine(
    { "data-version": version },
    hash(version),
    release || "—",
    stamp(since),
    el("a", { href: addressOf("rounds", { version }), "aria-label": `its rounds: ${version}` }, "its rounds"),
    el("a", { href: packageAddress(version), download: "", "aria-label": `the package: ${version}` }, "the package"),
  );

/** @param {RulesState} state @returns {[tone: string, words: string]} */
function verdict({ running, approved, differences = [] }) {
  if (!approved) return ["warn", "The Board has approved no version for this house."];
  const isSame = approved.rules === running.rules && approved.software === running.software && !differences.length;
  return isSame ? ["good", "✓ What runs is what the Board approved."] : ["bad", "✗ What runs is not what the Board approved."];
}

/** What runs, what is approved, what differs, what is kept. */
export class RulesPanel {
  #page;
  #body = el("div", { class: "found" });
  #said = outcome();

  /** @param {StaffPage} page */
  constructor(page) {
    this.#page = page;
    this.node = titled("Rules versions", this.#body, this.#said);
  }

  /** Ask the house, and show it. */
  async show() {
    await this.#page.load(this.#said, async () => this.#draw(await getRulesState()));
  }

  /** @param {RulesState} state */
  #draw(state) {
    const { running, approved, differences = [], kept = [], checked } = state;
    const [tone, words] = verdict(state);
    const isSame = tone === "good";
    const again = button("Compare now", () => this.#send(again, checkRules, "Compared with what is installed."));
    const isHere = this.#body.contains(focused());
    fill(
      this.#body,
      el("p", {}, el("span", { class: `badge ${tone} long` }, words)),
      checked ? el("p", { class: "quiet-text" }, `Compared ${stamp(checked)}; it is compared at every start, each day, and whenever you ask.`) : null,
      versionFacts("Running", running),
      approved ? versionFacts("Approved", approved) : null,
      differences.length
        ? listTable(["File that differs", "What", "Games that stop"], differences.map(differenceRow), "found-table")
        : null,
      el("div", { class: "act-row" }, again, isSame || !this.#page.account.may("approve software") ? null : this.#approval(state)),
      el("h3", {}, "Kept, so that every round can be replayed by what played it"),
      kept.length
        ? listTable(["Rules version", "Release", "Since", "Rounds", "Package"], kept.map(keptRow), "found-table")
        : el("p", { class: "quiet-text" }, "No package is kept yet."),
    );
    if (isHere) again.focus();
  }

  /** @param {HTMLButtonElement} pressed @param {() => Promise<RulesState>} ask @param {string} words */
  #send(pressed, ask, words) {
    return attempt(
      pressed,
      this.#said,
      async () => {
        this.#draw(await ask());
        succeeded(this.#said, words);
      },
      this.#page.refused,
    );
  }

  /** The Board's alone; looked at twice, because a game that was stopped goes on with it. @param {RulesState} state */
  #approval({ running, approved, differences = [] }) {
    const release = (/** @type {RulesVersion|null|undefined} */ version) => version?.release || "without a number";
    const changed = differences.length ? `, ${differences.length === 1 ? "1 file differs" : `${differences.length} files differ`}` : "";
    const from = approved ? `release ${release(approved)} → ${release(running)}${changed}` : `release ${release(running)}, the first that is approved here`;
    const then = (/** @type {RulesState} */ state) => {
      this.#draw(state);
      succeeded(this.#said, "Approved, and on the record.");
    };
    return button("Approve what is running …", () =>
      secondLook(
        { title: "Approve the software?", says: el("strong", {}, `Approve the software that is running: ${from}.`), act: "Approve the software", send: () => approveRules(running), then, refused: this.#page.refused },
        el("p", {}, "Every table may then play by these rules."),
        el("p", { class: "hash" }, running.rules),
      ),
    );
  }
}
