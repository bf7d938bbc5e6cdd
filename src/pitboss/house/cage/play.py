"""How much each visitor has played, by the cage's journal: wagers, losses and time at tables, by gaming day.

What somebody with a limit wants to wager is reserved here before a table takes it, as one sum for each round of a table. When
the round is over the table reports what was wagered, and that counts instead. So what was wagered and what is reserved together are
never more than the limit, at however many tables and processes the wagers are made at once.
"""

from datetime import date, timedelta

import msgspec

from pitboss.house.cage import entries
from pitboss.house.cage.deposits import holder_of
from pitboss.house.clock import seconds
from pitboss.money import Cents

KEPT_DAYS = 45  # of sums: more than the longest period
KEPT_SECONDS = 3 * 86_400.0  # of times at tables: more than any gaming day

KEPT_KEYS = 32  # of reports that count once: a repetition comes soon or never

Span = tuple[float, float]  # of time, in seconds since the epoch
Place = tuple[str, int]  # a table, and a seat there


class DayOfPlay(msgspec.Struct):
    wagered: Cents = 0
    returned: Cents = 0

    @property
    def lost(self) -> Cents:
        return self.wagered - self.returned


class PlayedSoFar(msgspec.Struct, frozen=True):
    """What was reported last of a seat: its round, the amounts so far, and the gaming day."""

    round: int = 0
    wagered: Cents = 0
    returned: Cents = 0
    day: str = ""


NOTHING = PlayedSoFar()


class PlayOf:
    """The play of one visitor."""

    __slots__ = ("attends", "days", "held", "keys", "last", "reminded", "since", "spans", "stays")

    def __init__(self) -> None:
        self.days: dict[str, DayOfPlay] = {}  # by gaming day
        self.held: dict[tuple[str, int, int], Cents] = {}  # by table, seat and round: reserved, and not over yet
        self.last: dict[Place, PlayedSoFar] = {}
        self.keys: tuple[str, ...] = ()  # of the latest reports
        self.stays = 0
        self.attends: set[str] = set()  # tables where they sit without chips from the cage; counted in ``stays``
        self.since = 0.0  # since when they sit somewhere
        self.spans: list[Span] = []  # times at tables that are over
        self.reminded: tuple[str, int] = ("", 0)  # gaming day, and of how many seconds of it they were last reminded

    def sums(self, first: str, last: str) -> DayOfPlay:
        """Everything from one gaming day to another."""
        found = [day for name, day in self.days.items() if first <= name <= last]
        return DayOfPlay(sum(day.wagered for day in found), sum(day.returned for day in found))

    @property
    def reserved(self) -> Cents:
        """What was reserved and not yet reported as wagered."""
        return sum(max(0, amount - self._wagered_so_far(*key)) for key, amount in self.held.items())

    def level(self, table: str, seat: int, round: int) -> Cents:
        """What they may have staked in a round, all in all."""
        return max(self.held.get((table, seat, round), 0), self._wagered_so_far(table, seat, round))

    def played_so_far(self, table: str, seat: int, round: int) -> PlayedSoFar:
        """What was reported of a round so far."""
        before = self.last.get((table, seat), NOTHING)
        return before if before.round == round else NOTHING

    def _wagered_so_far(self, table: str, seat: int, round: int) -> Cents:
        return self.played_so_far(table, seat, round).wagered

    def frees(self, made: entries.Played) -> list[tuple[str, int, int]]:
        """The reservations that this report ends."""
        return [key for key in self.held if key[:2] == (made.table, made.seat) and key[2] <= made.round]

    def seconds_at_tables(self, begin: float, now: float) -> float:
        """How long they sat somewhere between a moment and now."""
        spans = [*self.spans, (self.since, now)] if self.stays else self.spans
        return sum(max(0.0, min(end, now) - max(start, begin)) for start, end in spans)

    # --- the fold

    def sat_down(self, now: float) -> None:
        if not self.stays:
            self.since = now
        self.stays += 1

    def got_up(self, now: float) -> None:
        self.stays -= 1
        if not self.stays:
            self.spans = [span for span in self.spans if span[1] > now - KEPT_SECONDS]
            self.spans.append((self.since, max(now, self.since)))

    def attended(self, made: entries.Played, now: float) -> None:
        """They are at a table where the dealer speaks for them, or have left it."""
        if made.attends > 0 and made.table not in self.attends:
            self.attends.add(made.table)
            self.sat_down(now)
        elif made.attends < 0 and made.table in self.attends:
            self.attends.remove(made.table)
            self.got_up(now)

    def record_play(self, made: entries.Played) -> None:
        """A report replaces what was reserved for the round, and what was reported of it before. What was taken
        back after the gaming day is taken back on the day on which it was wagered: no day has more left than its limit."""
        wagered, returned, on = made.wagered, made.returned, made.day
        if made.key:
            self.keys = (*self.keys, made.key)[-KEPT_KEYS:]
        if made.round:
            for key in self.frees(made):
                del self.held[key]
            before = self.played_so_far(made.table, made.seat, made.round)
            self.last.pop((made.table, made.seat), None)
            wagered, returned = wagered - before.wagered, returned - before.returned
            on = before.day if wagered < 0 else made.day
            if not made.over:
                self.last[made.table, made.seat] = PlayedSoFar(made.round, made.wagered, made.returned, made.day)
        day = self.days.setdefault(on, DayOfPlay())
        day.wagered, day.returned = day.wagered + wagered, day.returned + returned
        if len(self.days) > KEPT_DAYS:
            del self.days[min(self.days)]


class PlayFold:
    """Everybody's play, by purse."""

    def __init__(self) -> None:
        self.known: dict[str, PlayOf] = {}
        self.attending: dict[str, set[str]] = {}  # by table, who is there without chips from the cage

    def of(self, purse: str) -> PlayOf:
        """One visitor's; of somebody who never played, nothing that is kept."""
        return self.known.get(purse) or PlayOf()

    def apply(self, made: msgspec.Struct, time: str) -> None:
        """Apply an entry that the purses have taken."""
        match made:
            case entries.ChipsOut(stay=""):
                self._own(made.purse).sat_down(seconds(time) if time else 0.0)
            case entries.ChipsBack():
                self._own(made.purse).got_up(seconds(time) if time else 0.0)
            case entries.Staked():
                self._own(made.purse).held[made.table, made.seat, made.round] = made.amount
            case entries.Played(attends=0):
                self._own(made.purse).record_play(made)
            case entries.Played():
                self._own(made.purse).attended(made, seconds(time) if time else 0.0)
                there = self.attending.setdefault(made.table, set())
                (there.add if made.attends > 0 else there.discard)(made.purse)
            case entries.Reminded():
                self._own(made.purse).reminded = (made.day, made.seconds)

    def returned(self, purse: str, time: str) -> None:
        """Chips for a seat that nobody got came back."""
        self._own(purse).got_up(seconds(time) if time else 0.0)

    def _own(self, purse: str) -> PlayOf:
        return self.known.setdefault(holder_of(purse), PlayOf())


def first_day(period: str, day: str) -> str:
    """The first gaming day of the period in which one lies; weeks begin on Monday."""
    found = date.fromisoformat(day)
    if period == "week":
        return (found - timedelta(days=found.weekday())).isoformat()
    return found.replace(day=1).isoformat() if period == "month" else day
