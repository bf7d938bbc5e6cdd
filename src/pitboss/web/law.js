/** Citations: every one on the page is a button that opens the gist of the provision it names. */

import { getLaw } from "./api.js";
import { button, dialog, el, fill } from "./dom.js";

const asked = new Map();

/** @returns {Promise<{cite: string, gist: string, status: string}>} */
export function law(cite) {
  if (!asked.has(cite)) {
    const answer = getLaw(cite).catch(() => {
      asked.delete(cite); // ask again next time
      return { cite, gist: "No gist of this provision could be fetched.", status: "" };
    });
    asked.set(cite, answer);
  }
  return asked.get(cite);
}

/** `§ 617a.4(a)`; readings of the text (`I-617a-01`) have no section sign. */
export const citeText = (cite) => (cite.startsWith("I-") ? cite : `§ ${cite}`);

const STATUS = {
  rule: "decided by the rules",
  paper: "printed on layout, sign, guide or form",
  inspection: "checked and signed by a person",
  conduct: "done by the dealer's hands",
  reference: "definition or cross-reference",
};

async function open(cite) {
  const body = el("p", {}, "…");
  const status = el("p", { class: "quiet-text" });
  const sheet = dialog(citeText(cite), body, status);
  sheet.classList.add("law");
  sheet.showModal();
  const found = await law(cite);
  fill(body, found.gist);
  fill(status, STATUS[found.status] ?? found.status ?? "");
}

/** A citation to press; nothing where there is none. */
export function citation(cite) {
  if (!cite) return null;
  const label = `${citeText(cite)}, show the provision`;
  return button(citeText(cite), () => open(cite), { class: "cite", "aria-label": label });
}

/** The gist of a provision, filled in when it arrives. */
export function gist(cite) {
  const node = el("span", { class: "gist" });
  if (cite) law(cite).then((found) => fill(node, found.gist));
  return node;
}
