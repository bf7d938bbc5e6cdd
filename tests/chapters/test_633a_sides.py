"""Chapter 633a, Blackjack: the optional wagers, their paytables, when they are settled, and the payout limit."""

from typing import Any

import pytest

from pitboss.chapters.ch633a_blackjack import sides
from pitboss.testkit.tables import Played, deal, refused
from tests.chapters.blackjack import filed, hand, outcomes, table
from tests.shoes import BURN

# § 633a.7(g), 633a.13(c)–(k).  Decided by the first cards.


def side(kind: str, cards: str, answers: str = "", stake: str = "1", **submission: Any) -> Played:
    """One player with one optional wager; cards c1 up c2 hole and what more is drawn."""
    return hand(cards, answers, f"1 blackjack 10; 1 {kind} {stake}", **{**submission, kind: True})


def pays(kind: str, two: str, up: str = "7D", stake: str = "1", **submission: Any) -> str:
    """What comes back for a stake of $1, the player surrendering the hand; the up card cannot make a Blackjack."""
    one, other = two.split()
    return side(kind, f"{one} {up} {other} 9C", "1 surrender", stake, **submission).returned(1, kind)


@pytest.mark.parametrize(
    ("cards", "returned"),
    [
        ("QH QH", "201.00"),
        ("JS JS", "26.00"),
        ("TH KH", "11.00"),
        ("TH KS", "5.00"),
        ("AH 9S", "5.00"),
        ("TH 9H", "0.00"),
        ("TH 8H", "0.00"),
    ],
)
def test_633a_13_c_lucky_ladies_paytable(cards: str, returned: str) -> None:
    """200, 25, 10 and 4 to 1; 19 loses."""
    assert pays("lucky_ladies", cards) == returned


def test_633a_6_e_1_lucky_ladies_is_20_in_two_cards() -> None:
    """A 20 made with a third card wins nothing."""
    assert side("lucky_ladies", "TS 7H 5S TH 5D", "1 draw; 1 stand").returned(1, "lucky_ladies") == "0.00"
    assert side("lucky_ladies", "TS 7H KH TH", "1 stand").returned(1, "lucky_ladies") == "5.00"


def test_633a_7_g_1_lucky_ladies_loses_at_once() -> None:
    """Losers are collected before any further card."""
    played = side("lucky_ladies", "TS 7H 2S TH 5D", "1 draw; 1 stand").ok()
    kinds = [(e["event"], e.get("wager") or e.get("card")) for e in played.events]
    assert kinds.index(("collected", "lucky_ladies")) < kinds.index(("dealt", "5D"))


@pytest.mark.parametrize(
    ("up", "hole", "answers", "returned"),
    [
        ("KD", "9C", "1 stand", "201.00"),
        ("AD", "9C", "1 no_insurance; 1 stand", "201.00"),
        ("KD", "AC", "", "1001.00"),
        ("AD", "KC", "1 no_insurance", "1001.00"),
    ],
)
def test_633a_7_g_1_queens_of_hearts_wait_for_the_hole_card(up: str, hole: str, answers: str, returned: str) -> None:
    """Against an ace or ten-valued card two queens of hearts are settled with the hole card: 1000 to 1 with a Blackjack."""
    assert side("lucky_ladies", f"QH {up} QH {hole}", answers).returned(1, "lucky_ladies") == returned


def test_633a_7_g_1_i_paid_before_any_other_card() -> None:
    """Once the reader says no Blackjack, and after all other Lucky Ladies Wagers."""
    wagers = "1 blackjack 10; 1 lucky_ladies 1; 2 blackjack 10; 2 lucky_ladies 1"
    played = hand("TS QH KD 2S QH 9C 5D", "1 draw; 1 stand; 2 stand", wagers, lucky_ladies=True).ok()
    kinds = [(e["event"], e.get("seat") or e.get("card") or e.get("what")) for e in played.events]
    assert (
        kinds.index(("collected", 1))
        < kinds.index(("noted", "no Blackjack"))
        < kinds.index(("paid", 2))
        < kinds.index(("dealt", "5D"))
    )


def test_633a_7_g_1_ii_paid_when_the_blackjack_wager_is_collected() -> None:
    """With the dealer's Blackjack the top pair is paid together with the collection of the hand."""
    wagers = "1 blackjack 10; 2 blackjack 10; 2 lucky_ladies 1"
    for seat_1 in ("AS KS", "TS 9S"):  # a tie, and another loser: neither comes between
        one, two = seat_1.split()
        played = hand(f"{one} QH KD {two} QH AC", "", wagers, lucky_ladies=True).ok()
        assert played.order() == [(2, "blackjack"), (2, "lucky_ladies"), (1, "blackjack")]


