"""Play watched against theory: a year of fifty tables without a fault, and a fault worth 1 % of the handle in every main bet.

The sums are those of ``house.records.theory``, worked out in arrays. Fifty tables are simulated by the exact distribution of what
they offer, at the volume of a real table; at most one false alarm a year is allowed. Then each main bet is played with a fault that
the paytable cannot show (a loser paid at the filed odds now and then), at the volume that ``rounds_needed`` asks for: it has to be
found within that day.
"""

import math
import sys
import time

import msgspec
import numpy as np

from pitboss import catalogue
from pitboss.house.records.theory import DAYS, DEVIATIONS, TABLES, Theory, WagerDistribution, limit, rounds_needed
from pitboss.mathematics.kit.edge import edges_for

ROUNDS = {
    "roulette": 912,
    "craps": 1_440,
    "baccarat": 1_440,
    "big-six-wheel": 720,
    "sic-bo": 960,
}  # a table, a day of 24 hours
MAIN = {
    "roulette": ("straight", "red", "dozen"),
    "craps": ("pass_bet", "dont_pass_bet", "field_bet", "place_bet_to_win 6"),
    "baccarat": ("players_hand", "bankers_hand", "tie"),
    "big-six-wheel": ("symbol $1", "symbol joker"),
    "sic-bo": ("small_bet", "big_bet", "any_three_of_a_kind"),
}
FAULT = 0.01  # of the handle
TRIALS = 1_000  # days with a fault, of each main bet


class Volume(msgspec.Struct, frozen=True):
    """How often a main bet has to be made in a day for a fault of 1 % to be found, and how often a real table has it."""

    game: str
    wager: str
    deviation: float  # standard, per unit
    needed: int
    real: int
    found: int = 0
    of: int = 0

    def __str__(self) -> str:
        seen = f", found on {self.found} of {self.of} days" if self.of else ""
        least = self.deviation * math.sqrt(self.needed * FAULT**2 / self.deviation**2 / self.real)
        return (
            f"{self.game}, {self.wager}: {self.needed:,} rounds a day (a real table has {self.real:,}, in which "
            f"{100 * least:.0f} % "
            f"of the handle would be found){seen}"
        )


def main_bets() -> list[tuple[str, str, WagerDistribution, int]]:
    """Each main bet with its figure, and how many wagers its table is watched for."""
    found = []
    for name, wagers in MAIN.items():
        game = catalogue.game(name)
        theory = Theory(game, game.example(), edges_for(game, game.example()))
        for wager in wagers:
            known = theory.figure(*(wager.split(" ", 1) if " " in wager else (wager, "")))
            assert known is not None, wager
            found.append((name, wager, known[1], theory.wagers))
    return found


def alarm_at(figure: WagerDistribution, outcomes: np.ndarray, wagers: int) -> int:
    """The round of a day in which the sums become an alarm; 0: in none. ``outcomes`` are numbers of the figure's lines."""
    nets = np.array([net for net, _ in figure.lines])[outcomes]
    rates, means = np.array(figure.rates), np.log(np.array(figure.means))
    logs = np.cumsum(np.outer(nets, rates) - means, axis=0)
    top = logs.max(axis=1)
    mixed = top + np.log(np.exp(logs - top[:, None]).mean(axis=1))
    over = mixed >= -math.log(limit(wagers))
    return int(over.argmax()) + 1 if over.any() else 0


def false_alarms(days: int, tables: int = TABLES, seed: int = 21) -> tuple[int, int]:
    """Alarms in so many days of so many tables where nothing is wrong, and on how many sums that is: every main bet in every
    round."""
    source, bets, alarms, sums = np.random.default_rng(seed), main_bets(), 0, 0
    per_game = [name for name in MAIN for _ in range(tables // len(MAIN))]
    for _ in range(days):
        for game in per_game:
            for name, _, figure, wagers in bets:
                if name == game:
                    chances = np.array([chance for _, chance in figure.lines])
                    drawn = source.choice(len(chances), ROUNDS[game], p=chances / chances.sum())
                    alarms += alarm_at(figure, drawn, wagers) > 0
                    sums += 1
    return alarms, sums


def found(figure: WagerDistribution, wagers: int, trials: int, seed: int = 21) -> int:
    """On how many of so many days a fault worth 1 % of the handle is found in as many rounds as are needed; by what the sums come
    to at the end of the day, so that no path has to be walked."""
    source, times, count = np.random.default_rng(seed), 0, rounds_needed(figure, wagers)
    nets, chances = (np.array(column) for column in zip(*figure.lines, strict=True))
    chances = chances / chances.sum()
    often = FAULT / (
        nets.max() - figure.mean
    )  # paid as if it had won the most, so often that it costs 1 % of the handle
    chances = (1 - often) * chances + often * (nets == nets.max()) / (nets == nets.max()).sum()
    rates, means = np.array(figure.rates), np.log(np.array(figure.means))
    for _ in range(trials):
        logs = rates * float(source.multinomial(count, chances) @ nets) - count * means
        mixed = logs.max() + math.log(np.exp(logs - logs.max()).mean())
        times += mixed >= -math.log(limit(wagers))
    return times


def volumes(trials: int = 0) -> list[Volume]:
    return [
        Volume(
            game, wager, math.sqrt(figure.variance), rounds_needed(figure, wagers), ROUNDS[game],
            found(figure, wagers, trials) if trials else 0, trials,
        )
        for game, wager, figure, wagers in main_bets()
    ]  # fmt: skip


def main() -> None:
    began = time.process_time()
    alarms, sums = false_alarms(DAYS)
    print(
        f"  a year of {TABLES} tables, {sums:,} sums of a day: {alarms} false alarms; {time.process_time() - began:.0f} CPU s",
        flush=True,
    )
    failed = alarms > 1
    for volume in volumes(TRIALS):
        print(f"  {volume}", flush=True)
        failed |= volume.found < 0.98 * volume.of
    print(f"  sums look for {', '.join(f'{100 * one:g} %' for one in DEVIATIONS)} of the handle at once", flush=True)
    if failed:
        sys.exit("soak: theory failed")


if __name__ == "__main__":
    main()
