"""Casino War certified: with any one card burned, and by exchange of the player's card and the dealer's."""

from collections.abc import Iterator

from pitboss.chapters.ch651a_casino_war import RANKING, Rules
from pitboss.chapters.ch651a_casino_war.rules import INITIAL, ON_WAR, TIE, Result
from pitboss.equipment.cards import SUITS
from pitboss.mathematics.casino_war.edges import initial_lines, results, tie_lines
from pitboss.mathematics.certificates.making import CertifiedIdentity, Chances, burned, chances_of, exchange
from pitboss.mathematics.kit.edge import Edge

DEALT, WITH_WAR = 2, 4  # cards of the original deal, and those of the War deal with them


def identities(rules: Rules, edge: Edge) -> Iterator[CertifiedIdentity]:
    """What is stated for tie hands alone is not dealt from a whole shoe: there is the exchange only."""
    decks = rules.shoe_decks
    shoe = dict.fromkeys(RANKING, decks * len(SUITS))
    fights = edge.options.get("tie_hand") == "war"

    def without(out: str) -> Chances:
        if edge.wager == INITIAL:
            return chances_of(initial_lines(decks, out, fights=fights))
        return chances_of(tie_lines(results(decks, out)))

    if edge.wager == INITIAL:
        yield burned(edge, shoe, WITH_WAR if fights else DEALT, without)
    elif edge.wager == TIE and edge.on != ON_WAR:
        yield burned(edge, shoe, DEALT, without)
    yield exchange(edge, [(str(Result.HIGHER), str(Result.LOWER))])
