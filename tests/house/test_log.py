"""The log over all journals: signed heads, proofs, exports that show by themselves that nothing is missing, witnesses."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import msgspec
import pytest

from pitboss.house.founding import Plan
from pitboss.house.storage import export
from pitboss.house.storage.audit import checkpoint_given
from pitboss.house.storage.backup import check_in_use
from pitboss.house.storage.log import head_of, leaf, time_of
from pitboss.house.storage.store import StorageFailed, Store
from pitboss.house.verification import Verification
from pitboss.house.witnessing import Witness, WitnessKeeper
from pitboss.journal import Journal
from pitboss.procedure import Refused
from pitboss.roles import Role
from pitboss.tlog.note import Verifier, open_checkpoint
from pitboss.tlog.proofs import verify_consistency, verify_inclusion
from pitboss.tlog.tiles import parse_entry_bundle
from pitboss.tlog.tree import Frontier, leaf_hash
from tests.cli.conftest import Pitboss
from tests.house.desk import Desk, run
from tests.house.live import BOTH, PRACTICE, Live, acked, credentials
from tests.house.sending import leave_table

R, G = BOTH[0].name, BOTH[1].name


async def play(desk: Desk, rounds: int, table: str = R) -> None:
    player = await desk.sit(table)
    for _ in range(rounds):
        await desk.bet(table, player, "red", 500)
        await desk.do(table, player, do="ready")
    await leave_table(desk.host(table), player, desk.key())


def test_every_entry_is_under_a_signed_head(tmp_path: Path) -> None:
    """A head names the size and the root of the tree over all journals, and every entry is proven to be in it."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", BOTH) as desk:
            await play(desk, 3)
            log, store = desk.house.record.log, desk.house.store
            first = await desk.house.record.make_head()
            await play(desk, 2)
            second = await desk.house.record.make_head()
            old, new = (open_checkpoint(note, log.verifier_of(note))[0] for note in (first, second))
            assert old.size < new.size
            assert time_of(new) == desk.clock.stamp()
            hashes = [bytes.fromhex(each.hex()) for each in log.consistency(old.size, new.size)]
            verify_consistency(old.size, new.size, hashes, old.root, new.root)
            tree, seen = Frontier(), set()
            for journal, sequence, hash in log.leaves(0, new.size):
                tree.append(leaf_hash(leaf(journal, sequence, hash)))
                seen.add((journal, sequence))
            assert tree.root() == new.root
            every = {(name, e.sequence) for name in ("house", R, G) for e in store.entries(name)}
            assert seen <= every
            assert len(every - seen) <= 2  # what was written since
            for journal, sequence in sorted(seen):
                proof = log.prove(journal, sequence, second)
                path = [bytes.fromhex(each) for each in proof.path]
                data = leaf_hash(leaf(journal, sequence, proof.hash))
                verify_inclusion(data, proof.index, new.size, path, new.root)
            assert await desk.house.record.make_head() in (second, log.latest())

    run(work)


def test_the_log_goes_on_after_a_restart_and_a_failed_write(tmp_path: Path) -> None:
    """What could not be written is put into the tree the next time; each entry once."""
    database = tmp_path / "house.db"

    async def first() -> str:
        async with Desk(database, BOTH) as desk:
            await play(desk, 2)
            note = await desk.house.record.make_head()
            await play(desk, 2)

            def fails(writes: object) -> None:
                raise StorageFailed("the disk is full")

            with pytest.raises(StorageFailed):
                desk.house.record.log.make("", fails)
            assert desk.house.record.log.size == head_of(note).size
            return note

    note = run(first)

    async def second() -> None:
        async with Desk(database, BOTH) as desk:
            desk.keys = iter(range(10**6, 10**9))
            await play(desk, 1)
            await desk.house.record.make_head()
            found = check_in_use(database, desk.house.store.sealer, [checkpoint_given(note)])
            assert found.size > head_of(note).size
            assert found.compared == 1

    run(second)


