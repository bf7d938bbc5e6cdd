/** Cents to words and back. Integers only. */

/** `$1,250`, `$2.50`, `−$5`. */
export function dollars(cents) {
  const sign = cents < 0 ? "−" : "";
  const whole = Math.trunc(Math.abs(cents) / 100).toLocaleString("en-US");
  const rest = Math.abs(cents) % 100;
  return `${sign}$${whole}${rest ? "." + String(rest).padStart(2, "0") : ""}`;
}

/** Whether an amount is money; else it counts something, or is a place. @param {string} [unit] */
export const isMoney = (unit = "cents") => unit === "cents";

/** Whether an amount is a place in a stack of cards. @param {string} [unit] */
export const isPlace = (unit) => unit === "position";

/** An amount in its unit. @param {number} amount @param {string} [unit] */
export const inUnit = (amount, unit) => (isMoney(unit) ? dollars(amount) : amount.toLocaleString("en-US"));

/** `+$175` or `−$5`: a change. */
export const change = (cents) => (cents > 0 ? "+" : "") + dollars(cents);

/** What fits on a chip: `5`, `2.5`, `1.2k`. */
export function onChip(cents) {
  if (cents >= 100_000_00) return `${Math.trunc(cents / 100_000)}k`;
  if (cents >= 10_000_00) return `${Math.trunc(cents / 10_000) / 10}k`;
  return cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100);
}

/** Cents from what a person typed, or null when it is no amount. */
export function parseDollars(text) {
  const match = /^\s*\$?\s*(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text.replaceAll(",", ""));
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

/** What a stake wins at odds written `a to b`; null where that is not the whole story or not a whole cent. */
export function winnings(stake, odds) {
  const match = /^(\d+) to (\d+)$/.exec(odds);
  if (!match) return null;
  const due = (stake * Number(match[1])) / Number(match[2]);
  return Number.isInteger(due) ? due : null;
}
