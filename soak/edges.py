"""A hundred million rounds of every main wager by its kernel, within four standard errors of the exact edge.

Each game by its example, and by the filings of ``OTHERS``, whose kernels play what no example does.

A round is a decision of the wager: of a wager that takes several throws there are as many throws as that needs. Other
wagers of the same kernel are reported with it; a jackpot that falls once in many millions has no such bounds.
"""

import sys
import time
from collections.abc import Iterator, Sequence
from math import ceil

from pitboss import catalogue
from pitboss.game import Game
from pitboss.mathematics.kit.comparison import exact_edge_for
from pitboss.mathematics.kit.edge import edges_for
from pitboss.mathematics.kit.kernel import kernels
from pitboss.mathematics.kit.runner import BLOCK, simulate
from pitboss.submission import RulesSubmission, submit

ROUNDS, SEED, BOUND = 100_000_000, 2026, 4.0


BAD_BEAT = {
    "bad_beat_progressive": True, "bad_beat_rate": "10", "bad_beat_initial": 5000, "bad_beat_reset": 5000,
    "magic_card_bonus": True, "lucky_player_bonus": True, "minimum": "1.00",
}  # fmt: skip
SWITCH = {"split_aces": "one_card", "blackjack_switch": True, "switch_natural_pays": "one_to_one"}
OTHERS: dict[str, list[dict[str, object]]] = {"blackjack": [{**SWITCH, **BAD_BEAT}]}


def filings(game: Game) -> Iterator[RulesSubmission]:
    yield game.example()
    yield from (submit(game.rules, choices) for choices in OTHERS.get(game.name, ()))


def campaign(rounds: int = ROUNDS, names: Sequence[str] = ()) -> None:
    for name in names or catalogue.games():
        game = catalogue.game(name)
        for rules in filings(game):
            _play(game, rules, rounds)


def _play(game: Game, rules: RulesSubmission, rounds: int) -> None:
    name, edges = game.name, edges_for(game, rules)
    for kernel in kernels(game, rules):
        begun = time.process_time()
        decided = simulate(kernel, BLOCK, SEED)[-1].estimates[0].rounds / BLOCK
        found = simulate(kernel, ceil(rounds / decided) + BLOCK, SEED)[-1].estimates
        seconds, compared = time.process_time() - begun, []
        assert found[0].rounds >= rounds, f"{name}, {kernel.name}: {found[0].rounds:,} decisions"
        for estimate in found:
            edge = exact_edge_for(kernel, estimate.wager, edges)
            if edge is not None and estimate.rounds:
                compared.append((estimate.wager, estimate.errors_from(edge.house_edge, edge.half_width)))
        if not compared or compared[0][0] != kernel.wagers[0]:
            print(f"  {name}, {kernel.name}: no exact edge of {kernel.wagers[0]}", flush=True)
            continue
        (main_wager, away), others = compared[0], [apart for _, apart in compared[1:]]
        most = f"; {len(others)} other wagers at most {max(others):.2f}" if others else ""
        print(
            f"  {name}, {kernel.name}, {main_wager}: {found[0].rounds:,} rounds, {away:.2f} standard errors from"
            f" the exact edge{most} ({seconds:.0f} s)",
            flush=True,
        )
        assert away < BOUND, f"{name}, {kernel.name}: {main_wager} is {away:.2f} standard errors away"


def main() -> None:
    campaign()


if __name__ == "__main__":
    campaign(names=sys.argv[1:])
