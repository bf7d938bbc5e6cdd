// Checks an exported record of a house (docs/record.md): in a browser, where nothing is sent anywhere, or with Node 20 or newer.
// One file, no packages, none of the house's code.
//
//     node pitboss-verify.js FILE… [--key VKEY] [--checkpoint FILE]
//
// VKEY is the public key that you know of the house; the file after --checkpoint is a signed head that you kept from earlier.
// Prints a line for each check and a verdict for each file; the exit status is 0 if all of them are in order, else 1. In a page,
// `pitbossVerify(bytes, {key, checkpoint, say, progress})` does the same, and throws where something is not in order.

"use strict";

const pitbossVerify = (() => {
const ZEROS = new Uint8Array(32);
const SECOND = 1000; // milliseconds by which clocks may drift
const SLICE = 2000; // entries between two looks at whatever else the page has to do
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

function must(holds, sentence) {
  if (!holds) throw new Fault(sentence);
}

// --- bytes

const utf8 = new TextEncoder();

/** The bytes of a text with a character for each byte. */
function bytesOf(text) {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** A text with a character for each byte, so that payloads are hashed as they stand. */
function textOf(bytes) {
  const pieces = [];
  for (let at = 0; at < bytes.length; at += 8192) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return pieces.join("");
}

function joined(parts) {
  const bytes = parts.map((part) => (typeof part === "string" ? utf8.encode(part) : part));
  const all = new Uint8Array(bytes.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of bytes) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const same = (one, other) => hexOf(one) === hexOf(other);

function bytesOfHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function unhex(text, what) {
  must(typeof text === "string" && /^[0-9a-f]{64}$/.test(text), `${what} is not 32 bytes in hexadecimal`);
  return bytesOfHex(text);
}

function unbase64(text) {
  let bytes;
  try {
    bytes = bytesOf(atob(text)); // which passes over some of what is no base64, so it is written again and compared
  } catch {
    bytes = undefined;
  }
  must(bytes && btoa(textOf(bytes)) === text, `"${text}" is not base64`);
  return bytes;
}

// --- SHA-256 (FIPS 180-4), here because WebCrypto's is asynchronous: a record takes hundreds of thousands of hashes

const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const ROUND = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const words = new Int32Array(64);

function sha256(...parts) {
  const message = joined(parts);
  const padded = new Uint8Array((message.length + 72) & ~63);
  const view = new DataView(padded.buffer);
  padded.set(message);
  padded[message.length] = 0x80;
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  const hash = Int32Array.from(START);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let block = 0; block < padded.length; block += 64) {
    for (let at = 0; at < 16; at++) words[at] = view.getInt32(block + 4 * at);
    for (let at = 16; at < 64; at++) {
      const x = words[at - 15], y = words[at - 2];
      const low = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3), high = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      words[at] = (words[at - 16] + low + words[at - 7] + high) | 0;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let at = 0; at < 64; at++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[at] + words[at]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, at) => (hash[at] = (hash[at] + value) | 0));
  }
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((value, at) => digest.setInt32(4 * at, value));
  return new Uint8Array(digest.buffer);
}

// --- the log

class Tree {
  constructor(size, hashes) {
    must(Number.isSafeInteger(size) && size >= 0, "the size of begin is not a whole number");
    const ones = size.toString(2).replaceAll("0", "").length;
    must(hashes.length === ones, `a tree over ${size} entries has ${ones} perfect subtrees`);
    this.size = size;
    this.hashes = hashes.map((hash) => unhex(hash, "a hash of begin"));
  }

  append(line) {
    let added = sha256("\x00", line); // a leaf
    for (let count = this.size; count % 2 === 1; count = (count - 1) / 2) added = sha256("\x01", this.hashes.pop(), added);
    this.hashes.push(added);
    this.size += 1;
  }

  root() {
    return this.size === 0 ? sha256("") : this.hashes.reduceRight((soFar, hash) => sha256("\x01", hash, soFar));
  }

  compare(head, what) {
    must(this.size === head.size, `${what} is over ${head.size} entries, not over the ${this.size} that are here`);
    must(same(this.root(), head.root), `the entries do not lead to the root of ${what}`);
  }
}

async function readKey(vkey) {
  const [, name, id, written] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(vkey) ?? [];
  must(name, `"${vkey}" is not a public key`);
  const typed = unbase64(written);
  must(typed.length === 33 && typed[0] === 1, "the public key is not one of Ed25519");
  must(hexOf(sha256(name, "\n", typed)).startsWith(id), "the key id does not follow from the key");
  let key;
  try {
    key = await crypto.subtle.importKey("raw", typed.subarray(1), { name: "Ed25519" }, false, ["verify"]);
  } catch (error) {
    throw new Fault(`this browser cannot check signatures of Ed25519 (${error.name}); use a newer one, or Node 20`);
  }
  return { name, id, key };
}

async function readHead(note, key) {
  const end = note.lastIndexOf("\n\n") + 1;
  must(end > 0 && note.endsWith("\n"), "a head is a text, an empty line and signatures, each line ended");
  const text = note.slice(0, end);
  const [origin, size, root] = text.split("\n");
  must(origin === key.name, `a head is of "${origin}", not of ${key.name}`);
  must(/^(0|[1-9]\d*)$/.test(size), "the size of a head is not a whole number");
  let byTheHouse = 0;
  for (const line of note.slice(end + 1, -1).split("\n")) {
    const [, name, written] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    must(name, `"${line}" is not the line of a signature`);
    const signature = unbase64(written);
    if (name !== key.name || hexOf(signature.subarray(0, 4)) !== key.id) continue; // of a witness, or of another key
    const isRight = await crypto.subtle.verify({ name: "Ed25519" }, key.key, signature.subarray(4), utf8.encode(text));
    must(isRight, `the signature of the head over ${size} entries is wrong`);
    byTheHouse++;
  }
  must(byTheHouse > 0, `the head over ${size} entries is not signed by the house's key`);
  const open = text.split("\n").slice(3).find((line) => line.startsWith("open "));
  return { size: Number(size), root: unbase64(root), open };
}

// --- chance

const QUARTERS = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
];

