"""Chapter 645a, Pai Gow Poker: rankings (§ 645a.6), comparison (§ 645a.11(f)), and what seven cards pay."""

from typing import Any

import pytest

from pitboss.chapters.ch645a_pai_gow_poker.hands import (
    RANKING,
    Outcome,
    bonus_line,
    compare,
    insurance_line,
    progressive_line,
)
from pitboss.chapters.ch645a_pai_gow_poker.rules import (
    EMPERORS_PAYS,
    FORTUNE_PAYS,
    INSURANCE_PAYS,
    METER_SHARES,
    PROGRESSIVE_PAYS,
)
from pitboss.families.house_ways import STANDARD, setting
from pitboss.families.poker_ranks import Hand
from pitboss.testkit.tables import play, refused
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
from tests.chapters.pai_gow import DEALER, GAME, LOSES, QUEENS, TIES, WINS, low, one, round_of

# § 645a.6(a)–(c)


def test_645a_6_a_ranks_from_ace_to_2() -> None:
    """Single cards rank ace, king, queen, jack, 10 down to 2."""
    descend(RANKING, SINGLES)


def test_645a_6_a_ace_joins_2_to_5_but_bridges_nothing() -> None:
    """A-2-3-4-5 is a straight, of one suit a straight flush; Q-K-A-2-3 is neither."""
    make(RANKING, ACE_JOINS)


def test_645a_6_a_joker_is_an_ace_unless_it_completes() -> None:
    """The joker pairs nothing but aces; it completes a straight, a flush, a straight flush and a royal flush."""
    make(RANKING, JOKER_MAKES)


def test_645a_6_a_joker_in_a_flush_is_the_highest_card_not_held() -> None:
    """With the ace of the suit there it stands for the king, not for a second ace (I-645a-02)."""
    equal(RANKING, JOKER_EQUALS)


def test_645a_6_b_classes_from_best_to_worst() -> None:
    """Five aces, royal flush, straight flush, four of a kind, full house, flush, straight, three, two pair, pair, none."""
    descend(RANKING, CLASSES)


@pytest.mark.parametrize("of", WITHIN)
def test_645a_6_b_order_within_a_class(of: Hand) -> None:
    """The best, the second best and the worst hand of each class that the text names."""
    make(RANKING, dict.fromkeys(WITHIN[of], of))
    descend(RANKING, WITHIN[of])


def test_645a_6_b_7_king_high_straight_is_below_ace_to_5() -> None:
    """Ace to 5 stands between the ace-high and the king-high straight, and above every straight flush but the royal."""
    descend(RANKING, ["AS KD QC JH TS", "AS 2D 3C 4H 5S", "KS QD JC TH 9S"])
    descend(RANKING, [ROYAL, "AS 2S 3S 4S 5S", "KS QS JS TS 9S"])


def test_645a_6_b_1_five_aces_need_the_joker_and_all_four() -> None:
    """Three aces and the joker are four of a kind."""
    make(RANKING, {"AS AD AH AC JK": Hand.FIVE_ACES, "AS AD AH JK KC": Hand.FOUR_OF_A_KIND})
    descend(RANKING, ["AS AD AH AC JK", ROYAL])


def test_645a_6_b_2_royal_flush_with_the_joker_as_its_ace() -> None:
    """King, queen, jack and 10 of a suit with the joker are a royal flush, like the natural one."""
    equal(RANKING, {"KS QS JS TS JK": ROYAL})


def test_645a_6_b_6_flushes_compare_by_the_highest_card_the_other_lacks() -> None:
    """The first card that differs decides, down to the fifth."""
    descend(RANKING, ["AS KS 9S 5S 3S", "AD KD 9D 5D 2D", "AS KS 8S 7S 6S"])


def test_645a_6_b_10_pair_in_two_cards_and_in_five() -> None:
    """A low hand may be a pair; the same pair in a high hand is not below it."""
    make(RANKING, {"7S 7D": Hand.PAIR})
    descend(RANKING, ["7S 7D 2C 3H 4S", "7C 7H", "AS KD"])


@pytest.mark.parametrize("higher", FIRST_DIFFERENCE)
def test_645a_6_c_equal_hands_tie_else_the_highest_card_decides(higher: str) -> None:
    """Kickers decide one after the other; nothing differing, the hands are equal."""
    descend(RANKING, [higher, FIRST_DIFFERENCE[higher]])
    equal(RANKING, COPIES)


