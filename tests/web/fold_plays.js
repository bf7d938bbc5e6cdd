/**
 * Fold plays as a page does and compare, after every event, with what the house folded:
 * `node fold_plays.js FOLD PLAYS`. FOLD is the module under test; each line of PLAYS is one play as one viewer sees it:
 * {"play", "viewer", "moments": [[event, hands that it shows as set or null, the parts of the scene that it changed]]},
 * where each part is the text that the house would send.
 * Prints a line for the first difference of each play, then how much was compared.
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , module, plays] = process.argv;
const { emptyScene, foldInto } = await import(pathToFileURL(module).href);

/** JSON with the keys of objects in order, so that equal things read the same. */
const canonical = (value) =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** The order in which wagers were made is of no account on the felt. */
const inOrder = (part, value) => (part === "wagers" ? value.map(canonical).sort() : value);

/** Whether two texts say the same of a part: as they are, or else in whatever order. */
const isSame = (part, house, page) =>
  house === page || canonical(inOrder(part, JSON.parse(house))) === canonical(inOrder(part, JSON.parse(page)));

/** The first difference of a play, if there is one. A part is compared when either side has changed it. */
function difference({ play, viewer, moments }) {
  const scene = emptyScene();
  const house = {};
  const page = {};
  for (const [n, [event, laid, changed]] of moments.entries()) {
    foldInto(scene, event, laid ?? undefined);
    Object.assign(house, changed);
    for (const part in house) {
      const now = JSON.stringify(scene[part]);
      if (now === page[part] && !(part in changed)) continue;
      page[part] = now;
      if (!isSame(part, house[part], now)) {
        return { play, viewer, number: n + 1, event, part, house: house[part], page: now };
      }
    }
  }
  return null;
}

let count = 0;
let events = 0;
for (const line of readFileSync(plays, "utf8").split("\n").filter(Boolean)) {
  const told = JSON.parse(line);
  count += 1;
  events += told.moments.length;
  const found = difference(told);
  if (found) process.stdout.write(`${JSON.stringify({ difference: found })}\n`);
}
process.stdout.write(`${JSON.stringify({ plays: count, events })}\n`);
