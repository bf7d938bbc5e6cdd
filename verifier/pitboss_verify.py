"""Checks an exported record of a house (docs/record.md) with nothing but Python 3.9 or later: one file, no packages, none of the
house's code.

    python3 pitboss_verify.py FILE… [--key VKEY] [--checkpoint FILE] [--witness VKEY… --quorum N] [--policy FILE] [--json]

VKEY is the public key that you know of the house; the file after --checkpoint is a signed head that you kept from earlier. A quorum
of witnesses has to have cosigned the last head. A policy is a file of JSON that demands all of it (docs/record.md). Prints a line
for each check and a verdict for each file; the exit status is 0 if all of them are in order, 1 if one is not, 2 where a file
cannot be read or a demand is none. ``pitboss-verify.js`` does the same in a browser or with Node, without witnesses and policy, and
``pitboss verify`` plays every round again.
"""

from __future__ import annotations

import argparse
import base64
import binascii
import hashlib
import json
import re
import struct
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

__version__ = "1.0.0"

ZEROS = bytes(32)
SECOND = 1.0  # by which clocks may drift
HASH = "([0-9a-f]{64})"
ENTRY = re.compile(
    r'\{"entry":\{"table":"([A-Za-z0-9-]+)","sequence":([1-9][0-9]*),"time":"([^"\\]+)","kind":"([^"\\]+)",'
    rf'"payload":(.+),"previous":"{HASH}","hash":"{HASH}"\}}\}}'.encode(),
    re.DOTALL,
)
WITHHELD = re.compile(
    r'\{"withheld":\{"table":"([A-Za-z0-9-]+)","sequence":([1-9][0-9]*),'
    rf'"previous":"{HASH}","hash":"{HASH}"\}}\}}'.encode()
)
CARD = re.compile("[2-9TJQKA][CDHS]")
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
THROWS = [f"{first} {second}" for first in "123456" for second in "123456"]
POCKETS = {
    # clockwise from 0, as the usual wheels are made: the pockets are part of the rules, not of the record
    "double": "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2",
    "single": "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26",
}
WHEELS = {name: pockets.split() for name, pockets in POCKETS.items()}
Say = Callable[[str], None]


class Fault(Exception):
    """What is not in order, as the end of a sentence."""


def must(holds: object, sentence: str) -> None:
    if not holds:
        raise Fault(sentence)


def sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def unhex(text: object, what: str) -> bytes:
    must(isinstance(text, str) and re.fullmatch(HASH, text), f"{what} is not 32 bytes in hexadecimal")
    return bytes.fromhex(str(text))


def unbase64(text: str) -> bytes:
    try:
        found = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        found = None
    if found is None or base64.b64encode(found).decode() != text:
        raise Fault(f'"{text}" is not base64')
    return found