# § 645a.6(d)–(e), § 645a.13(b)–(c)

FORTUNE = FORTUNE_PAYS["A"].pays
EMPERORS = EMPERORS_PAYS["A"].pays


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("9S 8S 7S 6S 5S 4S 3S", "seven_card_straight_flush"),
        ("AS 2S 3S 4S 5S 6S 7S", "seven_card_straight_flush"),
        ("AS KS QS JS TS 9S 8S", "seven_card_straight_flush"),
        ("9S JK 7S 6S 5S 4S 3S", "seven_card_straight_flush_with_joker"),
        (f"{ROYAL} AD KD", "royal_flush_and_royal_match"),
        (f"{ROYAL} KD QD", "royal_flush_and_royal_match"),
        ("JK KS QS JS TS KD QD", "royal_flush_and_royal_match"),
        (f"{ROYAL} AD KC", "royal_flush"),
        (f"{ROYAL} QD JD", "royal_flush"),
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
def test_645a_6_d_fortune_lines(cards: str, line: str) -> None:
    """Every line of the Fortune Bonus; three of a kind is paid above a straight beside it (I-645a-01)."""
    assert bonus_line(cards.split(), FORTUNE) == line


def test_645a_6_d_seven_card_hands_are_above_five_aces() -> None:
    """No-joker seven-card straight flush, Royal Match, the one with a joker, five aces: in this order (I-645a-06)."""
    odds = [FORTUNE[line].win for line, _ in FORTUNE.lines]
    assert odds == sorted(odds, reverse=True)
    assert [line for line, _ in FORTUNE.lines][:4] == [
        "seven_card_straight_flush", "royal_flush_and_royal_match", "seven_card_straight_flush_with_joker", "five_aces",
    ]  # fmt: skip


def test_645a_6_d_2_extra_cards_share_a_suit_and_are_natural() -> None:
    """Ace and king, or king and queen, of one suit; the joker may only be in the royal flush (I-645a-05)."""
    assert bonus_line(f"{ROYAL} AD KD".split(), FORTUNE) == bonus_line(f"{ROYAL} KC QC".split(), FORTUNE)
    assert bonus_line(f"{ROYAL} AD KH".split(), FORTUNE) == "royal_flush"
    assert bonus_line(f"{ROYAL} AD QD".split(), FORTUNE) == "royal_flush"
    assert bonus_line(f"{ROYAL} JK KC".split(), FORTUNE) == "royal_flush"


def test_645a_6_e_2_emperors_treasure_knows_ace_and_king_only() -> None:
    """King and queen beside a royal flush are a royal flush and no more."""
    assert bonus_line(f"{ROYAL} AD KD".split(), EMPERORS) == "royal_flush_and_ace_king"
    assert bonus_line(["JK", "KS", "QS", "JS", "TS", "AD", "KD"], EMPERORS) == "royal_flush_and_ace_king"
    assert bonus_line(f"{ROYAL} KD QD".split(), EMPERORS) == "royal_flush"


@pytest.mark.parametrize(("cards", "line"), [("9S 8S 7S 6S 5S 4S 3S", "seven_card_straight_flush"),
    ("9S JK 7S 6S 5S 4S 3S", "seven_card_straight_flush_with_joker"), ("AS AD AH AC JK KD KS", "five_aces")])  # fmt: skip
def test_645a_6_e_seven_card_hands_for_emperors_treasure(cards: str, line: str) -> None:
    """With and without the joker, apart."""
    assert bonus_line(cards.split(), EMPERORS) == line


PRINTED = {
    "seven_card_straight_flush": ((8000, 5000), (5000, 3000), (5000, 1000), (2500, 1000)),
    "royal": ((2000, 1000), (2000, 1000), (1000, 250), (1000, 750)),
    "seven_card_straight_flush_with_joker": ((1000, 500), (1000, 500), (750, 100), (750, 250)),
    "five_aces": ((400, 250), (400, 250), (250, 50), (250, 100)),
    "royal_flush": ((150, 50), (150, 50), (100, 25), (125, 50)),
    "straight_flush": ((50, 20), (50, 20), (50, 10), (50, 20)),
    "four_of_a_kind": ((25, 5), (25, 5), (20, 5), (25, 5)),
    "full_house": ((5, 0),) * 4,
    "flush": ((4, 0),) * 4,
    "three_of_a_kind": ((3, 0),) * 4,
    "straight": ((2, 0),) * 4,
}


