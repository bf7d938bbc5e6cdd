"""Pai Gow Poker certified: optional wagers with any one card burned, the main game by the sums of its sample."""

from collections.abc import Iterator

from pitboss.chapters.ch645a_pai_gow_poker.hands import RANKING
from pitboss.chapters.ch645a_pai_gow_poker.rules import EMPERORS, FORTUNE, MAIN, PROGRESSIVE, Rules
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.mathematics.certificates.making import CertifiedIdentity, Chances, burned_cards, chances_of, sample
from pitboss.mathematics.kit import meters
from pitboss.mathematics.kit.edge import Edge
from pitboss.mathematics.kit.house_ways import SEVEN
from pitboss.mathematics.kit.poker import line_sets_without
from pitboss.mathematics.pai_gow_poker.edges import (
    BATCH,
    DEALS,
    HOUSE,
    PAIRS,
    SEED,
    bonus_counts,
    bonus_lines,
    progressive_lines,
    sums_of_pairs,
)


def identities(rules: Rules, edge: Edge) -> Iterator[CertifiedIdentity]:
    """The best setting of a hand, and banks, are known by samples that the certificate does not have."""
    tables = {FORTUNE: rules.fortune, EMPERORS: rules.emperors}

    def without(card: str) -> Chances:
        sets = line_sets_without(RANKING, SEVEN, card)
        if edge.wager != PROGRESSIVE:
            table = tables[edge.wager]
            return chances_of(bonus_lines(table, bonus_counts(table, sets)))
        unit = rules.least(PROGRESSIVE)
        shown = meters.outcomes(progressive_lines(sets), rules.progressive_initial, unit)
        return {(one.name, one.net): one.probability for one in shown}

    if edge.wager in (*tables, PROGRESSIVE):
        yield burned_cards(edge, DECK_WITH_JOKER, SEVEN, without)
    elif edge.wager == MAIN and edge.strategy == HOUSE and not edge.on:
        total, squares = sums_of_pairs(rules.way_key, DEALS)[2:4]
        blocks = [min(BATCH, DEALS - first) for first in range(0, DEALS, BATCH)]
        yield sample(SEED, blocks, PAIRS * 100, total, squares)
