"""I-GEN-12: the wagers of a player who leaves, in every chapter that says that they may be lost."""

from contextlib import suppress
from functools import cache
from typing import Any

import msgspec
import pytest

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.events import Event, IrregularityReported, MeterMoved, Settlement
from pitboss.families.leaving import WhoLeaves
from pitboss.game import Game, RoundStart
from pitboss.journal import Report
from pitboss.ledger import Ledger
from pitboss.paper.alternatives import rich
from pitboss.procedure import Answer, Each, Election, Refusal, Refused
from pitboss.submission import choices
from pitboss.testkit.random_play import play_out
from tests.test_properties import rng

CITES = {
    "pai-gow": "621a.5(b)",
    "pai-gow-poker": "645a.7(b)",
    "six-card-fortune-pai-gow-poker": "670a.7(b)",
    "go-fore-it": "676a.7(b)",
    "dj-wild-stud-poker": "687a.7(b)",
    "face-up-pai-gow-poker": "688a.7(b)",
}
by_game = pytest.mark.parametrize("name", CITES)


def filed(game: Game, leaves: WhoLeaves) -> Any:
    """Everything that can be offered, at a table for two, so that both are soon in the round."""
    return msgspec.structs.replace(
        rich(game), player_who_leaves=leaves, **({} if game.name == "pai-gow" else {"seats": 2})
    )


@cache
def moment(name: str) -> tuple[tuple[Answer, ...], int]:
    """The answers of a round up to where a player may have left, and the seat."""
    game, rules = catalogue.game(name), filed(catalogue.game(name), WhoLeaves.LOSES)
    for seed in range(20):
        played = Round(game, rules, game.open(rules), RoundStart(1))
        play_out(played, rng(seed), seats=2, wagers=6)
        play = Round(game, rules, game.open(rules), RoundStart(1))
        for count, answer in enumerate(played.history):
            if isinstance(play.pending, Election | Each):
                for seat in (1, 2):
                    with suppress(Refused):
                        play.replica().report(Report("player_left", seat))
                        return tuple(one for one in played.history[:count] if isinstance(one, Answer)), seat
            assert isinstance(answer, Answer)
            play.answer(answer)
    raise AssertionError(name)


def brought(name: str, leaves: WhoLeaves) -> tuple[Round, list[Event], int]:
    """The same round at the same moment, under a filing with this choice."""
    game, (answers, seat) = catalogue.game(name), moment(name)
    rules = filed(game, leaves)
    play = Round(game, rules, game.open(rules), RoundStart(1))
    events = list(play.events)
    for answer in answers:
        events += play.answer(answer)
    return play, events, seat


@by_game
@pytest.mark.parametrize("leaves", [WhoLeaves.LOSES, WhoLeaves.RETURNED])
def test_gen_12_wagers_of_one_who_left_are_lost_or_returned_as_filed(name: str, leaves: WhoLeaves) -> None:
    """On the floor's entry every wager of that seat is gone, under the provision or the reading; chips and meters balance."""
    play, before, seat = brought(name, leaves)
    now = play.report(Report("player_left", seat))
    cite = CITES[name] if leaves is WhoLeaves.LOSES else "I-GEN-12"
    (entered,) = [event for event in now if isinstance(event, IrregularityReported)]
    assert (entered.cite, "returned" in entered.remedy) == (cite, leaves is WhoLeaves.RETURNED)
    gone = [event for event in now if isinstance(event, Settlement) and event.seat == seat and event.cite == cite]
    assert gone
    assert all(event.returned == (0 if leaves is WhoLeaves.LOSES else event.stake) for event in gone)
    moved = [
        event.after - event.before for event in [*before, *now] if isinstance(event, MeterMoved) and event.seat == seat
    ]
    assert leaves is WhoLeaves.LOSES or sum(moved) == 0
    ledger = Ledger()
    ledger.fold([*before, *now, *play_out(play, rng(5), seats=2, wagers=0)])
    ledger.check()


@by_game
def test_gen_12_where_hands_are_played_out_nothing_is_entered(name: str) -> None:
    """The entry is refused, the question stays, and the guide says what happens instead."""
    play, _, seat = brought(name, WhoLeaves.PLAYED_OUT)
    pending = play.pending
    assert "player_left" not in play.possible((seat,))
    with pytest.raises(Refused, match="played out at this table") as refusal:
        play.report(Report("player_left", seat))
    assert (refusal.value.why, refusal.value.cite) == (Refusal.CANNOT_HAPPEN, "I-GEN-12")
    assert play.pending is pending
    kind = next(kind for kind in play.game.irregularities if kind.name == "player_left")
    assert "played out" in play.game.remedy(kind, play.rules)


def test_gen_12_every_chapter_that_forfeits_has_the_choice() -> None:
    """And no other; at its default it is neither recorded nor hashed."""
    having = {game.name for game in catalogue.games().values() if "player_who_leaves" in choices(game.rules)}
    assert having == set(CITES)
    assert all("player_who_leaves" not in catalogue.game(name).example().chosen for name in CITES)
