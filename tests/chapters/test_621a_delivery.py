"""Chapter 621a: the starting position, the styles of delivery and the bank's cut. Pure leaves."""

from collections import Counter

import pytest

from pitboss.chapters.ch621a_pai_gow.delivery import CUTS, PLACES, STYLES, Style, cut, deliver, places_from
from pitboss.equipment.dice import faces, throws

# Stack 1 is at the dealer's right; a is its top tile.
ROW = tuple(tuple(f"{stack}{tile}" for tile in "abcd") for stack in range(1, 9))


def hands(style: str) -> list[str]:
    """The eight hands of a style in the order delivered."""
    return [" ".join(hand) for hand in deliver(ROW, Style(style), PLACES).values()]


# § 621a.6(c), § 621a.9(j).


@pytest.mark.parametrize(
    ("total", "place"),
    [(1, "dealer"), (2, 6), (3, 5), (7, 1), (8, "dead hand"), (9, "dealer"), (15, 1), (16, "dead hand"), (17, "dealer"), (18, 6)],
)  # fmt: skip
def test_621a_6_c_count_from_the_dealer(total: int, place: object) -> None:
    """The dealer is one, then the six positions from the dealer's right, then the Dead Hand, and round again (I-621a-01)."""
    assert places_from(total)[0] == place


def test_621a_6_c_1_nine_starts_with_the_dealer() -> None:
    """A total of nine gives the dealer the first stack."""
    assert places_from(9) == ("dealer", 6, 5, 4, 3, 2, 1, "dead hand")


def test_621a_6_c_2_fifteen_starts_with_the_sixth_position() -> None:
    """A total of 15 gives the first stack to the sixth betting position in the count, the one at the dealer's left."""
    assert places_from(15)[0] == [seat for seat in PLACES if isinstance(seat, int)][5] == 1


@pytest.mark.parametrize(
    ("total", "bank", "place"), [(3, 4, 2), (8, 4, 5), (9, 4, 4), (5, 4, "dead hand"), (6, 4, "dealer"), (18, 6, 5)]
)
def test_621a_9_j_count_from_the_bank(total: int, bank: int, place: object) -> None:
    """With a bank, the bank is one; dealer and Dead Hand keep their places."""
    assert places_from(total, bank)[0] == place


def test_621a_6_c_dice_are_not_even() -> None:
    """Of 216 throws the eight places start 28, 28, 28, 28, 27, 25, 25 and 27 times (I-GEN-28)."""
    starts = Counter(places_from(sum(faces(throw)))[0] for throw in throws(3))
    assert sorted(starts.values()) == [25, 25, 27, 27, 28, 28, 28, 28]


# § 621a.7.


def test_621a_6_d_stacks_from_the_right() -> None:
    """The ordinary way: whole stacks, from the dealer's right."""
    assert hands("from_the_right") == [f"{n}a {n}b {n}c {n}d" for n in range(1, 9)]


def test_621a_7_1_house_way_from_the_left() -> None:
    """Whole stacks, from the dealer's left."""
    assert hands("house_way_from_the_left") == [f"{n}a {n}b {n}c {n}d" for n in range(8, 0, -1)]


def test_621a_7_2_cup_say_from_the_right() -> None:
    """Two stacks at a time from the right: the upper two tiles of both, then the lower two."""
    assert hands("cup_say_from_the_right") == [
        "1a 1b 2a 2b", "1c 1d 2c 2d", "3a 3b 4a 4b", "3c 3d 4c 4d", "5a 5b 6a 6b", "5c 5d 6c 6d", "7a 7b 8a 8b", "7c 7d 8c 8d",
    ]  # fmt: skip


def test_621a_7_3_cup_say_from_the_left() -> None:
    """Two stacks at a time from the left."""
    assert hands("cup_say_from_the_left") == [
        "8a 8b 7a 7b", "8c 8d 7c 7d", "6a 6b 5a 5b", "6c 6d 5c 5d", "4a 4b 3a 3b", "4c 4d 3c 3d", "2a 2b 1a 1b", "2c 2d 1c 1d",
    ]  # fmt: skip


def same(found: list[str], *expected: str) -> None:
    """The same tiles to each place, in whatever order within a hand."""
    assert [sorted(hand.split()) for hand in found] == [sorted(hand.split()) for hand in expected]


def test_621a_7_4_jung_quat() -> None:
    """The two centre stacks, fourth from either end, then the two new centre stacks, to the ends."""
    same(
        hands("jung_quat"),
        "4a 4b 5a 5b", "4c 4d 5c 5d", "3a 3b 6a 6b", "3c 3d 6c 6d", "2a 2b 7a 7b", "2c 2d 7c 7d", "1a 1b 8a 8b", "1c 1d 8c 8d",
    )  # fmt: skip


