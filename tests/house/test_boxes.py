"""Several boxes of one player: taken beside their seat as far as filed, one rack, seen by them only, given up one or all."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss import catalogue
from pitboss.events import Dealt
from pitboss.house.founding import Plan
from pitboss.house.host.sessions import Session
from pitboss.house.table.recovery import rebuild
from pitboss.house.table.verify import verify
from pitboss.house.wire import archive
from tests.house.desk import Desk, fingerprint, random_round, run
from tests.house.live import PRACTICE, Live, Player, acked, new_key, plan, refused
from tests.house.sending import seat_wish, take_box

B, P, N = "blackjack", "pai-gow-poker", "baccarat"


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    plans = (
        plan(B, adjacent_boxes=3), plan(P, adjacent_boxes=2), plan(N, seats=10), Plan("go-fore-it", "go-fore-it", "G", PRACTICE),
    )  # fmt: skip
    with Live(tmp_path / "house.db", plans) as found:
        yield found


def box(player: Player, seat: int | None = None, key: str = "") -> Any:
    body = {"key": key or new_key()} | ({"seat": seat} if seat else {})
    return player.live.post(f"/api/tables/{player.table}/seats", body, player.token)


def leave(player: Player, seat: int, key: str = "") -> Any:
    return player.live.post(f"/api/tables/{player.table}/seats/{seat}/leave", {"key": key or new_key()}, player.token)


def why(reply: Any) -> tuple[str, str]:
    assert reply.status_code >= 400, reply.text
    given = reply.json()["refused"]
    assert given["sentence"].endswith(".")
    return given["code"], given["cite"]


def at(player: Player, seat: int, wager: str, amount: int) -> dict[str, Any]:
    player.pass_cuts()
    return player.send(answer={"says": "wager", "wager": wager, "amount": amount, "by": seat})


def usual(asked: dict[str, Any]) -> dict[str, Any]:
    """The default, as the box that is asked would say it."""
    option = asked["default"] or asked["options"][0]
    given = {name: option[name] for name in ("says", "wager", "on", "cards") if name in option}
    return {**given, "by": asked["to"], "hand": asked.get("hand", 0)}


def play_out(player: Player) -> None:
    """Say what is usual until the round is over."""
    acked(player.ready())
    for _ in range(60):
        view = player.wait(lambda v: v["phase"] == "settled" or bool(v["you"]["questions"]))
        if view["phase"] == "settled":
            return
        done = acked(player.send(answer=usual(view["you"]["questions"][0])))
        player.wait(lambda v, done=done: v["sequence"] >= done)  # type: ignore[misc]
    raise AssertionError("the round does not end")


def test_boxes_are_taken_beside_the_seat_as_far_as_filed(live: Live) -> None:
    """633a.6(f): free and adjacent, no more than filed; a further box has no token and no rack of its own."""
    one, two = live.sit(B, 3, name="Ann"), live.sit(B, 6)
    assert why(box(one, 5)) == ("one_position", "633a.6(f)")
    assert why(box(two, 3))[0] == "no_such_seat"
    assert why(box(two, 8))[0] == "no_such_seat"
    assert box(one, 4).json() == {"seat": 4, "seats": [3, 4], "rack": 100_000}
    assert box(one).json()["seats"] == [3, 4, 5]
    assert why(box(one, 2)) == ("one_position", "633a.6(f)")
    assert live.get("/api/tables").json()[0]["taken"] == [3, 4, 5, 6]
    view = one.wait(lambda v: v["you"]["seats"] == [3, 4, 5])
    assert view["boxes"] == {"4": 3, "5": 3}
    assert view["names"]["5"] == "Ann"
    assert set(view["racks"]) == {"3", "6"}
    assert set(view["you"]["offers_at"]) == {"4", "5"}
    assert (
        live.post(f"/api/tables/{B}/seats", {"key": new_key(), "seat": 4}).json()["refused"]["code"] == "no_such_seat"
    )


def test_one_position_where_no_more_is_permitted(live: Live) -> None:
    """676a.7(e) forbids it, baccarat is silent (I-GEN-24): nobody gets a second position."""
    for table, cite in (("go-fore-it", "676a.7(e)"), (N, "I-GEN-24")):
        assert why(box(live.sit(table))) == ("one_position", cite)


def test_seats_are_those_of_the_filed_layout(live: Live) -> None:
    """631a.2(a): a Baccarat table filed with ten positions has no eleventh seat."""
    assert [t["seats"] for t in live.get("/api/tables").json() if t["id"] == N] == [10]
    reply = live.post(f"/api/tables/{N}/seats", {"key": new_key(), "seat": 11})
    assert why(reply)[0] == "no_such_seat"
    for _ in range(10):
        live.sit(N)
    assert why(live.post(f"/api/tables/{N}/seats", {"key": new_key()}))[0] == "no_such_seat"


def test_taking_and_leaving_a_box_happens_once(live: Live) -> None:
    """The same key brings the same reply and changes nothing more, also after the box is gone again."""
    player = live.sit(B, 3)
    key = new_key()
    first = box(player, 4, key).json()
    assert box(player, 4, key).json() == first
    assert box(player, 5).json()["seats"] == [3, 4, 5]
    assert why(leave(player, 4))[0] == "one_position"  # it lies between two others
    assert leave(player, 5, "leaving-five-once").json() == {"seat": 5, "seats": [3, 4]}
    assert leave(player, 5, "leaving-five-once").json() == {"seat": 5, "seats": [3, 4]}
    assert why(leave(player, 5))[0] == "wrong_role"


def test_one_rack_for_all_boxes(live: Live) -> None:
    """Wagers of every box come out of one rack and are paid into it; what it lacks is refused at the second box."""
    player = live.sit(B, 3)
    box(player, 4)
    acked(at(player, 3, "blackjack", 50_000))
    assert acked(at(player, 4, "blackjack", 49_500))
    assert refused(at(player, 4, "blackjack", 1_000)) == "above_maximum" or player.view["you"]["rack"] == 500
    assert refused(at(player, 5, "blackjack", 500)) == "wrong_role"
    table = live.house.hosts[B].require_table()
    assert table.state.ledger.chips(3) == table.state.ledger.chips(4) == 500
    assert set(table.state.ledger.balances) == {"layout", "inventory", "cage", "rack p1"}
    play_out(player)
    settled = table.play.settlements
    assert {event.seat for event in settled} == {3, 4}
    table.state.ledger.check()
    gain = sum(event.returned for event in settled) - sum(event.stake for event in settled)
    assert table.state.ledger.chips(3) == 100_000 + gain


def test_questions_come_for_each_box(live: Live) -> None:
    """Each hand is asked by itself, under its own box; nobody answers for another player's box."""
    one, two = live.sit(B, 3), live.sit(B, 6)
    box(one, 4)
    box(two, 5)
    asked_at: set[int] = set()
    for _ in range(20):  # a natural is asked nothing
        boxes = ((one, 3), (one, 4), (two, 5), (two, 6))
        for player, seat in boxes:
            acked(at(player, seat, "blackjack", 500))
        acked(two.ready())
        done = acked(one.ready())
        while True:
            for player in (one, two):
                player.wait(lambda v: v["sequence"] >= done)  # noqa: B023
            asked = [(p, o, q) for p, o in ((one, two), (two, one)) for q in p.view["you"]["questions"]]
            if not asked:
                break
            player, other, question = asked[0]
            asked_at.add(question["to"])
            assert refused(other.send(answer=usual(question))) == "wrong_role"
            done = acked(player.send(answer=usual(question)))
        if asked_at == {3, 4, 5, 6}:
            return
    raise AssertionError(asked_at)


