"""The examples of docs/environments.md say what they say, and its tables name what there is."""

import doctest
import inspect
from pathlib import Path

from pitboss import catalogue
from pitboss.environments import SeatEnv, TableEnv
from pitboss.environments.table_setup import USUAL
from pitboss.environments.vocabulary import vocabulary

DOCUMENT = Path(__file__).parents[2] / "docs" / "environments.md"


def test_the_examples_of_the_document_run() -> None:
    """Each is a session at a prompt; what it prints is what is printed."""
    failed, tried = doctest.testfile(str(DOCUMENT), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0
    assert tried > 25


def test_the_tables_of_the_document_are_complete() -> None:
    """Every game, every word, every entry of an observation, every parameter."""
    text = DOCUMENT.read_text(encoding="utf-8")
    entries = {key for game in catalogue.games() for key in SeatEnv(game).observation_space.keys()}  # type: ignore[attr-defined]  # noqa: SIM118
    vocabularies = {game.name: vocabulary(game) for game in catalogue.games().values()}
    words = {word for words in vocabularies.values() if words for word in words.words}
    parameters = {
        *inspect.signature(SeatEnv.__init__).parameters,
        *inspect.signature(TableEnv.__init__).parameters,
        *USUAL,
    }
    missing = [name for name in {*entries, *words, *parameters} - {"self", "options"} if f"`{name}`" not in text]
    assert not missing
    assert not [game for game in catalogue.games() if game not in text and "baccarat" not in game]
