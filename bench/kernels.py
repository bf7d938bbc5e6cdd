"""Compiled simulation: rounds for each second of CPU, one thread; two workers against one; exact figures worked out.

What was measured on the way (EPYC, two virtual cores that were shared, so figures are rough). Causes marked "probably"
were not isolated.

* Philox with 128 counters in one loop: 0.9 ns a word. Roulette went from 50-80 to some 450 million spins a second by
  that alone; it counts outcomes and settles the counts at the end of a block, whatever is wagered.
* Craps looked up every wager on every throw, 150-280 ns; now the table's states form three chains found beforehand from
  the chapter's decisions, and a throw with all 36 lasting wagers takes 6 ns. The sums of a seed are the same as before.
* Blackjack, 100 ns a round before. Six cards from a shoe shuffled in memory took 34 ns; drawn as places with repeats
  rejected 28 ns, and 10 ns once the bound of rejection was worked out beforehand and the loop was flat. A round as one
  loop body with tables in which a finished hand stays as it is, dealt in batches: 40 ns without splits, 50 with them.
  Less reference counting of arrays (numba's inlining left many such calls) and fewer branches are probably why.
* Functions that make no array borrow those they are given, so that no references are counted: a round of Blackjack Switch
  went from 420 to 200 ns, of DJ Wild Stud from 123 to 74, of Six-Card Fortune from 510 to 235 (which also sorted in
  vain), a step of 4,096 seats at Blackjack from 1.9 to 0.46 ms. Named tuples without borrowing doubled the time.
* Pai Gow Poker was not profiled.
"""

import inspect
import sys
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

from bench.measure import Measured, per_cpu_second
from pitboss import catalogue
from pitboss.chapters.ch633a_blackjack.rules import Rules
from pitboss.mathematics.blackjack.analyzer import expectation
from pitboss.mathematics.blackjack.edges import main_edges, optimal
from pitboss.mathematics.blackjack.filed_terms import terms
from pitboss.mathematics.kit.edge import edges_for
from pitboss.mathematics.kit.kernel import Kernel, kernels
from pitboss.mathematics.kit.pools import Threads
from pitboss.mathematics.kit.runner import BLOCK, simulate
from pitboss.mathematics.kit.tally import new_tally

ROUNDS = {  # by game and kernel: what a round is called
    ("roulette", "spins"): "spins",
    ("craps", "throws"): "throws, Pass Line and every other lasting wager",
    ("baccarat", "coups"): "coups",
    ("blackjack", "hands"): "rounds, six decks, basic strategy",
    ("pai-gow-poker", "hands"): "rounds, house way both sides",
}
SECONDS = 0.1  # of CPU for each repeat
BLOCKS = 24  # of the game that two workers share


def run() -> dict[str, float | str]:
    found: dict[str, float | str] = {}
    for game in catalogue.games().values():
        for kernel in kernels(game, game.example()):
            what = ROUNDS.get((game.name, kernel.name), "rounds")
            found[f"million {what} per CPU second, {game.name}, {kernel.name}"] = speed(kernel)
    blackjack, baccarat = catalogue.game("blackjack"), catalogue.game("baccarat")
    rules = blackjack.example()
    assert isinstance(rules, Rules)
    best = exact_seconds(lambda: expectation(optimal(rules.decks, terms(rules))))
    found["six-deck blackjack edge with its strategy, exact, CPU seconds"] = best
    both = exact_seconds(lambda: main_edges(rules))
    found["the same, with the chart by totals and both distributions, CPU seconds"] = both
    every = exact_seconds(lambda: edges_for(baccarat, baccarat.example()))
    found["baccarat with all side wagers, exact, CPU seconds"] = every
    found["two workers, times one"] = two_workers()
    return found


def speed(kernel: Kernel) -> Measured:
    """Millions of rounds for each second of CPU; as many rounds at a time as take about ``SECONDS``."""
    out = new_tally(len(kernel.wagers))

    def play(rounds: int) -> Callable[[], int]:
        def work() -> int:
            kernel.run(58, 0, rounds, out)
            return rounds

        return work

    rate = per_cpu_second(play(int(per_cpu_second(play(20_000), 1) * SECONDS) + 1))
    return Measured([each / 1e6 for each in rate.all])


def exact_seconds(work: Callable[[], Any], repeats: int = 5) -> Measured:
    """From nothing but compiled code and tables that depend on no rule."""
    work()
    spent = []
    for _ in range(repeats):
        forget()
        begun = time.process_time()
        work()
        spent.append(time.process_time() - begun)
    return Measured(spent)


def forget() -> None:
    """Empty every memory of results in the mathematics; what takes no argument is a table that depends on no rule."""
    for name, module in list(sys.modules.items()):
        for thing in vars(module).values() if name.startswith("pitboss.mathematics.") else ():
            if hasattr(thing, "cache_clear") and inspect.signature(thing).parameters:
                thing.cache_clear()


def two_workers(repeats: int = 5) -> float:
    """How much sooner two workers are done than one, by the clock: the best of turns, for other work only slows."""
    game = catalogue.game("blackjack")
    kernel = kernels(game, game.example())[0]

    def once(workers: int) -> float:
        with closing(Threads(workers)) as pool:
            begun = time.perf_counter()
            simulate(kernel, BLOCKS * BLOCK, pool=pool)
            return time.perf_counter() - begun

    once(2)
    pairs = [(once(1), once(2)) for _ in range(repeats)]
    return min(one for one, _ in pairs) / min(two for _, two in pairs)
