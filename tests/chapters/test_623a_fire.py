"""Chapter 623a, § 623a.11: the Fire Bet."""

from typing import Any

import pytest

from pitboss.chapters.ch623a_craps import CRAPS
from pitboss.chapters.ch623a_craps.rules import Rules
from pitboss.drivers.round import Round
from pitboss.events import Event, Settlement
from pitboss.game import RoundStart
from pitboss.journal import Report
from pitboss.procedure import Answer, Draw, Refused, Window
from pitboss.testkit.tables import Played, refused
from pitboss.wagers import close_betting
from tests.chapters.craps import OF, point, rolled, standing, throw


def fire_markers(played: Played) -> list[tuple[str, str]]:
    return [
        (e["marker"], e["at"]) for e in played.events_of("marked") if e["marker"].startswith("Fire Bet point marker ")
    ]


def fire(*points: int, amount: str = "5", end: str = "3 4", **submission: Any) -> Played:
    """A Fire Bet, then each of these points set and made in turn, then a loser 7 on a point of 4."""
    throws = [throw("1 pass_bet 10; 1 fire_bet " + amount, OF[points[0]] if points else "2 2")]
    for n, number in enumerate(points):
        throws += [throw("1 pass_bet 10", OF[number])] if n else []
        throws += [throw("", OF[number])]
    throws += [throw("1 pass_bet 10", "2 2")] if points else []
    return rolled(*throws, throw("", end), fire_bet=True, **submission)


SIX = (4, 5, 6, 8, 9, 10)


@pytest.mark.parametrize(
    ("points", "a", "b"),
    [
        ((), "0.00", "0.00"),
        ((4,), "0.00", "0.00"),
        ((4, 5, 6), "0.00", "0.00"),
        ((4, 5, 6, 8), "125.00", "200.00"),
        ((4, 5, 6, 8, 9), "1250.00", "1000.00"),
        (SIX, "5000.00", "2500.00"),
    ],
    ids=lambda value: str(len(value)) if isinstance(value, tuple) else value,
)
def test_623a_5_f_a_fire_bet_is_paid_for_the_points_made(points: tuple[int, ...], a: str, b: str) -> None:
    """Fewer than four points lose; four, five and six pay by the table filed, once, for the most points."""
    assert fire(*points, fire_bet_paytable="A").returned(1, "fire_bet") == a
    assert fire(*points, fire_bet_paytable="B").returned(1, "fire_bet") == b


@pytest.mark.parametrize(("points", "paragraph"), [((4, 5, 6), "(ii)"), ((4, 5, 6, 8), "(i)")])
def test_623a_3_a_40_four_points_win_and_fewer_lose(points: tuple[int, ...], paragraph: str) -> None:
    """At least four different points win the Fire Bet, less than four lose it."""
    assert fire(*points).cite(1, "fire_bet") == f"623a.3(a)(40){paragraph}"


def test_623a_3_a_40_a_fire_bet_is_made_before_a_new_shooters_come_out_roll() -> None:
    """It is taken before the first come out roll of a shooter, and again after their loser 7; at no other time."""
    late = "623a.3(a)(40)"
    refused(rolled(throw("1 pass_bet 10", "3 4"), throw("1 fire_bet 5", "3 4"), fire_bet=True), "not_lawful", late)
    refused(rolled(throw("1 pass_bet 10", "4 4"), throw("1 fire_bet 5", "3 3"), fire_bet=True), "not_lawful", late)
    rolled(throw("1 pass_bet 10", "4 4"), throw("", "3 4"), throw("1 fire_bet 5", "3 4"), fire_bet=True).ok()


def test_623a_3_a_40_a_come_out_7_does_not_end_it() -> None:
    """Only a 7 with a point on settles a Fire Bet (I-623a-16)."""
    played = rolled(throw("1 pass_bet 10; 1 fire_bet 5", "3 4"), throw("1 pass_bet 10", "3 4"), fire_bet=True)
    assert standing(played) == {(1, "fire_bet", ""): "5.00"}


@pytest.mark.parametrize(
    ("amount", "why"), [("0.50", "not_a_unit"), ("1", ""), ("2.50", "not_a_unit"), ("5", ""), ("6", "above_maximum")]
)
def test_623a_11_b_1_a_fire_bet_is_from_1_to_5_dollars_in_dollars(amount: str, why: str) -> None:
    """$1 to $5 in steps of $1, whatever the table's limits (I-623a-21)."""
    played = rolled(throw(f"1 fire_bet {amount}", "4 4"), fire_bet=True, minimum="25.00", maximum="100.00")
    refused(played, why, "623a.11(b)(1)") if why else played.ok()