@pytest.mark.parametrize(
    ("decks", "cards", "returned"),
    [
        (6, "7D 5S", "12.00"),
        (6, "5S 7H", "5.00"),
        (6, "7D 7D", "23.00"),
        (6, "7D 7H", "16.00"),
        (6, "7S 7H", "9.00"),
        (6, "5S 6H", "0.00"),
        (8, "7D 5S", "15.00"),
        (8, "5S 7H", "4.00"),
        (8, "7D 7H", "18.00"),
        (8, "7D 7D", "29.00"),
        (8, "7S 7H", "7.00"),
    ],
)
def test_633a_13_d_match_the_dealer_paytables(decks: int, cards: str, returned: str) -> None:
    """(1) six decks 11 and 4 to 1, (2) eight decks 14 and 3 to 1, for each matching card."""
    assert pays("match_the_dealer", cards, decks=decks) == returned


def test_633a_7_g_2_tens_match_their_like_only() -> None:
    """A jack does not match a queen."""
    assert side("match_the_dealer", "JS QH TS 9C", "1 stand").returned(1, "match_the_dealer") == "0.00"
    assert side("match_the_dealer", "QS QH TS 9C", "1 stand").returned(1, "match_the_dealer") == "5.00"


@pytest.mark.parametrize(
    ("cards", "returned"),
    [
        ("7S 7H", "31.00"),
        ("6S 8H", "11.00"),
        ("6S 9H", "7.00"),
        ("5S 9H", "5.00"),
        ("4S 9H", "2.00"),
        ("8S 9H", "0.00"),
        ("7S 9H", "0.00"),
    ],
)
def test_633a_13_e_in_between_paytable(cards: str, returned: str) -> None:
    """30, 10, 6, 4 and 1 to 1."""
    assert pays("in_between", cards) == returned


def test_633a_7_g_3_ii_triple_match() -> None:
    """All three of one rank: 30 to 1."""
    assert pays("in_between", "7C 7H", "7S") == "31.00"


@pytest.mark.parametrize(
    ("table", "decks", "royal", "suited"),
    [
        ("A", 1, "11.00", "4.00"),
        ("B", 1, "6.00", "4.00"),
        ("C", 6, "31.00", "3.50"),
        ("D", 6, "26.00", "3.50"),
        ("E", 8, "51.00", "3.00"),
    ],
)
def test_633a_13_f_royal_match_paytables(table: str, decks: int, royal: str, suited: str) -> None:
    """(1) A and B for one deck, (2) C, D and E for more; 2.5 to 1 is C's Suited Match (I-633a-23)."""
    choices: dict[str, Any] = {"decks": decks, "royal_match_21_paytable": table}
    assert pays("royal_match_21", "KS QS", **choices) == royal
    assert pays("royal_match_21", "2S QS", **choices) == suited
    assert pays("royal_match_21", "2S QH", **choices) == "0.00"


@pytest.mark.parametrize(
    ("dealer", "crown", "returned"),
    [
        ("KH QH", True, "1031.00"),
        ("QD KD", True, "1031.00"),
        ("KH QH", False, "31.00"),
        ("KH QS", True, "31.00"),
        ("KH 9H", True, "31.00"),
    ],
)
def test_633a_7_g_4_royal_match_waits_for_a_king_or_queen(dealer: str, crown: bool, returned: str) -> None:
    """Settled after the hole card and before the hand; with the dealer's Royal Match Crown Treasure is added, if offered."""
    up, hole = dealer.split()
    played = side("royal_match_21", f"KS {up} QS {hole}", "1 stand", crown_treasure_bonus=crown).ok()
    assert played.returned(1, "royal_match_21") == returned
    kinds = [(e["event"], e.get("of") or e.get("wager")) for e in played.events]
    assert (
        kinds.index(("revealed", "dealer"))
        < kinds.index(("paid", "royal_match_21"))
        < max(n for n, k in enumerate(kinds) if k[1] == "blackjack")
    )


def test_633a_7_g_4_royal_match_comes_before_the_hand_that_was_surrendered() -> None:
    """Given up against a king, the hand is settled with the hole card: after the Royal Match that waited for it."""
    played = side("royal_match_21", "KS KH QS 9D", "1 surrender").ok()
    assert played.order() == [(1, "royal_match_21"), (1, "blackjack")]
    assert played.returned(1, "royal_match_21") == "31.00"


def test_633a_1_crown_treasure_needs_both_royal_matches() -> None:
    """A dealer's Royal Match adds nothing to a Suited Match."""
    played = side("royal_match_21", "2S KH QS QH", "1 stand", crown_treasure_bonus=True)
    assert played.returned(1, "royal_match_21") == "3.50"


