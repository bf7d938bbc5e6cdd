"""The verifier in JavaScript, written from docs/record.md alone: real exports check out, planted faults are found."""

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pitboss.house.founding import Plan
from pitboss.house.storage import export
from pitboss.roles import Role
from tests.house.live import BOTH, PRACTICE, Live, Player, acked, credentials, plan
from tools.bootstrap import ROOT, find_node

VERIFIER = ROOT / "examples" / "verify_record.mjs"
R, G = BOTH[0].name, BOTH[1].name
ENTRY = re.compile(
    rb'\{"entry":\{"table":"(.+?)","sequence":(\d+),"time":"(.+?)","kind":"(.+?)","payload":(.*),"previous":"(.{64})","hash":"(.{64})"\}\}\n'
)
Lines = list[bytes]
Edit = Callable[[str, str, Any], Any]  # table, kind, payload: another payload, or None to leave the entry out
Fault = tuple[str, Lines, str]  # what was done, the file, and what has to be said of it


def verify(folder: Path, files: dict[str, Lines], *options: str) -> dict[str, str]:
    """What the verifier says of each file, all in one process: nothing if it is in order, else why it is not."""
    node = find_node()
    if node is None:
        pytest.skip("THE RECORD IS NOT CHECKED BY A FOREIGN PROGRAM: Node is not there; run `make setup`.")
    paths = {}
    for number, (name, lines) in enumerate(files.items()):
        paths[name] = folder / f"{number}.jsonl"
        paths[name].write_bytes(b"".join(lines))
    command = [node, VERIFIER, *paths.values(), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    verdicts = dict(re.findall(r"^(\S+\.jsonl): (?:IN ORDER|NOT IN ORDER: (.+))$", done.stdout, re.MULTILINE))
    found = {name: verdicts[str(path)] for name, path in paths.items()}
    assert done.returncode == (1 if any(found.values()) else 0), done.stdout
    return found


class Exports(NamedTuple):
    whole: Lines
    part: Lines
    early: str
    """A head from within the whole record: where the part begins."""
    key: str


def play(player: Player, wager: str, rounds: int, cut: int = 0) -> None:
    """Rounds with a word before each, and the usual answer to whatever is asked."""
    for number in range(rounds):
        acked(player.send(do="contribute", words=f"größer – {number}"))
        while "refused" in player.send(answer={"says": "wager", "wager": wager, "amount": 500}):
            answer_all(player, cut)  # the cards have to be cut first
        acked(player.ready())
        answer_all(player, cut)


def answer_all(player: Player, cut: int) -> None:
    while True:
        player.moment()
        if not (asked := player.view["you"]["questions"]):
            return
        usual = {"says": "cut", "amount": cut} if asked[0]["kind"] == "cut" else asked[0]["default"]
        acked(player.send(answer=usual | {"by": asked[0]["to"]}))


def exported(live: Live) -> Lines:
    reply = live.http.get("/api/board/export", headers=credentials(live.cookie(Role.BOARD)))
    assert reply.status_code == 200, reply.text
    return reply.content.splitlines(keepends=True)


@pytest.fixture(scope="module")
def exports(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Exports]:
    """Wheel, dice and a deck, each with words; a round in progress at the end, so that some entries are withheld."""
    craps = Plan("craps-practice", "craps", "Craps", PRACTICE)
    with Live(
        tmp_path_factory.mktemp("foreign") / "house.db", (*BOTH, craps, plan("roulette", wheel="single"))
    ) as live:
        play(live.sit(R), "red", 3)
        play(live.sit(craps.name), "pass_bet", 1)
        exported(live)
        early = live.http.get("/checkpoint").text
        play(live.sit("roulette"), "red", 5)
        player = live.sit(G)
        play(player, "front_9", 4)
        acked(player.bet("front_9", 500))
        whole = exported(live)
        last = live.http.get("/checkpoint").text
        part = list(export.export(live.house.store, live.house.log, early, last, {}))
        yield Exports(whole, part, early, live.http.get("/api/record/key").json()["vkey"])


def test_exports_of_a_house_check_out(exports: Exports, tmp_path: Path) -> None:
    """The whole record and a part of it, with the known key and a head that was kept; and something was recomputed."""
    kept = tmp_path / "kept"
    kept.write_text(exports.early, encoding="utf-8")
    files = {"whole": exports.whole, "part": exports.part}
    assert verify(tmp_path, files, "--key", exports.key, "--checkpoint", str(kept)) == {"whole": "", "part": ""}
    node = find_node()
    assert node is not None
    said = subprocess.run([node, VERIFIER, tmp_path / "0.jsonl"], capture_output=True, text=True, check=True).stdout
    assert "outcomes: 9 of wheels and dice and 24 cards recomputed; 0 could not be" in said
    assert "shuffles: 3 seeds follow from their source and the words (13 words added)" in said
    assert any(b'{"withheld"' in line for line in exports.whole)


def test_a_shoe_of_six_decks_is_recomputed_after_its_cut(tmp_path: Path) -> None:
    """Until it is mixed again and its seed is opened: a few dozen rounds."""
    with Live(tmp_path / "house.db", [plan("blackjack")]) as live:
        player = live.sit("blackjack")
        while not any(b'"revealed","payload":{"serial":3,' in line for line in (whole := exported(live))):
            play(player, "blackjack", 8, cut=100)
    assert verify(tmp_path, {"whole": whole}) == {"whole": ""}
    moved = Forger().forge(whole, to_event("cut_made", position=lambda position: position + 1))
    assert "card 1 of shuffle 3 was" in verify(tmp_path, {"moved": moved})["moved"]


# --- faults of a file


def replaced(lines: Lines, number: int, old: bytes, new: bytes) -> Lines:
    assert old in lines[number], (old, lines[number])
    return [*lines[:number], lines[number].replace(old, new, 1), *lines[number + 1 :]]


def entry(table: bytes, sequence: bytes, time: bytes, kind: bytes, payload: bytes, previous: bytes) -> bytes:
    """An entry with the hash that it ought to have."""
    hashed = hashlib.sha256(b"\n".join((previous, table, sequence, time, kind, payload))).hexdigest().encode()
    return b'{"entry":{"table":"%s","sequence":%s,"time":"%s","kind":"%s","payload":%s,"previous":"%s","hash":"%s"}}\n' % (
        *(table, sequence, time, kind, payload, previous),
        hashed,
    )


def faults_of_entries(lines: Lines) -> Iterator[Fault]:
    """At entries all over the file."""
    entries = [number for number, line in enumerate(lines) if line.startswith(b'{"entry"')]
    for number in entries[:: len(entries) // 9]:
        found = ENTRY.fullmatch(lines[number])
        assert found is not None
        table, sequence, time, kind, payload, previous, hash = found.groups()
        rest = lines[number + 1 :]
        forged = entry(table, sequence, time, kind, payload[:-1] + b',"more":1}', previous)
        yield f"payload {number}", replaced(lines, number, payload, payload.replace(b'":', b'": ', 1)), "does not hash"
        yield f"time {number}", replaced(lines, number, time, b"2001" + time[4:]), "does not hash"
        yield f"kind {number}", replaced(lines, number, b'"kind":"', b'"kind":"x'), "does not hash"
        yield f"hash {number}", replaced(lines, number, hash, hash[::-1]), "does not hash"
        yield f"left out {number}", [*lines[:number], *rest], "does not come after|root of the last head|is over"
        yield f"doubled {number}", [*lines[: number + 1], lines[number], *rest], "does not come after"
        yield f"exchanged {number}", [*lines[:number], *rest[:1], lines[number], *rest[1:]], "does not come after|root of|belongs here|form of"
        yield f"forged {number}", [*lines[:number], forged, *rest], "does not follow from the one before|root of the last head"
    for number, line in enumerate(lines):
        if line.startswith(b'{"withheld"'):
            said = json.loads(line)["withheld"]
            changed = said["hash"][::-1].encode()
            because = "does not follow from the one before|root of the last head"
            yield f"withheld hash {number}", replaced(lines, number, said["hash"].encode(), changed), because
            yield f"withheld previous {number}", replaced(lines, number, said["previous"].encode(), changed), because


def faults_of_the_frame(lines: Lines, early: str) -> Iterator[Fault]:
    """The lines around the entries, and where the file ends."""
    last = len(lines) - 1
    head = json.loads(lines[last])["checkpoint"]
    origin, size, root, time = head.split("\n")[:4]
    signature = head.split(" ")[-1].strip()
    other = base64.b64encode(bytes(32)).decode()
    for what, old, new, because in (
        ("root", root, other, "signature of the head"),
        ("size", f"\\n{size}\\n", f"\\n{int(size) + 1}\\n", "signature of the head"),
        ("time of the head", time, "time 2001-01-01T00:00:00.000Z", "signature of the head"),
        ("signature", signature[-9:], "AAAAAAA=", "signature of the head|is not base64"),
        ("signature's key", signature[:5], "AAAAA", "not signed by the house's key"),
        ("name of the signer", f" {origin} ", " pitboss/0 ", "not signed by the house's key"),
        ("origin", f'"{origin}\\n', '"pitboss/0\\n', "a head is of"),
    ):
        yield what, replaced(lines, last, old.encode(), new.encode()), because
    earlier = json.dumps({"checkpoint": early}, ensure_ascii=False).encode() + b"\n"
    yield "an earlier head", [*lines[:-1], earlier], "the last head is over"
    yield "no head", lines[:-1], "belongs here"
    yield "cut off within an entry", [*lines[:20], lines[20][:50]], "cut off"
    yield "cut off within the head", [*lines[:-1], lines[-1][:-1]], "cut off"
    yield "the last entries gone", [*lines[:-4], lines[-1]], "the last head is over"
    yield "something after the head", [*lines, lines[-1]], "form of the document"
    yield "an empty line", [*lines, b"\n"], "JSON"
    yield "nothing", [], "cut off"
    yield "no beginning", [lines[0], *lines[2:]], "belongs here"
    yield "another format", replaced(lines, 0, b'{"origin"', b'{"format":2,"origin"'), "of format 2"
    yield "another name", replaced(lines, 0, b'"origin":"pitboss', b'"origin":"pitbox'), "name of the log"
    yield "another key", replaced(lines, 0, b"+A", b"+B"), "not one of Ed25519"


def faults_of_the_beginning(part: Lines) -> Iterator[Fault]:
    begin = json.loads(part[1])["begin"]
    for hash in begin["hashes"]:
        changed = hash[::-1].encode()
        yield f"begin {hash}", replaced(part, 1, hash.encode(), changed), "root of the head before"
    yield "a subtree less", replaced(part, 1, f'"{begin["hashes"][0]}",'.encode(), b""), "perfect subtrees"
    size = b'"size":%d' % begin["size"]
    yield "another size", replaced(part, 1, size, size + b"0"), "perfect subtrees|is over"
    yield "from nothing", [part[0], b'{"begin":{"size":0,"hashes":[]}}\n', *part[2:]], "does not come after"
    yield "no head before", replaced(part, 1, b'"checkpoint"', b'"other"'), "line 2"


def test_faults_of_a_file_are_found(exports: Exports, tmp_path: Path) -> None:
    """Whatever is changed, left out, doubled, exchanged, forged or cut off without the key of the house."""
    faults = [
        *faults_of_entries(exports.whole),
        *faults_of_the_frame(exports.whole, exports.early),
        *faults_of_the_beginning(exports.part),
    ]
    assert len({name for name, _, _ in faults}) == len(faults) > 100
    found = verify(tmp_path, {name: lines for name, lines, _ in faults})
    missed = {name: found[name] for name, _, because in faults if not re.search(because, found[name])}
    assert not missed


# --- faults of a house that makes all hashes right and signs for them


class Forger:
    """Who rewrites a record from its beginning, with a key of their own: only what they say of chance gives them away."""

    def __init__(self) -> None:
        self._key = Ed25519PrivateKey.generate()
        typed = b"\x01" + self._key.public_key().public_bytes_raw()
        self._id = hashlib.sha256(b"forger\n" + typed).digest()[:4]
        self.vkey = f"forger+{self._id.hex()}+{base64.b64encode(typed).decode()}"

    def head(self, leaves: Lines) -> str:
        root = base64.b64encode(root_of(leaves)).decode()
        text = f"forger\n{len(leaves)}\n{root}\ntime 2026-01-01T00:00:00.000Z\n"
        signature = base64.b64encode(self._id + self._key.sign(text.encode())).decode()
        return f"{text}\n— forger {signature}\n"

    def forge(self, lines: Lines, edit: Edit) -> Lines:
        made, leaves, journals = [], [], dict[bytes, tuple[int, bytes]]()
        for line in lines[2:-1]:
            found = ENTRY.fullmatch(line)
            if found is None:
                continue  # nothing is withheld any more
            table, _, time, kind, payload, *_ = found.groups()
            changed = edit(table.decode(), kind.decode(), before := json.loads(payload))
            if changed is None:
                continue
            if changed != before:
                payload = json.dumps(changed, ensure_ascii=False, separators=(",", ":")).encode()
            sequence, previous = journals.get(table, (0, b"0" * 64))
            made.append(entry(table, b"%d" % (sequence + 1), time, kind, payload, previous))
            journals[table] = (sequence + 1, made[-1][-68:-4])
            leaves.append(b"%s %d %s\n" % (table, *journals[table]))
        first = {"record": {"origin": "forger", "vkey": self.vkey, "format": 1}}
        frame = [first, {"begin": {"size": 0, "hashes": []}}, {"checkpoint": self.head(leaves)}]
        record, begin, head = (json.dumps(one, ensure_ascii=False).encode() + b"\n" for one in frame)
        return [record, begin, *made, head]


def root_of(leaves: Lines) -> bytes:
    """As RFC 6962 defines it, from the top."""
    if len(leaves) < 2:
        return hashlib.sha256(b"\x00" + leaves[0] if leaves else b"").digest()
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\x01" + root_of(leaves[:split]) + root_of(leaves[split:])).digest()


def to(at: str, of: str, **changes: Callable[[Any], Any]) -> Edit:
    """Fields of all entries of a kind at the tables of a game, each made into another."""

    def edit(table: str, kind: str, payload: Any) -> Any:
        if kind != of or not table.startswith(at):
            return payload
        return payload | {name: change(payload[name]) for name, change in changes.items() if name in payload}

    return edit


def to_event(of: str, **changes: Callable[[Any], Any]) -> Edit:
    def edit(table: str, kind: str, payload: Any) -> Any:
        events = payload.get("events", [])
        changed = [
            one | {name: change(one[name]) for name, change in changes.items()} if one["event"] == of else one for one in events
        ]
        return payload | {"events": changed} if changed != events else payload

    return edit


def to_outcome(at: str, change: Callable[[str], str]) -> Edit:
    def changed(answers: list[Any]) -> list[Any]:
        return [one | {"says": change(one["says"])} if one["by"] == "chance" else one for one in answers]

    return to(at, "step", answers=changed)


def without(at: str, of: str) -> Edit:
    return lambda table, kind, payload: None if kind == of and table.startswith(at) else payload


def another_shuffle(table: str, kind: str, payload: Any) -> Any:
    """The seeds of shuffles chosen freely, and committed to as such."""
    seed = bytes(32)
    if kind == "committed":
        return payload | {"commitment": hashlib.sha256(b"pitboss seed\n" + seed).hexdigest()}
    return payload | {"seed": seed.hex()} if kind == "revealed" and payload["shoe"] else payload


def without_cards(edit: Edit) -> Edit:
    """As well as another change: no card is told, so that none can be wrong."""
    silent = to("go", "step", answers=lambda answers: [one for one in answers if one["by"] != "chance"])

    def both(table: str, kind: str, payload: Any) -> Any:
        return silent(table, kind, edit(table, kind, payload))

    return both


def turned(text: str) -> str:
    return text[::-1]


def more(number: int) -> int:
    return number + 1


CHEATS: dict[str, tuple[Edit, str]] = {
    "seeds of rounds": (to("roulette", "ended", seed=turned), "not the one that was committed to"),
    "seeds of throws": (to("craps", "ended", seed=turned), "not the one that was committed to"),
    "seeds of shuffles": (to("go", "revealed", seed=turned), "not the one that was committed to"),
    "no seed": (to("roulette", "ended", seed=lambda seed: None), "not 32 bytes"),
    "seed of another serial": (to("roulette", "ended", serial=more), "and seed 2 is opened"),
    "pledges": (to("roulette", "pledged", commitment=turned), "in two ways"),
    "rounds of another seed": (to("go", "round", serial=more), "was pledged"),
    "rounds of another commitment": (to("go", "round", commitment=turned), "in two ways"),
    "pledges of shuffles": (to("go", "pledged", shuffle_commitment=turned), "not the one that was committed to"),
    "shuffles of another commitment": (to("go", "committed", commitment=turned), "not the one that was committed to"),
    "shuffles of another source": (to("go", "committed", source=more), "was pledged"),
    "shuffles that were passed over": (to("go", "committed", number=more), "number 2 of its source, not 1"),
    "shuffles chosen freely": (without_cards(another_shuffle), "does not follow from seed"),
    "words at the wheel": (to("roulette", "contributed", word=turned), "and the words give"),
    "words at the deck": (to("go", "contributed", word=turned), "does not follow from seed"),
    "no words at the wheel": (without("roulette", "contributed"), "and the words give"),
    "no words at the deck": (without("go", "contributed"), "does not follow from seed"),
    "pockets": (to_outcome("roulette", lambda says: str((int(says) + 1) % 37)), "and the words give"),
    "throws": (to_outcome("craps", lambda says: "6 6" if says != "6 6" else "1 1"), "and the words give"),
    "cards": (to_outcome("go", lambda says: "2C" if says != "2C" else "2D"), "card [12] of shuffle 3 was"),
    "a cut that was not made": (to_event("shuffled", event=lambda _: "cut_made", count=lambda _: 1), "position"),
}


def test_a_house_that_cheats_and_signs_for_it_is_found(exports: Exports, tmp_path: Path) -> None:
    """Seeds, words, commitments, shuffles and outcomes: all hashes are right, the head is signed, and the key is the file's."""
    forger = Forger()
    files = {name: forger.forge(exports.whole, edit) for name, (edit, _) in CHEATS.items()}
    honest = forger.forge(exports.whole, lambda table, kind, payload: payload)
    found = verify(tmp_path, files | {"honest": honest})
    assert found.pop("honest") == ""
    missed = {name: why for name, why in found.items() if not re.search(CHEATS[name][1], why)}
    assert not missed


def test_another_key_or_another_head_than_the_known_ones_is_found(exports: Exports, tmp_path: Path) -> None:
    """What is in order by itself, but is not the record that somebody knows."""
    forger = Forger()
    honest = forger.forge(exports.whole, lambda table, kind, payload: payload)
    assert "another key" in verify(tmp_path, {"forged": honest}, "--key", exports.key)["forged"]
    assert "another key" in verify(tmp_path, {"whole": exports.whole}, "--key", forger.vkey)["whole"]
    kept = tmp_path / "kept"
    later = json.loads(exports.whole[-1])["checkpoint"]
    started = [exports.whole[0], exports.whole[1]]
    for head, lines, because in (
        (exports.early, honest, "a head is of"),
        (forger.head([b"a leaf\n"]), exports.whole, "a head is of"),
        (exports.early.replace("\ntime 2", "\ntime 3"), exports.whole, "signature of the head"),
        (forger.head([b"a leaf\n"] * 5), honest, "root of the head that you kept"),
        (forger.head([b"a leaf\n"] * 5000), honest, "not compared"),
        (json.loads(forger.forge(exports.whole[:9], lambda *given: given[2])[-1])["checkpoint"], exports.part, "a head is of"),
    ):
        kept.write_text(head, encoding="utf-8")
        assert because in verify(tmp_path, {"file": lines}, "--checkpoint", str(kept))["file"]
