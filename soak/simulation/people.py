"""Those who come to the house: patrons, a floorperson, people who look on; each with chance of their own."""

import asyncio
import random
from contextlib import suppress
from typing import Any

from pitboss.house.host import seats
from pitboss.house.people.demonstration import credential_of
from pitboss.house.table.table import Table
from pitboss.house.wire.access import COOKIE
from pitboss.house.wire.view_cache import cache_of
from pitboss.procedure import FLOOR, Answer, Window
from pitboss.roles import Role
from pitboss.testkit.random_play import elect, tender
from soak.simulation.checks import ACKNOWLEDGED, REFUSED, UNKNOWN, Commands
from soak.simulation.linearizable import Operation, Saw, Wrote
from soak.simulation.network import Gone, Line, asked
from soak.simulation.world import World
from tests.house.sending import said

THINKING = 4.0  # seconds, on average
SMALL = 0.85  # how often the least is wagered
MOVED = 0.2  # how often the floor moves somebody
AT_A_TABLE = 120.0  # seconds that one stays who goes from table to table, on average
VIEW = '{"view"'  # how the first frame of a line begins


class Guest:
    """Whoever holds a line to a table, loses it, and comes back."""

    def __init__(self, world: World, table: str, name: str) -> None:
        self.world, self.table, self.name = world, table, name
        self.pick: random.Random = world.source(name)
        self.cookie = self.token = ""
        self.seat = 0
        self.between = (0.1, 10.0)  # seconds until they come again

    async def live(self) -> None:
        while not self.world.over:
            await self.world.up.wait()
            with suppress(Gone):
                await self.visit()
            await asyncio.sleep(self.pick.uniform(*self.between))

    async def connect(self) -> Line:
        if self.world.dark:
            raise Gone
        line, began = Line(self.world, self.table, self.token, self.cookie), self.world.loop.time()
        self.world.lines.append(line)
        first = await line.hear(VIEW)
        self.seen(began, first["view"]["sequence"])
        self.seat = first["view"]["you"].get("seat", 0) or self.seat  # where the floor has moved them by now
        return line

    async def visit(self) -> None:
        raise NotImplementedError

    def seen(self, began: float, sequence: int) -> None:
        """A connection that was opened since shows the table as of this entry."""

    def at(self) -> Table | None:
        """The table as it is. People look at it to think of something lawful; what they say goes over the network."""
        host = self.world.house.hosts.get(self.table)
        return host.table if host is not None and not host.suspension.sentence else None


class Onlooker(Guest):
    """Goes from table to table and looks on."""

    def __init__(self, world: World, name: str) -> None:
        super().__init__(world, "", name)

    async def visit(self) -> None:
        self.table = self.pick.choice(self.world.plans).name
        line = await self.connect()
        await self.spend(line, self.pick.expovariate(1 / AT_A_TABLE))
        line.break_off(silent=self.pick.random() < 0.3)

    async def spend(self, line: Line, seconds: float) -> None:
        await line.stay(seconds)


class Patron(Guest):
    """One who plays: wagers, answers, sends things twice, loses the line, stops reading, leaves and comes back."""

    def __init__(self, world: World, table: str, name: str, commands: Commands) -> None:
        super().__init__(world, table, name)
        self.commands = commands
        self.keys, self.seats = 0, 0
        self.unanswered: dict[str, Any] | None = None

    def key(self) -> str:
        self.keys += 1
        return f"{self.name}-{self.keys:016d}"

    def seen(self, began: float, sequence: int) -> None:
        self._answered(began, Saw(sequence))

    def _answered(self, began: float, what: Saw | Wrote) -> None:
        self.commands.history[self.table].append(Operation(began, self.world.loop.time(), what))

    async def visit(self) -> None:
        if not self.token:
            await self._sit()
        line = await self.connect()
        if self.unanswered is not None:  # the line broke before it was answered: the same again
            await self._send(line, self.unanswered)
        while not self.world.over and not line.broken:
            await line.stay(self.pick.expovariate(1 / THINKING))
            await self._do_something(line)

    async def _sit(self) -> None:
        """The same key until it is answered: the seat is taken once."""
        reply = await asked(
            self.world, f"/api/tables/{self.table}/seats", {"key": f"{self.name}-seat-{self.seats:08d}"}
        )
        if reply.status == 201:
            found = reply.json()
            self.token, self.seat = found["token"], found["seat"]
            self.world.note(self.name, "sits", self.seat)
        elif reply.status < 500:
            self.seats += 1
            raise Gone

    async def _do_something(self, line: Line) -> None:
        chance = self.pick.random()
        if chance < 0.01:
            line.break_off(silent=self.pick.random() < 0.5)
            raise Gone
        if chance < 0.015:
            line.stall(self.pick.uniform(1, 90))
        elif chance < 0.02:
            await self._leave()
            raise Gone
        elif chance < 0.025:
            for _ in range(200):  # a flood of nonsense, of which the house may cut the line
                line.say({"key": "x", "nonsense": 1})
        table = self.at()
        command = self._command(table) if table is not None else None
        if command is not None:
            await self._send(line, command)

    async def _leave(self) -> None:
        path = f"/api/tables/{self.table}/seats/{self.seat}/leave"
        reply = await asked(self.world, path, {"key": self.key()}, token=self.token)
        if reply.status == 200:
            self.world.note(self.name, "leaves", self.seat)
            self.token, self.seats = "", self.seats + 1

    def _command(self, table: Table) -> dict[str, Any] | None:
        """Something lawful at this moment; by the time that it arrives it may not be."""
        play = table.round
        if play is None:
            return (
                {"do": "ready", "round": table.state.felt.number + 1, "question": 0}
                if table.state.filing.settings.practice
                else None
            )
        moment = {"round": table.state.felt.number, "question": play.asked}
        if isinstance(play.pending, Window):
            host = self.world.house.hosts[self.table]
            cache = cache_of(host)
            offers = cache.offers(table, cache.moment(host, table), self.seat)
            if not offers or self.pick.random() < 0.3:
                return {"do": "ready"} | moment if table.state.filing.settings.practice else None
            small = self.pick.random() < SMALL
            answer = tender(self.seat, self.pick.choice(offers), (lambda n: 0) if small else self.pick.randrange)
        else:
            mine = [election for election in play.elections() if election.to == self.seat]
            if not mine or self.pick.random() < 0.1:
                return None
            answer = elect(self.pick.choice(mine), self.pick.randrange)
        return {"do": "answer"} | answered(answer) | moment

    async def _send(self, line: Line, command: dict[str, Any]) -> None:
        """Until it is answered; perhaps more than once. Where no answer comes it is not known what became of it."""
        key = command.setdefault("key", self.key())
        self.unanswered = command
        place = (self.table, self.token, key)
        self.commands.told.setdefault(place, UNKNOWN)
        began = self.commands.began.setdefault(place, self.world.loop.time())
        for _ in range(1 + (self.pick.random() < 0.1) * self.pick.randint(1, 3)):
            line.say(command)
        message = await line.hear(key)
        if message.get("ack") == key:
            if command["do"] == "answer" and self.commands.told[place] != ACKNOWLEDGED:
                self._answered(began, Wrote(message["sequence"]))
            self._told(place, ACKNOWLEDGED if command["do"] == "answer" else UNKNOWN)
        elif "suspended" not in message["refused"]["sentence"]:
            self._told(place, REFUSED)
        self.unanswered = None
        if self.at() is not None and self.pick.random() < 0.05:
            line.say(command)  # the same once more, long after

    def _told(self, place: tuple[str, str, str], what: str) -> None:
        self.commands.told[place] = what
        self.world.note(self.name, place[2], what)


