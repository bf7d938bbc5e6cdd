"""Edges at a stake: what a wager of one amount costs with the filed chip, breakage and rounding of vigorish (I-GEN-41)."""

import random
from fractions import Fraction
from typing import Any

import pytest

import pitboss
from pitboss import catalogue
from pitboss.mathematics.kit.edge import Edge, edges_for
from pitboss.mathematics.kit.wager_judging import judge_wagers
from pitboss.money import Cents
from pitboss.paper import par
from pitboss.procedure import Refused
from pitboss.submission import RulesSubmission, submit
from soak import stakes

CHIPS = {"unit": "1.00", "breakage": "down_to_chip"}
PLACE = "place_bet_to_win"


@pytest.mark.parametrize(
    ("stake", "six", "five"),
    [
        ("4.00", Fraction(1, 11), Fraction(1, 10)),
        ("5.00", Fraction(1, 11), Fraction(1, 25)),
        ("6.00", Fraction(1, 66), Fraction(1, 15)),
        ("7.00", Fraction(2, 77), Fraction(3, 35)),
        ("30.00", Fraction(1, 66), Fraction(1, 25)),
    ],
)
def test_623a_5_a_place_bets_cost_what_their_chips_make_them(stake: str, six: Fraction, five: Fraction) -> None:
    """7 to 6 on $5 pays $5 in dollar chips: one in eleven, not one in 66; on $6 it is what is published."""
    for on, edge in (("6", six), ("5", five)):
        found = pitboss.edge("craps", PLACE, on, rules=CHIPS, stake=stake).at_stake
        assert found is not None
        assert found.house_edge == edge


def test_623a_5_a_the_worst_lawful_wager_is_within_the_limits() -> None:
    """From $1 a dollar on the 4 costs a third; from $6 it is what costs most of all from there; a maximum ends the search."""
    found = pitboss.edge("craps", PLACE, "4", rules=CHIPS).worst_stake
    assert found is not None
    assert (found.stake, found.house_edge) == (100, Fraction(1, 3))
    from_six = pitboss.edge("craps", PLACE, "4", rules=CHIPS | {"minimum": "6.00"}).worst_stake
    tried = [pitboss.edge("craps", PLACE, "4", rules=CHIPS, stake=100 * n).at_stake for n in range(6, 60)]
    assert from_six == max((one for one in tried if one), key=lambda one: (one.house_edge, -one.stake))
    capped = pitboss.edge("craps", PLACE, "4", rules=CHIPS | {"minimum": "5.00", "maximum": "5.00"})
    assert capped.at_stake == capped.worst_stake
    assert capped.house_edge == Fraction(1, 15)


@pytest.mark.parametrize(("stake", "vigorish"), [(100, 25), (500, 25), (501, 50), (1000, 50), (1001, 75), (2000, 100)])
def test_627a_12_d_vigorish_is_charged_as_it_is_collected(stake: Cents, vigorish: Cents) -> None:
    """The next 25 cents: a dollar on the Banker's Hand pays a quarter of what it wins."""
    plain = pitboss.edge("minibaccarat", "bankers_hand")
    at = pitboss.edge(
        "minibaccarat", "bankers_hand", rules={"vigorish_rounding": "next_25_cents"}, stake=stake
    ).at_stake
    assert at is not None
    won = plain.chance(1)
    assert at.house_edge - plain.house_edge == won * (Fraction(vigorish, stake) - Fraction(5, 100))


def test_617a_4_a_rounding_takes_only_the_surplus() -> None:
    """Red at 6 to 5 in $5 chips: at $15 the patron has the printed odds, at $25 the filed ones, and never less."""
    rules = {"payouts": {"red": "6 to 5"}, "unit": "5.00", "breakage": "down_to_chip"}
    at = [pitboss.edge("roulette", "red", rules=rules, stake=amount).at_stake for amount in ("15.00", "25.00")]
    assert [found and found.house_edge for found in at] == [Fraction(1, 19), Fraction(-4, 95)]
    worst = pitboss.edge("roulette", "red", rules=rules).worst_stake
    assert worst is not None
    assert worst.house_edge == Fraction(1, 19)


def test_623a_6_f_odds_up_to_the_next_payable_amount_bear_no_edge() -> None:
    """A bet with all its odds costs what the bet costs, whatever the chip: the layout takes odds that chips can pay."""
    for edge in edges_for(catalogue.game("craps"), submit(catalogue.game("craps").rules, CHIPS)):
        if edge.strategy == "full odds":
            assert edge.at_stake is not None
            assert edge.at_stake.house_edge == edge.house_edge


