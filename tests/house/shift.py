"""A shift worked through the queue alone: staff who know nothing but "do the first task", players who come, play and go, and every
kind of trouble in between.

Whatever is offered has to succeed. What the text has persons sign is signed by those whom it names. When trouble ends, every table
comes to play and nothing is left that somebody could do.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
from msgspec import structs

from pitboss import catalogue
from pitboss.events import COUNT
from pitboss.game import Checklist
from pitboss.house.clock import stamp
from pitboss.house.commands.enter_reading import EnterReading
from pitboss.house.founding import Plan
from pitboss.house.host import devices
from pitboss.house.host.sessions import Session
from pitboss.house.people.demonstration import credential_of
from pitboss.house.people.entries import (
    AccessRequested,
    Binding,
    DeviceKeyIssued,
    FilingDecided,
    FilingDrafted,
    FilingFiled,
    PersonAdded,
    PersonEnded,
    PlayAlarm,
)
from pitboss.house.people.register import Person
from pitboss.house.protocol.tasks import TaskAct, TaskChoice, TaskLine
from pitboss.house.table import entries
from pitboss.house.table.table import Table
from pitboss.house.tasks.queue import Tasks
from pitboss.house.wire.access import COOKIE
from pitboss.house.wire.server import application
from pitboss.procedure import Answer, Election, Refused, Window
from pitboss.roles import RANKS, Role, serves_as
from pitboss.submission import made_choices
from pitboss.testkit.random_play import elect, tender
from tests.house.desk import Desk, check
from tests.house.lawful_tables import random_filing
from tests.house.live import BY_HAND
from tests.house.sending import leave_table, seat_wish, take_seat

HOUR = 3600.0
STAFF = (Role.DEALER, Role.FLOORPERSON, Role.STICKPERSON, Role.BOXPERSON, Role.SECURITY, Role.MAINTENANCE)
# somebody who holds them all is still one person
MANY = (
    Role.DEALER,
    Role.FLOORPERSON,
    Role.STICKPERSON,
    Role.BOXPERSON,
    Role.SECURITY,
    Role.MAINTENANCE,
    Role.PIT_MANAGER,
)
FOLLOWED = structs.replace(BY_HAND, follow=True, sale_approval=10_000_000)  # patrons hold no device
GENERATOR = structs.replace(BY_HAND, chance="generator")
AUTOMATIC = structs.replace(BY_HAND, dealer="automatic", chance="generator", betting_seconds=1)
WAYS = (BY_HAND, BY_HAND, FOLLOWED, GENERATOR, AUTOMATIC)
TROUBLES = (
    "release", "last_hand", "report", "correction", "seal", "time", "leave", "draft", "alarm", "close", "end", "take", "use_up",
    "approve", "access", "retire", "restart", "stale", "day", "race", "race", "device", "device", "hasty", "hasty",
)  # fmt: skip
STEPS = ("equipment", "assign", "signature", "tray")  # of a table that is closed
LATER = (
    "verification",
    "backup",
    "name witness",
)  # done by those for whom it takes more than this loop; they are tested apart


def deed(table: Table | None, line: TaskLine, pick: random.Random) -> tuple[str, dict[str, Any]]:
    """What somebody sends who does a task and knows only what the task says: where, and what. A count is counted."""
    act = line.act
    assert act is not None, line
    chosen = pick.choice(act.choices) if act.choices else TaskChoice("")
    body = act.body | chosen.fields
    if act.items:
        met: set[str] = set()
        enough = [one for one in act.items if not one.either or (one.either not in met and not met.add(one.either))]  # type: ignore[func-returns-value]
        body["items"] = [one.cite for one in enough]
    for ask in (*act.asks, *chosen.asks):
        told = ask.number or ask.money
        body[ask.field] = _amount(table, body, pick) if told else f"{line.kind}-{pick.randrange(10**9)}"
    return chosen.path or act.path or f"/api/tables/{line.table}/do", body


def _amount(table: Table | None, body: dict[str, Any], pick: random.Random) -> int:
    """What somebody who counts, cuts or wagers says: any number that the rules allow."""
    assert table is not None
    assert table.round is not None
    asked = [one for one in table.round.elections() if one.to == body["by"] and one.hand == body.get("hand", 0)]
    option = next(option for one in asked for option in one.options if option.says == body["says"])
    if option.unit == COUNT:
        return option.least
    return pick.randrange(option.least, option.most + 1, option.step)


def plans_of(games: list[str], pick: random.Random) -> list[Plan]:
    """A table of each game, filed and run in some lawful way."""
    rules = [random_filing(catalogue.game(game), lambda n: pick.randrange(n) if n else 0) for game in games]
    return [
        Plan(f"T-{n}", game, game, pick.choice(WAYS), filed)
        for n, (game, filed) in enumerate(zip(games, rules, strict=True), 1)
    ]


class Shift:
    """One shift in one house."""

    def __init__(self, folder: Path, tables: Sequence[str | Plan], pick: random.Random) -> None:
        plans = [one if isinstance(one, Plan) else Plan(f"T-{n}", one, one, BY_HAND) for n, one in enumerate(tables, 1)]
        self.database = folder / "house.db"
        self.plans = plans
        self.desk = Desk(self.database, plans)
        self.pick = pick
        self.players: dict[str, dict[int, Session]] = {plan.name: {} for plan in plans}
        self.done: Counter[str] = Counter()
        self.refused: list[str] = []
        self.troubled: tuple[str, ...] = TROUBLES
        self.troubles: Counter[str] = Counter()
        self.pressed: list[tuple[Person, str, dict[str, Any], str]] = []  # who sent what where, with which key
        self._cookies: dict[str, str] = {}
        self._hired = 0

    async def __aenter__(self) -> "Shift":
        await self._open()
        staff = [(role,) for role in STAFF for _ in self.players]
        for roles in (*staff, MANY, MANY, (Role.ADMINISTRATOR,), (Role.BOARD,)):
            await self.hire(*roles)
        return self

    async def _open(self) -> None:
        house = self.desk.house
        await house.open()
        self.tasks = Tasks(house)
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(app=application(house)), base_url="http://house")

    async def __aexit__(self, failure: object, *_: object) -> None:
        await self.http.aclose()
        await self.desk.__aexit__(failure)

    async def hire(self, *roles: Role) -> None:
        self._hired += 1
        made = PersonAdded(f"staff-{self._hired}", f"{roles[0].title} {self._hired}", roles)
        await self.desk.house.register.enter(made)

    # --- staff

    @property
    def staff(self) -> list[Person]:
        return [one for one in self.desk.house.register.people.values() if one.active and one.roles != (Role.PLAYER,)]

    def own(self, person: Person) -> list[TaskLine]:
        return [
            line
            for line in self.tasks.queue(person).tasks
            if line.yours and line.kind not in LATER and _can_be_sent(line)
        ]

    async def work(self) -> bool:
        """Somebody who has work does the first of it; whether anybody had."""
        self.tasks.look()
        for person in self.pick.sample(self.staff, len(self.staff)):
            if own := self.own(person):
                await self.do(person, own[0])
                return True
        return False

    async def do(self, person: Person, line: TaskLine) -> None:
        host = self.desk.house.hosts.get(line.table)
        path, body = self.deed(host.table if host is not None else None, line)
        self.done[line.kind] += 1
        key = self.desk.key()
        self.pressed.append((person, path, body, key))
        try:
            await self._send(person, path, body, key)
        except Refused as refusal:
            self.refused.append(f"{person.name}, {line.id}: {refusal} ({body})")

    def deed(self, table: Table | None, line: TaskLine) -> tuple[str, dict[str, Any]]:
        return deed(table, line, self.pick)

    async def _send(self, person: Person, path: str, body: dict[str, Any], key: str) -> dict[str, Any]:
        """To a table as the socket has it, else as a request."""
        if path.endswith("/do"):
            session = Session(hash=person.credential, person=person.credential)
            return await self.desk.do(path.split("/")[3], session, key, **body)
        for _ in range(2):
            headers = {"Cookie": f"{COOKIE}={self._cookies.get(person.credential, '')}", "Origin": "http://house"}
            reply = await self.http.post(path, json=body or None, headers=headers)
            if reply.status_code != 401:
                break
            self._cookies[person.credential] = await self.desk.house.people.sessions.begin(person, "queue")
        if reply.status_code >= 400:
            refused = reply.json()["refused"]
            assert reply.status_code < 500, reply.text
            raise Refused(refused["code"], refused["sentence"], refused.get("cite", ""))
        return {}

    # --- players

    async def play(self, name: str) -> None:
        """Somebody comes, wagers or answers."""
        desk, pick, players = self.desk, self.pick, self.players[name]
        table = desk.table(name)
        if not table.state.standing.open or desk.host(name).suspension.sentence:
            return
        if table.state.filing.settings.follow:
            await self._play_without_device(name, table)
            return
        if not table.state.filing.by_person:
            await desk.settle(name, 1)
            table = desk.table(name)
        if len(players) < 2 and pick.random() < 0.5:
            try:
                reply = await take_seat(desk.host(name), seat_wish(desk.key()))
            except Refused:
                return
            desk.host(name).presence.out_of_reach.pop(reply["seat"], None)
            players[reply["seat"]] = desk.house.sessions.of(reply["token"], name)
            return
        play = table.round
        if play is None or not players:
            return
        seat, session = pick.choice(list(players.items()))
        try:
            if isinstance(play.pending, Window):
                offers = play.pending.menu.offers(seat, table.state.seats.player(seat))
                if offers and len(table.state.felt.up) < 6:
                    await desk.say(name, session, tender(seat, pick.choice(offers), lambda n: 0))
            else:
                asked = [one for one in play.elections() if one.to in players]
                if asked:
                    election = pick.choice(asked)
                    assert isinstance(election.to, int)
                    await desk.say(name, players[election.to], elect(election, pick.randrange))
        except Refused as refusal:
            assert refusal.why != "malformed", refusal
        check(desk.table(name))

    async def _play_without_device(self, name: str, table: Table) -> None:
        """Somebody sits down, or a wager is laid down: whoever deals says so. What seats are asked is in the queue."""
        dealers = [place.person for place in table.state.standing.assigned if place.role in table.game.dealt_by]
        if not dealers:
            return
        who = Session(hash=dealers[0], person=dealers[0])
        try:
            if len(table.state.seats.players) < min(2, table.rules.posted.seats):
                free = [n for n in range(1, table.rules.posted.seats + 1) if n not in table.state.seats.players]
                await self.desk.do(name, who, do="seat_patron", seat=self.pick.choice(free), amount=500_000)
            elif table.round is not None and isinstance(table.round.pending, Window):
                seat = self.pick.choice(list(table.state.seats.players))
                offers = table.round.pending.menu.offers(seat, table.state.seats.player(seat))
                if offers and len(table.state.felt.up) < 6:
                    await self.desk.say(name, who, tender(seat, self.pick.choice(offers), lambda n: 0))
        except Refused as refusal:
            assert refusal.why != "malformed", refusal
        check(self.desk.table(name))

    # --- trouble

    async def trouble(self) -> None:
        """Something happens that no queue asked for."""
        name = self.pick.choice(list(self.players))
        kind = self.pick.choice(self.troubled)
        try:
            await getattr(self, f"_{kind}")(name)
            self.troubles[kind] += 1
        except Refused as refusal:
            assert refusal.sentence.endswith((".", "]")), refusal

    def _someone(self, role: Role) -> Session:
        return Session(hash="trouble", person=credential_of(role))

    async def _release(self, name: str) -> None:
        standing = self.desk.table(name).state.standing
        if standing.assigned and self.desk.table(name).round is None:
            place = self.pick.choice(standing.assigned)
            await self.desk.do(
                name, self._someone(Role.PIT_MANAGER), do="release", person=place.person, role=place.role.value
            )

    async def _last_hand(self, name: str) -> None:
        await self.desk.do(name, self._someone(Role.PIT_MANAGER), do="announce_last_hand")

    async def _close(self, name: str) -> None:
        await self.desk.do(name, self._someone(Role.SHIFT_MANAGER), do="close_table")

    async def _report(self, name: str) -> None:
        table = self.desk.table(name)
        if table.round is None:
            return
        possible = table.round.possible(self.players[name])
        if possible:
            kind, seats = self.pick.choice(list(possible.items()))
            seat = self.pick.choice(seats) if seats else 0
            await self.desk.do(name, self._someone(Role.PIT_MANAGER), do="report", kind=kind, seat=seat)

    async def _correction(self, name: str) -> None:
        number = self.desk.table(name).state.felt.number - 1
        if number > 0:
            lines = [{"seat": 1, "amount": self.pick.choice((500, -500))}]
            await self.desk.do(
                name,
                self._someone(Role.PIT_MANAGER),
                do="propose_correction",
                rounds=[number],
                lines=lines,
                reason="wrong",
            )

    async def _seal(self, name: str) -> None:
        things = [one.id for one in self.desk.table(name).state.equipment.things.values() if one.state == "reserve"]
        if things:
            who = self._someone(Role.SECURITY)
            await self.desk.do(name, who, do="seal_thing", thing=self.pick.choice(things), reason="marked")

    async def _time(self, name: str) -> None:
        self.desk.clock.pass_by(self.pick.choice((0.2, 1, 6)) * HOUR)
        for other in self.players:
            await self.desk.settle(other)

    async def _leave(self, name: str) -> None:
        players = self.players[name]
        if players:
            seat = self.pick.choice(list(players))
            await leave_table(self.desk.host(name), players[seat], self.desk.key())
            del players[seat]

    async def _draft(self, name: str) -> None:
        register, game = self.desk.house.register, self.desk.table(name).game
        by = register.person(credential_of(Role.MANAGER)).acting(Role.MANAGER)
        rules, id = game.example(), register.filings.next_id
        made = FilingDrafted(id, game.name, game.title, made_choices(rules.chosen), rules.hash(game.name), by)
        await register.enter(made)

    async def _approve(self, name: str) -> None:
        """The Board approves rules on conditions that bind; some of them cannot be met now, or here."""
        register, game, pick = self.desk.house.register, self.desk.table(name).game, self.pick
        await self._draft(name)
        id = next(reversed(register.filings.known))
        day = [stamp(self.desk.clock.seconds() + n * 24 * HOUR)[:10] for n in (-1, 0, 1)]
        tables = tuple(pick.sample(list(self.players), 1)) if pick.random() < 0.5 else ()
        since = pick.choice(("", "", *day))
        until = pick.choice(("", *(one for one in day if one >= since)))
        by = register.person(credential_of(Role.MANAGER)).acting(Role.MANAGER)
        board = register.person(credential_of(Role.BOARD)).acting(Role.BOARD)
        binding = Binding(pick.choice((None, 10_000)), since, until, tables)
        await register.enter(
            FilingFiled(id, f"{game.name} {id}", day[1], by), FilingDecided(id, True, day[1], board, binding=binding)
        )

    async def _end(self, name: str) -> None:
        """Somebody does not work here any more, wherever they stand; somebody else comes."""
        register = self.desk.house.register
        person = self.pick.choice([one for one in self.staff if one.credential.startswith("staff-")])
        by = register.person(credential_of(Role.ADMINISTRATOR)).acting(Role.ADMINISTRATOR)
        await register.enter(PersonEnded(person.credential, by))
        self.pressed = [one for one in self.pressed if one[0].credential != person.credential]
        await self.hire(*person.roles)
        for other in self.players:
            await self.desk.settle(other)

    async def _take(self, name: str) -> None:
        """Equipment leaves the table."""
        things = list(self.desk.table(name).state.equipment.things)
        if things:
            await self.desk.do(name, self._someone(Role.SECURITY), do="take_thing", thing=self.pick.choice(things))

    async def _use_up(self, name: str) -> None:
        """What is in use is sealed or destroyed: another has to come."""
        things = list(self.desk.table(name).state.equipment.things)
        if things:
            what = {"do": self.pick.choice(("seal_thing", "destroy_thing")), "thing": self.pick.choice(things)}
            await self.desk.do(name, self._someone(Role.SECURITY), **what, reason="marked")

    async def _access(self, name: str) -> None:
        register = self.desk.house.register
        number = register.access.asked + 1
        by = register.person(credential_of(Role.ADMINISTRATOR)).acting(Role.ADMINISTRATOR)
        roles = (Role.PIT_MANAGER,)
        await register.enter(AccessRequested(number, "add", f"new-{number}", Role.ADMINISTRATOR, by, "New", roles))

    async def _retire(self, name: str) -> None:
        """A closed table is given up, while others are left."""
        if len(self.players) > 1 and not self.is_open(name) and self.pick.random() < 0.1:
            await self.desk.do(name, self._someone(Role.MANAGER), do="retire_table", reason="sold")
            del self.players[name]

    async def _day(self, name: str) -> None:
        self.desk.clock.pass_by(24 * HOUR)
        for other in self.players:
            await self.desk.settle(other)

    async def _stale(self, name: str) -> None:
        """A page sends again what was done: with its key nothing happens; with another it is done or refused, never half."""
        at_tables = [one for one in self.pressed[-30:] if one[1].endswith("/do")]
        if not at_tables:
            return
        person, path, body, key = self.pick.choice(at_tables)
        name = path.split("/")[3]
        table = self.desk.table(name)
        before = table.journal.sequence
        await self._send(person, path, body, key)
        assert table.journal.sequence == before, ("done twice with one key", body)
        try:
            await self._send(person, path, body, self.desk.key())
        except Refused as refusal:
            assert refusal.sentence.endswith((".", "]")), refusal
            assert self.desk.table(name).journal.sequence == before, ("refused, and something changed", body, refusal)
            self.troubles["stale refused"] += 1

    async def _race(self, name: str) -> None:
        """Two persons press the same task at once: one of them at least does it, and the other hears why not."""
        self.tasks.look()
        pressed: dict[str, list[tuple[Person, TaskLine]]] = {}
        for person in self.pick.sample(self.staff, len(self.staff)):
            for line in self.own(person):
                pressed.setdefault(line.id, []).append((person, line))
        shared = [both for both in pressed.values() if len(both) > 1]
        if not shared:
            return
        both = self.pick.choice(shared)[:2]
        host = self.desk.house.hosts.get(both[0][1].table)
        sent = [(one, *self.deed(host.table if host is not None else None, line)) for one, line in both]
        found = await asyncio.gather(
            *(self._send(one, path, body, self.desk.key()) for one, path, body in sent), return_exceptions=True
        )
        self._check_pressed_at_once(found, both[0][1].id)

    def _check_pressed_at_once(self, found: Sequence[object], what: str) -> None:
        refused = [one for one in found if isinstance(one, BaseException)]
        assert all(isinstance(one, Refused) and one.sentence.endswith((".", "]")) for one in refused), (what, refused)
        assert len(refused) < len(found), (what, refused)
        self.troubles["second refused"] += len(refused)

    async def _device(self, name: str) -> None:
        """A device reads what a dealer enters at the same moment: one of the two counts."""
        self.tasks.look()
        host, known = self.desk.host(name), self.desk.house.register.device_keys
        asked = devices.asked(host.table, "")
        dealers = [(one, line) for one in self.staff for line in self.own(one) if line.id == f"{name}/outcome"]
        if asked is None or not dealers:
            return
        moment, draw = asked
        by = self.desk.house.register.person(credential_of(Role.ADMINISTRATOR)).acting(Role.ADMINISTRATOR)
        if f"reader of {name}" not in known:
            await self.desk.house.register.enter(DeviceKeyIssued(f"reader of {name}", name, 1, by))
        outcome = self.pick.choice([str(one) for one, weight in draw.weights.items() if weight > 0])
        key = known[f"reader of {name}"]
        reading = EnterReading(key=self.desk.key(), device_key=key, outcome=outcome, meant=moment)
        person, line = self.pick.choice(dealers)
        path, body = self.deed(host.table, line)
        both = [host.do(devices.session(host, key), reading), self._send(person, path, body, self.desk.key())]
        found = await asyncio.gather(*self.pick.sample(both, 2), return_exceptions=True)
        self._check_pressed_at_once(found, line.id)
        assert sum(isinstance(one, Refused) for one in found) == 1, found

    async def _hasty(self, name: str) -> None:
        """Somebody opens or closes tables too early: each refusal names everything that is still missing."""
        self.tasks.look()
        for one in list(self.players):
            opens = not self.is_open(one)
            lines = [
                line for line in self._lines(one) if line.kind == ("open" if opens else "close") and line.waits_for
            ]
            if lines:
                await self._too_early(one, "open_table" if opens else "close_table", lines[0].waits_for)

    async def _too_early(self, name: str, do: str, waits_for: str) -> None:
        """The refusal is what the queue says, and leaves out no step that a table lacks to open."""
        steps = [line.title for line in self._lines(name) if do == "open_table" and line.kind in STEPS]
        try:
            await self.desk.do(name, self._someone(Role.PIT_MANAGER), do=do)
        except Refused as refusal:
            assert refusal.sentence == waits_for, (refusal, waits_for)
        else:
            raise AssertionError(f"{name}: {do} was done, though it waits: {waits_for}")
        left = [title for title in steps if title[1:] not in waits_for]
        assert waits_for.startswith("Still missing: "), waits_for
        assert not left, (waits_for, left)
        self.troubles["refusal named all"] += 1

    async def _restart(self, name: str) -> None:
        """The house is killed and opened again: everybody finds the work that they left."""
        for other in self.players:
            await self.desk.settle(other)
        before = self.queues()
        await self.http.aclose()
        await self.desk.house.close()
        keys, clock = self.desk.keys, self.desk.clock
        self.desk = Desk(self.database, self.plans, clock=clock)
        self.desk.keys = keys
        await self._open()
        for other, players in self.players.items():
            for seat in players:
                self.desk.host(other).presence.out_of_reach.pop(seat, None)
        after = self.queues()
        for credential, lines in before.items():
            lost = [line for line in lines if line not in after[credential]]
            new = [line for line in after[credential] if line not in lines]
            assert lost == new == [], (credential, lost[:2], new[:2])

    def queues(self) -> dict[str, list[TaskLine]]:
        """What each of the staff has to do."""
        self.tasks.look()
        return {one.credential: list(self.tasks.queue(one).tasks) for one in self.staff}

    async def _alarm(self, name: str) -> None:
        await self.desk.house.register.enter(PlayAlarm("paytable", "2026-01-01", name, "", 1, "Something is off."))

    # --- the whole of it

    async def run(self, steps: int) -> None:
        await self._hasty("")
        for _ in range(steps):
            fate = self.pick.random()
            if fate < 0.04:
                await self.trouble()
            elif fate < 0.4 or not await self.work():
                await self.play(self.pick.choice(list(self.players)))
            assert not self.refused, self.refused[0]

    async def finish(self, most: int = 3000) -> None:
        """No trouble any more: players finish what is begun, staff do what is left, until nobody has anything to do."""
        idle = 0
        for _ in range(most):
            worked = await self.work()
            assert not self.refused, self.refused[0]
            for name in self.players:
                await self.answer(name)
            idle = 0 if worked else idle + 1
            if idle > 3 and all(self.is_open(name) for name in self.players):
                return
        stuck = {name: [line.title for line in self._lines(name)] for name in self.players if not self.is_open(name)}
        raise AssertionError(
            f"it does not come to an end: {stuck or [line.id for one in self.staff for line in self.own(one)]}"
        )

    def is_open(self, name: str) -> bool:
        return self.desk.table(name).state.standing.open

    def _lines(self, name: str) -> list[TaskLine]:
        person = self.desk.house.register.person(credential_of(Role.SHIFT_MANAGER))
        return list(self.tasks.queue(person, name).tasks)

    async def answer(self, name: str) -> None:
        """Players answer what they are asked, and wager nothing new."""
        table = self.desk.table(name)
        if table.round is None or isinstance(table.round.pending, Window):
            return
        for election in table.round.elections():
            if election.to in self.players[name]:
                assert isinstance(election.to, int)
                await self.desk.say(name, self.players[name][election.to], _first(election))
                return

    def check_signatures(self) -> int:
        """Every signature in the record is one that its list asks for, by somebody in a role that it names. How many there were."""
        count = 0
        for name, host in self.desk.house.hosts.items():
            lists = {one.name: one for one in host.require_table().checklists}
            for entry in self.desk.house.store.entries(name):
                if entry.kind == "signed":
                    made = msgspec.json.decode(entry.payload, type=entries.Signed)
                    _check_signature(lists[made.checklist], made)
                    count += 1
        return count


def _check_signature(checklist: Checklist, made: entries.Signed) -> None:
    roles = checklist.signatures[made.number - 1].roles
    role = Role(made.role)
    assert any(role is one or (one in RANKS and serves_as(role, one)) for one in roles), (checklist.title, made)
    assert checklist.missing(made.items) is None, made


def _first(election: Election) -> Answer:
    return (election.default or election.options[0]).answer(election.to)


def _can_be_sent(line: TaskLine) -> bool:
    """Whether the queue itself can do it; what is done on a page of its own is tested with that page."""
    act: TaskAct | None = line.act
    return act is not None and bool(act.path or "do" in act.body or any(choice.path for choice in act.choices))
