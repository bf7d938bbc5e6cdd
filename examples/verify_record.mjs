// Checks a part of a house's record, written from docs/record.md alone: Node 18 or newer, no packages, none of our code.
//
//     node verify_record.mjs FILE… [--key VKEY] [--checkpoint FILE]
//
// VKEY is the public key that you know of the house; the file after --checkpoint is a signed head that you kept from earlier.
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
const THROWS = [..."123456"].flatMap((first) => [..."123456"].map((second) => `${first} ${second}`));
const WHEELS = {
  // clockwise from 0, as the usual wheels are made: the pockets are part of the rules, not of the record
  double: "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2".split(" "),
  single: "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26".split(" "),
};

class Fault extends Error {}

function require(holds, sentence) {
  if (!holds) throw new Fault(sentence);
}

function sha256(...parts) {
  return parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
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
    const ones = size.toString(2).replaceAll("0", "").length;
    require(hashes.length === ones, `a tree over ${size} entries has ${ones} perfect subtrees`);
    this.size = size;
    this.hashes = hashes.map((hash) => unhex(hash, "a hash of begin"));
  }

  append(line) {
    let added = sha256("\x00", line);
    for (let count = this.size; count % 2 === 1; count = (count - 1) / 2) added = sha256("\x01", this.hashes.pop(), added);
    this.hashes.push(added);
    this.size += 1;
  }

  root() {
    return this.size === 0 ? sha256("") : this.hashes.reduceRight((soFar, hash) => sha256("\x01", hash, soFar));
  }

  compare(head, what) {
    require(this.size === head.size, `${what} is over ${head.size} entries, not over the ${this.size} that are here`);
    require(this.root().equals(head.root), `the entries do not lead to the root of ${what}`);
  }
}

function readKey(vkey) {
  const [, name, id, written] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(vkey) ?? [];
  require(name, `"${vkey}" is not a public key`);
  const typed = unbase64(written);
  require(typed.length === 33 && typed[0] === 1, "the public key is not one of Ed25519");
  require(sha256(name, "\n", typed).toString("hex").startsWith(id), "the key id does not follow from the key");
  const der = Buffer.concat([SPKI_OF_ED25519, typed.subarray(1)]);
  return { name, id, key: createPublicKey({ key: der, format: "der", type: "spki" }) };
}

