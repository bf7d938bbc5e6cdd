"""Replay: feed the recorded answers, and the events must come out byte for byte. A divergence stops loudly."""

from collections.abc import Iterable

from pitboss.drivers.round import Round
from pitboss.events import Event, encode
from pitboss.journal import Step
from pitboss.procedure import Refusal, Refused


def replay(play: Round, steps: Iterable[Step]) -> Iterable[tuple[Step, list[Event]]]:
    """Yield each step with the events it reproduced, or refuse at the first that differs."""
    for number, step in enumerate(steps):
        told = list(play.events) if number == 0 else []
        try:
            told += play.answer_all(step.answers)
            if step.report is not None:
                told += play.report(step.report)
        except Refused as refusal:
            raise Refused(
                Refusal.DIVERGED,
                f"Step {number + 1} of round {play.start.number} was accepted once and is refused now: {refusal.sentence}",
                refusal.cite,
            ) from refusal
        if encode(told) != encode(list(step.events)):
            raise Refused(
                Refusal.DIVERGED,
                f"Step {number + 1} of round {play.start.number} does not replay to the events recorded.",
                "",
            )
        yield step, told
