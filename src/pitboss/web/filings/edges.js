/** The edges of a draft beside what it is compared with, and what they would be in money. */

import { button, el, fill } from "../kit/dom.js";
import { listLine, listTable } from "../kit/lists.js";
import { labelled } from "../kit/forms.js";
import { dollars, parseDollars } from "../kit/money.js";
import { plain } from "../kit/words.js";

/** @import { EdgeLine } from "../kit/types.js" */

const SHOWN = { wide: 40, narrow: 4 }; // lines; the rest on request
const NARROW = "(max-width: 640px)";

/** `5.2632 %`, or a dash. @param {number|null} [share] */
const percent = (share) => (share === undefined || share === null ? "–" : `${(share * 100).toFixed(4)} %`);

/** `+0.1200 %`. @param {number} share */
const signed = (share) => (Math.abs(share) < 5e-9 ? "same" : `${share > 0 ? "+" : "−"}${Math.abs(share * 100).toFixed(4)} %`);

/** @param {EdgeLine} line */
function difference({ edge, other }) {
  const own = edge ?? null;
  const their = other ?? null;
  if (own === null) return "not offered any more";
  if (their === null) return "new";
  return signed(own - their);
}

/** `5.26`. @param {number} share @param {number} places */
const rounded = (share, places) => (share * 100).toFixed(places);

/** An edge that changes: `5.26 → 2.70 %`, with as many places as show it. @param {number} before @param {number} after */
function movedWords(before, after) {
  const places = rounded(before, 2) === rounded(after, 2) ? 4 : 2;
  return `${rounded(before, places)} → ${rounded(after, places)} %`;
}

/**
 * What becomes of the edge, in one line: of the wager that differs first, and how many more do.
 * @param {readonly EdgeLine[]|null|undefined} lines  undefined: they are worked out
 */
export function edgeHeadline(lines) {
  if (!lines) return "edge is worked out …";
  const isKnown = (/** @type {number|null|undefined} */ share) => typeof share === "number";
  const both = lines.filter(({ edge, other }) => isKnown(edge) && isKnown(other));
  const moved = both.filter((line) => difference(line) !== "same");
  const words = moved.map(({ edge, other }) => movedWords(other ?? 0, edge ?? 0));
  const [more, less] = both.length ? [lines.filter(({ other }) => !isKnown(other)).length, lines.filter(({ edge }) => !isKnown(edge)).length] : [0, 0];
  const alike = words.filter((one) => one === words[0]).length;
  const first = lines.find(({ edge }) => isKnown(edge));
  const figure = moved.length ? `${alike === both.length ? "edge" : `edge of ${moved[0].title}`} ${words[0]}` : first ? `edge ${rounded(first.edge ?? 0, 2)} %` : "";
  const others = [moved.length > alike ? `${moved.length - alike} more differ` : "", more ? `${counted(more)} more` : "", less ? `${counted(less)} less` : ""];
  return [figure, ...others].filter(Boolean).join(", ");
}

/** @param {number} wagers */
const counted = (wagers) => (wagers === 1 ? "1 wager" : `${wagers} wagers`);

/** Edges, and a what-if in money. What is typed in it stays when other figures come. */
export class EdgePanel {
  #hands = el("input", { inputmode: "numeric", value: "60", size: 6, autocomplete: "off" });
  #bet = el("input", { inputmode: "decimal", value: "25", size: 8, autocomplete: "off" });
  #differing = el("input", { type: "checkbox" });
  #find = el("input", { type: "search", autocomplete: "off", placeholder: "Wager" });
  #state = el("p", { class: "quiet-text", role: "status" });
  #list = el("div", { class: "edge-list" });
  /** @type {EdgeLine[]} */ #lines = [];
  #against = "";
  #all = false;

