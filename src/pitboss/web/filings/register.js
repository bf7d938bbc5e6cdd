/** The register of filings: their states and dates, the Board's clock, and what can be done with each. */

import { asRefused } from "../kit/api.js";
import { badge } from "../kit/components.js";
import { button, el, fill, findAll, kept, render } from "../kit/dom.js";
import { PaperPanel } from "./papers.js";
import { doAt, getComing, getFiling, withdrawFiling } from "./api.js";
import { form, labelled, outcome, succeeded, textField } from "../kit/forms.js";
import { moment, plain } from "../kit/words.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { FilingLine, FloorPlan, GameLine } from "../kit/types.js" */

/** @type {Record<string, string>} */
const MARK = { draft: "✎", filed: "◷", approved: "✓", refused: "✕", in_force: "●", superseded: "○", withdrawn: "–" };
/** @type {Record<string, string>} */
const TONE = { filed: "warn", approved: "good", in_force: "good" };

/** `11 days left`, `ends today`, `ended 3 days ago`. @param {number} days  as the house counts them, where it is */
export function daysLeft(days) {
  if (days === 0) return "ends today";
  const many = Math.abs(days) === 1 ? "1 day" : `${Math.abs(days)} days`;
  return days > 0 ? `${many} left` : `ended ${many} ago`;
}

/** What the Board made a condition, in words and as rules. @param {FilingLine} line */
const conditionsOf = ({ conditions = "", binding = [] }) => {
  const said = [conditions, ...binding].filter(Boolean).join(" ");
  return said ? `: ${said}` : "";
};

/** What became of a filing, in words. @param {FilingLine} line */
export function history(line) {
  const words = [
    line.said_by_file
      ? `Filed and approved, as the floor file says: it went into the register from there ${moment(line.drafted)}, without number or dates`
      : `Drafted ${moment(line.drafted)} by ${line.drafted_by}`,
  ];
  if (line.filed) words.push(`filed on ${line.filed} as ${line.number ?? ""}`);
  if (line.state === "filed") words.push(`the Board's 15 days end on ${line.review_ends ?? ""}: ${daysLeft(line.days_left ?? 0)}`);
  if (line.decided) words.push(`${line.state === "refused" ? "refused" : "approved"} on ${line.decided}${line.decided_by ? ` by ${line.decided_by}` : ""}${conditionsOf(line)}`);
  if (line.tables?.length) words.push(`in force at ${line.tables.join(", ")}`);
  if (line.scheduled?.length) words.push(`to come into force at ${line.scheduled.join(", ")}`);
  if (line.reason) words.push(`withdrawn: ${line.reason}`);
  return `${words.join("; ")}.`;
}

/**
 * @typedef {object} RegisterActs  what the page does for the register
 * @property {(line: FilingLine, copy: boolean) => unknown} edit
 * @property {() => Promise<unknown>} refresh
 * @property {() => FloorPlan} floor
 * @property {(name: string) => GameLine|undefined} game
 */

/** One filing; forms stay as they are while somebody types in them. */
class Entry {
  #head = el("summary", {});
  #history = el("p", { class: "about" });
  #said = outcome(); // outside the forms, which are drawn again when the filing has come into force
  #body = el("div", { class: "filing-acts" });
  #tables = el("div", {}); // at which it can come into force

