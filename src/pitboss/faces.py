"""Cards and tiles that lie face down where nobody but their holder knows them: at a table with physical cards.

At such a table a card that is dealt face down is a *place*. A procedure handles it like any card: puts it into a hand, an
event, the discard rack. The moment it looks at the face, to rank it or to turn it for everyone, ``FaceNeeded`` comes out of
the procedure, and whoever drives the round has the card turned: asks for its face, and plays the round again with it
(``drivers.round``). So no chapter has two ways of dealing, and nobody is asked for a face before the text turns it.

What somebody learns of a card without its being turned (a reader, the dealer who looks at a corner) is asked with ``told``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NoReturn

import msgspec

from pitboss.events import PLACE, Event
from pitboss.procedure import Answer, Draw, Each, Election, Option, Procedure, Question

FACE_DOWN = PLACE  # the answer of a device that dealt a card face down, and the beginning of the name of its place


class FaceNeeded(Exception):
    """A procedure looked at a card that lies face down."""

    def __init__(self, card: "FaceDown") -> None:
        super().__init__(card.place)
        self.card = card


class Said(msgspec.Struct, frozen=True):
    """What was told about cards that nobody turned: a rule from their faces to words, and the words."""

    cards: tuple[str, ...]
    about: Callable[[Sequence[str]], str]
    words: str

    def allows(self, card: "FaceDown", face: str) -> bool:
        """Whether one of the cards can have this face, whatever the others are."""
        others = [one for one in self.cards if isinstance(one, FaceDown) and one is not card]
        choices = [[kind for kind, weight in one.question.weights.items() if weight > 0] for one in others]
        unknown = (card, *others)
        return any(
            self.about(with_faces(self.cards, unknown, (face, *kinds))) == self.words for kinds in product(*choices)
        )


class FaceDown(str):
    """A card that lies face down. Whatever depends on its face raises ``FaceNeeded``."""

    place: str
    question: Draw
    said: list[Said]

    def __new__(cls, place: str, question: Draw) -> "FaceDown":
        made = super().__new__(cls, place)
        made.place, made.question, made.said = place, question, []
        return made

    @property
    def possible(self) -> dict[str, int]:
        """The faces that it can have, by what is not out and what was told about it."""
        return {
            face: weight
            for face, weight in self.question.weights.items()
            if weight > 0 and all(said.allows(self, face) for said in self.said)
        }


class Turned(str):
    """A card that lay face down when it was dealt, and whose face is known by now. It is like any other."""

    place: str
    __slots__ = ("place",)

    def __new__(cls, face: str, place: str) -> "Turned":
        made = super().__new__(cls, face)
        made.place = place
        return made


def _needs_face(card: FaceDown, *_: Any, **__: Any) -> NoReturn:
    raise FaceNeeded(card)


_KEPT = {"__new__", "__init__", "__class__", "__getattribute__", "__setattr__", "__delattr__", "__init_subclass__"}
_KEPT |= {"__subclasshook__", "__reduce__", "__reduce_ex__", "__getnewargs__", "__dir__", "__doc__", "__sizeof__"}
_KEPT |= {"__repr__", "__getstate__"}
for _name in dir(str):  # every method of a text says something about it
    if _name not in _KEPT:
        setattr(FaceDown, _name, _needs_face)
setattr(FaceDown, "__bool__", lambda card: True)  # noqa: B010
setattr(FaceDown, "__repr__", lambda card: f"<{card.place} lies face down>")  # noqa: B010  # a method, not a value


def moved_to(card: str, weights: Mapping[str, int]) -> None:
    """A card that lies face down turns out to have come from elsewhere: its face is one of these as well."""
    if isinstance(card, FaceDown):
        before = card.question.weights
        either = {face: max(before.get(face, 0), weights.get(face, 0)) for face in {**before, **weights}}
        card.question = msgspec.structs.replace(card.question, weights=either)


def was_face_down(card: str) -> bool:
    """Whether a card was dealt face down at a table with physical cards, whether or not it has been turned since."""
    return isinstance(card, FaceDown | Turned)


def is_unknown(card: str) -> bool:
    """Whether the face of a card is not known; also of one that was read back from a record."""
    return isinstance(card, FaceDown) or card.startswith(FACE_DOWN)


def told(card: str, about: Callable[[str], str], device: str, cite: str) -> Procedure[str]:
    """What a reader, or whoever looks at its corner, tells about a card that is not turned: ``about`` its face.

    Where the face is known, as in a generator's shoe, that is what it tells; nobody is asked.
    """
    return (yield from told_of((card,), lambda faces: about(faces[0]), device, cite))


def told_of(cards: Sequence[str], about: Callable[[Sequence[str]], str], device: str, cite: str) -> Procedure[str]:
    """The same about several cards: what a player tells of a hand that nobody else sees."""
    hidden = [card for card in cards if isinstance(card, FaceDown | Turned)]
    if not hidden:
        return about(cards)
    unknown = [card for card in hidden if isinstance(card, FaceDown)]
    answer: Any = yield Draw(device, Tellable(cards, about, unknown), cite, independent=True, tells=hidden[0].place)
    for card in unknown:
        card.said.append(Said(tuple(cards), about, answer.says))
    says: str = answer.says
    return says


def with_faces(cards: Sequence[str], unknown: Sequence[FaceDown], faces: Sequence[str]) -> list[str]:
    """The cards with these faces for those that lie face down."""
    known = {id(card): face for card, face in zip(unknown, faces, strict=True)}
    return [known.get(id(card), card) for card in cards]


class Tellable(Mapping[str, int]):
    """All that can be told of some cards, each of weight 1. Whether one word can be is found without trying every face, for
    a round that is played again asks nothing else."""

    def __init__(
        self, cards: Sequence[str], about: Callable[[Sequence[str]], str], unknown: Sequence[FaceDown]
    ) -> None:
        self._cards, self._about, self._unknown = tuple(cards), about, tuple(unknown)
        self._kinds = [tuple(card.possible) for card in unknown]

    def _words(self) -> Iterator[str]:
        for faces in product(*self._kinds):
            yield self._about(with_faces(self._cards, self._unknown, faces))

    def __getitem__(self, word: str) -> int:
        if word not in self._words():
            raise KeyError(word)
        return 1

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(set(self._words())))

    def __len__(self) -> int:
        return len(set(self._words()))


# --- what leaves a procedure, without such cards ------------------------------------------------------------


def cards_in(event: Event) -> list[FaceDown]:
    """The cards of an event that lie face down."""
    found: list[FaceDown] = []
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if type(value) is FaceDown:
            found.append(value)
        elif type(value) is tuple:
            found += [one for one in value if type(one) is FaceDown]
    return found


def plain_event(event: Event) -> Event:
    """The event as it is recorded: a card that lies face down by the name of its place."""
    changes = {}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if isinstance(value, FaceDown | Turned):
            changes[name] = plain(value)
        elif type(value) is tuple and any(isinstance(one, FaceDown | Turned) for one in value):
            changes[name] = tuple(plain(one) for one in value)
    return msgspec.structs.replace(event, **changes) if changes else event


def place_of(card: str) -> str:
    """The name of the place of a card that was dealt face down."""
    assert isinstance(card, FaceDown | Turned)
    return card.place


def plain(value: Any) -> Any:
    """A card as a text; anything else as it is."""
    if isinstance(value, FaceDown):
        return value.place
    return str.__str__(value) + "" if isinstance(value, Turned) else value


def plain_state(value: Any) -> Any:
    """The state of a table with the names of the places of cards that nobody has seen, as it is stored."""
    if isinstance(value, FaceDown | Turned):
        return plain(value)
    if isinstance(value, tuple | list):
        return type(value)(plain_state(one) for one in value)
    if isinstance(value, dict):
        return {key: plain_state(one) for key, one in value.items()}
    if isinstance(value, msgspec.Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        made = {name: plain_state(one) for name, one in fields.items()}
        return msgspec.structs.replace(value, **made) if fields else value
    return value


def revived_state(value: Any, put_down: Callable[[], str]) -> Any:
    """The state of a table for another round: a card that waits for it face down (629a.12(b)) is a place again.

    Cards that are missing from a shoe stay what they are: nobody looks at them.
    """
    if isinstance(value, str) and value.startswith(FACE_DOWN):
        return put_down()
    if isinstance(value, tuple | list):
        made_of = [revived_state(one, put_down) for one in value]
        return type(value)(made_of) if any(a is not b for a, b in zip(made_of, value, strict=True)) else value
    if isinstance(value, msgspec.Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__ if name != "missing"}
        made = {name: revived_state(one, put_down) for name, one in fields.items()}
        changed = {name: one for name, one in made.items() if one is not fields[name]}
        return msgspec.structs.replace(value, **changed) if changed else value
    return value


def plain_question(question: Question) -> Question:
    """The question as it is asked, with the names of places."""
    if isinstance(question, Each):
        return Each(tuple(_plain_election(one) for one in question.elections))
    return _plain_election(question) if isinstance(question, Election) else question


def _plain_election(election: Election) -> Election:
    options = tuple(_plain_option(option) for option in election.options)
    default = None if election.default is None else _plain_option(election.default)
    if all(a is b for a, b in zip(options, election.options, strict=True)) and default is election.default:
        return election
    return msgspec.structs.replace(election, options=options, default=default)


def _plain_option(option: Option) -> Option:
    if not any(isinstance(card, FaceDown | Turned) for card in (*option.cards, option.on)):
        return option
    return msgspec.structs.replace(option, cards=plain_cards(option.cards), on=plain(option.on))


def plain_cards(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(plain(card) for card in cards)


def revived(answer: Answer, places: Sequence[str]) -> Answer:
    """The answer as the procedure gets it: the cards themselves for the names of their places."""
    if not any(card.startswith(FACE_DOWN) for card in answer.cards):
        return answer
    return msgspec.structs.replace(answer, cards=tuple(_revive(card, places) for card in answer.cards))


def _revive(card: str, places: Sequence[str]) -> str:
    number = card[1:] if card.startswith(FACE_DOWN) else ""
    known = number.isascii() and number.isdecimal() and len(number) < 6 and 0 < int(number) <= len(places)
    return places[int(number) - 1] if known else card
