"""The window of the cage beside its tables: tips, coupons, what corrections left owed; and vigorish that is marked."""

import random
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.chapters.ch627a_minibaccarat.rules import Rules
from pitboss.families.baccarat.rules import VigorishCollection
from pitboss.house.book import accounts
from pitboss.house.book.book import MoneyBook
from pitboss.house.bookkeeper import Bookkeeper
from pitboss.house.cage.deposits import deposit_of
from pitboss.house.people.demonstration import credential_of
from pitboss.house.storage.reading import Reader
from pitboss.house.storage.seal import Sealer
from pitboss.house.tasks.queue import of_table
from pitboss.money import cents
from pitboss.procedure import Refused
from pitboss.roles import Role
from pitboss_audit.record import rounds
from tests.house.desk import run
from tests.house.money import MoneyDesk
from tests.house.test_book import again, verified
from tests.house.test_book_refusals import drawer, opened
from tests.house.test_followed import Dealer

R, B = "roulette", "minibaccarat"
CASHIER = "cashier-2"


async def seated(desk: MoneyDesk, table: str = R, amount: int = 50_000, card: str = "") -> Dealer:
    """A table that is open, with a patron in seat 1, and a cashier with a drawer."""
    await drawer(desk)
    await opened(desk, table)
    dealer = Dealer(desk, table, random.Random(3))
    await desk.do(table, dealer.session(), do="seat_patron", seat=1, amount=amount, card=card)
    return dealer


class OnTheBanker(Dealer):
    async def bets(self) -> None:
        wager = {"do": "answer", "says": "wager", "wager": "bankers_hand", "amount": 5000, "by": 1}
        await self.desk.do(self.name, self.session(), **wager)
        await self.desk.do(self.name, self.session(), do="no_more_bets")


async def refused(desk: MoneyDesk, words: str, by: Role | str, do: str, **fields: Any) -> None:
    with pytest.raises(Refused, match=words) as caught:
        await desk.money(by, do, **fields)
    assert caught.value.cite


def held(book: MoneyBook, *names: str) -> list[int]:
    return [book.accounts.balance(name) for name in names]


def test_601a_10_g_a_tip_goes_into_the_tip_box_and_is_redeemed_at_the_cage(tmp_path: Path) -> None:
    """No tray changes by it; what the box holds is nobody's win, and what was put there unseen is redeemed as well."""

    async def work() -> None:
        async with MoneyDesk(tmp_path) as desk:
            await desk.begin()
            dealer = await seated(desk)
            before = desk.expected(R)
            for amount, words in ((0, "a tip is a part of that, not"), (50_100, r"has \$500.00 in the rack")):
                with pytest.raises(Refused, match=words):
                    await desk.do(R, dealer.session(), do="tip", seat=1, amount=amount)
            with pytest.raises(Refused, match="Nobody has seat 2"):
                await desk.do(R, dealer.session(), do="tip", seat=2, amount=500)
            await desk.do(R, dealer.session(), do="tip", seat=1, amount=2500)
            assert desk.table(R).state.ledger.chips(1) == 47_500
            assert desk.expected(R) == before
            window: dict[str, Any] = {"act": "redeem tips", "table": R, "chips": {500: 6}}
            await refused(desk, "Say who brought the tip box", CASHIER, "at_window", **window)
            await refused(desk, "Say whose tip box it is: roulette", CASHIER, "at_window", **window | {"table": "x"})
            await refused(desk, "were never given", CASHIER, "at_window", name="Dana", **window | {"chips": {500: 101}})
            await desk.money(CASHIER, "at_window", name="Dana", **window)  # $5 more than was announced
            assert held(desk.book, accounts.tips(R), accounts.PATRONS) == [0, 47_000]
            assert desk.book.holdings[accounts.drawer_chips(CASHIER)] == {500: 6}
            assert held(desk.book, accounts.drawer(CASHIER)) == [500_000 - 3000]
            await desk.do(R, desk.role("floor", R), do="free_seat", seat=1, reason="x")
            await desk.close(R)
            slip = await desk.count(R, "closer")
            assert desk.book.slips[slip].difference == 0
            again(desk)

    run(work)
    assert verified(tmp_path / "house.db").readings > 3


def test_a_coupon_is_paid_in_cash_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with MoneyDesk(tmp_path) as desk:
            await desk.begin()
            await drawer(desk)
            coupon: dict[str, Any] = {"act": "coupon", "about": "X-7", "amount": 2500, "name": "in a hat"}
            await refused(desk, "which coupon", CASHIER, "at_window", **coupon | {"about": ""})
            await refused(desk, "which coupon", CASHIER, "at_window", **coupon | {"amount": 0})
            await refused(desk, r"has \$5000.00", CASHIER, "at_window", **coupon | {"amount": 500_100})
            receipt = await desk.money(CASHIER, "at_window", **coupon)
            await refused(desk, f"with {receipt}; a coupon is used once", CASHIER, "at_window", **coupon)
            assert held(desk.book, accounts.COUPONS, accounts.drawer(CASHIER)) == [2500, 497_500]
            again(desk)

    run(work)


