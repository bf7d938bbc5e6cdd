"""How a connection begins: who greets, and which version of the wire they speak.

The version is one number for the socket and for HTTP. It rises when a field or message is renamed, removed or means something
else; ``docs/wire-changes.md`` has what changed. A client names it in its greeting, or with the handshake, or in a header of a
request; one that names none on a socket speaks the first.
"""

from collections.abc import Iterable
from typing import Annotated

import msgspec

from pitboss.house.protocol.message import IncomingMessage
from pitboss.house.protocol.messages import refusal
from pitboss.procedure import Refusal, Refused

WIRE_VERSION = 2
FIRST_VERSION = 1
HEADER = "Pitboss-Wire"
SUBPROTOCOL = "pitboss"  # of a client that greets while it connects; with the version: pitboss.2
TOKEN = "token."
CHANGES = "/docs/wire-changes.html"


class Greeting(IncomingMessage):
    """The token of a seat, empty for a watcher; and the version of the wire that the client speaks."""

    token: Annotated[str, msgspec.Meta(max_length=256)] = ""
    version: int = FIRST_VERSION


class Hello(IncomingMessage):
    """The first message on a socket."""

    hello: Greeting


def greeting_in(offered: Iterable[str]) -> tuple[str, Greeting] | None:
    """The subprotocol by which a client greets with its handshake, and the greeting; None where a message is to bring it."""
    names = list(offered)
    for name in names:
        spoken, _, version = name.partition(".")
        if spoken == SUBPROTOCOL and (not version or version.isdecimal()):
            token = next((one.removeprefix(TOKEN) for one in names if one.startswith(TOKEN)), "")
            return name, Greeting(token, int(version or FIRST_VERSION))
    return None


def other_version(version: int | str) -> Refused:
    """The refusal of a client that speaks another version."""
    sentence = (
        f"This house speaks version {WIRE_VERSION} of the wire, not version {version}: reload the page, or change"
    )
    return Refused(Refusal.WIRE_VERSION, f"{sentence} the program as {CHANGES} says.", "")


def encoded_for_old_clients(refused: Refused) -> bytes:
    """A refusal that clients of the first version read, too: they look for its code under ``why``."""
    body = msgspec.to_builtins(refusal(refused))["refused"]
    return msgspec.json.encode({"refused": {**body, "why": refused.code}})
