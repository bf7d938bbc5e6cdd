"""A round played twice on the same cards: with every card known when it is dealt, and with places face down.

Both have to end in the same events, in the same order; and no face may be asked for before the text turns the card.
"""

from collections.abc import Iterator

import msgspec

from pitboss.drivers.round import Round
from pitboss.events import Dealt, Event, Revealed
from pitboss.faces import FACE_DOWN, FaceDown, Turned, plain_event
from pitboss.journal import Report
from pitboss.procedure import CHANCE, Answer, Draw, Refused


class FaceAsked(msgspec.Struct, frozen=True):
    """A card that was turned: its face, after how many events it was asked for, and how many had been told when the next
    question that is none of turning was asked."""

    face: str
    place: str
    since: int
    until: int


class BothWays(msgspec.Struct):
    """The second round, beside the first."""

    events: list[Event]  # of the second, with the faces of all that lay face down
    asked: list[FaceAsked]
    face_up: int = 0
    face_down: int = 0
    never: int = 0  # lay face down, and were never turned
    tells: int = 0  # questions that a reader answered
    result: object = None

    @property
    def too_early(self) -> list[FaceAsked]:
        """Faces that were asked for and then shown to nobody before the next question."""
        return [
            one for one in self.asked if not any(shows(event, one.face) for event in self.events[one.since : one.until])
        ]


def shows(event: Event, face: str) -> bool:
    """Whether an event shows a card to everyone."""
    if event.seen_by is not None:
        return False
    values = (getattr(event, name) for name in event.__struct_fields__)
    return any(value == face or (isinstance(value, tuple) and face in value) for value in values)


def again_face_down(known: Round, state: object = None) -> BothWays:
    """Play a round that is over again, with physical cards: every card that can lie face down does, until it is turned.

    ``state`` is the table as the last such round left it, in which cards that nobody has seen are missing from the shoe.
    """
    play = Round(known.game, known.rules, known.state if state is None else state, known.start, may_lie_face_down=True)
    made = BothWays([], [])
    waiting: list[tuple[str, str, int]] = []
    faces = list(_waiting(known.state, play.state))  # of the places, in the order of dealing
    answers = list(known.history)
    while answers or play.pending is not None:
        asked = play.pending
        if isinstance(asked, Draw) and asked.place:
            face = faces[int(asked.place[1:]) - 1]
            waiting.append((face, asked.place, len(play.known_events)))
            play.answer(Answer(CHANCE, face))
            continue
        if isinstance(asked, Draw) and asked.tells:
            made.tells += 1
            play.answer(_truth(play, asked, faces))
            continue
        made.asked += [FaceAsked(face, place, since, len(play.known_events)) for face, place, since in waiting]
        waiting.clear()
        if not answers:
            break
        item = answers.pop(0)
        if isinstance(item, Report):
            play.report(item)
        elif isinstance(asked, Draw) and asked.face:
            try:
                play.answer(Answer(CHANCE, FACE_DOWN))
                faces.append(item.says)
                made.face_down += 1
            except Refused:
                play.answer(item)
                made.face_up += 1
        else:
            play.answer(msgspec.structs.replace(item, cards=_places(play, item, faces)))
    made.asked += [FaceAsked(face, place, since, len(play.known_events)) for face, place, since in waiting]
    made.never = made.face_down - len(made.asked)
    names = {f"{FACE_DOWN}{number}": face for number, face in enumerate(faces, 1)}
    made.events = [_filled(event, names) for event in play.known_events]
    made.result = play.result
    return made


def _waiting(known: object, down: object) -> Iterator[str]:
    """The faces of cards that lay face down between the rounds, in the order in which they get their places."""
    if isinstance(down, str) and down.startswith(FACE_DOWN):
        yield str(known)
    elif isinstance(down, tuple | list) and isinstance(known, tuple | list):
        for one, other in zip(known, down, strict=False):
            yield from _waiting(one, other)
    elif isinstance(down, msgspec.Struct):
        for name in down.__struct_fields__:
            if name != "missing":
                yield from _waiting(getattr(known, name), getattr(down, name))


def _truth(play: Round, asked: Draw, faces: list[str]) -> Answer:
    """What a reader that works, or a player who tells the truth, says."""
    if len(asked.weights) == 1:
        return Answer(CHANCE, next(iter(asked.weights)))
    twin = play.replica()
    twin.answer(Answer(CHANCE, next(iter(asked.weights))))
    said = next(
        card.said[-1] for card in twin._places if isinstance(card, FaceDown) and card.said and _is_about(card, asked)
    )
    return Answer(CHANCE, said.about([_face(card, faces) for card in said.cards]))


def _is_about(card: FaceDown, asked: Draw) -> bool:
    return any(isinstance(one, FaceDown | Turned) and one.place == asked.tells for one in card.said[-1].cards)


def _face(card: str, faces: list[str]) -> str:
    return faces[int(card.place[1:]) - 1] if isinstance(card, FaceDown) else card


def _places(play: Round, answer: Answer, faces: list[str]) -> tuple[str, ...]:
    """The cards of an answer as whoever holds them names them: by place, while they lie face down."""
    own = [event.card for event in play.known_events if isinstance(event, Dealt) and event.to == answer.by]
    down = [card for card in own if card.startswith(FACE_DOWN)]
    found: list[str] = []
    for card in answer.cards:
        same = [place for place in down if faces[int(place[1:]) - 1] == card and place not in found]
        found.append(same[0] if same else card)
    return tuple(found)


def _filled(event: Event, names: dict[str, str]) -> Event:
    changes: dict[str, object] = {}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if isinstance(value, str) and value in names:
            changes[name] = names[value]
        elif isinstance(value, tuple) and any(one in names for one in value):
            changes[name] = tuple(names.get(one, one) for one in value)
    return msgspec.structs.replace(event, **changes) if changes else plain_event(event)


def alike(one: list[Event], other: list[Event]) -> bool:
    """Whether two rounds ended in the same events; a hand that was set and never shown has no name where nobody knows it."""
    return len(one) == len(other) and all(
        a == b or (isinstance(a, Revealed) and not a.total and a.seen_by is not None and a.hidden() == b.hidden())
        for a, b in zip(one, other, strict=True)
    )
