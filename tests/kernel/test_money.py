"""Money: exact to the cent, rounded only where a rule says so."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.money import Breakage, Odds, Rounding, Vigorish, breaks, cents, dollars, half, share, winnings


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
    assert winnings(stake, odds, Breakage.DOWN_TO_CENT) == paid - breaks(stake, odds)
    down = winnings(stake, odds, Breakage.DOWN_TO_CHIP, 25)
    assert down % 25 == 0
    assert 0 <= exact - down < 25


def test_breakage_examples() -> None:
    """7 to 6 on $5 is 5.8333…: 5.84 up, 5.83 down, 5.00 in dollar chips."""
    odds = Odds.parse("7 to 6")
    assert [winnings(500, odds, b) for b in Breakage] == [584, 584, 583, 500]


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
    assert winnings(stake, Odds.parse("4 for 1"), Breakage.DOWN_TO_CHIP, 500) == won
    assert winnings(stake, Odds.parse("3 to 1"), Breakage.DOWN_TO_CHIP, 500) == won