def test_627a_12_d_marked_vigorish_is_an_account_of_its_own(tmp_path: Path) -> None:
    """Marked it is owed and in no tray; collected it is in the tray and owed no more."""

    async def work() -> None:
        rules = Rules(vigorish_collection=VigorishCollection.DEFERRED)
        async with MoneyDesk(tmp_path, (B,), rules=rules) as desk:
            await desk.begin()
            await seated(desk, B, 500_000)
            dealer, marked = OnTheBanker(desk, B, random.Random(3)), 0
            for _ in range(20):
                if not marked:
                    await dealer.round()
                    markers = desk.table(B).state.felt.markers.items()
                    marked = sum(cents(at.removeprefix("$")) for name, at in markers if name.startswith("vigorish"))
            assert marked
            await desk.count(B, "shift")
            assert held(desk.book, accounts.MARKED, accounts.UNCOLLECTED) == [marked, -marked]
            assert desk.book.accounts.balance(accounts.OVER_SHORT) == 0
            while desk.table(B).round is None:
                await desk.take_and_pay(B)
                await desk.settle(B, 3)
            await desk.do(B, desk.role("floor", B), do="free_seat", seat=1, reason="x")
            await desk.count(B, "shift")
            assert held(desk.book, accounts.MARKED, accounts.OVER_SHORT) == [0, 0]
            again(desk)

    run(work)
    assert verified(tmp_path / "house.db").readings > 3


async def corrected(desk: MoneyDesk, amount: int, card: str = "") -> str:
    """A patron who left is owed by a correction, or owes; what it is settled under."""
    dealer = await seated(desk, card=card)
    await dealer.round()
    number = desk.table(R).state.felt.number
    await desk.do(R, desk.role("floor", R), do="free_seat", seat=1, reason="x")
    floor = desk.role("floor", R)
    fields: dict[str, Any] = {"rounds": [number], "reason": "misread", "lines": [{"seat": 1, "amount": amount}]}
    await desk.do(R, floor, do="propose_correction", **fields)
    await desk.do(R, desk.person(Role.SHIFT_MANAGER, R), do="decide_correction", number=1, agreed=True)
    return f"{R} 1 1"


@pytest.mark.parametrize(("amount", "act"), [(4000, "pay owed"), (-4000, "collect owed")])
def test_i_gen_44_what_is_owed_is_settled_at_the_window_with_a_receipt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, amount: int, act: str
) -> None:
    """Out of a drawer, once, also where the house stops between window and table; nobody marks it as settled otherwise."""

    async def work() -> None:
        async with MoneyDesk(tmp_path) as desk:
            await desk.begin()
            about = await corrected(desk, amount)
            owed = desk.table(R).state.disputes.owed
            assert [one.amount for one in owed] == [amount]
            cashier = desk.person_session(desk.one(CASHIER))
            with pytest.raises(Refused, match="The cage settles it at its window"):
                await desk.do(R, cashier, do="settle_owed", number=1, seat=1)
            with pytest.raises(Refused, match="cage cashier"):
                await desk.do(R, desk.role("floor", R), do="settle_owed", number=1, seat=1)
            other = "collect owed" if act == "pay owed" else "pay owed"
            await refused(desk, "Nothing is owed", CASHIER, "at_window", act=other, about=about)
            (task,) = [one for one in of_table(desk.host(R), desk.one(CASHIER)) if one.kind == "owed"]
            assert task.yours
            assert task.act is not None
            assert task.act.body["act"] == act
            with monkeypatch.context() as patch:
                patch.setattr(Bookkeeper, "_note_settled", stopped)
                with pytest.raises(SystemError):
                    await desk.money(CASHIER, "at_window", act=act, about=about)
            assert [one.amount for one in owed] == [amount], "the table knows nothing of it yet"
            receipt = await desk.money(CASHIER, "at_window", act=act, about=about)
            assert (receipt, desk.table(R).state.disputes.owed) == ("R-000001", [])
            await refused(desk, f"was settled with {receipt}", CASHIER, "at_window", act=act, about=about)
            assert held(desk.book, accounts.drawer(CASHIER)) == [500_000 - amount]
            await desk.close(R)
            await desk.count(R, "closer")
            assert held(desk.book, accounts.OWED, accounts.OVER_SHORT) == [0, 0]
            again(desk)

    run(work)
    assert verified(tmp_path / "house.db").readings > 3


def test_i_gen_44_who_has_an_account_gets_it_into_the_deposit(tmp_path: Path) -> None:
    """Also where they showed a card to the dealer, and never had a deposit. Another engine reads the record of it, too."""

    async def work() -> None:
        async with MoneyDesk(tmp_path) as desk:
            await desk.begin()
            patron = credential_of(Role.PLAYER)
            await corrected(desk, 4000, card=patron)
            await desk.house.cashier.settle_all()
            await desk.house.cashier.brought_back()
            assert desk.table(R).state.disputes.owed == []
            assert desk.house.cage.purse(deposit_of(patron)).balance == 4000
            await desk.money(CASHIER, "at_window", act="withdraw", patron=patron, amount=4000)
            await desk.close(R)
            await desk.count(R, "closer")
            assert held(desk.book, accounts.DEPOSITS, accounts.OWED, accounts.OVER_SHORT) == [0, 0, 0]
            again(desk)

    run(work)
    assert verified(tmp_path / "house.db").readings > 3
    with closing(Reader(tmp_path / "house.db", Sealer.beside(tmp_path / "house.db"))) as reader:
        journals = [entry for journal in ("cage", R) for entry in reader.entries(journal)]
    assert [one.table for one in rounds(map(msgspec.json.encode, journals))] == [R, R]


async def stopped(*_: object) -> None:
    raise SystemError
