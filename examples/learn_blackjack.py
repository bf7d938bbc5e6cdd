"""A Blackjack player that learns from play alone, and what its play is worth exactly.

    python examples/learn_blackjack.py [millions of rounds]

It knows neither cards nor odds: it sees its count, whether that is soft, a pair, the up card and what is lawful, plays with
``BlackjackVectorEnv``, and keeps for every situation and action the mean of what was won from there on. In each round it
tries one decision at random and plays the others as it has found best so far; between two passes it corrects its play.

How good that is, is not simulated: the play it has learned is handed to the exact analysis of the same rules.
"""

import sys

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch633a_blackjack.rules import Rules, SplitAces
from pitboss.environments.blackjack import BlackjackVectorEnv
from pitboss.mathematics.blackjack import seats_kernel as kernel
from pitboss.mathematics.blackjack.analyzer import TotalsStrategy, expectation, follow
from pitboss.mathematics.blackjack.compiled_hands import VALUES, hands, shoe
from pitboss.mathematics.blackjack.edges import chart
from pitboss.mathematics.blackjack.filed_terms import terms

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
RULES = Rules(split_aces=SplitAces.ONE_CARD)
ROUNDS, SEATS = 60_000_000, 16_384
PASSES = (0.05, 0.10, 0.15, 0.25, 0.45)  # the parts of all rounds after which the play is corrected
TRIED = np.array([0.6, 0.25, 0.1, 0.05])  # which decision of a round is tried at random: the first, the second, …
DOUBT = 4.0  # wagers: an action that looked worse by more than this, divided by √tries, is tried less often
SELDOM = 0.5
KEPT = 0.2  # how much what was found in a pass still counts in the next, whose play is better
TOTALS, SOFTNESS, UPS, PAIRS, SIZES = 32, 2, 11, 11, 2
SITUATIONS = TOTALS * SOFTNESS * UPS * PAIRS * SIZES
INSURANCE, DECIDED = SITUATIONS, SITUATIONS + 1  # situations of their own
(
    WIDEST,
    NARROWER,
    NARROW,
) = (  # what is looked through for the best: everything, without splits and surrender, without double
    [*range(kernel.ACTIONS)],
    [kernel.STAND, kernel.DRAW, kernel.DOUBLE],
    [kernel.STAND, kernel.DRAW],
)


def situations(seen: NDArray[np.int8]) -> Ints:
    """One number for all that the player looks at."""
    seen = seen.astype(np.int64)
    asked, total, soft, up, pair, held = (seen[..., column] for column in range(kernel.SEEN))
    found = (((total * SOFTNESS + soft) * UPS + up) * PAIRS + pair) * SIZES + (held == 2)
    found = np.where(asked == kernel.INSURANCE, INSURANCE, found)
    return np.where(asked == kernel.DECIDED, DECIDED, found)


