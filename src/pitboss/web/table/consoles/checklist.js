/** Inspections at a table: what is looked at, who signs which line, and who has. */

import { button, el, render } from "../../kit/dom.js";
import { setOptions } from "../../kit/forms.js";
import { citation } from "../../kit/law.js";
import { spokenRoles } from "../../kit/roles.js";
import { capitalized, plain } from "../../kit/words.js";

/** @import { Act } from "./staff.js" */
/** @import { Notice } from "../notice.js" */
/** @import { TableState } from "../../felt/tablestate.js" */
/** @import { CheckItem, Checklist, Signature, SignedBy } from "../../kit/types.js" */

/** When lists are signed, in the order of a day. @type {Record<string, string>} */
const WHEN = {
  opening: "Before the table opens",
  cards: "Before play, whenever cards or tiles come to the table",
  arrival: "When the first player comes to cards or tiles that came to the table",
  idle: "When players come to an idle table",
  work: "When work was done, at the closed table",
  closing: "Before the table closes",
};

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
    const waits = isDue && first >= 0;
    if (waits !== this.#waited) this.node.open = waits; // what waits for this person is seen, and folded when it waits no more
    this.#waited = waits;
    this.node.classList.toggle("not-mine", !this.#isMine);
    this.node.classList.toggle("is-signed", by.length > 0);
    this.#showState(by, isDue);
    this.#showTicks(by, first >= 0);
    setOptions(this.#reserve, reserve.map((id) => [id, id]));
    render(this.#lines, () =>
      this.#list.signatures.map((signature, n) => this.#line(signature, by.find((one) => one.number === n + 1), n === first)),
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

  /** @param {Signature} signature @param {SignedBy|undefined} by @param {boolean} isMine */
  #line({ roles, does, cite }, by, isMine) {
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
      isMine
        ? button("Sign", () => this.#sign(), { class: "answer primary", "aria-label": `Sign ${this.#list.title}: ${does}` })
        : null,
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

/** All lists of a table, by when they are signed. */
export class ChecklistPanel {
  /** @type {ChecklistCard[]} */ #cards;
  node;

  /** @param {TableState} table @param {Act} act @param {(notice: Notice) => void} notify @param {() => void} cured */
  constructor(table, act, notify, cured) {
    const { checklists } = table.info;
    const cards = new Map(checklists.map((list) => [list, new ChecklistCard(list, table, act, notify, cured)]));
    this.#cards = [...cards.values()];
    const groups = Object.entries(WHEN).map(([when, title]) => {
      const here = checklists.filter((list) => list.when === when);
      return here.length ? [el("h4", {}, title), here.map((list) => cards.get(list)?.node)] : null;
    });
    this.node = el("section", { class: "lists" }, el("h3", {}, "Inspections"), groups);
    this.node.hidden = !checklists.length;
  }

  /** Show who has signed. */
  show() {
    for (const card of this.#cards) card.show();
  }
}