def test_a_record_that_was_cut_off_is_found_with_a_head_that_somebody_kept(tmp_path: Path) -> None:
    """The whole file of an earlier moment is in order by itself; with the later head it is not."""
    database = tmp_path / "house.db"
    old = tmp_path / "old.db"

    async def work() -> str:
        async with Desk(database, BOTH) as desk:
            await play(desk, 2)
            await desk.house.record.make_head()
            source, copy = sqlite3.connect(database), sqlite3.connect(old)
            source.backup(copy)
            source.close()
            copy.close()
            await play(desk, 2)
            note = await desk.house.record.make_head()
            sealer = desk.house.store.sealer
            check_in_use(old, sealer)
            check_in_use(database, sealer, [checkpoint_given(note)])
            with pytest.raises(Refused, match="cut off"):
                check_in_use(old, sealer, [checkpoint_given(note)])
            return note

    run(work)


LOG_TABLES = ("checkpoints", "log_tiles", "log_batches", "log_edge")


def test_a_wiped_log_is_found_by_everybody_who_looks(tmp_path: Path, pitboss: Pitboss) -> None:
    """The house's journal names the first head of each day; without it the record is not in order, and no table opens."""
    database = tmp_path / "house.db"

    async def made() -> None:
        async with Desk(database, BOTH) as desk:
            await play(desk, 2)

    run(made)
    assert pitboss("verify", "--database", database)[0] == 0
    for tables in (("checkpoints",), LOG_TABLES):
        with closing(sqlite3.connect(database)) as db:
            for table in tables:
                db.execute(f"DELETE FROM {table}")
            db.commit()
        code, _, said = pitboss("verify", "--database", database)
        assert code == 2
        assert said.startswith("The record was cut off") or "names a signed head of" in said or "does not end" in said
        code, said, _ = pitboss("doctor", "--database", database)
        assert code == 1
        assert "names a signed head of" in said
    assert "names a signed head of" in pitboss("verify", "--database", database)[2]

    async def opened() -> None:
        async with Desk(database, BOTH) as desk:
            while not all(host.suspension.sentence for host in desk.house.hosts.values()):
                await asyncio.sleep(0.01)

    run(opened)


