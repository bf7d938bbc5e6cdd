"""What a device says: one line of text an outcome, read against what is asked. Pure: no clock, no network.

A line is ``AS``, ``3 4``, ``17``, ``dragon``; capitals, spaces, commas and hyphens do not matter, nor whether a ten is ``T`` or
``10``; a card reader tells ``yes`` or ``no``. ``@12.3 AS`` says which question it is meant for: the third of round 12. The house
asks ``asks shoe @12.3`` and replies ``ok 214`` or ``no`` and a sentence.
"""

import re
from collections.abc import Iterable, Mapping

import msgspec

from pitboss.equipment.cards import DECK_WITH_JOKER, JOKER
from pitboss.procedure import EXAMPLES, MOST_LISTED, Draw, Refusal, Refused

# What a device may be a reader of, with the names under which rules ask for it. A device that reads nothing in particular
# (a scanner, a keypad) answers whatever is asked. A shoe reads every card that leaves it, and none that is turned later; a
# card reader tells about a card that stays face down.
CARDS, READER = "cards", "reader"
READS: dict[str, tuple[str, ...]] = {
    CARDS: ("shoe", "deck"),
    "tiles": ("tiles",),
    "dice": ("dice",),
    "wheel": ("wheel",),
    "number": ("number",),
    READER: (),
}
LONGEST = 120  # characters of a line
CANNOT_SHOW = "cannot show"  # by these words a device knows that another outcome is wanted

_MOMENT = re.compile(r"@(\d{1,15})\.(\d{1,9})\s+")
_BATCH = re.compile(r" \d+$")
_IDLE = re.compile(r"[\s,;/-]+")
_SUITS = str.maketrans({"♠": "s", "♤": "s", "♥": "h", "♡": "h", "♦": "d", "♢": "d", "♣": "c", "♧": "c", "\ufe0f": ""})
_TEN = re.compile(r"10(?=[shdc]$)")


class Moment(msgspec.Struct, frozen=True):
    """Which question an outcome is meant for."""

    round: int
    question: int

    def __str__(self) -> str:
        return f"@{self.round}.{self.question}"


class DeviceReading(msgspec.Struct, frozen=True):
    """A line, apart from the moment that it names, if it names one."""

    outcome: str
    moment: Moment | None = None


def read(line: str) -> DeviceReading:
    """Take a line apart, or refuse it as no line of the protocol."""
    text = " ".join(line.split())
    if len(text) > LONGEST or not text.isprintable():
        raise Refused(Refusal.MALFORMED, f"A line has at most {LONGEST} printable characters.", "")
    moment = None
    if named := _MOMENT.match(text):
        moment, text = Moment(int(named[1]), int(named[2])), text[named.end() :]
    if not text or text.startswith("@"):
        raise Refused(
            Refusal.MALFORMED, "A line is an outcome, such as AS or 3 4; @12.3 before it names its question.", ""
        )
    return DeviceReading(text, moment)


def outcome(reading: str, asked: Draw) -> str:
    """Which outcome of what is asked a device told; a result that cannot be is refused with what is allowed."""
    possible = [name for name, weight in asked.weights.items() if weight > 0]
    if reading in possible:
        return reading
    wanted = _folded(reading)
    found = [name for name in possible if _folded(name) == wanted]
    if asked.tells and wanted in ("yes", "no"):
        found = [name for name in possible if name.casefold().startswith("no") == (wanted == "no")]
    if len(found) == 1:
        return found[0]
    raise Refused(
        Refusal.IMPOSSIBLE,
        f"The {asked.device} {CANNOT_SHOW} {reading!r} now; it shows {_allowed(possible)}.",
        asked.cite,
    )


def reads(kind: str, asked: Draw) -> bool:
    """Whether a reader of this kind is meant by a question; one of no kind always is."""
    if not kind:
        return True
    if asked.tells or kind == READER:
        return bool(asked.tells) and kind == READER
    return _BATCH.sub("", asked.device) in READS[kind] and not (kind == CARDS and asked.place)


def full(outcomes: Mapping[str, int]) -> list[str]:
    """Every outcome as often as it is there: the cards of a shoe."""
    return [name for name, count in outcomes.items() for _ in range(count)]


def _folded(text: str) -> str:
    plain = _IDLE.sub("", text.casefold().translate(_SUITS))
    return JOKER.casefold() if plain == "joker" and JOKER else _TEN.sub("t", plain)


def _allowed(possible: Iterable[str]) -> str:
    names = list(possible)
    if not names:
        return "nothing any more"
    if len(names) <= MOST_LISTED:
        return names[0] if len(names) == 1 else f"one of {', '.join(names)}"
    what = "a card that is left" if set(names) <= set(DECK_WITH_JOKER) else f"one of {len(names)} outcomes"
    return f"{what}, such as {', '.join(names[:EXAMPLES])}"
