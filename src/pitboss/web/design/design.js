/** Every component of the pages in every state, for whoever builds one; it is also what tests/browser/test_design.py measures. */

import { Account } from "../kit/accountmenu.js";
import { chipCount } from "../kit/chipcount.js";
import { amount, badge, checklist, difference, emptyState, facts, fieldError, message, pageHead, result, signatures, stepper, tabList, task, toast } from "../kit/components.js";
import { button, byId, dialog, el, fill, findAll, selection } from "../kit/dom.js";
import { form, labelled, textField } from "../kit/forms.js";
import { citation } from "../kit/law.js";
import { listLine, listTable, titled } from "../kit/lists.js";
import { menuButton } from "../kit/menu.js";
import { secondLook } from "../kit/secondlook.js";
import { tabs } from "../kit/tabs.js";
import { chooseTheme, chosenTheme, THEMES } from "../kit/theme.js";

/** @import { Child, Props } from "../kit/dom.js" */
/** @import { Meaning } from "../kit/components.js" */

const LONG = "Inspection of the wheel, of its moving parts and of everything that stands beside it, before the table opens for the gaming day";
const WORD = "Rechtsschutzversicherungsgesellschaften-practice-hdeh6fi4btnr7ksl";
const SURFACES = ["surface-page", "surface-panel", "surface-raised", "surface-sunk"];
const MEANINGS = ["good", "warn", "bad", "info", "idle"];
const TYPE = ["caption", "small", "compact", "body", "lead", "title", "display", "figure"];
const SPACE = ["half", "1", "2", "3", "4", "5", "6", "8", "12", "16"];
const CHIPS = [50, 100, 250, 500, 2500, 10_000, 50_000, 100_000, 500_000];
const NOTES = [100, 200, 500, 1000, 2000, 5000, 10_000];
const nothing = () => {};

/** One state of a component under its name. @param {string} state @param {Child[]} children */
const specimen = (state, ...children) => el("div", { class: "specimen" }, el("span", { class: "about" }, state), ...children);

/** A component in its states. @param {string} title @param {Child[]} specimens */
const shown = (title, ...specimens) => titled(title, el("div", { class: "specimens" }, specimens));

/** The same, one under the other. @param {string} title @param {Child[]} specimens */
const shownWide = (title, ...specimens) => titled(title, el("div", { class: "specimens single" }, specimens));

/** A ground with letters on it. @param {string} ground @param {string} letters @param {string} words */
function swatch(ground, letters, words) {
  return el("div", { class: "swatch", style: { background: `var(--${ground})`, color: `var(--${letters})` } }, words);
}

function tokens() {
  return [
    shown(
      "Color",
      SURFACES.map((name) => specimen(name, swatch(name, "text", "Words on it"), swatch(name, "text-soft", "Softer words"))),
      MEANINGS.map((name) => specimen(name, swatch(`${name}-fill`, name === "warn" ? "on-warn-fill" : "on-fill", "On a ground"), swatch("surface-panel", name, "As letters"))),
      specimen("primary", swatch("primary", "on-primary", "The one act that comes first")),
      specimen("accent", swatch("surface-panel", "accent", "Links and what is chosen")),
    ),
    shownWide("Type", TYPE.map((name) => specimen(name, el("p", { class: "type-line", style: { fontSize: `var(--type-${name})` } }, "You have 18. Dealer shows queen. $1,250.00")))),
    shownWide("Space", SPACE.map((name) => specimen(name, el("div", { class: "space-bar", style: { width: `var(--space-${name})` } })))),
  ];
}

function buttons() {
  /** @param {string} look @param {string} words */
  const states = (look, words) => [
    specimen(`${words}`, button(words, nothing, { class: look })),
    specimen(`${words}, disabled`, button(words, nothing, { class: look, disabled: true })),
    specimen(`${words}, busy`, button(words, nothing, { class: look, "aria-busy": "true" })),
  ];
  return shown(
    "Buttons",
    states("", "Default"),
    states("primary", "Primary"),
    states("danger", "Danger"),
    states("quiet", "Quiet"),
    specimen("pressed", button("Chosen", nothing, { "aria-pressed": "true" })),
    specimen("with a key", button("Stand", nothing, { class: "primary" }, el("kbd", {}, "S"))),
    specimen("link that is an act", el("a", { class: "button primary", href: "/" }, "Take a seat")),
    specimen("link", el("a", { href: "/" }, "Back to the lobby")),
    specimen("provision", citation("601a.2")),
    specimen("long text", button(LONG, nothing)),
  );
}

