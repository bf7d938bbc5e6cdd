"""The rules in two minutes: the parts of every game's guide that the page shows then are short, and have pictures."""

import re

import pytest

from pitboss import catalogue
from pitboss.paper import full_guide
from pitboss.paper.page import html
from tools.bootstrap import ROOT

GUIDE = (ROOT / "src/pitboss/web/kit/guide.js").read_text(encoding="utf-8")
WORDS_A_MINUTE, MINUTES = 240, 2


def brief(name: str) -> list[str]:
    """The sections that the page shows, as text with tags."""
    game = catalogue.game(name)
    found = re.search(r"IN_BRIEF = \[(.*)\]", GUIDE)
    assert found
    wanted = re.findall(r'"(\w+)"', found[1])
    page = html(full_guide.document_of(game, game.example(), edges=()))
    parts = re.split(r"(?=<h2)", page)
    return [part for part in parts if re.match(rf'<h2[^>]*id="({"|".join(wanted)})"', part)]


@pytest.mark.parametrize("name", catalogue.games())
def test_every_game_is_told_in_two_minutes(name: str) -> None:
    parts = brief(name)
    assert len(parts) >= 3
    text = re.sub(r"<svg.*?</svg>|<[^>]+>", " ", " ".join(parts), flags=re.S)
    assert len(text.split()) <= WORDS_A_MINUTE * MINUTES, len(text.split())
    assert "<svg" in "".join(parts)
