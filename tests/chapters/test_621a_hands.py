"""Chapter 621a: what tiles are worth, how hands are set, and which setting wins. Pure leaves."""

from collections import Counter
from itertools import combinations

import pytest

from pitboss.chapters.ch621a_pai_gow.hands import (
    PAIRS,
    HouseWay,
    Outcome,
    Setting,
    called,
    house_way,
    low_hands,
    outcome,
    pair_rank,
    points,
    set_hands,
    strength,
)
from pitboss.equipment.tiles import RANK, TILES, spoken, spots, stacked

# 621a.3(c) and (h) once more, written down apart from the code.
PAIRS_BY_RANK = """
2-4 1-2
6-6 6-6
1-1 1-1
4-4 4-4
1-3 1-3
5-5 5-5
3-3 3-3
2-2 2-2
5-6 5-6
4-6 4-6
1-6 1-6
1-5 1-5
3-6 4-5
3-5 2-6
3-4 2-5
1-4 2-3
6-6 4-5, 6-6 3-6
1-1 4-5, 1-1 3-6
6-6 2-6, 6-6 3-5, 6-6 4-4
1-1 2-6, 1-1 3-5, 1-1 4-4
"""
TILES_BY_RANK = "6-6, 1-1, 4-4, 1-3, 5-5, 3-3, 2-2, 5-6, 4-6, 1-6, 1-5, 3-6 4-5, 2-6 3-5, 2-5 3-4, 2-4, 1-4 2-3, 1-2"


