"""Where every chip is, by the records of the cage and of the tables; what does not add up is found."""

import msgspec
import pytest

from pitboss.house.cage import entries
from pitboss.house.cage.conserved import whereabouts
from pitboss.house.cage.purses import CAGE_JOURNAL, PurseFold
from pitboss.house.storage.audit import NotInOrder
from pitboss.house.table.entries import Bought, Left
from pitboss.journal import Entry, Journal
from tests.house.purses import DAY, ME, YOU, A

# --- the record


def chained(name: str, *made: tuple[str, msgspec.Struct]) -> list[Entry]:
    journal = Journal(name)
    return [journal.append(kind, one, "2026-01-01T00:00:00.000Z") for kind, one in made]


def _sent(amount: int = 500, key: str = "chips 2") -> tuple[str, msgspec.Struct]:
    return "chips_out", entries.ChipsOut(ME, A, amount, key)


OPENED = ("purse_opened", entries.PurseOpened(ME, 1_000))
SEATED = ("seated", msgspec.defstruct("S", [("amount", int), ("purse", str), ("transfer", str)])(500, ME, "chips 2"))
GONE = ("left", Left(1, 300, purse=ME, transfer="chips 2"))
BACK = ("chips_back", entries.ChipsBack(ME, A, 300, "chips 2"))
RETURNED = ("chips_returned", entries.ChipsReturned(ME, A, 500, "chips 2"))


def test_where_every_chip_is_follows_from_the_records() -> None:
    def told(cage: list[tuple[str, msgspec.Struct]], table: list[tuple[str, msgspec.Struct]]) -> tuple[int, ...]:
        found = whereabouts(chained(CAGE_JOURNAL, *cage), chained(A, *table))
        return found.in_purses, found.on_the_way, found.at_tables, found.lost

    assert told([OPENED], []) == (1_000, 0, 0, 0)
    assert told([OPENED, _sent()], []) == (500, 500, 0, 0)
    assert told([OPENED, _sent()], [SEATED]) == (500, 0, 500, 0)
    assert told([OPENED, _sent()], [SEATED, GONE]) == (500, 300, 0, 200)
    assert told([OPENED, _sent(), BACK], [SEATED, GONE]) == (800, 0, 0, 200)
    assert told([OPENED, _sent(), RETURNED], []) == (1_000, 0, 0, 0)


@pytest.mark.parametrize(
    ("cage", "table", "sentence"),
    [
        ([OPENED, _sent(1_001)], [], r"Entry 2 of the cage cannot be applied: the purse guest me holds \$10.00"),
        ([OPENED, OPENED], [], "there is a purse guest me already"),
        ([OPENED, _sent(), _sent()], [], "the transfer chips 2 is under way"),
        ([OPENED, _sent(), RETURNED, RETURNED], [], "Entry 4 of the cage cannot be applied"),
        ([OPENED, _sent(), RETURNED, _sent()], [], "was made twice"),
        ([OPENED, _sent(), RETURNED], [SEATED], "was returned, and RL-A took it as well"),
        ([OPENED], [SEATED], "Entry 1 of RL-A moves chips of which the cage knows nothing"),
        ([OPENED, _sent(499)], [SEATED], "Entry 1 of RL-A takes other chips than the cage sent"),
        ([OPENED, _sent()], [SEATED, SEATED], "was made twice"),
        ([OPENED, _sent()], [SEATED, GONE, GONE], "was made twice"),
        ([OPENED, _sent()], [GONE], "ends a stay that did not begin"),
        ([OPENED, _sent()], [("bought", Bought(1, 500, purse=ME, transfer="chips 2"))], "takes other chips"),
        ([OPENED, _sent(), BACK], [SEATED], "RL-A did not give back what the cage took in"),
        ([OPENED, _sent(), BACK, BACK], [SEATED, GONE], "Entry 4 of the cage cannot be applied"),
    ],
)
def test_chips_that_do_not_add_up_are_found(
    cage: list[tuple[str, msgspec.Struct]], table: list[tuple[str, msgspec.Struct]], sentence: str
) -> None:
    with pytest.raises(NotInOrder, match=sentence):
        whereabouts(chained(CAGE_JOURNAL, *cage), chained(A, *table))


def test_what_cannot_be_leaves_a_purse_as_it_was() -> None:
    fold = PurseFold()
    fold.apply(OPENED[1])
    before = dict(fold.purses)
    for wrong in (_sent(1_001)[1], BACK[1], entries.ToppedUp(YOU, 5, DAY), entries.ToppedUp(ME, 0, DAY)):
        with pytest.raises((ValueError, LookupError)):
            fold.apply(wrong)
    assert (fold.purses, fold.out, fold.given, fold.sent) == (before, {}, 1_000, 0)
