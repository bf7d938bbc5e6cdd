/**
 * Small sounds, made here from tones: chips, cards, dice or ball, and how the player's own wagers came out. They are off
 * until the player asks for them and never come before the first press. None tells anything that is not also written:
 * the log has every card, throw and settlement, the line under the felt the result, the controls what lies on the layout.
 */

import { preferences } from "../kit/storage.js";

const APART = 60; // milliseconds: what happens together makes one sound

let pressed = false;
/** When each was last made, in milliseconds. @type {Map<string, number>} */
const made = new Map();

for (const press of ["pointerdown", "keydown"]) {
  addEventListener(press, () => (pressed = true), { capture: true, once: true });
}

/** Make a sound, if the player wants any. @param {"chip"|"card"|"dice"|"ball"|"win"|"loss"} name */
export function sound(name) {
  const now = performance.now();
  if (!pressed || !preferences.get("sounds", false) || now - (made.get(name) ?? -APART) < APART) return;
  made.set(name, now);
  make(name).catch(() => {}); // out of reach: play goes on in silence
}

/** @param {Parameters<typeof sound>[0]} name */
async function make(name) {
  const { play } = await import("./tones.js");
  play(name);
}
