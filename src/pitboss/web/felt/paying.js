/** Chips that are paid and taken: what is won comes from the dealer to the wager, what is lost goes there. */

import { animate, motionOff } from "./motion.js";

/** @import { Area, Felt } from "./felt.js" */

const BESIDE = 30; // units from a wager to what it won

/** Where chips lie. @param {SVGGElement} stack */
function placeOf(stack) {
  const { e: x, f: y } = stack.transform.baseVal.getItem(0).matrix;
  return { x, y };
}

/** The dealer's rack; where it is not drawn, the dealer's side of the layout. @param {Felt} felt */
function bankOf({ places, size }) {
  const rack = places.find((place) => place.what === "rack" && place.node.checkVisibility());
  const { cx, cy } = rack ? rack.box : { cx: size.width / 2, cy: 0 };
  return { x: cx, y: cy };
}

/** @param {{x: number, y: number}} place */
const at = ({ x, y }) => `translate(${x}px, ${y}px)`;

/** As many chips again come out of the rack, and lie beside the wager. @param {Felt} felt @param {SVGGElement|null} stack @param {Area} area */
export async function payTo(felt, stack, area) {
  const won = stack?.cloneNode(true);
  if (!stack || !(won instanceof SVGGElement) || motionOff()) return;
  const { x, y } = placeOf(stack);
  felt.layers.wins.append(won);
  await animate(won, [{ transform: at(bankOf(felt)) }, { transform: at({ x: x + Math.min(BESIDE, area.box.width / 3), y }) }], { duration: 420, easing: "ease-out" });
  won.remove();
}

/** What is lost goes half of the way to the rack, and is gone. @param {Felt} felt @param {SVGGElement} stack */
export function takeAway(felt, stack) {
  const [from, to] = [placeOf(stack), bankOf(felt)];
  const half = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  return animate(stack, [{ transform: at(from), opacity: 1 }, { transform: at(half), opacity: 0 }], { duration: 450, easing: "ease-in" });
}