/** One block of ChaCha20 (RFC 8439), with a nonce of zero. */
function keystream(key, counter) {
  const start = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...key, counter, 0, 0, 0);
  const x = Uint32Array.from(start);
  const mix = (to, by, other, turn) => {
    x[to] += x[by];
    const mixed = x[other] ^ x[to];
    x[other] = (mixed << turn) | (mixed >>> (32 - turn));
  };
  for (let round = 0; round < 10; round++) {
    for (const [a, b, c, d] of QUARTERS) {
      mix(a, b, d, 16);
      mix(c, d, b, 12);
      mix(a, b, d, 8);
      mix(c, d, b, 7);
    }
  }
  return x.map((word, at) => word + start[at]);
}

function numbers(seed) {
  const view = new DataView(seed.buffer, seed.byteOffset, 32);
  const key = Array.from({ length: 8 }, (_, at) => view.getUint32(4 * at, true));
  let block = [], counter = 0, at = 0;
  return function below(n) {
    for (;;) {
      if (at === block.length) [block, at, counter] = [keystream(key, counter), 0, counter + 1];
      const word = block[at++];
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
      must((this.pledged ?? serial) === serial, `the round has seed ${serial}, but ${this.pledged} was pledged`);
      this.commit(serial, commitment);
    },
    committed: ({ serial, shoe, commitment, source, number }) => {
      this.commit(serial, commitment);
      if (this.source) {
        must(this.source.serial === source, `shuffle ${serial} is from seed ${source}, but ${this.source.serial} was pledged`);
        must(++this.source.number === number, `shuffle ${serial} is number ${number} of its source, not ${this.source.number}`);
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
      must(serial === begun, `the round began with seed ${begun}, and seed ${serial} is opened`);
      this.round = undefined;
      if (serial === undefined) return;
      this.open(serial, seed);
      if (!this.outcomes || !word) return void (this.tally.unknown += drawn.length);
      const below = numbers(sha256("pitboss mixed\n", bytesOfHex(seed), word));
      for (const outcome of drawn) {
        const found = this.outcomes[below(this.outcomes.length)];
        must(found === outcome, `"${outcome}" came, but seed ${serial} and the words give "${found}"`);
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
    must((this.commitments.get(serial) ?? commitment) === commitment, `seed ${serial} is committed to in two ways`);
    this.commitments.set(serial, commitment);
  }

  open(serial, seed) {
    const found = hexOf(sha256("pitboss seed\n", unhex(seed, `seed ${serial}`)));
    const commitment = this.commitments.get(serial);
    must((commitment ?? found) === found, `seed ${serial} is not the one that was committed to`);
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
    const place = new Uint8Array(4);
    new DataView(place.buffer).setUint32(0, number);
    const found = hexOf(sha256("pitboss shuffle\n", bytesOfHex(this.opened.get(source)), place, word));
    must(found === this.opened.get(serial), `the seed of shuffle ${serial} does not follow from seed ${source} and the words`);
    this.tally.shuffles++;
  }

  checkCards(serial, { count, cut, cards }) {
    const isOfDecks = count === DECK.length || (this.hasWholeDecks && count % DECK.length === 0); // 53 would have a joker
    if (!isOfDecks) return void (this.tally.unknown += cards.length);
    const order = shoeOrder(bytesOfHex(this.opened.get(serial)), count, cut);
    for (const [place, card] of cards.entries()) {
      must(card === order[place], `card ${place + 1} of shuffle ${serial} was ${card}, but its seed gives ${order[place]}`);
    }
    this.tally.cards += cards.length;
  }
}

// --- a file

function parse(line) {
  return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytesOf(line)));
}

function only(line, key) {
  const value = parse(line);
  must(Object.keys(value).join() === key, `a line {"${key}":…} belongs here`);
  return value[key];
}

function readEntry(line) {
  const found = ENTRY.exec(line);
  if (found) {
    const [, table, sequence, time, kind, payload, previous, hash] = found;
    const hashed = [previous, table, sequence, time, kind, payload].join("\n");
    const right = hexOf(sha256(bytesOf(hashed)));
    must(right === hash, `entry ${sequence} of ${table} does not hash to its hash`);
    return { table, sequence: Number(sequence), time, previous, hash, kind, payload: parse(payload) };
  }
  const [, table, sequence, previous, hash] = WITHHELD.exec(line) ?? [];
  must(table, "neither an entry nor a withheld one in the form of the document");
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
    must(!this.withheld.has(table), `entry ${sequence} of ${table} is shown after others were withheld`);
    if (kind === "round") this.began.set(table, sequence);
    if (kind === "ended" || kind === "unplayed") this.began.set(table, 0);
  }

  check(line, open) {
    const list = Object.keys(open).sort().map((table) => `${table} ${open[table]}\n`).join("");
    must(!line || line === `open ${hexOf(sha256(list))}`, "the rounds in progress are not those of the last head");
    for (const [table, sequence] of this.withheld) {
      must(line, `entries of ${table} are withheld, and the last head does not say which rounds were in progress`);
      const began = open[table] ?? 0, isHere = began >= this.firsts.get(table);
      const isOfIt = 0 < began && began < sequence && (!isHere || this.began.get(table) === began);
      must(isOfIt, `entries of ${table} from ${sequence} on are withheld, and belong to no round in progress`);
    }
    for (const [table, began] of line ? this.began : []) {
      const isRight = this.withheld.has(table) || began === (open[table] ?? 0);
      must(isRight, `the last head does not say rightly whether a round of ${table} is in progress`);
    }
  }
}