def two(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def setting(high: str, low: str) -> Setting:
    return Setting(two(high), two(low))


# § 621a.3.


def test_621a_3_h_ranks_of_single_tiles() -> None:
    """Seventeen ranks, tiles of one rank side by side; eleven kinds twice in a set of 32, the others once."""
    rows = [row.split() for row in TILES_BY_RANK.split(", ")]
    assert {tile: rank for rank, row in enumerate(rows, 1) for tile in row} == RANK
    assert Counter(TILES) == {tile: 2 if rank <= 11 else 1 for tile, rank in RANK.items()}
    assert len(TILES) == 32


def test_621a_3_a_spots_and_names() -> None:
    """A tile is called by its number of spots."""
    assert [spots(tile) for tile in ("6-6", "1-1", "5-6", "1-2", "2-4")] == [12, 2, 11, 3, 6]
    assert spoken("6-6") == "Twelve (6-6)"
    assert spoken("1-2") == "Three (1-2)"
    assert sum(map(spots, TILES)) == 227


def test_621a_3_c_every_permissible_pair_and_no_other() -> None:
    """Twenty ranks of pairs as printed; any other two tiles are no pair."""
    rows = [[tuple(sorted(p.split())) for p in line.split(", ")] for line in PAIRS_BY_RANK.split("\n") if line]
    printed = {pair: rank for rank, row in enumerate(rows, 1) for pair in row}
    assert len(rows) == len(PAIRS) == 20
    for pair in combinations(TILES, 2):
        assert pair_rank(pair) == printed.get(tuple(sorted(pair)), 0), pair
        assert pair_rank(pair[::-1]) == pair_rank(pair)


def test_621a_3_c_any_pair_above_any_value() -> None:
    """The lowest Gong ranks above the best nine, and each pair above the next."""
    firsts = [twos[0] for _, twos in PAIRS]
    ranked = [strength(pair) for pair in firsts]
    assert ranked == sorted(ranked, reverse=True)
    assert len(set(ranked)) == 20
    best = max(strength(pair) for pair in combinations(TILES, 2) if not pair_rank(pair))
    assert strength(two("1-1 4-4")) > best == strength(two("6-6 1-6"))


def test_621a_1_supreme_pair_is_highest() -> None:
    """The 2-4 with the 1-2 outranks every other hand."""
    assert strength(two("2-4 1-2")) == max(strength(pair) for pair in combinations(TILES, 2))


def test_621a_3_d_same_pair_rank_is_a_copy() -> None:
    """Two Wongs of 6-6, with either nine, are equal; so are Gongs with any eight."""
    assert strength(two("6-6 4-5")) == strength(two("6-6 3-6"))
    assert strength(two("1-1 4-4")) == strength(two("1-1 2-6")) == strength(two("1-1 3-5"))
    assert strength(two("6-6 4-5")) > strength(two("1-1 4-5"))


@pytest.mark.parametrize(
    ("tiles", "value"),
    [("1-1 3-3", 8), ("5-6 1-6", 8), ("5-5 4-6", 0), ("5-6 4-6", 1), ("1-1 1-6", 9), ("6-6 1-6", 9), ("4-4 1-1", None)],
)
def test_621a_3_e_value_is_the_last_digit(tiles: str, value: int | None) -> None:
    """The value is the right digit of the sum of spots, 0 to 9; both examples of the text. A pair has none."""
    if value is None:
        assert pair_rank(two(tiles))
    else:
        assert points(two(tiles))[0] == value
        assert called(two(tiles)) == str(value)


@pytest.mark.parametrize(
    ("tiles", "value", "rank"),
    [
        ("1-2 3-3", 9, 6),  # counted 3
        ("1-2 1-3", 7, 4),  # counted 3
        ("1-2 6-6", 8, 1),  # counted 6
        ("1-2 5-6", 7, 8),  # counted 6
        ("2-4 3-3", 9, 6),  # counted 3
        ("2-4 1-3", 7, 4),  # counted 3
        ("2-4 6-6", 8, 1),  # counted 6
        ("1-2 1-4", 8, 16),  # counted 3: it ranks seventeenth, below the Five
        ("2-4 2-3", 8, 16),  # counted 3: it ranks seventeenth, below the Five
        ("1-2 2-5", 3, 14),  # 3 with 7 is 0, 6 with 7 is 3
    ],
)
def test_621a_3_f_three_and_six_apart(tiles: str, value: int, rank: int) -> None:
    """Apart, the 1-2 and the 2-4 count 3 or 6, whichever is better, and rank seventeenth or fifteenth with it."""
    assert points(two(tiles)) == (value, rank)


def test_621a_3_f_rank_changes_with_the_count() -> None:
    """A 1-2 counted 6 ranks fifteenth, above a Five; a 2-4 counted 3 seventeenth, below it."""
    # counted 6, either makes 1 with a Five; counted 3, it makes 8, with the Five as the better tile
    assert points(two("1-2 2-3")) == points(two("2-4 2-3")) == (8, 16)
    assert strength(two("1-2 2-3")) == strength(two("2-4 1-4"))


def test_621a_3_g_equal_value_by_the_better_tile() -> None:
    """Of two nines the one with the better tile is higher; the second tile never matters."""
    assert strength(two("6-6 1-6")) > strength(two("1-1 2-5")) > strength(two("1-3 1-4"))
    assert strength(two("6-6 1-6")) == strength(two("6-6 2-5"))


def test_621a_3_g_zero_against_zero_is_equal() -> None:
    """Hands worth zero are equally bad whatever their tiles."""
    assert strength(two("5-5 4-6")) == strength(two("1-3 3-3")) == strength(two("2-2 1-5")) == 0
    assert strength(two("4-6 5-6")) > 0
    assert strength(two("6-6 2-6")) > strength(two("6-6 1-6"))  # twenty spots, but a Gong and no zero


def test_621a_3_i_same_best_tile_is_a_copy() -> None:
    """Equal value and best tiles of equal rank make a copy."""
    assert strength(two("3-6 1-4")) == strength(two("4-5 2-3"))


# § 621a.4.


def test_621a_4_d_eight_stacks_of_four() -> None:
    """Thirty-two tiles make eight stacks of four, each four in a row."""
    stacks = stacked(TILES)
    assert len(stacks) == 8
    assert all(len(stack) == 4 for stack in stacks)
    assert stacks[0] == TILES[:4]
    assert stacks[7] == TILES[28:]


# § 621a.8(a), (d).


def test_621a_8_a_every_two_tiles_may_be_the_low_hand() -> None:
    """Four different tiles can be parted in six ways; of tiles alike there are fewer."""
    assert len(low_hands(two("6-6 4-6 1-6 2-3"))) == 6
    assert set(low_hands(two("6-6 6-6 1-6 2-3"))) == {
        ("6-6", "6-6"), ("1-6", "6-6"), ("2-3", "6-6"), ("1-6", "2-3")
    }  # fmt: skip
    assert len(low_hands(two("6-6 6-6 1-1 1-1"))) == 3


def test_621a_1_high_and_low_hand_by_rank() -> None:
    """The better two tiles are the high hand, whichever the player laid as such (I-621a-08)."""
    tiles = two("6-6 1-6 4-6 2-3")
    straight, crossed = set_hands(tiles, two("4-6 2-3")), set_hands(tiles, two("6-6 1-6"))
    assert straight == setting("6-6 1-6", "4-6 2-3")
    assert crossed.crossed
    assert straight.like(crossed)
    assert not straight.crossed


@pytest.mark.parametrize(
    ("tiles", "high", "low"),
    [
        ("2-4 1-2 6-6 6-6", "2-4 1-2", "6-6 6-6"),  # (1) the Supreme Pair
        ("2-4 1-2 4-4 1-1", "2-4 1-2", "4-4 1-1"),  # (1)
        ("2-4 1-2 5-5 4-6", "2-4 1-2", "5-5 4-6"),  # (1) though apart they would make 9 and 3, or 6 and 6
        ("6-6 6-6 4-5 2-3", "6-6 6-6", "4-5 2-3"),  # (2) a pair before two of it are used for a Wong
        ("1-4 2-3 6-6 4-5", "1-4 2-3", "6-6 4-5"),  # (2) both a pair and a Wong
        ("3-6 4-5 6-6 1-1", "3-6 4-5", "6-6 1-1"),  # (2) the pair, not the two Wongs
        ("5-5 5-5 4-6 4-6", "5-5 5-5", "4-6 4-6"),  # (2) two pairs
        ("6-6 4-5 4-4 5-5", "6-6 4-5", "4-4 5-5"),  # (2) a Wong before a Gong
        ("1-1 4-5 6-6 3-4", "6-6 4-5", "1-1 3-4"),  # (2) the better Wong
        ("6-6 1-1 4-4 5-5", "6-6 4-4", "1-1 5-5"),  # (2) the better Gong
        ("6-6 1-6 4-6 2-3", "6-6 1-6", "4-6 2-3"),  # (3) a nine
        ("4-4 5-5 4-6 3-3", "4-4 4-6", "5-5 3-3"),  # (3) an eight, of two such the one that leaves the better low hand
        ("1-3 1-2 5-5 4-6", "1-3 1-2", "5-5 4-6"),  # (3) a seven, the 1-2 counted 3
        ("5-5 4-6 2-2 1-5", "5-5 1-5", "2-2 4-6"),  # (4) no 7, 8 or 9: the 5-5 with the 1-5
        ("4-4 2-2 3-3 4-6", "4-4 4-6", "2-2 3-3"),  # (3) here there is an eight
    ],
)
def test_621a_8_d_house_way(tiles: str, high: str, low: str) -> None:
    """Supreme Pair; else the best pair, Wong or Gong; else 9, 8 or 7; else best tile with worst."""
    for order in ((0, 1, 2, 3), (3, 1, 0, 2), (2, 3, 1, 0)):
        found = house_way([two(tiles)[n] for n in order])
        assert found.like(setting(high, low)), found
        assert not found.crossed


def test_621a_8_d_4_best_with_worst_even_when_that_is_the_low_hand() -> None:
    """The best tile goes with the worst; the better two of the four are still the high hand."""
    found = house_way(two("6-6 1-1 1-3 5-6"))  # the 6-6 with the 5-6 is worth 3, the others 6
    assert found.like(setting("1-1 1-3", "6-6 5-6"))


def test_621a_8_d_4_worst_tile_by_its_printed_rank() -> None:
    """The 1-2 is the worst tile, seventeenth as printed, whatever it then counts."""
    assert house_way(two("4-4 1-6 2-6 1-2")).like(setting("1-6 2-6", "4-4 1-2"))


def test_621a_8_d_completed_as_filed() -> None:
    """Between two nines the better low hand decides, or, if so filed, the better high hand (I-621a-03)."""
    tiles = two("6-6 1-1 1-6 5-5")
    assert house_way(tiles).like(setting("1-1 1-6", "6-6 5-5"))
    assert house_way(tiles, HouseWay.HIGH_FIRST).like(setting("6-6 1-6", "1-1 5-5"))


def test_621a_8_d_completion_never_undoes_the_text() -> None:
    """Under either completion a hand with a pair plays its best pair, and otherwise its best value of 9, 8 or 7."""
    for tiles in combinations(sorted(set(TILES)), 4):
        pairs = [pair_rank(pair) for pair in combinations(tiles, 2) if pair_rank(pair)]
        values = [points(pair)[0] for pair in combinations(tiles, 2)]
        for way in HouseWay:
            found = house_way(tiles, way)
            hands = (found.high, found.low)
            if pairs:
                assert min(pairs) in [pair_rank(hand) for hand in hands]
            elif max(values) >= 7:
                assert max(values) in [points(hand)[0] for hand in hands]


# § 621a.8(g)–(i).

DEALER = setting("6-6 1-6", "5-5 1-5")  # 9 with a Twelve, 6 with a Ten


@pytest.mark.parametrize(
    ("high", "low", "result", "cite"),
    [
        ("1-4 2-3", "1-1 2-2", Outcome.WIN, "621a.8(i)"),  # a pair, and 6 with a better tile
        ("1-4 2-3", "3-3 4-6", Outcome.TIE, "621a.8(h)(1)"),  # 6 with a worse tile
        ("1-4 2-3", "5-5 2-4", Outcome.TIE, "621a.8(h)(1)"),  # 6 with the same tile: a copy
        ("1-4 2-3", "4-6 5-5", Outcome.TIE, "621a.8(h)(1)"),  # zero
        ("6-6 2-5", "4-6 1-6", Outcome.TIE, "621a.8(h)(2)"),  # a nine with the same tile: a copy; 7 above 6
        ("1-1 1-6", "4-6 1-6", Outcome.TIE, "621a.8(h)(2)"),  # a nine with a worse tile; 7 above 6
        ("6-6 2-5", "5-5 2-4", Outcome.LOSE, "621a.8(g)"),  # both copies
        ("6-6 2-5", "3-3 4-6", Outcome.LOSE, "621a.8(g)"),  # a copy and a lower one
        ("1-1 1-6", "5-5 2-4", Outcome.LOSE, "621a.8(g)"),  # a lower one and a copy
        ("1-1 1-6", "4-6 5-5", Outcome.LOSE, "621a.8(g)"),  # a lower one and zero
    ],
)
def test_621a_8_g_h_i_outcomes(high: str, low: str, result: Outcome, cite: str) -> None:
    """Both hands above win; one above is a tie; none above, copies being the dealer's, loses."""
    assert outcome(setting(high, low), DEALER) == (result, cite)


def test_621a_8_g_zero_against_zero_is_the_dealers() -> None:
    """A low hand of zero loses to the dealer's zero, even with better tiles."""
    dealer = setting("6-6 1-6", "2-2 1-5")
    assert outcome(setting("1-4 2-3", "5-5 4-6"), dealer) == (Outcome.TIE, "621a.8(h)(1)")
    assert outcome(setting("1-1 1-6", "5-5 4-6"), dealer) == (Outcome.LOSE, "621a.8(g)")
    assert outcome(setting("3-3 1-3", "5-5 4-6"), setting("2-2 1-5", "1-6 2-6")) == (Outcome.LOSE, "621a.8(g)")


def test_621a_8_order_of_hands_is_total() -> None:
    """Every two tiles have one strength; 102 differ."""
    assert len({strength(pair) for pair in combinations(TILES, 2)}) == 102


def test_621a_called() -> None:
    """What hands are called in the record."""
    assert [called(two(t)) for t in ("2-4 1-2", "5-6 5-6", "3-6 4-5", "6-6 4-5", "1-1 4-4", "4-6 5-5")] == [
        "Supreme Pair", "pair of 5-6", "mixed pair of Nines", "Wong", "Gong", "0",
    ]  # fmt: skip
    assert str(DEALER) == "9 / 6"
