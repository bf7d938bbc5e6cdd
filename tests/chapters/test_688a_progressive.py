"""Chapter 688a, Face Up Pai Gow Poker: the Progressive Payout Wager (§ 688a.11(h)(3), § 688a.12(d)), linked or not."""

from typing import Any

import pytest

from pitboss.chapters.ch688a_face_up_pai_gow_poker import GAME as CHAPTER
from pitboss.chapters.ch688a_face_up_pai_gow_poker.paytables import ProgressivePaytable
from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import Rules
from pitboss.meters import MICRO
from pitboss.money import Money
from pitboss.submission import submit
from pitboss.testkit.tables import Played, deal, play, refused
from tests.chapters.face_up import GAME, MAIN, ONE, table_of
from tests.chapters.pai_gow import DEALER, round_of

SEVEN_SF = "9S 8S 7S 6S 5S 4S 3S"
JOKER_SF = "9D 8D 7D 6D 5D JK 3D"
FIVE_ACES = "AS AD AH AC JK 7D 3H"
ROYAL_MATCH = "AS KS QS JS TS KC QC"
NO_MATCH = "AS KS QS JS TS KH QC"  # king and queen of two suits
ROYAL = "AS KS QS JS TS 3D 2D"
STRAIGHT_FLUSH = "9S 8S 7S 6S 5S 3D 2D"
FIVE_NINES = "9S 9D 9C 9H JK 5D 3S"
QUADS = "9S 9D 9C 9H KD 5D 3S"
FULL_HOUSE = "9S 9D 9C KH KD 5D 3S"
FLUSH = "KS JS 9S 5S 3S 7D 4H"
THREES = "9S 9D 9C KH JS 5D 3S"
STRAIGHT = "9S 8D 7H 6S 5S KD 3H"
NOTHING = "KS JS 9D 5S 3S 7D 4H"
AGAINST = "2S 2C 4C 6H 8C JC QH"  # what the dealer has


def filed(table: str, **rest: Any) -> dict[str, Any]:
    return {"progressive_payout": True, "progressive_payout_paytable": table, **rest}


def unit(table: str) -> int:
    return 5 if table == "4" else 1


def won(mine: str, table: str, **rest: Any) -> Played:
    """One player with the main wager and the Progressive wager alone."""
    hands: dict[int | str, str] = {DEALER: AGAINST, 1: mine}
    return table_of(hands, f"{ONE}; 1 progressive_payout {unit(table)}", **filed(table, **rest)).ok()


def value(played: Played) -> list[tuple[str, int]]:
    """Movements of the meter: why, and what it says then in micro-cents."""
    return [(event["why"], event["after"]) for event in played.events_of("meter_moved")]


# What each line returns: the meter stands at seed plus this wager's contribution.


@pytest.mark.parametrize(
    ("mine", "returned"),
    [
        (SEVEN_SF, {"1": "10000.28", "2": "10000.07", "3": "2000.29", "4": "15005.05", "5": "5000.17", "6": "2000.17",
        "7": "1000.26"}),
        (JOKER_SF, {"1": "10000.28", "2": "1000.00", "3": "2000.29", "4": "6005.00", "5": "5000.17", "6": "2000.17",
        "7": "1000.26"}),
        (NO_MATCH, {"4": "505.00"}),
        (FIVE_ACES, {"1": "1000.02", "2": "500.00", "3": "200.02", "4": "2505.00", "5": "500.01", "6": "200.01", "7": "100.02"}),
        (ROYAL, {"1": "500.00", "2": "300.00", "3": "500.00", "4": "505.00", "5": "500.00", "6": "400.00", "7": "400.00"}),
        (STRAIGHT_FLUSH, {"1": "100.00", "2": "100.00", "3": "100.00", "4": "205.00", "5": "100.00", "6": "75.00", "7": "75.00"}),
        (FIVE_NINES, {"1": "75.00", "2": "500.00", "3": "75.00", "4": "105.00", "5": "1000.00", "6": "800.00", "7": "800.00"}),
        (QUADS, {"1": "75.00", "2": "30.00", "3": "75.00", "4": "105.00", "5": "20.00", "6": "10.00", "7": "10.00"}),
        (FULL_HOUSE, {"1": "4.00", "2": "7.00", "3": "4.00", "4": "30.00", "5": "5.00", "6": "0.00", "7": "0.00"}),
        (FLUSH, {"1": "0.00", "4": "25.00"}),
        (THREES, {"2": "0.00", "4": "20.00"}),
        (STRAIGHT, {"5": "0.00", "4": "12.50"}),
        (NOTHING, {"1": "0.00", "2": "0.00", "4": "0.00", "6": "0.00"}),
    ],
)  # fmt: skip
def test_688a_12_d_every_line_of_every_paytable(mine: str, returned: dict[str, str]) -> None:
    """Sums include the wager but in Paytable 4, which gives it back besides; shares are of the meter as it stands."""
    assert {table: won(mine, table).returned(1, "progressive_payout") for table in returned} == returned


