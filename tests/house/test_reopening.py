"""I-GEN-38: what an opening, an empty table or a change of cards leaves of the shoe that was there: nothing."""

from pathlib import Path

import pytest

from pitboss.events import Shuffled
from pitboss.house.founding import Plan
from pitboss.house.host.sessions import Session
from pitboss.house.table.table import Table
from tests.house.desk import Desk, run
from tests.house.live import PRACTICE
from tests.house.sending import leave_table

GAMES = ("blackjack", "casino-war", "over-under", "minibaccarat", "midibaccarat", "baccarat")


def plan(game: str) -> Plan:
    return Plan(game, game, game.title(), PRACTICE)


def shuffled(table: Table) -> bool:
    """Whether the cards were shuffled in this round."""
    return any(isinstance(event, Shuffled) for event in table.play.events)


MAIN = {"casino-war": "initial", "over-under": "ante", "blackjack": "blackjack"}


async def played(desk: Desk, game: str, players: dict[int, Session], rounds: int = 2) -> None:
    """They wager and answer what stands by itself; the shoe is in the middle of its cards afterwards."""
    for _ in range(rounds):
        number = (await opened_round(desk, game, *players.values())).state.felt.number
        for player in players.values():
            await desk.bet(game, player, MAIN.get(game, "players_hand"), 10_000)
        for player in players.values():
            await desk.do(game, player, do="ready")
        for _ in range(100):
            play = desk.table(game).round
            if play is None or desk.table(game).state.felt.number != number:
                break
            asked = play.elections()[0]
            assert isinstance(asked.to, int)
            await desk.say(game, players[asked.to], (asked.default or asked.options[0]).answer(asked.to))


async def opened_round(desk: Desk, game: str, *players: Session) -> Table:
    """The next round, as far as betting."""
    table = desk.table(game)
    if table.round is None:
        await desk.do(game, players[0], do="ready")
    await desk.decline_cuts(game, players)
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_round_after_another_deals_on(tmp_path: Path, game: str) -> None:
    """Control: where somebody plays on, the shoe is the one that was there."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [plan(game)]) as desk:
            player = await desk.sit(game, 1)
            await played(desk, game, {1: player})
            table = await opened_round(desk, game, player)
            assert not shuffled(table)

    run(work)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_was_closed_begins_with_a_shuffle(tmp_path: Path, game: str) -> None:
    """Closed, signed for and opened again: the cards are shuffled before the first is dealt."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [plan(game)]) as desk:
            player, floor = await desk.sit(game, 1), desk.role("floor", game)
            await played(desk, game, {1: player})
            await desk.do(game, floor, do="close_table")
            await desk.do(game, floor, do="open_table")
            table = await opened_round(desk, game, player)
            assert table.round is not None
            assert table.round.start.reopened
            assert shuffled(table)

    run(work)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_was_empty_begins_with_a_shuffle(tmp_path: Path, game: str) -> None:
    """The last player has left and another comes: there was no gaming in between. So after a restart."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [plan(game)]) as desk:
            player = await desk.sit(game, 1)
            await played(desk, game, {1: player})
            await leave_table(desk.host(game), player, desk.key())
        async with Desk(tmp_path / "house.db", [plan(game)]) as desk:
            desk.keys = iter(range(10_000, 10**9))
            newcomer = await desk.sit(game, 2)
            await desk.settle(game)
            table = await opened_round(desk, game, newcomer)
            assert table.round is not None
            assert table.round.start.reopened
            assert shuffled(table)

    run(work)


def test_a_player_who_stays_keeps_the_shoe(tmp_path: Path) -> None:
    """One of two leaves: somebody is still at the table, and it deals on."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [plan("blackjack")]) as desk:
            player, stays = await desk.sit("blackjack", 1), await desk.sit("blackjack", 3)
            await played(desk, "blackjack", {1: player, 3: stays}, 1)
            await leave_table(desk.host("blackjack"), player, desk.key())
            assert not desk.table("blackjack").state.standing.reopened
            table = await opened_round(desk, "blackjack", stays)
            assert not shuffled(table)

    run(work)
