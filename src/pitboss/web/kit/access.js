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
 * Agree to a request, after a second look: it is carried out at once. @param {StaffPage} page
 * @param {Pick<AccessLine, "number"|"words"|"by"|"since">} line @param {(made: PersonInvitation) => Promise<unknown>} agreed
 */
function agreeTo(page, { number, words, by, since }, agreed) {
  const send = () => agreeToAccess(number);
  secondLook(
    { title: `Agree to request ${number}?`, says: el("strong", {}, `Agree to ${words}.`), act: "Agree, and carry it out", send, then: agreed, refused: page.refused },
    el("p", { class: "quiet-text" }, `Asked for by ${by}, ${moment(since)}. It is carried out at once, and stands in the record under both names.`),
  );
}

/**
 * The decision on one request, for a card of the queue. @param {StaffPage} page @param {number} number
 * @param {(made: PersonInvitation|null) => unknown} decided  with the invitation that came of it, if one did
 */
export function accessDecision(page, number, decided) {
  const said = outcome();
  const found = async () => {
    const line = (await getAccess()).requests.find((one) => one.number === number);
    if (!line) throw new Error(`Request ${number} does not wait any more.`);
    return line;
  };
  const agree = async () => agreeTo(page, await found(), async (made) => decided(made));
  const decline = async () => {
    await withdrawAccess(number);
    await decided(null);
  };
  return el("div", { class: "act-row" }, actButton("Agree …", said, agree, page.refused), actButton("Decline", said, decline, page.refused), said);
}

/**
 * The requests that wait, and warnings; hidden while there are none.
 * @param {StaffPage} page @param {(made: PersonInvitation) => unknown} agreed  called with what came of an agreement
 */
export function accessPanel(page, agreed) {
  const said = outcome();
  const body = el("div", {});
  const node = el("section", { class: "panel", "aria-label": "Decided by two persons", hidden: true }, body, said);

  /** @param {AccessLine} line */
  function row(line) {
    const { number, since, words, by, waits_for, may_agree, may_withdraw } = line;
    const agree = () =>
      agreeTo(page, line, async (made) => {
        await reload();
        succeeded(said, `Request ${number} is carried out.`);
        await agreed(made);
      });
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
