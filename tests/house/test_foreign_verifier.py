"""The verifiers in one file, of JavaScript and of Python, which use none of our code: real exports check out, faults are found."""

import base64
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pitboss.house.founding import Plan
from pitboss.house.storage import export
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.cli.conftest import Pitboss
from tests.house.forger import CHEATS, ENTRY, FORGED, Forger, Lines, entry, sequences, to_event, withhold
from tests.house.live import BOTH, PRACTICE, Live, Player, acked, credentials, plan
from tools.bootstrap import ROOT, find_node

IN_NODE, IN_PYTHON = ROOT / "verifier" / "pitboss-verify.js", ROOT / "verifier" / "pitboss_verify.py"
R, G = BOTH[0].name, BOTH[1].name
Fault = tuple[str, Lines, str]  # what was done, the file, and what has to be said of it


Program = list[str | Path]


@pytest.fixture(params=["javascript", "python"])
def program(request: pytest.FixtureRequest) -> Program:
    """How a verifier is started."""
    if request.param == "python":
        return [sys.executable, "-I", "-S", IN_PYTHON]
    node = find_node()
    if node is None:
        pytest.skip("THE RECORD IS NOT CHECKED BY JAVASCRIPT: Node is not there; run `make setup`.")
    return [node, IN_NODE]


def verify(program: Program, folder: Path, files: dict[str, Lines], *options: str) -> dict[str, str]:
    """What the verifier says of each file, all in one process: nothing if it is in order, else why it is not."""
    paths = {}
    for number, (name, lines) in enumerate(files.items()):
        paths[name] = folder / f"{number}.jsonl"
        paths[name].write_bytes(b"".join(lines))
    done = subprocess.run([*program, *paths.values(), *options], capture_output=True, text=True, check=False)
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
        usual = {"says": "cut", "amount": cut} if asked[0]["kind"] == "cut" else {"says": asked[0]["default"]["says"]}
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
        part = list(export.export(live.house.store, live.house.record.log, early, last, {}))
        yield Exports(whole, part, early, live.http.get("/api/record/key").json()["vkey"])


def test_exports_of_a_house_check_out(program: Program, exports: Exports, tmp_path: Path) -> None:
    """The whole record and a part of it, with the known key and a head that was kept; and something was recomputed."""
    kept = tmp_path / "kept"
    kept.write_text(exports.early, encoding="utf-8")
    files = {"whole": exports.whole, "part": exports.part}
    assert verify(program, tmp_path, files, "--key", exports.key, "--checkpoint", str(kept)) == {
        "whole": "",
        "part": "",
    }
    said = subprocess.run([*program, tmp_path / "0.jsonl"], capture_output=True, text=True, check=True).stdout
    assert "outcomes: 9 of wheels and dice and 24 cards recomputed; 0 could not be" in said
    assert "shuffles: 3 seeds follow from their source and the words (13 words added)" in said
    assert any(b'{"withheld"' in line for line in exports.whole)


@pytest.mark.slow
def test_a_shoe_of_six_decks_is_recomputed_after_its_cut(program: Program, tmp_path: Path) -> None:
    """Until it is mixed again and its seed is opened: a few dozen rounds."""
    with Live(tmp_path / "house.db", [plan("blackjack")]) as live:
        player = live.sit("blackjack")
        while b'"revealed","payload":{"serial":3,' not in b"".join(whole := exported(live)):
            play(player, "blackjack", 8, cut=100)
    assert verify(program, tmp_path, {"whole": whole}) == {"whole": ""}
    moved = Forger().forge(whole, to_event("cut_made", position=lambda position: position + 1))
    assert "of shuffle 3 was" in verify(program, tmp_path, {"moved": moved})["moved"]


# --- faults of a file


def replaced(lines: Lines, number: int, old: bytes, new: bytes) -> Lines:
    assert old in lines[number], (old, lines[number])
    return [*lines[:number], lines[number].replace(old, new, 1), *lines[number + 1 :]]


def faults_of_entries(lines: Lines) -> Iterator[Fault]:
    """At entries all over the file."""
    entries = [at for at, line in enumerate(lines) if line.startswith(b'{"entry"') and b'"payload":{}' not in line]
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
        yield (
            f"exchanged {number}",
            [*lines[:number], *rest[:1], lines[number], *rest[1:]],
            "does not come after|root of|belongs here|form of",
        )
        yield (
            f"forged {number}",
            [*lines[:number], forged, *rest],
            "does not follow from the one before|root of the last head",
        )
    for number, line in enumerate(lines):
        if line.startswith(b'{"withheld"'):
            said = json.loads(line)["withheld"]
            changed = said["hash"][::-1].encode()
            because = "does not follow from the one before|root of the last head"
            yield f"withheld hash {number}", replaced(lines, number, said["hash"].encode(), changed), because
            yield f"withheld previous {number}", replaced(lines, number, said["previous"].encode(), changed), because