@pytest.mark.parametrize(
    ("table", "decks", "suited", "pair"),
    [("A", 1, "", "16.00"), ("B", 2, "26.00", "11.00"), ("C", 6, "16.00", "11.00"), ("D", 8, "13.00", "11.00")],
)
def test_633a_13_g_bet_the_set_paytables(table: str, decks: int, suited: str, pair: str) -> None:
    """(1) 15 to 1, (2) 25 and 10, (3) 15 or 12 and 10 to 1."""
    choices: dict[str, Any] = {"decks": decks, "bet_the_set_21_paytable": table}
    if suited:
        assert pays("bet_the_set_21", "9S 9S", **choices) == suited
    assert pays("bet_the_set_21", "9S 9H", **choices) == pair
    assert pays("bet_the_set_21", "9S 8S", **choices) == "0.00"


def test_633a_7_g_5_bet_the_set_is_a_pair_of_rank() -> None:
    """A king and a queen are no pair."""
    assert pays("bet_the_set_21", "KS QH") == "0.00"


@pytest.mark.parametrize(
    ("cards", "returned"),
    [
        ("KS KS", "201.00"),
        ("KH KH", "51.00"),
        ("QS QS", "26.00"),
        ("KH JH", "10.00"),
        ("KH KS", "7.00"),
        ("QH KS", "5.00"),
        ("AH 9C", "5.00"),
        ("KH 9S", "0.00"),
    ],
)
def test_633a_13_h_kings_bounty_paytable(cards: str, returned: str) -> None:
    """200, 50, 25, 9, 6 and 4 to 1."""
    assert pays("kings_bounty", cards) == returned


@pytest.mark.parametrize(
    ("up", "hole", "answers", "returned"),
    [("KD", "9C", "1 stand", "201.00"), ("AD", "KC", "1 no_insurance", "1001.00")],
)
def test_633a_7_g_6_kings_of_spades_wait_for_the_hole_card(up: str, hole: str, answers: str, returned: str) -> None:
    """1000 to 1 with a dealer's Blackjack takes the place of 200 to 1 (I-633a-20)."""
    assert side("kings_bounty", f"KS {up} KS {hole}", answers).returned(1, "kings_bounty") == returned


def test_633a_7_g_6_i_paid_before_any_other_card() -> None:
    """Once the reader says no Blackjack."""
    played = hand(
        "TS KS KD 2S KS 9C 5D",
        "1 draw; 1 stand; 2 stand",
        "1 blackjack 10; 2 blackjack 10; 2 kings_bounty 1",
        kings_bounty=True,
    )
    kinds = [(e["event"], e.get("seat") or e.get("card") or e.get("what")) for e in played.ok().events]
    assert kinds.index(("noted", "no Blackjack")) < kinds.index(("paid", 2)) < kinds.index(("dealt", "5D"))


def test_633a_7_g_6_ii_paid_when_the_blackjack_wager_is_collected() -> None:
    """With the dealer's Blackjack, right after the hand is collected."""
    for seat_1 in ("AS KH", "TS 9S"):
        one, two = seat_1.split()
        wagers = "1 blackjack 10; 2 blackjack 10; 2 kings_bounty 1"
        played = hand(f"{one} KS KD {two} KS AC", "", wagers, kings_bounty=True)
        assert played.order() == [(2, "blackjack"), (2, "kings_bounty"), (1, "blackjack")]


@pytest.mark.parametrize(
    ("cards", "returned"),
    [("6S 8S", "10.00"), ("6S 8H", "10.00"), ("7S 7H", "10.00"), ("2D 9D", "10.00"), ("2D 9S", "0.00")],
)
def test_633a_13_k_three_card_poker_pays_9_to_1(cards: str, returned: str) -> None:
    """Straight flush, straight, three-of-a-kind or flush with the up card, all alike (I-633a-42)."""
    assert pays("three_card_poker", cards) == returned


def test_633a_6_e_9_ace_ends_a_straight_either_way() -> None:
    """Ace, 2, 3 and queen, king, ace; not king, ace, 2."""
    assert pays("three_card_poker", "AS 3H", "2D") == "10.00"
    assert side("three_card_poker", "QS KD AH 9C").returned(1, "three_card_poker") == "10.00"
    assert side("three_card_poker", "KS 2D AH 9C").returned(1, "three_card_poker") == "0.00"


def test_633a_7_g_from_the_dealers_right_before_the_reader() -> None:
    """Every optional wager, counterclockwise, each player's in the order of the text, before anything else."""
    kinds = (
        "lucky_ladies",
        "match_the_dealer",
        "in_between",
        "royal_match_21",
        "bet_the_set_21",
        "kings_bounty",
        "three_card_poker",
    )
    wagers = "; ".join(
        f"{seat} blackjack 10; " + "; ".join(f"{seat} {kind} 1" for kind in reversed(kinds)) for seat in (1, 2)
    )
    offered: dict[str, Any] = dict.fromkeys(kinds, True)
    played = hand("TS 9S TH 8S 8D 9C", "1 stand; 2 stand", wagers, **offered).ok()
    assert played.order()[:14] == [(seat, kind) for seat in (2, 1) for kind in kinds]
    told = [e["event"] for e in played.events]
    assert told.index("collected") < told.index("elected")


