"""What the house says of its sockets: AsyncAPI 3, from the same structures that are sent and read.

Seen from the house: it receives greetings and commands, and sends everything else.
"""

from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from pitboss import __version__
from pitboss.house.commands.union import SocketCommand
from pitboss.house.protocol import greeting, messages
from pitboss.house.wire import fields

REF = "#/components/schemas/{name}"
SPOKEN: dict[str, Any] = {"hello": greeting.Hello, "command": SocketCommand}
SENT: dict[str, type[msgspec.Struct]] = {
    "welcome": messages.WelcomeMessage,
    "events": messages.EventsMessage,
    "ack": messages.AckMessage,
    "preview": messages.PreviewMessage,
    "refused": messages.RefusedMessage,
    "notice": messages.NoticeMessage,
    "beat": messages.BeatMessage,
    "edges": messages.EdgesMessage,
}
REPLIES = ("ack", "preview", "refused")
AT_A_TABLE = """The socket of a table. A program that shows the token of a seat sends no Origin and no cookie; a page of the house
sends its own Origin. The first message is the greeting, within ten seconds, with the version of the wire; without a token one
watches. The house answers with the whole view, and from then on sends events and what changed in the view, at least one message in two seconds.

A change names each changed field of the view with its new value. Whatever is sent twice under one key is carried out once and
answered twice, also after the connection was lost. Close codes: 1000 the seat was given up, 1008 too many malformed messages, 1012
and 1013 connect again, 4401 signed out, 4404 no such table, 4426 another version
of the wire, 4429 too many sockets."""  # noqa: E501
AT_A_DEVICE = """The socket of a device that tells what cards, dice or a wheel show, in lines of text. The first line is `key` and the
device's key; the house then says `asks …` whenever it waits, and answers each line with `ok` or `no` and a reason."""  # noqa: E501
EXAMPLES: dict[str, list[Any]] = {
    "hello": [{"hello": {"token": "9f2c…", "version": greeting.WIRE_VERSION}}],
    "command": [
        {"do": "answer", "key": "c1", "round": 7, "question": 1, "says": "wager", "wager": "red", "amount": 500},
        {"do": "answer", "key": "c3", "round": 8, "question": 4, "says": "stand"},
        {"do": "ready", "key": "c2", "round": 7, "question": 1},
    ],
    "ack": [{"ack": "c1", "sequence": 214}],
    "refused": [
        {
            "refused": {
                "code": "below_minimum",
                "sentence": "$1.00 on Red is below the minimum of $5.00.",
                "cite": "I-GEN-34",
                "key": "c1",
            }
        }
    ],
    "beat": [{"beat": 3}],
}


def asyncapi() -> dict[str, Any]:
    """The whole description."""
    kinds = SPOKEN | SENT
    _, schemas = msgspec.json.schema_components(tuple(kinds.values()), ref_template=REF)
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "pitboss",
            "version": __version__,
            "description": f"The wire, version {greeting.WIRE_VERSION}. Play at a table, and devices that tell outcomes. Money "
            f"is in integer cents everywhere; a "
            "field that has its usual value may be left out. Everything else of a house is in /schema/openapi.json.",
        },
        "servers": {"house": {"host": "localhost:8000", "protocol": "ws"}},
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": "/ws/tables/{table}",
                "title": "A table",
                "description": AT_A_TABLE,
                "parameters": {"table": {"description": "The name of a table, as the lobby lists it."}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in kinds},
            },
            "device": {
                "address": "/ws/devices/{table}",
                "title": "A device at a table",
                "description": AT_A_DEVICE,
                "parameters": {"table": {"description": "The name of the table at which the device stands."}},
                "messages": {
                    "line": {"$ref": "#/components/messages/line"},
                    "answer": {"$ref": "#/components/messages/answer"},
                },
            },
        },
        "operations": dict(_operations()),
        "components": {
            "messages": {name: _message(name, kind) for name, kind in kinds.items()} | _lines(),
            "schemas": fields.described(_discriminated(schemas)),
        },
    }


def _discriminated(schema: Any) -> Any:
    """A schema in which a discriminator is the name of a field, as AsyncAPI has it."""
    if isinstance(schema, dict):
        return {
            key: value["propertyName"] if key == "discriminator" else _discriminated(value)
            for key, value in schema.items()
        }
    return [_discriminated(one) for one in schema] if isinstance(schema, list | tuple) else schema


def _operations() -> Iterator[tuple[str, Any]]:
    def refs(channel: str, *names: str) -> list[dict[str, str]]:
        return [{"$ref": f"#/channels/{channel}/messages/{name}"} for name in names]

    table, device = {"$ref": "#/channels/table"}, {"$ref": "#/channels/device"}
    reply = {"channel": table, "messages": refs("table", *REPLIES)}
    yield "hear_greeting", {"action": "receive", "channel": table, "messages": refs("table", "hello")}
    yield (
        "hear_command",
        {"action": "receive", "channel": table, "messages": refs("table", "command"), "reply": reply},
    )
    sent = tuple(name for name in SENT if name not in REPLIES)
    yield "tell", {"action": "send", "channel": table, "messages": refs("table", *sent)}
    yield "hear_device", {"action": "receive", "channel": device, "messages": refs("device", "line")}
    yield "answer_device", {"action": "send", "channel": device, "messages": refs("device", "answer")}


def _message(name: str, kind: Any) -> dict[str, Any]:
    """A message; a command is one of many."""
    several = [{"$ref": REF.format(name=one.__name__)} for one in get_args(kind)]
    title = "Command" if several else kind.__name__
    words = "" if several else " ".join((kind.__doc__ or "").split())
    payload: dict[str, Any] = {"oneOf": several} if several else {"$ref": REF.format(name=title)}
    made: dict[str, Any] = {"name": name, "title": title, "payload": payload}
    if words and not words.startswith(f"{title}("):
        made["summary"] = words.replace("``", "`")
    if name in ("command", "ack", "refused", "preview"):
        where = {"command": "key", "ack": "ack", "refused": "refused/key", "preview": "preview/key"}[name]
        made["correlationId"] = {"location": f"$message.payload#/{where}"}
    if name in EXAMPLES:
        made["examples"] = [{"payload": one} for one in EXAMPLES[name]]
    return made


def _lines() -> dict[str, Any]:
    text = {"contentType": "text/plain", "payload": {"type": "string"}}
    return {
        "line": {**text, "name": "line", "examples": [{"payload": "key SECRET"}, {"payload": "@12.3 17"}]},
        "answer": {**text, "name": "answer", "examples": [{"payload": "asks wheel @12.3"}, {"payload": "ok 221"}]},
    }
