"""A house over HTTP: its tables, the law, past rounds, and a seat."""

from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

import httpx
import msgspec

from pitboss.client.seat import Seat
from pitboss.client.table_connection import TableConnection, new_key, refusal
from pitboss.house.commands.take_seat import TakeSeat
from pitboss.house.protocol.commands import Keyed
from pitboss.house.protocol.greeting import HEADER, WIRE_VERSION
from pitboss.house.protocol.info import ProvisionInfo, TableInfo, TableSummary
from pitboss.house.protocol.messages import RefusedMessage
from pitboss.house.protocol.records import ChipsBought, RoundDetail, RoundSummary, SeatLeft, SeatTaken

T = TypeVar("T")
TIMEOUT = 30.0  # seconds for a reply
ATTEMPTS = 3


def _part(name: str) -> str:
    """A name as one part of an address."""
    return quote(name, safe="")


class House:
    """A house at an address such as ``http://127.0.0.1:8000``."""

    def __init__(self, url: str = "http://127.0.0.1:8000", *, timeout: float = TIMEOUT) -> None:
        self.url, self.timeout = url.rstrip("/"), timeout
        self._http = httpx.Client(base_url=self.url, timeout=timeout, headers={HEADER: str(WIRE_VERSION)})

    def __enter__(self) -> "House":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    # --- looking

    def tables(self) -> list[TableSummary]:
        """Every table of the house."""
        return self._get("/api/tables", list[TableSummary])

    def table(self, name: str) -> TableInfo:
        """Everything that a table's rules say: wagers, spots, limits, odds, edges."""
        return self._get(f"/api/tables/{quote(name, safe='')}", TableInfo)

    def layout(self, name: str) -> str:
        """The layout of a table as SVG."""
        return self._ask("GET", f"/api/tables/{quote(name, safe='')}/felt.svg").text

    def law(self, cite: str) -> ProvisionInfo:
        """What a citation says, with everything beneath it."""
        return self._get(f"/api/law/{quote(cite, safe='')}", ProvisionInfo)

    def rounds(self, table: str, *, before: int | None = None, limit: int = 50) -> list[RoundSummary]:
        """Closed rounds of a table, latest first."""
        asked: dict[str, Any] = {"limit": limit} | ({"before": before} if before else {})
        return self._get(f"/api/tables/{quote(table, safe='')}/rounds", list[RoundSummary], asked)

    def round(self, table: str, number: int) -> RoundDetail:
        """One round: every step beside the provision that decided it."""
        return self._get(f"/api/tables/{quote(table, safe='')}/rounds/{number}", RoundDetail)

    # --- playing

    def watch(self, table: str) -> TableConnection:
        """The socket of a table, for somebody who only looks."""
        return TableConnection(self.socket_url(table), timeout=self.timeout)

    def sit(self, table: str, seat: int | None = None, *, name: str = "") -> Seat:
        """Take a seat, any where none is named, and buy in with play chips."""
        wish = TakeSeat(key=new_key(), seat=seat, name=name) if seat else TakeSeat(key=new_key(), name=name)
        taken = self._post(f"/api/tables/{quote(table, safe='')}/seats", wish, SeatTaken)
        return Seat(self, table, taken)

    def leave(self, table: str, seat: int, token: str) -> SeatLeft:
        """Cash the rack and give up the seat."""
        return self._post(f"/api/tables/{quote(table, safe='')}/seats/{seat}/leave", Keyed(new_key()), SeatLeft, token)

    def buy_chips(self, table: str, seat: int, token: str) -> ChipsBought:
        """More play chips for a rack that has run low."""
        return self._post(
            f"/api/tables/{quote(table, safe='')}/seats/{seat}/chips", Keyed(new_key()), ChipsBought, token
        )

    def socket_url(self, table: str) -> str:
        parts = urlsplit(self.url)
        return parts._replace(
            scheme={"https": "wss"}.get(parts.scheme, "ws"), path=f"/ws/tables/{quote(table, safe='')}"
        ).geturl()

    # --- asking

    def _get(self, path: str, kind: type[T], asked: dict[str, Any] | None = None) -> T:
        return msgspec.json.decode(self._ask("GET", path, params=asked).content, type=kind)

    def _post(self, path: str, body: msgspec.Struct, kind: type[T], token: str = "") -> T:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        reply = self._ask("POST", path, content=msgspec.json.encode(body), headers=headers)
        return msgspec.json.decode(reply.content, type=kind)

    def _request(self, method: str, path: str, more: dict[str, Any]) -> httpx.Response:
        """A request whose reply is lost is sent again as it was: its key says that it is the same."""
        for left in reversed(range(ATTEMPTS)):
            try:
                return self._http.request(method, path, **more)
            except httpx.TransportError:
                if not left:
                    raise
        raise AssertionError

    def _ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        reply = self._request(method, path, more)
        if reply.is_error:
            raise refusal(msgspec.json.decode(reply.content, type=RefusedMessage).refused)
        return reply
