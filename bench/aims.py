"""What each figure is compared with: the peer and the floor measured in the same run, and what is aimed at.

A figure is known by its name. Peer and floor are figures too, of the same or of another module; ``{0}`` stands for what the
first group of the name's pattern found. An aim is a bound of the figure itself, or so many times its peer.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from bench.measure import Measured


class Aim(NamedTuple):
    figure: str  # a pattern for "module: name", as a whole
    least: float | None = None
    most: float | None = None
    times: float | None = None  # as many times the peer, at least
    peer: str = ""
    floor: str = ""


class Compared(NamedTuple):
    peer: float | None = None
    floor: float | None = None
    aim: str = ""
    met: bool | None = None  # None: nothing is aimed at


AIMS = (
    # the audited path
    Aim(
        r"craps: audited throws/s, (a random mix of wagers and amounts, one player)",
        times=2.5,
        peer="craps: crapssim throws/s, {0}",
    ),
    Aim(r"craps: audited throws/s, (a layout of \d+ wagers)", times=25, peer="craps: crapssim throws/s, {0}"),
    Aim(r"craps: audited throws/s, (.*players?)", times=2, peer="craps: crapssim throws/s, {0}"),
    Aim(
        r"engine: audited (.*) rounds/s, (.*)",
        floor="engine: ledger and record alone, {0} rounds/s, {1}",
    ),
    Aim(
        r"rounds: audited (.*) rounds/s, one seat",
        peer="rounds: PokerKit hands/s, heads-up",
        floor="rounds: ledger and record alone, {0} rounds/s, one seat",
    ),
    Aim(r"shoe: us a round, near the cut", most=8, floor="shoe: us a round, second of a shoe"),
    # the house
    Aim(
        r"crowd: durable rounds per CPU second of the house, 8 tables × 6 seats",
        least=400,
        floor="floors: records/s on this disk, in groups of 64",
    ),
    Aim(r"crowd: command acknowledged, p99, ms, 500 tables × 6 seats, at human pace", most=40),
    Aim(r"crowd: CPU of the house for a command and its views, ms, .*", most=0.2),
    Aim(r"crowd: bytes sent to everybody for a command, .*", most=12_000),
    Aim(r"views: bytes of a view's change, .*", most=2_000),
    Aim(r"house: durable rounds/s, 8 tables", floor="floors: records/s on this disk, in groups of 8"),
    Aim(r"record: bytes of a round on the disk, roulette, 1 player", most=1_000),
    Aim(r"record: bytes of a round on the disk, roulette, 3 players", most=4_000),
    Aim(r"replay: entries/s played again", times=1 / 7, peer="replay: entries/s walked, hashes alone"),
    Aim(r"replay: times one process by the clock, for each of \d+ cores", least=0.9),
    Aim(r"replay: CPU of one process, for that of all of them", least=0.9),
    Aim(r"replay: MB of the largest process, .*", most=300),
    Aim(r"money: live sum and expected tray, CPU us a round", most=30),
    Aim(r"money: a day of .* tables closed, CPU s", most=10),
    Aim(r"money: a statement of a year, .*, CPU ms", most=200),
    Aim(r"reports: CPU seconds, a month of 50 tables, .*", most=5),
    # learning programs
    Aim(r"environments: .* steps/s, [\d,]+ seats at once", times=20, peer="environments: open_spiel Blackjack steps/s"),
    Aim(r"environments: blackjack steps/s, one seat", times=0.5, peer="environments: open_spiel Blackjack steps/s"),
    Aim(r"environments: (?:roulette|sic-bo|craps|minibaccarat) steps/s, one seat", least=20_000),
    # the page
    Aim(r"pages: first usable screen, .*, cold, .*, s", most=2),
    Aim(r"pages: chip shown.*, p95 of \d+, ms", most=100),
    Aim(r"pages: back after the line was cut.*, s", most=1),
    # mathematics
    Aim(
        r"kernels: million spins per CPU second, roulette, spins",
        least=100,
        floor="floors: million spins/s, a plain loop in C",
    ),
    Aim(
        r"kernels: million coups per CPU second, baccarat, coups",
        least=20,
        floor="floors: million coups/s, a plain loop in C",
    ),
    Aim(r"kernels: million throws, .*, craps, throws", least=100),
    Aim(r"kernels: million rounds, .*, blackjack, hands", least=7),
    Aim(r"kernels: million rounds, .*, pai-gow-poker, hands", least=1),
    Aim(r"kernels: two workers, times one", least=1.8),
    Aim(r"poker: a random seven-card hand with joker, in bulk, ns", most=4.5),
    Aim(r"poker: all 154,143,080 seven-card hands with joker, seconds", most=0.4),
    Aim(r"hands: seven-card hands from Python, a second", peer="hands: eval7 hands a second"),
    Aim(r"waiting: pitboss --help, CPU seconds", most=0.15),
    Aim(r"waiting: pitboss games, CPU seconds", most=0.25),
    Aim(r"waiting: pitboss run, CPU seconds", most=0.3),
    Aim(r"waiting: pitboss edge --all, nothing kept, CPU seconds", most=120),
    Aim(r"waiting: pitboss edge --all, nothing kept, MB of the largest process", most=1_500),
    Aim(r"waiting: pitboss edge --all, everything kept, CPU seconds", most=3),
    Aim(r"kernels: six-deck blackjack edge with its strategy, exact, CPU seconds", most=0.22),
    Aim(r"kernels: baccarat with all side wagers, exact, CPU seconds", most=0.3),
    Aim(r"judging: blackjack, .* ms", most=50),
    Aim(r"tails: tails of .*, warm, CPU ms", most=50),
    Aim(r"judging: Blackjack Switch: .* ms", most=300),
    Aim(r"judging: (?:Casino War|Go Fore It|Over/Under|DJ Wild): .* ms", most=300),
    Aim(r"judging_hands: (?:pai gow poker|the same as the bank).*, ms", most=500),
    Aim(r"judging_hands: .*, ms", most=300),
)


def compared(name: str, figures: Mapping[str, float | str]) -> Compared:
    """A figure beside its peer, its floor and what is aimed at, as far as they are known."""
    now = number(figures[name])
    for aim in AIMS:
        found = re.fullmatch(aim.figure, name)
        if found is None:
            continue
        groups = found.groups() or ("",)
        peer, floor = (number(figures.get(one.format(*groups), "")) for one in (aim.peer, aim.floor))
        return Compared(peer, floor, *_judged(aim, now, peer))
    return Compared()


def _judged(aim: Aim, now: float | None, peer: float | None) -> tuple[str, bool | None]:
    if aim.least is not None:
        return f"≥ {shown(aim.least)}", None if now is None else now >= aim.least
    if aim.most is not None:
        return f"≤ {shown(aim.most)}", None if now is None else now <= aim.most
    if aim.times is not None:
        return f"≥ {aim.times:.3g} × peer", None if now is None or peer is None else _times(now, peer) >= aim.times
    return "", None


def _times(now: float, peer: float) -> float:
    return now.times(peer) if isinstance(now, Measured) else now / peer


def number(figure: float | str) -> float | None:
    """A figure as a number; a text may begin with one."""
    if not isinstance(figure, str):
        return float(figure) if not isinstance(figure, float) else figure
    found = re.match(r"[\d,]*\.?\d+(?=\s|$)", figure)
    return float(found[0].replace(",", "")) if found else None


def shown(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.4g}"