def test_i_gen_41_stake_that_is_not_lawful_is_the_next_that_is() -> None:
    """$4.50 in dollar chips is $5; where breakage is refused, 7 to 6 takes $6."""
    assert pitboss.edge("craps", PLACE, "6", rules=CHIPS, stake="4.50").at_stake.stake == 500  # type: ignore[union-attr]
    refuse = CHIPS | {"breakage": "refuse"}
    assert pitboss.edge("craps", PLACE, "6", rules=refuse, stake="4.50").at_stake.stake == 600  # type: ignore[union-attr]
    with pytest.raises(Refused, match="A stake is an amount"):
        pitboss.edges("roulette", stake=0)


def test_records_and_papers_have_both_figures() -> None:
    """The published record, and the PAR sheet."""
    rules = submit(catalogue.game("craps").rules, CHIPS | {"minimum": "5.00"})
    record = pitboss.edge("craps", PLACE, "6", rules=rules).record()
    assert record["house_edge_fraction"] == "1/66"
    assert record["at_stake"] == {"stake": "5.00", "house_edge": "0.0909090909091", "house_edge_fraction": "1/11"}
    assert record["worst_stake"]["stake"] == "5.00"
    blocks = par.blocks(catalogue.game("craps"), rules)
    block = next(block for block in blocks if block.title.startswith("Place Bet to Win · 6"))
    figures = {row[0]: row[1] for row in block.figures}
    assert figures["House edge at a stake, in the filed chips"] == "9.0909 % at $5.00"
    assert figures["Worst lawful wager within the limits"] == "9.0909 % at $5.00"


def test_623a_wagers_are_judged_at_their_real_stakes() -> None:
    """$5 on the 6 loses 45 cents a decision in dollar chips, and $6 nine cents."""
    game = catalogue.game("craps")
    rules = submit(game.rules, CHIPS)
    for amount, expected in ((500, Fraction(-500, 11)), (600, Fraction(-600, 66))):
        (up,) = judge_wagers(game, rules, wagers={(PLACE, "6", 0): amount}).standing
        assert up.expected == expected
    red = submit(
        catalogue.game("roulette").rules, {"payouts": {"red": "6 to 5"}, "unit": "5.00", "breakage": "down_to_chip"}
    )
    (up,) = judge_wagers(catalogue.game("roulette"), red, wagers={("red", "", 0): 1500}).standing
    assert up.expected == Fraction(-1500, 19)


# --- the odds served are the odds published (promise 22), short; the long campaign is ``soak stakes``


@pytest.mark.parametrize("name", [name for name in stakes.GAMES if name != "pai-gow"])
def test_what_the_engine_pays_is_what_the_edge_at_the_stake_says(name: str) -> None:
    """Three random lawful filings with breakage of each game: every payment to the cent."""
    game, source = catalogue.game(name), random.Random(22)
    assert sum(stakes.compare(game, stakes.filing(game, source), source, 50) for _ in range(3)) > 10


def test_edges_before_rounding_would_be_found_out() -> None:
    """The control: what the odds are due, not what the chips pay, is not what the engine pays."""

    def unrounded(rules: RulesSubmission, edge: Edge, stake: Cents) -> dict[str, Any]:
        return {outcome.name: outcome.net * stake for outcome in edge.outcomes}

    game, source = catalogue.game("craps"), random.Random(22)
    rules = submit(game.rules, CHIPS | {"minimum": "5.00"})
    with pytest.raises(AssertionError):
        stakes.compare(game, rules, source, 60, unrounded)


@pytest.mark.parametrize(
    ("name", "choices", "stake"),
    [
        ("craps", CHIPS | {"buy_bets": True, "lay_bets": "in_addition", "vigorish_rounding": "nearest"}, 700),
        ("roulette", {"payouts": {"red": "6 to 5"}, "unit": "5.00", "breakage": "down_to_chip"}, 1500),
        ("minibaccarat", {"vigorish_rounding": "next_25_cents", "tie_odds": "8.5 to 1", **CHIPS}, 300),
    ],
)
def test_kernels_at_a_stake_find_its_edge(name: str, choices: dict[str, Any], stake: Cents) -> None:
    """Within four and a half standard errors; the edge before rounding is far away (the control)."""
    game = catalogue.game(name)
    rules = submit(game.rules, choices)
    assert stakes.simulated(game, rules, stake, 400_000) < stakes.BOUND
    assert stakes.simulated(game, rules, stake, 400_000, at_stake=False) > 2 * stakes.BOUND


@pytest.mark.parametrize("stake", [0, 10**9])
def test_a_stake_that_no_tally_holds_is_refused(stake: Cents) -> None:
    """In one sentence, with what is allowed."""
    with pytest.raises(Refused, match=r"A (simulation has a stake from|stake is an amount)"):
        pitboss.simulate("roulette", 10, stake=stake)
