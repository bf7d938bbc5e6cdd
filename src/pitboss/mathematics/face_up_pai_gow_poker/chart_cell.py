"""Face Up Pai Gow Poker: the line that says what seven cards can do against the hands that lie open."""

from collections.abc import Sequence

from pitboss.chapters.ch688a_face_up_pai_gow_poker.hands import Outcome, compare, is_ace_high
from pitboss.equipment.cards import Card
from pitboss.families.house_ways import LOW as LOW_SIZE
from pitboss.families.house_ways import Setting, low_hands, setting
from pitboss.mathematics.kit.chart_cells import Cell, Hands, own_hand
from pitboss.procedure import DEALER, Election

GRID = "What your cards can do"
SET, COMES_TO = "set", "comes to"
ACE_HIGH = "the dealer has an Ace High Pai Gow"
BOTH, HIGH_ONLY, LOW_ONLY, EITHER, NEITHER = (
    "both hands above the dealer's",
    "only the high hand above",
    "only the low hand above",
    "one of them above, as you choose",
    "neither above",
)
FULL = 7


def cell(election: Election, hands: Hands) -> Cell | None:
    mine, shown = own_hand(election, hands), hands.get((DEALER, 0), ())
    if election.kind != "low hand" or len(mine) != FULL or len(shown) != FULL:
        return None
    return GRID, line(mine, setting(shown, shown[-LOW_SIZE:])), SET


def line(cards: Sequence[Card], dealer: Setting) -> str:
    """Which line of the grid seven cards are in, against hands as they were set."""
    if is_ace_high(dealer.cards):
        return ACE_HIGH
    settings = [setting(cards, low) for low in low_hands(cards)]
    outcomes = {compare(made, dealer)[0] for made in settings}
    if Outcome.WINS in outcomes:
        return BOTH
    if Outcome.TIES not in outcomes:
        return NEITHER
    tying = [made for made in settings if compare(made, dealer)[0] is Outcome.TIES]
    high = any(made.high_value > dealer.high_value for made in tying)
    low = any(made.low_value > dealer.low_value for made in tying)
    return EITHER if high and low else HIGH_ONLY if high else LOW_ONLY
