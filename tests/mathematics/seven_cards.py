"""Decks for the two games in which player and dealer have seven cards each, and a round of one player on them."""

import random
from collections.abc import Mapping

from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.events import Settlement
from pitboss.game import Game, RoundStart
from pitboss.mathematics.kit.strategy import Strategy
from pitboss.money import Cents
from pitboss.procedure import Answer
from pitboss.submission import RulesSubmission
from pitboss.wagers import WAGER
from tests.mathematics.banks import played

SEAT = 1


def decks(many: int, seed: int) -> list[list[int]]:
    """Shuffled decks; every third has the joker, four of a suit and more in the player's hand."""
    source, found = random.Random(seed), []
    for n in range(many):
        deck = source.sample(range(53), 53)
        if n % 3 == 0:
            good = [52, *source.sample(range(13), 4), *source.sample(range(13, 52), 2)]
            deck = good + [card for card in deck if card not in good]
        found.append(deck)
    return found


def settled(
    game: Game, rules: RulesSubmission, stakes: Mapping[str, Cents], deck: list[int], state: object, strategy: Strategy
) -> tuple[dict[str, Settlement], object]:
    """Each wager of seat 1 as it was settled, the first seven cards that seat's and the next seven the dealer's."""
    play, cards = Round(game, rules, state, RoundStart(1)), [DECK_WITH_JOKER[n] for n in deck]
    said = [Answer(SEAT, WAGER, wager, "", amount) for wager, amount in stakes.items()]
    chance = iter(["1", *cards[7:14], *cards[:7], *cards[14:]])  # the dealer is first, seat 1 next
    events = played(play, said, chance, {SEAT: strategy})
    return {event.wager: event for event in events if isinstance(event, Settlement)}, play.result
