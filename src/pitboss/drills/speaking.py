"""Call it, and read the hand: what the dealer says aloud, and what cards or tiles on the table are called."""

import itertools
from collections.abc import Set

import msgspec

from pitboss.drills.question import CHOICES, QuestionDraft, Where, mixed, one_of
from pitboss.drills.tables import DrillTable, Setting, events_of, scene
from pitboss.drivers.fair import Stream
from pitboss.drivers.round import Round
from pitboss.events import Announced, Event, Revealed, Shown, visible
from pitboss.paper.rehearsal import Moment
from pitboss.procedure import CHANCE, DEALER, Answer, Draw

ROUNDS = 6  # played at one table, for a question and for the answers to choose from

Found = list[tuple[Where, list[Event], int]]  # where, what happened in that round, and the place of the call in it


def call(setting: Setting, stream: Stream) -> QuestionDraft | None:
    """An announcement, among others that are made in this game."""
    found: dict[str, Found] = {}
    for play, moments in DrillTable(setting, stream, liberal=bool(stream.below(2))).rounds(ROUNDS):
        events, own = _with_outcomes(play, moments), {id(event) for event in events_of(moments)}
        for at, event in enumerate(events):
            if isinstance(event, Announced):
                where = Where(play, len(play.history), sum(id(each) in own for each in events[:at]))
                found.setdefault(event.words, []).append((where, events, at))
    if len(found) < 2:
        return None
    where, events, at = one_of(found[one_of(sorted(found), stream)], stream)
    said = events[at]
    assert isinstance(said, Announced)
    soon = {event.words for event in _same_breath(events, at)}
    alike = {words for words, places in found.items() if any(seen[n].cite == said.cite for _, seen, n in places)}
    others = [words for words in found if words not in soon]
    choices, right = mixed(said.words, _preferred(others, alike, said.words, stream), stream)
    if len(choices) < 2:
        return None
    return QuestionDraft(
        topic=f"call by {said.cite}",
        asks="What do you announce now?",
        scene=scene([visible(event, DEALER) for event in events[:at]]),
        choices=choices,
        accepted=(right,),
        cites=(said.cite,),
        follows=(said,),
        asked_in=where,
    )


def read(setting: Setting, stream: Stream) -> QuestionDraft | None:
    """A hand that lies open, among others that are called by the same provision."""
    found: dict[str, dict[str, list[tuple[Revealed, Where]]]] = {}
    for play, moments in DrillTable(setting, stream, liberal=bool(stream.below(2))).rounds(ROUNDS):
        for at, event in enumerate(events_of(moments)):
            if isinstance(event, Revealed) and event.total and event.seen_by is None and all(event.cards):
                found.setdefault(event.cite, {}).setdefault(event.total, []).append(
                    (event, Where(play, len(play.history), at))
                )
    found = {cite: totals for cite, totals in found.items() if len(totals) > 1}
    if not found:
        return None
    totals = found[one_of(sorted(found), stream)]
    shown, where = one_of(totals[one_of(sorted(totals), stream)], stream)
    choices, right = mixed(shown.total, stream.shuffled(sorted(totals)), stream)
    kind = shown.total.split(",")[0].split(" ")[0] if not shown.total[:1].isdigit() else "count"
    return QuestionDraft(
        topic=f"read {kind} by {shown.cite}",
        asks="What is this hand?",
        scene=(msgspec.structs.replace(shown, total=""),),
        choices=choices,
        accepted=(right,),
        cites=(shown.cite,),
        follows=(shown,),
        asked_in=where,
    )


def _with_outcomes(play: Round, moments: list[Moment]) -> list[Event]:
    """The events of a round; what a wheel or dice showed comes before the call of it, where no event tells it sooner."""
    drawn = (item.says for item in play.history if isinstance(item, Answer) and item.by == CHANCE)
    found: list[Event] = []
    for question, events in moments:
        if isinstance(question, Draw):
            outcome = next(drawn)
            if not question.face and events and isinstance(events[0], Announced):
                found.append(Shown(question.device, outcome, cite=question.cite))
        found += events
    return found


def _same_breath(events: list[Event], at: int) -> list[Announced]:
    """What is announced right after it, with nothing between; the order of these two is not what is asked."""
    found = []
    for event in events[at + 1 :]:
        if not isinstance(event, Announced):
            break
        found.append(event)
    return found


def _preferred(others: list[str], alike: Set[str], right: str, stream: Stream) -> list[str]:
    """As many as are needed: first those that are said by the same provision and begin with the same words."""

    def likeness(words: str) -> tuple[bool, int]:
        both = zip(words.split(), right.split(), strict=False)
        return words in alike, sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], both))

    wrong = [words for words in stream.shuffled(sorted(others)) if words != right]
    return sorted(wrong, key=likeness, reverse=True)[: CHOICES - 1]
