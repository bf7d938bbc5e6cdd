/**
 * Motion, for those who want it: every animation can be skipped, and nothing moves where reduced motion is preferred.
 */

import { preferences } from "../kit/storage.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {Set<{finish: () => void}>} */
const running = new Set();
let hurried = false;
let stilled = false;

/** How long everything takes, of its usual time; nothing moves where it takes none. @type {Record<string, number>} */
export const SPEEDS = { slow: 1.8, normal: 1, fast: 0.5, "at once": 0 };

/** How fast the player wants to see cards dealt and wheels turned. */
export function dealSpeed() {
  const chosen = preferences.get("motion", true) ? preferences.get("speed", "normal") : "at once";
  return Object.hasOwn(SPEEDS, chosen) ? chosen : "normal";
}

const pace = () => SPEEDS[dealSpeed()];

/** Whether nothing should move: the system says so, or the player does, or the real thing has moved already. */
export const motionOff = () => hurried || stilled || reduced.matches || !pace();

/**
 * Run an animation to its end, or until it is skipped.
 * @param {Element|null|undefined} node @param {Keyframe[]} keyframes @param {KeyframeAnimationOptions} options
 */
export async function animate(node, keyframes, options) {
  if (motionOff() || !node) return;
  const animation = node.animate(keyframes, { fill: "none", ...options });
  animation.playbackRate = 1 / pace();
  running.add(animation);
  await animation.finished.catch(() => {});
  running.delete(animation);
}

/** Wait, unless nothing moves. @param {number} milliseconds @returns {Promise<void>} */
export function pause(milliseconds) {
  if (motionOff()) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      running.delete(waiting);
      resolve();
    };
    const waiting = { finish };
    const timer = setTimeout(finish, milliseconds * pace());
    running.add(waiting);
  });
}

/** Bring every animation to its end at once. */
export function skip() {
  for (const animation of [...running]) animation.finish();
  running.clear();
}

/** While there is much to catch up with, nothing moves. @param {boolean} on */
export function hurry(on) {
  hurried = on;
  if (on) skip();
}

/** For those who work beside real cards, dice or wheels nothing moves. @param {boolean} on */
export function still(on) {
  stilled = on;
}

/** Whether something moves now. */
export const isMoving = () => running.size > 0;
