/** What can be done with the tables that are selected on the floor plan: limits and filings for several, the rest for one. */

import { getTable } from "../kit/api.js";
import { doAt } from "./api.js";
import { difference } from "../kit/components.js";
import { changeDetector, el, fill, kept, render } from "../kit/dom.js";
import { cameIntoForce, comingChanges, doAtEach } from "./force.js";
import { labelled, outcome, setOptions, textField } from "../kit/forms.js";
import { dollars, parseDollars } from "../kit/money.js";
import { listed, reviewForm } from "./reviewform.js";
import { moment, plain } from "../kit/words.js";

/** @import { Child } from "../kit/dom.js" */
/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { FilingLine, FloorPlan, FloorTable, LimitsMessage, TableInfo } from "../kit/types.js" */

const CAN_COME = ["approved", "in_force", "superseded"];

/** What somebody typed as an amount, or an error that says so. @param {HTMLInputElement} input */
export function typedAmount(input) {
  if (!input.value.trim()) return undefined;
  const cents = parseDollars(input.value);
  if (cents === null) throw new Error(`Expected an amount in dollars like 25 or 12.50, not ${input.value.trim()}.`);
  return cents;
}

/** `$5 to $500`. @param {{minimum?: number|null, maximum?: number|null}} of */
export const limitWords = ({ minimum, maximum }) => `${minimum ? dollars(minimum) : "any"} to ${maximum ? dollars(maximum) : "any"}`;

/** The limits of one wager at a table, as filed for it. @param {TableInfo} info @param {string} wager */
function ownLimits({ submission }, wager) {
  const own = /** @type {Record<string, {minimum?: string, maximum?: string}>} */ (submission.limits ?? {})[wager] ?? {};
  const [minimum, maximum] = [own.minimum, own.maximum].map((text) => (text === undefined ? undefined : (parseDollars(text) ?? undefined)));
  return { minimum, maximum };
}

/**
 * @typedef {object} FloorActs  what the plan does for its forms
 * @property {() => Promise<unknown>} refresh
 * @property {() => FloorPlan} floor
 * @property {() => readonly FilingLine[]} filings
 * @property {() => FloorTable[]} selected
 */

/** The panel beside the plan. */
export class SelectionPanel {
  #page;
  #acts;
  /** @type {Map<string, TableInfo>} */ #infos = new Map(); // rules of tables, for the names of their wagers
  #came = outcome();
  #about = changeDetector();
  #wager = el("select", {});
  #filing = el("select", { required: true });
  #limitsForm;
  #forceForm;
  #force = el("div", {}); // the form, or why there is none
  #forceFold = el("details", {}, el("summary", {}, "Put a filing in force"), this.#force);

  /** @param {StaffPage} page @param {FloorActs} acts */
  constructor(page, acts) {
    this.#page = page;
    this.#acts = acts;
    this.#limitsForm = el("details", {}, el("summary", {}, "Change limits"), this.#limits());
    this.#forceForm = this.#inForce();
    this.node = el("section", { class: "panel selection", "aria-label": "Selected tables", tabIndex: -1 });
  }

  /** Bring it into view, by keyboard too. */
  focus() {
    this.node.scrollIntoView();
    this.node.focus({ preventScroll: true });
  }

