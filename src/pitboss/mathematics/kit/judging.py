"""Judging a decision: what every lawful answer is worth to the seat that is asked, given what that seat may know.

``mathematics/<game>/judging.py`` judges the questions of a game (``judge(situation)``); this module finds it and knows no
game. Page, drills, terminal, strategies and library all ask here.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol, TypeVar

import msgspec

from pitboss.events import Event
from pitboss.game import Game
from pitboss.mathematics.kit import parts
from pitboss.money import Cents
from pitboss.procedure import Answer, Election, Option
from pitboss.submission import RulesSubmission
from pitboss.tabular import Tabular

Place = tuple[str, str, int]  # a wager's kind, its spot, the hand that it is on


class Situation(msgspec.Struct, frozen=True):
    """A question as the seat that is asked sees it; nothing in it depends on a card that this seat has not seen."""

    rules: RulesSubmission
    seat: int
    election: Election
    events: tuple[Event, ...]  # of this round so far, each as this seat sees it
    wagers: Mapping[Place, Cents]  # what the seat has up
    gone: Mapping[str, int] = {}  # cards that this seat saw leave the shoe in earlier rounds since the shuffle


class Result(msgspec.Struct, frozen=True):
    """One way in which the wagers that an answer concerns may end: what the player is then up or down, and how likely."""

    net: Cents
    probability: Fraction


class Chance(msgspec.Struct, frozen=True):
    """How likely something is that the answers depend on: a total of the dealer, a hand that beats this one."""

    name: str
    probability: Fraction


class Chances(msgspec.Struct, frozen=True):
    """Chances that make one picture, under a title: the dealer's totals."""

    title: str
    of: tuple[Chance, ...]


class Worth(msgspec.Struct, frozen=True):
    """What one lawful answer is worth: the expected result of the wagers that this decision concerns, in cents, their
    stakes counted as the player's own until they are lost. Everything after it is played as well as can be.

    ``low`` and ``high`` enclose it where it is not exact; they are equal where it is. An option that takes any of several
    amounts (a double down for less, Insurance) may be listed twice, with two of them in ``amount``; what others are worth
    lies on the line through those (``Judgement.of``), so that the best of them is at an end of the range.
    """

    option: Option
    low: Fraction
    high: Fraction
    results: tuple[Result, ...] = ()  # every way in which it may end, where that was worked out
    amount: Cents = 0  # what is staked by answering so, where the option leaves a choice

    @property
    def expected(self) -> Fraction:
        return (self.low + self.high) / 2


class OfAmount(Protocol):
    """The worth of an option with one of its amounts."""

    @property
    def option(self) -> Option: ...

    @property
    def amount(self) -> Cents: ...


W = TypeVar("W", bound=OfAmount)


def taken_at(worths: Sequence[W], answer: Answer) -> tuple[W, W, Fraction, Cents] | None:
    """The worths of the option that an answer takes, at its two amounts; how far along the line from one to the other the
    answer lies; and its amount. None where it takes none of them."""
    taken = [(worth, made) for worth in worths if (made := worth.option.taken(answer)) is not None]
    if not taken:
        return None
    (one, made), (other, _) = taken[0], taken[-1]
    apart = other.amount - one.amount
    return one, other, Fraction(made.amount - one.amount, apart) if apart else Fraction(0), made.amount


class Judgement(msgspec.Struct, Tabular, frozen=True):
    """A question judged: its answers in the order in which they are offered."""

    worths: tuple[Worth, ...]
    wager: Cents  # the first wager of the hand: costs are given in percent of it
    method: str  # in a sentence: what was counted, and over what
    rests_on: tuple[str, ...] = ()  # sentences: what of the table and of the rules filed it depends on
    chances: tuple[Chances, ...] = ()
    cites: tuple[str, ...] = ()  # the provisions that allow the answers and decide the results

    @property
    def best(self) -> Worth:
        return max(self.worths, key=lambda worth: worth.expected)

    def rows(self) -> list[dict[str, Any]]:
        """Every answer with what it is worth and what it costs, in cents: as a table, or ``to_frame()``."""
        return [{"answer": one.option.says, "worth": one.expected, "costs": self.cost(one)} for one in self.worths]

    def cost(self, worth: Worth) -> Fraction:
        """What it costs, in cents, to answer so rather than as well as can be."""
        return self.best.expected - worth.expected

    def of(self, answer: Answer) -> Worth | None:
        """What an answer is worth, its amount included; None where it is not one of those that were judged."""
        taken = taken_at(self.worths, answer)
        if taken is None:
            return None
        one, other, along, amount = taken
        if not along:
            return one
        low, high = (a + (b - a) * along for a, b in ((one.low, other.low), (one.high, other.high)))
        return Worth(one.option, low, high, amount=amount)


def certain(option: Option, results: Iterable[tuple[Cents, Fraction]], amount: Cents = 0) -> Worth:
    """The exact worth of an answer, from all its results and how likely each is."""
    found: dict[Cents, Fraction] = {}
    for net, probability in results:
        if probability:
            found[net] = found.get(net, Fraction(0)) + probability
    expected = sum((net * probability for net, probability in found.items()), Fraction(0))
    return Worth(
        option, expected, expected, tuple(Result(net, found[net]) for net in sorted(found, reverse=True)), amount
    )


def is_judged(game: Game) -> bool:
    """Whether decisions of this game are judged; nothing is loaded to tell."""
    return parts.has(game, "judging")


def judge(game: Game, situation: Situation) -> Judgement | None:
    """What every answer is worth; None where nothing depends on the answer (a cut, a bank that is passed on)."""
    found = parts.load(game, "judging")
    made: Judgement | None = None if found is None else found.judge(situation)
    return made
