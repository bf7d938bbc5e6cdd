"""Golden plays: whole rounds, kept with everything they told. A change here is a change of the rules."""

from pathlib import Path

import pytest

from pitboss import catalogue
from tests.golden.regenerate import HERE, record_of, scenarios


@pytest.mark.parametrize("path", scenarios([]), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_play_tells_the_same(path: Path) -> None:
    """A golden play reproduces its record byte for byte."""
    assert record_of(path) == path.with_suffix(".jsonl").read_bytes()


@pytest.mark.parametrize("game", catalogue.games())
def test_every_game_has_golden_plays(game: str) -> None:
    """Each game keeps at least one golden play, and a play for every irregularity that its chapter names."""
    plays = sorted((HERE / game).glob("*.toml"))
    assert plays, f"no golden plays of {game}"
    text = "\n".join(path.read_text(encoding="utf-8") for path in plays)
    missing = [kind.name for kind in catalogue.game(game).irregularities if f'"{kind.name}"' not in text]
    assert not missing, f"no golden play of {game} shows {missing}"
