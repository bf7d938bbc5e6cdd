"""Somebody who looks on at a table, without a connection."""

from pitboss.house.host.sessions import Session
from pitboss.house.protocol.messages import HouseNotice


class Onlooker:
    """Keeps the notices that it gets, how often it was woken, and whether it was sent away."""

    def __init__(self, session: Session) -> None:
        self.session, self.notices = session, list[HouseNotice]()
        self.woken, self.over = 0, False

    def wake(self) -> None:
        self.woken += 1

    def notice(self, notice: HouseNotice) -> None:
        self.notices.append(notice)

    def end(self) -> None:
        self.over = True

    def move(self) -> None:
        self.end()
