"""Chapter 688a, Face Up Pai Gow Poker: rankings (§ 688a.6), comparison (§ 688a.11(f)), paytables (§ 688a.12)."""

from fractions import Fraction

import pytest

from pitboss.chapters.ch688a_face_up_pai_gow_poker.hands import (
    RANKING,
    WILD_RANKING,
    Outcome,
    ace_high_line,
    compare,
    fortune_line,
    is_ace_high,
    progressive_line,
    progressive_ranking,
)
from pitboss.chapters.ch688a_face_up_pai_gow_poker.paytables import ACE_HIGH_PAYS, FORTUNE_PAYS, PROGRESSIVE_PAYS
from pitboss.families.house_ways import STANDARD, setting
from pitboss.families.poker_ranks import Hand
from tests.chapters.face_up import ACE_HIGH, JOKER_HIGH
from tests.chapters.joker_hands import (
    ACE_JOINS,
    CLASSES,
    COPIES,
    FIRST_DIFFERENCE,
    JOKER_EQUALS,
    JOKER_MAKES,
    ROYAL,
    SINGLES,
    WITHIN,
    descend,
    equal,
    make,
)
from tests.chapters.pai_gow import LOSES, QUEENS, TIES, WINS

# § 688a.6(a)–(c)


def test_688a_6_a_ranks_from_ace_to_2() -> None:
    """Single cards rank ace, king, queen, jack, 10 down to 2."""
    descend(RANKING, SINGLES)


def test_688a_6_a_ace_joins_2_to_5_but_bridges_nothing() -> None:
    """A-2-3-4-5 is a straight, of one suit a straight flush; Q-K-A-2-3 is neither."""
    make(RANKING, ACE_JOINS)


def test_688a_6_a_joker_is_an_ace_unless_it_completes() -> None:
    """It pairs nothing but aces; it completes a straight, a flush, a straight flush and a royal flush."""
    make(RANKING, JOKER_MAKES)
    equal(RANKING, JOKER_EQUALS)


def test_688a_6_b_classes_from_best_to_worst() -> None:
    """Five aces, royal flush, straight flush, four, full house, flush, straight, three, two pair, pair, none."""
    descend(RANKING, CLASSES)


@pytest.mark.parametrize("of", WITHIN)
def test_688a_6_b_order_within_a_class(of: Hand) -> None:
    """The best, the second best and the worst hand of each class that the text names."""
    make(RANKING, dict.fromkeys(WITHIN[of], of))
    descend(RANKING, WITHIN[of])


def test_688a_6_b_1_five_aces_need_the_joker_and_all_four() -> None:
    """Three aces and the joker are four of a kind."""
    make(RANKING, {"AS AD AH AC JK": Hand.FIVE_ACES, "AS AD AH JK KC": Hand.FOUR_OF_A_KIND})
    descend(RANKING, ["AS AD AH AC JK", ROYAL])


def test_688a_6_b_2_royal_flush_with_the_joker_as_its_ace() -> None:
    """King, queen, jack and 10 of a suit with the joker are a royal flush, like the natural one."""
    equal(RANKING, {"KS QS JS TS JK": ROYAL})


def test_688a_6_b_3_7_ace_to_5_is_second_only_to_ace_high() -> None:
    """Above the king-high straight, and above every straight flush but the royal (I-GEN-16)."""
    descend(RANKING, ["AS KD QC JH TS", "AS 2D 3C 4H 5S", "KS QD JC TH 9S"])
    descend(RANKING, [ROYAL, "AS 2S 3S 4S 5S", "KS QS JS TS 9S"])


def test_688a_6_b_6_flushes_compare_by_the_highest_card_the_other_lacks() -> None:
    """The first card that differs decides, down to the fifth; the joker is the highest card not held."""
    descend(RANKING, ["AS KS 9S 5S 3S", "AD KD 9D 5D 2D", "AS KS 8S 7S 6S"])
    equal(RANKING, {"AD JK 9D 8D 4D": "AS KS 9S 8S 4S"})


def test_688a_6_b_9_three_pair_is_no_high_hand() -> None:
    """It counts for the Fortune Bonus alone; five cards of it are two pair (I-688a-02)."""
    three_pair = "AS AD KH KC QD QS 9H"
    assert RANKING.hand(three_pair.split()) is Hand.TWO_PAIR
    assert fortune_line(three_pair.split(), FORTUNE_PAYS["1"]) == "three_pair"
    assert fortune_line(["4S", "4D", "3H", "3C", "2D", "2S", "9H"], FORTUNE_PAYS["1"]) == "three_pair"
    assert fortune_line(["4S", "4D", "3H", "3C", "2D", "9S", "7H"], FORTUNE_PAYS["1"]) == ""


