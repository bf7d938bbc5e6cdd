"""645a.12 a player as the bank: losers pay winners, the bank adds what is missing or has what is over."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from generator.kit import Game, play, says, setting, settled, wager
from generator.two_hands import THROW, Hand, compared, deal, plain_setting
from pitboss_audit.poker import DECK, number

DEALER, BANK = 0, 3
STAKES = {1: 1000, 5: 4000}
LAST = 3000  # the bank's last wager against the dealer, and so the dealer's against the bank
CLOCKWISE = [3, 4, 5, 6, 0, 1, 2]  # from the bank, to which a throw of eight counts back


def nothing(cards: Sequence[str]) -> bool:
    """No pair, straight or flush anywhere in seven cards: the dealer's setting is then beyond doubt."""
    ranks = {number(card) for card in cards}
    runs = any({low + step for step in range(5)} <= ranks for low in range(9)) or {0, 1, 2, 3, 12} <= ranks
    return len(ranks) == 7 and not runs and max(Counter(card[1] for card in cards).values()) < 5


def chosen(cards: Sequence[str], way: int) -> Hand:
    """One of two settings: the two lowest cards low, or the second and third highest."""
    ordered = sorted(cards, key=number)
    return Hand(cards, ordered[:2] if way else plain_setting(cards, 2))


def laid(hands: Mapping[int, Hand], left: Sequence[str]) -> list[str]:
    """The throw, then one card at a time from the bank on."""
    spare = iter(left)
    dealt = {place: hands[place].cards if place in hands else [next(spare) for _ in range(7)] for place in range(7)}
    return [THROW, *(dealt[place][lap] for lap in range(7) for place in CLOCKWISE)]


def before() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A first round, in which nobody may bank: every player surrenders."""
    stakes = {1: 2000, BANK: LAST, 5: 5000}
    hands = {
        1: "2S 4H 6D 8C TS QH AD",
        BANK: "2H 4D 6C 8S TH QD AC",
        5: "2D 4C 6S 8H TD QC AS",
        DEALER: "KS JD 9H 7C 5D 3S 2C",
    }
    cards = {seat: Hand(text.split(), plain_setting(text.split(), 2)) for seat, text in hands.items()}
    wagers = [wager(seat, "pai_gow_poker", stake) for seat, stake in stakes.items()]
    said = [answer for seat in stakes for answer in (setting(seat, cards[seat].low), says(seat, "surrender"))]
    given = play(wagers, deal({seat: hand.cards for seat, hand in cards.items()}, 7), said)
    return given, [{"round": 1} | settled(seat, "pai_gow_poker", stake, 0) for seat, stake in stakes.items()]


def cases(game: Game) -> None:
    numbers = random.Random(645)
    seen: dict[str, int] = {}
    for attempt in range(3000):
        deck = sorted(DECK, key=lambda _: numbers.random())
        if not nothing(deck[:7]):
            continue
        house = Hand(deck[:7], plain_setting(deck[:7], 2))
        others = {seat: chosen(deck[7 * n : 7 * n + 7], (attempt + n) % 2) for n, seat in ((1, BANK), (2, 1), (3, 5))}
        if any(hand.foul for hand in others.values()):
            continue
        bank = others[BANK]
        results = {seat: compared(others[seat], bank) for seat in STAKES}
        dealt = compared(house, bank)
        key = f"bank-{dealt}-{results[1]}-{results[5]}"
        seen[key] = seen.get(key, 0) + 1
        if seen[key] > 2:
            continue
        first, lines = before()
        answers = [
            says(5, "pass_bank"),
            says(BANK, "bank"),
            *(setting(seat, hand.low) for seat, hand in others.items()),
        ]
        wagers = [wager(seat, "pai_gow_poker", stake) for seat, stake in STAKES.items()]
        second = play(wagers, laid({DEALER: house, **others}, deck[28:]), answers)
        game.case(
            f"{key}-{seen[key]}",
            "12(j)",
            f"a bank; the dealer: {dealt}; seat 1: {results[1]}; seat 5: {results[5]}",
            [first, second],
            [*lines, *banked(results, dealt)],
            rules={"player_bank": True, "co_banking": False, "dealer_wager_against_bank": "last_wager"},
            reading="The commission on a surplus is on what is left when every winner was paid.",
        )


def banked(results: Mapping[int, str], dealt: str) -> list[dict[str, Any]]:
    lines, over = [], 0
    for seat, result in results.items():
        stake = STAKES[seat]
        back = {"win": 2 * stake, "tie": stake, "lose": 0}[result]
        over += stake - back
        fee = stake // 20 if result == "win" else 0
        lines.append({"round": 2} | settled(seat, "pai_gow_poker", stake, back, commission=fee))
    back = {"win": 2 * LAST, "tie": LAST, "lose": 0}[dealt]
    over += LAST - back
    lines.append({"round": 2} | settled(DEALER, "dealer_wager", LAST, back))
    surplus, missing = max(over, 0), max(-over, 0)
    return [*lines, {"round": 2} | settled(BANK, "bank", missing, surplus, commission=surplus // 20)]
