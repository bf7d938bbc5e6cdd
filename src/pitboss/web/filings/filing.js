/** One filing: what became of it, what it changes, and what can be done with it. */

import { decideAt } from "./address.js";
import { DRAFT_CHECKED, getFiling, withdrawFiling } from "./api.js";
import { choiceDifference } from "../kit/choicewords.js";
import { badge, message } from "../kit/components.js";
import { el, fill, findAll, kept, render } from "../kit/dom.js";
import { edgeHeadline } from "./edges.js";
import { Follower } from "../kit/following.js";
import { cameIntoForce, comingChanges, doAtEach } from "./force.js";
import { failed, outcome, textField } from "../kit/forms.js";
import { PaperPanel } from "./papers.js";
import { conditionsOf, daysLeft, history, stateBadge } from "./register.js";
import { listed, reviewForm } from "./reviewform.js";
import { citation } from "../kit/law.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { DraftChecked, FilingLine, FloorPlan, GameLine } from "../kit/types.js" */

const COMPARED = ["draft", "filed", "approved"]; // states in which it is asked what it changes
const CAN_COME = ["approved", "in_force", "superseded"];

/**
 * @typedef {object} FilingActs  what the page does for a filing
 * @property {() => Promise<unknown>} refresh
 * @property {() => FloorPlan} floor
 * @property {(name: string) => GameLine|undefined} game
 */

/** The page of a filing; forms stay as they are while somebody types in them. */
export class FilingView {
  #page;
  #acts;
  #follower = new Follower();
  /** @type {FilingLine|null} */ #line = null;
  #body = el("section", { class: "panel filing", "aria-label": "Filing" });
  #changes = el("div", { class: "filing-changes" });
  #tables = el("div", {}); // at which it can come into force
  #compared = "";
  #came = outcome();

