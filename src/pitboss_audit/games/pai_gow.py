"""621a Pai Gow: four tiles set in two hands against the dealer's, or against a player's who banks.

How hands were set is taken from the tiles as they lay, or from a player's answer; those that the house sets, the dealer's and a
co-bank's, are set here once more, and a line says where they lay otherwise.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss_audit.banks import BANKS, bank_of, settled_with
from pitboss_audit.facts import Fate, Line, Round, Wager, line
from pitboss_audit.money import commission, won
from pitboss_audit.setting import by_621a, set_otherwise
from pitboss_audit.tiles import outcome, strength

MAIN, DEALER_WAGER = "pai_gow", "dealer_wager"
VOIDS = {
    "tiles_to_wrong_positions": "621a.10(c)",
    "dealer_tile_exposed": "621a.10(e)",
    "bank_tile_exposed": "621a.10(e)",
    "dead_hand_tile_exposed": "621a.10(e)",
    "empty_position_tile_exposed": "621a.10(e)",
}
Hands = tuple[Sequence[str], Sequence[str]]


def settle(played: Round) -> tuple[list[Line], Mapping[str, Any]]:
    rules, bank = played.rules, bank_of(played)
    fates = played.fates(VOIDS, left="621a.5(b)")
    seen = {answer["by"] for answer in played.elected(None, "void_hand")}
    fates |= {wager.key: Fate("621a.10(d)", True) for wager in played.wagers if wager.seat in seen}

    def hands(of: int | str) -> tuple[Hands, bool]:
        """The higher hand and the other; and whether a player laid them the other way round."""
        low = [list(answer["cards"]) for answer in played.elected(of, "low")]
        if low and (bank is None or of != bank.seat):
            high = list(played.cards(of))
            for tile in low[-1]:
                high.remove(tile)
            one, two = high, low[-1]
        else:
            lay = played.as_set(of)
            one, two = lay[:2], lay[2:]
        crossed = strength(two) > strength(one)
        return ((two, one) if crossed else (one, two)), crossed

    def one(wager: Wager) -> Line:
        if wager.wager in BANKS:
            return line(wager, 0, "")  # worked out from what the others won and lost
        if any(True for _ in played.elected(wager.seat, "surrender")):
            return line(wager, 0, "621a.8(e)")
        dealers = wager.wager == DEALER_WAGER
        mine, crossed = hands("dealer" if dealers else wager.seat)
        other, _ = hands(bank.seat if bank else "dealer")
        result = "lose" if crossed and not dealers and rules["crossed_hands"] == "lose" else outcome(mine, other)
        back = {"win": won(rules, wager.amount, "1 to 1"), "tie": wager.amount, "lose": 0}[result]
        win = max(back - wager.amount, 0)
        return line(wager, back, "621a.8(g)", 0 if dealers else commission(win, rules))

    lines = [one for one in played.settled(one, fates) if one.wager not in BANKS]
    if bank is not None:
        back = {key for key, fate in fates.items() if fate.back}
        against = [one for one in lines if (one.seat, one.wager, one.on, one.hand) not in back]
        void = any(fate.cite in VOIDS.values() for fate in fates.values())
        if against or not void:
            lines += settled_with(bank, against, rules, "621a.9(o)")
    bound = bank is not None and (bank.kind == "co_bank" or rules.get("bank_sets") == "house_way")
    those: list[int | str] = ["dealer", *([bank.seat] if bound and bank else [])]
    for of in those:
        lay = played.as_set(of)
        if len(lay) == 4 and not any(fate.cite in VOIDS.values() for fate in fates.values()):
            lines += set_otherwise(lay, 2, by_621a(rules, sorted(lay)), of, "621a.8(d)")
    return lines, {}
