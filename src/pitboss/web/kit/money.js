/** Cents to words and back. Integers only. */

/** @import { Unit } from "./types.js" */

const WHOLE = new Intl.NumberFormat("en-US"); // one for all: to make one takes longer than to use it

/** `$1,250`, `$2.50`, `−$5`. @param {number} cents */
export function dollars(cents) {
  const sign = cents < 0 ? "−" : "";
  const whole = WHOLE.format(Math.trunc(Math.abs(cents) / 100));
  const rest = Math.abs(cents) % 100;
  return `${sign}$${whole}${rest ? "." + String(rest).padStart(2, "0") : ""}`;
}

/** Whether an amount is money; else it counts something, or is a position. @param {Unit} unit */
export const isMoney = (unit = "cents") => unit === "cents";

/** Whether an amount is a position in a stack of cards. @param {Unit} [unit] */
export const isPosition = (unit) => unit === "position";

/** An amount in its unit. @param {number} amount @param {Unit} [unit] */
export const inUnit = (amount, unit) => (isMoney(unit) ? dollars(amount) : WHOLE.format(amount));

/** `+$175` or `−$5`: a change. @param {number} cents */
export const change = (cents) => (cents > 0 ? "+" : "") + dollars(cents);

/** `$1.30`: an amount in cents and parts of a cent, to the cent. @param {number} amount */
export const fine = (amount) => `${amount < -0.5 ? "−" : ""}$${(Math.abs(amount) / 100).toFixed(2)}`;

/** `+$1.30`, `−$0.52`. @param {number} amount */
export const fineChange = (amount) => (amount >= 0.5 ? "+" : "") + fine(amount);

/** What fits on a chip: `5`, `2.5`, `1.2k`. @param {number} cents */
export function onChip(cents) {
  if (cents >= 100_000_00) return `${Math.trunc(cents / 100_000)}k`;
  if (cents >= 10_000_00) return `${Math.trunc(cents / 10_000) / 10}k`;
  return cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100);
}

/** Cents from what a person typed, or null when it is not an amount. @param {string} text */
export function parseDollars(text) {
  const match = /^\s*\$?\s*(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text.replaceAll(",", ""));
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

/** The two numbers of odds written `a to b`; null where they are written another way. @param {string} odds */
export function ratio(odds) {
  const match = /^(\d+) to (\d+)$/.exec(odds);
  return match && { win: Number(match[1]), unit: Number(match[2]) };
}

/**
 * What a stake wins at odds written `a to b`; null where that is not the whole story, or is rounded to a cent or chip.
 * @param {number} stake @param {string} odds @param {number} [paidIn]
 */
export function winnings(stake, odds, paidIn = 1) {
  const found = ratio(odds);
  const due = found ? (stake * found.win) / found.unit : NaN;
  return Number.isInteger(due / paidIn) ? due : null;
}
