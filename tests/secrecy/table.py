"""A table in the house, without network and disk, and everything that its viewers are sent."""

import copy
import random
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any, cast

import msgspec

from pitboss import __version__
from pitboss.events import Event
from pitboss.game import Game
from pitboss.house.clock import Clock
from pitboss.house.commands.preview import PreviewReport
from pitboss.house.host import equipment_checks, seats
from pitboss.house.host.command import At, Command
from pitboss.house.host.host import Host
from pitboss.house.host.linked_meters import LinkedMeters
from pitboss.house.host.replies import Reply
from pitboss.house.host.sessions import AUDIT, PLAYER, STAFF, STAFF_ROLE, WATCHER, Session
from pitboss.house.host.table_house import CommitReport
from pitboss.house.people.register import Person as RegisteredPerson
from pitboss.house.people.register import Register
from pitboss.house.protocol.views import Role as Console
from pitboss.house.storage import store
from pitboss.house.storage.store import Store
from pitboss.house.table import entries, equipment
from pitboss.house.table.equipment import signs_itself
from pitboss.house.table.set_hands import SetHandsReader
from pitboss.house.table.table import Table, found
from pitboss.house.tasks.queue import of_table
from pitboss.house.wire import archive
from pitboss.house.wire.limits import UNLIMITED
from pitboss.house.wire.sockets import Connection
from pitboss.house.wire.traffic import Traffic
from pitboss.journal import AUTOMATIC
from pitboss.procedure import DEALER, FLOOR, Answer, Draw, Election, Refusal, Refused, Who, Window
from pitboss.roles import Role
from pitboss.submission import submit
from tests.house.sending import command_of, said
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
HANDS = "hands"  # and the seat whose player leaves, so that somebody else sits there
# the ways in which information reaches a viewer; the last is the moment at which a card is shown
VIEW, REPLY, PREVIEW, RECORD, QUEUE, SHOWING = "view", "reply", "preview", "record", "queue", "showing"
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
        self.history = self  # of what is asked of the past there is only what was entered

    def marked(self, sql: str, table: str, row: tuple[Any, ...]) -> tuple[str, tuple[Any, ...]]:
        return sql, row

    def entries(self, table: str, first: int = 1, last: int | None = None) -> Iterator[Any]:
        return (e for e in self.entries_written if e.sequence >= first and (last is None or e.sequence <= last))

    def rounds(self, table: str, before: int, limit: int) -> list[Any]:
        return [row for row in self.over[::-1] if row[0] < before][:limit]

    def entries_of(self, table: str, kinds: Sequence[str], before: int | None, limit: int) -> list[Any]:
        found = [e for e in self.entries_written if e.kind in kinds and (before is None or e.sequence < before)]
        return found[::-1][:limit]

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
    """What someone does: a command, or the house by itself (``begin``, ``close``, ``hands 3``)."""

    by: Who
    command: Command | None = None
    house: str = ""
    refused: bool = False


class NoMeters(LinkedMeters):
    """No progressive system: a table goes on with what it knows, and shows nothing."""

    def says(self, election: Election, known: Answer, host: Host) -> Answer:
        return known

    def shown(self, table: Table) -> tuple[Any, ...]:
        return ()

    def lost(self, table: Table) -> str:
        return ""

    def moved(self, moved: Table) -> None: ...


