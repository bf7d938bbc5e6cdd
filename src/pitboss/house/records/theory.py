"""Play held against theory: what was paid on each wager of a table in a gaming day, beside the exact distribution of that wager.

Two looks, both beside play and never before a payout:

1. **Every settlement against the filed paytable.** What was handed back follows to the cent from the stake and from odds that are
filed
   for the wager. One settlement that does not is an alarm.
2. **All settlements of a day against chance.** For each wager the product of exp(λX) ÷ E exp(λX) over the rounds is a martingale
under
   the exact distribution of what is decided, whatever the stakes; its mixture over several λ of both signs exceeds 1/α in a day
   with a chance of at most α (Ville), however often one looks. Wagers of one round hang together: their average by stake is taken,
   for which the bound holds by convexity. α is so small that fifty tables raise one false alarm a year at most.

Pure: rows go in, lines and alarms come out. What depends on how people play (drawing, doubling, setting hands) has no distribution
of its own, and is looked at in the first way only; so are wagers of which several may be undecided at once.
"""

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from pitboss.game import Game
from pitboss.house.protocol.theory import TheoryLine
from pitboss.mathematics.kit.edge import Edge
from pitboss.money import Cents, Odds, Vigorish, cents, dollars, half
from pitboss.submission import RulesSubmission

FALSE_ALARMS, TABLES, DAYS = 1.0, 50, 365  # so many false alarms in so many gaming days of so many tables, at most
DEVIATIONS = (0.003, 0.01, 0.03, 0.1, 0.3)  # of the handle: what the sums are made to find
POWER = 2.33  # standard deviations: what is sought is found in 99 of 100 days
# Held against the paytable alone. One seven decides several Come Bets that were made at other times; the vigorish of the others is
# rounded to quarters, which on small wagers is worth more than what is sought.
UNWATCHED = frozenset({"come_bet", "dont_come_bet", "buy_bet", "lay_bet"})
EVERY_TABLE = "*"  # all tables of one filing, looked at together
COMPOSITE, MULTIPLE = (1, 2, 4, 5), (1, 2)  # into how many wagers one may be divided, and how many of them are paid
EACH_CARD = frozenset({"match_the_dealer"})  # two cards may win, and both awards are paid as one

Kind = Literal["paytable", "theory"]


class Settled(msgspec.Struct, frozen=True, array_like=True):
    """One wager as it was decided, of the rows of the index."""

    table: str
    round: int
    submission: str
    wager: str
    on: str
    stake: Cents
    returned: Cents
    vigorish: Cents
    odds: str


class Alarm(msgspec.Struct, frozen=True):
    """Something that cannot be chance, or that is not filed."""

    kind: Kind
    table: str
    wager: str
    round: int  # the one that made it known
    words: str


# --- the filed paytable


class FiledPaytable:
    """What may be handed back on each wager under one submission."""

    def __init__(self, rules: RulesSubmission) -> None:
        self._odds: dict[str, set[Fraction]] = {}
        self._parts: dict[str, int] = {}
        self._stake_back: dict[str, bool | None] = {}
        for (wager, _), terms in rules.spots.items():
            self._odds.setdefault(wager, set()).update(odds.net for odds in terms.odds)
            self._parts[wager] = max(terms.parts, self._parts.get(wager, 1))
            self._stake_back[wager] = terms.stake_back
        self._odd_to_house = bool(getattr(rules, "odd_cent_to_house", False))
        vigorish = getattr(rules, "vigorish", None)
        self._vigorish = vigorish if isinstance(vigorish, Vigorish) else None
        rounding = rules.payout_rounding
        self._less, self._more = (rounding.step, 1) if rounding.down else (0, rounding.step)

    def fault(self, row: Settled) -> str | None:
        """What is wrong with a settlement, as a sentence; empty where nothing is, None where it cannot be told."""
        if row.returned == row.stake and not row.odds:
            return "" if row.stake else None
        if row.returned < row.stake and not row.odds:
            if row.returned in (0, half(row.stake, odd_to_house=self._odd_to_house)[0]):
                return ""
            return f"${dollars(row.returned)} of ${dollars(row.stake)} was handed back"
        if row.odds.startswith("$"):
            due = cents(row.odds[1:].replace(",", "")) + (row.stake if self._stake_back.get(row.wager) else 0)
            return "" if row.returned == due else _other(row, row.odds)
        try:
            odds = Odds.parse(row.odds)
        except ValueError:
            return None  # a share of a bank or of a meter, an award for another's hand
        filed = self._odds.get(row.wager)
        if filed and not self._is_filed(row.wager, odds.net, filed):
            return f"{row.odds} is not filed for it"
        return "" if self._rounding(row, odds) is not None else _other(row, row.odds)

    def off(self, row: Settled) -> Cents:
        """By how much more or less was handed back than the nearest that is filed: a loss, the stake, or one of its odds."""
        back = self._stake_back.get(row.wager) is not False
        odds = self._odds.get(row.wager, set())
        due = [Fraction(0), Fraction(row.stake), *(row.stake * (back + net) for net in odds)]
        return round(row.returned - min(due, key=lambda one: abs(row.returned - one)))

    def rounding(self, row: Settled) -> Fraction:
        """What breakage and the rounding of vigorish added to a payment in cents, or took from it; nothing where it is
        not what is due."""
        try:
            found = self._rounding(row, Odds.parse(row.odds)) or Fraction(0)
        except ValueError:
            return Fraction(0)
        if row.vigorish and self._vigorish is not None:
            found += self._vigorish.exact(row.returned - row.stake) - row.vigorish
        return found

    @staticmethod
    def _is_filed(wager: str, net: Fraction, filed: set[Fraction]) -> bool:
        """Whether odds are filed, or are those of two cards that win together."""
        return net in filed or (wager in EACH_CARD and any(net - one in filed for one in filed))

    def _rounding(self, row: Settled, odds: Odds) -> Fraction | None:
        """By how much a payment at these odds is off, as breakage may have it; None where it may not."""
        composite = not self._odds.get(row.wager)
        back = self._stake_back.get(row.wager) is not False
        off = [
            row.returned - Fraction(row.stake * paid, divided) * (back + odds.net)
            for divided in (COMPOSITE if composite else (self._parts[row.wager],))
            for paid in (MULTIPLE if composite else (1,))
        ]
        return min((each for each in off if each == 0 or -self._less < each < self._more), key=abs, default=None)


