/** Ways to the analysis board. */

import { el } from "./dom.js";

/** The page of a position. @param {string} position  its address, as the house tells it */
export const boardAt = (position) => `/analysis?${position}`;

/** A link to the board with a position that was judged; nothing where it has no address. @param {{position?: string}|null|undefined} judged */
export const boardLink = (judged) => (judged?.position ? el("a", { class: "board-link", href: boardAt(judged.position) }, "Open on the analysis board") : null);
