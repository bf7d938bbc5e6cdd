"""One balance: play chips belong to the visitor, go along from table to table, never below zero, and none is lost."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.house.cage.looks import COLOURS, checked_name
from pitboss.house.cage.purses import OPENING
from pitboss.house.founding import Plan
from pitboss.house.table.verify import verify_any
from pitboss.house.wire.limits import ClientLimits
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.desk import Desk, run
from tests.house.live import NO_CERTIFICATES, PRACTICE, Live, credentials, new_key
from tests.house.purses import DAY, ME, PLANS, YOU, A, B, balance, counted, kinds, leave, sit

# --- out of a purse, and back


def test_chips_go_along_from_table_to_table(tmp_path: Path) -> None:
    """What is left at one table is what can be brought to the next."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            session = await sit(desk, A)
            assert (balance(desk), desk.table(A).state.ledger.chips(session.seat)) == (
                OPENING - PRACTICE.buy_in,
                PRACTICE.buy_in,
            )
            await desk.bet(A, session, "red", 50_000)
            await desk.do(A, session, do="ready")
            left = desk.table(A).state.ledger.chips(session.seat)
            assert left in (50_000, 150_000)
            await leave(desk, A, session)
            assert balance(desk) == OPENING - PRACTICE.buy_in + left
            other = await sit(desk, B, balance(desk))
            assert (balance(desk), desk.table(B).state.ledger.chips(other.seat)) == (
                0,
                OPENING - PRACTICE.buy_in + left,
            )
            found = counted(tmp_path / "house.db")
            assert (found.in_purses, found.at_tables, found.lost) == (0, OPENING - 100_000 + left, 100_000 - left)

    run(work)


@pytest.mark.parametrize(("amount", "taken"), [(OPENING - 1, True), (OPENING, True), (OPENING + 1, False)])
def test_nobody_brings_more_than_they_have(tmp_path: Path, amount: int, taken: bool) -> None:
    """Below, at and above the balance; a refusal is one sentence, and nothing is written."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            if taken:
                session = await sit(desk, A, amount)
                assert (balance(desk), desk.table(A).state.ledger.chips(session.seat)) == (OPENING - amount, amount)
                return
            with pytest.raises(Refused, match=r"You have \$10000.00 in your purse, and that takes \$10000.01"):
                await sit(desk, A, amount)
            assert kinds(desk) == []

    run(work)


@pytest.mark.parametrize(("amount", "taken"), [(99, False), (100, True), (101, True)])
def test_a_buy_in_is_at_least_one_wager(tmp_path: Path, amount: int, taken: bool) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            assert desk.table(A).rules.minimum == 100
            if taken:
                assert desk.table(A).state.ledger.chips((await sit(desk, A, amount)).seat) == amount
            else:
                with pytest.raises(Refused, match=r"at least \$1.00, the least wager here, not \$0.99"):
                    await sit(desk, A, amount)

    run(work)


def test_more_chips_come_out_of_the_same_purse_and_go_back_into_it(tmp_path: Path) -> None:
    """Whoever runs low buys what is usual, or what they have; with nothing left they are told so."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            elsewhere = await sit(desk, B, OPENING - 30_100)
            session = await sit(desk, A, 100)
            key = desk.key()
            first = await desk.house.cashier.buy(desk.host(A), session, key)
            assert (first["rack"], balance(desk)) == (30_100, 0)
            assert await desk.house.cashier.buy(desk.host(A), session, key) == first  # the same press again
            with pytest.raises(Refused, match="more chips can be bought below"):
                await desk.house.cashier.buy(desk.host(A), session, desk.key())
            await desk.bet(A, session, "red", 30_000)
            await desk.do(A, session, do="ready")
            if (rack := desk.table(A).state.ledger.chips(session.seat)) < 10_000:
                with pytest.raises(Refused, match="no chips left in your purse"):
                    await desk.house.cashier.buy(desk.host(A), session, desk.key())
            await leave(desk, A, session)
            assert balance(desk) == rack
            await leave(desk, B, elsewhere)
            assert balance(desk) == OPENING - 30_100 + rack
            assert counted(tmp_path / "house.db").at_tables == 0

    run(work)