def test_only_the_holder_sees_what_a_box_is_dealt(live: Live) -> None:
    """645a.7(f): the player sees both hands, one after the other; a neighbor sees neither, in view or in events."""
    one, two = live.sit(P, 3), live.sit(P, 1)
    box(one, 4)
    acked(at(one, 3, "pai_gow_poker", 2_000))
    acked(at(one, 4, "pai_gow_poker", 1_000))
    acked(two.bet("pai_gow_poker", 1_000))
    acked(two.ready())
    acked(one.ready())
    first = one.wait(lambda v: v["phase"] == "playing" and bool(v["you"]["questions"]))
    assert [asked["to"] for asked in first["you"]["questions"]] == [3]  # the larger wager first
    acked(one.send(answer=usual(first["you"]["questions"][0])))
    two.wait(lambda v: bool(v["you"]["questions"]))
    acked(two.send(answer=usual(two.view["you"]["questions"][0])))
    second = one.wait(lambda v: [asked["to"] for asked in v["you"]["questions"]] == [4])
    assert all(card["card"] for card in second["cards"]["4"])
    two.send(do="ready")
    table = live.house.hosts[P].require_table()
    secret = {
        card for event in table.play.events if isinstance(event, Dealt) and event.to == 4 for card in (event.card,)
    }
    assert len(secret) == 7
    mine = {card for event in table.play.events if isinstance(event, Dealt) and event.to == 1 for card in (event.card,)}
    heard = b"\n".join(two.heard)
    for card in secret - mine:
        assert f'"card":"{card}"'.encode() not in heard
    assert not any(card["card"] for card in two.view["cards"]["4"])


