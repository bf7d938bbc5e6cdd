/** Board console, one round: funds and meters, where it is in the record, its proof and evidence, and its replay. */

import { badge } from "../kit/components.js";
import { findRounds, getEvidence, getProof, getRecordKey, getRoundState } from "./api.js";
import { parseRounds } from "./fields.js";
import { fact, hash, searching, stamp, whole } from "./parts.js";
import { canCheck, isIncluded, readCheckpoint, whoSigned } from "./proof.js";
import { button, el, fill } from "../kit/dom.js";
import { listLine, listTable, saveFile } from "../kit/lists.js";
import { actButton, form, outcome, succeeded, textField } from "../kit/forms.js";
import { change, dollars } from "../kit/money.js";
import { Replayer } from "./replay.js";
import { plain } from "../kit/words.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { InclusionProof, FundsAndMeters, RoundFound } from "../kit/types.js" */

const MICRO = 1_000_000; // of a cent, in which meters are kept

/** `$1,234.5678`: a meter to the last part of a cent that it holds. @param {number} microcents */
function meterWords(microcents) {
  const [cents, rest] = [Math.trunc(microcents / MICRO), Math.abs(microcents % MICRO)];
  const shown = cents % 100 || rest ? dollars(cents).replace(/^([^.]*)$/, "$1.00") : dollars(cents);
  return rest ? `${shown}${String(rest).padStart(6, "0").replace(/0+$/, "")}` : shown;
}

/** @param {string} cell */
const amount = (cell) => ({ look: "amount", cell });

/** @param {FundsAndMeters} state */
function stateTables({ funds = [], meters = [] }) {
  const seats = funds.map(({ seat, player, person, start, end }) =>
    listLine(
      { "data-seat": seat },
      `Seat ${seat}`,
      [player || "—", person ? el("span", { class: "about" }, person) : null],
      amount(dollars(start)),
      amount(dollars(end)),
      amount(change(end - start)),
    ),
  );
  const shown = meters.map(({ meter, before, after }) =>
    listLine({ "data-meter": meter }, plain(meter), amount(meterWords(before)), amount(meterWords(after))),
  );
  return [
    el("h3", {}, "Funds"),
    seats.length
      ? listTable(["Seat", "Player", "At the start", "At the end", "Difference"], seats, "state-table funds")
      : el("p", { class: "quiet-text" }, "Nobody was seated."),
    el("h3", {}, "Progressive meters"),
    shown.length
      ? listTable(["Meter", "At the start", "At the end"], shown, "state-table")
      : el("p", { class: "quiet-text" }, "This table has none."),
  ];
}

/** One round in full. */
export class RoundPanel {
  #page;
  #back = el("a", { class: "back", href: "#rounds" }, "◀ Back to the list");
  #heading = el("h2", { tabindex: "-1" });
  #facts = el("div", { class: "round-facts" });
  #state = el("div", { class: "round-state" });
  #acts = el("div", { class: "round-acts" });
  #replay = el("div", { class: "replay" });
  #said = outcome();
  #wait = searching("Opening the round …");
  /** @type {Replayer|null} */ #replayer = null;
  #turn = 0;