/** @param {string} label @param {Props} props */
const field = (label, props) => textField(label, props).node;

function fields() {
  const wrong = textField("Amount", { value: "$5,000" });
  fieldError(wrong.input, "At most $500 at this table.");
  const choice = selection([["a", "Double zero"], ["b", LONG]]);
  const send = form({ submit: "File", send: () => Promise.reject(new Error("Two signatures are still missing.")) }, field("Number of the filing", { value: "2026-114" }));
  return shown(
    "Fields",
    specimen("default", field("Name", {})),
    specimen("with a hint", field("Find a filing", { placeholder: "Number, game, state or table" })),
    specimen("disabled", field("Table", { value: "Table 12", disabled: true })),
    specimen("wrong", wrong.node),
    specimen("long text", field("Reason", { value: LONG })),
    specimen("one of several", labelled("Wheel", choice)),
    specimen("several lines", labelled("What was done", el("textarea", { rows: 3 }))),
    specimen("ticked or not", el("label", { class: "check" }, el("input", { type: "checkbox", checked: true }), "Send me the statement")),
    specimen("amount", stepper("Chips", { value: 25, least: 5, most: 30, step: 5 }, nothing)),
    specimen("amount at its end", stepper("Neighbors", { value: 4, least: 0, most: 4 }, nothing)),
    specimen("form", send.node),
  );
}

function statements() {
  /** @type {[Meaning, string][]} */ const meanings = [["", "timed"], ["good", "● in force"], ["warn", "◷ filed"], ["bad", "▲ refused"], ["info", "○ waiting"]];
  return [
    shown("Status", meanings.map(([meaning, text]) => specimen(meaning || "default", badge(text, meaning))), specimen("long text", badge(WORD))),
    shown("Money", specimen("amount", amount(125_000)), specimen("won", result(17_500)), specimen("lost", result(-1_250)), specimen("neither", result(0)), specimen("large", amount(123_456_789_00))),
    shownWide(
      "Messages",
      meanings.map(([meaning]) => specimen(meaning || "default", message(meaning, "The table is closed. It opens when a dealer and a floorperson have signed."))),
      specimen("empty", emptyState("Nothing waits for you", "Filings to decide come here, the oldest first.", button("See all filings", nothing))),
      specimen("toast", el("div", { class: "toasts standing" }, el("p", { class: "toast" }, "F-18 was approved and is in force from 06:00.")), button("Show one", () => toast("The draft was saved."))),
    ),
  ];
}

function frames() {
  const { list, panels } = tabList("Filings", [["first", "Register", el("p", {}, "12 filings.")], ["second", "Editor", el("p", {}, "No draft is open.")], ["third", "Floor plan", el("p", {}, "34 tables.")]]);
  const heads = ["Number", "Game", "State", "Handle"];
  const open = () => dialog("Documents of F-18", el("p", {}, "Two documents."), button("Save them", nothing, { class: "primary" })).showModal();
  const look = () => secondLook({ title: "Approve F-18?", says: el("strong", {}, "Approve F-18: wheel double → single; straight up 5.26 % → 2.70 %."), act: "Approve F-18", send: async () => {} });
  const node = [
    shownWide(
      "Page head",
      specimen("who, where, house time", pageHead({ title: "Pit", where: "Pit 2", who: "Pat Manager, pit manager", time: "11:34 PM" }, el("a", { href: "/" }, "Lobby"))),
      specimen("long text", pageHead({ title: LONG, where: WORD, who: "A person with a very long name indeed", time: "11:34 PM" })),
    ),
    shown(
      "Panel, facts and tabs",
      specimen("panel", el("div", { class: "panel" }, el("h3", {}, "Table 12"), facts([["Dealer", "Dana Dealer"], ["Handle", amount(1_234_500)], ["Since", "3 h 12 min"], ["Seats", "5 of 8"]]))),
      specimen("folded", el("details", {}, el("summary", {}, "Documents"), el("p", {}, "Two documents."))),
      specimen("tabs", el("div", { class: "tab-box" }, list, panels)),
      specimen("dialog", button("Open it", open)),
      specimen("second look", button("Approve …", look)),
      specimen("menu", menuButton("Manage", "Manage Dana Dealer", ["Change roles", "Sign out everywhere"].map((words) => ({ words, act: look })))),
    ),
    shownWide(
      "Table of lines",
      specimen(
        "default",
        listTable(heads, [
          listLine({}, "F-18", "A game of a wheel", badge("◷ filed", "warn"), amount(1_234_500)),
          listLine({}, "F-17", "A game of cards", badge("● in force", "good"), amount(98_750)),
          listLine({ class: "off" }, "F-16", LONG, badge("withdrawn"), amount(0)),
        ]),
      ),
    ),
  ];
  return { node, list };
}

