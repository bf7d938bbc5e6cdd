"""Positions: a question of a round stated again, and written into an address, is worth what it was worth in the round."""

import random
from collections.abc import Iterator

import pytest

import pitboss
from pitboss.drivers.round import Round
from pitboss.events import Dealt
from pitboss.mathematics.kit import judging, position_text, stated
from pitboss.mathematics.kit.judging import Situation
from pitboss.mathematics.kit.restated import restated
from pitboss.mathematics.kit.sight import Sight
from tests.mathematics.judging.test_stated import wagers, worths

SEAT = 1
GAMES = [
    ("blackjack", 20),
    ("casino-war", 30),
    ("over-under", 3),
    ("go-fore-it", 3),
    ("dj-wild-stud-poker", 2),
    ("pai-gow", 2),
    ("pai-gow-poker", 1),
    ("six-card-fortune-pai-gow-poker", 1),
    ("face-up-pai-gow-poker", 2),
]


def asked(game: str, seed: int, rounds: int = 1, seats: tuple[int, ...] = (SEAT,)) -> Iterator[tuple[Round, Situation]]:
    """What a seat is asked in rounds of one shoe, answered at random, with all that it has seen since the shuffle."""
    table, chosen, sight = pitboss.Table(game, seed=seed), random.Random(seed), Sight(SEAT)
    for _ in range(rounds):
        play = table.begin(seats)
        sight.hear(play.events)
        waiting = [
            pitboss.Answer(seat, *(one.says, one.wager, one.on, one.amount)) for seat in seats for one in wagers(game)
        ]
        while not play.closed:
            if isinstance(play.pending, pitboss.Window):
                sight.hear(table.answer(play, waiting.pop(0) if waiting else None))
            elif (question := next(iter(play.elections()), None)) is not None and question.to in seats:
                if question.to == SEAT and question.kind != "cut":
                    yield play, sight.situation(play.rules, question)
                sight.hear(table.answer(play, chosen.choice(question.options).answer(question.to)))
            else:
                sight.hear(table.answer(play))
        table.end(play)


@pytest.mark.parametrize(("game", "rounds"), GAMES)
def test_a_question_stated_again_is_worth_the_same(game: str, rounds: int) -> None:
    found = pitboss.games()[game]
    judged = 0
    for seed in range(rounds):
        for _, situation in asked(game, seed):
            expected = judging.judge(found, situation)
            if expected is None:
                continue
            texts = position_text.written(restated(found, situation))
            again = stated.judge(found, situation.rules, position_text.read(texts))
            assert worths(again) == worths(expected), (seed, texts)
            assert position_text.written(position_text.read(texts)) == texts
            judged += 1
    assert judged > rounds // 20


def test_cards_of_others_and_of_earlier_rounds_are_not_unseen() -> None:
    """Three seats and four rounds of one shoe: what this seat saw leave it is gone from the position too."""
    found, judged, counted = pitboss.games()["blackjack"], 0, 0
    for seed in range(4):
        for play, situation in asked("blackjack", seed, rounds=4, seats=(1, 2, 3)):
            expected = judging.judge(found, situation)
            if expected is None:
                continue
            position = restated(found, situation)
            assert position.unseen is not None
            seen = sum(isinstance(event, Dealt) and bool(event.card) for event in situation.events)
            assert sum(position.unseen.values()) <= 6 * 52 - seen
            again = stated.judge(found, situation.rules, position_text.read(position_text.written(position)))
            assert worths(again) == worths(expected), (seed, play.start.number, position)
            judged, counted = judged + 1, counted + bool(situation.gone)
    assert judged > 10
    assert counted > 5


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        ({"unseen": "T96"}, "no count of unseen cards"),
        ({"wagers": "blackjack:ten"}, "no wager"),
        ({"answers": "low=", "cards": "AS"}, "no answer"),
    ],
)
def test_a_text_that_says_nothing_is_refused(texts: dict[str, str], words: str) -> None:
    with pytest.raises(pitboss.Refused, match=words):
        position_text.read(texts)
