"""The book of a large house: what a round costs it, the end of a day at 200 tables, and a patron's statement of a year."""

import asyncio
import tempfile
import time
from itertools import count
from pathlib import Path

import msgspec

from bench.measure import Measured
from pitboss.catalogue import game as game_named
from pitboss.house.book.book import MoneyBook
from pitboss.house.book.chips import VALUE_CHIPS
from pitboss.house.book.entries import TableReading
from pitboss.house.book.folding import apply
from pitboss.house.book.movements.asker import Asker, TableFacts
from pitboss.house.book.movements.asks import AnyMovement
from pitboss.house.book.movements.decide import decide
from pitboss.house.host import money
from pitboss.house.table import entries
from pitboss.house.table.filing import Settings
from pitboss.house.table.table import found
from pitboss.house.wire.statement import made as statement
from pitboss.roles import Role
from tests.house.money import MoneyDesk
from tests.house.test_followed import Dealer
from tests.house.test_statement import PLAYER, T, at_window, deal

TABLES, ROUNDS, REPEATS = 200, 20_000, 5
VISITS, PLAYED = 150, 60  # of one patron in a year
TRAY = {2500: 400, 10_000: 100}
PEOPLE = {
    "dealer": Role.DEALER,
    "floor": Role.PIT_MANAGER,
    "security": Role.SECURITY,
    "cashier": Role.CAGE_CASHIER,
    "manager": Role.MANAGER,
    "shift": Role.SHIFT_MANAGER,
    "auditor": Role.AUDITOR,
    **dict.fromkeys(("count-1", "count-2", "count-3"), Role.COUNT_TEAM),
}


def run() -> dict[str, float | str]:
    return {
        "live sum and expected tray, CPU us a round": Measured([_round() for _ in range(REPEATS)]),
        f"a day of {TABLES} tables closed, CPU s": Measured([_day() for _ in range(REPEATS)]),
        f"a statement of a year, {2 * VISITS} moves and {PLAYED} rounds, CPU ms": Measured(asyncio.run(_statements())),
    }


async def _statements() -> list[float]:
    """Of a patron who deposited and withdrew on every visit, and played by hand; the index is there already."""
    found: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        async with MoneyDesk(Path(folder)) as desk:
            dealer: Dealer = await deal(desk)
            for _ in range(VISITS):
                await at_window(desk, "deposit", amount=20_000)
                await at_window(desk, "withdraw", amount=20_000)
            await desk.do(T, dealer.session(), do="seat_patron", seat=1, amount=900_000, card=PLAYER)
            for _ in range(PLAYED):
                await dealer.round()
            person = desk.house.register.person(PLAYER)
            await statement(desk.house, person, 0)
            for _ in range(REPEATS):
                begun = time.process_time()
                made = await statement(desk.house, person, 0)
                found.append(1000 * (time.process_time() - begun))
                assert len(made.moves) == 2 * VISITS, len(made.moves)
                assert sum(line.rounds for line in made.play) >= PLAYED
    return found


def _round() -> float:
    """After every round: the ledger read, the expected tray, and the sum of the book."""
    game = game_named("roulette")
    rules = game.example()
    made = entries.Founded("roulette", "Roulette", rules.chosen, rules.hash("roulette"), "", Settings(dealer="person"))
    table, book = found("RL-0", made, "2026-01-01T12:00:00.000Z"), _opened()
    begun = time.process_time()
    for _ in range(ROUNDS):
        book.expected("RL-0", money.reading(table))
        assert not book.accounts.total
    return 1e6 * (time.process_time() - begun) / ROUNDS


class _Day:
    """Everybody who closes a day, at tables that sold $1,000 each."""

    def __init__(self, book: MoneyBook) -> None:
        self.book, self.day, self.numbers = book, "2026-01-01", count()
        self.open, self.cash = True, 0

    def do(self, by: str, do: str, **fields: object) -> str:
        here = frozenset({Role.DEALER}) if by == "dealer" else frozenset[Role]()
        reading = TableReading(10, -self.cash, self.cash)
        name = str(fields.get("table", "")) or getattr(self.book.slips.get(str(fields.get("slip", ""))), "table", "")
        facts = {name: TableFacts(name, reading, self.open, here)} if name else {}
        asker = Asker(by, by, (PEOPLE[by],), self.day, 1, facts)
        made = decide(self.book, msgspec.convert({"do": do, **fields}, AnyMovement), asker)
        for one in made:
            apply(self.book, one, f"{self.day}T12:00:00.{next(self.numbers) % 1000:03}Z")
        return str(getattr(made[0], "slip", ""))

    def count(self, table: str, kind: str, chips: dict[int, int]) -> None:
        self.do("floor", "sign_slip", slip=self.do("dealer", "count_tray", table=table, kind=kind, chips=chips))


def _opened() -> MoneyBook:
    book = MoneyBook()
    names = [f"RL-{n}" for n in range(TABLES)]
    readings = {name: TableReading(1) for name in names}
    facts = {name: TableFacts(name, TableReading(1)) for name in names}
    bank = dict.fromkeys(VALUE_CHIPS, 500_000)
    trays = dict.fromkeys(names, TRAY)
    for by, ask in (
        ("manager", {"do": "state_book", "cash": 10**9, "chips": bank, "trays": trays}),
        ("cashier", {"do": "agree_book"}),
    ):
        asker = Asker(by, by, (PEOPLE[by],), "2026-01-01", 1, facts)
        for one in decide(book, msgspec.convert(ask, AnyMovement), asker):
            apply(book, one, "2026-01-01T12:00:00.000Z")
    assert readings.keys() == book.tables.keys()
    return book


def _day() -> float:
    book = _opened()
    day = _Day(book)
    day.open = False
    for n in range(TABLES):
        day.count(f"RL-{n}", "opener", TRAY)
    day.cash = 100_000
    begun = time.process_time()
    for n in range(TABLES):
        day.count(f"RL-{n}", "closer", {2500: 400, 10_000: 90})
        day.do("security", "take_box", table=f"RL-{n}")
    for box in book.boxes_in("taken"):
        for by in ("count-1", "count-2"):
            day.do(by, "count_box", box=box.name, notes={10_000: 10}, slips=box.slips)
    for by in ("count-1", "count-2", "count-3"):
        day.do(by, "sign_count")
    day.do("cashier", "accept_count", amount=TABLES * 100_000)
    day.day = "2026-01-02"
    for state in ("dropped", "counted", "reconciled"):
        day.do("shift", "move_day", day="2026-01-01", state=state)
    day.do("auditor", "move_day", day="2026-01-01", state="final")
    book.accounts.check()
    return time.process_time() - begun
