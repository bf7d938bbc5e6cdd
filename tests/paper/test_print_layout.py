"""The layout for the printer: true size, bleed, crop marks, colours, letters that can be read on a table."""

import re
from xml.etree import ElementTree

import pytest

from pitboss import catalogue
from pitboss.paper.print_layout import SMALLEST, Print, contrast, letters, pdf, sheet
from pitboss.procedure import Refused
from tests.paper.cases import examples

SVG = "{http://www.w3.org/2000/svg}"
POINTS = 72  # to an inch


def test_smallest_letters_are_a_quarter_of_an_inch_on_every_cloth() -> None:
    """At the usual width of each game. The holder's name is on it, and no thing that only stands there."""
    for game, rules in examples():
        made = sheet(game, rules)
        assert min(letters(game.felt(rules))) * made.scale >= SMALLEST, game.name
        root = ElementTree.fromstring(made.svg)
        drawn = {group.get("data-what") for group in root.iter(f"{SVG}g")} - {None}
        assert drawn <= {"cards", "tiles", "replica"}
        holder = [text for text in root.iter(f"{SVG}text") if rules.holder.upper() in "".join(text.itertext())]
        assert holder, f"{game.name}: the holder's name is not on the cloth"


def test_an_inch_of_the_cloth_is_an_inch_of_the_page() -> None:
    """The page is the cloth, its bleed and the room for crop marks; the drawing fills it at one scale."""
    game = catalogue.games()["blackjack"]
    made = sheet(game, game.example(), Print(width=60, bleed=0.5))
    assert made.trim[0] == 60
    assert made.width == pytest.approx(60 + 2 * (0.5 + 0.125 + 0.5))
    page = re.search(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", pdf(game, game.example(), Print(width=60, bleed=0.5)))
    assert page is not None
    assert [float(side) for side in page.groups()] == pytest.approx(
        [made.width * POINTS, made.height * POINTS], abs=0.1
    )
    root = ElementTree.fromstring(made.svg)
    _, _, across, down = map(float, (root.get("viewBox") or "").split())
    assert across * made.scale == pytest.approx(made.width, abs=0.001)
    assert down * made.scale == pytest.approx(made.height, abs=0.001)
    cloth = next(rect for rect in root.iter(f"{SVG}rect") if rect.get("class") == "cloth")
    assert float(cloth.get("width") or 0) * made.scale == pytest.approx(60 + 2 * 0.5, abs=0.001)
    marks = [line for line in root.iter(f"{SVG}line") if line.get("class") == "crop"]
    assert len(marks) == 8
    left = float(cloth.get("x") or 0)
    right = left + float(cloth.get("width") or 0)
    upright = {float(line.get("x1") or 0) for line in marks if line.get("x1") == line.get("x2")}
    assert min(upright) == pytest.approx(left + 0.5 / made.scale, abs=0.01)  # they show the cut, not the bleed
    level = [float(line.get(end) or 0) for line in marks if line.get("y1") == line.get("y2") for end in ("x1", "x2")]
    assert all(x < left or x > right for x in level)  # and lie clear of it


def test_colours_of_the_house_are_used_where_they_can_be_read() -> None:
    """Cloth, lines and letters as chosen; letters that do not stand out from the cloth are refused."""
    game = catalogue.games()["roulette"]
    made = sheet(game, game.example(), Print(felt_colour="#101a5c", line_colour="#ffcc00", text_colour="#fafafa"))
    assert all(colour in made.svg for colour in ("#101a5c", "#ffcc00", "#fafafa"))
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    with pytest.raises(Refused, match=r"contrast of 1\.0 to 1; expected 3 to 1"):
        sheet(game, game.example(), Print(text_colour="#0b5d3b"))


@pytest.mark.parametrize(
    ("how", "said"),
    [
        (Print(width=11.9), "Expected a width from 12 to 180 inches, not 11.9."),
        (Print(width=180.1), "Expected a width from 12 to 180 inches, not 180.1."),
        (Print(bleed=-0.1), "Expected a bleed from 0 to 3 inches, not -0.1."),
        (Print(bleed=3.1), "Expected a bleed from 0 to 3 inches, not 3.1."),
        (Print(felt_colour="green"), "Expected a colour like #0b5d3b, not 'green'."),
        (Print(width=30), "the smallest letters would be 0.21 inch; print it 37 inches wide or more"),
    ],
)
def test_what_cannot_be_printed_is_refused(how: Print, said: str) -> None:
    """One sentence: what was wrong, what is allowed. At the limits it is printed."""
    game = catalogue.games()["blackjack"]
    with pytest.raises(Refused, match=re.escape(said)):
        sheet(game, game.example(), how)


def test_at_the_limits_it_is_printed() -> None:
    game = catalogue.games()["blackjack"]
    for how in (Print(width=37, bleed=0), Print(width=180, bleed=3)):
        assert sheet(game, game.example(), how).trim[0] == how.width
