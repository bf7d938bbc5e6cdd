/** Backups: made while the house is open, with progress; the copies that lie beside the database. */

import { badge } from "../kit/components.js";
import { getBackups, makeBackup } from "./api.js";
import { size } from "./health.js";
import { el, fill } from "../kit/dom.js";
import { listLine, listTable, titled } from "../kit/lists.js";
import { form, outcome, succeeded } from "../kit/forms.js";
import { moment } from "../kit/words.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { BackupLine, Backups } from "../kit/types.js" */

const EVERY = 400; // milliseconds between two looks at a backup under way

/** @param {BackupLine} line */
const row = ({ file, bytes, time, sha256, by, with_key }) =>
  listLine(
    { "data-backup": file },
    [file, el("span", { class: "hash" }, sha256 ? `sha256 ${sha256}` : "")],
    `${moment(time)}${by ? ` by ${by}` : ""}`,
    size(bytes),
    with_key ? badge("beside it", "warn") : badge("not beside it"),
  );

/** @param {StaffPage} page */
export function backupsPanel(page) {
  const list = el("div", {});
  const bar = el("progress", { max: 1, "aria-label": "Progress of the backup" });
  const doing = el("p", {});
  const under = el("div", { class: "copies", hidden: true }, doing, bar);
  const failed = outcome();

  /** @param {Backups} found */
  function show({ made, running, doing: words, done, failed: why }) {
    under.hidden = !running;
    bar.value = done;
    fill(doing, words);
    failed.className = "outcome refusal";
    fill(failed, why);
    fill(
      list,
      made.length
        ? listTable(["Copy", "Made", "Size", "Key"], made.map(row))
        : el("p", { class: "quiet-text" }, "There is no copy beside the database."),
    );
    return running;
  }

  const reload = async () => show(await getBackups());

  /** Look until it is done. */
  async function follow() {
    while (await reload()) await new Promise((again) => setTimeout(again, EVERY));
  }

  const withKey = el("input", { type: "checkbox" });
  const { node: make, said } = form(
    {
      submit: "Make a backup now",
      look: "",
      refused: page.refused,
      send: async () => {
        show(await makeBackup(withKey.checked));
        await follow();
        if (!failed.textContent) succeeded(said, "The backup is made, and every chain in it is in order.");
      },
    },
    el("label", { class: "check" }, withKey, "Put the key beside it: whoever has both reads everything"),
  );
  const node = el(
    "div",
    { class: "console-panel" },
    titled(
      "Backups",
      el("p", { class: "quiet-text" }, "Play goes on meanwhile. A copy lies beside the database; take it to another machine."),
      page.account.may("make backup") ? make : null,
      under,
      failed,
      list,
    ),
  );
  return { node, follow };
}
