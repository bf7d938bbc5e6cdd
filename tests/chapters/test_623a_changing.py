"""Chapter 623a, §§ 623a.3 (the buttons), 623a.4(b)–(c) and 623a.5(g)(3): what is left of a wager that is changed."""

from typing import Any

import pytest

from pitboss.chapters.ch623a_craps.layout import Layout
from pitboss.chapters.ch623a_craps.rules import Rules
from pitboss.chapters.ch623a_craps.table import Table
from pitboss.money import Breakage
from pitboss.procedure import Answer
from pitboss.testkit.tables import Played, refused
from tests.chapters.craps import marks, rolled, standing, throw

PLACE = "1 place_bet_to_win@6 12"


# § 623a.4(b).


@pytest.mark.parametrize("game", ["craps", "mini-craps"])
@pytest.mark.parametrize("form", ["value_chips", "plaques"])
def test_623a_4_b_value_chips_or_plaques(form: str, game: str) -> None:
    """A wager said to be of value chips or of plaques is a wager."""
    wager = {"seat": 1, "wager": "field_bet", "amount": "5.00", "form": form}
    assert rolled({"wagers": [wager], "chance": ["1 1"]}, game=game).returned(1, "field_bet") == "15.00"


# § 623a.4(c).


def changed(said: str, **submission: Any) -> Played:
    return rolled(throw(PLACE, "4 4", f"1 {said}"), **submission)


@pytest.mark.parametrize("said", ["reduce place_bet_to_win@6 7.01", "remove place_bet_to_win@6 4.99"])
def test_623a_4_c_what_is_left_can_be_paid_where_breakage_is_refused(said: str) -> None:
    """7 to 6 on $7.01 is no whole number of cents: where such wagers are refused none is left so (I-GEN-06)."""
    refused(changed(said, breakage="refuse"), "not_payable", "I-GEN-06")
    assert standing(changed(said)) == {(1, "place_bet_to_win", "6"): "7.01"}


def test_623a_4_c_every_reduction_offered_is_taken_where_breakage_is_refused() -> None:
    """The least and the most that a wager may be reduced to, as offered, are accepted (I-GEN-06)."""
    rules = Rules(breakage=Breakage.REFUSE)
    for kind, on, amount in (
        ("place_bet_to_win", "6", 1206),
        ("place_bet_to_lose", "4", 1111),
        ("field_bet", "", 1001),
    ):
        layout = Layout(Table(up=(((1, kind, on), amount),)), rules)
        (offer,) = [offer for offer in layout.offers(1) if offer.says == "reduce"]
        assert offer.most is not None
        for left in (offer.least, offer.least + offer.step, offer.most):
            layout.check(Answer(1, "reduce", kind, on, left))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("reduce place_bet_to_win@6 12", "would not reduce it"),
        ("reduce place_bet_to_win@6 13", "would not reduce it"),
        ("reduce place_bet_to_win@6 0", "reduce it to less than that, or remove up to that"),
        ("remove place_bet_to_win@6 12.01", "reduce it to less than that, or remove up to that"),
    ],
)
def test_623a_4_c_a_refusal_says_what_is_up(said: str, words: str) -> None:
    """A refusal says what is up on the spot and what may be said instead."""
    played = changed(said)
    refused(played, "not_there", "623a.4(c)")
    assert played.refused is not None
    assert played.refused["why"].startswith("$12.00 is up there")
    assert words in played.refused["why"]


# § 623a.5(g)(3).


@pytest.mark.parametrize(("kept", "back"), [(False, [100, 300]), (True, [])])
def test_623a_5_g_3_vigorish_taken_with_the_wager_may_be_filed_as_kept(kept: bool, back: list[int]) -> None:
    """A Buy Bet reduced and then taken down gives its vigorish back, unless that is filed otherwise (I-623a-10)."""
    choices: dict[str, Any] = {"buy_bets": True, "vigorish_collected": "at_wager", "vigorish_refunded": not kept}
    first = throw("1 buy_bet@4 80", "4 4", "1 reduce buy_bet@4 60")
    played = rolled(first, throw("", "1 2", "1 remove buy_bet@4"), **choices).ok()
    assert [e["amount"] for e in played.events_of("charged")] == [400]
    assert [e["amount"] for e in played.events_of("refunded")] == back


# § 623a.3(a)(5)–(10), (41)–(42): the buttons.


def taken_off(played: Played) -> list[tuple[int, str, str]]:
    """Where buttons were taken off, under what, in order."""
    played.ok()
    return [(e["seat"], e["what"], e["cite"]) for e in played.events_of("noted") if "button" in e["what"]]


def test_623a_3_a_5_the_button_of_a_call_that_is_taken_back_comes_off() -> None:
    """A Place Bet called on bears an "on" button; called off again it bears none, for it has no "off" button."""
    played = rolled(throw(PLACE, "4 4", "1 called_on place_bet_to_win@6", "1 called_off place_bet_to_win@6"))
    assert marks(played, "on button") == ["place_bet_to_win 6"]
    assert marks(played, "off button") == []
    assert taken_off(played) == [(1, "on button taken off the Place Bet to Win on 6", "623a.3(a)(5)")]


def test_623a_3_a_42_the_button_of_a_lay_bet_is_an_off_button() -> None:
    """A Lay Bet called off bears an "off" button, which a call of "on" takes away."""
    said = ("1 called_off lay_bet@6", "1 called_on lay_bet@6")
    played = rolled(throw("1 lay_bet@6 30", "4 4", *said), lay_bets="in_addition")
    assert marks(played, "off button") == ["lay_bet 6"]
    assert marks(played, "on button") == []
    assert taken_off(played) == [(1, "off button taken off the Lay Bet on 6", "623a.3(a)(42)")]


@pytest.mark.parametrize("stays", [True, False])
def test_623a_3_a_5_the_button_comes_off_a_wager_that_won_and_stays_up(stays: bool) -> None:
    """A call ends with the decision: the button leaves a wager that stays, and goes with one that comes down (I-623a-05)."""
    said = throw(PLACE, "1 5", "1 called_on place_bet_to_win@6")
    told = [(1, "on button taken off the Place Bet to Win on 6", "I-623a-05")] if stays else []
    assert taken_off(rolled(said, winning_wagers_stay_up=stays)) == told
    assert taken_off(rolled(throw(PLACE, "3 4", "1 called_on place_bet_to_win@6"))) == []


def test_623a_3_a_5_the_button_comes_off_after_one_roll_where_that_is_filed() -> None:
    """A call that lasts one roll ends with the throw, though it decided nothing (I-623a-05)."""
    said = throw(PLACE, "1 1", "1 called_on place_bet_to_win@6")
    assert taken_off(rolled(said)) == []
    off = [(1, "on button taken off the Place Bet to Win on 6", "I-623a-05")]
    assert taken_off(rolled(said, calls_last="one_roll")) == off
