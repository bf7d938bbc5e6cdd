"""Chapter 623a, § 623a.10: who holds the dice when a shooter leaves, is sent on, or makes no line bet."""

import pytest

from pitboss.chapters.ch623a_craps import CRAPS
from pitboss.chapters.ch623a_craps.rules import Rules
from pitboss.drivers.round import Round
from pitboss.events import Event, Marked, Noted, Paid
from pitboss.game import RoundStart
from pitboss.journal import Report
from pitboss.procedure import Answer
from pitboss.testkit.tables import fault, refused
from pitboss.wagers import close_betting
from tests.chapters.craps import rolled, shooters, strictly, throw

# 623a.10(b): the point is made and a Come Bet of seat 2 remains
REMAINS = (throw("1 pass_bet 10", "4 4"), throw("2 come_bet 10", "3 3"), throw("", "5 3"))


@pytest.mark.parametrize(("game", "who"), [("craps", "boxperson"), ("mini-craps", "dealer")])
@pytest.mark.parametrize("by", ["boxperson", "stickperson", "dealer", "floorperson"])
def test_623a_10_a_2_who_may_order_the_dice_passed(game: str, who: str, by: str) -> None:
    """The boxperson at Craps and the dealer at Mini-Craps, and nobody else."""
    order = fault("shooter_ordered_to_pass", 0, ordered_by=by)
    played = rolled(throw("1 pass_bet 10; 2 pass_bet 10", "4 4"), throw("", "5 3", faults=[order]), game=game)
    played.ok() if by == who else refused(played, "wrong_role", "623a.10(a)(2)")


def test_623a_10_b_one_who_takes_the_dice_without_a_line_bet_does_not_throw_them() -> None:
    """Only the last shooter throws without a line bet; a player who accepts the dice and makes none hands them back."""
    taken = throw("", "4 5", "1 decline_line_bet", "2 accept_dice")
    played = rolled(*REMAINS, taken, throw("", "2 2"))
    assert shooters(played) == [1, 2, 1]
    last = [e for e in played.events_of("marked") if e["cite"] == "623a.10(b)"]
    assert [(e["marker"], e["seat"]) for e in last] == [("dice", 1), ("puck", 1)]
    fire = rolled(*REMAINS, taken, throw("3 fire_bet 1", "2 2"), fire_bet=True)
    refused(fire, "not_lawful", "623a.3(a)(40)")  # a player who has them back is not a new shooter
    heard = throw("2 field_bet 5", "4 5", "1 decline_line_bet")  # a shooter who speaks has not left
    assert shooters(rolled(*REMAINS, heard)) == [1]
    kept = rolled(*REMAINS, throw("2 pass_bet 10", "4 5", "1 decline_line_bet", "2 accept_dice"))
    assert shooters(kept) == [1, 2]


def test_623a_10_a_the_dice_are_passed_after_a_roll() -> None:
    """A player who accepted the dice throws them before passing them, if only to a call of no roll."""
    wagers = "1 pass_bet 10; 2 pass_bet 10"
    refused(rolled(throw(wagers, "4 4", "1 accept_dice", "1 pass_dice")), "not_lawful", "623a.10(a)")
    taken = throw(wagers, "3 4", "1 pass_dice", "2 accept_dice", "2 pass_dice")
    refused(rolled(throw(wagers, "3 4"), taken), "not_lawful", "623a.10(a)")
    play = Round(CRAPS, Rules(), CRAPS.open(Rules()), RoundStart(1, seated=(1, 2)))
    for answer in (
        Answer(1, "wager", "pass_bet", "", 1000),
        Answer(1, "accept_dice"),
        close_betting(),
        Answer("chance", "4 4"),
    ):
        play.answer(answer)
    play.report(Report("dice_stacked"))
    play.answer(Answer(1, "pass_dice"))


def seated(*throws: tuple[dict[int, str], tuple[int, ...], str]) -> list[Event]:
    """Throws with the line bets made before each, and who is at the table."""
    state = CRAPS.open(Rules())
    told: list[Event] = []
    for number, (wagers, there, dice) in enumerate(throws, 1):
        play = Round(CRAPS, Rules(), state, RoundStart(number, seated=there))
        made = [Answer(seat, "wager", wager, "", 1000) for seat, wager in wagers.items()]
        for answer in (*made, close_betting(), Answer("chance", dice), Answer("dealer", "valid_roll")):
            told += play.answer(answer)
        state = play.result
    return told


def holders(events: list[Event]) -> list[tuple[int, str]]:
    return [(e.seat, e.cite) for e in events if isinstance(e, Marked) and e.marker == "dice"]


def test_623a_10_c_a_shooter_who_has_left_has_given_up_the_dice() -> None:
    """When the shooter's wagers are decided and the seat is empty, the dice go to the next on the left; while a wager is up the
    shooter stays."""
    come = {1: "pass_bet", 2: "pass_bet"}
    gone = seated((come, (1, 2), "3 4"), ({2: "pass_bet"}, (2,), "1 2"))
    assert holders(gone) == [(1, "623a.7(c)"), (2, "623a.10(d)")]
    assert any(isinstance(e, Noted) and e.cite == "623a.10(c)" for e in gone)
    for there in ((1, 2), ()):
        assert holders(seated((come, (1, 2), "3 4"), (come, there, "1 2"))) == [(1, "623a.7(c)")]
    assert holders(seated((come, (1, 2), "4 4"), ({2: "field_bet"}, (2,), "1 2"))) == [(1, "623a.7(c)")]


def test_623a_10_b_when_the_last_shooter_has_left_another_decides_the_come_bets() -> None:
    """Come Bets remain, nobody makes a line bet and the last shooter is gone: the next player throws for them."""
    first: list[tuple[dict[int, str], tuple[int, ...], str]] = [
        ({1: "pass_bet"}, (1, 2), "4 4"),
        ({2: "come_bet"}, (1, 2), "3 3"),
        ({}, (1, 2), "5 3"),
    ]
    told = seated(*first, ({}, (2,), "4 5"), ({}, (2,), "5 1"))
    assert holders(told) == [(1, "623a.7(c)"), (2, "623a.10(d)")]
    assert [e.seat for e in told if isinstance(e, Marked) and e.at == "off, on the Don't Pass Line"] == [2]
    assert [(e.seat, e.returned) for e in told if isinstance(e, Paid)][-1] == (2, 2000)
    later = seated(*first, ({}, (1, 2), "4 5"), ({}, (2,), "2 2"))
    assert [e.seat for e in later if isinstance(e, Marked) and e.at == "off, on the Don't Pass Line"] == [1, 2]


def test_623a_10_b_the_set_of_dice_is_offered_when_a_silent_shooter_makes_no_line_bet() -> None:
    """The shooter says nothing, makes no line bet and another player does: the dice are put on offer before the other takes
    them."""
    told = seated(({1: "pass_bet"}, (1, 2), "3 4"), ({2: "pass_bet"}, (1, 2), "4 5"))
    at = [isinstance(e, Noted) and (e.seat, e.cite) == (1, "623a.10(c)") for e in told].index(True)
    assert holders(told[at:]) == [(2, "623a.10(d)")]


def test_623a_10_b_come_bets_are_decided_though_nobody_has_a_line_bet() -> None:
    """The one throw without a line bet is for Come Bets that remain; once they are decided the dice wait (I-623a-37)."""
    played = strictly(*REMAINS, throw("", "5 1"))
    assert played.returned(2, "come_bet", "6") == "20.00"
    refused(strictly(*REMAINS, throw("", "5 1"), throw("", "4 4")), "wager_required", "623a.8(a)")
