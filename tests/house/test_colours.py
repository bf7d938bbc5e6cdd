"""Roulette chips of a colour: each patron has another one, they stay at their table, and no tray counts them."""

import random
from pathlib import Path
from typing import Any

import pytest

from pitboss.house.cage.looks import COLOURS
from pitboss.house.host import money
from pitboss.house.table.verify import verify_entries
from pitboss.house.wire import patron_lines
from pitboss.procedure import Refused
from tests.house.desk import run
from tests.house.money import MoneyDesk
from tests.house.test_book import verified
from tests.house.test_followed import Dealer

T = "roulette"
SEATS = (1, 2, 3, 4)


async def opened(desk: MoneyDesk) -> Dealer:
    await desk.begin()
    await desk.count(T, "opener")
    await desk.open_by_hand(T)
    return Dealer(desk, T, random.Random(3))


async def refusal(desk: MoneyDesk, **what: Any) -> str:
    with pytest.raises(Refused) as refused:
        await desk.do(T, Dealer(desk, T, random.Random(0)).session(), **what)
    return f"{refused.value.why}: {refused.value.sentence} {refused.value.cite}"


class Tray:
    """Value chips as a dealer moves them by hand, apart from every ledger."""

    def __init__(self, desk: MoneyDesk) -> None:
        self.desk, self.there = desk, desk.expected(T)
        self.coloured: set[int] = set()

    def has(self, seat: int) -> int:
        state = self.desk.table(T).state
        return state.ledger.chips(seat) + state.felt.stakes(seat) if seat in state.seats.players else 0

    def check(self) -> None:
        assert self.desk.expected(T) == self.there
        outside = sum(map(self.has, self.coloured))
        assert money.reading(self.desk.table(T)).colours == outside
        self.desk.book.accounts.check()

    async def sell(self, dealer: Dealer, seat: int, amount: int) -> None:
        taken = seat in self.desk.table(T).state.seats.players
        await self.desk.do(T, dealer.session(), do="sell_chips" if taken else "seat_patron", seat=seat, amount=amount)
        if seat not in self.coloured:
            self.there -= amount

    async def change(self, dealer: Dealer, seat: int, colour: str, value: int = 0) -> None:
        await self.desk.do(T, dealer.session(), do="change_colour", seat=seat, colour=colour, value=value)
        self.there += self.has(seat) if colour else -self.has(seat)
        self.coloured ^= {seat}

    async def play(self, dealer: Dealer) -> None:
        before = {seat: self.has(seat) for seat in SEATS}
        await dealer.round()
        self.there -= sum(self.has(seat) - had for seat, had in before.items() if seat not in self.coloured)

    async def leave(self, seat: int) -> None:
        if seat in self.coloured:
            self.there -= self.has(seat)
            self.coloured.remove(seat)
        await self.desk.do(T, self.desk.role("floor", T), do="free_seat", seat=seat, reason="done")


@pytest.mark.parametrize("seed", range(3))
def test_a_tray_of_value_chips_balances_with_colours_out_and_back(tmp_path: Path, seed: int) -> None:
    """617a.3(b), 603a.10(f): sold, played, changed and carried away at random; counted in value chips it is right to the cent."""

    async def work() -> None:
        pick = random.Random(seed)
        async with MoneyDesk(tmp_path) as desk:
            dealer, tray = await opened(desk), Tray(desk)
            for _ in range(30):
                seated = list(desk.table(T).state.seats.players)
                seat = pick.choice(SEATS)
                act = pick.choice(("sell", "change", "play", "play", "leave"))
                if seat not in seated or (act == "sell" and len(seated) < 2):
                    await tray.sell(dealer, seat, pick.choice((50_000, 100_000)))
                elif act == "sell":
                    await tray.sell(dealer, seat, 20_000)
                elif act == "change" and seat in tray.coloured:
                    await tray.change(dealer, seat, "")
                elif act == "change":
                    taken = {one.colour for one in desk.table(T).state.seats.colours.values()}
                    await tray.change(dealer, seat, pick.choice([one for one in COLOURS if one not in taken]), 100)
                elif act == "play":
                    await tray.play(dealer)
                else:
                    await tray.leave(seat)
                tray.check()
            await desk.count(T, "drop")  # at an open table, with colours out
            tray.check()
            for seat in list(desk.table(T).state.seats.players):
                await tray.leave(seat)
            tray.check()
            desk.host(T).recover()
            tray.check()
            await desk.close(T)
            slip = await desk.count(T, "closer")
            assert desk.book.slips[slip].difference == 0
            assert desk.book.accounts.balance("over and short") == 0
            verify_entries(list(desk.house.store.entries(T)))

    run(work)
    assert verified(tmp_path / "house.db").readings > 3  # the book read the table as its own record has it