  /** @param {StaffPage} page @param {FilingActs} acts */
  constructor(page, acts) {
    this.#page = page;
    this.#acts = acts;
    this.node = el("div", { class: "register" }, el("p", {}, el("a", { href: "#register" }, "‹ Register")), this.#body);
  }

  /** @param {FilingLine|undefined} line  undefined: there is none */
  show(line) {
    if (!line) {
      this.end();
      return fill(this.#body, el("p", {}, "There is no such filing in the register."));
    }
    if (line.id !== this.#line?.id) {
      fill(this.#body);
      fill(this.#came);
    }
    this.#line = line;
    this.#draw(line);
    this.#compare(line);
  }

  /** Nobody looks at it any more. */
  end() {
    this.#follower.end();
    this.#compared = "";
  }

  /** @param {FilingLine} line */
  #draw(line) {
    const { may } = this.#page.account;
    const { id, title, state, days_left: days } = line;
    const game = this.#acts.game(line.game);
    const isDraft = state === "draft" && may("draft filing");
    const bound = conditionsOf(line);
    render(this.#body, () => [
      el("h2", {}, `${id} ${title} `, citation(game?.chapter), " ", line.proposed ? badge("PROPOSED", "warn") : null, " ", stateBadge(line), typeof days === "number" ? badge(daysLeft(days), days < 0 ? "bad" : "warn") : null),
      el("p", { class: "about" }, history(line)),
      line.text ? el("p", { class: "about" }, `Text: ${line.text}.`) : null,
      this.#came,
      bound.length && CAN_COME.includes(state) ? message("warn", el("strong", {}, "Conditions of the Board: "), bound.join(" ")) : null,
      COMPARED.includes(state) ? this.#changes : null,
      el(
        "div",
        { class: "act-row" },
        state === "filed" && may("decide filing") ? el("a", { class: "button primary", href: decideAt(id) }, "Decide") : null,
        el("a", { class: `button ${isDraft ? "primary" : ""}`, href: `#draft/${id}` }, isDraft ? "Edit the draft" : "Look at its choices"),
        may("draft filing") && state !== "draft" ? el("a", { class: "button", href: `#draft/change/${id}` }, "Draft a change of it") : null,
      ),
      CAN_COME.includes(state) && may("draft filing") ? kept(["force", id], () => this.#force(id)) : null,
      ["draft", "filed", "approved"].includes(state) && may("withdraw filing") ? kept(["withdrawal", id, state], () => this.#withdrawal(line)) : null,
      kept(["documents", id], () => this.#documents(id)),
    ]);
    render(this.#tables, () => this.#tableBoxes(line));
  }

  /** What it changes, and what becomes of the edge; asked for once. @param {FilingLine} line */
  async #compare({ id, game, state, instead_of: before = "" }) {
    const of = `${id} ${state}`;
    if (!COMPARED.includes(state) || this.#compared === of) return;
    this.#compared = of;
    fill(this.#changes, el("p", { class: "quiet-text" }, "Comparing …"));
    try {
      const { choices = {} } = await getFiling(id);
      const draft = { game, choices, filing: id, instead_of: before };
      await this.#follower.begin(DRAFT_CHECKED, { method: "POST", body: draft }, (/** @type {DraftChecked} */ checked) => this.#showChanges(checked), (error) => this.#unknown(error));
    } catch (error) {
      this.#unknown(error);
    }
  }

  /** @param {unknown} error */
  #unknown(error) {
    this.#compared = "";
    const said = outcome();
    failed(said, error);
    this.#page.refused(error);
    fill(this.#changes, said);
  }

  /** @param {DraftChecked} checked */
  #showChanges({ choices, changes = [], against = "", edges, lawful }) {
    fill(
      this.#changes,
      el("h3", {}, against ? `What it changes, from ${against}` : "What it changes"),
      changes.length ? choiceDifference(changes, choices) : el("p", { class: "quiet-text" }, against ? "Nothing differs." : "There is nothing to compare it with."),
      el("p", { class: "edge-line" }, lawful ? edgeHeadline(edges) : el("span", { class: "refusal" }, "✕ It cannot be filed as it stands.")),
    );
  }

  /** @param {string} id */
  #documents(id) {
    const papers = new PaperPanel("");
    papers.show(this.#acts.game(this.#line?.game ?? "")?.documents ?? [], () => id, id);
    return el("details", {}, el("summary", {}, "Documents"), papers.node);
  }

  /** The tables of its game, to be ticked. @param {FilingLine} line */
  #tableBoxes({ id, game }) {
    const tables = this.#acts.floor().tables.filter((table) => table.game === game && table.state !== "retired");
    if (!tables.length) return el("p", { class: "quiet-text" }, "No table of this house plays this game; add one under Floor plan.");
    const boxes = tables.map(({ number, filing }) => {
      const words = `${number}${filing === id ? ", in force there" : filing ? `, instead of ${filing}` : ""}`;
      return el("label", { key: number, class: "check" }, el("input", { type: "checkbox", value: number, disabled: filing === id }), words);
    });
    return el("fieldset", { class: "role-choice" }, el("legend", {}, "Tables"), boxes);
  }

  /** Tables at which it comes into force, with a second look. @param {string} id */
  #force(id) {
    const at = textField("At this moment, in the time of the house; at once if empty", { type: "datetime-local" });
    const ticked = () => findAll(this.#tables, "input:checked:enabled", HTMLInputElement).map(({ value }) => value);
    const node = reviewForm(
      {
        refused: this.#page.refused,
        came: this.#came,
        review: async () => {
          const tables = ticked();
          if (!tables.length) throw new Error("Choose the tables at which it comes into force.");
          const when = at.input.value ? ` on ${at.input.value.replace("T", " at ")}` : "";
          return { ...(await comingChanges(id, tables)), says: `${id} comes into force at ${listed(tables)}${when}.`, act: `Put in force at ${listed(tables)}` };
        },
        send: async () => {
          const { done, refused } = await doAtEach(ticked(), { do: "put_in_force", filing: id, at: at.input.value });
          await this.#acts.refresh();
          return [cameIntoForce(id, done, this.#acts.floor()), refused].filter(Boolean).join(" ");
        },
      },
      this.#tables,
      at.node,
    );
    return el("details", { open: this.#line?.state === "approved" }, el("summary", {}, "Put in force at tables"), node);
  }

  /** @param {FilingLine} line */
  #withdrawal({ id, state, number = "" }) {
    const reason = textField("Why", { maxlength: 500, required: true });
    const node = reviewForm(
      {
        refused: this.#page.refused,
        came: this.#came,
        review: () => ({
          says: `${id} is withdrawn.`,
          changes: el(
            "p",
            {},
            { draft: "The draft is not pursued any more.", filed: `The Board does not decide on ${number || id} any more.` }[state] ?? "It can never come into force at a table.",
            " It stays in the register, with your reason: ",
            el("em", {}, reason.input.value.trim()),
          ),
          act: `Withdraw ${id}`,
        }),
        send: async () => {
          await withdrawFiling(id, reason.input.value.trim());
          await this.#acts.refresh();
          return `${id} is withdrawn.`;
        },
      },
      reason.node,
    );
    return el("details", {}, el("summary", {}, "Withdraw"), node);
  }
}