def test_the_same_wish_is_paid_for_once(tmp_path: Path) -> None:
    """Twice one after the other, twice at once, and at once by two visitors: one seat, one buy-in."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            first, again = await sit(desk, A, key="k" * 16), await sit(desk, A, key="k" * 16)
            assert first == again
            await asyncio.gather(*(sit(desk, A, purse="guest other", key="m" * 16) for _ in range(8)))
            await asyncio.gather(*(sit(desk, A, purse=purse, key="n" * 16) for purse in (YOU, "guest else")))
            assert len(desk.table(A).state.seats.players) == 3
            found = counted(tmp_path / "house.db")
            assert (found.at_tables, found.on_the_way) == (3 * PRACTICE.buy_in, 0)
            assert balance(desk) == balance(desk, "guest other") == OPENING - PRACTICE.buy_in
            assert balance(desk, YOU) + balance(desk, "guest else") == 2 * OPENING - PRACTICE.buy_in

    run(work)


def test_chips_come_back_however_a_seat_is_given_up(tmp_path: Path) -> None:
    """By the floor, after a move to another seat; by the house when nobody came back."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            session, floor = await sit(desk, A, 70_000), desk.person(Role.PIT_MANAGER, A)
            await desk.do(A, floor, do="move_seat", seat=session.seat, to_seat=5)
            await desk.do(A, floor, do="free_seat", seat=5, reason="asked to")
            await desk.house.cashier.brought_back()
            assert balance(desk) == OPENING
            gone = await sit(desk, B, 60_000)
            desk.host(B).presence.out_of_reach[gone.seat] = desk.clock.elapsed()
            assert balance(desk) == OPENING - 60_000
            await desk.settle(B, 3600)
            await desk.house.cashier.brought_back()
            assert balance(desk) == OPENING
            assert kinds(desk).count("chips_back") == 2
            await desk.house.record.make_head()  # an hour went by in no time, and a house makes one every minute
            assert counted(tmp_path / "house.db").in_purses == OPENING

    run(work)


def test_a_refused_seat_costs_nothing_and_chips_on_the_way_are_returned(tmp_path: Path) -> None:
    """Ten come for eight seats at the same moment: two have their chips back. Who comes later leaves no entry."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            came = (sit(desk, A, 1_000, f"guest {number}") for number in range(10))
            found = await asyncio.gather(*came, return_exceptions=True)
            assert sum(isinstance(one, Refused) for one in found) == 2
            assert kinds(desk).count("chips_returned") == 2
            assert sorted(p.balance for p in desk.house.cage.purses.values()) == [OPENING - 1_000] * 8 + [OPENING] * 2
            written = len(kinds(desk))
            with pytest.raises(Refused, match="every seat is taken"):
                await sit(desk, A)
            assert len(kinds(desk)) == written
            assert counted(tmp_path / "house.db").on_the_way == 0

    run(work)


def test_whose_chips_they_are_is_known_after_a_restart(tmp_path: Path) -> None:
    """A table that is rebuilt from its snapshot gives a rack back to the purse that it came from."""

    async def play() -> int:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            session = await sit(desk, A, 20_000)
            await desk.bet(A, session, "red", 5_000)
            await desk.do(A, session, do="ready")
            assert desk.house.store.snapshots.snapshot(A) is not None
            return desk.table(A).state.ledger.chips(session.seat)

    left = run(play)

    async def leave_later() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            (seat,) = desk.table(A).state.seats.players
            await desk.do(A, desk.person(Role.PIT_MANAGER, A), do="free_seat", seat=seat, reason="the end")
            await desk.house.cashier.brought_back()
            assert balance(desk) == OPENING - 20_000 + left

    run(leave_later)


def test_a_seat_without_a_purse_is_as_before(tmp_path: Path) -> None:
    """Patrons at a dealer and programs inside the house move no chips of the cage."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            session = await desk.sit(A)
            await leave(desk, A, session)
            assert kinds(desk) == []
            assert counted(tmp_path / "house.db").given == 0

    run(work)


def test_no_table_has_the_name_of_the_cage(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="cannot be called 'cage'"):
        run(lambda: Desk(tmp_path / "house.db", [Plan("cage", "roulette", "Roulette", PRACTICE)]).__aenter__())


# --- topping up, name and colour


