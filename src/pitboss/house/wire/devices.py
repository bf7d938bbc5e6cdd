"""The connection of a device, and the keys of devices.

``/ws/devices/{table}`` speaks lines of text, so that a serial bridge or a scanner can: first ``key`` and the key, then one
outcome a line. The house replies ``ok`` and the number of the entry, or ``no``, a sentence and its citation, and says
``asks wheel @12.3`` whenever the table waits for an outcome that this device reads. Whatever is wrong with a key is refused in the
same words; a key that is revoked closes its connections at once.
"""

import asyncio
import re
import secrets
from collections import OrderedDict, deque
from typing import Annotated, Any

from litestar import WebSocket, get, post, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import Body, Parameter

from pitboss.house.commands.enter_reading import ENTERED, EnterReading
from pitboss.house.devices import keys, lines
from pitboss.house.devices.lines import Moment
from pitboss.house.host import devices
from pitboss.house.host.host import Host
from pitboss.house.host.replies import SEQUENCE
from pitboss.house.host.sessions import Session
from pitboss.house.house import House
from pitboss.house.people.entries import DeviceKeyIssued, DeviceKeyRevoked
from pitboss.house.protocol.administration import DeviceKey, DeviceLine, IssueDeviceKey
from pitboss.house.protocol.messages import HouseNotice
from pitboss.house.wire.access import By
from pitboss.house.wire.command_reader import MISUSED
from pitboss.house.wire.limits import ADDRESSES, Bucket, client_of
from pitboss.house.wire.parameters import TableId
from pitboss.house.wire.people import address_of
from pitboss.house.wire.sockets import LATER, MOVED, TOO_MANY, forget, note_faults
from pitboss.house.wire.traffic import Traffic
from pitboss.procedure import Refusal, Refused

Socket = WebSocket[Any, Any, Any]
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
Device = Annotated[str, Parameter(max_length=64, description="The name of a device.")]

GREETING_SECONDS = 10.0
MOST_MALFORMED = 20  # lines that are none, before the connection is cut
NOT_HEARD, REVOKED = 4401, 4403  # how a connection is closed
NOT_LET_IN = "This is not the key of a device at this table."
COUNTS_NO_MORE = "The key of this device counts no more."
FREE_TRIES, FIRST_WAIT, LONGEST_WAIT = 5, 1.0, 30.0  # wrong keys from one address, and seconds to wait after them


class WrongKeys:
    """Addresses that gave wrong keys: after a few, the next try is not even looked at for a while."""

    def __init__(self) -> None:
        self._found: OrderedDict[str, tuple[int, float]] = OrderedDict()  # how many, and when the next one is heard

    def heard(self, address: str, now: float) -> bool:
        return now >= self._found.get(address, (0, 0.0))[1]

    def wrong(self, address: str, now: float) -> None:
        count = self._found.pop(address, (0, 0.0))[0] + 1
        wait = min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** (count - FREE_TRIES)) if count >= FREE_TRIES else 0.0
        self._found[address] = count, now + wait
        while len(self._found) > ADDRESSES:
            self._found.popitem(last=False)

    def right(self, address: str) -> None:
        self._found.pop(address, None)


