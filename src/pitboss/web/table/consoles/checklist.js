/** Inspections at a table: what is looked at, who signs which line, and who has. */

import { button, el, render } from "../../kit/dom.js";
import { setOptions } from "../../kit/forms.js";
import { citation } from "../../kit/law.js";
import { spokenRoles } from "../../kit/roles.js";
import { capitalized, plain } from "../../kit/words.js";

/** @import { Act } from "./staff.js" */
/** @import { Notice } from "../notice.js" */
/** @import { TableState } from "../../felt/tablestate.js" */
/** @import { CheckItem, Checklist, Signature, SignedBy, TaskLine } from "../../kit/types.js" */

/** When lists are signed, in the order of a day. @type {Record<string, string>} */
const WHEN = {
  opening: "Before the table opens",
  cards: "Before play, whenever cards or tiles come to the table",
  arrival: "When the first player comes to cards or tiles that came to the table",
  idle: "When players come to an idle table",
  work: "When work was done, at the closed table",
  closing: "Before the table closes",
};

const SIGNATURE = /\/signature\/(.+) \d+$/; // in the name of a task: the list and the number of its signature

/** The list that a task has signed; nothing for other tasks. @param {TaskLine} task */
export const listOf = ({ id, kind }) => (kind === "signature" ? (SIGNATURE.exec(id)?.[1] ?? "") : "");

/** Items in their order; those of which one is enough stand together. @param {CheckItem[]} items */
function inGroups(items) {
  /** @type {{either: string, items: CheckItem[]}[]} */
  const groups = [];
  for (const item of items) {
    const open = item.either && groups.find((group) => group.either === item.either);
    if (open) open.items.push(item);
    else groups.push({ either: item.either, items: [item] });
  }
  return groups;
}

/** One list. What is ticked or written stays until this person has signed, whatever else changes. */
class ChecklistCard {
  #table;
  #list;
  #act;
  #notify;
  #waited = false; // whether it waited for this person when it was last shown
  #signed = 0; // how many signatures the list had when it was last shown
  #state = el("span", { class: "list-state" });
  #lines = el("ol", { class: "signatures" });
  /** @type {{item: CheckItem, box: HTMLInputElement}[]} */ #boxes = [];
  #work = el("textarea", { rows: 3, maxlength: 500 });
  #reserve = el("select", {});

  /**
   * @param {Checklist} list @param {TableState} table @param {Act} act @param {(notice: Notice) => void} notify
   * @param {() => void} cured
   */
  constructor(list, table, act, notify, cured) {
    this.#list = list;
    this.#table = table;
    this.#act = act;
    this.#notify = notify;
    this.node = el(
      "details",
      { class: "checklist", "data-checklist": list.name },
      el("summary", {}, el("span", {}, list.title), this.#state),
      el("p", {}, citation(list.cite)),
      inGroups(list.items).map((group) => this.#group(group.items)),
      this.#describes ? el("label", { class: "field" }, "What was done", this.#work) : null,
      list.replaces ? el("label", { class: "field" }, "What comes into use", this.#reserve) : null,
      this.#lines,
    );
    this.node.addEventListener("change", cured); // what was said to be missing may be there now
  }

  /** Whether any of its signatures is this person's to give; others read what is looked at. */
  get #isMine() {
    return this.#list.signatures.some((_, n) => this.#table.may(`sign ${this.#list.name} ${n + 1}`));
  }

  get #describes() {
    return this.#list.when === "work";
  }

  /** @param {CheckItem[]} items */
  #group(items) {
    const lines = items.map((item) => this.#item(item));
    if (items.length === 1) return lines;
    return el("fieldset", { class: "one-of" }, el("legend", {}, "One of these"), lines);
  }

  /** @param {CheckItem} item */
  #item(item) {
    const box = el("input", { type: "checkbox" });
    this.#boxes.push({ item, box });
    return el("label", { class: "check" }, box, el("span", {}, item.text, " ", citation(item.cite)));
  }

