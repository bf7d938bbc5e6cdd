"""The export and its verdict: as recorded, or refused with the entry named, whatever bit was altered."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from pitboss import catalogue
from pitboss.drivers.fair import commitment
from pitboss.equipment.cards import DECK
from pitboss.house.founding import Plan
from pitboss.house.table.verify import verify
from pitboss.journal import GENESIS, digest
from pitboss.procedure import Refused
from tests.house import independent
from tests.house.live import BOTH, BY_HAND, Live, acked
from tests.house.test_roles import ITEMS

R, G, L = "roulette-practice", "go-fore-it-practice", "roulette-live"
ROUNDS = 15


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The records of three tables after some play."""
    database = tmp_path_factory.mktemp("verify") / "house.db"
    with Live(database, (*BOTH, Plan(L, "roulette", "Roulette", BY_HAND)), pace=10_000) as live:
        one, two = live.sit(R), live.sit(G)
        for n in range(ROUNDS):
            acked(one.bet("red", 500))
            acked(one.bet("straight", 500, str(n)))
            acked(one.ready())
            acked(two.bet("front_9", 500))
            acked(two.ready())
            two.wait(lambda view: bool(view["you"]["questions"]))
            acked(two.say("back_9" if n % 2 else "fold"))
            two.wait(lambda view: view["phase"] == "settled")
        floor, dealer = live.line(L, live.token("floor")), live.line(L, live.token("dealer", L))
        acked(floor.send(do="sign", checklist="opening", items=ITEMS))
        acked(floor.send(do="open_table"))
        dealer.wait(lambda view: view["phase"] == "betting")
        for says in ("no_more_bets", "17", "valid_spin"):
            acked(dealer.send(answer={"says": says}))
        acked(one.bet("red", 500))  # a round in progress, which is not exported
        return {name: live.export(name) for name in (R, G, L)}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "record.jsonl"


