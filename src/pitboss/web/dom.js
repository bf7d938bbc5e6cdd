/** Elements without markup strings: whatever came from outside can only ever become text. */

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "disabled", "hidden", "selected", "open", "tabIndex"]);

/**
 * @param {Element} node
 * @param {Record<string, any>} props  attributes, properties and `onclick`-like listeners
 * @param {any[]} children  nodes, text, or nothing
 */
function dress(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (PROPERTIES.has(name)) node[name] = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...present(children));
  return node;
}

/** Children without the nothings, however deep they were listed. */
const present = (children) =>
  children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

/** @returns {any} */
export const el = (tag, props = {}, ...children) => dress(document.createElement(tag), props, children);

/** @returns {any} */
export const svg = (tag, props = {}, ...children) => dress(document.createElementNS(SVG, tag), props, children);

/** @returns {any} */
export const byId = (id) => document.getElementById(id);

/** Replace what a node holds. */
export function fill(node, ...children) {
  node.replaceChildren(...present(children));
  return node;
}

/** A button that does something; what else it is or holds follows. @returns {any} */
export const button = (label, act, props = {}, ...children) =>
  el("button", { type: "button", onclick: act, ...props }, label, ...children);

/** A heading row of a table from its words. */
export const headRow = (...words) =>
  el(
    "thead",
    {},
    el(
      "tr",
      {},
      words.map((word) => el("th", { scope: "col" }, word)),
    ),
  );

/** A modal dialog with a title and a close button; open it with `showModal()`. Closed, it is gone. */
export function dialog(title, ...children) {
  const close = button("✕", () => node.close(), { class: "quiet", "aria-label": "Close" });
  const node = el(
    "dialog",
    { "aria-label": title },
    el("header", { class: "dialog-head" }, el("h2", {}, title), close),
    el("div", { class: "dialog-body" }, ...children),
  );
  node.addEventListener("close", () => node.remove());
  document.body.append(node);
  return node;
}