def test_623a_11_a_1_the_fire_bet_stands_on_its_own_area() -> None:
    """It is cited as placed on the player's numbered area."""
    assert fire().events_of("wagered")[1]["cite"] == "623a.11(a)(1)"


def test_623a_11_a_3_fire_bets_are_brought_in_in_numerical_order() -> None:
    """Once betting closes they are brought in by number, whatever the order they were made in."""
    played = rolled(throw("9 fire_bet 1; 2 fire_bet 1; 5 fire_bet 1", "4 4"), fire_bet=True)
    told = [(e["by"], e["what"]) for e in played.events_of("attested") if e["cite"] == "623a.11(a)(3)"]
    assert told == [("dealer", "brought in the Fire Bets of 2, 5, 9")]
    assert not rolled(throw("1 pass_bet 10", "4 4"), fire_bet=True).events_of("attested")


def test_623a_11_a_4_each_new_point_is_marked_with_the_number_of_points() -> None:
    """The marker of each point made bears how many different points there are."""
    played = fire(6, 8, 4)
    assert fire_markers(played) == [
        ("Fire Bet point marker 1", "6"),
        ("Fire Bet point marker 2", "8"),
        ("Fire Bet point marker 3", "4"),
        *((f"Fire Bet point marker {count}", "") for count in (1, 2, 3)),  # taken away with the loser 7
    ]


def test_623a_11_b_2_a_point_made_again_does_not_count() -> None:
    """The same point twice is one point, and gets no second marker."""
    played = fire(6, 6, 8, 6, 9)
    assert played.returned(1, "fire_bet") == "0.00"
    assert [at for _, at in fire_markers(played) if at] == ["6", "8", "9"]
    assert fire(6, 6, 8, 6, 9, 10).returned(1, "fire_bet") == "125.00"


@pytest.mark.parametrize("points", [(10, 9, 8, 6), (5, 10, 4, 8), (8, 4, 9, 5)])
def test_623a_11_b_3_points_count_in_any_order(points: tuple[int, ...]) -> None:
    """Any four different points in any order pay alike."""
    assert fire(*points).returned(1, "fire_bet") == "125.00"


def test_623a_11_a_5_fire_bets_are_settled_on_the_loser_7() -> None:
    """Nothing is paid before the loser 7, not even all six points, and then in numerical order (I-623a-19)."""
    played = fire(*SIX, end="3 4")
    line = played.line(1, "fire_bet")
    assert line["round"] == max(s["round"] for s in played.settlements)
    several = rolled(throw("7 fire_bet 2; 3 fire_bet 1", "4 4"), throw("", "3 4"), fire_bet=True)
    assert [s["seat"] for s in several.settlements] == [3, 7]
    assert fire_markers(several) == [], "no point was made, so no marker lies there"


def test_623a_11_a_5_all_six_points_may_be_filed_to_be_paid_at_once() -> None:
    """Where that is filed, the sixth point pays the Fire Bet and ends it (I-623a-19)."""
    played = fire(*SIX, fire_bet_paid_at_six=True)
    assert sorted(fire_markers(played)[-6:]) == [(f"Fire Bet point marker {count}", "") for count in range(1, 7)]
    assert played.returned(1, "fire_bet") == "5000.00"
    assert played.line(1, "fire_bet")["round"] == 12
    assert fire(*SIX[:5], fire_bet_paid_at_six=True).returned(1, "fire_bet") == "1250.00"


@pytest.mark.parametrize(("count", "told"), [(3, 0), (4, 1), (5, 1), (6, 1)])
def test_623a_11_a_6_surveillance_is_told_at_the_fourth_point(count: int, told: int) -> None:
    """Surveillance is told once, when the fourth different point is made."""
    played = fire(*SIX[:count])
    said = [(e["by"], e["what"]) for e in played.events_of("attested") if e["cite"] == "623a.11(a)(6)"]
    assert said == [("floor", "told surveillance, to confirm Fire Bets and payouts")] * told


# 623a.11(a)(2): the dice pass before a loser 7.

