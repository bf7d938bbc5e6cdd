/** Elements without markup strings: whatever came from outside can only ever become text. */

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "disabled", "hidden", "selected", "open", "tabIndex"]);

/** @typedef {Record<string, unknown>} Props  attributes, properties and `onclick`-like listeners */
/** @typedef {Node|string|null|undefined|false|readonly Child[]} Child  a node, text, nothing, or a list of these */

/**
 * @template {Element} Kind
 * @param {Kind} node @param {Props} props @param {Child[]} children
 */
function dress(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (PROPERTIES.has(name)) Object.assign(node, { [name]: value });
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...present(children));
  return node;
}

/**
 * Children without the nothings, however deep they were listed.
 * @param {readonly Child[]} children @returns {(Node|string)[]}
 */
const present = (children) =>
  children.flatMap((child) => {
    if (Array.isArray(child)) return present(child);
    return typeof child === "string" || child instanceof Node ? [child] : [];
  });

/**
 * An HTML element with its attributes and what it holds.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Props} props @param {Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export const el = (tag, props = {}, ...children) => dress(document.createElement(tag), props, children);

/**
 * An SVG element with its attributes and what it holds.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Props} props @param {Child[]} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export const svg = (tag, props = {}, ...children) => dress(document.createElementNS(SVG, tag), props, children);

/**
 * The element of the page that has this id and is of this kind; the page is broken where it is not there.
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id @param {new () => Kind} [kind]
 * @returns {Kind}
 */
export const byId = (id, kind) => expected(document.getElementById(id), `#${id}`, kind ?? HTMLElement);

/**
 * The first element that a selector finds under a node; the page is broken where there is none of this kind.
 * @template {Element} [Kind=HTMLElement]
 * @param {ParentNode} node @param {string} selector @param {new () => Kind} [kind]
 * @returns {Kind}
 */
export const find = (node, selector, kind) => expected(node.querySelector(selector), selector, kind ?? HTMLElement);

/**
 * All elements of this kind that a selector finds under a node.
 * @template {Element} [Kind=HTMLElement]
 * @param {ParentNode} node @param {string} selector @param {new () => Kind} [kind]
 * @returns {Kind[]}
 */
export const findAll = (node, selector, kind) =>
  [...node.querySelectorAll(selector)].map((found) => expected(found, selector, kind ?? HTMLElement));

/**
 * @param {Element|null} node @param {string} name @param {new () => any} kind
 * @returns {any} of the kind that was asked for: the callers above say so
 */
function expected(node, name, kind) {
  if (!(node instanceof kind)) throw new Error(`This page has no ${kind.name} at ${name}.`);
  return node;
}

/** Replace what a node holds. @param {Element} node @param {Child[]} children */
export function fill(node, ...children) {
  node.replaceChildren(...present(children));
}

/**
 * The same where most of what a node holds stays: what stays is not touched, so that the browser need not lay it out again.
 * @param {Element} node @param {Element[]} children
 */
export function refill(node, children) {
  const wanted = new Set(children);
  for (const old of [...node.children]) if (!wanted.has(old)) old.remove();
  for (const [n, child] of children.entries()) if (node.children[n] !== child) node.insertBefore(child, node.children[n] ?? null);
}

/**
 * A button that does something; what else it is or holds follows.
 * @param {Child} label @param {(event: PointerEvent) => void} act @param {Props} props @param {Child[]} children
 */
export const button = (label, act, props = {}, ...children) =>
  el("button", { type: "button", onclick: act, ...props }, label, ...children);

/** A heading row of a table from its words; a column of buttons has none. @param {string[]} words */
export const headRow = (...words) =>
  el(
    "thead",
    {},
    el(
      "tr",
      {},
      words.map((word) => (word ? el("th", { scope: "col" }, word) : el("td"))),
    ),
  );

/**
 * A modal dialog with a title and a close button; open it with `showModal()`. Closed, it is removed from the page.
 * @param {string} title @param {Child[]} children
 */
export function dialog(title, ...children) {
  const close = button("✕", () => node.close(), { class: "quiet", "aria-label": "Close" });
  const node = el(
    "dialog",
    { "aria-label": title },
    el("header", { class: "dialog-head" }, el("h2", {}, title), close),
    el("div", { class: "dialog-body" }, ...children),
  );
  node.addEventListener("close", () => {
    node.remove();
    const back = focused(); // the caret was in the dialog and left with it: without it a field takes no letters
    if (back instanceof HTMLInputElement || back instanceof HTMLTextAreaElement) {
      back.blur();
      back.focus();
    }
  });
  document.body.append(node);
  return node;
}

/** What the focus is on, where it is on something of the page. @returns {HTMLElement|SVGElement|null} */
export function focused() {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement || activeElement instanceof SVGElement ? activeElement : null;
}

const SEEN_AFTER = 200; // milliseconds: nobody has read what has just come, so no press is meant for it
/** @type {WeakMap<HTMLElement, number>} */
const unread = new WeakMap();

/**
 * What has just come is not pressed by a finger or a mouse before it can have been read: a second tap was meant for what was
 * there before. Keys and scanners go on. @param {HTMLElement} node
 */
export function letBeRead(node) {
  clearTimeout(unread.get(node));
  node.style.pointerEvents = "none";
  unread.set(node, setTimeout(() => (node.style.pointerEvents = ""), SEEN_AFTER));
}
