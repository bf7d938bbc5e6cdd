"""The route of hot and cold: how often each outcome of a wheel or of dice came at a table, beside what chance expects."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec
from litestar import get

from pitboss.house.house import House
from pitboss.house.protocol.frequencies import Frequencies, FrequencyLine
from pitboss.house.wire import table_info
from pitboss.house.wire.access import EVERYBODY
from pitboss.house.wire.parameters import TableId
from pitboss.mathematics.kit.frequency import expected, named

ROUNDS = 1000  # the latest
FAR = 10**15
DICE = re.compile(r"[1-6](?: [1-6])+")


def routes(house: House) -> list[Any]:
    known: dict[
        tuple[str, bytes], Mapping[str, Fraction]
    ] = {}  # one for each set of rules that a table of the house has

    @get("/api/tables/{table:str}/frequencies", access=EVERYBODY)
    async def frequencies(table: TableId) -> Frequencies:
        """How often each outcome came in the last rounds, and how often chance expects it; empty where cards or tiles decide."""
        founded = house.founded[house.host(table).name]
        key = founded.game, msgspec.json.encode(founded.choices, order="deterministic")
        if key not in known:
            known[key] = expected(*table_info.rules_of(founded))
        shares = known[key]
        if not shares:
            return Frequencies(0, ())
        rows = await asyncio.to_thread(house.store.history.rounds, house.host(table).name, FAR, ROUNDS)
        return counted((row[5] for row in rows), shares)

    return [frequencies]


def counted(results: Iterable[str], shares: Mapping[str, Fraction]) -> Frequencies:
    """Results, the latest first, as the outcomes that they name."""
    found = [name for result in results if (name := _outcome(result, shares))]
    seen, last = Counter(found), dict[str, int]()
    for ago, name in enumerate(found, 1):
        last.setdefault(name, ago)
    return Frequencies(
        len(found),
        tuple(
            FrequencyLine(name, seen[name], round(float(len(found) * share), 4), float(share), last.get(name, 0))
            for name, share in shares.items()
        ),
    )


def _outcome(result: str, shares: Mapping[str, Fraction]) -> str:
    """The outcome that a result names; empty for a round without one."""
    if (thrown := DICE.match(result)) is not None:
        return named(thrown[0])
    first = result.split(",", 1)[0].split(" ", 1)[0]
    return result if result in shares else first if first in shares else ""
