"""Pai Gow Poker: counts against published ones and another way of counting; the main game's interval."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from msgspec.structs import replace

from pitboss.chapters.ch645a_pai_gow_poker import GAME
from pitboss.chapters.ch645a_pai_gow_poker.hands import RANKING, bonus_line, insurance_line
from pitboss.chapters.ch645a_pai_gow_poker.rules import EMPERORS_PAYS, FORTUNE_PAYS, Rules
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.families.house_ways import HOUSE_WAYS, HouseWayName
from pitboss.families.poker_ranks import Hand
from pitboss.mathematics.kit.edge import Edge
from pitboss.mathematics.kit.poker import census, line_census, line_sets
from pitboss.mathematics.pai_gow_poker.edges import (
    bonus,
    dealer_wager,
    edges,
    full_table,
    insurance,
    main_game,
    no_pair,
    optional,
    progressive,
    variants,
)
from pitboss.money import Money
from pitboss.submission import Limits

EVERY = 154_143_080  # hands of seven out of 53 cards

# Published for the trade's Fortune Pai Gow Poker, whose Royal Match is king and queen only.
PUBLISHED = {
    "seven card straight flush": 32, "seven card straight flush with joker": 196, "five aces": 1_128,
    "straight flush": 184_644, "four of a kind": 307_472, "full house": 4_188_528, "flush": 6_172_088,
    "three of a kind": 7_672_500, "straight": 11_034_204,
}  # fmt: skip


ROYAL = 26_092  # royal flushes that are not part of a seven-card straight flush


def counts(edge: Edge) -> dict[str, int]:
    found = {outcome.name: outcome.probability * EVERY for outcome in edge.outcomes}
    assert all(count.denominator == 1 for count in found.values())
    return {name: count.numerator for name, count in found.items()}


@pytest.mark.slow
def test_line_sets_count_every_hand() -> None:
    """All 154,143,080 hands, once each."""
    assert sum(line_sets(RANKING, 7).values()) == EVERY


@pytest.mark.parametrize("kind", ["fortune_bonus", "emperors_treasure"])
def test_bonus_counts_are_the_published_ones(kind: str) -> None:
    """Every line, and 72 hands for each pair of cards with a royal flush."""
    found = counts(bonus(kind, (FORTUNE_PAYS if kind == "fortune_bonus" else EMPERORS_PAYS)["A"]))
    assert {line: found[line] for line in PUBLISHED} == PUBLISHED
    matches = 144 if kind == "fortune_bonus" else 72
    assert found["royal flush and royal match" if kind == "fortune_bonus" else "royal flush and ace king"] == matches
    assert found["royal flush"] == ROYAL - matches


def test_royal_flushes_add_up() -> None:
    """40 of those that the census of best hands has are part of a seven-card straight flush, mostly with the joker."""
    sets = line_sets(RANKING, 7)
    royal = {hands: count for hands, count in sets.items() if Hand.ROYAL_FLUSH in hands}
    assert sum(royal.values()) == census(RANKING, 7)[Hand.ROYAL_FLUSH] == 26_132
    assert sum(count for hands, count in royal.items() if hands[0].startswith("seven_card")) == 26_132 - ROYAL == 40


def test_insurance_counts_by_another_way() -> None:
    """By rank sets times suits, and by the census of best hands; nine-high with a formula of its own."""
    found = no_pair()
    assert sum(found.values()) == census(RANKING, 7)[Hand.HIGH_CARD] == 24_780_420
    no_flush = 4**7 - 4 * (1 + 7 * 3 + 21 * 9)  # less seven, six and five of one suit
    hands = [
        [rank + suit for rank, suit in zip(seven, "SHDCSHD", strict=True)] for seven in combinations("98765432", 7)
    ]
    assert found["nine_high"] == no_flush * sum(insurance_line(hand) == "nine_high" for hand in hands) == 31_080


def test_every_line_of_small_decks_by_brute_force() -> None:
    """Over all hands of a short deck, lines of ``line_sets`` and the chapter's own functions agree."""
    short = [card for card in DECK_WITH_JOKER if card[0] in "AKQT" or card in ("JS", "9S", "JK", "9D")]
    out = [card for card in DECK_WITH_JOKER if card not in short]
    table = FORTUNE_PAYS["A"].pays
    brute = Counter(bonus_line(hand, table) for hand in combinations(short, 7))
    preference = [
        Hand.SEVEN_CARD_STRAIGHT_FLUSH, Hand.ROYAL_FLUSH_AND_ACE_KING, Hand.ROYAL_FLUSH_AND_KING_QUEEN,
        Hand.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER, Hand.FIVE_ACES, Hand.ROYAL_FLUSH, Hand.STRAIGHT_FLUSH,
        Hand.FOUR_OF_A_KIND, Hand.FULL_HOUSE, Hand.FLUSH, Hand.THREE_OF_A_KIND, Hand.STRAIGHT,
    ]  # fmt: skip
    counted = line_census(RANKING, 7, preference, out)
    royal = counted[Hand.ROYAL_FLUSH_AND_ACE_KING] + counted[Hand.ROYAL_FLUSH_AND_KING_QUEEN]
    assert brute["royal_flush_and_royal_match"] == royal > 0
    for hand in preference:
        if "royal_flush_and" not in hand:
            assert brute[hand] == counted[hand], hand