def test_688a_6_b_11_pair_in_two_cards_and_in_five() -> None:
    """A low hand may be a pair; the same pair in a high hand is not below it."""
    make(RANKING, {"7S 7D": Hand.PAIR})
    descend(RANKING, ["7S 7D 2C 3H 4S", "7C 7H", "AS KD"])


@pytest.mark.parametrize("higher", FIRST_DIFFERENCE)
def test_688a_6_c_equal_hands_tie_else_the_highest_card_decides(higher: str) -> None:
    """Kickers decide one after the other; nothing differing, the hands are equal."""
    descend(RANKING, [higher, FIRST_DIFFERENCE[higher]])
    equal(RANKING, COPIES)


# § 688a.1, § 688a.6(d), § 688a.12(b)


@pytest.mark.parametrize(
    ("cards", "ace_high"),
    [
        (ACE_HIGH, True),
        (JOKER_HIGH, True),
        ("KD JC TH 8S 6D 4C 2H", False),  # king high
        ("JK AD TH 8S 6D 4C 2H", False),  # the joker with an ace is a pair
        ("AD AC TH 8S 6D 4C 2H", False),
        ("AD 2C 3H 4S 5D 9C JH", False),  # a straight
        ("JK TC 9H 8S 7D 4C 2H", False),  # the joker completes one
        ("AD JD TD 8D 6D 4C 2H", False),  # a flush
        ("JK JD TD 8D 6D 4C 2H", False),  # the joker completes one
        ("AD KC QH JS 9D 8C 7H", True),
    ],
)
def test_688a_1_ace_high_pai_gow(cards: str, ace_high: bool) -> None:
    """No pair, straight or flush in all seven cards, and an ace or the joker on top (I-688a-04)."""
    assert is_ace_high(cards.split()) is ace_high


@pytest.mark.parametrize(
    ("dealer", "player", "line"),
    [
        (ACE_HIGH, "AS JS TD 8C 6C 5C 3H", "both_ace_high"),
        (JOKER_HIGH, "AS JS TD 8C 6C 5C 3H", "both_ace_high"),
        (JOKER_HIGH, WINS, "dealer_ace_high_with_joker"),
        (ACE_HIGH, WINS, "dealer_ace_high_without_joker"),
        (ACE_HIGH, "JK JS TD 8C 6C 5C 3H", "both_ace_high"),
        (ACE_HIGH, "JK KS KD 8C 6C 5C 3H", "dealer_ace_high_without_joker"),  # a player's joker is nothing to it
        (QUEENS, "AS JS TD 8C 6C 5C 3H", ""),
    ],
)
def test_688a_6_d_ace_high_lines(dealer: str, player: str, line: str) -> None:
    """Both first, then the dealer alone, with the joker or without (I-688a-05)."""
    assert ace_high_line(dealer.split(), player.split()) == line


@pytest.mark.parametrize(
    ("name", "pays"), [("1", (20, 10, 8)), ("2", (40, 15, 5)), ("3", (30, 15, 6)), ("4", (25, 10, 7)), ("5", (40, 12, 5))]
)  # fmt: skip
def test_688a_12_b_every_number_of_the_ace_high_tables(name: str, pays: tuple[int, int, int]) -> None:
    """Five paytables of three lines."""
    lines = ("both_ace_high", "dealer_ace_high_with_joker", "dealer_ace_high_without_joker")
    printed = [(line, f"{win} to 1") for line, win in zip(lines, pays, strict=True)]
    assert [(line, odds.text) for line, odds in ACE_HIGH_PAYS[name].lines] == printed
    assert set(ACE_HIGH_PAYS) == set("12345")


