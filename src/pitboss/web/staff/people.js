/** People: who works and plays here by role, who is on shift and where; for administrators, what can be done about it. */

import "../kit/theme.js";
import { accessPanel } from "../kit/access.js";
import { badge, difference } from "../kit/components.js";
import { StaffPage } from "../kit/staffpage.js";
import { dialog, el, fill } from "../kit/dom.js";
import { badges, groupedTable, listLine, listTable } from "../kit/lists.js";
import { form, labelled, outcome, succeeded, textField } from "../kit/forms.js";
import { showInvitation } from "../kit/invitation.js";
import { menuButton } from "../kit/menu.js";
import { addPerson, administer, changeRoles, getPeople, getPlaces, invite } from "../kit/peopleapi.js";
import { Queue } from "../kit/queue.js";
import { allRoles, listedRoles } from "../kit/roles.js";
import { secondLook } from "../kit/secondlook.js";
import { ago, capitalized, moment, plain } from "../kit/words.js";

/** @import { MenuItem } from "../kit/menu.js" */
/** @import { PersonLine, PersonPlace, RoleLine } from "../kit/types.js" */

const MOST_PLACES = 2; // that are listed at once

const page = new StaffPage();
const queue = new Queue(page, { limit: 2, folds: true });
const list = el("div", { class: "people-list" });
const said = outcome();
const count = el("p", { class: "quiet-text", role: "status" });
const filter = el("input", { type: "search", autocomplete: "off", placeholder: "Name, number or role" });
const access = accessPanel(page, async (made) => {
  showInvitation(made);
  await reload();
});
const onShift = el("input", { type: "checkbox" });
const withEnded = el("input", { type: "checkbox" });
/** @type {PersonLine[]} */ let people = [];
/** @type {PersonPlace[]} */ let places = [];
/** @type {RoleLine[]} */ let roles = [];

// --- the list

/** @param {PersonLine} person */
const waysIn = ({ password, passkeys }) =>
  [password ? "password" : "", passkeys ? `${passkeys} ${passkeys === 1 ? "passkey" : "passkeys"}` : ""]
    .filter(Boolean)
    .join(", ") || "nothing yet";

/** @param {PersonLine} person */
const placesOf = ({ credential }) => places.filter(({ person }) => person === credential);

/** Whether they work or play now: they stand at a table, or are signed in. @param {PersonLine} person */
const isHere = (person) => person.sessions > 0 || placesOf(person).length > 0;

/** Invited, and without a way to sign in; made-up people of a demonstration have their link. @param {PersonLine} person */
const isInvited = ({ password, passkeys }) => !password && !passkeys && !page.account.state?.demonstration;

/** Whether an administrator has to look at them first. @param {PersonLine} person */
const needsLook = (person) => !person.until && isAdministered(person) && (person.locked || Boolean(person.request) || isInvited(person));

/** Where they stand, since when; or that they are signed in. @param {PersonLine} person */
function whereNow(person) {
  const found = placesOf(person).map(({ table, role, since = "" }) =>
    el(
      "span",
      { class: "place" },
      el("a", { href: `/table/${encodeURIComponent(table)}` }, table),
      ` as ${plain(role)}${since ? `, ${ago(since)}` : ""}`,
    ),
  );
  if (found.length > MOST_PLACES + 1) {
    const rest = found.splice(MOST_PLACES);
    found.push(el("details", {}, el("summary", {}, `${rest.length} more tables`), rest));
  }
  if (found.length) return found;
  return person.sessions ? "signed in, at no table" : el("span", { class: "quiet-text" }, "not here");
}

/** @param {PersonLine} person @param {string} listed  the role under which they are */
function row(person, listed) {
  const { name, credential, locked, until, since, limits, request } = person;
  return listLine(
    { "data-person": credential, class: until ? "off" : undefined },
    [
      name,
      el("span", { class: "about" }, credential),
      person.roles.filter((role) => role !== listed).map((role) => badge(plain(role))),
      locked ? badge("locked", "warn") : null,
      isInvited(person) && !until ? badge("invited", "info") : null,
      request ? badge(`request ${request} waits`, "warn") : null,
      limits ? el("span", { class: "about" }, `own limits: ${limits}`) : null,
    ],
    whereNow(person),
    waysIn(person),
    until ? `${moment(since)} to ${moment(until)}` : `since ${moment(since)}`,
    isAdministered(person) && menuButton("Manage", `Manage ${name}`, acts(person)),
  );
}

