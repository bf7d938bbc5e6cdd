"""Chapter 633a, Blackjack: layout, signs and inspections; and the properties of play under many submissions."""

import contextlib
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.chapters.ch633a_blackjack import GAME
from pitboss.chapters.ch633a_blackjack.rules import BLACKJACK, KINDS, Rules
from pitboss.drivers.round import Round
from pitboss.events import Event, MeterMoved
from pitboss.game import DEALER_OR_FLOOR, FLOOR_ONLY, RoundStart, When
from pitboss.journal import Report
from pitboss.ledger import LAYOUT, Ledger
from pitboss.procedure import Answer, Draw, Refused, Window
from pitboss.roles import Role
from pitboss.submission import submit
from pitboss.testkit.random_play import elect, tender, weighted
from pitboss.wagers import Book, close_betting
from tests import shoes
from tests.chapters.blackjack import DOUBLE, SHOE, filed
from tests.felts import lies_apart

SWITCH: dict[str, Any] = {"blackjack_switch": True, "switch_natural_pays": "one_to_one"}
METERS: dict[str, Any] = {
    "bad_beat_progressive": True,
    "bad_beat_rate": "12.5",
    "bad_beat_initial": 5000,
    "bad_beat_reset": 6000,
    "hit_and_run_progressive": True,
    "hit_and_run_rate": "7.1234",
    "hit_and_run_initial": 1000,
    "hit_and_run_reset": 1500,
}
TWO_CARDS = (
    "lucky_ladies",
    "match_the_dealer",
    "in_between",
    "royal_match_21",
    "bet_the_set_21",
    "kings_bounty",
    "three_card_poker",
)
EVERYTHING: dict[str, Any] = {**dict.fromkeys(TWO_CARDS, True), **METERS}

# § 633a.2(b).  The layout.


def areas(rules: Rules, wager: str) -> list[tuple[int, str, str]]:
    return sorted((area.seat, area.on, area.cite) for area in GAME.felt(rules).areas if area.wager == wager)


@pytest.mark.parametrize(
    ("wager", "cite"),
    [
        ("blackjack", "633a.2(b)(2)"),
        ("lucky_ladies", "633a.2(b)(4)"),
        ("match_the_dealer", "633a.2(b)(5)"),
        ("in_between", "633a.2(b)(6)"),
        ("royal_match_21", "633a.2(b)(7)"),
        ("bet_the_set_21", "633a.2(b)(8)"),
        ("kings_bounty", "633a.2(b)(9)"),
        ("three_card_poker", "633a.2(b)(11)"),
        ("hit_and_run_progressive", "633a.2(b)(12)"),
    ],
)
def test_633a_2_b_an_area_for_each_wager_offered(wager: str, cite: str) -> None:
    """Each player has a separate area for every wager that is offered, and none for one that is not."""
    assert areas(filed(**EVERYTHING), wager) == [(seat, "", cite) for seat in range(1, 8)]
    if wager != "blackjack":
        assert areas(filed(), wager) == []
    (name,) = [area.name for area in GAME.felt(filed(**EVERYTHING)).areas if (area.wager, area.seat) == (wager, 3)]
    assert name == f"{KINDS[wager].title}, seat 3"


def test_633a_2_b_10_switch_layout() -> None:
    """Two areas for the Blackjack Wagers of each player, one for Super Match, and the name of the game."""
    rules = filed(**SWITCH, super_match=True)
    assert areas(rules, "blackjack") == [(seat, on, "633a.2(b)(10)(i)") for seat in range(1, 8) for on in ("1", "2")]
    assert areas(rules, "super_match") == [(seat, "", "633a.2(b)(10)(ii)") for seat in range(1, 8)]
    assert GAME.felt(rules).title == "Blackjack Switch"


@pytest.mark.parametrize(
    "choices", [{}, EVERYTHING, {**SWITCH, "super_match": True}, {**SWITCH, **EVERYTHING, "super_match": True}]
)
def test_633a_2_b_areas_lie_apart(choices: dict[str, Any]) -> None:
    """Nothing on the felt covers anything else."""
    lies_apart(GAME.felt(filed(**choices)))


def test_633a_2_b_3_inscriptions() -> None:
    """Blackjack pays 3 to 2, Insurance pays 2 to 1, the dealer draws to 16 and stands on all 17s."""
    texts = {text.cite: text.text for text in GAME.felt(filed()).inscriptions}
    assert texts["633a.2(b)(3)(i)"] == "Blackjack pays 3 to 2"
    assert texts["633a.2(b)(3)(ii)"] == "Insurance pays 2 to 1"
    assert texts["633a.2(b)(3)(iii)"] == "Dealer must draw to 16 and stand on all 17s"
    trade = {text.cite: text.text for text in GAME.felt(filed(**SWITCH)).inscriptions}
    assert trade["633a.2(b)(3)(i)"] == "Blackjack pays 1 to 1"


