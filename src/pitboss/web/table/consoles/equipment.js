/** Equipment at a table: in which state, how old, and what this person may do with each. */

import { asRefused } from "../../kit/api.js";
import { button, el, fill, render } from "../../kit/dom.js";
import { setOptions } from "../../kit/forms.js";
import { getThings } from "../../kit/peopleapi.js";
import { stateWords } from "../../kit/equipmentwords.js";
import { ago, capitalized } from "../../kit/words.js";

/** @import { Act } from "./staff.js" */
/** @import { ThingHere } from "../../kit/types.js" */
/** @import { TableState } from "../../felt/tablestate.js" */

const DONE = ["sealed", "destroyed"];

/** Acts of two persons: the first says why, the second was present. */
const BY_TWO = [
  { act: "seal", first: "seal thing", second: "witness seal", words: "Seal as evidence" },
  { act: "destroy", first: "destroy thing", second: "witness destruction", words: "Destroy" },
];

/** One thing; a reason that is being written stays. */
class ThingCard {
  #table;
  #act;
  #state = el("p", { class: "thing-state" });
  #acts = el("div", { class: "act-row" });
  #reason = el("input", { maxlength: 500 });
  #two = el("div", { class: "act-row" });
  #byTwoWords = el("summary", {});
  #byTwo = el("details", {}, this.#byTwoWords, this.#two);
  #id;

  /** @param {ThingHere} thing @param {TableState} table @param {Act} act */
  constructor(thing, table, act) {
    this.#id = thing.id;
    this.#table = table;
    this.#act = act;
    this.node = el(
      "li",
      { class: "thing", "data-thing": thing.id },
      el("p", {}, el("strong", {}, thing.description), " ", el("span", { class: "quiet-text" }, thing.id)),
      this.#state,
      this.#acts,
      this.#byTwo,
    );
  }

  /** @param {ThingHere} thing */
  show(thing) {
    const { may, view } = this.#table;
    const isOpen = view.phase !== "closed";
    this.#showState(thing);
    const { state, act = "", signed = [] } = thing;
    const isBegun = signed.length > 0;
    const isMine = signed.includes(view.you.name); // somebody else has to be present
    const byTwo = BY_TWO.filter((two) => !DONE.includes(state) && !isMine && (!isBegun || act === two.act))
      .filter((two) => may(isBegun ? two.second : two.first))
      .map((two) => ({ name: `${two.act}_thing`, label: isBegun ? `I was present: ${two.act}` : two.words }));
    const buttons = () => byTwo.map(({ name, label }) => this.#button(name, label));
    render(this.#acts, () => [
      may("bring thing") && state === "reserve" ? this.#button("use_thing", "Put in use") : null,
      may("take thing") && state !== "destroyed" && !(state === "in_use" && isOpen)
        ? this.#button("take_thing", "Take away")
        : null,
      isBegun ? buttons() : null,
      isMine && !DONE.includes(state) ? el("p", { class: "quiet-text" }, "A second person has to sign.") : null,
    ]);
    this.#byTwo.hidden = isBegun || !byTwo.length;
    const [first, ...others] = byTwo.map(({ label }) => label);
    render(this.#byTwoWords, () => [first, ...others.map((words) => words.toLowerCase())].join(" or "));
    render(this.#two, () => (this.#byTwo.hidden ? null : [el("label", {}, "Reason ", this.#reason), buttons()]));
  }

  /** @param {ThingHere} thing */
  #showState({ state, since = "", act = "", reason = "", signed = [] }) {
    const age = since ? `first used ${ago(since)} ago` : "not used yet";
    const begun = signed.length && !DONE.includes(state) ? `${signed[0]} began to ${act} it: ${reason}` : "";
    const ended = DONE.includes(state) ? `${capitalized(reason)}; ${signed.join(" and ")}` : "";
    const kind = { in_use: "good", out_of_order: "warn", sealed: "warn", destroyed: "warn" }[state] ?? "";
    const words = [age, begun, ended].filter(Boolean).join(". ");
    render(this.#state, () => [el("span", { class: `badge ${kind}` }, stateWords(state)), " ", words]);
  }

  /** @param {string} name @param {string} label */
  #button(name, label) {
    const command = /** @type {"seal_thing" | "destroy_thing"} */ (name); // or one of those that need no reason
    const press = async () => {
      const reason = this.#reason.isConnected ? { reason: this.#reason.value.trim() } : {};
      if (await this.#act({ do: command, thing: this.#id, ...reason })) this.#reason.value = "";
    };
    return button(label, press, { "data-do": name, "aria-label": `${label}: ${this.#id}` });
  }
}

/** All equipment of a table, and bringing another from the store. */
export class EquipmentPanel {
  #table;
  #act;
  #list = el("ul", { class: "things" });
  /** @type {Map<string, ThingCard>} */ #cards = new Map();
  #choice = el("select", { "aria-label": "Thing from the store" });
  #store = el("div", { class: "act-row" }, el("p", { class: "quiet-text" }, "One moment …"));
  #bring = el("details", {}, el("summary", {}, "Bring something from the store"), this.#store);
  node = el("section", { class: "equipment-panel" }, this.#list, this.#bring);

  /** @param {TableState} table @param {Act} act */
  constructor(table, act) {
    this.#table = table;
    this.#act = act;
    this.#bring.addEventListener("toggle", () => this.#bring.open && !this.#bring.hidden && this.#showStore());
  }

  /** Show what is here. */
  show() {
    const { things } = this.#table.view;
    const before = this.#cards;
    this.#cards = new Map(things.map((thing) => [thing.id, before.get(thing.id) ?? new ThingCard(thing, this.#table, this.#act)]));
    for (const thing of things) this.#cards.get(thing.id)?.show(thing);
    render(this.#list, () => [...this.#cards.values()].map(({ node }) => node));
    this.#bring.hidden = !this.#table.may("bring thing");
    this.node.hidden = !things.length && this.#bring.hidden;
  }

  async #showStore() {
    try {
      const stored = (await getThings()).filter(({ where }) => !where);
      setOptions(this.#choice, stored.map(({ thing, description }) => [thing, `${thing}, ${description}`]));
      fill(
        this.#store,
        stored.length
          ? [this.#choice, button("Bring to this table", () => this.#bringChosen(), { "data-do": "bring_thing" })]
          : el("p", { class: "quiet-text" }, "The store is empty; equipment is received on the page Equipment."),
      );
    } catch (refusal) {
      fill(this.#store, el("p", { class: "refusal" }, asRefused(refusal).sentence));
    }
  }

  async #bringChosen() {
    if (await this.#act({ do: "bring_thing", thing: this.#choice.value })) await this.#showStore();
  }
}