class DeviceConnection:
    """The open connection of one device: it views its table like any viewer, and is sent only questions for it."""

    def __init__(self, socket: Socket, house: House, host: Host, key: DeviceKeyIssued, pace: float) -> None:
        self.socket, self._house, self.host, self.key = socket, house, host, key
        self.session = Session()
        self.closes_with = (LATER, "")
        self._id, self._number = secrets.token_hex(8), 0
        self._bucket = Bucket(pace, 2 * pace)
        self._out: deque[str] = deque()
        self._bell = asyncio.Event()
        self._asked: Moment | None = None  # what this device was last asked
        self._moved = False  # whether what moved the table last came from here
        self._face_down = devices.face_down(host.table)  # the round, and how many cards that lie face down were read
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    # --- what the host calls

    def wake(self) -> None:
        self._bell.set()

    def notice(self, notice: HouseNotice) -> None:
        """Announcements are for people."""

    def end(self) -> None:
        """No device sits in a seat that could be given up."""

    def move(self) -> None:
        self.cut(*MOVED)

    def cut(self, code: int, why: str) -> None:
        """Nothing more is heard or told."""
        self.closes_with = code, why
        for task in self._tasks:
            task.cancel()

    # --- the connection

    async def run(self) -> None:
        if self._house.hosts.get(self.host.name) is not self.host:
            self.closes_with = MOVED
            return
        self.host.presence.join(self)
        self._tasks = tuple(asyncio.create_task(work) for work in (self._send(), self._receive()))
        try:
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.host.presence.part(self)
            for task in self._tasks:
                task.cancel()
            note_faults(self.host.name, await asyncio.gather(*self._tasks, return_exceptions=True))

    def say(self, words: str) -> None:
        self._out.append(words)
        self._bell.set()

    async def _send(self) -> None:
        while True:
            while self._out:
                await self.socket.send_data(self._out.popleft(), mode="text")
            if not self.host.busy and (words := self._question()):
                await self.socket.send_data(words, mode="text")
                continue
            await self._bell.wait()
            self._bell.clear()

    def _question(self) -> str:
        """What the table waits for, unless this device has been asked; replies to it come first."""
        found = devices.asked(self.host.table, self.key.reads)
        if found is None or self._out or self.host.suspension.sentence:
            return ""
        moment, draw = found
        if moment == self._asked:
            return ""
        self._asked, self._moved = moment, False
        return f"asks {draw.device} {moment}"

    async def _receive(self) -> None:
        malformed = 0
        while malformed < MOST_MALFORMED:
            try:
                data = await self.socket.receive_data(mode="text")
            except WebSocketDisconnect:
                return
            for line in str(data).splitlines() or [""]:
                wait = self._bucket.take()
                if wait > 0:
                    await asyncio.sleep(wait)
                malformed += not await self._hear(line)
        self.closes_with = (MISUSED, f"{MOST_MALFORMED} lines made no sense")

    async def _hear(self, line: str) -> bool:
        """Enter a line and reply to it; False where it is none."""
        self._number += 1
        try:
            result = lines.read(line)
            if self.key.reads == lines.CARDS and self._lies_face_down():
                self.say(f"ok {self.host.require_table().journal.sequence} face down")
                return True
            meant = result.moment or self._meant()
            id = f"{self._id}.{self._number}"  # each line of a connection counts once
            reading = EnterReading(key=id, device_key=self.key, outcome=result.outcome, meant=meant)
            reply = await self.host.do(devices.session(self.host, self.key), reading)
        except Refused as refused:
            self.say(f"no {refused}")
            return refused.why is not Refusal.MALFORMED
        self._moved = True
        self.say(f"ok {reply[SEQUENCE]}")
        return True

    def _lies_face_down(self) -> bool:
        """Whether the card that a shoe has just read was dealt face down: nobody is asked which it is until it is turned."""
        number, dealt = devices.face_down(self.host.table)
        read = min(dealt, self._face_down[1]) if number == self._face_down[0] else 0
        self._face_down = number, min(dealt, read + 1)
        return read < dealt

    def _meant(self) -> Moment | None:
        """The question that a line without one is meant for: what this device was asked last; where it has just answered
        that, whatever followed."""
        found = devices.asked(self.host.table, self.key.reads)
        return found[0] if self._moved and found is not None else self._asked


