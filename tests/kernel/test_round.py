"""Driving a round: what is accepted, in what order, and what a refusal leaves behind."""

import random

import pytest

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.game import RoundStart
from pitboss.journal import Report
from pitboss.procedure import CHANCE, DEALER, Answer, Draw, Refusal, Refused
from pitboss.testkit.random_play import play_out
from pitboss.wagers import close_betting

GAME = catalogue.game("roulette")
ANSWERS = [
    Answer(1, "wager", "straight", "17", 500), Answer(2, "wager", "red", "", 1000), Answer(1, "remove", "straight", "17"),
    Answer(1, "wager", "dozen", "2", 1500), close_betting(), Answer(CHANCE, "17"), Answer(DEALER, "valid_spin"),
]  # fmt: skip


def opened() -> Round:
    rules = GAME.example()
    return Round(GAME, rules, GAME.open(rules), RoundStart(1))


def test_answers_together_tell_what_they_tell_one_by_one() -> None:
    one, all_ = opened(), opened()
    events = [event for answer in ANSWERS for event in one.answer(answer)]
    assert all_.feed(ANSWERS) == events
    assert (all_.history, all_.result, all_.closed) == (one.history, one.result, True)


@pytest.mark.parametrize("bad", [0, 3, 4, 5, 6])
def test_a_refusal_among_answers_stops_there_and_keeps_those_before(bad: int) -> None:
    play = opened()
    with pytest.raises(Refused):
        play.feed([*ANSWERS[:bad], Answer(1, "wager", "straight", "99", 500), *ANSWERS[bad:]])
    assert play.history == ANSWERS[:bad]
    play.feed(ANSWERS[bad:])
    assert play.closed


def test_nothing_is_taken_once_the_round_is_over() -> None:
    play = opened()
    play.feed(ANSWERS)
    with pytest.raises(Refused) as caught:
        play.feed([ANSWERS[0]])
    assert caught.value.why is Refusal.STALE


def taken(moment: Round, kind: str, seat: int) -> bool:
    """Whether a report is really taken at this moment."""
    try:
        moment.replica().report(Report(kind, seat))
    except Refused:
        return False
    return True


@pytest.mark.parametrize("name", sorted(catalogue.games()))
def test_what_is_possible_is_what_would_be_taken(name: str) -> None:
    """At moments of a random round: each irregularity and each seat is named exactly where its report would be taken."""
    game, source = catalogue.game(name), random.Random(f"possible {name}")
    rules = game.example()
    play = Round(game, rules, game.open(rules), RoundStart(1))
    seats = range(1, min(rules.posted.seats, 4) + 1)
    play_out(play, lambda n: source.randrange(n) if n else 0, seats=len(seats), wagers=5)
    for at in source.sample(range(len(play.history)), min(5, len(play.history))):
        moment = play.before(at)
        before = list(moment.history), moment.asked
        found = moment.possible(seats)
        for kind in game.irregularities:
            concerned = tuple(seat for seat in (seats if kind.needs_seat else (0,)) if taken(moment, kind.name, seat))
            assert (kind.name in found) is bool(concerned), (kind.name, at)
            assert found.get(kind.name, ()) == (concerned if kind.needs_seat else ()), (kind.name, at)
        assert (list(moment.history), moment.asked) == before, "trying changes nothing"


def test_what_is_possible_concerns_every_seat_that_plays() -> None:
    """676a.7(b): seats 2 and 4 have wagered, so either may leave, seat 1 may not; of seats named, only these."""
    game = catalogue.game("go-fore-it")
    rules = game.example()
    play = Round(game, rules, game.open(rules), RoundStart(1))
    play.feed([*(Answer(seat, "wager", "front_9", "", 500) for seat in (2, 4)), close_betting()])
    while isinstance(play.pending, Draw):
        play.answer(next(play.pending.lawful()))
    assert play.possible()["player_left"] == (2, 4)
    assert play.possible([1, 4])["player_left"] == (4,)
    assert "player_left" not in play.possible([1, 3])


def test_what_was_possible_at_one_moment_is_found_out_later() -> None:
    """A moment that was set aside answers for itself, though the round has gone on."""
    play = opened()
    play.feed(ANSWERS[:5])
    expected, moment = play.possible(), play.frozen()
    assert expected
    play.feed(ANSWERS[5:])
    assert moment() == expected
    assert play.possible() == {}
