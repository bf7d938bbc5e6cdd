/** Markers: the dolly on the winning number, pucks and buttons with their word, lights behind winning areas. */

import { fill, svg } from "./dom.js";

/** @typedef {import("./felt.js").Felt} Felt @typedef {import("./felt.js").Area} Area */

/** The areas that a list such as `small_bet, total_value_bet 9` names; null when it is no such list. */
function listed(felt, at) {
  const found = at.split(", ").map((name) => felt.areas.find((area) => `${area.wager} ${area.on}`.trim() === name));
  return found.every(Boolean) ? found : null;
}

function dolly(x, y) {
  return svg(
    "g",
    { class: "marker", transform: `translate(${x} ${y})` },
    svg("ellipse", { class: "marker-shadow", cx: 0, cy: 9, rx: 13, ry: 6 }),
    svg("path", { class: "marker-body", d: "M-12 8Q-12 -2 -5 -5Q-8 -16 0 -17Q8 -16 5 -5Q12 -2 12 8Q0 14 -12 8Z" }),
  );
}

function puck(x, y, word) {
  return svg(
    "g",
    { class: word === "OFF" ? "puck off" : "puck", transform: `translate(${x} ${y})` },
    svg("circle", { r: 18 }),
    svg("text", { "font-size": word.length > 4 ? 8 : 12 }, word),
  );
}

/** One marker where it stands; nothing when the felt has no place for it. */
function draw(felt, marker, at) {
  const home = felt.place(["marker"], marker);
  const area = felt.areaFor(at);
  const box = (area ?? home)?.box;
  if (!box) return null;
  if (!home?.label) return dolly(box.cx, box.cy);
  const word = area ? (home.label === "OFF" ? "ON" : home.label) : at.split(",")[0].toUpperCase();
  return puck(box.cx, box.cy, word);
}

/** Draw all markers of a scene. @param {Felt} felt @param {Record<string, string>} markers */
export function drawMarkers(felt, markers) {
  const drawn = [];
  const lit = new Set();
  for (const [marker, at] of Object.entries(markers)) {
    const areas = listed(felt, at);
    if (areas) for (const area of areas) lit.add(area);
    else drawn.push(draw(felt, marker, at));
  }
  for (const area of felt.areas) area.node.classList.toggle("lit", lit.has(area));
  for (const { what, of, node } of felt.places) if (what === "marker") node.classList.toggle("occupied", of in markers);
  fill(felt.layers.markers, drawn);
}
