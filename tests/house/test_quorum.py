"""Whoever does not want to trust the house demands the cosignatures of witnesses; a head that lacks them is refused."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitboss as library
from pitboss.house.storage.quorum import quorum_of
from pitboss.house.tasks import in_house
from pitboss.house.witnessing import Witness, WitnessKeeper
from pitboss.procedure import Refused
from pitboss.roles import Role
from pitboss.tlog.note import Signer
from tests.cli.conftest import Pitboss
from tests.house.live import BOTH, Live, acked, credentials

R, G = BOTH[0].name, BOTH[1].name


class Seen:
    """A house with three witnesses, of whom two have looked: one early, one late; and a round since."""

    def __init__(self, live: Live, folder: Path) -> None:
        self.live, self.folder = live, folder
        place = f"http://{live.address}"
        self.early, self.late, self.absent = (
            Witness(place, WitnessKeeper(f"{name}.test/w", folder / f"{name}.key", folder / f"{name}.json"))
            for name in ("early", "late", "absent")
        )
        for witness in (self.early, self.late, self.absent):
            self.board("/api/board/witnesses", json={"vkey": witness.vkey})
        player = live.sit(R)
        for look in ((self.early,), (self.early, self.late), ()):
            acked(player.bet("red", 500))
            acked(player.ready())
            self.export()  # a head is made
            for witness in look:
                assert "signed for" in witness.look()
        self.player = player

    def board(self, path: str, **given: object) -> bytes:
        method = "POST" if given else "GET"
        reply = self.live.http.request(method, path, headers=credentials(self.live.cookie(Role.BOARD)), **given)  # type: ignore[arg-type]
        assert reply.is_success, reply.text
        return reply.content

    def export(self, quorum: int = 0) -> Path:
        file = self.folder / f"record-{quorum}.jsonl"
        file.write_bytes(self.board(f"/api/board/export?quorum={quorum}"))
        return file

    def keys(self, *witnesses: Witness) -> list[str]:
        return [word for witness in witnesses for word in ("--witness", witness.vkey)]


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seen]:
    folder = tmp_path_factory.mktemp("quorum")
    with Live(folder / "house.db", BOTH) as live:
        yield Seen(live, folder)


def test_a_head_that_too_few_have_cosigned_is_refused(seen: Seen, pitboss: Pitboss) -> None:
    """The newest head has no cosignature; one that ends with a witnessed head has; three of three never signed."""
    newest, witnessed = seen.export(), seen.export(2)
    two, three = (seen.early, seen.late), (seen.early, seen.late, seen.absent)
    status, _, err = pitboss("verify", newest, *seen.keys(*two))
    assert status == 2
    assert "is cosigned by 0 of the 2 witnesses named; 2 have to." in err
    status, out, _ = pitboss("verify", witnessed, *seen.keys(*two))
    assert status == 0
    assert "cosigned by early.test/w, late.test/w" in out
    status, _, err = pitboss("verify", witnessed, *seen.keys(*three))
    assert status == 2
    assert "is cosigned by 2 of the 3 witnesses named, early.test/w and late.test/w; 3 have to." in err
    assert pitboss("verify", witnessed, *seen.keys(*three), "--quorum", "2")[0] == 0
    with pytest.raises(Refused, match="3 have to"):
        library.verify(witnessed, witnesses=[one.vkey for one in three])
    assert library.verify(witnessed, witnesses=[one.vkey for one in three], quorum=2)


def test_a_cosignature_of_somebody_else_counts_for_nothing(seen: Seen, pitboss: Pitboss, tmp_path: Path) -> None:
    """One of the same name, and one whose line was changed."""
    other = Witness(
        f"http://{seen.live.address}", WitnessKeeper("late.test/w", tmp_path / "w.key", tmp_path / "w.json")
    )
    witnessed = seen.export(2)
    assert pitboss("verify", witnessed, *seen.keys(seen.early, other))[0] == 2
    forged = tmp_path / "forged.jsonl"
    text = witnessed.read_text(encoding="utf-8")
    at = text.rindex("late.test/w ") + len("late.test/w ") + 40
    forged.write_text(text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :], encoding="utf-8")
    assert pitboss("verify", forged, *seen.keys(seen.early, seen.late))[0] == 2


def test_a_database_says_which_head_was_witnessed_last(seen: Seen, pitboss: Pitboss) -> None:
    database = seen.folder / "house.db"
    status, out, _ = pitboss("verify", "--database", database, *seen.keys(seen.early, seen.late))
    assert status == 0
    assert "is cosigned by early.test/w, late.test/w; " in out
    assert "entries after it are under the house's own signature alone." in out
    status, _, err = pitboss("verify", "--database", database, *seen.keys(seen.early, seen.absent))
    assert status == 2
    assert "none is cosigned by 2 of the 2 witnesses named" in err


def test_a_record_out_of_a_database_ends_with_a_witnessed_head(seen: Seen, pitboss: Pitboss) -> None:
    file = seen.folder / "of-database.jsonl"
    status, _, _ = pitboss("record", "--database", seen.folder / "house.db", "--quorum", "2", "--out", file)
    assert status == 0
    assert pitboss("verify", file, *seen.keys(seen.early, seen.late))[0] == 0
    status, _, err = pitboss("record", "--database", seen.folder / "house.db", "--quorum", "3", "--out", file)
    assert status == 2
    assert "no signed head yet that 3 of its witnesses have cosigned" in err


def test_nothing_may_be_withheld_in_full(seen: Seen, pitboss: Pitboss) -> None:
    """A round in progress is withheld, and refused where somebody wants all of it."""
    assert pitboss("verify", seen.export(), "--in-full")[0] == 0
    acked(seen.live.sit(G).bet("front_9", 500))
    running = seen.export()
    assert pitboss("verify", running)[0] == 0
    status, _, err = pitboss("verify", running, "--in-full")
    assert status == 2
    assert f"withheld at {G};" in err


LOG_KEY = Signer("pitboss/test", bytes(32)).vkey


@pytest.mark.parametrize(
    ("keys", "least", "words"),
    [
        ((), 1, "A quorum is of witnesses"),
        (("nonsense",), 1, "That is no public key of a witness"),
        ((LOG_KEY,), 1, "is the key of a log"),
        (("same", "same"), 2, "Name each witness once"),
        (("same", "renamed"), 2, "Name each witness once"),
        (("same",), 2, "Expected a quorum of up to 1"),
    ],
)
def test_a_quorum_that_cannot_be_is_refused_in_a_sentence(
    keys: tuple[str, ...], least: int, words: str, tmp_path: Path
) -> None:
    """One witness under two names is one witness."""
    Witness("http://localhost", WitnessKeeper("a.test/w", tmp_path / "a.key", tmp_path / "a.json"))
    shutil.copy(tmp_path / "a.key", tmp_path / "b.key")
    named = {
        "same": Witness("http://localhost", WitnessKeeper("a.test/w", tmp_path / "a.key", tmp_path / "a.json")).vkey,
        "renamed": Witness("http://localhost", WitnessKeeper("b.test/w", tmp_path / "b.key", tmp_path / "b.json")).vkey,
    }
    with pytest.raises(Refused, match=words):
        quorum_of([named.get(key, key) for key in keys], least)


def test_the_board_hears_of_heads_that_nobody_cosigns(seen: Seen) -> None:
    """A house without a witness asks for one; with one that is silent it says since when."""
    house, register = seen.live.house, seen.live.house.register

    def kinds() -> set[str]:
        return {one.kind for one in in_house.tasks(house)}

    named, since = list(register.witnesses), house.record.unwitnessed_since
    try:
        assert since
        assert not kinds() & {"name witness", "unwitnessed"}  # it is not ten minutes yet
        house.record.unwitnessed_since = "2026-01-01T00:00:00.000Z"
        assert "unwitnessed" in kinds()
        register.witnesses.clear()
        assert "name witness" in kinds()
    finally:
        register.witnesses[:], house.record.unwitnessed_since = named, since
