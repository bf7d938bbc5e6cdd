"""Plots, as SVG that is the same bytes every time.

Those of a PAR sheet are drawn by hand: a sheet may have a hundred of them.
"""

import io
from collections.abc import Iterator, Sequence
from html import escape
from math import log10

from pitboss.mathematics.kit.edge import Edge, Outcome

INK, QUIET, GREEN, PALE = "#333333", "#888888", "#1d6f42", "#c7dbd0"
LEFT, RIGHT, TOP, DOWN = (46.0, 300.0), (372.0, 628.0), 24.0, 176.0  # the two panels, in a drawing of 640 by 216
DECADES = (2, 7)  # powers of ten of rounds
SHOWN = 14  # outcomes drawn at most, the likeliest


def of_wager(edge: Edge) -> str:
    """How likely each outcome is, and how far the actual hold may stray from the theoretical: the 95 % band."""
    body = [*_outcomes(edge.outcomes), *_band(edge)]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 216" font-family="Libertinus Serif, Georgia, serif" '
        f'font-size="11" fill="{INK}">' + "".join(body) + "</svg>"
    )


def _outcomes(outcomes: Sequence[Outcome]) -> Iterator[str]:
    nets: dict[float, float] = {}
    for outcome in outcomes:
        if outcome.probability:
            nets[float(outcome.net)] = nets.get(float(outcome.net), 0.0) + float(outcome.probability)
    drawn = sorted(sorted(nets, key=lambda net: nets[net])[-SHOWN:])
    lowest = min([-1, *(int(log10(nets[net])) - 1 for net in drawn)])
    yield _words((LEFT[0] + LEFT[1]) / 2, TOP - 10, "chance of each net result", "middle")
    for power in range(lowest, 1, 1 + -lowest // 5):
        at = DOWN - (power - lowest) / -lowest * (DOWN - TOP)
        yield _line(LEFT[0], at, LEFT[1], at, "#dddddd")
        yield _words(LEFT[0] - 5, at + 4, "1" if not power else f"10^{power}", "end")
    step = (LEFT[1] - LEFT[0]) / max(len(drawn), 1)
    for n, net in enumerate(drawn):
        height = (log10(nets[net]) - lowest) / -lowest * (DOWN - TOP)
        x = LEFT[0] + n * step
        yield (
            f'<rect x="{x + step * 0.15:.1f}" y="{DOWN - height:.1f}" width="{step * 0.7:.1f}" height="{height:.1f}" '
            f'fill="{GREEN}"/>'
        )
        yield _words(x + step / 2, DOWN + 14 + 12 * (n % 2), f"{net:+.4g}" if net else "0", "middle")
    yield _line(LEFT[0], DOWN, LEFT[1], DOWN, INK)


def _band(edge: Edge) -> Iterator[str]:
    mean, deviation = 100 * float(edge.house_edge), 100 * float(edge.variance) ** 0.5
    widths = [(power / 8, 1.96 * deviation / 10 ** (power / 16)) for power in range(8 * DECADES[0], 8 * DECADES[1] + 1)]
    most = 1.96 * deviation / 10 or 1.0  # of a hundred rounds

    def across(power: float) -> float:
        return RIGHT[0] + (power - DECADES[0]) / (DECADES[1] - DECADES[0]) * (RIGHT[1] - RIGHT[0])

    def down(value: float) -> float:
        return (TOP + DOWN) / 2 - max(-1.0, min(1.0, (value - mean) / most)) * (DOWN - TOP) / 2

    yield _words((RIGHT[0] + RIGHT[1]) / 2, TOP - 10, "hold, % of wagers: 95 in 100 samples", "middle")
    upper = [f"{across(power):.1f},{down(mean + width):.1f}" for power, width in widths]
    lower = [f"{across(power):.1f},{down(mean - width):.1f}" for power, width in reversed(widths)]
    yield f'<polygon points="{" ".join([*upper, *lower])}" fill="{PALE}"/>'
    for part in (-1, -0.5, 0, 0.5, 1):
        value = mean + part * most
        yield _line(RIGHT[0] - 3, down(value), RIGHT[0], down(value), INK)
        yield _words(RIGHT[0] - 6, down(value) + 4, f"{value:.3g}", "end")
    if abs(mean) < most:
        yield _line(RIGHT[0], down(0), RIGHT[1], down(0), QUIET)
    yield _line(RIGHT[0], down(mean), RIGHT[1], down(mean), GREEN)
    for power in range(DECADES[0], DECADES[1] + 1):
        yield _line(across(power), DOWN, across(power), DOWN + 4, INK)
        yield _words(across(power), DOWN + 16, f"10^{power}", "middle")
    yield _words((RIGHT[0] + RIGHT[1]) / 2, DOWN + 32, "rounds", "middle")
    yield _line(RIGHT[0], TOP, RIGHT[0], DOWN, INK)
    yield _line(RIGHT[0], DOWN, RIGHT[1], DOWN, INK)


def _line(x: float, y: float, to_x: float, to_y: float, colour: str) -> str:
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="{colour}"/>'


def _words(x: float, y: float, words: str, anchor: str) -> str:
    """A text; what follows a ^ is raised."""
    base, _, power = words.partition("^")
    raised = f'<tspan dy="-4" font-size="8">{power}</tspan>' if power else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{base}{raised}</text>'


def by_value(bars: Sequence[tuple[str, float, bool]], title: str) -> str:
    """The edge of a wager by the value of a choice: (value, edge, whether it is filed), a bar for each."""
    most = max((abs(edge) for _, edge, _ in bars), default=0.0) or 1.0
    height = 40 + 20 * len(bars)
    body = [_words(320, 18, escape(title), "middle"), _line(200, 28, 200, height - 8, INK)]
    for n, (value, edge, filed) in enumerate(bars):
        top, wide = 32 + 20 * n, abs(edge) / most * 330
        body.append(_words(192, top + 12, escape(value) + (" (filed)" if filed else ""), "end"))
        colour = GREEN if filed else QUIET if edge < 0 else PALE
        body.append(f'<rect x="200" y="{top}" width="{wide:.1f}" height="15" fill="{colour}"/>')
        body.append(_words(206 + wide, top + 12, f"{100 * edge:.4f} %", "start"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {height}" font-family="Libertinus Serif, Georgia, serif" '
        f'font-size="11" fill="{INK}">' + "".join(body) + "</svg>"
    )


def convergence(points: Sequence[tuple[int, float, float]], exact: float | None, title: str) -> str:
    """A simulation on its way: (rounds, edge, standard error), with the exact edge where it is known."""
    import matplotlib
    from matplotlib.figure import Figure

    matplotlib.rcParams.update({"svg.hashsalt": "pitboss", "svg.fonttype": "path", "font.size": 9})
    figure = Figure((5.2, 2.4), layout="constrained")
    axes = figure.subplots()
    rounds = [n for n, _, _ in points]
    edges = [100 * edge for _, edge, _ in points]
    width = [196 * error for _, _, error in points]
    low, high = ([e - w for e, w in zip(edges, width, strict=True)], [e + w for e, w in zip(edges, width, strict=True)])
    axes.fill_between(rounds, low, high, color="#2a5db0", alpha=0.2, lw=0)
    axes.plot(rounds, edges, color="#2a5db0", lw=1.2, marker="." if len(points) < 3 else "")
    if exact is not None:
        axes.axhline(100 * exact, color="#1d6f42", lw=1, ls="--")
    axes.set(title=title, xlabel="rounds", ylabel="house edge, %")
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": "pitboss"})
    return out.getvalue()
