"""What procedures ask of dealer and floor is declared, with who may answer; and the record asserts nothing unasked."""

from pathlib import Path
from typing import ClassVar

import pytest

from pitboss import catalogue
from pitboss.drivers import script
from pitboss.drivers.round import Round
from pitboss.procedure import DEALER, FLOOR, Election

GOLDEN = Path(__file__).parent / "golden"
GAMES = sorted(catalogue.games())
# Words that only a person's act makes true: counted, inspected, verified, covered, told, brought.
ACTS = ("counted", "inspected", "verified", "covered", "notified", "informed", "told", "supplied", "brought", "removed")


class Watched(Round):
    """A round that remembers what it asked of dealer and floor."""

    staff_asked: ClassVar[set[Election]] = set()

    def elections(self) -> list[Election]:
        found = super().elections()
        type(self).staff_asked |= {e for e in found if e.to in (DEALER, FLOOR)}
        return found


@pytest.mark.parametrize("game", GAMES)
def test_golden_plays_ask_only_what_is_declared(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question to dealer or floor has its kind in ``staff_questions``, under a provision of the chapter or a reading."""
    monkeypatch.setattr(script, "Round", Watched)
    Watched.staff_asked = set()
    said = []
    for play in sorted((GOLDEN / game).glob("*.toml")):
        said += [line["event"] for line in script.run(play.read_text()) if "event" in line]
    found = catalogue.game(game)
    declared = {question.kind: question for question in found.staff_questions}
    assert {election.kind for election in Watched.staff_asked} <= set(declared)
    for question in declared.values():
        assert question.roles, question
        assert question.cite.startswith((f"{found.chapter}.", "I-")), question
    notes = {event["what"] for event in said if event["event"] == "noted"}
    assert not {note for note in notes if any(word in note.split() for word in ACTS)}
    attested = [event for event in said if event["event"] == "attested"]
    assert all(event["by"] for event in attested)