def test_617a_3_b_each_player_has_another_colour(tmp_path: Path) -> None:
    async def work() -> None:
        async with MoneyDesk(tmp_path) as desk:
            dealer = await opened(desk)
            for seat in (1, 2):
                await desk.do(T, dealer.session(), do="seat_patron", seat=seat, amount=50_200)
            change = {"do": "change_colour", "seat": 1, "colour": "red"}
            assert "no_such_seat: Nobody has seat 3" in await refusal(desk, **change | {"seat": 3, "value": 100})
            assert "stale: Seat 1 plays with value chips" in await refusal(desk, do="change_colour", seat=1)
            assert "malformed: Expected one of the colours" in await refusal(
                desk, **change | {"colour": "gold", "value": 100}
            )
            assert "below_minimum: Expected a value from $1.00 to $500.00" in await refusal(desk, **change, value=50)
            assert "above_maximum" in await refusal(desk, **change, value=5_000_000)
            assert "not_a_unit: $502.00" in await refusal(desk, **change, value=500)
            await desk.do(T, dealer.session(), **change, value=200)
            line = next(one.line for one in patron_lines.met(desk.host(T), desk.table(T)) if one.line.seat == 1)
            assert (line.colour, line.chip) == ("red", 200)
            assert "not_lawful: Seat 1 has red chips; each player has another colour. Free: orange" in await refusal(
                desk, **change | {"seat": 2}, value=100
            )
            assert "stale: Seat 1 has red chips of $2.00; change them back first. 617a.3(b)" in await refusal(
                desk, **change | {"colour": "blue"}, value=100
            )
            assert "not_a_unit" in await refusal(desk, do="sell_chips", seat=1, amount=100)
            while desk.table(T).round is None:
                await desk.settle(T, 1)
            wager = {"do": "answer", "says": "wager", "wager": "red", "on": "", "by": 1}
            assert "not_a_unit: Seat 1 plays with red chips of $2.00 only" in await refusal(desk, **wager, amount=500)
            await desk.do(T, dealer.session(), **wager, amount=400)
            assert "locked: Seat 1 has $4.00 on the layout" in await refusal(desk, do="change_colour", seat=1)
            await desk.do(T, dealer.session(), **wager | {"says": "remove"}, amount=400)
            await desk.do(T, desk.role("floor", T), do="move_seat", seat=1, to_seat=5)
            assert desk.table(T).state.seats.colours[5].colour == "red"
            await desk.do(T, desk.role("floor", T), do="free_seat", seat=5, reason="done")
            assert not desk.table(T).state.seats.colours

    run(work)


def test_603a_10_other_games_have_value_chips_only(tmp_path: Path) -> None:
    async def work() -> None:
        async with MoneyDesk(tmp_path, ("casino-war",)) as desk:
            await desk.begin()
            await desk.count("casino-war", "opener")
            await desk.open_by_hand("casino-war")
            dealer = Dealer(desk, "casino-war", random.Random(3))
            await desk.do("casino-war", dealer.session(), do="seat_patron", seat=1, amount=50_000)
            with pytest.raises(Refused, match="value chips only"):
                await desk.do("casino-war", dealer.session(), do="change_colour", seat=1, colour="red", value=100)

    run(work)
