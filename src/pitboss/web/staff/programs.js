/** Programs of the staff with their tokens, and webhooks with their secrets: created, shown once, ended. */

import { agreeToProgram, createProgram, endWebhook, getPrograms, getWebhooks, nameWebhook, revokeProgram, withdrawProgram } from "./api.js";
import { button, el, fill } from "../kit/dom.js";
import { listLine, listTable } from "../kit/lists.js";
import { actButton, form, labelled, outcome, succeeded, textField } from "../kit/forms.js";
import { showOnce } from "../kit/share.js";
import { moment } from "../kit/words.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { ProgramLine, ProgramList, ProgramRequest, ProgramToken, WebhookLine, WebhookList, WebhookSecret } from "../kit/types.js" */

/** @param {StaffPage} page */
export function programsPanel(page) {
  const programs = programsPart(page);
  const webhooks = webhooksPart(page);
  const node = el("div", { class: "console-panel" }, programs.nodes, webhooks.nodes);
  return { node, reload: () => Promise.all([programs.reload(), webhooks.reload()]) };
}

/** Boxes to tick, of which at least one is meant. @param {string} label */
function choices(label) {
  const node = el("fieldset", {}, el("legend", {}, label));
  /** @param {readonly [string, string][]} offered  value and words */
  const offer = (offered) =>
    fill(node, el("legend", {}, label), offered.map(([value, words]) => el("label", {}, el("input", { type: "checkbox", value }), ` ${words}`)));
  const chosen = () => [...node.querySelectorAll("input")].filter(({ checked }) => checked).map(({ value }) => value);
  return { node, offer, chosen };
}

/** @param {StaffPage} page */
function programsPart(page) {
  const said = outcome();
  const list = el("div", { tabindex: "-1" });
  const allowed = choices("It may");
  let offered = false;

  /** @param {ProgramLine} line */
  function row({ program, purpose, scopes, expires, by, state, last_used }) {
    const revoke = async () => {
      showList(await revokeProgram(program));
      succeeded(said, `The token of ${program} counts no more.`);
      list.focus();
    };
    return listLine(
      { "data-program": program },
      [program, el("span", { class: "about" }, `${purpose}; created by ${by.join(" and ")}`)],
      scopes.join(", "),
      moment(expires),
      last_used ? moment(last_used) : "not since the house opened",
      el("span", { class: state === "active" ? "badge good" : "badge" }, state),
      state === "active" && page.account.may("revoke program") && actButton("Revoke", said, revoke, page.refused, { "aria-label": `Revoke ${program}` }),
    );
  }

  /** @param {ProgramRequest} line */
  function request({ number, since, words, by, you_may }) {
    const agree = async () => shown(await agreeToProgram(number));
    const withdraw = async () => {
      showList(await withdrawProgram(number));
      succeeded(said, `Request ${number} is withdrawn.`);
    };
    return el(
      "li",
      { "data-program-request": number },
      el("strong", {}, `Request ${number}`),
      `: to ${words}. `,
      el("span", { class: "about" }, `${by}, ${moment(since)}; waits for another administrator`),
      el(
        "span",
        { class: "act-row" },
        you_may && actButton("Agree", said, agree, page.refused, { class: "primary", "aria-label": `Agree to program request ${number}` }),
        page.account.may("create program") && actButton("Withdraw", said, withdraw, page.refused, { "aria-label": `Withdraw program request ${number}` }),
      ),
    );
  }

  /** @param {ProgramList} found */
  function showList({ programs, requests, scopes: known }) {
    if (!offered) allowed.offer(known.map(({ scope, words, two }) => [scope, two ? `${words} (two administrators decide)` : words]));
    offered = true;
    fill(
      list,
      requests.length ? el("ul", { class: "requests" }, requests.map(request)) : null,
      programs.length
        ? listTable(["Program", "Scopes", "Expires", "Last used", "State", ""], programs.map(row))
        : el("p", { class: "quiet-text" }, "No program has an account."),
    );
  }

  /** @param {ProgramToken} made */
  function shown({ programs, program, token }) {
    showList(programs);
    if (token) showToken(program, token);
    else succeeded(said, `${program} waits for another administrator, who is shown the token.`);
  }

  const reload = async () => showList(await getPrograms());

  function createForm() {
    const program = textField("Name of the program", { required: true, maxlength: 40, placeholder: "nightly-export" });
    const purpose = textField("What it is for", { required: true, maxlength: 200 });
    const days = textField("Days until it expires", { type: "number", min: 1, max: 366, required: true });
    days.input.defaultValue = "90"; // also after the form is cleared
    const made = form(
      {
        submit: "Create the program",
        refused: page.refused,
        send: async () => {
          const body = { program: program.input.value.trim(), purpose: purpose.input.value, scopes: allowed.chosen(), days: Number(days.input.value) };
          shown(await createProgram(body));
          made.node.reset();
        },
      },
      program.node,
      purpose.node,
      allowed.node,
      days.node,
    );
    return el("details", { class: "panel add" }, el("summary", {}, "Create an account for a program"), made.node);
  }

  const nodes = [
    page.account.may("create program") ? createForm() : null,
    el(
      "section",
      { class: "panel", "aria-label": "Programs" },
      el("div", { class: "panel-head" }, el("h2", {}, "Programs that sign in with a token"), button("Refresh", reload)),
      list,
      said,
    ),
  ];
  return { nodes, reload };
}