# § 688a.6(e), § 688a.12(c)


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("9S 8S 7S 6S 5S 4S 3S", "seven_card_straight_flush"),
        ("AS 2S 3S 4S 5S 6S 7S", "seven_card_straight_flush"),
        ("AS KS QS JS TS 9S 8S", "seven_card_straight_flush"),
        ("9S JK 7S 6S 5S 4S 3S", "seven_card_straight_flush_with_joker"),
        (f"{ROYAL} KD QD", "royal_flush_and_royal_match"),
        ("JK KS QS JS TS KD QD", "royal_flush_and_royal_match"),
        (f"{ROYAL} AD KD", "royal_flush"),  # 645a would take it; here king and queen only
        (f"{ROYAL} KD QC", "royal_flush"),
        (f"{ROYAL} JK KD", "royal_flush"),
        ("AS AD AH AC JK KD KS", "five_aces"),
        ("9S 8S 7S 6S 5S 4D 3S", "straight_flush"),
        ("9S 9D 9H 9C KS KD KH", "four_of_a_kind"),
        ("9S 9D 9H KC KS 2D 3H", "full_house"),
        ("AS JS 9S 5S 2S 2D 2H", "flush"),
        ("9S 9D 9H KC QS 2D 3H", "three_of_a_kind"),
        ("9S 8D 7H 6C 5S 5D 5H", "three_of_a_kind"),
        ("9S 8D 7H 6C 5S 2D 2H", "straight"),
        ("9S 9D 8H 8C KS KD 3H", ""),
    ],
)
def test_688a_6_e_fortune_lines(cards: str, line: str) -> None:
    """Every line; three of a kind is paid above a straight beside it; Royal Match is king and queen (I-688a-13)."""
    assert fortune_line(cards.split(), FORTUNE_PAYS["2"]) == line


def test_688a_6_e_seven_card_hands_are_above_five_aces() -> None:
    """Natural seven-card straight flush, Royal Match, the one with a joker, five aces: in this order."""
    for table in FORTUNE_PAYS.values():
        assert [line for line, _ in table.pays.lines][:4] == [
            "seven_card_straight_flush", "royal_flush_and_royal_match", "seven_card_straight_flush_with_joker", "five_aces",
        ]  # fmt: skip
        odds = [odds.win for _, odds in table.pays.lines]
        assert odds == sorted(odds, reverse=True)


FORTUNE_PRINTED = {
    "seven_card_straight_flush": ((5000, 1000), (8000, 5000), (5000, 3000), (2500, 1000), (5000, 2500), (5000, 2500)),
    "royal_flush_and_royal_match": ((1000, 250), (2000, 1000), (2000, 1000), (1000, 750), (1000, 500), (2000, 500)),
    "seven_card_straight_flush_with_joker": ((750, 100), (1000, 500), (1000, 500), (750, 250), (500, 250), (1000, 250)),
    "five_aces": ((250, 50), (400, 250), (400, 250), (250, 100), (300, 150), (400, 150)),
    "royal_flush": ((100, 25), (150, 50), (150, 50), (125, 50), (100, 55), (150, 55)),
    "straight_flush": ((50, 10), (50, 20), (50, 20), (50, 20), (45, 25), (50, 25)),
    "four_of_a_kind": ((20, 5), (25, 5), (25, 5), (25, 5), (5, 6), (25, 6)),
    "full_house": ((5, 0),) * 6,
    "flush": ((4, 0),) * 6,
    "three_of_a_kind": ((3, 0),) * 6,
    "straight": ((2, 0),) * 6,
}


@pytest.mark.parametrize("column", range(6))
def test_688a_12_c_every_number_of_the_fortune_tables(column: int) -> None:
    """All six paytables with their Envy Bonuses; three pair pushes in the first alone (I-688a-01)."""
    table = FORTUNE_PAYS[str(column + 1)]
    lines = {line: numbers[column] for line, numbers in FORTUNE_PRINTED.items()}
    assert [(line, odds.text) for line, odds in table.pays.lines] == [(line, f"{win} to 1")
        for line, (win, _) in lines.items()]  # fmt: skip
    assert dict(table.envy) == {line: envy * 100 for line, (_, envy) in lines.items() if envy}
    assert table.pushes == (("three_pair",) if column == 0 else ())
    assert table.suspect is (column == 4)
    assert len(FORTUNE_PAYS) == 6


# § 688a.6(f), § 688a.12(d)

SEVEN = "seven_card_straight_flush"
SEVEN_JOKER = "seven_card_straight_flush_with_joker"
ACES_HIGH = ["100% of meter", "10% of meter", "$500", "$100", "$75", "$4"]
NO_FULL_HOUSE = ["100% of meter", "10% of meter", "$800", "$400", "$75", "$10"]
ACES_LINES = [SEVEN, "five_aces", "royal_flush", "straight_flush", "four_of_a_kind", "full_house"]
WILD_LINES = [SEVEN, "five_aces", "five_of_a_kind", "royal_flush", "straight_flush", "four_of_a_kind", "full_house"]


