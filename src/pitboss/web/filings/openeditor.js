/** Rules of a table of one's own as one tries them: choices, provisions, edges beside where one began; then play or share. */

import { VerdictBar } from "./bar.js";
import { ChoiceList, countOfChanges } from "./choicelist.js";
import { button, copied, el, fill } from "../kit/dom.js";
import { EdgePanel, edgeHeadline } from "./edges.js";
import { Follower } from "../kit/following.js";
import { actButton, failed, labelled, outcome, setOptions, succeeded, textField } from "../kit/forms.js";
import { citation } from "../kit/law.js";
import { RULES_CHECKED, changeAt, feltOf, getLinkedRules, openTable, playAt } from "../kit/practiceapi.js";

/** @import { Props } from "../kit/dom.js" */
/** @import { LinkedDraft, OpenDraft, OpenDraftChecked, PracticeGame, PracticeKind } from "../kit/types.js" */

const AFTER = 250; // milliseconds after the last key before the house is asked

/** Edits the rules of one table. */
export class OpenEditor {
  #games;
  #game = "";
  #rules = ""; // the letters of a link that carries the rules, where they are lawful
  #timer = 0;
  #follower = new Follower();
  #list = new ChoiceList(() => this.#later(), { practice: true });
  #edges = new EdgePanel();
  #title = textField("What the table is called", { maxlength: 64 });
  #gameField = el("select", { id: "game", onchange: () => this.#changeGame() });
  #startField = el("select", { id: "start", onchange: () => this.#changeStart() });
  #about = el("p", { class: "quiet-text" });
  #said = outcome();
  #drawing = el("img", { alt: "The layout of this table" });
  #play = this.#act("Play it now", () => this.#playNow(), { class: "primary", id: "play" });
  #shareRules = this.#act("Copy a link to these rules", () => this.#copyRules(), { id: "share-rules" });
  #shareTable = this.#act("Play with friends: copy a link to the table", () => this.#copyTable(), { id: "share-table" });
  #address = el("input", { readonly: true, "aria-label": "The link", hidden: true, onfocus: () => this.#address.select() });
  #bar = new VerdictBar(this.#play, button("Edges", () => this.#edges.node.scrollIntoView(), { class: "quiet narrow-only" }));

