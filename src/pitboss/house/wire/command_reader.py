"""The commands of one connection: read at its pace, carried out in turn with those of others, answered."""

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from litestar.exceptions import WebSocketDisconnect

from pitboss.house.commands.preview import PreviewReport
from pitboss.house.commands.union import SocketCommand
from pitboss.house.host.command import Command
from pitboss.house.host.replies import SEQUENCE, Reply
from pitboss.house.protocol.messages import AckMessage, Preview, PreviewMessage
from pitboss.house.wire.fair_queue import Ticket
from pitboss.house.wire.limits import Bucket
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.house.wire.sockets import Connection

IN_FLIGHT = 32  # commands without a reply, at most
MISUSED = 1008  # closes a socket on which nothing makes sense
MOST_MALFORMED = 20  # malformed messages before the connection is cut
DECODING_ERRORS = (msgspec.MsgspecError, UnicodeError, RecursionError)

_command: msgspec.json.Decoder[Command] = msgspec.json.Decoder(SocketCommand)


class CommandReader:
    """Reads until either side ends it."""

    def __init__(self, connection: "Connection") -> None:
        self._connection = connection
        self._bucket = Bucket(connection.traffic.pace, 2 * connection.traffic.pace)
        self._tickets: set[Ticket] = set()  # of commands that were read and have no reply yet
        self._room = asyncio.Event()
        self._malformed = 0

    def close(self) -> None:
        """Nobody waits for a turn any more."""
        for ticket in self._tickets:
            ticket.close()

    async def run(self) -> None:
        """Until the client goes, or sends too much that makes no sense."""
        connection = self._connection
        while self._malformed < MOST_MALFORMED and not connection.ended:
            try:
                data = await connection.socket.receive_data(mode="text")
            except WebSocketDisconnect:
                return
            account = connection.signed_in.credential if connection.signed_in is not None else ""
            wait = max(self._bucket.take(), connection.traffic.wait(connection.address, account))
            if wait > 0:
                await asyncio.sleep(wait)
            while len(self._tickets) >= IN_FLIGHT:
                self._room.clear()
                await self._room.wait()
            ticket = await self._admitted()
            if connection.ended or not self._hear(data, ticket):
                self._over(ticket)
        if not connection.ended:
            connection.closes_with = (MISUSED, f"{MOST_MALFORMED} messages were malformed")

    async def _admitted(self) -> Ticket:
        """Wait until a command of this connection may be carried out."""
        ready = asyncio.Event()
        ticket = Ticket(self._connection.traffic.commands, self._connection.address, ready.set)
        self._tickets.add(ticket)
        ticket.ask()
        if not ticket.held:
            await ready.wait()
        return ticket

    def _over(self, ticket: Ticket) -> None:
        ticket.close()
        self._tickets.discard(ticket)
        self._room.set()

    def _hear(self, data: str, ticket: Ticket) -> bool:
        """Hand a command to the table; whether that was done, and the ticket is held until its reply."""
        connection = self._connection
        try:
            command = _command.decode(data)
        except DECODING_ERRORS as error:
            self._malformed += 1
            connection.refuse(_key_in(data), Refused(Refusal.MALFORMED, f"The message is malformed: {error}.", ""))
            return False
        signed_in, sessions = connection.signed_in, connection.house.people.sessions
        if signed_in is not None and not sessions.touch(signed_in):
            connection.refuse(command.key, Refused(Refusal.NOT_SIGNED_IN, "You were signed out; sign in first.", ""))
            return False
        connection.host.do(connection.session, command).add_done_callback(partial(self._answered, command, ticket))
        return True

    def _answered(self, command: Command, ticket: Ticket, future: "asyncio.Future[Reply]") -> None:
        self._over(ticket)
        if future.cancelled():
            return
        failure = future.exception()
        if failure is None:
            reply = future.result()
            if isinstance(command, PreviewReport):
                self._connection.put(PreviewMessage(Preview(**reply)))
            else:
                self._connection.put(AckMessage(command.key, reply[SEQUENCE]))
        elif isinstance(failure, Refused):
            self._connection.refuse(command.key, failure)


def _key_in(data: str) -> str:
    """The key of a malformed message, so that its sender knows which one was refused."""
    try:
        found = msgspec.json.decode(data)
    except DECODING_ERRORS:
        return ""
    key = found.get("key") if isinstance(found, dict) else None
    return key[:64] if isinstance(key, str) else ""