@pytest.mark.parametrize(
    ("letter", "fortune", "emperors"),
    [("A", "0.076791", "0.077655"), ("B", "0.077414", "0.078278"), ("C", "0.098154", "0.098575"), ("D", "0.084491", "0.084900")],
)  # fmt: skip
def test_bonus_edges(letter: str, fortune: str, emperors: str) -> None:
    """From the published counts and the printed odds, worked out here a second time."""
    pays = {line.replace("_", " "): odds.win for line, odds in FORTUNE_PAYS[letter].pays.lines}
    for kind, tables, known, extra, name in (
        ("fortune_bonus", FORTUNE_PAYS, fortune, 144, "royal flush and royal match"),
        ("emperors_treasure", EMPERORS_PAYS, emperors, 72, "royal flush and ace king"),
    ):
        won = sum(count * (pays[line] + 1) for line, count in PUBLISHED.items())
        won += extra * (pays["royal flush and royal match"] + 1) + (ROYAL - extra) * (pays["royal flush"] + 1)
        edge = bonus(kind, tables[letter])
        assert edge.house_edge == 1 - Fraction(won, EVERY)
        assert f"{float(edge.house_edge):.8f}".startswith(known)
        assert name in counts(edge)


def test_insurance_edges() -> None:
    """A 9.11%, B 7.35%."""
    found = [insurance(rules) for rules in variants(GAME) if rules.pai_gow_insurance]  # type: ignore[attr-defined,arg-type]
    assert [f"{float(edge.house_edge):.4f}" for edge in found] == ["0.0911", "0.0735"]
    assert insurance(Rules()).paytable == "A"


def test_progressive_edge_is_what_the_meter_does_not_give_back() -> None:
    """Fixed awards, the rate, and a reset for each seven-card straight flush; a tenth of the meter is not reseeded."""
    rules = Rules(
        progressive_payout=True, progressive_rate=Fraction(20), limits={"progressive_payout": Limits(100, 100)}
    )
    fixed = ROYAL * 500 + 184_644 * 100 + 307_472 * 75 + 4_188_528 * 4
    given = Fraction(20, 100) + Fraction(fixed, EVERY) + Fraction(228 * 2000, EVERY)
    assert progressive(rules).house_edge == 1 - given


@pytest.mark.slow
@pytest.mark.parametrize("way", HOUSE_WAYS)
def test_main_game_interval(way: HouseWayName) -> None:
    """Between 2.5% and 2.9%, known to a hundredth of a per cent; win, tie and lose as trade figures have them."""
    edge = main_game(Rules(house_way=way))
    assert Fraction(25, 1000) < edge.house_edge < Fraction(29, 1000)
    assert 0 < edge.half_width < Fraction(1, 10_000)
    assert edge.house_edge == -edge.mean
    assert Fraction(40, 100) < edge.chance(0) < Fraction(43, 100)
    assert edge.method == "interval"


def test_main_game_narrows_with_more_deals() -> None:
    """Four times the deals, half the width."""
    few, many = main_game(Rules(), 1 << 14), main_game(Rules(), 1 << 16)
    assert Fraction(17, 10) < few.half_width / many.half_width < Fraction(23, 10)
    assert abs(few.house_edge - many.house_edge) < 2 * (few.half_width + many.half_width)


@pytest.mark.slow
def test_variants_show_every_paytable() -> None:
    """Four of each bonus wager, two of Insurance, the Progressive, both house ways."""
    filed = [replace(rules, player_bank=False, co_banking=False) for rules in variants(GAME)]  # a bank has no paytable
    shown = {(edge.wager, edge.paytable) for rules in filed for edge in edges(rules)}  # type: ignore[arg-type]
    assert {(kind, letter) for kind in ("fortune_bonus", "emperors_treasure") for letter in "ABCD"} <= shown
    assert {("pai_gow_insurance", "A"), ("pai_gow_insurance", "B"), ("progressive_payout", "")} <= shown


def test_a_full_table_spares_a_bank_vigorish() -> None:
    """Before the vigorish a bank wins what copies give it, on every wager alike; the more wagers it faces, the less
    of it is taken. Against one it is 5% of all it wins, against none of the dealer's own."""
    rules = Rules(player_bank=True, co_banking=True)
    alone, dealers = main_game(rules, wager="bank"), dealer_wager(rules)
    full, shared = full_table(rules, "bank"), full_table(rules, "co_bank")
    assert alone.house_edge - dealers.house_edge == alone.chance(1) / 20
    assert dealers.house_edge == -dealers.mean
    assert dealers.house_edge < full.house_edge < shared.house_edge < alone.house_edge
    for edge, wagers in ((full, 6), (shared, 5)):
        assert 0 < edge.half_width < Fraction(1, 10_000)
        assert abs(edge.mean + edge.house_edge) < Fraction(1, 1000)
        assert min(outcome.net for outcome in edge.outcomes) == -1
        assert {outcome.net * wagers for outcome in edge.outcomes if outcome.net < 0} == set(range(-wagers, 0))
    assert [edge.on for edge in edges(Rules(player_bank=True, co_banking=True, seats=2)) if edge.on] == ["full table"]


def test_an_edge_says_up_to_what_wager_the_payout_limit_leaves_it() -> None:
    """645a.13(f): $6.25 at 8,000 to 1 win $50,000; no other wager is offered, and nothing else changes."""
    free, limited = (optional(Rules(fortune_bonus=True, payout_limit=limit))[0] for limit in (None, Money(5_000_000)))
    assert limited.note.endswith("before the payout limit of $50000.00, which cuts awards of a wager above $6.25")
    assert replace(limited, note=free.note) == free
