"""Gaming days of money as people would move it, decided by the book's own movements: tables in three shifts, cage, count and close.

Readings of tables are made up, everything else is decided, refused or entered as in a house. No store, no clock, no table.
"""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec

from pitboss.house.book import accounts
from pitboss.house.book.book import MoneyBook
from pitboss.house.book.entries import TableReading
from pitboss.house.book.movements.asker import Asker, TableFacts
from pitboss.house.book.movements.asks import AnyMovement
from pitboss.house.book.movements.decide import decide
from pitboss.house.cage import entries
from pitboss.house.cage.deposits import deposit_of
from pitboss.house.cage.purses import CAGE_JOURNAL, PurseFold
from pitboss.house.people.entries import HouseNamed
from pitboss.house.progressives.periods import Periods
from pitboss.house.reports.money_record import MoneyRecord, TablePlace
from pitboss.house.table.hours import stamp_of
from pitboss.journal import Entry
from pitboss.roles import Role
from tests.house.money import notes, pile

ZONE = "America/New_York"
NAMED = HouseNamed("House", zone=ZONE, gaming_day="06:00", shifts=("06:00", "14:00", "22:00"))
GAMES = ("roulette", "blackjack", "craps", "baccarat", "pai-gow")
BANK = {50: 400_000, 100: 400_000, 500: 800_000, 2500: 900_000, 10_000: 100_000, 50_000: 20_000}
TRAY = {50: 200, 100: 200, 500: 200, 2500: 200, 10_000: 60, 50_000: 4}
PATRONS = {f"P-{n}": f"Patron {n}" for n in range(1, 9)}
PAR, LIMIT = 1_500_000, 500_000_000


