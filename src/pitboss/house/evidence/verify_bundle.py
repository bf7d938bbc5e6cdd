"""Checks a bundle of evidence with nothing but Python 3.9 or later: no other software of the house has to be trusted.

    python3 -I verify.py [--key VKEY] [--witness VKEY] [--replay --approved FILE] [FOLDER]

FOLDER is the unpacked bundle, by default the folder of this file. Every check prints one line, "right", "WRONG" or "note"; the
last line is the verdict, and the exit status is 0 only if nothing is wrong. ``--key`` is the public key of the house's log as
you have it from elsewhere: without it the key in the bundle is believed, which whoever made the bundle chose.
``--replay`` has the rules themselves play the record again, which needs msgspec and cryptography. That runs the code in the
bundle, so that it is done only for versions in FILE (one hash a line, as the Board approved them), and only on Linux, where
the process is confined to reading those rules and Python.

What rests on what: the checkpoint is signed; the proofs show that each entry is under it; the hashes show that no entry was
changed; the seeds show that what was dealt was fixed before anybody wagered. ``draws.jsonl``, ``rounds.html`` and ``README.txt``
are not signed. The first says what the rules asked chance for, and only ``--replay`` confirms that; the others explain.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import io
import json
import re
import struct
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

GENESIS = "0" * 64
MOST_FILES, MOST_BYTES, MOST_RATIO = 5_000, 64 * 1024 * 1024, 100  # of a rules package; the ratio from a megabyte on
NO_WORDS = bytes(32)
TEXT = r'"([^"\\]*)"'
HASH = '"([0-9a-f]{64})"'
ENTRY = re.compile(
    f'\\{{"table":{TEXT},"sequence":([1-9][0-9]*),"time":{TEXT},"kind":{TEXT},'
    f'"payload":(\\{{.*\\}}),"previous":{HASH},"hash":{HASH}\\}}'.encode()
)
COLLECTED_LATER = ("deferred", "prepaid")  # vigorish that an event of its own collects
SETTLEMENTS = ("paid", "collected", "returned")


class Wrong(Exception):
    """What is not right, as one sentence."""


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


# --- Ed25519 (RFC 8032, 5.1.7 and the sample code of its section 6), for verification only

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)
Point = tuple[int, int, int, int]


def added(a: Point, b: Point) -> Point:
    s, t = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    u, v = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = t - s, v - u, v + u, t + s
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(n: int, point: Point) -> Point:
    total: Point = (0, 1, 1, 0)
    while n:
        if n & 1:
            total = added(total, point)
        point, n = added(point, point), n >> 1
    return total


def decompressed(data: bytes) -> Point:
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if y >= P or (x * x - square) % P or (not x and sign):
        raise Wrong("A key or a signature is no point of the curve.")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = decompressed((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    if len(signature) != 64:
        return False
    s = int.from_bytes(signature[32:], "little")
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % Q
    left, right = times(s, BASE), added(decompressed(signature[:32]), times(challenge, decompressed(public)))
    same = not (left[0] * right[2] - right[0] * left[2]) % P and not (left[1] * right[2] - right[1] * left[2]) % P
    return s < Q and same


# --- chance: ChaCha20 (RFC 8439) as a stream of numbers


def block(key: tuple[int, ...], counter: int) -> bytes:
    start = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *key, counter, 0, 0, 0)
    x = list(start)
    columns = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))
    diagonals = ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))
    for _ in range(10):
        for a, b, c, d in columns + diagonals:
            for to, by, mix, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[to] = (x[to] + x[by]) & 0xFFFFFFFF
                mixed = x[mix] ^ x[to]
                x[mix] = (mixed << turn | mixed >> 32 - turn) & 0xFFFFFFFF
    return struct.pack("<16I", *((x[n] + start[n]) & 0xFFFFFFFF for n in range(16)))


def numbers(seed: bytes) -> Iterator[int]:
    """32 bits after 32 bits."""
    key, counter = struct.unpack("<8I", seed), 0
    while True:
        yield from struct.unpack("<16I", block(key, counter))
        counter += 1


def below(n: int, stream: Iterator[int]) -> int:
    """Each number from 0 to n - 1 equally likely: what is in the last, incomplete run of n is passed over."""
    return next(number for number in stream if number < 2**32 // n * n) % n


def order_of(seed: bytes, cards: list[str], cut: int) -> list[str]:
    """The order of a shoe: its cards sorted, shuffled (Fisher and Yates), and cut."""
    order, stream = sorted(cards), numbers(seed)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, stream)
        order[last], order[other] = order[other], order[last]
    at = cut % max(len(order), 1)
    return order[at:] + order[:at]


# --- the bundle


class BundleEntry:
    """One line of the record; its hash is checked as it is read."""

    def __init__(self, line: bytes, number: int, name: str) -> None:
        found = ENTRY.fullmatch(line)
        if found is None:
            raise Wrong(f"Line {number} of {name} is no entry of a record.")
        table, sequence, time, kind, payload, previous, own = found.groups()
        header = b"\n".join((previous, table, sequence, time, kind, b""))
        if sha(header + payload).hex().encode() != own:
            raise Wrong(f"Entry {sequence.decode()} was changed: it does not match its hash.")
        self.table, self.kind, self.sequence, self.line = table.decode(), kind.decode(), int(sequence), line
        self.previous, self.hash = previous.decode(), own.decode()
        self.payload: dict[str, Any] = json.loads(payload)


class Bundle:
    def __init__(self, folder: Path, key: str, witnesses: list[str], approved: set[str] | None = None) -> None:
        self.files = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}
        self.key, self.witnesses, self.folder, self.approved = key, witnesses, folder, approved or set()
        self.entries: list[BundleEntry] = []
        self.size, self.root = 0, b""  # as signed

    def read(self, name: str) -> bytes:
        if name not in self.files:
            raise Wrong(f"The bundle has no {name}.")
        return self.files[name]

    def lines(self, name: str) -> list[bytes]:
        data = self.read(name)
        if data and not data.endswith(b"\n"):
            raise Wrong(f"{name} was cut off: its last line has no end.")
        return data.split(b"\n")[:-1]

    def seeds(self) -> dict[int, bytes]:
        opened = [e.payload for e in self.entries if e.kind in ("revealed", "ended", "unplayed")]
        return {made["serial"]: bytes.fromhex(made["seed"]) for made in opened if made.get("seed")}

    def rounds(self) -> list[list[BundleEntry]]:
        """The rounds, each from its first entry to its last."""
        found: list[list[BundleEntry]] = []
        open_round: list[BundleEntry] | None = None
        for entry in self.entries:
            if entry.kind == "round":
                if open_round:
                    raise Wrong(f"The round that begins with entry {open_round[0].sequence} has no end.")
                open_round = []
            elif entry.kind in ("step", "ended", "unplayed") and open_round is None:
                raise Wrong(f"Entry {entry.sequence} belongs to a round whose beginning is missing.")
            if open_round is not None:
                if open_round and entry.sequence != open_round[-1].sequence + 1:
                    raise Wrong(f"Entries after {open_round[-1].sequence} are missing from the middle of a round.")
                open_round.append(entry)
            if entry.kind in ("ended", "unplayed"):
                found.append(open_round or [])
                open_round = None
        if open_round:
            raise Wrong(f"The round that begins with entry {open_round[0].sequence} has no end.")
        return [one for one in found if one[-1].kind == "ended"]


def check_sums(bundle: Bundle) -> str:
    """Every file is as it was when the bundle was made."""
    listed = dict(line.decode().split("  ", 1)[::-1] for line in bundle.lines("SHA256SUMS"))
    for name in sorted({*listed, *bundle.files} - {"SHA256SUMS"}):
        if name not in listed or name not in bundle.files or sha(bundle.files[name]).hex() != listed[name]:
            raise Wrong(f"{name} is not as SHA256SUMS says.")
    return f"{len(listed)} files are as SHA256SUMS says"


def check_entries(bundle: Bundle) -> str:
    """Every entry matches its hash, and follows the one before where that is in the bundle."""
    bundle.entries = [BundleEntry(line, n, "entries.jsonl") for n, line in enumerate(bundle.lines("entries.jsonl"), 1)]
    before: BundleEntry | None = None
    runs = 0
    for entry in bundle.entries:
        if before is not None and (entry.table != before.table or entry.sequence <= before.sequence):
            raise Wrong(f"Entry {entry.sequence} does not come after entry {before.sequence} of the same table.")
        follows = before is not None and entry.sequence == before.sequence + 1
        if before is not None and follows and entry.previous != before.hash:
            raise Wrong(f"Entry {entry.sequence} does not follow entry {before.sequence}: the chain is broken.")
        runs += not follows
        before = entry
    if before is None:
        raise Wrong("There is no entry in the bundle.")
    return f"{len(bundle.entries)} entries match their hashes, in {runs} unbroken chains"


def parts_of(vkey: str) -> tuple[str, bytes, int, bytes]:
    """Name, id, kind and public key of a key that is written as ``name+id+base64``."""
    name, number, key = vkey.split("+", 2)
    data = base64.b64decode(key, validate=True)
    if len(data) != 33 or sha(name.encode() + b"\n" + data)[:4].hex() != number:
        raise Wrong(f"{vkey} is no public key.")
    return name, bytes.fromhex(number), data[0], data[1:]


def check_checkpoint(bundle: Bundle) -> str:
    """The head of the log is signed by the house, and by whoever else is known."""
    own, *others = [line.decode() for line in bundle.lines("key.txt")]
    if bundle.key and bundle.key != own:
        raise Wrong(f"The bundle was signed with {own}, not with {bundle.key}.")
    note = bundle.read("checkpoint.txt").decode()
    text, _, tail = note.rpartition("\n\n")
    text += "\n"
    if not tail.endswith("\n"):
        raise Wrong("checkpoint.txt was cut off.")
    keys = {parts_of(key)[:2]: parts_of(key) for key in (own, *others, *bundle.witnesses)}
    signed, unknown = [], []
    for line in tail[:-1].split("\n"):
        dash, name, encoded = line.split(" ")
        data = base64.b64decode(encoded, validate=True)
        known = keys.get((name, data[:4]))
        if dash != "—" or base64.b64encode(data).decode() != encoded:
            raise Wrong("A line under the checkpoint is no signature.")
        if known is None:
            unknown.append(name)
            continue
        message, signature = text.encode(), data[4:]
        if known[2] == 4:  # a witness signs the time too
            message = f"cosignature/v1\ntime {int.from_bytes(signature[:8], 'big')}\n".encode() + message
            signature = signature[8:]
        if not is_signed(known[3], message, signature):
            raise Wrong(f"The signature of {name} under the checkpoint is not right.")
        signed.append(name)
    origin, size, root = text.split("\n")[:3]
    if parts_of(own)[0] != origin or origin not in signed or parts_of(own)[2] != 1:
        raise Wrong(f"The checkpoint of {origin} is not signed by the house.")
    bundle.size, bundle.root = int(size), base64.b64decode(root, validate=True)
    more = f"; nobody here knows the keys of {', '.join(unknown)}" if unknown else ""
    how = "with the key you gave" if bundle.key else "with the key in the bundle"
    return f"the head over {size} entries is signed by {', '.join(signed)}, {how}{more}"


def root_from(index: int, size: int, leaf: bytes, path: list[bytes]) -> bytes:
    """The root to which a leaf and its proof lead (RFC 9162, 2.1.3.2)."""
    node, last, found = index, size - 1, leaf
    for other in path:
        if not last:
            raise Wrong("A proof is too long.")
        if node & 1 or node == last:
            found = sha(b"\x01" + other + found)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            found = sha(b"\x01" + found + other)
        node, last = node >> 1, last >> 1
    if last:
        raise Wrong("A proof is too short.")
    return found


def check_proofs(bundle: Bundle) -> str:
    """Every entry is under the signed head."""
    proofs = [json.loads(line) for line in bundle.lines("proofs.jsonl")]
    if [(p["journal"], p["sequence"], p["hash"]) for p in proofs] != [
        (e.table, e.sequence, e.hash) for e in bundle.entries
    ]:
        raise Wrong("The proofs are not those of the entries.")
    for proof in proofs:
        leaf = sha(b"\x00" + f"{proof['journal']} {proof['sequence']} {proof['hash']}\n".encode())
        path = [bytes.fromhex(one) for one in proof["path"]]
        if [one.hex() for one in path] != proof["path"]:
            raise Wrong(f"The proof of entry {proof['sequence']} is not written in the one right way.")
        inside = proof["size"] == bundle.size and 0 <= proof["index"] < bundle.size
        if not inside or root_from(proof["index"], proof["size"], leaf, path) != bundle.root:
            raise Wrong(f"Entry {proof['sequence']} is not under the signed head.")
    return f"{len(proofs)} entries are under the signed head"


def check_record(bundle: Bundle) -> str:
    """The whole record of the table, up to an entry that is under the signed head."""
    if "record.jsonl" not in bundle.files:
        return "note the whole record of the table is not in the bundle (README.txt says where to get it)"
    head, own = GENESIS, {entry.sequence: entry.line for entry in bundle.entries}
    for number, line in enumerate(bundle.lines("record.jsonl"), 1):
        entry = BundleEntry(line, number, "record.jsonl")
        right = entry.sequence == number and entry.previous == head and entry.table == bundle.entries[0].table
        if not right or own.get(number, line) != line:
            raise Wrong(f"Entry {number} of record.jsonl does not follow from the entries before it.")
        head = entry.hash
    if number not in own:
        raise Wrong("record.jsonl does not end with an entry that is under the signed head.")
    return f"the record of the table is whole from entry 1 to entry {number}"


def check_seeds(bundle: Bundle) -> str:
    """Every seed is the one that was committed to before, and a shuffle's follows from its source and the players' words."""
    seeds, promised = bundle.seeds(), {}
    words, shuffles = NO_WORDS, 0
    for entry in bundle.entries:
        made = entry.payload
        if entry.kind == "pledged" and made.get("shuffles"):
            promised[made["shuffles"]], words = made["shuffle_commitment"], NO_WORDS
        if entry.kind in ("pledged", "committed", "round") and made.get("serial"):
            if promised.setdefault(made["serial"], made["commitment"]) != made["commitment"]:
                raise Wrong(f"Entry {entry.sequence} commits to seed {made['serial']} a second time, and differently.")
        if entry.kind == "contributed":
            words = sha(words + sha(made["word"].encode()))
        if entry.kind == "committed" and made.get("source") in seeds and made["source"] in promised:
            seed = sha(b"pitboss shuffle\n" + seeds[made["source"]] + struct.pack(">I", made["number"]) + words)
            if sha(b"pitboss seed\n" + seed).hex() != made["commitment"]:
                raise Wrong(f"Entry {entry.sequence}: the seed of the shuffle does not follow from its source.")
            shuffles += 1
    for serial, committed in promised.items():
        if serial in seeds and sha(b"pitboss seed\n" + seeds[serial]).hex() != committed:
            raise Wrong(f"Seed {serial} is not the one that was committed to.")
    opened = len(promised.keys() & seeds.keys())
    later = f"; {len(promised) - opened} not opened yet" if opened < len(promised) else ""
    return f"{opened} seeds match their commitments, {shuffles} of shuffles follow from their sources{later}"


class BundleChance:
    """Works out what chance had to say, in the order of the record."""

    def __init__(self, bundle: Bundle) -> None:
        self.seeds = bundle.seeds()
        self.draws = {(d["sequence"], d["answer"]): d for d in map(json.loads, bundle.lines("draws.jsonl"))}
        self.cuts = {0}
        self.right = self.unopened = self.entered = self.unknown = 0
        self.words = NO_WORDS
        self.round: tuple[int, Iterator[int] | None] | None = None  # seed and, from the first draw on, its stream
        self.shoes: dict[str, int] = {}  # by name, the serial of its seed
        self.orders: dict[str, Iterator[str]] = {}

    def hear(self, entry: BundleEntry) -> None:
        made = entry.payload
        if entry.kind == "pledged" and made.get("serial"):
            self.words = NO_WORDS
        elif entry.kind == "contributed":
            self.words = sha(self.words + sha(made["word"].encode()))
        elif entry.kind == "round":
            self.round = (made.get("serial", 0), None)
        elif entry.kind == "committed":
            self.shoes[made["shoe"]] = made["serial"]
            self.orders.pop(made["shoe"], None)
        elif entry.kind == "step":
            self.cuts |= {event["position"] for event in made.get("events", ()) if event["event"] == "cut_made"}
            for number, answer in enumerate(made.get("answers", ())):
                if answer["by"] == "chance":
                    self.check(entry, answer["says"], self.draws.pop((entry.sequence, number), None))

    def check(self, entry: BundleEntry, says: str, draw: dict[str, Any] | None) -> None:
        if draw is None:
            self.unknown += 1
            return
        if draw["independent"]:
            expected = self.independent(draw)
        else:
            expected = self.card(draw)
        if expected is not None and expected != says:
            raise Wrong(f"Entry {entry.sequence}: the {draw['device']} had to show {expected!r}, recorded is {says!r}.")
        self.right += expected is not None

    def independent(self, draw: dict[str, Any]) -> str | None:
        serial, stream = self.round or (0, None)
        if serial not in self.seeds:
            self.entered += not serial
            self.unopened += bool(serial)
            return None
        if stream is None:
            stream = numbers(sha(b"pitboss mixed\n" + self.seeds[serial] + self.words))
            self.round = (serial, stream)
        at = below(sum(weight for _, weight in draw["outcomes"]), stream)
        for outcome, weight in draw["outcomes"]:
            if at < weight:
                return str(outcome)
            at -= weight
        return None

    def card(self, draw: dict[str, Any]) -> str | None:
        name = re.sub(r" \d+$", "", draw["device"])
        serial = self.shoes.get(name, 0)
        if not serial and self.round is not None and self.round[0]:
            raise Wrong(f"A card came from the {name}, of whose shuffle nothing was committed to.")
        if serial not in self.seeds:
            self.entered += not serial
            self.unopened += bool(serial)
            return None
        if name not in self.orders:
            if draw["cut"] not in self.cuts or not draw["outcomes"]:
                raise Wrong(f"draws.jsonl has another cut of the {name} than the record, or no cards in it.")
            cards = [card for card, count in draw["outcomes"] for _ in range(count)]
            self.orders[name] = iter(order_of(self.seeds[serial], cards, draw["cut"]))
        return next(self.orders[name], "nothing, for it is empty")


def check_outcomes(bundle: Bundle) -> str:
    """What chance showed is what follows from the seeds."""
    chance = BundleChance(bundle)
    for entry in bundle.entries:
        chance.hear(entry)
    if chance.draws:
        raise Wrong("draws.jsonl names outcomes that are not in the record.")
    parts = {
        "follow from their seeds": chance.right,
        "are of seeds not opened yet": chance.unopened,
        "were entered by people or devices": chance.entered,
        "can only be worked out by --replay": chance.unknown,
    }
    return ("" if chance.right else "note ") + (
        ", ".join(f"{count} {what}" for what, count in parts.items() if count) or "none"
    )


def check_rounds(bundle: Bundle) -> str:
    """Rules as in force; wagers and payments add up to what the end of each round says."""
    rules = version = ""
    for entry in bundle.entries:
        if entry.kind in ("founded", "rules_changed"):
            rules = entry.payload["submission"]
        if entry.kind in ("founded", "rules_adopted"):
            version = entry.payload["version"]
        if entry.kind == "round" and (entry.payload["submission"], entry.payload["version"]) != (rules, version):
            raise Wrong(f"Entry {entry.sequence}: the round was played under other rules than those in force.")
    rounds = bundle.rounds()
    for one in rounds:
        wagered = paid = 0
        void = False
        for event in (event for entry in one for event in entry.payload.get("events", ()) if entry.kind == "step"):
            kind, amount = event["event"], event.get("amount", 0)
            wagered += amount if kind == "wagered" else -amount if kind == "withdrawn" else 0
            paid += amount if kind == "refunded" else -amount if kind == "charged" else 0
            if kind in SETTLEMENTS:
                fee = 0 if any(event.get(when) for when in COLLECTED_LATER) else event.get("vigorish", 0)
                paid += event["returned"] - fee
            void = void or kind == "round_voided"
        end = one[-1].payload
        if (wagered, paid, void) != (end.get("wagered", 0), end.get("paid", 0), end.get("void", False)):
            raise Wrong(f"Round {end['round']}: wagers and payments do not add up to what its end says.")
    if not rounds:
        raise Wrong("There is no whole round in the bundle.")
    numbers_of = [one[-1].payload["round"] for one in rounds]
    return f"rounds {', '.join(map(str, numbers_of))}: rules as in force, wagers and payments add up"


def unpacked(data: bytes) -> dict[str, bytes]:
    """The files of an archive. What it says of their number, sizes and names is checked before anything is unpacked, and
    no more is read of a file than it says."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = archive.infolist()
        size = sum(member.file_size for member in members)
        if len(members) > MOST_FILES or size > MOST_BYTES or size > max(1 << 20, MOST_RATIO * len(data)):
            raise Wrong(f"A rules package of {len(data)} bytes says that it has {len(members)} files of {size} bytes.")
        names = [member.filename for member in members]
        if len({name.lower() for name in names}) < len(names):
            raise Wrong("A rules package has a file twice.")
        for name in names:
            if name != "MANIFEST" and not re.fullmatch(r"pitboss(/(?!\.{1,2}(/|$))[\w.-]+)+", name, re.ASCII):
                raise Wrong(f"A rules package has a file {name!r}; only files below pitboss/ are allowed.")
        files = {}
        for member in members:
            with archive.open(member) as file:
                files[member.filename] = file.read(member.file_size + 1)
        return files


