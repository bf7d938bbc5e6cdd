"""A house without a network: hosts in one event loop, a clock that is set by hand, players who answer at random."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

from pitboss.drivers.round import Round
from pitboss.game import Checklist
from pitboss.house import clock
from pitboss.house.clock import Clock
from pitboss.house.floor import Opening
from pitboss.house.floorplan.file import FloorFile
from pitboss.house.founding import Plan
from pitboss.house.host import rights, settling
from pitboss.house.host.host import Host
from pitboss.house.host.readiness import duties_due
from pitboss.house.host.sessions import Session
from pitboss.house.house import House
from pitboss.house.people.demonstration import credential_of
from pitboss.house.protocol.views import Role
from pitboss.house.storage.store import Store
from pitboss.house.table import entries, equipment
from pitboss.house.table.table import Table
from pitboss.ledger import LAYOUT
from pitboss.procedure import Answer, Election, Refusal, Refused, Window
from pitboss.roles import AT_A_TABLE
from pitboss.roles import Role as RoleOf
from pitboss.testkit.random_play import elect, required, tender
from pitboss.wagers import close_betting
from tests.house.folding import check_folds
from tests.house.sending import command_of, said, seat_wish, take_seat

T = TypeVar("T")
CONSOLES = {"dealer": RoleOf.DEALER, "floor": RoleOf.PIT_MANAGER, "audit": RoleOf.BOARD, "staff": RoleOf.SECURITY}
START = 1_700_000_000.0


class HandClock(Clock):
    """Time stands still until it is set."""

    def __init__(self, now: float = START) -> None:
        self.wall, self.run = now, 0.0
        super().__init__()

    def seconds(self) -> float:
        return self.wall

    def elapsed(self) -> float:
        return self.run

    def pass_by(self, seconds: float) -> None:
        self.wall += seconds
        self.run += seconds


class Desk:
    """A house in this loop, and the people at its tables."""

    def __init__(
        self,
        database: Path,
        plans: Sequence[Plan] | None,
        *,
        floor: FloorFile | None = None,
        apply_floor: bool = False,
        clock: Any = None,
        witness_file: Path | None = None,
        **given: Any,
    ) -> None:
        self.clock = clock or HandClock()
        opening = Opening(plans, floor, apply_floor, demonstration=True, witness_file=witness_file)
        self.house = House(Store(database), opening, clock=self.clock, **given)
        self.keys = iter(range(10**9))
        self.folds = True  # whether every record is folded again at the end

    async def __aenter__(self) -> "Desk":
        await self.house.open()
        for host in self.house.hosts.values():
            if host.table is not None and host.table.state.filing.by_person:
                for role in host.table.game.crew:
                    self.station(host.name, role)
        return self

    async def __aexit__(self, failure: object, *_: object) -> None:
        if failure is None and self.folds:
            for host in self.house.hosts.values():
                check_folds(host)
        await self.house.close()

    def host(self, name: str) -> Host:
        return self.house.hosts[name]

    def table(self, name: str) -> Table:
        return self.house.hosts[name].require_table()

    def key(self) -> str:
        return f"desk-{next(self.keys):020d}"

    async def sit(self, name: str, seat: int | None = None, *, reachable: bool = True) -> Session:
        reply = await take_seat(self.host(name), seat_wish(self.key(), seat))
        if reachable:
            self.host(name).presence.out_of_reach.pop(reply["seat"])
        if self.table(name).state.filing.by_person and self.table(name).state.standing.open:
            await self.sign_all(name)  # what is done with the cards when the first player comes
        return self.house.sessions.of(reply["token"], name)

    def station(self, table: str, role: RoleOf) -> None:
        """A person of the demonstration takes their place at a table, unless they stand there."""
        at, person = self.table(table), self.house.register.person(credential_of(role))
        if role not in at.state.standing.roles_of(person.credential):
            at.enter(entries.Assigned(person.credential, person.name, role))

    def person(self, role: RoleOf, table: str = "") -> Session:
        """Somebody who signed in."""
        session = Session(hash=f"{role} {table}", person=credential_of(role))
        return rights.current_session(self.host(table), session) if table else session

    def role(self, role: Role, table: str) -> Session:
        """Whoever sits at the console of this role: the dealer assigned to the table, a pit manager, the Board."""
        return self.person(CONSOLES[role], table)

    async def do(self, table: str, session: Session, key: str = "", /, **what: Any) -> dict[str, Any]:
        """Send a command that is meant for what is asked at this moment, unless it names another."""
        what = self.moment(table) | what
        try:
            command = command_of(key or self.key(), **what)
        except msgspec.ValidationError as error:  # as the socket of a table refuses it
            raise Refused(Refusal.MALFORMED, f"The message is malformed: {error}.", "") from None
        return await self.host(table).do(session, command)

    def moment(self, name: str) -> dict[str, Any]:
        """The round and question that one who sees everything would name."""
        table = self.host(name).table
        if table is None:
            return {}
        play = table.round
        return {"round": table.state.felt.number + (play is None), "question": play.asked if play is not None else 0}

    async def say(self, name: str, session: Session, answer: Answer, key: str = "") -> dict[str, Any]:
        amount, by = answer.amount or None, cast(Any, answer.by)  # a role or a seat: decoding checks which
        message = said(answer.says, answer.wager, answer.on, amount, answer.cards, answer.hand, form=answer.form, by=by)
        return await self.do(name, session, key, answer=message)

    async def bet(self, name: str, session: Session, wager: str, amount: int, on: str = "") -> dict[str, Any]:
        return await self.do(name, session, answer=said("wager", wager, on, amount))

    async def open_by_hand(self, name: str) -> None:
        """Everything that is due is signed by those the chapter names, and the floor opens the table."""
        await self.sign_all(name)
        await self.do(name, self.role("floor", name), do="open_table")
        await self.sign_all(name)  # where players are there already

    async def sign_all(self, name: str) -> None:
        """Every list that is due, by those it names."""
        for checklist in equipment.lists_due(self.table(name)):
            await self.sign(name, checklist)

    async def sign(self, name: str, checklist: Checklist, **more: Any) -> None:
        """All signatures of a list, each by another person."""
        items = tuple(item.cite for item in checklist.items)
        for signature in checklist.signatures:
            who = signature.roles[0]
            if who in AT_A_TABLE:
                self.station(name, who)
            await self.do(name, self.person(who, name), do="sign", checklist=checklist.name, items=items, **more)

    async def do_daily(self, name: str) -> None:
        """What is due because a gaming day has begun, by the floorperson whom the chapter names."""
        for duty in duties_due(self.host(name), self.table(name)) if self.table(name).state.filing.by_person else ():
            if duty.daily:
                self.station(name, duty.roles[0])
                await self.do(name, self.person(duty.roles[0], name), do="duty", name=duty.name)

    async def take_and_pay(self, name: str, dealer: Session | None = None) -> None:
        """Whoever deals says that the last round is taken and paid, where the next one waits for it."""
        table = self.table(name)
        if settling.due(table):
            by = dealer or self.person(table.game.dealt_by[0], name)
            await self.do(name, by, do="take_and_pay", round=table.state.felt.number)

    async def until_asked(self, name: str) -> None:
        """Until somebody is asked something, or betting is open."""
        await self.do_daily(name)
        await self.take_and_pay(name)
        for _ in range(100):
            if self.table(name).round is not None:
                return
            await self.settle(name, 0.1)
        raise AssertionError(f"{name}: no round begins")

    async def decline_cut(self, name: str, session: Session) -> None:
        """Whoever is offered something before betting opens, such as the cut, lets it pass."""
        await self.decline_cuts(name, [session])

    async def decline_cuts(self, name: str, players: Iterable[Session]) -> None:
        """As long as one of these is offered something that may be passed over."""
        by_seat = {player.seat: player for player in players}
        for _ in range(100):
            play = self.table(name).round
            offered = [e for e in play.elections() if e.to in by_seat and e.courtesy] if play is not None else []
            if not offered:
                return
            election = offered[0]
            assert isinstance(election.to, int)
            assert election.default is not None
            await self.say(name, by_seat[election.to], election.default.answer(election.to))

    async def settle(self, name: str, seconds: float = 0.0) -> None:
        """Let time pass, and let the table do what is due."""
        self.clock.pass_by(seconds)
        self.host(name).jobs.ring()
        await self.quiet(name)

    async def quiet(self, name: str) -> None:
        """Until the table has done what was sent before; a watcher's word changes nothing."""
        try:
            await self.do(name, Session(), do="ready")
        except Refused:
            return


