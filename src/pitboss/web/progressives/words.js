/** How the progressive book is said: amounts of micro-cents, chances, who won. */

import { fine } from "../kit/money.js";

/** @import { JackpotLine, MeterLine, MeterStudy } from "../kit/types.js" */

const MICRO = 1_000_000;

/** `$1,234.56`, to the cent. @param {number} micro  micro-cents */
export const exactly = (micro) => {
  const [whole, rest] = fine(micro / MICRO).split(".");
  return `${whole.replace(/\d+/, (digits) => Number(digits).toLocaleString("en-US"))}.${rest}`;
};

/** An amount, or a dash where nothing moved. @param {number} [micro] */
export const moved = (micro = 0) => (micro ? exactly(micro) : "–");

/** `Table PGP-1`, `Linked: N-1, N-2`. @param {MeterLine} meter */
export const whereOf = ({ tables, linked }) => (linked ? `Linked: ${tables.join(", ")}` : tables.join(", "));

/** `20 %`, and what goes to the reserve. @param {MeterLine} meter */
export const rateOf = ({ rate, reserve_rate = "0" }) => `${rate} %${reserve_rate === "0" ? "" : `, ${reserve_rate} % to the reserve`}`;

/** How sure the figures are. @param {MeterStudy} study */
export const methodOf = ({ method, unit }) => `${method === "enumeration" ? "Exact" : `By ${method} analysis`}, for a wager of ${exactly(unit * MICRO)}`;

/** @param {JackpotLine} line */
export const winnerOf = ({ patron = 0, name = "", seat }) => [name || (patron ? `Patron ${patron}` : "Unknown"), `seat ${seat}`].join(", ");
