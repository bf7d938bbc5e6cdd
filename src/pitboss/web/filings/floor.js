/** The floor plan, drawn: tables by pit as tiles, practice apart; several are selected and changed together. */

import { badge } from "../kit/components.js";
import { button, el, fill, render, selection } from "../kit/dom.js";
import { addTable, namePit } from "./api.js";
import { SelectionPanel, limitWords, typedAmount } from "./floorforms.js";
import { form, labelled, setOptions, succeeded, textField } from "../kit/forms.js";
import { plain } from "../kit/words.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { FilingLine, FloorPlan, FloorTable, GameLine } from "../kit/types.js" */

/** @type {Record<string, string>} */
const MARK = { open: "●", closed: "○", suspended: "⚠", retired: "–" };
const UNNAMED = "Not in a pit";

/** The whole floor. */
export class FloorPanel {
  #page;
  #refresh;
  #game;
  #known = el("datalist", { id: "pits" });
  #plan = el("div", { class: "floor-plan" });
  #adding = el("div", { class: "register" });
  #panel;
  #jump = button("", () => this.#panel.focus(), { class: "primary selection-jump" }); // where the panel is below the plan
  /** @type {Set<string>} */ #selected = new Set();
  /** @type {readonly FilingLine[]} */ #filings = [];
  /** @type {FloorPlan} */ #floor = { pits: [], tables: [] };
  #find = el("input", { type: "search", autocomplete: "off", placeholder: "Number, game, pit or filing", oninput: () => this.#draw() });
  /** Called with the numbers of those that are selected. @type {(numbers: string[]) => void} */ onSelect = () => {};

