/** Forms as all pages have them: labelled fields, a button, and what was wrong under it. */

import { asRefused } from "./api.js";
import { button, el, fill, render } from "./dom.js";
import { citation } from "./law.js";

/** @import { Child, Props } from "./dom.js" */

/** A labelled field. @param {string} label @param {Element} control @param {Child} [note] */
export const labelled = (label, control, note) =>
  el("label", { class: "field" }, el("span", { class: "field-name" }, label), control, note);

/** @param {string} label @param {Props} props */
export function textField(label, props = {}) {
  const input = el("input", { autocomplete: "off", ...props });
  return { input, node: labelled(label, input) };
}

/** What a field chooses from; what was chosen stays chosen as long as it is there. @param {HTMLSelectElement} field @param {string[][]} options  value and words */
export const setOptions = (field, options) =>
  render(field, () => options.map(([value, words]) => el("option", { key: value, value }, words)));

/** A password; `current-password` or `new-password`. @param {string} label @param {string} autocomplete */
export const passwordField = (label, autocomplete, props = {}) =>
  textField(label, { type: "password", autocomplete, required: true, ...props });

/** A line that says what came of it; screen readers hear it. */
export const outcome = () => el("p", { class: "outcome", role: "status" });

/** @param {HTMLElement} line @param {string} words */
export function succeeded(line, words) {
  line.className = "outcome";
  fill(line, words);
}

/** @param {HTMLElement} line @param {unknown} error */
export function failed(line, error) {
  const { sentence, cite } = asRefused(error);
  line.className = "outcome refusal";
  fill(line, sentence, " ", citation(cite));
}

/**
 * A form that sends once at a time, and says under it what was refused.
 * @param {{submit: string, send: () => Promise<unknown>, refused?: (error: unknown) => unknown, look?: string}} act
 *   `look`: of its button, where another act of the page comes first
 * @param {Child[]} children
 */
export function form({ submit, send, refused = () => {}, look = "primary" }, ...children) {
  const said = outcome();
  const sends = el("button", { type: "submit", class: look }, submit);
  const node = el("form", { class: "form" }, ...children, sends, said);
  node.addEventListener("submit", async (event) => {
    event.preventDefault();
    await attempt(sends, said, send, refused);
  });
  return { node, said };
}

/**
 * Do something on a press: not twice at once, and its refusal is shown.
 * @param {HTMLButtonElement} pressed @param {HTMLElement} said @param {() => Promise<unknown>} send
 * @param {(error: unknown) => unknown} [refused]
 */
export async function attempt(pressed, said, send, refused = () => {}) {
  if (pressed.ariaBusy) return;
  pressed.ariaBusy = "true"; // not disabled, which would take the focus away
  fill(said);
  await send()
    .catch((error) => {
      failed(said, error);
      refused(error);
    })
    .finally(() => (pressed.ariaBusy = null));
}

/**
 * A button that does something at the house; what is refused is said beside it.
 * @param {string} label @param {HTMLElement} said @param {() => Promise<unknown>} send @param {(error: unknown) => unknown} [refused]
 * @param {Props} [props]
 */
export function actButton(label, said, send, refused, props) {
  /** @type {HTMLButtonElement} */
  const node = button(label, () => attempt(node, said, send, refused), props);
  return node;
}
