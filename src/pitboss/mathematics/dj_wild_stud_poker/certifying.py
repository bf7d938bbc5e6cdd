"""DJ Wild Stud Poker certified: the Progressive Bonus, which is any five of 52 cards, with any one card burned."""

from collections.abc import Iterator

from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import PROGRESSIVE, Rules
from pitboss.equipment.cards import DECK
from pitboss.mathematics.certificates.making import CertifiedIdentity, Chances, burned_cards
from pitboss.mathematics.dj_wild_stud_poker.edges import progressive_counts, progressive_lines
from pitboss.mathematics.kit import meters
from pitboss.mathematics.kit.edge import Edge

HAND = 5


def identities(rules: Rules, edge: Edge) -> Iterator[CertifiedIdentity]:
    """The other wagers are counted by pairs of hands: the counts alone."""

    def without(card: str) -> Chances:
        table = rules.progressive
        lines = progressive_lines(rules, progressive_counts(rules, (card,)))
        shown = meters.outcomes(lines, table.seed, table.unit)
        return {(one.name, one.net): one.probability for one in shown}

    if edge.wager == PROGRESSIVE:
        yield burned_cards(edge, DECK, HAND, without)
