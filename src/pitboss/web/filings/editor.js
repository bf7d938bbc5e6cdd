/** The editor of a draft: choices in groups, and beside them the result. A redraw never touches what is typed. */

import { ChoiceList, changeList } from "./choicelist.js";
import { button, el, fill, render } from "../kit/dom.js";
import { EdgePanel } from "./edges.js";
import { PaperPanel } from "./papers.js";
import { DRAFT_CHECKED, fileDraft, saveDraft } from "./api.js";
import { Follower } from "../kit/following.js";
import { actButton, form, labelled, outcome, setOptions, succeeded, textField } from "../kit/forms.js";
import { citation } from "../kit/law.js";
import { tabStorage } from "../kit/storage.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { Draft, DraftChecked, FilingDetail, GameLine } from "../kit/types.js" */

const AFTER = 250; // milliseconds after the last key before the house is asked
const KEPT = "draft"; // in the tab, until it is saved

/** Edits one draft at a time. */
export class Editor {
  #page;
  #saved;
  #timer = 0;
  #follower = new Follower();
  #list = new ChoiceList(() => this.#changed());
  /** @type {GameLine|null} */ #game = null;
  #filing = "";
  #insteadOf = "";
  #edges = new EdgePanel();
  #papers = new PaperPanel();
  #heading = el("h2", {});
  #title = textField("What this filing is called", { maxlength: 64 });
  #against = el("select", { onchange: () => this.#check() });
  #verdict = el("div", { class: "verdict", role: "status" });
  #wrong = el("div", { class: "mistake-list" });
  #changes = el("div", {});
  #said = outcome();
  #beside = el("div", { class: "editor-beside" });

  /** @param {StaffPage} page @param {(filing: FilingDetail) => unknown} saved */
  constructor(page, saved) {
    this.#page = page;
    this.#saved = saved;
    this.node = el("div", { class: "editor" });
    this.#title.input.addEventListener("input", () => this.#keep());
    fill(this.node, el("p", { class: "quiet-text" }, "Open a filing from the register, or begin a new draft there."));
  }

  /** The draft as it stands. @returns {Draft} */
  get draft() {
    return {
      game: this.#game?.name ?? "",
      choices: this.#list.choices,
      title: this.#title.input.value.trim(),
      filing: this.#filing,
      against: this.#against.value,
      instead_of: this.#insteadOf,
    };
  }

  /** What was typed here before the page was left, where it was not saved. @returns {Draft|null} */
  static get unsaved() {
    return tabStorage.get(KEPT, /** @type {Draft|null} */ (null));
  }

  /**
   * Edit these choices. @param {GameLine} game @param {Draft} draft
   * @param {{id: string, words: string}[]} others  what it can be compared with
   */
  async open(game, draft, others) {
    const { choices = {}, title, filing = "", instead_of: insteadOf = "" } = draft;
    this.#game = game;
    this.#filing = filing;
    this.#insteadOf = insteadOf;
    this.#title.input.value = title || game.title;
    const usual = insteadOf ? `${insteadOf}, which it replaces` : "what is in force";
    setOptions(this.#against, [["", usual], ...others.map(({ id, words }) => [id, words]), ["nothing", "nothing"]]);
    this.#against.value = draft.against ?? "";
    fill(this.#said);
    let isOpen = false;
    await this.#follow({ ...draft, game: game.name }, (checked) => {
      if (!isOpen) {
        isOpen = true;
        this.#list.open(checked.choices, choices);
        this.#papers.show(game.documents ?? [], () => this.draft, `${filing || game.name}`);
        this.#layOut(game);
      }
      this.#show(checked);
    });
  }

  /** @param {Draft} draft @param {(checked: DraftChecked) => void} show */
  #follow(draft, show) {
    clearTimeout(this.#timer);
    return this.#follower.begin(DRAFT_CHECKED, { method: "POST", body: draft }, show, (error) => this.#refused(error));
  }

