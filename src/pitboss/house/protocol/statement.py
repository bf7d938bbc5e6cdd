"""The statement of a patron with an account: their deposit and chips over a year, and what they played for."""

from pitboss.house.protocol.message import Message
from pitboss.money import Cents


class StatementMove(Message):
    """Money or chips that moved. ``deposit`` and ``chips``: what was then with the house, and in the patron's hands."""

    at: str
    what: str  # in words
    amount: Cents
    deposit: Cents
    chips: Cents
    table: str = ""
    receipt: str = ""


class StatementPlay(Message):
    """What was decided at one table on one gaming day."""

    day: str
    table: str
    title: str
    rounds: int
    wagered: Cents
    returned: Cents

    @property
    def result(self) -> Cents:
        return self.returned - self.wagered


class StatementRound(Message):
    """One round, which can be replayed."""

    day: str
    table: str
    title: str
    round: int
    wagered: Cents
    returned: Cents


class StatementOwed(Message):
    """What a correction or a counter check left open: above zero the house owes it, below the patron does."""

    what: str
    amount: Cents
    since: str = ""


class AccountStatement(Message):
    """A year of a patron with an account. Sums are of everything; of rounds only the last are listed."""

    year: int
    name: str
    credential: str
    holder: str
    zone: str
    generated: str
    version: str  # of the software
    first: Cents  # the deposit when the year began
    last: Cents  # and when it ended, or now
    chips: Cents  # in the patron's hands then
    sums: dict[str, Cents] = {}  # of moves, by what they were
    moves: tuple[StatementMove, ...] = ()
    play: tuple[StatementPlay, ...] = ()
    rounds: tuple[StatementRound, ...] = ()  # the latest first
    played: int = 0  # rounds, in all
    wagered: Cents = 0
    returned: Cents = 0
    owed: tuple[StatementOwed, ...] = ()  # today
