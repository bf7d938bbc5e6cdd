/** Board console, the record: when it was last verified, its newest signed checkpoint, whose key signs, and files of it. */

import { beginVerification, exportAddress, getCheckpoint, getRecordKey, getVerification, nameWitness } from "./api.js";
import { fact, hash, stamp, whole } from "./parts.js";
import { canCheck, readCheckpoint, whoSigned } from "./proof.js";
import { SettledAgainPanel } from "./settledagain.js";
import { getHouseJournal, getJournal, getTables } from "../kit/api.js";
import { button, el, fill, selection } from "../kit/dom.js";
import { saveFile, titled } from "../kit/lists.js";
import { actButton, failed, form, labelled, outcome, setOptions, succeeded, textField } from "../kit/forms.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { Signed } from "./proof.js" */
/** @import { LogKey, VerificationState } from "../kit/types.js" */

const EVERY = 500; // milliseconds between two looks at a verification under way
const DAY = 24 * 60 * 60 * 1000; // milliseconds: a verification that is older no longer counts

/** @param {Signed} signed */
function signature({ name, ok, time }) {
  const [tone, words] = ok ? ["good", "✓ signature right"] : ok === null ? ["", "signature not checked"] : ["bad", "✗ SIGNATURE WRONG"];
  return el("li", {}, `${name} `, el("span", { class: `badge ${tone}` }, words), time ? ` at ${stamp(time.toISOString())}` : "");
}

/** What it says and who signed it: the log itself first, then witnesses. @param {string} note @param {LogKey} key */
async function checkpointFacts(note, { vkey, origin, witnesses }) {
  const head = readCheckpoint(note);
  const signed = canCheck() ? await whoSigned(head, [vkey, ...witnesses]) : head.signatures.map(({ name }) => ({ name, ok: null, time: null }));
  const [own, others] = [signed.filter(({ name }) => name === origin), signed.filter(({ name }) => name !== origin)];
  return [
    el(
      "dl",
      { class: "facts" },
      fact("Entries under it", whole(head.size)),
      head.time ? fact("Made", stamp(head.time)) : null,
      fact("Root of the tree", hash(head.root)),
      head.more.map((line) => fact("Also says", line)),
      fact("Signed by", el("ul", { class: "signatures" }, own.map(signature))),
      fact("Cosigned by witnesses", others.length ? el("ul", { class: "signatures" }, others.map(signature)) : "none"),
      fact("Key of the log", hash(vkey)),
    ),
    el("details", {}, el("summary", {}, "The checkpoint as it is signed"), el("pre", { class: "note", tabindex: "0" }, note)),
  ];
}

/** The record as a whole. */
export class RecordPanel {
  #page;
  #head = el("div", { class: "found" });
  #headSaid = outcome();
  #bar = el("progress", { max: 1, "aria-label": "Progress of the verification" });
  #state = el("p", { role: "status" });
  #found = el("p", { class: "quiet-text" });
  #under = el("div", { class: "verification" }, this.#state, this.#bar, this.#found);
  #saved = el("textarea", { rows: 6, spellcheck: "false", maxlength: 100_000, class: "note", placeholder: "Paste it here, with its signatures." });
  #playsAgain = el("input", { type: "checkbox" });
  #witnesses = el("ul", { class: "signatures" });
  #cosigns = el("p", { class: "quiet-text" });
  #follows = false;
  #second;