def run(work: Callable[[], Awaitable[T]]) -> T:
    async def main() -> T:
        return await work()

    return asyncio.run(main())


async def random_round(
    desk: Desk,
    name: str,
    players: dict[int, Session],
    pick: random.Random,
    between: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Lawful wagers and answers at a practice table, by whoever holds each seat or box, until a round is over. ``between`` is
    called before each; the house may be another one after it."""
    found = desk.table(name)
    first = found.state.felt.number if found.round is not None else found.state.felt.number + 1
    tenders = 0
    for _ in range(500):
        if between is not None:
            await between()
        table = desk.table(name)
        play = table.round
        if table.state.felt.number > first or (play is None and table.state.felt.number == first):
            return
        seat, session = pick.choice(list(players.items()))
        if play is None:
            await desk.do(name, session, do="ready")
        elif isinstance(play.pending, Window):
            tenders += 1
            player = table.state.seats.player(seat)
            offers = play.pending.menu.offers(seat, player) if tenders < 7 else ()
            try:
                if offers:
                    small = (lambda n: 0) if pick.random() < 0.8 else pick.randrange
                    await desk.say(name, session, tender(seat, pick.choice(offers), small))
                else:
                    made = _lacking(play)
                    if made is not None:
                        by = made.by if made.by in players else seat
                        assert isinstance(by, int)
                        await desk.say(name, players[by], msgspec.structs.replace(made, by=by))
                    await desk.do(name, session, do="ready")
            except Refused as refusal:
                if refusal.why != "not_enough_chips":  # a wager of theirs keeps betting open: they take it back
                    held = [one for one, who in players.items() if who is session]
                    menu = play.pending.menu
                    mine = [(one, o) for one in held for o in menu.offers(one) if o.says == "remove"]
                    assert mine, refusal
                    one, offer = pick.choice(mine)
                    await desk.say(name, session, tender(one, offer, pick.randrange))
        else:
            await _elect(desk, name, players, play.elections(), pick)
        check(desk.table(name))
    raise AssertionError(f"{name}: the round does not end")


def _lacking(play: Round) -> Answer | None:
    """A wager that somebody has to make before betting may close, such as a shooter's line bet."""
    assert isinstance(play.pending, Window)
    try:
        play.pending.check(close_betting())
    except Refused as refusal:
        stray = refusal.cite in {kind.needs_cite for kind in play.game.wagers}  # which its player may take back
        return required(play, refusal) if refusal.why == "wager_required" and not stray else None
    return None


async def _elect(
    desk: Desk, name: str, players: dict[int, Session], asked: list[Election], pick: random.Random
) -> None:
    election = pick.choice(asked)
    assert isinstance(election.to, int), election
    try:
        await desk.say(name, players[election.to], elect(election, pick.randrange))
    except Refused as refusal:
        assert refusal.why == "not_enough_chips", refusal


def check(table: Table) -> None:
    """Chips are conserved, nobody owes, and what lies on the layout is what the ledger says."""
    table.state.ledger.check()
    assert all(table.state.ledger.chips(seat) >= 0 for seat in table.state.seats.players)
    assert sum(table.state.felt.up.values()) == table.state.ledger.balance(LAYOUT), table.state.felt.up


def fingerprint(table: Table) -> list[str]:
    """Everything that has to come out the same when a table is rebuilt, as it is now."""
    play = table.round
    asked = None
    if play is not None:
        asked = (type(play.pending).__name__, play.history, [repr(e) for e in play.elections()])
    found = (
        table.journal.sequence, table.journal.head, table.state.felt.number, repr(table.state.felt.state),
        table.state.ledger.balances, table.state.seats.players,
        sorted(table.state.felt.up.items()), table.state.chance.devices.dump(), table.state.chance.commitments,
        table.state.equipment.since, table.state.felt.markers, table.state.felt.results,
        table.state.standing.open, table.state.standing.relieved, table.state.equipment.signed, asked,
    )  # fmt: skip
    return [repr(part) for part in found]


def later(stamp: str, seconds: float) -> str:
    return clock.stamp(clock.seconds(stamp) + seconds)
