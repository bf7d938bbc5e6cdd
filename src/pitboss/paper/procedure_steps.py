"""The steps of a round for those who deal it, found by playing: no chapter writes them down a second time.

Each step says who does what, in which order round the table, how it reaches the software at a table that a person deals,
and by which provision. What never comes up under the filed rules has no step.
"""

import itertools
from collections.abc import Sequence
from enum import StrEnum

import msgspec

from pitboss.game import Game
from pitboss.paper.procedure_trace import Trace, Traced, traces
from pitboss.paper.procedure_words import FEW, SMALL, How, Run, Told, Wording, spaced
from pitboss.paper.rehearsal import rehearse
from pitboss.submission import RulesSubmission

DICE_AND_WHEELS = ("dice", "wheel")  # other draws are told with the card or tile that is dealt
BETWEEN = (*SMALL, "rack")  # may come between two settlements of one run
ONCE = (*SMALL, "bet", "close", "shuffle", "burn")  # never done for one player after the other
QUIET_MARKS = ("cover card",)  # told with the question about it


class Part(StrEnum):
    READY = "Before betting"
    BETTING = "Betting"
    ROUND = "The round"
    CLEARING = "After the wagers are settled"


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step. ``condition``: only then; ``in_turn``: done for one player after the other, with the steps beside it."""

    part: Part
    who: str
    does: str
    how: How
    cites: tuple[str, ...]
    order: str = ""  # which way round the table
    condition: str = ""
    in_turn: bool = False
    lines: tuple[tuple[str, tuple[str, ...]], ...] = ()  # wagers that are settled, and by which provisions


class Procedure(msgspec.Struct, frozen=True):
    """All steps in order, and every provision that was cited while they were found."""

    steps: tuple[Step, ...]
    cited: frozenset[str]


def procedure_of(game: Game, rules: RulesSubmission) -> Procedure:
    """The steps of a round of this game under these rules."""
    traced = traces(rehearse(game, rules))
    return Procedure(tuple(_joined(_written(traced, Wording(game, rules)))), traced.cited)


# --- from traces to steps ----------------------------------------------------------------------------------


def _written(traced: Traced, wording: Wording) -> list[Step]:
    runs = [run for run in _runs(traced.traces) if _is_told(run)]
    parts, turns = _parts(runs), _in_turn(runs)
    found: list[tuple[Step, frozenset[int]]] = []
    for run, part, in_turn in zip(runs, parts, turns, strict=True):
        if part is Part.CLEARING and in_turn and found and found[-1][0].in_turn:
            part = found[-1][0].part  # it belongs to the settling, player by player
        step, rounds = _step(wording.of(run), run, part, in_turn), frozenset[int]().union(*(t.rounds for t in run))
        if found and found[-1][0].does == step.does and found[-1][0].order == step.order:
            last, before = found.pop()  # one act under several provisions, of which one or another applies
            step, rounds = msgspec.structs.replace(step, cites=(*last.cites, *step.cites)), rounds | before
        found.append((msgspec.structs.replace(step, condition=_condition(run, rounds, traced)), rounds))
    return [step for step, _ in found]


def _step(told: Told, run: Run, part: Part, in_turn: bool) -> Step:
    cites = () if run[0].key.kind == "settle" else tuple(run[0].words("cite"))[:FEW]
    return Step(
        part=part, who=told.who, does=told.does, how=told.how, cites=cites,
        order=told.order, in_turn=in_turn, lines=told.lines,
    )  # fmt: skip


def _parts(runs: Sequence[Run]) -> list[Part]:
    """To which part of the round each run belongs."""
    kinds = [run[0].key.kind for run in runs]
    opened = kinds.index("bet") if "bet" in kinds else 0
    closed = kinds.index("close") if "close" in kinds else opened
    while closed + 1 < len(kinds) and kinds[closed + 1] == "call":
        closed += 1
    settled = max((n for n, kind in enumerate(kinds) if kind == "settle"), default=len(kinds))
    return [
        Part.READY if n < opened else Part.BETTING if n <= closed else Part.ROUND if n <= settled else Part.CLEARING
        for n in range(len(kinds))
    ]


def _in_turn(runs: Sequence[Run]) -> list[bool]:
    """Which runs are done for one player after the other, together with the one before or after."""
    pairs = [_interleaved(one, other) for one, other in itertools.pairwise(runs)]
    return [before or after for before, after in zip([False, *pairs], [*pairs, False], strict=True)]


def _runs(found: Sequence[Trace]) -> list[Run]:
    """One run a step: settlements that follow each other are one; what comes between them is told after."""
    runs: list[list[Trace]] = []
    waiting: list[list[Trace]] = []
    for trace in found:
        if trace.key.kind == "settle" and runs and runs[-1][0].key.kind == "settle":
            if runs[-1][0].key.face == trace.key.face:
                runs[-1].append(trace)
                continue
        if trace.key.kind in BETWEEN and runs and runs[-1][0].key.kind == "settle":
            waiting.append([trace])
            continue
        runs += waiting
        waiting = []
        runs.append([trace])
    return [tuple(run) for run in (*runs, *waiting)]


def _interleaved(one: Run, other: Run) -> bool:
    """Whether both are done for one player before the next player's turn comes: the first comes again after the second."""
    if {one[0].key.kind, other[0].key.kind} & set(ONCE):
        return False
    first, again = _span(one), _span(other)
    return any(first[n][0] < again[n][0] < first[n][1] for n in first.keys() & again.keys())


def _span(run: Run) -> dict[int, tuple[int, int]]:
    """Where it first and last comes in each round."""
    found: dict[int, tuple[int, int]] = {}
    for trace in run:
        for one in trace.found:
            low, high = found.get(one.round, (one.at, one.at))
            found[one.round] = min(low, one.at), max(high, one.at)
    return found


def _is_told(run: Run) -> bool:
    key = run[0].key
    if key.kind == "draw":
        return key.what in DICE_AND_WHEELS
    return not (key.kind == "mark" and key.what.lower() in QUIET_MARKS)


def _condition(run: Run, rounds: frozenset[int], traced: Traced) -> str:
    """When a step comes that not every round has."""
    kind = run[0].key.kind
    if len(rounds) == traced.rounds or kind == "act" or (kind == "settle" and 2 * len(rounds) > traced.rounds):
        return ""
    if kind == "shuffle":
        return "when the shoe is made ready"
    if rounds == traced.shuffled:
        return "after a shuffle"
    says = run[0].condition
    return f"on “{spaced(says)}”" if says and len(run) == 1 else "when it comes up"


def _joined(steps: list[Step]) -> list[Step]:
    """Steps that come up at times between steps done in turn are done in turn with them."""
    turns = [n for n, step in enumerate(steps) if step.in_turn]
    for one, other in itertools.pairwise(turns):
        between = steps[one + 1 : other]
        if len(between) <= FEW and all(step.condition and step.part == steps[one].part for step in between):
            steps[one + 1 : other] = [msgspec.structs.replace(step, in_turn=True) for step in between]
    return steps
