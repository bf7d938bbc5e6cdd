"""Casino War judged: against the exact edge, and against brute force through the procedure on small shoes."""

from fractions import Fraction

import pytest

from pitboss import law
from pitboss.chapters.ch651a_casino_war import GAME
from pitboss.chapters.ch651a_casino_war.rules import RANKING, Result, Rules
from pitboss.events import Dealt, Wagered
from pitboss.mathematics.casino_war.edges import deals, initial, results, tie_on_war
from pitboss.mathematics.casino_war.judging import judge
from pitboss.mathematics.kit.judging import Judgement, Situation
from pitboss.procedure import DEALER, Answer, Election, Option, costing
from pitboss.submission import submit
from tests.mathematics.judging.brute import SEAT, begin, compared, ways_to

STAKE = 1_000
WAGER = [Answer(SEAT, "wager", "initial", "", STAKE)]


def judged(decks: int, tied: str, *options: Option) -> Judgement:
    """A tie of this rank from a full shoe."""
    events = Wagered(SEAT, "initial", "", STAKE, cite=""), Dealt(SEAT, f"{tied}S", cite=""), Dealt(DEALER, f"{tied}H",
        cite="")  # fmt: skip
    election = Election(SEAT, "tie hand", options, "651a.9(c)")
    rules = submit(Rules, {"decks": decks, "minimum": "5.00", "maximum": "20.00"})
    found = judge(Situation(rules, SEAT, election, events, {("initial", "", 0): STAKE}))
    assert found is not None
    assert all(law.known(cite) for cite in found.cites)
    return found


@pytest.mark.parametrize("decks", [6, 8])
def test_best_answers_give_the_exact_edge(decks: int) -> None:
    """Every original deal, with the best answer to every tie: the figure with War, to the last digit."""
    chances = results(decks)
    worth = chances[Result.HIGHER] - chances[Result.LOWER]
    for mine, dealers, chance in deals(decks):
        if mine == dealers:
            best = judged(decks, mine, Option("surrender"), costing("war", STAKE)).best
            assert best.option.says == "war"
            worth += chance * best.expected / STAKE
    assert worth == initial(decks, fights=True).mean


@pytest.mark.parametrize("decks", [6, 8])
def test_tie_wagers_on_the_war_deal_give_the_exact_edge(decks: int) -> None:
    tied, worth = results(decks)[Result.TIE], Fraction(0)
    for rank in RANKING:
        found = judged(decks, rank, Option("tie", least=500, most=2_000, step=100), Option("no_tie"))
        (chance,) = [chance for mine, dealers, chance in deals(decks) if mine == dealers == rank]
        least, most, none = found.worths
        assert (least.amount, most.amount) == (500, 2_000)
        assert not none.expected
        assert most.expected == 4 * least.expected
        worth += chance / tied * most.expected / 2_000
    assert worth == tie_on_war(decks).mean


@pytest.mark.parametrize("steps", [(), ("war",)])
def test_worths_are_what_the_procedure_comes_to(steps: tuple[str, ...]) -> None:
    """Every card of the War deal, those burned among them, from a shoe in which few are left: equal as fractions."""
    rules = submit(Rules, {"decks": 6, "minimum": "5.00", "maximum": "20.00"})
    ways = ways_to(begin(GAME, rules, "4*9S 3*KH 3*5D", WAGER, "9S 9S"), steps)
    rows = list(compared(ways, lambda branch, election: Answer(SEAT, "no_tie")))
    _, base, first = rows[0]
    assert len(rows) == (3 if steps else 2)
    for _, total, worth in rows:
        assert total - base == worth.low - first.low
        assert worth.low == worth.high