# § 633a.13(m).  The payout limit.

LIMIT: dict[str, Any] = {
    "lucky_ladies": True,
    "kings_bounty": True,
    "payout_limit": 25000,
    "limits": {"lucky_ladies": {"maximum": 25}, "kings_bounty": {"maximum": 25}},
}


def test_633a_13_m_top_awards_share_the_limit_by_their_wagers() -> None:
    """I-633a-01, -02: one sum for the table and both wagers, winnings only; stakes come back besides."""
    wagers = "1 blackjack 10; 1 lucky_ladies 16; 2 blackjack 10; 2 kings_bounty 24"
    played = hand("QH KS KD QH KS AC", "", wagers, **LIMIT)
    assert (played.returned(1, "lucky_ladies"), played.returned(2, "kings_bounty")) == ("10016.00", "15024.00")
    assert {played.cite(1, "lucky_ladies"), played.cite(2, "kings_bounty")} == {"633a.13(m)"}
    assert f"{sides.QUEENS_AND_BLACKJACK}, within the payout limit" in outcomes(played)
    free = hand("QH KS KD QH KS AC", "", wagers, lucky_ladies=True, kings_bounty=True)
    assert (free.returned(1, "lucky_ladies"), free.returned(2, "kings_bounty")) == ("16016.00", "24024.00")
    assert (free.cite(1, "lucky_ladies"), free.cite(2, "kings_bounty")) == ("633a.13(c)", "633a.13(h)")


@pytest.mark.parametrize(
    ("stake", "returned", "cite"),
    [
        ("9.99", "9999.99", "633a.13(c)"),
        ("10.00", "10010.00", "633a.13(c)"),
        ("10.01", "10016.00", "633a.13(m)"),
    ],
)
def test_633a_13_m_limit_binds_above_itself_only(stake: str, returned: str, cite: str) -> None:
    """Besides $15,000, $9,990 and $10,000 are paid in full; what exceeds the limit is not, and the settlement says why."""
    wagers = f"1 blackjack 10; 1 lucky_ladies {stake}; 2 blackjack 10; 2 kings_bounty 15"
    played = hand("QH KS KD QH KS AC", "", wagers, **LIMIT)
    assert (played.returned(1, "lucky_ladies"), played.cite(1, "lucky_ladies")) == (returned, cite)


@pytest.mark.parametrize(
    ("chosen", "ladies", "bounty"),
    [
        ({}, "10016.00", "15024.00"),
        ({"payout_limit_covers": "kings_bounty"}, "16016.00", "24024.00"),  # $24,000 is within $25,000
        ({"payout_limit_per": "player"}, "16016.00", "24024.00"),  # each within a limit of their own
    ],
)
def test_i_633a_01_02_what_the_limit_bounds_may_be_filed(chosen: dict[str, Any], ladies: str, bounty: str) -> None:
    """Lucky Ladies left out of it, or a limit for each player; by default both wagers together, for the table."""
    wagers = "1 blackjack 10; 1 lucky_ladies 16; 2 blackjack 10; 2 kings_bounty 24"
    played = hand("QH KS KD QH KS AC", "", wagers, **LIMIT, **chosen)
    assert (played.returned(1, "lucky_ladies"), played.returned(2, "kings_bounty")) == (ladies, bounty)


def test_i_633a_02_two_boxes_of_one_player_have_one_limit() -> None:
    """$20,000 and $20,000 at two boxes: $12,500 each of the player's $25,000; another player's $15,000 is whole."""
    wagers = "1 blackjack 10; 1 kings_bounty 20; 2 blackjack 10; 2 kings_bounty 20; 3 blackjack 10; 3 kings_bounty 15"
    more: dict[str, Any] = {"adjacent_boxes": 2, "payout_limit_per": "player"}
    players = {"1": "Ann", "2": "Ann", "3": "Ben"}
    given = deal(wagers, f"{BURN} KS KS KS KD KS KS KS AC", players=players)
    played = table(given, **LIMIT, **more)
    assert [played.returned(seat, "kings_bounty") for seat in (1, 2, 3)] == ["12520.00", "12520.00", "15015.00"]


def test_633a_13_m_other_awards_are_not_limited() -> None:
    """Queens of hearts and kings of spades pay 200 to 1 without a dealer's Blackjack, whatever the limit."""
    bets = {seat: "lucky_ladies" if seat < 4 else "kings_bounty" for seat in range(1, 7)}
    wagers = "; ".join(f"{seat} blackjack 10; {seat} {wager} 25" for seat, wager in bets.items())
    pairs = "QH QH QH KS KS KS"
    played = hand(f"{pairs} 7D {pairs} 9C", "; ".join(f"{seat} surrender" for seat in bets), wagers, **LIMIT)
    assert [played.returned(seat, wager) for seat, wager in bets.items()] == ["5025.00"] * 6  # $30,000 in all


