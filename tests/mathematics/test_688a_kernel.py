"""Face Up Pai Gow Poker: the compiled kernel against the engine on the same cards, and against the exact edges."""

import numpy as np
import pytest

from pitboss.chapters.ch688a_face_up_pai_gow_poker import GAME
from pitboss.chapters.ch688a_face_up_pai_gow_poker.paytables import (
    AceHighPaytable,
    FortunePaytable,
    ProgressivePaytable,
)
from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import Rules
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.equipment.shoe import Dealing
from pitboss.families.house_ways import HouseWayName
from pitboss.families.pai_gow_poker.dealing import Selector
from pitboss.game import Game
from pitboss.mathematics.face_up_pai_gow_poker.edges import HOUSE, OPTIMAL, ace_high, fortune, main_game, progressive
from pitboss.mathematics.face_up_pai_gow_poker.kernel import WAGERS, hands_of, nets_of, settle, unit
from pitboss.mathematics.face_up_pai_gow_poker.strategy import FaceUp
from pitboss.mathematics.kit.kernel import kernels
from pitboss.mathematics.kit.runner import simulate
from pitboss.mathematics.kit.strategy import Strategy
from pitboss.mathematics.pai_gow_poker.strategy import AsTheHouse
from tests.mathematics.seven_cards import decks, settled

SIDES = {
    "ace_high_bonus": True, "fortune_bonus": True, "progressive_payout": True, "dealing": Dealing.AUTOMATED_SHOE,
    "start_selector": Selector.RNG,
}  # fmt: skip
CASES = [
    Rules(progressive_payout_paytable=ProgressivePaytable.TWO, fortune_bonus_paytable=FortunePaytable.ONE, **SIDES),  # type: ignore[arg-type]
    Rules(
        progressive_payout_paytable=ProgressivePaytable.FOUR, fortune_bonus_paytable=FortunePaytable.FOUR,
        ace_high_bonus_paytable=AceHighPaytable.THREE, house_way=HouseWayName.SPLIT, **SIDES,  # type: ignore[arg-type]
    ),
]  # fmt: skip
IDS = ["wild", "reserve"]


def engine(rules: Rules, deck: list[int], state: object, strategy: Strategy) -> tuple[list[int], object]:
    """What seat 1's wagers net, in cents."""
    found, after = settled(GAME, rules, dict.fromkeys(WAGERS, unit(rules)), deck, state, strategy)
    return [found[w].returned - found[w].stake for w in WAGERS], after


def deals(many: int, seed: int) -> list[list[int]]:
    """Decks, and in their middle some with hands that are seldom seen."""
    found = decks(many, seed)
    for hand in ("9S 8S 7S 6S 5S 4S 3S", "AS AD AH AC JK 7D 2H", "9S 8S 7S 6S 5S 4S JK", "AS KS QS JS TS KD QD"):
        held = [DECK_WITH_JOKER.index(card) for card in hand.split()]
        found.insert(len(found) // 2, held + [card for card in range(53) if card not in held])
    return found


def play_match(rules: Rules, rounds: int, seed: int) -> int:
    """The same cards net the same cents on every wager, meter and reserve moving alike from round to round."""
    played = 0
    nets = nets_of(rules)
    for sees, strategy in ((True, FaceUp(rules.way)), (False, AsTheHouse(rules.way))):
        net, meter, state = np.zeros(len(WAGERS), np.int64), np.array([nets.filed[0], 0]), GAME.open(rules)
        for deck in deals(rounds // 2, seed + sees):
            settle(hands_of(rules, best=sees), nets, np.array(deck), meter, net)
            found, state = engine(rules, deck, state, strategy)
            assert net.tolist() == found, deck[:14]
            assert meter.tolist() == [state.meter.value, state.meter.reserve]  # type: ignore[attr-defined]
            played += 1
    return played


def match(game: Game, rounds: int, seed: int) -> int:
    return sum(play_match(rules, -(-rounds // 2), seed) for rules in CASES)


MATCHES = {GAME.name: match}


@pytest.mark.parametrize("rules", CASES, ids=IDS)
def test_kernel_settles_like_the_engine(rules: Rules) -> None:
    """A hundred and fifty deals under each of two submissions."""
    play_match(rules, 150, 688)


@pytest.mark.parametrize("rules", CASES, ids=IDS)
def test_kernel_finds_the_exact_edges(rules: Rules) -> None:
    """A hundred and fifty thousand rounds come within four standard errors of every edge, the interval allowed for."""
    mains = [main_game(rules, played, 1 << 17) for played in (OPTIMAL, HOUSE)]
    optional = [of(rules) for of in (ace_high, fortune, progressive)]
    exact = {(edge.wager, edge.strategy): edge for edge in (*mains, *optional)}
    for kernel in kernels(GAME, rules):
        for estimate in simulate(kernel, 150_000, seed=688)[-1].estimates:
            edge = exact.get((estimate.wager, kernel.strategy)) or exact[estimate.wager, "none"]
            away = abs(estimate.house_edge - edge.house_edge)
            assert away < 4 * estimate.standard_error + edge.half_width, estimate.wager
            assert estimate.staked == estimate.rounds


def test_only_wagers_that_are_offered_are_told() -> None:
    """A table without optional wagers has one row, and the same main game as one with all of them."""
    filings = Rules(), Rules(**SIDES)  # type: ignore[arg-type]
    bare, full = (simulate(kernels(GAME, rules)[0], 20_000, seed=1)[-1].estimates for rules in filings)
    assert [estimate.wager for estimate in bare] == [WAGERS[0]]
    assert bare == full[:1]