def package(bundle: Bundle, version: str) -> tuple[dict[str, Any], dict[str, bytes]]:
    """The manifest and the files of a rules package that is what its version says."""
    files = unpacked(bundle.read(f"rules-{version}.zip"))
    manifest = json.loads(files.pop("MANIFEST"))
    found = {name: sha(body).hex() for name, body in files.items()}
    listed = "".join(f"{found[name]}  {name}\n" for name in sorted(found))
    if manifest["files"] != found or sha(listed.encode()).hex() != version or manifest["version"] != version:
        raise Wrong(f"The rules package is not that of version {version}.")
    return manifest, files


def check_packages(bundle: Bundle) -> str:
    """The rules that played each round are in the bundle, whole."""
    versions = sorted({entry.payload["version"] for one in bundle.rounds() for entry in one if entry.kind == "round"})
    count = sum(len(package(bundle, version)[1]) for version in versions)
    return f"the rules that played the rounds are here: {', '.join(versions)} ({count} files)"


# What a process runs that replays: it confines itself before it imports anything of the rules.
RUN = """
import hashlib, sys
from pathlib import Path
import cryptography.hazmat.primitives.ciphers.algorithms, msgspec
confinement = {"__name__": "confinement"}
exec(compile(Path(sys.argv[2]).read_bytes(), "confinement.py", "exec"), confinement)
confinement["confine"](Path(sys.argv[1]), written_bytes=1 << 26)
sys.path.insert(0, sys.argv[1])
from pitboss.house.table.replay import main
main()
"""
NOT_REPLAYED = "note the rules were not run, and the rounds were not played again: "


