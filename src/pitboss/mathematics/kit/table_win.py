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
from fractions import Fraction
from functools import lru_cache

import msgspec

from pitboss.events import Returned, Settlement
from pitboss.game import Game
from pitboss.mathematics.kit.edge import INTERVAL, Edge
from pitboss.mathematics.kit.stakes import nets_at
from pitboss.mathematics.kit.tails import CONVOLUTION_WORK, RoundGroup, Tails, bound, group, holm, tails
from pitboss.mathematics.kit.together import Spot, Together, together_for
from pitboss.money import Cents, dollars
from pitboss.submission import RulesSubmission

FALSE_ALARMS_A_YEAR, TABLES, SHIFTS, DAYS = 12.0, 50, 3, 365
UNIT = 6_000  # cents that every wager counts as where what was staked is left aside
NO_STRATEGY = "none"
SHOWN = 5  # rounds that an alarm names
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


class SettledRound(msgspec.Struct, frozen=True):
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
    nobody decides. ``even`` is how likely it is, on the sides that count, that the line is as far off if every wager counts the
    same: stakes that differ hide how often a wager wins. ``chance`` is how likely it is, at most, that either is as far off.
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
    even: float
    chance: float
    words: str
    rounds: tuple[int, ...]
    strategies: tuple[str, ...] = ()
    any_play: float | None = None  # of so little, or less, whatever the players do
    impossible: tuple[
        int, ...
    ] = ()  # rounds that no draw decides like this, or in which a wager was paid as no outcome of it


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
    """A line that is no chance, at the rate of false alarms that was asked for; of rounds that cannot be, the chance is 0."""

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
    more than that, however its lines hang together (Holm). Over all tables the rates add up. Rounds that cannot be are alarms."""
    found = []
    for table, shift in wins.items():
        lines = [line for one in shift for line in one.lines]
        lines += [one.whole for one in shift if one.whole and len(one.lines) > 1]
        over = holm({place: line.chance for place, line in enumerate(lines)}, rate)
        for place, line in enumerate(lines):
            if line.impossible:
                found.append(WinAlarm(table, line.wager, 0.0, line.impossible, _impossible_words(table, line)))
            elif place in over:
                found.append(WinAlarm(table, line.wager, line.chance, line.rounds, alarm_words(table, line)))
    return found


def alarm_words(table: str, line: WinLine) -> str:
    little = line.lower < line.upper
    expected = line.least if little else line.most
    played = " by the best play" if line.strategies and little else ""
    counted = ", every wager counted the same," if 2 * line.even == line.chance else ""
    return (
        f"{table}, {_called(line)}: in {len(line.rounds)} rounds ${dollars(line.handle)} was wagered and "
        f"${dollars(abs(line.win))} {'lost' if line.win < 0 else 'won'}, ${dollars(round(abs(line.win - expected)))} "
        f"{'less' if little else 'more'} for the house than is to be expected{played}; by chance{counted} a line is so far off in "
        f"one of {1 / max(line.chance, 1e-12):,.0f} such shifts at most."
    )


def _impossible_words(table: str, line: WinLine) -> str:
    some = ", ".join(map(str, line.impossible[:SHOWN])) + (" …" if len(line.impossible) > SHOWN else "")
    return f"{table}, {_called(line)}: no outcome pays as was paid in {len(line.impossible)} rounds ({some})."


def _called(line: WinLine) -> str:
    return line.wager.replace("_", " ") or "all wagers together"


# --- the record as groups


def win_of(event: Settlement) -> Cents:
    """What the house won on a wager; vigorish is the house's, whenever it is collected."""
    return event.stake - event.returned + event.vigorish