def test_who_comes_later_does_not_see_what_was_dealt_before(live: Live) -> None:
    """A seat that changes hands takes no secret with it in the record of a round (during one: test_seat_secrets)."""
    one, two = live.sit(P, 3), live.sit(P, 5)
    box(one, 4)
    for seat in (3, 4):
        acked(at(one, seat, "pai_gow_poker", 1_000))
    play_out(one)
    table = live.house.hosts[P].require_table()
    own = table.state.felt.number
    assert leave(one, 4).status_code == 200
    assert box(two, 4).status_code == 201
    path = f"/api/tables/{P}/rounds/{own}"

    def looked_at(token: str) -> int:
        """How often the record shows what box 4 held."""
        steps = live.get(path, token).json()["steps"]
        return sum(e["event"] == "revealed" and e["of"] == 4 and all(e["cards"]) for s in steps for e in s["events"])

    assert looked_at(one.token) > looked_at(two.token) == looked_at("")


def test_leaving_gives_up_everything_but_not_while_a_box_has_wagers(live: Live) -> None:
    player = live.sit(B, 3)
    box(player, 4)
    acked(at(player, 4, "blackjack", 500))
    assert why(leave(player, 3))[0] == "locked"
    assert why(leave(player, 4))[0] == "locked"
    play_out(player)
    table = live.house.hosts[B].require_table()
    rack = table.state.ledger.chips(3)
    assert leave(player, 3).json() == {"seat": 3, "cashed": rack}
    assert not table.state.seats.players
    assert not table.state.seats.boxes
    table.state.ledger.check()
    again = live.sit(B, 4)  # a rack of its own again
    assert again.rack == 100_000
    assert table.state.ledger.chips(3) == 0


def test_boxes_survive_a_restart(tmp_path: Path) -> None:
    """The journal alone, and the snapshot with what came after, tell who holds what."""
    with Live(tmp_path / "house.db", [plan(B, adjacent_boxes=3)]) as live:
        player = live.sit(B, 3)
        box(player, 4)
        acked(at(player, 4, "blackjack", 500))
        play_out(player)
        box(player, 2)
        acked(at(player, 2, "blackjack", 700))
        before = fingerprint(live.house.hosts[B].require_table()), live.house.hosts[B].require_table().state.seats.boxes
    with Live(tmp_path / "house.db", []) as live:
        table = live.house.hosts[B].require_table()
        assert (fingerprint(table), table.state.seats.boxes) == before
        assert table.state.ledger.chips(2) == table.state.ledger.chips(3)
        line = live.line(B, player.token)
        assert line.view["you"]["seats"] == [2, 3, 4]
        acked(line.send(answer={"says": "wager", "wager": "blackjack", "amount": 500, "by": 3}))


def test_a_seat_that_changes_hands_keeps_the_secret_of_the_last_hand(live: Live) -> None:
    """A folded hand was never shown: who sits down where it lay does not see it, in the view or in the record."""
    table = "go-fore-it"
    one = live.sit(table, 2)
    acked(one.bet("front_9", 500))
    acked(one.ready())
    view = one.wait(lambda v: bool(v["you"]["questions"]))
    own = [card["card"] for card in view["cards"]["2"] if card["card"]]
    assert len(own) == 2
    acked(one.say("fold"))
    assert [c["card"] for c in one.wait(lambda v: v["phase"] == "settled")["cards"]["2"]][:2] == own
    assert leave(one, 2).status_code == 200
    two = live.sit(table, 2)
    assert not any(card["card"] for card in two.view["cards"]["2"])
    assert not any(f'"{card}"'.encode() in heard for heard in two.heard for card in own)
    record = live.get(f"/api/tables/{table}/rounds/{two.view['round']}", two.token).content
    assert not any(f'"card":"{card}"'.encode() in record for card in own)


SEVERAL = [name for name, game in catalogue.games().items() if "adjacent_boxes" in game.rules.__struct_fields__]


@pytest.mark.parametrize("game", SEVERAL)
def test_any_game_that_permits_it_is_played_on_several_boxes(game: str, tmp_path: Path) -> None:
    """Random lawful play of two players with two boxes each: chips conserved, rebuilt the same, verified."""

    async def work() -> None:
        pick = random.Random(game)
        async with Desk(tmp_path / "house.db", [plan(game, adjacent_boxes=2)]) as desk:
            players: dict[int, Session] = {}
            for seat in (2, 5):
                session = await desk.sit(game, seat)
                reply = await take_box(desk.host(game), session, seat_wish(desk.key()))
                players |= dict.fromkeys(reply["seats"], session)
            assert set(players) == {2, 3, 5, 6}
            for _ in range(3):
                await random_round(desk, game, players, pick)
                assert fingerprint(rebuild(desk.house.store, game)) == fingerprint(desk.table(game))
            table = desk.table(game)
            lines = archive.export(desk.house.store, game, table.play.first if table.round is not None else None)
            (tmp_path / "record.jsonl").write_bytes(b"".join(lines))
        assert len(verify(tmp_path / "record.jsonl").rounds) >= 3

    run(work)
