"""What stays at the table from one throw to the next."""

from collections.abc import Iterator

import msgspec

from pitboss.game import RoundStart
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
    players: tuple[tuple[Seat, str], ...] = ()  # who has wagers at a seat, where that is not the seat's own player
    shooter_player: str = ""  # who threw last, where that is not the player of the seat

    def begins(self, start: RoundStart) -> "Table":
        """The same, with players who were moved where they are now."""
        if not start.players:
            return self
        owners = self.owners()
        now = start.moved(owners.items())
        staying = {seat for seat in owners if now.get(seat, seat) == seat}
        now = {seat: to for seat, to in now.items() if to not in staying}  # nobody's chips are put among another's
        threw = self.shooter_player or str(self.shooter)
        shooter = start.seat_of(threw, self.shooter) if self.shooter else 0
        if not now and shooter in (0, self.shooter):
            return self
        shooter = shooter or self.shooter
        players = ((now.get(seat, seat), player) for seat, player in owners.items())
        return msgspec.structs.replace(
            self,
            shooter=shooter,
            shooter_player="" if threw == str(shooter) else threw,
            up=tuple(((now.get(seat, seat), kind, on), amount) for (seat, kind, on), amount in self.up),
            called=tuple((now.get(seat, seat), kind, on) for seat, kind, on in self.called),
            fire=tuple(msgspec.structs.replace(bet, seat=now.get(bet.seat, bet.seat)) for bet in self.fire),
            players=tuple((seat, player) for seat, player in players if player != str(seat)),
        )

    def owners(self) -> dict[Seat, str]:
        """Who has wagers at each seat where some are up."""
        names = dict(self.players)
        seats = dict.fromkeys([*(seat for (seat, _, _), _ in self.up), *(bet.seat for bet in self.fire)])
        return {seat: names.get(seat) or str(seat) for seat in seats}

    def wagers(self) -> Iterator[Wager]:
        """Every wager on the layout, in the order it was made; Fire Bets last."""
        yield from (Wager(seat, kind, on, amount) for (seat, kind, on), amount in self.up)
        yield from (Wager(bet.seat, "fire_bet", "", bet.amount, bet.hand) for bet in self.fire)