def test_633a_2_b_13_signs_tell_every_line() -> None:
    """Every paytable of every wager offered stands on a sign."""
    words = " ".join(
        sign.text for sign in GAME.signs(filed(**EVERYTHING, magic_card_bonus=True, crown_treasure_bonus=True))
    )
    for text in (
        "1000 to 1",
        "Any 20 4 to 1",
        "100% of meter",
        "Magic Card Bonus 20 for 1",
        "Crown Treasure 1000 for 1",
        "three-card spread 4 to 1",
        "11 to 1",
    ):
        assert text in words
    assert "player 20" not in words
    assert "player 20 1 for 1" in " ".join(s.text for s in GAME.signs(filed(**METERS, bad_beat_any_20=True)))


@pytest.mark.parametrize(
    ("pays", "against_22", "words", "not_words"),
    [
        ("one_to_one", "wins", "of 21 or less except a Blackjack.", "pays 1 to 1"),
        ("one_to_one", "pushes", "of 21 or less.", "except"),
        ("as_printed", "wins", "A Blackjack against a dealer's 21 of more than two cards pays 1 to 1.", "less."),
    ],
)
def test_633a_2_b_13_switch_sign_says_what_was_filed(pays: str, against_22: str, words: str, not_words: str) -> None:
    """What a natural gets against a dealer's 21 or 22 is posted as it will be settled (I-633a-03, -04)."""
    rules = filed(blackjack_switch=True, switch_natural_pays=pays, switch_natural_against_22=against_22)
    (sign,) = [sign.text for sign in GAME.signs(rules) if sign.cite == "633a.12(a)(5)"]
    assert words in sign
    assert not_words not in sign
    assert sign.endswith("A Blackjack made by switching counts 21.")


def test_633a_2_b_13_each_spot_tells_its_odds() -> None:
    """Whoever looks at an area is told what it pays; the optional 20 of the Bad Beat only where it is offered."""

    def told(wager: str, on: str = "", **choices: Any) -> str:
        return filed(**choices).spots[wager, on].pays

    assert told("blackjack") == "1 to 1; 3 to 2"
    assert told("blackjack", switch_natural_pays="one_to_one") == "1 to 1; 3 to 2"  # no Switch table
    assert told("blackjack", "1", **SWITCH) == "1 to 1"
    assert told("blackjack", "1", **{**SWITCH, "switch_natural_pays": "as_printed"}) == "1 to 1; 3 to 2"
    assert told("lucky_ladies", **EVERYTHING) == "1000 to 1; 200 to 1; 25 to 1; 10 to 1; 4 to 1"
    assert told("match_the_dealer", **EVERYTHING, decks=8) == "14 to 1; 3 to 1"
    assert told("super_match", **SWITCH, super_match=True) == "40 to 1; 8 to 1; 5 to 1; 1 to 1"
    assert told("three_card_poker", **EVERYTHING) == "9 to 1"
    assert told("bad_beat_progressive", **METERS).endswith("; 10 for 1")
    assert told("bad_beat_progressive", **METERS, bad_beat_any_20=True).endswith("; 10 for 1; 1 for 1")


def test_633a_2_b_14_payout_limit_is_posted() -> None:
    """On the layout and on a sign, where one was set."""
    rules = filed(lucky_ladies=True, payout_limit=25000, limits={"lucky_ladies": {"maximum": 25}})
    assert "Payout limit $25000.00 a round" in [text.text for text in GAME.felt(rules).inscriptions]
    assert "633a.2(b)(14)" in [sign.cite for sign in GAME.signs(rules)]
    assert "633a.2(b)(14)" not in [sign.cite for sign in GAME.signs(filed())]