def test_the_first_head_of_each_day_is_in_the_journal_of_the_house(tmp_path: Path) -> None:
    """Once a day, however often a head is made, and whoever asks for one at the same moment."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", BOTH) as desk:
            for _ in range(2):
                for _ in range(2):
                    await play(desk, 1)
                    await asyncio.gather(*(desk.house.record.make_head() for _ in range(3)))
                desk.clock.pass_by(86_400)
            kept = [
                msgspec.json.decode(one.payload) for one in desk.house.store.entries("house") if one.kind == "head_kept"
            ]
            days = [one["time"][:10] for one in kept]
            assert len(days) == len(set(days)) >= 2
            notes = {size: head_of(note) for size, _, note in desk.house.record.log.heads("", "9999")}
            assert all(notes[one["size"]].root.hex() == one["root"] for one in kept)

    run(work)


def test_entries_without_any_head_are_not_in_order(tmp_path: Path) -> None:
    """A record of an older version, whose journal names no head: a house that was open for minutes has signed one."""
    store, journal = Store(tmp_path / "house.db"), Journal("house")
    for number, time in enumerate(("20:00:00", "20:01:00", "21:00:00")):
        entry = journal.append("pit_named", {"pit": "1", "title": str(number)}, f"2026-11-16T{time}.000Z")
        store.commit_now([store.sealed(entry)])
        if number < 2:
            check_in_use(store.path, store.sealer)
    with pytest.raises(Refused, match="No signed head is over these entries"):
        check_in_use(store.path, store.sealer)
    store.close()


# --- files


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    plans = (*BOTH, Plan("craps-practice", "craps", "Craps", PRACTICE))
    with Live(tmp_path_factory.mktemp("log") / "house.db", plans) as found:
        player = found.sit(R)
        for _ in range(3):
            acked(player.bet("red", 500))
            acked(player.ready())
        other = found.sit(G)
        acked(other.bet("front_9", 500))  # a round in progress
        yield found


def board(live: Live, path: str, method: str = "GET", **given: object) -> httpx.Response:
    return live.http.request(method, path, headers=credentials(live.cookie(Role.BOARD)), **given)  # type: ignore[arg-type]


def test_a_file_shows_by_itself_that_nothing_is_missing(live: Live) -> None:
    """All journals from the beginning to a head: any line changed, left out, doubled or exchanged is found."""
    reply = board(live, "/api/board/export")
    assert reply.status_code == 200, reply.text
    lines = reply.content.splitlines(keepends=True)
    found = export.check(lines)
    assert {"house", R, G} <= set(found.journals)
    assert G in found.withheld
    assert f"{G}: entries {found.withheld[G].first} to" in str(found)
    assert not any(b'"dealt"' in line and b'"table":"go-fore-it' in line for line in lines)
    key = live.http.get("/api/record/key").json()
    assert found.origin == key["origin"]
    export.check(lines, key["vkey"], live.http.get("/checkpoint").text)
    for number in range(0, len(lines), 3):
        changed = lines[number].replace(b'"sequence":', b'"sequence":1', 1)
        bad = [
            [*lines[:number], *lines[number + 1 :]],
            [*lines[:number], lines[number], *lines[number:]],
            [*lines[:number], *lines[number + 1 : number + 2], lines[number], *lines[number + 2 :]],
            [*lines[:number], changed, *lines[number + 1 :]] if changed != lines[number] else lines[:-1],
        ]
        for one in bad:
            if one != lines:
                with pytest.raises(Refused):
                    export.check(one)
    with pytest.raises(Refused, match="signed by"):
        export.check(lines, "pitboss/0+00000000+AA==")


def test_a_key_known_from_elsewhere_is_compared_wherever_it_is_given(
    live: Live, pitboss: Pitboss, tmp_path: Path
) -> None:
    """A database is signed by it, or refused; a table's record bears no signature, and says so."""
    house, other = live.http.get("/api/record/key").json()["vkey"], "pitboss/0+00000000+AA=="
    database = live.house.store.path
    assert pitboss("verify", "--database", database, "--key", house)[0] == 0
    code, out, said = pitboss("verify", "--database", database, "--key", other)
    assert (code, out) == (2, "")
    assert f"The record is signed by {house}, not by {other}." in said
    record = tmp_path / "record.jsonl"
    record.write_bytes(live.export(R))
    for key in (house, other):
        code, _, said = pitboss("verify", record, "--key", key)
        assert code == 2
        assert "the key is compared with a head: --checkpoint, with --proof" in said


def test_a_part_begins_where_another_ends(live: Live) -> None:
    """Between two heads the file has the tree before it, and what it adds leads to the head after it."""
    house = live.house
    for _ in range(2):
        live.sit("craps-practice").close()
        assert board(live, "/api/board/export").status_code == 200  # makes a head
    heads = [row[2] for row in house.record.log.heads("", "9999")]
    assert len(heads) >= 2
    part = list(export.export(house.store, house.record.log, heads[0], heads[-1], {}))
    found = export.check(part)
    assert (found.first, found.last) == (head_of(heads[0]).size, head_of(heads[-1]).size)
    export.check(part, "", heads[0])
    begin = msgspec.json.decode(part[1])
    begin["begin"]["hashes"][0] = "00" * 32
    with pytest.raises(Refused, match="tree before"):
        export.check([part[0], msgspec.json.encode(begin), *part[2:]])


