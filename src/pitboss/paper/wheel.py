"""Draws a wheel from the order of its compartments, clockwise from the top."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import cos, pi, sin

from pitboss.felt import Place
from pitboss.paper.fit import width

READABLE = 10.0  # the smallest letters for the rim of a wheel


def wheel(place: Place, tints: Mapping[str, str]) -> Iterator[str]:
    """A whole wheel: bowl, track, the ring of labels, the compartments, the cone. A wheel whose
    sections have labels of their own is upright and read at a clapper."""
    if place.labels:
        yield from _upright(place, tints)
        return
    (x, y), order = place.box.middle, place.order
    colours = [tints.get(name, "") for name in order]
    outer = min(place.box.width, place.box.height) / 2
    yield f'<circle class="bowl" cx="{x}" cy="{y}" r="{outer:.1f}"/>'
    yield f'<circle class="track" cx="{x}" cy="{y}" r="{outer * 0.9:.1f}"/>'
    yield from _sectors(x, y, outer * 0.82, outer * 0.52, order, colours)
    yield from _numbers(x, y, outer * 0.745, outer * 0.13, order, colours)
    yield f'<circle class="well" cx="{x}" cy="{y}" r="{outer * 0.66:.1f}"/>'
    yield f'<circle class="cone" cx="{x}" cy="{y}" r="{outer * 0.5:.1f}"/>'
    for quarter in range(4):
        dx, dy = _at(quarter / 4 + 1 / 8, outer * 0.22)
        yield f'<line class="ring" x1="{x}" y1="{y}" x2="{x + dx:.1f}" y2="{y + dy:.1f}"/>'
        yield f'<circle class="hub" cx="{x + dx:.1f}" cy="{y + dy:.1f}" r="{outer * 0.03:.1f}"/>'
    yield f'<circle class="hub" cx="{x}" cy="{y}" r="{outer * 0.08:.1f}"/>'


def _upright(place: Place, tints: Mapping[str, str]) -> Iterator[str]:
    """A wheel whose sections reach the rim, with a peg between each two for the clapper to strike."""
    (x, y), order = place.box.middle, place.order
    colours = [tints.get(name, "") for name in order]
    outer = min(place.box.width, place.box.height) / 2
    yield f'<circle class="bowl" cx="{x}" cy="{y}" r="{outer:.1f}"/>'
    yield from _sectors(x, y, outer * 0.93, outer * 0.5, order, colours)
    yield from _numbers(x, y, outer * 0.74, outer * 0.31, place.labels, colours)
    for n in range(len(order)):
        dx, dy = _at((n + 0.5) / len(order), outer * 0.95)
        yield f'<circle class="peg" cx="{x + dx:.1f}" cy="{y + dy:.1f}" r="{outer * 0.009:.1f}"/>'
    yield f'<circle class="cone" cx="{x}" cy="{y}" r="{outer * 0.5:.1f}"/>'
    yield f'<circle class="hub" cx="{x}" cy="{y}" r="{outer * 0.09:.1f}"/>'


def _at(turn: float, radius: float) -> tuple[float, float]:
    """From the centre, ``turn`` of the way round clockwise from the top."""
    return radius * sin(2 * pi * turn), -radius * cos(2 * pi * turn)


def _sectors(x: int, y: int, outer: float, inner: float, order: Sequence[str], colours: Sequence[str]) -> Iterator[str]:
    count = len(order)
    for n, (name, colour) in enumerate(zip(order, colours, strict=True)):
        (ax, ay), (bx, by) = _at((n - 0.5) / count, outer), _at((n + 0.5) / count, outer)
        (cx, cy), (dx, dy) = _at((n + 0.5) / count, inner), _at((n - 0.5) / count, inner)
        path = (
            f"M{x + ax:.2f} {y + ay:.2f}A{outer:.2f} {outer:.2f} 0 0 1 {x + bx:.2f} {y + by:.2f}"
            f"L{x + cx:.2f} {y + cy:.2f}A{inner:.2f} {inner:.2f} 0 0 0 {x + dx:.2f} {y + dy:.2f}Z"
        )
        yield f'<path class="{f"pocket {colour}".strip()}" data-pocket="{escape(name)}" data-turn="{n}" d="{path}"/>'


def _numbers(
    x: int, y: int, radius: float, tall: float, labels: Sequence[str], colours: Sequence[str]
) -> Iterator[str]:
    """The label of each compartment, its foot towards the centre, or along the radius where it is too long for that."""
    count, longest = len(labels), max(map(width, labels))
    across = 2 * pi * radius / count * 0.9
    size, tilt = min(tall, across / longest), 0
    if size < READABLE:
        size, tilt = min(across, 1.15 * tall / longest), 90
    for n, (label, colour) in enumerate(zip(labels, colours, strict=True)):
        dx, dy = _at(n / count, radius)
        dark = "" if colour else " dark"
        yield (
            f'<text class="number{dark}" font-size="{size:.1f}" transform="translate({x + dx:.2f} {y + dy:.2f}) '
            f'rotate({360 * n / count + tilt:.2f})">{escape(label)}</text>'
        )
