/** The page for drills: a question at once, for the role and the game of whoever comes; others on a press, and an exam with its record. */

import "../kit/theme.js";
import { Account, isStaff } from "../kit/accountmenu.js";
import { asRefused, getTables } from "../kit/api.js";
import { button, byId, dialog, el, fill, selection } from "../kit/dom.js";
import { ExamView, examOfTab } from "./exam.js";
import { Practice } from "./practice.js";
import { forget } from "./progress.js";
import { namesIn } from "./scene.js";
import { getDrillChart, getDrills, getExam, getGameDrills, startExam } from "./api.js";
import { attempt, labelled, outcome, setOptions, textField } from "../kit/forms.js";
import { learnTiles } from "../felt/pips.js";
import { changeAt, getLinkedRules } from "../kit/practiceapi.js";
import { getOwnTables } from "../kit/peopleapi.js";
import { Queue } from "../kit/queue.js";
import { preferences } from "../kit/storage.js";
import { drawn } from "../kit/strategy.js";

/** @import { Drills, GameDrills, PersonIdentity } from "../kit/types.js" */

const WHO = { player: "Player", dealer: "Dealer", floor: "Floorperson" };
const ALL = "all";
const NAME = "drills.chosen";

/** The whole page. */
class DrillsPage {
  #all;
  #linked;
  /** @type {GameDrills|null} */ #game = null;
  /** @type {Practice|ExamView|null} */ #now = null;
  #asked = 0;
  #gameField = el("select", { id: "drill-game", onchange: () => this.#chooseGame() });
  #kindField = el("select", { id: "drill-kind" });
  #who = Object.entries(WHO).map(([value, words]) => {
    const input = el("input", { type: "radio", name: "who", value, onchange: () => this.#chooseWho() });
    return { value, input, node: el("label", { class: "who" }, input, words) };
  });
  #about = el("p", { class: "quiet-text", role: "status" });
  #rulesLine = el("p", { class: "quiet-text rules-line" });
  #chart = el("details", { class: "panel chart-of", hidden: true, ontoggle: () => this.#showChart() });
  #start = button("Practice", () => this.#practise(true), { class: "primary", id: "practise" });
  #count = selection([5, 10, 20, 50].map((n) => [n, `${n} questions`]), { id: "exam-count", value: 10 });
  #name = textField("Who sits it", { maxlength: 64, id: "exam-name", autocomplete: "name" });
  #said = outcome();
  #exam = button("Begin the exam", () => attempt(this.#exam, this.#said, () => this.#examine()), { id: "begin-exam" });
  #place = el("div", { class: "drill-place" });

