"""A table in the house, without network and disk, and everything that its viewers are sent."""

import copy
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import msgspec

from pitboss import __version__
from pitboss.events import Event
from pitboss.game import Game
from pitboss.house.clock import Clock
from pitboss.house.host import commands, things
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import AUDIT, PLAYER, STAFF, STAFF_ROLE, WATCHER, Session
from pitboss.house.people.register import Person as RegisteredPerson
from pitboss.house.protocol.commands import AnswerMessage, Command
from pitboss.house.protocol.views import Role as Console
from pitboss.house.storage import store
from pitboss.house.storage.store import Store
from pitboss.house.table import entries
from pitboss.house.table.keeping import signs_itself
from pitboss.house.table.set_hands import SetHandsReader
from pitboss.house.table.table import found
from pitboss.house.wire import archive
from pitboss.house.wire.sockets import Connection
from pitboss.journal import AUTOMATIC
from pitboss.procedure import DEALER, FLOOR, Draw, Refused, Who, Window
from pitboss.roles import Role
from pitboss.submission import submit
from tests.secrecy.chance import Script

NAME = "T"
PERSONS: dict[str, tuple[Role, ...]] = {
    DEALER: (Role.DEALER, Role.STICKPERSON, Role.BOXPERSON),
    FLOOR: (Role.SHIFT_MANAGER,),
    STAFF_ROLE: (Role.SECURITY,),
    AUDIT: (Role.BOARD,),
}
NOW = 1_780_000_000.0
BEGIN, CLOSE, CARD = "begin", "close", "card"  # what the house does by itself, and a card that the dealer types in
# the ways in which information reaches a viewer; the last is the moment at which a card is shown
VIEW, REPLY, PREVIEW, RECORD, SHOWING = "view", "reply", "preview", "record", "showing"
Sent = tuple[str, bytes]
Heard = tuple[int, Any]  # what a line remembers of what it sent: the last entry, and the view


class Still(Clock):
    """A clock that stands."""

    def seconds(self) -> float:
        return NOW

    def elapsed(self) -> float:
        return 1000.0


class Shelf:
    """A store that keeps entries in memory."""

    def __init__(self) -> None:
        self.entries_written: list[Any] = []
        self.over: list[Any] = []  # rounds
        self.sealer = SimpleNamespace(seal=lambda body, name: body)

    def marked(self, sql: str, table: str, row: tuple[Any, ...]) -> tuple[str, tuple[Any, ...]]:
        return sql, row

    def entries(self, table: str, first: int = 1, last: int | None = None) -> Iterator[Any]:
        return (e for e in self.entries_written if e.sequence >= first and (last is None or e.sequence <= last))

    def rounds(self, table: str, before: int, limit: int) -> list[Any]:
        return [row for row in self.over[::-1] if row[0] < before][:limit]

    def arrivals(self, table: str) -> list[Any]:
        return [e for e in self.entries_written if e.kind in ("seated", "boxed", "unboxed", "left")]

    def committed_before(self, table: str, sequence: int) -> None:
        return None

    def revealed_after(self, table: str, sequence: int) -> list[Any]:
        return []


class Plan(msgspec.Struct, frozen=True):
    """A table to be played at."""

    game: str
    choices: dict[str, Any]
    settings: entries.Settings
    racks: tuple[tuple[int, int], ...]  # seat, chips
    boxes: tuple[tuple[int, int], ...]  # box, holder
    seed: int


class Move(msgspec.Struct, frozen=True):
    """What someone does: a command, or the house by itself (``begin``, ``close``)."""

    by: Who
    command: Command | None = None
    house: str = ""
    refused: bool = False


