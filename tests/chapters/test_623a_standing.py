"""Chapter 623a: how each wager stands before the next throw, and who has the dice."""

import pytest

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.game import RoundStart
from pitboss.procedure import CHANCE, DEALER, Answer, Draw, Election, LayoutStatus, WagerStatus, Window
from pitboss.submission import submit
from pitboss.wagers import WAGER, close_betting

FILED = {"minimum": "5.00", "maximum": "500.00", "buy_bets": True, "lay_bets": "in_addition", "odds_multiple": 5}
PASS, DONT, PLACE, LAY = "pass_bet", "dont_pass_bet", "place_bet_to_win", "lay_bet"


class Table:
    """Throw after throw; ``stand`` is what is told before the next."""

    def __init__(self, **choices: object) -> None:
        self.game = catalogue.game("craps")
        self.rules = submit(self.game.rules, FILED | choices)
        self.state, self.number = self.game.open(self.rules), 0
        self._open()

    def _open(self) -> None:
        self.number += 1
        self.round = Round(self.game, self.rules, self.state, RoundStart(self.number, seated=(1, 2)))

    def bet(self, wager: str, on: str = "", amount: int = 1000) -> "Table":
        self.round.answer(Answer(1, WAGER, wager, on, amount))
        return self

    def say(self, says: str, wager: str = "", on: str = "") -> "Table":
        self.round.answer(Answer(1, says, wager, on))
        return self

    def throw(self, dice: str) -> "Table":
        while not self.round.closed:
            asked = self.round.pending
            if isinstance(asked, Window):
                self.round.answer(close_betting())
            elif isinstance(asked, Draw):
                self.round.answer(Answer(CHANCE, dice))
            else:
                assert isinstance(asked, Election)
                assert asked.default is not None
                self.round.answer(asked.default.answer(DEALER))
        self.state = self.round.result
        self._open()
        return self

    @property
    def all(self) -> LayoutStatus:
        assert isinstance(self.round.pending, Window)
        return self.round.pending.menu.status()

    def stand(self, wager: str, on: str = "") -> WagerStatus:
        found = [one for one in self.all.wagers if (one.wager, one.on) == (wager, on)]
        return found[0] if found else WagerStatus(1, wager, on)


@pytest.mark.parametrize("wager", [PLACE, "place_bet_to_lose", "buy_bet"])
def test_623a_3_a_5_6_41_off_on_the_come_out(wager: str) -> None:
    """Off before a come out roll, with the provision; working once a point is on (I-623a-04)."""
    table = Table().bet(PASS).bet(wager, "6", 1200)
    off = table.stand(wager, "6")
    assert (off.works, off.called, off.cite) == (False, False, catalogue.game("craps").wager(wager).cite)
    assert table.throw("4 4").stand(wager, "6") == WagerStatus(1, wager, "6")


def test_623a_3_a_7_hardways_off_on_the_come_out() -> None:
    """So are Hardway Bets; a bet on one throw always works."""
    table = Table().bet("six_the_hardway_bet").bet("any_seven_bet")
    assert not table.stand("six_the_hardway_bet").works
    assert table.stand("any_seven_bet").works


def test_623a_3_a_5_called_on_and_off_again() -> None:
    """What its player calls on works, and is told apart from what works by itself."""
    table = Table().bet(PLACE, "6", 1200).say("called_on", PLACE, "6")
    assert (table.stand(PLACE, "6").works, table.stand(PLACE, "6").called) == (True, True)
    table.say("called_off", PLACE, "6")
    assert (table.stand(PLACE, "6").works, table.stand(PLACE, "6").called) == (False, False)


def test_623a_3_a_42_lay_bet_works_unless_called_off() -> None:
    """I-623a-04: a Lay Bet is on, unless its player calls it off."""
    table = Table().bet(LAY, "4")
    assert table.stand(LAY, "4").works
    off = table.say("called_off", LAY, "4").stand(LAY, "4")
    assert (off.works, off.called) == (False, True)


@pytest.mark.parametrize(("live", "works"), [("off", False), ("live", True)])
def test_i_623a_03_come_odds_on_the_come_out(live: str, works: bool) -> None:
    """Odds behind a Come Bet are off on a come out roll, unless filed otherwise."""
    table = Table(come_odds_on_come_out=live).bet(PASS).throw("4 4").bet("come_bet").throw("3 3")
    table.bet("supplemental_come_bet", "6").throw("2 6")
    stands = table.stand("supplemental_come_bet", "6")
    assert (stands.works, stands.cite) == (works, "" if works else "I-623a-03")


def test_623a_4_c_1_pass_bet_is_locked_by_its_point() -> None:
    """Free before the come out roll, locked after it; and only the one with a point."""
    table = Table().bet(PASS)
    assert table.stand(PASS) == WagerStatus(1, PASS)
    locked = table.throw("4 4").stand(PASS)
    assert (locked.locked, locked.cite) == (True, "623a.4(c)(1)")
    assert not table.throw("2 6").bet(PASS).stand(PASS).locked


def test_623a_4_c_2_come_bet_is_locked_by_its_point() -> None:
    """A Come Bet on its number stays; one still in the Come area may be taken down."""
    table = Table().bet(PASS).throw("4 4").bet("come_bet")
    assert table.stand("come_bet") == WagerStatus(1, "come_bet")
    assert table.throw("3 3").stand("come_bet", "6").cite == "623a.4(c)(2)"
    assert table.stand("come_bet", "6").locked


def test_623a_4_d_dont_bets_may_come_down() -> None:
    """A Don't Pass Bet with a point is not locked, but does not go up."""
    stands = Table().bet(DONT).throw("4 4").stand(DONT)
    assert (stands.locked, stands.cite) == (False, "623a.4(d)")


def test_623a_6_e_what_may_back_a_bet_is_what_the_book_takes() -> None:
    """The limit told with a bet is the limit at which odds are refused, here five times the bet."""
    table = Table().bet(PASS).throw("2 2")
    assert "odds up to $50.00, 5× the bet" in table.stand(PASS).note
    assert isinstance(table.round.pending, Window)
    (offer,) = [o for o in table.round.pending.menu.offers(1) if (o.says, o.wager) == (WAGER, "supplemental_pass_bet")]
    assert offer.most == 5000


def test_623a_4_c_3_fire_bet_with_its_points() -> None:
    """A Fire Bet is locked from the first; the points made for it are told."""
    table = Table(fire_bet=True).bet("fire_bet", amount=500).bet(PASS)
    assert (table.stand("fire_bet").locked, table.stand("fire_bet").cite) == (True, "623a.4(c)(3)")
    assert "none yet" in table.throw("2 2").stand("fire_bet").note
    assert table.throw("1 3").stand("fire_bet").note == "points made: 4"


def test_623a_7_b_623a_10_c_whose_the_dice_are() -> None:
    """On offer at first; with the shooter until the loser 7; then on offer to the shooter's left."""
    table = Table().bet(PASS)
    assert table.all.turn is not None
    assert (table.all.turn.seat, table.all.turn.words) == (1, "offered the dice")
    turn = table.throw("4 4").all.turn
    assert turn is not None
    assert (turn.seat, turn.words) == (1, "shooter")
    after = table.throw("3 4").all.turn
    assert after is not None
    assert (after.seat, after.words, after.cite) == (2, "offered the dice", "623a.10(c)")
