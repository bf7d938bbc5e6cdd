/** Motion, for those who want it: all that moves can be skipped, and nothing moves where stillness is preferred. */

import { kept } from "./store.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const running = new Set();
let hurried = false;

/** Whether nothing should move: the system says so, or the player does. */
export const stillness = () => hurried || reduced.matches || kept.get("motion", true) === false;

/** Run an animation to its end, or to wherever it is skipped. */
export async function animate(node, keyframes, options) {
  if (stillness() || !node) return;
  const animation = node.animate(keyframes, { fill: "none", ...options });
  running.add(animation);
  await animation.finished.catch(() => {});
  running.delete(animation);
}

/** Wait, unless nothing moves. */
export function pause(milliseconds) {
  if (stillness()) return Promise.resolve();
  return new Promise((resolve) => {
    const waiting = { finish: () => (clearTimeout(timer), resolve()) };
    const timer = setTimeout(() => (running.delete(waiting), resolve()), milliseconds);
    running.add(waiting);
  });
}

/** Bring everything that moves to its end at once. */
export function skip() {
  for (const moving of [...running]) moving.finish();
  running.clear();
}

/** While there is much to catch up with, nothing moves. */
export function hurry(on) {
  hurried = on;
  if (on) skip();
}

export const moving = () => running.size > 0;