def re_keyed(lines: Lines) -> Lines:
    return [re.sub(rb"\+[0-9a-f]{8}\+", b"+00000000+", lines[0]), *lines[1:]]


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
        ("padding of the signature", '=\\n"', '\\n"', "is not base64"),
        ("zero before the size", f"\\n{size}\\n", f"\\n0{size}\\n", "not a whole number"),
        ("no empty line", "\\n\\n", "\\n", "an empty line and signatures"),
        ("something beside the signature", "\\n\\n", "\\n\\nnonsense\\n", "not the line of a signature"),
    ):
        yield what, replaced(lines, last, old.encode(), new.encode()), because
    earlier = json.dumps({"checkpoint": early}, ensure_ascii=False).encode() + b"\n"
    yield "an earlier head", [*lines[:-1], earlier], "the last head is over"
    yield "no head", lines[:-1], "belongs here"
    yield "cut off within an entry", [*lines[:20], lines[20][:50]], "cut off"
    yield "cut off within the head", [*lines[:-1], lines[-1][:-1]], "cut off"
    yield "the last entries gone", [*lines[:-4], lines[-1]], "the last head is over"
    yield "something after the head", [*lines, lines[-1]], "form of the document"
    yield "an empty line", [*lines, b"\n"], "form of the document"
    yield "nothing", [], "cut off"
    yield "no beginning", [lines[0], *lines[2:]], "belongs here"
    yield "another format", replaced(lines, 0, b'"format":1', b'"format":2'), "of format 2"
    yield "another name", replaced(lines, 0, b'"origin":"pitboss', b'"origin":"pitbox'), "name of the log"
    yield "no key", replaced(lines, 0, b'"vkey":"', b'"vkey":"+'), "not a public key"
    yield "another key id", re_keyed(lines), "key id does not follow"
    yield "another type of key", replaced(lines, 0, b"+A", b"+B"), "not one of Ed25519"


def faults_of_the_beginning(part: Lines) -> Iterator[Fault]:
    begin = json.loads(part[1])["begin"]
    for hash in begin["hashes"]:
        changed = hash[::-1].encode()
        yield f"begin {hash}", replaced(part, 1, hash.encode(), changed), "root of the head before"
    yield "a subtree less", replaced(part, 1, f'"{begin["hashes"][0]}",'.encode(), b""), "perfect subtrees"
    size = b'"size":%d' % begin["size"]
    yield "another size", replaced(part, 1, size, size + b"0"), "perfect subtrees|is over"
    yield "no size", replaced(part, 1, size, b'"size":-1'), "not a whole number"
    yield "from nothing", [part[0], b'{"begin":{"size":0,"hashes":[]}}\n', *part[2:]], "does not come after"
    yield "no head before", replaced(part, 1, b'"checkpoint"', b'"other"'), "line 2"


def test_faults_of_a_file_are_found(program: Program, exports: Exports, tmp_path: Path) -> None:
    """Whatever is changed, left out, doubled, exchanged, forged or cut off without the key of the house."""
    faults = [
        *faults_of_entries(exports.whole),
        *faults_of_the_frame(exports.whole, exports.early),
        *faults_of_the_beginning(exports.part),
    ]
    assert len({name for name, _, _ in faults}) == len(faults) > 100
    found = verify(program, tmp_path, {name: lines for name, lines, _ in faults})
    missed = {name: found[name] for name, _, because in faults if not re.search(because, found[name])}
    assert not missed


# --- faults of a house that makes all hashes right and signs for them


def test_a_house_that_cheats_and_signs_for_it_is_found(program: Program, exports: Exports, tmp_path: Path) -> None:
    """Seeds, words, commitments, shuffles and outcomes: all hashes are right, the head is signed, and the key is the file's."""
    forger = Forger()
    files = {name: forger.forge(exports.whole, edit) for name, (edit, _) in CHEATS.items()}
    honest = forger.forge(exports.whole, lambda table, kind, payload: payload)
    found = verify(program, tmp_path, files | {"honest": honest})
    assert found.pop("honest") == ""
    missed = {name: why for name, why in found.items() if not re.search(CHEATS[name][1], why)}
    assert not missed


def test_heads_that_the_house_names_and_times_are_looked_at(program: Program, exports: Exports, tmp_path: Path) -> None:
    """A head of the day that these entries do not lead to, or that lies beyond them; an entry dated before the one before."""

    def kept(**changes: object) -> Lines:
        return Forger().forge(
            exports.whole, lambda table, kind, payload: payload | changes if kind == "head_kept" else payload
        )

    last = max(sequences(exports.whole, R))
    early = Forger().forge(
        exports.whole,
        lambda table, kind, payload: payload,
        lambda table, sequence, time: "2026-01-01T00:00:00.000Z" if (table, sequence) == (R, last) else time,
    )
    files = {"root": kept(root="00" * 32), "size": kept(size=10**9), "early": early}
    found = verify(program, tmp_path, files)
    assert "names another head" in found["root"]
    assert "names another head" in found["size"]
    assert "is dated before the one before it" in found["early"]
    for lines in files.values():
        with pytest.raises(Refused):  # pitboss verify finds the same
            export.check(lines)


