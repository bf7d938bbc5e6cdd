/** The shift manager: what is open, the end of shifts and days, differences with their notes; for the auditor, corrections of final days. */

import "../kit/theme.js";
import { badge, emptyState, result } from "../kit/components.js";
import { el, render } from "../kit/dom.js";
import { form, labelled, setOptions, succeeded, textField } from "../kit/forms.js";
import { listLine, listTable, titled } from "../kit/lists.js";
import { parseDollars } from "../kit/money.js";
import { secondLook } from "../kit/secondlook.js";
import { moment } from "../kit/words.js";
import { MoneyPage } from "./book.js";
import { differenceTable } from "./differences.js";
import { trayTable } from "../kit/moneyparts.js";

/** @import { BookView, DayLine, PersonIdentity, ShiftLine } from "../kit/types.js" */
import { slipTable } from "../kit/slips.js";

const CORRECTS = ["shift_manager", "auditor"];
const money = new MoneyPage({ kinds: ["shift", "day", "day correction", "difference", "difference note", "credit", "slip"] });
const parts = { open: el("div", {}), trays: el("div", {}), shifts: el("div", {}), days: el("div", {}), differences: el("div", {}), corrections: el("div", {}) };

/** @param {ShiftLine} shift */
const shiftLine = ({ day, shift, ended, by = "", open = [] }) =>
  listLine({ key: `${day} ${shift}` }, `${day}, shift ${shift}`, ended ? badge(`✓ ended by ${by}`, "good") : badge("◷ to be ended", "warn"), open.join("; ") || (ended ? "nothing" : ""));

/** @param {DayLine} day */
const dayLine = ({ day, state, next = "", open = [] }) => listLine({ key: day }, day, badge(state, state === "final" ? "good" : "info"), next, open.join("; "));

const noted = noteForm();
const corrects = correctionForm();

/** Say what was found out about a difference. */
function noteForm() {
  const about = el("select", {});
  const words = textField("What was found out, and to whom it was reported", { maxlength: 400 });
  const send = async () => {
    if (!about.value) throw new Error("Choose the slip or box.");
    if (!words.input.value.trim()) throw new Error("Say what was found out.");
    await money.move({ do: "note_difference", about: about.value, words: words.input.value });
    clear();
    succeeded(said, "Noted.");
  };
  const clear = () => (words.input.value = "");
  const { node, said } = form({ submit: "Note it", send, refused: money.page.refused }, labelled("Slip or box", about), words.node);
  return { node, about };
}

/** Put something about a final day right, today; a second person agrees. */
function correctionForm() {
  const [day, account] = [el("select", {}), el("select", {})];
  const cents = textField("Amount, in dollars", { inputmode: "decimal" });
  const sign = el("select", {}, el("option", { value: "1" }, "more in this account"), el("option", { value: "-1" }, "less in this account"));
  const words = textField("What was wrong", { maxlength: 400 });
  const send = async () => {
    const amount = parseDollars(cents.input.value);
    if (!day.value || !account.value) throw new Error("Choose the day and the account.");
    if (!amount) throw new Error("Say how much, in dollars.");
    if (!words.input.value.trim()) throw new Error("Say what was wrong.");
    const ask = { do: "correct_day", day: day.value, account: account.value, amount: amount * Number(sign.value), words: words.input.value };
    const says = `${day.value} stays as it is. The correction is entered today, against over and short, when a second person agrees.`;
    secondLook({ title: "Ask for this correction?", says, act: "Ask for it", send: () => money.move(ask), then: () => succeeded(said, "A second person has to agree."), refused: money.page.refused });
  };
  const { node, said } = form({ submit: "Ask for a correction …", send, refused: money.page.refused }, labelled("Final day", day), labelled("Account", account), labelled("Direction", sign), cents.node, words.node);
  return { node, day, account };
}

/** @param {BookView} book */
function show({ open, slips = [], trays = [], shifts = [], days = [], differences = [], corrections = [], accounts = [] }) {
  const finals = days.filter(({ state }) => state === "final");
  setOptions(noted.about, [["", "Choose …"], ...differences.map(({ about }) => [about, about])]);
  setOptions(corrects.day, [["", "Choose …"], ...finals.map(({ day }) => [day, day])]);
  setOptions(corrects.account, [["", "Choose …"], ...accounts.map(({ account, words }) => [account, words || account])]);
  noted.node.hidden = !differences.length;
  corrects.node.hidden = !finals.length || !mayCorrect;
  render(parts.open, () => slipTable(slips.filter(({ waits_for: waits, void: reason }) => waits && !reason), "No slip is open."));
  render(parts.trays, () => trayTable(trays));
  render(parts.shifts, () => (shifts.length ? listTable(["Shift", "State", "Open when it ended"], [...shifts].reverse().map(shiftLine)) : emptyState("No shift is over yet.", open ? "The first one is listed here when it ends by the clock." : "The book is not open.")));
  render(parts.days, () => (days.length ? listTable(["Gaming day", "State", "Next", "Still open"], [...days].reverse().map(dayLine)) : emptyState("No gaming day yet.", "A day is listed from its first entry on.")));
  render(parts.differences, () => differenceTable(differences));
  render(parts.corrections, () =>
    corrections.length
      ? listTable(
          ["Of", "Account", "Amount", "Why", "State"],
          corrections.map(({ number, day, account, amount, words, by, at, agreed }) =>
            listLine({ key: number }, day, account, result(amount), [words, el("span", { class: "about" }, ` ${by}, ${moment(at)}`)], agreed === null || agreed === undefined ? badge("◷ waits for a second person", "warn") : badge(agreed ? "✓ agreed" : "dropped", agreed ? "good" : "")),
          ),
        )
      : emptyState("No day was corrected.", "A final day is never changed: a correction is entered today, and names the day."),
  );
}

let mayCorrect = false;
money.open(
  "run shift",
  (/** @type {PersonIdentity} */ { roles }) => {
    mayCorrect = roles.some((role) => CORRECTS.includes(role));
    return [
      titled("Days", parts.days),
      titled("Shifts", parts.shifts),
      titled("Differences", parts.differences, noted.node),
      titled("Slips under way", parts.open),
      titled("Trays", parts.trays),
      titled("Corrections of final days", parts.corrections, corrects.node),
    ];
  },
  show,
);