def test_688a_12_d_royal_match_of_paytable_4() -> None:
    """$5,000, a fifth of the meter and the wager: the meter goes on with the rest."""
    hands: dict[int | str, str] = {DEALER: AGAINST, 1: ROYAL_MATCH}
    played = table_of(hands, f"{ONE}; 1 progressive_payout 5", **filed("4"))
    assert played.returned(1, "progressive_payout") == "7005.01"  # a fifth of 10,000.05 is 2,000.01
    assert value(played)[-1] == ("award", (1_000_005 - 200_001) * MICRO)


# § 688a.11(h)(3)(i)


def test_688a_11_h_3_i_a_lost_wager_was_collected_at_the_lock_out() -> None:
    """Below what the paytable pays it is gone, and its contribution stays (I-GEN-35)."""
    played = won(NOTHING, "1")
    assert (played.returned(1, "progressive_payout"), played.cite(1, "progressive_payout")) == (
        "0.00", "688a.11(h)(3)(i)(A)",
    )  # fmt: skip
    assert value(played) == [("contribution", 1_000_028 * MICRO)]


@pytest.mark.parametrize(("mine", "table", "held"),
    [(QUADS, "1", False), (SEVEN_SF, "1", True), (JOKER_SF, "4", True), (FIVE_ACES, "4", False)])  # fmt: skip
def test_688a_11_h_3_i_b_verified_validated_paid_and_documented(mine: str, table: str, held: bool) -> None:
    """Hand, light, floorperson, payment; for a share of the meter the papers, before the cards are racked."""
    played = won(mine, table)
    steps = [(e["event"], e["cite"]) for e in played.events if e["cite"].startswith(("688a.11(h)(3)(i)(B)", "688a.12(d)"))
        and e["event"] != "meter_moved"]  # fmt: skip
    papers = [("elected", "688a.11(h)(3)(i)(B)(4)")] if held else []
    cite = "688a.11(h)(3)(i)(B)"
    assert steps == [("attested", f"{cite}(1)"), ("attested", f"{cite}(2)"), ("elected", f"{cite}(3)"), ("paid", "688a.12(d)"),
        *papers]  # fmt: skip
    racked = next(n for n, e in enumerate(played.events) if e["event"] == "discarded" and e["of"] == 1)
    assert all(n < racked for n, e in enumerate(played.events) if e["cite"].startswith("688a.11(h)(3)"))
    assert {e["by"] for e in played.events_of("elected") if e["cite"].startswith(cite)} == {"floor"}
    assert {e["by"] for e in played.events_of("attested") if e["cite"].startswith(cite)} == {"dealer"}


@pytest.mark.parametrize(("mine", "table", "against"),
    [(QUADS, "1", None), (SEVEN_SF, "1", "cage"), (FIVE_ACES, "1", "cage"), (JOKER_SF, "4", "cage"),
    (ROYAL, "4", None)])  # fmt: skip
def test_688a_11_h_3_i_b_4_no_share_of_the_meter_out_of_the_table_inventory(mine: str, table: str, against: str
    | None) -> None:  # fmt: skip
    """What holds a percentage is paid by the cage; sums by the table."""
    (paid,) = [event for event in won(mine, table).events_of("paid") if event["wager"] == "progressive_payout"]
    assert paid.get("against") == against