/** Heads that the house's own journal names, and times that do not rise although no entry says that the clock was set. */
class Times {
  latest = new Map();
  heads = [];
  setBack = [];
  since; // the number of entries from which on times have to rise

  take(table, sequence, time, kind, payload, place) {
    if (time === undefined) return;
    const before = this.latest.get(table), now = Date.parse(time);
    if (before !== undefined && kind !== "clock" && !(now > before - SECOND)) this.setBack.push([place, table, sequence]);
    this.latest.set(table, now);
    if (table === "house" && kind === "head_kept") this.heads.push(payload);
  }

  /** `roots` has the roots of the sizes that the heads name, from `first` on. */
  check(roots, first) {
    for (const { size, root } of this.heads) {
      const isOther = size >= first && roots.get(size) !== root;
      must(!isOther, `the house's journal names another head of ${size} entries than these lead to`);
    }
    const since = this.since ?? Math.min(...this.heads.map(({ size }) => size));
    for (const [place, table, sequence] of this.setBack) {
      must(place < since, `entry ${sequence} of ${table} is dated before the one before it, and no entry says that the clock was set`);
    }
    return this.setBack.length;
  }
}

/** The numbers of entries of which the house's journal names a head; they are looked up before the tree is built. */
function sizesNamed(lines) {
  const found = lines.filter((line) => line.includes('"kind":"head_kept"') && line.startsWith('{"entry":{"table":"house"'));
  return new Set(found.map((line) => parse(line).entry.payload.size));
}

