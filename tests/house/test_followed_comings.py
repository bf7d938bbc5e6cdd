"""Patrons without a device come, go, are moved, take boxes and are identified, while a dealer deals every game by hand: what holds
of patrons with devices (``coming_and_going``) holds of them."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from pitboss import catalogue
from pitboss.house.host.sessions import Session
from pitboss.house.table.verify import verify_entries
from pitboss.procedure import Election, Refused, Window
from pitboss.roles import Role
from pitboss.testkit.random_play import required, tender
from tests import kin
from tests.house import coming_and_going
from tests.house.desk import Desk, run
from tests.house.test_followed import FOLLOWED, Dealer

ACTS = ("leave", "come", "move", "swap", "box", "unbox", "identify")
CARDS = 6  # players' cards, and as many again that nobody has shown
OF_THE_MOMENT = ("locked", "no_such_seat", "one_position", "stale")  # why an act may be refused
OF_A_WAGER = (*OF_THE_MOMENT, "not_your_turn", "not_lawful", "wrong_role", "not_enough_chips")
UNLIMITED = msgspec.structs.replace(FOLLOWED, sale_maximum=1 << 40, sale_approval=1 << 40)
CHIPS = 500_000


class BusyDealer(Dealer):
    """Deals as the table asks; in between somebody comes or goes."""

    def __init__(self, desk: Desk, pick: random.Random) -> None:
        super().__init__(desk, "T", pick)
        self.done: Counter[str] = Counter()

    async def come_and_go(self) -> None:
        act = self.pick.choice(ACTS)
        try:
            self.done[act] += await self._does(act)
        except Refused as refused:
            assert refused.code in OF_THE_MOMENT, (act, refused)

    async def _does(self, act: str) -> bool:
        table, pick, dealer = self.table, self.pick, self.session()
        here, floor = table.state.seats, self.desk.person(Role.PIT_MANAGER, "T")
        free = [seat for seat in range(1, table.rules.posted.seats + 1) if not here.holder(seat)]
        seat, to = pick.choice(list(here.players)), pick.choice(free or [0])
        if act in ("leave", "swap") and len(here.players) > 1:
            await self.desk.do("T", dealer, do="free_seat", seat=seat, patron=here.patron(seat))
            if act == "swap":
                await self.desk.do("T", dealer, do="seat_patron", seat=seat, amount=CHIPS)
        elif act == "come" and to and len(here.players) < 5:
            card = pick.choice(("", f"C{pick.randrange(CARDS)}"))
            await self.desk.do("T", dealer, do="seat_patron", seat=to, amount=CHIPS, card=card)
        elif act == "move" and to:
            await self._move(floor, seat, to)
        elif act == "box":
            await self.desk.do("T", dealer, do="give_box", seat=seat)
        elif act == "unbox" and here.boxes:
            await self.desk.do("T", dealer, do="free_seat", seat=pick.choice(list(here.boxes)))
        elif act == "identify":
            card, patron = f"C{pick.randrange(2 * CARDS)}", 1 + pick.randrange(here.patrons_met)
            await self.desk.do("T", floor, do="identify_patron", patron=patron, card=card)
        else:
            return False
        return True

    async def _move(self, floor: Session, seat: int, to: int) -> None:
        before = coming_and_going.offered(self.desk, seat)
        await self.desk.do("T", floor, do="move_seat", seat=seat, to_seat=to)
        if seat not in self.table.state.seats.moves:
            assert coming_and_going.offered(self.desk, to) == before, (seat, to)

    async def answer(self, election: Election) -> None:
        if self.pick.random() < 0.1:
            await self.come_and_go()
            if self.table.round is None or election not in self.table.round.elections():
                return
        await super().answer(election)

    async def bets(self) -> None:
        """Whoever is there may wager, bank or take the dice, and is moved or leaves before betting closes."""
        for _ in range(3):
            await self.come_and_go()
        for seat in (*self.table.state.seats.players, *self.table.state.seats.boxes):
            window, here = self.table.round.pending, self.table.state.seats
            assert isinstance(window, Window)
            offers = [
                o for o in window.menu.offers(seat, here.player(seat)) if o.says in ("wager", "bank", "accept_dice")
            ]
            if here.holder(seat) and offers:
                main = [o for o in offers if o.says != "wager" or not self.table.game.wager(o.wager).needs]
                with of_the_moment():
                    offer = self.pick.choice(
                        (main or offers)[-2:] if self.pick.random() < 0.3 else (main or offers)[:1]
                    )
                    await self.desk.say("T", self.session(), tender(seat, offer, lambda n: 0))
            if self.pick.random() < 0.2:
                await self.come_and_go()
        for _ in range(6):
            try:
                await self.desk.do("T", self.session(), do="no_more_bets")
                return
            except Refused as refusal:
                with of_the_moment():
                    if (wanted := required(self.table.round, refusal)) is not None:
                        await self.desk.say("T", self.session(), wanted)


@contextmanager
def of_the_moment() -> Iterator[None]:
    """A wager may be refused because somebody was moved, or is not there any more."""
    try:
        yield
    except Refused as refused:
        assert refused.code in OF_A_WAGER, refused


def check(database: Path, game: str, seed: int, rounds: int) -> Counter[str]:
    """Deal so, and read the record beside a list of one's own."""
    plan = msgspec.structs.replace(coming_and_going.plan(game), settings=UNLIMITED)

    async def work() -> Counter[str]:
        async with Desk(database, [plan]) as desk:
            dealer = BusyDealer(desk, random.Random(f"{game} {seed}"))
            for seat in (1, 3):
                await desk.do("T", dealer.session(), do="seat_patron", seat=seat, amount=CHIPS)
            await desk.open_by_hand("T")
            for _ in range(rounds):
                await dealer.round()
                await dealer.come_and_go()
            record = list(desk.house.store.entries("T"))
        verify_entries(record)
        assert plan.rules is not None
        coming_and_going.check_rights(record, catalogue.game(game), plan.rules)
        return dealer.done + coming_and_going.check_record(record)

    return run(work)


@pytest.mark.parametrize("game", kin.names())
def test_people_for_whom_the_dealer_speaks_come_and_go(game: str, tmp_path: Path) -> None:
    seen = check(tmp_path / "house.db", game, 1, 4)
    assert seen["seated"] + seen["seat_moved"] > 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 10))
@pytest.mark.parametrize("game", sorted(catalogue.games()))
def test_people_for_whom_the_dealer_speaks_come_and_go_at_length(game: str, seed: int, tmp_path: Path) -> None:
    check(tmp_path / "house.db", game, seed, 20)