@pytest.mark.parametrize(
    ("name", "unit", "seed", "rate", "wild", "lines", "awards"),
    [
        ("1", 1, 10_000, 28, False, ACES_LINES, ACES_HIGH),
        (
            "2", 1, 10_000, 7, True,
            [SEVEN, SEVEN_JOKER, "five_of_a_kind", "royal_flush", "straight_flush", "four_of_a_kind", "full_house"],
            ["100% of meter", "10% of meter", "$500", "$300", "$100", "$30", "$7"],
        ),
        ("3", 1, 2_000, 29, False, ACES_LINES, ACES_HIGH),
        (
            "4", 5, 10_000, 1, False,
            [SEVEN, "royal_flush_and_royal_match", SEVEN_JOKER, "five_aces", "royal_flush", "straight_flush",
             "four_of_a_kind", "full_house", "flush", "three_of_a_kind", "straight"],
            ["$5,000 + 100% of meter", "$5,000 + 20% of meter", "$5,000 + 10% of meter", "$2,500", "$500", "$200",
             "$100", "$25", "$20", "$15", "$7.50"],
        ),
        ("5", 1, 5_000, 17, True, WILD_LINES, ["100% of meter", "10% of meter", "$1,000", "$500", "$100", "$20", "$5"]),
        ("6", 1, 2_000, 17, True, WILD_LINES[:-1], NO_FULL_HOUSE),
        ("7", 1, 1_000, 26, True, WILD_LINES[:-1], NO_FULL_HOUSE),
    ],
)  # fmt: skip
def test_688a_12_d_every_number_of_the_progressive_tables(
    name: str, unit: int, seed: int, rate: int, wild: bool, lines: list[str], awards: list[str]
) -> None:
    """Wager, seed, rate, joker and awards of all seven paytables."""
    table = PROGRESSIVE_PAYS[name]
    assert (table.unit, table.seed, table.rate, table.wild) == (unit * 100, seed * 100, Fraction(rate), wild)
    assert list(table.awards) == lines
    assert [award.text for award in table.awards.values()] == awards
    assert (table.stake_back, table.reserve_rate) == ((True, Fraction(1)) if name == "4" else (False, Fraction(0)))
    assert table.suspect is (name in "67")
    assert set(PROGRESSIVE_PAYS) == set("1234567")


