"""What a player is told of money in words: what a round came to, and what giving a hand up would cost."""

import random
import re
from pathlib import Path
from typing import Any

import pytest

from pitboss.events import Collected, Paid, Returned
from pitboss.house.founding import Plan
from pitboss.house.host.sessions import Session
from pitboss.house.table.entries import Settings
from pitboss.house.wire.view import view
from pitboss.procedure import Answer
from tests import kin
from tests.house.desk import Desk, random_round, run
from tests.house.hand import ByHand
from tests.house.live import Live, acked

PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=1_000_000)
HAND = Settings(dealer="person", chance="entered", betting_seconds=0, election_seconds=0, settled_seconds=0)
ENDS = re.compile(r"(?:^|\. )You (?:(win|lose) \$([\d,]+)(?:\.(\d\d))?|neither win nor lose)\.$")
DECIDED = {"fold", "surrender", "surrendered"}  # how a hand that was given up is settled
ASKED = (
    "pai-gow", "blackjack", "pai-gow-poker", "casino-war", "go-fore-it", "over-under", "dj-wild-stud-poker",
    "face-up-pai-gow-poker",
)  # fmt: skip


def net(told: str) -> int:
    """What the sentence says was won, in cents."""
    found = ENDS.search(told)
    assert found, told
    verb, dollars, cents = found.groups()
    amount = int((dollars or "0").replace(",", "")) * 100 + int(cents or 0)
    return amount if verb == "win" else -amount


@pytest.mark.parametrize("game", kin.names())
def test_what_a_round_came_to_is_told_of_every_game(game: str, tmp_path: Path) -> None:
    """At the end there is the sum of the player's own settlements; without any there is nothing to tell."""

    async def work() -> None:
        pick = random.Random(f"told {game}")
        async with Desk(tmp_path / "house.db", [Plan(game, game, game, PRACTICE)]) as desk:
            players = {s.seat: s for s in [await desk.sit(game) for _ in range(2)]}
            told = played = 0
            while played < 4 or not told:  # a round without what it needs settles nothing
                played += 1
                assert played < 100
                await random_round(desk, game, players, pick)
                table = desk.table(game)
                for seat, session in players.items():
                    words = view(desk.host(game), session).summary
                    own = [event for event in table.play.settlements if event.seat == seat]
                    assert bool(words) is bool(own)
                    if own:
                        won = sum(e.returned - e.stake - (0 if e.deferred or e.prepaid else e.vigorish) for e in own)
                        assert net(words) == won, words
                        assert "_" not in words, words
                        told += 1
                assert view(desk.host(game), Session()).summary == "", "who watches has won nothing"

    run(work)


@pytest.mark.parametrize("game", ASKED)
def test_giving_up_costs_what_is_said_beside_it(game: str, tmp_path: Path) -> None:
    """Every hand is given up where the price is told: that is what is collected for it."""

    async def work() -> None:
        pick = random.Random(f"up {game}")
        async with Desk(tmp_path / "house.db", [Plan(game, game, game, PRACTICE)]) as desk:
            player = await desk.sit(game)
            original, prices = desk.say, list[int]()

            async def give_up(name: str, session: Session, answer: Answer, key: str = "") -> dict[str, Any]:
                questions = view(desk.host(name), session).you.questions
                priced = [(q, o) for q in questions for o in q.options if o.gives_up and not o.gives_up.otherwise]
                if priced and not prices:
                    ((question, option),) = priced
                    assert option.gives_up
                    prices.append(option.gives_up.loses)
                    answer = Answer(session.seat, option.says, hand=question.hand)
                return await original(name, session, answer, key)

            desk.say = give_up  # type: ignore[method-assign]
            given_up = 0
            for _ in range(60):
                prices.clear()
                await random_round(desk, game, {player.seat: player}, pick)
                if prices:
                    lost = [
                        e
                        for e in desk.table(game).play.settlements
                        if isinstance(e, Collected) and e.outcome in DECIDED
                    ]
                    assert sum(event.stake - event.returned for event in lost) == prices[0]
                    given_up += 1
                if given_up == 2:
                    return
            assert given_up, "no hand was priced"

    run(work)


def test_dice_and_wheel_are_told_by_what_they_showed(tmp_path: Path) -> None:
    """§§ 617a.3, 623a.3: one wager is told by its result, several by how many won and lost, a further one by its name."""
    plans = [Plan("craps", "craps", "Craps", HAND), Plan("roulette", "roulette", "Roulette", HAND)]
    with Live(tmp_path / "house.db", plans) as live:
        dice, player = ByHand(live, "craps"), live.sit("craps")
        acked(player.bet("pass_bet", 500))
        acked(player.bet("field_bet", 500))
        dice.shows("2 1")
        seen = player.wait(lambda view: view["settled_round"] > 0)
        assert seen["summary"] == "Dice 2 and 1: 3. Field wins $5. You neither win nor lose."
        wheel, other = ByHand(live, "roulette"), live.sit("roulette")
        for wager in ("red", "odd", "even", "black"):
            acked(other.bet(wager, 500))
        wheel.shows("17")
        seen = other.wait(lambda view: view["settled_round"] > 0)
        assert seen["summary"] == "The result is 17. 2 bets win, 2 lose. You neither win nor lose."
        for line in (player, other):
            line.close()


def test_hands_are_told_by_what_they_were_against(tmp_path: Path) -> None:
    """The dealer is named where the dealer won, and a push is a push: in the words of the settlement itself."""

    async def work() -> None:
        pick, seen = random.Random("against"), set[str]()
        async with Desk(tmp_path / "house.db", [Plan("blackjack", "blackjack", "Blackjack", PRACTICE)]) as desk:
            player = await desk.sit("blackjack")
            for _ in range(40):
                await random_round(desk, "blackjack", {player.seat: player}, pick)
                table = desk.table("blackjack")
                own = table.play.settlements if table.play.settled_round == table.state.felt.number else []
                hands = [e for e in own if " against " in e.outcome and e.wager == "blackjack"]
                if len(hands) != 1:
                    continue
                mine, _, dealers = hands[0].outcome.partition(" against ")
                told = view(desk.host("blackjack"), player).summary
                if isinstance(hands[0], Collected):
                    assert told.startswith(f"Dealer {dealers} beats {mine}. ")
                elif isinstance(hands[0], Paid):
                    assert told.startswith(f"{mine} beats dealer {dealers}")
                    assert (", bust. " in told) is (int(dealers) > 21)
                else:
                    assert isinstance(hands[0], Returned)
                    assert told.startswith(f"{mine} against dealer {dealers}: a push. ")
                seen.add(type(hands[0]).__name__)
        assert {"Collected", "Paid"} <= seen

    run(work)
