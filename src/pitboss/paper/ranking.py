"""What beats what, and when a card is drawn: tables told from the same leaves that decide a round."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pitboss.chapters.ch621a_pai_gow.hands import PAIRS
from pitboss.chapters.ch676a_go_fore_it.rules import HIGHEST
from pitboss.families.baccarat.hands import NATURAL, banker_draws, player_draws
from pitboss.families.poker_ranks import DEUCES_AND_JOKER_WILD, JOKER_AS_ACE, Hand, Ranking
from pitboss.game import Game
from pitboss.paper.document import Block, Drawing, cited, heading, paragraph, table, words
from pitboss.paper.pictures import cards, tiles
from pitboss.submission import RulesSubmission

Blocks = Iterator[Block]
ANCHOR = "ranking"
DRAWS, STAYS = "draws", "stays"
HIGHEST_COUNT = 7  # of a hand that is no Natural
# One hand of each class; a joker stands where a ranking has it.
HANDS: Mapping[Hand, str] = {
    Hand.FIVE_WILDS: "2S 2H 2D 2C JK",
    Hand.FIVE_ACES: "AS AH AD AC JK",
    Hand.FIVE_OF_A_KIND: "8S 8H 8D 8C JK",
    Hand.ROYAL_FLUSH: "AS KS QS JS TS",
    Hand.STRAIGHT_FLUSH: "9H 8H 7H 6H 5H",
    Hand.FOUR_OF_A_KIND: "JS JH JD JC 4D",
    Hand.FULL_HOUSE: "KS KH KD 4C 4S",
    Hand.FLUSH: "KD TD 8D 6D 3D",
    Hand.STRAIGHT: "9S 8H 7D 6C 5S",
    Hand.THREE_OF_A_KIND: "QS QH QD 9C 5S",
    Hand.TWO_PAIR: "JS JH 6D 6C AS",
    Hand.PAIR: "TS TH AD 8C 5S",
    Hand.HIGH_CARD: "AS JH 8D 6C 3S",
}


def ranking_of(game: Game, rules: RulesSubmission) -> Blocks:
    """The tables of a game, under one heading; nothing where few words say it all."""
    told = RANKINGS.get(game.name)
    if told is not None:
        yield heading("What beats what", anchor=ANCHOR)
        yield from told(rules)


# --- baccarat


def _baccarat(chapter: str, section: int) -> Callable[[Any], Blocks]:
    def told(rules: Any) -> Blocks:
        yield heading("When a third card is drawn", 3, "third-card")
        yield paragraph(cited(f"With {NATURAL} or {NATURAL + 1} on two cards of either hand nobody draws.", f"{chapter}.{section}(a)"))  # fmt: skip
        counts = range(HIGHEST_COUNT + 1)
        yield table(
            ("Player's Hand has", *map(str, counts)),
            [("it", *(DRAWS if player_draws(count, 0) else STAYS for count in counts))],
            kind="chart",
        )
        thirds = (*range(10), None)
        yield table(
            ("Banker's Hand has", *(f"after {third}" for third in thirds[:-1]), "if none drawn"),
            [
                (str(count), *(DRAWS if banker_draws(0, count, third) else STAYS for third in thirds))
                for count in counts
            ],
            kind="chart",
        )
        yield paragraph("A column is the value of the card that the Player's Hand drew; tens and court cards are 0.", "quiet")  # fmt: skip

    return told


# --- tiles


def _tiles(rules: Any) -> Blocks:
    yield paragraph(cited("Pairs from the highest to the lowest; below them two tiles count by their value, 9 to 0.", "621a.3(c)"))  # fmt: skip
    for place, (name, twos) in enumerate(PAIRS, 1):
        yield paragraph(words(f"{place}. {name[0].upper()}{name[1:]}"))
        shown = [tile for two in twos for tile in two]
        spoken = f"{name}: {', '.join(' with '.join(two) for two in twos)}"
        yield Drawing(tiles(shown), height=12, words=spoken)


# --- poker hands


def _poker(ranking: Ranking, cite: str) -> Callable[[Any], Blocks]:
    def told(rules: Any) -> Blocks:
        yield paragraph(cited("From the highest hand to the lowest.", cite))
        for place, hand in enumerate(reversed(ranking.order), 1):
            yield paragraph(words(f"{place}. {hand.words[0].upper()}{hand.words[1:]}"))
            yield Drawing(cards(HANDS[hand].split()), height=12, words=f"{hand.words}: {HANDS[hand]}")

    return told


# --- golf


def _golf(rules: Any) -> Blocks:
    """The names of totals, each from where the one before ends."""
    lowest, rows = 4, list[tuple[str, str]]()
    for name, highest in HIGHEST.items():
        rows.append((name, f"{lowest} to {highest}"))
        lowest = highest + 1
    yield paragraph(cited("The fewer points of four cards, the better.", "676a.6"))
    yield table(("Name", "Total"), [*rows, ("over par", f"{lowest} or more")])


RANKINGS: Mapping[str, Callable[[Any], Blocks]] = {
    "pai-gow": _tiles,
    "minibaccarat": _baccarat("627a", 10),
    "midibaccarat": _baccarat("629a", 10),
    "baccarat": _baccarat("631a", 11),
    "pai-gow-poker": _poker(JOKER_AS_ACE, "645a.6(b)"),
    "six-card-fortune-pai-gow-poker": _poker(JOKER_AS_ACE, "670a.6(b)"),
    "face-up-pai-gow-poker": _poker(JOKER_AS_ACE, "688a.6(b)"),
    "dj-wild-stud-poker": _poker(DEUCES_AND_JOKER_WILD, "687a.6(b)"),
    "go-fore-it": _golf,
}
