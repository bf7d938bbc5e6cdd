"""How often each outcome came at a table, beside what chance expects."""

from pitboss.house.protocol.message import Message


class FrequencyLine(Message):
    """One outcome: how often it came, how often chance expects it in as many rounds, its probability, and how many rounds ago it
    came last; 0: not among these."""

    name: str
    seen: int
    expected: float
    probability: float
    ago: int = 0


class Frequencies(Message):
    """The outcomes of the last rounds of a table."""

    rounds: int
    lines: tuple[FrequencyLine, ...]
