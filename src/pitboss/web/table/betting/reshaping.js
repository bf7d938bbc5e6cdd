/** Drawing a part of the felt in another shape than it was filed, letters as they are, and back. */

import { findAll } from "../../kit/dom.js";

/** @import { Rectangle } from "./arrangement.js" */
/** @import { Area, Place } from "../../felt/felt.js" */

const SIZES = ["x", "y", "width", "height", "cx", "cy", "r"];

/** What of a shape can be changed, as it is now. @param {SVGElement} node */
const sizesOf = (node) => Object.fromEntries(SIZES.flatMap((name) => (node.hasAttribute(name) ? [[name, node.getAttribute(name)]] : [])));

/** @param {Area|Place} part */
const shapesOf = ({ node }) => findAll(node, ":scope > .shape, :scope > .outline", SVGElement);

/** Draw a part into a box of another shape. @param {Area|Place} part @param {Rectangle} box */
export function reshape(part, { x, y, width, height }) {
  const { node, box: filed } = part;
  const [cx, cy] = [x + width / 2, y + height / 2];
  node.dataset.filed ??= node.dataset.box;
  node.dataset.box = [x, y, width, height].join(" ");
  for (const shape of shapesOf(part)) {
    shape.dataset.filed ??= JSON.stringify(sizesOf(shape));
    const sizes = shape.hasAttribute("r") ? { cx, cy, r: Math.min(width, height) / 2 } : { x, y, width, height };
    for (const [name, size] of Object.entries(sizes)) shape.setAttribute(name, size.toFixed(2));
  }
  for (const text of findAll(node, ":scope > text", SVGElement)) {
    text.setAttribute("transform", `translate(${(cx - filed.cx).toFixed(2)} ${(cy - filed.cy).toFixed(2)})`);
  }
  part.box = { x, y, width, height, cx, cy };
}

/** Draw a part as it was filed. @param {Area|Place} part */
export function restore(part) {
  const { node } = part;
  if (!node.dataset.filed) return;
  node.dataset.box = node.dataset.filed;
  delete node.dataset.filed;
  for (const shape of shapesOf(part)) {
    for (const [name, size] of Object.entries(JSON.parse(shape.dataset.filed ?? "{}"))) shape.setAttribute(name, size);
  }
  for (const text of findAll(node, ":scope > text", SVGElement)) text.removeAttribute("transform");
}
