"""What now? An irregularity at a moment of a round; what follows is what the procedure does when it is thrown in."""

from pitboss.drills.question import QuestionDraft, Where, mixed, one_of
from pitboss.drills.tables import DrillTable, Setting, scene
from pitboss.drivers.fair import Stream
from pitboss.drivers.round import Round
from pitboss.events import Event, IrregularityReported, visible
from pitboss.journal import Report
from pitboss.procedure import DEALER, FLOOR, Answer

ROUNDS = 2
MOMENTS = 6  # of a round, at which everything that could go wrong is tried


def draft(setting: Setting, stream: Stream) -> QuestionDraft | None:
    """One of the irregularities that could be reported, each as likely as another."""
    table = DrillTable(setting, stream)
    found: dict[str, list[tuple[Round, int, tuple[int, ...]]]] = {}
    for play, _ in table.rounds(1 + stream.below(ROUNDS)):
        for _ in range(MOMENTS):
            moment = stream.below(len(play.history))
            for name, seats in play.before(moment).possible(table.seats).items():
                found.setdefault(name, []).append((play, moment, seats))
    if not found:
        return None
    name = one_of(sorted(found), stream)
    play, moment, seats = one_of(found[name], stream)
    report = Report(name, one_of(seats, stream) if seats else 0)
    follows = play.before(moment).report(report)
    reported = next((event for event in follows if isinstance(event, IrregularityReported)), None)
    if reported is None:
        return None
    so_far, kinds = _so_far(play, moment), setting.game.irregularities
    others = [setting.game.remedy(kind, setting.rules) for kind in kinds if kind.name != name]
    choices, right = mixed(reported.remedy, others, stream)
    title = next(kind.title for kind in kinds if kind.name == name)
    if len(choices) < 2:
        return None
    return QuestionDraft(
        topic=name,
        asks=f"{title}{f', seat {report.seat}' if report.seat else ''}. What now?",
        scene=scene([visible(event, DEALER, FLOOR) for event in so_far]),
        choices=choices,
        accepted=(right,),
        cites=tuple(dict.fromkeys(event.cite for event in follows)),
        follows=tuple(visible(event, DEALER, FLOOR) for event in follows),
        asked_in=Where(play, moment, len(so_far)),
    )


def _so_far(play: Round, moment: int) -> list[Event]:
    """The events of a round before one answer of its history."""
    again = play.before(0)
    events = list(again.events)
    for answer in play.history[:moment]:
        assert isinstance(answer, Answer)
        events += again.answer(answer)
    return events
