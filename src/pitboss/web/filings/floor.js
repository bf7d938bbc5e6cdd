/** The floor plan: pits with their tables, what is in force at each, limits, and tables that come and go. */

import { badge } from "../kit/components.js";
import { el, fill, selection } from "../kit/dom.js";
import { addTable, doAt, namePit } from "./api.js";
import { form, labelled, setOptions, succeeded, textField } from "../kit/forms.js";
import { dollars, parseDollars } from "../kit/money.js";
import { moment, plain } from "../kit/words.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { FilingLine, FloorPlan, FloorTable, LimitsMessage } from "../kit/types.js" */

/** @type {Record<string, string>} */
const MARK = { open: "●", closed: "○", suspended: "⚠", retired: "–" };
const UNNAMED = "Not in a pit";

/** What somebody typed as an amount, or an error that says so. @param {HTMLInputElement} input */
function amount(input) {
  if (!input.value.trim()) return undefined;
  const cents = parseDollars(input.value);
  if (cents === null) throw new Error(`Expected an amount in dollars like 25 or 12.50, not ${input.value.trim()}.`);
  return cents;
}

/** One table; what somebody types about it stays when the floor is drawn again. */
class TableEntry {
  #head = el("summary", {});
  #about = el("p", { class: "about" });
  #body = el("div", { class: "filing-acts" });

