"""What the Board stated of Blackjack with the rulemaking of 2012: its house edge, and what some rules would add to it."""

import msgspec

from pitboss.chapters.ch633a_blackjack.rules import Rules, SplitAces
from pitboss.mathematics.blackjack.analyzer import BlackjackTerms, expectation
from pitboss.mathematics.blackjack.edges import optimal
from pitboss.mathematics.blackjack.filed_terms import terms
from pitboss.mathematics.pgcb import Figure, Stated

GAME = "blackjack"
FIGURES: tuple[Figure, ...] = ()
THREE_TO_TWO, SIX_TO_FIVE = 1.5, 1.2


def edge(decks: int, of: BlackjackTerms | None = None) -> float:
    """What the house keeps of the first wager under the best play, per cent; two resplits, one card to split aces."""
    return -100 * expectation(optimal(decks, of or filed(decks)))[0]


def filed(decks: int, resplits: int = 2) -> BlackjackTerms:
    return terms(Rules(decks=decks, split_aces=SplitAces.ONE_CARD, max_resplits=resplits))


def without_surrender(decks: int) -> float:
    """What is added where no hand may be surrendered."""
    return edge(decks, msgspec.structs.replace(filed(decks), surrender=False)) - edge(decks)


def six_to_five(decks: int) -> float:
    """What is added where a Blackjack pays 6 to 5."""
    plain = filed(decks)
    natural = tuple(SIX_TO_FIVE if pays == THREE_TO_TWO else pays for pays in plain.natural)
    return edge(decks, msgspec.structs.replace(plain, natural=natural)) - edge(decks)


STATED = (
    Stated(
        GAME, "house edge, from", "0.355", lambda: edge(8),
        "Eight decks, two resplits, one card to split aces, late surrender. Six decks give less.",
    ),
    Stated(
        GAME, "house edge, to", "0.371", lambda: edge(8, filed(8, resplits=1)),
        "The Board does not say under which rules. Found here: eight decks, one resplit; with none it is above the range.",
    ),
    Stated(
        GAME, "the dealer draws to soft 17", "+0.22", None,
        "633a.7(m) has the dealer stand on every 17: no filing has such a dealer, and the analysis knows none.",
    ),
    Stated(
        GAME, "no surrender", "+0.08", lambda: without_surrender(8),
        "Eight decks. The best play surrenders little; the Board's figure is rounded to two places.",
    ),
    Stated(
        GAME, "a Blackjack pays 6 to 5", "+1.39", lambda: six_to_five(1),
        "One deck, at which such tables are dealt elsewhere. With eight decks a Blackjack is rarer, and it adds less.",
    ),
)  # fmt: skip
