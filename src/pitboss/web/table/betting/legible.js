/**
 * Letters on the felt that can be read: whatever would be drawn smaller than eleven pixels is drawn at eleven, narrower
 * where it has to be, and left out where even that has no room: first the lines under its name. What an area is called is told
 * beside the felt.
 */

import { findAll } from "../../kit/dom.js";

/** @import { Felt } from "../../felt/felt.js" */

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

/** As wide as its letters are by themselves. @param {SVGElement} node */
function widen(node) {
  node.removeAttribute("textLength");
  node.removeAttribute("lengthAdjust");
}

/** @param {SVGElement} node */
const lengthOf = (node) => (node instanceof SVGTextContentElement ? node.getComputedTextLength() : 0);

/** Whether it can still be read. @param {SVGElement} node @param {number} long @param {number} most */
function narrow(node, long, most) {
  if (long <= most) return true;
  node.setAttribute("textLength", most.toFixed(1));
  node.setAttribute("lengthAdjust", "spacingAndGlyphs");
  return most >= long * NARROWEST;
}

/** How wide an inscription may be, to stay on the cloth where a letter is wider than it was filed. @param {SVGElement} text @param {Felt} felt */
function widthOnCloth(text, felt) {
  const { x, width } = felt.drawing.viewBox.baseVal;
  const middle = Number(text.getAttribute("x") ?? text.firstElementChild?.getAttribute("x"));
  return Math.max(0, 2 * (Math.min(middle - x, x + width - middle) - EDGE));
}

/**
 * Letter the felt for the scale at which it is shown. Everything is drawn, then measured, then narrowed: a length that is
 * asked for after each change has the whole felt laid out each time.
 * @param {Felt} felt @param {number} scale  pixels to a unit
 */
export function letter(felt, scale) {
  if (!scale) return;
  const texts = findAll(felt.drawing, ".area > text, .place > text, .inscription", SVGElement);
  const drawn = texts.map((text) => {
    const [filed, least] = [filedSize(text), LEAST / (scale * scaleOf(text))];
    const part = text.parentElement instanceof SVGElement ? text.parentElement : null;
    const [, , width, height] = (part?.dataset.box ?? "").split(" ").map(Number);
    const lines = linesOf(text);
    const isReshaped = Boolean(part?.dataset.filed);
    resize(text, Math.max(filed, least), isReshaped);
    const parts = lines.length ? lines : [text];
    parts.forEach(widen);
    for (const each of [text, ...parts]) each.classList.remove("illegible"); // what is not drawn has no length
    const isFree = !part?.dataset.box; // no area holds it in
    const inArea = width && (filed < least || isReshaped) ? width * INSIDE : 0;
    const most = isFree ? widthOnCloth(text, felt) : inArea;
    const isHigh = Boolean(height) && filed < least && parts.length * least * 0.95 > height;
    return { text, parts, most, isFree, isHigh };
  });
  const lengths = drawn.map(({ parts, most }) => (most ? parts.map(lengthOf) : []));
  drawn.forEach(({ text, parts, most, isFree, isHigh }, n) => {
    const fits = lengths[n].map((long, line) => narrow(parts[line], long, most) || isFree);
    fits.forEach((isRead, line) => parts[line].classList.toggle("illegible", !isRead)); // its name may fit where its odds do not
    text.classList.toggle("illegible", isHigh || fits[0] === false);
  });
}
