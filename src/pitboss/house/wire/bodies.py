"""The bodies of requests, read as strictly as messages on a socket: ``"1"`` is neither a number nor true."""

from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ValidationException


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body has the type of its route's ``data``; Litestar alone would convert strings, as it does in queries."""

    async def json(self) -> Any:
        body, field = await super().json(), self.route_handler.parsed_data_field
        if field is None:
            return body
        try:
            return msgspec.convert(body, field.annotation, str_keys=True)  # names in JSON are strings, also numbers
        except msgspec.ValidationError as error:
            what, _, path = str(error).partition(" - at `$")
            raise ValidationException(extra=[{"key": path.strip(".`") or "data", "message": what}]) from None
