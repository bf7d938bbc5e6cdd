"""Practice tables of one's own: one for each visitor, found again, shared by link, retired when nobody comes."""

import asyncio
import gc
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from pitboss import catalogue
from pitboss.house.filings import link
from pitboss.house.floorplan.now import floor_now
from pitboss.house.floorplan.variations import variation
from pitboss.house.founding import Plan
from pitboss.house.table.verify import verify
from pitboss.house.wire.limits import ClientLimits
from pitboss.roles import Role
from pitboss.submission import made_choices
from tests.house.desk import Desk, HandClock, run
from tests.house.live import BY_HAND, NO_CERTIFICATES, PRACTICE, Live, Player, acked, credentials, new_key, wait_for

TABLES = "/api/practice/tables"
R = "roulette-practice"


def visitor(live: Live) -> httpx.Client:
    """Somebody with a browser of their own."""
    return httpx.Client(base_url=f"http://{live.address}", timeout=60, verify=NO_CERTIFICATES)


def entered(guest: httpx.Client, **wish: Any) -> str:
    reply = guest.post(TABLES, json=wish)
    assert reply.status_code == 201, reply.text
    return str(reply.json()["table"])


def told(reply: httpx.Response, status: int) -> dict[str, str]:
    assert reply.status_code == status, reply.text
    found: dict[str, str] = reply.json()["refused"]
    return found


def test_a_tour_of_the_games_leaves_no_chips_behind(tmp_path: Path) -> None:
    """Whoever looks at one own table after the other sits down with the whole buy-in at each; wagers that are up stay."""
    kinds = ("roulette.example", "big-six-wheel.example", "sic-bo.example", "casino-war.example", "craps.example")
    with Live(tmp_path / "house.db") as live, visitor(live) as guest:
        racks, tables = [], []
        for kind in (*kinds, "blackjack.example", "over-under.example"):
            table = entered(guest, kind=kind)
            reply = guest.post(f"/api/tables/{table}/seats", json={"key": new_key()})
            assert reply.status_code == 201, reply.text
            racks.append(reply.json()["rack"])
            tables.append(table)
        assert set(racks) == {racks[0]}
        assert [bool(live.house.hosts[table].require_table().state.seats.players) for table in tables] == [
            False
        ] * 6 + [True]


def test_a_tour_leaves_wagers_and_players_in_their_seats(tmp_path: Path) -> None:
    """A seat with a wager up, and one that somebody is connected for, are not given up for a seat elsewhere."""
    with Live(tmp_path / "house.db") as live, visitor(live) as guest:
        first, second, third = (entered(guest, kind=f"{game}.example") for game in ("roulette", "sic-bo", "casino-war"))

        def sat(table: str) -> Player:
            return Player(live, table, **guest.post(f"/api/tables/{table}/seats", json={"key": new_key()}).json())

        at_stake, connected = sat(first), sat(second)
        acked(at_stake.bet("red", 500))
        at_stake.close()
        wait_for(lambda: bool(live.house.hosts[first].presence.out_of_reach))
        assert guest.post(f"/api/tables/{third}/seats", json={"key": new_key()}).status_code == 201
        assert live.house.hosts[first].require_table().state.seats.players
        assert live.house.hosts[second].require_table().state.seats.players
        connected.close()


def test_each_visitor_has_a_table_and_finds_it_again(tmp_path: Path) -> None:
    """Two visitors of the same kind sit at two tables; neither waits for the other, and nobody else is told of them."""
    with Live(tmp_path / "house.db") as live, visitor(live) as one, visitor(live) as two:
        kind = "roulette.single-zero"
        mine, theirs = entered(one, kind=kind), entered(two, kind=kind)
        assert mine != theirs
        assert mine == entered(one, kind=kind)
        assert entered(one, kind="roulette.example") not in (mine, theirs)
        assert {table["id"] for table in live.get("/api/tables").json()} == {"roulette-practice", "go-fore-it-practice"}
        assert mine in {line["table"] for line in one.get("/api/practice").json()["own"]}
        assert {line["table"] for line in two.get("/api/practice").json()["own"]} == {theirs}
        for table in (mine, theirs):  # each deals for itself alone
            player = live.sit(table)
            acked(player.bet("straight", 500, "17"))
            acked(player.ready())
            player.wait(lambda view: view["phase"] == "settled")
            player.close()
        info = live.get(f"/api/tables/{mine}").json()
        assert info["own"]
        assert info["submission"]["wheel"] == "single"
        assert all(spot["on"] != "00" for spot in info["spots"])
        export = live.export(mine)
    (tmp_path / "record.jsonl").write_bytes(export)
    assert len(verify(tmp_path / "record.jsonl").rounds) == 1


