"""At the table: late, stale, unaffordable and stray wagers; the clock; practice; the absent; chance by hand."""

from pathlib import Path
from typing import Any

import pytest

from pitboss.house.founding import Plan
from pitboss.house.host.sessions import Session
from pitboss.house.table.entries import Settings
from pitboss.house.table.table import Table
from pitboss.procedure import Refused
from tests.house.desk import START, Desk, HandClock, check, run
from tests.house.live import PRACTICE
from tests.house.sending import buy_chips, command_of, leave_table, said

R, G, L = "roulette-1", "go-fore-it-1", "roulette-live"
TIMED = Settings(betting_seconds=20, election_seconds=15, settled_seconds=5)
BY_HAND = Settings(dealer="person", chance="entered", betting_seconds=0, election_seconds=0, settled_seconds=2)
PLANS = (
    Plan(R, "roulette", "Roulette", TIMED),
    Plan(G, "go-fore-it", "Go Fore It", TIMED),
    Plan("roulette-practice", "roulette", "Roulette", PRACTICE),
    Plan("go-fore-it-practice", "go-fore-it", "Go Fore It", PRACTICE),
    Plan(L, "roulette", "Roulette", BY_HAND),
)


def at_desk(test: Any) -> Any:
    """Run a test inside a house of its own."""

    def wrapped(tmp_path: Path) -> None:
        async def work() -> None:
            async with Desk(tmp_path / "house.db", PLANS) as desk:
                await test(desk)
                for host in desk.house.hosts.values():
                    assert not host.suspension.sentence, host.suspension.sentence
                    check(host.require_table())

        run(work)

    wrapped.__name__, wrapped.__doc__ = test.__name__, test.__doc__
    return wrapped


