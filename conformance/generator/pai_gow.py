"""621a Pai Gow: tiles. Every permissible pair against its neighbours, values, copies, zeroes, and what may go wrong."""

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from generator import pai_gow_bank
from generator.kit import POSTED, Game, dollars, play, says, setting, settled, wager
from generator.pai_gow_tiles import THROW, dealers
from pitboss_audit.money import up
from pitboss_audit.tiles import PAIRS, SET, outcome, splits, strength

MAIN = dollars(10)


RULES = {
    "minimum_cents": dollars(1),
    "maximum_cents": dollars(1000),
    "start_selector": "shaker",
    "player_bank": False,
    "crossed_hands": "swapped",
    "vigorish_rounding": "exact",
    "adjacent_boxes": 1,
}


def line(result: str, stake: int = MAIN, rounding: str = "exact") -> dict[str, Any]:
    five = Fraction(stake, 20)
    fee = up(five / 25) * 25 if rounding == "next_25_cents" else int(five)
    back = {"win": 2 * stake, "tie": stake, "lose": 0}[result]
    return settled(1, "pai_gow", stake, back, commission=fee if result == "win" else 0)


def stacks(dealer: Sequence[str], mine: Sequence[str]) -> list[str]:
    """Eight stacks of four: the dealer's first, then seats 6 down to 1, then the Dead Hand; then the throw."""
    left = list(SET)
    for tile in (*dealer, *mine):
        left.remove(tile)
    return [*dealer, *left[:20], *mine, *left[20:], THROW]


def tell(
    game: Game,
    key: str,
    provision: str,
    title: str,
    dealer: Sequence[str],
    high: Sequence[str],
    low: Sequence[str],
    **more: Any,
) -> None:
    set_ = dealers(dealer)
    assert set_ is not None, dealer
    result = outcome((high, low), set_)
    stake = more.pop("stake", MAIN)
    given = play([wager(1, "pai_gow", stake)], stacks(dealer, [*high, *low]), [setting(1, low)])
    rounding = more.get("rules", {}).get("vigorish_rounding", "exact")
    game.case(key, provision, f"{title}: {result}", given, [line(result, stake, rounding)], **more)


def cases() -> Iterator[Game]:
    game = Game("pai-gow", "621a", RULES)
    game.add(pairs, mixed_hands, commissions, edges, pai_gow_bank.cases)
    yield game


def free(*used: Sequence[str]) -> list[str]:
    left = list(SET)
    for tiles in used:
        for tile in tiles:
            left.remove(tile)
    return left


def fits(*used: Sequence[str]) -> bool:
    tiles = [tile for hand in used for tile in hand]
    return all(tiles.count(tile) <= SET.count(tile) for tile in tiles)


def low_with(left: Sequence[str], wanted: range) -> tuple[str, str]:
    """Two tiles that are no pair and have a value in a range."""
    return next(
        (a, b) for a in left for b in left if a < b and not strength((a, b))[0] and strength((a, b))[1] in wanted
    )


def pairs(game: Game) -> None:
    """Each pair as the high hand against the next better, an equal one where there is one, and the next worse."""
    flat = [(rank, pair) for rank, row in enumerate(PAIRS, 1) for pair in row]
    for rank, pair in flat:
        for other_rank, other in flat:
            if abs(rank - other_rank) > 1 or not fits(pair, other):
                continue
            for dealer_low in (
                (a, b)
                for a in free(pair, other)
                for b in free(pair, other)
                if a < b and strength((a, b))[:2] in ((0, 4), (0, 5))
            ):
                dealer = [*other, *dealer_low]
                way = dealers(dealer)
                if fits(pair, dealer) and way and sorted(way[0]) == sorted(other):
                    break
            else:
                continue
            for name, wanted in (("better", range(8, 10)), ("worse", range(1, 4))):
                try:
                    low = low_with(free(pair, dealer), wanted)
                except StopIteration:
                    continue
                key = f"pair-{'_'.join(pair)}-{'_'.join(other)}-{name}"
                title = f"{' and '.join(pair)} against {' and '.join(other)}, with the {name} low hand"
                tell(game, key, "3(d)" if rank == other_rank else "3(c)", title, dealer, pair, low)


