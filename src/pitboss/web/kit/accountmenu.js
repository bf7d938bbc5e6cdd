/** The account line in the bar of every page: who is signed in, in which roles, the way to their pages, and out. */

import { button, el, render } from "./dom.js";
import "./language.js";
import { getSession, signOut } from "./sessionapi.js";
import { allRoles, listedRoles, mayInHouse } from "./roles.js";
import { tabStorage } from "./storage.js";
import { useZone } from "./words.js";

/** @import { PersonIdentity, SessionState } from "./types.js" */

const LATER = 1500; // milliseconds after the house would have ended an idle session
const LEAST = 20_000; // between two looks, however little time is left

/** Pages of the house, each with the acts that open it. */
const STAFF_PAGES = [
  { acts: ["work at cage"], href: "/cage", words: "Cage", about: "window, drawer, banks, slips and receipts" },
  { acts: ["work in count room"], href: "/count", words: "Count room", about: "boxes to count, sealed until all sign" },
  { acts: ["carry money"], href: "/security", words: "Carrying", about: "chips and boxes to carry, and voids to sign" },
  { acts: ["run shift"], href: "/shift", words: "Shift and day", about: "what is open, the end of shifts and days, differences" },
  { acts: ["watch money"], href: "/watch", words: "Watch the money", about: "trays, slips, boxes, drawers and accounts" },
  { acts: ["open book"], href: "/book", words: "Book and settings", about: "with what the book begins, pars and tolerances" },
  { acts: ["see slips"], href: "/slips", words: "Slips", about: "every slip, whoever signed it, and its prints" },
  { acts: ["see pit"], href: "/pit", words: "Pit", about: "every table at a glance, and one to act on" },
  { acts: ["see figures"], href: "/pit#hours", words: "Hourly sheet", about: "buy-ins, handle and win by the hour" },
  { acts: ["see reports"], href: "/reports", words: "Reports", about: "what was counted, played and owed, by shift, day, month and year" },
  { acts: ["see figures"], href: "/progressives", words: "Progressive book", about: "meters, what is owed on them, and jackpots" },
  { acts: ["see reconciliation"], href: "/reconciliation", words: "Reconciliation", about: "counted, played, paytable and chance, table by table" },
  { acts: ["export record"], href: "/board", words: "Board", about: "filings, rounds, decisions and the record" },
  { acts: ["search record"], unless: "export record", href: "/board", words: "Search the record", about: "rounds and decisions" },
  { acts: ["see filings"], href: "/filings", words: "Filings", about: "rules that were filed, and the floor plan" },
  { acts: ["see things"], href: "/equipment", words: "Equipment", about: "what falls due next, and where it is" },
  { acts: ["see people", "add player"], href: "/people", words: "People", about: "who works here, and where they stand" },
  { acts: ["see administration"], href: "/administration", words: "Administration", about: "health, sessions, devices, backups, rights" },
];

/** Those for somebody who may do some acts. @param {(act: string) => boolean} may */
export const staffPagesOf = (may) => STAFF_PAGES.filter(({ acts, unless = "" }) => acts.some(may) && !may(unless));

/** Whether somebody works here. @param {PersonIdentity} person */
export const isStaff = ({ roles }) => roles.some((role) => role !== "player");

/** Who is signed in on this page. */
export class Account {
  #place;
  #timer = 0;
  /** @type {SessionState|null} */ state = null;
  /** Called when nobody is signed in any more. @type {(before: PersonIdentity) => void} */ onEnded = () => {};

  /** @param {HTMLElement} place */
  constructor(place) {
    this.#place = place;
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.refresh());
    document.addEventListener("click", ({ target }) => this.#fold(!(target instanceof Node && place.contains(target))));
    place.addEventListener("keydown", ({ key }) => this.#fold(key === "Escape", true));
  }

  /** @returns {PersonIdentity|null} */
  get person() {
    return this.state?.person ?? null;
  }

  /** Whether they may do an act of the house. @param {string} act */
  may = (act) => mayInHouse(this.person?.roles ?? [], act);

  /** Ask the house who is signed in; where it cannot be reached, the line stays as it is. */
  async refresh() {
    const before = this.person;
    const now = await getSession().catch(() => null);
    if (!now) return;
    await this.adopt(now);
    if (before && !now.person) this.onEnded(before);
  }

  /** This is who is signed in now. @param {SessionState} state */
  async adopt(state) {
    this.state = state;
    useZone(state.zone ?? "");
    clearTimeout(this.#timer);
    if (state.person) {
      await allRoles();
      this.#timer = setTimeout(() => this.refresh(), Math.max(LEAST, state.seconds_left * 1000 + LATER));
    }
    const { person } = state;
    render(this.#place, () => (person ? [this.#work(person), this.#notices(state), this.#menu(person)] : signInLink()));
  }

  /** Fold the menu away. @param {boolean} wanted */
  #fold(wanted, focus = false) {
    const menu = this.#place.querySelector("details");
    if (!wanted || !menu?.open) return;
    menu.open = false;
    if (focus) menu.querySelector("summary")?.focus();
  }

  /** The way to what waits for them. @param {PersonIdentity} person */
  #work(person) {
    if (!isStaff(person) || location.pathname === "/work") return null;
    return el("a", { class: "sign-in-link work-link", href: "/work" }, "Your work");
  }

  /** The way to what they are notified of. @param {SessionState} state */
  #notices({ notices = 0 }) {
    if (!notices) return null;
    return el("a", { class: "sign-in-link", href: "/account" }, notices === 1 ? "1 notice" : `${notices} notices`);
  }

  /** @param {PersonIdentity} person */
  #menu(person) {
    const { name, roles } = person;
    const out = async () => {
      await signOut().catch(() => {}); // the page that follows says whether they are
      tabStorage.set("works", null);
      location.assign("/");
    };
    return el(
      "details",
      { class: "account-menu" },
      el(
        "summary",
        { "aria-label": `Account: ${name}, ${listedRoles(roles)}` },
        el("span", { class: "account-name", "data-initials": initials(name) }, name),
        " ",
        el("span", { class: "account-roles" }, listedRoles(roles)),
      ),
      el(
        "div",
        { class: "account-list" },
        el("p", {}, el("strong", {}, name), el("br"), listedRoles(roles)),
        isStaff(person) ? el("a", { href: "/work" }, "Your work") : null,
        staffPagesOf(this.may).map(({ href, words }) => el("a", { href }, words)),
        isStaff(person) ? el("a", { href: "/drills" }, "Drills") : null,
        el("a", { href: "/account" }, "Your account"),
        button("Sign out", out),
      ),
    );
  }
}

/** `DD`: a name where there is no room for it. @param {string} name */
const initials = (name) =>
  name
    .split(" ")
    .map((word) => word.charAt(0))
    .join("")
    .slice(0, 3);

/** The way to sign in, and back to this page. */
function signInLink() {
  if (location.pathname === "/sign-in") return null;
  const here = location.pathname + location.search;
  const next = here === "/" ? "" : `?next=${encodeURIComponent(here)}`;
  return el("a", { class: "sign-in-link", href: `/sign-in${next}` }, "Sign in");
}