async def refusal(awaiting: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        await awaiting
    assert caught.value.sentence.endswith(".")
    return caught.value


def events_of(table: Table, kind: str) -> list[Any]:
    return [event for event in table.play.events if type(event).__name__ == kind]


# --- the clock of a table


@at_desk
async def test_betting_opens_by_itself_and_waits_for_the_first_wager(desk: Desk) -> None:
    """No clock runs while nothing is on the layout; the first wager starts it; it stops when all are taken back."""
    host = desk.host(R)
    await desk.quiet(R)
    assert host.require_table().state.felt.number == 1
    assert host.dealer.deadline() is None
    await desk.settle(R, 1000)
    assert host.require_table().state.felt.number == 1
    player = await desk.sit(R)
    await desk.bet(R, player, "red", 500)
    assert host.dealer.deadline() == desk.clock.elapsed() + 20
    await desk.do(R, player, answer=said("remove", "red"))
    assert host.dealer.deadline() is None


@at_desk
async def test_betting_closes_when_its_time_is_up(desk: Desk) -> None:
    """At 19.9 seconds wagers are taken; at 20 the wheel is spun; the next round opens 5 seconds after."""
    player = await desk.sit(R)
    await desk.bet(R, player, "red", 500)
    await desk.settle(R, 19.9)
    await desk.bet(R, player, "black", 500)
    await desk.settle(R, 0.1)
    table = desk.table(R)
    assert table.round is None
    assert len(table.play.settlements) == 2
    caught = await refusal(desk.bet(R, player, "red", 500))
    assert caught.why == "betting_closed"
    assert caught.cite == "617a.5(b)"
    await desk.settle(R, 4.9)
    assert table.round is None
    await desk.settle(R, 0.1)
    assert table.state.felt.number == 2
    await desk.bet(R, player, "red", 500)


@at_desk
async def test_no_late_bets_around_the_cut_off(desk: Desk) -> None:
    """A wager that came before the moment of closing is in; one that came at it or after is late, whoever was busy."""
    player = await desk.sit(G)
    await desk.bet(G, player, "front_9", 500)
    desk.clock.pass_by(19.999)
    command: dict[str, Any] = {"answer": said("wager", "front_9", amount=500)} | desk.moment(G)
    before = desk.host(G).do(player, command_of("before", **command))
    desk.clock.pass_by(0.001)
    after = desk.host(G).do(player, command_of("after", **command))
    await before
    assert (await refusal(after)).why == "betting_closed"
    assert desk.table(G).state.felt.stakes(player.seat) == 1000
    closing = [e for e in desk.house.store.entries(G) if b'"no_more_bets"' in bytes(e.payload)]
    assert closing[0].time == "2023-11-14T22:13:40.000Z"  # to the millisecond, in UTC


@at_desk
async def test_an_unaffordable_wager_gains_no_time(desk: Desk) -> None:
    """A refused wager puts the round back where it was, and the clock runs on."""
    player = await desk.sit(R)
    await desk.bet(R, player, "red", 500)
    await desk.settle(R, 10)
    rich = desk.table(R).state.ledger.chips(player.seat)
    desk.table(R).state.ledger.move(desk.table(R).state.ledger.rack(1), "cage", rich - 100)
    caught = await refusal(desk.bet(R, player, "red", 500))
    assert caught.why == "not_enough_chips"
    assert "$5.00" in caught.sentence
    assert "$1.00" in caught.sentence
    desk.table(R).state.ledger.move("cage", desk.table(R).state.ledger.rack(1), rich - 100)
    assert desk.host(R).dealer.deadline() == desk.clock.elapsed() + 10


@at_desk
async def test_a_command_for_another_round_is_stale(desk: Desk) -> None:
    """A command may say for which round it is meant, and is then refused in any other."""
    player = await desk.sit(R)
    await desk.do(R, player, answer=said("wager", "red", amount=500), round=1)
    caught = await refusal(desk.do(R, player, answer=said("wager", "red", amount=500), round=2))
    assert caught.why == "stale"
    await desk.settle(R, 20)
    await desk.settle(R, 5)
    assert (await refusal(desk.do(R, player, answer=said("wager", "red", amount=500), round=1))).why == "stale"


@at_desk
async def test_the_absent_are_answered_for_and_it_is_marked(desk: Desk) -> None:
    """When a player's time is up the default stands, recorded as given for one who was absent."""
    player = await desk.sit(G)
    await desk.bet(G, player, "front_9", 500)
    await desk.settle(G, 20)
    table = desk.table(G)
    assert table.round is not None
    await desk.settle(G, 14.9)
    assert table.round is not None
    await desk.settle(G, 0.1)
    assert table.round is None
    (chose,) = events_of(table, "Elected")
    assert (chose.says, chose.absent) == ("fold", True)


@at_desk
async def test_an_answer_in_time_is_the_players_own(desk: Desk) -> None:
    """What a player answers is not marked."""
    player = await desk.sit(G)
    await desk.bet(G, player, "front_9", 500)
    await desk.settle(G, 20)
    await desk.do(G, player, answer=said("back_9"))
    (chose,) = events_of(desk.table(G), "Elected")
    assert (chose.says, chose.absent) == ("back_9", False)


@at_desk
async def test_a_stray_wager_is_handed_back_with_the_reason(desk: Desk) -> None:
    """A Gopher without a Front 9 is returned when betting closes; the reason and its provision stand in the record."""
    one, two = await desk.sit(G), await desk.sit(G)
    await desk.bet(G, one, "gopher", 500)
    await desk.bet(G, two, "front_9", 500)
    await desk.bet(G, two, "gopher", 500)
    await desk.settle(G, 20)
    table = desk.table(G)
    assert table.state.ledger.chips(one.seat) == 100_000
    assert table.state.felt.stakes(one.seat) == 0
    assert table.state.felt.stakes(two.seat) == 1000
    (entry,) = [e for e in desk.house.store.entries(G) if e.kind == "handed_back"]
    assert b'"cite":"676a.7(d)(1)"' in bytes(entry.payload)
    assert b"needs the Front 9 Wager" in bytes(entry.payload)


# --- practice


@at_desk
async def test_practice_waits_for_everyone_who_has_wagered(desk: Desk) -> None:
    """Betting closes when every player with a wager is ready, whatever the hour; one without a wager need not be."""
    name = "roulette-practice"
    one, two, three = [await desk.sit(name) for _ in range(3)]
    await desk.bet(name, one, "red", 500)
    await desk.bet(name, two, "black", 500)
    await desk.settle(name, 10_000)
    await desk.do(name, one, do="ready")
    table = desk.table(name)
    assert table.round is not None
    await desk.do(name, two, do="ready")
    assert table.round is None
    assert table.state.felt.number == 1
    await desk.do(name, three, do="ready")
    assert table.round is not None
    assert table.state.felt.number == 2
    await desk.do(name, three, do="ready")
    assert table.round is None  # nobody wagered, and the player wants to go on


@at_desk
async def test_practice_goes_on_with_the_next_wager(desk: Desk) -> None:
    """The last round stays to be looked at until a player wagers again."""
    name = "roulette-practice"
    player = await desk.sit(name)
    await desk.bet(name, player, "red", 500)
    await desk.do(name, player, do="ready")
    table = desk.table(name)
    assert table.round is None
    assert table.play.events
    await desk.bet(name, player, "red", 500)
    assert table.state.felt.number == 2


@at_desk
async def test_a_player_who_is_ready_with_a_stray_is_told(desk: Desk) -> None:
    """At a practice table no wager is handed back without a word: the player is refused with what is missing."""
    name = "go-fore-it-practice"
    player = await desk.sit(name)
    await desk.bet(name, player, "skins", 500)
    caught = await refusal(desk.do(name, player, do="ready"))
    assert (caught.why, caught.cite) == ("wager_required", "676a.7(d)(1)")
    await desk.bet(name, player, "front_9", 500)
    await desk.do(name, player, do="ready")
    assert desk.table(name).round is not None
    assert desk.table(name).state.chance.devices.shoes


@at_desk
async def test_practice_does_not_wait_for_those_out_of_reach(desk: Desk) -> None:
    """The table waits a minute for a player who is disconnected, and no longer."""
    name = "go-fore-it-practice"
    present, gone = await desk.sit(name), await desk.sit(name, reachable=False)
    await desk.bet(name, present, "front_9", 500)
    await desk.bet(name, gone, "front_9", 500)
    await desk.do(name, present, do="ready")
    table = desk.table(name)
    await desk.settle(name, 59)
    assert type(table.round.pending).__name__ == "Window"  # type: ignore[union-attr]
    await desk.settle(name, 1)
    await desk.do(name, present, answer=said("back_9"))
    await desk.settle(name, 0)
    assert table.round is None
    assert [e.absent for e in events_of(table, "Elected")] == [False, True]


# --- money


@at_desk
async def test_a_stake_made_by_an_answer_must_be_there(desk: Desk) -> None:
    """A Back 9 equal to the Front 9 is refused when the rack cannot pay for it; folding stays open."""
    name = "go-fore-it-practice"
    player = await desk.sit(name)
    await desk.bet(name, player, "front_9", 50_000)
    await desk.bet(name, player, "skins", 10_000)
    await desk.do(name, player, do="ready")
    before = len(desk.table(name).play.events)
    caught = await refusal(desk.do(name, player, answer=said("back_9")))
    assert caught.why == "not_enough_chips"
    assert "$500.00" in caught.sentence
    assert "$400.00" in caught.sentence
    assert caught.cite == "676a.11(b)"
    assert len(desk.table(name).play.events) == before
    await desk.do(name, player, answer=said("fold"))
    assert desk.table(name).round is None


@at_desk
async def test_chips_are_for_low_racks_and_leaving_is_for_empty_layouts(desk: Desk) -> None:
    """More chips below 100.00 only; a seat with wagers up stays; the rack goes back to the cage."""
    host = desk.host("roulette-practice")
    player = await desk.sit("roulette-practice")
    caught = await refusal(buy_chips(host, player, desk.key()))
    assert "$1000.00" in caught.sentence
    await desk.bet("roulette-practice", player, "red", 50_000)
    await desk.bet("roulette-practice", player, "black", 40_001)
    await buy_chips(host, player, desk.key())
    assert host.require_table().state.ledger.chips(player.seat) == 109_999
    assert (await refusal(buy_chips(host, player, desk.key()))).why == "locked"
    caught = await refusal(leave_table(host, player, desk.key()))
    assert "$900.01" in caught.sentence
    await desk.do("roulette-practice", player, do="ready")
    rack = host.require_table().state.ledger.chips(player.seat)
    assert await leave_table(host, player, desk.key()) == {"seat": 1, "cashed": rack}
    assert host.require_table().state.ledger.balance("cage") == -host.require_table().state.ledger.balance("inventory")
    assert (await refusal(desk.bet("roulette-practice", player, "red", 500))).why == "wrong_role"


@at_desk
async def test_a_seat_out_of_reach_for_half_an_hour_is_given_up(desk: Desk) -> None:
    """A player who is gone loses their seat, never their chips; with a wager up they keep it."""
    name = "roulette-practice"
    gone, betting = [await desk.sit(name, reachable=False) for _ in range(2)]
    await desk.bet(name, betting, "red", 500)
    await desk.settle(name, 1799)
    assert set(desk.table(name).state.seats.players) == {1, 2}
    await desk.settle(name, 1)
    assert set(desk.table(name).state.seats.players) == {2}
    assert desk.table(name).state.ledger.chips(gone.seat) == 0
    assert not desk.house.store.access.session(gone.hash)[4]  # type: ignore[index]


@at_desk
async def test_seats_are_taken_once(desk: Desk) -> None:
    """A taken, missing or impossible seat is refused with those that are free."""
    host = desk.host(G)
    await desk.sit(G, 3)
    for seat in (3, 7, 0):
        caught = await refusal(desk.sit(G, seat))
        assert caught.why == "no_such_seat"
    for _ in range(5):
        await desk.sit(G)
    assert "every seat is taken" in (await refusal(desk.sit(G))).sentence
    assert list(host.require_table().state.seats.players) == [3, 1, 2, 4, 5, 6]


# --- a dealer, and chance by hand


async def open_live(desk: Desk) -> tuple[Session, Session, Session]:
    floor, dealer = desk.role("floor", L), desk.role("dealer", L)
    items = tuple(item.cite for item in desk.table(L).game.checklists(desk.table(L).rules)[0].items)
    await desk.do(L, floor, do="sign", checklist="opening", items=items)
    await desk.do(L, floor, do="open_table")
    return floor, dealer, await desk.sit(L)


@at_desk
async def test_what_the_wheel_showed_is_entered_and_settled(desk: Desk) -> None:
    """The dealer closes betting, types the pocket, certifies the spin; the same procedure settles."""
    _, dealer, player = await open_live(desk)
    await desk.bet(L, player, "straight", 1000, "17")
    await desk.settle(L, 10_000)  # nobody is hurried
    await desk.do(L, dealer, do="no_more_bets")
    table = desk.table(L)
    caught = await refusal(desk.do(L, dealer, answer=said("37", by="chance")))
    assert (caught.why, caught.cite) == ("impossible", "617a.5(a)")
    await desk.do(L, dealer, answer=said("17"))
    assert (await refusal(desk.bet(L, player, "red", 500))).why == "betting_closed"
    await desk.do(L, dealer, answer=said("valid_spin"))
    assert table.round is None
    assert table.state.ledger.chips(player.seat) == 100_000 - 1000 + 36_000
    assert table.state.chance.commitments == {}
    await desk.settle(L, 2)
    assert table.state.felt.number == 1  # 617a.5(e): the chips are handed over first
    await desk.take_and_pay(L)
    await desk.settle(L, 2)
    assert table.state.felt.number == 2


@at_desk
async def test_the_dealers_no_more_bets_hands_strays_back(desk: Desk) -> None:
    """A person announces it, the house looks after what cannot stand."""
    _, dealer, player = await open_live(desk)
    await desk.do(L, dealer, do="no_more_bets")
    assert (await refusal(desk.do(L, dealer, do="no_more_bets"))).why == "stale"
    assert (await refusal(desk.bet(L, player, "red", 500))).why == "betting_closed"


@at_desk
async def test_no_spin_after_the_ball_has_dropped(desk: Desk) -> None:
    """ReportMessage by the dealer after the pocket is in: seen before it is applied, wagers stand, betting reopens."""
    floor, dealer, player = await open_live(desk)
    await desk.bet(L, player, "straight", 1000, "17")
    await desk.do(L, dealer, do="no_more_bets")
    await desk.do(L, dealer, answer=said("17"))
    table, report = desk.table(L), {"kind": "ball_left_wheel", "facts": {"ball_damaged": True}}
    before = len(table.play.events)
    seen = await desk.do(L, dealer, do="preview", report=report)
    assert seen["cite"] == "617a.6(c)"
    assert [type(e).__name__ for e in seen["events"]][:2] == ["IrregularityReported", "Announced"]
    assert len(table.play.events) == before
    await desk.do(L, dealer, do="report", report=report)
    while (
        asked := table.round.elections() if table.round is not None else []
    ):  # the ball is inspected, another supplied
        who = dealer if asked[0].to == "dealer" else floor
        await desk.say(L, who, asked[0].options[0].answer(asked[0].to))
    assert type(table.round.pending).__name__ == "Window"  # type: ignore[union-attr]
    assert table.state.felt.stakes(player.seat) == 1000
    steps = [e for e in desk.house.store.entries(L) if b'"ball_left_wheel"' in bytes(e.payload)]
    assert b'"by":"dealer"' in bytes(steps[0].payload)
    await desk.do(L, dealer, do="no_more_bets")
    await desk.do(L, dealer, answer=said("0"))
    await desk.do(L, dealer, answer=said("valid_spin"))
    assert table.state.ledger.chips(player.seat) == 99_000


@at_desk
async def test_a_void_returns_every_wager(desk: Desk) -> None:
    """The dealer's card was exposed: the floor reports it, all hands are void, all wagers come back."""
    name, floor = "go-fore-it-practice", desk.role("floor", "go-fore-it-practice")
    player = await desk.sit(name)
    await desk.bet(name, player, "front_9", 500)
    await desk.bet(name, player, "skins", 500)
    assert (
        await refusal(desk.do(name, floor, do="report", report={"kind": "dealer_card_exposed"}))
    ).why == "cannot_happen"
    await desk.do(name, player, do="ready")
    await desk.do(name, floor, do="report", report={"kind": "dealer_card_exposed"})
    table = desk.table(name)
    assert table.play.void
    assert table.round is None
    assert table.state.ledger.chips(player.seat) == 100_000
    (row,) = desk.house.store.history.rounds(name, 10, 10)
    assert row[-1] == 1


@at_desk
async def test_a_clock_that_was_set_stands_in_the_record(desk: Desk) -> None:
    """Stepped forward or back, the change is an entry of its own; the order of entries does not follow the clock."""
    clock = desk.clock
    assert isinstance(clock, HandClock)
    player = await desk.sit(R)
    for step in (3600.0, -7200.0, 1.5):
        clock.wall += step
        await desk.bet(R, player, "red", 500)
    clock.wall += 0.5  # drift, not a change
    await desk.bet(R, player, "red", 500)
    found = list(desk.house.store.entries(R))
    assert [bytes(e.payload) for e in found if e.kind == "clock"] == [
        b'{"milliseconds":3600000}', b'{"milliseconds":-7200000}', b'{"milliseconds":1500}',
    ]  # fmt: skip
    assert [e.sequence for e in found] == list(range(1, len(found) + 1))
    assert all(e.time.endswith("Z") for e in found)
    assert START > 0
