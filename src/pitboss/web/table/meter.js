/** Progressive meters on the felt, as a sign beside the cards: the amount of each, live. */

import { fill, svg } from "../kit/dom.js";
import { dollars } from "../kit/money.js";

/** @import { Felt } from "../felt/felt.js" */
/** @import { MeterView } from "../kit/types.js" */

const [WIDTH, HEIGHT, GAP] = [150, 46, 10];

/** @param {MeterView} meter @param {number} right @param {number} y */
function sign({ title, amount }, right, y) {
  return svg(
    "g",
    { class: "meter", transform: `translate(${right - WIDTH} ${y})` },
    svg("rect", { width: WIDTH, height: HEIGHT, rx: 8 }),
    svg("text", { class: "meter-title", x: WIDTH / 2, y: 12, "font-size": 11 }, title.replace(/ (Wager|Bet)$/, "")),
    svg("text", { class: "meter-amount", x: WIDTH / 2, y: 32, "font-size": 20 }, dollars(amount)),
  );
}

/** Draw the meters of a table. @param {Felt} felt @param {MeterView[]} meters */
export function drawMeters(felt, meters) {
  const shoe = felt.places.find((place) => place.what === "shoe")?.box;
  const right = shoe ? shoe.x + shoe.width : felt.size.width - 40;
  const top = shoe ? shoe.y + shoe.height + GAP : 40;
  const signs = meters.map((meter, n) => {
    const slot = felt.meterSlots[n];
    return slot ? sign(meter, slot.cx + WIDTH / 2, slot.y) : sign(meter, right, top + n * (HEIGHT + GAP));
  });
  fill(felt.layers.meters, signs);
}
