"""Over/Under judged: against the exact edge, and against brute force through the procedure on small shoes."""

from fractions import Fraction

import pytest

from pitboss import law
from pitboss.chapters.ch686a_over_under import GAME, POINTS, Rules
from pitboss.events import Dealt, Wagered
from pitboss.mathematics.kit.judging import Situation
from pitboss.mathematics.over_under.edges import main_game, shoe
from pitboss.mathematics.over_under.judging import judge
from pitboss.procedure import Answer, Election, Option, costing
from pitboss.submission import submit
from tests.mathematics.judging.brute import SEAT, Best, begin, compared, ways_to

STAKE = 1_000
RULES = submit(Rules, {"bonus_wager": True})
WAGERS = [Answer(SEAT, "wager", kind, "", STAKE) for kind in ("ante", "bonus")]


def test_best_answers_give_the_exact_edge() -> None:
    """Every first card, with the best answer to it: the optimal figure, to the last digit."""
    options = (costing("over_23", STAKE), costing("under_18", STAKE), Option("surrender"))
    election, worth = Election(SEAT, "over or under", options, "686a.7(g)"), Fraction(0)
    for rank, points in POINTS.items():
        events = Wagered(SEAT, "ante", "", STAKE, cite=""), Dealt(SEAT, f"{rank}S", cite="")
        found = judge(Situation(RULES, SEAT, election, events, {("ante", "", 0): STAKE}))
        assert found is not None
        assert all(law.known(cite) for cite in found.cites)
        alike = sum(other == points for other in POINTS.values())
        worth += Fraction(shoe()[points], alike * sum(shoe().values())) * found.best.expected / STAKE
    assert worth == main_game().mean


@pytest.mark.parametrize("steps", [(), ("over_23", "!additional_cards_not_dealt")])
def test_worths_are_what_the_procedure_comes_to(steps: tuple[str, ...]) -> None:
    """Over, Under and surrender; and late cards or a dead hand, which gives the Bonus Wager back as well."""
    ways = ways_to(begin(GAME, RULES, "4*9S 3*KH 3*5D 2*AC", WAGERS, "9S"), steps)
    rows = list(compared(ways, Best()))
    assert {says for says, _, _ in rows} == (
        {"deal_late", "dead_hand"} if steps else {"over_23", "under_18", "surrender"}
    )
    base, first = rows[0][1], rows[0][2]
    for _, total, worth in rows:
        assert total - base == worth.low - first.low
