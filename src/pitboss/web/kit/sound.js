/**
 * Small sounds, made here from tones: chips, cards, dice or ball, how the player's own wagers came out, and new work for staff. They
 * are off until somebody asks for them and never come before the first press. None tells anything that is not also written:
 * the log has every card, throw and settlement, the line under the felt the result, the controls what lies on the layout.
 */

import { preferences } from "./storage.js";

const APART = 60; // milliseconds: what happens together makes one sound

let pressed = false;
/** When each was last made, in milliseconds. @type {Map<string, number>} */
const made = new Map();

for (const press of ["pointerdown", "keydown"]) {
  addEventListener(press, () => (pressed = true), { capture: true, once: true });
}

/** The preference that turns a sound on. @param {string} name */
const wish = (name) => (name === "work" ? WORK_SOUND : "sounds");
export const WORK_SOUND = "worksound";

/** Make a sound, if it is wanted. @param {"chip"|"card"|"dice"|"ball"|"win"|"loss"|"work"} name */
export function sound(name) {
  const now = performance.now();
  if (!pressed || !preferences.get(wish(name), false) || now - (made.get(name) ?? -APART) < APART) return;
  made.set(name, now);
  make(name).catch(() => {}); // out of reach: play goes on in silence
}

/** @param {Parameters<typeof sound>[0]} name */
async function make(name) {
  const { play } = await import("./tones.js");
  play(name);
}