def test_random_alterations_are_refused(program: Program, exports: Exports, tmp_path: Path) -> None:
    """Bytes changed, taken out and put in all over the file; and the file as it was, beside them, is in order."""
    pick = random.Random(42)
    files = {f"alteration {number}": altered(exports.whole, pick) for number in range(60)}
    found = verify(program, tmp_path, {"control": exports.whole, **files})
    assert found.pop("control") == ""
    missed = [name for name, why in found.items() if not why and not is_harmless(files[name], exports.whole)]
    assert missed == []


def altered(lines: Lines, pick: random.Random) -> Lines:
    """One byte changed, taken out or put in."""
    data = bytearray(b"".join(lines))
    at, how = pick.randrange(len(data)), pick.randrange(3)
    if how == 0:
        data[at] ^= 1 << pick.randrange(8)
    elif how == 1:
        del data[at]
    else:
        data.insert(at, pick.randrange(256))
    return bytes(data).splitlines(keepends=True)


def is_harmless(lines: Lines, before: Lines) -> bool:
    """Whether the difference is in the words of the first line, which nothing signs (docs/record.md)."""
    try:
        return lines[1:] == before[1:] and json.loads(lines[0])["record"].keys() <= {
            "origin",
            "vkey",
            "format",
            "words",
            "open",
        }
    except (ValueError, KeyError):
        return False


def test_another_key_or_another_head_than_the_known_ones_is_found(
    program: Program, exports: Exports, tmp_path: Path
) -> None:
    """What is in order by itself, but is not the record that somebody knows."""
    forger = Forger()
    honest = forger.forge(exports.whole, lambda table, kind, payload: payload)
    assert "another key" in verify(program, tmp_path, {"forged": honest}, "--key", exports.key)["forged"]
    assert "another key" in verify(program, tmp_path, {"whole": exports.whole}, "--key", forger.vkey)["whole"]
    kept = tmp_path / "kept"
    for head, lines, because in (
        (exports.early, honest, "a head is of"),
        (forger.head([b"a leaf\n"]), exports.whole, "a head is of"),
        (exports.early.replace("\ntime 2", "\ntime 3"), exports.whole, "signature of the head"),
        (forger.head([b"a leaf\n"] * 5), honest, "root of the head that you kept"),
        (forger.head([b"a leaf\n"] * 5000), honest, "not compared"),
    ):
        kept.write_text(head, encoding="utf-8")
        assert because in verify(program, tmp_path, {"file": lines}, "--checkpoint", str(kept))["file"]


# --- rounds left out


@pytest.mark.parametrize("name", FORGED)
def test_a_round_that_is_over_cannot_be_withheld(program: Program, name: str, exports: Exports, tmp_path: Path) -> None:
    """Hashes, tree and signatures stay right, and no key is needed; the head says which rounds were in progress."""
    lines = FORGED[name](exports.whole, R)
    assert lines != exports.whole
    because = "are withheld|shown after others were withheld|rounds in progress are not those"
    with pytest.raises(Refused, match=because):
        export.check(lines, exports.key)
    assert re.search(because, verify(program, tmp_path, {name: lines}, "--key", exports.key)[name])


def test_only_the_round_in_progress_is_withheld_and_named(exports: Exports, tmp_path: Path, pitboss: Pitboss) -> None:
    """The verdict names the table and the entries, and the command ends well; with anything more it does not."""
    found = export.check(exports.whole)
    assert G in found.withheld
    assert f"{G}: entries {found.withheld[G].first} to" in str(found)
    file = tmp_path / "record.jsonl"
    file.write_bytes(b"".join(exports.whole))
    code, said, _ = pitboss("verify", file)
    assert code == 0
    assert "was in progress when the head was signed" in said
    file.write_bytes(b"".join(FORGED["the latest rounds"](exports.whole, R)))
    code, _, said = pitboss("verify", file)
    assert code == 2
    assert "do not belong to a round that was in progress" in said


def test_a_head_of_before_rounds_were_named_lets_nothing_be_withheld(exports: Exports) -> None:
    """A file of an earlier version with entries withheld is not believed; one without any is as before."""
    forger = Forger()
    old = forger.forge(exports.whole, lambda table, kind, payload: payload)
    export.check(old)
    with pytest.raises(Refused, match="does not say that a round was in progress"):
        export.check(withhold(old, R, sequences(old, R)[-1]))
