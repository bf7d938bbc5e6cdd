/** The components of the pages that are more than one element; their looks are in components.css and staff.css, all of them on /design. */

import { button, el } from "./dom.js";
import { citation } from "./law.js";
import { change, dollars } from "./money.js";

/** @import { Child } from "./dom.js" */

/** @typedef {""|"good"|"warn"|"bad"|"info"} Meaning */

/** What something is, in a word or two. @param {string} words @param {Meaning} [meaning] */
export const badge = (words, meaning = "") => el("span", { class: `badge ${meaning}`.trim() }, words);

/** Money in a column. @param {number} cents */
export const amount = (cents) => el("span", { class: "amount" }, dollars(cents));

/** Money won or lost. @param {number} cents */
export const result = (cents) => el("span", { class: `amount ${cents > 0 ? "gain" : cents < 0 ? "loss" : ""}`.trim() }, change(cents));

const LONG = 60; // letters: such as a hash, which has a row of its own

/** Names over values. @param {(readonly [string, Child])[]} pairs */
export const facts = (pairs) =>
  el(
    "dl",
    { class: "facts" },
    pairs.map(([name, value]) => el("div", { class: typeof value === "string" && value.length > LONG ? "across" : undefined }, el("dt", {}, name), el("dd", {}, value))),
  );

/** Something to know, in the page. @param {Meaning} meaning @param {Child[]} children */
export const message = (meaning, ...children) => el("div", { class: `message ${meaning}`.trim(), role: "note" }, ...children);

/** Nothing is there: what would be, and what one can do. @param {string} title @param {string} words @param {Child} [act] */
export const emptyState = (title, words, act) => el("div", { class: "empty" }, el("strong", {}, title), el("p", {}, words), act);

/**
 * One thing to do: what, since when, by which provision, what it changes, and one act.
 * @param {{title: string, since?: string, cite?: string, meaning?: Meaning, state?: Child, act?: Child}} of @param {Child[]} children
 */
export const task = ({ title, since = "", cite, meaning = "", state, act }, ...children) =>
  el(
    "article",
    { class: `task ${meaning}`.trim(), "aria-label": title },
    el("div", { class: "task-head" }, el("h3", {}, title), el("span", { class: "about" }, since, " ", citation(cite))),
    state,
    children,
    act ? el("div", { class: "act-row" }, act) : null,
  );

/** What changes, each with what it was. @param {(readonly [name: string, before: string, after: string, cite?: string])[]} changes */
export const difference = (changes) =>
  el(
    "dl",
    { class: "difference" },
    changes.map(([name, before, after, cite]) => [el("dt", {}, name, " ", citation(cite)), el("dd", {}, el("del", {}, before || "not chosen"), " ", el("ins", {}, after || "not chosen"))]),
  );

/**
 * Who signs, and who has. @param {{does: string, cite?: string, signed?: string, sign?: () => void}[]} lines
 *   `signed`: by whom and when; `sign`: where it is the viewer's to do
 */
export const signatures = (lines) =>
  el(
    "ul",
    { class: "signatures" },
    lines.map(({ does, cite, signed, sign }) =>
      el(
        "li",
        {},
        `${does} `,
        citation(cite),
        " ",
        signed ? el("strong", {}, `Signed: ${signed}`) : el("em", {}, "not signed"),
        sign && !signed ? button("Sign", sign, { class: "primary", "aria-label": `Sign: ${does}` }) : null,
      ),
    ),
  );

/** A list to tick, each line with its provision. @param {string} title @param {{text: string, cite?: string, ticked?: boolean}[]} items @param {Child} [state] @param {Child[]} children */
export const checklist = (title, items, state, ...children) =>
  el(
    "details",
    { class: "checklist", open: true },
    el("summary", {}, title, " ", state),
    items.map(({ text, cite, ticked }) => el("div", { class: "act-row" }, el("label", { class: "check" }, el("input", { type: "checkbox", checked: ticked }), el("span", {}, text)), citation(cite))),
    ...children,
  );

/**
 * A whole number between two buttons. @param {string} label @param {{value: number, least: number, most: number, step?: number}} of
 * @param {(value: number) => void} changed
 */
export function stepper(label, { value, least, most, step = 1 }, changed) {
  const input = el("input", { type: "number", value: String(value), min: least, max: most, step, "aria-label": label });
  const less = button("−", () => move(-step), { "aria-label": `${label}: less` });
  const more = button("+", () => move(step), { "aria-label": `${label}: more` });
  /** @param {number} by */
  function move(by) {
    const next = Math.min(most, Math.max(least, (Number(input.value) || 0) + by));
    input.value = String(next);
    less.disabled = next <= least;
    more.disabled = next >= most;
    if (by) changed(next);
  }
  input.addEventListener("change", () => (move(0), changed(Number(input.value))));
  move(0);
  return el("span", { class: "stepper", role: "group", "aria-label": label }, less, input, more);
}

const READ = 6000; // milliseconds

/** Say something for a while, over the page; screen readers hear it. @param {string} words */
export function toast(words) {
  const region = document.querySelector(".toasts") ?? document.body.appendChild(el("div", { class: "toasts", role: "status" }));
  const node = el("p", { class: "toast" }, words);
  region.append(node);
  setTimeout(() => node.remove(), READ);
}

/** What is wrong with a field, under it; nothing takes it away. @param {HTMLInputElement|HTMLSelectElement|HTMLTextAreaElement} field @param {string} [words] */
export function fieldError(field, words) {
  const id = `${field.id || (field.id = `field-${crypto.randomUUID()}`)}-error`;
  document.getElementById(id)?.remove();
  field.toggleAttribute("aria-invalid", false);
  if (!words) return field.removeAttribute("aria-describedby");
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", id);
  field.after(el("span", { class: "field-error", id }, words));
}

/**
 * Tabs and their panels; `tabs` makes them work. @param {string} label @param {(readonly [id: string, words: string, panel: Child])[]} parts
 */
export const tabList = (label, parts) => ({
  list: el(
    "div",
    { role: "tablist", "aria-label": label },
    parts.map(([id, words]) => el("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}` }, words)),
  ),
  panels: parts.map(([id, , panel]) => el("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}` }, panel)),
});

/**
 * The head of a page: where one is, who one is, and the time of the house. @param {{title: string, where?: string, who?: string, time?: string}} of
 * @param {Child[]} links
 */
export const pageHead = ({ title, where, who, time }, ...links) =>
  el(
    "div",
    { class: "top" },
    el("strong", {}, title),
    where ? badge(where) : null,
    el("nav", { "aria-label": title }, ...links, time ? el("time", {}, time) : null, who ? badge(who) : null),
  );
