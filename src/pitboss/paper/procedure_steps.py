"""The steps of a round for those who deal it, found by playing: no chapter writes them down a second time.

Each step says who does what, in which order round the table, how it reaches the software at a table that a person deals,
and by which provision. What never comes up under the filed rules has no step.
"""

import itertools
from collections.abc import Sequence
from enum import StrEnum

import msgspec

from pitboss import law
from pitboss.game import Game
from pitboss.law import Citation
from pitboss.paper.procedure_trace import Key, Trace, Traced, traces
from pitboss.paper.procedure_words import FEW, MANY_WAGERS, How, Run, StepWords, Wording, spaced
from pitboss.paper.rehearsal import rehearse
from pitboss.submission import RulesSubmission

QUIET_MARKS = ("cover card",)  # written with the question about it


class Stage(StrEnum):
    READY = "Before betting"
    BETTING = "Betting"
    ROUND = "The round"
    CLEARING = "After the wagers are settled"


class ProcedureStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step. ``condition``: only then; ``loop``: done for one player after the other, with those of the same number."""

    part: Stage
    who: str
    does: str
    how: How
    cites: tuple[str, ...]
    order: str = ""  # which way round the table
    condition: str = ""
    loop: int = 0
    lines: tuple[tuple[str, tuple[str, ...]], ...] = ()  # wagers that are settled, and by which provisions
    acts: frozenset[Key] = frozenset()  # the kinds of act that it tells of


class Procedure(msgspec.Struct, frozen=True):
    """All steps in order, and every provision that was cited while they were found."""

    steps: tuple[ProcedureStep, ...]
    cited: frozenset[str]


def procedure_of(game: Game, rules: RulesSubmission) -> Procedure:
    """The steps of a round of this game under these rules."""
    traced = traces(rehearse(game, rules))
    return Procedure(tuple(_written(traced, Wording(game, rules))), traced.cited)


# --- from traces to steps ----------------------------------------------------------------------------------


def _written(traced: Traced, wording: Wording) -> list[ProcedureStep]:
    runs = [run for run in _runs(traced.traces) if _is_written(run)]
    found: list[tuple[ProcedureStep, Run]] = []
    for run, part, loop, goes_on in zip(runs, _parts(runs), _loops(runs), _going_on(runs), strict=True):
        found.append((_step(wording.of(run, goes_on), run, part, loop), run))
    steps: list[ProcedureStep] = []
    for _, alike in itertools.groupby(found, key=lambda each: (each[0].does, each[0].loop)):
        # one act under several provisions, of which one or another applies; those in the same order are written together
        by_order = itertools.groupby(sorted(alike, key=lambda each: each[0].order), key=lambda each: each[0].order)
        for same in (list(group) for _, group in by_order):
            step, run = same[0][0], tuple(trace for _, run in same for trace in run)
            cites = tuple(cite for each, _ in same for cite in each.cites)
            acts = frozenset(key for trace in run for key in trace.keys)
            condition = _condition(run, len(same), traced)
            steps.append(msgspec.structs.replace(step, cites=cites, condition=condition, acts=acts))
    return steps


def _step(words: StepWords, run: Run, part: Stage, loop: int) -> ProcedureStep:
    cites = () if run[0].key.kind == "settle" else _few(tuple(run[0].words("cite")))
    return ProcedureStep(
        part=part, who=words.who, does=words.does, how=words.how, cites=cites,
        order=words.order, loop=loop, lines=words.lines,
    )  # fmt: skip


def _few(cites: tuple[str, ...]) -> tuple[str, ...]:
    """Of many paragraphs of one provision, the provision."""
    if len(cites) <= FEW:
        return cites
    above = {Citation.parse(cite).above for cite in cites if not cite.startswith("I-")}
    whole = str(above.pop()) if len(above) == 1 else ""
    return (whole,) if law.gist(whole) else cites[:FEW]


def _parts(runs: Sequence[Run]) -> list[Stage]:
    """To which part of the round each run belongs."""
    kinds = [run[0].key.kind for run in runs]
    opened = kinds.index("bet") if "bet" in kinds else 0
    closed = kinds.index("close") if "close" in kinds else opened
    while closed + 1 < len(kinds) and kinds[closed + 1] == "call":
        closed += 1
    last = max((run[-1].loop for run in runs if run[0].key.kind == "settle"), default=runs[-1][0].loop)
    settled = max(n for n, run in enumerate(runs) if run[0].loop <= last)  # with what is done in turn with it
    return [
        Stage.READY if n < opened else Stage.BETTING if n <= closed else Stage.ROUND if n <= settled else Stage.CLEARING
        for n in range(len(kinds))
    ]


def _loops(runs: Sequence[Run]) -> list[int]:
    """The number of the loop of each run; 0 where it is alone in it."""
    loops = [run[0].loop for run in runs]
    return [loop if loops.count(loop) > 1 else 0 for loop in loops]


def _going_on(runs: Sequence[Run]) -> list[bool]:
    """After which runs players still decide, or the dealer's hand is turned."""
    last = max((n for n, run in enumerate(runs) if run[0].decides), default=0)
    return [n < last for n in range(len(runs))]


def _runs(found: Sequence[Trace]) -> list[Run]:
    """One run a step: settlements that follow each other are one, if they are of one loop or nothing else is done in theirs.

    So many wagers that one result decides are one step, whatever is done on the way.
    """
    settled = [trace for trace in found if trace.key.kind == "settle"]
    many = len({trace.key.what for trace in settled}) > MANY_WAGERS
    mixed = {trace.loop for trace in found if trace.key.kind != "settle"}
    runs: list[list[Trace]] = []
    last: list[Trace] = []  # the run of settlements that was told last
    for trace in found:
        if trace.key.kind != "settle":
            runs.append([trace])
            continue
        loops = {each.loop for each in last}
        alike = trace.loop in loops or many or not {trace.loop, *loops} & mixed
        if last and ((last is runs[-1] and alike) or (many and trace.loop in loops)):
            last.append(trace)
        else:
            last = [trace]
            runs.append(last)
    return [tuple(sorted(run, key=lambda trace: trace.loop not in mixed)) for run in runs]


def _is_written(run: Run) -> bool:
    key = run[0].key
    return not (key.kind == "mark" and key.what.lower() in QUIET_MARKS)


def _condition(run: Run, provisions: int, traced: Traced) -> str:
    """When a step comes that not every round has."""
    rounds = frozenset(one.round for trace in run for one in trace.found)
    kind = run[0].key.kind
    if len(rounds) == traced.rounds or kind == "act" or (kind == "settle" and 2 * len(rounds) > traced.rounds):
        return ""
    if kind == "shuffle":
        return "when the shoe is made ready"
    if rounds == traced.shuffled:
        return "after a shuffle"
    says = run[0].condition
    return (
        f"on “{spaced(says)}”"
        if says and provisions == 1 and all(trace.condition == says for trace in run)
        else "when it comes up"
    )