  /** The selection, or what is known of it, is other than before. */
  show() {
    const tables = this.#acts.selected();
    const numbers = tables.map(({ number }) => number);
    const games = [...new Set(tables.map(({ game }) => game))];
    const { may } = this.#page.account;
    if (this.#about(numbers)) fill(this.#came);
    if (!tables.length) {
      const words = may("change limits") ? "Select one table or several to change their limits or what is in force there." : "Select a table to see what is in force there.";
      return fill(this.node, el("h2", {}, "No table is selected"), el("p", { class: "quiet-text" }, words));
    }
    this.#offer(games, tables);
    const [one] = tables.length === 1 ? tables : [null];
    render(this.node, () => [
      el("h2", {}, one ? `${one.number} ${one.title}` : `${tables.length} tables: ${listed(numbers)}`),
      el("ul", { class: "selected-tables" }, tables.map((table) => el("li", { key: table.number }, one ? null : el("strong", {}, `${table.number} `), inForceWords(table)))),
      this.#came,
      may("change limits") ? this.#limitsForm : null,
      may("put rules in force") ? this.#forceFold : null,
      one && may("change settings") ? kept(["settings", one.number, one.title, one.pit], () => el("div", {}, this.#sales(one), this.#place(one))) : null,
      one?.pending_rules && may("put rules in force") ? kept(["to come", one.number, one.pending_rules], () => this.#cancel(one)) : null,
      one && may("retire table") ? kept(["retire", one.number], () => this.#retirement(one)) : null,
    ]);
  }

  /** What can be chosen for these tables. @param {string[]} games @param {FloorTable[]} tables */
  #offer(games, tables) {
    const [game] = games;
    const usable = this.#acts.filings().filter((line) => line.game === game && CAN_COME.includes(line.state) && tables.some(({ filing }) => filing !== line.id));
    setOptions(this.#filing, [["", "choose a filing"], ...usable.map(({ id, title, state }) => [id, `${id}, ${title} (${plain(state)})`])]);
    const none = games.length > 1 ? "Select tables of one game to put a filing in force at all of them." : "No other filing of this game is approved; draft one, file it, and the Board decides.";
    render(this.#force, () => (games.length > 1 || !usable.length ? el("p", { class: "quiet-text" }, none) : this.#forceForm));
    this.#offerWagers(games.length === 1 ? tables[0] : null);
  }

  /** @param {FloorTable|null} table  null: they are of several games */
  async #offerWagers(table) {
    const offer = (/** @type {readonly {name: string, title: string}[]} */ wagers) =>
      setOptions(this.#wager, [["", "of the table"], ...wagers.map(({ name, title }) => [name, `of ${title}`])]);
    if (!table) return offer([]);
    const info = await this.#info(table.number).catch(() => null);
    if (this.#acts.selected()[0]?.game === table.game) offer(info?.wagers ?? []);
  }

  /** @param {string} number */
  async #info(number) {
    const info = this.#infos.get(number) ?? (await getTable(number));
    this.#infos.set(number, info);
    return info;
  }

  #numbers() {
    return this.#acts.selected().map(({ number }) => number);
  }

  // --- for several

  #limits() {
    const [least, most] = ["Minimum, $", "Maximum, $"].map((label) => textField(label, { inputmode: "decimal" }));
    const asked = () => {
      /** @type {LimitsMessage} */
      const limits = {};
      const [minimum, maximum] = [typedAmount(least.input), typedAmount(most.input)];
      if (minimum !== undefined) limits.minimum = minimum;
      if (maximum !== undefined) limits.maximum = maximum;
      if (minimum === undefined && maximum === undefined) throw new Error("Say a minimum, a maximum, or both.");
      return limits;
    };
    return reviewForm(
      {
        refused: this.#page.refused,
        came: this.#came,
        review: async () => {
          const [limits, tables, wager] = [asked(), this.#acts.selected(), this.#wager.value];
          this.#infos.clear(); // they may have been changed since
          const before = await Promise.all(tables.map(async (table) => (wager ? ownLimits(await this.#info(table.number), wager) : table)));
          const words = this.#wager.selectedOptions[0]?.textContent ?? "";
          const conditions = tables.flatMap(({ filing }) => this.#acts.filings().find(({ id }) => id === filing)?.binding ?? []);
          return {
            says: `Limits ${words} at ${listed(this.#numbers())} change, from the next round on.`,
            changes: difference(tables.map(({ number }, n) => [number, limitWords(before[n]), limitWords({ ...before[n], ...limits })])),
            conditions: [...new Set(conditions)],
            act: `Post these limits at ${listed(this.#numbers())}`,
          };
        },
        send: async () => {
          const { done, refused } = await doAtEach(this.#numbers(), { do: "change_limits", limits: { [this.#wager.value]: asked() } });
          await this.#acts.refresh();
          return [cameIntoForce("These limits", done, this.#acts.floor()), refused].filter(Boolean).join(" ");
        },
      },
      least.node,
      most.node,
      labelled("Of which wager", this.#wager),
    );
  }

  #inForce() {
    const at = textField("At this moment, in the time of the house; at once if empty", { type: "datetime-local" });
    const wanted = () => this.#acts.selected().filter(({ filing }) => filing !== this.#filing.value).map(({ number }) => number);
    return reviewForm(
      {
        refused: this.#page.refused,
        came: this.#came,
        review: async () => {
          const [id, tables] = [this.#filing.value, wanted()];
          if (!id) throw new Error("Choose a filing.");
          const when = at.input.value ? ` on ${at.input.value.replace("T", " at ")}` : "";
          return { ...(await comingChanges(id, tables)), says: `${id} comes into force at ${listed(tables)}${when}.`, act: `Put in force at ${listed(tables)}` };
        },
        send: async () => {
          const id = this.#filing.value;
          const { done, refused } = await doAtEach(wanted(), { do: "put_in_force", filing: id, at: at.input.value });
          await this.#acts.refresh();
          return [cameIntoForce(id, done, this.#acts.floor()), refused].filter(Boolean).join(" ");
        },
      },
      labelled("Approved filing", this.#filing),
      at.node,
    );
  }

  // --- for one

  /**
   * A form about one table, folded away. @param {string} words @param {{says: string, changes: () => Child, act: string}} look
   * @param {() => Promise<string>} send @param {Child[]} fields
   */
  #folded(words, { says, changes, act }, send, ...fields) {
    const node = reviewForm(
      {
        refused: this.#page.refused,
        came: this.#came,
        review: () => ({ says, changes: changes(), act }),
        send: async () => {
          const said = await send();
          await this.#acts.refresh();
          return said;
        },
      },
      ...fields,
    );
    return el("details", {}, el("summary", {}, words), node);
  }

  /** How many chips are sold at once to a patron without a device, and from where on a floorperson sells them. @param {FloorTable} table */
  #sales({ number, sale_maximum: most, sale_approval: approval }) {
    if (most === undefined || most === null) return null;
    const ceiling = textField("At most at once, $", { inputmode: "decimal", value: String(most / 100) });
    const from = textField("A floorperson sells from, $", { inputmode: "decimal", value: String((approval ?? 0) / 100) });
    const settings = () => {
      const [maximum, floor] = [typedAmount(ceiling.input), typedAmount(from.input)];
      return { ...(maximum === undefined ? {} : { sale_maximum: maximum }), ...(floor === undefined ? {} : { sale_approval: floor }) };
    };
    const changes = () => {
      const { sale_maximum: maximum = most, sale_approval: floor = approval ?? 0 } = settings();
      return difference([["At most at once", dollars(most), dollars(maximum)], ["A floorperson sells from", dollars(approval ?? 0), dollars(floor)]]);
    };
    return this.#folded(
      "Change sales of chips",
      { says: `Sales of chips at ${number} change.`, changes, act: "Change sales of chips" },
      async () => {
        await doAt(number, { do: "change_settings", settings: settings() });
        return `Sales of chips at ${number} are changed.`;
      },
      ceiling.node,
      from.node,
    );
  }

  /** @param {FloorTable} table */
  #place({ number, title: named, pit: stands = "" }) {
    const pit = textField("Pit", { maxlength: 64, value: stands, list: "pits" });
    const title = textField("Title", { maxlength: 64, value: named });
    const changes = () => difference([["Pit", stands || "none", pit.input.value.trim() || "none"], ["Title", named, title.input.value.trim()]]);
    return this.#folded(
      "Move or rename",
      { says: `${number} is moved or renamed.`, changes, act: `Change ${number}` },
      async () => {
        const wanted = { pit: pit.input.value.trim(), title: title.input.value.trim() };
        /** @type {Record<string, string>} */
        const settings = {}; // what differs: a table that stands in no pit can still be renamed
        if (wanted.pit !== stands) settings.pit = wanted.pit;
        if (wanted.title !== named) settings.title = wanted.title;
        await doAt(number, { do: "change_settings", settings });
        return `${number} is ${wanted.title}${wanted.pit ? `, in pit ${wanted.pit}` : ""}.`;
      },
      pit.node,
      title.node,
    );
  }

  /** @param {FloorTable} table */
  #cancel({ number, filing = "", pending_rules: pending = "" }) {
    const reason = textField("Why", { required: true, maxlength: 500 });
    const changes = () => el("p", {}, `${pending} ${pending.endsWith("s") ? "do" : "does"} not come into force; ${filing || "what the table was founded with"} stays.`);
    return this.#folded(
      "Cancel what is to come",
      { says: `What is to come at ${number} is canceled.`, changes, act: `Cancel ${pending} at ${number}` },
      async () => {
        await doAt(number, { do: "cancel_change", reason: reason.input.value.trim() });
        return `What was to come at ${number} is canceled.`;
      },
      reason.node,
    );
  }

  /** @param {FloorTable} table */
  #retirement({ number, title, state = "closed" }) {
    const reason = textField("Why", { required: true, maxlength: 500 });
    const changes = () => el("p", {}, `${number} ${title} is closed for good: nobody plays there again, and its number is not used again.${state === "open" ? " It has to be closed first." : ""}`);
    return this.#folded(
      "Retire this table",
      { says: `${number} is retired.`, changes, act: `Retire ${number} for good` },
      async () => {
        await doAt(number, { do: "retire_table", reason: reason.input.value.trim() });
        return `${number} is retired.`;
      },
      reason.node,
    );
  }
}

/** What is in force at a table, and what is to come. @param {FloorTable} table */
export function inForceWords(table) {
  const { filing, since, pending_rules: pending, pending_at: at, dealt } = table;
  const words = [limitWords(table), filing ? `${filing} in force${since ? ` since ${moment(since)}` : ""}` : "the rules with which it was founded in force"];
  if (pending) words.push(`${pending} to come${at ? ` on ${moment(at)}` : " after this round"}`);
  words.push(dealt === "person" ? "dealt by a person" : "dealt by software");
  return `${words.join("; ")}.`;
}