class Learner:
    """The means of every situation and action, and the play that follows from them."""

    def __init__(self, rules: Rules, seed: int = 0, seats: int = SEATS) -> None:
        self.env = BlackjackVectorEnv(seats, rules, reward="units", copy=False)
        self.random = np.random.default_rng(seed)
        self.means = np.zeros((SITUATIONS + 2, kernel.ACTIONS))
        self.sums, self.counts = np.zeros(self.means.size), np.zeros(self.means.size)
        self.seen, self.infos = self.env.reset(seed=seed)
        self.correct()

    def correct(self) -> None:
        """The best action of every situation, among all, among some, among two: the first of these that is lawful."""
        self.best = [np.array(among)[self.means[:, among].argmax(1)] for among in (WIDEST, NARROWER, NARROW)]
        self.best[0][DECIDED] = kernel.DONE
        doubt = DOUBT / np.sqrt(self.counts + 1).reshape(self.means.shape)
        hopeful = self.means + doubt >= self.means.max(1, keepdims=True)
        self.chances = np.where(hopeful, 1.0, SELDOM).astype(np.float32)

    def greedy(self, where: Ints, mask: NDArray[np.int8]) -> Ints:
        rows, chosen = np.arange(len(where)), self.best[0][where]
        for other in self.best[1:]:
            chosen = np.where(mask[rows, chosen] == 1, chosen, other[where])
        return np.where(mask[rows, chosen] == 1, chosen, kernel.STAND)

    def play(self, rounds: int) -> None:
        """A pass: so many rounds by the same play, but for one decision in each; then new means of what was tried."""
        seats, mask = self.env.num_envs, self.infos["action_mask"]
        tries = self.random.choice(len(TRIED), seats, p=TRIED)
        made, tried, won = np.zeros(seats, np.int64), np.full(seats, -1, np.int64), np.zeros(seats)
        sums, counts, played = Sums(self.means.size), Sums(self.means.size), 0
        while played < rounds:
            where = situations(self.seen)
            actions = self.greedy(where, mask)
            trying = np.flatnonzero(made == tries)
            lots = (
                self.random.random((len(trying), kernel.ACTIONS), np.float32)
                * mask[trying]
                * self.chances[where[trying]]
            )
            actions[trying] = lots.argmax(1)
            # After a split other hands count too: two cards are judged where nothing was split.
            clean = (mask[trying, kernel.SURRENDER] == 1) | (self.seen[trying, kernel.HELD] != 2) | (
                self.seen[trying, kernel.ASKED] == kernel.INSURANCE
            )  # fmt: skip
            tried[trying] = np.where(clean, where[trying] * kernel.ACTIONS + actions[trying], -1)
            made += 1
            self.seen, rewards, over, _, self.infos = self.env.step(actions)
            mask = self.infos["action_mask"]
            won += rewards * (tried >= 0)
            ended = np.flatnonzero(over)
            told = ended[tried[ended] >= 0]
            sums.add(tried[told], won[told])
            counts.add(tried[told], None)
            made[ended], tried[ended], won[ended] = 0, -1, 0.0
            tries[ended] = self.random.choice(len(TRIED), len(ended), p=TRIED)
            played += len(ended)
        self.sums, self.counts = KEPT * self.sums + sums.all(), KEPT * self.counts + counts.all()
        # What was never tried is worse than anything: a situation that does not come up does not matter.
        means = np.full(self.means.size, -9.0)
        np.divide(self.sums, self.counts, out=means, where=self.counts > 0)
        self.means = means.reshape(self.means.shape)
        self.correct()

    def learn(self, rounds: int) -> None:
        for part in PASSES:
            self.play(int(part * rounds))

    # --- what it has learned

    def strategy(self) -> TotalsStrategy:
        """The play as the exact analysis reads it: for every up card and every hand that there is."""
        known = hands()
        size = len(known.total)
        plan = TotalsStrategy(*(np.zeros((VALUES, width), np.int64) for width in (size, size, VALUES, size)))
        first, others, last = self.best
        for up in range(VALUES):
            for h in range(size):
                where = self._situation(h, up)
                two = known.size[h] == 2
                plan.draw[up, h] = last[where] == kernel.DRAW if known.size[h] > 1 and known.total[h] < 21 else 0
                plan.double[up, h] = two and others[where] == kernel.DOUBLE
                plan.surrender[up, h] = two and first[where] == kernel.SURRENDER
            for value in range(VALUES):
                plan.split[up, value] = first[self._situation(known.two[value, value], up)] == kernel.SPLIT
        return plan

    def _situation(self, h: int, up: int) -> int:
        known = hands()
        cards = known.cards[h]
        pair = int(np.flatnonzero(cards == 2)[0]) + 1 if known.size[h] == 2 and 2 in cards else 0
        seen = (kernel.DECISION, known.total[h], known.soft[h], up + 1, pair, known.size[h])
        return int(situations(np.array(seen, np.int8)))

    def insures(self) -> bool:
        return bool(self.best[0][INSURANCE] == kernel.INSURE)

    def edge(self) -> float:
        """The exact house edge against what was learned."""
        found = follow(shoe(self.env.rules.decks), terms(self.env.rules), self.strategy())
        return -expectation(found)[0]


class Sums:
    """Numbers added up by place, many at once."""

    def __init__(self, size: int) -> None:
        self._size, self._total = size, np.zeros(size)
        self._places: list[Ints] = []
        self._values: list[Floats] = []

    def add(self, places: Ints, values: Floats | None) -> None:
        self._places.append(places)
        self._values.append(np.ones(len(places)) if values is None else values)
        if len(self._places) == 64:
            self.all()

    def all(self) -> Floats:
        if self._places:
            places, values = np.concatenate(self._places), np.concatenate(self._values)
            self._total += np.bincount(places, values, self._size)
            self._places, self._values = [], []
        return self._total


def main() -> None:
    rounds = int(float(sys.argv[1]) * 1e6) if len(sys.argv) > 1 else ROUNDS
    learner, best = Learner(RULES), float(chart(RULES).edge)
    print(f"house edge by the best chart {best:.4%}")
    for part in PASSES:
        learner.play(int(part * rounds))
        print(f"after {part * rounds:,.0f} rounds more {learner.edge():.4%}", flush=True)
    print(f"Insurance: {'taken' if learner.insures() else 'declined'}")


if __name__ == "__main__":
    main()
