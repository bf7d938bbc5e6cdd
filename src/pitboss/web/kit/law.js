/** Citations: every one on the page is a button that opens the gist of the provision it names. */

import { getLaw } from "./api.js";
import { button, dialog, el, fill } from "./dom.js";

/** @import { ProvisionInfo } from "./types.js" */

/** @type {Map<string, Promise<ProvisionInfo>>} */
const requested = new Map();

/** @param {string} cite @returns {Promise<ProvisionInfo>} */
function law(cite) {
  const earlier = requested.get(cite);
  if (earlier) return earlier;
  const answer = getLaw(cite).catch(() => {
    requested.delete(cite); // ask again next time
    return { cite, gist: "This provision could not be loaded.", status: "", lines: [] };
  });
  requested.set(cite, answer);
  return answer;
}

/** `§ 617a.4(a)`; readings of the text (`I-617a-01`) have no section sign. @param {string} cite */
export const citeText = (cite) => (cite.startsWith("I-") ? cite : `§ ${cite}`);

/** @type {Record<string, string>} */
const STATUS = {
  rule: "Enforced by the rules of this table",
  paper: "Printed on the layout, a sign, the gaming guide or a form",
  inspection: "Checked and signed by a person",
  conduct: "Carried out by the dealer",
  reference: "Definition or cross-reference",
  reading: "How this house reads the text where it leaves room",
};

/** @param {string} cite */
async function open(cite) {
  const body = el("p", {}, "…");
  const status = el("p", { class: "quiet-text" });
  const sheet = dialog(citeText(cite), body, status);
  sheet.classList.add("law");
  sheet.showModal();
  const found = await law(cite);
  fill(body, found.gist);
  fill(status, STATUS[found.status] ?? found.status);
}

/** A citation to press; nothing where there is none. @param {string} [cite] */
export function citation(cite) {
  if (!cite) return null;
  const label = `${citeText(cite)}, show the provision`;
  return button(citeText(cite), () => open(cite), { class: "cite", "aria-label": label });
}

/** The gist of a provision, filled in when it arrives. @param {string} cite */
export function gist(cite) {
  const node = el("span", { class: "gist" });
  if (cite) law(cite).then((found) => fill(node, found.gist));
  return node;
}