class Floorperson(Onlooker):
    """Reports at times what could be reported, answers what the floor is asked, opens what was closed."""

    def __init__(self, world: World, name: str) -> None:
        super().__init__(world, name)
        self.keys, self.between = 0, (5.0, 2 * AT_A_TABLE)  # there is other work
        self.moving = world.source("moving")

    async def visit(self) -> None:
        self.cookie = await signed_in(self.world, Role.PIT_MANAGER)
        await super().visit()

    async def spend(self, line: Line, seconds: float) -> None:
        until = self.world.loop.time() + seconds
        while not self.world.over and self.world.loop.time() < until:
            await line.stay(self.pick.expovariate(1 / 10))
            table = self.at()
            command = self._command(table) if table is not None else None
            if command is not None:
                self.keys += 1
                line.say({"key": f"{self.name}-{self.keys:016d}"} | command)

    def _command(self, table: Table) -> dict[str, Any] | None:
        if not table.state.standing.open:
            return {"do": "open_table"}
        if self.pick.random() < 0.003:
            return {"do": "close_table"}
        if self.moving.random() < MOVED and (free := seats.free(table)) and table.state.seats.players:
            seat = self.moving.choice(sorted(table.state.seats.players))
            return {"do": "move_seat", "seat": seat, "to_seat": self.moving.choice(free)}
        play = table.round
        if play is None:
            return None
        moment = {"round": table.state.felt.number, "question": play.asked}
        for election in play.elections() if not isinstance(play.pending, Window) else ():
            if election.to == FLOOR:
                return {"do": "answer"} | answered(elect(election, self.pick.randrange)) | {"by": FLOOR} | moment
        chance = self.pick.random()
        if chance < 0.3 and table.game.irregularities:
            could = cache_of(self.world.house.hosts[self.table]).possible(table)  # what the desk lists
            if could:
                found = self.pick.choice(could)
                report: dict[str, Any] = {"kind": found.kind}
                if found.seats:
                    report["seat"] = self.pick.choice(found.seats)
                return {"do": "preview" if chance < 0.15 else "report", **report, **moment}
        return None


async def signed_in(world: World, role: Role) -> str:
    """The cookie of somebody of the demonstration, who follows their link."""
    person = world.house.register.person(credential_of(role))
    reply = await asked(world, "/api/people/enter", {"token": world.house.people.demonstration_token(person)})
    found = reply.headers.get(b"set-cookie", b"").decode()
    if not found.startswith(COOKIE):
        raise Gone
    return found.partition(";")[0].partition("=")[2]


class Official(Onlooker):
    """The Board looks on."""

    async def visit(self) -> None:
        self.cookie = await signed_in(self.world, Role.BOARD)
        await super().visit()


def answered(answer: Answer) -> dict[str, Any]:
    """An answer as a page sends it."""
    amount = answer.amount or None
    message = said(answer.says, answer.wager, answer.on, amount, answer.cards, answer.hand, form=answer.form)
    return {name: value for name, value in message.items() if value is not None}