# § 688a.12(d) The meter


@pytest.mark.parametrize(("table", "after"), [("1", 1_000_028), ("2", 1_000_007), ("3", 200_029), ("4", 1_000_005), ("5", 500_017),
    ("6", 200_017), ("7", 100_026)])  # fmt: skip
def test_688a_12_d_seed_and_rate_of_progression(table: str, after: int) -> None:
    """One wager moves the meter from its seed by the printed rate."""
    assert value(won(NOTHING, table)) == [("contribution", after * MICRO)]


def two_winners(first: str, second: str, table: str = "1", **rest: Any) -> Played:
    """Seat 2, nearer to the dealer's right, and seat 1."""
    hands: dict[int | str, str] = {DEALER: AGAINST, 1: second, 2: first}
    wagers = "; ".join(f"{seat} {MAIN} 10; {seat} progressive_payout {unit(table)}" for seat in (1, 2))
    return table_of(hands, wagers, **filed(table, **rest)).ok()


def test_688a_12_d_two_winners_in_turn_order() -> None:
    """The first at the dealer's right takes the meter, the next what it was reset to (I-GEN-03, I-688a-15)."""
    played = two_winners(SEVEN_SF, JOKER_SF)
    assert played.returned(2, "progressive_payout") == "10000.56"
    assert played.returned(1, "progressive_payout") == "10000.00"
    assert [why for why, _ in value(played)] == ["contribution", "contribution", "award", "reset", "award", "reset"]


def test_688a_12_d_two_winners_in_equal_parts_if_filed() -> None:
    """Each has half of the meter when all hands were shown; it is reset once, and their cards stay until they are paid."""
    played = two_winners(SEVEN_SF, JOKER_SF, progressive_winners="equal")
    assert [(s["seat"], s["returned"]) for s in played.settlements if s["wager"] == "progressive_payout"] == [
        (2, "5000.28"),
        (1, "5000.28"),
    ]
    assert [why for why, _ in value(played)] == ["contribution", "contribution", "award", "award", "reset"]
    steps = [(e["event"], e.get("seat", e.get("of"))) for e in played.events if e["event"] in ("paid", "discarded")]
    assert [e["cite"] for e in played.events_of("discarded")][-3:] == ["688a.11(g)", "688a.11(g)", "688a.11(j)"]
    assert steps[-5:] == [("paid", 2), ("paid", 1), ("discarded", 2), ("discarded", 1), ("discarded", "dealer")]
    assert {e["odds"] for e in played.events_of("paid") if e["wager"] == "progressive_payout"} == {
        "100% of meter, shared by 2"
    }
    assert [e["cite"] for e in played.events_of("elected") if e["says"] == "documented"] == [
        "688a.11(h)(3)(i)(B)(4)"
    ] * 2


def test_688a_12_d_equal_parts_are_those_of_players() -> None:
    """One player who won on both areas has the whole meter, half of it for each."""
    hands: dict[int | str, str] = {DEALER: AGAINST, 1: JOKER_SF, 2: SEVEN_SF}
    wagers = [{"seat": seat, "wager": kind, "amount": amount, "player": "Ada"} for seat in (1, 2)
        for kind, amount in ((MAIN, "10.00"), ("progressive_payout", "1.00"))]  # fmt: skip
    part = round_of(hands, wagers)
    part["answers"].sort(key=lambda answer: -answer["seat"])  # of equal wagers the right one is set first
    played = play(GAME, part, **filed("1", progressive_winners="equal", adjacent_boxes=2)).ok()
    assert [(s["seat"], s["returned"]) for s in played.settlements if s["wager"] == "progressive_payout"] == [
        (2, "5000.28"),
        (1, "5000.28"),
    ]
    assert {e["odds"] for e in played.events_of("paid") if e["wager"] == "progressive_payout"} == {"100% of meter"}