/** The token, once: the house keeps its hash. @param {string} program @param {string} token */
function showToken(program, token) {
  showOnce(
    `Token of ${program}`,
    [
      el("p", {}, "Save it in a file that only the user of the program may read. It is sent with every request:"),
      el("code", {}, "Authorization: Bearer TOKEN"),
    ],
    ["Token", token],
    "It is shown only now. Whoever has it may do what the program may, until it expires or is revoked.",
  );
}

/** @param {StaffPage} page */
function webhooksPart(page) {
  const said = outcome();
  const list = el("div", { tabindex: "-1" });
  const sent = choices("It is sent");
  const allowedWords = el("p", { class: "quiet-text" });
  let offered = false;

  /** @param {WebhookLine} line */
  function row({ webhook, url, topics, by, delivered, failures, failing_since, why }) {
    const end = async () => {
      showList(await endWebhook(webhook));
      succeeded(said, `Nothing is sent to ${webhook} any more.`);
      list.focus();
    };
    return listLine(
      { "data-webhook": webhook },
      [webhook, el("span", { class: "about" }, `${url}; named by ${by}`)],
      topics.join(", "),
      String(delivered),
      failures ? `${failures} failures since ${moment(failing_since ?? "")}: ${why}` : el("span", { class: "badge good" }, "in order"),
      page.account.may("keep webhooks") && actButton("End", said, end, page.refused, { "aria-label": `End the webhook ${webhook}` }),
    );
  }

  /** @param {WebhookList} found */
  function showList({ webhooks, allowed, topics: known }) {
    if (!offered) sent.offer(known.map((topic) => [topic, topic]));
    offered = true;
    fill(allowedWords, allowed.length ? `Addresses may lie below: ${allowed.join(", ")}.` : "No address is configured: whoever runs the house names them with --webhook-address.");
    fill(
      list,
      webhooks.length
        ? listTable(["Webhook", "Sends", "Delivered", "State", ""], webhooks.map(row))
        : el("p", { class: "quiet-text" }, "Nothing is sent anywhere."),
    );
  }

  const reload = async () => showList(await getWebhooks());

  function nameForm() {
    const webhook = textField("Name of the webhook", { required: true, maxlength: 40, placeholder: "surveillance" });
    const url = el("input", { type: "url", autocomplete: "off", required: true, maxlength: 400 });
    const made = form(
      {
        submit: "Name the webhook",
        refused: page.refused,
        send: async () => {
          const found = await nameWebhook({ webhook: webhook.input.value.trim(), url: url.value.trim(), topics: sent.chosen() });
          showList(found.webhooks);
          showSecret(found);
          made.node.reset();
        },
      },
      webhook.node,
      labelled("Address", url, allowedWords),
      sent.node,
    );
    return el("details", { class: "panel add" }, el("summary", {}, "Name a webhook"), made.node);
  }

  const nodes = [
    page.account.may("keep webhooks") ? nameForm() : null,
    el(
      "section",
      { class: "panel", "aria-label": "Webhooks" },
      el("div", { class: "panel-head" }, el("h2", {}, "Webhooks"), button("Refresh", reload)),
      list,
      said,
    ),
  ];
  return { nodes, reload };
}

/** The secret, once. @param {WebhookSecret} made */
function showSecret({ webhook, secret }) {
  showOnce(
    `Secret of ${webhook}`,
    el("p", {}, "The receiver checks the header webhook-signature with it, as standardwebhooks.com says."),
    ["Secret", secret],
    "It is shown only now. End the webhook and name another for a new secret.",
  );
}
