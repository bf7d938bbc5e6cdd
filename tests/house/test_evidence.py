"""Evidence: a bundle checks out with nothing but Python, and whatever is changed in it is found."""

import hashlib
import io
import json
import random
import struct
import subprocess
import sys
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from pitboss.house.evidence import verify_bundle
from pitboss.house.evidence.bundle import EvidenceRequest, bundle
from pitboss.house.founding import Plan
from pitboss.house.table.entries import Settings
from pitboss.journal import Actor, Entry, digest
from pitboss.procedure import CHANCE, Answer, Draw, Refused
from pitboss.rulebook import confinement
from tests.house.desk import Desk, run
from tests.house.recorded import SITTING, a_house, play
from tests.house.test_dealt_by_persons import act

ASKED = EvidenceRequest(
    Actor("B-1", "Bea Board", "board"), "2026-11-16T22:00:00.000Z", "Example Casino", "F-1", "1 Main Street"
)
BY_HAND = Settings(dealer="person", chance="entered", betting_seconds=0, election_seconds=0, settled_seconds=0)
Files = dict[str, bytes]
CONFINEMENT = Path(confinement.__file__).resolve()
confined = pytest.mark.skipif(bool(confinement.missing()), reason=f"cannot be confined: {confinement.missing()}")


def files_of(data: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Files]:
    """Rounds of roulette and blackjack from the house's generator, and of roulette dealt by a person."""
    folder = tmp_path_factory.mktemp("evidence")
    found: dict[str, Files] = {}

    async def generated() -> None:
        async with a_house(folder / "a.db", ("roulette", "blackjack")) as desk:
            for game in ("roulette", "blackjack"):
                await play(desk, f"{game}-1", 4, "evidence")
                await desk.house.record.make_head()
                made = [
                    bundle(desk.house.store, desk.house.record.log, f"{game}-1", (2, 3), asked=ASKED) for _ in range(2)
                ]
                assert made[0] == made[1]
                found[game] = files_of(made[0])

    async def by_hand() -> None:
        async with Desk(folder / "b.db", [Plan("t", "roulette", "Roulette", BY_HAND)]) as desk:
            await desk.open_by_hand("t")
            player, pick = await desk.sit("t", 1), random.Random(1)
            while desk.table("t").state.felt.number < 3:
                play_now = desk.table("t").round
                if play_now is not None and isinstance(play_now.pending, Draw):
                    await desk.say("t", desk.role("dealer", "t"), Answer(CHANCE, "17"))
                else:
                    await act(desk, player, pick)
            await desk.house.record.make_head()
            found["by hand"] = files_of(bundle(desk.house.store, desk.house.record.log, "t", (1,), asked=ASKED))

    run(generated)
    run(by_hand)
    return found


def written(folder: Path, files: Files) -> Path:
    folder.mkdir(exist_ok=True)
    for name, body in files.items():
        (folder / name).write_bytes(body)
    return folder


def summed(files: Files) -> Files:
    """With sums that match: what a forger would do."""
    sums = "".join(f"{hashlib.sha256(files[n]).hexdigest()}  {n}\n" for n in sorted(files) if n != "SHA256SUMS")
    return files | {"SHA256SUMS": sums.encode()}


def is_right(files: Files, folder: Path, module: ModuleType = verify_bundle, key: str = "") -> bool:
    """The same checks in this process."""
    found = module.Bundle(written(folder, files), key, [])
    try:
        for check in module.CHECKS.values():
            check(found)
    except Exception:
        return False
    return True


@pytest.mark.parametrize("name", ["roulette", "blackjack", "by hand"])
def test_a_bundle_checks_out_with_python_alone(bundles: dict[str, Files], tmp_path: Path, name: str) -> None:
    folder = written(tmp_path / "evidence", bundles[name])
    said = subprocess.run([sys.executable, "-I", "-S", folder / "verify.py"], capture_output=True, text=True)
    assert said.returncode == 0, said.stdout + said.stderr
    assert "WRONG" not in said.stdout
    assert said.stdout.splitlines()[-1].startswith("IN ORDER")
    assert ("follow from their seeds" in said.stdout) is (name != "by hand")


def replay_line(folder: Path, *words: str | Path) -> tuple[int, str]:
    """The exit status of the verifier, and what it says of the replay."""
    said = subprocess.run([sys.executable, folder / "verify.py", "--replay", *words], capture_output=True, text=True)
    return said.returncode, next(line for line in said.stdout.splitlines() if "  replay: " in line)


def approved(folder: Path) -> Path:
    """A list of the versions in a bundle, as somebody who approved them has it."""
    versions = [path.stem.removeprefix("rules-") for path in folder.glob("rules-*.zip")]
    listed = folder.with_name("approved.txt")
    listed.write_text("# approved by the Board\n" + "".join(f"{version}  2026\n" for version in versions))
    return listed