  /**
   * @param {Drills} all @param {{rules: string, game: string, title: string}|null} linked  rules of a link
   * @param {{who: string, game: string}} own  of whoever is signed in: what they are, and the game that they stand at
   */
  constructor(all, linked, own) {
    this.#all = all;
    this.#linked = linked;
    const before = preferences.get(NAME, { who: "player", game: "" });
    const wished = new URLSearchParams(location.search);
    const who = wished.get("who") ?? (own.who || before.who);
    for (const one of this.#who) one.input.checked = one.value === who;
    setOptions(this.#gameField, all.games.map(({ name, title, chapter }) => [name, `${title} (${chapter})`]));
    this.#gameField.value = linked?.game ?? wished.get("game") ?? ((before.who === who && before.game) || own.game);
    if (!this.#gameField.value) this.#gameField.value = (all.games.find(({ decides }) => decides) ?? all.games[0]).name;
    this.node = el("div", { class: "drills-columns" }, this.#setup(), this.#place);
    document.addEventListener("keydown", (event) => this.#now?.press(event));
  }

  get #role() {
    return this.#who.find(({ input }) => input.checked)?.value ?? "player";
  }

  get #rules() {
    return this.#linked?.game === this.#gameField.value ? this.#linked.rules : "";
  }

  /** The kinds that the game has for whoever asks. */
  get #kinds() {
    const own = this.#all.kinds.filter(({ who }) => who === this.#role).map(({ kind }) => kind);
    return own.filter((kind) => this.#game?.kinds.includes(kind));
  }

  get #titles() {
    return Object.fromEntries(this.#all.kinds.map(({ kind, title }) => [kind, title]));
  }

  async begin() {
    await this.#chooseGame();
    const sitting = examOfTab();
    if (!sitting || sitting.game !== this.#gameField.value) return this.#practise(false);
    const state = await getExam(sitting.exam).catch(() => null); // over meanwhile, or given up
    if (!state) return this.#practise(false);
    this.#sit().show(state, sitting.game, sitting.rules);
  }

  #setup() {
    return el(
      "section",
      { class: "panel setup", "aria-label": "What to drill" },
      el("fieldset", { class: "whos" }, el("legend", {}, "I am a"), this.#who.map(({ node }) => node)),
      labelled("Game", this.#gameField),
      this.#rulesLine,
      labelled("Questions", this.#kindField),
      this.#about,
      this.#start,
      el(
        "details",
        { class: "exam-setup" },
        el("summary", {}, "An exam, with a record to print"),
        el("div", { class: "form" }, this.#name.node, labelled("How many", this.#count), this.#exam, this.#said),
      ),
      this.#chart,
      el("p", {}, el("a", { href: "/analysis?view=count" }, "Count a shoe"), " · ", el("a", { href: "/analysis?view=puzzles" }, "My mistakes as puzzles")),
      button("Forget my progress", () => this.#forget(), { class: "quiet" }),
    );
  }

  async #chooseGame() {
    const game = this.#gameField.value;
    const asked = ++this.#asked;
    this.#game = null;
    fill(this.#about, "Looking which drills this game has …");
    this.#showRules();
    this.#chooseWho();
    try {
      const found = await getGameDrills(game, this.#rules);
      if (asked !== this.#asked) return;
      this.#game = found;
      learnTiles(found.tiles ?? {});
      this.#chooseWho();
    } catch (refusal) {
      if (asked === this.#asked) fill(this.#about, asRefused(refusal).sentence);
    }
  }

  #chooseWho() {
    const kinds = this.#kinds;
    const options = kinds.map((kind) => el("option", { value: kind }, this.#titles[kind]));
    fill(this.#kindField, kinds.length > 1 ? el("option", { value: ALL }, "All, the weak ones first") : null, options);
    this.#kindField.disabled = this.#start.disabled = this.#exam.disabled = !kinds.length;
    preferences.set(NAME, { who: this.#role, game: this.#gameField.value });
    this.#chart.hidden = !(this.#game?.charted && this.#role === "player");
    fill(this.#chart, el("summary", {}, "The chart for these rules"));
    this.#chart.open = false;
    if (!this.#game) return;
    const nothing = `${this.#game.title} has no questions for a ${WHO[/** @type {"player"} */ (this.#role)].toLowerCase()}; choose another game.`;
    fill(this.#about, kinds.length ? "" : nothing);
  }

  #showRules() {
    const own = this.#rules;
    fill(
      this.#rulesLine,
      own ? `Under the rules of “${this.#linked?.title}”. ` : "Under the usual rules of this game. ",
      own ? el("a", { href: changeAt(own) }, "Change them") : el("a", { href: "/open" }, "Set other rules"),
    );
  }

  async #showChart() {
    if (!this.#chart.open || this.#chart.childElementCount > 1) return;
    const box = el("div", { class: "strategy" }, el("p", { class: "quiet-text", role: "status" }, "The chart is being computed …"));
    this.#chart.append(box);
    try {
      const { chart } = await getDrillChart(this.#gameField.value, this.#rules);
      if (chart) fill(box, drawn(chart));
    } catch (refusal) {
      fill(box, el("p", { class: "refusal" }, asRefused(refusal).sentence));
    }
  }

  /** @returns {string[]} */
  #chosen() {
    return this.#kindField.value === ALL ? this.#kinds : [this.#kindField.value];
  }

  #leave() {
    if (this.#now instanceof Practice) this.#now.end();
    this.#now = null;
    fill(this.#place);
    this.node.classList.remove("sitting", "practising");
    this.#start.classList.add("primary");
    this.#start.focus();
  }

  get #names() {
    return namesIn(this.#game?.wagers ?? {}, this.#role === "player");
  }

  /** @param {boolean} isAsked  whether somebody pressed for it */
  #practise(isAsked) {
    if (!this.#kinds.length) return;
    if (this.#now instanceof Practice) this.#now.end();
    const [game, rules] = [this.#gameField.value, this.#rules];
    this.#now = new Practice({ game, rules, kinds: this.#chosen(), names: this.#names, titles: this.#titles }, () => this.#leave(), isAsked);
    fill(this.#place, this.#now.node);
    this.node.classList.add("practising");
    this.#start.classList.remove("primary"); // the answer is the act that comes first now
  }

  #sit() {
    if (this.#now instanceof Practice) this.#now.end();
    const view = new ExamView(this.#names, this.#titles, () => this.#leave());
    this.#now = view;
    fill(this.#place, view.node);
    this.node.classList.add("sitting");
    return view;
  }

  async #examine() {
    const name = this.#name.input.value.trim();
    if (!name) {
      this.#name.input.focus();
      throw new Error("An exam needs the name of the one who sits it.");
    }
    const [game, rules] = [this.#gameField.value, this.#rules];
    const state = await startExam({ game, rules, kinds: this.#chosen(), name, count: Number(this.#count.value) });
    this.#sit().show(state, game, rules);
  }

  #forget() {
    const act = () => {
      sheet.close();
      forget();
      if (this.#now instanceof Practice) this.#leave();
    };
    const words = "How you answered so far is kept in this browser alone. It cannot be brought back.";
    const sheet = dialog("Forget my progress?", el("p", {}, words), button("Forget it", act, { class: "primary" }));
    sheet.showModal();
  }
}

/** As what those in each role are drilled; all others as players. @type {Record<string, string>} */
const DRILLED = { dealer: "dealer", stickperson: "dealer", boxperson: "dealer", floorperson: "floor", pit_manager: "floor", shift_manager: "floor" };

/** What whoever is signed in is, and the game that they stand at. @param {PersonIdentity|null} person */
async function ownDrills(person) {
  const role = person?.roles.find((one) => one in DRILLED);
  if (!role) return { who: "", game: "" };
  /** @type {string[]} */ const own = await getOwnTables().catch(() => []);
  const tables = own.length ? await getTables().catch(() => []) : [];
  const stood = tables.filter(({ id }) => own.includes(id));
  return { who: DRILLED[role], game: (stood.find(({ dealer }) => dealer === "person") ?? stood[0])?.game ?? "" };
}

/** Rules that the address carries. */
async function linkedRules() {
  const rules = new URLSearchParams(location.search).get("rules");
  if (!rules) return null;
  const { game, title } = await getLinkedRules(rules);
  return { rules, game, title: title || game };
}

async function start() {
  const main = byId("main");
  const account = new Account(byId("account"));
  await account.refresh();
  const queue = account.person && isStaff(account.person) ? new Queue({ refused: () => account.refresh() }, { limit: 1, folds: true }) : null;
  try {
    /** @type {string[]} */
    const wrong = [];
    const linked = await linkedRules().catch((refusal) => {
      wrong.push(asRefused(refusal).sentence); // the link is broken or of another version: the usual rules serve
      return null;
    });
    const page = new DrillsPage(await getDrills(), linked, await ownDrills(account.person));
    fill(main, queue?.node, wrong.map((words) => el("p", { class: "refusal", role: "alert" }, words)), page.node);
    await Promise.all([page.begin(), queue?.begin()]);
    document.body.dataset.ready = "";
  } catch (refusal) {
    fill(main, el("p", { class: "refusal" }, asRefused(refusal).sentence));
  }
}

start();
