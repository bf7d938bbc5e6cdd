"""Money: exact to the cent, rounded only where a rule says so."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pitboss.money import (
    Breakage,
    Odds,
    Rounding,
    Vigorish,
    breaks,
    cents,
    dollars,
    half,
    payout_rounding,
    share,
    winnings,
)


@given(st.integers(0, 10**12))
def test_dollars_and_cents_are_inverse(amount: int) -> None:
    """What is written is read back."""
    assert cents(dollars(amount)) == amount


@pytest.mark.parametrize("text", ["", "1.5", "1.555", "-1.00", "1,000.00", "1e3", " 5", "5.", ".50", "٥", "5\n"])
def test_only_dollars_and_cents_are_money(text: str) -> None:
    """Anything but dollars with no or two decimals is refused."""
    with pytest.raises(ValueError, match="not an amount"):
        cents(text)


@pytest.mark.parametrize(
    ("text", "net"),
    [
        ("35 to 1", Fraction(35)),
        ("7 to 6", Fraction(7, 6)),
        ("2.5 to 1", Fraction(5, 2)),
        ("4 for 1", Fraction(3)),
        ("1 for 1", Fraction(0)),
    ],
)
def test_odds_stay_as_written(text: str, net: Fraction) -> None:
    """``to`` is besides the stake, ``for`` includes it; the text is kept (I-GEN-02)."""
    odds = Odds.parse(text)
    assert (odds.net, str(odds)) == (net, text)


@pytest.mark.parametrize("text", ["", "35", "35:1", "35 to 0", "x to 1", "35  to 1", "-1 to 1"])
def test_other_texts_are_no_odds(text: str) -> None:
    """Odds are written in one way."""
    with pytest.raises(ValueError, match="not odds"):
        Odds.parse(text)


@given(stake=st.integers(1, 10**7), win=st.integers(0, 500), per=st.integers(1, 30))
def test_payout_is_never_less_than_the_odds_nor_a_cent_more(stake: int, win: int, per: int) -> None:
    """By default a fraction of a cent goes to the patron: up to the cent, never further (I-GEN-06)."""
    odds = Odds.parse(f"{win} to {per}")
    exact, paid = stake * odds.net, winnings(stake, odds)
    assert exact <= paid < exact + 1
    assert winnings(stake, odds, payout_rounding(Breakage.DOWN_TO_CENT, 25)) == paid - breaks(stake, odds)
    down, up = (winnings(stake, odds, payout_rounding(way, 25)) for way in (Breakage.DOWN_TO_CHIP, Breakage.UP_TO_CHIP))
    assert (down % 25, up % 25) == (0, 0)
    assert 0 <= exact - down < 25
    assert 0 <= up - exact < 25
    assert (down != up) == breaks(stake, odds, 25)


def test_breakage_examples() -> None:
    """7 to 6 on $5 is 5.8333…: 5.84 up, 5.83 down; in dollar chips 5.00 or 6.00, and in cents where no chip is filed."""
    odds = Odds.parse("7 to 6")
    assert [winnings(500, odds, payout_rounding(b, 100)) for b in Breakage] == [584, 584, 583, 500, 600]
    assert [winnings(500, odds, payout_rounding(b, None)) for b in Breakage] == [584, 584, 583, 583, 584]


@pytest.mark.parametrize("stake", [99, 100, 101])
@pytest.mark.parametrize("breakage", list(Breakage))
def test_i_gen_41_only_what_breaks_is_rounded(breakage: Breakage, stake: int) -> None:
    """Even money, and "3 for 1", come out in cents: without a filed chip there is nothing to round."""
    for text, times in (("1 to 1", 1), ("3 for 1", 2)):
        assert winnings(stake, Odds.parse(text), payout_rounding(breakage, None)) == times * stake


@given(stake=st.integers(1, 10**5), printed=st.integers(1, 60), more=st.integers(0, 40), per=st.integers(1, 30))
@example(stake=50, printed=1, more=0, per=1)
@example(stake=99, printed=1, more=1, per=5)
def test_i_gen_41_no_payout_is_below_a_printed_least(stake: int, printed: int, more: int, per: int) -> None:
    """A surplus of the filed odds may be rounded away and nothing more, whatever the chip."""
    least = Odds.parse(f"{printed} to 1")
    odds = Odds.parse(f"{printed * per + more} to {per}").never_below(least)
    for breakage in Breakage:
        assert winnings(stake, odds, payout_rounding(breakage, 500)) >= stake * printed


@pytest.mark.parametrize(("stake", "odds", "chip", "broken"), [
    (500, "7 to 6", 1, True), (600, "7 to 6", 1, False), (600, "7 to 6", 100, False), (599, "6 to 1", 100, True),
    (100, "3 for 1", 250, True), (250, "3 for 1", 250, False), (250, "1 for 1", 500, False),
])  # fmt: skip
def test_i_gen_41_what_breaks_is_what_the_chips_cannot_pay(stake: int, odds: str, chip: int, broken: bool) -> None:
    """Of cents where no chip is filed; "for 1" odds break on what is won beyond the stake."""
    assert breaks(stake, Odds.parse(odds), chip) is broken


def test_for_one_pays_without_the_stake() -> None:
    """100 for 1 on a dollar hands back 100 dollars in all."""
    assert winnings(100, Odds.parse("100 for 1")) == 9900


@given(st.integers(0, 10**9))
def test_half_leaves_the_odd_cent_to_the_patron(amount: int) -> None:
    """The two halves are the whole, and the patron's is never the smaller (I-GEN-07)."""
    patron, house = half(amount)
    assert patron + house == amount
    assert 0 <= patron - house <= 1


@pytest.mark.parametrize(
    ("win", "exact", "ceiling"),
    [(499, 24, 25), (500, 25, 25), (501, 25, 50), (1000, 50, 50), (1001, 50, 75), (1, 0, 25), (20, 1, 25)],
)
def test_vigorish_is_exact_or_up_to_25_cents(win: int, exact: int, ceiling: int) -> None:
    """Five per cent: down to the cent, or up to the next 25 cents where elected, never below 25 (I-GEN-05)."""
    assert Vigorish(5).due(win) == exact
    assert Vigorish(5, rounding=Rounding.NEXT_25_CENTS).due(win) == ceiling


def test_marked_vigorish_is_rounded_once() -> None:
    """Three charges of 0.4 cents marked for later are 1.2 cents, so one cent is taken, not nothing three times."""
    vigorish = Vigorish(5)
    assert vigorish.rounded(vigorish.exact(8) * 3) == 1
    assert vigorish.due(8) * 3 == 0


def test_share_leaves_the_fraction_behind() -> None:
    """A third of a dollar is 33 cents; the fraction stays."""
    assert [share(100, 1, 3), share(100, 2, 3), share(100, 3, 3)] == [33, 66, 100]


@pytest.mark.parametrize(("stake", "won"), [(100, 0), (166, 0), (167, 500), (350, 1_000)])
def test_down_to_the_chip_never_takes_of_the_stake(stake: int, won: int) -> None:
    """I-GEN-06: what is won is paid in chips of $5; "4 for 1" hands back the stake and three times it, rounded down."""
    down = payout_rounding(Breakage.DOWN_TO_CHIP, 500)
    assert winnings(stake, Odds.parse("4 for 1"), down) == won
    assert winnings(stake, Odds.parse("3 to 1"), down) == won
