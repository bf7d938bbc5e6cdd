"""What the house says of its own HTTP interface: OpenAPI 3.1, served at ``/schema``.

Litestar knows addresses, parameters and what each route says of itself; msgspec, which reads and writes every body, knows
bodies exactly. Both are put together here with who may ask and how a refusal looks.
"""

import inspect
import types
import typing
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from litestar import Litestar, Request, Response
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.response import Stream

from pitboss.house.commands.answer import AnswerQuestion
from pitboss.house.commands.take_seat import TakeSeat
from pitboss.house.commands.union import over
from pitboss.house.protocol.board import RoundQuery
from pitboss.house.protocol.commands import Keyed
from pitboss.house.protocol.messages import RefusedMessage
from pitboss.house.protocol.people import SignIn
from pitboss.house.wire import fields
from pitboss.house.wire.access import COOKIE, described, shown
from pitboss.house.wire.examples import example
from pitboss.house.wire.pushing import LINES

REF = "#/components/schemas/{name}"
REFUSALS = {
    400: "The request is malformed; the sentence says which part, and what it takes.",
    401: "Nobody is signed in, or the token is not known.",
    403: "Whoever asks may not do that, or asks from a page of another site.",
    404: "There is no such table, round or equipment.",
    409: "It cannot be done as things stand; nothing was changed.",
    413: "The request is longer than the house reads.",
    421: "The house is not served under this host name.",
    429: "More was asked than one address or account may ask in a second.",
    503: "The house cannot do it now, and nothing was changed; ask again.",
}
SECURITY = {
    "seat": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a seat, as it was told when the seat was taken.",
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "The cookie of somebody who signed in.",
    },
    "metrics": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token that the house was given for the program that reads its metrics.",
    },
}
EXAMPLES: dict[type[msgspec.Struct], msgspec.Struct] = {
    TakeSeat: TakeSeat(key="8d0f3c52a1b94e67", name="Pat"),
    Keyed: Keyed(key="b7"),
    AnswerQuestion: AnswerQuestion(key="c12", says="wager", wager="red", amount=5_00, round=7, question=1),
    SignIn: SignIn(name="D-1001", password="correct horse battery staple"),
    RoundQuery: RoundQuery(),
}
BINARY = ("application/zip", "application/pdf", "application/octet-stream")


