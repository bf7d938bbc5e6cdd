/** Fields of the queries of the Board console: several names, a span of time, amounts between. */

import { button, el, fill, selection } from "../kit/dom.js";
import { labelled } from "../kit/forms.js";
import { dollars, parseDollars } from "../kit/money.js";
import { listedRoles } from "../kit/roles.js";

/** @import { Child } from "../kit/dom.js" */
/** @import { PersonIdentity } from "../kit/types.js" */

/** @typedef {{value: string, words?: string}} Offered  something to choose; what it is called, if it has another name */

let count = 0;
/** An id that no other element has. */
const freshId = () => `offered-${++count}`;

/** A list that a field completes from. */
export class Offers {
  node = el("datalist", { id: freshId() });
  /** @type {Offered[]} */ all = [];

  /** @param {Offered[]} offered */
  show(offered) {
    this.all = offered;
    fill(this.node, offered.map(({ value, words }) => el("option", { value }, words && words !== value ? words : "")));
  }

  /** What is called so, by its name or its title. @param {string} text */
  find(text) {
    const wanted = text.trim().toLowerCase();
    return this.all.find(({ value }) => value.toLowerCase() === wanted) ?? this.all.find(({ words = "" }) => words.toLowerCase() === wanted);
  }
}

/** Somebody to choose: by credential number, which no two have. @param {PersonIdentity} choice @returns {Offered} */
export const personOffered = ({ credential, name, roles }) => ({ value: credential, words: [name, listedRoles(roles)].filter(Boolean).join(", ") });

/** One name, completed while it is typed. @param {string} label @param {Offers} offers @param {string} [placeholder] @param {Child} [note] */
export function nameField(label, offers, placeholder = "", note) {
  const input = el("input", { autocomplete: "off", list: offers.node.id, placeholder, maxlength: 128 });
  return {
    input,
    node: el("div", { class: "offered-field" }, labelled(label, input), offers.node, note),
    get value() {
      return input.value.trim();
    },
    set value(text) {
      input.value = text;
    },
  };
}

/** Several names: each that is entered becomes a button that takes it away again. */
export class NamesField {
  #chosen = /** @type {string[]} */ ([]);
  #list = el("div", { class: "chosen-names" });
  #offers;
  #label;

  /** @param {string} label @param {Offers} offers @param {string} placeholder */
  constructor(label, offers, placeholder) {
    this.#label = label;
    this.#offers = offers;
    this.input = el("input", { autocomplete: "off", list: offers.node.id, placeholder, maxlength: 128 });
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !this.input.value.trim()) return;
      event.preventDefault();
      this.#take();
    });
    this.input.addEventListener("input", (event) => {
      const isPicked = !(event instanceof InputEvent) || event.inputType === "insertReplacementText"; // from the list
      if (isPicked && this.#offers.find(this.input.value)) this.#take();
    });
    this.input.addEventListener("blur", () => this.#take());
    this.node = el("div", { class: "offered-field" }, labelled(label, this.input), offers.node, this.#list);
  }

  /** Those that were entered, with what is still being typed. */
  get value() {
    this.#take();
    return [...this.#chosen];
  }

  set value(names) {
    this.#chosen = [...names];
    this.#show();
  }

  #take() {
    const typed = this.input.value.trim();
    if (!typed) return;
    const name = this.#offers.find(typed)?.value ?? typed;
    if (!this.#chosen.includes(name)) this.#chosen.push(name);
    this.input.value = "";
    this.#show();
  }

  #show() {
    fill(
      this.#list,
      this.#chosen.map((name) =>
        button(name, () => this.#remove(name), { class: "chosen-name", "aria-label": `${this.#label}: take ${name} away` }, " ✕"),
      ),
    );
  }

  /** @param {string} name */
  #remove(name) {
    this.#chosen = this.#chosen.filter((one) => one !== name);
    this.#show();
    this.input.focus();
  }
}

/** A gaming day or, with a time, a moment. @param {string} label */
export function momentField(label) {
  const day = el("input", { type: "date", "aria-label": `${label}, gaming day` });
  const time = el("input", { type: "time", "aria-label": `${label}, time; empty for whole gaming days` });
  const node = el("div", { class: "field", role: "group", "aria-label": label }, el("span", { class: "field-name" }, label), el("div", { class: "moment-field" }, day, time));
  return {
    node,
    input: day,
    /** `2026-05-31`, or `2026-05-31T18:00Z` for a time of this browser. */
    get value() {
      if (!day.value || !time.value) return day.value;
      return `${new Date(`${day.value}T${time.value}`).toISOString().slice(0, 16)}Z`;
    },
    set value(text) {
      const at = text.length > 10 ? new Date(text) : null;
      const isMoment = at && !Number.isNaN(at.getTime());
      const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
      day.value = isMoment ? `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}` : text.slice(0, 10);
      time.value = isMoment ? `${two(at.getHours())}:${two(at.getMinutes())}` : "";
    },
  };
}

/** Two amounts between which another has to be; either may be left out. @param {string} label */
export function betweenField(label) {
  const [least, most] = ["at least", "at most"].map((bound) =>
    el("input", { inputmode: "decimal", autocomplete: "off", maxlength: 16, placeholder: bound, "aria-label": `${label}, ${bound}, in dollars` }),
  );
  /** @param {HTMLInputElement} input */
  const cents = (input) => {
    if (!input.value.trim()) return null;
    const found = parseDollars(input.value);
    input.setAttribute("aria-invalid", String(found === null));
    if (found === null) throw new Error(`${label}: expected an amount such as 250 or $1,000.50, not “${input.value.trim()}”.`);
    return found;
  };
  return {
    node: el("div", { class: "field", role: "group", "aria-label": label }, el("span", { class: "field-name" }, label), el("div", { class: "between-field" }, least, most)),
    /** In cents. @returns {[least: number|null, most: number|null]} */
    get value() {
      return [cents(least), cents(most)];
    },
    set value([low, high]) {
      least.value = typeof low === "number" ? dollars(low) : "";
      most.value = typeof high === "number" ? dollars(high) : "";
      for (const input of [least, most]) input.removeAttribute("aria-invalid");
    },
  };
}

/** Whether something is so, is not, or either. @param {string} label @param {string} yes @param {string} no */
export function eitherField(label, yes, no) {
  const choice = selection([["", "either"], ["true", yes], ["false", no]]);
  return {
    node: labelled(label, choice),
    /** @returns {boolean|null} */
    get value() {
      return choice.value ? choice.value === "true" : null;
    },
    set value(is) {
      choice.value = typeof is === "boolean" ? String(is) : "";
    },
  };
}
