"""A table of Pai Gow Poker, face up or not, for tests: seven cards for whoever is named, the rest for everyone else."""

from typing import Any

from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.families.house_ways import STANDARD
from pitboss.testkit.tables import Played, deal, play

GAME = "pai-gow-poker"
DEALER = "dealer"
SIDES: dict[str, Any] = {
    "fortune_bonus": True, "emperors_treasure": True, "pai_gow_insurance": True, "progressive_payout": True,
    "progressive_rate": "20",
}  # fmt: skip
BANKS: dict[str, Any] = {"player_bank": True, "co_banking": True}

# Against QUEENS, each of these does what its name says.
QUEENS = "QS QD 9H 8C 6D 4S 2C"  # pair of queens, low 9 and 8
WINS = "KS KD AH JC 7D 5S 3C"
LOSES = "JS JD 7H 6C 5D 3S 2H"
TIES = "AS AD 8H 7C 5C 3H 2S"  # the high hand is better, the low hand lower

HANDS: dict[int | str, str] = {"dealer": QUEENS, 1: WINS}
ONE = "1 pai_gow_poker 10"
MANUAL: dict[str, Any] = {"shuffler": "manual"}
BY_HAND: dict[str, Any] = {"dealing": "hand"}
AUTOMATED: dict[str, Any] = {"dealing": "automated_shoe"}
WAYS = [("manual_shoe", "645a.8"), ("hand", "645a.9"), ("automated_shoe", "645a.10")]

FULL = 50  # entries of chance when all cards are out: the throw, and seven cards for seven places
TO_DEALER = "1 1 6"  # eight: the dealer is number one again


def order(start: int | str = DEALER, seats: int = 6) -> list[int | str]:
    """The places clockwise: the dealer, then seat 1 at the dealer's left."""
    places: list[int | str] = [DEALER, *range(1, seats + 1)]
    at = places.index(start)
    return places[at:] + places[:at]


def cards(hands: dict[int | str, str], *, start: int | str = DEALER, stacks: bool = False, seats: int = 6) -> list[str]:
    """The cards in the order dealt, so that everyone named gets the hand given; others get what is left, lowest first."""
    held = {place: hand.split() for place, hand in hands.items()}
    used = [card for hand in held.values() for card in hand]
    assert len(used) == len(set(used)), used
    left = [card for card in DECK_WITH_JOKER if card not in used]
    places = order(start, seats)
    for place in places:
        if place not in held:
            held[place], left = left[:7], left[7:]
    if stacks:
        return [card for place in places for card in held[place]]
    return [held[place][n] for n in range(7) for place in places]


def low(seat: int, two: str) -> dict[str, Any]:
    """A player lays these two cards low."""
    return {"seat": seat, "answer": {"low": two.split()}}


def says(seat: int, word: str, amount: str = "") -> dict[str, Any]:
    return {"seat": seat, "answer": {word: amount} if amount else word}


def round_of(
    hands: dict[int | str, str],
    wagers: str | list[dict[str, Any]],
    lows: dict[int, str] | None = None,
    *,
    before: list[dict[str, Any]] | None = None,
    after: list[dict[str, Any]] | None = None,
    faults: list[dict[str, Any]] | None = None,
    throw: str = TO_DEALER,
    start: int | str = DEALER,
    stacks: bool = False,
    seats: int = 6,
    **rest: Any,
) -> dict[str, Any]:
    """A round. Seats in play without a low hand of their own set theirs as the house would; ``before`` and ``after``
    that come what else is answered."""
    tendered = [part.split()[:2] for part in wagers.split(";") if part.strip()] if isinstance(wagers, str) else [
        [str(wager["seat"]), wager["wager"]] for wager in wagers
    ]  # fmt: skip
    in_play = {int(seat) for seat, wager in tendered if wager.endswith("pai_gow_poker")}
    in_play |= {answer["seat"] for answer in before or [] if answer["answer"] == "bank"}
    chosen = {place: " ".join(STANDARD.set(hand.split()).low) for place, hand in hands.items() if place in in_play}
    answers = [low(int(seat), two) for seat, two in {**chosen, **(lows or {})}.items() if two]
    chance = [*([throw] if throw else []), *cards(hands, start=start, stacks=stacks, seats=seats)]
    return deal(wagers, chance, [*(before or []), *answers, *(after or [])], faults, **rest)


def plain(**rest: Any) -> dict[str, Any]:
    """A round of one player who wins."""
    return round_of(HANDS, ONE, **rest)


def one(mine: str, wagers: str = "1 pai_gow_poker 10", dealer: str = QUEENS, two: str = "", **filed: Any) -> Played:
    """One player against the dealer."""
    lows = {1: two} if two else {}
    return play(GAME, round_of({DEALER: dealer, 1: mine}, wagers, lows), **filed)


def stopped(hands: dict[int | str, str], wagers: str, out: int, faults: list[dict[str, Any]], **rest: Any) -> dict[str,
    Any]:  # fmt: skip
    """A round that ends when so many entries of chance are out."""
    whole = round_of(hands, wagers, faults=faults, **rest)
    return {**whole, "chance": whole["chance"][:out], "answers": []}
