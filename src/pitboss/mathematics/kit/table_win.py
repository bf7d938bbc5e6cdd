"""What the house won on the rounds of a table, held against chance: each wager, and all of them, by exact tails (``tails``).

Rounds go in, with what was settled in them; lines come out, one for each wager and one for the whole. A line is one of three:

* **Nobody's play changes it.** Its distribution is exact, at the stakes that were wagered and with their rounding. Where one draw
  decides the round (``together``), what several wagers net in it is exact, too. Where players have cards of their own it is not
  known how those of one round hang together, and tails and interval are bounds.
* **Players decide.** The line has a band: from the best play to every other strategy that is worked out, such as the house way.
  Tails are the largest of these. Whoever plays worse loses more, so that too large a win is never an alarm; and too small a one is
  held against the best play. ``any_play`` is a bound for whatever the players do: from the best play's average and the range of
  what a round can net alone.
* **Outside.** Nothing can be said, and ``reason`` tells why.

Rounds count as independent. Those of one shoe are nearly so: cards that are out change the next round by little.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

from pitboss.events import Returned, Settlement
from pitboss.game import Game
from pitboss.mathematics.kit.edge import INTERVAL, Edge
from pitboss.mathematics.kit.stakes import nets_at
from pitboss.mathematics.kit.tails import CONVOLUTION_WORK, Group, Tails, bound, group, holm, tails
from pitboss.mathematics.kit.together import Spot, Together, together_for
from pitboss.money import Cents, dollars
from pitboss.submission import RulesSubmission

FALSE_ALARMS_A_YEAR, TABLES, SHIFTS, DAYS = 1.0, 50, 3, 365
NO_STRATEGY = "none"
EVERY_WAGER = ""  # the line of all wagers together
CACHED = 1 << 14  # of the stakes of a round what they may win: a shift is looked at again and again while it lasts
METER = "What a meter pays depends on what it shows."
OVERLAPPING = "Several may be undecided at once, so that their rounds hang together."
CHOSEN_MOMENT = "It may be made only at some moments, by a player who has seen cards."
TWO_HANDS = "A player has two hands that are played together."
UNKNOWN = "Its distribution is not worked out."
UNFILED = "What was filed for it is not in the record of the table."
BANKED = "A player had the bank: it was not the house's money."
VOID = "It was handed back void."

TOGETHER = (
    "How wagers of one round hang together is not worked out: tails are at most this, and the interval is wide enough."
)
DECIDED = "In some of them players decide, so that too large a win is no alarm."

Stakes = tuple[tuple[Spot, Cents], ...]


class PlayedRound(msgspec.Struct, frozen=True):
    """A round that is over, and what was settled in it."""

    number: int
    settlements: tuple[Settlement, ...]


class StakeGroup(msgspec.Struct, frozen=True):
    """Wagers of one amount on one spot: how many, what the house won on them, and the rounds behind it."""

    wager: str
    on: str
    stake: Cents
    count: int
    win: Cents
    rounds: tuple[int, ...]


class WinLine(msgspec.Struct, frozen=True):
    """One wager, or all of them together: what was won beside what was to be expected.

    ``least`` and ``most`` are what was to be expected by the best play and by the strategy that gives the house most, equal where
    nobody decides. ``chance`` is how likely it is, at most, that a line is as far off as this one, on the sides that count.
    """

    wager: str
    wagers: int
    handle: Cents
    win: Cents
    least: float
    most: float
    low: Cents  # 95 of 100 such wins are from here
    high: Cents  # to here
    lower: float  # the chance of so little, or less
    upper: float  # the chance of so much, or more
    method: str
    chance: float
    words: str
    rounds: tuple[int, ...]
    strategies: tuple[str, ...] = ()
    any_play: float | None = None  # of so little, or less, whatever the players do
    unlisted: tuple[int, ...] = ()  # rounds in which a wager was paid as none of its outcomes is


class OutsideLine(msgspec.Struct, frozen=True):
    """Wagers of which nothing is said, and why."""

    wager: str
    wagers: int
    handle: Cents
    win: Cents
    reason: str
    rounds: tuple[int, ...]


class TableWin(msgspec.Struct, frozen=True):
    """All that a table won in some rounds under one submission. ``whole`` is the line of all that has a line."""

    whole: WinLine | None
    lines: tuple[WinLine, ...]
    outside: tuple[OutsideLine, ...]

    @property
    def win(self) -> Cents:
        """All that was won on wagers, also on those outside."""
        return (self.whole.win if self.whole else 0) + sum(one.win for one in self.outside)


class WinAlarm(msgspec.Struct, frozen=True):
    """A line that is no chance, at the rate of false alarms that was asked for."""

    table: str
    wager: str
    chance: float
    rounds: tuple[int, ...]
    words: str


def false_alarm_rate(tables: int = TABLES, a_year: float = FALSE_ALARMS_A_YEAR, shifts: int = SHIFTS) -> float:
    """Of one table in one shift, so that so many tables have no more than so many false alarms a year (Bonferroni)."""
    return a_year / (tables * shifts * DAYS)


def alarms(wins: Mapping[str, Sequence[TableWin]], rate: float) -> list[WinAlarm]:
    """Of each table and shift, at ``rate`` for each table: the chance that a table where nothing is wrong has any alarm is no
    more than that, however its lines hang together (Holm). Over all tables the rates add up."""
    found = []
    for table, shift in wins.items():
        lines = [
            line for one in shift for line in (*one.lines, *([one.whole] if one.whole and len(one.lines) > 1 else []))
        ]
        over = holm({place: line.chance for place, line in enumerate(lines)}, rate)
        for place in sorted(over):
            line = lines[place]
            found.append(WinAlarm(table, line.wager, line.chance, line.rounds, alarm_words(table, line)))
    return found


def alarm_words(table: str, line: WinLine) -> str:
    what = line.wager.replace("_", " ") or "all wagers together"
    little = line.win < line.least
    expected = line.least if little else line.most
    played = " by the best play" if line.strategies and little else ""
    return (
        f"{table}, {what}: in {len(line.rounds)} rounds ${dollars(line.handle)} was wagered and ${dollars(line.win)} was won, "
        f"${dollars(round(abs(line.win - expected)))} {'less' if little else 'more'} than is to be expected{played}; "
        f"by chance that happens in one of {1 / max(line.chance, 1e-12):,.0f} such shifts at most."
    )


# --- the record as groups


def win_of(event: Settlement) -> Cents:
    """What the house won on a wager; vigorish is the house's, whenever it is collected."""
    return event.stake - event.returned + event.vigorish


