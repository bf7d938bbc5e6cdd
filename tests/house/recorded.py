"""Houses with a past, for those who search the record; and sums folded straight from the journals, to compare with."""

import random
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from pitboss import catalogue
from pitboss.events import Event, IrregularityReported, Settlement, Wagered, Withdrawn
from pitboss.house.founding import Plan
from pitboss.house.host import rights
from pitboss.house.host.sessions import Session
from pitboss.house.people.entries import PersonAdded
from pitboss.house.records.records import Records
from pitboss.house.storage.store import Store
from pitboss.house.table import entries
from pitboss.house.table.entries import Settings
from pitboss.journal import Step
from pitboss.ledger import INVENTORY, Ledger
from pitboss.procedure import Window
from pitboss.roles import Role
from tests.house.desk import Desk, HandClock, random_round

PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=1_000_000)
BY_PERSON = Settings(dealer="person", betting_seconds=0, election_seconds=0, settled_seconds=0)
A_DAY = 86_400.0
BEFORE_SIX = 1_699_956_000.0  # 05:00 in New York; the gaming day of 2023-11-13 has another hour
INTO_THE_NEXT_DAY = 2 * 3600.0  # so short that nothing else falls due
TWO = ("jack-1", "jack-2")
SITTING: WeakKeyDictionary[Desk, dict[str, dict[int, Session]]] = WeakKeyDictionary()
DORA = PersonAdded("D-2", "Dora Dealer", (Role.DEALER,))


def a_house(database: Path, games: Iterable[str]) -> Desk:
    """A house with a practice table of each game, whose chance is the same every time."""
    plans = [Plan(f"{game}-1", game, catalogue.game(game).title, PRACTICE) for game in games]
    return Desk(database, plans, entropy=random.Random(database.name).randbytes)


async def play(desk: Desk, name: str, rounds: int, seed: str) -> None:
    """Random lawful rounds of three players, who sit down once and stay."""
    sitting = SITTING.setdefault(desk, {})
    if name not in sitting:
        sitting[name] = {s.seat: s for s in [await desk.sit(name) for _ in range(3)]}
    pick = random.Random(seed)
    for _ in range(rounds):
        await random_round(desk, name, sitting[name], pick)


@asynccontextmanager
async def two_tables_of_blackjack(database: Path) -> AsyncIterator[tuple[Desk, dict[str, Session]]]:
    """Two tables dealt by persons: at the first by Dana, at the second by Dora; a player at each."""
    plans = [Plan(name, "blackjack", name, BY_PERSON) for name in TWO]
    async with Desk(database, plans, clock=HandClock(BEFORE_SIX), entropy=random.Random(633).randbytes) as desk:
        await desk.house.register.enter(DORA)
        players = {}
        for name in TWO:
            await desk.open_by_hand(name)
            players[name] = await desk.sit(name)
        desk.table("jack-2").enter(entries.Assigned(DORA.credential, DORA.name, Role.DEALER))
        yield desk, players


def dealer_at(desk: Desk, name: str) -> Session:
    place = next(place for place in desk.table(name).state.standing.assigned if place.role is Role.DEALER)
    return rights.current_session(desk.host(name), Session(hash=place.person, person=place.person))


async def blackjack_round(desk: Desk, name: str, player: Session, *, exposing: bool) -> int:
    """A round to its end; a card is exposed in it by mistake, if that is asked and can happen. How often it did."""
    await desk.until_asked(name)
    number, exposed = desk.table(name).state.felt.number, 0
    for _ in range(200):
        table = desk.table(name)
        if table.round is None or table.state.felt.number > number:
            await desk.take_and_pay(name, dealer_at(desk, name))
            return exposed
        if isinstance(table.round.pending, Window):
            if not table.state.felt.up:
                await desk.bet(name, player, "blackjack", 1500)
            await desk.do(name, dealer_at(desk, name), do="no_more_bets")
            continue
        asked = table.round.elections()[0]
        if exposing and not exposed and asked.kind == "decision":
            await desk.do(name, desk.role("floor", name), do="report", report={"kind": "card_exposed"})
            exposed += 1
            continue
        who = player if asked.to == player.seat else dealer_at(desk, name)
        await desk.say(name, who, (asked.default or asked.options[0]).answer(asked.to))
    raise AssertionError("the round does not end")


# --- straight from the journals


class Sums(dict[str, int]):
    """What an independent fold adds up."""


def told(store: Store, tables: Iterable[str]) -> Iterable[tuple[str, entries.Ended, list[Event]]]:
    """Every round that is over, with its events: those between its first and its last entry."""
    for table in tables:
        events: list[Event] = []
        for entry in store.entries(table):
            made: Any = entries.DECODERS[entry.kind].decode(entry.payload)
            if isinstance(made, entries.Began):
                events = []
            elif isinstance(made, Step):
                events += made.events
            elif isinstance(made, entries.Ended):
                yield table, made, events


def sums(store: Store, tables: Iterable[str]) -> Sums:
    """Totals over all rounds that are over, by no code of the index."""
    found = Counter[str]()
    ledger = Ledger()  # seats of all tables share it: only what goes to the inventory is looked at
    for _, _, events in told(store, tables):
        before = ledger.balance(INVENTORY)
        ledger.fold(events)
        settled = [event for event in events if isinstance(event, Settlement)]
        found["rounds"] += 1
        found["win"] += ledger.balance(INVENTORY) - before
        found["wagered"] += sum(event.amount for event in events if isinstance(event, Wagered))
        found["wagered"] -= sum(event.amount for event in events if isinstance(event, Withdrawn))
        found["wagers"] += len(settled)
        found["staked"] += sum(event.stake for event in settled)
        found["returned"] += sum(event.returned for event in settled)
        found["times"] += len(events)
        found["irregularities"] += sum(isinstance(event, IrregularityReported) for event in events)
    return Sums(found)


# --- what an index has


def rows_of(records: Records) -> dict[str, list[tuple[Any, ...]]]:
    """Every row that can be found, archived or not, in an order of its own."""
    from pitboss.house.records import rows, search

    records.update()
    opened = search.connection(records.source())
    return {
        name: sorted(opened.execute(f"SELECT {', '.join(rows.columns(name))} FROM {name}").fetchall())
        for name in rows.KINDS
    }
