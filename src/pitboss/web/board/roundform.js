/** The form in which rounds are searched for. */

import { getLaw } from "../kit/api.js";
import { findRounds } from "./api.js";
import { NamesField, Offers, betweenField, eitherField, momentField, nameField, personOffered } from "./fields.js";
import { GROUPS, given, rangeWords } from "./query.js";
import { changeDetector, el, fill } from "../kit/dom.js";
import { textField } from "../kit/forms.js";
import { citeText } from "../kit/law.js";
import { parseRounds, plain } from "../kit/words.js";

/** @import { BoardChoices, RoundQuery } from "../kit/types.js" */

const SOON = 300; // milliseconds after the last letter, before the house is asked what a provision says
const CITATION = /^(\d{3}a\.\d+[a-z]?(\(\w+\))*|I-\w+-\d+)$/;
const MANY = 500; // provisions that are offered, at most

/** The fields of a query; what is typed stays until another query is shown. */
export class RoundForm {
  #offers = { tables: new Offers(), games: new Offers(), wagers: new Offers(), kinds: new Offers(), people: new Offers(), versions: new Offers(), cites: new Offers() };
  #gist = el("p", { class: "field-gist", role: "status" });
  #order = /** @type {Pick<RoundQuery, "order"|"ascending"|"limit">} */ ({});
  #groups = Object.entries(GROUPS).map(([group, words]) => ({ group, words, box: el("input", { type: "checkbox" }) }));
  #fields;
  #more;
  #asked = 0;
  #isOther = changeDetector(); // than the query in the fields
  #offered = false;