def stake_groups(rounds: Iterable[SettledRound]) -> list[StakeGroup]:
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
        self.possible, self.even = lru_cache(CACHED)(self._possible), lru_cache(CACHED)(self._even)

    def _sort(self, edges: list[Edge]) -> None:
        for edge in edges:
            if edge.progressive is not None:
                self.outside[edge.wager] = METER
            elif edge.wager in self.together.overlapping:
                self.outside[edge.wager] = OVERLAPPING
            elif edge.strategy == NO_STRATEGY and not edge.conditional and not edge.includes and len(edge.outcomes) > 1:
                self.plain.setdefault((edge.wager, edge.on), edge)
        plain, layout = {wager for wager, _ in self.plain}, {wager for wager, _ in self.rules.spots}
        for edge in edges:
            if edge.wager in layout - plain and edge.wager not in self.outside and not edge.conditional:
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
        if self.together.weights and (wager, on) not in self.together.results:
            return None
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

    def _round(self, spot: Spot, stakes: tuple[Cents, ...], strategy: str) -> RoundGroup:
        """One round in which these stakes are wagered on one line and win and lose together."""
        wins = [sum(each) for each in zip(*(self.wins(spot, stake, strategy) for stake in stakes), strict=True)]
        return group(zip(wins, (one.probability for one in self._edge(spot, strategy).outcomes), strict=True))

    def _draw(self, stakes: Stakes) -> RoundGroup:
        """One round that one draw decides."""
        columns = zip(*(self.nets(spot, stake) for spot, stake in stakes), strict=True)
        found: dict[Cents, int] = {}
        for nets, weight in zip(columns, self.together.weights, strict=True):
            win = -sum(nets)
            found[win] = found.get(win, 0) + weight
        ordered = sorted(found.items())
        return RoundGroup(tuple(win for win, _ in ordered), tuple(weight for _, weight in ordered))

    def _possible(self, spot: Spot, stake: Cents, win: Cents) -> frozenset[int]:
        """The draws by which the house wins so much on a stake."""
        return frozenset(draw for draw, net in enumerate(self.nets(spot, stake)) if -net == win)

    def _even(self, figure: Spot, spot: Spot, stake: Cents, win: Cents) -> Cents:
        """What the house would have won on ``UNIT`` by the same outcome."""
        if self.together.weights:
            wins, of_unit = [-net for net in self.nets(spot, stake)], [-net for net in self.nets(spot, UNIT)]
        else:
            wins, of_unit = list(self.wins(figure, stake)), list(self.wins(figure, UNIT))
        return of_unit[min(range(len(wins)), key=lambda place: abs(wins[place] - win))]

    def groups(self, spot: Spot, patterns: Mapping[Stakes, int], strategy: str = NO_STRATEGY) -> list[RoundGroup]:
        """The rounds of one line as groups; where a draw decides them, those of any lines."""
        if self.together.weights:
            made = ((self.draw(stakes), count) for stakes, count in patterns.items())
        else:
            made = (
                (self.round(spot, tuple(stake for _, stake in stakes), strategy), count)
                for stakes, count in patterns.items()
            )
        return [RoundGroup(one.wins, one.weights, count) for one, count in made]


# --- lines


class _Gathered:
    """What was wagered on one line, round by round."""

    def __init__(self) -> None:
        self.rounds: dict[int, list[tuple[Spot, Cents]]] = {}  # the stakes that chance is held against
        self.wagers, self.handle, self.win = 0, 0, 0
        self.even = 0  # what would have been won if each of them were ``UNIT``
        self.impossible: list[int] = []

    def add(self, number: int, event: Settlement) -> None:
        """Count a settlement."""
        self.rounds.setdefault(number, [])
        self.wagers, self.handle, self.win = self.wagers + 1, self.handle + event.stake, self.win + win_of(event)

    def stake(self, number: int, spot: Spot, stake: Cents, even: Cents) -> None:
        """Hold a stake against chance."""
        self.rounds[number].append((spot, stake))
        self.even += even

    def patterns(self) -> dict[Stakes, int]:
        """Rounds in which the same was wagered, and how many there are."""
        found: dict[Stakes, int] = {}
        for stakes in self.rounds.values():
            key = tuple(sorted(stakes))
            found[key] = found.get(key, 0) + 1
        return found


