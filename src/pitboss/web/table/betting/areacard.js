/** What an area of the felt is: numbers covered, limits, chips on it, what it pays, the house's edge, the provision. */

import { byId, el, fill } from "../../kit/dom.js";
import { guideLink, wagerAnchor } from "../../kit/guidelink.js";
import { citation } from "../../kit/law.js";
import { lockPicture } from "../../felt/markers.js";
import { dollars, winnings } from "../../kit/money.js";
import { awardsTable, edgeWords, limits, paysWords } from "../../kit/rules.js";
import { spokenStatus, statusOf } from "./wagerstatus.js";
import { capitalized } from "../../kit/words.js";

/** @import { Child } from "../../kit/dom.js" */
/** @import { Area } from "../../felt/felt.js" */
/** @import { TableState } from "../../felt/tablestate.js" */
/** @import { Spot, Worked } from "../../kit/types.js" */

/**
 * A label, what it says, and whether that takes the whole width.
 * @typedef {[label: string, value: Child, wide?: "wide"]} Row
 */

const HOW_TO_LOOK = "Point at an area to see what it is and what it pays.";
const HOW_TO_PLAY =
  "Point at an area, or move over the layout with the arrow keys, to see what it is and what it pays.";

/** What an area is called aloud, with its terms and what lies on it. @param {TableState} table @param {Area} area */
export function describeArea(table, area) {
  const { wager, on, seat } = area;
  const spot = table.spot(wager, on);
  const meter = meterOf(table, wager);
  const parts = [area.name];
  if (spot?.odds && !area.name.includes(`pays ${spot.odds}`)) parts.push(`pays ${paysWords(spot)}`);
  if (meter) parts.push(`the meter shows ${dollars(meter.amount)}`);
  if (meter?.closed) parts.push(meter.closed);
  const up = table.playing && (!seat || table.holds(seat)) ? table.on(wager, on, seat || table.seat) : 0;
  const draft = table.draft.on({ seat: seat || table.seat, wager, on });
  if (up) parts.push(`${dollars(up)} on it${draft ? ", not placed yet" : ""}`, spokenStatus(table.wagerAt(wager, on, seat || table.seat)));
  if (table.narrowed(wager, on)) parts.push(roomFor(table, area));
  return parts.filter(Boolean).join(", ");
}

/**
 * `up to $50 more`: what the house takes on an area now, where that is less than what is posted.
 * @param {TableState} table @param {Area} area
 */
function roomFor(table, { wager, on }) {
  const most = table.offer("wager", wager, on)?.most ?? 0;
  return most > 0 ? `up to ${dollars(most)} more now` : "";
}

/**
 * The card about one area, or a hint when none is looked at.
 * @param {TableState} table @param {number} chip  the one that would be put on it @param {Area|null} area
 */
export function showArea(table, chip, area) {
  const panel = byId("area-card");
  if (!area) return fill(panel, el("p", { class: "quiet-text" }, table.playing ? HOW_TO_PLAY : HOW_TO_LOOK));
  const kind = table.kind(area.wager);
  const rows = rowsOf(table, chip, area);
  fill(
    panel,
    el("h2", {}, capitalized(area.node.dataset.name || table.title(area.wager, area.on))),
    kind?.about ? el("p", { class: "about" }, kind.about) : null,
    kind?.spoken?.length ? el("p", { class: "spoken" }, `Players say: ${kind.spoken.join(", ")}`) : null,
    el(
      "dl",
      {},
      rows.map(([label, value, wide]) => el("div", { class: wide }, el("dt", {}, label), el("dd", {}, value))),
    ),
    el("p", { class: "cites" }, citation(area.node.dataset.cite || kind?.cite), " ", citation(kind?.pays), " ", guideLink("Guide", wagerAnchor(area.wager), `${kind?.title ?? "This wager"} in the guide`)),
  );
}

/** @param {TableState} table @param {number} chip @param {Area} area @returns {Row[]} */
function rowsOf(table, chip, area) {
  const { wager, on, seat } = area;
  const spot = table.spot(wager, on);
  const meter = meterOf(table, wager);
  const up = table.on(wager, on, seat || table.seat);
  /** @type {Row[]} */
  const rows = [];
  const awards = table.info.awards[wager] ?? [];
  if (awards.length > 1) rows.push(["Pays", awardsTable(awards, table.won(wager)), "wide"]);
  else if (spot?.odds) rows.push(["Pays", paysWords(spot)]);
  if (meter) rows.push(["Meter", dollars(meter.amount)]);
  if (meter?.closed) rows.push(["Closed", meter.closed, "wide"]);
  if (spot?.edges.length) rows.push(["House edge", edgeWords(spot)]);
  const favors = spot?.edges.find(({ edge, note }) => Number(edge) < 0 && note);
  if (favors) rows.push(["Why the player is favoured", capitalized(favors.note ?? ""), "wide"]);
  if (spot) rows.push(["Limits", table.narrowed(wager, on) ? roomFor(table, area) : limits(spot.least, spot.most)]);
  const draft = table.draft.on({ seat: seat || table.seat, wager, on });
  const notYet = draft ? ` (${draft < up ? `${dollars(draft)} of it ` : ""}not placed yet)` : "";
  if (table.playing) rows.push(["Your bet", up ? dollars(up) + notYet : "none"]);
  rows.push(...statusRow(table, area), ...others(table, area));
  if (spot) rows.push(...payouts(spot, up, chip));
  if (spot && spot.covers.length > 1) rows.push(["Covers", spot.covers.join(" ")]);
  return rows;
}

/**
 * Whether the player's wager there works and may come down, with the house's reason.
 * @param {TableState} table @param {Area} area @returns {Row[]}
 */
function statusRow(table, area) {
  const wager = table.playing ? table.wagerAt(area.wager, area.on, area.seat || table.seat) : undefined;
  if (!wager || (area.seat && !table.holds(area.seat)) || !(wager.note || wager.locked)) return [];
  const words =
    wager.note ||
    statusOf(wager)
      .map(([, status]) => status)
      .join(", ");
  return [["Status", [wager.locked ? lockPicture() : null, words, " ", citation(wager.cite)], "wide"]];
}

/** Whose chips else lie there. @param {TableState} table @param {Area} area @returns {Row[]} */
function others(table, area) {
  const there = table.view.wagers.filter(
    ({ wager, on, seat }) =>
      wager === area.wager && on === area.on && !table.holds(seat) && (!area.seat || area.seat === seat),
  );
  const words = there.map((wager) => `${table.nameOf(wager.seat)} ${dollars(wager.amount)}`);
  return words.length ? [["Other bets", words.join(", ")]] : [];
}

/** The meter that a wager plays for. @param {TableState} table @param {string} wager */
const meterOf = (table, wager) => table.view.meters.find((meter) => meter.wager === wager);

/**
 * What a stake wins with the vigorish taken, as the house has worked it out.
 * @param {Worked} worked @returns {Row[]}
 */
function workedOut({ stake, won, vigorish, net, when }) {
  const less = `${dollars(won)} less ${dollars(vigorish)} vigorish${when ? `, ${when}` : ""}`;
  return [[`${dollars(stake)} wins`, `${dollars(net)}: ${less}`, "wide"]];
}

/**
 * What chips there win, where the odds are a plain ratio.
 * @param {Spot} spot @param {number} up @param {number} chip @returns {Row[]}
 */
function payouts(spot, up, chip) {
  if (spot.worked) return workedOut(spot.worked);
  const won = winnings(up || chip, spot.odds, spot.paid_in);
  return won === null ? [] : [[up ? "Your bet wins" : `${dollars(chip)} wins`, dollars(won)]];
}
