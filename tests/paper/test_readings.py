"""docs/interpretations.md is what the registers say."""

import re
from pathlib import Path

import pytest

import pitboss
from pitboss import catalogue, law
from pitboss.paper.readings import markdown
from pitboss.submission import as_written, choices, submit

PROJECT = Path(__file__).parent.parent.parent


def test_document_is_written_from_the_registers() -> None:
    """The page is up to date; ``python -m tools.readings`` writes it."""
    assert (PROJECT / "docs" / "interpretations.md").read_text(encoding="utf-8") == markdown()


def test_every_reading_cited_in_the_code_is_told() -> None:
    """An id such as I-676a-05 in code or comment stands in a register."""
    cited = {
        (path.name, found)
        for path in Path(pitboss.__file__).parent.rglob("*.py")
        for found in re.findall(r"I-(?:GEN|\d{3}a)-\d{2}", path.read_text(encoding="utf-8"))
    }
    assert not [(path, found) for path, found in cited if not law.known(found)]


CONTESTED = (
    "I-633a-01 I-633a-02 I-687a-01 I-687a-02 I-687a-11 I-688a-03 I-633a-07 I-623a-17 I-670a-03 I-670a-09 I-GEN-07 I-GEN-25 "
    "I-621a-13 I-633a-33 I-670a-07"
)


@pytest.mark.parametrize("id", CONTESTED.split())
def test_a_contested_reading_says_how_else_it_is_read(id: str) -> None:
    """Each says who argues it and what it costs. Where it can be filed, our reading is the default, and is not recorded."""
    (found,) = law.look_up(id)
    assert isinstance(found, law.Reading)
    assert found.rivals
    assert all(rival.says and rival.argues and rival.costs for rival in found.rivals)
    assert bool(found.choice) is all(rival.value for rival in found.rivals)
    every = catalogue.games().values()
    games = [game for game in every if any(note.cite == id for _, note, _ in choices(game.rules).values())]
    assert bool(games) is bool(found.choice)
    for game in games:
        kind, note, default = choices(game.rules)[found.choice]
        assert note.added
        example = game.example()
        assert found.choice not in example.chosen
        for rival in found.rivals:
            value = rival.value == "true" if kind is bool else rival.value
            needs = {"blackjack_switch": True} if found.choice == "surrender_at_switch" else {}
            filed = {**example.chosen, found.choice: value, **needs}
            assert value != as_written(default, kind)
            if not needs:
                assert submit(game.rules, filed).chosen[found.choice] == value
