"""The layout for the printer of the cloth: true size, bleed, crop marks, the house's colours.

Only what is printed on a cloth is drawn: no wheel, rack, shoe or marker, which stand on it. The drawing is cut to what is
left, and measured across that. One inch of the sheet is one inch of the PDF.
"""

import re
from html import escape
from math import ceil

import msgspec

from pitboss import law
from pitboss.felt import Box, Felt
from pitboss.game import Game
from pitboss.paper.fit import LINE_HEIGHT
from pitboss.paper.fit import width as width_of
from pitboss.paper.layout import pieces
from pitboss.procedure import Refusal, Refused
from pitboss.shown import shown_of
from pitboss.submission import RulesSubmission

NARROWEST, WIDEST = 12.0, 180.0  # inches; a PDF page ends at 200
MOST_BLEED = 3.0
SMALLEST = 0.25  # inches: the size of the smallest letters
READABLE = 3.0  # contrast of letters and lines against the cloth, at least
MARK, GAP, SLUG = 0.5, 0.125, 0.35  # of the crop marks: length and distance from the bleed; room for the line below
MARGIN = 30  # units of the drawing around what is printed
ON_THE_CLOTH = ("cards", "tiles", "replica")  # places that are printed; the others are things that stand there
FONT = "Libertinus Serif"  # which the typesetter brings along: the same letters on every machine
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}$")


class Print(msgspec.Struct, frozen=True, kw_only=True):
    """How a layout is printed; colours are written #rrggbb. ``width`` 0: as usual for the game."""

    width: float = 0.0
    bleed: float = 0.25
    felt_colour: str = "#0b5d3b"
    line_colour: str = "#e6c46a"
    text_colour: str = "#ffffff"


class Sheet(msgspec.Struct, frozen=True):
    """A drawing at its true size."""

    svg: str
    width: float  # inches, of the whole sheet
    height: float
    scale: float  # inches to a unit of the felt
    trim: tuple[float, float]  # inches, of the cloth when it is cut


def pdf(game: Game, rules: RulesSubmission, how: Print | None = None) -> bytes:
    """The sheet as a PDF, in which an inch is an inch."""
    from pitboss.paper.typeset import compiled, quote  # loads a typesetter, which an SVG does without

    made = sheet(game, rules, how)
    size = f"width: {made.width}in, height: {made.height}in"
    source = f'#set page({size}, margin: 0pt)\n#image("layout.svg", {size}, alt: {quote(f"{game.title} layout")})'
    return compiled(source, {"layout.svg": made.svg})


def sheet(game: Game, rules: RulesSubmission, how: Print | None = None) -> Sheet:
    """The drawing with its bleed and crop marks; refused where it could not be read or printed."""
    chosen = how or Print()
    _check(chosen)
    felt = _printed(game.felt(rules))
    frame = _frame(felt)
    across = chosen.width or float(shown_of(game).cloth_inches)
    scale = across / frame.width
    _check_letters(felt, frame, scale)
    trim = across, round(frame.height * scale, 4)
    border = chosen.bleed + GAP + MARK
    whole = trim[0] + 2 * border, trim[1] + 2 * border + SLUG
    text = law.edition_of(game.chapter, rules)
    words = (
        f"{rules.holder} · {game.title} · {trim[0]:g} × {trim[1]:.2f} in when cut, bleed {chosen.bleed:g} in · Rules "
        f"Submission {rules.hash(game.name)} · {'PROPOSED: ' if text.proposed else ''}{text.words}"
    )
    return Sheet(_svg(felt, frame, chosen, scale, border, whole, words), *whole, scale, trim)


def _printed(felt: Felt) -> Felt:
    """The felt without the things that stand on it."""
    return msgspec.structs.replace(felt, places=tuple(p for p in felt.places if p.what in ON_THE_CLOTH))


def _frame(felt: Felt) -> Box:
    """What is printed, and a margin around it."""
    boxes = [area.box for area in felt.areas] + [place.box for place in felt.places]
    corners = [(box.x, box.y, box.x + box.width, box.y + box.height) for box in boxes]
    for text in felt.inscriptions:
        rows = text.text.split("\n")
        room = min(text.x, felt.width - text.x) - MARGIN // 2  # it is drawn smaller where it would run off the cloth
        half = int(min(max(map(width_of, rows)) * text.size / 2, room)) + 1
        tall = int(len(rows) * LINE_HEIGHT * text.size / 2) + 1
        corners.append((text.x - half, text.y - tall, text.x + half, text.y + tall))
    left, top = (max(0, min(corner[n] for corner in corners) - MARGIN) for n in (0, 1))
    right = min(felt.width, max(corner[2] for corner in corners) + MARGIN)
    bottom = min(felt.height, max(corner[3] for corner in corners) + MARGIN)
    return Box(left, top, right - left, bottom - top)


# --- what is refused ---------------------------------------------------------------------------------------


def _no(sentence: str) -> Refused:
    return Refused(Refusal.MALFORMED, sentence, "")


