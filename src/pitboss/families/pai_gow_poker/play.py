"""A round of Pai Gow poker: the deck before the first card, and the whole round where players face the dealer alone.

Chapters 670a and 688a play ``play_against_dealer`` with a ``DealerGame`` of their own. Chapter 645a, where a player may
bank, has its own order of play and takes only ``deck_for`` and ``or_void`` from this module.
"""

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

import msgspec

from pitboss.events import RoundClosed, RoundOpened
from pitboss.families.pai_gow_poker.dealing import Deal, PlayersDeck, cutters
from pitboss.families.pai_gow_poker.law import DealingLaw
from pitboss.families.pai_gow_poker.round import PaiGowRound
from pitboss.families.pai_gow_poker.rules import PaiGowRules
from pitboss.families.pai_gow_poker.table import PaiGowTable
from pitboss.families.progressive import Progressive
from pitboss.game import RoundStart
from pitboss.procedure import Irregularity, Procedure
from pitboss.wagers import Book, WagerKind

Rules = TypeVar("Rules", bound=PaiGowRules)
Round = TypeVar("Round", bound=PaiGowRound)


class DealerGame(msgspec.Struct, Generic[Rules, Round], frozen=True, kw_only=True):
    """What a chapter without a player's bank adds to the common round.

    ``hands_and_settlement`` goes from the call of no more bets to the last settlement.
    """

    law: DealingLaw
    kinds: Mapping[str, WagerKind]
    opens: str
    betting: str
    closes: str
    new_round: Callable[[Rules, Book, Deal, Progressive | None], Round]
    hands_and_settlement: Callable[[Round], Procedure[None]]


def deck_for(state: PaiGowTable, law: DealingLaw, rules: PaiGowRules, start: RoundStart) -> PlayersDeck:
    """The deck of the next round, not shuffled yet."""
    return PlayersDeck(
        state.deck,
        law,
        rules,
        cutters(state.deck, start),
        shoe_out=state.shoe_out,
        rack=state.rack,
        preshuffled=state.preshuffled > 0,
    )


def play_against_dealer(
    state: PaiGowTable, rules: Rules, start: RoundStart, game: DealerGame[Rules, Round]
) -> Procedure[PaiGowTable]:
    """Shuffle, wagers, and the hands where anyone wagered."""
    state = state.begins(start)
    yield RoundOpened(start.number, cite=game.opens)
    deck = deck_for(state, game.law, rules, start)
    yield from deck.ready()
    deal = Deal(game.law, rules, deck)
    book = Book(rules.spots, rules.posted, game.kinds, rounding=rules.payout_rounding, players=start.names)
    yield from deal.betting(book, game.betting)
    meter = state.progressive(rules)
    played = game.new_round(rules, book, deal, meter)
    dealt = bool(played.seats)
    if dealt:
        deal.seats = played.seats
        yield from or_void(played, game.hands_and_settlement(played))
    yield RoundClosed(start.number, cite=game.closes)
    return state.after(deck, meter, begun=dealt and not deck.removed)


def or_void(game: PaiGowRound, steps: Procedure[None]) -> Procedure[None]:
    """Take the steps of a round, or end it with every wager returned where an irregularity voids it."""
    try:
        yield from steps
    except Irregularity as fault:
        yield from game.deal.void(fault, game.give_back)
