/** A second look before something binds: one sentence says what comes of it, and has the focus, so that no key confirms by accident. */

import { button, dialog, el, letBeRead } from "./dom.js";
import { actButton, outcome } from "./forms.js";

/** @import { Child } from "./dom.js" */

/**
 * Ask once more. @template Reply
 * @param {{title: string, says: Child, act: string, send: () => Promise<Reply>, then?: (reply: Reply) => unknown, refused?: (error: unknown) => unknown}} of
 *   `act`: what is on the button that confirms; `then`: what follows when it was done, and the dialog is gone
 * @param {Child[]} more  under the sentence
 */
export function secondLook({ title, says, act, send, then = () => {}, refused }, ...more) {
  const said = outcome();
  const sentence = el("p", { class: "second-look", tabindex: "-1" }, says);
  const confirms = async () => {
    const reply = await send();
    sheet.close();
    await then(reply);
  };
  const confirm = actButton(act, said, confirms, refused, { class: "primary" });
  const back = button("Go back", () => sheet.close());
  const sheet = dialog(title, sentence, ...more, el("div", { class: "act-row" }, back, confirm), said);
  letBeRead(confirm);
  sheet.showModal();
  sentence.focus();
}
