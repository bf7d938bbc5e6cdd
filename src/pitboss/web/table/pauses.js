/** How long a page waits before it tries again to reach a house that did not answer; in milliseconds. */

export const FIRST = 50; // a connection that broke is most often back at once
export const GROWS_FROM = 400;
export const LONGEST = 10_000;

/**
 * The pause after so many attempts that failed one after the other. It grows, up to a limit, and is drawn between half of that and
 * all of it: pages that lost a house at the same moment do not all come back in the same one.
 * @param {number} failed  attempts, from 1 on @param {number} [drawn]  from 0 to 1
 */
export function pauseAfter(failed, drawn = Math.random()) {
  const whole = failed <= 1 ? FIRST : Math.min(LONGEST, GROWS_FROM * 2 ** (failed - 2));
  return Math.round(whole * (0.5 + drawn / 2));
}
