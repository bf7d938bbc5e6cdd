"""A command names the round and the question it was meant for; at any other moment it does nothing."""

from collections.abc import Awaitable, Callable
from functools import wraps
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.house.commands.union import SocketCommand
from pitboss.house.founding import Plan
from pitboss.house.host.command import Command
from pitboss.procedure import Refused, Window
from tests.house.desk import Desk, run
from tests.house.live import BY_HAND, PRACTICE
from tests.house.sending import message, said

C, G, L = "craps-practice", "go-fore-it-practice", "roulette-by-hand"
PLANS = (
    Plan(C, "craps", "Craps", PRACTICE),
    Plan(G, "go-fore-it", "Go Fore It", PRACTICE),
    Plan(L, "roulette", "Roulette", BY_HAND),
)
Test = Callable[[Desk], Awaitable[None]]


def at_desk(test: Test) -> Callable[[Path], None]:
    @wraps(test)
    def wrapped(tmp_path: Path) -> None:
        async def work() -> None:
            async with Desk(tmp_path / "house.db", PLANS) as desk:
                await test(desk)

        run(work)

    del wrapped.__wrapped__
    return wrapped


async def refused(reply: Awaitable[Any]) -> Refused:
    with pytest.raises(Refused) as caught:
        await reply
    return caught.value


@at_desk
async def test_one_press_of_roll_throws_once(desk: Desk) -> None:
    """Two presses made of one and the same view: the dice are thrown once, and the second changes nothing."""
    player = await desk.sit(C)
    await desk.bet(C, player, "pass_bet", 500)
    seen = desk.moment(C)
    await desk.do(C, player, do="ready", **seen)
    thrown = desk.table(C).state.felt.number
    sequence = desk.table(C).journal.sequence
    caught = await refused(desk.do(C, player, do="ready", **seen))
    assert caught.why == "stale"
    assert (desk.table(C).state.felt.number, desk.table(C).journal.sequence) == (thrown, sequence)


@at_desk
async def test_going_on_opens_one_round_and_closes_none(desk: Desk) -> None:
    """From a settled table a press opens the next round; the same press again does not close its betting."""
    player = await desk.sit(G)
    await desk.bet(G, player, "front_9", 500)
    await desk.do(G, player, do="ready")
    await desk.do(G, player, answer=said("fold"))
    assert desk.table(G).round is None
    seen = desk.moment(G)
    assert seen == {"round": 2, "question": 0}
    await desk.do(G, player, do="ready", **seen)
    play = desk.table(G).round
    assert play is not None
    assert isinstance(play.pending, Window)
    caught = await refused(desk.do(G, player, do="ready", **seen))
    assert caught.why == "stale"
    assert desk.table(G).round is play
    assert not desk.host(G).dealer.ready


def test_a_house_that_does_not_look_at_the_moment_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: the same press again acts again, and the test above sees it."""
    monkeypatch.setattr(Command, "check_moment", lambda command, table: None)
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        test_going_on_opens_one_round_and_closes_none(tmp_path)


@at_desk
async def test_chips_laid_one_after_the_other_go_to_the_round_they_name(desk: Desk) -> None:
    """A wager may name the betting of its round by question 0: the first opens it, the second joins it."""
    player = await desk.sit(G)
    await desk.bet(G, player, "front_9", 500)
    await desk.do(G, player, do="ready")
    await desk.do(G, player, answer=said("fold"))
    for _ in range(2):
        await desk.do(G, player, answer=said("wager", "front_9", amount=500), round=2, question=0)
    assert desk.table(G).state.felt.stakes(player.seat) == 1000
    caught = await refused(desk.do(G, player, answer=said("wager", "front_9", amount=500), round=1, question=0))
    assert caught.why == "stale"
    caught = await refused(desk.do(G, player, do="ready", round=2, question=0))
    assert caught.why == "stale"


@at_desk
async def test_an_answer_is_to_the_question_it_names(desk: Desk) -> None:
    """One question before, the very one, one after: only the one that is asked is answered."""
    player = await desk.sit(G)
    await desk.bet(G, player, "front_9", 500)
    await desk.do(G, player, do="ready")
    asked = desk.moment(G)
    for question in (asked["question"] - 1, asked["question"] + 1, 0):
        caught = await refused(desk.do(G, player, answer=said("fold"), round=asked["round"], question=question))
        assert caught.why == "stale"
        assert f"question {asked['question']}" in caught.sentence
    for number in (asked["round"] - 1, asked["round"] + 1):
        caught = await refused(desk.do(G, player, answer=said("fold"), round=number, question=asked["question"]))
        assert caught.why in ("stale", "malformed")  # there is no round 0 to name
    await desk.do(G, player, answer=said("fold"), **asked)
    assert desk.table(G).round is None


@pytest.mark.parametrize("what", [{"do": "ready"}, {"do": "no_more_bets"}, {"answer": said("fold")}])
@pytest.mark.parametrize("left_out", ["round", "question"])
def test_what_names_no_moment_is_refused(what: dict[str, Any], left_out: str) -> None:
    """Round and question have to be named: a message without them is no command, and says what is missing."""
    sent = message("key", **what, round=1, question=0)
    msgspec.json.decode(msgspec.json.encode(sent), type=SocketCommand)
    del sent[left_out]
    with pytest.raises(msgspec.ValidationError, match=left_out):
        msgspec.json.decode(msgspec.json.encode(sent), type=SocketCommand)


@at_desk
async def test_nothing_stated_is_not_nothing(desk: Desk) -> None:
    """676a.11(b): no amount stated is the amount of the wager; an amount of nothing, or any other, is refused."""
    player = await desk.sit(G)
    await desk.bet(G, player, "front_9", 500)
    await desk.do(G, player, do="ready")
    for amount in (0, 499, 501):
        caught = await refused(desk.do(G, player, answer=said("back_9", amount=amount)))
        assert caught.why == "not_equal"
        assert "$5.00" in caught.sentence
    await desk.do(G, player, answer=said("back_9", amount=500))
    assert desk.table(G).round is None


# --- a new player at an empty table


@at_desk
async def test_a_report_names_its_round(desk: Desk) -> None:
    """An irregularity of the last round is not applied to this one."""
    floor = desk.role("floor", C)
    player = await desk.sit(C)
    await desk.bet(C, player, "pass_bet", 500)
    seen = desk.moment(C)
    await desk.do(C, player, do="ready")
    caught = await refused(desk.do(C, floor, do="report", report={"kind": "die_off_table"}, round=seen["round"]))
    assert caught.why == "stale"