def test_what_is_published_has_the_shape_of_tlog_tiles(live: Live) -> None:
    """Anyone reads the head, its tiles and the leaves, without a sign-in, and comes to the same root."""
    note = live.http.get("/checkpoint").text
    vkey = live.http.get("/api/record/key").json()["vkey"]
    head, _ = open_checkpoint(note, Verifier(vkey))
    width = head.size % 256
    full = [f"/tile/entries/{n:03d}" for n in range(head.size // 256)]
    paths = [*full, f"/tile/entries/{head.size // 256:03d}.p/{width}"] if width else full
    leaves = [one for path in paths for one in parse_entry_bundle(live.http.get(path).content)]
    tree = Frontier()
    tree.extend(map(leaf_hash, leaves))
    assert tree.root() == head.root
    hashes = live.http.get(paths[0].replace("entries", "0")).content
    assert hashes[:32] == leaf_hash(leaves[0])
    assert live.http.get("/tile/0/999").status_code == 404
    assert live.http.get("/tile/nonsense").status_code == 400


def test_a_proof_is_told_to_anyone(live: Live) -> None:
    reply = live.http.get(f"/api/record/proof/{R}/3").json()
    head = head_of(reply["checkpoint"])
    data = leaf_hash(leaf(R, 3, reply["hash"]))
    verify_inclusion(data, reply["index"], head.size, [bytes.fromhex(each) for each in reply["path"]], head.root)
    assert live.http.get(f"/api/record/proof/{R}/99999").status_code == 404
    assert live.http.get("/api/record/consistency?old=5&size=3").status_code == 400


def test_the_whole_record_is_verified_on_demand(live: Live) -> None:
    """Who oversees begins it, asks how far it is, and reads what was found; it is in the house's journal."""
    assert board(live, "/api/board/verification", "POST").status_code == 202
    state = {"state": "running"}
    while state["state"] == "running":
        state = board(live, "/api/board/verification").json()
    assert state["state"] == "done", state
    assert "are in order" in state["sentence"]
    kept = [json.loads(bytes(e.payload)) for e in live.house.store.entries("house") if e.kind == "record_verified"]
    assert kept[-1]["in_order"]
    after_a_restart = Verification(live.house.store, live.house.register)
    told = after_a_restart.latest()
    assert (told.state, told.sentence) == ("done", state["sentence"])
    assert told.ended <= state["ended"]
    refused = board(live, "/api/board/verification", "POST", json={"checkpoint": "no head"})
    assert refused.status_code == 400


@pytest.mark.parametrize("place", ["house.example", "file:///etc/passwd", "http://[::1", "http://a b"])
def test_a_witness_refuses_what_is_no_address(place: str, tmp_path: Path) -> None:
    """In one sentence, whatever was typed."""
    witness = Witness(place, WitnessKeeper("board.test/witness", tmp_path / "w.key", tmp_path / "w.json"))
    with pytest.raises(Refused, match=r"^Expected an address like https://house\.example, not "):
        witness.look()


def test_a_witness_signs_what_only_grew(live: Live, tmp_path: Path) -> None:
    """The Board names it; it signs the head; a house that steps back or forks is not signed for."""
    place = f"http://{live.address}"
    witness = Witness(place, WitnessKeeper("board.test/witness", tmp_path / "w.key", tmp_path / "w.json"))
    assert "did not take" in witness.look()
    assert board(live, "/api/board/witnesses", "POST", json={"vkey": witness.vkey}).status_code == 200
    assert "signed for" in witness.look()
    note = live.http.get("/checkpoint").text
    _, cosigned = open_checkpoint(note, live.house.record.log.verifier_of(note), [Verifier(witness.vkey)])
    assert list(cosigned) == ["board.test/witness"]
    seen = json.loads((tmp_path / "w.json").read_bytes())
    (origin,) = seen["state"]["logs"]
    for change in ({"size": 10**6}, {"root": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}):
        altered = {**seen, "state": {"logs": {origin: {**seen["state"]["logs"][origin], **change}}}}
        (tmp_path / "w.json").write_text(json.dumps(altered))
        with pytest.raises(Refused, match="Not signed"):
            Witness(place, WitnessKeeper("board.test/witness", tmp_path / "w.key", tmp_path / "w.json")).look()
    other = Witness(
        place, WitnessKeeper("board.test/witness", tmp_path / "x.key", tmp_path / "x.json"), log_key="pitboss/0+0+0"
    )
    with pytest.raises(Refused, match="another key"):
        other.look()
