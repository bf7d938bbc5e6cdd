"""Writes what rounds ask, by name: ``python -m tools.site.asked`` (two minutes).

The golden plays show every irregularity and most options, the tests of the chapters the rare moments, and rehearsals
under every way to file the rules the rest. ``pitboss names`` and the site read the file that is written here.
"""

import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from pitboss import catalogue
from pitboss.cli.listening import FILE, Listener, rehearse_for
from pitboss.cli.vocabulary import submissions
from pitboss.drivers import script
from pitboss.drivers.round import Round
from pitboss.events import Event
from pitboss.game import Game
from pitboss.mathematics.kit.edge import variants
from pitboss.procedure import Answer

TESTS = Path(__file__).parents[2] / "tests"


@contextmanager
def overheard(listeners: Mapping[str, Listener]) -> Iterator[None]:
    """Whatever any round asks meanwhile is heard by the listener of its game."""
    answer = Round.answer

    def listening(play: Round, given: Answer) -> list[Event]:
        listener = listeners.get(play.game.name)
        if listener is not None:
            listener.hear(play.pending)
        return answer(play, given)

    with patch.object(Round, "answer", listening):
        yield


def hear_golden_plays(listener: Listener, game: Game) -> None:
    for path in sorted((TESTS / "golden" / game.name).glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        written: list[dict[str, Any]] = tomllib.loads(text).get("round", [])
        for given in written:
            listener.system.update(given.get("system", {}))
        for _ in script.run(text):
            pass


def main() -> int:
    listeners = {name: Listener() for name in catalogue.games()}
    with overheard(listeners):
        for name, game in catalogue.games().items():
            hear_golden_plays(listeners[name], game)
            rehearse_for(listeners[name], game, submissions(game))
            for rules in variants(game):
                listeners[name].see(rules)
        failed = pytest.main([str(TESTS / "chapters"), "-q", "-n", "0", "-m", "not slow"])
    if failed:
        print("The tests of the chapters fail; nothing was written.", file=sys.stderr)
        return 1
    lines = [f'"{name}": {msgspec.json.encode(each.heard()).decode()}' for name, each in listeners.items()]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(f"written: {FILE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
