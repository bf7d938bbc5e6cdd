// Checks a part of a house's record, written from docs/record.md alone: Node 18 or newer, no packages, none of our code.
//
//     node verify_record.mjs FILE… [--key VKEY] [--checkpoint FILE]
//
// VKEY is the public key that you know of the house, FILE after --checkpoint a signed head that you kept from earlier.
// Prints a line for each check and a verdict for each file; the exit status is 0 if all of them are in order, else 1.

import { createCipheriv, createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const ZEROS = Buffer.alloc(32);
const SPKI_OF_ED25519 = Buffer.from("302a300506032b6570032100", "hex"); // RFC 8410: what stands before the 32 bytes of a key
const ENTRY =
  /^\{"entry":\{"table":"([A-Za-z0-9-]+)","sequence":([1-9]\d*),"time":"([^"\\]+)","kind":"([^"\\]+)","payload":(.+),"previous":"([0-9a-f]{64})","hash":"([0-9a-f]{64})"\}\}$/s;
const WITHHELD =
  /^\{"withheld":\{"table":"([A-Za-z0-9-]+)","sequence":([1-9]\d*),"previous":"([0-9a-f]{64})","hash":"([0-9a-f]{64})"\}\}$/;
const CARD = /^[2-9TJQKA][CDHS]$/;
const DECK = [..."23456789TJQKA"].flatMap((rank) => [..."CDHS"].map((suit) => rank + suit));
const WHEELS = {
  // The document does not list the pockets: these are the usual wheels, clockwise from 0.
  double: "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2".split(" "),
  single: "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26".split(" "),
};

class Fault extends Error {}

function require(holds, sentence) {
  if (!holds) throw new Fault(sentence);
}

function sha256(...parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function unhex(text, what) {
  require(typeof text === "string" && /^[0-9a-f]{64}$/.test(text), `${what} is not 32 bytes in hexadecimal`);
  return Buffer.from(text, "hex");
}

function unbase64(text) {
  const bytes = Buffer.from(text, "base64"); // which passes over what is no base64, so it is written again and compared
  require(bytes.toString("base64") === text, `"${text}" is not base64`);
  return bytes;
}

// --- the log

class Tree {
  constructor(size, hashes) {
    require(Number.isSafeInteger(size) && size >= 0, "the size of begin is not a whole number");
    const ones = [...size.toString(2)].filter((digit) => digit === "1").length;
    require(Array.isArray(hashes) && hashes.length === ones, `a tree over ${size} entries has ${ones} perfect subtrees`);
    this.size = size;
    this.hashes = hashes.map((hash) => unhex(hash, "a hash of begin"));
  }

  append(line) {
    let added = sha256(Buffer.from([0]), line);
    for (let count = this.size; count % 2 === 1; count = (count - 1) / 2) {
      added = sha256(Buffer.from([1]), this.hashes.pop(), added);
    }
    this.hashes.push(added);
    this.size += 1;
  }

  root() {
    if (this.size === 0) return sha256("");
    return this.hashes.reduceRight((soFar, hash) => sha256(Buffer.from([1]), hash, soFar));
  }
}

function readKey(vkey) {
  const [, name, id, written] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(vkey) ?? [];
  require(name, `"${vkey}" is not a public key`);
  const typed = unbase64(written);
  require(typed.length === 33 && typed[0] === 1, "the public key is not one of Ed25519");
  require(sha256(name, "\n", typed).subarray(0, 4).toString("hex") === id, "the key id does not follow from the key");
  const der = Buffer.concat([SPKI_OF_ED25519, typed.subarray(1)]);
  return { name, id, key: createPublicKey({ key: der, format: "der", type: "spki" }) };
}

function readHead(note, key) {
  require(typeof note === "string", "a head is missing");
  const end = note.lastIndexOf("\n\n") + 1;
  require(end > 0 && note.endsWith("\n"), "a head is a text, an empty line and signatures, each line ended");
  const text = note.slice(0, end);
  const [origin, size, root] = text.split("\n");
  require(origin === key.name, `a head is of "${origin}", not of ${key.name}`);
  require(/^(0|[1-9]\d*)$/.test(size), "the size of a head is not a whole number");
  const signed = note.slice(end + 1, -1).split("\n").filter((line) => {
    const [, name, signature] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    require(name, `"${line}" is not the line of a signature`);
    const bytes = unbase64(signature);
    if (name !== key.name || bytes.subarray(0, 4).toString("hex") !== key.id) return false; // of a witness, or of another key
    require(verify(null, Buffer.from(text), key.key, bytes.subarray(4)), `the signature of the head over ${size} entries is wrong`);
    return true;
  });
  require(signed.length > 0, `the head over ${size} entries is not signed by the house's key`);
  const bytes = unbase64(root);
  require(bytes.length === 32, "the root of a head is not 32 bytes");
  return { size: Number(size), root: bytes };
}

function compare(tree, head, what) {
  require(tree.size === head.size, `${what} is over ${head.size} entries, not over the ${tree.size} that are here`);
  require(tree.root().equals(head.root), `the entries do not lead to the root of ${what}`);
}

// --- chance

function numbers(seed) {
  const cipher = createCipheriv("chacha20", seed, Buffer.alloc(16));
  return function below(n) {
    for (;;) {
      const word = cipher.update(Buffer.alloc(4)).readUInt32LE();
      if (word < 2 ** 32 - (2 ** 32 % n)) return word % n;
    }
  };
}

function shoeOrder(seed, count, position) {
  const cards = DECK.flatMap((card) => Array(count / DECK.length).fill(card)).sort();
  const below = numbers(seed);
  for (let i = cards.length - 1; i > 0; i--) {
    const other = below(i + 1);
    [cards[i], cards[other]] = [cards[other], cards[i]];
  }
  return [...cards.slice(position), ...cards.slice(0, position)];
}

/** The seeds, words and outcomes of one table. What a part does not tell (a pledge or words before it) stays undefined. */
class Chance {
  commitments = new Map(); // of each serial
  opened = new Map();
  shuffles = new Map(); // serial of a shuffle's seed: source, number, W, and what came out of its shoe
  shoes = new Map(); // name: the shuffle that it is dealt from
  counts = new Map(); // name of a shoe: how many cards its latest shuffle was of
  cuts = new Map();
  word = {}; // W of the seed of the round and of the shuffles

  constructor(tally) {
    this.tally = tally;
  }

  take(kind, payload) {
    this[`take_${kind}`]?.(payload);
  }

  commit(serial, commitment) {
    require(/^[0-9a-f]{64}$/.test(commitment), `the commitment of seed ${serial} is not 32 bytes in hexadecimal`);
    const before = this.commitments.get(serial) ?? commitment;
    require(before === commitment, `seed ${serial} is committed to in two ways`);
    this.commitments.set(serial, commitment);
  }

  open(serial, hex) {
    const seed = unhex(hex, `seed ${serial}`);
    require((this.opened.get(serial) ?? hex) === hex, `seed ${serial} is opened in two ways`);
    this.opened.set(serial, hex);
    if (!this.commitments.has(serial)) return void this.tally.before++;
    const right = sha256("pitboss seed\n", seed).toString("hex") === this.commitments.get(serial);
    require(right, `seed ${serial} is not the one that was committed to`);
    this.tally.opened++;
  }

  take_founded({ game, choices, settings }) {
    this.entered = settings?.chance === "entered";
    this.pockets = game === "roulette" ? WHEELS[choices.wheel] : undefined;
  }

  take_pledged({ serial, commitment, shuffles, shuffle_commitment }) {
    if (serial !== undefined) {
      this.commit(serial, commitment);
      this.pledged = serial;
      this.word.round = ZEROS;
    }
    if (shuffles !== undefined) {
      this.commit(shuffles, shuffle_commitment);
      this.source = { serial: shuffles, number: 0 };
      this.word.shuffles = ZEROS;
    }
  }

  take_contributed({ word }) {
    for (const of of ["round", "shuffles"]) {
      if (this.word[of]) this.word[of] = sha256(this.word[of], sha256(word));
    }
    this.tally.words++;
  }

  take_round({ serial, commitment }) {
    this.round = { serial, drawn: [] };
    if (serial === undefined) return;
    require((this.pledged ?? serial) === serial, `the round uses seed ${serial}, but ${this.pledged} was pledged`);
    this.commit(serial, commitment);
  }

  take_committed({ serial, shoe, commitment, source, number }) {
    this.commit(serial, commitment);
    if (this.source) {
      require(this.source.serial === source, `shuffle ${serial} is from seed ${source}, but ${this.source.serial} was pledged`);
      require(++this.source.number === number, `shuffle ${serial} is number ${number} of its source, not ${this.source.number}`);
    }
    const shuffle = { source, number, word: this.word.shuffles, count: this.counts.get(shoe), position: undefined, cards: [] };
    this.shuffles.set(serial, shuffle);
    this.shoes.set(shoe, shuffle);
  }

  take_step({ answers = [], events = [] }) {
    for (const event of events) {
      if (event.event === "shuffled") {
        this.counts.set(event.device, event.count);
        this.cuts.clear();
      }
      if (event.event === "cut_made") this.cuts.set("", event.position);
    }
    for (const { by, says } of answers) {
      if (by === "chance") this.draw(says);
    }
  }

  draw(outcome) {
    if (CARD.test(outcome)) {
      if (this.shoes.size !== 1) return void this.tally.unknown++; // a continuous shuffler, or which shoe is not told
      const [shoe] = this.shoes.values();
      shoe.position ??= this.cuts.get("") ?? 0;
      shoe.cards.push(outcome);
    } else if (this.round?.serial !== undefined) {
      this.round.word ??= this.word.round; // as it is at the first draw of the round
      this.round.drawn.push(outcome);
    }
  }

  take_ended({ serial, seed }) {
    if (this.round?.serial !== undefined) {
      require(serial === this.round.serial, `the round began with seed ${this.round.serial} and opens ${serial}`);
    }
    if (serial === undefined) return;
    this.open(serial, seed);
    const { drawn = [], word } = this.round ?? {};
    this.round = undefined;
    if (!this.pockets || !word) return void (this.tally.unknown += drawn.length);
    const below = numbers(sha256("pitboss mixed\n", Buffer.from(seed, "hex"), word));
    for (const outcome of drawn) {
      const found = this.pockets[below(this.pockets.length)];
      require(found === outcome, `the wheel showed ${outcome}, but seed ${serial} and the words give ${found}`);
      this.tally.drawn++;
    }
  }

  take_unplayed(payload) {
    this.take_ended(payload);
  }

  take_revealed({ serial, seed }) {
    this.open(serial, seed);
    for (const [at, shuffle] of this.shuffles) {
      if (at === serial) this.checkShoe(serial, shuffle);
      if ((at === serial || shuffle.source === serial) && this.opened.has(at) && this.opened.has(shuffle.source)) {
        this.checkSource(at, shuffle);
      }
    }
  }

  checkSource(serial, { source, number, word }) {
    if (!word) return void this.tally.unknown++;
    const place = Buffer.alloc(4);
    place.writeUInt32BE(number);
    const found = sha256("pitboss shuffle\n", Buffer.from(this.opened.get(source), "hex"), place, word).toString("hex");
    require(found === this.opened.get(serial), `the seed of shuffle ${serial} does not follow from seed ${source} and the words`);
    this.tally.shuffles++;
  }

  checkShoe(serial, { count, position, cards }) {
    if (!(count > 0 && count % DECK.length === 0)) return void (this.tally.unknown += cards.length);
    const order = shoeOrder(Buffer.from(this.opened.get(serial), "hex"), count, position ?? 0);
    cards.forEach((card, place) => {
      require(card === order[place], `card ${place + 1} of shuffle ${serial} was ${card}, but its seed gives ${order[place]}`);
    });
    this.tally.cards += cards.length;
  }
}

// --- a file

function linesOf(path) {
  const text = readFileSync(path).toString("latin1"); // a character for each byte, so that payloads are hashed as they stand
  require(text.endsWith("\n"), "the last line is not ended");
  return text.slice(0, -1).split("\n");
}

function utf8(line) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(line, "latin1"));
  } catch {
    throw new Fault("it is not UTF-8");
  }
}