def _other(row: Settled, odds: str) -> str:
    return f"${dollars(row.returned)} was handed back on ${dollars(row.stake)} at {odds}"


# --- the exact distribution


class WagerDistribution:
    """One wager's exact distribution per unit staked, and the numbers that the sums need."""

    def __init__(self, nets: Sequence[float], chances: Sequence[float]) -> None:
        self.lines = tuple(zip(nets, chances, strict=True))
        self.mean = sum(net * chance for net, chance in self.lines)
        self.variance = sum(net * net * chance for net, chance in self.lines) - self.mean**2
        self.rates = [sign * shift / self.variance for shift in DEVIATIONS for sign in (1, -1)]
        self.means = [sum(math.exp(rate * net) * chance for net, chance in self.lines) for rate in self.rates]
        self.pushes = any(net == 0 for net in nets)

    @classmethod
    def of(cls, edge: Edge) -> "WagerDistribution":
        return cls([float(one.net) for one in edge.outcomes], [float(one.probability) for one in edge.outcomes])


def rounds_needed(figure: WagerDistribution, wagers: int, shift: float = 0.01) -> int:
    """In how many rounds a fault worth a share of the handle is found, in 99 of 100 days."""
    bound = math.log(2 * len(DEVIATIONS) / limit(wagers))
    return math.ceil(figure.variance / shift**2 * (POWER + math.sqrt(POWER**2 + 2 * bound)) ** 2)


def limit(wagers: int) -> float:
    """The chance of a false alarm of one wager at one table, or at every table of a filing, in one gaming day."""
    return FALSE_ALARMS / (2 * TABLES * DAYS * max(wagers, 1))


def figures(edges: Iterable[Edge]) -> dict[tuple[str, str], WagerDistribution]:
    """The wagers whose distribution nobody's play changes, by wager and spot."""
    found: dict[tuple[str, str], WagerDistribution] = {}
    for edge in edges:
        plain = edge.strategy == "none" and edge.staked == 1 and not edge.includes and edge.progressive is None
        if plain and not edge.envy and edge.wager not in UNWATCHED and len(edge.outcomes) > 1:
            found.setdefault((edge.wager, edge.on), WagerDistribution.of(edge))
    return found


class Theory:
    """What is known of one submission: its paytable, and the distributions of its wagers."""

    def __init__(self, game: Game, rules: RulesSubmission, edges: Iterable[Edge]) -> None:
        self.game, self.paytable, self._figures = game.name, FiledPaytable(rules), figures(edges)
        self.wagers = len(self._figures)

    def figure(self, wager: str, on: str) -> tuple[str, WagerDistribution] | None:
        """The distribution of a wager, and under which name its sums are kept: spots that have one of their own are kept apart,
        for what a throw decides on one of them it need not decide on the others."""
        if (found := self._figures.get((wager, on))) is not None:
            return f"{wager} {on}".strip(), found
        found = self._figures.get((wager, ""))
        return (wager, found) if found is not None else None


# --- the sums of a day


