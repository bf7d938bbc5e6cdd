"""What a filing may say of payouts that break (I-GEN-06, I-GEN-41), in every game."""

from typing import Any

import pytest

from pitboss import catalogue
from pitboss.chapters.ch623a_craps.settlement import settle_fire
from pitboss.chapters.ch623a_craps.table import Fire
from pitboss.game import Game
from pitboss.money import Breakage, cents, dollars, winnings
from pitboss.paper import guide, par, signs, submission_form
from pitboss.paper.page import html
from pitboss.procedure import Refused
from pitboss.submission import file_submission, filing_mistakes, made_choices, not_to_be_filed, submit
from pitboss.testkit.tables import play, refused
from tests.chapters.craps import throw

GAMES = [*catalogue.games().values()]
FLOORS_ALONE = {"roulette", "big-six-wheel"}  # every odds of the chapter is printed as a least
GEN_41 = "I-GEN-41"


def filed(game: Game, **choices: Any) -> dict[str, Any]:
    return made_choices(game.example().chosen) | choices


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_i_gen_41_rounding_to_chips_needs_a_filed_chip(game: Game) -> None:
    """The new choice is refused without one; the old one runs to the cent, is doubtful, and cannot be filed again."""
    without = {name: value for name, value in filed(game).items() if name != "unit"}
    with pytest.raises(Refused) as no:
        submit(game.rules, without | {"breakage": "up_to_chip"})
    assert (no.value.why, no.value.cite) == ("forbidden_choice", GEN_41)
    kept = submit(game.rules, without | {"breakage": "down_to_chip"})
    assert kept.payout_rounding == submit(game.rules, without | {"breakage": "down_to_cent"}).payout_rounding
    assert "breakage" in [doubt.choice for doubt in kept.doubts()]
    assert GEN_41 in [mistake.cite for mistake in filing_mistakes(game.rules, without | {"breakage": "down_to_chip"})]
    for breakage in ("up_to_chip", "down_to_chip"):
        rules = submit(game.rules, without | {"breakage": breakage, "unit": "1.00", "minimum": "25.00"})
        assert rules.payout_rounding.step == 100


