"""Draws a felt as SVG: for the filing, and for the page that is played on. This module knows no game.

Every area is a ``<g class="area">`` with its wager, spot and seat; every place a ``<g class="place">``; every
inscription a ``<text class="inscription">`` with its citation. Areas that lie on lines and corners are drawn
last, so that they can be pointed at.
"""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from importlib import resources

from pitboss.felt import Area, Box, Felt, Inscription, Place
from pitboss.law import Edition
from pitboss.paper.fit import LINE_HEIGHT, fit, width
from pitboss.paper.wheel import wheel

RAIL = 14  # the wooden rim around the cloth
LARGEST = 26.0  # letters of a label, at most


def svg(felt: Felt, *, title: str = "", tints: Mapping[str, str] | None = None, text: Edition | None = None) -> str:
    """The drawing. ``tints`` colours the compartments of a wheel; without it they have their areas' tints. ``text`` is the
    edition that it follows; a proposed one is named on the rail (I-GEN-46)."""
    colours = tints if tints is not None else {a.on: a.tint.split()[0] for a in felt.areas if a.on and a.tint}
    name = escape(title or f"{felt.title} layout")
    w, h = felt.width, felt.height
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="felt" viewBox="{-RAIL} {-RAIL} {w + 2 * RAIL} {h + 2 * RAIL}" '
            f'width="{w + 2 * RAIL}" height="{h + 2 * RAIL}" role="group" aria-label="{name}">',
            f"<title>{name}</title>",
            f"<style>{escape(_style(), quote=False)}</style>",
            DEFINITIONS,
            f'<rect class="rail" x="{-RAIL}" y="{-RAIL}" width="{w + 2 * RAIL}" height="{h + 2 * RAIL}" rx="{30 + RAIL}"/>',
            f'<rect class="cloth" x="0" y="0" width="{w}" height="{h}" rx="30"/>',
            *pieces(felt, colours),
            *_areas(felt, hot=True),
            *_edition(felt, text),
            "</svg>",
            "",
        ]
    )


def pieces(felt: Felt, tints: Mapping[str, str]) -> Iterator[str]:
    """Places, areas and inscriptions: what can be seen on the cloth."""
    for place in felt.places:
        yield from _place(place, tints)
    yield from _areas(felt, hot=False)
    for text in felt.inscriptions:
        yield from _inscription(text, felt.width)


def _edition(felt: Felt, text: Edition | None) -> Iterator[str]:
    if text is None:
        return
    yield f"<desc>{escape(text.words, quote=False)}</desc>"
    if text.proposed:
        words = escape(f"PROPOSED · {text.words}", quote=False)
        size = min(11.0, felt.width / width(words))
        yield f'<text class="proposed" x="{felt.width / 2:g}" y="{felt.height + RAIL / 2:g}" font-size="{size:.1f}">{words}</text>'


DEFINITIONS = """<defs>
<radialGradient id="felt-cloth" cx="50%" cy="38%" r="85%"><stop offset="0" stop-color="#137a4b"/><stop offset="1" stop-color="#0a4a2e"/></radialGradient>
<radialGradient id="felt-wood"><stop offset="0.55" stop-color="#6d431f"/><stop offset="1" stop-color="#3a2110"/></radialGradient>
<radialGradient id="felt-brass"><stop offset="0" stop-color="#fbe7ae"/><stop offset="1" stop-color="#b98f35"/></radialGradient>
<pattern id="felt-black" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="7" height="7" fill="#14161a"/><rect width="1.5" height="7" fill="#2b2f36"/></pattern>
<pattern id="felt-covered" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="14" height="14" fill="#e9dfc3"/><rect width="4" height="14" fill="#cbbb8f"/></pattern>
</defs>"""  # noqa: E501


def _style() -> str:
    return (resources.files("pitboss.paper") / "felt.css").read_text(encoding="utf-8")


def _attributes(**given: object) -> str:
    return "".join(f' {key.replace("_", "-")}="{escape(str(value))}"' for key, value in given.items())


def _numbers(box: Box) -> str:
    return f"{box.x} {box.y} {box.width} {box.height}"


# --- areas -------------------------------------------------------------------------------------------------


def spoken(area: Area) -> str:
    """What an area is called aloud."""
    words = area.name or " ".join(part for part in (area.wager.replace("_", " "), area.on or area.label) if part)
    return words.replace("\n", " ")


