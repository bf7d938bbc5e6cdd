/** The editor of a draft: one bar that answers "lawful?", what changes, all choices, and edges beside them. A redraw never touches what is typed. */

import { VerdictBar } from "./bar.js";
import { ChoiceList, countOfChanges } from "./choicelist.js";
import { choiceDifference } from "../kit/choicewords.js";
import { message } from "../kit/components.js";
import { button, dialog, el, fill, render } from "../kit/dom.js";
import { KeptDrafts, draftKey } from "./drafts.js";
import { EdgePanel, edgeHeadline } from "./edges.js";
import { PaperPanel } from "./papers.js";
import { StudyPanel } from "./study.js";
import { DRAFT_CHECKED, fileDraft, saveDraft } from "./api.js";
import { Follower } from "../kit/following.js";
import { actButton, form, labelled, outcome, setOptions, succeeded, textField } from "../kit/forms.js";
import { citation } from "../kit/law.js";
import { moment } from "../kit/words.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { Draft, DraftChecked, FilingDetail, FilingLine, GameLine } from "../kit/types.js" */

const AFTER = 250; // milliseconds after the last key before the house is asked

/** The number after the latest of this house, where its filings are numbered: `TG-2026-8` after `TG-2026-7`. @param {readonly FilingLine[]} lines  latest first */
export function nextNumber(lines) {
  const numbers = lines.map(({ number = "" }) => number);
  const latest = numbers.find((number) => /\d$/.test(number)) ?? "";
  const [digits = ""] = /\d+$/.exec(latest) ?? [];
  if (!digits) return "";
  const [start, taken] = [latest.slice(0, -digits.length), new Set(numbers.map((number) => number.toLowerCase()))];
  for (let next = BigInt(digits) + 1n; ; next += 1n) {
    const number = start + String(next).padStart(digits.length, "0");
    if (!taken.has(number.toLowerCase())) return number;
  }
}

/**
 * @typedef {object} EditorActs  what the page does for the editor
 * @property {(filing: FilingDetail) => unknown} saved  it is in the register, perhaps for the first time
 * @property {(key: string) => unknown} discarded  what was typed and not saved is not wanted
 * @property {() => readonly FilingLine[]} filings
 */

/** Edits one draft at a time. */
export class Editor {
  #page;
  #acts;
  #timer = 0;
  #follower = new Follower();
  #list = new ChoiceList(() => this.#changed());
  /** @type {GameLine|null} */ #game = null;
  #filing = "";
  #state = ""; // of the filing; empty: it is not saved yet
  #insteadOf = "";
  /** @type {DraftChecked|null} */ #checked = null;
  #edges = new EdgePanel();
  #papers = new PaperPanel();
  #study;
  #heading = el("h2", {});
  #title = textField("What this filing is called", { maxlength: 64 });
  #against = el("select", { onchange: () => this.#check() });
  #kept = el("div", {});
  #said = outcome();
  #save = actButton("Save", this.#said, () => this.#saved(), (error) => this.#page.refused(error));
  #file = button("File", () => this.#filingDialog().showModal());
  #copy = el("a", { class: "button" }, "Draft a change of it");
  #bar = new VerdictBar(this.#save, this.#file, this.#copy, button("Edges", () => this.#edges.node.scrollIntoView(), { class: "quiet narrow-only" }), button("Study", () => this.#study.node.scrollIntoView(), { class: "quiet" }));

  /** @param {StaffPage} page @param {EditorActs} acts */
  constructor(page, acts) {
    this.#page = page;
    this.#acts = acts;
    this.#study = new StudyPanel(page, () => this.draft);
    this.node = el("div", { class: "editor" });
    this.#title.input.addEventListener("input", () => this.#keep());
  }

