"""The analysis board over HTTP: a position with its worths, and the rules that it may be moved to."""

from pitboss.house.protocol.info import TileName
from pitboss.house.protocol.judging import JudgedQuestion
from pitboss.house.protocol.message import Message
from pitboss.money import Cents


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


class AnalysisGames(Message):
    """The games of the analysis board."""

    games: tuple[AnalysisGame, ...]
