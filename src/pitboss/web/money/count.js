/** The count room: boxes to count, each by two who do not see each other's count; the figures are sealed until the whole team has signed. */

import "../kit/theme.js";
import { chipCount, worthOf } from "../kit/chipcount.js";
import { amount, badge, emptyState, facts, message, result } from "../kit/components.js";
import { button, el, fill, findAll, render } from "../kit/dom.js";
import { form, textField } from "../kit/forms.js";
import { listLine, listTable, titled } from "../kit/lists.js";
import { dollars, parseDollars } from "../kit/money.js";
import { secondLook } from "../kit/secondlook.js";
import { MoneyPage } from "./book.js";

/** @import { BookView, BoxLine, TaskLine } from "../kit/types.js" */

/** What was typed for each box stays, whatever else happens in the room. @type {Map<string, HTMLElement>} */
const forms = new Map();
const money = new MoneyPage({ kinds: ["count", "count signed"], detail: { count: (task, isFirst) => formOf(task, isFirst) } });
const team = el("div", { class: "money-parts" });
const boxes = el("div", {});

/** @param {TaskLine} task @param {boolean} isFirst */
function formOf(task, isFirst) {
  const box = String(task.act?.body?.box ?? "");
  const known = forms.get(box) ?? countForm(box);
  forms.set(box, known);
  for (const act of findAll(known, "summary, button[type=submit]")) act.classList.toggle("primary", isFirst);
  return known;
}

/** Numbers of slips and counter checks that were found: typed or scanned, one after the other. */
function foundSlips() {
  /** @type {string[]} */ let found = [];
  const { input, node: field } = textField("Slips and counter checks found", { placeholder: "F-000012, then Enter" });
  const list = el("ul", { class: "found-slips" });
  const draw = () =>
    render(list, () => found.map((id) => el("li", { key: id }, button(`${id} ✕`, () => ((found = found.filter((one) => one !== id)), draw()), { "aria-label": `Remove ${id}` }))));
  const add = () => {
    const ids = input.value.toUpperCase().split(/[\s,]+/).filter(Boolean);
    found = [...new Set([...found, ...ids])];
    input.value = "";
    draw();
  };
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !input.value.trim()) return;
    event.preventDefault();
    add();
  });
  return { node: el("div", { class: "found" }, field, list), all: () => (add(), found) };
}

/** @param {string} box */
function countForm(box) {
  const notes = chipCount(money.book?.notes ?? [], { title: "Currency", of: "notes" });
  const receipts = textField("Deposit receipts, together, in dollars", { inputmode: "decimal" });
  const slips = foundSlips();
  const send = async () => {
    const pile = notes.pile();
    const withdrawn = parseDollars(receipts.input.value);
    if (!pile) throw new Error("Count the notes first: how many of each, in whole numbers; 0 where there is none.");
    if (withdrawn === null) throw new Error("Say what the receipts of deposits come to, in dollars; 0 where there is none.");
    const all = slips.all();
    const isCheck = (/** @type {string} */ id) => id.startsWith("K-");
    const ask = { do: "count_box", box, notes: pile, withdrawn, slips: all.filter((id) => !isCheck(id)), checks: all.filter(isCheck) };
    secondLook(
      { title: `Is the box ${box} empty?`, says: el("strong", {}, `${box}: ${dollars(worthOf(pile))} in notes, ${all.length === 1 ? "1 slip" : `${all.length} slips`}.`), act: "Counted, and shown empty", send: () => money.move(ask), then: () => forms.delete(box), refused: money.page.refused },
      el("p", { class: "quiet-text" }, "A box is counted once by each. If the second count differs, both are taken again."),
    );
  };
  const { node } = form({ submit: "Counted …", send, refused: money.page.refused, look: "" }, notes.node, receipts.node, slips.node);
  return el("details", { class: "task-fold", open: location.hash.slice(1) === encodeURIComponent(box) || decodeURIComponent(location.hash.slice(1)) === box }, el("summary", { class: "button" }, `Count ${box}`), node);
}

/** @param {BoxLine} box */
function stateOf({ state, counted_by: by = [] }) {
  if (state === "on") return badge("on its table");
  if (state === "counted") return badge("✓ counted and signed", "good");
  return by.length ? badge(`◷ counted by ${by.length}`, "warn") : badge("○ to count", "info");
}

/** @param {BookView} book */
function show({ boxes: all = [], count_signed: signed = 0, counters = 0 }) {
  const taken = all.filter(({ state }) => state === "taken");
  fill(
    team,
    facts([
      ["Boxes in the room", String(all.filter(({ state }) => state !== "on").length)],
      ["To count", String(taken.length)],
      ["Signed", `${signed} of ${counters}`],
    ]),
    taken.length ? message("info", "Sealed: no figure of this count is shown to anybody until all boxes are counted by two and the whole team has signed.") : null,
  );
  const shown = all.filter(({ state }) => state !== "on");
  render(boxes, () =>
    shown.length
      ? listTable(
          ["Box", "State", "Counted by", "Currency", "Difference"],
          shown.map((box) => {
            const { name, counted_by: by = [], differed = 0, cash = null, difference = null } = box;
            const again = differed ? ` (${differed === 1 ? "once" : `${differed} times`} counted differently)` : "";
            return listLine({ key: name, "data-box": name }, name, stateOf(box), by.join(", ") + again, cash === null ? "sealed" : amount(cash), difference === null ? "sealed" : result(difference));
          }),
        )
      : emptyState("No box is in the count room.", "Security brings them; they appear here by themselves."),
  );
}

money.open("work in count room", () => [titled("The count", team), titled("Boxes in the count room", boxes)], show);