  /** @param {FilingLine} line @param {StaffPage} page @param {RegisterActs} acts */
  constructor(line, page, acts) {
    this.page = page;
    this.acts = acts;
    this.line = line;
    this.node = el("details", { class: "panel filing", "data-filing": line.id }, this.#head, this.#history, this.#said, this.#body);
    this.node.addEventListener("toggle", () => this.#draw());
    this.show(line);
  }

  get words() {
    const { id, game, title, number = "", state, tables = [] } = this.line;
    return `${id} ${plain(game)} ${game} ${title} ${number} ${plain(state)} ${tables.join(" ")}`.toLowerCase();
  }

  /** @param {FilingLine} line */
  show(line) {
    this.line = line;
    const { id, title, state, days_left: days } = line;
    render(this.#head, () => [
      el("strong", {}, id),
      ` ${title} `,
      el("span", { class: `badge ${TONE[state] ?? ""}` }, `${MARK[state] ?? ""} ${plain(state)}`),
      typeof days !== "number" ? null : badge(daysLeft(days), "warn"),
      line.tables?.map((table) => badge(table)),
    ]);
    render(this.#history, () => history(line));
    this.#draw();
  }

  #draw() {
    const { line, acts } = this;
    const { may } = this.page.account;
    if (!this.node.open) return;
    const mine = line.state === "draft" && may("draft filing");
    render(this.#body, () => [
      el(
        "div",
        { class: "act-row" },
        button(mine ? "Edit the draft" : "Look at its choices", () => acts.edit(line, false), { class: mine ? "primary" : "" }),
        may("draft filing") && line.state !== "draft" ? button("Draft a change of it", () => acts.edit(line, true)) : null,
        line.state === "filed" && may("decide filing") ? el("a", { class: "button", href: `/board#filings/${line.id}` }, "Decide it") : null,
      ),
      ["approved", "in_force", "superseded"].includes(line.state) && may("draft filing") ? kept("force", () => this.#force()) : null,
      ["draft", "filed", "approved"].includes(line.state) && may("withdraw filing") ? kept("withdrawal", () => this.#withdrawal()) : null,
      kept("documents", () => this.#documents()),
    ]);
    render(this.#tables, () => this.#tableBoxes());
  }

  #documents() {
    const papers = new PaperPanel();
    papers.show(this.acts.game(this.line.game)?.documents ?? [], () => this.line.id, this.line.id);
    return el("details", {}, el("summary", {}, "Documents"), papers.node);
  }

  /** The tables of its game, to be ticked. */
  #tableBoxes() {
    const { id, game } = this.line;
    const tables = this.acts.floor().tables.filter((table) => table.game === game && table.state !== "retired");
    if (!tables.length) return el("p", { class: "quiet-text" }, "No table of this house plays this game; add one under Floor plan.");
    const boxes = tables.map(({ number, filing }) => {
      const words = `${number}${filing === id ? ", in force there" : filing ? `, instead of ${filing}` : ""}`;
      return el("label", { key: number, class: "check" }, el("input", { type: "checkbox", value: number, disabled: filing === id }), words);
    });
    return el("fieldset", { class: "role-choice" }, el("legend", {}, "Tables"), boxes);
  }

  /** Tables at which it comes into force. */
  #force() {
    const ticked = () => findAll(this.#tables, "input:checked:enabled", HTMLInputElement);
    const at = textField("At this moment, in the time of the house; at once if empty", { type: "datetime-local" });
    const coming = el("div", { class: "coming", role: "status" });
    const preview = async () => {
      const told = await Promise.all(ticked().map(async ({ value: number }) => ({ number, ...(await getComing(number, this.line.id)) })));
      fill(
        coming,
        told.map(({ number, changes }) =>
          el("p", {}, el("strong", {}, `${number}: `), changes.length ? changes.join(" ") : "Nothing changes there."),
        ),
      );
    };
    this.#tables.onchange = () => preview().catch((error) => fill(coming, asRefused(error).sentence));
    const { conditions = "", binding = [] } = this.line;
    const bound = [conditions, ...binding].filter(Boolean).join(" ");
    const { node } = form(
      {
        submit: "Put in force",
        refused: this.page.refused,
        send: async () => {
          const boxes = ticked();
          const chosen = boxes.map(({ value }) => value);
          if (!chosen.length) throw new Error("Choose the tables at which it comes into force.");
          for (const box of boxes) {
            await doAt(box.value, { do: "put_in_force", filing: this.line.id, at: at.input.value });
            box.checked = false;
          }
          const when = at.input.value ? `at ${at.input.value.replace("T", " ")}, or then` : "";
          at.input.value = "";
          await this.acts.refresh();
          succeeded(this.#said, this.#came(chosen, when));
        },
      },
      bound ? el("p", { class: "conditions" }, `Conditions of the Board: ${bound}`) : null,
      this.#tables,
      coming,
      at.node,
    );
    return el("details", {}, el("summary", {}, "Put in force at tables"), node);
  }

  /** What came of putting it in force. @param {string[]} chosen  tables @param {string} when  it was to be, if not at once */
  #came(chosen, when) {
    const { id, scheduled = [] } = this.line;
    const [waiting, there] = [true, false].map((waits) => chosen.filter((table) => scheduled.includes(table) === waits).join(", "));
    const after = "when the round is over and nothing is on the layout; until then the rules stay as they are.";
    const told = [
      there ? `${id} is in force at ${there}.` : "",
      waiting ? `${id} waits at ${waiting}: it comes into force ${when ? `${when} ` : ""}${after}` : "",
    ];
    return told.filter(Boolean).join(" ");
  }

  #withdrawal() {
    const reason = textField("Why", { maxlength: 500, required: true });
    const { node } = form(
      {
        submit: "Withdraw it",
        refused: this.page.refused,
        send: async () => {
          await withdrawFiling(this.line.id, reason.input.value.trim());
          await this.#done(node);
        },
      },
      reason.node,
    );
    return el("details", {}, el("summary", {}, "Withdraw"), node);
  }

  /** @param {HTMLFormElement} node */
  async #done(node) {
    node.reset();
    this.show({ ...this.line, ...(await getFiling(this.line.id)) });
    await this.acts.refresh();
  }
}

/** All filings. */
export class FilingRegister {
  #page;
  #acts;
  /** @type {Map<string, Entry>} */ #entries = new Map();
  #find = el("input", { type: "search", autocomplete: "off", placeholder: "Number, game, state or table", oninput: () => this.#filter() });
  #list = el("div", { class: "filing-list" });
  #none = el("p", { class: "quiet-text" });

  /** @param {StaffPage} page @param {RegisterActs} acts */
  constructor(page, acts) {
    this.#page = page;
    this.#acts = acts;
    this.node = el("div", { class: "register" }, el("div", { class: "list-head" }, labelled("Find a filing", this.#find)), this.#none, this.#list);
  }

  /** @param {FilingLine[]} lines */
  show(lines) {
    for (const line of lines) {
      const known = this.#entries.get(line.id);
      if (known) known.show(line);
      else this.#entries.set(line.id, new Entry(line, this.#page, this.#acts));
    }
    const wanted = lines.map(({ id }) => this.#entries.get(id)?.node);
    wanted.forEach((node, place) => {
      if (node && this.#list.children[place] !== node) this.#list.insertBefore(node, this.#list.children[place] ?? null);
    });
    this.#filter();
  }

  #filter() {
    const wanted = this.#find.value.toLowerCase().trim();
    let any = false;
    for (const entry of this.#entries.values()) {
      entry.node.hidden = !entry.words.includes(wanted);
      any ||= !entry.node.hidden;
    }
    fill(this.#none, any ? null : this.#entries.size ? "Nothing matches." : "Nothing has been drafted or filed yet.");
  }
}