# § 633a.7(o), 633a.13(j), (l).  Progressive wagers.

BAD_BEAT: dict[str, Any] = {
    "bad_beat_progressive": True,
    "bad_beat_rate": "12.5",
    "bad_beat_initial": 5000,
    "bad_beat_reset": 6000,
}
HIT_AND_RUN: dict[str, Any] = {
    "hit_and_run_progressive": True,
    "hit_and_run_rate": "7.5",
    "hit_and_run_initial": 1000,
    "hit_and_run_reset": 1500,
}
TWENTY_ONES = {
    3: "TS 7H KS 7D 7C",
    4: "TS 7H KS 3D 5C 6D",
    5: "TS 7H KS 3D 2C 3C 6D",
    6: "TS 2H KS 3D 2C 4C 4D 6D",
    7: "TS 2H KS 3D 2C 3C 3S 3H 5D",
    8: "TS 2H KS 2D 2C 2S 2H 2D 4C 5D",
}  # a player's 20 against a dealer's 21 in so many cards


def bad_beat(cards: str, answers: str = "1 stand", stake: str = "2", **submission: Any) -> Played:
    return hand(cards, answers, f"1 blackjack 10; 1 bad_beat_progressive {stake}", **{**BAD_BEAT, **submission})


@pytest.mark.parametrize(
    ("cards", "returned"), [(3, "50.00"), (4, "100.00"), (5, "200.00"), (6, "2000.00"), (7, "5000.25"), (8, "5000.25")]
)
def test_633a_13_j_1_bad_beat_paytable(cards: int, returned: str) -> None:
    """25, 50, 100 and 1000 for 1; with seven cards or more the whole meter."""
    assert bad_beat(TWENTY_ONES[cards]).returned(1, "bad_beat_progressive") == returned


def test_633a_7_o_1_i_twenty_against_a_blackjack_or_21() -> None:
    """10 for 1 against a Blackjack; a 19, or a dealer without 21, loses."""
    assert bad_beat("TS AH KS QH", "1 no_insurance").returned(1, "bad_beat_progressive") == "20.00"
    assert bad_beat("TS 7H 9S 7D 7C").returned(1, "bad_beat_progressive") == "0.00"
    assert bad_beat("TS 7H KS TD").returned(1, "bad_beat_progressive") == "0.00"


def test_633a_7_o_1_i_any_20_where_filed() -> None:
    """I-633a-15: 1 for 1 when no better line was hit."""
    assert bad_beat("TS 7H KS TD", bad_beat_any_20=True).returned(1, "bad_beat_progressive") == "2.00"
    assert bad_beat(TWENTY_ONES[3], bad_beat_any_20=True).returned(1, "bad_beat_progressive") == "50.00"
    assert bad_beat("TS 7H 9S TD", bad_beat_any_20=True).returned(1, "bad_beat_progressive") == "0.00"


def test_633a_6_e_8_any_hand_of_a_split_may_win() -> None:
    """I-633a-14: any of the final hands, once; the first only where filed; never a busted or surrendered one."""
    cards, answers = "TS 7H KS 7D 5C QC 7C", "1 split_pairs; 1 stand; 1 stand"
    assert bad_beat(cards, answers, max_resplits=0).returned(1, "bad_beat_progressive") == "50.00"
    first = bad_beat(cards, answers, max_resplits=0, bad_beat_split_hands="first")
    assert first.returned(1, "bad_beat_progressive") == "0.00"
    both = bad_beat("TS 7H KS 7D JC QC 7C", answers, max_resplits=0)
    assert both.returned(1, "bad_beat_progressive") == "50.00"
    assert bad_beat("TS 7H KS 7D 7C", "1 surrender").returned(1, "bad_beat_progressive") == "0.00"


@pytest.mark.parametrize(("cards", "asked"), [(3, False), (4, False), (5, True), (6, True), (7, True)])
def test_633a_7_o_1_ii_floor_verifies_from_100_for_1(cards: int, asked: bool) -> None:
    """(A)–(B) 100 for 1 and more, and the meter, are verified by a floorperson before they are paid."""
    played = bad_beat(TWENTY_ONES[cards]).ok()
    told = [(e["event"], e.get("says")) for e in played.events]
    assert (("elected", "verified") in told) is asked
    if asked:
        assert told.index(("elected", "verified")) < [e for e, _ in told].index("paid")
        assert next(e["cite"] for e in played.events_of("elected") if e["says"] == "verified") == "633a.7(o)(1)(ii)(B)"


VERIFIED = "verified the winning hand"


