"""Who asks for a movement of money, when, and what the tables say; and what every movement looks at."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pitboss.authority import Right, Second, effective, require, require_second
from pitboss.house.book import accounts, chips, entries, papers
from pitboss.house.book.book import TRANSFERS, MoneyBook, Slip
from pitboss.house.book.chips import Chips
from pitboss.house.book.entries import TableReading
from pitboss.house.book.movements import asks
from pitboss.journal import Actor
from pitboss.money import Cents, dollars
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role


class TableFacts(msgspec.Struct, frozen=True):
    """What a movement has to know of a table."""

    name: str
    reading: TableReading
    open: bool = False
    here: frozenset[Role] = frozenset()  # as which whoever asks is assigned there
    seated: bool = False  # whether patrons sit there
    awards: Mapping[str, Cents] = {}  # parts of meters that were won, by what they are about
    checks: frozenset[str] = frozenset()  # for which chips were given
    owed: Mapping[str, Cents] = {}  # by corrections, by what they are about


class Asker(msgspec.Struct, frozen=True):
    """Who asks, when, and what the tables say."""

    credential: str
    name: str
    roles: tuple[Role, ...]
    day: str
    shift: int
    tables: Mapping[str, TableFacts] = {}
    patrons: Mapping[str, str] = {}  # names of accounts that may play
    deposits: Mapping[str, Cents] = {}  # of the patron that is named
    ended_shifts: tuple[tuple[str, int], ...] = ()  # shifts that are over by the clock

    def table(self, name: str) -> TableFacts:
        if name not in self.tables:
            words = f"{name or 'That'} is no table that a person deals; those are {', '.join(self.tables) or 'none'}."
            raise Refused(Refusal.UNKNOWN_TABLE, words, "465a.36")
        return self.tables[name]

    def actor(self, roles: Iterable[Role], cite: str, table: str = "", act: str = "that") -> Actor:
        """Whoever asks, in the role in which they may; or a refusal that says who may."""
        here = self.tables[table].here if table in self.tables else frozenset[Role]()
        held = self.roles if table else ()
        own = effective(self.roles, here) if table else self.roles
        role = require(Right(act, tuple(roles), cite), own, assigned=here, held=held)
        return Actor(self.credential, self.name, role.value)

    def done(self, by: Actor, key: str) -> dict[str, Any]:
        """The part of an entry that every one has."""
        return {"by": by, "day": self.day, "shift": self.shift, "key": key}


Entered = list[entries.MoneyEntry]


def said(text: str, what: str, cite: str) -> str:
    found = " ".join(text.split())
    if not found:
        raise Refused(Refusal.MALFORMED, f"Say {what}.", cite)
    return found


def check_other(by: Actor, earlier: Iterable[Actor], did: str, cite: str, must: str = "sign") -> None:
    """Two persons are two, whatever roles they hold."""
    require_second(Second("", did, must), by, earlier, cite)


def slip_of(book: MoneyBook, id: str) -> Slip:
    slip = book.slips.get(id)
    if slip is None:
        raise Refused(Refusal.NOT_FOUND, f"There is no slip {id!r} among those that are not filed away.", "465a.3")
    return slip


def new_slip(
    book: MoneyBook, asker: Asker, ask: asks.Movement, paper: papers.SlipForm, by: Actor, **fields: Any
) -> entries.SlipMade:
    slip = book.next_number(paper.letter)
    return entries.SlipMade(slip=slip, paper=paper.name, **fields, **asker.done(by, ask.key))


def counted(pile: asks.Piles, cite: str, *, empty: bool = False) -> Chips:
    found = chips.check(pile, cite=cite)
    if not found and not empty:
        raise Refused(Refusal.MALFORMED, "Say how many chips of each denomination.", cite)
    return found


def check_issued(book: MoneyBook, pile: Chips, cite: str) -> None:
    """Refuse chips that were never issued: more of a denomination than the house ever put in use."""
    issued = {one: -count for one, count in book.holdings.get(accounts.HOUSE, {}).items()}
    for denomination, count in pile.items():
        if count > issued.get(denomination, 0):
            had = issued.get(denomination, 0)
            words = f"{count} chips of ${dollars(denomination)} cannot be: the house ever had {had} of them."
            raise Refused(Refusal.CANNOT_HAPPEN, words, cite)


def require_open(book: MoneyBook) -> None:
    if not book.is_open:
        raise Refused(
            Refusal.LOCKED, "This house has not opened its book; a manager says with what it begins.", "465a.16"
        )


def check_held(book: MoneyBook, account: str, pile: Chips, cite: str) -> None:
    held = book.holdings.get(account, {})
    for denomination, count in pile.items():
        if count > held.get(denomination, 0):
            words = f"The {account} has {held.get(denomination, 0)} chips of ${dollars(denomination)}, not {count}."
            raise Refused(Refusal.NOT_ENOUGH_CHIPS, words, cite)


def open_paper(book: MoneyBook, paper: str, table: str) -> Slip | None:
    return next((slip for slip in book.open_slips() if slip.paper == paper and slip.table == table), None)


def check_patron(asker: Asker, patron: str, cite: str) -> str:
    if patron not in asker.patrons:
        raise Refused(Refusal.NOT_FOUND, f"There is no account of a player {patron!r}.", cite)
    return patron


def check_transfer(book: MoneyBook, kind: str, pile: Chips, cash: Cents, drawer: str) -> None:
    source, target, _ = TRANSFERS[kind]
    if "" in (source, target) and drawer not in book.drawers:
        raise Refused(Refusal.LOCKED, "You have no drawer; another cashier hands you one.", "465a.16")
    if source == accounts.HOUSE:
        return
    if pile:
        check_held(book, source or accounts.drawer_chips(drawer), pile, "465a.16")
    there = book.accounts.balance(source or accounts.drawer(drawer))
    if cash > there:
        raise Refused(Refusal.NOT_ENOUGH_CHIPS, f"There are ${dollars(there)}, not ${dollars(cash)}.", "465a.16")
