/**
 * Letters on the felt that can be read: whatever would be drawn smaller than eleven pixels is drawn at eleven, narrower
 * where it has to be, and left out where even that has no room. What an area is called is told beside the felt.
 */

import { findAll } from "./dom.js";

/** @import { Felt } from "./felt.js" */

const LEAST = 11.2; // pixels
const NARROWEST = 0.66; // of the width that letters have by themselves
const EDGE = 16; // units that inscriptions keep from the edge of the layout
const INSIDE = 0.97; // of an area's width

/** The size of letters in the filed drawing, in units. @param {SVGElement} text */
function filedSize(text) {
  text.dataset.size ??= text.getAttribute("font-size") ?? "16";
  return Number(text.dataset.size);
}

/** How large a part is drawn beside the rest of the felt. @param {SVGElement} text */
function scaleOf(text) {
  const scale = /scale\(([\d.]+)\)/.exec(text.closest("[transform]")?.getAttribute("transform") ?? "");
  return scale ? Number(scale[1]) : 1;
}

/** The lines of a text, each an element of its own. @param {SVGElement} text */
const linesOf = (text) => findAll(text, "tspan[y]", SVGTSpanElement);

/**
 * Draw one text at a size; lines keep their distance to each other.
 * @param {SVGElement} text @param {number} size @param {boolean} roomy  whether there is room for lines further apart
 */
function resize(text, size, roomy = false) {
  const lines = linesOf(text);
  const grown = size / filedSize(text);
  const apart = roomy ? grown : Math.min(grown, 1.25);
  text.setAttribute("font-size", size.toFixed(2));
  const places = lines.map((line) => Number((line.dataset.y ??= line.getAttribute("y") ?? "0")));
  const middle = places.reduce((sum, y) => sum + y, 0) / (places.length || 1);
  lines.forEach((line, n) => line.setAttribute("y", String(middle + (places[n] - middle) * apart)));
}

/** @param {SVGElement} node @param {number} [most] */
function narrow(node, most) {
  node.removeAttribute("textLength");
  node.removeAttribute("lengthAdjust");
  if (!most || !(node instanceof SVGTextContentElement)) return true;
  const long = node.getComputedTextLength();
  if (long <= most) return true;
  node.setAttribute("textLength", most.toFixed(1));
  node.setAttribute("lengthAdjust", "spacingAndGlyphs");
  return most >= long * NARROWEST;
}

/** Narrow an inscription that would go over the edge of the layout, where a letter is wider than it was filed. @param {SVGElement} text @param {Felt} felt */
function keepOnCloth(text, felt) {
  const { x, width } = felt.drawing.viewBox.baseVal;
  const middle = Number(text.getAttribute("x") ?? text.firstElementChild?.getAttribute("x"));
  const most = 2 * (Math.min(middle - x, x + width - middle) - EDGE);
  for (const line of linesOf(text).length ? linesOf(text) : [text]) {
    if (most > 0 && line instanceof SVGTextContentElement && line.getComputedTextLength() > most) narrow(line, most);
  }
}

/**
 * Letter the felt for the scale at which it is shown.
 * @param {Felt} felt @param {number} scale  pixels to a unit
 */
export function letter(felt, scale) {
  if (!scale) return;
  for (const text of findAll(felt.drawing, ".area > text, .place > text, .inscription", SVGElement)) {
    const [filed, least] = [filedSize(text), LEAST / (scale * scaleOf(text))];
    const part = text.parentElement instanceof SVGElement ? text.parentElement : null;
    const [, , width, height] = (part?.dataset.box ?? "").split(" ").map(Number);
    const lines = linesOf(text);
    const isReshaped = Boolean(part?.dataset.filed);
    resize(text, Math.max(filed, least), isReshaped);
    const most = width && (filed < least || isReshaped) ? width * INSIDE : undefined;
    const fits = (lines.length ? lines : [text]).map((line) => narrow(line, most)).every(Boolean);
    if (!part?.dataset.box) keepOnCloth(text, felt);
    const isHigh = Boolean(height) && filed < least && Math.max(1, lines.length) * least * 0.95 > height;
    text.classList.toggle("illegible", !fits || isHigh);
  }
}
