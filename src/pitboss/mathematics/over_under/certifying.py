"""Over/Under certified: by the first card with what each choice is worth, and with any one card burned."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from pitboss.chapters.ch686a_over_under import ANTE, BONUS, OVER, SURRENDER, UNDER, Rules
from pitboss.mathematics.certificates.making import CertifiedIdentity, Chances, burned, chances_of, plan
from pitboss.mathematics.kit.edge import Edge
from pitboss.mathematics.over_under.edges import bonus_lines, expectation, main_lines, shoe, totals_from

CARDS = 3
Totals = Callable[[int], Mapping[int, Fraction]]


def identities(rules: Rules, edge: Edge) -> Iterator[CertifiedIdentity]:
    """Of the main game and the Bonus Wager; what is stated for some first cards only is not dealt from a whole shoe."""
    if edge.wager == ANTE:
        rows = [(_named(first), count, _worths(first)) for first, count in shoe().items()]
        yield plan(rows)
        yield _burned(edge, lambda firsts, totals: main_lines(firsts, totals)[0])
    elif edge.wager == BONUS:
        yield _burned(edge, bonus_lines)


def _worths(first: int) -> Mapping[str, Fraction]:
    return {choice: expectation(first, choice) for choice in (OVER, UNDER, SURRENDER)}


def _named(value: int) -> str:
    return f"a card of {value}"


def _burned(
    edge: Edge, lines: Callable[[Mapping[int, Fraction], Totals], list[tuple[str, Fraction, Fraction]]]
) -> CertifiedIdentity:
    faces = {_named(value): value for value in shoe()}

    def without(face: str) -> Chances:
        left = dict(shoe())
        left[faces[face]] -= 1
        every = sum(left.values())
        firsts = {value: Fraction(count, every) for value, count in left.items()}
        return chances_of(lines(firsts, lambda first: totals_from(first, {**left, first: left[first] - 1})))

    return burned(edge, {_named(value): count for value, count in shoe().items()}, CARDS, without)
