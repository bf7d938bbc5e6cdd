"""DJ Wild Stud Poker: a pair by its rank and the lowest card with it; other hands are decided by their class."""

from pitboss.chapters.ch687a_dj_wild_stud_poker.hands import RANKING
from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import RAISE
from pitboss.equipment.cards import NAMES
from pitboss.families.poker_ranks import LADDER, PLACES, Hand, top
from pitboss.mathematics.dj_wild_stud_poker.strategy import ONE_PAIR
from pitboss.mathematics.kit.chart_cells import Cell, Hands, lawful, own_hand
from pitboss.procedure import Election


def cell(election: Election, hands: Hands) -> Cell | None:
    own = own_hand(election, hands)
    if len(own) != 5 or RAISE not in lawful(election):
        return None
    value = RANKING.best(own)
    if RANKING.name(value) is not Hand.PAIR:
        return None
    pair = LADDER[top(value) - 2]
    return ONE_PAIR, f"{NAMES.get(pair, pair)}s", LADDER[(value >> PLACES[3] & 15) - 2]
