"""645a and 688a, the hands that the cases are made of, and the line of a paytable that each is paid on."""

from collections.abc import Mapping
from typing import Any

from generator.kit import Game, dollars, play, setting, settled, wager
from generator.two_hands import MAIN, Hand, compared, deal, dull, main_line

SIDE = dollars(5)


# A hand's name: its seven cards, the two of them that the player sets low, and the hand it is on a paytable.
HANDS = {
    "seven-straight-flush": ("9S 8S 7S 6S 5S 4S 3S", "4S 3S", "seven"),
    "seven-straight-flush-ace-low": ("7S 6S 5S 4S 3S 2S AS", "7S 6S", "seven"),
    "royal-and-ace-king": ("AS KS QS JS TS AH KH", "AH KH", "royal+AK"),
    "royal-and-king-queen": ("AS KS QS JS TS KH QH", "KH QH", "royal+KQ"),
    "royal-joker-and-king-queen": ("KS QS JS TS JK KH QH", "KH QH", "royal+KQ"),
    "royal-and-mixed-king-queen": ("AS KS QS JS TS KH QD", "KH QD", "royal"),
    "seven-straight-flush-joker": ("9S 8S JK 6S 5S 4S 3S", "4S 3S", "seven-joker"),
    "five-aces": ("AS AH AD AC JK KS QH", "KS QH", "five-aces"),
    "royal": ("AS KS QS JS TS 4H 3D", "4H 3D", "royal"),
    "royal-joker": ("JK KS QS JS TS 4H 3D", "4H 3D", "royal"),
    "straight-flush": ("9S 8S 7S 6S 5S KH 2D", "KH 2D", "straight-flush"),
    "straight-flush-joker": ("9S 8S JK 6S 5S KH 2D", "KH 2D", "straight-flush"),
    "four": ("9S 9H 9D 9C KS 4H 3D", "KS 4H", "four"),
    "four-joker": ("9S 9H 9D 9C JK KS 4H", "KS 4H", "four:five"),
    "full-house": ("9S 9H 9D KS KH 4C 3D", "4C 3D", "full"),
    "flush": ("AS JS 9S 6S 3S KH QD", "KH QD", "flush"),
    "three": ("9S 9H 9D KS 7H 4C 2D", "KS 7H", "three"),
    "three-joker": ("9S 9H 9D JK KS 7H 4C", "KS 7H", "three:four"),
    "three-and-straight": ("9S 9H 9D 8C 7S 6H 5D", "9S 9D", "three"),
    "straight": ("9S 8H 7D 6C 5S KH 2D", "KH 2D", "straight"),
    "straight-joker": ("9S 8H JK 6C 5S KH 2D", "KH 2D", "straight"),
    "three-pair": ("9S 9H KS KD 4C 4D 2H", "KS KD", "three-pair"),
    "two-pair": ("9S 9H KS KD 7C 4D 2H", "9S 9H", "nothing"),
    "two-pair-joker": ("9S 9H KS KD JK 7C 4D", "9S 9H", "nothing:full"),
    "pair": ("9S 9H KS QD 7C 4D 2H", "KS QD", "nothing"),
}


NAMES = {
    "seven": "Seven-card straight flush",
    "seven-joker": "Seven-card straight flush with joker",
    "five-aces": "Five aces",
    "royal": "Royal flush",
    "straight-flush": "Straight flush",
    "four": "Four-of-a-kind",
    "five": "Five-of-a-kind",
    "full": "Full house",
    "flush": "Flush",
    "three": "Three-of-a-kind",
    "straight": "Straight",
    "three-pair": "Three pair",
}


PAIR_DEALER = ("QS QD 9H 8C 6D 4S 2C", "9H 8C")


# What the further paytables of a wager are shown on: a hand for each line, and hands that a wild joker betters.
PAYING = [
    key
    for key in HANDS
    if key not in ("royal-joker", "straight-joker", "straight-flush-joker", "two-pair", "seven-straight-flush-ace-low")
    and not key.startswith("royal-joker")
]


def hand_of(key: str) -> tuple[Hand, str]:
    cards, low, kind = HANDS[key]
    return Hand(cards.split(), low.split()), kind


def line_in(
    pays: Mapping[str, str], kind: str, matches: Mapping[str, str], *, wild: bool = False, joker: bool = False
) -> str:
    """The line of a paytable that a hand is paid on; empty where it has none. ``wild``: the joker is any card."""
    plain, _, better = kind.partition(":")
    name = better if wild and better else plain
    if name in matches:
        return matches[name]
    name = "royal" if name.startswith("royal+") else name
    if name == "seven" and "Seven-card natural straight flush" in pays:
        return "Seven-card natural straight flush"
    if name == "seven-joker" and "Seven-card wild straight flush" in pays:
        return "Seven-card wild straight flush"
    if name == "seven-joker" and NAMES[name] not in pays:
        name = "seven"
    if name == "five-aces" and "Five aces" not in pays:
        name = "five"
    line = NAMES.get(name, "")
    return line if line in pays else ""


class Table:
    """One of the two games: its names, its chapter's numbers, and whether a win owes a commission."""

    def __init__(self, game: Game, main: str, commission: int) -> None:
        self.game, self.main, self.commission = game, main, commission

    def line(self, seat: int, mine: Hand, dealer: Hand) -> dict[str, Any]:
        return main_line(seat, self.main, compared(mine, dealer), commission=self.commission)

    def side(
        self,
        key: str,
        provision: str,
        title: str,
        hand: str,
        kind: str,
        stake: int,
        back: int,
        rules: Mapping[str, Any],
        envy: int = 0,
        reading: str = "",
    ) -> None:
        """A side wager on a hand; with ``envy``, another player's wager of the same size and what it draws."""
        mine, _ = hand_of(hand)
        dealer = dull(mine.cards, "QT86532", 2, 1)
        wagers = [wager(1, self.main, MAIN), wager(1, kind, stake)]
        lines = [self.line(1, mine, dealer), settled(1, kind, stake, back)]
        hands = {0: dealer.cards, 1: mine.cards}
        said = [setting(1, mine.low)]
        if envy:
            other = dull([*mine.cards, *dealer.cards], "J875432", 2, 2)
            wagers += [wager(2, self.main, MAIN), wager(2, kind, stake)]
            lines += [self.line(2, other, dealer), settled(2, kind, stake, 0), settled(2, f"{kind}_envy", 0, envy)]
            hands[2] = other.cards
            said.append(setting(2, other.low))
        self.game.case(key, provision, title, play(wagers, deal(hands, 7), said), lines, rules=rules, reading=reading)
