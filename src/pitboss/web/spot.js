/** What an area of the felt is: numbers covered, limits, chips on it, what it pays, the house's edge, the provision. */

import { button, byId, el, fill } from "./dom.js";
import { citation } from "./law.js";
import { dollars, winnings } from "./money.js";
import { lockPicture } from "./markers.js";
import { limits, paysWords, percent } from "./rules.js";
import { spokenState, stateOf } from "./standing.js";
import { starts } from "./words.js";

const HOW_TO_LOOK = "Point at an area to see what it is and pays.";
const HOW_TO_PLAY = "Point at an area, or move over the felt with the arrow keys, to see what it is and pays.";

/** What an area is called aloud, with its terms and what lies on it. @param {import("./view.js").Table} table */
export function describeArea(table, area) {
  const spot = table.spot(area.wager, area.on);
  const up = table.on(area.wager, area.on, area.seat || table.seat);
  const parts = [area.name];
  if (spot?.odds) parts.push(`pays ${paysWords(spot)}`);
  const [meter] = meterOf(table, area.wager);
  if (meter) parts.push(`the meter shows ${meter[1]}`);
  if (up && (!area.seat || table.holds(area.seat))) {
    parts.push(`${dollars(up)} on it`);
    parts.push(spokenState(table.standing(area.wager, area.on, area.seat || table.seat)));
  }
  if (table.narrowed(area.wager, area.on)) parts.push(roomFor(table, area));
  return parts.filter(Boolean).join(", ");
}

/** `up to $50 more`: what the house takes on an area now, where that is less than what is posted. */
function roomFor(table, { wager, on }) {
  const most = table.offer("wager", wager, on)?.most;
  return most > 0 ? `up to ${dollars(most)} more now` : "";
}

/** The card about one area, or a hint when none is looked at. */
export function showSpot(table, betting, area) {
  const panel = byId("spot");
  if (!area) {
    return fill(panel, el("p", { class: "quiet-text" }, table.playing ? HOW_TO_PLAY : HOW_TO_LOOK));
  }
  const spot = table.spot(area.wager, area.on);
  const kind = table.kind(area.wager);
  const up = table.on(area.wager, area.on, area.seat || table.seat);
  const facts = [
    spot?.odds && ["Pays", paysWords(spot)],
    ...meterOf(table, area.wager),
    spot?.edge && ["House edge", percent(spot.edge)],
    spot && ["Limits", table.narrowed(area.wager, area.on) ? roomFor(table, area) : limits(spot.least, spot.most)],
    table.playing && ["On it", up ? dollars(up) : "nothing yet"],
    ...standingOf(table, area),
    ...others(table, area),
    ...payouts(spot, up, betting.chip),
    spot?.covers?.length > 1 && ["Covers", spot.covers.join(" ")],
  ].filter(Boolean);
  const name = starts(area.name || table.title(area.wager, area.on));
  fill(
    panel,
    el("h2", {}, name),
    kind?.about ? el("p", { class: "about" }, kind.about) : null,
    el(
      "dl",
      {},
      facts.map(([label, value, wide]) => el("div", { class: wide }, el("dt", {}, label), el("dd", {}, value))),
    ),
    el(
      "p",
      { class: "cites" },
      citation(area.node.dataset.cite || kind?.cite),
      " ",
      kind?.pays ? citation(kind.pays) : null,
    ),
  );
}

/** Whether the seat's wager there works and may come down, with the house's reason. */
function standingOf(table, area) {
  const wager = table.playing && table.standing(area.wager, area.on, area.seat || table.seat);
  if (!wager || (area.seat && !table.holds(area.seat)) || !(wager.note || wager.locked)) return [];
  const words = wager.note || stateOf(wager).map(([, state]) => state).join(", ");
  return [["It stands", [wager.locked ? lockPicture() : null, words, " ", citation(wager.cite)], "wide"]];
}

