"""What a learner has done so far, and what comes back: every topic lies in one of a few boxes, as Leitner had them.

A right answer puts its topic one box up, where it rests longer; a wrong one back into the first. ``Progress`` is all there
is to keep: a page has it in its own storage, the terminal in a file.
"""

from collections.abc import Iterator, Sequence

import msgspec

from pitboss.drills.asking import drill
from pitboss.drills.kinds import Kind
from pitboss.drills.question import Drill, Grade, PosedQuestion
from pitboss.drills.tables import Setting
from pitboss.procedure import Refusal, Refused

RESTS = (1, 3, 7, 15, 31)  # by box: so many questions are asked before a topic is due again
LOOK = 6  # questions that are looked at for one that is due


class Topic(msgspec.Struct, frozen=True, omit_defaults=True):
    """One topic: its box, when it is due (counted in questions), and how it was answered."""

    box: int
    due: int
    asked: int = 0
    right: int = 0
    cost: float = 0  # of its decisions, in cents and parts of a cent


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that is kept of a learner. ``topics`` are named by game, kind and topic."""

    asked: int = 0
    right: int = 0
    streak: int = 0  # right answers in a row, up to now
    longest: int = 0
    cost: float = 0
    seconds: float = 0
    topics: dict[str, Topic] = {}

    @property
    def accuracy(self) -> float:
        """Of all answers, those that were right."""
        return self.right / self.asked if self.asked else 0.0


def key(question: PosedQuestion) -> str:
    """Under which name a topic is kept."""
    return f"{question.game}/{question.kind}/{question.topic}"


def answered(progress: Progress, question: PosedQuestion, grade: Grade, seconds: float = 0) -> Progress:
    """The progress after one more answer."""
    name, asked = key(question), progress.asked + 1
    before = progress.topics.get(name, Topic(0, 0))
    box = min(before.box + 1, len(RESTS) - 1) if grade.right else 0
    topic = Topic(
        box=box,
        due=asked + RESTS[box],
        asked=before.asked + 1,
        right=before.right + grade.right,
        cost=before.cost + grade.cost,
    )
    streak = progress.streak + 1 if grade.right else 0
    return Progress(
        asked=asked,
        right=progress.right + grade.right,
        streak=streak,
        longest=max(progress.longest, streak),
        cost=progress.cost + grade.cost,
        seconds=progress.seconds + seconds,
        topics={**progress.topics, name: topic},
    )


def due(progress: Progress, setting: Setting, kind: Kind) -> tuple[str, ...]:
    """The topics of this kind that should be asked again now, the weakest first."""
    begins = f"{setting.game.name}/{kind}/"
    found = [
        (topic.box, topic.due, name)
        for name, topic in progress.topics.items()
        if name.startswith(begins) and topic.due <= progress.asked
    ]
    return tuple(name for _, _, name in sorted(found))


def next_kind(progress: Progress, setting: Setting, kinds: Sequence[Kind]) -> Kind:
    """Of several kinds the one to ask: that of the weakest topic that is due; else the one that was asked least."""
    wanted = {kind: due(progress, setting, kind) for kind in kinds}
    weak = [(progress.topics[names[0]].box, kind) for kind, names in wanted.items() if names]
    if weak:
        return min(weak, key=lambda each: each[0])[1]
    begins = f"{setting.game.name}/"
    asked = {
        kind: sum(t.asked for name, t in progress.topics.items() if name.startswith(f"{begins}{kind}/"))
        for kind in kinds
    }
    return min(kinds, key=lambda kind: asked[kind])


def weakest(progress: Progress, most: int = 5) -> tuple[tuple[str, Topic], ...]:
    """Topics with wrong answers, those first that were answered wrong most often."""
    found = [(name, topic) for name, topic in progress.topics.items() if topic.right < topic.asked]
    return tuple(sorted(found, key=lambda each: (each[1].right - each[1].asked, each[0]))[:most])


def next_drill(setting: Setting, kind: Kind, seed: bytes, number: int, progress: Progress) -> Drill | None:
    """The next question, from this number on: one whose topic is due, else one that is new, else whatever comes first."""
    wanted = due(progress, setting, kind)
    found = list(_ahead(setting, kind, seed, number, look=LOOK if wanted or progress.topics else 1))
    for name in wanted:
        for one in found:
            if key(one.question) == name:
                return one
    fresh = (one for one in found if key(one.question) not in progress.topics)
    return next(fresh, found[0] if found else None)


def _ahead(setting: Setting, kind: Kind, seed: bytes, number: int, look: int) -> Iterator[Drill]:
    for each in range(number, number + look):
        made = drill(setting, kind, seed, each)
        if made is None:
            return
        yield made


def read(text: bytes) -> Progress:
    """A progress that was kept; anything else is refused."""
    try:
        return msgspec.json.decode(text, type=Progress)
    except msgspec.DecodeError:
        raise Refused(Refusal.MALFORMED, "The file is no record of drills; name another, or remove it.", "") from None