  /** Drafts of whoever is signed in, which they have not saved. */
  get kept() {
    return new KeptDrafts(this.#page.account.person?.credential ?? "");
  }

  get #mayEdit() {
    return ["", "draft"].includes(this.#state) && this.#page.account.may("draft filing");
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

  /**
   * Edit these choices, as they were typed last, where they were not saved.
   * @param {GameLine} game @param {Draft} given @param {string} state  of the filing
   * @param {{id: string, words: string}[]} others  what it can be compared with
   */
  async open(game, given, state, others) {
    const typed = this.kept.get(draftKey(given));
    const draft = typed && ["", "draft"].includes(state) ? { ...typed.draft, filing: given.filing, instead_of: given.instead_of } : given;
    const { choices = {}, title, filing = "", instead_of: insteadOf = "" } = draft;
    this.#game = game;
    this.#filing = filing;
    this.#state = state;
    this.#insteadOf = insteadOf;
    this.#title.input.value = title || game.title;
    const usual = insteadOf ? `${insteadOf}, which it replaces` : "what is in force";
    setOptions(this.#against, [["", usual], ...others.map(({ id, words }) => [id, words]), ["nothing", "nothing"]]);
    this.#against.value = draft.against ?? "";
    fill(this.#said);
    let isOpen = false;
    await this.#follow({ ...draft, game: game.name, against: this.#against.value }, (checked) => {
      if (!isOpen) {
        isOpen = true;
        this.#list.open(checked.choices, choices);
        this.#study.open();
        this.#papers.show(game.documents ?? [], () => this.draft, `${filing || game.name}`);
        this.#layOut(game);
        this.#showKept(Boolean(typed));
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
    this.#page.failed(this.#bar.verdict, error);
  }

  /** @param {GameLine} game */
  #layOut(game) {
    this.#name();
    fill(
      this.node,
      this.#bar.node,
      el(
        "div",
        { class: "editor-choices" },
        el(
          "section",
          { class: "panel" },
          this.#heading,
          el("p", { class: "quiet-text" }, game.about),
          this.#kept,
          this.#said,
          el("div", { class: "list-head" }, this.#title.node, labelled("Compare with", this.#against)),
        ),
        this.#list.node,
      ),
      el("div", { class: "editor-beside" }, this.#edges.node, this.#study.node, this.#papers.node),
    );
  }

  /** Which filing this is, and what can be done with it. */
  #name() {
    if (!this.#game) return;
    const state = this.#state && this.#state !== "draft" ? `, ${this.#state.replaceAll("_", " ")}` : "";
    fill(this.#heading, `${this.#filing || "New draft"}${state}: ${this.#game.title} `, citation(this.#game.chapter));
    this.#save.hidden = this.#file.hidden = !this.#mayEdit;
    this.#copy.hidden = this.#mayEdit || !this.#page.account.may("draft filing");
    this.#copy.href = `#draft/change/${this.#filing}`;
  }

  // --- kept until it is saved

  #keep() {
    if (!this.#game || !this.#mayEdit) return;
    this.kept.keep(draftKey(this.draft), this.draft);
    this.#showKept(false);
  }

  /** Say where it is kept. @param {boolean} restored  whether it was typed before this page was opened */
  #showKept(restored) {
    const key = draftKey(this.draft);
    const typed = this.#mayEdit ? this.kept.get(key) : undefined;
    this.#save.classList.toggle("primary", Boolean(typed) || !this.#filing);
    this.#file.classList.toggle("primary", !typed && Boolean(this.#filing));
    const { name = "" } = this.#page.account.person ?? {};
    render(this.#kept, () => {
      if (!this.#mayEdit) return el("p", { class: "quiet-text" }, "What you try here is not saved.");
      if (!typed) return this.#filing ? el("p", { class: "quiet-text" }, "Saved as a draft.") : null;
      const words = restored ? `This is what you typed until ${moment(typed.at)} and did not save. ` : "Not saved yet. ";
      const discard = button("Discard it", () => this.#discard(key), { class: "quiet go" });
      return message("warn", `${words}This browser keeps it for ${name} alone, also when you sign out. `, discard);
    });
  }

  /** @param {string} key */
  #discard(key) {
    this.kept.remove(key);
    this.#acts.discarded(key);
  }

  /** @returns {Promise<FilingDetail>} */
  async #saved() {
    const key = draftKey(this.draft);
    const saved = await saveDraft({ ...this.draft, against: "" });
    this.kept.remove(key);
    this.#filing = saved.id;
    this.#state = saved.state;
    this.#name();
    this.#showKept(false);
    succeeded(this.#said, `${saved.id} is saved as a draft.`);
    await this.#acts.saved(saved);
    return saved;
  }

  // --- filing

  /** Everything that is filed, once more, and its number. */
  #filingDialog() {
    const filings = this.#acts.filings();
    const last = filings.find((line) => line.number)?.number ?? "";
    const number = textField("Number that your house gives this filing", { maxlength: 64, required: true, value: nextNumber(filings) });
    const date = textField("Date, today if empty", { type: "date" });
    const { choices = [], changes = [], against = "", edges } = this.#checked ?? {};
    const { node } = form(
      {
        submit: "File it with the Board",
        refused: this.#page.refused,
        send: async () => {
          const saved = await this.#saved();
          const filed = await fileDraft(saved.id, { number: number.input.value.trim(), date: date.input.value });
          this.#state = filed.state;
          this.#name();
          this.#showKept(false);
          succeeded(this.#said, `${filed.id} is filed as ${filed.number ?? ""}; the review ends on ${filed.review_ends ?? ""}.`);
          panel.close();
          await this.#acts.saved(filed);
        },
      },
      el("h3", {}, against ? `It changes, from ${against}` : "What it changes"),
      changes.length ? choiceDifference(changes, choices) : el("p", { class: "quiet-text" }, against ? "Nothing differs." : "There is nothing to compare it with."),
      el("p", {}, edgeHeadline(edges)),
      number.node,
      el(
        "p",
        { class: "about" },
        `It is the house's own number, under which the Board receives it: ${last ? `the last one was ${last}` : "none of its filings has one yet"}. `,
        `In this register it is ${this.#filing || "numbered when it is saved"}.`,
      ),
      date.node,
    );
    const panel = dialog(`File ${this.#filing || "this draft"} with the Board`, node);
    return panel;
  }

  // --- checking

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
  #show(checked) {
    const { choices, mistakes, lawful, edges, changes = [], against = "" } = (this.#checked = checked);
    this.#list.show(choices, mistakes, changes, against);
    const wrong = mistakes.filter(({ warning }) => !warning).length;
    const warned = mistakes.length - wrong;
    const verdict = !wrong ? "Lawful" : `${wrong === 1 ? "1 mistake" : `${wrong} mistakes`}${lawful ? ", otherwise lawful" : ""}`;
    this.#bar.show(!wrong, verdict, [
      countOfChanges(changes),
      lawful ? edgeHeadline(edges) : "",
      warned ? `${warned} warning${warned === 1 ? "" : "s"}` : "",
    ]);
    this.#file.disabled = wrong > 0;
    this.#study.show(choices, lawful ? edges : null);
    if (lawful) this.#edges.show(edges ?? undefined, against);
    else this.#edges.none();
  }
}
