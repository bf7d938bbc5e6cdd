"""Asks and grades. ``question`` and ``grade`` are all that a page needs; who keeps a ``Drill`` need not make it twice."""

import hashlib
from collections.abc import Callable, Mapping

from pitboss.drills import decisions, floor, paying, sequence, speaking
from pitboss.drills.kinds import Kind
from pitboss.drills.question import Drill, Grade, PosedQuestion, QuestionDraft
from pitboss.drills.tables import Setting
from pitboss.drivers.fair import Stream
from pitboss.procedure import Refusal, Refused

TRIES = 4  # tables that are opened for one question: at some nothing comes up
MAKERS: Mapping[Kind, Callable[[Setting, Stream], QuestionDraft | None]] = {
    Kind.DECISIONS: decisions.draft,
    Kind.PAY: paying.draft,
    Kind.NEXT: sequence.draft,
    Kind.CALL: speaking.call,
    Kind.READ: speaking.read,
    Kind.FLOOR: floor.draft,
}


def drill(setting: Setting, kind: Kind, seed: bytes, number: int) -> Drill | None:
    """The question of this number; None where the game has none of this kind, or nothing came up."""
    for attempt in range(TRIES):
        stream = Stream(_seed(setting, kind, seed, number, attempt))
        made = MAKERS[kind](setting, stream)
        if made is not None:
            asked = PosedQuestion(
                game=setting.game.name,
                kind=kind,
                seed=seed.hex(),
                number=number,
                topic=made.topic,
                asks=made.asks,
                scene=made.scene,  # type: ignore[arg-type]
                choices=made.choices,
            )
            parts = (made.accepted, made.cites, made.because, made.follows, made.judged, made.asked_in, made.situation)
            return Drill(asked, *parts)
    return None


def question(setting: Setting, kind: Kind, seed: bytes, number: int) -> PosedQuestion:
    """The question of this number, or a refusal where this game has none."""
    return _drill(setting, kind, seed, number).question


def grade(setting: Setting, kind: Kind, seed: bytes, number: int, answer: str) -> Grade:
    """The answer to the question of this number, graded."""
    return _drill(setting, kind, seed, number).grade(answer)


def kinds_of(setting: Setting, seed: bytes = bytes(32)) -> tuple[Kind, ...]:
    """The kinds of drills that this game has."""
    return tuple(kind for kind in Kind if drill(setting, kind, seed, 0) is not None)


def _drill(setting: Setting, kind: Kind, seed: bytes, number: int) -> Drill:
    made = drill(setting, kind, seed, number)
    if made is None:
        raise Refused(Refusal.NOT_FOUND, f"{setting.game.title} has no drills of the kind {str(kind)!r}.", "")
    return made


def _seed(setting: Setting, kind: Kind, seed: bytes, number: int, attempt: int) -> bytes:
    words = f"pitboss drill\n{setting.rules.hash(setting.game.name)}\n{kind}\n{number}\n{attempt}\n"
    return hashlib.sha256(words.encode() + seed).digest()