WAGERS = "1 pass_bet 10; 2 pass_bet 10"


def test_623a_11_a_2_a_fire_bet_outlives_its_shooter() -> None:
    """When the shooter gives up the dice the Fire Bet runs on, and their successor's points count (I-623a-17)."""
    throws = [throw(f"{WAGERS}; 3 fire_bet 5", "4 4"), throw("", "4 4"), throw(WAGERS, "3 3"), throw("", "3 3")]
    throws += [throw(WAGERS, "2 3", "1 pass_dice"), throw("", "2 3"), throw(WAGERS, "4 5"), throw("", "4 5")]
    played = rolled(*throws, throw(WAGERS, "2 2"), throw("", "3 4"), fire_bet=True)
    assert played.returned(3, "fire_bet") == "125.00"


def test_i_623a_17_the_points_of_a_successor_may_be_filed_not_to_count() -> None:
    """Two points of the first shooter and two of the next: 24 to 1 for four, nothing for two; the successor's own bets count."""
    throws = [throw(f"{WAGERS}; 3 fire_bet 5", "4 4"), throw("", "4 4"), throw(WAGERS, "3 3"), throw("", "3 3")]
    throws += [throw(f"{WAGERS}", "2 3", "1 pass_dice"), throw("", "2 3"), throw(WAGERS, "4 5"), throw("", "4 5")]
    throws += [throw(WAGERS, "2 2"), throw("", "3 4")]
    counted, frozen = (
        rolled(*throws, fire_bet=True, fire_bet_after_pass=way) for way in ("points_count", "points_frozen")
    )
    assert (counted.returned(3, "fire_bet"), frozen.returned(3, "fire_bet")) == ("125.00", "0.00")


class Hand:
    """A table driven answer by answer, for what a scenario cannot order: a wager after the dice have passed."""

    def __init__(self, rules: Rules | None = None) -> None:
        self.rules = rules or Rules(fire_bet=True)
        self.state = CRAPS.open(self.rules)
        self.number = 0
        self.settled: list[Settlement] = []
        self.play = self.begin()

    def begin(self) -> Round:
        self.number += 1
        self.play = Round(CRAPS, self.rules, self.state, RoundStart(self.number))
        return self.play

    def wager(self, seat: int, kind: str, amount: int, on: str = "") -> None:
        self.play.answer(Answer(seat, "wager", kind, on, amount))

    def throw(self, dice: str) -> None:
        self._line_bet()
        while not isinstance(self.play.pending, Draw):  # where there is a new shooter, Fire Bets are open once more
            self.play.answer(close_betting()) if isinstance(self.play.pending, Window) else self._done()
        self.play.answer(Answer("chance", dice))
        events = self.play.answer(Answer("dealer", "valid_roll"))
        while not self.play.closed:
            events += self._done()
        self.settled += [e for e in events if isinstance(e, Settlement)]
        self.state = self.play.result
        self.begin()

    def _done(self) -> list[Event]:
        """Someone says that they did what is asked."""
        (asked,) = self.play.elections()
        return self.play.answer(asked.options[0].answer(asked.to))

    def _line_bet(self) -> None:
        """623a.8(a): whoever is to throw a come out roll makes a line bet, where nobody has."""
        layout: Any = self.play.pending.menu  # type: ignore[union-attr]
        if not (layout.point or layout.line_bettors() or layout.come_bets_remain()):
            self.wager(layout.next_shooter(layout.players()) if layout.offered else layout.shooter, "pass_bet", 1000)


def test_623a_3_a_40_new_fire_bets_when_the_dice_pass_early() -> None:
    """Before the successor's first come out roll new Fire Bets are taken, and counted apart (I-623a-18)."""
    table = Hand()
    for seat in (1, 2):
        table.wager(seat, "pass_bet", 1000)
    table.wager(3, "fire_bet", 500)
    table.throw("4 4")
    table.throw("4 4")  # one point for the first Fire Bet
    for seat in (1, 2):
        table.wager(seat, "pass_bet", 1000)
    with pytest.raises(Refused):
        table.wager(3, "fire_bet", 100)
    table.play.answer(Answer(1, "pass_dice"))
    with pytest.raises(Refused):  # on offer, the dice may yet come back to the shooter who gave them up
        table.wager(3, "fire_bet", 100)
    table.play.answer(Answer(2, "accept_dice"))
    table.wager(3, "fire_bet", 100)
    with pytest.raises(Refused):
        table.wager(3, "fire_bet", 100)
    table.throw("3 3")
    assert [(bet.amount, bet.hand, bet.points) for bet in table.state.fire] == [(500, 0, (8,)), (100, 1, ())]
    table.throw("3 3")
    assert [bet.points for bet in table.state.fire] == [(8, 6), (6,)]
    for seat in (1, 2):
        table.wager(seat, "pass_bet", 1000)
    table.throw("2 2")
    table.throw("3 4")
    fires = [(e.stake, e.hand, e.returned) for e in table.settled if e.wager == "fire_bet"]
    assert fires == [(500, 0, 0), (100, 1, 0)]
    assert table.state.fire == ()


