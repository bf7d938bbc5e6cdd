/**
 * Elements without markup strings: whatever came from outside can only ever become text. `el` makes one; inside `render` it
 * describes one, and only what differs from the description before is changed on the page.
 */

const HTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "disabled", "hidden", "selected", "open", "tabIndex"]);

/**
 * @typedef {Record<string, unknown>} Props  attributes, properties and `onclick`-like listeners; `key` tells an element from
 *   its neighbours when it is rendered again
 */
/** @typedef {Node|string|null|undefined|false|readonly Child[]} Child  a node, text, nothing, or a list of these */

/** An element that `render` makes, or finds where it was before. */
class Description {
  /** @param {string} space @param {string} tag @param {Props} props @param {Child[]} children */
  constructor(space, tag, props, children) {
    this.space = space;
    this.tag = tag;
    this.props = props;
    this.children = children;
  }
}

/** A node that `render` makes, or leaves alone where it is there already. */
class Kept {
  /** @param {string} of @param {() => Node|null} make */
  constructor(of, make) {
    this.of = of;
    this.make = make;
  }
}

let describing = false;
let changes = 0; // elements that came or went
/** What the elements that `render` made were described by. @type {WeakMap<Node, Props>} */
const drawn = new WeakMap();
/** What kept nodes are of. @type {WeakMap<Node, string>} */
const keptOf = new WeakMap();

/** Whoever takes a description for an element hears of it at once. @type {ProxyHandler<Description>} */
const NOT_MADE = {
  get(description, name) {
    if (name in description) return Reflect.get(description, name);
    throw new Error(`<${description.tag}> is only described here: make it outside of render to use its ${String(name)}.`);
  },
  set: ({ tag }, name) => {
    throw new Error(`<${tag}> is only described here: make it outside of render to set its ${String(name)}.`);
  },
};

/** @param {string} space @param {string} tag @param {Props} props @param {Child[]} children @returns {any} */
function element(space, tag, props, children) {
  if (describing) return new Proxy(new Description(space, tag, props, children), NOT_MADE);
  const node = document.createElementNS(space, tag);
  node.append(.../** @type {(Node|string)[]} */ (present(children))); // first: a choice can be set when it is there
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on") && value) node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (!isNothing(value)) set(node, name, value);
  }
  return node;
}

/** @param {unknown} value */
const isNothing = (value) => value === undefined || value === null || value === false;

/** @param {Element} node @param {string} name @param {unknown} value */
function set(node, name, value) {
  if (name === "key") return;
  if (name === "style") return void Object.assign(/** @type {HTMLElement} */ (node).style, value); // as an attribute it is not allowed
  if (PROPERTIES.has(name)) Object.assign(node, { [name]: isNothing(value) ? (name === "value" ? "" : false) : value });
  else if (isNothing(value)) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : String(value));
}

/**
 * Children without the nothings, however deep they were listed.
 * @param {readonly Child[]} children @returns {(Node|string|Description|Kept)[]}
 */
const present = (children) =>
  children.flatMap((child) => {
    if (Array.isArray(child)) return present(child);
    return typeof child === "string" || [Node, Description, Kept].some((kind) => child instanceof kind) ? [/** @type {Node} */ (child)] : [];
  });

/**
 * An HTML element with its attributes and what it holds.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Props} props @param {Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export const el = (tag, props = {}, ...children) => element(HTML, tag, props, children);

/**
 * An SVG element with its attributes and what it holds.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Props} props @param {Child[]} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export const svg = (tag, props = {}, ...children) => element(SVG, tag, props, children);

/**
 * Let a node hold what is described, and change only what differs from before: an element that stays, by its key or else by
 * its tag and place, keeps focus, selection, scroll, what was typed into it, and motion that is under way. A node that was
 * made elsewhere is put in as it is. @param {Element} node @param {() => Child} describe  which makes no element meanwhile
 * @returns {boolean} whether elements came or went
 */
export function render(node, describe) {
  const before = document.activeElement;
  const changesBefore = changes;
  const outer = describing;
  describing = true;
  try {
    const children = present([describe()]);
    describing = outer;
    patch(node, children);
  } finally {
    describing = outer;
  }
  if (before instanceof HTMLElement && before !== document.activeElement && node.contains(before)) before.focus({ preventScroll: true });
  return changes !== changesBefore;
}

/**
 * Part of what `render` describes, made as an element and then left alone, with all that a person types, opens or ticks in it,
 * as long as it is of the same. @param {unknown} of  as data @param {() => Node|null} make @returns {any} a child
 */
export const kept = (of, make) => (describing ? new Kept(JSON.stringify(of), make) : make());