  constructor() {
    for (const input of [this.#hands, this.#bet, this.#differing, this.#find]) {
      input.addEventListener("input", () => this.#draw());
    }
    this.node = el(
      "section",
      { class: "panel", "aria-labelledby": "edges-title" },
      el("h2", { id: "edges-title" }, "Edges"),
      this.#state,
      el(
        "div",
        { class: "what-if" },
        labelled("Hands or rolls an hour", this.#hands),
        labelled("Average wager, $", this.#bet),
        labelled("Find", this.#find),
        el("label", { class: "check" }, this.#differing, "only what differs"),
      ),
      this.#list,
    );
  }

  /** The figures of a draft; undefined while they are worked out. @param {EdgeLine[]|undefined} lines @param {string} against */
  show(lines, against) {
    this.node.ariaBusy = String(!lines);
    if (!lines) {
      fill(this.#state, el("progress", { "aria-label": "Working out the edges" }), ` Working out the edges under this draft …${this.#lines.length ? " Those below are of the one before." : ""}`);
      return; // those that were shown stay until the new ones are there
    }
    this.#lines = lines;
    this.#against = against;
    this.#draw();
  }

  /** The draft is unlawful: there are no figures. */
  none() {
    this.node.ariaBusy = "false";
    this.#lines = [];
    fill(this.#list);
    fill(this.#state, "Edges are worked out once the draft is lawful.");
  }

  #draw() {
    const hands = Number(this.#hands.value.trim());
    const bet = parseDollars(this.#bet.value);
    const isPriced = Number.isInteger(hands) && hands > 0 && bet !== null;
    const wanted = this.#find.value.toLowerCase().trim();
    const found = this.#lines.filter(
      (line) =>
        `${line.title} ${plain(line.wager)}`.toLowerCase().includes(wanted) &&
        (!this.#differing.checked || difference(line) !== "same"),
    );
    const shown = this.#all ? found : found.slice(0, matchMedia(NARROW).matches ? SHOWN.narrow : SHOWN.wide);
    fill(
      this.#state,
      this.#lines.length
        ? `${this.#against ? `Beside ${this.#against}. ` : ""}${isPriced ? "" : "Say hands an hour and an average wager in dollars to see them in money."}`
        : "This game has no exact figures.",
    );
    if (!shown.length) {
      fill(this.#list, this.#lines.length ? el("p", { class: "quiet-text" }, "Nothing differs, or nothing is found.") : null);
      return;
    }
    fill(
      this.#list,
      listTable(["Wager", "House edge", ...(this.#against ? ["Compared", "Difference"] : []), "Won an hour, ± one deviation"], shown.map((line) => this.#row(line, isPriced ? hands : 0, bet ?? 0)), "edges"),
      found.length > shown.length
        ? button(`Show all ${found.length} wagers`, () => this.#showAll())
        : null,
    );
  }

  #showAll() {
    this.#all = true;
    this.#draw();
  }

  /** @param {EdgeLine} line @param {number} hands @param {number} bet */
  #row(line, hands, bet) {
    const { title, strategy, exact, method, half_width: half = 0 } = line;
    const edge = line.edge ?? null;
    const { worst = null, worst_stake: stake = 0 } = line;
    const dearer = edge !== null && worst !== null && worst > edge ? `${percent(worst)} of ${dollars(stake)}, rounded to chips` : "";
    const how = [strategy ? plain(strategy) : "", exact, method === "interval" ? `± ${(half * 100).toFixed(4)} %` : "", dearer];
    const won = edge !== null && hands ? Math.round(edge * bet * hands) : null;
    const swing = Math.round((line.deviation ?? 0) * bet * Math.sqrt(hands));
    return listLine(
      { "data-wager": line.wager, "data-on": line.on ?? "" },
      [title, el("span", { class: "about" }, how.filter(Boolean).join(", "))],
      { look: edge !== null && edge < 0 ? "loss" : "", cell: percent(edge) },
      ...(this.#against ? [percent(line.other), difference(line)] : []),
      won === null ? "–" : `${dollars(Math.round(won / 100) * 100)} ± ${dollars(Math.round(swing / 100) * 100)}`,
    );
  }
}
