"""What was done at a table and has to reach the disk before anybody learns of it."""

from pitboss.house.cage.entries import Played
from pitboss.house.protocol.messages import HouseNotice
from pitboss.house.storage.store import Write
from pitboss.procedure import Refused

Notice = tuple[int | None, HouseNotice]  # by seat; None: to everyone


class Outbox:
    """It is filled while commands are carried out, and emptied when they are on the disk."""

    def __init__(self) -> None:
        self.writes: list[Write] = []  # what goes to the store beside the entries
        self.played: list[Played] = []  # what was played in rounds by those who signed in
        self.notices: list[Notice] = []
        self.ended: list[str] = []  # token hashes of sessions that ended

    def notify(self, seat: int, refused: Refused) -> None:
        """Tell a player something nobody asked for."""
        self.notices.append((seat, HouseNotice(refused.code, refused.sentence, refused.cite)))

    def announce(self, sentence: str, cite: str) -> None:
        """Tell everyone at the table."""
        self.notices.append((None, HouseNotice("announced", sentence, cite)))

    def take_notices(self) -> tuple[list[Notice], list[str]]:
        """What people are told now, and whose sessions are over."""
        notices, ended = self.notices, self.ended
        self.notices, self.ended = [], []
        return notices, ended

    def mark(self) -> tuple[int, ...]:
        """How full it is now."""
        return len(self.writes), len(self.played), len(self.notices), len(self.ended)

    def drop_since(self, mark: tuple[int, ...]) -> None:
        """What was put in since then did not happen."""
        for kept, length in zip((self.writes, self.played, self.notices, self.ended), mark, strict=True):
            del kept[length:]  # type: ignore[attr-defined]
