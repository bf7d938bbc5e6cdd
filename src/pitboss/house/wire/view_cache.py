"""Caches the parts of a view that are expensive and seldom change: scenes, offers, hints, possible irregularities."""

import asyncio
from collections.abc import Callable
from itertools import takewhile
from typing import Any, NamedTuple

import msgspec

from pitboss.events import Event, visible
from pitboss.game import Arranged
from pitboss.house.host import readiness
from pitboss.house.host.host import Host
from pitboss.house.protocol.changes import Offers, Part
from pitboss.house.protocol.views import Cell, DealPrompt, Phase, PossibleIrregularity
from pitboss.house.table import layout_status, rounds
from pitboss.house.table.dealing import deal_prompt
from pitboss.house.table.scene import Scene
from pitboss.house.table.table import Table
from pitboss.journal import Report
from pitboss.mathematics.kit import chart_cells
from pitboss.procedure import Election, LayoutStatus, Offer, Who, Window
from pitboss.wagers import REMOVE, WAGER

AT_ONCE = 800  # answers replayed to find possible irregularities, up to which that is done at once
QUIET = 0.2  # seconds without an answer before the search starts
News = msgspec.Raw | tuple[tuple[int, Event], ...]


class QuestionHelp(NamedTuple):
    """Help with a question: a preview of the hands for each option, and the cells of the strategy chart."""

    arranged: tuple[Arranged | None, ...] = ()
    cells: tuple[Cell, ...] = ()


NO_HINTS = QuestionHelp()


class TableMoment:
    """A table until its next entry: what is found once for everybody who looks at it. ``mark`` is all that it depends on."""

    __slots__ = (
        *("blocked", "common", "duties", "is_settled", "mark", "meters"),
        *("offers_mark", "phase", "round", "settled", "timed", "up", "version"),
    )

    def __init__(self, host: Host, table: Table, mark: tuple[Any, ...]) -> None:
        play, self.mark = table.play, mark
        *_, self.blocked, self.meters = mark
        self.round, self.version = play.round, rounds.events_version(table)
        self.phase = phase(host, table)
        self.duties = readiness.duties_due_at(host, table)
        self.settled = (play.settled_round, len(play.settlements))
        self.is_settled = play.settled_round == table.state.felt.number  # whether they are of the round that is shown
        self.common: Part | None = None  # what everybody sees alike, made when somebody looks
        self.timed: tuple[object, Part] | None = None  # by the clock
        self.offers_mark: tuple[
            object, ...
        ] = ()  # what the offers of every seat depend on, found while betting is open
        self.up: dict[int, list[tuple[object, int]]] = {}  # the wagers of each seat, found then as well


def phase(host: Host, table: Table) -> Phase:
    if host.suspension.sentence or not table.state.standing.open:
        return "closed"
    if table.play.round is None:
        return "settled"
    return "betting" if isinstance(table.play.round.pending, Window) else "playing"


