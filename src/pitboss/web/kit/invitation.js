/** The link of an invitation, shown once, or the request that waits for a second person before there is one. */

import { button, dialog, el } from "./dom.js";
import { labelled, outcome, succeeded } from "./forms.js";

/** @import { PersonInvitation } from "./types.js" */

/** The link, once: the house does not keep it; or that it waits for a second person. @param {PersonInvitation} made */
export function showInvitation({ person, link, request }) {
  if (request) {
    const who = request.waits_for.join(" or ") || "a second person";
    dialog(`Request ${request.number}`, el("p", {}, `To ${request.words}: it waits for ${who} to agree.`)).showModal();
    return;
  }
  if (!person || !link) return;
  const address = location.origin + link;
  const field = el("input", { readonly: true, value: address, class: "link" });
  const said = outcome();
  const copy = async () => {
    field.select();
    await navigator.clipboard?.writeText(address).then(
      () => succeeded(said, "Copied."),
      () => succeeded(said, "Copy it by hand: it is selected."),
    );
  };
  const sheet = dialog(
    `Invitation for ${person.name}`,
    el("p", {}, "Give them this link, by which they set a password or a passkey. It works once, for a day."),
    labelled("Link", field),
    el("div", { class: "act-row" }, button("Copy", copy, { class: "answer" })),
    el("p", { class: "held" }, "It is shown only now. A newer link replaces it."),
    said,
  );
  sheet.showModal();
  field.select();
}