  /** @param {FloorTable} table @param {FloorPanel} floor */
  constructor(table, floor) {
    this.floor = floor;
    this.table = table;
    this.node = el("details", { class: "floor-table", "data-table": table.number }, this.#head, this.#about, this.#body);
    this.node.addEventListener("toggle", () => this.node.open && !this.#body.hasChildNodes() && this.#draw());
    this.show(table);
  }

  /** @param {FloorTable} table */
  show(table) {
    this.table = table;
    const { number, title, state = "closed", minimum, maximum, filing, since, pending_rules: pending, pending_at: at } = table;
    const limits = `${minimum ? dollars(minimum) : "any"} to ${maximum ? dollars(maximum) : "any"}`;
    fill(
      this.#head,
      el("strong", {}, number),
      ` ${title} `,
      el("span", { class: `badge ${state === "open" ? "good" : ""}` }, `${MARK[state] ?? ""} ${plain(state)}`),
      badge(limits),
      badge(filing || "as founded"),
    );
    const words = [filing ? `${filing} is in force${since ? ` since ${moment(since)}` : ""}` : "The rules with which it was founded are in force"];
    if (pending) words.push(`${pending} to come${at ? ` on ${moment(at)}` : " as soon as nothing is on the layout"}`);
    words.push(table.dealt === "person" ? "dealt by a person" : "dealt by software");
    fill(this.#about, `${words.join("; ")}.`);
    if (state === "retired") fill(this.#body);
  }

  #draw() {
    if (this.table.state === "retired") return;
    const { may } = this.floor.page.account;
    fill(this.#body, this.#limits(), may("add table") ? [this.#force(), this.#sales(), this.#place(), this.#cancel(), this.#retirement()] : null);
  }

  /**
   * A form about this table, folded away. @param {string} words @param {string} submit
   * @param {() => Promise<unknown>} send @param {import("../kit/dom.js").Child[]} children
   */
  #folded(words, submit, send, ...children) {
    const { node, said } = form(
      {
        submit,
        refused: this.floor.page.refused,
        send: async () => {
          await send();
          for (const field of node.querySelectorAll("input")) if (!field.dataset.stays) field.value = "";
          await this.floor.refresh();
          succeeded(said, "Done.");
        },
      },
      ...children,
    );
    return el("details", {}, el("summary", {}, words), node);
  }

  #limits() {
    const wager = textField("Of one wager; of the table if empty", { maxlength: 64 });
    const [least, most] = ["Minimum, $", "Maximum, $"].map((label) => textField(label, { inputmode: "decimal" }));
    return this.#folded(
      "Change limits",
      "Post these limits",
      () => {
        /** @type {LimitsMessage} */
        const limits = {};
        const [minimum, maximum] = [amount(least.input), amount(most.input)];
        if (minimum !== undefined) limits.minimum = minimum;
        if (maximum !== undefined) limits.maximum = maximum;
        if (minimum === undefined && maximum === undefined) throw new Error("Say a minimum, a maximum, or both.");
        const name = wager.input.value.trim().toLowerCase().replaceAll(" ", "_");
        return doAt(this.table.number, { do: "change_limits", limits: { [name]: limits } });
      },
      least.node,
      most.node,
      wager.node,
    );
  }

  #force() {
    const filings = this.floor.filings.filter(
      ({ game, state, id }) =>
        game === this.table.game && ["approved", "in_force", "superseded"].includes(state) && id !== this.table.filing,
    );
    const which = selection(filings.map(({ id, title }) => [id, `${id}, ${title}`]));
    const at = textField("At this moment, in the time of the house; at once if empty", { type: "datetime-local" });
    if (!filings.length) return null;
    return this.#folded(
      "Put another filing in force",
      "Put in force",
      () => doAt(this.table.number, { do: "put_in_force", filing: which.value, at: at.input.value }),
      labelled("Approved filing", which),
      at.node,
    );
  }

  /** How many chips are sold at once to a patron without a device, and from where on a floorperson sells them. */
  #sales() {
    const { sale_maximum: most, sale_approval: approval } = this.table;
    if (most === undefined || most === null) return null;
    const ceiling = textField("At most at once, $", { inputmode: "decimal", value: String(most / 100), "data-stays": "yes" });
    const from = textField("A floorperson sells from, $", { inputmode: "decimal", value: String((approval ?? 0) / 100), "data-stays": "yes" });
    return this.#folded(
      "Change sales of chips",
      "Change it",
      () => {
        /** @type {Record<string, number>} */
        const settings = {};
        const [maximum, floor] = [amount(ceiling.input), amount(from.input)];
        if (maximum !== undefined) settings.sale_maximum = maximum;
        if (floor !== undefined) settings.sale_approval = floor;
        return doAt(this.table.number, { do: "change_settings", settings });
      },
      ceiling.node,
      from.node,
    );
  }

  #place() {
    const pit = textField("Pit", { maxlength: 64, value: this.table.pit ?? "", list: "pits", "data-stays": "yes" });
    const title = textField("Title", { maxlength: 64, value: this.table.title, "data-stays": "yes" });
    return this.#folded(
      "Move or rename",
      "Change it",
      () => {
        const wanted = { pit: pit.input.value.trim(), title: title.input.value.trim() };
        /** @type {Record<string, string>} */
        const settings = {}; // what differs: a table that stands in no pit can still be renamed
        if (wanted.pit !== (this.table.pit ?? "")) settings.pit = wanted.pit;
        if (wanted.title !== this.table.title) settings.title = wanted.title;
        return doAt(this.table.number, { do: "change_settings", settings });
      },
      pit.node,
      title.node,
    );
  }

  #cancel() {
    if (!this.table.pending_rules) return null;
    const reason = textField("Why", { required: true, maxlength: 500 });
    return this.#folded(
      "Cancel what is to come",
      "Cancel it",
      () => doAt(this.table.number, { do: "cancel_change", reason: reason.input.value.trim() }),
      reason.node,
    );
  }

  #retirement() {
    const reason = textField("Why", { required: true, maxlength: 500 });
    return this.#folded(
      "Retire this table",
      "Retire it for good",
      () => doAt(this.table.number, { do: "retire_table", reason: reason.input.value.trim() }),
      reason.node,
    );
  }
}

/** The whole floor. */
export class FloorPanel {
  /** @type {Map<string, TableEntry>} */ #entries = new Map();
  /** @type {Map<string, HTMLElement>} */ #pits = new Map();
  #known = el("datalist", { id: "pits" });
  #list = el("div", { class: "floor-list" });
  #adding = el("div", { class: "register" });
  /** @type {FilingLine[]} */ filings = [];
  /** @type {FloorPlan} */ floor = { pits: [], tables: [] };
  #find = el("input", { type: "search", autocomplete: "off", placeholder: "Number, game, pit or filing", oninput: () => this.#filter() });

