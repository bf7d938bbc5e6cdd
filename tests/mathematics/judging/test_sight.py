"""What one seat sees: cards that are out since the shuffle, wagers that are up, and nothing that it may not see."""

from collections import Counter
from typing import Any

import pytest

from pitboss.chapters.ch633a_blackjack import GAME
from pitboss.chapters.ch633a_blackjack.procedure import Table
from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK
from pitboss.equipment.shoe import ShoeState
from pitboss.events import Burned, Dealt, Discarded, Revealed, RoundOpened, Shuffled
from pitboss.game import RoundStart
from pitboss.journal import Report
from pitboss.mathematics.kit.sight import CardsOut, Sight
from pitboss.procedure import DEALER, Answer, Draw, Window
from pitboss.wagers import close_betting
from tests.chapters.blackjack import filed

STAKE = 1_000


class Driven:
    """Rounds one after the other, the cards given; seats 1 and 2 play, and are heard by whoever listens."""

    def __init__(self, *listening: Sight, **choices: Any) -> None:
        self.rules, self.listening = filed(**choices), listening
        self.state, self.number = GAME.open(self.rules), 0
        self.play: Round | None = None

    def begin(self, cards: str, *answers: str, seats: int = 1, reports: dict[int, str] | None = None) -> Round:
        """A round up to the question for which no answer is left, or to its end; ``reports`` by cards drawn."""
        self.number += 1
        play = self.play = Round(
            GAME, self.rules, self.state, RoundStart(self.number, seated=tuple(range(1, seats + 1)))
        )
        self.hear(play.events)
        waiting, saying, due, drawn = cards.split(), list(answers), dict(reports or {}), 0
        while not play.closed:
            if isinstance(play.pending, Window):
                for seat in range(1, seats + 1):
                    for area in self.rules.areas:
                        self.hear(play.answer(Answer(seat, "wager", "blackjack", area, STAKE)))
                self.hear(play.answer(close_betting()))
            elif isinstance(play.pending, Draw):
                if drawn in due:
                    self.hear(play.report(Report(due.pop(drawn))))
                    continue
                self.hear(play.answer(Answer("chance", waiting.pop(0))))
                drawn += 1
            else:
                election = play.elections()[0]
                if isinstance(election.to, int) and not election.courtesy:
                    if not saying:
                        return play
                    option = next(option for option in election.options if option.says == saying[0])
                    saying.pop(0)
                else:
                    assert election.default is not None
                    option = election.default
                self.hear(play.answer(option.answer(election.to)))
        self.state = play.result
        return play

    def hear(self, events: Any) -> None:
        for sight in self.listening:
            sight.hear(events)


def gone(sight: Sight, play: Round) -> dict[str, int]:
    found = sight.situation(play.rules, play.elections()[0]).gone
    return {card: count for card, count in found.items() if count}


def test_cards_of_earlier_rounds_are_gone_and_the_burned_one_is_not_seen() -> None:
    """Everything that was shown in the first round, the hole card too, is out in the second; a new shuffle forgets it."""
    sight = Sight(1)
    table = Driven(sight)
    table.begin("3D TS 7H 5C TC 5D", "stand")  # burned, then 15 against 17, the dealer drawing nothing
    play = table.begin("9S 6H 8D 4C")
    assert gone(sight, play) == dict(Counter(["TS", "7H", "5C", "TC"]))
    table = Driven(sight := Sight(1))
    table.begin("3D TS 7H 5C TC", "stand")
    table.state = Table(ShoeState(missing=table.state.shoe.missing, shuffled=True, spent=True))
    assert gone(sight, table.begin("3D 9S 6H 8D 4C")) == {}


def test_a_continuous_shuffler_takes_its_cards_back() -> None:
    sight = Sight(1)
    table = Driven(sight, continuous_shuffler=True)
    table.begin("3D TS 7H 5C TC", "stand")
    play = table.begin("9S 6H 8D 4C")
    assert gone(sight, play) == {}
    assert CardsOut().fold(sight.events).out == Counter(["9S", "6H", "8D"])


def test_discards_that_are_shuffled_in_are_in_the_shoe_again_and_cards_on_the_table_are_not() -> None:
    """633a.14(f): the shoe runs out in the middle of a round."""
    sight = Sight(1, Counter({"AS": 6, "KS": 3}))
    table = Driven(sight)
    missing = list(DECK * 6)
    for card in ("9S", "6H", "8D"):
        missing.remove(card)
    table.state = Table(ShoeState(missing=tuple(missing), shuffled=True))
    play = table.begin("9S 6H 8D 2C 4C", seats=1)
    cards = CardsOut(sight.situation(play.rules, play.elections()[0]).gone).fold(sight.events)
    assert any(isinstance(event, Shuffled) for event in sight.events)
    assert cards.out == Counter(["9S", "6H", "8D"])


def test_nobody_sees_a_hole_card_or_what_others_hold_face_down() -> None:
    """Dealt from the hand, players see their own first cards alone; each one's sight differs by exactly those."""
    one, two = Sight(1), Sight(2)
    table = Driven(one, two, dealt_from_hand=True, decks=2, automated_shuffling_device=True)
    table.begin("3D TS 9C 7H 5C 8D TC", seats=2)
    assert CardsOut().fold(one.events).held == {(1, 0): ["TS", "5C"], (2, 0): ["", ""], (DEALER, 0): ["7H", ""]}
    assert CardsOut().fold(two.events).held == {(1, 0): ["", ""], (2, 0): ["9C", "8D"], (DEALER, 0): ["7H", ""]}


def test_an_exposed_card_is_ahead_until_it_is_dealt() -> None:
    events = [
        RoundOpened(1, cite=""), Dealt(1, "TS", cite=""), Revealed("exposed card", ("5C",), cite=""),
        Burned("", cite="", seen_by=()),
    ]  # fmt: skip
    cards = CardsOut({"2H": 1}).fold(events)
    assert (cards.ahead, cards.out) == (["5C"], Counter(["2H", "TS", "5C"]))
    cards.fold([Dealt(1, "5C", cite="")])
    assert (cards.ahead, cards.out) == ([], Counter(["2H", "TS", "5C"]))
    cards.fold([Discarded(DEALER, ("9D",), cite=""), Discarded(1, ("TS", "5C"), cite="")])
    assert (cards.held, cards.out) == ({}, Counter(["2H", "TS", "5C", "9D"]))


@pytest.mark.parametrize(
    ("answers", "wagers"),
    [
        (("split_pairs",), {("blackjack", "", 0): STAKE, ("split_pairs", "", 1): STAKE}),
        ((), {("blackjack", "", 0): STAKE}),
    ],
)
def test_wagers_that_are_up_are_known_by_place(answers: tuple[str, ...], wagers: dict[Any, int]) -> None:
    """A settlement takes them down again."""
    sight = Sight(1)
    table = Driven(sight)
    table.begin("3D 8S 7H 8D TC 5D", *answers)
    assert sight.wagers == wagers
    table = Driven(sight := Sight(1))
    table.begin("3D TS 7H 5C TC 5D", "stand")
    assert sight.wagers == {}
