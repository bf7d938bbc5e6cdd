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

/** Whether somebody works here. @param {PersonIdentity} person */
export const isStaff = ({ roles }) => roles.some((role) => role !== "player");

/** Who is signed in on this page. */
export class Account {
  #place;
  #timer = 0;
  /** Those that they may open. @type {import("./staffpages.js").StaffPage[]} */ staffPages = [];
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
      const [{ staffPagesOf }] = await Promise.all([import("./staffpages.js"), allRoles()]); // nobody else needs the list
      this.staffPages = staffPagesOf(this.may);
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
        this.staffPages.map(({ href, words }) => el("a", { href }, words)),
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