@pytest.mark.parametrize(("tables", "royal"),
    [(FORTUNE_PAYS, "royal_flush_and_royal_match"), (EMPERORS_PAYS, "royal_flush_and_ace_king")])  # fmt: skip
@pytest.mark.parametrize("column", range(4))
def test_645a_13_b_c_every_number_of_the_bonus_tables(tables: object, royal: str, column: int) -> None:
    """All four paytables of both wagers, with their Envy Bonuses."""
    table = tables["ABCD"[column]]  # type: ignore[index]
    pays = {line: odds.text for line, odds in table.pays.lines}
    lines = {royal if line == "royal" else line: numbers[column] for line, numbers in PRINTED.items()}
    assert pays == {line: f"{win} to 1" for line, (win, _) in lines.items()}
    assert dict(table.envy) == {line: envy * 100 for line, (_, envy) in lines.items() if envy}


@pytest.mark.parametrize("letter", "ABCD")
@pytest.mark.parametrize("wager", ["fortune_bonus", "emperors_treasure"])
def test_645a_13_b_c_filed_paytable_is_the_one_paid(wager: str, letter: str) -> None:
    """A four-of-a-kind pays 20 to 1 where paytable C was filed, and 25 to 1 elsewhere."""
    filed: dict[str, Any] = {wager: True, f"{wager}_paytable": letter}
    wagers = f"1 pai_gow_poker 10; 1 {wager} 5"
    quads = one("9S 9D 9C 9H AS 2D 3H", wagers, "QS QD JH 8C 6D 4S 2C", **filed)
    assert quads.returned(1, wager) == ("105.00" if letter == "C" else "130.00")
    assert quads.cite(1, wager) == ("645a.13(b)" if wager == "fortune_bonus" else "645a.13(c)")


# § 645a.7(e)(3), § 645a.13(d)


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("9S 8D 7H 5C 4S 3D 2H", "nine_high"),
        ("TS 9D 7H 5C 4S 3D 2H", "ten_high"),
        ("JS 9D 7H 5C 4S 3D 2H", "jack_high"),
        ("QS 9D 7H 5C 4S 3D 2H", "queen_high"),
        ("KS 9D 7H 5C 4S 3D 2H", "king_high"),
        ("AS 9D 7H 6C 4S 3D 2H", "ace_high"),
        ("JK KD 9H 7C 4S 3D 2H", "ace_high"),
        ("JK AD 9H 7C 4S 3D 2H", ""),
        ("KS KD 9H 7C 4S 3D 2H", ""),
        ("9S 8D 7H 6C 5S 3D 2H", ""),
        ("KS 9S 7S 5S 2S 3D 4H", ""),
        ("JK 9D 8H 7C 6S 3D 2H", ""),
    ],
)
def test_645a_7_e_3_insurance_lines(cards: str, line: str) -> None:
    """No pair or better, by the highest card, the joker being an ace; straights and flushes lose it (I-645a-23)."""
    assert insurance_line(cards.split()) == line


def test_645a_13_d_insurance_tables() -> None:
    """A and B differ in queen-high only."""
    tables = {name: {line: odds.text for line, odds in table.lines} for name, table in INSURANCE_PAYS.items()}
    common = {"nine_high": "100 to 1", "ten_high": "25 to 1", "jack_high": "15 to 1", "king_high": "5 to 1",
        "ace_high": "3 to 1"}  # fmt: skip
    assert tables == {"A": common | {"queen_high": "6 to 1"}, "B": common | {"queen_high": "7 to 1"}}


# § 645a.6(f), § 645a.13(e)(1)


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("9S 8S 7S 6S 5S 4S 3S", "seven_card_straight_flush"),
        ("9S JK 7S 6S 5S 4S 3S", "seven_card_straight_flush"),
        ("AS AD AH AC JK KD KS", "five_aces"),
        (f"{ROYAL} KD QD", "royal_flush"),
        ("JK KS QS JS TS 3D 2D", "royal_flush"),
        ("9S 8S 7S 6S 5S 4D 3S", "straight_flush"),
        ("9S 9D 9H 9C KS KD KH", "four_of_a_kind"),
        ("9S 9D 9H KC KS 2D 3H", "full_house"),
        ("AS JS 9S 5S 2S 2D 2H", ""),
        ("9S 8D 7H 6C 5S 5D 5H", ""),
    ],
)
def test_645a_6_f_progressive_lines(cards: str, line: str) -> None:
    """A full house or better; seven in a row of one suit count with or without the joker."""
    assert progressive_line(cards.split()) == line


