/** A second look before something is done that cannot simply be taken back: whom it concerns and what happens, and nothing preset. */

import { button, dialog, el } from "./dom.js";
import { actButton, outcome } from "./forms.js";

/** @import { Child } from "./dom.js" */

/**
 * Ask once more. @param {{title: string, happens: Child, act: string, send: () => Promise<unknown>, refused?: (error: unknown) => unknown}} of
 *   `happens`: what follows from it, in sentences; `act`: the words of the button that does it
 */
export function secondLook({ title, happens, act, send, refused }) {
  const said = outcome();
  const done = async () => {
    await send();
    sheet.close();
  };
  const back = button("Cancel", () => sheet.close(), { autofocus: true });
  const sheet = dialog(title, typeof happens === "string" ? el("p", {}, happens) : happens, said, el("div", { class: "act-row" }, actButton(act, said, done, refused, { class: "danger" }), back));
  sheet.classList.add("second-look");
  sheet.showModal();
}