def verifications(played: Played) -> list[tuple[str, Any]]:
    """Verifications and payments of progressive wagers as they were told: (cite, seat)."""
    wagers = ("bad_beat_progressive", "hit_and_run_progressive")
    told = [e for e in played.ok().events if e["event"] in ("paid", "collected", "attested")]
    assert {e["by"] for e in told if e["event"] == "attested"} <= {"dealer"}
    return [(e["cite"], e["seat"]) for e in told if e.get("what") == VERIFIED or e.get("wager") in wagers]


def test_633a_7_o_1_ii_a_dealer_verifies_each_hand_that_won() -> None:
    """Each one before it is paid, one that won a bonus only included; a hand that lost is not verified."""
    steps, pays = "633a.7(o)(1)(ii)(A)", "633a.13(j)(1)"
    assert verifications(bad_beat(TWENTY_ONES[3])) == [(steps, 1), (pays, 1)]
    assert verifications(bad_beat(TWENTY_ONES[7])) == [(steps, 1), (pays, 1)]
    assert verifications(bad_beat("TS 7H 9S TD")) == [("633a.7(o)(1)(i)", 1)]
    wagers = "1 blackjack 10; 1 bad_beat_progressive 2"
    bonus = hand("TS 7H 9S TD", "1 stand", wagers, system={"magic_card": "9S"}, **BAD_BEAT, magic_card_bonus=True)
    assert verifications(bonus) == [(steps, 1), (pays, 1)]


def test_633a_7_o_2_ii_a_dealer_verifies_each_hand_that_won() -> None:
    """So with Hit and Run."""
    steps, pays = "633a.7(o)(2)(ii)(A)", "633a.13(l)(1)"
    for cards in (5, 7, 8):
        assert verifications(hit_and_run(DEALERS[cards])) == [(steps, 1), (pays, 1)]
    assert verifications(hit_and_run(DEALERS[4])) == [("633a.7(o)(2)(i)", 1)]


def test_633a_7_o_2_ii_c_cards_stay_until_the_papers_are_complete() -> None:
    """What the table does not pay is documented before the cards are taken up; other awards are not."""
    told = [(e["event"], e.get("says") or e.get("of")) for e in hit_and_run(DEALERS[8]).ok().events]
    papers = told.index(("elected", "documented"))
    assert [e for e, _ in told].index("paid") < papers < told.index(("discarded", 1))
    assert ("elected", "documented") not in [(e["event"], e.get("says")) for e in hit_and_run(DEALERS[7]).ok().events]


@pytest.mark.parametrize(
    ("system", "bonus", "cite"),
    [
        ({"magic_card": "1S"}, "magic_card_bonus", "633a.1:Magic Card Bonus"),
        ({"lucky_player": 8}, "lucky_player_bonus", "633a.1:Lucky Player Bonus"),
        ({"lucky_player": "ann"}, "lucky_player_bonus", "633a.1:Lucky Player Bonus"),
    ],
)
def test_633a_1_system_selects_a_card_or_position_there_is(system: dict[str, Any], bonus: str, cite: str) -> None:
    """One that names another is refused before the round begins."""
    wagers = "1 blackjack 10; 1 bad_beat_progressive 2"
    refused(hand("TS 7H 9S TD", "1 stand", wagers, system=system, **{**BAD_BEAT, bonus: True}), "impossible", cite)


def test_633a_7_o_1_ii_c_meter_is_shared_by_the_wagers() -> None:
    """Two winners of the whole meter share it in proportion; a fraction of a cent stays, then it is reset."""
    wagers = "1 blackjack 10; 1 bad_beat_progressive 1; 2 blackjack 10; 2 bad_beat_progressive 2"
    played = hand("TS TD 2H KS KD 3D 2C 3C 3S 3H 5D", "1 stand; 2 stand", wagers, **BAD_BEAT)
    assert (played.returned(1, "bad_beat_progressive"), played.returned(2, "bad_beat_progressive")) == (
        "1666.79",
        "3333.58",
    )
    assert {e["odds"] for e in played.events_of("paid")} == {"100% of meter, shared by 2"}
    last = played.events_of("meter_moved")[-1]
    assert (last["why"], last["after"] - last["before"]) == ("reset", 600_000_000_000)
    assert 0 <= last["before"] < 10**6


@pytest.mark.parametrize(
    ("system", "returned"),
    [
        ({"magic_card": "TS"}, "90.00"),
        ({"magic_card": "KS"}, "90.00"),
        ({"magic_card": "7C"}, "50.00"),
        ({"lucky_player": 1}, "60.00"),
        ({"lucky_player": 2}, "50.00"),
        ({"magic_card": "TS", "lucky_player": 1}, "100.00"),
    ],
)
def test_633a_13_j_1_magic_card_and_lucky_player_are_added(system: dict[str, Any], returned: str) -> None:
    """I-633a-16: 20 for 1 and 5 for 1, besides the award for the hand."""
    bonuses = {**BAD_BEAT, "magic_card_bonus": True, "lucky_player_bonus": True}
    played = hand(TWENTY_ONES[3], "1 stand", "1 blackjack 10; 1 bad_beat_progressive 2", system=system, **bonuses)
    assert played.returned(1, "bad_beat_progressive") == returned


