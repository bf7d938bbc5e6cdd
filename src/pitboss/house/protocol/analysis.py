"""The analysis board over HTTP: a position with its worths, and the rules that it may be moved to."""

from typing import Annotated, Literal

import msgspec

from pitboss.drills.book import BookedDecision
from pitboss.house.protocol.info import TileName
from pitboss.house.protocol.judging import JudgedQuestion
from pitboss.house.protocol.message import IncomingMessage, Message
from pitboss.money import Cents
from pitboss.procedure import Option


class PositionWager(Message):
    """A wager that is up in a position."""

    wager: str
    on: str
    title: str
    amount: Cents
    hand: int = 0


class PositionQuestion(Message):
    """A question that the cards of a position lead to; ``ask`` is an answer that it offers, by which an address names it."""

    kind: str
    ask: str
    hand: int = 0


class JudgedPosition(Message):
    """A decision that is stated, and what each of its answers is worth. ``address`` says all of it: a page is opened with it, and a
    program asks with it. ``judged`` is null while it is being worked out, which ``coming`` tells."""

    game: str
    title: str
    rules: str  # the letters of a link that carries them
    address: str
    hands: tuple[tuple[str, ...], ...]
    labels: tuple[str, ...]  # what each hand is called, where it has a name
    up: tuple[str, ...]
    up_label: str
    unseen: dict[str, int] | None  # by rank or card; null: all the rest
    left: dict[str, int]  # what is unseen, by card; empty where nobody keeps count
    deck: dict[str, int]  # every card or tile, and how many of it the game has by these rules
    wagers: tuple[PositionWager, ...]
    questions: tuple[PositionQuestion, ...]
    ask: str
    answers: str
    tiles: dict[str, TileName] = {}
    judged: JudgedQuestion | None = None
    coming: bool = False


class RuleValue(Message):
    """A value that a choice may have; ``rules`` are the letters of the rules with it, empty where that would be unlawful; ``why``
    says the reason."""

    value: str
    rules: str
    why: str = ""


class RuleChoice(Message):
    """A choice of the game that one may change beside a position. ``side``: it is about a side wager."""

    name: str
    about: str
    cite: str
    value: str
    values: tuple[RuleValue, ...]
    side: bool = False


class PositionRules(Message):
    """The rules of a position, choice by choice."""

    game: str
    rules: str
    title: str
    choices: tuple[RuleChoice, ...]


class AnalysisGame(Message):
    """A game whose decisions are judged."""

    name: str
    title: str
    chapter: str
    count_drill: dict[
        str, str
    ] = {}  # the texts of a position that shows what a count is worth; nothing where cards are not counted


class AnalysisGames(Message):
    """The games of the analysis board."""

    games: tuple[AnalysisGame, ...]


# --- a visitor's own book, and puzzles

MOST_OPTIONS = 200
PuzzleKind = Literal["own", "daily"]


class OwnBook(Message):
    """The visitor's judged decisions, the latest first; how many puzzles wait and when the next one is due, by the clock; and a
    rating, null for too few decisions. ``given_away`` is what all of them cost together."""

    decisions: tuple[BookedDecision, ...]
    made: int
    best: int
    given_away: float
    due: int
    next_due: float
    rating: int | None = None


class Puzzle(Message):
    """A position to answer. ``position`` has no worths; null where no puzzle waits."""

    kind: PuzzleKind
    id: str
    position: JudgedPosition | None
    options: tuple[Option, ...] = ()
    made: str = ""  # where and when the mistake was made: its source
    at: float = 0.0
    box: int = 0
    answered: int = 0  # of the puzzle of the day: how it was answered before, by its place among the options, from 1
    due: int = 0
    next_due: float = 0.0
    coming: bool = False


class AnswerPuzzle(IncomingMessage):
    """An answer to a puzzle, by its place among the options, from 1."""

    kind: PuzzleKind
    id: Annotated[str, msgspec.Meta(max_length=100)]
    answer: Annotated[int, msgspec.Meta(ge=1, le=MOST_OPTIONS)]


class PuzzleSolved(Message):
    """What an answer to a puzzle was worth. ``judged`` is null while it is being worked out; send the answer again."""

    judged: JudgedQuestion | None
    right: bool = False
    taken: Option | None = None
    cost: float = 0.0
    percent: float = 0.0
    rating: int | None = None
    due: float = 0.0  # when this position comes back; 0: it does not
    coming: bool = False