class MoneyDays:
    """``journal`` has everything that was entered; the book is the one of a house that is open."""

    def __init__(self, tables: int, first: str, seed: int = 7, faults: bool = True) -> None:
        self.pick, self.faults = random.Random(seed), faults
        self.tables = [f"T-{n:02}" for n in range(1, tables + 1)]
        self.places = {
            name: TablePlace(GAMES[n % len(GAMES)], f"pit {n % 3 + 1}") for n, name in enumerate(self.tables)
        }
        self.readings = dict.fromkeys(self.tables, TableReading())
        self.open: set[str] = set()
        self.awards: dict[str, dict[str, int]] = {}
        self.periods = Periods([("2000-01-01T00:00:00.000Z", NAMED)])
        self.fold = PurseFold()
        self.journal: list[Entry] = []
        self.moment = datetime.combine(datetime.fromisoformat(first), datetime.min.time(), ZoneInfo(ZONE)).replace(
            hour=6
        )
        self.moment = self.moment.astimezone(UTC)
        self.ended: tuple[tuple[str, int], ...] = ()
        self.stays = 0
        self.redeemed: dict[str, int] = {}  # of tip boxes

    @property
    def book(self) -> MoneyBook:
        return self.fold.book

    def record(self) -> MoneyRecord:
        """What reports are made of."""
        made = MoneyRecord(self.periods, self.places)
        made.take(self.journal)
        return made

    # --- one act

    def at(self, day: str, hour: int, minute: int = 0) -> None:
        """The clock of the house shows this; hours from 24 are those of the next date."""
        local = datetime.fromisoformat(day).replace(tzinfo=ZoneInfo(ZONE)) + timedelta(days=hour // 24)
        self.moment = max(self.moment, local.replace(hour=hour % 24, minute=minute).astimezone(UTC))

    def enter(self, made: msgspec.Struct) -> None:
        self.moment += timedelta(milliseconds=250)
        time = stamp_of(self.moment)
        self.fold.apply(made, time)
        payload = msgspec.Raw(msgspec.json.encode(made))
        self.journal.append(
            Entry(CAGE_JOURNAL, len(self.journal) + 1, time, entries.NAMES[type(made)], payload, "", "")
        )

    def facts(self, name: str, here: frozenset[Role]) -> TableFacts:
        return TableFacts(name, self.readings[name], name in self.open, here, False, self.awards.get(name, {}))

    def ask(self, by: Role | str, do: str, table: str = "", **fields: object) -> str:
        """One movement by somebody, who is named by their role, or by role and number: ``count_team 2``."""
        role = Role(str(by).split()[0])
        here = frozenset({role}) if role in (Role.DEALER, Role.FLOORPERSON) else frozenset[Role]()
        names = (
            [table] if table else self.tables if do in ("agree_book", "at_window", "end_shift", "state_book") else []
        )
        day, shift = self.periods.of(stamp_of(self.moment))
        patron = str(fields.get("patron", ""))
        asker = Asker(
            str(by), str(by), (role,), day, shift, {one: self.facts(one, here) for one in names}, PATRONS,
            {patron: self.fold.purse(deposit_of(patron)).balance}, self.ended,
        )  # fmt: skip
        given = {"do": do, **fields} | ({"table": table} if table and do in NEEDS_TABLE else {})
        made = decide(self.book, msgspec.convert(given, AnyMovement, str_keys=True), asker)
        for one in made:
            self.enter(one)
        return str(getattr(made[0], "slip", getattr(made[0], "receipt", "")))

    def read(self, table: str, **more: int) -> None:
        """The ledger of a table goes on."""
        now = self.readings[table]
        changed = {name: getattr(now, name) + by for name, by in more.items()}
        self.readings[table] = msgspec.structs.replace(now, sequence=now.sequence + 1, **changed)

    # --- papers

    def begin(self) -> None:
        self.ask(
            Role.MANAGER, "state_book", cash=5_000_000_000, chips=BANK, reserve={2500: 5000}, trays=dict.fromkeys(self.tables, TRAY)
        )  # fmt: skip
        self.ask(Role.CAGE_CASHIER, "agree_book")
        for patron in PATRONS:
            self.ask(Role.CAGE_CASHIER, "set_credit", patron=patron, limit=LIMIT)
            self.ask("cage_cashier 2", "agree_credit", patron=patron)

    def count(self, table: str, kind: str) -> None:
        off = self.pick.choice((-2500, 50, 7500)) if self.faults and self.pick.random() < 0.02 else 0
        there = self.book.expected(table, self.readings[table]) + off
        slip = self.ask(Role.DEALER, "count_tray", table, kind=kind, chips=pile(there))
        self.ask(Role.FLOORPERSON, "sign_slip", table, slip=slip, note="floor and security" if off else "")

    def carry(self, paper: str, table: str) -> None:
        """A fill or credit; now and then void, or counted otherwise."""
        lacks = max(0, PAR - self.book.expected(table, self.readings[table])) if paper == "fill" else 0
        chips = {2500: self.pick.randrange(4, 20), 500: self.pick.randrange(1, 20)}
        chips[2500] += lacks // 2500
        slip = self.ask(Role.FLOORPERSON, f"request_{paper}", table, chips=chips)
        odd = self.pick.random() if self.faults else 1.0
        while (step := self.book.slips[slip].next) is not None:
            if odd < 0.04 and step.state == "carried" and paper == "fill":
                self.ask(Role.CAGE_CASHIER, "void_slip", slip=slip, reason="written by mistake")
                self.ask(Role.SECURITY, "void_slip", slip=slip)
                return
            if odd > 0.97 and step.state == "counted" and paper == "fill":
                fewer = {2500: chips[2500] - 1, 500: chips[500]}
                self.ask(step.roles[0], "sign_slip", table, slip=slip, chips=fewer)
                self.ask(Role.FLOORPERSON, "accept_difference", table, slip=slip, words="one chip fewer, told to all")
                continue
            who = "floorperson 2" if odd > 0.97 and paper == "fill" and step.state == "received" else step.roles[0]
            self.ask(who, "sign_slip", table, slip=slip, chips=chips if step.counts else {})
        if odd > 0.95:
            for _ in range(2):
                self.ask(Role.CAGE_CASHIER, "print_slip", slip=slip)

    def play(self, table: str) -> None:
        """What a table's ledger says after some hours: chips sold, wagers won and lost."""
        pick = self.pick
        cash = 100 * pick.randrange(100, 6000)
        lost = 50 * round(cash * pick.uniform(0.2, 1.1) / 50)
        self.read(
            table,
            cash=cash,
            tray=lost - cash,
            handle=50 * pick.randrange(20_000, 400_000),
            rounds=pick.randrange(40, 400),
        )
        if pick.random() < 0.2:
            self.withdraw_at(table, pick.choice(list(PATRONS)))
            self.read(table, tips=2500)
        if pick.random() < 0.1:
            amount = 50_000 * pick.randrange(1, 10)
            patron = pick.choice(list(PATRONS))
            slip = self.ask(Role.FLOORPERSON, "issue_check", table, patron=patron, amount=amount, seat=1)
            self.read(table, checks=amount, tray=-amount)
            self.ask(Role.DEALER, "sign_slip", table, slip=slip)
        if pick.random() < 0.03:
            self.jackpot(table)

    def withdraw_at(self, table: str, patron: str) -> None:
        """A patron sits down out of a deposit, and carries the chips away later."""
        purse = self.fold.purses.get(deposit_of(patron))
        if purse is not None and purse.balance >= 50_000:
            self.stays += 1
            key, amount = f"stay {self.stays}", 50_000
            brought = min(purse.hand, amount - 10_000)
            self.enter(entries.ChipsOut(purse.id, table, amount, key, "", brought))
            self.read(table, withdrawn=amount - brought, tray=brought - amount)
            self.read(table, tray=-brought)  # what they brought lies in the tray's account of the ledger again
            self.enter(entries.ChipsBack(purse.id, table, amount, key))

    def jackpot(self, table: str) -> None:
        amount, award = 123_450, f"{table} {self.readings[table].rounds} 1 progressive"
        self.read(table, awards=amount)
        self.awards.setdefault(table, {})[award] = amount
        slip = self.ask(Role.DEALER, "claim_jackpot", table, award=award)
        self.ask(Role.FLOORPERSON, "sign_slip", table, slip=slip)
        self.ask(Role.CAGE_CASHIER, "sign_slip", slip=slip, chips=pile(amount))

    # --- the cage

    def window(self, patrons: int = 6) -> None:
        """One cashier's drawer for a shift."""
        who, bank, pick = "cage_cashier 3", "cage_cashier 1", self.pick
        slip = self.ask(bank, "hand_out_drawer", cashier=who, cash=20_000_000)
        self.ask(who, "sign_slip", slip=slip)
        for _ in range(patrons):
            patron = pick.choice(list(PATRONS))
            self.ask(who, "at_window", act="deposit", patron=patron, amount=100 * pick.randrange(500, 12_000))
            if pick.random() < 0.5:
                self.ask(who, "at_window", act="withdraw", patron=patron, amount=100 * pick.randrange(10, 400))
            chips = {2500: pick.randrange(1, 20), 50: pick.randrange(0, 9)}
            known = {"patron": patron} if pick.random() < 0.5 else {"name": "tall, red hat"}
            if self.book.accounts.balance(accounts.PATRONS) > 10_000_000:
                self.ask(who, "at_window", act="redeem", chips=chips, **known)
        self.ask(who, "at_window", act="coupon", about=f"{len(self.journal)}", amount=1000)
        table = max(self.tables, key=lambda name: self.readings[name].tips)
        boxed = self.readings[table].tips - self.redeemed.get(table, 0)
        if boxed and self.book.accounts.balance(accounts.PATRONS) > 10_000_000:
            self.redeemed[table] = self.readings[table].tips
            self.ask(who, "at_window", table, act="redeem tips", name="Dana", chips=pile(boxed + 500))
        unpaid = [one for one in self.book.slips.values() if one.paper == "check" and one.id not in self.book.paid]
        for check in unpaid[:1]:
            act = pick.choice(("redeem check", "bank check"))
            if check.state == "given":
                self.ask(who, "at_window", act=act, patron=check.patron, about=check.id)
        off = 100 if self.faults and pick.random() < 0.1 else 0
        cash = self.book.accounts.balance(accounts.drawer(who)) - off
        held = self.book.holdings.get(accounts.drawer_chips(who), {})
        self.ask(who, "sign_slip", slip=slip, chips=held, cash=cash)
        self.ask(bank, "sign_slip", slip=slip, chips=held, cash=cash)

    # --- shifts and days

    def shift(self, day: str, number: int, hour: int) -> None:
        for table in self.tables:
            self.at(day, hour, 20)
            stays = self.stays_open(table)
            if table not in self.open:
                if number > 1 and not stays:
                    continue
                self.count(table, "opener")
                self.open.add(table)
            self.play(table)
            self.carry("fill", table)
            if self.pick.random() < 0.3 and self.book.expected(table, self.readings[table]) > PAR:
                self.carry("credit", table)
        self.at(day, hour + 2)
        self.window()
        self.at(day, hour + 7, 30)
        for table in self.tables:
            self.play(table)
            if self.stays_open(table):
                self.count(table, "drop")
                self.ask(Role.SECURITY, "take_box", table, last=number == 3)
            elif number == 3:
                self.open.discard(table)
                self.count(table, "closer")
                self.ask(Role.SECURITY, "take_box", table)
        self.at(day, hour + 8, 1)
        self.ended = ((day, number),)
        self.ask(Role.SHIFT_MANAGER, "end_shift", day=day, shift=number)

    def stays_open(self, table: str) -> bool:
        return self.tables.index(table) % 2 == 1

    def count_room(self) -> None:
        for box in self.book.boxes_in("taken"):
            off = 100 if self.faults and self.pick.random() < 0.01 else 0
            found = {
                "box": box.name, "notes": notes(box.expected.cash + off), "withdrawn": box.expected.withdrawn,
                "checks": box.checks, "slips": box.slips,
            }  # fmt: skip
            for who in ("count_team 1", "count_team 2"):
                self.ask(who, "count_box", **found)  # type: ignore[arg-type]
            if off:
                self.ask(
                    Role.CAGE_CASHIER, "note_difference", about=box.name, words="a note too many, counted three times"
                )
        for who in ("count_team 1", "count_team 2", "count_team 3"):
            self.ask(who, "sign_count")
        self.ask("cage_cashier 1", "accept_count", amount=self.book.accounts.balance(accounts.COUNT_ROOM))

    def close(self, day: str) -> None:
        for slip in list(self.book.slips.values()):
            if (
                slip.paper == "inventory"
                and slip.day <= day
                and abs(slip.difference) > 2500
                and slip.id not in self.book.notes
            ):
                self.ask(Role.FLOORPERSON, "note_difference", about=slip.id, words="looked into")
        for state in ("dropped", "counted", "reconciled"):
            self.ask(Role.SHIFT_MANAGER, "move_day", day=day, state=state)
        self.ask(Role.AUDITOR, "move_day", day=day, state="final")
        if self.faults and self.pick.random() < 0.2:
            self.ask(
                Role.AUDITOR, "correct_day", day=day, account=accounts.MAIN_BANK, amount=-300, words="a note was false"
            )
            self.ask(Role.SHIFT_MANAGER, "agree_correction", number=len(self.book.corrections))

    def days(self, first: str, count: int) -> Iterator[str]:
        """So many gaming days, each closed on the morning after it; the date of each when it is final."""
        self.begin()
        for n in range(count):
            day = (datetime.fromisoformat(first) + timedelta(days=n)).date().isoformat()
            for number, hour in ((1, 6), (2, 14), (3, 22)):
                self.shift(day, number, hour)
            self.count_room()
            self.close(day)
            yield day


NEEDS_TABLE = {"at_window", "count_tray", "request_fill", "request_credit", "take_box", "claim_jackpot", "issue_check"}
