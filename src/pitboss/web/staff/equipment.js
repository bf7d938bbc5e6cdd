/** Things: what the house received, where it is and in which state; and receiving one. */

import "../kit/theme.js";
import { StaffPage } from "../kit/staffpage.js";
import { el, fill } from "../kit/dom.js";
import { listLine, listTable } from "../kit/lists.js";
import { form, labelled, succeeded, textField } from "../kit/forms.js";
import { getThings, receiveThing } from "../kit/peopleapi.js";
import { stateWords } from "../kit/equipmentwords.js";
import { capitalized, moment, plain } from "../kit/words.js";

/** @import { ThingLine } from "../kit/types.js" */

const page = new StaffPage();
const list = el("div", {});
const filter = el("input", { type: "search", autocomplete: "off", placeholder: "Number, kind or place" });
/** @type {ThingLine[]} */ let things = [];

/** Why it was sealed or destroyed, and by whom. @param {ThingLine} line */
const because = ({ reason, signed }) => [capitalized(reason), signed.join(" and ")].filter(Boolean).join("; ");

/** @param {ThingLine} line */
function row(line) {
  const { thing, kind, description, approval, received, where, state, since } = line;
  return listLine(
    { "data-thing": thing },
    [thing, el("span", { class: "about" }, description)],
    plain(kind),
    where ? el("a", { href: `/table/${encodeURIComponent(where)}` }, where) : "in the store",
    [stateWords(state), el("span", { class: "about" }, because(line))],
    since ? moment(since) : "not used yet",
    [received ? moment(received) : "with its table", approval ? el("span", { class: "about" }, approval) : null],
  );
}

function showList() {
  const wanted = filter.value.toLowerCase().trim();
  const shown = things.filter(({ thing, kind, where, description, state }) =>
    `${thing} ${plain(kind)} ${where} ${description} ${stateWords(state)}`.toLowerCase().includes(wanted),
  );
  fill(
    list,
    shown.length
      ? listTable(["Thing", "Kind", "Where", "State", "In use since", "Received"], shown.map(row))
      : el("p", { class: "quiet-text" }, things.length ? "Nothing matches." : "The house has received nothing yet."),
  );
}

function receiveForm() {
  const thing = textField("Its number", { required: true, maxlength: 64, placeholder: "lot 4711, deck 3: 4711-3" });
  const kinds = [...new Set(things.map((line) => line.kind))].sort();
  const kind = textField("Kind", { required: true, maxlength: 64, list: "kinds" });
  const known = el("datalist", { id: "kinds" }, kinds.map((name) => el("option", { value: name })));
  const description = textField("What it is", { required: true, maxlength: 200 });
  const approval = textField("Certificate or approval, where it has one", { maxlength: 64 });
  const { node, said } = form(
    {
      submit: "Receive",
      refused: page.refused,
      send: async () => {
        const made = await receiveThing({
          thing: thing.input.value.trim(),
          kind: kind.input.value.trim(),
          description: description.input.value.trim(),
          approval: approval.input.value.trim(),
        });
        node.reset();
        succeeded(said, `${made.thing} is in the store.`);
        things = await getThings();
        showList();
      },
    },
    thing.node,
    kind.node,
    known,
    description.node,
    approval.node,
  );
  return el("details", { class: "panel add" }, el("summary", {}, "Receive equipment"), node);
}

page.open(async () => {
  things = await getThings();
  filter.addEventListener("input", showList);
  fill(
    page.main,
    page.account.may("receive thing") ? receiveForm() : null,
    el("section", { class: "panel" }, el("div", { class: "list-head" }, labelled("Find a thing", filter)), list),
  );
  showList();
}, "see things");