function readHead(note, key) {
  const end = note.lastIndexOf("\n\n") + 1;
  require(end > 0 && note.endsWith("\n"), "a head is a text, an empty line and signatures, each line ended");
  const text = note.slice(0, end);
  const [origin, size, root] = text.split("\n");
  require(origin === key.name, `a head is of "${origin}", not of ${key.name}`);
  require(/^(0|[1-9]\d*)$/.test(size), "the size of a head is not a whole number");
  const byTheHouse = note.slice(end + 1, -1).split("\n").filter((line) => {
    const [, name, written] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    require(name, `"${line}" is not the line of a signature`);
    const signature = unbase64(written);
    if (name !== key.name || signature.toString("hex", 0, 4) !== key.id) return false; // of a witness, or of another key
    require(verify(null, Buffer.from(text), key.key, signature.subarray(4)), `the signature of the head over ${size} entries is wrong`);
    return true;
  });
  require(byTheHouse.length > 0, `the head over ${size} entries is not signed by the house's key`);
  const open = text.split("\n").slice(3).find((line) => line.startsWith("open "));
  return { size: Number(size), root: unbase64(root), open };
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

function shoeOrder(seed, count, cut) {
  const cards = DECK.flatMap((card) => Array(count / DECK.length).fill(card)).sort();
  const below = numbers(seed);
  for (let i = cards.length - 1; i > 0; i--) {
    const other = below(i + 1);
    [cards[i], cards[other]] = [cards[other], cards[i]];
  }
  return [...cards.slice(cut), ...cards.slice(0, cut)];
}

/** The seeds, words and outcomes of one table. What a part does not tell (a pledge or words before it) is undefined. */
class Chance {
  commitments = new Map(); // of each serial
  opened = new Map();
  shuffles = new Map(); // by the serial of its seed
  shoes = new Map(); // the shuffle that each is dealt from
  take = {
    founded: ({ game, choices }) => {
      this.outcomes = { roulette: WHEELS[choices.wheel], craps: THROWS }[game];
      this.hasWholeDecks = !choices.double_shoe; // which is two shoes of some suits each
    },
    pledged: ({ serial, commitment, shuffles, shuffle_commitment }) => {
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
    },
    contributed: ({ word }) => {
      for (const of in this.word) this.word[of] = sha256(this.word[of], sha256(word));
      this.tally.words++;
    },
    round: ({ serial, commitment }) => {
      this.round = { serial, drawn: [] };
      if (serial === undefined) return; // chance is entered
      require((this.pledged ?? serial) === serial, `the round has seed ${serial}, but ${this.pledged} was pledged`);
      this.commit(serial, commitment);
    },
    committed: ({ serial, shoe, commitment, source, number }) => {
      this.commit(serial, commitment);
      if (this.source) {
        require(this.source.serial === source, `shuffle ${serial} is from seed ${source}, but ${this.source.serial} was pledged`);
        require(++this.source.number === number, `shuffle ${serial} is number ${number} of its source, not ${this.source.number}`);
      }
      const shuffle = { source, number, word: this.word.shuffles, count: this.count, cards: [] };
      this.shuffles.set(serial, shuffle);
      this.shoes.set(shoe, shuffle);
    },
    step: ({ answers = [], events = [] }) => {
      for (const { event, count, position } of events) {
        if (event === "shuffled") [this.count, this.cut] = [count, 0]; // its device may have another name than the shoe
        if (event === "cut_made") this.cut = position;
      }
      for (const { by, says } of answers) if (by === "chance") this.draw(says);
    },
    ended: ({ serial, seed }) => {
      const { serial: begun = serial, drawn = [], word } = this.round ?? {};
      require(serial === begun, `the round began with seed ${begun}, and seed ${serial} is opened`);
      this.round = undefined;
      if (serial === undefined) return;
      this.open(serial, seed);
      if (!this.outcomes || !word) return void (this.tally.unknown += drawn.length);
      const below = numbers(sha256("pitboss mixed\n", Buffer.from(seed, "hex"), word));
      for (const outcome of drawn) {
        const found = this.outcomes[below(this.outcomes.length)];
        require(found === outcome, `"${outcome}" came, but seed ${serial} and the words give "${found}"`);
        this.tally.drawn++;
      }
    },
    unplayed: (payload) => this.take.ended(payload),
    revealed: ({ serial, seed }) => {
      this.open(serial, seed);
      if (this.shuffles.has(serial)) this.checkCards(serial, this.shuffles.get(serial));
      for (const [each, { source }] of this.shuffles) {
        if ([each, source].includes(serial) && this.opened.has(each) && this.opened.has(source)) this.checkSource(each);
      }
    },
  };

  constructor(tally) {
    this.tally = tally;
    this.forget();
  }

  /** After a withheld entry nothing is known of the words, the round and the shoes. */
  forget() {
    this.word = {}; // W of the seed of the round, and of that of the shuffles
    this.round = this.pledged = this.source = undefined;
    this.shoes.clear();
  }

  commit(serial, commitment) {
    unhex(commitment, `the commitment of seed ${serial}`);
    require((this.commitments.get(serial) ?? commitment) === commitment, `seed ${serial} is committed to in two ways`);
    this.commitments.set(serial, commitment);
  }

  open(serial, seed) {
    const found = sha256("pitboss seed\n", unhex(seed, `seed ${serial}`)).toString("hex");
    const commitment = this.commitments.get(serial);
    require((commitment ?? found) === found, `seed ${serial} is not the one that was committed to`);
    this.opened.set(serial, seed);
    this.tally[commitment ? "opened" : "before"]++;
  }

  draw(outcome) {
    if (CARD.test(outcome) && this.shoes.size === 1) {
      const [shoe] = this.shoes.values();
      shoe.cut ??= this.cut ?? 0; // fixed at its first card
      shoe.cards.push(outcome);
    } else if (this.round?.serial !== undefined && !CARD.test(outcome)) {
      if (this.round.drawn.push(outcome) === 1) this.round.word = this.word.round; // as it is at the first draw of the round
    } else this.tally.unknown++; // entered by hand, of a continuous shuffler, or of one shoe of several
  }

  checkSource(serial) {
    const { source, number, word } = this.shuffles.get(serial);
    if (!word) return void this.tally.unknown++;
    const place = Buffer.alloc(4);
    place.writeUInt32BE(number);
    const found = sha256("pitboss shuffle\n", Buffer.from(this.opened.get(source), "hex"), place, word).toString("hex");
    require(found === this.opened.get(serial), `the seed of shuffle ${serial} does not follow from seed ${source} and the words`);
    this.tally.shuffles++;
  }

  checkCards(serial, { count, cut, cards }) {
    const isOfDecks = count === DECK.length || (this.hasWholeDecks && count % DECK.length === 0); // 53 would have a joker
    if (!isOfDecks) return void (this.tally.unknown += cards.length);
    const order = shoeOrder(Buffer.from(this.opened.get(serial), "hex"), count, cut);
    for (const [place, card] of cards.entries()) {
      require(card === order[place], `card ${place + 1} of shuffle ${serial} was ${card}, but its seed gives ${order[place]}`);
    }
    this.tally.cards += cards.length;
  }
}

// --- a file

function parse(line) {
  return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(line, "latin1")));
}