def confinement() -> Path | None:
    """The file that confines a process: beside this one, or where both are installed. None is taken from the bundle by name."""
    here = Path(__file__).resolve()
    places = (here.with_name("confinement.py"), *(above / "rulebook" / "confinement.py" for above in here.parents[2:3]))
    return next((place for place in places if place.is_file()), None)


def check_replay(bundle: Bundle) -> str:
    """The rules packages play the whole record again, each its own part of it."""
    lines = bundle.lines("record.jsonl")
    record = [BundleEntry(line, number, "record.jsonl") for number, line in enumerate(lines, 1)]
    versions = {one.payload["version"] for one in record if one.kind in ("founded", "rules_adopted")}
    if unknown := sorted(versions - bundle.approved):
        return f"{NOT_REPLAYED}{', '.join(unknown)} not in a list of approved versions (--approved FILE)"
    confining = confinement()
    if confining is None or not sys.platform.startswith("linux"):
        return f"{NOT_REPLAYED}nothing here confines their process"
    seeds = {str(serial): seed.hex() for serial, seed in bundle.seeds().items()}
    for one in record:
        if one.kind in ("revealed", "ended", "unplayed") and one.payload.get("seed"):
            seeds[str(one.payload["serial"])] = one.payload["seed"]
    begins = [n for n, one in enumerate(record) if one.kind in ("founded", "rules_adopted")]
    start, rounds = None, 0
    for n, first in enumerate(begins):
        own = lines[first : begins[n + 1] if n + 1 < len(begins) else None]
        begin = json.dumps({"table": record[0].table, "seeds": seeds, "start": start}).encode()
        with tempfile.TemporaryDirectory() as folder:
            for name, body in package(bundle, record[first].payload["version"])[1].items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(body)
            listed = replayed(folder, confining, b"\n".join((begin, *own, b"", b"")), 60 + len(own) / 4)
        start = listed[-1]["end"]["snapshot"]
        rounds += len(listed) - 1
    return f"the rules played {rounds} rounds again, and every event was the same to the byte"