def test_an_account_has_its_tables_wherever_it_signs_in(tmp_path: Path) -> None:
    with Live(tmp_path / "house.db") as live:
        cookie = credentials(live.cookie(Role.PLAYER))
        with visitor(live) as here, visitor(live) as there:
            first = here.post(TABLES, json={"kind": "roulette.example"}, headers=cookie)
            second = there.post(TABLES, json={"kind": "roulette.example"}, headers=cookie)
        assert first.json()["table"] == second.json()["table"]
        assert "set-cookie" not in first.headers


def test_rules_travel_in_a_link_and_are_checked_when_they_arrive(tmp_path: Path) -> None:
    """Every choice comes back; what is unlawful is refused with its provision, and what is no link by a sentence."""
    rules = variation("blackjack.switch").rules()
    chosen = made_choices(rules.chosen)
    letters = link.encode("blackjack", "My Switch", chosen)
    assert len(letters) < 200
    game, title, choices = link.decode(letters)
    assert (game, title) == ("blackjack", "My Switch")
    assert choices == chosen
    assert "odds_multiple" not in link.decode(link.encode("craps", "", {"minimum": "5.00"}))[2]  # unmade stays unmade
    with Live(tmp_path / "house.db") as live, visitor(live) as guest:
        table = entered(guest, rules=letters)
        info = live.get(f"/api/tables/{table}").json()
        assert info["title"] == "My Switch"
        assert info["submission"]["blackjack_switch"] is True
        wrong = link.encode(
            "roulette", "Wrong", {"wheel": "single", "five_adjacent_number_wager": True, "minimum": "-1"}
        )
        assert told(guest.post(TABLES, json={"rules": wrong}), 409)["cite"]
        for broken in (letters[:-9], "x", "", "é", "A" * 4000):
            reply = guest.get("/api/practice/rules", params={"rules": broken})
            assert told(reply, 400)["sentence"].startswith("This link does not carry")
        assert guest.get("/api/practice/felt.svg", params={"rules": letters}).text.startswith("<svg")
        assert told(guest.post(TABLES, json={}), 400)["sentence"].startswith("Say which table")
        assert told(guest.post(TABLES, json={"kind": "roulette.nothing"}), 404)["sentence"]


def test_rules_are_tried_before_a_table_is_opened(tmp_path: Path) -> None:
    """What is lawful, what it excludes, what is other than where one began; and the letters that carry it."""
    with Live(tmp_path / "house.db") as live, visitor(live) as guest:
        draft = {"game": "minibaccarat", "title": "EZ", "choices": {"ez_baccarat": True, "minimum": "10.00"}}
        found = guest.post("/api/practice/check", json=draft).json()
        assert found["lawful"]
        assert found["against"] == "Minibaccarat"
        assert {"ez_baccarat", "minimum"} <= {line["choice"] for line in found["changes"]}
        assert "holder" not in {line["choice"] for line in found["changes"]}  # nobody chose whose house it is
        assert all(line["cite"] for line in found["choices"])
        assert link.decode(found["rules"])[2]["ez_baccarat"] is True
        beside = guest.post("/api/practice/check", json={**draft, "start": "minibaccarat.ez"}).json()
        assert "ez_baccarat" not in {line["choice"] for line in beside["changes"]}
        draft["choices"] = {"tie_odds": "1 to 1"}
        wrong = guest.post("/api/practice/check", json=draft).json()
        assert not wrong["lawful"]
        assert wrong["mistakes"][0]["cite"]
        assert not wrong.get("rules")


