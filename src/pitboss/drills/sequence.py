"""What comes next: the order of the procedure, asked at a moment of a round."""

import msgspec

from pitboss.drills.question import QuestionDraft, Where, mixed, one_of
from pitboss.drills.tables import DrillTable, Setting, events_of, scene
from pitboss.drivers.fair import Stream
from pitboss.drivers.round import Round
from pitboss.events import Event, visible
from pitboss.paper.procedure_steps import ProcedureStep
from pitboss.paper.procedure_trace import Key, acts_of
from pitboss.paper.rehearsal import Moment
from pitboss.procedure import DEALER

ROUNDS = 3  # looked through for a moment
# done on the way: in which order is nobody's concern
BESIDE = ("act", "note", "told", "meter", "transfer", "charge", "move")
SHOWN = 4  # events of what came next that are shown with the grade


class Begun(msgspec.Struct, frozen=True):
    """A step that begins after so many events of a round. ``soon``: steps that come after it before anything is seen."""

    play: Round
    events: list[Event]
    at: int
    step: ProcedureStep
    soon: frozenset[str]


def draft(setting: Setting, stream: Stream) -> QuestionDraft | None:
    """A moment after betting is closed at which another step of the procedure begins."""
    found: dict[str, list[Begun]] = {}
    for play, moments in DrillTable(setting, stream).rounds(ROUNDS):
        for begun in _begun(play, moments, setting.steps):
            found.setdefault(begun.step.does, []).append(begun)
    if not found:
        return None
    here = one_of(found[one_of(sorted(found), stream)], stream)
    others = [each.does for each in setting.steps if each.does not in here.soon and not _beside(each)]
    choices, right = mixed(here.step.does, others, stream)
    if len(choices) < 2:
        return None
    before, after = here.events[: here.at], here.events[here.at :]
    return QuestionDraft(
        topic=here.step.does,
        asks="What comes next?",
        scene=scene([visible(event, DEALER) for event in before]),
        choices=choices,
        accepted=(right,),
        cites=here.step.cites or tuple(event.cite for event in after[:1]),  # a settlement is cited with its wager
        because=(f"It is done {here.step.order}.",) if here.step.order else (),
        follows=tuple(visible(event, DEALER) for event in after[:SHOWN]),
        asked_in=Where(here.play, len(here.play.history), here.at),
    )


def _begun(play: Round, moments: list[Moment], steps: tuple[ProcedureStep, ...]) -> list[Begun]:
    """Where a step begins that is another than the one before."""
    events, closed, last = events_of(moments), False, ""
    at_place: dict[int, list[tuple[Key, list[ProcedureStep]]]] = {}
    for at, key in _placed(moments):
        if closed and at:
            at_place.setdefault(at, []).append((key, [each for each in steps if key in each.acts]))
        closed = closed or key.kind == "close"
    found = []
    for at, acts in at_place.items():
        key, named = acts[0]
        if named and named[0].does != last and key.kind not in BESIDE:
            soon = frozenset(step.does for _, each in acts for step in each)
            found.append(Begun(play, events, at, named[0], soon))
        last = next((each[0].does for _, each in reversed(acts) if each), last)
    return found


def _placed(moments: list[Moment]) -> list[tuple[int, Key]]:
    """The acts of a round, each with how many events came before it."""
    places: dict[int, int] = {}
    count = 0
    for question, events in moments:
        places.setdefault(id(question), count)
        for event in events:
            places[id(event)] = count
            count += 1
    return [(places[id(item)], key) for key, _who, _turn, item in acts_of(moments)]


def _beside(step: ProcedureStep) -> bool:
    return all(key.kind in BESIDE for key in step.acts)