def stake_groups(rounds: Iterable[PlayedRound]) -> list[StakeGroup]:
    """Everything that was settled, by wager, spot and stake."""
    found: dict[tuple[str, str, Cents], list[tuple[int, Cents]]] = {}
    for played in rounds:
        for event in played.settlements:
            found.setdefault((event.wager, event.on, event.stake), []).append((played.number, win_of(event)))
    return [
        StakeGroup(*key, len(each), sum(win for _, win in each), tuple(dict.fromkeys(number for number, _ in each)))
        for key, each in sorted(found.items())
    ]


# --- what is known of the wagers of a submission


class Expectations:
    """The wagers of one submission: those with a distribution, those in which players decide, and those of neither kind."""

    def __init__(self, game: Game, rules: RulesSubmission, edges: Iterable[Edge]) -> None:
        self.rules, self.together = rules, together_for(game, rules) or Together()
        self.each_has_cards = together_for(game, rules) is None
        self.plain: dict[Spot, Edge] = {}
        self.decided: dict[str, list[Edge]] = {}  # by main wager: strategies, the best first
        self.main: dict[str, str] = {}  # the wagers that belong to a main wager, and itself
        self.outside: dict[str, str] = {}  # by wager, why
        self._sort(list(edges))
        self.wins, self.round = lru_cache(CACHED)(self._wins), lru_cache(CACHED)(self._round)
        self.nets, self.draw = lru_cache(CACHED)(self.together.nets), lru_cache(CACHED)(self._draw)

    def _sort(self, edges: list[Edge]) -> None:
        for edge in edges:
            if edge.progressive is not None:
                self.outside[edge.wager] = METER
            elif edge.wager in self.together.overlapping:
                self.outside[edge.wager] = OVERLAPPING
            elif edge.strategy == NO_STRATEGY and not edge.conditional and not edge.includes and len(edge.outcomes) > 1:
                self.plain.setdefault((edge.wager, edge.on), edge)
        plain = {wager for wager, _ in self.plain}
        for edge in edges:
            if edge.wager not in plain and edge.wager not in self.outside and not edge.conditional:
                if edge.on:
                    self.outside[edge.wager] = TWO_HANDS
                else:
                    self.decided.setdefault(edge.wager, []).append(edge)
        for wager, strategies in list(self.decided.items()):
            if wager in self.outside:
                del self.decided[wager]
                continue
            strategies.sort(key=lambda edge: edge.house_edge)
            self.main |= dict.fromkeys((wager, *(added for edge in strategies for added in edge.includes)), wager)
        # a wager that is made later belongs to a main one whose stakes count it, as a War Wager does
        mains = [wager for wager, edges_ in self.decided.items() if any(edge.staked != 1 for edge in edges_)]
        for edge in edges:
            if edge.conditional and edge.wager not in plain and edge.wager not in self.main:
                if mains and edge.staked != 1:
                    self.main[edge.wager] = mains[0]
                else:
                    self.outside.setdefault(edge.wager, CHOSEN_MOMENT)

    def figure(self, wager: str, on: str) -> Spot | None:
        """Under which spot the distribution of a wager is kept, where nobody's play changes it."""
        return (wager, on) if (wager, on) in self.plain else (wager, "") if (wager, "") in self.plain else None

    def reason(self, wager: str) -> str:
        """Why nothing is said of a wager."""
        return self.outside.get(wager, UNKNOWN)

    def _edge(self, spot: Spot, strategy: str) -> Edge:
        if strategy == NO_STRATEGY:
            return self.plain[spot]
        return next(edge for edge in self.decided[spot[0]] if edge.strategy == strategy)

    def _wins(self, spot: Spot, stake: Cents, strategy: str = NO_STRATEGY) -> tuple[Cents, ...]:
        """By outcome, what the house wins on a stake, rounded as the table rounds it."""
        edge = self._edge(spot, strategy)
        if edge.staked != 1 or edge.includes:  # made of several stakes: before any rounding but that to the cent
            return tuple(round(-one.net * stake) for one in edge.outcomes)
        each = (msgspec.structs.replace(edge, outcomes=(one,)) for one in edge.outcomes)
        return tuple(-nets_at(self.rules, one, stake)[one.outcomes[0].name] for one in each)

    def _round(self, spot: Spot, stakes: tuple[Cents, ...], strategy: str) -> Group:
        """One round in which these stakes are wagered on one line and win and lose together."""
        wins = [sum(each) for each in zip(*(self.wins(spot, stake, strategy) for stake in stakes), strict=True)]
        return group(zip(wins, (one.probability for one in self._edge(spot, strategy).outcomes), strict=True))

    def _draw(self, stakes: Stakes) -> Group:
        """One round that one draw decides."""
        columns = zip(*(self.nets(spot, stake) for spot, stake in stakes), strict=True)
        found: dict[Cents, int] = {}
        for nets, weight in zip(columns, self.together.weights, strict=True):
            win = -sum(nets)
            found[win] = found.get(win, 0) + weight
        ordered = sorted(found.items())
        return Group(tuple(win for win, _ in ordered), tuple(weight for _, weight in ordered))

    def groups(self, spot: Spot, patterns: Mapping[Stakes, int], strategy: str = NO_STRATEGY) -> list[Group]:
        """The rounds of one line as groups; where a draw decides them, those of any lines."""
        if self.together.weights:
            made = ((self.draw(stakes), count) for stakes, count in patterns.items())
        else:
            made = (
                (self.round(spot, tuple(stake for _, stake in stakes), strategy), count)
                for stakes, count in patterns.items()
            )
        return [Group(one.wins, one.weights, count) for one, count in made]


