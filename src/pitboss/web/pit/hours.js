/** The hourly sheet of a gaming day: a table of what was bought in, wagered and won, and a plot of it. */

import { el, fill, render, selection, svg } from "../kit/dom.js";
import { headRow } from "../kit/lists.js";
import { attempt, labelled, outcome, setOptions, succeeded } from "../kit/forms.js";
import { change, dollars } from "../kit/money.js";
import { getHours } from "../kit/pitapi.js";
import { timeOfDay } from "../kit/words.js";

/** @import { HourLine, PitTable } from "../kit/types.js" */

const AGAIN = 30_000; // milliseconds between two looks at the current day
const SLOW = 800; // milliseconds after which it is said that it takes a while
const HOUR = 3_600_000;
const WIDEST = 60; // of a bar
const [WIDTH, HEIGHT, LEFT, TOP, DOWN] = [640, 260, 110, 20, 34];

/** @typedef {{hour: string, rounds: number, buyIns: number, handle: number, win: number}} Sum */

/** `12.5 %`, or a dash where nobody bought in. @param {Sum} sum */
const hold = ({ win, buyIns }) => (buyIns ? `${((100 * win) / buyIns).toFixed(1).replace("-", "−")} %` : "–");

/** The hours from the first to the last, all tables together. @param {HourLine[]} lines @returns {Sum[]} */
export function summed(lines) {
  /** @type {Map<number, Sum>} */
  const found = new Map();
  for (const { hour, rounds = 0, buy_ins: buyIns = 0, handle = 0, win = 0 } of lines) {
    const at = new Date(hour).getTime();
    const sum = found.get(at) ?? { hour, rounds: 0, buyIns: 0, handle: 0, win: 0 };
    found.set(at, { hour, rounds: sum.rounds + rounds, buyIns: sum.buyIns + buyIns, handle: sum.handle + handle, win: sum.win + win });
  }
  const times = [...found.keys()].sort((a, b) => a - b);
  if (!times.length) return [];
  /** @type {Sum[]} */
  const all = [];
  for (let at = times[0]; at <= times[times.length - 1]; at += HOUR) {
    const before = all.at(-1)?.hour ?? "";
    all.push(found.get(at) ?? { hour: following(before), rounds: 0, buyIns: 0, handle: 0, win: 0 });
  }
  return all;
}

/** The hour after one, with the same offset. @param {string} stamp */
function following(stamp) {
  const next = (Number(stamp.slice(11, 13)) + 1) % 24;
  return stamp.slice(0, 11) + String(next).padStart(2, "0") + stamp.slice(13);
}

/** @param {Sum[]} hours */
function sheet(hours) {
  const total = hours.reduce((sum, one) => ({
    hour: "",
    rounds: sum.rounds + one.rounds,
    buyIns: sum.buyIns + one.buyIns,
    handle: sum.handle + one.handle,
    win: sum.win + one.win,
  }));
  const cells = (/** @type {Sum} */ one) => [
    el("td", { "data-label": "Rounds" }, String(one.rounds)),
    el("td", { "data-label": "Buy-ins" }, dollars(one.buyIns)),
    el("td", { "data-label": "Handle" }, dollars(one.handle)),
    el("td", { "data-label": "Win", class: one.win < 0 ? "loss" : "gain" }, one.win ? change(one.win) : dollars(0)),
    el("td", { "data-label": "Win of buy-ins" }, hold(one)),
  ];
  return el(
    "table",
    { class: "stackable hours" },
    headRow("Hour from", "Rounds", "Buy-ins", "Handle", "Win", "Win of buy-ins"),
    el("tbody", {}, hours.map((one) => el("tr", {}, el("th", { scope: "row" }, timeOfDay(one.hour)), cells(one)))),
    el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, "Day"), cells(total))),
  );
}

