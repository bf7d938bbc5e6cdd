"""The layout: well-formed, complete, legible, nothing upon anything else. Generic over the catalogue."""

import re
from collections import Counter
from itertools import combinations
from math import hypot
from xml.etree import ElementTree

import pytest

from pitboss import law
from pitboss.felt import Area, Box, Felt, Inscription
from pitboss.game import Game
from pitboss.paper.fit import fit, width
from pitboss.paper.layout import svg
from pitboss.paper.register import lines
from pitboss.paper.submission_form import AS_A_WHOLE, demands
from pitboss.submission import RulesSubmission
from tests.paper.cases import cases, examples, name

SVG = "{http://www.w3.org/2000/svg}"
SHEET = 1152  # points across an 11 × 17 inch sheet, margins off
SMALLEST = 6  # points


def drawn(game: Game, rules: RulesSubmission) -> ElementTree.Element:
    return ElementTree.fromstring(svg(game.felt(rules)))


@pytest.mark.parametrize(("game", "rules"), cases(), ids=name)
def test_drawing_is_well_formed_and_has_every_area_and_place(game: Game, rules: RulesSubmission) -> None:
    """Each area is a group with its wager, spot and seat; each place and inscription is there."""
    felt, root = game.felt(rules), drawn(game, rules)
    groups = {g.get("id"): g for g in root.iter(f"{SVG}g") if "area" in (g.get("class") or "").split()}
    assert len(groups) == len(felt.areas)
    for number, area in enumerate(felt.areas):
        group = groups[f"area-{number}"]
        assert (group.get("data-wager"), group.get("data-on")) == (area.wager, area.on)
        assert group.get("data-seat") == (str(area.seat) if area.seat else "")
        assert bool(group.get("data-hot")) is area.hot
        if area.wager:
            assert group.get("role") == "button"
            assert group.get("tabindex") == "0"
            assert group.get("aria-label")
    places = [g for g in root.iter(f"{SVG}g") if "place" in (g.get("class") or "").split()]
    assert [(p.get("data-what"), p.get("data-of")) for p in places] == [(p.what, str(p.of)) for p in felt.places]


@pytest.mark.parametrize(("game", "rules"), cases(), ids=name)
def test_every_inscription_is_printed_with_its_citation(game: Game, rules: RulesSubmission) -> None:
    """What the chapter wants inscribed stands on the drawing, word for word."""
    root = drawn(game, rules)
    printed = Counter(
        (t.get("data-cite"), "\n".join(t.itertext()))
        for t in root.iter(f"{SVG}text")
        if t.get("class") == "inscription"
    )
    for text in game.felt(rules).inscriptions:
        assert printed[text.cite, text.text], text
        assert law.known(text.cite), text.cite


@pytest.mark.parametrize("game", [game for game, _ in examples()], ids=name)
def test_every_inscription_demanded_is_on_layout_or_sign(game: Game) -> None:
    """Whatever the chapter wants said or printed on the layout is an inscription, an area or a sign of some filing."""
    filings = [rules for each, rules in cases() if each is game]
    for provision in lines(game, game.example(), "paper", "layout"):
        if re.search(r"\b(bears|says|states|printed|shown on the layout)\b", provision.gist):
            found = [where for rules in filings for one, where in demands(game, rules) if one.id == provision.id]
            assert any(where != AS_A_WHOLE for where in found), f"{provision.id}: {provision.gist}"


@pytest.mark.parametrize(("game", "rules"), cases(), ids=name)
def test_no_two_areas_overlap(game: Game, rules: RulesSubmission) -> None:
    """Areas that are drawn lie side by side; only lines and corners lie upon them."""
    solid = [area for area in game.felt(rules).areas if not area.hot]
    for one, other in combinations(solid, 2):
        assert not overlap(one.box, other.box), f"{one} lies upon {other}"


@pytest.mark.parametrize(("game", "rules"), cases(), ids=name)
def test_everything_is_on_the_cloth(game: Game, rules: RulesSubmission) -> None:
    """Areas, places and inscriptions stay within the drawing."""
    felt = game.felt(rules)
    for box in [area.box for area in felt.areas] + [place.box for place in felt.places]:
        assert box.x >= 0
        assert box.y >= 0
        assert box.x + box.width <= felt.width
        assert box.y + box.height <= felt.height
    for text in felt.inscriptions:
        assert 0 < text.x < felt.width
        assert 0 < text.y < felt.height