  /** @param {StaffPage} page @param {Element} rules  what is shown of the rules */
  constructor(page, rules) {
    this.#page = page;
    this.#second = new SettledAgainPanel(page);
    const said = outcome();
    const verify = actButton("Verify now", said, () => this.#verify(), page.refused, { class: "primary" });
    this.node = el(
      "div",
      { class: "board-panel" },
      titled(
        "The whole record",
        this.#under,
        el("div", { class: "act-row" }, verify, el("label", { class: "check" }, this.#playsAgain, "and play every round again, each by the rules that played it; takes longer")),
        el(
          "details",
          {},
          el("summary", {}, "Compare with a checkpoint that you saved earlier"),
          labelled("A saved checkpoint", this.#saved, el("span", { class: "quiet-text" }, "If the record was rewritten or cut since then, the verification says so.")),
        ),
        said,
        el("p", { class: "quiet-text" }, "A verification walks over every entry, the tree and its checkpoints, and whatever the house keeps that follows from them. Play goes on meanwhile."),
      ),
      this.#second.node,
      titled(
        "The newest checkpoint",
        el("p", { class: "quiet-text" }, "A signed head over every journal of the house, made each minute. Keep one: nothing before it can then be changed unseen."),
        this.#headSaid,
        this.#head,
        el("details", { class: "witnesses" }, el("summary", {}, "Witnesses, who cosign checkpoints"), this.#witnesses, this.#naming(), this.#cosigns),
      ),
      exportPanel(page),
      rules,
    );
  }

  async show() {
    await Promise.all([this.#showHead(), this.#second.show(), this.#follow().catch((error) => this.#cannot(error))]);
  }

  /** @param {unknown} error */
  #cannot(error) {
    failed(this.#state, error);
    this.#bar.hidden = true;
  }

  async #showHead() {
    await this.#page.load(this.#headSaid, async () => {
      const [note, key] = await Promise.all([getCheckpoint(), getRecordKey()]);
      const facts = await checkpointFacts(note, key);
      const said = outcome();
      const keep = button("Save this checkpoint", () => saveFile(new Blob([note], { type: "text/plain" }), `checkpoint-${readCheckpoint(note).size}.txt`));
      const again = actButton("Refresh", said, () => this.#showHead(), this.#page.refused);
      fill(this.#head, facts, el("div", { class: "act-row" }, keep, again), said);
      this.#showWitnesses(key);
    });
  }

  // --- witnesses

  /** @param {LogKey} key */
  #showWitnesses({ witnesses, cosigns_as }) {
    fill(this.#cosigns, cosigns_as ? ["This house cosigns the records of others as ", el("span", { class: "hash" }, cosigns_as)] : null);
    const lines = witnesses.map((vkey) => {
      const said = outcome();
      const name = vkey.split("+")[0];
      const remove = async () => this.#showWitnesses(await nameWitness({ vkey, ended: true }));
      const end = actButton("Remove", said, remove, this.#page.refused, { class: "quiet", "aria-label": `Not any more: ${name}` });
      return el("li", { "data-witness": name }, el("span", { class: "hash" }, vkey), this.#page.account.may("approve software") ? end : null, said);
    });
    fill(this.#witnesses, lines.length ? lines : el("li", { class: "quiet-text" }, "None is named. Whoever keeps checkpoints elsewhere and cosigns them shows that the record only grew."));
  }

  /** The Board's alone. */
  #naming() {
    if (!this.#page.account.may("approve software")) return null;
    const vkey = textField("Public key of a witness", { required: true, maxlength: 300, placeholder: "name+id+key", spellcheck: "false" });
    const { node, said } = form(
      {
        submit: "Name this witness",
        refused: this.#page.refused,
        send: async () => {
          this.#showWitnesses(await nameWitness({ vkey: vkey.input.value.trim() }));
          node.reset();
          succeeded(said, "Named, and on the record.");
        },
      },
      vkey.node,
    );
    return node;
  }

  // --- verification

  async #verify() {
    this.#show(await beginVerification(this.#saved.value.trim() ? `${this.#saved.value.trim()}\n` : "", this.#playsAgain.checked));
    await this.#follow();
  }

  /** Look until it is done. */
  async #follow() {
    if (this.#follows) return;
    this.#follows = true;
    try {
      while (this.#show(await getVerification())) await new Promise((again) => setTimeout(again, EVERY));
    } finally {
      this.#follows = false;
    }
  }

  /** @param {VerificationState} found @returns {boolean} whether it goes on */
  #show({ state = "none", done = 0, entries = 0, sentence = "", ended = "" }) {
    const isRunning = state === "running";
    this.#bar.hidden = !isRunning;
    this.#bar.value = done;
    this.#state.className = "outcome";
    const [tone, words] = verdict(state, entries, ended);
    fill(this.#state, isRunning ? `${Math.floor(done * 100)} %${entries ? `, ${whole(entries)} entries so far` : ""}.` : el("span", { class: `badge long ${tone}` }, words));
    fill(this.#found, sentence);
    return isRunning;
  }
}

/** What the last verification says, and whether it still counts. @param {string} state @param {number} entries @param {string} ended @returns {[tone: string, words: string]} */
function verdict(state, entries, ended) {
  if (state === "none") return ["bad", "✗ Never verified"];
  const many = entries ? `, ${whole(entries)} entries` : "";
  if (state !== "done") return ["bad", `✗ NOT VERIFIED${ended ? `, ${stamp(ended)}` : ""}${many}`];
  const isOld = Date.now() - new Date(ended).getTime() > DAY;
  return isOld ? ["bad", `✗ Verified ${stamp(ended)}${many}, in order: longer than a day ago`] : ["good", `✓ Verified ${stamp(ended)}${many}, in order`];
}

/** The record of some gaming days as a file, which the browser writes while it arrives; and the journal of one table, or of the house. @param {StaffPage} page */
function exportPanel(page) {
  const [day, until] = [textField("From, gaming day", { type: "date" }), textField("Until, inclusive", { type: "date" })];
  const link = el("a", { class: "export-link", download: "" }, "Save the record");
  const point = () => (link.href = exportAddress(day.input.value, until.input.value));
  for (const { input } of [day, until]) input.addEventListener("input", point);
  point();
  return el(
    "section",
    { class: "panel", "aria-label": "Export" },
    el("h2", {}, "The record as a file"),
    el("p", { class: "quiet-text" }, "Every journal between two signed checkpoints, for “pitboss verify” or a verifier of your own. Without a day: all of it."),
    el("div", { class: "query-fields export-fields" }, day.node, until.node, link),
    journals(page),
  );
}

/** One journal as a file. @param {StaffPage} page */
function journals(page) {
  const table = selection([]);
  const said = outcome();
  getTables().then((tables) => setOptions(table, tables.map(({ id, title }) => [id, `${title} (${id})`])), () => {}); // without them, the house's own is there
  const save = async (/** @type {string} */ name, /** @type {Promise<string>} */ record) => saveFile(new Blob([await record], { type: "application/jsonl" }), `${name}.jsonl`);
  return [
    el(
      "div",
      { class: "query-fields export-fields" },
      labelled("Journal of one table", table),
      actButton("Export the record of the table", said, () => save(table.value, getJournal(table.value)), page.refused),
      actButton("Export the house's record", said, () => save("house", getHouseJournal()), page.refused),
    ),
    said,
  ];
}
