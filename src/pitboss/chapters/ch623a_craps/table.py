"""What stays at the table from one throw to the next."""

from collections.abc import Iterator

import msgspec

from pitboss.money import Cents
from pitboss.seating import Seat
from pitboss.wagers import Wager

Key = tuple[Seat, str, str]  # whose wager, of what kind, on what spot


class Fire(msgspec.Struct, frozen=True, array_like=True):
    """A pending Fire Bet with the different points made for it (I-623a-17).

    ``turn`` is the turn of the dice it was made for; ``hand`` tells a seat's pending Fire Bets apart.
    """

    seat: Seat
    amount: Cents
    turn: int
    hand: int = 0
    points: tuple[int, ...] = ()


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state between two throws: puck, dice and layout."""

    point: int = 0  # 0: the next throw is a come out roll
    shooter: Seat = 0  # who threw last; 0: nobody yet
    turn: int = 1
    offered: bool = True  # the dice are on offer to the players at the left of the shooter
    fresh: bool = True  # no come out roll has been made in this turn, so Fire Bets are open
    deciding: bool = False  # 623a.10(b): the last throw was made only to decide Come and Don't Come Bets
    up: tuple[tuple[Key, Cents], ...] = ()
    called: tuple[Key, ...] = ()  # the wagers that were called on or off for come out rolls
    fire: tuple[Fire, ...] = ()

    def wagers(self) -> Iterator[Wager]:
        """Every wager on the layout, in the order it was made; Fire Bets last."""
        yield from (Wager(seat, kind, on, amount) for (seat, kind, on), amount in self.up)
        yield from (Wager(bet.seat, "fire_bet", "", bet.amount, bet.hand) for bet in self.fire)