@confined
def test_the_rules_in_a_bundle_play_it_again(bundles: dict[str, Files], tmp_path: Path) -> None:
    folder = written(tmp_path / "evidence", bundles["blackjack"])
    status, said = replay_line(folder, "--approved", approved(folder))
    assert status == 0
    assert "played 3 rounds again" in said


def test_rules_that_nobody_approved_are_not_run(bundles: dict[str, Files], tmp_path: Path) -> None:
    """The other checks count, and a note says that nothing was played again."""
    folder = written(tmp_path / "evidence", bundles["blackjack"])
    status, said = replay_line(folder)
    assert status == 0
    assert said.startswith("note   replay: the rules were not run, and the rounds were not played again: ")
    assert said.endswith("not in a list of approved versions (--approved FILE)")
    (tmp_path / "others.txt").write_text("0" * 64)
    assert replay_line(folder, "--approved", tmp_path / "others.txt")[1] == said
    (folder / "confinement.py").unlink()
    assert replay_line(folder, "--approved", approved(folder))[1].endswith("nothing here confines their process")


@confined
def test_rules_in_a_bundle_are_run_confined(bundles: dict[str, Files], tmp_path: Path) -> None:
    """Approved rules that open what is not theirs do not replay the record."""
    folder = written(tmp_path / "evidence", bundles["blackjack"])
    (name,) = [name for name in bundles["blackjack"] if name.startswith("rules-")]
    (tmp_path / "secret").write_text("secret")
    opens = f"open({str(tmp_path / 'secret')!r}).read()\n".encode()
    files = files_of(bundles["blackjack"][name]) | {"pitboss/__init__.py": opens}
    said = [json.dumps({"table": "t"}).encode(), b""]
    with pytest.raises(verify_bundle.Wrong, match="PermissionError"):
        verify_bundle.replayed(str(written_below(tmp_path / "rules", files)), CONFINEMENT, b"\n".join(said), 60)
    assert verify_bundle.confinement() == CONFINEMENT
    assert (folder / "confinement.py").read_bytes() == CONFINEMENT.read_bytes()


def written_below(folder: Path, files: Files) -> Path:
    for name, body in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(body)
    return folder


def zipped(files: Files) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in files.items():
            archive.writestr(name, body)
    return out.getvalue()


def test_an_archive_bomb_is_refused_before_it_is_unpacked() -> None:
    """By the number of its files, by what they unpack to, by the ratio, and however small it says that a file is."""
    for files in (
        {f"pitboss/f{n}.py": b"" for n in range(verify_bundle.MOST_FILES + 1)},
        {"pitboss/a.py": bytes(verify_bundle.MOST_BYTES + 1)},
        {"pitboss/a.py": bytes(2 << 20)},
    ):
        with pytest.raises(verify_bundle.Wrong, match=r"^A rules package of \d+ bytes says that it has"):
            verify_bundle.unpacked(zipped(files))
    large = zipped({"pitboss/a.py": bytes(verify_bundle.MOST_BYTES)})
    place = large.rindex(b"PK\x01\x02") + 24  # where the directory says how large it is
    lying = large[:place] + struct.pack("<I", 10) + large[place + 4 :]
    tracemalloc.start()
    with pytest.raises(zipfile.BadZipFile):
        verify_bundle.unpacked(lying)
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


@pytest.mark.parametrize(
    "name", ["../evil.py", "/etc/evil", "pitboss/../../evil.py", "pitboss//a", "pitboss/./a", "evil.py", "pitboss/",
             "pitboss\\a.py", "C:/a.py", "pitboss/a\n.py", "pitboss/..", "MANIFEST/x"],
)  # fmt: skip
def test_a_file_that_would_be_written_elsewhere_is_refused(name: str) -> None:
    with pytest.raises(verify_bundle.Wrong, match=r"only files below pitboss/ are allowed\.$"):
        verify_bundle.unpacked(zipped({"MANIFEST": b"{}", "pitboss/a.py": b"", name: b""}))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_is_there_twice_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in ("pitboss/a.py", "pitboss/A.py"):
            archive.writestr(name, b"")
    with pytest.raises(verify_bundle.Wrong, match="has a file twice"):
        verify_bundle.unpacked(out.getvalue())


def test_another_key_is_refused(bundles: dict[str, Files], tmp_path: Path) -> None:
    own, other = (bundles[name]["key.txt"].decode().strip() for name in ("roulette", "by hand"))
    assert is_right(bundles["roulette"], tmp_path / "e", key=own)
    assert not is_right(bundles["roulette"], tmp_path / "e", key=other)


SIGNED = ("entries.jsonl", "proofs.jsonl", "checkpoint.txt", "key.txt", "record.jsonl")


def changed(files: Files, name: str, pick: random.Random) -> Files:
    body = bytearray(files[name])
    body[pick.randrange(len(body))] ^= 1 << pick.randrange(8)
    return summed({**files, name: bytes(body)})


