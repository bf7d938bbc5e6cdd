"""Flame graphs of the three hot paths, drawn by our own code: ``python -m bench.flames`` writes docs/pictures/flame-*.svg.

The stacks are sampled by the CPU clock (SIGPROF), so that nothing is slowed by being traced. A bar is as wide as the part of
the time that its function was on the stack; what it called lies on it.
"""

import random
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from html import escape
from pathlib import Path
from types import FrameType

from bench.craps import audited, pass_with_odds, thrown

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
EVERY, LEAST = 0.002, 0.006  # seconds between samples; the part of the time below which nothing is drawn
WIDTH, ROW, LETTER = 1000, 17, 6.3
COLORS = ("#e8b04a", "#e08a3c", "#d96f3a", "#e6a15c", "#dd7f4f", "#ebbd6b")
Stacks = Counter[tuple[str, ...]]


def sampled(work: Callable[[], object]) -> Stacks:
    found: Stacks = Counter()
    here = sys._getframe()

    def sample(_: int, frame: FrameType | None) -> None:
        stack = []
        while frame is not None and frame is not here:
            module = str(frame.f_globals.get("__name__", "")).removeprefix("pitboss.")
            stack.append(f"{module}.{frame.f_code.co_qualname}")
            frame = frame.f_back
        found[tuple(reversed(stack))] += 1

    before = signal.signal(signal.SIGPROF, sample)
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
    try:
        work()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return found


def drawn(stacks: Stacks, title: str) -> str:
    total = sum(stacks.values())
    bars: list[tuple[int, float, float, str]] = []

    def lay(some: Stacks, depth: int, left: float) -> None:
        below: dict[str, Stacks] = {}
        for stack, count in some.items():
            if len(stack) > depth:
                below.setdefault(stack[depth], Counter())[stack] += count
        for name, those in sorted(below.items()):
            part = sum(those.values()) / total
            if part >= LEAST:
                bars.append((depth, left, part, name))
                lay(those, depth + 1, left)
                left += part

    lay(stacks, 0, 0.0)
    deepest = max(depth for depth, *_ in bars) + 1
    height = (deepest + 1) * ROW + 12
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="monospace" font-size="10.5">',
             f'<title>{escape(title)}</title><rect width="{WIDTH}" height="{height}" fill="#fffdf8"/>',
             f'<text x="6" y="13" font-weight="bold">{escape(title)}, {total} samples</text>']  # fmt: skip
    for depth, left, part, name in bars:
        x, y, width = left * WIDTH, height - (depth + 1) * ROW, part * WIDTH
        room = int((width - 6) / LETTER)
        short = name.rpartition(".")[2] if len(name) > room else name
        label = f'<text x="{x + 3:.1f}" y="{y + 12}">{escape(short)}</text>' if len(short) <= room else ""
        color = COLORS[sum(map(ord, name)) % len(COLORS)]
        told = f"<title>{escape(name)}: {part:.1%}</title>"
        lines.append(
            f'<g>{told}<rect x="{x:.1f}" y="{y}" width="{max(width - 0.5, 0.5):.1f}" height="{ROW - 1}" rx="2" '
            f'fill="{color}"/>{label}</g>'
        )
    return "\n".join((*lines, "</svg>\n"))


# --- the three paths


def audited_rounds() -> Callable[[], object]:
    work = audited(pass_with_odds(1), thrown(40_000))
    work()
    return work


def house_commands() -> Callable[[], object]:
    """A wager and the end of betting, again and again, at a practice table with its store; no socket."""
    import asyncio

    from pitboss.house.commands.answer import AnswerQuestion
    from pitboss.house.commands.ready import PlayerReady
    from pitboss.house.commands.take_seat import TakeSeat
    from pitboss.house.floor import Opening
    from pitboss.house.founding import Plan
    from pitboss.house.host.sessions import STRANGER
    from pitboss.house.house import House
    from pitboss.house.storage.store import Store
    from pitboss.house.table.entries import Settings

    async def play() -> None:
        with tempfile.TemporaryDirectory() as folder:
            settings = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=10**9)
            house = House(Store(Path(folder) / "house.db"), Opening([Plan("t", "roulette", "Roulette", settings)]))
            await house.open()
            host = house.host("t")
            taken = await host.do(STRANGER, TakeSeat(key=key()))
            session = house.sessions.of(taken["token"], "t")
            for number in range(1, 1_500):
                bet = AnswerQuestion(key=key(), round=number, question=0, says="wager", wager="red", amount=100)
                await host.do(session, bet)
                await host.do(session, PlayerReady(key=key(), round=number, question=1))
            await house.close()

    return lambda: asyncio.run(play())


def key() -> str:
    return f"{random.getrandbits(128):032x}"


def exact_edges() -> Callable[[], object]:
    from bench.kernels import forget
    from pitboss import catalogue
    from pitboss.mathematics.kit.edge import edges_for

    game = catalogue.game("blackjack")
    edges_for(game, game.example())

    def work() -> None:
        for _ in range(3):
            forget()
            edges_for(game, game.example())

    return work


PATHS = {
    "audited-round": ("An audited throw at craps, with ledger, record and chain", audited_rounds),
    "house-command": ("A command of the house, with its store", house_commands),
    "exact-mathematics": ("The exact edges of six-deck blackjack", exact_edges),
}


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    for name in sys.argv[1:] or PATHS:
        title, prepared = PATHS[name]
        (PICTURES / f"flame-{name}.svg").write_text(drawn(sampled(prepared()), title), encoding="utf-8")


if __name__ == "__main__":
    main()