def entries(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


def test_a_record_in_order(exported: dict[str, bytes], file: Path) -> None:
    """Every round replayed, every outcome worked out; only the deck that is not used up is left for later."""
    for name, outcomes in ((R, 1), (G, 8)):
        file.write_bytes(exported[name])
        verdict = verify(file)
        assert [r.round for r in verdict.rounds] == list(range(1, ROUNDS + 1))
        assert all(r.recomputed == outcomes for r in verdict.rounds[:-1])
        assert verdict.rounds[-1].recomputed + verdict.rounds[-1].unopened == outcomes
        assert (
            str(verdict).splitlines()[0]
            == f"{name}: {verdict.entries} entries and {ROUNDS} rounds of {verdict.game}, all as recorded."
        )
        assert verdict.head == entries(exported[name])[-1]["hash"]


def test_outcomes_entered_by_hand(exported: dict[str, bytes], file: Path) -> None:
    """A record without seeds is replayed all the same, and says why there are none."""
    file.write_bytes(exported[L])
    (played,) = verify(file).rounds
    assert played.entered
    assert "outcomes entered" in str(played)


def test_secrets_of_an_unfinished_shoe_are_left_out(exported: dict[str, bytes], file: Path) -> None:
    """The last deck's seed is not in the export; its round replays, its cards wait."""
    last = [e for e in entries(exported[G]) if e["kind"] == "committed"][-1]["payload"]
    opened = {e["payload"]["serial"] for e in entries(exported[G]) if e["payload"].get("seed")}
    assert last["serial"] not in opened
    file.write_bytes(exported[G])
    assert verify(file).rounds[-1].unopened == 8


def test_commitments_come_before_wagers_and_outcomes(exported: dict[str, bytes]) -> None:
    """In every round the commitment stands before the first wager, the seed after the last settlement."""
    for name in (R, G):
        committed: set[int] = set()
        spent: set[int] = set()
        betting = 0
        for entry in entries(exported[name]):
            payload = entry["payload"]
            if payload.get("commitment"):
                committed.add(payload["serial"])
            if payload.get("shuffles"):
                committed.add(payload["shuffles"])
            if payload.get("seed"):
                assert payload["serial"] in committed
                spent.add(payload["serial"])
            if entry["kind"] == "committed":  # a shuffle, whenever it is: what it follows from was there before
                assert payload["source"] in committed - spent
            says = [a["says"] for a in payload.get("answers", [])] if entry["kind"] == "step" else []
            if "wager" in says:
                betting += 1
                assert committed - spent
        assert betting >= ROUNDS


def test_every_altered_bit_is_found(exported: dict[str, bytes], file: Path) -> None:
    """Bits at random places of each record, one at a time: always refused, with the entry or line named."""
    pick = random.Random(1)
    for name in (R, G, L):
        for _ in range(150):
            data = bytearray(exported[name])
            at = pick.randrange(len(data) * 8)
            data[at // 8] ^= 1 << at % 8
            file.write_bytes(data)
            with pytest.raises(Refused, match=r"Entry|Line|table"):
                verify(file)


def test_deletions_swaps_insertions_and_other_tables(exported: dict[str, bytes], file: Path) -> None:
    """A line taken out, doubled, exchanged or brought from elsewhere shows."""
    lines = exported[R].splitlines(keepends=True)
    other = exported[G].splitlines(keepends=True)
    for bad in (
        [*lines[:5], *lines[6:]], [*lines[:5], lines[4], *lines[5:]], [*lines[:5], lines[6], lines[5], *lines[7:]],
        lines[1:], [*lines[:9], other[9], *lines[10:]], [*lines, other[-1]], [], [b"\n"],
    ):  # fmt: skip
        file.write_bytes(b"".join(bad))
        with pytest.raises(Refused):
            verify(file)


def test_a_truncation_shows_against_the_head(exported: dict[str, bytes], file: Path) -> None:
    """A record cut short between rounds is in order by itself; its head is not the one kept elsewhere."""
    lines = exported[R].splitlines(keepends=True)
    ends = [n for n, e in enumerate(entries(exported[R])) if e["kind"] == "ended"]
    file.write_bytes(b"".join(lines[: ends[3] + 1]))
    short = verify(file)
    assert len(short.rounds) == 4
    file.write_bytes(exported[R])
    assert short.head != verify(file).head


def rehashed(data: bytes, change: Any) -> bytes:
    """A forger with patience: alter payloads, then make every hash fit."""
    head, lines = GENESIS, []
    for entry in entries(data):
        payload = change(entry) or entry["payload"]
        body = json.dumps(payload, separators=(",", ":"), ensure_ascii=False).encode()
        made = digest(entry["table"], entry["sequence"], entry["time"], entry["kind"], body, head)
        lines.append(
            b'{"table":%s,"sequence":%d,"time":%s,"kind":%s,"payload":%s,"previous":"%s","hash":"%s"}\n'
            % (
                json.dumps(entry["table"]).encode(), entry["sequence"], json.dumps(entry["time"]).encode(),
                json.dumps(entry["kind"]).encode(), body, head.encode(), made.encode(),
            )
        )  # fmt: skip
        head = made
    return b"".join(lines)


def _replace(old: str, new: str) -> Any:
    def change(entry: dict[str, Any]) -> Any:
        return json.loads(json.dumps(entry["payload"]).replace(old, new))

    return change


def _another_seed(entry: dict[str, Any]) -> Any:
    return entry["payload"] | {"seed": "00" * 32} if entry["payload"].get("seed") else None


def _seed_and_commitment(entry: dict[str, Any]) -> Any:
    """Both exchanged, so that they agree with each other and not with the outcomes."""
    payload = dict(entry["payload"])
    if payload.get("seed"):
        payload["seed"] = f"{payload['serial']:064x}"
    if payload.get("commitment"):
        payload["commitment"] = commitment(bytes.fromhex(f"{payload['serial']:064x}"))
    return payload


FORGERIES = {
    "amounts": (_replace('"returned": 0', '"returned": 900'), "does not replay"),
    "stakes": (_replace('"amount": 500', '"amount": 50000000'), "is refused on replay|does not replay"),
    "submission": (_replace('"minimum": "1.00"', '"minimum": "2.00"'), "hash"),
    "seed": (_another_seed, "commitment"),
    "seed and commitment": (_seed_and_commitment, "its seed gives"),
    "round's rules": (_replace('"submission": "', '"submission": "0'), "hash|submission"),
    "an unknown game": (_replace('"game": "roulette"', '"game": "rulette"'), "no game"),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_patient_forger_is_found(exported: dict[str, bytes], file: Path, forgery: str) -> None:
    """With every hash made to fit, the replay, the hash of the rules or the seeds still tell."""
    change, why = FORGERIES[forgery]
    file.write_bytes(rehashed(exported[R], lambda entry: None))
    verify(file)  # rehashing alone changes nothing
    file.write_bytes(rehashed(exported[R], change))
    with pytest.raises(Refused, match=why) as caught:
        verify(file)
    assert "Entry" in caught.value.sentence


def test_files_that_are_no_records(file: Path) -> None:
    with pytest.raises(Refused, match="cannot be read"):
        verify(file)
    for data in (b"", b"x", b"{}\n", b"[]\n", b"\xff\n", b"[" * 10000):
        file.write_bytes(data)
        with pytest.raises(Refused):
            verify(file)


def test_an_independent_verifier_agrees(exported: dict[str, bytes]) -> None:
    """Sixty lines with no project imports confirm chain, seeds and outcomes."""
    table = catalogue.game("roulette")
    rules: Any = table.example()
    assert independent.check(exported[R], list(rules.device.order), cards=False) == ROUNDS
    assert independent.check(exported[G], list(DECK), cards=True) == 8 * (ROUNDS - 1)
    source = Path(independent.__file__).read_text()
    assert "import pitboss" not in source
    assert "from pitboss" not in source
