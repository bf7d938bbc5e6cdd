"""Six-Card Fortune Pai Gow Poker certified: the Fortune Bonus and the Progressive with any one card burned."""

from collections.abc import Iterator

from pitboss.chapters.ch670a_six_card_fortune.hands import RANKING
from pitboss.chapters.ch670a_six_card_fortune.rules import FORTUNE, PROGRESSIVE, SEED, Rules
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.mathematics.certificates.making import CertifiedIdentity, Chances, burned_cards, chances_of
from pitboss.mathematics.kit import meters
from pitboss.mathematics.kit.edge import Edge
from pitboss.mathematics.kit.poker import census_without
from pitboss.mathematics.six_card_fortune.edges import fortune_lines, progressive_lines
from pitboss.mathematics.six_card_fortune.six_cards import SIX


def identities(rules: Rules, edge: Edge) -> Iterator[CertifiedIdentity]:
    """The main game is counted by pairs of hands, Insurance by its ranks: the counts alone."""

    def without(card: str) -> Chances:
        counts = census_without(RANKING, SIX, card)
        if edge.wager == FORTUNE:
            return chances_of(fortune_lines(counts))
        unit = rules.progressive_unit
        shown = meters.outcomes(progressive_lines(counts), SEED * unit, unit)
        return {(one.name, one.net): one.probability for one in shown}

    if edge.wager in (FORTUNE, PROGRESSIVE):
        yield burned_cards(edge, DECK_WITH_JOKER, SIX, without)
