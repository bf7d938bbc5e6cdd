"""What Pai Gow with tiles (621a) and Pai Gow poker (645a, 670a, 688a) share: irregularities, questions, turns to set."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

import msgspec

from pitboss.events import COUNT, Event, Noted
from pitboss.game import IrregularityKind
from pitboss.money import Cents
from pitboss.procedure import Answer, Election, Irregularity, Option, Procedure, Who, ask_each
from pitboss.seating import Seat, counterclockwise

T = TypeVar("T")
Remedy = Callable[[Irregularity], Procedure[None]]
Place = int | str  # a seat, or the dealer
VOID_HAND, PLAY_HAND = "void_hand", "play_hand"
SHAKES, LEAST_SHAKES, MOST_SHAKES = "shakes", 3, 99

NO_ROLL = IrregularityKind(
    "no_roll", "Dice not all flat, or fallen out of the shaker", "",
    "No roll: shake again; all wagers stand.", facts=("fell_out",),
)  # fmt: skip
BANK_LIFTED_LID = IrregularityKind(
    "bank_lifted_lid", "Bank took the lid off the shaker", "", "Cover it; the bank shakes again."
)


def under(cite: str, kind: IrregularityKind) -> IrregularityKind:
    """An irregularity under the provision of a chapter that orders its remedy."""
    return msgspec.structs.replace(kind, cite=cite)


def shakes(by: Who, cite: str) -> Election:
    """How often the shaker was shaken: three times at least."""
    asked = Option(SHAKES, least=LEAST_SHAKES, most=MOST_SHAKES, unit=COUNT, usual=LEAST_SHAKES)
    usual = Option(SHAKES, least=LEAST_SHAKES, most=LEAST_SHAKES, unit=COUNT)
    return Election(by, SHAKES, (asked,), cite, usual, courtesy=True)


def named(place: Place) -> str:
    """``seat 3``, or ``dealer``."""
    return f"seat {place}" if isinstance(place, int) else place


def patiently(step: Callable[[], Procedure[T]], remedy: Remedy) -> Procedure[T]:
    """Take a step, and take it again after each irregularity that ``remedy`` puts right."""
    while True:
        try:
            return (yield from step())
        except Irregularity as fault:
            yield from remedy(fault)


def turns(wagers: Mapping[Seat, Cents], players: Mapping[Seat, str]) -> Iterator[list[Seat]]:
    """The seats whose hands are set at the same time, in two turns.

    A player with two areas sets the one with the larger wager first, of equal wagers the first counterclockwise.
    """
    areas: dict[str, list[Seat]] = {}
    for seat in sorted(wagers, key=lambda seat: (-wagers[seat], -seat)):
        areas.setdefault(players[seat], []).append(seat)
    for turn in range(2):
        yield counterclockwise(seats[turn] for seats in areas.values() if len(seats) > turn)


# --- a player's card or tile exposed


def exposed_question(seat: Seat, what: str, cite: str) -> Election:
    """A player whose card or tile was exposed voids the hand or plays on."""
    options = Option(VOID_HAND), Option(PLAY_HAND)
    return Election(seat, f"exposed {what}", options, cite, options[1])


def looked_already(seat: Seat, cite: str) -> Event:
    """The choice is made before the player looks at the rest of the hand; after that there is none."""
    return Noted("the rest of the hand looked at already: it is played", seat, cite=cite)


def deciding_first(
    questions: Iterable[Election],
    *,
    takes_part: Callable[[Seat], bool],
    exposed: list[Seat],
    question: Callable[[Seat], Election],
    void: Callable[[Seat], Procedure[None]],
    remedy: Remedy,
    secret: bool = False,
) -> Procedure[dict[Who, Answer]]:
    """Ask all of these players who still take part, again after each irregularity that ``remedy`` puts right.

    A player who is ``exposed`` meanwhile is first asked to void the hand or play on; the others' answers stand.
    """
    every = {asked.to: asked for asked in questions}
    given: dict[Who, Answer] = {}

    def waiting() -> list[Election]:
        left = [seat for seat in every if isinstance(seat, int) and takes_part(seat) and seat not in given]
        return [question(seat) if seat in exposed else every[seat] for seat in left]

    while waiting():
        answers = yield from patiently(lambda: ask_each(waiting(), secret=secret), remedy)
        for seat, answer in answers.items():
            if answer.says not in (VOID_HAND, PLAY_HAND):
                given[seat] = answer
                continue
            assert isinstance(seat, int)
            exposed.remove(seat)
            if answer.says == VOID_HAND:
                yield from void(seat)
    return {seat: given[seat] for seat in every if seat in given}