/** @param {PersonLine} person */
const isAdministered = ({ until, roles: held }) =>
  !until && page.account.may(held.includes("board") ? "keep Board accounts" : "change roles");

/** The role under which somebody is listed: the last that the house has of theirs. @param {PersonLine} person */
const groupOf = ({ roles: held }) => roles.findLast(({ role }) => held.includes(role))?.role ?? "";

/** Those who are here first. @param {PersonLine} one @param {PersonLine} other */
const hereFirst = (one, other) => Number(isHere(other)) - Number(isHere(one)) || one.name.localeCompare(other.name);

/** @param {string} title @param {PersonLine[]} members @param {string} role  the one under which they are listed */
function group(title, members, role) {
  const here = members.filter(isHere).length;
  return {
    title: [title, " ", el("span", { class: "badge" }, here ? `${here} of ${members.length} on shift now` : String(members.length))],
    props: { "data-group": role },
    here,
    lines: [...members].sort(hereFirst).map((person) => row(person, role)),
  };
}

function showList() {
  const wanted = filter.value.toLowerCase().trim();
  const shown = people
    .filter((person) => withEnded.checked || !person.until)
    .filter((person) => !onShift.checked || isHere(person))
    .filter(({ name, credential, roles: held }) =>
      `${name} ${credential} ${listedRoles(held)}`.toLowerCase().includes(wanted),
    );
  const first = shown.filter(needsLook);
  const rest = shown.filter((person) => !needsLook(person));
  const byRole = [...roles].reverse().map(({ role }) => group(capitalized(plain(role)), rest.filter((person) => groupOf(person) === role), role));
  const all = [
    group("Needs a look", first, "look"),
    ...byRole.sort((one, other) => Number(other.here > 0) - Number(one.here > 0)),
    group("Without a role", rest.filter((person) => !groupOf(person)), ""),
  ];
  const now = people.filter((person) => !person.until);
  fill(count, `${now.length} people, ${now.filter(isHere).length} of them on shift now`);
  fill(
    list,
    shown.length
      ? groupedTable(["Person", "Where now", "Signs in with", "Here", ""], all.filter(({ lines }) => lines.length))
      : el("p", { class: "quiet-text" }, "Nobody matches."),
  );
}

async function reload() {
  [people, places] = await Promise.all([getPeople(), getPlaces()]);
  showList();
  await access.reload();
}

// --- one person

/** Checkboxes for roles. @param {readonly string[]} held @param {readonly RoleLine[]} offered */
function roleChoice(held, offered = roles) {
  const boxes = offered.map(({ role }) => ({
    role,
    box: el("input", { type: "checkbox", checked: held.includes(role), value: role }),
  }));
  const node = el(
    "fieldset",
    { class: "role-choice" },
    el("legend", {}, "Roles"),
    boxes.map(({ role, box }) => el("label", { class: "check" }, box, plain(role))),
  );
  return { node, chosen: () => boxes.filter(({ box }) => box.checked).map(({ role }) => role) };
}

/** What an administrator can do about somebody, each after a second look. @param {PersonLine} person @returns {MenuItem[]} */
function acts(person) {
  const { name, credential, locked } = person;
  /** @param {string} words @param {string} says @param {() => Promise<unknown>} send @param {string} done @returns {MenuItem} */
  const item = (words, says, send, done) => ({
    words,
    act: () =>
      secondLook({
        title: `${words}: ${name} (${credential})`,
        says,
        act: `${words}: ${name}`,
        refused: page.refused,
        send: async () => {
          await send();
          succeeded(said, done);
          await reload();
        },
      }),
  });
  const link = async () => showInvitation(await invite(credential));
  return [
    { words: "Change roles", act: () => chooseRoles(person) },
    item("New invitation link", `${name} chooses a new password or passkey with it. Links that were made before count no more.`, link, `The link for ${name} is made.`),
    ...(locked ? [item("Unlock", `${name} can try to sign in again at once.`, () => administer(credential, "unlock"), `${name} can sign in again.`)] : []),
    item("Sign out everywhere", `Every browser in which ${name} is signed in is signed out now. They can sign in again.`, () => administer(credential, "revoke"), `${name} is signed out everywhere.`),
    item("Leaves the house", `${name} is signed out and cannot sign in any more. What they did stays on record.`, () => administer(credential, "end"), `${name} has left.`),
  ];
}