def _check(how: Print) -> None:
    if how.width and not NARROWEST <= how.width <= WIDEST:
        raise _no(f"Expected a width from {NARROWEST:g} to {WIDEST:g} inches, not {how.width:g}.")
    if not 0 <= how.bleed <= MOST_BLEED:
        raise _no(f"Expected a bleed from 0 to {MOST_BLEED:g} inches, not {how.bleed:g}.")
    for colour in (how.felt_colour, how.line_colour, how.text_colour):
        if not _COLOUR.match(colour):
            raise _no(f"Expected a colour like #0b5d3b, not {colour!r}.")
    for what, colour in (("Lines", how.line_colour), ("Letters", how.text_colour)):
        if (found := contrast(colour, how.felt_colour)) < READABLE:
            raise _no(
                f"{what} of {colour} on a cloth of {how.felt_colour} have a contrast of {found:.1f} to 1;"
                f" expected {READABLE:g} to 1 or more."
            )


def _check_letters(felt: Felt, frame: Box, scale: float) -> None:
    smallest = min(letters(felt))
    if smallest * scale < SMALLEST:
        needed = SMALLEST / smallest * frame.width
        raise _no(
            f"At {frame.width * scale:g} inches the smallest letters would be {smallest * scale:.2f} inch;"
            f" print it {ceil(needed)} inches wide or more, so that they are {SMALLEST:g}."
        )


def letters(felt: Felt) -> list[float]:
    """The sizes of all letters that are printed, in units of the drawing."""
    return [float(size) for line in pieces(felt, {}) for size in re.findall(r'font-size="([\d.]+)"', line)]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21, as for screens."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# --- the drawing -------------------------------------------------------------------------------------------


def _svg(
    felt: Felt, frame: Box, how: Print, scale: float, border: float, whole: tuple[float, float], words: str
) -> str:
    """The sheet in units of the felt, with the upper left corner of the cut cloth at the frame's."""
    edge, bleed = border / scale, how.bleed / scale
    w, h = whole[0] / scale, whole[1] / scale
    x, y = frame.x - edge, frame.y - edge
    cloth = (
        f'x="{frame.x - bleed:.3f}" y="{frame.y - bleed:.3f}" width="{frame.width + 2 * bleed:.3f}" '
        f'height="{frame.height + 2 * bleed:.3f}"'
    )
    low = frame.y + frame.height + (border + SLUG * 0.55) / scale
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="felt" viewBox="{x:.3f} {y:.3f} {w:.3f} {h:.3f}" '
            f'width="{whole[0]:.4f}in" height="{whole[1]:.4f}in">',
            f"<title>{escape(words, quote=False)}</title>",
            f"<style>{_style(how)}</style>",
            f'<rect class="paper" x="{x:.3f}" y="{y:.3f}" width="{w:.3f}" height="{h:.3f}"/>',
            f'<rect class="cloth" {cloth}/>',
            *pieces(felt, {}),
            *_marks(frame, bleed + GAP / scale, MARK / scale, 0.02 / scale),
            f'<text class="slug" x="{frame.x + frame.width / 2:.3f}" y="{low:.3f}" '
            f'font-size="{0.16 / scale:.3f}">{escape(words, quote=False)}</text>',
            "</svg>",
            "",
        ]
    )


def _marks(frame: Box, away: float, length: float, thick: float) -> list[str]:
    """Two lines at each corner, clear of the bleed, that show where to cut."""
    found = []
    for x, out in ((frame.x, -1), (frame.x + frame.width, 1)):
        for y, down in ((frame.y, -1), (frame.y + frame.height, 1)):
            near, far = away, away + length
            lines = ((x + out * near, y, x + out * far, y), (x, y + down * near, x, y + down * far))
            for x1, y1, x2, y2 in lines:
                place = f'x1="{x1:.3f}" y1="{y1:.3f}" x2="{x2:.3f}" y2="{y2:.3f}"'
                found.append(f'<line class="crop" {place} stroke="#000000" stroke-width="{thick:.4f}"/>')
    return found


def _style(how: Print) -> str:
    """Flat colours: a cloth has no light of its own."""
    return (
        f"text {{ text-anchor: middle; dominant-baseline: central; font-family: '{FONT}'; font-weight: 700; fill: "
        f"{how.text_colour}; }} "
        f".paper {{ fill: #ffffff; }} .cloth {{ fill: {how.felt_colour}; }} .slug {{ fill: #000000; font-weight: 400; }} "
        f".shape {{ fill: none; stroke: {how.line_colour}; stroke-width: 2.5; }} "
        ".red .shape { fill: #a51424; } .black .shape { fill: #14161a; } .green .shape { fill: #0b7a45; } "
        ".red text, .black text, .green text { fill: #ffffff; } .plain .shape { stroke-dasharray: 7 4; } .cover .shape { fill: "
        "#e9dfc3; } .cover text { fill: #1d1a14; } "
        f".outline {{ fill: none; stroke: {how.line_colour}; stroke-width: 1.5; stroke-dasharray: 6 5; }} "
        f".inscription {{ letter-spacing: 0.02em; }} .caption {{ font-weight: 400; }}"
    )