class ViewCache:
    """The cache of one table."""

    def __init__(self) -> None:
        self.arrivals: dict[int, str] = {}  # when patrons sat down, by the entry
        self.drawn: dict[
            tuple[Who, ...], tuple[Scene, int, Part]
        ] = {}  # by viewer: the scene, its changes, what is shown
        self.summaries: dict[tuple[Who, ...], tuple[object, Part]] = {}
        self.no_summary = Part({"summary": ""})
        self._moment: TableMoment | None = None
        self._scenes: dict[object, Scene] = {}
        self._folded: tuple[object, int] = (None, 0)  # of which events, and how many of them, the scenes are
        self._acts: tuple[object, int, int] = (None, 0, 0)  # of which events, of how many answers, and how many acts
        self._settled: dict[tuple[Who, ...], tuple[object, Part]] = {}
        self._news: tuple[object, News] = (None, ())
        self._offers: dict[int, tuple[object, Offers]] = {}  # a roulette layout has hundreds
        self._possible: tuple[tuple[object, int] | None, tuple[PossibleIrregularity, ...]] = (None, ())
        self._working: asyncio.Task[None] | None = None
        self._hints: dict[tuple[Who, int], tuple[object, QuestionHelp]] = {}
        self._deal_prompt: tuple[object, DealPrompt | None] = (None, None)
        self._layout_status: tuple[object, LayoutStatus] = (None, LayoutStatus())

    def moment(self, host: Host, table: Table) -> TableMoment:
        """The table as it is now: the same moment until something changed."""
        dealer, named = host.dealer, host.house.register.named_as
        mark = (
            *(table, table.journal.sequence, len(table.play.events), host.suspension.sentence, named),
            *(dealer.waits, frozenset(dealer.ready), readiness.blocked(host), host.house.meters.shown(table)),
        )
        if self._moment is None or self._moment.mark != mark:
            self._moment = TableMoment(host, table, mark)
        return self._moment

    def scene(self, table: Table, now: TableMoment, viewer_ids: tuple[Who, ...]) -> Scene:
        version, many = now.version, len(table.play.events)
        if self._folded[0] != version or self._folded[1] > many:  # they were replaced, or some were taken back
            self._scenes.clear()
            self.drawn.clear()
        self._folded = (version, many)
        arrived = table.state.seats.arrived
        mark = (viewer_ids, *map(arrived.get, viewer_ids))  # type: ignore[arg-type]  # a role arrives nowhere
        scene = self._scenes.get(mark)
        if scene is None:
            scene = self._scenes[mark] = Scene(viewer_ids)
        if scene.folded < many:
            scene.fold(table)
        return scene

    def settled(self, table: Table, now: TableMoment, viewer_ids: tuple[Who, ...]) -> Part:
        """The last settlements: the same for everybody, unless one of them has something to hide."""
        settlements, mark = table.play.settlements, now.settled
        everybody = self._settled.get(())
        if everybody is None or everybody[0] != mark:
            if all(event.seen_by is None for event in settlements):
                everybody = self._settled[()] = (mark, Part({"settlements": tuple(settlements)}))
            else:
                seen = tuple(visible(event, *viewer_ids) for event in settlements)
                return Part({"settlements": seen})
        return everybody[1]

    def news(self, host: Host, seen: int, sequence: int) -> "News":
        """The events after an entry, each with its entry; encoded where everybody may see all of them."""
        if self._news[0] != (seen, sequence):
            found = [*takewhile(lambda new: new[0] > seen, reversed(host.presence.recent))][::-1]
            public = all(event.seen_by is None for _, event in found)
            made: News = msgspec.Raw(msgspec.json.encode([event for _, event in found])) if public else tuple(found)
            self._news = ((seen, sequence), made)
        return self._news[1]

    def offers(self, table: Table, now: TableMoment, seat: int) -> tuple[Offer, ...]:
        """What a seat may do while betting is open; cached until that may have changed."""
        window = now.round.pending if now.round is not None else None
        if not isinstance(window, Window):
            return ()
        if not now.offers_mark:
            now.offers_mark = (now.version, window.menu, self._count_acts(table), window.menu.offers_hang_on())
            for item in table.state.felt.up.items():
                now.up.setdefault(item[0][0], []).append(item)
        seats = table.state.seats
        holder = seats.boxes.get(seat, seat)
        own = [now.up.get(held) for held in seats.held(holder)] if seats.boxes else now.up.get(seat)
        who = (holder, holder in seats.players, seats.sitters.get(holder))
        mark, cached = (now.offers_mark, who, own), self._offers.get(seat)
        if cached is None or cached[0] != mark:
            found = window.menu.offers(seat, seats.player(seat))
            cached = self._offers[seat] = (mark, Offers.of(found, cached[1] if cached is not None else None))
        return cached[1]

    def _count_acts(self, table: Table) -> int:
        """How many answers of this round were neither wagers nor removals: each may change what is offered."""
        version, history = (
            rounds.events_version(table),
            table.play.round.history if table.play.round is not None else [],
        )
        known, many, acts = self._acts
        if known != version or many > len(history):
            many = acts = 0
        acts += sum(isinstance(one, Report) or one.says not in (WAGER, REMOVE) for one in history[many:])
        self._acts = (version, len(history), acts)
        return acts

    def layout_status(self, table: Table) -> LayoutStatus:
        """The status of the wagers; cached until the next answer of which the betting book knows."""
        play, version, is_open = table.play.round, rounds.events_version(table), table.state.standing.open
        answers = layout_status.answers_in_betting(play) if play is not None else 0
        mark = (version, is_open, play is None, answers, play is not None and isinstance(play.pending, Window))
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