def nothing_known(rounds: Iterable[SettledRound]) -> TableWin:
    """Rounds of which nothing can be said, for what was filed is not known."""
    outside: dict[str, _Gathered] = {}
    for played in rounds:
        for event in played.settlements:
            outside.setdefault(event.wager, _Gathered()).add(played.number, event)
    return TableWin(None, (), tuple(_outside(wager, UNFILED, one) for wager, one in sorted(outside.items())))


def table_win(known: Expectations, rounds: Iterable[SettledRound], *, work: int = CONVOLUTION_WORK) -> TableWin:
    """What was won in some rounds, each wager and all of them, beside what was to be expected. More ``work`` lets a convolution
    take longer before the saddle point takes its place."""
    lines: dict[Spot, _Gathered] = {}
    outside: dict[tuple[str, str], _Gathered] = {}
    impossible = [played.number for played in rounds if not _gather(known, played, lines, outside)]
    if len(lines) == 1:
        next(iter(lines.values())).impossible += impossible
    found = [_Line(known, spot, gathered, work) for spot, gathered in sorted(lines.items())]
    return TableWin(
        _whole(known, found, work, tuple(impossible)),
        tuple(one.line for one in found),
        tuple(_outside(wager, reason, one) for (wager, reason), one in sorted(outside.items())),
    )


def _outside(wager: str, reason: str, gathered: _Gathered) -> OutsideLine:
    return OutsideLine(wager, gathered.wagers, gathered.handle, gathered.win, reason, tuple(gathered.rounds))


def _gather(
    known: Expectations, played: SettledRound, lines: dict[Spot, _Gathered], outside: dict[tuple[str, str], _Gathered]
) -> bool:
    """Add a round to the lines of its wagers; False where no draw decides them like this."""
    number, banked = played.number, any(event.against for event in played.settlements)
    units: dict[tuple[str, int], list[Settlement]] = {}
    draws: frozenset[int] | None = None
    for event in played.settlements:
        figure, spot, win = known.figure(event.wager, event.on), (event.wager, event.on), win_of(event)
        if banked:
            reason = BANKED
        elif event.wager in known.main:
            units.setdefault((known.main[event.wager], event.seat), []).append(event)
            continue
        elif figure is None or not event.stake:
            reason = known.reason(event.wager)
        elif _handed_back(event) or (isinstance(event, Returned) and 0 not in known.wins(figure, event.stake)):
            reason = VOID
        else:
            line = lines.setdefault(figure, _Gathered())
            line.add(number, event)
            line.stake(number, spot, event.stake, known.even(figure, spot, event.stake, win))
            if win not in known.wins(figure, event.stake):
                line.impossible.append(number)
            elif known.together.weights:
                possible = known.possible(spot, event.stake, win)
                draws = possible if draws is None else draws & possible
            continue
        outside.setdefault((event.wager, reason), _Gathered()).add(number, event)
    for (main, _), events in units.items():
        staked = sum(event.stake for event in events if event.wager == main)
        if not staked or any(map(_handed_back, events)):
            for event in events:
                outside.setdefault((event.wager, VOID), _Gathered()).add(number, event)
            continue
        line = lines.setdefault((main, ""), _Gathered())
        for event in events:
            line.add(number, event)
        line.stake(number, (main, ""), staked, round(Fraction(sum(map(win_of, events)) * UNIT, staked)))
    return draws is None or bool(draws)


def _handed_back(event: Settlement) -> bool:
    return isinstance(event, Returned) and event.outcome == "void"