  /** @param {PracticeGame[]} games */
  constructor(games) {
    this.#games = games;
    this.#title.input.addEventListener("input", () => this.#later());
    setOptions(this.#gameField, games.map(({ name, title, chapter }) => [name, `${title} (${chapter})`]));
    const head = el(
      "section",
      { class: "panel" },
      el("h2", {}, "Any table that the regulations allow"),
      this.#about,
      el("div", { class: "list-head" }, labelled("Game", this.#gameField), labelled("Begin with", this.#startField), this.#title.node),
      el("p", { class: "quiet-text" }, "For practice, with play chips, at a table of your own. Nobody is told of it but whom you give the link."),
      this.#said,
      el("details", {}, el("summary", {}, "Share it"), el("div", { class: "act-row" }, this.#shareTable, this.#shareRules), this.#address),
    );
    this.node = el(
      "div",
      { class: "editor" },
      this.#bar.node,
      el("div", { class: "editor-choices" }, head, this.#list.node),
      el("div", { class: "editor-beside" }, this.#edges.node, el("section", { class: "panel drawing" }, el("h2", {}, "The layout"), this.#drawing)),
    );
  }

  /** Edit the rules that a link carries, beside a kind of the same game. @param {LinkedDraft} draft @param {string} start */
  async open(draft, start) {
    const game = this.#games.find(({ name }) => name === draft.game) ?? this.#games[0];
    this.#game = game.name;
    this.#gameField.value = game.name;
    setOptions(this.#startField, game.kinds.map(({ id, title }) => [id, title]));
    this.#startField.value = start || game.kinds[0].id;
    this.#title.input.value = draft.title;
    fill(this.#about, `${game.about} `, citation(game.chapter));
    fill(this.#said);
    let isOpen = false;
    await this.#follow({ game: game.name, choices: draft.choices, title: draft.title, start: this.#startField.value }, (checked) => {
      if (!isOpen) this.#list.open(checked.choices, draft.choices);
      isOpen = true;
      this.#show(checked);
    });
  }

  /** Begin again with a kind. @param {PracticeKind} kind */
  async begin(kind) {
    await this.open(await getLinkedRules(kind.rules ?? ""), kind.id);
  }

  /** @param {string} sentence */
  say(sentence) {
    failed(this.#said, new Error(sentence));
  }

  #changeGame() {
    const game = this.#games.find(({ name }) => name === this.#gameField.value);
    if (game) this.begin(game.kinds[0]).catch((error) => failed(this.#said, error));
  }

  #changeStart() {
    const kinds = this.#games.find(({ name }) => name === this.#game)?.kinds ?? [];
    const kind = kinds.find(({ id }) => id === this.#startField.value);
    if (kind) this.begin(kind).catch((error) => failed(this.#said, error));
  }

  // --- checking

  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), AFTER);
  }

  async #check() {
    const draft = {
      game: this.#game,
      choices: this.#list.choices,
      title: this.#title.input.value.trim(),
      start: this.#startField.value,
    };
    await this.#follow(draft, (checked) => this.#show(checked)).catch((error) => failed(this.#bar.verdict, error));
  }

  /** @param {OpenDraft} draft @param {(checked: OpenDraftChecked) => void} show */
  #follow(draft, show) {
    clearTimeout(this.#timer);
    return this.#follower.begin(RULES_CHECKED, { method: "POST", body: draft }, show, (error) => failed(this.#bar.verdict, error));
  }

  /** @param {OpenDraftChecked} checked */
  #show({ choices, mistakes, lawful, edges, changes = [], against = "", rules = "" }) {
    this.#list.show(choices, mistakes, changes, against);
    const wrong = mistakes.filter(({ warning }) => !warning);
    const verdict = lawful ? "Lawful" : `${wrong.length === 1 ? "1 choice" : `${wrong.length} choices`} cannot stand`;
    this.#bar.show(lawful, verdict, [countOfChanges(changes), lawful ? edgeHeadline(edges) : ""]);
    for (const act of [this.#play, this.#shareRules, this.#shareTable]) act.disabled = !lawful;
    if (rules && rules !== this.#rules) {
      this.#drawing.src = feltOf(rules);
      history.replaceState(null, "", changeAt(rules, this.#startField.value));
    }
    this.#rules = rules;
    this.#address.hidden = true;
    if (lawful) this.#edges.show(edges ?? undefined, against);
    else this.#edges.none();
  }

  // --- playing and sharing

  /** @param {string} label @param {() => Promise<unknown>} send @param {Props} props */
  #act(label, send, props) {
    return actButton(label, this.#said, send, undefined, props);
  }

  /** Found with what is on the page, not with what the house was told last. */
  #open() {
    return openTable({ game: this.#game, choices: this.#list.choices, title: this.#title.input.value.trim() });
  }

  async #playNow() {
    const { table } = await this.#open();
    location.assign(playAt(table));
  }

  async #copyTable() {
    const { table } = await this.#open();
    await this.#copy(new URL(`/table/${encodeURIComponent(table)}`, location.href).href, "Whoever has this link plays at your table.");
  }

  async #copyRules() {
    await this.#check(); // so that the link has what was typed last
    if (!this.#rules) return;
    await this.#copy(new URL(changeAt(this.#rules), location.href).href, "Whoever has this link opens a table with these rules.");
  }

  /** @param {string} address @param {string} words */
  async #copy(address, words) {
    this.#address.value = address;
    this.#address.hidden = false;
    succeeded(this.#said, (await copied(address)) ? `The link is copied. ${words}` : `Copy the link from the field. ${words}`);
  }
}