def missed(files: Files, folder: Path, count: int) -> list[str]:
    """Of so many changes of one bit, each with sums that match, those that are not found."""
    pick = random.Random(16)
    names = [pick.choice(SIGNED) for _ in range(count)]
    found = []
    for name in names:
        forged = changed(files, name, pick)
        if is_right(forged, folder):
            at = next(n for n, byte in enumerate(files[name]) if byte != forged[name][n])
            found.append(f"{name}: {forged[name][max(0, at - 30) : at + 30]!r}")
    return found


def test_every_change_is_found(bundles: dict[str, Files], tmp_path: Path) -> None:
    assert not missed(bundles["roulette"], tmp_path / "e", 200)


def test_a_change_in_any_file_does_not_match_the_sums(bundles: dict[str, Files], tmp_path: Path) -> None:
    files, pick = bundles["roulette"], random.Random(17)
    for name in files:
        body = bytearray(files[name])
        body[pick.randrange(len(body))] ^= 1
        assert not is_right({**files, name: bytes(body)}, tmp_path / "e"), name


@pytest.mark.parametrize("without", ["proofs", "checkpoint"])
def test_without_a_check_some_are_missed(
    bundles: dict[str, Files], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, without: str
) -> None:
    """The control: it is these checks that find them."""
    left: dict[str, Callable[[verify_bundle.Bundle], str]] = {
        name: check for name, check in verify_bundle.CHECKS.items() if name not in (without, "proofs")
    }
    monkeypatch.setattr(verify_bundle, "CHECKS", left)
    assert missed(bundles["roulette"], tmp_path / "e", 60)


def test_a_rules_package_with_another_file_is_found(bundles: dict[str, Files], tmp_path: Path) -> None:
    files = bundles["roulette"]
    name = next(name for name in files if name.startswith("rules-"))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path, body in files_of(files[name]).items():
            archive.writestr(path, body + b"\n" if path.endswith("money.py") else body)
    assert not is_right(summed({**files, name: out.getvalue()}), tmp_path / "e")


def test_a_forged_round_with_a_consistent_chain_is_found(bundles: dict[str, Files], tmp_path: Path) -> None:
    """Everything is hashed and chained anew from a changed entry on; only the signed head shows it."""
    files = {name: body for name, body in bundles["by hand"].items() if name != "record.jsonl"}
    assert is_right(summed(files), tmp_path / "a")
    lines: list[bytes] = []
    heads: dict[str, str] = {}
    for line in files["entries.jsonl"].splitlines():
        entry = msgspec.json.decode(line, type=Entry)
        body = bytes(entry.payload).replace(b"Dealer", b"Dealor")
        previous = heads.get(entry.previous, entry.previous)
        own = digest(entry.table, entry.sequence, entry.time, entry.kind, body, previous)
        heads[entry.hash] = own
        forged = msgspec.structs.replace(entry, payload=msgspec.Raw(body), previous=previous, hash=own)
        lines.append(msgspec.json.encode(forged) + b"\n")
    proofs = files["proofs.jsonl"].decode()
    for old, new in heads.items():
        proofs = proofs.replace(f'"hash":"{old}"', f'"hash":"{new}"')
    forgery = summed({**files, "entries.jsonl": b"".join(lines), "proofs.jsonl": proofs.encode()})
    found = verify_bundle.Bundle(written(tmp_path / "b", {**forgery}), "", [])
    (tmp_path / "b" / "record.jsonl").unlink(missing_ok=True)
    assert "match their hashes" in verify_bundle.check_entries(found)
    verify_bundle.check_checkpoint(found)
    with pytest.raises(verify_bundle.Wrong, match="not under the signed head"):
        verify_bundle.check_proofs(found)


def test_only_rounds_that_are_over_and_no_secret(tmp_path: Path) -> None:
    """The round in progress is refused, and of a shoe in use neither seed nor a step of that round is given."""

    async def work() -> None:
        async with a_house(tmp_path / "house.db", ("blackjack",)) as desk:
            await play(desk, "blackjack-1", 2, "secret")
            await desk.do("blackjack-1", SITTING[desk]["blackjack-1"][1], do="ready")  # the next round begins
            await desk.house.record.make_head()
            store, log, table = desk.house.store, desk.house.record.log, desk.table("blackjack-1")
            assert table.round is not None
            with pytest.raises(Refused, match="in progress"):
                bundle(store, log, "blackjack-1", (table.state.felt.number,), asked=ASKED)
            with pytest.raises(Refused, match="no closed round 99"):
                bundle(store, log, "blackjack-1", (99,), asked=ASKED)
            files = files_of(bundle(store, log, "blackjack-1", (1, 2), asked=ASKED))
            secrets = store.snapshots.secrets("blackjack-1")
            assert secrets
            everything = b"".join(files.values())
            assert not any(seed.hex().encode() in everything or seed in everything for seed in secrets.values())
            sequences = [msgspec.json.decode(line, type=Entry) for line in files["entries.jsonl"].splitlines()]
            assert not [
                e for e in sequences if e.sequence >= table.play.first and e.kind in ("step", "corrected", "round")
            ]

    run(work)
