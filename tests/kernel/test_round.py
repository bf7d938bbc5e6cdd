"""Driving a round: what is accepted, in what order, and what a refusal leaves behind."""

import pytest

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.game import RoundStart
from pitboss.procedure import CHANCE, DEALER, Answer, Refusal, Refused
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
    told = [event for answer in ANSWERS for event in one.answer(answer)]
    assert all_.answer_all(ANSWERS) == told
    assert (all_.history, all_.result, all_.closed) == (one.history, one.result, True)


@pytest.mark.parametrize("bad", [0, 3, 4, 5, 6])
def test_a_refusal_among_answers_stops_there_and_keeps_those_before(bad: int) -> None:
    play = opened()
    with pytest.raises(Refused):
        play.answer_all([*ANSWERS[:bad], Answer(1, "wager", "straight", "99", 500), *ANSWERS[bad:]])
    assert play.history == ANSWERS[:bad]
    play.answer_all(ANSWERS[bad:])
    assert play.closed


def test_nothing_is_taken_once_the_round_is_over() -> None:
    play = opened()
    play.answer_all(ANSWERS)
    with pytest.raises(Refused) as no:
        play.answer_all([ANSWERS[0]])
    assert no.value.why is Refusal.STALE
