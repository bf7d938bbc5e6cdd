/** Board console, the record: every round settled again by an engine that has nothing of the one that played. */

import { getSettledAgain, settleAgain } from "./api.js";
import { stamp, whole } from "./parts.js";
import { el, fill } from "../kit/dom.js";
import { titled } from "../kit/lists.js";
import { actButton, failed, outcome } from "../kit/forms.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { NotSettledAgain, SettledAgain, SettlementDiffering } from "../kit/types.js" */

const EVERY = 500; // milliseconds between two looks at a second settlement under way

/** What the second settlement found, how far it is, and the button that begins it. */
export class SettledAgainPanel {
  #bar = el("progress", { max: 1, "aria-label": "Progress of the second settlement" });
  #state = el("p", { role: "status" });
  #found = el("div", { class: "found" });
  #follows = false;

  /** @param {StaffPage} page */
  constructor(page) {
    const said = outcome();
    const again = actButton("Settle again", said, () => this.#settle(), page.refused);
    this.node = titled(
      "Settled twice",
      el("div", { class: "settled-again" }, this.#state, this.#bar),
      el("div", { class: "act-row" }, again),
      said,
      this.#found,
      el("p", { class: "quiet-text" }, "A second engine, written from the text alone, settles every recorded round again and compares to the cent. Play goes on meanwhile."),
    );
  }

  async show() {
    await this.#follow().catch((error) => failed(this.#state, error));
  }

  async #settle() {
    this.#show(await settleAgain());
    await this.#follow();
  }

  /** Look until it is done. */
  async #follow() {
    if (this.#follows) return;
    this.#follows = true;
    try {
      while (this.#show(await getSettledAgain())) await new Promise((again) => setTimeout(again, EVERY));
    } finally {
      this.#follows = false;
    }
  }

  /** @param {SettledAgain} found @returns {boolean} whether it goes on */
  #show(found) {
    const { state = "none", done = 0, rounds = 0 } = found;
    const isRunning = state === "running";
    this.#bar.hidden = !isRunning;
    this.#bar.value = done;
    this.#state.className = "outcome";
    const [tone, words] = verdict(found);
    fill(this.#state, isRunning ? `${Math.floor(done * 100)} %, ${whole(rounds)} rounds so far.` : el("span", { class: `badge long ${tone}` }, words));
    fill(this.#found, isRunning ? "" : details(found));
    return isRunning;
  }
}

/** @param {SettledAgain} found @returns {[tone: string, words: string]} */
function verdict({ state = "none", settlements = 0, differing = 0, unsettled = 0, sentence = "", ended = "" }) {
  if (state === "none") return ["", "Not settled again since the house opened"];
  if (state === "failed") return ["bad", `✗ ${sentence}`];
  if (differing) return ["bad", `✗ ${whole(differing)} of ${whole(settlements)} settlements differ, ${stamp(ended)}`];
  if (unsettled) return ["bad", `${whole(settlements)} settlements agree; ${whole(unsettled)} rounds were not settled again, ${stamp(ended)}`];
  return ["good", `✓ ${whole(settlements)} settlements agree to the cent, ${stamp(ended)}`];
}

/** @param {SettledAgain} found */
function details({ state = "none", differences = [], changes = [], left = [], sentence = "" }) {
  if (state !== "done") return [];
  return [
    el("p", { class: "quiet-text" }, sentence),
    findings("Differences", differences),
    findings("Reading changed since", changes),
    findings("Not settled again", left),
  ];
}

/** @param {string} title @param {readonly (SettlementDiffering|NotSettledAgain)[]} lines */
function findings(title, lines) {
  return lines.length ? el("details", { open: title === "Differences" }, el("summary", {}, title), el("ul", {}, lines.map(({ words }) => el("li", {}, words)))) : null;
}