/** @param {Element} node @param {(Node|string|Description|Kept)[]} children */
function patch(node, children) {
  /** @type {Set<unknown>} */ const given = new Set(children);
  const old = [...node.childNodes].filter((child) => !given.has(child)); // to be taken again, or removed
  const next = children.flatMap((child) => {
    if (child instanceof Node) return child;
    const at = old.findIndex((one) => isFor(one, child));
    const [found] = at < 0 ? [null] : old.splice(at, 1);
    if (child instanceof Description) return update(/** @type {Element|null} */ (found), child);
    if (child instanceof Kept) return found ?? made(child) ?? [];
    if (!found) return document.createTextNode(child);
    if (found.nodeValue !== child) found.nodeValue = child;
    return found;
  });
  for (const one of old) one.parentNode?.removeChild(one);
  changes += old.length;
  let place = node.firstChild;
  for (const child of next) {
    if (child === place) place = place.nextSibling;
    else node.insertBefore(child, place);
  }
}

/** @param {Kept} wanted */
function made({ of, make }) {
  const node = make();
  if (node) keptOf.set(node, of);
  changes += node ? 1 : 0;
  return node;
}

/** Whether a node can become what is wanted. @param {Node} node @param {string|Description|Kept} wanted */
function isFor(node, wanted) {
  if (typeof wanted === "string") return node.nodeType === Node.TEXT_NODE;
  if (wanted instanceof Kept) return keptOf.get(node) === wanted.of;
  const props = drawn.get(node);
  return props !== undefined && node.nodeName.toLowerCase() === wanted.tag.toLowerCase() && props.key === wanted.props.key;
}

/** @param {Event} event */
function listen(event) {
  const { currentTarget, type } = event;
  const act = currentTarget instanceof Node ? drawn.get(currentTarget)?.[`on${type}`] : null;
  if (typeof act === "function") act.call(currentTarget, event);
}

/** @param {Element|null} found @param {Description} wanted */
function update(found, { space, tag, props, children }) {
  const node = found ?? document.createElementNS(space, tag);
  const before = drawn.get(node) ?? {};
  changes += found ? 0 : 1;
  drawn.set(node, props);
  patch(node, present(children)); // first, as above
  for (const name of new Set([...Object.keys(before), ...Object.keys(props)])) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), listen);
    else if (before[name] !== props[name] && !(isNothing(before[name]) && isNothing(props[name]))) set(node, name, props[name]);
  }
  return node;
}

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

/** Load the styles that this page has no use for at first (`later` in pages.toml). */
export const loadLaterStyles = () =>
  new Promise((done, fail) => {
    const link = byId("later-styles", HTMLLinkElement);
    link.addEventListener("load", done);
    link.addEventListener("error", fail);
    link.disabled = false;
  });

/**
 * @param {Element|null} node @param {string} name @param {new () => any} kind
 * @returns {any} of the kind that was asked for: the callers above say so
 */
function expected(node, name, kind) {
  if (!(node instanceof kind)) throw new Error(`This page has no ${kind.name} at ${name}.`);
  return node;
}

/** Write words that are looked at again and again: only others lay the page out. @param {Element} node @param {string} words */
export function rewrite(node, words) {
  if (node.textContent !== words) node.textContent = words;
}

/** Replace what a node holds. @param {Element} node @param {Child[]} children */
export function fill(node, ...children) {
  node.replaceChildren(.../** @type {(Node|string)[]} */ (present(children)));
}

/**
 * A button that does something; what else it is or holds follows. With another label it is another button: a press that
 * began on the one does not count for the other.
 * @param {Child} label @param {(event: PointerEvent) => void} act @param {Props} props @param {Child[]} children
 */
export const button = (label, act, props = {}, ...children) =>
  el("button", { type: "button", key: props["aria-label"] ?? (typeof label === "string" ? label : undefined), onclick: act, ...props }, label, ...children);

/**
 * One of several. @param {readonly (readonly [value: string|number, words: string])[]} options
 * @param {Props} [props]  `value`: the one that is chosen
 */
export const selection = (options, props) => el("select", props, options.map(([value, words]) => el("option", { value }, words)));

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

/**
 * Tells whether something is other than when it was asked last: for what is done once and is no drawing, such as to ask the
 * house. @returns {(of: unknown) => boolean}
 */
export function changeDetector() {
  let before = "";
  return (of) => {
    const now = JSON.stringify(of);
    const isOther = now !== before;
    before = now;
    return isOther;
  };
}

/** Copy words, where the browser lets it. @param {string} words @returns {Promise<boolean>} whether it did */
export const copied = async (words) => (await navigator.clipboard?.writeText(words).then(() => true, () => false)) ?? false;