  /** @param {StaffPage} page */
  constructor(page) {
    this.#page = page;
    this.node = el(
      "div",
      { class: "board-panel", hidden: true },
      el("p", {}, this.#back),
      this.#wait.node,
      this.#said,
      el("section", { class: "panel", "aria-label": "The round" }, this.#heading, this.#facts, this.#acts),
      el("section", { class: "panel", "aria-label": "Funds and meters" }, this.#state),
      this.#replay,
    );
    document.addEventListener("keydown", (event) => this.node.checkVisibility() && this.#replayer?.press(event));
  }

  /** @param {URLSearchParams} fields @param {string} back  the address of the list it was opened from */
  async show(fields, back) {
    const turn = ++this.#turn;
    const [table, number] = [fields.get("table") ?? "", Number(fields.get("round"))];
    this.#back.href = back;
    this.#heading.textContent = `Table ${table}, round ${number}`;
    for (const node of [this.#facts, this.#acts, this.#state, this.#replay, this.#said]) fill(node);
    this.#replayer = null;
    const current = (/** @type {() => void} */ draw) => turn === this.#turn && draw();
    const parts = [
      findRounds({ tables: [table], rounds: [number], limit: 1 }).then(({ rounds = [] }) =>
        current(() => {
          if (!rounds[0]) throw new Error(`Table ${table} has no round ${number} that is over.`);
          this.#showFound(rounds[0]);
        }),
      ),
      getRoundState(table, number).then((state) => current(() => fill(this.#state, stateTables(state)))),
      this.#showReplay(table, number, () => turn === this.#turn),
    ];
    this.#heading.focus();
    const ended = await this.#wait.during(Promise.allSettled(parts), this.#facts);
    const wrong = ended.find((one) => one.status === "rejected");
    if (wrong && turn === this.#turn) this.#page.failed(this.#said, wrong.reason);
  }

  /** @param {string} table @param {number} number @param {() => boolean} isCurrent */
  async #showReplay(table, number, isCurrent) {
    const replayer = await Replayer.open(table, this.#page.account.may("export record"));
    await replayer.show(number);
    if (!isCurrent()) return;
    this.#replayer = replayer;
    fill(this.#replay, replayer.node);
  }

  /** @param {RoundFound} round */
  #showFound(round) {
    const { table, round: number, first, last } = round;
    fill(
      this.#facts,
      el(
        "dl",
        { class: "facts" },
        fact("Gaming day", round.gaming_day),
        fact("From", stamp(round.opened)),
        fact("Until", stamp(round.closed)),
        fact("Game", plain(round.game)),
        fact("Result", [round.result || "—", round.void ? badge("void", "warn") : null, round.corrected ? badge("corrected", "warn") : null]),
        fact("Wagered", dollars(round.wagered)),
        fact("Paid", dollars(round.paid)),
        fact("Win of the house", change(round.win)),
        fact("Dealer", round.dealer_name ? `${round.dealer_name} (${round.dealer})` : "automatic"),
        fact("Entries of its journal", `${first} to ${last}`),
        fact("Filing", round.filing || "none named"),
        fact("Rules version", hash(round.version)),
        fact("Rules Submission", hash(round.submission)),
      ),
    );
    const query = new URLSearchParams({ table, round: String(number) });
    fill(
      this.#acts,
      this.#proof(round),
      this.#evidence(round),
      el("p", {}, el("a", { href: `/audit?${query}` }, "Open it among the table's records")),
    );
  }

  /** @param {RoundFound} round */
  #proof({ table, last }) {
    const said = outcome();
    const result = el("div", { class: "proof" });
    const show = async () => {
      fill(result);
      const [file, key] = await Promise.all([getProof(table, last), getRecordKey()]);
      const proof = /** @type {InclusionProof} */ (JSON.parse(await file.text()));
      fill(result, await proved(proof, [key.vkey, ...key.witnesses]), button("Save the proof", () => saveFile(file, `proof-${table}-${last}.json`)));
    };
    const prove = actButton("Prove it", said, show, this.#page.refused);
    const about = `That the last entry of this round, and with it every entry before it, is in the record that the house signed for.`;
    return el("div", { class: "round-act" }, prove, el("p", { class: "quiet-text" }, about), said, result);
  }

  /** @param {RoundFound} round */
  #evidence({ table, round }) {
    const rounds = textField("Rounds in it", { value: String(round), maxlength: 200, placeholder: "7, 8 or 12-15" });
    const { node, said } = form(
      {
        submit: "Evidence",
        refused: this.#page.refused,
        send: async () => {
          const wanted = parseRounds(rounds.input.value);
          if (!wanted.length) throw new Error("Rounds in it: expected at least one number, such as 7.");
          succeeded(said, "The house puts it together …");
          const file = await getEvidence(table, wanted);
          saveFile(file, `evidence-${table}-${wanted[0]}.zip`);
          succeeded(said, `Saved: ${whole(Math.ceil(file.size / 1024))} KB. It verifies by itself, with nothing but Python.`);
        },
      },
      rounds.node,
    );
    const about = "One file: the rounds, the entries around them, the rules that played them, checkpoint and proofs.";
    return el("div", { class: "round-act" }, node, el("p", { class: "quiet-text" }, about));
  }
}

/** What a proof proves, worked out here. @param {InclusionProof} proof @param {string[]} keys */
async function proved(proof, keys) {
  if (!canCheck()) return el("p", {}, "This browser checks proofs only over a secure connection; save the proof and check it elsewhere.");
  const head = readCheckpoint(proof.checkpoint);
  const [isIn, signed] = [await isIncluded(proof), await whoSigned(head, keys)];
  const own = signed.find(({ name }) => name === head.origin);
  const others = signed.filter(({ name, ok }) => ok && name !== head.origin).map(({ name }) => name);
  const isGood = isIn && own?.ok !== false && own;
  const words = isIn
    ? `Entry ${proof.sequence} of ${proof.journal} is number ${proof.index + 1} of the ${whole(proof.size)} entries that the checkpoint of ${head.origin} signs for.`
    : `The proof does NOT lead from entry ${proof.sequence} of ${proof.journal} to the root of the checkpoint.`;
  const by = own?.ok ? " Its signature is right" : own?.ok === null ? " This browser cannot check its signature" : " Its signature is NOT right";
  const cosigned = others.length ? `, and ${others.join(", ")} cosigned it.` : ".";
  return [
    el("p", {}, el("span", { class: `badge ${isGood ? "good" : "warn"}` }, isGood ? "✓ proved in this browser" : "✗ not proved"), ` ${words}${by}${cosigned}`),
    el("p", { class: "hash" }, `entry ${proof.hash}`),
    el("p", { class: "hash" }, `root ${head.root}`),
  ];
}
