/** Alarms: what is not as it should be now, who is notified of it, and a test message. */

import { badge } from "../kit/components.js";
import { testAlarms } from "./api.js";
import { el, fill } from "../kit/dom.js";
import { listLine, listTable, titled } from "../kit/lists.js";
import { form, succeeded } from "../kit/forms.js";
import { moment } from "../kit/words.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { Administration, AlarmReceiver, StandingAlarm } from "../kit/types.js" */

/** @param {string} words */
const quiet = (words) => el("p", { class: "quiet-text" }, words);

/** @param {StandingAlarm} line */
const standing = ({ kind, severity, words, since, sent }) =>
  listLine(
    { "data-alarm": kind },
    words,
    severity === "page" ? badge("at once", "bad") : badge("today", "warn"),
    moment(since),
    sent ? "sent" : "not sent yet",
  );

/** @param {AlarmReceiver} line */
const receiver = ({ receiver: name, delivered, waiting, why }) =>
  listLine({ "data-receiver": name }, name, `${delivered} sent, ${waiting} waiting`, why ? badge(why, "bad") : delivered ? badge("reached", "good") : badge("not tried yet"));

/** @param {StaffPage} page */
export function alarmsPanel(page) {
  const now = el("div", {});
  const whom = el("div", {});

  const { node: test, said } = form(
    {
      submit: "Send a test message",
      look: "",
      refused: page.refused,
      send: async () => {
        const failed = (await testAlarms()).filter(({ why }) => why);
        if (failed.length) throw new Error(failed.map(({ receiver: name, why }) => `${name}: ${why}`).join(" "));
        succeeded(said, "The test message arrived everywhere.");
      },
    },
  );

  /** @param {Administration} found */
  function show({ alarms, alarm_receivers: receivers }) {
    const lines = alarms.map((one) => standing({ ...one, sent: one.sent && receivers.length > 0 }));
    fill(now, alarms.length ? listTable(["What", "Urgency", "Since", "Message"], lines) : quiet("Everything is as it should be."));
    fill(
      whom,
      receivers.length
        ? listTable(["Receiver", "Messages", "State"], receivers.map(receiver))
        : quiet("Alarms go nowhere. Whoever runs the machine names addresses or mailboxes in the settings."),
      receivers.length && page.account.may("keep webhooks") ? test : null,
    );
  }

  const node = el("div", { class: "console-panel" }, titled("Alarms", now), titled("Who gets them", whom));
  return { node, show };
}