class Alone:
    """The house of one table: no other, no progressive system, nobody who forbids themselves anything."""

    version = release = ""
    allowances = observer = book = None

    def __init__(self, shelf: Shelf) -> None:
        self.store = cast(Store, shelf)
        self.clock: Clock = Still()
        self.register = Register(self.store, self.clock)
        self.meters: LinkedMeters = NoMeters({})

    def entropy(self, count: int) -> bytes:
        return bytes(count)

    def tables(self) -> list[Table]:
        return []

    def committed(self, table: Table, made: CommitReport) -> None: ...


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
        self.host = Host(NAME, Alone(self.shelf))
        self.host.table = self.table = found(NAME, founded, self.host.house.clock.stamp())
        self.table.state.chance.devices, chance.seeded = chance, plan.settings.chance == "generator"
        table = self.table  # and not the run: a table that knows its host is never forgotten (``view_cache``)
        chance.heard = lambda: len(table.play.events)
        self._staff()
        self._sign()
        self.table.enter(entries.Opened(AUTOMATIC))
        for seat, chips in plan.racks:
            self._sit_down(seat, f"P{seat}", chips)
        for box, holder in plan.boxes:
            self.table.enter(entries.Boxed(box, holder))
        self._sign()  # what is done when players have come
        people: tuple[Who, ...] = (*(seat for seat, _ in plan.racks), WATCHER, *PERSONS)
        self.sessions = {who: session(who) for who in people}
        house: Any = SimpleNamespace(people=SimpleNamespace(sessions=SimpleNamespace(of=lambda token: None)))
        socket: Any = SimpleNamespace(cookies={})
        self.lines = {who: Connection(socket, house, self.host, Traffic(UNLIMITED, pace=1000)) for who in viewers}
        for who, line in self.lines.items():
            line.session, line._shown.seen = self.sessions[who], -1
            if heard is not None:
                line._shown.seen, line._shown.difference = heard[who][0], copy.copy(heard[who][1])
        self.moves: list[Move] = []
        self.leaving = random.Random(f"{plan.seed}/leaving")  # who leaves and when, apart from what is played
        self.tried: set[tuple[int, int, str]] = set()  # by round, seat and wager
        self.events: list[tuple[int, int, Event]] = []  # by the move that they followed, and the round
        self.sent: dict[Who, list[list[Sent]]] = {who: [] for who in viewers}  # by move
        self.heard: dict[Who, list[Heard]] = {who: [] for who in viewers}  # by move
        self._look({})

    def _sign(self) -> None:
        for checklist in equipment.lists_due(self.table):
            for signed in list(signs_itself(self.table, checklist)):
                self.table.enter(signed)

    def _staff(self) -> None:
        """Persons for every console: those who deal the game, a shift manager, security, the Board; things in their places."""
        for who, roles in PERSONS.items():
            self.host.house.register.people[who] = RegisteredPerson(who, who.capitalize(), roles, "")
        for role in (Role.DEALER, Role.STICKPERSON, Role.BOXPERSON):
            self.table.enter(entries.Assigned(DEALER, DEALER.capitalize(), role))
        for brought in equipment_checks.found_with(self.table) if self.table.state.filing.by_person else ():
            self.table.enter(brought)

    def _sit_down(self, seat: int, name: str, chips: int) -> None:
        """Somebody whom the house has not met sits down."""
        self.table.enter(entries.Seated(seat, name, chips, patron=self.table.state.seats.patrons_met + 1))
        self.host.presence.sit_down(seat, session(seat).hash)

    def _change_hands(self, seat: int) -> None:
        """The player of a seat leaves, and somebody else sits there; not while anything is undecided or owed."""
        table = self.table
        if table.game.must_pay_before_leaving(table.state.felt.state, table.state.seats.player(seat)):
            raise Refused(Refusal.LOCKED, f"Seat {seat} owes vigorish.", "")
        seats.give_up_unused(self.host, table, seat)
        self._sit_down(seat, self.newcomer(), dict(self.plan.racks)[seat])

    def newcomer(self) -> str:
        """What somebody is called who sits down."""
        return f"N{self.table.state.seats.patrons_met}"

    @property
    def at(self) -> int:
        return len(self.moves)

    def viewer_ids(self, who: Who) -> tuple[Who, ...]:
        return self.sessions[who].viewer_ids(self.table.state.seats.held(who) if isinstance(who, int) else ())

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
            elif move.house.startswith(HANDS):
                self._change_hands(int(move.house.split()[1]))
            else:
                assert move.command is not None
                reply = self._carry_out(move.by, move.command)
                replies[move.by] = [
                    (PREVIEW if isinstance(move.command, PreviewReport) else REPLY, msgspec.json.encode(reply))
                ]
            host.dealer.advance()
        except Refused as refusal:
            replies[move.by] = [(REPLY, _refusal(refusal))]
            accepted = False
        self.moves.append(msgspec.structs.replace(move, refused=not accepted))
        self._look(replies)
        return accepted

    def _carry_out(self, by: Who, command: Command) -> Reply:
        meant = self._meant(command)
        return meant.carry_out(At(self.host, self.sessions[by], meant.key))

    def _meant(self, command: Command) -> Command:
        """For this very moment."""
        if not command.names_moment:
            return command
        play = self.table.round
        number, asked = (
            (self.table.state.felt.number, play.asked) if play is not None else (self.table.state.felt.number + 1, 0)
        )
        return msgspec.structs.replace(command, round=number, question=asked)

    def enter_card(self) -> None:
        """At a table where outcomes are entered, the dealer types the next."""
        assert self.table.round is not None
        assert isinstance(self.table.round.pending, Draw)
        self.chance.move = self.at
        card = self.chance.card(self.table.round.pending)
        self.make(Move(DEALER, command_of("k", answer=said(card, by="chance")), CARD))

    def _look(self, replies: dict[Who, list[Sent]]) -> None:
        """Record what every viewer now receives."""
        self.shelf.entries_written += self.table.written
        self.table.written = []
        self.shelf.over += [row[1:] for text, row in self.host.outbox.writes if text == store.ROUND]
        self.host.outbox.writes = []
        for sequence, events in self.table.new_events:
            self.host.presence.recent.extend((sequence, event) for event in events)
            self.events += [(self.at - 1, self.chance.number, event) for event in events]
        self.table.new_events = []
        notices, self.host.outbox.notices = self.host.outbox.notices, []
        for who, line in self.lines.items():
            if self.at <= self.unheard:
                self.sent[who].append([])
                continue
            heard = replies.get(who, []) + [
                (REPLY, msgspec.json.encode(m)) for seat, m in notices if seat in (who, None)
            ]
            if self._looks(who):
                heard.append((VIEW, line._shown.message(line.session)))
            if (person := self.host.house.register.people.get(str(who))) is not None:
                heard.append((QUEUE, msgspec.json.encode(of_table(self.host, person))))
            heard += self._probe(who)
            self.sent[who].append(heard)
            self.heard[who].append((line._shown.seen, copy.copy(line._shown.difference)))

    def _looks(self, who: Who) -> bool:
        """Staff looks up now and then: to find all that could be reported takes long."""
        return who not in STAFF or random.Random(f"{self.plan.seed}/{self.at}").random() < 0.3

    # --- asking what one may ask

    def _probe(self, who: Who) -> list[Sent]:
        table, source = self.table, random.Random(f"{self.plan.seed}/{self.at}/{who}")
        if table.round is None:
            return [(RECORD, self._recall(who))] if table.state.felt.number and who not in (FLOOR, AUDIT) else []
        heard: list[Sent] = []
        if isinstance(who, int) and not isinstance(table.round.pending, Window):
            heard.append((REPLY, self._ask(who, command_of("k", answer=said("no such answer")))))
            heard.append(
                (REPLY, self._ask(who, command_of("k", answer=said("no such answer", by=1 + source.randrange(6)))))
            )
        if who in (FLOOR, AUDIT) and source.random() < 0.3:
            heard.append((RECORD, self._recall(who)))
        return heard

    def _recall(self, who: Who) -> bytes:
        """The round as it can be looked up."""
        shelf, table = cast(Store, self.shelf), self.table
        running = (table.state.felt.number, table.play.first) if table.round is not None else None
        laid = SetHandsReader(self.game, table.rules)
        shown = archive.round_detail(shelf, NAME, table.state.felt.number, self.sessions[who], running, laid)
        return msgspec.json.encode([shown, archive.rounds(shelf, NAME, None, 1)])

    def _ask(self, who: Who, command: Command) -> bytes:
        try:
            return msgspec.json.encode(self._carry_out(who, command))
        except Refused as refusal:
            return _refusal(refusal)


def session(who: Who) -> Session:
    if isinstance(who, int):
        return Session(PLAYER, who, f"seat {who}")
    return Session(cast(Console, who), 0, who, person=who if who in PERSONS else "")


def _refusal(caught: Refused) -> bytes:
    return msgspec.json.encode({"code": caught.code, "sentence": caught.sentence, "cite": caught.cite})
