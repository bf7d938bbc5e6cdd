/** What a player can set for himself. */

import { button, dialog, el } from "./dom.js";
import { kept } from "./store.js";

const check = (label, name, otherwise, changed = () => {}) => {
  const box = el("input", { type: "checkbox", checked: kept.get(name, otherwise) });
  box.addEventListener("change", () => {
    kept.set(name, box.checked);
    changed();
  });
  return el("label", { class: "check" }, box, label);
};

const CUT = { ask: "ask me", pass: "pass for me" };

/** Whether the player has said once and for all to let a question pass: the cut, which is offered at every shuffle. */
export const isPassed = (question) =>
  question.kind === "cut" && Boolean(question.default) && kept.get("cut", "ask") === "pass";

function cutChoice() {
  const options = Object.entries(CUT).map(([value, words]) =>
    el("option", { value, selected: value === kept.get("cut", "ask") }, words),
  );
  const choice = el("select", { id: "cut-choice" }, options);
  choice.addEventListener("change", () => kept.set("cut", choice.value));
  return el("label", { class: "check", for: "cut-choice" }, "Cut the cards: ", choice);
}

/** Two colours instead of four; letters tell the suits either way. */
export function dressDeck() {
  document.documentElement.classList.toggle("two-colours", kept.get("four", true) === false);
}

/** @param {import("./session.js").Session} session */
export function settings(session) {
  const sheet = dialog(
    "Settings",
    check("Motion (the wheel spins, cards fly); off shows results at once", "motion", true),
    check("Four-colour deck", "four", true, dressDeck),
    cutChoice(),
    button("How long have I played?", () => session.check(), { class: "quiet" }),
  );
  sheet.showModal();
}

dressDeck();