# --- lines


class _Gathered:
    """What was wagered on one line, round by round."""

    def __init__(self) -> None:
        self.rounds: dict[int, list[tuple[Spot, Cents]]] = {}  # the stakes that chance is held against
        self.wagers, self.handle, self.win = 0, 0, 0
        self.unlisted: list[int] = []

    def add(self, number: int, events: Sequence[Settlement], stakes: Sequence[tuple[Spot, Cents]]) -> None:
        self.rounds.setdefault(number, []).extend(stakes)
        self.wagers += len(events)
        self.handle += sum(event.stake for event in events)
        self.win += sum(map(win_of, events))

    def patterns(self) -> dict[Stakes, int]:
        """Rounds in which the same was wagered, and how many there are."""
        found: dict[Stakes, int] = {}
        for stakes in self.rounds.values():
            key = tuple(sorted(stakes))
            found[key] = found.get(key, 0) + 1
        return found


def nothing_known(rounds: Iterable[PlayedRound]) -> TableWin:
    """Rounds of which nothing can be said, for what was filed is not known."""
    outside: dict[str, _Gathered] = {}
    for played in rounds:
        for event in played.settlements:
            outside.setdefault(event.wager, _Gathered()).add(played.number, [event], [])
    return TableWin(None, (), tuple(_outside(wager, UNFILED, one) for wager, one in sorted(outside.items())))


