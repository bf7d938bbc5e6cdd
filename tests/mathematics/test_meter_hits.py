"""A meter from one hit to the next: its mean and its quantile at a hit, against sums over every way that it can go."""

from fractions import Fraction
from itertools import accumulate

import pytest

from pitboss import catalogue
from pitboss.mathematics.blackjack.side_edges import hit_and_run_edge
from pitboss.mathematics.kit import parts
from pitboss.mathematics.kit.edge import Progressive
from pitboss.mathematics.kit.meter_hits import hits, wagers_until
from pitboss.meters import Meter
from pitboss.submission import submit
from tests.house.meter_journals import BLACKJACK

SEED = 1_000


def followed(meter: Meter, of: Progressive, wagers: int) -> tuple[float, list[tuple[float, float]]]:
    """Every state of a small meter and how likely it is, wager by wager: the mean at a hit, and each amount with its chance."""
    states, found, adds = {float(meter.reset): 1.0}, dict[float, float](), float(of.unit * meter.rate / 100)
    for _ in range(wagers):
        following = dict[float, float]()
        for shows, chance in states.items():
            now = shows + adds
            found[now] = found.get(now, 0.0) + chance * float(of.top)
            left = chance * (1 - float(of.top) - sum(float(one) for _, one in of.parts))
            for value, mass in [(now, left), *((now * (1 - s / 100), chance * float(q)) for s, q in of.parts)]:
                following[round(value)] = following.get(round(value), 0.0) + mass  # to the cent
        states = following
    return sum(value * chance for value, chance in found.items()), sorted(found.items())


def progressive(top: Fraction, *parts: tuple[int, Fraction]) -> Progressive:
    shares = top + sum((s * q / 100 for s, q in parts), Fraction(0))
    return Progressive(
        100, Fraction(1, 2), Fraction(1, 5), top, Fraction(SEED, 100), Fraction(1, 2) / shares * 100, parts
    )


METER = Meter("m", "645a.13(e)(2)", SEED, SEED, Fraction(20))


def test_without_parts_mean_and_quantile_are_those_of_the_geometric_law() -> None:
    """One wager in 20 hits: 20 on average, and 59 at most with 95 %, by whole numbers."""
    top = Fraction(1, 20)
    found = hits(METER, progressive(top))
    assert found.mean == SEED + 20 * 20
    assert found.wagers == 20
    least = next(n for n in range(1, 1000) if 1 - (1 - top) ** n >= Fraction(95, 100))
    assert wagers_until(top, Fraction(95, 100)) == least
    assert found.high == SEED + 20 * least
    assert found.is_exact


def test_parts_that_are_won_on_the_way_lower_the_mean_exactly() -> None:
    """As every path of 200 wagers has it, to the cent; the quantile is that of the paths to a per cent of them."""
    of = progressive(Fraction(1, 20), (10, Fraction(1, 15)))
    mean, amounts = followed(METER, of, 200)
    found = hits(METER, of)
    assert float(found.mean) == pytest.approx(mean, rel=1e-3)
    assert not found.is_exact
    sums = accumulate(chance for _, chance in amounts)
    most = next(amount for (amount, _), reached in zip(amounts, sums, strict=True) if reached >= 0.95)
    assert float(found.high) == pytest.approx(most, rel=0.02)


def test_player_breaks_even_and_seed_is_recovered_where_the_sums_say_so() -> None:
    """At ``even`` the next wager returns what it costs; at ``recovered`` the house has kept the seed."""
    of = progressive(Fraction(1, 20))
    found = hits(METER, of)
    assert of.fixed + of.top * found.even / of.unit == 1
    assert found.recovered is not None
    wagers = (found.recovered - SEED) / found.adds
    assert wagers * of.unit * (1 - of.fixed - Fraction(1, 5)) == SEED
    greedy = Meter("m", "645a.13(e)(2)", SEED, SEED, Fraction(50))
    assert hits(greedy, of).recovered is None  # the house keeps nothing


@pytest.mark.parametrize("game", ["pai-gow-poker", "six-card-fortune-pai-gow-poker", "dj-wild-stud-poker"])
def test_meters_of_poker_games_are_known_exactly(game: str) -> None:
    """What is won over a cycle is what goes in: the whole at the hit, and the parts before it."""
    found = catalogue.game(game)
    rules = found.example()
    edges = parts.load(found, "edges")
    assert edges is not None
    of = edges.progressive(rules).progressive
    (meter,) = rules.meters
    study = hits(meter, of)
    shares = of.top + sum((s * q / 100 for s, q in of.parts), Fraction(0))
    assert study.even == (1 - of.fixed) * of.unit / shares
    assert study.mean * shares / of.top == meter.reset + study.adds / of.top
    assert study.mean < study.high


def test_633a_13_l_hit_and_run_is_exactly_geometric() -> None:
    """Its meter is won whole or not at all."""
    rules = submit(catalogue.game("blackjack").rules, BLACKJACK)
    meter = next(one for one in rules.meters if one.name.startswith("hit_and_run"))
    edge = hit_and_run_edge(rules, meter)  # type: ignore[arg-type]
    assert edge.progressive is not None
    study = hits(meter, edge.progressive)
    assert study.is_exact
    assert study.mean == meter.reset + study.adds / study.chance