@pytest.mark.parametrize("breakage", list(Breakage))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_i_gen_41_rounding_down_is_doubtful_where_odds_are_exact(game: Game, breakage: Breakage) -> None:
    """Not where every odds is a least, for there nothing below it is taken away; and never where payouts go up."""
    rules = submit(game.rules, filed(game, breakage=breakage, unit="1.00"))
    doubtful = breakage in (Breakage.DOWN_TO_CENT, Breakage.DOWN_TO_CHIP) and game.name not in FLOORS_ALONE
    assert [doubt.cite for doubt in rules.doubts() if doubt.choice == "breakage"] == [GEN_41] * doubtful


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_i_gen_41_no_wager_within_the_limits_wins_nothing(game: Game) -> None:
    """What can be filed wins something at the least wager, whatever the chip; what cannot is told by name."""
    for unit in ("0.25", "1.00", "2.50", "5.00", "25.00"):
        rules = submit(game.rules, filed(game, breakage="down_to_chip", unit=unit))
        empty = {
            wager
            for (wager, _), terms in rules.spots.items()
            for odds in terms.odds
            if odds.net and not winnings(terms.smallest // terms.parts, odds, rules.payout_rounding)
        }
        told = [mistake.sentence for mistake in not_to_be_filed(rules) if mistake.cite == GEN_41]
        assert len(told) == len(empty)
        assert all(any(f" on {wager} wins" in sentence for sentence in told) for wager in empty)


@pytest.mark.parametrize(("least", "ok"), [("1.00", False), ("2.00", False), ("3.00", True), ("4.00", True)])
def test_i_gen_41_win_that_could_be_rounded_to_nothing_is_refused(least: str, ok: bool) -> None:
    """$2 at 5 to 11 wins 90 cents, which is no dollar chip; $3 wins one."""
    game = catalogue.game("craps")
    chosen = filed(game, unit="1.00", breakage="down_to_chip", minimum=least, maximum="500.00")
    if ok:
        assert file_submission(game.rules, chosen).payout_rounding.down
        return
    with pytest.raises(Refused, match=r"file a minimum of \$3\.00 or more") as no:
        file_submission(game.rules, chosen)
    assert no.value.cite == GEN_41


@pytest.mark.parametrize(("unit", "ok"), [("1.00", True), ("2.00", True), ("2.50", False), ("5.00", False)])
def test_i_gen_41_dollar_at_3_for_1_wins_two_dollars(unit: str, ok: bool) -> None:
    """670a fixes the dollar, and a straight pays 3 for 1: a chip of $2 pays that, one of $2.50 pays nothing."""
    game = catalogue.game("six-card-fortune-pai-gow-poker")
    rules = submit(game.rules, filed(game, progressive_payout=True, unit=unit, breakage="down_to_chip"))
    assert ("progressive" in " ".join(mistake.sentence for mistake in not_to_be_filed(rules))) is not ok


@pytest.mark.parametrize("game", ["minibaccarat", "midibaccarat", "baccarat"])
@pytest.mark.parametrize("breakage", ["down_to_cent", "down_to_chip"])
def test_i_gen_41_tie_is_never_paid_below_8_to_1(game: str, breakage: str) -> None:
    """At least 8 to 1: of 8.5 to 1 on $1 the half dollar goes, of 8 to 1 nothing does."""
    rules: Any = submit(catalogue.game(game).rules, {"tie_odds": "8.5 to 1", "unit": "1.00", "breakage": breakage})
    assert winnings(100, rules.spots["tie", ""].odds[0], rules.payout_rounding) == (
        800 if breakage == "down_to_chip" else 850
    )
    kept: Any = submit(catalogue.game(game).rules, {"breakage": breakage})
    assert [winnings(stake, kept.tie_pays, kept.payout_rounding) for stake in (1, 99, 101)] == [8, 792, 808]


@pytest.mark.parametrize(("stake", "ok"), [("5.00", False), ("6.00", True), ("7.00", False)])
def test_i_gen_41_refuse_tests_chips_at_the_craps_table(stake: str, ok: bool) -> None:
    """7 to 6 comes out in dollar chips on every sixth dollar, though $6.60 would come out in cents."""
    first, then = throw("1 pass_bet 10", "4 5"), throw(f"1 place_bet_to_win@6 {stake}", "3 3")
    played = play("craps", first, then, unit="1.00", breakage="refuse")
    if ok:
        assert played.returned(1, "place_bet_to_win", "6") == "13.00"
    else:
        refused(played, "not_payable", "I-GEN-06")


@pytest.mark.parametrize(("laid", "ok"), [("1.00", False), ("2.00", True), ("3.00", True)])
def test_i_gen_41_laid_odds_win_a_chip_at_least(laid: str, ok: bool) -> None:
    """No minimum is filed for odds: where a dollar at 1 to 2 would win no dollar chip it is not taken."""
    first, then = throw("1 dont_pass_bet 10", "1 3"), throw(f"1 supplemental_dont_pass_bet {laid}", "3 4")
    played = play("craps", first, then, unit="1.00", breakage="down_to_chip")
    if ok:
        assert cents(played.returned(1, "supplemental_dont_pass_bet")) == cents(laid) + 100
    else:
        refused(played, "below_minimum", GEN_41)


@pytest.mark.parametrize(("unit", "due"), [("1.00", "25.00"), ("5.00", "21.00"), ("25.00", "1.00")])
def test_i_gen_41_fire_bet_is_rounded_like_every_other(unit: str, due: str) -> None:
    """Four points pay 24 to 1: on $1 in chips of $5 that is $20; the Fire Bet stays in steps of $1."""
    game = catalogue.game("craps")
    rules: Any = submit(game.rules, filed(game, fire_bet=True, unit=unit, breakage="down_to_chip"))
    assert dollars(settle_fire(Fire(1, 100, 1, 0, (4, 5, 6, 8)), rules).returned) == due


def test_i_gen_41_the_doubt_is_on_every_paper() -> None:
    """Guide, signs, submission form and PAR sheet say that payouts are rounded down; without that choice none does."""
    game = catalogue.game("sic-bo")
    for breakage, told in (("down_to_cent", True), ("up_to_cent", False)):
        rules = submit(game.rules, filed(game, breakage=breakage))
        for paper in (guide, signs, submission_form, par):
            text = html(paper.document_of(game, rules))
            assert (GEN_41 in text) is told, paper.__name__
