/** The colours that the viewer has chosen, on every page; where they have not, those that their device asks for. */

import { preferences } from "./storage.js";

/** The themes there are, each with what it is called. */
export const THEMES = {
  device: "as my device",
  felt: "felt green",
  night: "night",
  light: "light",
  contrast: "high contrast",
};

const LIGHT = matchMedia("(prefers-color-scheme: light)");
const MORE = matchMedia("(prefers-contrast: more)");

/** The theme that was chosen. @returns {keyof typeof THEMES} */
export function chosenTheme() {
  const chosen = preferences.get("theme", "device");
  return Object.hasOwn(THEMES, chosen) ? /** @type {keyof typeof THEMES} */ (chosen) : "device";
}

/** Show the page in the colours that hold now. */
function applyTheme() {
  const chosen = chosenTheme();
  const asked = MORE.matches ? "contrast" : LIGHT.matches ? "light" : "felt";
  document.documentElement.dataset.theme = chosen === "device" ? asked : chosen;
}

/** @param {string} theme */
export function chooseTheme(theme) {
  preferences.set("theme", theme);
  applyTheme();
}

applyTheme();
for (const media of [LIGHT, MORE]) media.addEventListener("change", applyTheme);
addEventListener("storage", applyTheme); // chosen in another tab
