"""One round of play as one line of JSON: the structure, its encoding, and the JSON Schema that is written from it.

``python -m pitboss.interchange.rounds`` writes ``rounds.schema.json`` again; a test checks that it is up to date. Fields may be
added with a default; none is renamed, and a reader has to pass over fields that it does not know.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from pitboss.events import AnyEvent, AnySettlement, Event, Moved, Settlement, Wagered, Withdrawn
from pitboss.faces import FACE_DOWN
from pitboss.game import RoundStart
from pitboss.journal import Report
from pitboss.money import Cents
from pitboss.procedure import CHANCE, Answer, Refusal, Refused

SCHEMA = Path(__file__).parent / "rounds.schema.json"
FIRST = b'{"pitboss_round":'  # how every line begins, so that a file tells what it is


class Rules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rules a round was played by: every choice that was filed, with the hash of game and choices, and the version of the
    rules as they are programmed, and the edition of the chapter (empty: not told)."""

    hash: str
    choices: dict[str, Any]
    version: str = ""
    edition: str = ""


class Sitting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat that was taken when the round began. ``holder`` is the seat of the player whose further box it is."""

    seat: int
    holder: int = 0
    name: str = ""  # only where names were asked for
    patron: int = 0  # who sat there, by number at this table: the same in every round, wherever they sit


class PlacedWager(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat put up on one spot in this round, in cents; what was taken back is taken off."""

    seat: int
    wager: str
    on: str = ""
    amount: Cents = 0
    hand: int = 0


class Act(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that entered the round, of whoever: an answer, or the report of an irregularity. Exactly one of these."""

    answer: Answer | None = None
    report: Report | None = None

    @property
    def item(self) -> Answer | Report:
        found = self.answer if self.answer is not None else self.report
        if found is None:
            raise Refused(Refusal.MALFORMED, "An act of a round has an answer or a report.", "")
        return found


class PlayedRound(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round that is over.

    ``history`` is everything that was answered, drawn and reported, in its order: fed to the rules from ``state`` on, it gives the
    settlements again. ``wagers`` and ``chance`` say the same once more, for readers. ``state`` is what the table carried over from
    the round before (what is missing from the shoe, the puck, meters); null where it is not known. Money is in cents.
    """

    pitboss_round: Annotated[
        Literal[1], msgspec.Meta(description="The version of this format; every line begins with it.")
    ]
    game: str
    rules: Rules
    round: int
    start: RoundStart
    history: tuple[Act, ...]
    settlements: tuple[AnySettlement, ...]
    table: str = ""
    opened: str = ""
    closed: str = ""
    result: str = ""
    void: bool = False
    seats: tuple[Sitting, ...] = ()
    wagers: tuple[PlacedWager, ...] = ()
    chance: tuple[str, ...] = ()  # in the order drawn; "?" for a card that was never turned
    state: dict[str, Any] | None = None
    face_down: bool = False  # cards were dealt by hand, face down: places in the history, faces when they were turned
    events: tuple[AnyEvent, ...] = ()  # everything that happened, where that was asked for

    @property
    def name(self) -> str:
        """As it is called in sentences: ``round 7 of roulette-1``."""
        return f"round {self.round}" + (f" of {self.table}" if self.table else "")


_encoder = msgspec.json.Encoder(order="deterministic")
_decoder = msgspec.json.Decoder(PlayedRound)


def encode(played: PlayedRound) -> bytes:
    """The line of a round, with its end. The same round gives the same bytes."""
    return _encoder.encode(played) + b"\n"


def decode(line: bytes, number: int = 1) -> PlayedRound:
    """A round from its line, or a refusal that names the line."""
    try:
        return _decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused(Refusal.MALFORMED, f"Line {number} is not a round: {error}.", "") from None


def read(lines: Iterable[bytes]) -> Iterator[PlayedRound]:
    """The rounds of a file, one after the other."""
    return (decode(line, number) for number, line in enumerate(lines, 1) if line.strip())


def acts(history: Iterable[Answer | Report]) -> tuple[Act, ...]:
    return tuple(Act(report=item) if isinstance(item, Report) else Act(answer=item) for item in history)


def drawn(history: Iterable[Answer | Report]) -> tuple[str, ...]:
    """What chance gave, in order; a card that was dealt face down has the face with which it was turned later."""
    found: list[str] = []
    places: list[int] = []  # of the cards that were dealt face down, by the order of their places
    for item in history:
        if isinstance(item, Report) or item.by != CHANCE:
            continue
        if item.says == FACE_DOWN:
            places.append(len(found))
            found.append(FACE_DOWN)
        elif item.on.startswith(FACE_DOWN):
            at = int(item.on[len(FACE_DOWN) :]) - 1
            if at < len(places):
                found[places[at]] = item.says
        else:
            found.append(item.says)
    return tuple(found)


def placed(events: Iterable[Event]) -> tuple[PlacedWager, ...]:
    """What was put up in a round, spot by spot, in the order of the first wager on each."""
    up: dict[tuple[int, str, str, int], Cents] = {}
    for event in events:
        if isinstance(event, Wagered | Withdrawn):
            key = event.seat, event.wager, event.on, event.hand
            up[key] = up.get(key, 0) + (event.amount if isinstance(event, Wagered) else -event.amount)
        elif isinstance(event, Moved) and up.get((event.seat, event.wager, event.on, event.hand), 0) >= event.amount:
            up[event.seat, event.wager, event.on, event.hand] -= event.amount
            key = event.seat, event.wager, event.to, event.hand
            up[key] = up.get(key, 0) + event.amount
    return tuple(PlacedWager(seat, wager, on, at, hand) for (seat, wager, on, hand), at in up.items() if at > 0)


def settled(events: Iterable[Event]) -> tuple[Any, ...]:
    return tuple(event for event in events if isinstance(event, Settlement))


def schema() -> bytes:
    """The JSON Schema of a line."""
    (made,), components = msgspec.json.schema_components([PlayedRound], ref_template="#/$defs/{name}")
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A round of play",
        "description": "One line of a file of rounds (JSON Lines), as pitboss export writes it.",
        **made,
        "$defs": components,
    }
    return msgspec.json.format(msgspec.json.encode(whole, order="sorted"), indent=1) + b"\n"


if __name__ == "__main__":
    SCHEMA.write_bytes(schema())
