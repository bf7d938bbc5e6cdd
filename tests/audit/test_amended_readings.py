"""What a reading that was amended changes in rounds of an older version is "reading changed since", and no error of theirs."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from pitboss import catalogue
from pitboss.chapters.ch687a_dj_wild_stud_poker import procedure, settlement
from pitboss.submission import submit
from pitboss_audit import Auditor, Report
from soak.settled_twice import Table

ROUNDS = 300  # in which a hand that draws Envy Bonuses is folded


def test_an_older_reading_is_told_from_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """As I-687a-16 was before: a folded hand gave nobody an Envy Bonus where it did not keep its own Progressive."""
    true = settlement.settle_envy

    def before(game: Any, looked_at: Sequence[int]) -> Any:
        return true(game, [seat for seat in looked_at if seat not in game.folded])

    monkeypatch.setattr(procedure, "settle_envy", before)
    monkeypatch.setattr("soak.settled_twice.favoured", lambda source: frozenset(f"{rank}S" for rank in "9TJQKA"))
    game = catalogue.game("dj-wild-stud-poker")
    written = {name: value for name, value in game.example().chosen.items() if value is not None}
    rules = submit(game.rules, written | {"folded_hand_keeps_progressive": False})
    table = Table(game, rules, random.Random(687))
    for _ in range(ROUNDS):
        before_it = table.auditor.before.get("T", {})
        if (differing := table.round()).differences:
            break
    assert differing.differences
    assert not differing.reading  # the version that played it has today's readings: it is an error
    assert table.last is not None
    older, found = Auditor("another version"), Report()
    older.before = {"T": before_it}
    found.add(older.settle(table.last))
    assert found.differences == []
    assert {one.reading.partition(",")[0] for one in found.changed} == {"I-687a-16"}
    assert "reading changed since: I-687a-16" in str(found.changed[0])
    assert found.agrees
