"""A player's own book of judged decisions: what each cost, which of them come back as puzzles and when, and a rating.

Everything here follows from the decisions in the book. A mistake comes back after a rest that grows with every right answer, as
Leitner had it; a wrong one begins again.
"""

from collections.abc import Iterable, Sequence

import msgspec

from pitboss.money import Cents

DAY = 86_400.0
RESTS = (600.0, DAY, 3 * DAY, 7 * DAY, 16 * DAY, 35 * DAY)  # by box, in seconds
LEAST = 0.05  # percent of the wager: what costs less is no mistake worth coming back
RATED = 200  # decisions, the latest
LEAST_RATED = 10  # decisions before there is a rating
BEST_RATING, HALVES = 2500, 2.0  # the rating of who gives away nothing; percent of a wager a decision that halves it


class BookedDecision(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision that was judged. ``position`` is its address on the analysis board, ``source`` where it was made: ``table``,
    ``hand``, ``drill``, ``puzzle`` or ``daily``. Of a mistake, ``box`` and ``due`` say when it comes back; 0: it does not."""

    id: str
    at: float
    source: str
    game: str
    position: str
    says: str
    best: str
    cost: float  # in cents and parts of a cent
    percent: float  # of the wager
    wager: Cents
    box: int = 0
    due: float = 0.0


def booked(made: BookedDecision) -> BookedDecision:
    """A decision as it goes into the book: a mistake comes back."""
    if made.percent < LEAST or made.source in ("puzzle", "daily"):
        return made
    return msgspec.structs.replace(made, due=made.at + RESTS[0])


def solved(before: BookedDecision, percent: float, now: float) -> BookedDecision:
    """A puzzle after it was answered: a right answer lets it rest longer, and after the longest rest it stays away."""
    box = before.box + 1 if percent < LEAST else 0
    due = now + RESTS[box] if box < len(RESTS) else 0.0
    return msgspec.structs.replace(before, box=min(box, len(RESTS)), due=due)


def next_puzzle(book: Iterable[BookedDecision], now: float) -> BookedDecision | None:
    """The mistake that is due and was answered right least often, the dearest first."""
    due = [one for one in book if one.due and one.due <= now]
    return min(due, key=lambda one: (one.box, -one.percent, one.at), default=None)


def waiting(book: Iterable[BookedDecision], now: float) -> tuple[int, float]:
    """How many puzzles are due, and when the next one is; 0: none comes back."""
    found = [one.due for one in book if one.due]
    return sum(due <= now for due in found), min(found, default=0.0)


def rating(book: Sequence[BookedDecision]) -> int | None:
    """2,500 for who gives nothing away, half of it for 2 % of a wager a decision, over the latest 200; None for too few."""
    latest = sorted(book, key=lambda one: one.at)[-RATED:]
    if len(latest) < LEAST_RATED:
        return None
    mean = sum(min(one.percent, 100.0) for one in latest) / len(latest)
    return round(BEST_RATING / (1 + mean / HALVES))
