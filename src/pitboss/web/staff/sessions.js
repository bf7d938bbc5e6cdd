/** Who is signed in now, and who was locked; each browser can be signed out. */

import { revokeSession } from "./api.js";
import { button, el, fill, headRow } from "../kit/dom.js";
import { attempt, outcome, succeeded } from "../kit/forms.js";
import { ago, moment, plain } from "../kit/words.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { Administration, LockLine, SessionLine } from "../kit/types.js" */

/** @param {StaffPage} desk */
export function sessionsPanel(desk) {
  const said = outcome();
  const list = el("div", { tabindex: "-1" });
  const locked = el("div", {});
  const mayRevoke = () => desk.account.may("revoke sessions");

  /** @param {SessionLine} line */
  function row({ session, credential, name, roles, since, last_used, yours }) {
    const out = button(
      "Sign out",
      () =>
        attempt(
          out,
          said,
          async () => {
            showList(await revokeSession(session));
            succeeded(said, `${name} is signed out of that browser.`);
            list.focus();
          },
          desk.refused,
        ),
      { "aria-label": `Sign out ${name}, signed in ${moment(since)}` },
    );
    return el(
      "tr",
      { "data-session": session },
      el("th", { scope: "row" }, name, el("span", { class: "about" }, credential)),
      el(
        "td",
        { "data-label": "Roles", class: "role-badges" },
        roles.map((role) => el("span", { class: "badge" }, plain(role))),
      ),
      el("td", { "data-label": "Since" }, moment(since)),
      el("td", { "data-label": "Idle for" }, ago(last_used)),
      el("td", {}, yours ? el("span", { class: "badge good" }, "you, here") : mayRevoke() ? out : null),
    );
  }

  /** @param {readonly SessionLine[]} sessions */
  function showList(sessions) {
    fill(
      list,
      el(
        "table",
        { class: "stackable" },
        headRow("Person", "Roles", "Since", "Idle for", ""),
        el("tbody", {}, sessions.map(row)),
      ),
    );
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
    { class: "desk-panel" },
    el(
      "section",
      { class: "panel", "aria-label": "Signed in now" },
      el("div", { class: "panel-head" }, el("h2", {}, "Signed in now"), people),
      list,
      said,
    ),
    el("section", { class: "panel", "aria-label": "Failures to sign in" }, el("h2", {}, "Failures to sign in"), locked),
  );
  return { node, show };
}
