/** Devices that tell what they show, and their keys: issued, shown once, revoked. */

import { getDevices, issueKey, revokeKey } from "./api.js";
import { getTables } from "../kit/api.js";
import { button, el, fill, selection } from "../kit/dom.js";
import { listLine, listTable } from "../kit/lists.js";
import { form, labelled, outcome, setOptions, succeeded, textField } from "../kit/forms.js";
import { secondLook } from "../kit/secondlook.js";
import { showOnce } from "../kit/share.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { DeviceKey, DeviceLine } from "../kit/types.js" */

/** @type {["cards"|"tiles"|"dice"|"wheel"|"number"|"reader"|"", string][]} */
const READS = [
  ["", "whatever is asked (a scanner, a keypad)"],
  ["cards", "cards (a reading shoe)"],
  ["dice", "dice"],
  ["wheel", "a wheel"],
  ["tiles", "tiles"],
  ["number", "a number generator"],
  ["reader", "a card that stays face down (a card reader)"],
];

/** @param {StaffPage} page */
export function devicesPanel(page) {
  const said = outcome();
  const list = el("div", { tabindex: "-1" });

  /** @param {DeviceLine} line */
  function row({ device, table, reads, by, connected }) {
    const revoke = async () => {
      showList(await revokeKey(device));
      succeeded(said, `The key of ${device} counts no more; its connection is closed.`);
      list.focus();
    };
    const ask = () =>
      secondLook({
        title: `Revoke the key of ${device}`,
        says: `${device} at ${table} is disconnected now, and reports nothing more until it has a new key. Its dealer enters results by hand.`,
        act: `Revoke the key of ${device}`,
        send: revoke,
        refused: page.refused,
      });
    return listLine(
      { "data-device": device },
      [device, el("span", { class: "about" }, `key issued by ${by}`)],
      el("a", { href: `/table/${encodeURIComponent(table)}` }, table),
      reads || "whatever is asked",
      el("span", { class: connected ? "badge good" : "badge" }, connected ? "open" : "not connected"),
      page.account.may("revoke device key") && button("Revoke", ask, { "aria-label": `Revoke the key of ${device}` }),
    );
  }

  /** @param {readonly DeviceLine[]} devices */
  function showList(devices) {
    fill(
      list,
      devices.length
        ? listTable(["Device", "Table", "Reads", "Connection", ""], devices.map(row))
        : el("p", { class: "quiet-text" }, "No device has a key."),
    );
  }

  const reload = async () => showList(await getDevices());

  function issueForm() {
    const device = textField("Name of the device", { required: true, maxlength: 64, placeholder: "shoe-12" });
    const table = el("select", { required: true });
    const none = el("p", { class: "quiet-text", hidden: true }, "At no table of this house are outcomes entered.");
    getTables().then((tables) => {
      const entered = tables.filter(({ chance }) => chance === "entered");
      none.hidden = entered.length > 0;
      setOptions(table, entered.map(({ id, title }) => [id, `${title} (${id})`]));
    }, page.refused);
    const reads = selection(READS);
    const made = form(
      {
        submit: "Issue a key",
        refused: page.refused,
        send: async () => {
          const wanted = READS.find(([value]) => value === reads.value)?.[0] ?? "";
          showKey(await issueKey({ device: device.input.value.trim(), table: table.value, reads: wanted }));
          made.node.reset();
          await reload();
        },
      },
      device.node,
      labelled("Table", table),
      labelled("It reads", reads),
      none,
    );
    made.node.classList.add("issue");
    return el("details", { class: "panel add" }, el("summary", {}, "Issue a key for a device"), made.node);
  }

  const mayIssue = page.account.may("issue device key");
  const node = el(
    "div",
    { class: "console-panel" },
    mayIssue ? issueForm() : null,
    el(
      "section",
      { class: "panel", "aria-label": "Devices with a key" },
      el("div", { class: "panel-head" }, el("h2", {}, "Devices with a key"), button("Refresh", reload)),
      list,
      said,
    ),
  );
  return { node, reload };
}

/** The key, once: the house does not keep it. @param {DeviceKey} made */
function showKey({ device: { device, table }, key }) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const address = `${scheme}://${location.host}/ws/devices/${encodeURIComponent(table)}`;
  showOnce(
    `Key of ${device}`,
    [
      el("p", {}, `Save it in a file that only the device's user may read. Its line at ${table}:`),
      el("code", {}, `pitboss device bridge --url ${address} --key-file FILE`),
    ],
    ["Key", key],
    "It is shown only now. A newer key of the device replaces it.",
  );
}
