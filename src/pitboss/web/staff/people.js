/** People: who works and plays here, in which roles; for administrators, what can be done about it. */

import "../kit/theme.js";
import { accessPanel } from "../kit/access.js";
import { badge } from "../kit/components.js";
import { StaffPage } from "../kit/staffpage.js";
import { button, dialog, el, fill } from "../kit/dom.js";
import { badges, listLine, listTable } from "../kit/lists.js";
import { actButton, form, labelled, outcome, succeeded, textField } from "../kit/forms.js";
import { showInvitation } from "../kit/invitation.js";
import { addPerson, administer, changeRoles, getPeople, invite } from "../kit/peopleapi.js";
import { allRoles, listedRoles } from "../kit/roles.js";
import { capitalized, moment, plain } from "../kit/words.js";

/** @import { PersonLine, RoleLine } from "../kit/types.js" */

const page = new StaffPage();
const list = el("div", { class: "people-list" });
const filter = el("input", { type: "search", autocomplete: "off", placeholder: "Name, number or role" });
const access = accessPanel(page, async (made) => {
  showInvitation(made);
  await reload();
});
const withEnded = el("input", { type: "checkbox" });
/** @type {PersonLine[]} */ let people = [];
/** @type {RoleLine[]} */ let roles = [];

// --- the list

/** @param {PersonLine} person */
const waysIn = ({ password, passkeys }) =>
  [password ? "password" : "", passkeys ? `${passkeys} ${passkeys === 1 ? "passkey" : "passkeys"}` : ""]
    .filter(Boolean)
    .join(", ") || "nothing yet";

/** @param {PersonLine} person */
function row(person) {
  const { name, credential, locked, until, since, sessions, limits, request } = person;
  return listLine(
    { "data-person": credential, class: until ? "off" : undefined },
    [
      name,
      el("span", { class: "about" }, credential),
      locked ? badge("locked", "warn") : null,
      request ? badge(`request ${request} waits`, "warn") : null,
      limits ? el("span", { class: "about" }, `own limits: ${limits}`) : null,
    ],
    badges(person.roles),
    until ? `${moment(since)} to ${moment(until)}` : `since ${moment(since)}`,
    waysIn(person),
    sessions ? `${sessions} now` : "no",
    isAdministered(person) && button("Manage", () => manage(person), { class: "manage", "aria-label": `Manage ${name}` }),
  );
}

/** @param {PersonLine} person */
const isAdministered = ({ until, roles: held }) =>
  !until && page.account.may(held.includes("board") ? "keep Board accounts" : "change roles");

function showList() {
  const wanted = filter.value.toLowerCase().trim();
  const shown = people
    .filter((person) => withEnded.checked || !person.until)
    .filter(({ name, credential, roles: held }) =>
      `${name} ${credential} ${listedRoles(held)}`.toLowerCase().includes(wanted),
    );
  fill(
    list,
    shown.length
      ? listTable(["Person", "Roles", "Here", "Signs in with", "Signed in", ""], shown.map(row))
      : el("p", { class: "quiet-text" }, "Nobody matches."),
  );
}

async function reload() {
  people = await getPeople();
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

/** @param {PersonLine} person */
function manage(person) {
  const { name, credential } = person;
  const choice = roleChoice(person.roles, roles.filter(({ role }) => mayGive(role) || person.roles.includes(role)));
  const said = outcome();
  const save = form(
    {
      submit: "Change the roles",
      refused: page.refused,
      send: async () => {
        const { request } = await changeRoles(credential, choice.chosen());
        succeeded(save.said, request ? `Request ${request} waits for a second person.` : "The roles are changed.");
        await reload();
      },
    },
    choice.node,
    el("p", { class: "quiet-text" }, "Whoever loses a role is signed out everywhere."),
  );
  /** @param {string} label @param {() => Promise<unknown>} act @param {string} done */
  const action = (label, act, done) => {
    const send = async () => {
      await act();
      succeeded(said, done);
      await reload();
    };
    return actButton(label, said, send, page.refused);
  };
  const link = async () => {
    const made = await invite(credential);
    sheet.close();
    showInvitation(made);
  };
  const end = action(`Yes, ${name} leaves`, () => administer(credential, "end"), `${name} has left.`);
  const sheet = dialog(
    `${name} (${credential})`,
    save.node,
    el(
      "div",
      { class: "act-row" },
      action("New invitation link", link, "The link is made."),
      person.locked ? action("Unlock", () => administer(credential, "unlock"), `${name} can sign in again.`) : null,
      action("Sign out everywhere", () => administer(credential, "revoke"), `${name} is signed out everywhere.`),
    ),
    el(
      "details",
      {},
      el("summary", {}, "Leaves the house"),
      el("p", {}, "They are signed out and cannot sign in any more. What they did stays on record."),
      end,
    ),
    said,
  );
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
  withEnded.addEventListener("change", showList);
  const also = el("label", { class: "check" }, withEnded, "also those who left");
  const head = el("div", { class: "list-head" }, labelled("Find a person", filter), also);
  return el("section", { class: "panel" }, head, list);
}

page.open(async ({ roles: held }) => {
  roles = await allRoles();
  const { may } = page.account;
  const [adds, sees] = [roles.some(({ role }) => mayGive(role)), may("see people")];
  const nothing = `Nothing here is for ${listedRoles(held)}; the list below says whose it is.`;
  fill(
    page.main,
    adds || sees ? null : el("p", { role: "note" }, nothing),
    sees ? access.node : null,
    adds ? addForm() : null,
    sees ? everybody() : null,
    matrix(),
  );
  if (sees) await reload();
});