def test_688a_12_d_equal_parts_leave_other_awards_in_their_turn() -> None:
    """In Paytable 4 a tenth is paid at once, the top award with its sum and stake afterwards, on what the tenth left."""
    played = two_winners(SEVEN_SF, JOKER_SF, "4", progressive_winners="equal")
    due = {s["seat"]: s["returned"] for s in played.settlements if s["wager"] == "progressive_payout"}
    assert due == {1: "6005.01", 2: "14005.09"}  # of 10,000.10: 1,000.01, and the rest
    assert [s["seat"] for s in played.settlements if s["wager"] == "progressive_payout"] == [1, 2]


def test_688a_12_d_partial_award_comes_off_and_is_not_made_good() -> None:
    """A tenth each, the second of what the first left; a fraction of a cent stays (I-GEN-04)."""
    played = two_winners(JOKER_SF, SEVEN_SF.replace("9S", "TS"), "2")
    assert played.returned(2, "progressive_payout") == "1000.01"  # of 10,000.14
    assert played.returned(1, "progressive_payout") == "100.00"  # a straight flush and no more
    assert value(played)[-1] == ("award", (1_000_014 - 100_001) * MICRO)


def test_688a_12_d_reserve_of_paytable_4_goes_into_the_next_meter() -> None:
    """A second 1% fills a hidden pool, added when a 100% award resets the meter (I-688a-07)."""
    hands: dict[int | str, str] = {DEALER: AGAINST, 1: NOTHING}
    lost = round_of(hands, f"{ONE}; 1 progressive_payout 5")
    top = round_of({DEALER: AGAINST, 1: SEVEN_SF}, f"{ONE}; 1 progressive_payout 5")
    played = play(GAME, lost, lost, top, top, **filed("4")).ok()
    assert played.returned(1, "progressive_payout", round=3) == "15005.15"  # 10,000 and three times five cents
    assert played.returned(1, "progressive_payout", round=4) == "15005.20"  # the pool of three rounds, and five cents
    assert [after for why, after in value(played) if why == "reset"] == [1_000_015 * MICRO, 1_000_005 * MICRO]


def test_688a_12_d_void_takes_the_reserve_back_too() -> None:
    """A round that is void leaves meter and pool as they were (I-GEN-08)."""
    hands: dict[int | str, str] = {DEALER: AGAINST, 1: NOTHING}
    whole = round_of(hands, f"{ONE}; 1 progressive_payout 5")
    void = {**whole, "chance": whole["chance"][:9], "answers": [],
        "irregularities": [{"kind": "wrong_number_of_cards", "after": 9}]}  # fmt: skip
    top = round_of({DEALER: AGAINST, 1: SEVEN_SF}, f"{ONE}; 1 progressive_payout 5")
    played = play(GAME, void, top, **filed("4")).ok()
    assert played.returned(1, "progressive_payout", round=2) == "15005.05"
    assert value(played)[-1] == ("reset", 1_000_005 * MICRO)


@pytest.mark.parametrize(("table", "amount", "refusal"),
    [("1", "0.99", "not_a_unit"), ("1", "2", "above_maximum"), ("1", "5", "above_maximum"), ("4", "1", "not_a_unit"),
    ("4", "10", "above_maximum")])  # fmt: skip
def test_688a_12_d_wager_is_exactly_what_the_paytable_takes(table: str, amount: str, refusal: str) -> None:
    """$5 for Paytable 4, $1 for the others."""
    refused(play(GAME, deal(f"{ONE}; 1 progressive_payout {amount}"), **filed(table)), refusal, "688a.12(d)")
    won(NOTHING, table).ok()


def test_688a_12_d_limits_of_the_table_are_not_those_of_the_progressive() -> None:
    """Its paytable alone says what it takes, whatever minimum is posted; other limits cannot be filed for it."""
    rules = Rules(minimum=Money(2500), maximum=Money(50_000), progressive_payout=True)
    assert (rules.least("progressive_payout"), rules.most("progressive_payout")) == (100, 100)
    assert (rules.least(MAIN), rules.most(MAIN)) == (2500, 50_000)
    for limits in ({"minimum": "2.00"}, {"minimum": "1.00", "maximum": "5.00"}):
        refused(
            play(GAME, deal(), **filed("1", limits={"progressive_payout": limits})), "forbidden_choice", "688a.12(d)"
        )
    play(GAME, deal(), **filed("1", limits={"progressive_payout": {"minimum": "1.00", "maximum": "1.00"}})).ok()