  constructor() {
    const { tables, games, wagers, kinds, people, versions, cites } = this.#offers;
    this.#fields = {
      tables: new NamesField("Tables", tables, "all tables"),
      games: new NamesField("Games", games, "all games"),
      since: momentField("From"),
      until: momentField("Until, inclusive"),
      provision: nameField("Provision that was applied", cites, "its citation, or any", this.#gist),
      person: nameField("Person of the staff", people, "name or credential number"),
      player: textField("Player", { placeholder: "name or credential number", maxlength: 128 }),
      wager: nameField("Wager", wagers, "any wager"),
      stake: betweenField("Its stake"),
      paid: betweenField("Returned on it"),
      result: textField("Words of the result", { maxlength: 128 }),
      irregularity: nameField("Irregularity", kinds, "its kind, or any"),
      rounds: textField("Round numbers", { placeholder: "7, 8 or 12-15", maxlength: 200 }),
      version: nameField("Rules version", versions, "or its beginning"),
      void: eitherField("Void", "only void rounds", "only rounds that count"),
      corrected: eitherField("Corrected", "only corrected rounds", "only rounds never corrected"),
      notable: eitherField("Something to look at", "void, corrected or with an irregularity", "nothing of that"),
    };
    const all = this.#fields;
    all.provision.input.addEventListener("focus", () => this.#offerProvisions());
    all.provision.input.addEventListener("input", () => this.#tellProvision(SOON));
    this.#more = el(
      "details",
      { class: "more-filters" },
      el("summary", {}, "More: wager and amounts, result, numbers, rules version, void, corrected"),
      el(
        "div",
        { class: "query-fields" },
        [all.wager, all.stake, all.paid, all.result, all.rounds, all.version, all.notable, all.void, all.corrected].map(({ node }) => node),
      ),
    );
    const groups = this.#groups.map(({ words, box }) => el("label", { class: "check" }, box, words));
    this.node = el(
      "div",
      { class: "query" },
      el(
        "div",
        { class: "query-fields" },
        [all.tables, all.games, all.since, all.until, all.provision, all.person, all.player, all.irregularity].map(({ node }) => node),
      ),
      this.#more,
      el("fieldset", { class: "group-choice" }, el("legend", {}, "Count together by"), groups),
    );
  }

  /** @returns {RoundQuery} */
  get value() {
    const all = this.#fields;
    const [[stake_least, stake_most], [paid_least, paid_most]] = [all.stake.value, all.paid.value];
    return given({
      tables: all.tables.value,
      games: all.games.value,
      since: all.since.value,
      until: all.until.value,
      player: all.player.input.value.trim(),
      wager: all.wager.value,
      stake_least,
      stake_most,
      paid_least,
      paid_most,
      result: all.result.input.value.trim(),
      provision: all.provision.value.replace(/^§\s*/, ""),
      irregularity: all.irregularity.value.replaceAll(" ", "_"),
      person: all.person.value,
      version: all.version.value,
      void: all.void.value,
      corrected: all.corrected.value,
      notable: all.notable.value,
      rounds: parseRounds(all.rounds.input.value),
      group_by: /** @type {RoundQuery["group_by"]} */ (this.#groups.filter(({ box }) => box.checked).map(({ group }) => group)),
      ...this.#order,
    });
  }

  /** A query in the fields. One that only sorts or pages differently leaves alone what is typed. @param {RoundQuery} query */
  show({ order, ascending, limit, offset: _, ...filters }) {
    this.#order = given({ order, ascending, limit });
    if (this.#isOther(filters)) this.#fillIn(filters);
  }

  /** @param {RoundQuery} query */
  #fillIn(query) {
    const all = this.#fields;
    all.tables.value = query.tables ?? [];
    all.games.value = query.games ?? [];
    all.since.value = query.since ?? "";
    all.until.value = query.until ?? "";
    all.player.input.value = query.player ?? "";
    all.wager.value = query.wager ?? "";
    all.stake.value = [query.stake_least ?? null, query.stake_most ?? null];
    all.paid.value = [query.paid_least ?? null, query.paid_most ?? null];
    all.result.input.value = query.result ?? "";
    all.provision.value = query.provision ?? "";
    all.irregularity.value = plain(query.irregularity ?? "");
    all.person.value = query.person ?? "";
    all.version.value = query.version ?? "";
    all.void.value = query.void ?? null;
    all.corrected.value = query.corrected ?? null;
    all.notable.value = query.notable ?? null;
    all.rounds.input.value = rangeWords(query.rounds ?? []);
    for (const { group, box } of this.#groups) box.checked = (query.group_by ?? []).some((one) => one === group);
    const { wager, stake_least, stake_most, paid_least, paid_most, result, rounds, version, corrected } = query;
    const isMore = [wager, stake_least, stake_most, paid_least, paid_most, result, rounds, version, query.void, corrected].some(
      (value) => value !== undefined && value !== null && value !== "",
    );
    if (isMore) this.#more.open = true;
    this.#tellProvision(0);
  }

  /** Put the focus where something is still to be said. @param {keyof RoundQuery} name */
  ask(name) {
    const field = { provision: this.#fields.provision, player: this.#fields.player }[String(name)];
    field?.input.focus();
  }

  /** @param {BoardChoices} choices */
  offer({ tables = [], games = [], wagers = {}, irregularities = [], people = [], versions = [] }) {
    this.#offers.tables.show(tables.map(([value, words]) => ({ value, words })));
    this.#offers.games.show(games.map(([value, words]) => ({ value, words })));
    const names = [...new Set(Object.values(wagers).flat())].sort();
    this.#offers.wagers.show(names.map((value) => ({ value, words: plain(value) })));
    this.#offers.kinds.show(["any", ...irregularities].map((value) => ({ value: plain(value) })));
    this.#offers.people.show(people.map(personOffered));
    this.#offers.versions.show(versions.map((value) => ({ value })));
  }

  /** Provisions that were applied at all, each with what it says: asked for once, when somebody comes to the field. */
  async #offerProvisions() {
    if (this.#offered) return;
    this.#offered = true;
    const { groups = [] } = await findRounds({ group_by: ["provision"], order: "times", limit: MANY }).catch(() => {
      this.#offered = false; // ask again next time
      return { groups: [] };
    });
    this.#offers.cites.show(groups.map(({ keys: [value], labels: [words] }) => ({ value, words })));
  }

  /** What the provision says that was typed. @param {number} wait  milliseconds */
  async #tellProvision(wait) {
    const turn = ++this.#asked;
    await new Promise((then) => setTimeout(then, wait));
    const cite = this.#fields.provision.value.replace(/^§\s*/, "");
    if (turn !== this.#asked) return;
    if (!CITATION.test(cite)) return fill(this.#gist);
    const known = this.#offers.cites.find(cite)?.words;
    const words = known ?? (await getLaw(cite).then(({ gist }) => gist, () => "no register of this house has that provision or reading."));
    if (turn === this.#asked) fill(this.#gist, `${citeText(cite)}: ${words}`);
  }
}

