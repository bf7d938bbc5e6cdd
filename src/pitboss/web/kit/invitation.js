/** The link of an invitation, shown once, or the request that waits for a second person before there is one. */

import { dialog, el } from "./dom.js";
import { showOnce } from "./share.js";

/** @import { PersonInvitation } from "./types.js" */

/** The link, once: the house does not keep it; or that it waits for a second person. @param {PersonInvitation} made */
export function showInvitation({ person, link, request }) {
  if (request) {
    const who = request.waits_for.join(" or ") || "a second person";
    dialog(`Request ${request.number}`, el("p", {}, `To ${request.words}: it waits for ${who} to agree.`)).showModal();
    return;
  }
  if (!person || !link) return;
  const about = "Give them this link, by which they set a password or a passkey. It works once, for a day.";
  showOnce(`Invitation for ${person.name}`, el("p", {}, about), ["Link", location.origin + link], "It is shown only now. A newer link replaces it.");
}
