/** Board console, one round: its replay with a few facts, and under “Proof” funds, hashes, its place in the record and evidence. */

import { badge, facts } from "../kit/components.js";
import { findRounds, getEvidence, getProof, getRecordKey, getRoundState } from "./api.js";
import { fact, searching, stamp, whole } from "./parts.js";
import { canCheck, isIncluded, readCheckpoint, whoSigned } from "./proof.js";
import { button, el, fill } from "../kit/dom.js";
import { listLine, listTable, saveFile } from "../kit/lists.js";
import { openLog } from "../kit/logbook.js";
import { actButton, form, outcome, succeeded, textField } from "../kit/forms.js";
import { change, dollars } from "../kit/money.js";
import { addressOf } from "./query.js";
import { Replayer } from "./replay.js";
import { parseRounds, plain } from "../kit/words.js";

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
    shown.length ? [el("h3", {}, "Progressive meters"), listTable(["Meter", "At the start", "At the end"], shown, "state-table")] : null,
  ];
}

/** One round in full. */
export class RoundPanel {
  #page;
  #back = el("a", { class: "back", href: "#rounds" }, "◀ Back to the list");
  #beside = el("span", { class: "act-row" });
  #heading = el("h2", { tabindex: "-1" });
  #facts = el("div", { class: "panel round-facts" });
  #state = el("div", { class: "round-state" });
  #acts = el("div", { class: "round-acts" });
  #replay = el("div", { class: "replay" });
  #said = outcome();
  #wait = searching("Opening the round …");
  /** @type {Replayer|null} */ #replayer = null;
  #turn = 0;
  #shown = "";

  /** @param {StaffPage} page */
  constructor(page) {
    this.#page = page;
    this.node = el(
      "div",
      { class: "board-panel", hidden: true },
      el("div", { class: "round-head" }, this.#heading, this.#back, this.#beside),
      this.#wait.node,
      this.#said,
      this.#replay,
      this.#facts,
    );
    document.addEventListener("keydown", (event) => this.node.checkVisibility() && this.#replayer?.press(event));
  }

  /** @param {URLSearchParams} fields @param {string} back  the address of the list it was opened from */
  async show(fields, back) {
    const [table, number, step] = [fields.get("table") ?? "", Number(fields.get("round")), Number(fields.get("step"))];
    this.#back.href = back;
    if (this.#replayer && this.#shown === `${table} ${number}`) return this.#replayer.goTo(step);
    const turn = ++this.#turn;
    this.#shown = `${table} ${number}`;
    this.#heading.textContent = `Table ${table}, round ${number}`;
    for (const node of [this.#facts, this.#acts, this.#state, this.#replay, this.#said, this.#beside]) fill(node);
    this.#replayer = null;
    const current = (/** @type {() => void} */ draw) => turn === this.#turn && draw();
    const near = [number - 1, number, number + 1].filter((one) => one > 0);
    const parts = [
      findRounds({ tables: [table], rounds: near, order: "round", ascending: true }).then(({ rounds = [] }) =>
        current(() => {
          const found = rounds.find(({ round }) => round === number);
          if (!found) throw new Error(`Table ${table} has no round ${number} that is over.`);
          this.#showFound(found);
          fill(this.#beside, rounds.filter((one) => one !== found).map(({ round }) => el("a", { href: addressOf("round", { table, round }) }, round < number ? `◀ Round ${round}` : `Round ${round} ▶`)));
        }),
      ),
      getRoundState(table, number).then((state) => current(() => fill(this.#state, stateTables(state)))),
      this.#showReplay(table, number, step, () => turn === this.#turn),
    ];
    this.#heading.focus({ preventScroll: true });
    const ended = await this.#wait.during(Promise.allSettled(parts), this.#facts);
    const wrong = ended.find((one) => one.status === "rejected");
    if (wrong && turn === this.#turn) this.#page.failed(this.#said, wrong.reason);
  }

  /** @param {string} table @param {number} number @param {number} step @param {() => boolean} isCurrent */
  async #showReplay(table, number, step, isCurrent) {
    const replayer = await Replayer.open(table, this.#page.account.may("search record"));
    if (!isCurrent()) return;
    fill(this.#replay, replayer.node); // first: chips lie where the felt is drawn
    await replayer.show(number, step);
    if (!isCurrent()) return;
    this.#replayer = replayer;
    replayer.onStep = (round, at) => history.replaceState(null, "", addressOf("round", { table, round, step: at }));
    replayer.proof = [this.#state, this.#acts];
  }

  /** @param {RoundFound} round */
  #showFound(round) {
    const { table, round: number, first, last } = round;
    fill(
      this.#facts,
      facts([
        ["Closed", stamp(round.closed)],
        ["Game", plain(round.game)],
        ["Result", [round.result || "—", round.void ? badge("void", "warn") : null, round.corrected ? badge("corrected", "warn") : null]],
        ["Wagered", dollars(round.wagered)],
        ["Paid", dollars(round.paid)],
        ["Win of the house", change(round.win)],
        ["Dealer", round.dealer_name ? `${round.dealer_name} (${round.dealer})` : "automatic"],
      ]),
    );
    const { may } = this.#page.account;
    const query = new URLSearchParams({ table, round: String(number) });
    fill(
      this.#acts,
      el(
        "dl",
        { class: "facts" },
        fact("Gaming day", round.gaming_day),
        fact("From", stamp(round.opened)),
        fact("Until", stamp(round.closed)),
        fact("Entries of its journal", `${first} to ${last}`),
        fact("Filing", round.filing || "none named"),
      ),
      this.#proof(round),
      may("export record") ? this.#evidence(round) : null,
      el(
        "div",
        { class: "act-row" },
        el("a", { href: `/audit?${query}` }, "Open it among the table's records"),
        may("read every round") ? button("Between the rounds", () => openLog(table)) : null,
      ),
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