@pytest.mark.parametrize(("game", "rules"), cases(), ids=name)
def test_inscriptions_keep_clear_of_areas(game: Game, rules: RulesSubmission) -> None:
    """Printed text does not run into a betting area."""
    felt = game.felt(rules)
    for text in felt.inscriptions:
        for area in felt.areas:
            assert area.hot or not overlap(printed(text, felt), area.box), f"{text.text!r} runs into {area}"


@pytest.mark.parametrize(("game", "rules"), cases(), ids=name)
def test_every_spot_has_one_area_and_every_area_is_a_spot(game: Game, rules: RulesSubmission) -> None:
    """A wager can be made at exactly one place (for each seat), and no place takes a wager there is not.

    Dashed ("plain") areas hold wagers that are made by answering a question, not tendered; a wager with one
    area of its own may travel from there to others (a Come Bet to its number).
    """
    spots = rules.spots
    tendered = {kind.name: kind.tendered for kind in game.wagers}
    areas: Counter[tuple[str, str, int]] = Counter()
    for area in game.felt(rules).areas:
        if area.wager:
            moved = not tendered[area.wager] or area.tint == "plain" or (area.wager, "") in spots
            assert (area.wager, area.on) in spots or moved, f"{area} takes a wager that is not offered"
            if not area.alias:
                areas[area.wager, area.on, area.seat] += 1
    assert not [key for key, count in areas.items() if count > 1]
    places = rules.posted.seats
    for wager, on in spots:
        seats = [seat for kind, spot, seat in areas if (kind, spot) == (wager, on)]
        assert seats == [0] or sorted(seats) == list(range(1, places + 1)), f"{wager} {on}: {seats}"


@pytest.mark.parametrize(("game", "rules"), cases(), ids=name)
def test_letters_can_be_read_in_print(game: Game, rules: RulesSubmission) -> None:
    """Every label and inscription is at least six points high when the drawing fills an 11 × 17 inch sheet."""
    felt = game.felt(rules)
    for text in drawn(game, rules).iter(f"{SVG}text"):
        size = float(text.get("font-size") or 0)
        assert size * SHEET / felt.width >= SMALLEST, "".join(text.itertext())


def test_words_are_escaped() -> None:
    """Names and labels with markup in them stay words."""
    area = Area("a&b", '"<1>"', Box(10, 10, 80, 40), "<b> & co", cite="617a.3(a)", name='x "y" <z>')
    felt = Felt(200, 100, "A & B <C>", (area,), (), (Inscription(100, 80, "1 < 2 & 3", "617a.3(a)"),))
    root = ElementTree.fromstring(svg(felt, title="T < & >"))
    group = next(g for g in root.iter(f"{SVG}g") if g.get("id") == "area-0")
    assert group.get("data-wager") == "a&b"
    assert group.get("aria-label") == 'x "y" <z>'
    assert root.find(f"{SVG}title").text == "T < & >"  # type: ignore[union-attr]


def test_long_labels_are_broken_and_shrunk() -> None:
    """A label fits its box; odds are not broken."""
    size, rows = fit("ANY THREE OF A KIND pays 24 to 1", 100, 60, 26)
    assert max(map(width, rows)) * size <= 100.001
    assert any("24\u00a0to\u00a01" in row for row in rows)
    assert fit("17", 64, 64, 26) == (26, ["17"])


# --- geometry ----------------------------------------------------------------------------------------------


def overlap(one: Box, other: Box) -> bool:
    """Whether two shapes share more than an edge; circles are taken as circles."""
    if round_(one) and round_(other):
        (ax, ay), (bx, by) = one.middle, other.middle
        return hypot(ax - bx, ay - by) < one.radius + other.radius
    if round_(other):
        one, other = other, one
    if round_(one):
        x, y = one.middle
        near_x = min(max(x, other.x), other.x + other.width)
        near_y = min(max(y, other.y), other.y + other.height)
        return hypot(x - near_x, y - near_y) < one.radius
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


def round_(box: Box) -> bool:
    return 2 * box.radius == box.width == box.height


def printed(text: Inscription, felt: Felt) -> Box:
    """Roughly where a text is printed; widths are estimated generously, so a little is taken off."""
    rows = text.text.split("\n")
    room = 2 * min(text.x, felt.width - text.x) - 30
    size = min(text.size, *(room / width(row) for row in rows))
    across, down = int(0.85 * size * max(map(width, rows))), int(size * 1.1 * len(rows))
    return Box(text.x - across // 2, text.y - down // 2, across, down)