/** Notes of which some were counted. */
function wrongCount() {
  const { node } = chipCount(NOTES, { title: "Currency", of: "notes" });
  findAll(node, "input", HTMLInputElement).forEach((input, n) => {
    input.value = ["12", "x", "250"][n] ?? "";
    input.dispatchEvent(new Event("input"));
  });
  return node;
}

function work() {
  const changes = /** @type {[string, string, string][]} */ ([["Wheel", "double zero", "single zero"], ["House edge", "5.26 %", "2.70 %"], ["Wager on five numbers", "offered", ""]]);
  const items = [
    { text: "Wheel is level and free of play", cite: "601a.2", ticked: true },
    { text: LONG, cite: "601a.2" },
  ];
  return [
    shown(
      "Task",
      specimen("waits", task({ title: "Decide F-18", since: "for 2 days", cite: "601a.2", meaning: "warn", act: button("Decide", nothing, { class: "primary" }) }, difference(changes))),
      specimen("overdue", task({ title: "Count the drop boxes of pit 2", since: "due 40 min ago", meaning: "bad", act: button("Begin the count", nothing, { class: "primary" }) })),
      specimen("somebody else's", task({ title: "Floorperson verifies the inspection", since: "for 5 min", state: badge("○ waiting", "info") })),
      specimen("busy", task({ title: "Put F-17 in force", since: "now", act: button("Put in force", nothing, { class: "primary", "aria-busy": "true" }) })),
      specimen("done", task({ title: "Cards inspected", since: "06:02", meaning: "good", state: badge("✓ done", "good") })),
      specimen("long text", task({ title: LONG, since: "for 3 h 12 min", cite: "601a.2", act: button("Open the checklist", nothing, { class: "primary" }) })),
    ),
    shown(
      "Two signatures",
      specimen("neither", signatures([{ does: "Dealer inspects", cite: "601a.2", sign: nothing }, { does: "Floorperson verifies" }])),
      specimen("one", signatures([{ does: "Dealer inspects", signed: "Dana Dealer, 05:58" }, { does: "Floorperson verifies", sign: nothing }])),
      specimen("both", signatures([{ does: "Dealer inspects", signed: "Dana Dealer, 05:58" }, { does: "Floorperson verifies", signed: "Flo Floor, 06:01" }])),
    ),
    shownWide(
      "Chips and notes by denomination",
      specimen("chips, nothing counted", chipCount(CHIPS).node),
      specimen("notes, two counted and one wrong", wrongCount()),
    ),
    shown(
      "Difference and checklist",
      specimen("before and after", difference(changes)),
      specimen("list to tick", checklist("Opening of the table", items, badge("due before play", "warn"))),
    ),
  ];
}

/** The theme of this browser, as in the settings of a table. */
function themeChoice() {
  const choice = selection(Object.entries(THEMES), { id: "theme", value: chosenTheme(), onchange: () => chooseTheme(choice.value) });
  return titled("Theme", labelled("Colors", choice));
}

const framed = frames();
fill(byId("main"), themeChoice(), tokens(), buttons(), fields(), statements(), framed.node, work());
tabs(framed.list);
new Account(byId("account")).refresh();