class Described(JsonRenderPlugin):
    """Serves the description that is put together here in the place of Litestar's own."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        state = request.app.state
        if not hasattr(state, "description"):
            state.description = msgspec.json.encode(openapi(request.app, openapi_schema))
        return bytes(state.description)


def openapi(app: Litestar, drafted: dict[str, Any]) -> dict[str, Any]:
    """The whole description, from what Litestar drafted of it."""
    operations = list(described(app))
    _, schemas = msgspec.json.schema_components(
        (RefusedMessage, *dict.fromkeys(kind for _, _, handler in operations for kind in _kinds(handler))),
        ref_template=REF,
    )
    for command in over("http"):  # by its address it is clear which it is
        if (schema := schemas.get(command.__name__)) is not None:
            schema["required"] = [name for name in schema["required"] if name != "do"]
    found = {"openapi": "3.1.0", "info": drafted["info"], "servers": [{"url": "/"}], "paths": {}}
    for path, method, handler in operations:
        own = found["paths"].setdefault(path, {})
        own[method.lower()] = _operation(path, method, handler, drafted["paths"][path][method.lower()])
    _add_examples(found["paths"], schemas)
    found["components"] = {
        "schemas": fields.described(_bounded(schemas)),
        "responses": dict(_refusals()),
        "securitySchemes": SECURITY,
    }
    return found


def _operation(path: str, method: str, handler: HTTPRouteHandler, drafted: dict[str, Any]) -> dict[str, Any]:
    words = (inspect.getdoc(handler.fn) or "").replace("``", "`")
    made: dict[str, Any] = {
        "tags": [tag(path)],
        "operationId": f"{tag(path)}_{handler.handler_name}",
        "summary": " ".join(words.split("\n\n")[0].split()),
        "description": words,
        "security": shown(handler),
        "responses": {**_success(handler), **_refused(path, method, handler)},
    }
    if parameters := [_parameter(one) for one in drafted.get("parameters", ())]:
        made["parameters"] = parameters
    body = _body(handler)
    if body is not None:
        content: dict[str, Any] = {"schema": _schema(body)}
        if body in EXAMPLES:
            content["example"] = msgspec.to_builtins(EXAMPLES[body])
        made["requestBody"] = {"required": not _may_be_left_out(handler), "content": {"application/json": content}}
    return made


def _add_examples(paths: dict[str, Any], schemas: dict[str, Any]) -> None:
    """An example to every body, of request and reply, that has none yet."""
    for operation in (one for verbs in paths.values() for one in verbs.values()):
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for content in (media for body in bodies for media in body.get("content", {}).values()):
            if "schema" in content and "example" not in content:
                content["example"] = example(content["schema"], schemas)


def tag(path: str) -> str:
    """What an address is about: ``board`` for ``/api/board/rounds``."""
    return path.removeprefix("/api").strip("/").split("/")[0]


def _parameter(drafted: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in drafted.items() if value not in (False, None)}


# --- bodies


def _kinds(handler: HTTPRouteHandler) -> Iterator[Any]:
    """The types of what a route reads and of what it replies."""
    for kind in (_body(handler), _reply(handler)):
        if kind is not None:
            yield from _members(kind)


def _body(handler: HTTPRouteHandler) -> Any:
    """What a route reads: its ``data``."""
    data = handler.parsed_data_field
    return data.annotation if data is not None else None


def _may_be_left_out(handler: HTTPRouteHandler) -> bool:
    return handler.parsed_data_field is not None and handler.parsed_data_field.has_default


def _reply(handler: HTTPRouteHandler) -> Any:
    """The type of what a route replies; None for nothing, or for text and files."""
    kind = handler.parsed_fn_signature.return_type.annotation
    if typing.get_origin(kind) is Response:
        (kind,) = typing.get_args(kind)
    return None if kind in (None, type(None), Any, Stream, Response, str, bytes) else kind


def _members(kind: Any) -> tuple[Any, ...]:
    """The types of a union, which msgspec describes only where it could also read it; else the type itself."""
    return typing.get_args(kind) if typing.get_origin(kind) in (typing.Union, types.UnionType) else (kind,)


def _schema(kind: Any) -> dict[str, Any]:
    made, _ = msgspec.json.schema_components(_members(kind), ref_template=REF)
    return {"anyOf": list(made)} if len(made) > 1 else dict(made[0])


def _success(handler: HTTPRouteHandler) -> dict[str, Any]:
    kind, status = _reply(handler), str(handler.status_code)
    if kind is not None:
        media = ("application/json", LINES) if handler.opt.get("follows") else ("application/json",)
        reply = {"content": {name: {"schema": _schema(kind)} for name in media}}
        failing = {"503": {"description": "Failing; the same reply.", **reply}} if _tells_failure(handler) else {}
        return {status: {"description": "Done.", **reply}, **failing}
    if handler.parsed_fn_signature.return_type.annotation in (None, type(None)):
        return {status: {"description": "Done."}}
    given: Iterable[str] = handler.opt.get("gives") or (str(getattr(handler.media_type, "value", handler.media_type)),)
    content = {name: {} if name in BINARY else {"schema": {"type": "string"}} for name in given}
    return {status: {"description": "Done.", "content": content}}


def _tells_failure(handler: HTTPRouteHandler) -> bool:
    """Whether a reply of status 503 has the same body as one of status 200: what is asked is whether all is well."""
    return bool(handler.opt.get("tells_failure"))


def _bounded(schema: Any) -> Any:
    """A schema without ``items: false``, which generators of clients do not know; the number of items is bounded anyhow."""
    if isinstance(schema, dict):
        return {key: _bounded(value) for key, value in schema.items() if (key, value) != ("items", False)}
    return [_bounded(one) for one in schema] if isinstance(schema, list) else schema


# --- refusals


def _refusals() -> Iterator[tuple[str, dict[str, Any]]]:
    content = {"application/json": {"schema": {"$ref": REF.format(name=RefusedMessage.__name__)}}}
    for status, words in REFUSALS.items():
        yield f"Refused{status}", {"description": words, "content": content}


def _refused(path: str, method: str, handler: HTTPRouteHandler) -> dict[str, Any]:
    """The refusals that an operation may meet with."""
    statuses = {400, 401, 403, 421, 503}
    if path.startswith("/api/"):
        statuses |= {404, 409, 429}
    elif "{" in path:
        statuses.add(404)
    if method != "GET":
        statuses.add(413)
    if _tells_failure(handler):
        statuses.remove(503)
    return {str(status): {"$ref": f"#/components/responses/Refused{status}"} for status in sorted(statuses)}