def routes(house: House, traffic: Traffic) -> list[Any]:
    """The connections of devices, and what administrators do about their keys."""
    connections: set[DeviceConnection] = set()
    wrong = WrongKeys()

    @websocket("/ws/devices/{table:str}")
    async def connect(socket: Socket, table: TableId) -> None:
        await socket.accept()
        address = client_of(socket.scope)
        try:
            await traffic.open_socket(house, address, "")
        except Refused as refusal:
            await _close(socket, TOO_MANY, refusal.sentence)
            return
        try:
            await serve(socket, table)
        finally:
            traffic.close_socket(address, "")

    async def serve(socket: Socket, table: str) -> None:
        key = await _greeted(socket, house, table, wrong)
        if house.processes.is_elsewhere(table):
            await _close(socket, *MOVED)
            return
        if key is None:
            await _close(socket, NOT_HEARD, NOT_LET_IN)
            return
        opened = DeviceConnection(socket, house, house.host(table), key, traffic.pace)
        opened.say(f"ok {opened.host.require_table().journal.sequence}")
        connections.add(opened)
        try:
            await opened.run()
        finally:
            connections.discard(opened)
            await _close(socket, *opened.closes_with)
            forget(socket)

    def cut(device: str) -> None:
        for one in connections:
            if one.key.device == device and house.register.device_keys.get(device) != one.key:
                one.cut(REVOKED, COUNTS_NO_MORE)

    def shown(key: DeviceKeyIssued) -> DeviceLine:
        connected = any(one.key == key for one in connections)
        return DeviceLine(key.device, key.table, key.reads, key.serial, str(key.by), connected)

    @get("/api/administration/devices", right="see administration")
    async def all_devices() -> list[DeviceLine]:
        """Every device that has a key, and whether it is connected."""
        return [shown(key) for key in house.register.device_keys.values()]

    @post("/api/administration/devices", status_code=201, right="issue device key")
    async def issue_device_key(data: Annotated[IssueDeviceKey, Body()], by: By) -> DeviceKey:
        """A key for a device at a table; it is shown now and never again. An older key of the device counts no more."""
        if not NAME.fullmatch(data.device):
            raise Refused(
                Refusal.MALFORMED,
                f"Expected a name of letters, digits, dots and dashes, like wheel-eye, not {data.device!r}.",
                "",
            )
        if house.host(data.table).require_table().state.filing.settings.chance != "entered":
            raise Refused(
                Refusal.FORBIDDEN_CHOICE,
                f"At {data.table} a generator decides; devices tell outcomes at tables where they are entered.",
                ENTERED,
            )
        serial = house.register.keys_issued + 1
        await house.register.enter(DeviceKeyIssued(data.device, data.table, serial, by, data.reads))
        cut(data.device)
        made = house.register.device_keys[data.device]
        return DeviceKey(shown(made), keys.secret(house.store.sealer, made))

    @post("/api/administration/devices/{device:str}/revoke", status_code=200, right="revoke device key")
    async def revoke_device(device: Device, by: By) -> list[DeviceLine]:
        """Revoke the device's key and close its connection."""
        await house.register.enter(DeviceKeyRevoked(device, by))
        cut(device)
        return [shown(key) for key in house.register.device_keys.values()]

    return [connect, all_devices, issue_device_key, revoke_device]


async def _greeted(socket: Socket, house: House, table: str, wrong: WrongKeys) -> DeviceKeyIssued | None:
    """Whose key the first line has; None where it has none that counts here, whatever is wrong with it."""
    address = address_of(socket)
    try:
        async with asyncio.timeout(GREETING_SECONDS):
            first = str(await socket.receive_data(mode="text"))
    except (TimeoutError, WebSocketDisconnect):
        return None
    now = asyncio.get_running_loop().time()
    if not wrong.heard(address, now):
        return None
    word, _, given = first.strip().partition(" ")
    known = [key for key in house.register.device_keys.values() if key.table == table]
    found = keys.holder(house.store.sealer, known, given.strip())
    if house.processes.is_elsewhere(table):
        return None
    if word != "key" or found is None or table not in house.hosts or house.hosts[table].table is None:
        wrong.wrong(address, now)
        return None
    wrong.right(address)
    return found


async def _close(socket: Socket, code: int, why: str) -> None:
    if socket.connection_state == "disconnect":
        return
    if why:
        await socket.send_data(f"no {why}", mode="text")
    await socket.close(code=code, reason=why)