class _Line:
    """One wager: its rounds as groups, by strategy, and the line."""

    def __init__(self, known: Expectations, spot: Spot, gathered: _Gathered, work: int) -> None:
        self.gathered, patterns = gathered, gathered.patterns()
        self.strategies = known.decided.get(spot[0], []) if spot not in known.plain else []
        names = tuple(edge.strategy for edge in self.strategies)
        alone = bool(known.together.weights) or all(_one_fate(known, stakes) for stakes in patterns)

        def held(patterns: Mapping[Stakes, int], win: Cents) -> tuple[list[list[RoundGroup]], list[Tails]]:
            sums = [known.groups(spot, patterns, strategy) for strategy in names or (NO_STRATEGY,)]
            return sums, [tails(one, win, work=work) if alone else bound([one], win) for one in sums]

        self.sums, found = held(patterns, gathered.win)
        even = None
        if len({stake for stakes in patterns for _, stake in stakes}) > 1:
            as_units: dict[Stakes, int] = {}
            for stakes, count in patterns.items():
                key = tuple((one, UNIT) for one, _ in stakes)
                as_units[key] = as_units.get(key, 0) + count
            even = _sides(held(as_units, gathered.even)[1], names)
        words = " ".join([*([] if alone else [TOGETHER]), *_words(self.strategies)])
        line = _line(" ".join(spot).strip(), [gathered], found, words, names, even)
        any_play = _any_play(self.strategies[0], patterns, gathered.win) if names else None
        self.line = msgspec.structs.replace(line, any_play=any_play, impossible=tuple(sorted(set(gathered.impossible))))


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


def _whole(known: Expectations, lines: Sequence[_Line], work: int, impossible: tuple[int, ...]) -> WinLine | None:
    """All lines together: exactly where one draw decides them all, else as a bound, whatever hangs together."""
    if not lines:
        return None
    gathered, win = [one.gathered for one in lines], sum(one.gathered.win for one in lines)
    names, words = tuple(dict.fromkeys(name for one in lines for name in one.line.strategies)), ""
    if len(lines) == 1:
        return msgspec.structs.replace(lines[0].line, wager=EVERY_WAGER)
    if known.together.weights:
        rounds: dict[int, list[tuple[Spot, Cents]]] = {}
        for one in gathered:
            for number, stakes in one.rounds.items():
                rounds.setdefault(number, []).extend(stakes)
        every = _Gathered()
        every.rounds = rounds
        found = [tails(known.groups(("", ""), every.patterns()), win, work=work)]
    else:
        found = [bound([one.sums[end] for one in lines], win) for end in (0, -1)]
        words = " ".join([TOGETHER, *([DECIDED] if names else [])])
    return msgspec.structs.replace(_line(EVERY_WAGER, gathered, found, words, names, None), impossible=impossible)


def _sides(found: Sequence[Tails], strategies: tuple[str, ...]) -> float:
    """How likely it is to be as far off, on the sides that count: of several strategies the largest tails."""
    lower, upper = max(one.lower for one in found), max(one.upper for one in found)
    return lower if strategies else min(1.0, 2 * lower, 2 * upper)


def _line(
    wager: str,
    gathered: Sequence[_Gathered],
    found: Sequence[Tails],
    words: str,
    strategies: tuple[str, ...],
    even: float | None,
) -> WinLine:
    """Of several strategies the largest tails and the widest interval."""
    chance = _sides(found, strategies)
    return WinLine(
        wager=wager,
        wagers=sum(one.wagers for one in gathered),
        handle=sum(one.handle for one in gathered),
        win=sum(one.win for one in gathered),
        least=min(one.expected for one in found),
        most=max(one.expected for one in found),
        low=min(one.low for one in found),
        high=max(one.high for one in found),
        lower=max(one.lower for one in found),
        upper=max(one.upper for one in found),
        method=found[0].method,
        even=chance if even is None else even,
        chance=chance if even is None else min(1.0, 2 * min(chance, even)),
        words=words,
        rounds=tuple(sorted({number for one in gathered for number in one.rounds})),
        strategies=strategies,
    )