  /** @param {StaffPage} page @param {() => Promise<unknown>} refresh @param {(name: string) => GameLine|undefined} game */
  constructor(page, refresh, game) {
    this.#page = page;
    this.#refresh = refresh;
    this.#game = game;
    this.#panel = new SelectionPanel(page, { refresh, floor: () => this.#floor, filings: () => this.#filings, selected: () => this.#selectedTables() });
    this.node = el(
      "div",
      { class: "register" },
      el("div", { class: "list-head" }, labelled("Find a table", this.#find)),
      el("div", { class: "floor" }, el("div", { class: "floor-plan" }, this.#plan, this.#jump), this.#panel.node),
      this.#adding,
      this.#known,
    );
  }

  /** @param {FloorPlan} floor @param {readonly FilingLine[]} filings */
  show(floor, filings) {
    this.#floor = floor;
    this.#filings = filings;
    fill(this.#known, floor.pits.map(({ pit }) => el("option", { value: pit })));
    if (!this.#adding.hasChildNodes() && this.#page.account.may("add table")) fill(this.#adding, this.#tableForm(), this.#pitForm());
    this.#draw();
  }

  /** Select these tables and no others. @param {readonly string[]} numbers */
  select(numbers) {
    this.#selected = new Set(numbers);
    this.#draw();
  }

  #selectedTables() {
    return this.#floor.tables.filter(({ number, state }) => this.#selected.has(number) && state !== "retired");
  }

  /** @param {readonly string[]} numbers @param {boolean} wanted */
  #turn(numbers, wanted) {
    for (const number of numbers) this.#selected[wanted ? "add" : "delete"](number);
    this.#draw();
    this.onSelect(this.#selectedTables().map(({ number }) => number));
  }

  #draw() {
    const wanted = this.#find.value.toLowerCase().trim();
    const titles = new Map(this.#floor.pits.map(({ pit, title }) => [pit, title]));
    const found = this.#floor.tables.filter((table) =>
      `${table.number} ${table.title} ${table.game} ${table.pit ?? ""} ${table.filing ?? ""} ${table.state ?? ""}`.toLowerCase().includes(wanted),
    );
    const retired = found.filter(({ state }) => state === "retired");
    const practice = found.filter(({ practice: is, state }) => is && state !== "retired");
    const playing = found.filter((table) => !practice.includes(table) && !retired.includes(table));
    const pits = [...new Set([...titles.keys(), ...playing.map(({ pit = "" }) => pit)])];
    render(this.#plan, () => [
      pits.map((pit) => {
        const tables = playing.filter((table) => (table.pit ?? "") === pit);
        const title = titles.get(pit);
        return tables.length ? this.#pit(pit, pit ? (title && title !== pit ? `${pit}: ${title}` : `Pit ${pit}`) : UNNAMED, tables) : null;
      }),
      practice.length ? this.#folded("practice", `Practice tables: ${practice.length}`, practice, Boolean(wanted) || !playing.length) : null,
      retired.length ? this.#folded("retired", `Retired: ${retired.length}`, retired, Boolean(wanted)) : null,
      found.length ? null : el("p", { class: "quiet-text" }, this.#floor.tables.length ? "Nothing matches." : "There is no table yet."),
    ]);
    this.#panel.show();
    const { length } = this.#selectedTables();
    this.#jump.hidden = !length;
    fill(this.#jump, length === 1 ? "1 table selected: change it" : `${length} tables selected: change them`);
  }

  /** @param {string} pit @param {string} words @param {FloorTable[]} tables */
  #pit(pit, words, tables) {
    const numbers = tables.map(({ number }) => number);
    const all = numbers.every((number) => this.#selected.has(number));
    return el(
      "section",
      { key: `pit ${pit}`, class: "panel", "data-pit": pit, "aria-label": words },
      el(
        "div",
        { class: "pit-head" },
        el("h2", {}, `${words} `, el("span", { class: "about" }, numbers.length === 1 ? "1 table" : `${numbers.length} tables`)),
        button(all ? "Select none" : "Select all", () => this.#turn(numbers, !all), { class: "quiet go", key: "all", "aria-label": `${all ? "Select none" : "Select all"}: ${words}` }),
      ),
      el("div", { class: "tiles" }, tables.map((table) => this.#tile(table))),
    );
  }

  /** @param {string} key @param {string} words @param {FloorTable[]} tables @param {boolean} open */
  #folded(key, words, tables, open) {
    return el("details", { key, class: "panel", open }, el("summary", {}, words), el("div", { class: "tiles" }, tables.map((table) => this.#tile(table))));
  }

  /** One table. @param {FloorTable} table */
  #tile(table) {
    const { number, title, game, state = "closed", filing, pending_rules: pending } = table;
    const isRetired = state === "retired";
    const isSelected = this.#selected.has(number) && !isRetired;
    const named = this.#game(game)?.title ?? plain(game);
    return el(
      "label",
      { key: number, class: `floor-tile ${state}${isSelected ? " selected" : ""}`, "data-table": number },
      isRetired
        ? null
        : el("input", { type: "checkbox", checked: isSelected, onchange: (/** @type {Event} */ event) => this.#turn([number], /** @type {HTMLInputElement} */ (event.target).checked) }),
      el("strong", {}, number),
      el("span", {}, title || named),
      el("span", {}, limitWords(table)),
      el("span", { class: "about" }, el("span", { class: "tile-state" }, `${MARK[state] ?? ""} ${plain(state)}`), ` · ${filing || "as founded"}`),
      pending ? badge(`${pending} to come`, "warn") : null,
    );
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
      const approved = this.#filings.filter(({ state }) => ["approved", "in_force", "superseded"].includes(state));
      setOptions(which, [["", "choose a filing"], ...approved.map(({ id, title: words }) => [id, `${id}, ${words}`])]);
    };
    offer();
    const { node, said } = form(
      {
        submit: "Add this table",
        refused: this.#page.refused,
        send: async () => {
          offer();
          const filing = this.#filings.find(({ id }) => id === which.value);
          if (!filing) throw new Error("Choose the approved filing under which the table is added.");
          await addTable({
            number: number.input.value.trim(),
            game: filing.game,
            filing: filing.id,
            title: title.input.value.trim(),
            pit: pit.input.value.trim(),
            dealt: dealt.value,
            chance: chance.value,
            follow: follow.checked,
            buy_in: typedAmount(buyIn.input) ?? 100_000,
          });
          succeeded(said, `${number.input.value.trim()} is on the floor; it opens when its inspections are signed.`);
          node.reset();
          await this.#refresh();
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
        refused: this.#page.refused,
        send: async () => {
          await namePit({ pit: pit.input.value.trim(), title: title.input.value.trim() });
          node.reset();
          succeeded(said, "The pit has its name; move tables to it below.");
          await this.#refresh();
        },
      },
      pit.node,
      title.node,
    );
    return el("details", { class: "panel add" }, el("summary", {}, "Name a pit"), node);
  }
}
