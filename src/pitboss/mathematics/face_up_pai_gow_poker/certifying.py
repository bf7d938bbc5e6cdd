"""Face Up Pai Gow Poker certified: the Fortune Bonus and the Progressive with any one card burned."""

from collections.abc import Iterator

from pitboss.chapters.ch688a_face_up_pai_gow_poker.hands import RANKING, progressive_ranking
from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import FORTUNE, PROGRESSIVE, Rules
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.mathematics.certificates.making import CertifiedIdentity, Chances, burned_cards, chances_of
from pitboss.mathematics.face_up_pai_gow_poker.edges import fortune_counts, fortune_lines, progressive_lines
from pitboss.mathematics.kit import meters
from pitboss.mathematics.kit.edge import Edge
from pitboss.mathematics.kit.house_ways import SEVEN
from pitboss.mathematics.kit.poker import line_sets_without


def identities(rules: Rules, edge: Edge) -> Iterator[CertifiedIdentity]:
    """The main game is known by a sample that the certificate does not have."""

    def fortune(card: str) -> Chances:
        return chances_of(fortune_lines(rules, fortune_counts(rules, line_sets_without(RANKING, SEVEN, card))))

    def progressive(card: str) -> Chances:
        table = rules.progressive
        sets = line_sets_without(progressive_ranking(table), SEVEN, card)
        shown = meters.outcomes(progressive_lines(table, sets), table.seed, table.unit)
        return {(one.name, one.net): one.probability for one in shown}

    known = {FORTUNE: fortune, PROGRESSIVE: progressive}
    if edge.wager in known:
        yield burned_cards(edge, DECK_WITH_JOKER, SEVEN, known[edge.wager])
