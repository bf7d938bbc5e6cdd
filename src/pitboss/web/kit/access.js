/** What two persons decide about accounts: requests that wait, and what the Board is warned of. */

import { button, el, fill } from "./dom.js";
import { actButton, outcome, succeeded } from "./forms.js";
import { agreeToAccess, getAccess, withdrawAccess } from "./peopleapi.js";
import { secondLook } from "./secondlook.js";
import { moment } from "./words.js";

/** @import { StaffPage } from "./staffpage.js" */
/** @import { AccessLine, AccessState, PersonInvitation } from "./types.js" */

const NOBODY = "nobody who could agree; `pitboss people recover` at the machine of the house brings another";

/**
 * The requests that wait, and warnings; hidden while there are none.
 * @param {StaffPage} page @param {(made: PersonInvitation) => unknown} agreed  called with what came of an agreement
 */
export function accessPanel(page, agreed) {
  const said = outcome();
  const body = el("div", {});
  const node = el("section", { class: "panel", "aria-label": "Decided by two persons", hidden: true }, body, said);

  /** @param {AccessLine} line */
  function row({ number, since, words, by, waits_for, may_agree, may_withdraw }) {
    const carryOut = async () => {
      const made = await agreeToAccess(number);
      await reload();
      succeeded(said, `Request ${number} is carried out.`);
      await agreed(made);
    };
    const agree = () =>
      secondLook(
        { title: `Agree to request ${number}?`, says: el("strong", {}, `Agree to ${words}.`), act: "Agree, and carry it out", send: carryOut, refused: page.refused },
        el("p", { class: "quiet-text" }, `Asked for by ${by}, ${moment(since)}. It is carried out at once, and stands in the record under both names.`),
      );
    const withdraw = async () => {
      show(await withdrawAccess(number));
      succeeded(said, `Request ${number} is withdrawn.`);
    };
    return el(
      "li",
      { "data-request": number },
      el("strong", {}, `Request ${number}`),
      `: to ${words}. `,
      el("span", { class: "about" }, `${by}, ${moment(since)}; waits for ${waits_for.join(" or ") || NOBODY}`),
      el(
        "span",
        { class: "act-row" },
        may_agree && button("Agree …", agree, { "aria-label": `Agree to request ${number}` }),
        may_withdraw && actButton("Withdraw", said, withdraw, page.refused, { "aria-label": `Withdraw request ${number}` }),
      ),
    );
  }

  /** @param {string} title @param {readonly string[]} sentences */
  const warnings = (title, sentences) =>
    sentences.length
      ? [el("h2", {}, title), el("ul", { class: "warnings" }, sentences.map((words) => el("li", {}, words)))]
      : null;

  /** @param {AccessState} state */
  function show({ requests, conflicts, same_names }) {
    fill(
      body,
      requests.length ? [el("h2", {}, "Waiting for a second person"), el("ul", { class: "requests" }, requests.map(row))] : null,
      warnings("Roles that nobody gets together any more", conflicts),
      warnings("The same name twice", same_names),
    );
    node.hidden = !requests.length && !conflicts.length && !same_names.length;
  }

  async function reload() {
    show(await getAccess());
  }

  return { node, reload };
}
