"""Caches the parts of a view that are expensive and seldom change: scenes, offers, hints, possible irregularities."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pitboss.game import Arranged
from pitboss.house.host.host import Host
from pitboss.house.protocol.changes import Offers, Part
from pitboss.house.protocol.views import Cell, DealPrompt, PossibleIrregularity
from pitboss.house.table import layout_status, rounds
from pitboss.house.table.dealing import deal_prompt
from pitboss.house.table.scene import Scene
from pitboss.house.table.table import Table
from pitboss.mathematics.kit import chart_cells
from pitboss.procedure import Election, LayoutStatus, Offer, Who, Window

AT_ONCE = 800  # answers replayed to find possible irregularities, up to which that is done at once
QUIET = 0.2  # seconds without an answer before the search starts


class QuestionHelp(NamedTuple):
    """Help with a question: a preview of the hands for each option, and the cells of the strategy chart."""

    arranged: tuple[Arranged | None, ...] = ()
    cells: tuple[Cell, ...] = ()


NO_HINTS = QuestionHelp()


class ViewCache:
    """The cache of one table."""

    def __init__(self) -> None:
        self.arrivals: dict[int, str] = {}  # when patrons sat down, by the entry
        self._scenes: dict[object, Scene] = {}
        self._folded: tuple[object, int] = (None, 0)  # of which events, and how many of them, the scenes are
        self._acts: tuple[object, int] = (None, 0)
        self._common: tuple[object, Part] = (None, Part({}))
        self._seen: dict[tuple[Who, ...], tuple[object, Part]] = {}
        self._offers: dict[int, tuple[object, Offers]] = {}  # a roulette layout has hundreds
        self._possible: tuple[tuple[object, int] | None, tuple[PossibleIrregularity, ...]] = (None, ())
        self._working: asyncio.Task[None] | None = None
        self._hints: dict[tuple[Who, int], tuple[object, QuestionHelp]] = {}
        self._deal_prompt: tuple[object, DealPrompt | None] = (None, None)
        self._layout_status: tuple[object, LayoutStatus] = (None, LayoutStatus())

    def scene(self, table: Table, viewer_ids: tuple[Who, ...]) -> Scene:
        version, many = rounds.events_version(table), len(table.play.events)
        if self._folded[0] != version or self._folded[1] > many:  # they were replaced, or some were taken back
            self._scenes.clear()
            self._seen.clear()
        self._folded = (version, many)
        mark = tuple((who, table.state.seats.arrived.get(who) if isinstance(who, int) else None) for who in viewer_ids)
        scene = self._scenes.get(mark)
        if scene is None:
            scene = self._scenes[mark] = Scene(viewer_ids)
        if scene.folded < many:
            scene.fold(table)
        return scene

    def common(self, mark: object, make: Callable[[], Mapping[str, Any]]) -> Part:
        """What everybody sees alike; ``mark`` is all that it depends on."""
        if self._common[0] != mark:
            self._common = (mark, Part(make()))
        return self._common[1]

    def seen(self, viewer_ids: tuple[Who, ...], mark: object, make: Callable[[], Mapping[str, Any]]) -> Part:
        """What is seen with the same eyes."""
        found = self._seen.get(viewer_ids)
        if found is None or found[0] != mark:
            found = self._seen[viewer_ids] = (mark, Part(make()))
        return found[1]

    def offers(self, table: Table, seat: int) -> tuple[Offer, ...]:
        """What a seat may do while betting is open; cached until that may have changed."""
        window = table.round.pending if table.round is not None else None
        if not isinstance(window, Window):
            return ()
        holder, player = table.state.seats.holder(seat), table.state.seats.player(seat)
        held = table.state.seats.held(holder)
        own = [item for item in table.state.felt.up.items() if item[0][0] in held]
        mark = (
            rounds.events_version(table),
            window.menu,
            holder,
            player,
            own,
            self._count_acts(table),
            window.menu.offers_hang_on(),
        )
        cached = self._offers.get(seat)
        if cached is None or cached[0] != mark:
            found = window.menu.offers(seat, player)
            cached = self._offers[seat] = (mark, Offers.of(found, cached[1] if cached is not None else None))
        return cached[1]

    def _count_acts(self, table: Table) -> int:
        mark = (rounds.events_version(table), len(table.round.history) if table.round is not None else 0)
        if self._acts[0] != mark:
            self._acts = (mark, layout_status.count_acts(table))
        return self._acts[1]

    def layout_status(self, table: Table) -> LayoutStatus:
        """The status of the wagers; cached until the next answer."""
        mark = (
            rounds.events_version(table),
            table.state.standing.open,
            table.round is None,
            table.round and len(table.round.history),
        )
        if self._layout_status[0] != mark:
            self._layout_status = (mark, layout_status.layout_status(table))
        return self._layout_status[1]

    def deal_prompt(self, table: Table) -> DealPrompt | None:
        """What is to be entered now; cached until the next answer, for it is found by playing ahead."""
        mark = (
            rounds.events_version(table),
            table.round is None,
            table.round and (table.round.asked, len(table.round.history)),
        )
        if self._deal_prompt[0] != mark:
            self._deal_prompt = (mark, deal_prompt(table))
        return self._deal_prompt[1]

    def hints(self, table: Table, election: Election, scene: Scene) -> QuestionHelp:
        """A preview of the hands for each way to set them, and the hand's cell of the strategy chart."""
        preview_setting, mark = table.game.preview_setting, (rounds.events_version(table), len(table.play.events))
        before = self._hints.get((election.to, election.hand))
        if before is not None and before[0] == mark:
            return before[1]
        found = NO_HINTS
        own = [held.card for held in scene.hand(election.to, election.hand)]
        if preview_setting is not None and all(own) and any(option.cards for option in election.options):
            previews = (preview_setting(table.rules, own, o.cards) if o.cards else None for o in election.options)
            found = found._replace(arranged=tuple(previews))
        if table.state.filing.settings.practice and isinstance(election.to, int):
            found = found._replace(cells=chart_cells.cells(table.game, election, scene.seen()))
        self._hints[election.to, election.hand] = (mark, found)
        return found

    def possible(self, table: Table, wake: Callable[[], None] | None = None) -> tuple[PossibleIrregularity, ...]:
        """The irregularities that could be reported now, each with the seats it could concern, if it concerns one.

        Where that takes long and ``wake`` is given, the earlier list is returned until the new one is known.
        """
        if table.round is None:
            return ()
        mark = (rounds.events_version(table), len(table.round.history))
        if self._possible[0] == mark:
            return self._possible[1]
        work = table.round.frozen(rounds.taking_part(table) or (1,))
        if work.cost > AT_ONCE and wake is not None:
            self._working = self._working or asyncio.create_task(self._work_out(table, wake))
            same_round = self._possible[0] is not None and self._possible[0][0] == rounds.events_version(table)
            return self._possible[1] if same_round else ()
        self._possible = (mark, _possible(work()))
        return self._possible[1]

    async def _work_out(self, table: Table, wake: Callable[[], None]) -> None:
        """Search in a thread once there was no answer for a moment, so that nobody waits for it; then wake the viewers."""
        try:
            while (play := table.round) is not None:
                mark = (rounds.events_version(table), len(play.history))
                await asyncio.sleep(QUIET)
                if play is table.round and mark == (rounds.events_version(table), len(play.history)):
                    found = await asyncio.to_thread(play.frozen(rounds.taking_part(table) or (1,)))
                    self._possible = (mark, _possible(found))
                    wake()
                    return
        finally:
            self._working = None


def cache_of(host: Host) -> ViewCache:
    """The cache of one table, shared by all viewers. It is the host's, and goes with it: it knows the table, and the table its
    host, so that a dictionary of caches would keep every table permanently that somebody looked at."""
    if host.presence.shown is None:
        host.presence.shown = ViewCache()
    found: ViewCache = host.presence.shown
    return found


def exchange(host: Host, cache: ViewCache) -> ViewCache:
    """Use another cache from now on; the one before."""
    before, host.presence.shown = cache_of(host), cache
    return before


def _possible(found: dict[str, tuple[int, ...]]) -> tuple[PossibleIrregularity, ...]:
    return tuple(PossibleIrregularity(kind, seats) for kind, seats in found.items())
