"""What does not have to be worked out again from one look at a table to the next."""

import asyncio
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from pitboss.house.host.host import Host
from pitboss.house.table import standings
from pitboss.house.table.scene import Scene
from pitboss.house.table.table import Table
from pitboss.mathematics.kit import chart_cells
from pitboss.procedure import Election, LayoutStatus, Who, Window

Json = dict[str, Any]
NONE = msgspec.Raw(b"[]")
AT_ONCE = 800  # answers that may be played again to tell what could be reported, before others would feel it
QUIET = 0.2  # seconds without a word


class ViewCache:
    """Scenes and offers kept from one look to the next, for one table."""

    def __init__(self) -> None:
        self._scenes: dict[object, Scene] = {}
        self._offers: dict[int, tuple[object, msgspec.Raw]] = {}  # as JSON: a roulette layout has hundreds
        self._possible: tuple[tuple[object, int] | None, list[Json]] = (None, [])
        self._working: asyncio.Task[None] | None = None
        self._hints: dict[tuple[Who, int], tuple[object, Json]] = {}
        self._standings: tuple[object, LayoutStatus] = (None, LayoutStatus())

    def scene(self, table: Table, eyes: tuple[Who, ...]) -> Scene:
        if any(scene.telling != table.telling or scene.folded > len(table.events) for scene in self._scenes.values()):
            self._scenes.clear()
        mark = tuple((who, table.arrived.get(who) if isinstance(who, int) else None) for who in eyes)
        scene = self._scenes.setdefault(mark, Scene(eyes, table.telling))
        scene.fold(table)
        return scene

    def offers(self, table: Table, seat: int) -> msgspec.Raw:
        """What a seat may do while betting is open; worked out again when its player's wagers, or the window, change."""
        window = table.round.pending if table.round is not None else None
        if not isinstance(window, Window):
            return NONE
        holder = table.holder(seat)
        held = table.held(holder)
        own = [item for item in table.up.items() if item[0][0] in held]
        mark = (table.telling, window.menu, holder, own, standings.acts(table))
        kept = self._offers.get(seat)
        if kept is None or kept[0] != mark:
            found = window.menu.offers(seat, str(holder) if holder != seat else "")
            kept = self._offers[seat] = (mark, msgspec.Raw(msgspec.json.encode(found)))
        return kept[1]

    def standings(self, table: Table) -> LayoutStatus:
        """How the wagers stand; worked out again when something was said."""
        mark = (table.telling, table.open, table.round is None, table.round and len(table.round.history))
        if self._standings[0] != mark:
            self._standings = (mark, standings.standings(table))
        return self._standings[1]

    def hints(self, table: Table, election: Election, scene: Scene) -> Json:
        """How the hands would lie that a player is about to set, for each option; and where his hand is on the chart."""
        arranged, mark = table.game.arranged, (table.telling, len(table.events))
        kept = self._hints.get((election.to, election.hand))
        if kept is not None and kept[0] == mark:
            return kept[1]
        found: Json = {}
        own = [held.card for held in scene.hand(election.to, election.hand)]
        if arranged is not None and all(own) and any(option.cards for option in election.options):
            found["arranged"] = [
                arranged(table.rules, own, option.cards) if option.cards else None for option in election.options
            ]
        if table.founded.settings.practice and isinstance(election.to, int):
            place = chart_cells.cell(table.game, election, scene.seen())
            found |= {"cell": place} if place else {}
        self._hints[election.to, election.hand] = (mark, found)
        return found

    def possible(self, table: Table, wake: Callable[[], None] | None = None) -> list[Json]:
        """The irregularities that could be reported now, each with the seats it could concern, if it concerns one.

        Where that takes a while and somebody can be woken, those of a moment ago until it is worked out.
        """
        if table.round is None:
            return []
        mark = (table.telling, len(table.round.history))
        if self._possible[0] == mark:
            return self._possible[1]
        work = table.round.frozen(table.taking_part or (1,))
        if work.cost > AT_ONCE and wake is not None:
            self._working = self._working or asyncio.create_task(self._work_out(table, wake))
            same_round = self._possible[0] is not None and self._possible[0][0] == table.telling
            return self._possible[1] if same_round else []
        self._possible = (mark, _possible(work()))
        return self._possible[1]

    async def _work_out(self, table: Table, wake: Callable[[], None]) -> None:
        """In a thread, once nothing has been said for a moment, so that nobody waits for it; then whoever looks is told."""
        try:
            while (play := table.round) is not None:
                mark = (table.telling, len(play.history))
                await asyncio.sleep(QUIET)
                if play is table.round and mark == (table.telling, len(play.history)):
                    found = await asyncio.to_thread(play.frozen(table.taking_part or (1,)))
                    self._possible = (mark, _possible(found))
                    wake()
                    return
        finally:
            self._working = None


_caches: WeakKeyDictionary[Host, ViewCache] = WeakKeyDictionary()


def cache_of(host: Host) -> ViewCache:
    """The cache of one table, shared by all who look at it."""
    return _caches.setdefault(host, ViewCache())


def _possible(found: dict[str, tuple[int, ...]]) -> list[Json]:
    return [{"kind": kind, "seats": seats} for kind, seats in found.items()]