function parse(line, key) {
  let value;
  try {
    value = JSON.parse(utf8(line));
  } catch (fault) {
    throw new Fault(fault instanceof Fault ? fault.message : "it is not JSON");
  }
  if (key === undefined) return value;
  require(value !== null && typeof value === "object" && Object.keys(value).join() === key, `a line {"${key}":…} belongs here`);
  return value[key];
}

function readEntry(line) {
  const found = ENTRY.exec(line);
  if (found) {
    const [, table, sequence, time, kind, payload, previous, hash] = found;
    const header = [previous, table, sequence, time, kind, ""].join("\n");
    const right = sha256(Buffer.from(header + payload, "latin1")).toString("hex");
    require(right === hash, `entry ${sequence} of ${table} does not hash to its hash`);
    return { table, sequence: Number(sequence), previous, hash, kind, payload: parse(payload) };
  }
  const [, table, sequence, previous, hash] = WITHHELD.exec(line) ?? [];
  require(table, "it is neither an entry nor a withheld one, in the form of the document");
  return { table, sequence: Number(sequence), previous, hash };
}

function check(path, knownKey, keptHead, say) {
  const lines = linesOf(path);
  const tally = { withheld: 0, opened: 0, before: 0, words: 0, shuffles: 0, drawn: 0, cards: 0, unknown: 0 };
  let at = 0;
  try {
    const { origin, vkey, format = 1 } = parse(lines[at], "record");
    require(format === 1, `the file is of format ${format}; this program reads format 1`);
    require(!knownKey || knownKey === vkey, "the file is signed by another key than the one you know");
    const key = readKey(String(vkey));
    require(key.name === origin, "the key does not have the name of the log");
    say(`key: ${vkey}${knownKey ? ", as you know it" : " (as the file says: compare it with the one you know)"}`);
    const kept = keptHead === undefined ? undefined : readHead(keptHead, key);

    at = 1;
    require(lines.length > 2, "a line that belongs to the file is missing");
    const begin = parse(lines[at], "begin");
    const tree = new Tree(begin.size, begin.hashes);
    if (tree.size > 0) compare(tree, readHead(begin.checkpoint, key), "the head before this part");
    else require(begin.checkpoint === undefined, "there is no head before the first entry");
    const first = tree.size;
    say(`begin: ${first} entries come before`);
    require(!kept || kept.size >= first, `the head that you kept is over ${kept?.size} entries, before this part: not compared`);

    const journals = new Map(), chances = new Map();
    if (kept?.size === tree.size) compare(tree, kept, "the head that you kept");
    for (at = 2; at < lines.length - 1; at++) {
      const entry = readEntry(lines[at]);
      const { table, sequence, previous, hash } = entry;
      const before = journals.get(table) ?? (first === 0 ? { sequence: 0, hash: ZEROS.toString("hex") } : undefined);
      if (before) {
        require(sequence === before.sequence + 1, `entry ${sequence} of ${table} comes after entry ${before.sequence}`);
        require(previous === before.hash, `entry ${sequence} of ${table} does not follow from the one before`);
      } else {
        require((sequence === 1) === /^0+$/.test(previous), `entry ${sequence} of ${table} cannot be the first of its journal`);
      }
      journals.set(table, { sequence, hash });
      tree.append(`${table} ${sequence} ${hash}\n`);
      if (kept?.size === tree.size) compare(tree, kept, "the head that you kept");
      if (!chances.has(table)) chances.set(table, new Chance(tally));
      if (entry.kind === undefined) tally.withheld++;
      else chances.get(table).take(entry.kind, entry.payload);
    }
    say(`entries: ${tree.size - first} of ${journals.size} journals follow from each other, ${tally.withheld} of them withheld`);
    compare(tree, readHead(parse(lines[at], "checkpoint"), key), "the last head");
    say(`head: signed by the house over ${tree.size} entries and their root`);
    require(!kept || kept.size <= tree.size, `the head that you kept is over ${kept?.size} entries, after this part: not compared`);
    if (kept) say(`kept head: the record over ${kept.size} entries is the one that you saw`);
  } catch (fault) {
    if (!(fault instanceof Fault || fault instanceof TypeError)) throw fault; // a TypeError: a field has another type than it should
    throw new Fault(`line ${at + 1}: ${fault.message}`);
  }
  say(`seeds: ${tally.opened} opened as committed to, ${tally.before} committed to before this part`);
  say(`shuffles: ${tally.shuffles} seeds follow from their source and the words (${tally.words} words added)`);
  say(`outcomes: ${tally.drawn} of wheels and ${tally.cards} cards recomputed, ${tally.unknown} not: the file does not say enough`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { key: { type: "string" }, checkpoint: { type: "string" } },
});
if (positionals.length === 0) {
  console.error("Usage: node verify_record.mjs FILE… [--key VKEY] [--checkpoint FILE]");
  process.exit(1);
}
const keptHead = values.checkpoint === undefined ? undefined : readFileSync(values.checkpoint, "utf8");
for (const path of positionals) {
  try {
    check(path, values.key, keptHead, (line) => console.log(`  ${line}`));
    console.log(`${path}: IN ORDER`);
  } catch (fault) {
    if (!(fault instanceof Fault) && fault.code === undefined) throw fault;
    console.log(`${path}: NOT IN ORDER: ${fault.message}`);
    process.exitCode = 1;
  }
}