def table_win(known: Expectations, rounds: Iterable[PlayedRound], *, work: int = CONVOLUTION_WORK) -> TableWin:
    """What was won in some rounds, each wager and all of them, beside what was to be expected. More ``work`` lets a convolution
    take longer before the saddle point takes its place."""
    lines: dict[Spot, _Gathered] = {}
    outside: dict[tuple[str, str], _Gathered] = {}
    for played in rounds:
        _gather(known, played, lines, outside)
    found = [_Line(known, spot, gathered, work) for spot, gathered in sorted(lines.items())]
    return TableWin(
        _whole(known, found, work),
        tuple(one.line for one in found),
        tuple(_outside(wager, reason, one) for (wager, reason), one in sorted(outside.items())),
    )


def _outside(wager: str, reason: str, gathered: _Gathered) -> OutsideLine:
    return OutsideLine(wager, gathered.wagers, gathered.handle, gathered.win, reason, tuple(gathered.rounds))


def _gather(
    known: Expectations, played: PlayedRound, lines: dict[Spot, _Gathered], outside: dict[tuple[str, str], _Gathered]
) -> None:
    """Add a round to the lines of its wagers."""
    banked = any(event.against for event in played.settlements)
    units: dict[tuple[str, int], list[Settlement]] = {}
    for event in played.settlements:
        spot = known.figure(event.wager, event.on)
        if banked:
            reason = BANKED
        elif event.wager in known.main:
            units.setdefault((known.main[event.wager], event.seat), []).append(event)
            continue
        elif spot is None or not event.stake:
            reason = known.reason(event.wager)
        elif _handed_back(event) or (isinstance(event, Returned) and 0 not in known.wins(spot, event.stake)):
            reason = VOID
        else:
            line = lines.setdefault(spot, _Gathered())
            line.add(played.number, [event], [((event.wager, event.on), event.stake)])
            if win_of(event) not in known.wins(spot, event.stake):
                line.unlisted.append(played.number)
            continue
        outside.setdefault((event.wager, reason), _Gathered()).add(played.number, [event], [])
    for (main, _), events in units.items():
        staked = sum(event.stake for event in events if event.wager == main)
        if staked and not any(map(_handed_back, events)):
            lines.setdefault((main, ""), _Gathered()).add(played.number, events, [((main, ""), staked)])
            continue
        for event in events:
            outside.setdefault((event.wager, VOID), _Gathered()).add(played.number, [event], [])


def _handed_back(event: Settlement) -> bool:
    return isinstance(event, Returned) and event.outcome == "void"


