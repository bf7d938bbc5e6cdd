"""Decisions from cards alone: the same as the judgement of a round that got there; what cannot happen is refused."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import pitboss
from pitboss.drivers.round import Round
from pitboss.drivers.taking_part import amount_on, base_wagers
from pitboss.events import Dealt, visible
from pitboss.mathematics.kit.judging import Judgement
from pitboss.mathematics.kit.sight import CardsOut

SEAT, STAKE = 1, 10_00
DECKS = 6
FULL = dict.fromkeys("A23456789TJQK", 4 * DECKS)
Worths = dict[tuple[str, frozenset[str], int], tuple[Fraction, Fraction]]


def worths(judgement: Judgement | None) -> Worths:
    assert judgement is not None
    return {(one.option.says, frozenset(one.option.cards), one.amount): (one.low, one.high) for one in judgement.worths}


def asked_questions(game: str, seed: int, said: list[pitboss.Answer]) -> Iterator[tuple[Round, pitboss.Election]]:
    """The questions that a seat is asked in one round, which it answers at random; ``said`` gets its answers."""
    table, chosen = pitboss.Table(game, seed=seed), random.Random(seed)
    play, waiting = table.begin(), wagers(game)
    while not play.closed:
        if isinstance(play.pending, pitboss.Window):
            table.answer(play, waiting.pop(0) if waiting else None)
        elif (asked := next(iter(play.elections()), None)) is not None and asked.to == SEAT:
            yield play, asked
            answer = chosen.choice(asked.options).answer(SEAT)
            said += [] if asked.kind == "cut" else [answer]
            table.answer(play, answer)
        else:
            table.answer(play)


def wagers(game: str) -> list[pitboss.Answer]:
    found = pitboss.games()[game]
    rules = found.example()
    return [pitboss.wager(of.kind.name, amount_on(of, rules, STAKE), of.on) for of in base_wagers(found, rules)]


def own_cards(play: Round) -> tuple[list[str], list[str]]:
    """The player's cards that they have seen, as they came, and those of the dealer that lie open."""
    events = [visible(event, SEAT) for event in pitboss.replay(play)]
    held = CardsOut().fold(events).held
    came = [event.card for event in events if isinstance(event, Dealt) and event.to == SEAT and event.card]
    return came or held.get((SEAT, 0), []), [card for card in held.get(("dealer", 0), []) if card]


@pytest.mark.parametrize(
    ("game", "rounds"),
    [
        ("blackjack", 25),
        ("casino-war", 40),
        ("over-under", 3),
        ("go-fore-it", 3),
        ("dj-wild-stud-poker", 2),
        ("pai-gow", 2),
        ("pai-gow-poker", 1),
        ("six-card-fortune-pai-gow-poker", 1),
        ("face-up-pai-gow-poker", 2),
    ],
)
def test_a_state_is_worth_what_the_round_that_got_there_judges(game: str, rounds: int) -> None:
    """Every judged question of random rounds, stated again from its cards and answers."""
    judged = 0
    for seed in range(rounds):
        said: list[pitboss.Answer] = []
        for play, question in asked_questions(game, seed, said):
            expected = pitboss.judge(play)
            if expected is None:
                continue
            cards, up = own_cards(play)
            found = pitboss.worth(game, cards=cards, up=up, answers=list(said), offers=question.options[0].says)
            assert worths(found) == worths(expected), (seed, cards, up, said)
            judged += 1
    assert judged > rounds // 20


def unseen_without(*cards: str, **changed: int) -> dict[str, int]:
    left = Counter(FULL)
    left.subtract(card[0] for card in cards)
    return {**left, **changed}