  /** @param {unknown} error */
  #refused(error) {
    this.#page.failed(this.#verdict, error);
  }

  /** Which filing this is. @param {string} [state]  where it is no draft any more */
  #name(state = "") {
    if (!this.#game) return;
    fill(this.#heading, `${this.#filing || "New draft"}${state && `, ${state}`}: ${this.#game.title} `, citation(this.#game.chapter));
  }

  /** @param {GameLine} game */
  #layOut(game) {
    this.#name();
    fill(
      this.node,
      el(
        "div",
        { class: "editor-choices" },
        el(
          "section",
          { class: "panel" },
          this.#heading,
          el("p", { class: "quiet-text" }, game.about),
          el("div", { class: "list-head" }, this.#title.node, labelled("Compare with", this.#against), labelled("Find a choice", this.#list.find)),
        ),
        el(
          "div",
          { class: "verdict-bar" },
          this.#verdict,
          button("See result", () => this.#beside.scrollIntoView(), { class: "quiet go narrow-only" }),
        ),
        this.#list.node,
      ),
      this.#beside,
    );
    fill(
      this.#beside,
      el(
        "section",
        { class: "panel", "aria-labelledby": "verdict-title" },
        el("h2", { id: "verdict-title" }, "Is it lawful?"),
        this.#wrong,
        this.#page.account.may("draft filing") ? this.#acts() : el("p", { class: "quiet-text" }, "What you try here is not saved."),
      ),
      this.#edges.node,
      el("section", { class: "panel" }, el("h2", {}, "What it changes"), this.#changes),
      this.#papers.node,
    );
  }

  #acts() {
    const save = actButton("Save the draft", this.#said, () => this.#save(), this.#page.refused, { class: "primary" });
    const number = textField("Number of the filing", { maxlength: 64, required: true });
    const date = textField("Date, today if empty", { type: "date" });
    const { node } = form(
      {
        submit: "File it with the Board",
        refused: this.#page.refused,
        send: async () => {
          const saved = await this.#save();
          const filed = await fileDraft(saved.id, { number: number.input.value.trim(), date: date.input.value });
          succeeded(this.#said, `${filed.id} is filed as ${filed.number ?? ""}; the review ends on ${filed.review_ends ?? ""}.`);
          this.#name(filed.state);
          this.#saved(filed);
        },
      },
      number.node,
      date.node,
    );
    return el(
      "div",
      { class: "editor-acts" },
      el("div", { class: "act-row" }, save),
      this.#said,
      el("details", {}, el("summary", {}, "File it"), node),
    );
  }

  /** @returns {Promise<FilingDetail>} */
  async #save() {
    const saved = await saveDraft({ ...this.draft, against: "" });
    this.#filing = saved.id;
    this.#name();
    tabStorage.set(KEPT, null);
    succeeded(this.#said, `${saved.id} is saved as a draft.`);
    this.#saved(saved);
    return saved;
  }

  #keep() {
    if (this.#game) tabStorage.set(KEPT, this.draft);
  }

  /** Somebody typed or chose something. */
  #changed() {
    this.#keep();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), AFTER);
  }

  async #check() {
    if (this.#game) await this.#follow(this.draft, (checked) => this.#show(checked)).catch((error) => this.#refused(error));
  }

  /** @param {DraftChecked} checked */
  #show({ choices, mistakes, lawful, edges, changes = [], against = "" }) {
    this.#list.tell(choices, mistakes, changes);
    const wrong = mistakes.filter(({ warning }) => !warning);
    const prudent = mistakes.filter(({ warning }) => warning);
    this.#verdict.className = `verdict ${wrong.length ? "refusal" : "gain"}`;
    const count = wrong.length === 1 ? "One mistake keeps" : `${wrong.length} mistakes keep`;
    fill(
      this.#verdict,
      wrong.length
        ? `✕ ${count} it from being filed${lawful ? "; otherwise it is lawful" : ""}.`
        : `✓ Lawful, and everything is specified${prudent.length ? `; ${prudent.length} warning${prudent.length === 1 ? "" : "s"}` : ""}.`,
    );
    render(this.#wrong, () => [...wrong, ...prudent].map((mistake) => this.#list.mistake(mistake)));
    if (lawful) this.#edges.show(edges ?? undefined, against);
    else this.#edges.none();
    fill(this.#changes, changeList(changes, against, against ? "Nothing differs." : "There is nothing to compare it with."));
  }
}