def mixed_hands(game: Game) -> None:
    """Hands drawn from a fixed sequence, kept where the dealer has no choice, until every sort of comparison is there."""
    numbers = random.Random(621)
    counts: dict[str, int] = {}
    for attempt in range(4000):
        tiles = sorted(SET, key=lambda _: numbers.random())
        dealer, mine = tiles[:4], tiles[4:8]
        way = dealers(dealer)
        if way is None:
            continue
        high, low = splits(mine)[attempt % 3]
        kinds = []
        for one, other in ((high, way[0]), (low, way[1])):
            a, b = strength(one), strength(other)
            kinds.append(
                "zeroes"
                if a == b == (0, 0, -99)
                else "copy"
                if a == b
                else "pair"
                if a[0] or b[0]
                else "tile"
                if a[1] == b[1]
                else "value"
            )
        key = "-".join(kinds) + "-" + outcome((high, low), way)
        counts[key] = counts.get(key, 0) + 1
        if counts[key] > 5:
            continue
        provision = {"zeroes": "3(g)", "copy": "3(i)", "tile": "3(g)", "value": "3(e)", "pair": "3(c)"}[
            min(kinds, key=["zeroes", "copy", "tile", "value", "pair"].index)
        ]
        semiwild = {"1-2", "2-4"} & set(mine + dealer)
        title = f"high hands decided by {kinds[0]}, low hands by {kinds[1]}" + (
            ", with a tile that counts 3 or 6" if semiwild else ""
        )
        tell(
            game,
            f"hands-{key}-{counts[key]}",
            "3(f)" if semiwild and provision == "3(e)" else provision,
            title,
            dealer,
            high,
            low,
        )


DEALER = ["1-6", "1-6", "5-6", "2-2"]


HIGH, LOW = ["6-6", "6-6"], ["5-5", "3-6"]


def commissions(game: Game) -> None:
    for stake in (100, 500, 1000, 1300, 2500, 10000, 10500):
        for rounding in ("exact", "next_25_cents"):
            title = f"the commission on a win of {stake} cents, {rounding.replace('_', ' ')}"
            tell(
                game,
                f"commission-{stake}-{rounding}",
                "8(k)",
                title,
                DEALER,
                HIGH,
                LOW,
                stake=stake,
                rules={"vigorish_rounding": rounding},
            )


def edges(game: Game) -> None:
    one, void = [wager(1, "pai_gow", MAIN)], [settled(1, "pai_gow", MAIN, MAIN)]
    chance = stacks(DEALER, [*HIGH, *LOW])
    given = play(one, chance, [setting(1, LOW), says(1, "surrender")])
    game.case("surrender", "8(e)", "a surrendered wager is lost whole", given, [settled(1, "pai_gow", MAIN, 0)])
    for filed in ("swapped", "lose"):
        given = play(one, chance, [setting(1, HIGH)])
        title = f"the stronger hand set low, filed as {filed}"
        game.case(
            f"crossed-{filed}",
            "8(a)",
            title,
            given,
            [line("win" if filed == "swapped" else "lose")],
            rules={"crossed_hands": filed},
        )
    again = play(one, [*chance[:-1], "1 1 1", THROW], [setting(1, LOW)], [{"kind": "no_roll", "after": 33}])
    game.case("no-roll", "10(a)", "dice that do not lie flat are shaken again", again, [line("win")])
    wrong = play(one, chance, irregularities=[{"kind": "tiles_to_wrong_positions", "after": 33}])
    game.case("tiles-to-wrong-positions", "10(c)", "tiles to the wrong positions: every wager is returned", wrong, void)
    for kind in ("dealer_tile_exposed", "dead_hand_tile_exposed", "empty_position_tile_exposed"):
        seen = play(one, chance, irregularities=[{"kind": kind, "after": 33}])
        game.case(kind, "10(e)", f"{kind.replace('_', ' ')}: every wager is returned", seen, void)
    for answer in ("void_hand", "play_hand"):
        seen = play(
            one,
            chance,
            [says(1, answer), *([setting(1, LOW)] if answer == "play_hand" else [])],
            [{"kind": "player_tile_exposed", "after": 33, "seat": 1}],
        )
        title = f"a player's tile was seen; the player chooses to {answer.split('_')[0]} the hand"
        game.case(f"tile-exposed-{answer}", "10(d)", title, seen, void if answer == "void_hand" else [line("win")])
    late = play([*one, wager(2, "pai_gow", MAIN, after=33)], chance, [setting(1, LOW)])
    game.case("late-wager", "5(c)", "a wager after betting was closed", late, refused="betting_closed")
    spoken = play([wager(1, "pai_gow", MAIN, form="verbal_with_cash")], chance, [setting(1, LOW)])
    game.case("verbal-wager", "5(a)", "a spoken wager with cash", spoken, refused="form_not_accepted")
    for amount, why in ((99, "amount_below_minimum"), (100, ""), (100000, ""), (100001, "amount_above_maximum")):
        given = play([wager(1, "pai_gow", amount)], chance, [setting(1, LOW)])
        game.case(
            f"limits-{amount}",
            "5(a)",
            f"the posted limits, with {amount} cents",
            given,
            None if why else [line("win", amount)],
            refused=why,
            reading=POSTED,
        )