def test_688a_12_d_only_paytable_4_has_envy() -> None:
    """From $5,000 down to $25 for four of a kind (I-688a-14)."""
    for name, table in PROGRESSIVE_PAYS.items():
        envy = [award.envy // 100 for award in table.awards.values() if award.envy]
        assert envy == ([5000, 3750, 1250, 500, 250, 100, 25] if name == "4" else [])
    assert list(PROGRESSIVE_PAYS["4"].awards)[6] == "four_of_a_kind"


@pytest.mark.parametrize(
    ("cards", "by_table"),
    [
        ("9S 8S 7S 6S 5S 4S 3S", dict.fromkeys("1234567", SEVEN)),
        ("9S JK 7S 6S 5S 4S 3S", {"1": SEVEN, "2": SEVEN_JOKER, "3": SEVEN, "4": SEVEN_JOKER, "5": SEVEN, "6": SEVEN, "7": SEVEN}),
        (f"{ROYAL} KD QD", {"4": "royal_flush_and_royal_match", **dict.fromkeys("123567", "royal_flush")}),
        ("JK KS QS JS TS KD QD", {"4": "royal_flush_and_royal_match", **dict.fromkeys("123567", "royal_flush")}),
        ("AS AD AH AC JK KD KS", {"2": "five_of_a_kind", **dict.fromkeys("134567", "five_aces")}),
        ("9S 9D 9H 9C JK KD 2S", {**dict.fromkeys("134", "four_of_a_kind"), **dict.fromkeys("2567", "five_of_a_kind")}),
        ("9S 8S 7S 6S 5S 4D 2H", dict.fromkeys("1234567", "straight_flush")),
        ("9S 9D 9H 9C 3S KD 2S", dict.fromkeys("1234567", "four_of_a_kind")),
        ("9S 9D 9H JK 3S KD 2S", {"1": "", "3": "", "4": "three_of_a_kind", **dict.fromkeys("2567", "four_of_a_kind")}),
        ("9S 9D 9H KC KS 2D 3H", {"6": "", "7": "", **dict.fromkeys("12345", "full_house")}),
        ("9S 9D KH KC JK 2D 3H", {"1": "", "3": "", "4": "", "6": "", "7": "", "2": "full_house", "5": "full_house"}),
        ("AS JS 9S 5S 2S 3D 4H", {"4": "flush", **dict.fromkeys("123567", "")}),
        ("9S 8D 7H 6C 5S 5D 5H", {"4": "three_of_a_kind", **dict.fromkeys("123567", "")}),
        ("9S 8D 7H 6C 5S 2D 2H", {"4": "straight", **dict.fromkeys("123567", "")}),
        ("KS KD 7H 7C 5S 5D 2H", dict.fromkeys("1234567", "")),
    ],
)  # fmt: skip
def test_688a_6_f_progressive_lines(cards: str, by_table: dict[str, str]) -> None:
    """What seven cards are under each paytable: joker wild in 2, 5, 6, 7, seven in a row parted in 2 and 4."""
    found = {name: progressive_line(cards.split(), table) for name, table in PROGRESSIVE_PAYS.items()}
    assert found == by_table


def test_688a_12_d_joker_is_wild_for_the_progressive_wager_alone() -> None:
    """The ranking of high and low hands does not change with the paytable (I-688a-11)."""
    assert {name for name, table in PROGRESSIVE_PAYS.items()
        if progressive_ranking(table) is WILD_RANKING} == set("2567")  # fmt: skip
    pair = ["KS", "KD", "JK", "3H", "2C"]
    assert RANKING.hand(pair) is Hand.PAIR
    assert WILD_RANKING.hand(pair) is Hand.THREE_OF_A_KIND


# § 688a.11(c), (f)


@pytest.mark.parametrize(
    ("mine", "outcome", "cite"),
    [
        (WINS, Outcome.WINS, "688a.11(f)(3)"),
        (LOSES, Outcome.LOSES, "688a.11(f)(1)(i)"),
        (TIES, Outcome.TIES, "688a.11(f)(2)(i)"),
        ("KS KD 9C 8D 5D 3S 2H", Outcome.TIES, "688a.11(f)(2)(i)"),
        ("JS JD AH KC 5D 3S 2H", Outcome.TIES, "688a.11(f)(2)(ii)"),
        ("QH QC 6S 4C 2D AH KC", Outcome.TIES, "688a.11(f)(2)(ii)"),
        ("JS JD 9C 8D 5D 3S 2H", Outcome.LOSES, "688a.11(f)(1)(ii)"),
        ("QH QC 8D 7C 6S 4C 2D", Outcome.LOSES, "688a.11(f)(1)(ii)"),
        ("QH QC 9S 8D 6S 4C 2D", Outcome.LOSES, "688a.11(f)(1)(ii)"),
    ],
)
def test_688a_11_f_both_hands_decide_and_copies_are_the_dealers(mine: str, outcome: Outcome, cite: str) -> None:
    """Both higher win, both lower lose, one each is a tie; an equal hand counts for the dealer."""
    assert compare(STANDARD.set(mine.split()), STANDARD.set(QUEENS.split())) == (outcome, cite)


@pytest.mark.parametrize("dealer", [ACE_HIGH, JOKER_HIGH])
def test_688a_11_f_2_iii_dealers_ace_high_is_a_tie_whatever_else(dealer: str) -> None:
    """For winning, losing and fouled hands alike (I-688a-03)."""
    against = STANDARD.set(dealer.split())
    foul = setting(WINS.split(), ["KS", "KD"])
    worst = STANDARD.set(["9S", "7C", "5D", "5H", "4S", "3C", "2S"])
    for mine in (STANDARD.set(WINS.split()), worst, foul):
        assert compare(mine, against) == (Outcome.TIES, "688a.11(f)(2)(iii)")


@pytest.mark.parametrize("dealer", [ACE_HIGH, JOKER_HIGH])
def test_i_688a_03_a_foul_hand_may_be_filed_to_lose_all_the_same(dealer: str) -> None:
    """Only the foul hand: whatever else is set ties as before."""
    against, foul = STANDARD.set(dealer.split()), setting(WINS.split(), ["KS", "KD"])
    assert compare(foul, against, foul_loses=True) == (Outcome.LOSES, "688a.11(f)(1)(iii)")
    assert compare(STANDARD.set(WINS.split()), against, foul_loses=True)[0] is Outcome.TIES


def test_688a_11_f_1_iii_foul_hand_loses_whatever_the_dealer_has() -> None:
    """A low hand above the high hand loses, even where both would have beaten the dealer."""
    foul = setting(WINS.split(), ["KS", "KD"])
    assert foul.foul
    assert compare(foul, STANDARD.set(QUEENS.split())) == (Outcome.LOSES, "688a.11(f)(1)(iii)")


def test_688a_1_high_hand_ranks_no_lower_than_the_low_hand() -> None:
    """Four sevens may be parted two and two; a low pair of sevens over a high pair of sixes is foul."""
    assert not setting(["7S", "7D", "7H", "7C", "2S", "3D", "4H"], ["7S", "7D"]).foul
    assert setting(["7S", "7D", "6H", "6C", "2S", "3D", "4H"], ["7S", "7D"]).foul
    assert not setting(["7S", "7D", "6H", "6C", "2S", "3D", "4H"], ["6H", "6C"]).foul
