/** A count that a person is asked for: they type what they counted, and nothing is filled in for them. */

import { el, fill } from "../kit/dom.js";
import { capitalized, plain } from "../kit/words.js";

/** @import { Option } from "../kit/types.js" */

/** Whether an option asks how many somebody counted. @param {Option} option */
export const isCount = ({ says, unit }) => unit === "count" && /(^|_)counted$/.test(says);

/** @param {Option} option @param {(option: Option, amount: number) => void} reply */
export function countForm(option, reply) {
  const { says, least = 0, most = 0 } = option;
  const words = capitalized(plain(says));
  const note = el("p", { class: "refusal", role: "status" });
  const number = el("input", { class: "amount", inputmode: "numeric", autocomplete: "off", "aria-label": words });
  const form = el(
    "form",
    { class: "range" },
    el("label", {}, `${words}: `, number),
    el("button", { type: "submit", class: "answer primary", "data-says": says }, "Record the count"),
    note,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = number.value.trim();
    const found = Number(text);
    if (/^\d{1,6}$/.test(text) && found >= least && found <= most) return reply(option, found);
    fill(note, `Type a whole number from ${least} to ${most}.`);
    number.select();
  });
  return form;
}
