"""Every game, opened, dealt and settled by persons: whoever is asked answers, and every entry names who caused it."""

import random
from pathlib import Path

import pytest

from pitboss import catalogue
from pitboss.authority import answerers
from pitboss.house.founding import Plan
from pitboss.house.host.sessions import Session
from pitboss.house.table import entries
from pitboss.house.table.entries import Settings
from pitboss.house.table.verify import verify_entries
from pitboss.journal import Step
from pitboss.procedure import DEALER, FLOOR, NO_MORE_BETS, Refused, Window
from pitboss.roles import AT_A_TABLE
from pitboss.testkit.random_play import elect, required, tender
from tests.house.desk import Desk, check, run

PERSON = Settings(dealer="person", betting_seconds=0, election_seconds=0, settled_seconds=0)
BY_STAFF = (DEALER, FLOOR)
ROUNDS = 3


async def act(desk: Desk, player: Session, pick: random.Random) -> None:
    """Whoever is asked says what is usual; while betting is open the player wagers, then betting closes."""
    table = desk.table("t")
    play = table.round
    if play is None:
        await desk.sign_all("t")
        await desk.take_and_pay("t")
        await desk.settle("t", 1)
    elif isinstance(play.pending, Window):
        if not table.state.felt.up:
            offers = [offer for offer in play.pending.menu.offers(player.seat) if offer.says == "wager"]
            await desk.say("t", player, tender(player.seat, pick.choice(offers), lambda most: 0))
            return
        try:
            await desk.do("t", desk.person(table.game.dealt_by[0], "t"), do="no_more_bets")
        except Refused as refusal:
            made = required(play, refusal)
            assert made is not None, refusal
            await desk.say("t", player, made)
    else:
        election = play.elections()[0]
        if isinstance(election.to, int):
            await desk.say("t", player, elect(election, lambda most: 0))
        else:
            who = answerers(table.game, election.to, election.kind)[0]
            answer = (election.default or election.options[0]).answer(election.to)
            await desk.say("t", desk.person(who, "t"), answer)


@pytest.mark.parametrize("game", sorted(catalogue.games()))
def test_a_game_dealt_by_persons(tmp_path: Path, game: str) -> None:
    """I-GEN-39: nothing is answered for dealer or floor but by somebody named, and nothing is marked as automatic."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan("t", game, game, PERSON)]) as desk:
            for role in AT_A_TABLE:
                desk.station("t", role)
            await desk.open_by_hand("t")
            player, pick = await desk.sit("t", 1), random.Random(game)
            for _ in range(400):
                await act(desk, player, pick)
                if desk.table("t").state.felt.number > ROUNDS:
                    break
            assert desk.table("t").state.felt.number > ROUNDS
            check(desk.table("t"))
            journal = list(desk.house.store.entries("t"))
            staffed = 0
            for entry in journal:
                made = entries.DECODERS[entry.kind].decode(entry.payload)
                if isinstance(made, Step) and any(answer.by in BY_STAFF for answer in made.answers):
                    assert made.person is not None, made
                    assert made.person.credential.startswith("DEMO-")
                    assert all(answer.says == NO_MORE_BETS or not answer.automatic for answer in made.answers)
                    staffed += 1
                if isinstance(made, Step):
                    assert not any(getattr(event, "automatic", False) for event in made.events)
                if isinstance(made, entries.Signed | entries.Opened):
                    assert getattr(made.by, "credential", "")
            assert staffed >= ROUNDS
            last = next((e.sequence for e in reversed(journal) if e.kind in ("ended", "unplayed")), 0)
            assert verify_entries(journal[:last]).rounds

    run(work)
