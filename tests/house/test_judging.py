"""Decisions judged at practice tables: what the house tells is what the mathematics says of what the seat has seen."""

import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from pitboss.client import House, Refused, Seat
from pitboss.events import AnyEvent
from pitboss.house.founding import Plan
from pitboss.house.protocol.judging import Judged, SessionReport
from pitboss.house.workers.judge import as_sent
from pitboss.mathematics.kit import judging
from pitboss.mathematics.kit.sight import Sight
from pitboss.procedure import Election
from tests.house.live import BY_HAND, Live, plan

GAMES = ("go-fore-it", "over-under")
MATHEMATICS = True


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    by_hand = Plan("elsewhere", "go-fore-it", "Go Fore It", BY_HAND)
    with Live(tmp_path_factory.mktemp("judged") / "house.db", [*map(plan, GAMES), by_hand]) as found:
        yield found


def judged(live: Live, seat: Seat, hand: int = 0) -> Judged:
    while True:
        reply = live.get(f"/api/tables/{seat.table}/judgement?hand={hand}", seat.token)
        found = msgspec.json.decode(reply.content, type=Judged)
        if not found.coming:
            return found


@pytest.mark.parametrize("game", GAMES)
def test_a_question_is_judged_by_what_its_seat_has_seen(live: Live, game: str) -> None:
    """Folded anew from what one connection heard, round after round, the same worths come out; answers that cost are
    told apart from the best, and the report adds them up."""
    rules = live.house.hosts[game].require_table()
    heard: list[AnyEvent] = []
    with House(f"http://{live.address}") as house, house.sit(game) as seat:
        seat.heard = heard.append
        sight, begun, costs = Sight(seat.seat), seat.rack, []
        for number in range(3):
            seat.open_betting()
            main = {"go-fore-it": "front_9", "over-under": "ante"}[game]
            seat.wager(next(offer for offer in seat.offers if offer.wager == main))
            seat.ready()
            while (view := seat.play_on()).phase == "playing" or view.you.questions:
                question = seat.questions[0]
                sight.hear(heard)
                heard.clear()
                asked = Election(question.to, question.kind, question.options, question.cite, question.default)
                expected = judging.judge(rules.game, sight.situation(rules.rules, asked))
                found = judged(live, seat).judged
                assert (found is None) is (expected is None)
                option = question.default or question.options[0]
                if expected is not None and found is not None:
                    assert msgspec.structs.replace(found, position="") == as_sent(expected)
                    assert found.position.startswith(f"game={game}")
                    assert min(one.cost for one in found.worths) == 0
                    worst = max(found.worths, key=lambda one: one.cost)
                    option = worst.option if number else next(one.option for one in found.worths if one.best)
                    costs.append(worst.cost if number else 0.0)
                seat.answer(question, option)
        report = msgspec.json.decode(live.get(f"/api/tables/{game}/session", seat.token).content, type=SessionReport)
        assert len(costs) >= 2
        assert [one.cost for one in report.decisions] == pytest.approx(costs)
        assert report.rounds[-1][1] == seat.rack - begun


def test_luck_is_told_from_skill(live: Live) -> None:
    """Once the edges are known: the result is what the wagers were worth, less mistakes, and the rest is luck."""
    with House(f"http://{live.address}") as house, house.sit("over-under") as seat:
        for _ in range(2):
            seat.open_betting()
            seat.wager(next(offer for offer in seat.offers if offer.wager == "ante"))
            seat.ready()
            while (view := seat.play_on()).phase == "playing" or view.you.questions:
                judged(live, seat)
                seat.answer(seat.questions[0], seat.questions[0].options[0])
        shares: Any = None
        while shares is None:
            time.sleep(0.05)  # one address may ask a hundred times a second
            reply = live.get("/api/tables/over-under/session", seat.token)
            shares = msgspec.json.decode(reply.content, type=SessionReport).shares
        assert shares.result == pytest.approx(shares.expected - shares.mistakes + shares.luck, abs=1e-6)
        assert shares.band > 0
        assert shares.expected < 0
        seat.open_betting()
        lines = live.get("/api/tables/over-under/wagers/judgement", seat.token).json()["lines"]
        assert lines == sorted(lines, key=lambda line: line["edge"])
        assert any(line["wager"] == "ante" for line in lines)


def test_nothing_is_judged_elsewhere(live: Live) -> None:
    """Not at a table that is not for practice, and not for somebody who watches."""
    player = live.sit("elsewhere")
    for what in ("judgement", "wagers/judgement", "session"):
        reply = live.get(f"/api/tables/elsewhere/{what}", player.token)
        assert (reply.status_code, reply.json()["refused"]["code"]) == (409, "not_offered")
        reply = live.get(f"/api/tables/go-fore-it/{what}")
        assert (reply.status_code, reply.json()["refused"]["code"]) == (403, "wrong_role")
    player.close()


def test_a_worker_that_dies_is_started_again(live: Live) -> None:
    """Whoever asks does not notice."""
    with House(f"http://{live.address}") as house, house.sit("go-fore-it") as seat:
        seat.open_betting()
        seat.wager(next(offer for offer in seat.offers if offer.wager == "front_9"))
        seat.ready()
        seat.play_on()
        (process,) = live.house.workers.processes("now")
        os.kill(process, signal.SIGKILL)
        assert judged(live, seat).judged is not None
        assert process not in live.house.workers.processes("now")
        with pytest.raises(Refused):
            seat.say("stand")


def test_a_box_tells_its_new_player_nothing_of_the_former(live: Live) -> None:
    """Nor what was decided there, nor what it came to; and a question that was judged twice was decided once."""
    address = f"http://{live.address}"
    with (
        House(address) as house,
        House(address) as another,
        House(address) as third,
        house.sit("over-under", 1) as first,
    ):
        with another.sit("over-under", 2) as former:
            former.open_betting()
            former.wager(next(offer for offer in former.offers if offer.wager == "ante"))
            former.ready()
            while (view := former.play_on()).phase == "playing" or view.you.questions:
                judged(live, former)
                with third.sit("over-under", 3):  # what is written meanwhile makes no other question of it
                    judged(live, former)
                former.answer(former.questions[0], former.questions[0].options[0])
            told = msgspec.json.decode(
                live.get("/api/tables/over-under/session", former.token).content, type=SessionReport
            )
            assert [one.kind for one in told.decisions] == ["over or under"]
            assert len(told.rounds) == 1
        reply = live.post("/api/tables/over-under/seats", {"key": "a further box, taken", "seat": 2}, first.token)
        assert reply.status_code in (201, 400, 409), reply.text
        told = msgspec.json.decode(live.get("/api/tables/over-under/session", first.token).content, type=SessionReport)
        assert told.decisions == ()
        assert told.rounds == ()
