"""Face Up Pai Gow Poker judged: what becomes of each answer is certain, and is what the procedure pays."""

import random

from pitboss import catalogue
from pitboss.chapters.ch688a_face_up_pai_gow_poker.hands import is_ace_high
from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import MAIN, Rules
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.equipment.shoe import Dealing
from pitboss.families.pai_gow_poker.dealing import Selector
from pitboss.families.pai_gow_poker.setting import SURRENDER
from pitboss.mathematics.face_up_pai_gow_poker.strategy import best_against
from tests.mathematics.judging.hands import SEAT, Played, judged, wager

GAME = catalogue.game("face-up-pai-gow-poker")
RULES = Rules(seats=1, dealing=Dealing.AUTOMATED_SHOE, start_selector=Selector.RNG)
AMOUNT = 2_000


def dealt(mine: list[str], dealer: list[str]) -> list[str]:
    """The dealer is first, seat 1 next; then whatever is left."""
    return ["1", *dealer, *mine, *(card for card in DECK_WITH_JOKER if card not in {*mine, *dealer})]


def check(mine: list[str], dealer: list[str]) -> set[int]:
    """Every answer to the question how to set, and then to that about a surrender, played to its end."""
    cards, said, nets = dealt(mine, dealer), [wager(MAIN, AMOUNT)], set()
    found = judged(GAME, Played(GAME, RULES, said, cards).until("low hand"))
    for worth in found.worths:
        played = Played(GAME, RULES, said, cards, answers=[worth.option.answer(SEAT)])
        if worth.option.says != SURRENDER:
            show, gives_up = judged(GAME, played.until("surrender")).worths
            assert show.expected == worth.expected
            assert gives_up.expected == -AMOUNT
        assert worth.low == worth.high == played.net(MAIN)
        nets.add(int(worth.expected))
    made = best_against(mine, RULES.way.set(dealer), RULES.way)
    best = next(worth for worth in found.worths if sorted(worth.option.cards) == sorted(made.low))
    assert best.expected == found.best.expected
    return nets


def test_688a_11_every_answer_is_worth_what_the_procedure_pays() -> None:
    """Random hands: wins, ties and losses all occur."""
    rng, nets = random.Random(688), set()
    for _ in range(6):
        cards = rng.sample(DECK_WITH_JOKER, 14)
        nets |= check(cards[:7], cards[7:])
    assert nets == {AMOUNT, 0, -AMOUNT}


def test_688a_11_f_2_iii_against_an_ace_high_pai_gow_only_a_surrender_loses() -> None:
    """Foul or not, every setting ties (I-688a-03)."""
    dealer = ["AS", "QD", "TH", "8C", "6S", "4D", "3H"]
    assert is_ace_high(dealer)
    mine = ["2S", "2D", "5H", "7C", "9S", "JD", "KH"]
    assert check(mine, dealer) == {0, -AMOUNT}
    found = judged(GAME, Played(GAME, RULES, [wager(MAIN, AMOUNT)], dealt(mine, dealer)).until("low hand"))
    assert [worth.option.says for worth in found.worths if worth.expected] == [SURRENDER]