function only(line, key) {
  const value = parse(line);
  require(Object.keys(value).join() === key, `a line {"${key}":…} belongs here`);
  return value[key];
}

function readEntry(line) {
  const found = ENTRY.exec(line);
  if (found) {
    const [, table, sequence, time, kind, payload, previous, hash] = found;
    const hashed = [previous, table, sequence, time, kind, payload].join("\n");
    const right = sha256(Buffer.from(hashed, "latin1")).toString("hex");
    require(right === hash, `entry ${sequence} of ${table} does not hash to its hash`);
    return { table, sequence: Number(sequence), previous, hash, kind, payload: parse(payload) };
  }
  const [, table, sequence, previous, hash] = WITHHELD.exec(line) ?? [];
  require(table, "neither an entry nor a withheld one in the form of the document");
  return { table, sequence: Number(sequence), previous, hash };
}

/** What is withheld belongs to rounds in progress, which the last head names; and every round that it names is. */
class Rounds {
  began = new Map(); // by journal: the entry that began the round in progress; 0: none is
  withheld = new Map(); // the first entry of each journal that is not shown
  firsts = new Map();

  take(table, sequence, kind) {
    if (!this.firsts.has(table)) this.firsts.set(table, sequence);
    if (kind === undefined) return void (this.withheld.has(table) || this.withheld.set(table, sequence));
    require(!this.withheld.has(table), `entry ${sequence} of ${table} is shown after others were withheld`);
    if (kind === "round") this.began.set(table, sequence);
    if (kind === "ended" || kind === "unplayed") this.began.set(table, 0);
  }

  check(line, open) {
    const list = Object.keys(open).sort().map((table) => `${table} ${open[table]}\n`).join("");
    require(!line || line === `open ${sha256(list).toString("hex")}`, "the rounds in progress are not those of the last head");
    for (const [table, sequence] of this.withheld) {
      require(line, `entries of ${table} are withheld, and the last head does not say which rounds were in progress`);
      const began = open[table] ?? 0, isHere = began >= this.firsts.get(table);
      const isOfIt = 0 < began && began < sequence && (!isHere || this.began.get(table) === began);
      require(isOfIt, `entries of ${table} from ${sequence} on are withheld, and belong to no round in progress`);
    }
    for (const [table, began] of line ? this.began : []) {
      const isRight = this.withheld.has(table) || began === (open[table] ?? 0);
      require(isRight, `the last head does not say rightly whether a round of ${table} is in progress`);
    }
  }
}