def test_633a_4_checklists_follow_the_equipment() -> None:
    """Double shoe, batches, shuffler and progressive system each add their items; the height of the rack is one of two."""

    def cites(**choices: Any) -> set[str]:
        return {item.cite for checklist in GAME.checklists(filed(**choices)) for item in checklist.items}

    assert {"633a.2(e)", "633a.2(f)", "633a.2(g)", "633a.4(a)", "633a.4(b)", "633a.4(c)"} <= cites()
    assert cites(**DOUBLE) - cites() == {"633a.2(h)", "633a.3(c)", "633a.4(d)"}
    assert cites(automated_shuffling_device=True) - cites() == {"633a.3(b)(2)", "633a.4(e)", "633a.5(g)(2)"}
    assert cites(**METERS) - cites() == {"633a.2(c)", "633a.2(d)", "633a.2(d)(1)"}
    assert cites(continuous_shuffler=True) - cites() == {"633a.5(h)"}
    assert cites() - cites(continuous_shuffler=True) == {"633a.5(g)", "633a.5(g)(1)"}  # 633a.5(h)
    in_hand = {"dealt_from_hand": True, "automated_shuffling_device": True, "decks": 2}
    assert cites() - cites(**in_hand) == {"633a.7(a)"}  # no shoe, no place for one
    aces = {"split_aces": "one_card"}
    shoes.lists_follow_the_register(SHOE, {**aces, **METERS}, {**aces, **DOUBLE}, {**aces, **in_hand})
    equipment, cards, arrival, idle = GAME.checklists(filed())
    rack = [item.cite for item in equipment.items if item.either]
    assert rack == ["633a.2(g)(1)", "633a.2(g)(2)"]
    every = {item.cite for item in equipment.items}
    assert [equipment.missing(every - {cite}) for cite in rack] == [None, None]
    assert equipment.missing(every - {*rack}) is not None
    assert [[(s.roles, s.assigned) for s in each.signatures] for each in (equipment, cards, arrival, idle)] == [
        [(FLOOR_ONLY, True)],  # 633a.2(f)
        [((Role.DEALER,), False), (FLOOR_ONLY, True)],
        [((Role.DEALER,), False)],
        [((Role.DEALER,), False)],
    ]
    (came_inspected,) = GAME.checklists(filed(preshuffled=True))[1].signatures
    assert came_inspected.roles == DEALER_OR_FLOOR


def test_633a_4_b_to_e_what_waits_for_the_first_player() -> None:
    """Received cards are inspected, batches each by itself; spread, wash and shuffle wait; preshuffled decks skip all."""
    for choices, received, shown in (
        ({}, ["(a)"], ["(b)", "(c)"]),
        (DOUBLE, ["(a)"], ["(b)", "(c)", "(d)"]),
        ({"automated_shuffling_device": True}, ["(a)", "(e)"], ["(b)", "(c)", "(e)"]),
        ({"preshuffled": True}, ["(f)"], []),
    ):
        rules = filed(**choices)
        assert shoes.cites_due(GAME, rules, When.CARDS) == [f"633a.4{letter}" for letter in received]
        assert shoes.cites_due(GAME, rules, When.ARRIVAL) == [f"633a.4{letter}" for letter in shown]
    shoes.dealer_signs_for_the_first_player(GAME, filed(), "633a.4(b)")


def test_633a_2_f_card_reader_is_the_floorpersons_every_day() -> None:
    """Daily, by the floorperson assigned to the table, and the reader stays the one it is; the cards are changed by either."""
    cards, reader = GAME.duties(filed())
    assert (reader.thing, reader.hours, reader.roles, reader.replaces) == ("card reader", 24, FLOOR_ONLY, False)
    assert (cards.thing, cards.roles, cards.replaces) == ("cards", DEALER_OR_FLOOR, True)
    assert (reader.assigned, cards.assigned) == (True, False)


def test_633a_14_k_m_what_the_table_works_with() -> None:
    """A reader always; a shoe unless the hand deals; a device that may be out of order where one was filed."""

    def things(**choices: Any) -> dict[str, tuple[str, str]]:
        return {thing.name: (thing.device, thing.approval) for thing in GAME.things(filed(**choices))}

    by_hand = {"cards": ("", ""), "shoe": ("", ""), "card reader": ("card reader", "")}
    assert things() == by_hand
    assert things(automated_shuffling_device=True) == {**by_hand, "shuffler": ("shuffler", "")}
    assert things(continuous_shuffler=True) == {**by_hand, "shuffler": ("shuffler", "633a.5(h)")}  # 461a.4
    assert "shoe" not in things(dealt_from_hand=True, automated_shuffling_device=True, decks=2)
    assert "progressive system" in things(**METERS)


def test_633a_6_f_11_c_what_shall_be_specified() -> None:
    """Adjacent boxes, both numbers of splits, the order of settlement (633a.7(r)), and what split aces may do."""
    names = "adjacent_boxes", "max_resplits", "max_ace_resplits", "settlement_order", "split_aces"
    shoes.empty_filing_is_refused_by_name(SHOE, *names)
    reader = "card reader in order", "use of the card reader"
    shoes.staff_is_asked(SHOE, *reader, "shuffler in order", "verify award", "documentation")