def test_unseen_cards_are_those_that_are_left() -> None:
    """All the rest is what is meant without them; fewer tens under an ace make Insurance worse."""
    whole = unseen_without("9S", "7D", "AC")
    stated = pitboss.worth("blackjack", cards="9S 7D", up="AC", unseen=whole)
    assert worths(stated) == worths(pitboss.worth("blackjack", cards="9S 7D", up="AC"))
    few = {**whole, "K": 4}
    table = pitboss.worth("blackjack", cards="9S 7D", up="AC", unseen=few)
    tens, left = sum(few[rank] for rank in "TJQK"), sum(few.values())
    insured = next(one for one in table.worths if one.amount == STAKE // 2)
    assert insured.expected == Fraction(STAKE // 2) * (3 * tens - left) / left  # pays 2 to 1 (633a.8(c))


def test_cards_by_name_and_by_rank_are_the_same_to_ranks() -> None:
    by_rank = unseen_without("TS", "6D", "TC", K=10)
    by_card = {f"{rank}{suit}": count // 4 + (n < count % 4) for rank, count in by_rank.items()
        for n, suit in enumerate("SHDC")}  # fmt: skip
    state: dict[str, Any] = {"cards": "TS 6D", "up": "TC"}
    spades = {**by_card, "TS": 5, "TC": 5, "TH": 6, "TD": 6, "6D": 5, "6S": 6, "6H": 6, "6C": 6}
    assert sum(spades.values()) == sum(by_rank.values())
    assert worths(pitboss.worth("blackjack", **state, unseen=spades)) == worths(
        pitboss.worth("blackjack", **state, unseen=by_rank)
    )


def test_hands_of_a_split_are_those_that_its_answers_lead_to() -> None:
    """633a.11(b): the left hand is finished before the next gets its second card."""
    stated = pitboss.worth("blackjack", cards="8S 3D 5C / 8H 2C", up="6D")
    led = pitboss.worth("blackjack", cards="8S 8H 3D 5C 2C", up="6D", answers=["split_pairs", "draw", "stand"])
    assert worths(stated) == worths(led)
    assert stated.best.option.says == "double_down"
    three = pitboss.worth("blackjack", cards="8S 3D / 8C / 8H", up="6D")
    again = pitboss.worth("blackjack", cards="8S 8H 8C 3D", up="6D", answers="split_pairs split_pairs")
    assert worths(three) == worths(again)
    assert "split_pairs" not in {one.option.says for one in three.worths}


def test_two_hands_at_blackjack_switch() -> None:
    """633a.12(a)(4): the first question is whether second cards are exchanged."""
    rules = {"blackjack_switch": True, "switch_natural_pays": "one_to_one", "split_aces": "one_card"}
    found = pitboss.worth("blackjack", rules, cards="TS 6D / 5S TC", up="9C")
    assert found.best.option.says == "switch"
    played = pitboss.worth("blackjack", rules, cards="TS 6D / 5S TC", up="9C", offers="stand")
    assert {one.option.says for one in played.worths} >= {"stand", "draw"}


def test_the_question_after_insurance_is_asked_for_by_what_it_offers() -> None:
    assert pitboss.worth("blackjack", cards="8S 3D", up="AC").best.option.says == "no_insurance"
    assert pitboss.worth("blackjack", cards="8S 3D", up="AC", offers="draw").best.option.says == "draw"


CANNOT = [
    ("blackjack", {"cards": "TS TD 5C", "up": "6S"}, "cannot_happen", "633a.7(f)(4)", "the hand is over by then"),
    ("blackjack", {"cards": "AS KD", "up": "6S"}, "cannot_happen", "633a.7(f)(4)", "nothing is asked of the player"),
    ("blackjack", {"cards": "2S 3D 4C"}, "cannot_happen", "633a.7(f)(2)", "not every card that is stated"),
    ("blackjack", {"cards": "2S", "up": "6S"}, "cannot_happen", "633a.7(f)(3)", "is not stated"),
    ("blackjack", {"cards": "1S 3D", "up": "6S"}, "impossible", "633a.7(f)(1)", "cannot show '1S'"),
    ("blackjack", {"cards": 58, "up": "6S"}, "malformed", "", "not 58"),
    ("blackjack", {"cards": "TS 6D / 9S 9C", "up": "6S"}, "cannot_happen", "633a.11(a)", "cards of one value"),
    ("blackjack", {"cards": "TS 6D", "up": "6S", "offers": "split_pairs"}, "cannot_happen", "633a.7(f)(4)",
     "that 'split_pairs' answers"),
    ("blackjack", {"cards": "TS 6D", "up": "6S", "answers": "wave"}, "not_lawful", "633a.7(i)(2)", "stand, draw"),
    ("blackjack", {"cards": "TS 6D", "up": "6S", "unseen": {**FULL}}, "impossible", "633a.7(c)",
     "24 of 6 cannot be unseen: a whole number from 0 to 22"),
    ("blackjack", {"cards": "TS 6D", "up": "5S", "unseen": {"T": 9, "Z": 1}}, "impossible", "633a.7(c)", "'Z'"),
    ("blackjack", {"cards": "TS 6D", "up": "5S", "unseen": {"T": 9.5}}, "impossible", "633a.7(c)", "9.5 of T"),
    ("blackjack", {"cards": "2S 2D", "up": "2C", "unseen": {"2": 13, "T": 3}}, "cannot_happen", "633a.14(f)",
     "state 19 or more"),
    ("over-under", {"cards": "2S", "unseen": {"2": 3}}, "cannot_happen", "686a.7(c)", "Fewer than 8"),
    ("dj-wild-stud-poker", {"cards": "TS 4S 5S 6S 7S", "unseen": {"A": 3}}, "cannot_happen", "687a.8(d)",
     "from all its cards"),
    ("dj-wild-stud-poker", {"cards": "TS TS 5S 6S 7S"}, "impossible", "687a.8(d)", "cannot show 'TS'"),
    ("dj-wild-stud-poker", {"cards": "TS 5S / 6S"}, "malformed", "687a.7(c)", "one hand"),
    ("casino-war", {"cards": "TS", "up": "9C"}, "cannot_happen", "651a.7(d)", "nothing is asked"),
    ("roulette", {"cards": "TS"}, "not_offered", "617a.5(b)", "In Roulette nobody decides"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "state", "why", "cite", "words"), CANNOT)
def test_a_state_that_cannot_happen_is_refused(
    game: str, state: dict[str, Any], why: str, cite: str, words: str
) -> None:
    """In one sentence, with the provision at which the round stops."""
    with pytest.raises(pitboss.Refused) as refused:
        pitboss.worth(game, **state)
    assert (refused.value.why, refused.value.cite) == (why, cite), refused.value
    assert words in refused.value.sentence


def test_a_shuffler_that_takes_cards_back_leaves_nothing_else_unseen() -> None:
    """633a.5(h)."""
    rules = {"continuous_shuffler": True, "split_aces": "one_card"}
    with pytest.raises(pitboss.Refused, match=r"from all its cards"):
        pitboss.worth("blackjack", rules, cards="2S 2D", up="2C", unseen=FULL)