  /** Show who has signed, and where this person may. */
  show() {
    const { signed, due, things } = this.#table.view;
    const by = signed[this.#list.name] ?? [];
    const isDue = due.includes(this.#list.name);
    const reserve = things.filter((one) => one.kind === this.#list.replaces && one.state === "reserve").map(({ id }) => id);
    const first = this.#firstOpen(by);
    const isAsked = this.#table.view.tasks.some((task) => task.yours && listOf(task) === this.#list.name);
    const waits = (isDue || isAsked) && first >= 0;
    if (waits !== this.#waited) this.node.open = waits; // what waits for this person is seen, and folded when it waits no more
    this.#waited = waits;
    this.node.classList.toggle("not-mine", !this.#isMine);
    this.node.classList.toggle("is-signed", by.length > 0);
    this.#showState(by, isDue);
    this.#showTicks(by, first >= 0);
    setOptions(this.#reserve, reserve.map((id) => [id, id]));
    render(this.#lines, () =>
      this.#list.signatures.map((signature, n) => this.#line(signature, by.find((one) => one.number === n + 1), n === first, n + 1)),
    );
  }

  /**
   * Whoever is to sign ticks for themselves. Under a list that they need not sign, or not again, the ticks of those who
   * signed are shown; of items of which one is enough, only this person's own are known here.
   * @param {SignedBy[]} by @param {boolean} isToSign
   */
  #showTicks(by, isToSign) {
    const wasShut = this.#boxes.some(({ box }) => box.disabled);
    const isAnew = by.length < this.#signed || (isToSign && wasShut);
    this.#signed = by.length;
    for (const { item, box } of this.#boxes) {
      if (isAnew) box.checked = false;
      if (!isToSign && by.length && !item.either) box.checked = true;
      box.disabled = !isToSign && by.length > 0;
    }
  }

  /** @param {SignedBy[]} by @param {boolean} isDue */
  #showState(by, isDue) {
    const { signatures } = this.#list;
    const isComplete = by.length >= signatures.length;
    const count = signatures.length > 1 ? `${by.length} of ${signatures.length} signed` : "not signed";
    render(this.#state, () => [
      by.length ? el("span", { class: isComplete ? "badge good" : "badge warn" }, isComplete ? "signed" : count) : null,
      isDue ? el("span", { class: "badge warn" }, "due before play") : null,
    ]);
  }

  /**
   * The signature that this person would give: the first that is open and theirs to give. A list of work starts over
   * when it is complete.
   * @param {SignedBy[]} by
   */
  #firstOpen(by) {
    const { name, signatures } = this.#list;
    const isOver = this.#describes && by.length >= signatures.length;
    return signatures.findIndex(
      (_, n) => this.#table.may(`sign ${name} ${n + 1}`) && (isOver || !by.some((one) => one.number === n + 1)),
    );
  }

  /** What a signature waits for, as a sentence. @param {number} number */
  #waits(number) {
    const { tasks } = this.#table.view;
    return tasks.find(({ id, kind }) => kind === "signature" && id.endsWith(`/${this.#list.name} ${number}`))?.waits_for ?? "";
  }

  /** @param {Signature} signature @param {SignedBy|undefined} by @param {boolean} isMine @param {number} number */
  #line({ roles, does, cite }, by, isMine, number) {
    const waits = isMine ? this.#waits(number) : "";
    const props = { class: "answer primary", "aria-label": `Sign ${this.#list.title}: ${does}`, disabled: Boolean(waits) };
    const who = capitalized(spokenRoles(roles));
    return el(
      "li",
      { class: by ? "signed" : "unsigned" },
      el(
        "span",
        {},
        `${who} ${does} `,
        citation(cite),
        " ",
        by ? el("strong", {}, `Signed: ${by.name}, ${plain(by.role)}`) : el("em", {}, "not signed"),
      ),
      isMine ? button("Sign", () => this.#sign(), props) : null,
      waits ? el("span", { class: "quiet-text" }, waits) : null,
    );
  }

  async #sign() {
    const { name, items, cite } = this.#list;
    const ticked = this.#boxes.filter(({ box }) => box.checked).map(({ item }) => item);
    const met = new Set(ticked.map(({ either }) => either).filter(Boolean));
    const missing = items.find((item) => !ticked.includes(item) && !met.has(item.either));
    if (missing) return this.#notify({ sentence: `Not checked off: “${missing.text}”`, cite: missing.cite });
    const reason = this.#work.value.trim();
    if (this.#describes && !reason) return this.#notify({ sentence: "Write what was done.", cite });
    const command = { checklist: name, items: ticked.map((item) => item.cite) };
    const thing = this.#reserve.value;
    const more = { ...(this.#describes ? { reason } : {}), ...(thing ? { thing } : {}) };
    if (!(await this.#act({ do: "sign", ...command, ...more }))) return;
    if (this.#describes) for (const { box } of this.#boxes) box.checked = false; // the next work is another one
    this.#work.value = "";
  }
}

/** All lists of a table, by when they are signed; those that wait for this person stand with their task. */
export class ChecklistPanel {
  #table;
  /** @type {Map<string, ChecklistCard>} */ #cards;
  /** @type {{node: HTMLElement, lists: string[]}[]} */ #groups;
  node;

  /** @param {TableState} table @param {Act} act @param {(notice: Notice) => void} notify @param {() => void} cured */
  constructor(table, act, notify, cured) {
    const { checklists } = table.info;
    this.#table = table;
    this.#cards = new Map(checklists.map((list) => [list.name, new ChecklistCard(list, table, act, notify, cured)]));
    const groups = Object.entries(WHEN).map(([when, title]) => {
      const lists = checklists.filter((list) => list.when === when).map(({ name }) => name);
      return { title, lists, node: el("div", { class: "lists" }) };
    });
    this.#groups = groups.filter(({ lists }) => lists.length);
    this.node = el("section", { class: "lists" }, groups.filter(({ lists }) => lists.length).map(({ title, node }) => [el("h4", {}, title), node]));
    this.node.hidden = !checklists.length;
  }

  /** The form of a list, for whoever shows it elsewhere. @param {string} name @returns {HTMLElement} */
  card(name) {
    return this.#cards.get(name)?.node ?? el("p", {});
  }

  /** Every list stands here but those that are shown elsewhere. @param {string[]} elsewhere */
  place(elsewhere) {
    for (const { node, lists } of this.#groups) {
      const here = lists.filter((name) => !elsewhere.includes(name));
      render(node, () => [
        here.map((name) => this.card(name)),
        here.length ? null : el("p", { class: "quiet-text" }, "Waits for you; see your work above."),
      ]);
    }
  }

  /** Lists that have to be signed before the table closes, and are not. */
  get unsignedBeforeClosing() {
    const { info, view } = this.#table;
    if (info.dealer !== "person") return [];
    const isOpen = (/** @type {Checklist} */ { name, signatures }) => (view.signed[name] ?? []).length < signatures.length;
    return info.checklists.filter((list) => list.when === "closing" && isOpen(list)).map(({ title }) => title);
  }

  /** Show who has signed. */
  show() {
    for (const card of this.#cards.values()) card.show();
  }
}
