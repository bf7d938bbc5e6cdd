"""A player banks a live table: they are asked, their cover is held, and a rack that cannot cover it is refused."""

from pathlib import Path

import pytest

from pitboss.house.founding import Plan
from pitboss.house.host.sessions import Session
from pitboss.house.table.entries import Settings
from pitboss.procedure import Answer, Refused, Window
from tests.house.desk import Desk, check, run

GAME = "pai-gow-poker"
PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=20_000)


async def play_out(desk: Desk, players: dict[int, Session]) -> None:
    """Everyone takes the default until the round is over, and the next one opens."""
    while (play := desk.table(GAME).round) is not None and not isinstance(play.pending, Window):
        election = play.elections()[0]
        assert isinstance(election.to, int)
        assert election.default is not None
        await desk.say(GAME, players[election.to], election.default.answer(election.to))
    await desk.do(GAME, players[1], do="ready")


async def banked(desk: Desk, own: int, other: int) -> dict[int, Session]:
    """A round against the dealer, then betting closed on a round that seat 2 wants to bank."""
    players = {seat: await desk.sit(GAME, seat) for seat in (1, 2)}
    for session in players.values():
        await desk.bet(GAME, session, "pai_gow_poker", 500)
    for session in players.values():
        await desk.do(GAME, session, do="ready")
    await play_out(desk, players)
    await desk.bet(GAME, players[1], "pai_gow_poker", other)
    if own:
        await desk.bet(GAME, players[2], "fortune_bonus", own)
    await desk.say(GAME, players[2], Answer(2, "bank"))
    for session in players.values():
        await desk.do(GAME, session, do="ready")
    return players


def test_bank_is_asked_and_his_cover_is_held(tmp_path: Path) -> None:
    """The question waits for the player; then their cover and the dealer's wager are on the layout."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(GAME, GAME, GAME, PRACTICE)]) as desk:
            players = await banked(desk, 0, 2_000)
            table = desk.table(GAME)
            assert table.round is not None
            (election,) = table.round.elections()
            assert (election.to, election.courtesy, election.waits) == (2, True, True)
            before = table.state.ledger.chips(2)
            await desk.say(GAME, players[2], Answer(2, "dealer_wager", amount=300))
            assert table.state.felt.up[2, "bank", "", 0] == 2_300
            assert table.state.felt.up[0, "dealer_wager", "", 0] == 300
            assert table.state.ledger.chips(2) == before - 2_300
            await play_out(desk, players)
            check(desk.table(GAME))
            assert {line.wager for line in table.play.settlements} == {"pai_gow_poker", "dealer_wager", "bank"}

    run(work)


def test_rack_that_cannot_cover_the_others_is_refused_and_he_may_pass(tmp_path: Path) -> None:
    """$190 and the dealer's $5 against what is left after a side wager of $100; a player who passes has it back."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(GAME, GAME, GAME, PRACTICE)]) as desk:
            players = await banked(desk, 10_000, 19_000)
            with pytest.raises(Refused) as caught:
                await desk.say(GAME, players[2], Answer(2, "dealer_wager", amount=500))
            assert (caught.value.why, caught.value.cite) == ("not_enough_chips", "645a.12(d)(2)")
            await desk.say(GAME, players[2], Answer(2, "pass_bank"))
            table = desk.table(GAME)
            assert not [spot for spot in table.state.felt.up if spot[0] == 2]
            await play_out(desk, players)
            check(desk.table(GAME))

    run(work)
