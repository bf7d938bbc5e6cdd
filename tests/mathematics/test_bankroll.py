"""A bankroll followed round by round: against every course of small sessions, Wald's identity and the gambler's ruin."""

from fractions import Fraction
from itertools import groupby, product

import pytest

import pitboss
from pitboss.mathematics.kit.edge import Edge, Outcome
from pitboss.mathematics.studies.bankroll import LimitedSession, losing_run, run_of, study


def edge_of(*lines: tuple[str, Fraction]) -> Edge:
    outcomes = tuple(Outcome(f"{net}", Fraction(net), chance) for net, chance in lines)
    return Edge("617a", "roulette", "red", outcomes)


WAR = edge_of(
    ("2", Fraction(1, 20)), ("1", Fraction(8, 20)), ("0", Fraction(1, 20)), ("-1", Fraction(9, 20)), ("-2", Fraction(1, 20))
)  # fmt: skip
COIN = edge_of(("1", Fraction(9, 19)), ("-1", Fraction(10, 19)))


def by_every_course(edge: Edge, of: LimitedSession) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Ruin, the goal, the mean end and the mean number of rounds, by going through all that may happen."""
    cost = max(Fraction(of.stake), *(-of.stake * one.net for one in edge.outcomes))
    ruin = goal = end = played = Fraction(0)
    for course in product(edge.outcomes, repeat=of.rounds):
        chance, bank, rounds = Fraction(1), Fraction(of.bank), 0
        for one in course:
            chance *= one.probability
            if cost <= bank < of.goal:
                bank, rounds = bank + of.stake * one.net, rounds + 1
        ruin += chance * (bank < cost)
        goal += chance * (bank >= of.goal)
        end += chance * bank
        played += chance * rounds
    return ruin, goal, end, played


@pytest.mark.parametrize(("edge", "bank"), [(WAR, 40), (WAR, 30), (COIN, 20), (COIN, 10)])
def test_every_course_of_a_small_session(edge: Edge, bank: int) -> None:
    """Also where a round may cost twice the stake, so that less than that is ruin."""
    of = LimitedSession(bank, 60, 10, 6)
    found, exact = study(edge, of), by_every_course(edge, of)
    assert (found.ruin, found.reached, found.mean_end, found.mean_rounds) == pytest.approx(
        [float(one) for one in exact]
    )
    assert found.ruin + found.reached + found.lasts == pytest.approx(1)


def test_what_is_lost_is_the_edge_of_what_was_wagered() -> None:
    """Wald's identity, of a game with outcomes of many sizes."""
    found = pitboss.bankroll("casino-war", "initial", "500.00", rounds=400)
    lost = 50_000 - found.mean_end
    assert lost == pytest.approx(float(found.house_edge) * 1_000 * found.mean_rounds, rel=1e-9)


def test_the_gamblers_ruin() -> None:
    """In so many rounds that nearly every session is over: the closed form of an even wager."""
    ratio = Fraction(10, 9)
    exact = 1 - (ratio**5 - 1) / (ratio**10 - 1)
    assert study(COIN, LimitedSession(50, 100, 10, 3_000)).ruin == pytest.approx(float(exact), abs=1e-9)


def test_the_longest_losing_run_by_every_course() -> None:
    """A tie neither lengthens nor ends it."""
    edge = edge_of(("1", Fraction(2, 5)), ("0", Fraction(1, 5)), ("-1", Fraction(2, 5)))
    reached = [Fraction(0)] * 8
    for course in product(edge.outcomes, repeat=7):
        chance = Fraction(1)
        for one in course:
            chance *= one.probability
        runs = [len(list(run)) for lost, run in groupby(one.net < 0 for one in course if one.net) if lost]
        for length in range(max(runs, default=0) + 1):
            reached[length] += chance
    for length in range(1, 8):
        assert run_of(0.4, 0.2, 7, length) == pytest.approx(float(reached[length]))
    for share in (0.05, 0.5):
        assert losing_run(edge, 7, share) == max(length for length in range(8) if reached[length] >= share)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"bank": "5.00"}, "a bankroll of at least that"),
        ({"bank": "100.00", "goal": "100.00"}, "a goal above it"),
        ({"bank": "100.00", "rounds": 0}, "1 to 100000 rounds"),
        ({"bank": "100.00", "rounds": 100_001}, "1 to 100000 rounds"),
        ({"bank": "9999999.00", "stake": "0.07"}, "too many levels"),
    ],
)
def test_what_is_no_session_is_refused(given: dict[str, str | int], words: str) -> None:
    with pytest.raises(pitboss.Refused) as refused:
        pitboss.bankroll("roulette", "red", **given)  # type: ignore[arg-type]
    assert words in refused.value.sentence
    with pytest.raises(pitboss.Refused, match=r"^No edge is worked out for 'ante' in Roulette"):
        pitboss.bankroll("roulette", "ante", "100.00")


def test_a_stake_that_is_not_paid_in_whole_cents_is_refused() -> None:
    """627a.12: 5 % of a cent is no amount."""
    with pytest.raises(pitboss.Refused, match="name a multiple of 20 cents"):
        pitboss.bankroll("minibaccarat", "bankers_hand", "100.00", stake="0.01")