function checkEntries(lines, tree, tally, appended, rounds) {
  const first = tree.size, journals = new Map(), chances = new Map();
  for (const line of lines) {
    const { table, sequence, previous, hash, kind, payload } = readEntry(line);
    const before = journals.get(table) ?? { sequence: first ? sequence - 1 : 0, hash: sequence > 1 ? previous : ZEROS.toString("hex") };
    require(sequence === before.sequence + 1, `entry ${sequence} of ${table} does not come after entry ${before.sequence}`);
    require(previous === before.hash, `entry ${sequence} of ${table} does not follow from the one before`);
    journals.set(table, { sequence, hash });
    tree.append(`${table} ${sequence} ${hash}\n`);
    appended();
    rounds.take(table, sequence, kind);
    if (!chances.has(table)) chances.set(table, new Chance(tally));
    if (kind === undefined) {
      chances.get(table).forget();
      tally.withheld++;
    } else chances.get(table).take[kind]?.(payload);
    tally.line++;
  }
  return `entries: ${tree.size - first} of ${journals.size} journals follow from each other, ${tally.withheld} of them withheld`;
}

function check(path, knownKey, keptHead, say) {
  const tally = { line: 1, withheld: 0, opened: 0, before: 0, words: 0, shuffles: 0, drawn: 0, cards: 0, unknown: 0 };
  try {
    const text = readFileSync(path).toString("latin1"); // a character for each byte, so that payloads are hashed as they stand
    const lines = text.split("\n");
    require(lines.pop() === "" && lines.length > 2, "the file is cut off");
    const { origin, vkey, format = 1, open = {} } = only(lines[0], "record");
    require(format === 1, `the file is of format ${format}; this program reads format 1`);
    require((knownKey ?? vkey) === vkey, "the file is signed by another key than the one you know");
    const key = readKey(vkey);
    require(key.name === origin, "the key does not have the name of the log");
    say(`key: ${vkey}${knownKey ? ", as you know it" : " (as the file says: compare it with the one you know)"}`);

    tally.line = 2;
    const { size, hashes, checkpoint } = only(lines[1], "begin");
    const tree = new Tree(size, hashes);
    if (size > 0) tree.compare(readHead(checkpoint, key), "the head before this part");
    say(`begin: ${size} entries come before`);

    const kept = keptHead === undefined ? undefined : readHead(keptHead, key);
    let isKeptSeen = false;
    const compareKept = () => {
      if (kept?.size !== tree.size) return;
      tree.compare(kept, "the head that you kept");
      isKeptSeen = true;
    };
    compareKept();
    tally.line = 3;
    const rounds = new Rounds();
    say(checkEntries(lines.slice(2, -1), tree, tally, compareKept, rounds));
    const last = readHead(only(lines.at(-1), "checkpoint"), key);
    tree.compare(last, "the last head");
    rounds.check(last.open, open);
    say(`head: signed by the house over ${tree.size} entries and their root`);
    require(!kept || isKeptSeen, `the head that you kept, over ${kept?.size} entries, lies outside of this part: not compared`);
    if (kept) say(`kept head: the record over ${kept.size} entries is the one that you saw`);
  } catch (fault) {
    throw new Fault(`line ${tally.line}: ${fault.message}`); // also what Node says of broken JSON, or of a field of another type
  }
  say(`seeds: ${tally.opened} opened as committed to, ${tally.before} committed to before this part`);
  say(`shuffles: ${tally.shuffles} seeds follow from their source and the words (${tally.words} words added)`);
  say(`outcomes: ${tally.drawn} of wheels and dice and ${tally.cards} cards recomputed; ${tally.unknown} could not be`);
}

const options = { key: { type: "string" }, checkpoint: { type: "string" } };
const { values, positionals } = parseArgs({ allowPositionals: true, options });
if (positionals.length === 0) throw new Error("Usage: node verify_record.mjs FILE… [--key VKEY] [--checkpoint FILE]");
const keptHead = values.checkpoint === undefined ? undefined : readFileSync(values.checkpoint, "utf8");
for (const path of positionals) {
  try {
    check(path, values.key, keptHead, (line) => console.log(`  ${line}`));
    console.log(`${path}: IN ORDER`);
  } catch (fault) {
    console.log(`${path}: NOT IN ORDER: ${fault.message}`);
    process.exitCode = 1;
  }
}
