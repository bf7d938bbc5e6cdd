/**
 * The queue: what waits for whoever is signed in, the most urgent first, each with the one act that does it. The house derives it
 * from its state; nothing is kept here.
 */

import { asRefused, getJson } from "./api.js";
import { chipCount } from "./chipcount.js";
import { badge, emptyState, task as card } from "./components.js";
import { el, kept, letBeRead, render } from "./dom.js";
import { attempt, labelled, outcome } from "./forms.js";
import { citation } from "./law.js";
import { parseDollars } from "./money.js";
import { Sender } from "./pitapi.js";
import { secondLook } from "./secondlook.js";
import { WORK_SOUND, sound } from "./sound.js";
import { preferences } from "./storage.js";
import { moment, useZone } from "./words.js";

/** @import { Pile } from "./chipcount.js" */
/** @import { StaffPage } from "./staffpage.js" */
/** @import { TaskAct, TaskAsk, TaskChoice, TaskLine, TaskQueue } from "./types.js" */

const AGAIN = 2000; // milliseconds between two looks
const FIRST = "KeyN"; // the key that leads to the first task

/** What waits, of all tables or of one. @param {string} [table] @returns {Promise<TaskQueue>} */
export const getTasks = (table = "") => getJson(`/api/tasks${table ? `?table=${encodeURIComponent(table)}` : ""}`);

/** @typedef {{path: string, body: Record<string, unknown>}} Deed  what is sent to do a task */

/**
 * What a form of a task has come to; nothing while something is missing.
 * @param {TaskLine} task @param {TaskAct} act @param {TaskChoice|null} chosen @param {string[]} ticked @param {Map<string, string>} said
 * @param {Pile|null} chips  as they were counted
 * @returns {Deed|null}
 */
export function deedOf(task, act, chosen, ticked, said, chips) {
  const { choices = [], items = [], counts = [], body = {}, path = "" } = act;
  if ((choices.length && !chosen) || (counts.length && !chips)) return null;
  const asks = [...(act.asks ?? []), ...(chosen?.asks ?? [])];
  if (asks.some(({ field }) => !said.get(field)?.trim())) return null;
  const groups = new Set(items.filter(({ cite }) => ticked.includes(cite)).map(({ either }) => either).filter(Boolean));
  if (items.some(({ cite, either = "" }) => !ticked.includes(cite) && !groups.has(either))) return null;
  const answers = asks.map((ask) => [ask.field, answerOf(ask, said.get(ask.field) ?? "")]);
  if (answers.some(([, answer]) => answer === null)) return null;
  return {
    path: chosen?.path || path || `/api/tables/${encodeURIComponent(task.table ?? "")}/do`,
    body: { ...body, ...chosen?.fields, ...(items.length ? { items: ticked } : {}), ...(counts.length ? { chips } : {}), ...Object.fromEntries(answers) },
  };
}

/** What somebody said, as it is sent. @param {TaskAsk} ask @param {string} said */
function answerOf({ number, money }, said) {
  if (money) return parseDollars(said);
  return number ? Number(said) : said;
}