# --- Ed25519 (RFC 8032, 5.1.7 and the sample code of its section 6), for verification only

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def _added(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    s, t = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    u, v = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = t - s, v - u, v + u, t + s
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(n: int, point: tuple[int, ...]) -> tuple[int, ...]:
    total: tuple[int, ...] = (0, 1, 1, 0)
    while n:
        if n & 1:
            total = _added(total, point)
        point, n = _added(point, point), n >> 1
    return total


def _point(data: bytes) -> tuple[int, ...]:
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    must(y < P and not (x * x - square) % P and (x or not sign), "a key or a signature is no point of the curve")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    if len(signature) != 64:
        return False
    s = int.from_bytes(signature[32:], "little")
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % Q
    base = _point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
    try:
        left, right = _times(s, base), _added(_point(signature[:32]), _times(challenge, _point(public)))
    except Fault:
        return False
    same = not (left[0] * right[2] - right[0] * left[2]) % P and not (left[1] * right[2] - right[1] * left[2]) % P
    return s < Q and same


# --- the log


class Tree:
    def __init__(self, size: Any, hashes: list[Any]) -> None:
        must(type(size) is int and size >= 0, "the size of begin is not a whole number")
        ones = bin(size).count("1")
        must(len(hashes) == ones, f"a tree over {size} entries has {ones} perfect subtrees")
        self.size, self.hashes = size, [unhex(one, "a hash of begin") for one in hashes]

    def append(self, line: bytes) -> None:
        added, count = sha256(b"\x00", line), self.size
        while count % 2:
            added, count = sha256(b"\x01", self.hashes.pop(), added), count // 2
        self.hashes.append(added)
        self.size += 1

    def root(self) -> bytes:
        if not self.size:
            return sha256(b"")
        found = self.hashes[-1]
        for one in reversed(self.hashes[:-1]):
            found = sha256(b"\x01", one, found)
        return found

    def compare(self, head: Head, what: str) -> None:
        must(self.size == head.size, f"{what} is over {head.size} entries, not over the {self.size} that are here")
        must(self.root() == head.root, f"the entries do not lead to the root of {what}")


ED25519, COSIGNATURE = 1, 4  # the kinds of a key: of a log, of a witness


class Key:
    def __init__(self, vkey: str, kind: int = ED25519) -> None:
        found = re.fullmatch(r"([^+\s]+)\+([0-9a-f]{8})\+(\S+)", vkey)
        if found is None:
            raise Fault(f'"{vkey}" is not a public key')
        self.name, self.id, written = found.groups()
        typed = unbase64(written)
        of = "one of Ed25519" if kind == ED25519 else "that of a witness"
        must(len(typed) == 33 and typed[0] == kind, f"the public key is not {of}")
        hashed = sha256(self.name.encode(), b"\n", typed).hex()
        must(hashed.startswith(self.id), "the key id does not follow from the key")
        self.public = typed[1:]


class Head:
    """A signed head; whatever else is signed under it is of a witness, or of another key."""

    def __init__(self, note: Any, key: Key) -> None:
        must(isinstance(note, str), "a head is a text")
        end = note.rfind("\n\n") + 1
        must(end > 0 and note.endswith("\n"), "a head is a text, an empty line and signatures, each line ended")
        text = note[:end]
        origin, size, root = [*text.split("\n"), "", ""][:3]
        must(origin == key.name, f'a head is of "{origin}", not of {key.name}')
        must(re.fullmatch("0|[1-9][0-9]*", size), "the size of a head is not a whole number")
        by_the_house, self.text, self.others = 0, text, list[tuple[str, bytes]]()
        for line in note[end + 1 : -1].split("\n"):
            found = re.fullmatch(r"— (\S+) (\S+)", line)
            if found is None:
                raise Fault(f'"{line}" is not the line of a signature')
            signature = unbase64(found[2])
            if found[1] != key.name or signature[:4].hex() != key.id:
                self.others.append((found[1], signature))
                continue
            right = is_signed(key.public, text.encode(), signature[4:])
            must(right, f"the signature of the head over {size} entries is wrong")
            by_the_house += 1
        must(by_the_house, f"the head over {size} entries is not signed by the house's key")
        self.size, self.root = int(size), unbase64(root)
        self.open = next((line for line in text.split("\n")[3:] if line.startswith("open ")), "")

    def cosigners(self, witnesses: list[Key]) -> list[str]:
        """Which of these witnesses signed that they saw the log grow to this head."""
        found = []
        for witness in witnesses:
            for name, signature in self.others:
                if (name, signature[:4].hex()) != (witness.name, witness.id):
                    continue
                time = int.from_bytes(signature[4:12], "big")
                message = f"cosignature/v1\ntime {time}\n{self.text}".encode()
                right = len(signature) == 76 and is_signed(witness.public, message, signature[12:])
                must(right, f"the cosignature of {name} under the head over {self.size} entries is wrong")
                found.append(name)
                break
        return found


# --- chance: ChaCha20 (RFC 8439) as a stream of numbers

QUARTERS = (
    *((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)),
    *((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)),
)


def _block(key: tuple[int, ...], counter: int) -> list[int]:
    start = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *key, counter, 0, 0, 0)
    x = list(start)
    for _ in range(10):
        for a, b, c, d in QUARTERS:
            for to, by, mix, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[to] = (x[to] + x[by]) & 0xFFFFFFFF
                mixed = x[mix] ^ x[to]
                x[mix] = (mixed << turn | mixed >> 32 - turn) & 0xFFFFFFFF
    return [(x[n] + start[n]) & 0xFFFFFFFF for n in range(16)]


