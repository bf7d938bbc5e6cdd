"""Figures, drawings, submissions and verdicts: the library says what the rooms behind it say."""

from fractions import Fraction
from pathlib import Path

import pytest

import pitboss
from pitboss import catalogue
from pitboss.mathematics.kit.edge import edges_for
from pitboss.paper.layout import svg


def test_edges_are_those_of_the_rules_given() -> None:
    """Of a submission, of a table of choices, of the example."""
    game = catalogue.game("roulette")
    single = pitboss.submit(game, {"wheel": "single"})
    assert pitboss.edges(game) == edges_for(game, game.example())
    assert pitboss.edges("roulette", single) == pitboss.edges("roulette", {"wheel": "single"})
    assert pitboss.edge("roulette", "red", rules=single).house_edge == Fraction(1, 37)


def test_an_edge_is_of_one_place_by_the_best_play() -> None:
    """A spot of its own goes before the kind; what is unknown is refused with what there is."""
    assert pitboss.edge("sic-bo", "total_value_bet", "4").on == "4"
    assert pitboss.edge("roulette", "straight", "17").house_edge == Fraction(1, 19)
    assert pitboss.edge("casino-war", "initial").strategy == "optimal"
    with pytest.raises(pitboss.Refused, match=r"^No edge is worked out for 'insurance' under these rules; there are: "):
        pitboss.edge("roulette", "insurance")
    with pytest.raises(pitboss.Refused, match=r"^No edge of total_value_bet is worked out on '3'; there are: 4, 5, "):
        pitboss.edge("sic-bo", "total_value_bet", "3")


def test_a_simulation_is_repeated_by_its_seed_on_any_number_of_workers() -> None:
    """And comes to what is exact."""
    alone, two = (pitboss.simulate("over-under", 1_500_000, seed=5, workers=workers) for workers in (1, 2))
    assert alone == two
    assert alone.rounds == 1_500_000
    for wager in ("ante", "bonus"):
        assert alone[wager].errors_from(pitboss.edge("over-under", wager).house_edge) < 4.5
    with pytest.raises(KeyError, match="nothing"):
        alone["nothing"]
    with pytest.raises(pitboss.Refused, match=r"^A simulation has at least one round and one worker"):
        pitboss.simulate("over-under", 0)
    with pytest.raises(pitboss.Refused, match=r"^The seed of a simulation is a whole number from 0 to 2\^64 - 1\.$"):
        pitboss.simulate("over-under", 1, seed=1 << 64)


def test_the_best_play_is_refused_where_nothing_is_decided() -> None:
    with pytest.raises(pitboss.Refused, match=r"^Roulette has no chart: players decide nothing after betting closes\."):
        pitboss.best_play("roulette")


def test_a_layout_is_the_one_that_is_filed() -> None:
    """With the rules given."""
    game = catalogue.game("roulette")
    assert pitboss.draw_layout("roulette") == svg(game.felt(game.example()))
    assert pitboss.draw_layout("roulette", {"wheel": "single"}) != pitboss.draw_layout("roulette")


def test_a_submission_is_written_and_read_again() -> None:
    """Every game's example, whole."""
    for name, game in pitboss.games().items():
        assert pitboss.read_submission(pitboss.write_submission(name)) == (game, game.example())
    with pytest.raises(pitboss.Refused, match=r"^The submission names no game; its first line reads like "):
        pitboss.read_submission("minimum = 5")
    with pytest.raises(pitboss.Refused, match=r"^The submission is not TOML: "):
        pitboss.read_submission("game = ")


def test_a_submission_is_checked_before_it_is_filed() -> None:
    """What is wrong is told whole, and what is not specified; what is allowed may be played without being filed."""
    wrong = {"wheel": "triple", "payouts": {"straight": "30 to 1"}}
    assert [mistake.path for mistake in pitboss.check_submission("roulette", wrong)] == [
        ("wheel",),
        ("payouts", "straight"),
    ]
    assert pitboss.submit("minibaccarat", {"dragon_bonus": True}).chosen["dragon_bonus"]
    with pytest.raises(pitboss.Refused, match=r"^These choices have to be specified: dragon_bonus_paytable "):
        pitboss.file_submission("minibaccarat", {"dragon_bonus": True})


def test_a_record_is_verified_and_a_changed_one_is_refused(record: Path, tmp_path: Path) -> None:
    """As the command does; the entry is named."""
    (verdict,) = pitboss.verify(record)
    assert str(verdict).startswith("roulette-practice: ")
    changed = tmp_path / "changed.jsonl"
    changed.write_bytes(record.read_bytes().replace(b'"amount":500', b'"amount":900', 1))
    with pytest.raises(pitboss.Refused, match=r"^Entry \d+ of roulette-practice was changed after it was written\.$"):
        pitboss.verify(str(changed))
    with pytest.raises(pitboss.Refused, match=r"none\.jsonl cannot be read: No such file or directory\.$"):
        pitboss.verify(tmp_path / "none.jsonl")
