/**
 * The first thing that a table page runs, and small: it opens the socket of the table while the rest of the page is still
 * on its way, so that the view is there when the page can show it.
 */

import { keepLine, openLine, tableOfPage } from "./websocket.js";
import { tokenOf } from "../kit/storage.js";

const table = tableOfPage();
keepLine(openLine(table, tokenOf(table)));
