"""Exact enumeration of a small game through the procedure that is played.

Every path of chance is followed with its exact probability; the other questions are answered by ``strategy``.
Meant for wheels and dice and small shoes; larger games have their own mathematics in ``pitboss.mathematics``.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from pitboss.drivers.round import Round
from pitboss.events import Event
from pitboss.procedure import Answer, Draw


def outcomes(begin: Callable[[], Round], strategy: Callable[[Round], Answer]) -> Iterator[tuple[Fraction, list[Event]]]:
    """Each possible complete round, with its probability. ``begin`` starts a fresh round."""
    paths: list[tuple[Fraction, tuple[Answer, ...]]] = [(Fraction(1), ())]
    while paths:
        chance, drawn = paths.pop()
        play, waiting = begin(), list(drawn)
        events = list(play.events)
        while not play.closed:
            if not isinstance(play.pending, Draw):
                events += play.answer(strategy(play))
            elif waiting:
                events += play.answer(waiting.pop(0))
            else:
                total = sum(play.pending.weights.values())
                paths += [
                    (chance * Fraction(play.pending.weights[answer.says], total), (*drawn, answer))
                    for answer in play.pending.lawful()
                ]
                break
        else:
            yield chance, events