def test_what_one_address_may_open_is_limited(tmp_path: Path) -> None:
    few = ClientLimits(own_tables=1e-6, own_table_burst=2)
    with Live(tmp_path / "house.db", limits=few) as live, visitor(live) as guest:
        for kind in ("roulette.example", "roulette.single-zero"):
            entered(guest, kind=kind)
        assert "2 new practice tables" in told(guest.post(TABLES, json={"kind": "craps.example"}), 429)["sentence"]
        entered(guest, kind="roulette.example")  # one that is there is always found


def test_a_class_behind_one_address_opens_its_tables(tmp_path: Path) -> None:
    """Thirty visitors at once, two games each, every one with a seat at the second; sixty tables, and not one more."""
    at_once = msgspec.structs.replace(ClientLimits(), own_tables=1e-6)  # nothing comes back while they are being opened
    with Live(tmp_path / "house.db", limits=at_once) as live, ThreadPoolExecutor(10) as pupils:

        def lesson(_: int) -> None:
            with visitor(live) as pupil:
                entered(pupil, kind="roulette.example")
                table = entered(pupil, kind="big-six-wheel.example")
                reply = pupil.post(f"/api/tables/{table}/seats", json={"key": new_key()})
                assert reply.status_code == 201, reply.text

        list(pupils.map(lesson, range(30)))
        with visitor(live) as late:
            assert "60 new practice tables" in told(late.post(TABLES, json={"kind": "craps.example"}), 429)["sentence"]


def test_what_one_address_may_have_in_play_is_limited(tmp_path: Path) -> None:
    """Whoever comes under how many cookies; there is room again when one was retired."""
    with Live(tmp_path / "house.db", limits=ClientLimits(own_tables_at_once=2)) as live:
        with visitor(live) as guest:
            first = entered(guest, kind="roulette.example")
        with visitor(live) as second:
            entered(second, kind="roulette.example")
        with visitor(live) as third:
            refusal = told(third.post(TABLES, json={"kind": "roulette.example"}), 429)
            assert "2 practice tables in play" in refusal["sentence"]
            sweep(live)
            assert first not in live.house.hosts
            entered(third, kind="roulette.example")