/** The queue of a page. */
export class Queue {
  #page;
  #table;
  #detail;
  #limit;
  #only;
  #folds;
  #senders = new Map();
  /** Whether something else on the page comes first, so that no act here is the primary one. */
  isSecond = false;
  #isBrief;
  /** How much of their work other pages have. */ #elsewhere = 0;
  /** @type {TaskLine[]} */ #tasks = [];
  #asked = 0;
  #said = outcome();
  #list = el("div", { class: "queue-list" });
  #others = el("div", {});
  /** The urgent tasks that were shown before; none are new until the first are shown. @type {Set<string>|null} */ #seen = null;
  #title = el("h2", {});
  node = el("section", { class: "queue panel", "aria-label": "Your work" }, this.#title, this.#said, this.#list, this.#others, soundChoice());

  /**
   * @param {Pick<StaffPage, "refused">} page
   * @param {{table?: string, limit?: number, folds?: boolean, brief?: boolean, detail?: Record<string, (task: TaskLine, isFirst: boolean) => Node>, only?: (task: TaskLine) => boolean}} [options]
   *   `detail`: what a page shows in the card of a kind instead of a form; `limit`: how many are shown at first; `folds`: whether lists
   *   to tick, choices and counts are shown on a press, where the queue stands beside something else; `brief`: on a page to read, a
   *   queue with nothing in it is one line
   */
  constructor(page, { table = "", limit = 5, folds = false, brief = false, detail = {}, only = () => true } = {}) {
    this.#page = page;
    this.#table = table;
    this.#limit = limit;
    this.#detail = detail;
    this.#only = only;
    this.#folds = folds;
    this.#isBrief = brief;
    document.addEventListener("keydown", (event) => this.#pressed(event));
    this.#draw(false);
  }

  /** Follow the house. */
  async begin() {
    await this.look();
    setInterval(() => document.visibilityState === "visible" && this.look(), AGAIN);
  }

  /** Ask for what waits now; what was asked for before and arrives later is not shown. */
  look = async () => {
    const turn = ++this.#asked;
    try {
      const { tasks, zone } = await getTasks(this.#table);
      useZone(zone);
      if (turn === this.#asked) this.show(tasks);
    } catch (error) {
      render(this.#said, () => asRefused(error).sentence);
      this.#page.refused(error);
    }
  };

  /** @param {TaskLine[]} tasks */
  show(tasks) {
    this.#tasks = tasks.filter(this.#only);
    this.#elsewhere = tasks.filter(({ yours }) => yours).length - this.count;
    render(this.#said, () => "");
    this.#notify();
    this.#draw(true);
  }

  /** How many there are stands in the title of the page; new urgent ones are heard, where that was chosen. */
  #notify() {
    const urgent = this.#tasks.filter(({ yours, urgency }) => yours && urgency === "now").map(({ id }) => id);
    if (this.#seen && urgent.some((id) => !this.#seen?.has(id))) sound("work");
    this.#seen = new Set(urgent);
    document.title = `${this.count ? `(${this.count}) ` : ""}${document.title.replace(/^\(\d+\) /, "")}`;
  }

  /** How many are the viewer's to do. */
  get count() {
    return this.#tasks.filter(({ yours }) => yours).length;
  }

  /** @param {boolean} isKnown */
  #draw(isKnown) {
    const own = this.#tasks.filter(({ yours }) => yours);
    const others = this.#tasks.filter(({ yours }) => !yours);
    const shown = own.slice(0, this.#limit);
    const rest = own.slice(this.#limit);
    render(this.#title, () => ["Your work ", isKnown ? this.#countBadge(own.length) : null]);
    render(this.#list, () => [
      shown.map((task, n) => kept([n === 0 && !this.isSecond, task], () => this.#card(task, n === 0 && !this.isSecond))),
      rest.length ? el("details", { class: "queue-rest" }, el("summary", {}, `${rest.length} more`), rest.map((task) => kept([false, task], () => this.#card(task, false)))) : null,
      isKnown && !own.length && !this.#isBrief ? this.#empty(others.length) : null,
      this.#elsewhere ? el("p", {}, el("a", { href: "/work" }, `${this.#elsewhere}${own.length ? " more" : ""} under Your work`)) : null,
    ]);
    this.node.classList.toggle("is-brief", this.#isBrief && isKnown && !own.length);
    render(this.#others, () =>
      others.length
        ? el(
            "details",
            { class: "queue-others" },
            el("summary", {}, `Waiting for others: ${others.length}`),
            el("ul", {}, others.map((task) => el("li", { key: task.id }, this.#place(task), el("strong", {}, task.title), " ", el("span", { class: "about" }, this.#why(task)), " ", citation(task.cite)))),
          )
        : null,
    );
  }

  /** @param {number} own */
  #countBadge(own) {
    if (own) return badge(String(own), "info");
    return this.#elsewhere ? badge("nothing here") : badge("nothing waits", "good");
  }

  /** @param {number} others */
  #empty(others) {
    const more = others ? "What waits for others is below." : "New work appears here by itself.";
    return emptyState(this.#elsewhere ? "Nothing on this page waits for you." : "Nothing waits for you.", more);
  }

  /** @param {TaskLine} task */
  #place = ({ where }) => (where && !this.#table ? el("span", { class: "about" }, `${where}: `) : null);

  /** Why somebody else does it, or what it waits for. @param {TaskLine} task */
  #why = ({ waits_for: waits, who }) => waits || (who ? `It takes ${who}.` : "");

  /** @param {TaskLine} task */
  #time({ since = "", due = "" }) {
    if (due) return `due ${moment(due)}`;
    return since ? `since ${moment(since)}` : "";
  }

  /** @param {TaskLine} task @param {boolean} isFirst */
  #card(task, isFirst) {
    const { title, cite, changes, urgency, kind, act } = task;
    const detail = this.#detail[kind]?.(task, isFirst);
    const meaning = urgency === "now" ? "warn" : "";
    const head = { title, since: [this.#table ? "" : task.where, this.#time(task)].filter(Boolean).join(" · "), cite, meaning };
    const node = card(/** @type {any} */ (head), changes ? el("p", { class: "about" }, changes) : null, detail ?? (act ? this.#form(task, act, isFirst) : null));
    node.dataset.task = task.id;
    letBeRead(node);
    return node;
  }

  /** @param {TaskLine} task @param {TaskAct} act @param {boolean} isFirst */
  #form(task, act, isFirst) {
    const gold = isFirst ? "primary" : "";
    const { choices = [], items = [], asks = [], counts = [], page = "", body = {}, path = "" } = act;
    const isThere = act.only_there || (!path && !("do" in body));
    const link = page ? el("a", { href: page, class: isFirst && isThere ? "button primary" : "button" }, isThere ? act.words : "Open its page") : null;
    if (act.only_there || (!path && !("do" in body) && !choices.some((choice) => choice.path))) return el("div", { class: "act-row" }, link);
    /** @type {Set<string>} */ const ticked = new Set();
    /** @type {Map<string, string>} */ const said = new Map();
    /** @type {TaskChoice|null} */ let chosen = null;
    const count = counts.length ? chipCount(counts) : null;
    const line = outcome();
    const more = el("div", { class: "task-asks" });
    const send = async () => {
      const deed = deedOf(task, act, chosen, [...ticked], said, count?.pile() ?? null);
      if (!deed) throw new Error(missingWords(act, chosen, said, count?.pile() ?? null));
      const does = () => this.#send(task.id, deed);
      const decided = chosen ?? act;
      const says = chosen?.second_look || act.second_look;
      if (!says) return void (await does(), await this.look());
      secondLook({ title: `${decided.words}?`, says: el("strong", {}, says), act: decided.words, send: does, then: this.look, refused: this.#page.refused });
    };
    const name = `choice-${task.id}`;
    const done = el("button", { type: "submit", class: gold, "data-do": body.do }, act.words);
    const node = el(
      "form",
      { class: "task-form" },
      items.length ? el("fieldset", { class: "task-items" }, el("legend", {}, "Checked:"), items.map(({ text, cite }) => tick(text, cite, (on) => (on ? ticked.add(cite) : ticked.delete(cite))))) : null,
      choices.length
        ? el(
            "fieldset",
            { class: "task-choices" },
            el("legend", { class: "visually-hidden" }, act.words),
            choices.map((choice) =>
              el("label", { class: "check" }, el("input", { type: "radio", name, onchange: () => ((chosen = choice), render(more, () => (choice.asks ?? []).map((ask) => askField(ask, said)))) }), el("span", {}, choice.words)),
            ),
          )
        : null,
      count?.node,
      asks.map((ask) => askField(ask, said)),
      more,
      el("div", { class: "act-row" }, done, link),
      line,
    );
    node.addEventListener("submit", (event) => {
      event.preventDefault();
      attempt(done, line, send, this.#page.refused);
    });
    if (!this.#folds || !(items.length || choices.length || count)) return node;
    const words = items.length ? `${act.words}: ${items.length} to check` : act.words;
    return el("details", { class: "task-fold" }, el("summary", { class: `button ${gold}`.trim() }, words), node);
  }

  /** @param {string} id @param {Deed} deed */
  async #send(id, { path, body }) {
    if (!("do" in body)) return getJson(path, { method: "POST", body });
    const sender = this.#senders.get(id) ?? new Sender();
    this.#senders.set(id, sender);
    return sender.sendTo(path, /** @type {any} */ (body));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const { code, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    const isWriting = target instanceof Element && target.closest("input:not([type=checkbox], [type=radio]), textarea, select, dialog[open]");
    if (code !== FIRST || ctrlKey || metaKey || altKey || defaultPrevented || isWriting) return;
    const first = this.#list.querySelector(".task :is(summary, input, button:not(.cite), a)");
    if (first instanceof HTMLElement) first.focus();
  }
}

/** Whether new urgent work is heard; kept in this browser. */
function soundChoice() {
  const box = el("input", { type: "checkbox", checked: preferences.get(WORK_SOUND, false) });
  box.addEventListener("change", () => (preferences.set(WORK_SOUND, box.checked), sound("work")));
  return el("label", { class: "check queue-sound" }, box, el("span", { class: "about" }, "Sound for new urgent work"));
}

/** @param {string} text @param {string} cite @param {(on: boolean) => void} changed */
const tick = (text, cite, changed) =>
  el(
    "div",
    { class: "act-row" },
    el("label", { class: "check" }, el("input", { type: "checkbox", onchange: (/** @type {Event} */ { currentTarget: box }) => changed(box instanceof HTMLInputElement && box.checked) }), el("span", {}, text)),
    citation(cite),
  );

/** @param {TaskAsk} ask @param {Map<string, string>} said */
const askField = ({ field: name, words, number, money }, said) =>
  labelled(
    words,
    el("input", {
      autocomplete: "off",
      inputmode: money ? "decimal" : number ? "numeric" : null,
      oninput: (/** @type {Event} */ { currentTarget: input }) => input instanceof HTMLInputElement && said.set(name, input.value),
    }),
  );

/** @param {TaskAct} act @param {TaskChoice|null} chosen @param {Map<string, string>} said @param {Pile|null} chips */
function missingWords({ choices = [], asks = [], counts = [] }, chosen, said, chips) {
  if (choices.length && !chosen) return "Choose one first.";
  if (counts.length && !chips) return "Count first: how many of each, in whole numbers; 0 where there is none.";
  const open = [...asks, ...(chosen?.asks ?? [])].find(({ field: name }) => !said.get(name)?.trim());
  return open ? `Say first: ${open.words.toLowerCase()}.` : "Tick what you checked first; every line, or one of two that are alternatives.";
}