def test_645a_13_e_1_progressive_table() -> None:
    """100% and 10% of the meter; 500, 100, 75 and 4 for 1."""
    assert dict(METER_SHARES) == {"seven_card_straight_flush": 100, "five_aces": 10}
    assert {line: odds.text for line, odds in PROGRESSIVE_PAYS.lines} == {
        "royal_flush": "500 for 1", "straight_flush": "100 for 1", "four_of_a_kind": "75 for 1", "full_house": "4 for 1",
    }  # fmt: skip


# § 645a.11(f)


@pytest.mark.parametrize(
    ("mine", "outcome", "cite"),
    [
        (WINS, Outcome.WINS, "645a.11(f)(3)"),
        (LOSES, Outcome.LOSES, "645a.11(f)(1)(i)"),
        (TIES, Outcome.TIES, "645a.11(f)(2)(i)"),
        ("KS KD 9C 8D 5D 3S 2H", Outcome.TIES, "645a.11(f)(2)(i)"),
        ("JS JD AH KC 5D 3S 2H", Outcome.TIES, "645a.11(f)(2)(ii)"),
        ("QH QC 6S 4C 2D AH KC", Outcome.TIES, "645a.11(f)(2)(ii)"),
        ("JS JD 9C 8D 5D 3S 2H", Outcome.LOSES, "645a.11(f)(1)(ii)"),
        ("QH QC 8D 7C 6S 4C 2D", Outcome.LOSES, "645a.11(f)(1)(ii)"),
        ("QH QC 9S 8D 6S 4C 2D", Outcome.LOSES, "645a.11(f)(1)(ii)"),
    ],
)
def test_645a_11_f_both_hands_decide_and_copies_are_the_dealers(mine: str, outcome: Outcome, cite: str) -> None:
    """Both higher win, both lower lose, one each is a tie; an equal hand counts for the dealer (I-645a-03, I-645a-04)."""
    assert compare(STANDARD.set(mine.split()), STANDARD.set(QUEENS.split())) == (outcome, cite)


def test_645a_11_f_1_iii_foul_hand_loses_whatever_the_dealer_has() -> None:
    """A low hand above the high hand loses the wager, even where both would have beaten the dealer."""
    foul = setting(WINS.split(), ["KS", "KD"])
    assert foul.foul
    assert compare(foul, STANDARD.set(QUEENS.split())) == (Outcome.LOSES, "645a.11(f)(1)(iii)")
    assert one(WINS, two="KS KD").cite(1, "pai_gow_poker") == "645a.11(f)(1)(iii)"


def test_645a_11_b_equal_rank_is_lawful_below_it_is_foul() -> None:
    """Four sevens may be parted two and two; a low pair of sevens over a high pair of sixes is foul."""
    assert not setting(["7S", "7D", "7H", "7C", "2S", "3D", "4H"], ["7S", "7D"]).foul
    assert setting(["7S", "7D", "6H", "6C", "2S", "3D", "4H"], ["7S", "7D"]).foul
    assert not setting(["7S", "7D", "6H", "6C", "2S", "3D", "4H"], ["6H", "6C"]).foul
    assert setting(
        ["AS", "AD", "KH", "QC", "9S", "3D", "4H"], ["AS", "KH"]
    ).foul  # ace and king are above ace and queen
    assert not setting(["AS", "AD", "KH", "KC", "9S", "3D", "4H"], ["AS", "3D"]).foul


def test_645a_11_f_1_iv_a_low_hand_of_other_than_two_cards_is_refused() -> None:
    """Hands cannot be set otherwise than five and two: anything else is no lawful setting."""
    for two in ("KS", "KS KD AH", "KS QS"):
        part = round_of({DEALER: QUEENS, 1: WINS}, "1 pai_gow_poker 10")
        refused(play(GAME, {**part, "answers": [low(1, two)]}), "not_lawful", "645a.11(b)")
