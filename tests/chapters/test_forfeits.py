"""An answer that forfeits a hand says so, and how much is lost by it, in every chapter."""

from collections import defaultdict

import msgspec
import pytest

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.events import Collected
from pitboss.game import Game, RoundStart
from pitboss.procedure import Answer, Election, Option
from pitboss.testkit.random_play import play_out
from tests.house.lawful_tables import random_filing
from tests.test_properties import rng

ROUNDS = 40
FORFEIT = {"pai-gow": "surrender", "blackjack": "surrender", "pai-gow-poker": "surrender", "casino-war": "surrender",
           "go-fore-it": "fold", "over-under": "surrender", "dj-wild-stud-poker": "fold",
           "face-up-pai-gow-poker": "surrender"}  # fmt: skip


def options_taken(play: Round) -> list[tuple[Election, Option]]:
    """The questions to seats of a round that is over, each with the option that was taken."""
    taken: list[tuple[Election, Option]] = []
    again = Round(play.game, play.rules, play.state, play.start)
    for answer in play.history:
        assert isinstance(answer, Answer)
        for election in again.elections():
            if election.to == answer.by and isinstance(election.to, int):
                taken += [(election, option) for option in election.options if option.admits(answer)][:1]
        again.answer(answer)
    return taken


def wrongs(game: Game, rounds: int = ROUNDS) -> tuple[set[str], set[str]]:
    """What is said to forfeit a hand; and what was said so without telling what is lost, or with another amount."""
    pick, said, wrong = rng(34), set[str](), set[str]()
    for _ in range(rounds):
        rules = random_filing(game, pick)
        play = Round(game, rules, game.open(rules), RoundStart(1))
        events = play_out(play, pick, seats=rules.posted.seats)
        taken = options_taken(play)
        lost = defaultdict[tuple[int, str], int](int)
        for event in events:
            if isinstance(event, Collected):
                lost[event.seat, event.outcome] += event.stake - event.returned
        promised = defaultdict[tuple[int, str], set[int]](lambda: {0})
        for election, option in taken:
            if option.gives_up is not None:
                amounts = {option.gives_up.loses, option.gives_up.otherwise or option.gives_up.loses}
                seat = election.to
                assert isinstance(seat, int)
                promised[seat, option.says] = {a + b for a in promised[seat, option.says] for b in amounts}
                said.add(option.says)
        words = {(election.to, option.says) for election, option in taken}
        for (seat, outcome), amount in lost.items():
            for who, says in words:
                if who == seat and outcome.startswith(says) and amount not in promised[seat, says]:
                    wrong.add(f"{says}: {amount} is lost, not {sorted(promised[seat, says])}")
    return said, wrong


@pytest.mark.parametrize("game", catalogue.games().values(), ids=lambda game: game.name)
def test_an_answer_that_forfeits_a_hand_says_what_it_loses(game: Game) -> None:
    """What is collected under the word that the player said is what the option with that word told."""
    said, wrong = wrongs(game)
    assert not wrong
    assert game.name not in FORFEIT or said == {FORFEIT[game.name]}


def test_an_answer_that_does_not_say_so_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: options that tell nothing of what they lose."""

    def silent(self: Round) -> list[Election]:
        return [
            msgspec.structs.replace(e, options=tuple(msgspec.structs.replace(o, gives_up=None) for o in e.options))
            for e in elections(self)
        ]

    elections = Round.elections
    monkeypatch.setattr(Round, "elections", silent)
    said, wrong = wrongs(catalogue.game("casino-war"))
    assert wrong
    assert not said