class Run:
    """A table being played, and all that its viewers are sent.

    ``heard``: by viewer, what the line of a run that was the same until then remembers after so many moves, ``unheard``. Nothing is
    made for that viewer before: it would be the same once more.
    """

    def __init__(
        self,
        game: Game,
        plan: Plan,
        viewers: tuple[Who, ...],
        chance: Script,
        unheard: int = -1,
        heard: dict[Who, Heard] | None = None,
    ) -> None:
        self.game, self.plan, self.chance, self.unheard = game, plan, chance, unheard
        rules = submit(game.rules, plan.choices)
        founded = entries.Founded(
            game.name, game.title, plan.choices, rules.hash(game.name), __version__, plan.settings
        )
        self.shelf = Shelf()
        self.host = Host(NAME, cast(Store, self.shelf), clock=Still(), entropy=bytes)
        self.host.table = self.table = found(NAME, founded, self.host.clock.stamp())
        self.table.chance, chance.seeded = chance, plan.settings.chance == "generator"
        table = self.table  # and not the run: a table that knows its host is never forgotten (``view_cache``)
        chance.heard = lambda: len(table.events)
        self._staff()
        self._sign()
        self.table.enter(entries.Opened(AUTOMATIC))
        for seat, chips in plan.racks:
            self.table.enter(entries.Seated(seat, f"P{seat}", chips))
            self.host.sit_down(seat, session(seat).hash)
        for box, holder in plan.boxes:
            self.table.enter(entries.Boxed(box, holder))
        self._sign()  # what is done when players have come
        people: tuple[Who, ...] = (*(seat for seat, _ in plan.racks), WATCHER, *PERSONS)
        self.sessions = {who: session(who) for who in people}
        house: Any = SimpleNamespace(pace=1000, people=SimpleNamespace(sessions=SimpleNamespace(of=lambda token: None)))
        socket: Any = SimpleNamespace(cookies={})
        self.lines = {who: Connection(socket, house, self.host) for who in viewers}
        for who, line in self.lines.items():
            line.session, line._seen = self.sessions[who], -1
            if heard is not None:
                line._seen, line._difference = heard[who][0], copy.copy(heard[who][1])
        self.moves: list[Move] = []
        self.tried: set[tuple[int, int, str]] = set()  # by round, seat and wager
        self.events: list[tuple[int, int, Event]] = []  # by the move that they followed, and the round
        self.sent: dict[Who, list[list[Sent]]] = {who: [] for who in viewers}  # by move
        self.heard: dict[Who, list[Heard]] = {who: [] for who in viewers}  # by move
        self._look({})

    def _sign(self) -> None:
        for checklist in self.table.lists_due:
            for signed in list(signs_itself(self.table, checklist)):
                self.table.enter(signed)

    def _staff(self) -> None:
        """Persons for every console: those who deal the game, a shift manager, security, the Board; things in their places."""
        for who, roles in PERSONS.items():
            self.host.register.people[who] = RegisteredPerson(who, who.capitalize(), roles, "")
        for role in (Role.DEALER, Role.STICKPERSON, Role.BOXPERSON):
            self.table.enter(entries.Assigned(DEALER, DEALER.capitalize(), role))
        for brought in things.found_with(self.table) if self.table.by_person else ():
            self.table.enter(brought)

    @property
    def at(self) -> int:
        return len(self.moves)

    def viewer_ids(self, who: Who) -> tuple[Who, ...]:
        return self.sessions[who].viewer_ids(self.table.held(who) if isinstance(who, int) else ())

    def holder(self, who: Who) -> Who:
        """In whose hands a seat or box is."""
        return next((holder for box, holder in self.plan.boxes if box == who), who)

    # --- moving

    def make(self, move: Move) -> bool:
        """Whether it was accepted."""
        self.chance.move = self.at
        host, replies = self.host, dict[Who, list[Sent]]()
        accepted = True
        try:
            if move.house == BEGIN:
                self.chance.number += 1
                host.dealer.open_next()
            elif move.house == CLOSE:
                host.dealer.close_betting(self.table)
            else:
                assert move.command is not None
                reply = commands.carry_out(host, self.sessions[move.by], self._meant(move.command))
                replies[move.by] = [(PREVIEW if move.command.do == "preview" else REPLY, msgspec.json.encode(reply))]
            host.dealer.advance()
        except Refused as refusal:
            replies[move.by] = [(REPLY, _refusal(refusal))]
            accepted = False
        self.moves.append(msgspec.structs.replace(move, refused=not accepted))
        self._look(replies)
        return accepted

    def _meant(self, command: Command) -> Command:
        """For this very moment."""
        play = self.table.round
        number, asked = (self.table.number, play.asked) if play is not None else (self.table.number + 1, 0)
        return msgspec.structs.replace(command, round=number, question=asked)

    def enter_card(self) -> None:
        """At a table where outcomes are entered, the dealer types the next."""
        assert self.table.round is not None
        assert isinstance(self.table.round.pending, Draw)
        self.chance.move = self.at
        card = self.chance.card(self.table.round.pending)
        self.make(Move(DEALER, Command("k", AnswerMessage(card, by="chance")), CARD))

    def _look(self, replies: dict[Who, list[Sent]]) -> None:
        """Record what every viewer now receives."""
        self.shelf.entries_written += self.table.written
        self.table.written = []
        self.shelf.over += [row[1:] for text, row in self.host.writes if text == store.ROUND]
        self.host.writes = []
        for sequence, events in self.table.new_events:
            self.host.recent.extend((sequence, event) for event in events)
            self.events += [(self.at - 1, self.chance.number, event) for event in events]
        self.table.new_events = []
        notices, self.host._notices = self.host._notices, []
        for who, line in self.lines.items():
            if self.at <= self.unheard:
                self.sent[who].append([])
                continue
            heard = replies.get(who, []) + [
                (REPLY, msgspec.json.encode(m)) for seat, m in notices if seat in (who, None)
            ]
            if self._looks(who):
                heard.append((VIEW, line._compose()))
            heard += self._probe(who)
            self.sent[who].append(heard)
            self.heard[who].append((line._seen, copy.copy(line._difference)))

    def _looks(self, who: Who) -> bool:
        """Staff looks up now and then: to find all that could be reported takes long."""
        return who not in STAFF or random.Random(f"{self.plan.seed}/{self.at}").random() < 0.3

    # --- asking what one may ask

    def _probe(self, who: Who) -> list[Sent]:
        table, source = self.table, random.Random(f"{self.plan.seed}/{self.at}/{who}")
        if table.round is None:
            return [(RECORD, self._recall(who))] if table.number and who not in (FLOOR, AUDIT) else []
        heard: list[Sent] = []
        if isinstance(who, int) and not isinstance(table.round.pending, Window):
            heard.append((REPLY, self._ask(who, Command("k", AnswerMessage("no such answer")))))
            heard.append(
                (REPLY, self._ask(who, Command("k", AnswerMessage("no such answer", by=1 + source.randrange(6)))))
            )
        if who in (FLOOR, AUDIT) and source.random() < 0.3:
            heard.append((RECORD, self._recall(who)))
        return heard

    def _recall(self, who: Who) -> bytes:
        """The round as it can be looked up."""
        shelf, table = cast(Store, self.shelf), self.table
        running = (table.number, table.first) if table.round is not None else None
        laid = SetHandsReader(self.game, table.rules)
        shown = archive.round_detail(shelf, NAME, table.number, self.sessions[who], running, laid)
        return msgspec.json.encode([shown, archive.rounds(shelf, NAME, None, 1)])

    def _ask(self, who: Who, command: Command) -> bytes:
        try:
            return msgspec.json.encode(commands.carry_out(self.host, self.sessions[who], self._meant(command)))
        except Refused as refusal:
            return _refusal(refusal)


def session(who: Who) -> Session:
    if isinstance(who, int):
        return Session(PLAYER, who, f"seat {who}")
    return Session(cast(Console, who), 0, who, person=who if who in PERSONS else "")


def _refusal(caught: Refused) -> bytes:
    return msgspec.json.encode({"code": caught.code, "sentence": caught.sentence, "cite": caught.cite})