class _Line:
    """One wager: its rounds as groups, by strategy, and the line."""

    def __init__(self, known: Expectations, spot: Spot, gathered: _Gathered, work: int) -> None:
        self.gathered, patterns = gathered, gathered.patterns()
        self.strategies = known.decided.get(spot[0], []) if spot not in known.plain else []
        names = tuple(edge.strategy for edge in self.strategies)
        self.sums = [known.groups(spot, patterns, strategy) for strategy in names or (NO_STRATEGY,)]
        alone = bool(known.together.weights) or all(_one_fate(known, stakes) for stakes in patterns)
        found = [tails(one, gathered.win, work=work) if alone else bound([one], gathered.win) for one in self.sums]
        any_play = _any_play(self.strategies[0], patterns, gathered.win) if names else None
        words = " ".join([*([] if alone else [TOGETHER]), *_words(self.strategies)])
        self.line = _line(" ".join(spot).strip(), [gathered], found, words, names, any_play)


def _one_fate(known: Expectations, stakes: Stakes) -> bool:
    """Whether all that is wagered on one line in a round wins or loses as one."""
    return len(stakes) == 1 or (not known.each_has_cards and len({spot for spot, _ in stakes}) == 1)


def _words(strategies: Sequence[Edge]) -> Iterable[str]:
    if strategies:
        yield f"Players decide: held against {', '.join(edge.strategy for edge in strategies)}, the best play first."
        yield "Too large a win is no alarm, for who plays worse loses more."
    yield from (f"{edge.strategy}: {edge.note}." for edge in strategies if edge.note)
    if any(edge.method == INTERVAL for edge in strategies):
        known = max(edge.half_width for edge in strategies)
        yield f"Averages are known from a simulation, to {float(100 * known):.4f} % of the wager."


def _any_play(best: Edge, patterns: Mapping[Stakes, int], win: Cents) -> float:
    """No more than this is the chance of so little whatever the players do, if nobody does better than the best play on average: of
    all that lies between the least and the most that a round can bring the house, what is always one of these two varies most
    (Hoeffding)."""
    least, most = -max(one.net for one in best.outcomes), -min(one.net for one in best.outcomes)
    often = (best.house_edge - best.half_width - least) / (most - least)
    groups = []
    for stakes, count in patterns.items():
        whole = sum(stake for _, stake in stakes)
        groups.append(group([(round(least * whole), 1 - often), (round(most * whole), often)], count))
    return bound([groups], win).lower


def _whole(known: Expectations, lines: Sequence[_Line], work: int) -> WinLine | None:
    """All lines together: exactly where one draw decides them all, else as a bound, whatever hangs together."""
    if len(lines) <= 1:
        return next((msgspec.structs.replace(one.line, wager=EVERY_WAGER) for one in lines), None)
    gathered, win = [one.gathered for one in lines], sum(one.gathered.win for one in lines)
    names = tuple(dict.fromkeys(name for one in lines for name in one.line.strategies))
    if known.together.weights:
        rounds = _Gathered()
        for one in gathered:
            for number, stakes in one.rounds.items():
                rounds.add(number, (), stakes)
        return _line(
            EVERY_WAGER, gathered, [tails(known.groups(("", ""), rounds.patterns()), win, work=work)], "", names, None
        )
    found = [bound([one.sums[end] for one in lines], win) for end in (0, -1)]
    words = [TOGETHER, *([DECIDED] if names else [])]
    return _line(EVERY_WAGER, gathered, found, " ".join(words), names, None)


def _line(
    wager: str, gathered: Sequence[_Gathered], found: Sequence[Tails], words: str, strategies: tuple[str, ...],
    any_play: float | None,
) -> WinLine:  # fmt: skip
    """Of several strategies the largest tails and the widest interval."""
    lower, upper = max(one.lower for one in found), max(one.upper for one in found)
    return WinLine(
        wager=wager,
        wagers=sum(one.wagers for one in gathered),
        handle=sum(one.handle for one in gathered),
        win=sum(one.win for one in gathered),
        least=min(one.expected for one in found),
        most=max(one.expected for one in found),
        low=min(one.low for one in found),
        high=max(one.high for one in found),
        lower=lower,
        upper=upper,
        method=found[0].method,
        chance=lower if strategies else min(1.0, 2 * lower, 2 * upper),
        words=words,
        rounds=tuple(sorted({number for one in gathered for number in one.rounds})),
        strategies=strategies,
        any_play=any_play,
        unlisted=tuple(number for one in gathered for number in one.unlisted),
    )
