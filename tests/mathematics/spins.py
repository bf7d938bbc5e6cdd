"""Games decided by one draw: the engine plays the very spins or throws that a kernel drew from its stream."""

from collections.abc import Callable, Sequence

import numpy as np

from pitboss.drivers.round import Round
from pitboss.events import Settlement
from pitboss.game import Game, RoundStart
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.mathematics.kit.philox import below, stream
from pitboss.mathematics.kit.tally import new_tally
from pitboss.procedure import Answer, Draw
from pitboss.submission import RulesSubmission
from pitboss.wagers import close_betting

Spots = Sequence[tuple[str, str]]


def engine(game: Game, rules: RulesSubmission, spots: Spots, amount: int, shown: str) -> list[int]:
    """The net of a wager on each spot, from one audited round."""
    play = Round(game, rules, game.open(rules), RoundStart(1))
    for question in play.elections():  # a shaker is shaken from before the first wager
        play.answer(question.options[0].answer(question.to))
    for kind, on in spots:
        play.answer(Answer(1, "wager", kind, on, amount))
    events = play.answer(close_betting())
    while not play.closed:
        if isinstance(play.pending, Draw):
            events += play.answer(Answer("chance", shown))
        else:
            (question,) = play.elections()
            events += play.answer(question.options[0].answer(question.to))
    nets = {(e.wager, e.on): e.returned - e.stake for e in events if isinstance(e, Settlement)}
    return [nets[spot] for spot in spots]


def match_spins(
    kernel: Kernel, settle: Callable[[str], list[int]], outcomes: Sequence[str], rounds: int, seed: int
) -> int:
    """Everything a kernel adds up over a block of one seed, from the engine's rounds on the same draws."""
    state, block = stream(seed, 3), 3
    sums = new_tally(len(kernel.wagers))
    for _ in range(rounds):
        nets = np.array(settle(outcomes[below(state, len(outcomes))]))
        sums += np.stack([np.ones_like(nets), nets, nets * nets, np.full_like(nets, kernel.unit), nets > 0], axis=1)
    out = np.zeros_like(sums)
    kernel.run(seed, block, rounds, out)
    assert out.tolist() == sums.tolist()
    return rounds