def replayed(folder: str, confining: Path, given: bytes, seconds: float) -> list[dict[str, Any]]:
    """What rules say of a part of the record. They get nothing of the environment, and what they say goes to files of a
    bounded size."""
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as errors:
        words = [sys.executable, "-I", "-B", "-c", RUN, folder, str(confining)]
        try:
            subprocess.run(words, input=given, stdout=said, stderr=errors, env={}, cwd=folder, timeout=seconds)
        except subprocess.TimeoutExpired:
            raise Wrong(f"The rules do not replay the record in {seconds:.0f} seconds.") from None
        said.seek(0)
        errors.seek(0)
        listed = [json.loads(line) for line in said.read().splitlines()]
        if not listed or "end" not in listed[-1]:
            failed = errors.read(1 << 20).decode(errors="replace").strip()[-200:]
            words_of = listed[-1]["refused"]["sentence"] if listed and "refused" in listed[-1] else failed
            raise Wrong(f"The rules do not replay the record: {words_of}")
        return listed


def approved_in(file: Path | None) -> set[str]:
    """The versions in a list: the first word of each line that is not empty or begins with #."""
    if file is None:
        return set()
    words = (line.split()[0] for line in file.read_text().splitlines() if line.strip() and line.lstrip()[0] != "#")
    return set(words)