def test_chips_are_topped_up_once_a_day_or_when_there_are_none(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            desk.folds = False  # chips are moved by hand below, past the record
            cage, cashier = desk.house.cage, desk.house.cashier

            async def top_up(day: str = DAY) -> int:
                return (await cage.top_up(ME, day, cashier.at_tables(ME))).balance

            with pytest.raises(Refused, match=r"topped up below \$10000.00"):
                await top_up()
            session = await sit(desk, A, 100)
            assert await top_up() == OPENING
            other = await sit(desk, B, OPENING)
            with pytest.raises(Refused, match="were topped up today"):  # there are chips at tables
                await top_up()
            for name, one in ((A, session), (B, other)):
                desk.table(name).state.ledger.move(
                    desk.table(name).state.ledger.rack(one.seat),
                    "inventory",
                    desk.table(name).state.ledger.chips(one.seat),
                )
            assert cashier.at_tables(ME) == 0
            assert await top_up() == OPENING  # nobody is kept from learning
            await leave(desk, A, session)
            await sit(desk, A, 1_000_000 - 5)
            with pytest.raises(Refused, match="were topped up today"):
                await top_up()
            assert await top_up("2023-11-15") == OPENING
            given = OPENING + 100 + OPENING + OPENING - 5
            assert cage.given == given

    run(work)


def test_a_name_and_a_colour_of_ones_own_are_shown_at_the_seat(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await desk.house.cage.rename(ME, "  Ann   O'Hara ", "teal")
            await desk.house.cage.rename(ME, "Ann O'Hara", "teal")  # nothing new, no entry
            assert kinds(desk) == ["purse_opened", "renamed"]
            session = await sit(desk, A)
            assert desk.table(A).state.seats.players[session.seat] == "Ann O'Hara"
            assert desk.table(A).state.seats.stays[session.seat].colour == "teal"
            for name in ("x" * 25, "<b>bold</b>", "two\u202elines"):
                with pytest.raises(Refused, match="Expected a name"):
                    await desk.house.cage.rename(ME, name, "")
            with pytest.raises(Refused, match="Expected one of the colors"):
                await desk.house.cage.rename(ME, "Ann", "#123456")
            assert checked_name("x" * 24) == "x" * 24

    run(work)


def test_every_colour_stands_out() -> None:
    """At least 3 to 1 against the darkest and the lightest ground that a seat is drawn on."""

    def luminance(colour: str) -> float:
        parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for name, colour in COLOURS.items():
        for ground in ("#0b3d2e", "#1b1f24", "#14532d"):
            assert (luminance(colour) + 0.05) / (luminance(ground) + 0.05) >= 3, (name, ground)


# --- over the wire


def browser(live: Live) -> httpx.Client:
    return httpx.Client(base_url=f"http://{live.address}", timeout=60, verify=NO_CERTIFICATES)


def taken(guest: httpx.Client, table: str, **wish: Any) -> dict[str, Any]:
    reply = guest.post(f"/api/tables/{table}/seats", json={"key": new_key(), **wish})
    assert reply.status_code == 201, reply.text
    found: dict[str, Any] = reply.json()
    return found


def test_a_guest_has_one_purse_by_cookie_and_an_account_wherever_it_signs_in(tmp_path: Path) -> None:
    with Live(tmp_path / "house.db", PLANS) as live, browser(live) as guest, browser(live) as other:
        assert guest.get("/api/purse").json()["balance"] == OPENING
        assert not live.house.cage.purses  # who only looks costs nothing
        assert "set-cookie" not in guest.get("/api/purse").headers
        seat = taken(guest, A, amount=25_000)
        assert seat["rack"] == 25_000
        cookie = guest.cookies.jar
        assert [one.name for one in cookie] == ["pitboss-guest"]
        shown = guest.get("/api/purse").json()
        assert (shown["balance"], shown["at_tables"], shown["guest"]) == (OPENING - 25_000, 25_000, True)
        assert shown["top_up"] == 25_000
        assert other.get("/api/purse").json()["balance"] == OPENING
        assert guest.post("/api/purse/top-up").json()["balance"] == OPENING
        assert guest.post("/api/purse/top-up").json()["refused"]["code"] == "locked"
        left = guest.post(
            f"/api/tables/{A}/seats/{seat['seat']}/leave", json={"key": new_key()}, headers=credentials(seat["token"])
        )
        assert left.json()["cashed"] == 25_000
        assert guest.get("/api/purse").json()["balance"] == OPENING + 25_000  # on the disk before the reply
        looks = {"name": "Ann", "colour": "teal"}
        assert guest.post("/api/purse", json=looks).json()["name"] == "Ann"
        taken(guest, A, seat=3)
        line = live.line(A)
        assert (line.view["names"]["3"], line.view["colours"]["3"]) == ("Ann", COLOURS["teal"])
        line.close()
        player = live.cookie(Role.PLAYER)
        for here in (guest, other):
            taken(here, B, amount=10_000) if here is guest else here.post(
                f"/api/tables/{B}/seats", json={"key": new_key(), "amount": 10_000}, headers=credentials(player)
            )
        assert other.get("/api/purse", headers=credentials(player)).json()["balance"] == OPENING - 10_000
        refused = guest.post(f"/api/tables/{B}/seats", json={"key": new_key(), "amount": 2 * OPENING}).json()["refused"]
        assert (refused["code"], refused["sentence"][:8]) == ("not_enough_chips", "You have")
        record = live.get("/api/cage/journal.jsonl", live.token("audit")).content
        for token in [one.value for one in cookie] + [str(player)]:
            assert token is not None
            assert token.encode() not in record
        reply = live.post("/api/board/verification", {}, live.token("audit"))
        assert reply.status_code < 500
    (tmp_path / "cage.jsonl").write_bytes(record)
    assert "all as recorded" in str(verify_any(tmp_path / "cage.jsonl"))


def test_purses_of_one_address_are_bounded(tmp_path: Path) -> None:
    """Whoever keeps no cookie gets a purse each time, until the address has had many in a short time."""
    with Live(tmp_path / "house.db", PLANS, limits=ClientLimits(purses=0.001, purse_burst=3)) as live:
        for _ in range(3):
            with browser(live) as guest:
                taken(guest, A)
        with browser(live) as guest:
            reply = guest.post(f"/api/tables/{A}/seats", json={"key": new_key()})
            assert reply.status_code == 429
            assert "purses in a short time" in reply.json()["refused"]["sentence"]
            guest.cookies.set("pitboss-guest", "made up")
            assert guest.post("/api/purse", json={"name": "Me"}).status_code == 429
        assert len(live.house.cage.purses) == 3