/** Whose chips else lie there. */
function others(table, area) {
  const there = table.view.wagers.filter(
    ({ wager, on, seat }) =>
      wager === area.wager && on === area.on && !table.holds(seat) && (!area.seat || area.seat === seat),
  );
  const words = there.map((wager) => `${table.nameOf(wager.seat)} ${dollars(wager.amount)}`);
  return words.length ? [["Others", words.join(", ")]] : [];
}

/** The meter that a wager plays for. */
function meterOf(table, wager) {
  const meter = table.meters.find((one) => one.wager === wager);
  return meter ? [["Meter", dollars(meter.amount)]] : [];
}

/** What a stake brings with the vigorish taken, as the house has worked it out. */
function workedOut({ stake, won, vigorish, net, when }) {
  const less = `${dollars(won)} won less ${dollars(vigorish)} vigorish${when ? `, ${when}` : ""}`;
  return [[`${dollars(stake)} brings`, `${dollars(net)}: ${less}`, "wide"]];
}

/** What chips there win, where the odds are a plain ratio. */
function payouts(spot, up, chip) {
  if (!spot) return [];
  if (spot.worked) return workedOut(spot.worked);
  const stake = up || chip;
  const won = winnings(stake, spot.odds);
  return won === null ? [] : [[up ? "Pays on it" : `Pays on ${dollars(chip)}`, dollars(won)]];
}

/** Every wager by name, to search and to press: the same as the felt, for small screens and for keyboards. */
export class Finder {
  #rows = new Map();
  #list = byId("finder-list");
  #field = byId("finder-field");

  /** @param {import("./view.js").Table} table @param {import("./betting.js").Betting} betting */
  constructor(table, betting) {
    this.table = table;
    const groups = byWager(table.facts.spots);
    for (const [wager, spots] of groups) {
      this.#list.append(el("h3", {}, table.kind(wager)?.title ?? wager));
      for (const spot of spots) this.#list.append(this.#row(spot, betting));
    }
    this.#field.addEventListener("input", () => this.#search());
  }

  focus() {
    this.#field.focus();
  }

  #row(spot, betting) {
    const title = this.table.title(spot.wager, spot.on);
    const amount = el("span", { class: "up" });
    const less = button("−", () => betting.take(spot.wager, spot.on), { "aria-label": `Take a chip from ${title}` });
    const more = button("+", () => betting.place(spot.wager, spot.on), { "aria-label": `Put a chip on ${title}` });
    const row = el(
      "div",
      { class: "spot-row" },
      el("span", { class: "title" }, title),
      el("span", { class: "terms" }, [paysWords(spot), percent(spot.edge)].filter(Boolean).join(" · edge ")),
      less,
      amount,
      more,
    );
    const words =
      `${title} ${spot.wager.replaceAll("_", " ")} ${spot.on} ${spot.covers?.join("-") ?? ""}`.toLowerCase();
    this.#rows.set(row, { spot, amount, less, more, words });
    return row;
  }

  show(open) {
    for (const { spot, amount, less, more } of this.#rows.values()) {
      const up = this.table.on(spot.wager, spot.on);
      amount.textContent = up ? dollars(up) : "";
      less.disabled = !open || !up;
      more.disabled = !open;
    }
  }

  #search() {
    const words = this.#field.value.toLowerCase().trim().split(/\s+/);
    for (const [row, { words: own }] of this.#rows) row.hidden = !words.every((word) => own.includes(word));
    for (const heading of this.#list.querySelectorAll("h3")) {
      let row = heading.nextElementSibling;
      let any = false;
      while (row && row.tagName !== "H3") {
        any ||= !row.hidden;
        row = row.nextElementSibling;
      }
      heading.hidden = !any;
    }
  }
}

function byWager(spots) {
  const groups = new Map();
  for (const spot of spots) groups.set(spot.wager, [...(groups.get(spot.wager) ?? []), spot]);
  return groups;
}