def test_633a_5_e_f_14_k_who_may() -> None:
    """Orders of the floor are the floor's; so are a barred patron's return (633a.6(b)(1)) and that of a device (I-633a-46)."""
    shoes.floor_alone_orders_and_returns(SHOE)
    kinds = {kind.name: kind for kind in GAME.irregularities}
    for name, cite in (("wagering_permitted", "633a.6(b)(1)"), ("card_reader_returned", "I-633a-46")):
        assert (kinds[name].by, kinds[name].by_cite) == (FLOOR_ONLY, cite)
    assert kinds["card_reader_malfunction"].by == DEALER_OR_FLOOR


# --- many submissions, random play, random irregularities


def submission(pick: Callable[[int], int]) -> Rules:
    """Some lawful submission."""
    for _ in range(200):
        chosen: dict[str, Any] = {
            "split_aces": ("one_card", "draw")[pick(2)], "decks": (1, 2, 4, 6, 8)[pick(5)], "max_resplits": pick(4),
            "max_ace_resplits": pick(3), "even_money": bool(pick(2)), "settlement_order": ("collect_first", "mixed")[pick(2)],
            "adjacent_boxes": 1 + pick(7), "card_reader_can_reveal": bool(pick(2)), "no_mid_shoe_entry": not pick(8),
        }  # fmt: skip
        chosen |= {kind: True for kind in TWO_CARDS if pick(2)}
        chosen |= METERS if pick(2) else {}
        chosen |= {bonus: True for bonus in ("magic_card_bonus", "lucky_player_bonus", "bad_beat_any_20") if pick(2)}
        chosen |= DOUBLE if not pick(5) else {}
        chosen |= {**SWITCH, "super_match": bool(pick(2))} if not pick(4) else {}
        chosen |= {"payout_limit": 25000} if pick(2) else {}
        chosen |= {"dealt_from_hand": True, "automated_shuffling_device": True} if not pick(5) else {}
        chosen |= {"continuous_shuffler": True} if not pick(8) else {}
        try:
            return submit(Rules, chosen)
        except Refused:
            continue
    raise AssertionError("no lawful submission found")


def one_step(play: Round, pick: Callable[[int], int]) -> list[Event]:
    question = play.pending
    if isinstance(question, Window):
        seat = 1 + pick(7)
        offers = [offer for offer in question.menu.offers(seat) if offer.says == "wager"]
        if pick(15) and offers:
            return play.answer(tender(seat, offers[pick(len(offers))], pick))
        return close(play, question)
    if isinstance(question, Draw):
        return play.answer(weighted(question, pick))
    elections = play.elections()
    return play.answer(elect(elections[pick(len(elections))], pick))


def close(play: Round, window: Window) -> list[Event]:
    """Close betting; side wagers without a hand are taken back and two unequal wagers made equal first."""
    events: list[Event] = []
    for seat in range(1, 8):
        book = window.menu
        if isinstance(book, Book) and (BLACKJACK, "2") in book.spots:
            one, two = (book.amount(seat, BLACKJACK, on) for on in "12")
            if one != two:
                events += play.answer(Answer(seat, "wager", BLACKJACK, "2" if one > two else "1", abs(one - two)))
        for offer in window.menu.offers(seat):
            if offer.says == "remove":
                events += play.answer(Answer(seat, "remove", offer.wager, offer.on, offer.least))
    return [*events, *play.answer(close_betting())]


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_633a_chips_and_meters_are_conserved_under_any_submission(seed: int) -> None:
    """Whatever is filed, wagered, decided and reported: chips balance, nothing stays on the layout, meters add up."""
    source = random.Random(seed)

    def pick(n: int) -> int:
        return source.randrange(n) if n > 0 else 0

    rules, ledger = submission(pick), Ledger()
    state, meters = GAME.open(rules), {meter.name: meter.initial * 10**6 for meter in rules.meters}
    for number in range(1, 5):
        play = Round(GAME, rules, state, RoundStart(number, bool(pick(4) == 0), {}, (1, 4, 2)))
        events = list(play.events)
        while not play.closed:
            kind = GAME.irregularities[pick(len(GAME.irregularities))]
            if pick(8) == 0:
                with contextlib.suppress(Refused):
                    events += play.report(Report(kind.name, 1 + pick(7), {fact: bool(pick(2)) for fact in kind.facts}))
            else:
                events += one_step(play, pick)
        ledger.fold(events)
        ledger.check()
        assert ledger.balance(LAYOUT) == 0
        for event in events:
            if isinstance(event, MeterMoved):
                assert meters[event.meter] == event.before
                meters[event.meter] = event.after
        state = play.result
        assert {name: meter.value for name, meter in state.meters.items()} == meters
