/**
 * Behind "Rules": the guide of this very table, the same document that `pitboss guide --full` prints, with a field that finds
 * words in it. Areas of the layout and decisions open it where it speaks of them.
 */

import { asRefused, guideOf } from "./api.js";
import { button, dialog, el, fill } from "./dom.js";
import { Follower } from "./following.js";
import { BRIEF } from "./guidelink.js";
import { citation } from "./law.js";
import { rulesOf } from "./ruleslist.js";

/** @import { Child } from "./dom.js" */
/** @import { Guide, GuideBlock, GuideWord, TableInfo } from "./types.js" */

const GLANCE = "glance";
const IN_BRIEF = ["object", "equipment", "round", "decisions", "example"];
const HEAD = 60; // pixels of the bar over the guide

/** @param {string} anchor */
const idOf = (anchor) => `guide-${anchor}`;

/** @param {GuideWord[]} words @returns {Child[]} */
const marked = (words) =>
  words.map(({ text, mark = "" }) => {
    if (mark === "cite") return citation(text.replace(/^§ /, ""));
    if (mark === "break") return el("br");
    return mark === "strong" || mark === "code" ? el(mark, {}, text) : text;
  });

/** @param {GuideBlock} block @param {TableInfo} info */
function drawn({ kind, words = [], lines = [], numbered, heads = [], rows = [], numbers = [], style = "", drawing = "", level }, info) {
  const said = words.map(({ text }) => text).join("");
  if (kind === "heading") return level === 3 ? el("h4", {}, said) : el("h3", {}, said);
  if (kind === "paragraph") return el("p", { class: style === "quiet" ? "quiet-text" : undefined }, marked(words));
  if (kind === "layout") return el("img", { class: "guide-layout", src: `/api/tables/${encodeURIComponent(info.id)}/felt.svg`, alt: "The layout of this table" });
  if (kind === "drawing") return el("img", { class: "guide-drawing", src: `data:image/svg+xml,${encodeURIComponent(drawing)}`, alt: said });
  if (kind === "list") {
    const items = lines.map((line) => el("li", {}, marked(line)));
    return numbered ? el("ol", {}, items) : el("ul", {}, items);
  }
  /** @param {number} column */
  const number = (column) => (numbers.includes(column) ? { class: "number" } : {});
  const head = heads.some(Boolean) ? el("thead", {}, el("tr", {}, heads.map((word, n) => el("th", { scope: "col", ...number(n) }, word)))) : null;
  const body = rows.map((row) => el("tr", {}, row.map((cell, n) => el("td", number(n), marked(cell)))));
  return el("div", { class: "guide-table" }, el("table", {}, head, el("tbody", {}, body)));
}

/** The blocks in sections, one for each heading. @param {Guide} guide @param {TableInfo} info */
function sections({ blocks }, info) {
  /** @type {HTMLElement[]} */
  const found = [];
  for (const block of blocks) {
    const node = drawn(block, info);
    if (block.kind === "heading" || !found.length) {
      found.push(el("section", { class: "guide-section", id: block.anchor ? idOf(block.anchor) : undefined, tabIndex: -1 }));
    }
    found[found.length - 1].append(node);
  }
  return found;
}

/** The way to each chapter of the guide. @param {Guide} guide @param {(anchor: string) => void} go */
const contents = ({ blocks }, go) =>
  blocks
    .filter(({ kind, level, anchor }) => kind === "heading" && level === 2 && anchor)
    .map(({ words = [], anchor = "" }) => button(words.map(({ text }) => text).join(""), () => go(anchor), { class: "quiet" }));

/**
 * The part that somebody reads now: where it is on the screen, and whether it has the focus.
 * @param {HTMLElement} sheet @param {HTMLElement} body
 */
function reading(sheet, body) {
  const { top } = sheet.getBoundingClientRect();
  const parts = [...body.children].filter(({ id }) => id);
  const held = parts.find((node) => node === document.activeElement);
  const part = held ?? parts.find((node) => node.getBoundingClientRect().bottom > top + HEAD);
  return part ? { id: part.id, top: part.getBoundingClientRect().top, focused: part === held } : null;
}

/**
 * Show the same part at the same place again, after its edges came.
 * @param {HTMLElement} sheet @param {{id: string, top: number, focused: boolean}|null} before
 */
function readOn(sheet, before) {
  const part = before ? sheet.querySelector(`#${CSS.escape(before.id)}`) : null;
  if (!before || !(part instanceof HTMLElement)) return;
  sheet.scrollTop += part.getBoundingClientRect().top - before.top;
  if (before.focused) part.focus({ preventScroll: true });
}

/** Open the guide of a table, at what an anchor names. @param {TableInfo} info @param {string} [anchor] */
export async function showGuide(info, anchor = "") {
  const state = el("p", { class: "quiet-text", role: "status" }, "Looking it up …");
  const field = el("input", { type: "search", autocomplete: "off", placeholder: "Find in the guide", "aria-label": "Find in the guide" });
  const ways = el("nav", { class: "guide-contents", "aria-label": "Contents of the guide" });
  const glance = el("section", { class: "guide-section", id: idOf(GLANCE) }, rulesOf(info));
  const body = el("div", { class: "guide" }, glance);
  const drill = el("a", { class: "guide-drill", target: "_blank", rel: "noopener", href: `/drills?${new URLSearchParams({ rules: info.rules ?? "" })}` }, "Drill these rules");
  let isBrief = anchor === BRIEF;
  const brief = button("In two minutes", () => setBrief(!isBrief), { "aria-pressed": String(isBrief) });
  const sheet = dialog(`${info.title}: rules, odds and house edge`, el("div", { class: "guide-find" }, field, brief, drill, state), ways, body);
  sheet.classList.add("wide", "guide-sheet");
  sheet.showModal();

  /** @param {string} to */
  const go = (to) => {
    setBrief(false);
    const place = sheet.querySelector(`#${CSS.escape(idOf(to))}`);
    place?.scrollIntoView({ block: "start" });
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  };
  /** @param {boolean} on */
  const setBrief = (on) => {
    isBrief = on;
    brief.setAttribute("aria-pressed", String(on));
    field.value = "";
    search();
  };
  const search = () => {
    const wanted = field.value.toLowerCase().trim();
    let count = 0;
    for (const node of body.children) {
      const isShort = IN_BRIEF.some((one) => node.id === idOf(one));
      const hit = wanted ? (node.textContent ?? "").toLowerCase().includes(wanted) : !isBrief || isShort;
      node.toggleAttribute("hidden", !hit);
      count += Number(hit);
    }
    ways.hidden = Boolean(wanted) || isBrief;
    if (wanted) fill(state, count === 1 ? "In one part" : `In ${count} parts`);
    else fill(state, told);
  };
  let told = "";
  field.addEventListener("input", search);

  let opensAt = anchor === BRIEF ? "" : anchor;
  /** @param {Guide} guide */
  function show(guide) {
    told = guide.complete ? "" : "The chances and edges are being worked out …";
    const before = reading(sheet, body);
    fill(ways, contents(guide, go));
    fill(body, glance, sections(guide, info));
    search();
    if (opensAt) go(opensAt);
    else readOn(sheet, before);
    opensAt = "";
  }
  /** @param {unknown} refusal */
  const failed = (refusal) => fill(state, asRefused(refusal).sentence);
  const follower = new Follower();
  sheet.addEventListener("close", () => follower.end());
  await follower.begin(guideOf(info.id), {}, show, failed).catch(failed);
}