/** Win by the hour as bars, and since the day began as a line. @param {Sum[]} hours */
function plot(hours) {
  let sum = 0;
  const totals = hours.map(({ win }) => (sum += win));
  const most = Math.max(1, ...hours.map(({ win }) => win), ...totals);
  const least = Math.min(0, ...hours.map(({ win }) => win), ...totals);
  const down = (/** @type {number} */ cents) => TOP + ((most - cents) / (most - least)) * (HEIGHT - TOP - DOWN);
  const step = (WIDTH - LEFT - 8) / hours.length;
  const bar = Math.min(WIDEST, step * 0.7);
  const across = (/** @type {number} */ n) => LEFT + n * step;
  const skip = Math.ceil(hours.length / 7);
  const words = `Win by the hour. The day: ${change(sum)}. ${hours.map(({ hour, win }) => `${timeOfDay(hour)}: ${change(win)}`).join(", ")}.`;
  const levels = [...new Set([most > 1 ? most : 0, 0, least])];
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words, class: "hours-plot" },
    levels.map((cents) => [
      svg("line", { x1: LEFT, x2: WIDTH - 8, y1: down(cents), y2: down(cents), class: "level" }),
      svg("text", { x: LEFT - 6, y: down(cents) + 4, "text-anchor": "end" }, dollars(cents)),
    ]),
    hours.map(({ win, hour }, n) => [
      svg("rect", {
        x: across(n) + (step - bar) / 2,
        width: bar,
        y: Math.min(down(win), down(0)),
        height: Math.max(0.5, Math.abs(down(win) - down(0))),
        class: win < 0 ? "bar loss-bar" : "bar gain-bar",
      }),
      n % skip ? null : svg("text", { x: across(n) + step / 2, y: HEIGHT - 8, "text-anchor": "middle" }, timeOfDay(hour)),
    ]),
    svg("polyline", { points: totals.map((cents, n) => `${across(n) + step / 2},${down(cents)}`).join(" "), class: "total" }),
    totals.length === 1 ? svg("circle", { cx: across(0) + step / 2, cy: down(totals[0]), r: 3, class: "total-dot" }) : null,
  );
}

/** The sheet with its choice of day and tables. */
export class HourlySheet {
  #day = el("input", { type: "date" });
  #which = selection([["", "All tables"]]);
  #body = el("div", { class: "hours-body" });
  #said = outcome();
  #show = el("button", { type: "submit" }, "Show");
  #refused;
  /** @type {HourLine[]} */ #lines = [];
  /** @type {PitTable[]} */ #tables = [];

  /** @param {(error: unknown) => unknown} refused */
  constructor(refused) {
    this.#refused = refused;
    const choice = el(
      "form",
      { class: "list-head" },
      labelled("Gaming day; empty: the current one", this.#day),
      labelled("Tables", this.#which),
      this.#show,
    );
    choice.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#load();
    });
    this.#which.addEventListener("change", () => this.#draw());
    this.node = el("section", { class: "panel hourly", "aria-label": "Hourly sheet" }, choice, this.#said, this.#body);
    setInterval(() => this.node.offsetParent && !this.#day.value && this.#load(), AGAIN);
  }

  /** It is in view now. */
  show = () => this.#load();

  /** The tables there are; what was chosen stays chosen. @param {PitTable[]} tables */
  update(tables) {
    this.#tables = tables.filter(({ practice }) => !practice);
    const pits = [...new Set(this.#tables.map(({ pit }) => pit).filter(Boolean))].map((pit) => [`pit ${pit}`, `Pit: ${pit}`]);
    const options = [["", "All tables"], ...pits, ...this.#tables.map(({ number }) => [number, number])];
    setOptions(this.#which, options);
  }

  async #load() {
    await attempt(
      this.#show,
      this.#said,
      async () => {
        const slow = setTimeout(() => succeeded(this.#said, "The day is being counted from the record …"), SLOW);
        this.#lines = await getHours(this.#day.value).finally(() => clearTimeout(slow));
        fill(this.#said);
        this.#draw();
      },
      this.#refused,
    );
  }

  #draw() {
    const which = this.#which.value;
    const pitOf = new Map(this.#tables.map(({ number, pit }) => [number, pit]));
    const wanted = this.#lines.filter(({ table }) => !which || table === which || `pit ${pitOf.get(table)}` === which);
    const hours = summed(wanted);
    render(this.#body, () =>
      hours.length ? [plot(hours), el("p", { class: "quiet-text" }, "Bars: win of each hour. Line: win since the day began."), sheet(hours)] : el("p", { class: "quiet-text" }, "Nothing was played on this day."),
    );
  }
}