def numbers(seed: bytes) -> Iterator[int]:
    """32 bits after 32 bits."""
    key, counter = struct.unpack("<8I", seed), 0
    while True:
        yield from _block(key, counter)
        counter += 1


def below(n: int, stream: Iterator[int]) -> int:
    return next(number for number in stream if number < 2**32 - 2**32 % n) % n


def shoe_order(seed: bytes, count: int, cut: int) -> list[str]:
    cards, stream = sorted(DECK * (count // len(DECK))), numbers(seed)
    for last in range(len(cards) - 1, 0, -1):
        other = below(last + 1, stream)
        cards[last], cards[other] = cards[other], cards[last]
    return cards[cut:] + cards[:cut]


class Shuffle:
    def __init__(self, source: Any, number: Any, word: bytes | None, count: int) -> None:
        self.source, self.number, self.word, self.count = source, number, word, count
        self.cards: list[str] = []
        self.cut: int | None = None  # fixed at the first card


class Chance:
    """The seeds, words and outcomes of one table. What a part does not tell (a pledge or words before it) is None."""

    def __init__(self, tally: dict[str, int]) -> None:
        self.tally = tally
        self.commitments: dict[Any, str] = {}
        self.opened: dict[Any, str] = {}
        self.shuffles: dict[Any, Shuffle] = {}
        self.shoes: dict[Any, Shuffle] = {}
        self.outcomes: list[str] | None = None
        self.whole_decks = False
        self.count = self.cut = 0
        self.forget()

    def forget(self) -> None:
        """After a withheld entry nothing is known of the words, the round and the shoes."""
        self.word: dict[str, bytes | None] = {"round": None, "shuffles": None}
        self.pledged: Any = None
        self.source: list[Any] | None = None  # serial and number
        self.round: dict[str, Any] | None = None
        self.shoes.clear()

    def take(self, kind: str, payload: dict[str, Any]) -> None:
        known = getattr(self, f"_{kind}", None) if kind in KINDS else None
        if known is not None:
            known(payload)

    def _founded(self, made: dict[str, Any]) -> None:
        choices = made["choices"]
        self.outcomes = {"roulette": WHEELS.get(choices.get("wheel")), "craps": THROWS}.get(made["game"])
        self.whole_decks = not choices.get("double_shoe")  # which is two shoes of some suits each

    def _pledged(self, made: dict[str, Any]) -> None:
        if made.get("serial") is not None:
            self._commit(made["serial"], made.get("commitment"))
            self.pledged = made["serial"]
            self.word["round"] = ZEROS
        if made.get("shuffles") is not None:
            self._commit(made["shuffles"], made.get("shuffle_commitment"))
            self.source = [made["shuffles"], 0]
            self.word["shuffles"] = ZEROS

    def _contributed(self, made: dict[str, Any]) -> None:
        for of, word in self.word.items():
            if word is not None:
                self.word[of] = sha256(word, sha256(made["word"].encode()))
        self.tally["words"] += 1

    def _round(self, made: dict[str, Any]) -> None:
        serial = made.get("serial")
        self.round = {"serial": serial, "drawn": [], "word": None}
        if serial is None:
            return  # chance is entered
        pledged = self.pledged if self.pledged is not None else serial
        must(pledged == serial, f"the round has seed {serial}, but {self.pledged} was pledged")
        self._commit(serial, made.get("commitment"))

    def _committed(self, made: dict[str, Any]) -> None:
        serial, source, number = made["serial"], made.get("source"), made.get("number")
        self._commit(serial, made.get("commitment"))
        if self.source is not None:
            must(self.source[0] == source, f"shuffle {serial} is from seed {source}, but {self.source[0]} was pledged")
            self.source[1] += 1
            must(self.source[1] == number, f"shuffle {serial} is number {number} of its source, not {self.source[1]}")
        shuffle = Shuffle(source, number, self.word["shuffles"], self.count)
        self.shuffles[serial] = self.shoes[made.get("shoe")] = shuffle

    def _step(self, made: dict[str, Any]) -> None:
        for event in made.get("events", ()):
            if event.get("event") == "shuffled":  # its device may have another name than the shoe
                self.count, self.cut = event["count"], 0
            if event.get("event") == "cut_made":
                self.cut = event["position"]
        for answer in made.get("answers", ()):
            if answer.get("by") == "chance":
                self._draw(answer["says"])

    def _draw(self, outcome: str) -> None:
        is_card = CARD.fullmatch(outcome)
        if is_card and len(self.shoes) == 1:
            (shoe,) = self.shoes.values()
            shoe.cut = self.cut if shoe.cut is None else shoe.cut
            shoe.cards.append(outcome)
        elif self.round is not None and self.round["serial"] is not None and not is_card:
            if not self.round["drawn"]:
                self.round["word"] = self.word["round"]  # as it is at the first draw of the round
            self.round["drawn"].append(outcome)
        else:
            self.tally["unknown"] += 1  # entered by hand, of a continuous shuffler, or of one shoe of several

    def _ended(self, made: dict[str, Any]) -> None:
        serial = made.get("serial")
        begun = self.round if self.round is not None else {"serial": serial, "drawn": [], "word": None}
        must(serial == begun["serial"], f"the round began with seed {begun['serial']}, and seed {serial} is opened")
        self.round = None
        if serial is None:
            return
        self._open(serial, made.get("seed"))
        if self.outcomes is None or begun["word"] is None:
            self.tally["unknown"] += len(begun["drawn"])
            return
        stream = numbers(sha256(b"pitboss mixed\n", bytes.fromhex(made["seed"]), begun["word"]))
        for outcome in begun["drawn"]:
            found = self.outcomes[below(len(self.outcomes), stream)]
            must(found == outcome, f'"{outcome}" came, but seed {serial} and the words give "{found}"')
            self.tally["drawn"] += 1

    _unplayed = _ended

    def _revealed(self, made: dict[str, Any]) -> None:
        serial = made["serial"]
        self._open(serial, made.get("seed"))
        if serial in self.shuffles:
            self._check_cards(serial, self.shuffles[serial])
        for each, shuffle in self.shuffles.items():
            if serial in (each, shuffle.source) and each in self.opened and shuffle.source in self.opened:
                self._check_source(each, shuffle)

    def _commit(self, serial: Any, commitment: Any) -> None:
        unhex(commitment, f"the commitment of seed {serial}")
        must(
            self.commitments.setdefault(serial, commitment) == commitment, f"seed {serial} is committed to in two ways"
        )

    def _open(self, serial: Any, seed: Any) -> None:
        found = sha256(b"pitboss seed\n", unhex(seed, f"seed {serial}")).hex()
        commitment = self.commitments.get(serial)
        must(commitment in (None, found), f"seed {serial} is not the one that was committed to")
        self.opened[serial] = seed
        self.tally["opened" if commitment else "before"] += 1

    def _check_source(self, serial: Any, shuffle: Shuffle) -> None:
        if shuffle.word is None:
            self.tally["unknown"] += 1
            return
        place = struct.pack(">I", shuffle.number)
        found = sha256(b"pitboss shuffle\n", bytes.fromhex(self.opened[shuffle.source]), place, shuffle.word).hex()
        words = f"the seed of shuffle {serial} does not follow from seed {shuffle.source} and the words"
        must(found == self.opened[serial], words)
        self.tally["shuffles"] += 1

    def _check_cards(self, serial: Any, shuffle: Shuffle) -> None:
        of_decks = shuffle.count == len(DECK) or (self.whole_decks and shuffle.count % len(DECK) == 0)
        if not of_decks:  # 53 would have a joker
            self.tally["unknown"] += len(shuffle.cards)
            return
        order = shoe_order(bytes.fromhex(self.opened[serial]), shuffle.count, shuffle.cut or 0)
        for place, card in enumerate(shuffle.cards):
            due = order[place] if place < len(order) else "nothing"
            must(card == due, f"card {place + 1} of shuffle {serial} was {card}, but its seed gives {due}")
        self.tally["cards"] += len(shuffle.cards)


KINDS = ("founded", "pledged", "contributed", "round", "committed", "step", "ended", "unplayed", "revealed")


# --- a file


def parsed(data: bytes) -> Any:
    def no_number(text: str) -> Any:
        raise Fault(f"{text} is no number of JSON")

    return json.loads(data.decode("utf-8"), parse_constant=no_number)


def only(line: bytes, key: str) -> Any:
    value = parsed(line)
    must(isinstance(value, dict) and list(value) == [key], f'a line {{"{key}":…}} belongs here')
    return value[key]


class Line:
    """An entry, whose hash is checked as it is read, or one that is withheld: then it has no kind."""

    def __init__(self, line: bytes) -> None:
        self.kind = self.time = ""
        self.payload: dict[str, Any] = {}
        found = ENTRY.fullmatch(line)
        if found is not None:
            table, number, time, kind, payload, previous, own = found.groups()
            self.kind, self.time = kind.decode(), time.decode()
            right = sha256(b"\n".join((previous, table, number, time, kind, payload))).hex()
            words = f"entry {number.decode()} of {table.decode()} does not hash to its hash"
            must(right.encode() == own, words)
            self.payload = parsed(payload)
        else:
            found = WITHHELD.fullmatch(line)
            if found is None:
                raise Fault("neither an entry nor a withheld one in the form of the document")
            table, number, previous, own = found.groups()
        self.table, self.sequence = table.decode(), int(number)
        self.previous, self.hash = previous.decode(), own.decode()


class Rounds:
    """What is withheld belongs to rounds in progress, which the last head names; and every round that it names is."""

    def __init__(self) -> None:
        self.began: dict[str, int] = {}  # by journal: the entry that began the round in progress; 0: none is
        self.withheld: dict[str, int] = {}  # the first entry of each journal that is not shown
        self.firsts: dict[str, int] = {}

    def take(self, line: Line) -> None:
        self.firsts.setdefault(line.table, line.sequence)
        if not line.kind:
            self.withheld.setdefault(line.table, line.sequence)
            return
        words = f"entry {line.sequence} of {line.table} is shown after others were withheld"
        must(line.table not in self.withheld, words)
        if line.kind in ("round", "ended", "unplayed"):
            self.began[line.table] = line.sequence if line.kind == "round" else 0

    def check(self, signed: str, open_rounds: dict[str, Any]) -> None:
        listed = "".join(f"{table} {open_rounds[table]}\n" for table in sorted(open_rounds))
        right = not signed or signed == f"open {sha256(listed.encode()).hex()}"
        must(right, "the rounds in progress are not those of the last head")
        for table, sequence in self.withheld.items():
            words = f"entries of {table} are withheld, and the last head does not say which rounds were in progress"
            must(signed, words)
            began = open_rounds.get(table, 0)
            here = began >= self.firsts[table]
            of_it = 0 < began < sequence and (not here or self.began.get(table) == began)
            must(of_it, f"entries of {table} from {sequence} on are withheld, and belong to no round in progress")
        for table, began in self.began.items() if signed else ():
            right = table in self.withheld or began == open_rounds.get(table, 0)
            must(right, f"the last head does not say rightly whether a round of {table} is in progress")


class Times:
    """Heads that the house's own journal names, and times that do not rise although no entry says that the clock was set."""

    def __init__(self) -> None:
        self._latest: dict[str, float] = {}
        self.heads: list[dict[str, Any]] = []
        self.set_back: list[tuple[int, str, int]] = []
        self.since: int | None = None  # the number of entries from which on times have to rise

    def take(self, line: Line, place: int) -> None:
        if not line.kind:
            return
        now = datetime.fromisoformat(line.time.replace("Z", "+00:00")).timestamp()
        before = self._latest.get(line.table)
        if before is not None and line.kind != "clock" and now <= before - SECOND:
            self.set_back.append((place, line.table, line.sequence))
        self._latest[line.table] = now
        if line.table == "house" and line.kind == "head_kept":
            self.heads.append(line.payload)

    def check(self, roots: dict[int, str], first: int) -> int:
        for head in self.heads:
            other = head["size"] >= first and roots.get(head["size"]) != head["root"]
            must(not other, f"the house's journal names another head of {head['size']} entries than these lead to")
        since = self.since if self.since is not None else min((head["size"] for head in self.heads), default=None)
        for place, table, sequence in self.set_back:
            words = f"entry {sequence} of {table} is dated before the one before it, and no entry says that the clock was set"
            must(since is None or place < since, words)
        return len(self.set_back)


def sizes_named(lines: list[bytes]) -> set[int]:
    """The numbers of entries of which the house's journal names a head."""
    start, kind = b'{"entry":{"table":"house"', b'"kind":"head_kept"'
    return {parsed(one)["entry"]["payload"]["size"] for one in lines if one.startswith(start) and kind in one}


class Policy:
    """All that somebody who does not trust a house demands of its record."""

    def __init__(self, key: str | None = None, checkpoint: str | None = None) -> None:
        self.key, self.checkpoint = key, checkpoint
        self.witnesses: list[Key] = []
        self.quorum = 0
        self.approved: set[str] | None = None  # the versions of the rules that may have played rounds
        self.in_full = False

    def demand(self, witnesses: list[str], quorum: int) -> None:
        self.witnesses = [Key(one, COSIGNATURE) for one in witnesses]
        self.quorum = quorum or len(witnesses)
        apart = (
            len({one.public for one in self.witnesses}) == len({one.name for one in self.witnesses}) == len(witnesses)
        )
        must(apart, "two of the witnesses have the same name or the same key")
        must(0 <= quorum <= len(witnesses), f"a quorum of {quorum} is more than the {len(witnesses)} witnesses")


FIELDS = {"key": str, "witnesses": list, "quorum": int, "approved": list, "in_full": bool, "replayed": bool}


def policy_in(text: str) -> Policy:
    """The policy that a file of JSON states; whatever it does not know or lacks is a ``Fault``."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        raise Fault("a policy is JSON with key, witnesses, quorum and approved")
    for name, value in said.items():
        kind = (FIELDS | {"checkpoint": str}).get(name)
        must(kind is not None, f'a policy demands nothing called "{name}"')
        must(type(value) is kind, f'"{name}" of the policy is not what it should be')
    for name in ("key", "witnesses", "quorum", "approved"):
        must(name in said, f'the policy lacks "{name}"')
    must(all(isinstance(one, str) for one in said["witnesses"] + said["approved"]), "a policy lists words")
    must(said["quorum"] > 0, "the quorum of a policy is 1 or more")
    found = Policy(said["key"], said.get("checkpoint") or None)
    found.demand(said["witnesses"], said["quorum"])
    for version in said["approved"]:
        unhex(version, "an approved version")
    found.approved, found.in_full = set(said["approved"]), said.get("in_full", True)
    return found


class _Checking:
    def __init__(self, data: bytes, policy: Policy, say: Say, progress: Callable[[float], None]) -> None:
        self.data, self.policy, self.say, self.progress = data, policy, say, progress
        self.known, self.kept_note = policy.key, policy.checkpoint
        self.line = 1
        names = ("withheld", "opened", "before", "words", "shuffles", "drawn", "cards", "unknown")
        self.tally = dict.fromkeys(names, 0)

    def run(self) -> None:
        lines = self.data.split(b"\n")
        must(lines.pop() == b"" and len(lines) > 2, "the file is cut off")
        about = only(lines[0], "record")
        form, vkey = about.get("format", 1), about["vkey"]
        must(form == 1, f"the file is of format {form}; this program reads format 1")
        must(self.known in (None, vkey), "the file is signed by another key than the one you know")
        key = Key(vkey)
        must(key.name == about["origin"], "the key does not have the name of the log")
        known = ", as you know it" if self.known else " (as the file says: compare it with the one you know)"
        self.say(f"key: {vkey}{known}")
        self.line = 2
        begin = only(lines[1], "begin")
        tree, times, rounds = Tree(begin["size"], begin["hashes"]), Times(), Rounds()
        if begin["size"]:
            start = Head(begin["checkpoint"], key)
            tree.compare(start, "the head before this part")
            times.since = begin["size"] if start.open else None
        self.say(f"begin: {begin['size']} entries come before")
        kept = Head(self.kept_note, key) if self.kept_note is not None else None
        self.line = 3
        roots = self._entries(lines[2:-1], tree, rounds, times, kept)
        last = Head(only(lines[-1], "checkpoint"), key)
        tree.compare(last, "the last head")
        rounds.check(last.open, about.get("open", {}))
        if set_back := times.check(roots, begin["size"]):
            self.say(f"times: {set_back} entries of an older version are dated before the one before; none says why")
        self.say(f"head: signed by the house over {tree.size} entries and their root")
        self._demanded(last)
        if kept is not None:
            words = f"the head that you kept, over {kept.size} entries, lies outside of this part: not compared"
            must(begin["size"] <= kept.size <= tree.size, words)
            self.say(f"kept head: the record over {kept.size} entries is the one that you saw")

    def _demanded(self, last: Head) -> None:
        policy = self.policy
        cosigned = last.cosigners(policy.witnesses)
        enough = len(cosigned) >= policy.quorum
        must(enough, f"the last head is cosigned by {len(cosigned)} of the witnesses, and {policy.quorum} have to")
        if policy.witnesses:
            self.say(f"witnesses: cosigned by {', '.join(cosigned)}")
        else:
            self.say(f"witnesses: {len(last.others)} signatures besides the house's own; none was asked for")
        must(not policy.in_full or not self.tally["withheld"], "entries are withheld, and nothing may be")

    def _entries(
        self, lines: list[bytes], tree: Tree, rounds: Rounds, times: Times, kept: Head | None
    ) -> dict[int, str]:
        first, sizes, roots = tree.size, sizes_named(lines), dict[int, str]()
        journals: dict[str, tuple[int, str]] = {}
        chances: dict[str, Chance] = {}

        def at_size() -> None:
            if tree.size in sizes:
                roots[tree.size] = tree.root().hex()
            if kept is not None and kept.size == tree.size:
                tree.compare(kept, "the head that you kept")

        at_size()
        for data in lines:
            line = Line(data)
            started = (line.sequence - 1 if first else 0, line.previous if line.sequence > 1 else ZEROS.hex())
            sequence, hashed = journals.get(line.table, started)
            words = f"entry {line.sequence} of {line.table}"
            must(line.sequence == sequence + 1, f"{words} does not come after entry {sequence}")
            must(line.previous == hashed, f"{words} does not follow from the one before")
            journals[line.table] = (line.sequence, line.hash)
            times.take(line, tree.size)
            tree.append(f"{line.table} {line.sequence} {line.hash}\n".encode())
            at_size()
            rounds.take(line)
            chance = chances.setdefault(line.table, Chance(self.tally))
            if line.kind:
                version = line.payload.get("version") if line.kind in ("founded", "rules_adopted", "round") else None
                allowed = self.policy.approved is None or version is None or version in self.policy.approved
                must(allowed, f"{words} names rules that are not approved, {version}")
                chance.take(line.kind, line.payload)
            else:
                chance.forget()
                self.tally["withheld"] += 1
            self.line += 1
            if self.line % 1000 == 0:
                self.progress(self.line / len(lines))
        count = f"{tree.size - first} of {len(journals)} journals follow from each other"
        self.say(f"entries: {count}, {self.tally['withheld']} of them withheld")
        return roots


def check(
    data: bytes,
    *,
    key: str | None = None,
    checkpoint: str | None = None,
    policy: Policy | None = None,
    say: Say = lambda line: None,
    progress: Callable[[float], None] = lambda done: None,
) -> dict[str, int]:
    """Look through an export; a ``Fault`` that names its line where something is not in order. Returns what was recomputed."""
    checking = _Checking(data, policy or Policy(key, checkpoint), say, progress)
    try:
        checking.run()
    except Fault as fault:
        raise Fault(f"line {checking.line}: {fault}") from None
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, struct.error) as error:
        raise Fault(f"line {checking.line}: not in the form of the document ({type(error).__name__})") from None
    tally = checking.tally
    say(f"seeds: {tally['opened']} opened as committed to, {tally['before']} committed to before this part")
    say(f"shuffles: {tally['shuffles']} seeds follow from their source and the words ({tally['words']} words added)")
    recomputed = f"{tally['drawn']} of wheels and dice and {tally['cards']} cards recomputed"
    say(f"outcomes: {recomputed}; {tally['unknown']} could not be")
    return tally


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="pitboss-verify", description="Check exported records of a house.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="an exported record")
    parser.add_argument("--key", metavar="VKEY", help="the public key that you know of the house")
    parser.add_argument("--checkpoint", type=Path, metavar="FILE", help="a signed head that you kept")
    parser.add_argument("--witness", action="append", default=[], metavar="VKEY", help="a witness of the last head")
    parser.add_argument("--quorum", type=int, default=0, metavar="N", help="how many witnesses have to have cosigned")
    parser.add_argument("--in-full", action="store_true", help="nothing may be withheld")
    parser.add_argument("--policy", type=Path, metavar="FILE", help="demands all of this, in one file of JSON")
    parser.add_argument("--json", action="store_true", help="one JSON record for each file")
    parser.add_argument("--version", action="version", version=f"pitboss-verify {__version__}")
    given = parser.parse_args(arguments)
    status = 0
    try:
        policy = _policy(given)
        for path in given.files:
            status = max(status, _told(path, path.read_bytes(), policy, as_json=given.json))
    except Fault as fault:
        print(f"{fault}.", file=sys.stderr)
        return 2
    except (OSError, UnicodeDecodeError) as error:
        words = getattr(error, "strerror", None) or "it is not text"
        print(f"{getattr(error, 'filename', None) or given.policy or given.checkpoint}: {words}.", file=sys.stderr)
        return 2
    return status


def _policy(given: argparse.Namespace) -> Policy:
    if given.policy:
        options = (given.key, given.checkpoint, given.witness, given.quorum, given.in_full)
        must(not any(options), "a policy says by itself what the other options would say")
        return policy_in(given.policy.read_text(encoding="utf-8"))
    kept = given.checkpoint.read_text(encoding="utf-8") if given.checkpoint else None
    found = Policy(given.key, kept)
    found.demand(given.witness, given.quorum)
    found.in_full = given.in_full
    return found


def _told(path: Path, data: bytes, policy: Policy, *, as_json: bool) -> int:
    """Check one file and print what was found; the exit status."""
    said: list[str] = []
    wrong = ""
    shown = sys.stderr.isatty()

    def progress(done: float) -> None:
        if shown:
            print(f"\r{path}: {done:4.0%}", end="", file=sys.stderr, flush=True)

    try:
        check(data, policy=policy, say=said.append, progress=progress)
    except Fault as fault:
        wrong = str(fault)
    if shown:
        print("\r\033[K", end="", file=sys.stderr)
    if as_json:
        print(json.dumps({"file": str(path), "in_order": not wrong, "why": wrong, "checks": said}, ensure_ascii=False))
    else:
        print("".join(f"  {line}\n" for line in said), end="")
        print(f"{path}: NOT IN ORDER: {wrong}" if wrong else f"{path}: IN ORDER")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
