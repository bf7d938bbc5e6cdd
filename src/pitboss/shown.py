"""What is only shown of a game and decides nothing: words for its players, its cloth, the names that programs use.

A chapter has it in its ``shown.py``, as ``SHOWN``, by the name of each of its games; plain data, which papers, pages and
programs draw in their own way. Nothing of the rules imports it, so that other words are no new version of the rules.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

import msgspec

from pitboss.game import Game

Line = tuple[str, str]  # words, provision


class HowToPlay(msgspec.Struct, frozen=True):
    """What cards are worth, how a round goes, and what a player may decide; each sentence with its provision."""

    worth: tuple[Line, ...] = ()
    steps: tuple[Line, ...] = ()
    decisions: tuple[Line, ...] = ()
    pays: Mapping[str, str] = {}  # by wager, where odds alone do not say what pays them


class Subheading(msgspec.Struct, frozen=True):
    """The head of a part of a ranking, and its anchor."""

    words: str
    anchor: str


class Sentence(msgspec.Struct, frozen=True):
    """A sentence of a ranking; without a provision it explains what stands above it."""

    words: str
    cite: str = ""


class Grid(msgspec.Struct, frozen=True):
    """Rows under their heads; a ``chart`` is read by row and column."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    chart: bool = False


class RankedHand(msgspec.Struct, frozen=True):
    """A hand in its place in a ranking, with the cards or tiles that are drawn of it."""

    place: int
    name: str
    cards: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    spoken: str = ""  # the drawing in words


Ranking = tuple[Subheading | Sentence | Grid | RankedHand, ...]


class Vocabulary(msgspec.Struct, frozen=True):
    """The words of a learning program's actions: what a seat may answer, what it is asked, which markers count."""

    words: tuple[str, ...] = ()
    listed: Mapping[str, int] = {}  # words with several options, and how many there may be
    asked: tuple[str, ...] = ()
    marks: tuple[tuple[str, str], ...] = ()
    hands: Callable[[Any], int] = lambda rules: 1  # (rules) → how many hands a seat may come to hold

    def knows(self, says: str) -> bool:
        return says in self.words or says in self.listed


class Shown(msgspec.Struct, frozen=True):
    """What is only shown of one game. Everything may be left out."""

    how_to_play: Callable[[Any], HowToPlay] = lambda rules: HowToPlay()  # (rules) → as the gaming guide has it
    ranking: Callable[[Any], Ranking] = lambda rules: ()  # (rules) → what beats what, where few words do not say it
    outcomes: Mapping[str, str] = {}  # by an outcome that is no sentence, the sentence for its player
    favorite: int = 0  # its place among the games that are shown first; 0: it is not among them
    cloth_inches: int = 72  # how wide the printed part of the cloth usually is
    vocabulary: Vocabulary | None = None  # None: a program is asked everything, by its place in the list of options
    hand_history: bool = False  # whether its rounds are written as hands of cards
    same_demand: Mapping[str, str] = {}  # a demand on the layout that the chapter makes twice, and where it is met
    # The provision that has all wagers of a round collected and paid before play goes on. Hands do that, not the rules: a house
    # whose dealer is a person waits for it. Empty where the text settles player by player and names no moment for all of them.
    take_and_pay: str = ""
    titles: Mapping[str, str] = {}  # its title by language, as ``es``; in English where there is none
    abouts: Mapping[str, str] = {}  # what it is about, likewise
    # The position at which the analysis board shows what a count of the cards is worth. Empty: its cards are not counted.
    count_drill: Mapping[str, str] = {}


@cache
def _of_chapter(package: str) -> Mapping[str, Shown]:
    name = f"{package}.shown"
    try:
        found: Mapping[str, Shown] = import_module(name).SHOWN
    except ModuleNotFoundError as missing:
        if not f"{name}.".startswith(f"{missing.name}."):  # it is there, and lacks something itself
            raise
        return {}
    return found


def shown_of(game: Game) -> Shown:
    """What is shown of a game: of the ``shown`` beside its rules, nothing where there is none."""
    return _of_chapter(game.rules.__module__.rpartition(".")[0]).get(game.name) or Shown()