async function checkEntries(lines, tree, tally, appended, rounds, times, progress) {
  const first = tree.size, journals = new Map(), chances = new Map(), roots = new Map();
  const sizes = sizesNamed(lines);
  if (sizes.has(first)) roots.set(first, hexOf(tree.root()));
  for (const line of lines) {
    if (tally.line % SLICE === 0) await progress((tally.line - 2) / lines.length);
    const { table, sequence, time, previous, hash, kind, payload } = readEntry(line);
    const before = journals.get(table) ?? { sequence: first ? sequence - 1 : 0, hash: sequence > 1 ? previous : hexOf(ZEROS) };
    must(sequence === before.sequence + 1, `entry ${sequence} of ${table} does not come after entry ${before.sequence}`);
    must(previous === before.hash, `entry ${sequence} of ${table} does not follow from the one before`);
    journals.set(table, { sequence, hash });
    times.take(table, sequence, time, kind, payload, tree.size);
    tree.append(`${table} ${sequence} ${hash}\n`);
    if (sizes.has(tree.size)) roots.set(tree.size, hexOf(tree.root()));
    appended();
    rounds.take(table, sequence, kind);
    if (!chances.has(table)) chances.set(table, new Chance(tally));
    if (kind === undefined) {
      chances.get(table).forget();
      tally.withheld++;
    } else chances.get(table).take[kind]?.(payload);
    tally.line++;
  }
  return [`entries: ${tree.size - first} of ${journals.size} journals follow from each other, ${tally.withheld} of them withheld`, roots];
}

async function check(bytes, { key: knownKey, checkpoint: keptHead, say = () => {}, progress = async () => {} } = {}) {
  const tally = { line: 1, withheld: 0, opened: 0, before: 0, words: 0, shuffles: 0, drawn: 0, cards: 0, unknown: 0 };
  try {
    const lines = textOf(bytes).split("\n");
    must(lines.pop() === "" && lines.length > 2, "the file is cut off");
    const { origin, vkey, format = 1, open = {} } = only(lines[0], "record");
    must(format === 1, `the file is of format ${format}; this program reads format 1`);
    must((knownKey ?? vkey) === vkey, "the file is signed by another key than the one you know");
    const key = await readKey(vkey);
    must(key.name === origin, "the key does not have the name of the log");
    say(`key: ${vkey}${knownKey ? ", as you know it" : " (as the file says: compare it with the one you know)"}`);

    tally.line = 2;
    const { size, hashes, checkpoint } = only(lines[1], "begin");
    const tree = new Tree(size, hashes), times = new Times(), rounds = new Rounds();
    if (size > 0) {
      const start = await readHead(checkpoint, key);
      tree.compare(start, "the head before this part");
      if (start.open) times.since = size;
    }
    say(`begin: ${size} entries come before`);

    const kept = keptHead === undefined ? undefined : await readHead(keptHead, key);
    let isKeptSeen = false;
    const compareKept = () => {
      if (kept?.size !== tree.size) return;
      tree.compare(kept, "the head that you kept");
      isKeptSeen = true;
    };
    compareKept();
    tally.line = 3;
    const [entries, roots] = await checkEntries(lines.slice(2, -1), tree, tally, compareKept, rounds, times, progress);
    say(entries);
    const last = await readHead(only(lines.at(-1), "checkpoint"), key);
    tree.compare(last, "the last head");
    rounds.check(last.open, open);
    const setBack = times.check(roots, size);
    if (setBack) say(`times: ${setBack} entries of an older version are dated before the one before; none says why`);
    say(`head: signed by the house over ${tree.size} entries and their root`);
    must(!kept || isKeptSeen, `the head that you kept, over ${kept?.size} entries, lies outside of this part: not compared`);
    if (kept) say(`kept head: the record over ${kept.size} entries is the one that you saw`);
  } catch (fault) {
    throw new Fault(`line ${tally.line}: ${fault.message}`); // also what is said of broken JSON, or of a field of another type
  }
  say(`seeds: ${tally.opened} opened as committed to, ${tally.before} committed to before this part`);
  say(`shuffles: ${tally.shuffles} seeds follow from their source and the words (${tally.words} words added)`);
  say(`outcomes: ${tally.drawn} of wheels and dice and ${tally.cards} cards recomputed; ${tally.unknown} could not be`);
}

return check;
})();

// --- with Node

async function main() {
  const { readFileSync } = require("node:fs");
  const options = { key: { type: "string" }, checkpoint: { type: "string" } };
  const { values, positionals } = require("node:util").parseArgs({ allowPositionals: true, options });
  if (positionals.length === 0) throw new Error("Usage: node pitboss-verify.js FILE… [--key VKEY] [--checkpoint FILE]");
  const checkpoint = values.checkpoint === undefined ? undefined : readFileSync(values.checkpoint, "utf8");
  for (const path of positionals) {
    try {
      await pitbossVerify(readFileSync(path), { key: values.key, checkpoint, say: (line) => console.log(`  ${line}`) });
      console.log(`${path}: IN ORDER`);
    } catch (fault) {
      console.log(`${path}: NOT IN ORDER: ${fault.message}`);
      process.exitCode = 1;
    }
  }
}

if (typeof module !== "undefined") {
  module.exports = pitbossVerify;
  if (require.main === module) main();
}
