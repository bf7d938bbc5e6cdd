/** The language of the players' pages: what was chosen, else what the browser asks for; English where there is neither. */

import { getGameWords } from "./api.js";
import { el, selection } from "./dom.js";
import { preferences, tabStorage } from "./storage.js";

const ENGLISH = "en";
/** What is offered; the words of the others (catalogue.js) are fetched for those who choose one. @type {Record<string, string>} */
export const OFFERED = { [ENGLISH]: "English", es: "Español (no oficial)", zh: "简体中文（非官方）" };
const FOR_PLAYERS = /^\/($|table\/|sign-in|account|statement|drills|open|analysis)/;

/** The language that holds now. */
export function chosenLanguage() {
  const asked = [preferences.get("language", ""), ...navigator.languages.map((one) => one.split("-")[0])];
  return asked.find((one) => Object.hasOwn(OFFERED, one)) ?? ENGLISH;
}

/** The choice of a language; the page is loaded again in it. */
export function languageChoice() {
  const choice = selection(Object.entries(OFFERED), { id: "language-choice", value: chosenLanguage() });
  choice.addEventListener("change", () => {
    preferences.set("language", choice.value);
    location.reload();
  });
  return el("label", { class: "check", for: "language-choice" }, el("span", {}, "Language"), choice);
}

/** The page in the language that holds; the law's nouns stay as they are for those who work here. */
async function speak() {
  const language = chosenLanguage();
  if (language === ENGLISH || !FOR_PLAYERS.test(location.pathname) || tabStorage.get("works", false)) return;
  const ofGames = getGameWords(language).catch(() => ({})); // without them the games stay in English
  const { translate } = await import("./translated.js");
  translate(language, await ofGames);
}

speak();
