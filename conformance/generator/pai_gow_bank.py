"""621a.9 a player as the bank, or with the dealer as co-bank: who pays whom, the surplus, and what is charged on it."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from generator.kit import Game, play, says, setting, settled, wager
from generator.pai_gow_tiles import THROW, dealers
from pitboss_audit.tiles import SET, outcome, splits

DEALER, DEAD, BANK = 0, 7, 3
ROUND_THE_TABLE = [DEALER, 6, 5, 4, 3, 2, 1, DEAD]  # counterclockwise
STAKES = {1: 1000, 5: 4000}
LAST = 3000  # the bank's last wager against the dealer, and so the dealer's against the bank
# The round before: the dealer's two high pairs beat everybody.
FIRST = {
    DEALER: ["6-6", "6-6", "1-1", "1-1"],
    1: ["4-6", "4-6", "1-6", "1-6"],
    3: ["5-5", "5-5", "1-5", "1-5"],
    5: ["2-2", "2-2", "5-6", "5-6"],
}


def laid(hands: Mapping[int, Sequence[str]], first: int) -> list[str]:
    """Eight stacks, the first to one place and so on counterclockwise; then a throw that counts back to that place."""
    left = list(SET)
    for tiles in hands.values():
        for tile in tiles:
            left.remove(tile)
    at = ROUND_THE_TABLE.index(first)
    dealt: list[str] = []
    for place in ROUND_THE_TABLE[at:] + ROUND_THE_TABLE[:at]:
        dealt += hands[place] if place in hands else [left.pop() for _ in range(4)]
    return [*dealt, THROW]


def before() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A first round, in which nobody may bank, with wagers of all three players; and its settlements."""
    stakes = {1: 2000, BANK: LAST, 5: 5000}
    given = play(
        [wager(seat, "pai_gow", stake) for seat, stake in stakes.items()],
        laid(FIRST, DEALER),
        [setting(seat, FIRST[seat][2:]) for seat in stakes],
    )
    return given, [{"round": 1} | settled(seat, "pai_gow", stake, 0) for seat, stake in stakes.items()]


def cases(game: Game) -> None:
    numbers = random.Random(9)
    seen: dict[str, int] = {}
    for attempt in range(3000):
        tiles = sorted(SET, key=lambda _: numbers.random())
        hands = {DEALER: tiles[:4], BANK: tiles[4:8], 1: tiles[8:12], 5: tiles[12:16]}
        together = attempt % 2 == 1
        banks = dealers(hands[BANK]) if together else splits(hands[BANK])[attempt % 3]
        house = dealers(hands[DEALER])
        if banks is None or house is None:
            continue
        set_ = {seat: splits(hands[seat])[(attempt // 2 + seat) % 3] for seat in STAKES}
        results = {seat: outcome(set_[seat], banks) for seat in STAKES}
        dealt = "" if together else outcome(house, banks)
        key = "-".join(filter(None, ("co-bank" if together else "bank", dealt, results[1], results[5])))
        seen[key] = seen.get(key, 0) + 1
        if seen[key] > 2:
            continue
        first, lines = before()
        accepts = says(BANK, "co_bank" if together else "bank")
        own = [] if together else [setting(BANK, banks[1])]
        answers = [says(5, "pass_bank"), accepts, *own, *(setting(seat, set_[seat][1]) for seat in STAKES)]
        second = play([wager(seat, "pai_gow", stake) for seat, stake in STAKES.items()], laid(hands, BANK), answers)
        named = f"the dealer: {dealt}; " if dealt else ""
        game.case(
            f"{key}-{seen[key]}",
            "9(r)" if together else "9(o)",
            f"a {'co-bank' if together else 'bank'}; {named}seat 1: {results[1]}; seat 5: {results[5]}",
            [first, second],
            [*lines, *banked(results, dealt, together)],
            rules={"player_bank": True, "co_banking": True, "dealer_wager_against_bank": "last_wager"},
            reading="The commission on a surplus is on what is left when every winner was paid.",
        )


def banked(results: Mapping[int, str], dealt: str, together: bool) -> list[dict[str, Any]]:
    """Losers pay winners; the bank adds what is missing, or has what is over, less 5 per cent."""
    lines, over = [], 0
    for seat, result in results.items():
        stake = STAKES[seat]
        back = {"win": 2 * stake, "tie": stake, "lose": 0}[result]
        over += stake - back
        lines.append(
            {"round": 2} | settled(seat, "pai_gow", stake, back, commission=stake // 20 if result == "win" else 0)
        )
    if dealt:
        back = {"win": 2 * LAST, "tie": LAST, "lose": 0}[dealt]
        over += LAST - back
        lines.append({"round": 2} | settled(DEALER, "dealer_wager", LAST, back))
    share = over // 2 if together else over
    surplus, missing = max(share, 0), max(-share, 0)
    kind = "co_bank" if together else "bank"
    return [*lines, {"round": 2} | settled(BANK, kind, missing, surplus, commission=surplus // 20)]