class Sums:
    """One wager at one table, or at every table of a filing, in one gaming day."""

    def __init__(self, game: str, wagers: int) -> None:
        self.game, self.limit = game, limit(wagers)
        self.rounds, self.handle, self.paid = 0, 0, 0
        self.expected = self.variance = self.needed = 0.0
        self.logs = [0.0] * (2 * len(DEVIATIONS))
        self.alarmed = False
        self._seen: set[WagerDistribution] = set()

    def add(self, rows: Sequence[tuple[WagerDistribution, Cents, Cents, Fraction]], wagers: int) -> bool:
        """The wagers of one round with their stakes, what they won, and what of that is rounding, which is as filed and no
        chance; whether that makes it an alarm."""
        handle = sum(stake for _, stake, _, _ in rows)
        self.rounds, self.handle = self.rounds + 1, self.handle + handle
        spread = 0.0
        for figure, stake, won, rounding in rows:
            self.paid += won
            self.expected += figure.mean * stake + float(rounding)
            spread += stake * math.sqrt(figure.variance)
            if figure not in self._seen:
                self._seen.add(figure)
                self.needed = max(self.needed, rounds_needed(figure, wagers))
        self.variance += spread**2
        for place in range(len(self.logs)):
            grown = sum(figure.rates[place] * float(won - rounding) for figure, _, won, rounding in rows) / handle
            mean = sum(stake * figure.means[place] for figure, stake, _, _ in rows) / handle
            self.logs[place] += grown - math.log(mean)
        if not self.alarmed and self.chance <= self.limit:
            self.alarmed = True
            return True
        return False

    @property
    def chance(self) -> float:
        """No more than this is the chance that the sums of a day ever come so far."""
        top = max(self.logs)
        mixed = top + math.log(sum(math.exp(one - top) for one in self.logs) / len(self.logs))
        return min(1.0, math.exp(-mixed)) if mixed > -700 else 1.0

    def line(self, table: str, wager: str) -> TheoryLine:
        spread = math.sqrt(self.variance)
        off = (self.paid - self.expected) / spread if spread else 0.0
        return TheoryLine(
            table, self.game, wager, self.rounds, self.handle, self.paid, round(self.expected), round(spread),
            round(off, 2), self.chance, self.limit, math.ceil(self.needed),
        )  # fmt: skip


class Day:
    """One gaming day of a house, row by row, those of one round of a table beside each other."""

    def __init__(self, day: str) -> None:
        self.day = day
        self.sums: dict[tuple[str, str, str], Sums] = {}  # by table, submission, wager
        self.alarms: list[Alarm] = []
        self.checked = self.unchecked = self.unknown = 0  # settlements held against the paytable, or that could not be
        self._faulty: set[tuple[str, str]] = set()

    def take(self, rows: Sequence[Settled], theory: Theory | None) -> None:
        """All settlements of one round."""
        if theory is None:
            self.unknown += len(rows)
            return
        by_wager: dict[str, list[tuple[WagerDistribution, Cents, Cents, Fraction]]] = {}
        for row in rows:
            self._check(row, theory)
            known, won = theory.figure(row.wager, row.on), row.returned - row.stake - row.vigorish
            if known is None or not row.stake or (won == 0 and not known[1].pushes):
                continue
            by_wager.setdefault(known[0], []).append((known[1], row.stake, won, theory.paytable.rounding(row)))
        for wager, found in by_wager.items():
            for table in (rows[0].table, EVERY_TABLE):
                key = (table, rows[0].submission, wager)
                sums = self.sums.setdefault(key, Sums(theory.game, theory.wagers))
                if sums.add(found, theory.wagers):
                    self.alarms.append(self._alarm(sums.line(table, wager), rows[0].round))

    def _check(self, row: Settled, theory: Theory) -> None:
        fault = theory.paytable.fault(row)
        if fault is None:
            self.unchecked += 1
            return
        self.checked += 1
        if fault and (row.table, row.wager) not in self._faulty:
            self._faulty.add((row.table, row.wager))
            words = f"Round {row.round} of {row.table}: {fault} ({row.wager.replace('_', ' ')})."
            self.alarms.append(Alarm("paytable", row.table, row.wager, row.round, words))

    @staticmethod
    def _alarm(line: TheoryLine, round: int) -> Alarm:
        where = "all tables of one filing" if line.table == EVERY_TABLE else line.table
        more = "more" if line.paid > line.expected else "less"
        words = (
            f"{where}, {line.game}, {line.wager.replace('_', ' ')}: in {line.rounds} rounds ${dollars(line.handle)} was wagered "
            f"and "
            f"${dollars(abs(line.paid - line.expected))} {more} was paid than is to be expected, {abs(line.deviation):.1f} "
            f"standard "
            f"deviations; by chance that happens on one day in {1 / max(line.chance, 1e-12):,.0f} at most."
        )
        return Alarm("theory", line.table, line.wager, round, words)

    def lines(self) -> list[TheoryLine]:
        return [sums.line(table, wager) for (table, _, wager), sums in self.sums.items()]