def test_to_look_on_keeps_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One who only watches, or sits and does nothing for an hour, comes back to a table that is retired."""
    with Live(tmp_path / "house.db") as live, visitor(live) as guest:
        watched, played = entered(guest, kind="roulette.example"), entered(guest, kind="roulette.single-zero")
        watcher, player = live.line(watched), live.sit(played)
        sweep(live)
        assert watched not in live.house.hosts
        assert played in live.house.hosts
        with pytest.raises(ConnectionClosed):
            watcher.hear_out()
        monkeypatch.setattr("pitboss.house.host.idle.PLAYS_SECONDS", -1.0)
        sweep(live)
        assert played not in live.house.hosts
        with pytest.raises(ConnectionClosed):
            player.hear_out()
        again = live.line(played)
        assert again.view["blocked"] == "This table is retired."
        again.close()


def test_how_long_a_table_is_idle_is_not_told_by_the_wall_clock(tmp_path: Path) -> None:
    """A clock that is set by days retires nothing; time that passes does, also over a restart."""

    plans, game = [Plan(R, "roulette", "Roulette", PRACTICE)], catalogue.game("roulette")

    async def work() -> None:
        clock = HandClock()
        async with Desk(tmp_path / "house.db", plans, clock=clock) as desk:
            first = (await desk.house.own.open("guest", game.name, game.example(), "Mine")).name
            await desk.settle(first)
            clock.pass_by(1)
        async with Desk(tmp_path / "house.db", plans, clock=clock) as desk:
            second = (await desk.house.own.open("guest", game.name, game.example(), "Another")).name
            await desk.settle(second)
            clock.pass_by(47 * 3600)
            await desk.house.own.retire_idle()
            assert {first, second} <= desk.house.hosts.keys()
        clock.pass_by(3600 - 0.5)
        async with Desk(tmp_path / "house.db", plans, clock=clock) as desk:
            await desk.house.own.retire_idle()
            assert first not in desk.house.hosts
            assert second in desk.house.hosts
            clock.wall += 49 * 3600  # the clock is set
            await desk.house.own.retire_idle()
            assert second in desk.house.hosts
            clock.pass_by(1)
            await desk.house.own.retire_idle()
            assert second not in desk.house.hosts

    run(work)


def test_a_house_without_practice_tables_opens_none(tmp_path: Path) -> None:
    with Live(tmp_path / "house.db", [Plan("main", "roulette", "Roulette", BY_HAND)]) as live, visitor(live) as guest:
        assert guest.get("/api/practice").json() == {"open": False}
        assert told(guest.post(TABLES, json={"kind": "roulette.example"}), 409)["sentence"].startswith("This house")


@pytest.mark.parametrize("kind", ["craps.example", "blackjack.example"])
def test_a_table_that_nobody_comes_to_is_retired_and_its_record_stays(tmp_path: Path, kind: str) -> None:
    """Wagers that are still up are decided as for anybody who is absent; a new table takes its place."""
    game = kind.partition(".")[0]
    wager = {"craps": "pass_bet", "blackjack": "blackjack"}[game]
    plans = [Plan(f"{game}-practice", game, game, PRACTICE)]
    with Live(tmp_path / "house.db", plans) as live, visitor(live) as guest:
        table = entered(guest, kind=kind)
        player = live.sit(table)
        acked(player.bet(wager, 1000))
        sweep(live)
        assert table in live.house.hosts  # somebody is there
        player.close()
        until_alone(live, table)
        sweep(live)
        assert table not in live.house.hosts
        assert told(guest.post(f"/api/tables/{table}/seats", json={"key": new_key()}), 503)["sentence"] == (
            "This table is retired."
        )
        assert entered(guest, kind=kind) != table
        assert [one.number for one in floor_now(tmp_path / "house.db").tables] == [f"{game}-practice"]
        export = live.export(table)
    (tmp_path / "record.jsonl").write_bytes(export)
    assert len(verify(tmp_path / "record.jsonl").rounds) >= 1
    with Live(tmp_path / "house.db", plans) as again:
        assert table not in again.house.hosts
        assert again.get(f"/api/tables/{table}").status_code == 200


def test_the_longest_idle_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full house retires what was idle for an hour, never what is in use."""
    monkeypatch.setattr("pitboss.house.own_tables.MOST", 2)
    with Live(tmp_path / "house.db") as live, visitor(live) as guest:
        first, second = entered(guest, kind="roulette.example"), entered(guest, kind="roulette.single-zero")
        reply = guest.post(TABLES, json={"kind": "roulette.value-chips"})
        assert "all are in use" in told(reply, 503)["sentence"]
        monkeypatch.setattr("pitboss.house.own_tables.SHORTEST_IDLE", -1.0)
        player: Player = live.sit(first)
        entered(guest, kind="roulette.value-chips")
        assert first in live.house.hosts
        assert second not in live.house.hosts
        player.close()


def test_a_table_that_was_retired_leaves_nothing_in_memory(tmp_path: Path) -> None:
    """However many visitors come: what was kept for those who looked at their tables goes with the tables."""
    with Live(tmp_path / "house.db") as live, visitor(live) as guest:
        table = entered(guest, kind="roulette.example")
        player = live.sit(table)
        acked(player.bet("red", 500))
        acked(player.ready())
        player.wait(lambda view: view["phase"] == "settled")
        player.close()
        until_alone(live, table)
        host = weakref.ref(live.house.hosts[table])
        at_table = weakref.ref(host().require_table())  # type: ignore[union-attr]
        sweep(live)
        assert table not in live.house.hosts

        def is_gone() -> bool:
            gc.collect()
            return host() is None and at_table() is None

        wait_for(is_gone)


def sweep(live: Live) -> None:
    """The house looks for idle tables, as it does from time to time; here whatever is not in use is idle."""
    loop = live.house.meters.loop
    assert loop is not None
    asyncio.run_coroutine_threadsafe(live.house.own.retire_idle(-1.0), loop).result(60)


def until_alone(live: Live, table: str) -> None:
    """Until the house knows that nobody looks at a table any more."""
    wait_for(lambda: not live.house.hosts[table].presence.viewers)