@pytest.mark.parametrize("table", "1234567")
def test_688a_12_d_suspect_rate_is_flagged(table: str) -> None:
    """Paytables 6 and 7 are offered at their printed rate, which whoever files them has to confirm (I-688a-09)."""
    flagged = [doubt.choice for doubt in submit(Rules, filed(table)).doubts()]
    assert flagged == (["progressive_payout_paytable"] if table in "67" else [])
    assert not submit(Rules, {**filed(table), "progressive_payout": False}).doubts()


# § 688a.2(d) Linked tables


def test_688a_2_d_linked_meter_is_of_one_wager_paytable_and_group() -> None:
    """Tables of one group share a meter only under the same paytable; a table alone has its own (I-GEN-33)."""
    rules = {
        (table, group): Rules(progressive_payout=True, progressive_payout_paytable=ProgressivePaytable(table),
        progressive_link_group=group)
        for table in "14" for group in ("north", "south", None)
    }  # fmt: skip
    meters = {key: chosen.meter for key, chosen in rules.items()}
    linked = {key: meter.name for key, meter in meters.items() if meter is not None and meter.linked}
    assert len(linked) == len(set(linked.values())) == 4
    assert linked["1", "north"] == "progressive_payout 1 north"
    assert all(meter is not None and meter.linked == (group is not None) for (_, group), meter in meters.items())


def test_688a_2_d_link_needs_the_wager() -> None:
    """There is no meter to link where the Progressive is not offered."""
    refused(play(GAME, deal(), progressive_link_group="north"), "forbidden_choice", "688a.2(d)")


def system(table: str, what: str, dollars: int) -> dict[str, Any]:
    """The progressive system tells what the meter of the group says, in micro-cents."""
    return {"by": "system", "answer": {what: f"{dollars * MICRO}.00"}, "on": f"progressive_payout {table} north"}


def test_688a_2_d_linked_meter_is_the_systems_to_say() -> None:
    """Asked before contributions and before an award; paid is what the group's meter says then."""
    says = [system("1", "meter", dollars) for dollars in (20_000, 20_001)]
    part = round_of({DEALER: AGAINST, 1: SEVEN_SF}, f"{ONE}; 1 progressive_payout 1", after=says)
    played = play(GAME, part, **filed("1", progressive_link_group="north")).ok()
    assert played.returned(1, "progressive_payout") == "20001.00"
    assert value(played) == [("contribution", 2_000_028 * MICRO), ("award", 0), ("reset", 1_000_000 * MICRO)]
    assert {event["meter"] for event in played.events_of("meter_moved")} == {"progressive_payout 1 north"}


def test_688a_2_d_linked_reserve_is_the_systems_too() -> None:
    """Under Paytable 4 the pool of all tables goes into the next meter."""
    amounts = [("meter", 20_000), ("reserve", 700), ("meter", 20_000), ("reserve", 800)]
    says = [system("4", what, dollars) for what, dollars in amounts]
    part = round_of({DEALER: AGAINST, 1: SEVEN_SF}, f"{ONE}; 1 progressive_payout 5", after=says)
    played = play(GAME, part, **filed("4", progressive_link_group="north")).ok()
    assert played.returned(1, "progressive_payout") == "25005.00"
    assert value(played)[-1] == ("reset", 1_080_000 * MICRO)


def test_688a_2_d_sign_and_checklist_of_a_linked_table() -> None:
    """Players are told whom they share the meter with; the system is inspected as one for linked tables."""
    linked = Rules(progressive_payout=True, progressive_link_group="north")
    alone = Rules(progressive_payout=True)
    assert [sign.text for sign in CHAPTER.signs(linked) if sign.cite == "688a.2(d)"] == [
        "The Progressive is shared by all tables of the group north."
    ]
    assert not [sign for sign in CHAPTER.signs(alone) if sign.cite == "688a.2(d)"]
    items = [
        item.text
        for rules in (alone, linked)
        for item in CHAPTER.checklists(rules)[0].items
        if item.cite == "688a.2(d)"
    ]
    assert ["linked" in text for text in items] == [False, True]
