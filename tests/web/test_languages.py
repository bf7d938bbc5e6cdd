"""The catalogue of the players' pages: complete in every language, true to the pages, and what comes of it for a sentence."""

import re
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import catalogue as chapters
from pitboss.game import Game
from pitboss.house.wire.table_info import game_words
from pitboss.shown import shown_of
from tools.bootstrap import ROOT, find_node

KIT = ROOT / "src" / "pitboss" / "web" / "kit"
RUNNER = Path(__file__).with_name("call_module.js")
GAP = re.compile(r"\{\d\}")
ENTRY = re.compile(r"^  (\[.*\]),$", re.MULTILINE)
LANGUAGES = ("en", "es", "zh")


def catalogue() -> list[list[str]]:
    entries = ENTRY.findall((KIT / "catalogue.js").read_text(encoding="utf-8"))
    return [msgspec.json.decode(entry, type=list[str]) for entry in entries]


def translated(language: str, *texts: str) -> list[str]:
    node = find_node()
    assert node is not None, "Node is one of the development packages: run `make setup`."
    of_games = game_words(language).words
    calls = msgspec.json.encode([("translated", language, text, of_games) for text in texts])
    done = subprocess.run([node, RUNNER, KIT / "translating.js"], input=calls, capture_output=True, check=True)
    found: list[Any] = msgspec.json.decode(done.stdout, type=list[Any])
    return [str(one) for one in found]


def test_every_language_has_every_text_with_the_same_gaps() -> None:
    entries = catalogue()
    assert len(entries) > 150
    assert len({entry[0] for entry in entries}) == len(entries)
    for entry in entries:
        assert len(entry) == len(LANGUAGES), entry
        assert all(entry), entry
        gaps = [sorted(GAP.findall(words)) for words in entry]
        assert gaps.count(gaps[0]) == len(LANGUAGES), entry


@pytest.mark.parametrize("game", chapters.games().values(), ids=lambda game: game.name)
def test_every_language_has_every_game(game: Game) -> None:
    """Its title, and what it is about where somebody has written that; the catalogue has neither."""
    shown, others = shown_of(game), set(LANGUAGES) - {"en"}
    assert set(shown.titles) == others
    assert set(shown.abouts) in (set(), others)
    assert all((*shown.titles.values(), *shown.abouts.values()))
    assert not {game.title, game.about} & {english for english, *_ in catalogue()}


def test_the_house_says_games_in_every_language_that_is_known() -> None:
    """By the English that the pages have; nothing in a language in which nobody has written."""
    spanish = game_words("es").words
    assert spanish["Roulette"] == "Ruleta"
    assert spanish["Wager on where the ball will rest."] == "Apueste dónde se detendrá la bola."
    assert game_words("en").words == game_words("xx").words == {}


SAID = re.compile(r"""["`][^"`]*["`]|>[^<]+<""")
SPELLED = re.compile(r"\b(?:colours?|favours?|favoured|favourites?|practise|licence|centre|grey|honour)\b", re.I)


def test_screens_are_spelled_as_in_pennsylvania() -> None:
    """In what begins with a capital or has several words; names of classes and of the record are no text."""
    found = []
    for source in [*KIT.parent.rglob("*.js"), *KIT.parent.rglob("*.html")]:
        for line in source.read_text(encoding="utf-8").splitlines():
            if source.name == "types.js" or line.lstrip().startswith(("*", "/*", "//")):
                continue
            texts = [re.sub(r"\$\{[^}]*\}", "", one)[1:-1] for one in SAID.findall(line.partition("; //")[0])]
            found += [
                (source.name, text) for text in texts if SPELLED.search(text) and re.match(r"[A-Z$ ]|\w+,? \w+ ", text)
            ]
    assert found == []


def test_every_text_is_one_of_the_pages() -> None:
    """What a page no longer says is no longer in the catalogue: each phrase between two gaps stands in a source."""
    sources = [*KIT.parent.rglob("*.js"), *KIT.parent.rglob("*.html"), *(ROOT / "src" / "pitboss").rglob("*.py")]
    known = "\n".join(one.read_text(encoding="utf-8") for one in sources if one.name != "catalogue.js").lower()
    gone = []
    for english, *_ in catalogue():
        pieces = [piece.strip(" .+") for part in GAP.split(english) for piece in re.split("[&:,]", part)]
        if any(piece.lower() not in known for piece in pieces if len(piece) > 2):
            gone.append(english)
    assert gone == []


@pytest.mark.parametrize(
    ("english", "spanish", "chinese"),
    [
        ("Bets open", "Apuestas abiertas", "请下注"),
        (" Seat 4 ", " Puesto 4 ", " 4 号座 "),
        ("You have 14. Dealer shows 10.", "Tiene 14. El crupier muestra 10.", "您有 14。 庄家明牌 10。"),
        ("Play Roulette", "Jugar a Ruleta", "开始轮盘"),
        ("Wager on where the ball will rest.", "Apueste dónde se detendrá la bola.", "押注小球停在哪里。"),
        ("Repeat $25 & spin", "Repetir $25 y girar", "重复 $25 并转动"),
        ("Nobody has written this one.",) * 3,
        ("$25", "$25", "$25"),
    ],
)
def test_what_is_said(english: str, spanish: str, chinese: str) -> None:
    """Whole texts, gaps, sentence by sentence; what is not in the catalogue stays as it is."""
    assert translated("es", english) == [spanish]
    assert translated("zh", english) == [chinese]