/** Choose the roles of somebody; what changes is shown before it does. @param {PersonLine} person */
function chooseRoles(person) {
  const { name, credential, roles: held } = person;
  const choice = roleChoice(held, roles.filter(({ role }) => mayGive(role) || held.includes(role)));
  const { node } = form(
    {
      submit: "Continue",
      send: async () => {
        const chosen = choice.chosen();
        const isLost = held.some((role) => !chosen.includes(role));
        if (!isLost && chosen.every((role) => held.some((own) => own === role))) throw new Error("These are the roles that they have.");
        sheet.close();
        secondLook(
          {
            title: `Change roles: ${name} (${credential})`,
            says: isLost ? `${name} loses a role, and is signed out everywhere.` : `${name} gets another role, and stays signed in.`,
            act: `Change the roles of ${name}`,
            refused: page.refused,
            send: async () => {
              const { request } = await changeRoles(credential, chosen);
              succeeded(said, request ? `Request ${request} waits for a second person.` : `The roles of ${name} are changed.`);
              await reload();
            },
          },
          difference([["Roles", listedRoles(held) || "none", listedRoles(chosen) || "none"]]),
        );
      },
    },
    choice.node,
  );
  const sheet = dialog(`Roles of ${name} (${credential})`, node);
  sheet.showModal();
}

// --- adding somebody

/** The Board's accounts are its own; others than administrators add players. @param {string} role */
function mayGive(role) {
  const { may } = page.account;
  if (role === "board") return may("keep Board accounts");
  return may("add person") || (role === "player" && may("add player"));
}

function addForm() {
  const name = textField("Name", { required: true, maxlength: 64 });
  const number = textField("Credential number", { required: true, maxlength: 64 });
  const offered = roles.filter(({ role }) => mayGive(role));
  const choice = roleChoice(offered.length === 1 ? offered.map(({ role }) => role) : [], offered);
  const { node } = form(
    {
      submit: "Add this person",
      refused: page.refused,
      send: async () => {
        const body = { name: name.input.value.trim(), credential: number.input.value.trim(), roles: choice.chosen() };
        const made = await addPerson(body);
        node.reset();
        showInvitation(made);
        if (page.account.may("see people")) await reload();
      },
    },
    name.node,
    number.node,
    choice.node,
  );
  return el("details", { class: "panel add" }, el("summary", {}, "Add a person"), node);
}

// --- the matrix of roles

/** What each role may do in the house: a line a role, so that it is read at any width. */
function matrix() {
  return el(
    "details",
    { class: "panel" },
    el("summary", {}, "What each role may do in the house"),
    el("p", { class: "quiet-text" }, "What is done at a table follows its chapter, and is shown at the table."),
    listTable(
      ["Role", "May", "Not together with"],
      roles.map(({ role, may, apart, by_two }) =>
        listLine(
          {},
          [capitalized(plain(role)), by_two ? el("span", { class: "about" }, "granted by two") : null],
          badges(may, may.length ? null : el("span", { class: "quiet-text" }, "only what is shown at tables")),
          listedRoles(apart ?? []),
        ),
      ),
      "matrix",
    ),
  );
}

/** Everybody, with a field to find some. */
function everybody() {
  filter.addEventListener("input", showList);
  for (const box of [onShift, withEnded]) box.addEventListener("change", showList);
  const now = el("label", { class: "check" }, onShift, "on shift now");
  const also = el("label", { class: "check" }, withEnded, "also those who left");
  const head = el("div", { class: "list-head" }, labelled("Find a person", filter), now, also, count);
  return el("section", { class: "panel" }, head, said, list);
}

page.open(async ({ roles: held }) => {
  roles = await allRoles();
  const { may } = page.account;
  const [adds, sees] = [roles.some(({ role }) => mayGive(role)), may("see people")];
  const nothing = `Nothing here is for ${listedRoles(held)}; the list below says whose it is.`;
  fill(
    page.main,
    queue.node,
    adds || sees ? null : el("p", { role: "note" }, nothing),
    sees ? access.node : null,
    sees ? everybody() : null,
    adds ? addForm() : null,
    matrix(),
  );
  await Promise.all([queue.begin(), sees ? reload() : null]);
});
