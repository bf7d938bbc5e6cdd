/** Who is signed in now, and who was locked; each browser can be signed out. */

import { revokeSession } from "./api.js";
import { button, el, fill } from "../kit/dom.js";
import { badges, listLine, listTable, titled } from "../kit/lists.js";
import { outcome, succeeded } from "../kit/forms.js";
import { secondLook } from "../kit/secondlook.js";
import { ago, moment } from "../kit/words.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { Administration, LockLine, SessionLine } from "../kit/types.js" */

/** @param {StaffPage} page */
export function sessionsPanel(page) {
  const said = outcome();
  const list = el("div", { tabindex: "-1" });
  const locked = el("div", {});
  const mayRevoke = () => page.account.may("revoke sessions");

  /** @param {SessionLine} line */
  function row({ session, credential, name, roles, since, last_used, yours }) {
    const revoke = async () => {
      showList(await revokeSession(session));
      succeeded(said, `${name} is signed out of that browser.`);
      list.focus();
    };
    const ask = () =>
      secondLook({
        title: `Sign out ${name} (${credential})`,
        says: `The browser in which ${name} signed in on ${moment(since)} is signed out now. They can sign in again.`,
        act: `Sign ${name} out`,
        send: revoke,
        refused: page.refused,
      });
    const out = button("Sign out", ask, { "aria-label": `Sign out ${name}, signed in ${moment(since)}` });
    return listLine(
      { "data-session": session },
      [name, el("span", { class: "about" }, credential)],
      badges(roles),
      moment(since),
      ago(last_used),
      yours ? el("span", { class: "badge good" }, "you, here") : mayRevoke() && out,
    );
  }

  /** @param {readonly SessionLine[]} sessions */
  function showList(sessions) {
    fill(list, listTable(["Person", "Roles", "Since", "Idle for", ""], sessions.map(row)));
  }

  /** @param {LockLine} line */
  const lock = ({ credential, name, time, now }) =>
    el("li", {}, `${moment(time)}: ${name} (${credential})`, now ? " is locked now; unlock them under People." : ".");

  /** @param {Administration} found */
  function show({ sessions, locks, failing_sign_ins }) {
    showList(sessions);
    const failing = failing_sign_ins
      ? `${failing_sign_ins} names or addresses failed to sign in within the last quarter of an hour.`
      : "Nobody failed to sign in within the last quarter of an hour.";
    fill(locked, el("p", {}, failing), locks.length ? el("ul", {}, locks.map(lock)) : el("p", {}, "Nobody was locked."));
  }

  const people = el("a", { href: "/people" }, "People and their roles");
  const node = el(
    "div",
    { class: "console-panel" },
    el(
      "section",
      { class: "panel", "aria-label": "Signed in now" },
      el("div", { class: "panel-head" }, el("h2", {}, "Signed in now"), people),
      list,
      said,
    ),
    titled("Failures to sign in", locked),
  );
  return { node, show };
}
