"""Plots, as SVG that is the same bytes every time."""

import io
from collections.abc import Sequence

import matplotlib
from matplotlib.figure import Figure

from pitboss.exact.edge import Edge

matplotlib.rcParams.update({"svg.hashsalt": "pitboss", "svg.fonttype": "path", "font.size": 9})


def band(edge: Edge) -> str:
    """How far the actual hold may stray from the theoretical, by rounds: the 95 % band."""
    figure = Figure((5.2, 2.4), layout="constrained")
    axes = figure.subplots()
    rounds = [10 ** (n / 8) for n in range(16, 57)]
    mean, deviation = 100 * float(edge.house_edge), 100 * float(edge.variance) ** 0.5
    width = [1.96 * deviation / n**0.5 for n in rounds]
    axes.fill_between(rounds, [mean - w for w in width], [mean + w for w in width], color="#1d6f42", alpha=0.25, lw=0)
    axes.axhline(mean, color="#1d6f42", lw=1.2)
    axes.axhline(0, color="#888888", lw=0.6)
    axes.set(xscale="log", xlabel="rounds", ylabel="hold, % of wagers", xlim=(rounds[0], rounds[-1]))
    axes.set_ylim(mean - 4 * width[16], mean + 4 * width[16])
    return _svg(figure)


def convergence(points: Sequence[tuple[int, float, float]], exact: float | None, title: str) -> str:
    """A simulation on its way: (rounds, edge, standard error), with the exact edge where it is known."""
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
    return _svg(figure)


def _svg(figure: Figure) -> str:
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": "pitboss"})
    return out.getvalue()