def test_623a_11_a_5_fire_bets_of_several_turns_are_settled_by_number() -> None:
    """At the loser 7 all pending Fire Bets are settled in numerical order, whichever turn they were made in."""
    table = Hand()
    table.wager(1, "pass_bet", 1000)
    table.wager(5, "fire_bet", 100)
    table.throw("3 4")
    table.play.answer(Answer(1, "pass_dice"))
    table.play.answer(Answer(5, "accept_dice"))
    table.wager(2, "fire_bet", 100)
    table.wager(5, "pass_bet", 1000)
    table.throw("4 4")
    table.throw("3 4")
    assert [e.seat for e in table.settled if e.wager == "fire_bet"] == [2, 5]


def test_623a_11_a_5_fire_bets_of_a_seat_stay_apart_when_the_first_is_paid_early() -> None:
    """Paid at its sixth point while a second one is pending, a Fire Bet leaves its number to nobody (I-623a-19)."""
    table = Hand(Rules(fire_bet=True, fire_bet_paid_at_six=True))
    table.wager(3, "fire_bet", 500)
    for number in (*SIX[:5], 4):
        table.throw(OF[number])
        table.throw(OF[number])
    for successor in (4, 5):
        table.wager(successor, "place_bet_to_win", 500, "9")
    table.play.answer(Answer(3, "pass_dice"))
    table.play.answer(Answer(4, "accept_dice"))
    table.wager(3, "fire_bet", 100)
    for _ in range(2):
        table.throw(OF[10])
    fire = [e for e in table.settled if e.wager == "fire_bet"]
    assert [(e.stake, e.hand, e.returned) for e in fire] == [(500, 0, 500_000)]
    table.play.answer(Answer(4, "pass_dice"))
    table.play.answer(Answer(5, "accept_dice"))
    table.wager(3, "fire_bet", 200)
    table.throw("2 2")
    assert [(bet.amount, bet.hand) for bet in table.state.fire] == [(100, 1), (200, 2)]


def test_623a_4_c_3_no_second_fire_bet_on_a_shooter_after_a_void_throw() -> None:
    """Betting reopens after a void throw, but a seat's Fire Bet on this shooter is made already (I-623a-35)."""
    again = {"seat": 1, "wager": "fire_bet", "amount": "1.00", "after": 1}
    void = {"kind": "die_off_table", "after": 1}
    wagers = [{"seat": 1, "wager": "fire_bet", "amount": "1.00"}, again]
    played = rolled({"wagers": wagers, "chance": ["4 4", "1 1"], "irregularities": [void]}, fire_bet=True)
    refused(played, "locked", "623a.4(c)(3)")


def test_623a_11_b_1_dice_handed_to_oneself_open_no_further_fire_bet() -> None:
    """$5 is the most on a shooter: one who passes the dice and takes them back is no new shooter (I-623a-39)."""
    table = Hand()
    table.wager(3, "fire_bet", 500)
    table.play.answer(Answer(3, "accept_dice"))
    with pytest.raises(Refused) as no:
        table.play.answer(Answer(3, "pass_dice"))
    assert isinstance(table.play.pending, Window)
    assert (no.value.cite, "pass_dice" in {o.says for o in table.play.pending.menu.offers(3)}) == ("623a.10(a)", False)
    table.throw("3 4")
    for said in ("pass_dice", "accept_dice"):
        with pytest.raises(Refused):
            table.wager(3, "fire_bet", 500)
        table.play.answer(Answer(3, said))
    with pytest.raises(Refused) as no:
        table.wager(3, "fire_bet", 500)
    assert no.value.cite == "623a.3(a)(40)"
    for dice in ("4 4", "3 4"):  # after a loser 7 the same player may be the next shooter
        table.throw(dice)
    table.wager(3, "fire_bet", 500)