def test_621a_7_5_chee_yee() -> None:
    """The outermost stacks, then those left at the ends, to the centre."""
    same(
        hands("chee_yee"),
        "1a 1b 8a 8b", "1c 1d 8c 8d", "2a 2b 7a 7b", "2c 2d 7c 7d", "3a 3b 6a 6b", "3c 3d 6c 6d", "4a 4b 5a 5b", "4c 4d 5c 5d",
    )  # fmt: skip


def test_621a_7_6_pin_say_from_the_right() -> None:
    """Tops of the four right stacks, tops of the four left ones, and so on down."""
    same(
        hands("pin_say_from_the_right"),
        "1a 2a 3a 4a", "5a 6a 7a 8a", "1b 2b 3b 4b", "5b 6b 7b 8b", "1c 2c 3c 4c", "5c 6c 7c 8c", "1d 2d 3d 4d", "5d 6d 7d 8d",
    )  # fmt: skip


def test_621a_7_7_pin_say_from_the_left() -> None:
    """Tops of the four left stacks, tops of the four right ones, and so on down."""
    same(
        hands("pin_say_from_the_left"),
        "5a 6a 7a 8a", "1a 2a 3a 4a", "5b 6b 7b 8b", "1b 2b 3b 4b", "5c 6c 7c 8c", "1c 2c 3c 4c", "5d 6d 7d 8d", "1d 2d 3d 4d",
    )  # fmt: skip


def test_621a_7_8_dragon_head_from_the_right() -> None:
    """Stacks 1 and 2 upon 3 and 4 (I-621a-19): two tiles off both tall stacks in turn with the tops of the left four."""
    same(
        hands("dragon_head_and_phoenix_tail_from_the_right"),
        "1a 1b 2a 2b", "5a 6a 7a 8a", "1c 1d 2c 2d", "5b 6b 7b 8b", "3a 3b 4a 4b", "5c 6c 7c 8c", "3c 3d 4c 4d", "5d 6d 7d 8d",
    )  # fmt: skip


def test_621a_7_9_dragon_head_from_the_left() -> None:
    """The same from the left: stacks 8 and 7 upon 6 and 5, in turn with the tops of the right four."""
    same(
        hands("dragon_head_and_phoenix_tail_from_the_left"),
        "8a 8b 7a 7b", "1a 2a 3a 4a", "8c 8d 7c 7d", "1b 2b 3b 4b", "6a 6b 5a 5b", "1c 2c 3c 4c", "6c 6d 5c 5d", "1d 2d 3d 4d",
    )  # fmt: skip


@pytest.mark.parametrize("style", Style)
def test_621a_7_every_style_deals_every_tile_once(style: Style) -> None:
    """Nine styles besides the ordinary one; each gives four tiles to each of eight places, no tile twice."""
    dealt = deliver(ROW, style, PLACES)
    assert sorted(tile for hand in dealt.values() for tile in hand) == sorted(tile for stack in ROW for tile in stack)
    assert [len(hand) for hand in dealt.values()] == [4] * 8
    assert len(STYLES) == 10


# § 621a.9(g).


def order(name: str) -> str:
    """The stacks after a cut, from the dealer's right."""
    return "".join(stack[0][0] for stack in cut(ROW, name))


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("1 left", "23456781"),
        ("8 right", "81234567"),
        ("3-5 right", "34512678"),
        ("3-5 left", "12678345"),
        ("1-4 left", "56781234"),
    ],
)
def test_621a_9_g_1_cut_to_one_end(name: str, after: str) -> None:
    """One stack or several adjacent ones go to the right or the left end of the row."""
    assert order(name) == after
    assert CUTS[name][0] == "621a.9(g)(1)"


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("3-4 right 1 left 1", "31256784"),
        ("3-4 left 1 right 1", "41256783"),
        ("3-6 right 1 left 3", "31278456"),
        ("3-6 left 1 right 3", "45612783"),
    ],
)
def test_621a_9_g_2_cut_to_both_ends(name: str, after: str) -> None:
    """Of two or more adjacent stacks at least one goes to one end and the others to the opposite end."""
    assert order(name) == after
    assert CUTS[name][0] == "621a.9(g)(2)"


def test_621a_9_g_no_other_cut() -> None:
    """Every cut is one of these two, moves something, and keeps all stacks; one stack cannot be shared out."""
    assert len(CUTS) == 217
    for name, (_, after) in CUTS.items():
        assert sorted(after) == list(range(8)), name
        assert after != tuple(range(8)), name
    assert not [name for name in CUTS if name.startswith("4 ") and " " in name[2:]]
