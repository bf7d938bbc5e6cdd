"""Small drawings of cards, tiles and dice, for a guide."""

from collections.abc import Sequence
from html import escape

from pitboss.equipment.cards import JOKER

WIDTH, HEIGHT, GAP = 60, 84, 8
SUITS = {"S": ("♠", "#1d1d1f"), "H": ("♥", "#b3202c"), "D": ("♦", "#b3202c"), "C": ("♣", "#1d1d1f")}
# Where the spots of a die or of half a tile are, in ninths of its side.
PIPS = {
    1: ((4.5, 4.5),),
    2: ((2.5, 2.5), (6.5, 6.5)),
    3: ((2.5, 2.5), (4.5, 4.5), (6.5, 6.5)),
    4: ((2.5, 2.5), (6.5, 2.5), (2.5, 6.5), (6.5, 6.5)),
    5: ((2.5, 2.5), (6.5, 2.5), (4.5, 4.5), (2.5, 6.5), (6.5, 6.5)),
    6: ((2.5, 2), (2.5, 4.5), (2.5, 7), (6.5, 2), (6.5, 4.5), (6.5, 7)),
}
DIE = 44


def cards(shown: Sequence[str]) -> str:
    """Cards side by side, face up."""
    return _row(WIDTH, HEIGHT, [_card(card) for card in shown])


def tiles(shown: Sequence[str]) -> str:
    """Tiles side by side: ``5-6`` has five spots above and six below."""
    return _row(DIE, 2 * DIE, [_half(int(tile[0]), 0) + _half(int(tile[2]), DIE) for tile in shown])


def dice(shown: Sequence[int]) -> str:
    """Dice side by side."""
    return _row(DIE, DIE, [_half(number, 0, paper="#fff", spot="#1d1d1f") for number in shown])


def _row(width: int, height: int, drawn: Sequence[str]) -> str:
    whole = len(drawn) * (width + GAP) + GAP
    placed = "".join(
        f'<g transform="translate({GAP + n * (width + GAP)} {GAP})">{one}</g>' for n, one in enumerate(drawn)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {height + 2 * GAP}" width="{whole}" ' f'height="{height + 2 * GAP}">{placed}</svg>'  # fmt: skip  # noqa: E501


def _card(card: str) -> str:
    paper = f'<rect width="{WIDTH}" height="{HEIGHT}" rx="7" fill="#fff" stroke="#7d8a83"/>'
    if card == JOKER:
        return paper + _word("★", WIDTH / 2, 46, 30, "#7a4fb0") + _word("JOKER", WIDTH / 2, 70, 13, "#7a4fb0")
    sign, color = SUITS[card[1]]
    rank = escape("10" if card[0] == "T" else card[0])
    return paper + _word(rank, WIDTH / 2, 36, 30, color) + _word(sign, WIDTH / 2, 70, 30, color)


def _word(text: str, x: float, y: float, size: int, color: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="Georgia, serif" font-size="{size}" font-weight="700" '
        f'text-anchor="middle" fill="{color}">{text}</text>'
    )


def _half(number: int, top: int, *, paper: str = "#1d1d1f", spot: str = "#fff") -> str:
    red = "#d9333f" if spot == "#fff" and number in (1, 4) else spot
    spots = "".join(
        f'<circle cx="{x * DIE / 9:.1f}" cy="{top + y * DIE / 9:.1f}" r="4.2" fill="{red}"/>' for x, y in PIPS[number]
    )
    return f'<rect y="{top}" width="{DIE}" height="{DIE}" rx="6" fill="{paper}" stroke="#7d8a83"/>{spots}'