  /** @param {StaffPage} page @param {() => Promise<unknown>} refresh */
  constructor(page, refresh) {
    this.page = page;
    this.refresh = refresh;
    this.node = el(
      "div",
      { class: "register" },
      this.#adding,
      el("div", { class: "list-head" }, labelled("Find a table", this.#find)),
      this.#known,
      this.#list,
    );
  }

  /** @param {FloorPlan} floor @param {FilingLine[]} filings */
  show(floor, filings) {
    this.floor = floor;
    this.filings = filings;
    const titles = new Map(floor.pits.map(({ pit, title }) => [pit, title]));
    fill(this.#known, [...titles.keys()].map((pit) => el("option", { value: pit })));
    for (const pit of [...titles.keys(), ...floor.tables.map((table) => table.pit ?? "")]) this.#pit(pit, titles.get(pit));
    for (const table of floor.tables) {
      const known = this.#entries.get(table.number);
      const entry = known ?? new TableEntry(table, this);
      this.#entries.set(table.number, entry);
      if (known) known.show(table);
      const place = this.#pit(table.pit ?? "", titles.get(table.pit ?? ""));
      if (entry.node.parentElement !== place) place.append(entry.node);
    }
    for (const pit of this.#pits.values()) pit.hidden = pit.children.length < 2;
    if (!this.#adding.hasChildNodes() && this.page.account.may("add table")) fill(this.#adding, this.#tableForm(), this.#pitForm());
    this.#filter();
  }

  /** @param {string} pit @param {string} [title] */
  #pit(pit, title) {
    let node = this.#pits.get(pit);
    if (!node) {
      node = el("section", { class: "panel", "data-pit": pit }, el("h2", {}));
      this.#pits.set(pit, node);
      this.#list.append(node);
    }
    fill(node.children[0], pit ? (title && title !== pit ? `${pit}: ${title}` : `Pit ${pit}`) : UNNAMED);
    return node;
  }

  #tableForm() {
    const number = textField("Number", { required: true, maxlength: 64, placeholder: "RL-102" });
    const which = el("select", { required: true, onfocus: () => offer() });
    const title = textField("Title, that of the game if empty", { maxlength: 64 });
    const pit = textField("Pit", { maxlength: 64, list: "pits" });
    const dealt = selection([["person", "by a person"], ["automatic", "by software"]]);
    const chance = selection([["entered", "cards, dice, wheel on the table"], ["generator", "the generator"]]);
    const follow = el("input", { type: "checkbox" });
    const buyIn = textField("Buy-in, $", { inputmode: "decimal" });
    buyIn.input.defaultValue = "1000"; // also after the form was sent
    const offer = () => {
      const approved = this.filings.filter(({ state }) => ["approved", "in_force", "superseded"].includes(state));
      setOptions(which, approved.map(({ id, title: words }) => [id, `${id}, ${words}`]));
    };
    offer();
    const { node, said } = form(
      {
        submit: "Add this table",
        refused: this.page.refused,
        send: async () => {
          offer();
          const filing = this.filings.find(({ id }) => id === which.value);
          if (!filing) throw new Error("A table is added under an approved filing; there is none.");
          await addTable({
            number: number.input.value.trim(),
            game: filing.game,
            filing: filing.id,
            title: title.input.value.trim(),
            pit: pit.input.value.trim(),
            dealt: dealt.value,
            chance: chance.value,
            follow: follow.checked,
            buy_in: amount(buyIn.input) ?? 100_000,
          });
          succeeded(said, `${number.input.value.trim()} is on the floor; it opens when its inspections are signed.`);
          node.reset();
          await this.refresh();
        },
      },
      number.node,
      labelled("Approved filing", which),
      title.node,
      pit.node,
      labelled("Dealt", dealt),
      labelled("Chance comes from", chance),
      el("label", { class: "check" }, follow, "patrons hold no device: the dealer speaks for the seats"),
      buyIn.node,
    );
    return el("details", { class: "panel add" }, el("summary", {}, "Add a table"), node);
  }

  #pitForm() {
    const pit = textField("Pit", { required: true, maxlength: 64 });
    const title = textField("Title", { maxlength: 64 });
    const { node, said } = form(
      {
        submit: "Name this pit",
        refused: this.page.refused,
        send: async () => {
          await namePit({ pit: pit.input.value.trim(), title: title.input.value.trim() });
          node.reset();
          succeeded(said, "The pit has its name; move tables to it below.");
          await this.refresh();
        },
      },
      pit.node,
      title.node,
    );
    return el("details", { class: "panel add" }, el("summary", {}, "Name a pit"), node);
  }

  #filter() {
    const wanted = this.#find.value.toLowerCase().trim();
    for (const { node, table } of this.#entries.values()) {
      const words = `${table.number} ${table.title} ${table.game} ${table.pit ?? ""} ${table.filing ?? ""} ${table.state ?? ""}`;
      node.hidden = !words.toLowerCase().includes(wanted);
    }
  }
}
