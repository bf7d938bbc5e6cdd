/** What somebody is notified of until they dismiss it: changes of their account, and for the Board those of everybody in control. */

import { el, fill } from "./dom.js";
import { actButton, outcome } from "./forms.js";
import { dismissNotice, getNotices } from "./peopleapi.js";
import { moment } from "./words.js";

/** @import { NoticeLine } from "./types.js" */

/** The notices of whoever is signed in, above the rest of a page; hidden while there are none. */
export function noticesPanel() {
  const said = outcome();
  const list = el("ul", { class: "notices" });
  const node = el("section", { class: "panel", "aria-label": "Notices", hidden: true }, el("h2", {}, "Notices"), list, said);

  /** @param {NoticeLine} notice */
  function row({ number, time, words }) {
    const dismiss = async () => show(await dismissNotice(number));
    const out = actButton("Dismiss", said, dismiss, undefined, { "aria-label": `Dismiss: ${words}` });
    return el("li", { "data-notice": number }, el("span", { class: "about" }, moment(time)), ` ${words} `, out);
  }

  /** @param {readonly NoticeLine[]} notices */
  function show(notices) {
    node.hidden = notices.length === 0;
    fill(list, notices.map(row));
  }

  /** Where the house cannot be reached, the page says so itself. */
  const reload = async () => show(await getNotices().catch(() => []));
  return { node, reload };
}
