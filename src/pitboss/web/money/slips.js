/** Slips: one by its address, with who signed it, its parts and its prints; and all of them. */

import "../kit/theme.js";
import { emptyState, facts } from "../kit/components.js";
import { el, fill, render } from "../kit/dom.js";
import { actButton, form, outcome, textField } from "../kit/forms.js";
import { titled } from "../kit/lists.js";
import { dollars } from "../kit/money.js";
import { pileWords } from "../kit/chipcount.js";
import { secondLook } from "../kit/secondlook.js";
import { MoneyPage, signedList, slipPaper } from "./book.js";

/** @import { BookView, PersonIdentity, SlipLine } from "../kit/types.js" */
import { slipState, slipTable } from "../kit/slips.js";

const PRINTS = ["cage_cashier", "floorperson", "pit_manager", "shift_manager", "auditor"];
const money = new MoneyPage({ kinds: ["slip", "dead slip", "void", "difference"], limit: 1 });
const one = el("div", {});
const all = el("div", {});
const find = textField("Find a slip", { placeholder: "Number, table, kind or name" });
/** @type {readonly string[]} */ let roles = [];
/** The form that is open, so that a look at the book leaves it. */ let shownFor = "";

const wanted = () => decodeURIComponent(location.hash.slice(1));

/** @param {SlipLine} slip */
function prints({ prints: count = 0 }) {
  if (!count) return "not printed yet";
  return count === 1 ? "printed once" : `printed once, and ${count - 1} reprinted, marked as such`;
}

/** Mark a slip void: what keeps its number, and takes a second person. @param {SlipLine} slip */
function voidForm({ id }) {
  const reason = textField("Why it is void");
  const send = async () => {
    if (!reason.input.value.trim()) throw new Error("Say why it is void.");
    const ask = { do: "void_slip", slip: id, reason: reason.input.value };
    secondLook({ title: `Mark ${id} void?`, says: el("strong", {}, `${id} is marked void on all its parts. It keeps its number, and security signs too.`), act: `Mark ${id} void`, send: () => money.move(ask), refused: money.page.refused });
  };
  const { node } = form({ submit: "Mark it void …", send, refused: money.page.refused, look: "" }, reason.node);
  return el("details", {}, el("summary", {}, "It is not needed: mark it void"), node);
}

/** @param {SlipLine} slip */
function papers(slip) {
  const { id } = slip;
  const said = outcome();
  const print = async () => {
    await money.move({ do: "print_slip", slip: id });
    open(slipPaper(id, "pdf"), "_blank", "noopener");
  };
  const label = slip.prints ? "Print again, marked" : "Print";
  return el(
    "div",
    { class: "act-row" },
    PRINTS.some((role) => roles.includes(role)) ? actButton(label, said, print, money.page.refused) : null,
    el("a", { class: "button", href: slipPaper(id, "html"), target: "_blank", rel: "noopener" }, "Look at it"),
    el("a", { class: "button", href: slipPaper(id, "pdf"), target: "_blank", rel: "noopener" }, "PDF"),
    said,
  );
}

/** @param {SlipLine} slip */
function detail(slip) {
  const { id, title, words, day, shift, table = "", chips = {}, amount: cents = 0, copies = [], note = "", box = "", waits_for: waits = "" } = slip;
  const mayVoid = roles.includes("cage_cashier") && slip.may_be_void;
  return titled(
    `${title} ${id}`,
    el("p", {}, slipState(slip), ` ${words}`),
    facts([
      ["Gaming day and shift", `${day}, ${shift}`],
      ["Table", table || "none"],
      ["Total", dollars(cents)],
      ["Chips", pileWords(chips)],
      ["Drop box", box || "none"],
      ["Prints", prints(slip)],
    ]),
    el("h3", {}, "Signed"),
    signedList(slip),
    waits ? el("p", {}, `Waits for: ${waits}.`) : null,
    slip.void ? el("p", {}, `Void: ${slip.void}`) : note ? el("p", {}, note) : null,
    el("h3", {}, "Its parts"),
    el("ul", { class: "slip-parts" }, copies.map((copy) => el("li", { class: "badge" }, copy))),
    papers(slip),
    mayVoid ? voidForm(slip) : null,
  );
}

/** @param {BookView} book */
function show({ slips = [] }) {
  const slip = slips.find(({ id }) => id === wanted());
  const state = JSON.stringify([wanted(), slip]);
  if (state !== shownFor) {
    shownFor = state;
    fill(one, slip ? detail(slip) : wanted() ? emptyState(`There is no slip ${wanted()}.`, "Slips of days that are final are in the reports.") : null);
  }
  const text = find.input.value.trim().toLowerCase();
  render(all, () => slipTable(slips.filter((line) => [line.id, line.title, line.words, line.table, ...line.signed.map(({ name }) => name)].join(" ").toLowerCase().includes(text)), text ? "No slip is like that." : "No slip yet."));
}

const again = () => money.book && show(money.book);
find.input.addEventListener("input", again);
addEventListener("hashchange", again);
money.open("see slips", (/** @type {PersonIdentity} */ person) => ((roles = person.roles), [one, titled("All slips", find.node, all)]), show);