def _areas(felt: Felt, *, hot: bool) -> Iterator[str]:
    sizes = _sizes(felt)
    for number, area in enumerate(felt.areas):
        if area.hot is hot:
            yield from _area(number, area, sizes.get(_look(area), LARGEST))


def _look(area: Area) -> tuple[int, int, int, bool]:
    """Areas of one shape are lettered alike; numbers apart from words."""
    return area.box.width, area.box.height, area.box.radius, area.label.isdigit()


def _sizes(felt: Felt) -> Mapping[tuple[int, int, int, bool], float]:
    """For areas that look alike, the letters that fit the longest label."""
    found: dict[tuple[int, int, int, bool], float] = {}
    for area in felt.areas:
        if area.label and area.wager and not area.hot:
            size, _ = _fitted(area.label, area.box, LARGEST)
            found[_look(area)] = min(size, found.get(_look(area), LARGEST))
    return found


def _area(number: int, area: Area, alike: float) -> Iterator[str]:
    live = bool(area.wager)  # an area without a wager is a cover over a part of the layout
    classes = " ".join(filter(None, ("area", area.tint, "hot" if area.hot else "", "" if live else "cover")))
    facts = _attributes(
        id=f"area-{number}",
        data_wager=area.wager,
        data_on=area.on,
        data_seat=area.seat or "",
        data_name=spoken(area),
        data_cite=area.cite,
        data_box=_numbers(area.box),
        **({"data_hot": "true"} if area.hot else {}),
    )
    acts = _attributes(tabindex=0, role="button", aria_label=spoken(area)) if live else ""
    yield f'<g class="{escape(classes)}"{facts}{acts}>'
    yield f"<title>{escape(spoken(area))}</title>"
    yield _shape(area.box, "shape")
    if area.label and not area.hot:
        own, _ = _fitted(area.label, area.box, LARGEST)
        yield from _label(area.label, area.box, max(alike, own * 0.7))
    yield "</g>"


def _shape(box: Box, name: str) -> str:
    x, y = box.middle
    if box.radius and 2 * box.radius == box.width == box.height:
        return f'<circle class="{name}" cx="{x}" cy="{y}" r="{box.radius}"/>'
    radius = f' rx="{box.radius}"' if box.radius else ""
    return f'<rect class="{name}" x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}"{radius}/>'


def _fitted(text: str, box: Box, largest: float) -> tuple[float, list[str]]:
    """The lines of a label in its box, and their size."""
    inset = 0.82 if box.radius * 2 >= min(box.width, box.height) else 0.9
    return fit(text, box.width * inset, box.height * inset, min(largest, box.height * 0.5))


def _label(text: str, box: Box, largest: float, attributes: str = "") -> Iterator[str]:
    size, lines = _fitted(text, box, largest)
    yield from _lines(lines, box.x + box.width / 2, box.y + box.height / 2, size, attributes)


def _lines(lines: Iterable[str], x: float, y: float, size: float, attributes: str) -> Iterator[str]:
    """Lines of text around a middle."""
    rows = list(lines)
    step = size * LINE_HEIGHT
    top = y - step * (len(rows) - 1) / 2
    if len(rows) == 1:
        yield f'<text{attributes} x="{x:g}" y="{y:g}" font-size="{size:.1f}">{escape(rows[0], quote=False)}</text>'
        return
    spans = (
        f'<tspan x="{x:g}" y="{top + n * step:.1f}">{escape(row, quote=False)}</tspan>' for n, row in enumerate(rows)
    )
    yield f'<text{attributes} font-size="{size:.1f}">{"".join(spans)}</text>'


# --- places and inscriptions -------------------------------------------------------------------------------


def _place(place: Place, tints: Mapping[str, str]) -> Iterator[str]:
    facts = _attributes(data_what=place.what, data_of=place.of, data_label=place.label, data_box=_numbers(place.box))
    yield f'<g class="place {place.what}"{facts}>'
    yield _shape(place.box, "outline")
    if place.what == "wheel" and place.order:
        yield from wheel(place, tints)
    if place.label and place.what != "marker":
        yield from _label(place.label, place.box, 20.0, ' class="caption"')
    yield "</g>"


def _inscription(text: Inscription, felt_width: int) -> Iterator[str]:
    """Printed text, smaller where it would run off the cloth."""
    room, lines = 2 * min(text.x, felt_width - text.x) - 30, text.text.split("\n")
    size = min(float(text.size), *(room / width(line) for line in lines))
    yield from _lines(lines, text.x, text.y, size, f' class="inscription"{_attributes(data_cite=text.cite)}')
