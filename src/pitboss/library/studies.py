"""Filings studied: two beside each other, one choice swept through, and the changes that reach an edge."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pitboss.extras import refusing
from pitboss.game import Game
from pitboss.library.amounts import cents
from pitboss.library.rules import Rules, game_of, rules_of
from pitboss.mathematics.studies.bankroll import Bankroll, LimitedSession
from pitboss.mathematics.studies.bankroll import bankroll as studied
from pitboss.mathematics.studies.comparing import Comparison, compared
from pitboss.mathematics.studies.filings import PACE
from pitboss.mathematics.studies.solving import Solutions, solved
from pitboss.mathematics.studies.sweeping import Sweep, swept
from pitboss.money import Cents


@refusing
def compare(
    game: Game | str, one: Rules = None, other: Rules = None, *, stake: Cents | str = "10.00", pace: int = PACE
) -> Comparison:
    """Two submissions of a game: the figures of every wager under both, and what each choice contributes to the change.

    The win per hour is that of one wager of ``stake`` in each of ``pace`` rounds. Contributions are those of one choice after
    another, in the order of the form: they sum to the whole change.
    """
    found = game_of(game)
    return compared(found, rules_of(found, one), rules_of(found, other), stake=_cents(stake), pace=pace)


@refusing
def sweep(
    game: Game | str,
    choice: str,
    values: Sequence[Any] = (),
    *,
    rules: Rules = None,
    wager: str = "",
    stake: Cents | str = "10.00",
    pace: int = PACE,
) -> Sweep:
    """A submission with each value of one choice, or with those that are named; what is not lawful says why."""
    found = game_of(game)
    return swept(found, rules_of(found, rules), choice, values, wager=wager, stake=_cents(stake), pace=pace)


@refusing
def solve(
    game: Game | str,
    wager: str,
    least: Fraction | float | str,
    most: Fraction | float | str,
    *,
    on: str = "",
    rules: Rules = None,
    changes: int = 2,
) -> Solutions:
    """The fewest lawful changes of choices, up to so many, by which the edge of a wager is at least and at most this: shares of
    a unit, such as ``"0.025"``."""
    found = game_of(game)
    ends = Fraction(str(least)), Fraction(str(most))
    return solved(found, rules_of(found, rules), wager, *ends, on=on, changes=changes)


@refusing
def bankroll(
    game: Game | str,
    wager: str,
    bank: Cents | str,
    *,
    goal: Cents | str = "",
    stake: Cents | str = "10.00",
    rounds: int = 1_000,
    on: str = "",
    rules: Rules = None,
) -> Bankroll:
    """What becomes of a bankroll at one wager: ruin, the goal (twice the bankroll if none is said), what is left, how many rounds
    are played, N0 and the longest losing run."""
    found, brought = game_of(game), _cents(bank)
    of = LimitedSession(brought, _cents(goal) if goal else 2 * brought, _cents(stake), rounds)
    return studied(found, rules_of(found, rules), wager, of, on=on)


def _cents(stake: Cents | str) -> Cents:
    return cents(stake) if isinstance(stake, str) else stake


__all__ = ["Bankroll", "Comparison", "Solutions", "Sweep", "bankroll", "compare", "solve", "sweep"]