def test_623a_11_a_1_after_a_hand_over_in_mid_point_fire_bets_wait_for_the_come_out() -> None:
    """A successor who takes over a point takes Fire Bets before their own first come out roll (I-623a-35)."""
    table = Hand()
    for seat in (1, 2):
        table.wager(seat, "pass_bet", 1000)
    table.throw("4 4")
    table.play.answer(Answer(1, "pass_dice"))
    with pytest.raises(Refused) as no:
        table.wager(3, "fire_bet", 100)
    assert no.value.cite == "623a.3(a)(40)"
    table.throw("4 4")  # the point is made; what follows is the successor's first come out roll
    table.wager(3, "fire_bet", 100)
    table.wager(2, "pass_bet", 1000)
    table.throw("3 4")
    assert [bet.seat for bet in table.state.fire] == [3]
    with pytest.raises(Refused):
        table.wager(4, "fire_bet", 100)


@pytest.mark.parametrize("ordered", [False, True])
def test_623a_11_a_2_dice_given_up_before_the_come_out_roll_open_fire_bets_on_the_successor(ordered: bool) -> None:
    """A shooter took over a point, made it and gives up the dice: Fire Bets on that shooter go on, and new ones are made on the
    next."""
    table = Hand()
    for seat in (1, 2):
        table.wager(seat, "pass_bet", 1000)
    table.throw("4 4")
    table.play.answer(Answer(1, "pass_dice"))
    table.throw("4 4")
    table.wager(3, "fire_bet", 100)
    table.play.report(Report("shooter_ordered_to_pass")) if ordered else table.play.answer(Answer(2, "pass_dice"))
    table.play.answer(Answer(3, "accept_dice"))
    table.wager(3, "fire_bet", 200)
    table.throw("4 5")
    assert [(bet.amount, bet.turn - table.state.turn, bet.hand) for bet in table.state.fire] == [
        (100, -1, 0),
        (200, 0, 1),
    ]


def test_623a_11_a_1_a_throw_that_only_decides_come_bets_is_no_come_out_roll_of_a_new_shooter() -> None:
    """A shooter who took over and made a point decides Come Bets first: Fire Bets on that shooter are still open after it."""
    table = Hand()
    for seat in (1, 2):
        table.wager(seat, "pass_bet", 1000)
    table.throw("4 4")
    table.wager(3, "come_bet", 1000)
    table.throw("3 3")
    for seat, said in ((1, "pass_dice"), (2, "accept_dice")):
        table.play.answer(Answer(seat, said))
    table.throw("4 4")  # the previous shooter's point; then nobody makes a line bet
    table.throw("4 5")
    assert table.state.deciding
    table.wager(3, "fire_bet", 100)
    table.wager(2, "pass_bet", 1000)
    table.throw("4 5")
    assert (table.state.point, [bet.seat for bet in table.state.fire]) == (9, [3])


def test_623a_11_a_1_fire_bets_open_again_when_the_dice_change_hands_at_the_close() -> None:
    """A shooter without a line bet loses the dice as betting closes; Fire Bets on the next shooter are then taken."""
    table = Hand()
    table.wager(1, "pass_bet", 1000)
    table.throw("3 4")
    table.wager(2, "pass_bet", 1000)
    with pytest.raises(Refused):
        table.wager(3, "fire_bet", 100)
    table.play.answer(close_betting())
    table.wager(3, "fire_bet", 100)
    table.throw("4 4")
    assert (table.state.shooter, [bet.seat for bet in table.state.fire]) == (2, [3])


def test_623a_11_the_fire_bet_is_not_offered_unless_filed() -> None:
    """Without the choice there is no Fire Bet, and at Mini-Craps it takes a second one (I-623a-20)."""
    refused(rolled(throw("1 fire_bet 5", "4 4")), "not_offered", "623a.3(a)(40)")
    refused(rolled(point(8), game="mini-craps", fire_bet=True), "forbidden_choice", "I-623a-20")
    both = {"fire_bet": True, "fire_bet_at_mini_craps": True}
    rolled(throw("1 fire_bet 5", "4 4"), game="mini-craps", **both).ok()