def test_633a_1_magic_card_is_one_of_the_first_two_cards() -> None:
    """A card drawn later does not match; without the bonus filed the selection means nothing."""
    choices = {**BAD_BEAT, "magic_card_bonus": True}
    wagers = "1 blackjack 10; 1 bad_beat_progressive 2"
    assert (
        hand("TS 7H 5S TD 4C", "1 draw; 1 stand", wagers, system={"magic_card": "4C"}, **choices).returned(
            1, "bad_beat_progressive"
        )
        == "0.00"
    )
    assert (
        hand("TS 7H 5S TD 4C", "1 draw; 1 stand", wagers, system={"magic_card": "5S"}, **choices).returned(
            1, "bad_beat_progressive"
        )
        == "40.00"
    )
    assert (
        hand("TS 7H 5S TD 4C", "1 draw; 1 stand", wagers, system={"magic_card": "5S"}, **BAD_BEAT).returned(
            1, "bad_beat_progressive"
        )
        == "0.00"
    )


def test_633a_1_lucky_player_sits_at_the_position_drawn() -> None:
    """Where the system says nothing the position is drawn from all seven."""
    choices = {**BAD_BEAT, "lucky_player_bonus": True}
    played = hand("3 TS 7H 9S TD", "3 stand", "3 blackjack 10; 3 bad_beat_progressive 2", **choices)
    assert played.returned(3, "bad_beat_progressive") == "10.00"
    assert played.events_of("noted")[1]["what"] == "lucky player: 3"


def hit_and_run(cards: str, answers: str = "1 stand", stake: str = "2", **submission: Any) -> Played:
    return hand(cards, answers, f"1 blackjack 10; 1 hit_and_run_progressive {stake}", **{**HIT_AND_RUN, **submission})


DEALERS = {
    2: "TS 7H KS TD",
    3: "TS 7H KS 4D 6C",
    4: "TS 2H KS 3D 4C 9C",
    5: "TS 2H KS 3D 4C 3C 9C",
    6: "TS 2H KS 3D 2C 3C 4C TC",
    7: "TS 2H KS 2D 2C 2S 3C 3D TC",
    8: "TS 2H KS 2D 2C 2S 2H 2D 4C TC",
}  # the dealer's hand in so many cards; from five on it busts or not


@pytest.mark.parametrize(
    ("cards", "returned"),
    [(2, "0.00"), (3, "0.00"), (4, "0.00"), (5, "14.00"), (6, "50.00"), (7, "200.00"), (8, "1000.15")],
)
def test_633a_13_l_1_hit_and_run_paytable(cards: int, returned: str) -> None:
    """7, 25 and 100 for 1; with eight cards or more the whole meter."""
    assert hit_and_run(DEALERS[cards]).returned(1, "hit_and_run_progressive") == returned


def test_633a_7_o_2_i_busting_card_counts_and_a_blackjack_wins() -> None:
    """I-633a-17: the card that busts the dealer counts; a dealer's Blackjack pays 4 for 1."""
    played = hit_and_run(DEALERS[6]).ok()
    assert played.words()[-1] == "24, bust"
    assert hit_and_run("TS AH KS QH", "1 no_insurance").returned(1, "hit_and_run_progressive") == "8.00"


@pytest.mark.parametrize(("cards", "asked"), [(6, False), (7, True), (8, True)])
def test_633a_7_o_2_ii_floor_verifies_from_100_for_1(cards: int, asked: bool) -> None:
    """(A)–(B) 100 for 1 and the meter are verified."""
    verified = [e for e in hit_and_run(DEALERS[cards]).ok().events_of("elected") if e["says"] == "verified"]
    assert [e["cite"] for e in verified] == (["633a.7(o)(2)(ii)(B)"] if asked else [])


def test_633a_7_o_2_ii_c_meter_is_shared_equally_and_not_from_the_table() -> None:
    """Winners of the whole meter share it equally, whatever their wagers; the inventory does not pay it."""
    wagers = "1 blackjack 10; 1 hit_and_run_progressive 1; 2 blackjack 10; 2 hit_and_run_progressive 5"
    played = hand("TS TD 2H KS KD 2D 2C 2S 2H 2D 4C TC", "1 stand; 2 stand", wagers, **HIT_AND_RUN)
    assert played.returned(1, "hit_and_run_progressive") == played.returned(2, "hit_and_run_progressive") == "500.22"
    paid = [e for e in played.events_of("paid") if e["wager"] == "hit_and_run_progressive"]
    assert [(e["against"], e["odds"]) for e in paid] == [("cage", "100% of meter, shared by 2")] * 2
    (alone,) = [e["odds"] for e in hit_and_run(DEALERS[8]).events_of("paid") if e["wager"] != "blackjack"]
    assert alone == "100% of meter"
    assert "against" not in next(e for e in hit_and_run(DEALERS[7]).events_of("paid") if e["wager"] != "blackjack")


