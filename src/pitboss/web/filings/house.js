/** Whose house it is: the certificate holder, the zone, the gaming day. */

import { getHouse, nameHouse } from "./api.js";
import { el } from "../kit/dom.js";
import { form, succeeded, textField } from "../kit/forms.js";

/** @import { StaffPage } from "../kit/staffpage.js" */

/** Whose house it is, and when its days begin. @param {StaffPage} page */
export async function houseForm(page) {
  const now = await getHouse();
  const holder = textField("Certificate holder", { required: true, maxlength: 64, value: now.holder });
  const licence = textField("License", { maxlength: 64, value: now.licence ?? "" });
  const address = textField("Address", { maxlength: 200, value: now.address ?? "" });
  const zone = textField("Time zone", { required: true, maxlength: 64, value: now.zone ?? "America/New_York" });
  const day = textField("The gaming day begins at", { required: true, maxlength: 5, value: now.gaming_day ?? "06:00" });
  const shifts = textField("Shifts begin at", { maxlength: 80, value: (now.shifts ?? []).join(", "), placeholder: "06:00, 14:00, 22:00" });
  const several = el("input", { type: "checkbox", checked: now.several_tables ?? true });
  const rule = el("label", { class: "check" }, several, "One person may sit at several tables at once");
  const fields = [holder, licence, address, zone, day, shifts];
  if (!page.account.may("name house")) {
    for (const { input } of fields) input.readOnly = true;
    several.disabled = true;
    return el("section", { class: "panel form" }, fields.map((field) => field.node), rule);
  }
  const { node, said } = form(
    {
      submit: "Save",
      refused: page.refused,
      send: async () => {
        const made = await nameHouse({
          holder: holder.input.value.trim(),
          licence: licence.input.value.trim(),
          address: address.input.value.trim(),
          zone: zone.input.value.trim(),
          gaming_day: day.input.value.trim(),
          shifts: shifts.input.value.split(",").map((hour) => hour.trim()).filter(Boolean), // prettier-ignore
          several_tables: several.checked,
        });
        succeeded(said, `Saved: ${made.holder}.`);
      },
    },
    fields.map((field) => field.node),
    rule,
  );
  return el("section", { class: "panel" }, node);
}
