/** What the dice showed, entered by a person: one row of faces for each die. */

import { button, el, fill } from "../../kit/dom.js";
import { dicePicture, isDice, spokenDice } from "../../felt/pips.js";

const FACES = [1, 2, 3, 4, 5, 6];

/** Whether a device shows dice and nothing else. @param {string[]} outcomes */
export const isThrow = (outcomes) => outcomes.length > 0 && outcomes.every(isDice);

/**
 * A row of faces for each die, and a button to enter them.
 * @param {string[]} outcomes  the throws there are @param {(outcome: string) => void} enter
 */
export function dicePad(outcomes, enter) {
  const count = outcomes[0].split(" ").length;
  const shown = Array.from({ length: count }, () => 0);
  const send = button("", () => enter(shown.join(" ")), { class: "answer primary" });
  const rows = shown.map((_, die) =>
    FACES.map((face) => {
      const choose = () => {
        shown[die] = face;
        refresh();
      };
      const label = count > 1 ? `Die ${die + 1} shows ${face}` : `The die shows ${face}`;
      return button(dicePicture(String(face)), choose, { class: "face", "aria-label": label, "aria-pressed": "false" });
    }),
  );
  const refresh = () => {
    for (const [die, row] of rows.entries()) {
      row.forEach((node, n) => node.setAttribute("aria-pressed", String(shown[die] === FACES[n])));
    }
    const all = shown.every(Boolean);
    send.disabled = !all;
    fill(send, all ? `Enter ${spokenDice(shown.join(" "))}` : "Choose a face for each die");
  };
  refresh();
  return el(
    "div",
    { class: "dice-pad" },
    rows.map((row, die) => el("div", { class: "faces", role: "group", "aria-label": `Die ${die + 1}` }, row)),
    send,
  );
}