@pytest.mark.parametrize(
    ("owners", "returned", "text"),
    [
        (("ann", "ann", "bob"), ("250.05", "250.05", "500.11"), "100% of meter, shared by 2"),
        (("ann", "ann", "ann"), ("333.40", "333.40", "333.40"), "100% of meter"),
        (("ann", "bob", "cid"), ("333.40", "333.40", "333.40"), "100% of meter, shared by 3"),
    ],
)
def test_633a_7_o_2_ii_c_each_player_has_one_share(
    owners: tuple[str, ...], returned: tuple[str, ...], text: str
) -> None:
    """Players share equally, whatever their boxes: a share is divided among the boxes of its player. $1,000.225 in all."""
    kinds = ("blackjack", "10"), ("hit_and_run_progressive", "1")
    wagers = [
        {"seat": seat, "player": owner, "wager": kind, "amount": amount}
        for seat, owner in enumerate(owners, 1)
        for kind, amount in kinds
    ]
    stand, filed_boxes = "1 stand; 2 stand; 3 stand", {**HIT_AND_RUN, "adjacent_boxes": 3}
    played = hand("TS TD TH 2H KS KD KC 2D 2C 2S 2H 2D 4C TC", stand, wagers, **filed_boxes)
    assert tuple(played.returned(seat, "hit_and_run_progressive") for seat in (1, 2, 3)) == returned
    paid = [e["odds"] for e in played.events_of("paid") if e["wager"] == "hit_and_run_progressive"]
    assert paid == [text] * 3


def test_633a_7_o_bad_beat_before_hit_and_run_from_the_right() -> None:
    """Counterclockwise, after all cards and before the hands."""
    wagers = "; ".join(f"{s} blackjack 10; {s} hit_and_run_progressive 1; {s} bad_beat_progressive 1" for s in (1, 2))
    played = hand("TS TD 7H KS KD TD", "1 stand; 2 stand", wagers, **BAD_BEAT, **HIT_AND_RUN)
    assert played.order() == [
        (2, "bad_beat_progressive"),
        (1, "bad_beat_progressive"),
        (2, "hit_and_run_progressive"),
        (1, "hit_and_run_progressive"),
        (2, "blackjack"),
        (1, "blackjack"),
    ]


def test_633a_13_j_2_meter_takes_its_rate_of_each_wager() -> None:
    """12.5 % of $2 is 25 cents; the meter carries over to the next round."""
    moved = bad_beat("TS 7H 9S TD").events_of("meter_moved")
    assert [(e["why"], e["before"], e["after"], e["seat"]) for e in moved] == [
        ("contribution", 500_000_000_000, 500_025_000_000, 1)
    ]


@pytest.mark.parametrize(
    ("kind", "cards", "line"),
    [
        ("lucky_ladies", "TS 7H KH TH", sides.ANY_20),
        ("lucky_ladies", "TS 7H TS TD", sides.MATCHED_20),
        ("match_the_dealer", "7S 7H KH TH", sides.OTHER_SUIT),
        ("match_the_dealer", "7H 7H KH TH", sides.SAME_SUIT),
        ("in_between", "6S 7H 8H TH", sides.SPREADS[1]),
        ("in_between", "6S 7H 9H TH", sides.SPREADS[2]),
    ],
)
def test_633a_7_g_outcomes_are_told_by_name(kind: str, cards: str, line: str) -> None:
    """The first settlement, which is the optional wager's, says which line of its paytable decided it."""
    assert outcomes(side(kind, cards, "1 stand"))[0] == line


@pytest.mark.parametrize("decks", [1, 2, 3, 4, 5, 7])
def test_633a_13_d_match_the_dealer_needs_six_or_eight_decks(decks: int) -> None:
    """There is a paytable for six decks and one for eight, and none for any other number."""
    refused(side("match_the_dealer", "TS 7H KH TH", decks=decks), "forbidden_choice", "633a.13(d)")


def test_633a_2_c_no_meter_without_a_progressive_wager() -> None:
    """Meters belong to the progressive wagers that were filed, one each."""
    assert filed().meters == ()
    assert [meter.name for meter in filed(**BAD_BEAT).meters] == ["bad_beat_progressive"]
    assert [meter.name for meter in filed(**BAD_BEAT, **HIT_AND_RUN).meters] == [
        "bad_beat_progressive",
        "hit_and_run_progressive",
    ]