CHECKS: dict[str, Callable[[Bundle], str]] = {
    "files": check_sums,
    "entries": check_entries,
    "checkpoint": check_checkpoint,
    "proofs": check_proofs,
    "record": check_record,
    "seeds": check_seeds,
    "outcomes": check_outcomes,
    "rounds": check_rounds,
    "rules": check_packages,
}


def main() -> int:
    parser = argparse.ArgumentParser(description="Checks a bundle of evidence.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).resolve().parent)
    parser.add_argument("--key", default="", help="the public key of the house's log, known from elsewhere")
    parser.add_argument("--witness", action="append", default=[], help="the public key of a witness")
    parser.add_argument(
        "--replay", action="store_true", help="run the rules in the bundle; needs msgspec, cryptography"
    )
    parser.add_argument(
        "--approved", type=Path, help="a file with the versions of the rules that may be run, one a line"
    )
    listed = parser.parse_args()
    bundle, wrong = Bundle(listed.folder, listed.key, listed.witness, approved_in(listed.approved)), 0
    for name, check in {**CHECKS, **({"replay": check_replay} if listed.replay else {})}.items():
        try:
            words = check(bundle)
            mark, words = ("note ", words[5:]) if words.startswith("note ") else ("right", words)
        except Wrong as found:
            mark, words, wrong = "WRONG", str(found), wrong + 1
        except Exception as error:  # whatever cannot be read is wrong too
            mark, words, wrong = "WRONG", f"It cannot be read: {type(error).__name__} {error}", wrong + 1
        print(f"{mark}  {name}: {words}")
    print(
        f"NOT IN ORDER: {wrong} of the checks failed." if wrong else "IN ORDER: everything that was checked is right."
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal that lacks a letter
    sys.exit(main())
