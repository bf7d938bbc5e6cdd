"""Chapter 621a: what goes wrong, when it can, and what is then done."""

from typing import Any

import pytest

from pitboss import catalogue
from pitboss.chapters.ch621a_pai_gow.table import Table
from pitboss.drivers.round import Round
from pitboss.equipment.shoe import ShoeState
from pitboss.families.banking import BankState, LastWager
from pitboss.game import DEALER_OR_FLOOR, FLOOR_ONLY, RoundStart
from pitboss.journal import Report
from pitboss.procedure import Answer, Refused
from pitboss.roles import Role
from pitboss.submission import submit
from pitboss.testkit.tables import Played, deal, fault, play, refused
from tests.chapters.pai_gow_tiles import GAME, OPENING, low, said, table

DEALER, WINS, FOUR = "6-6 1-6 5-5 1-5", "1-4 2-3 1-1 2-2", "5-6 5-6 3-3 4-6"
HANDS = {"dealer": DEALER, "seat_1": WINS, "seat_4": FOUR}
LOWS = low("1 1-1 2-2; 4 3-3 4-6")


def round_with(
    *faults: dict[str, Any], chance: list[str] | None = None, answers: Any = None, **submission: Any
) -> Played:
    """Seats 1 and 4 wager $10 each; seat 1 would win and seat 4 tie."""
    part = deal(
        "1 pai_gow 10; 4 pai_gow 10", chance or table(**HANDS), LOWS if answers is None else answers, list(faults)
    )
    return play(GAME, part, **submission)


def reports(played: Played) -> list[tuple[str, int, str]]:
    return [(e["kind"], e.get("seat", 0), e["cite"]) for e in played.events_of("irregularity_reported")]


def impossible(played: Played) -> None:
    """The irregularity could not be reported at any moment it was meant for."""
    refused(played, "unused", "621a.5(c)")
    assert played.refused is not None
    assert "irregularity" in played.refused["why"]


def test_621a_10_all_irregularities_are_named() -> None:
    """Every mishap of the chapter has its name, provision and remedy."""
    assert {kind.name: kind.cite for kind in catalogue.game(GAME).irregularities} == {
        "no_roll": "621a.10(a)",
        "tiles_to_wrong_positions": "621a.10(c)",
        "player_tile_exposed": "621a.10(d)",
        "dealer_tile_exposed": "621a.10(e)",
        "bank_tile_exposed": "621a.10(e)",
        "dead_hand_tile_exposed": "621a.10(e)",
        "empty_position_tile_exposed": "621a.10(e)",
        "hands_set_incorrectly": "621a.10(f)",
        "tile_exposed_while_stacking": "621a.4(e)",
        "unsuitable_tiles": "621a.4(a)(3)(i)",
        "bank_lifted_lid": "621a.9(i)",
        "player_left": "621a.5(b)",
    }


# § 621a.4(a)(3), (e).


def test_621a_4_a_3_i_unsuitable_tiles_are_replaced() -> None:
    """A set found unsuitable is replaced by another, which is inspected, verified and mixed instead."""
    played = round_with(fault("unsuitable_tiles", 0)).ok()
    assert reports(played) == [("unsuitable_tiles", 0, "621a.4(a)(3)(i)")]
    assert len(played.events_of("shuffled")) == 2
    assert played.returned(1, "pai_gow") == "20.00"
    said_done = [(e["by"], e["cite"]) for e in played.events_of("attested")]
    assert said_done[:-1] == [
        ("floor", "621a.4(a)(3)(i)"),
        ("dealer", "621a.4(a)(3)(ii)"),
        ("floor", "621a.4(a)(3)(ii)"),
        ("dealer", "621a.4(a)"),
        ("floor", "621a.4(a)"),
    ]
    assert [(e["thing"], e["why"]) for e in played.events_of("replaced")] == [("tiles", "unsuitable")]


def test_621a_4_a_3_i_also_of_a_set_that_was_in_play() -> None:
    """Until betting closes a set may be found unsuitable in any round; with another the game starts, and nobody banks."""
    part = deal("1 pai_gow 10; 4 pai_gow 10", table(**HANDS), LOWS)
    late = {**part, "irregularities": [fault("unsuitable_tiles", 0)]}
    found = play(GAME, part, late, part, player_bank=True).ok()
    assert [e["thing"] for e in found.events_of("replaced")] == ["tiles"]
    banks = {**part, "answers": [said(1, "bank"), *LOWS]}
    assert (
        play(GAME, part, {**banks, "chance": table(first=1, **HANDS)}, player_bank=True)
        .ok()
        .events_of("marked")[-1]["marker"]
        == "bank"
    )
    start = play(GAME, part, {**banks, "irregularities": late["irregularities"]}, player_bank=True).ok()
    assert [(e["seat"], e["cite"]) for e in start.events_of("noted") if "nobody banks" in e["what"]] == [
        (1, "621a.9(b)")
    ]
    assert not [s for s in start.settlements if s["wager"] == "bank"]


def test_621a_9_b_nobody_takes_the_bank_once_there_is_another_set() -> None:
    """In the round in which the set was exchanged the bank may be accepted before that, and not after it."""
    game = catalogue.game(GAME)
    rules = submit(game.rules, {"player_bank": True})
    state = Table(ShoeState(shuffled=True), BankState((LastWager(1, "1", 1000),)))
    playing = Round(game, rules, state, RoundStart(2))
    playing.answer(Answer("dealer", "circles", amount=8))
    playing.answer(Answer(1, "bank"))
    playing.report(Report("unsuitable_tiles"))
    while asked := playing.elections():
        playing.answer(asked[0].options[0].answer(asked[0].to))
    with pytest.raises(Refused) as no:
        playing.answer(Answer(1, "bank"))
    assert no.value.cite == "621a.9(b)"


def test_621a_4_a_3_i_not_once_the_stacks_are_formed() -> None:
    """Stacks that are being dealt are not exchanged."""
    impossible(round_with(fault("unsuitable_tiles", 32)))


def test_621a_4_a_5_b_who_may_report_and_answer() -> None:
    """Only the floor treats a wager as abandoned (I-GEN-12); it brings, signs and verifies, the dealer does the rest."""
    game = catalogue.game(GAME)
    assert [(kind.name, kind.by_cite) for kind in game.irregularities if kind.by == FLOOR_ONLY] == [
        ("player_left", "I-GEN-12")
    ]
    assert {kind.by for kind in game.irregularities} == {FLOOR_ONLY, DEALER_OR_FLOOR}
    floor = {asked.kind for asked in game.staff_questions if asked.roles == FLOOR_ONLY}
    assert floor == {"another set", "sealed set signed", "inspection verified"}
    assert {asked.roles for asked in game.staff_questions if asked.kind not in floor} == {(Role.DEALER,)}


@pytest.mark.parametrize("after", [0, 1, 31])
def test_621a_4_e_tile_exposed_while_stacking(after: int) -> None:
    """A tile turned over during the stacking has the whole set mixed and stacked again; wagers stand."""
    whole = table(**HANDS)
    played = round_with(fault("tile_exposed_while_stacking", after), chance=[*whole[:after], *whole]).ok()
    assert reports(played) == [("tile_exposed_while_stacking", 0, "621a.4(e)")]
    assert [e["count"] for e in played.events_of("shuffled")] == [32, 32]
    assert played.returned(1, "pai_gow") == "20.00"


def test_621a_4_e_not_when_the_stacks_stand() -> None:
    """When all eight stacks are complete nothing is turned over in stacking any more."""
    impossible(round_with(fault("tile_exposed_while_stacking", 33)))


# § 621a.5(b).


@pytest.mark.parametrize("moment", [{}, {"after_answers": 1}])
def test_621a_5_b_player_who_left_loses_on_the_floors_word(moment: dict[str, int]) -> None:
    """The wager of one who leaves may be treated as abandoned; the others play on (I-GEN-12)."""
    played = round_with(fault("player_left", 33, seat=1, **moment), answers=low("4 3-3 4-6")).ok()
    assert reports(played) == [("player_left", 1, "621a.5(b)")]
    assert [e["by"] for e in played.events_of("elected") if e["says"] == "low"] == [4]  # what they had set counts
    assert (played.returned(1, "pai_gow"), played.cite(1, "pai_gow")) == ("0.00", "621a.5(b)")
    assert played.cite(4, "pai_gow") == "621a.8(h)(1)"
    taken = [(e["cite"], e["seen_by"]) for e in played.events_of("discarded") if e["of"] == 1]
    assert taken == [("621a.5(b)", [])]  # unseen


def test_621a_5_b_after_the_dealer_has_set() -> None:
    """A player may also leave after setting, when the dealer has shown."""
    played = round_with(fault("player_left", 33, seat=4, after_answers=2)).ok()
    assert played.cite(4, "pai_gow") == "621a.5(b)"
    assert not [e for e in played.events_of("revealed") if e["of"] == 4 and e["cite"] == "621a.8(f)"]


def test_621a_5_b_needs_a_player_with_a_wager() -> None:
    """Nobody without a wager has one to abandon."""
    impossible(round_with(fault("player_left", 33, seat=2)))


def test_621a_5_b_second_area_abandoned_before_it_was_looked_at() -> None:
    """Of a player's two areas the second may be given up while the first is being set; its tiles stay unseen."""
    part = deal(
        "2 pai_gow 10; 3 pai_gow 20",
        table(dealer=DEALER, seat_2=FOUR, seat_3=WINS),
        low("3 1-1 2-2"),
        [fault("player_left", 33, seat=2)],
    )
    for wager in part["wagers"]:
        wager["player"] = "lee"
    played = play(GAME, part, adjacent_boxes=2).ok()
    assert played.cite(2, "pai_gow") == "621a.5(b)"
    assert not [e for e in played.events_of("revealed") if e["of"] == 2]


# § 621a.10(a)–(b).


@pytest.mark.parametrize(("facts", "cite"), [({}, "621a.10(a)"), ({"fell_out": True}, "621a.10(b)")])
def test_621a_10_a_b_no_roll_is_shaken_again(facts: dict[str, bool], cite: str) -> None:
    """Dice not flat, or fallen out: "no roll", and the dice are shaken again; all wagers stand (I-621a-20)."""
    played = round_with(fault("no_roll", 32, **facts)).ok()
    assert reports(played) == [("no_roll", 0, cite)]
    assert played.words()[:3] == ["no more bets", "no roll", "total 9"]
    assert [e["amount"] for e in played.events_of("elected") if e["says"] == "shakes"] == [3, 3]
    assert not played.events_of("returned") or [s["cite"] for s in played.settlements] == ["621a.8(h)(1)", "621a.8(k)"]


def test_621a_10_a_no_roll_after_the_dice_were_read() -> None:
    """A throw already read but called no roll does not count; the next one does."""
    whole = table(**HANDS)
    played = round_with(fault("no_roll", 33), chance=[*whole[:32], "1 1 2", "3 3 3"]).ok()
    assert [e["outcome"] for e in played.events_of("shown")] == ["1 1 2", "3 3 3"]
    assert played.words()[:3] == ["no more bets", "no roll", "total 9"]


def test_621a_10_a_no_dice_no_roll() -> None:
    """A number generator has no dice to lie askew, and before the shake there is nothing to call."""
    chance = [*table(**HANDS)[:32], "1"]
    impossible(round_with(fault("no_roll", 32), chance=chance, start_selector="rng"))
    impossible(round_with(fault("no_roll", 0)))


# § 621a.10(c), (e).

EVERYTHING = (
    ("tiles_to_wrong_positions", "621a.10(c)"),
    ("dealer_tile_exposed", "621a.10(e)"),
    ("dead_hand_tile_exposed", "621a.10(e)"),
    ("empty_position_tile_exposed", "621a.10(e)"),
)


@pytest.mark.parametrize("moment", [{}, {"after_answers": 1}])
@pytest.mark.parametrize(("kind", "cite"), EVERYTHING)
def test_621a_10_c_e_void_all(kind: str, cite: str, moment: dict[str, int]) -> None:
    """All hands void, all wagers returned, tiles mixed again; while tiles go out or while hands are set."""
    answers = low("4 3-3 4-6") if moment else []
    played = round_with(fault(kind, 33, **moment), answers=answers).ok()
    assert reports(played) == [(kind, 0, cite)]
    assert [(s["seat"], s["returned"], s["cite"]) for s in played.settlements] == [
        (4, "10.00", cite),
        (1, "10.00", cite),
    ]
    assert played.events_of("round_voided")[0]["cite"] == cite
    assert played.events_of("noted")[-1]["what"] == "tiles to be mixed again"


@pytest.mark.parametrize(("kind", "cite"), [pair for pair in EVERYTHING if pair[0] != "dealer_tile_exposed"])
def test_621a_10_c_e_void_after_the_dealer_has_shown(kind: str, cite: str) -> None:
    """All but the dealer's own exposure can still be found after the dealer has set."""
    played = round_with(fault(kind, 33, after_answers=2)).ok()
    assert {s["cite"] for s in played.settlements} == {cite}


def test_621a_10_e_dealers_tiles_once_shown() -> None:
    """The dealer's tiles are meant to be seen once all have set."""
    impossible(round_with(fault("dealer_tile_exposed", 33, after_answers=2)))


def test_621a_10_e_needs_an_empty_position() -> None:
    """With wagers on all six positions none is empty."""
    hands = {f"seat_{n}": tiles for n, tiles in enumerate(
        ("6-6 6-6 1-1 1-1", "4-4 4-4 1-3 1-3", "5-5 5-5 3-3 3-3", "2-2 2-2 5-6 5-6", "4-6 4-6 1-6 1-6", "1-5 1-5 3-6 4-5"),
        1)}  # fmt: skip
    lows = low("1 1-1 1-1; 2 1-3 1-3; 3 3-3 3-3; 4 5-6 5-6; 5 1-6 1-6; 6 3-6 4-5")
    wagers = "; ".join(f"{seat} pai_gow 10" for seat in range(1, 7))
    part = deal(wagers, table(**hands), lows, [fault("empty_position_tile_exposed", 33)])
    impossible(play(GAME, part))
    part["irregularities"] = [fault("dead_hand_tile_exposed", 33)]
    part["answers"] = []
    play(GAME, part).ok()


@pytest.mark.parametrize("kind", [kind for kind, _ in EVERYTHING])
def test_621a_10_c_e_not_before_tiles_are_out(kind: str) -> None:
    """Before the delivery nobody has tiles that could be exposed or misplaced (I-621a-22)."""
    impossible(round_with(fault(kind, 32)))


def test_621a_10_c_a_generators_number_is_not_totalled() -> None:
    """Dice that were totalled wrongly are no report where no dice were shaken; with a bank they always are."""
    chance = [*table(**HANDS)[:-1], "1"]
    impossible(round_with(fault("tiles_to_wrong_positions", 33), chance=chance, start_selector="rng"))
    start = deal(OPENING["wagers"], [*OPENING["chance"][:-1], "1"], OPENING["answers"])
    part = deal("1 pai_gow 10", table(first=3, **BANKED), [said(3, "bank")], [fault("tiles_to_wrong_positions", 33)])
    played = play(GAME, start, part, player_bank=True, start_selector="rng").ok()
    assert reports(played) == [("tiles_to_wrong_positions", 0, "621a.10(c)")]


def test_621a_10_e_no_bank_no_banks_tile() -> None:
    """Without a bank there is no bank's tile."""
    impossible(round_with(fault("bank_tile_exposed", 33)))


# § 621a.10(d).


def test_621a_10_d_player_voids_his_hand() -> None:
    """A player whose tile was exposed may void the hand before they look at it; their wager is returned, others play on."""
    answers = [said(4, "void_hand"), *low("1 1-1 2-2")]
    played = round_with(fault("player_tile_exposed", 33, seat=4), answers=answers).ok()
    assert (played.returned(4, "pai_gow"), played.cite(4, "pai_gow")) == ("10.00", "621a.10(d)")
    assert played.returned(1, "pai_gow") == "20.00"
    assert not [e for e in played.events_of("revealed") if e["of"] == 4]  # the player never looked
    assert [e["of"] for e in played.events_of("discarded") if e["cite"] == "621a.6(e)"] == [6, 5, 4, 3, 2]


def test_621a_10_d_player_plays_his_hand() -> None:
    """Or the player plays it, and it is settled like any other."""
    played = round_with(fault("player_tile_exposed", 33, seat=4), answers=[said(4, "play_hand"), *LOWS]).ok()
    assert played.cite(4, "pai_gow") == "621a.8(h)(1)"
    decided = next(n for n, e in enumerate(played.events) if e.get("says") == "play_hand")
    looked = next(n for n, e in enumerate(played.events) if e["event"] == "revealed" and e["of"] == 4)
    assert decided < looked


WHILE_SETTING = fault("player_tile_exposed", 33, seat=1, after_answers=1)  # seat 4 has set its hands


@pytest.mark.parametrize("word", ["void_hand", "play_hand"])
def test_621a_10_d_exposed_while_others_set(word: str) -> None:
    """Who has not yet looked voids the hand or plays it; what others have set stands."""
    answers = [LOWS[1], said(1, word), *(LOWS[:1] if word == "play_hand" else [])]
    played = round_with(WHILE_SETTING, answers=answers).ok()
    voided = (played.returned(1, "pai_gow"), played.cite(1, "pai_gow")) == ("10.00", "621a.10(d)")
    assert voided is (word == "void_hand")
    assert played.cite(4, "pai_gow") == "621a.8(h)(1)"
    assert [e["seen_by"] for e in played.events_of("discarded") if e["of"] == 1 and e["cite"] == "621a.10(d)"] == [
        []
    ] * voided
    assert not played.standing


def test_621a_10_d_who_has_looked_plays() -> None:
    """The decision is made without a look at the other tiles: one who has looked, or has set, has none to make."""
    played = round_with({**WHILE_SETTING, "looked": True}, answers=LOWS[::-1]).ok()
    assert played.returned(1, "pai_gow") == "20.00"
    assert [e["seat"] for e in played.events_of("noted") if "looked" in e["what"]] == [1]
    impossible(round_with(fault("player_tile_exposed", 33, seat=1, after_answers=2)))


def test_621a_10_d_second_area_is_decided_before_the_look() -> None:
    """Of two areas of one player the second is not looked at before the first is set (621a.5(d))."""
    wagers = [{"seat": seat, "wager": "pai_gow", "amount": f"{amount}.00", "player": "lee"}
        for seat, amount in ((4, 10), (5, 20))]  # fmt: skip
    hands = table(dealer=DEALER, seat_5=WINS, seat_4=FOUR)
    answers = [said("dealer", "delivered"), *low("5 1-1 2-2"), said(4, "void_hand")]
    exposed = fault("player_tile_exposed", 33, seat=4, after_answers=1)
    played = play(GAME, deal(wagers, hands, answers, [exposed]), adjacent_boxes=2).ok()
    assert (played.returned(5, "pai_gow"), played.cite(4, "pai_gow")) == ("40.00", "621a.10(d)")
    assert 4 not in [e["of"] for e in played.events_of("revealed")]
    laid = [said("dealer", "delivered"), *low("5 1-1 2-2; 4 3-3 4-6")]
    late = fault("player_tile_exposed", 33, seat=5, after_answers=2)  # the first area lies there, set
    impossible(play(GAME, deal(wagers, hands, laid, [late]), adjacent_boxes=2))


def test_621a_10_d_only_void_or_play() -> None:
    """There is no third answer."""
    answers = [said(4, "show_hands"), *LOWS]
    refused(round_with(fault("player_tile_exposed", 33, seat=4), answers=answers), "not_lawful", "621a.10(d)")


def test_621a_10_d_empty_position_has_no_player() -> None:
    """A tile at a position without a wager is no player's."""
    impossible(round_with(fault("player_tile_exposed", 33, seat=2)))
    refused(round_with(fault("player_tile_exposed", 33)), "malformed", "621a.10(d)")


def test_621a_10_d_all_void_leaves_the_round_to_end() -> None:
    """When the only player voids their hand the round is completed without wagers."""
    faults = [fault("player_tile_exposed", 33, seat=1)]
    played = play(GAME, deal("1 pai_gow 10", table(**HANDS), [said(1, "void_hand")], faults)).ok()
    assert played.returned(1, "pai_gow") == "10.00"
    assert played.events_of("round_closed")


# § 621a.10(f).


def test_621a_10_f_hands_set_incorrectly_are_set_again() -> None:
    """Hands the dealer did not set as filed are set again, and the round is completed."""
    played = round_with(fault("hands_set_incorrectly", 33)).ok()
    assert reports(played) == [("hands_set_incorrectly", 0, "621a.10(f)")]
    assert [e["cards"] for e in played.events_of("revealed") if e["of"] == "dealer"] == [
        ["6-6", "1-6", "5-5", "1-5"]
    ] * 2
    assert played.returned(1, "pai_gow") == "20.00"


@pytest.mark.parametrize("kind", ["hands_set_incorrectly", "tiles_to_wrong_positions"])
def test_621a_10_f_bank_and_dealer_alone(kind: str) -> None:
    """Where no player is left to be asked, hands set wrongly are still found before they are compared."""
    part = deal("", table(first=3, **BANKED), [said(3, "bank"), *low("3 5-5 1-5")], [fault(kind, 33, after_answers=2)])
    played = play(GAME, OPENING, part, player_bank=True).ok()
    assert [report[0] for report in reports(played)] == [kind]
    shown = [e["of"] for e in played.events_of("revealed") if e["cite"] == "621a.9(n)"]
    assert shown == ["dealer", 3] * (2 if kind == "hands_set_incorrectly" else 1)


# § 621a.9(i), § 621a.10(e) with a bank.

BANKED = {"seat_3": "6-6 1-6 5-5 1-5", "seat_1": WINS, "dealer": "5-6 5-6 3-3 4-6"}


def banked(*faults: dict[str, Any], chance: list[str] | None = None, answers: Any = None) -> Played:
    """Seat 3 banks against seat 1's $10 and the dealer's $30."""
    own = [said(3, "bank"), *(low("3 5-5 1-5; 1 1-1 2-2") if answers is None else answers)]
    part = deal("1 pai_gow 10", chance or table(first=3, **BANKED), own, list(faults))
    return play(GAME, OPENING, part, player_bank=True)


def test_621a_9_i_bank_lifts_the_lid() -> None:
    """If the bank takes the lid off, it is covered and the bank shakes again."""
    played = banked(fault("bank_lifted_lid", 32)).ok()
    assert reports(played) == [("bank_lifted_lid", 0, "621a.9(i)")]
    assert [e["by"] for e in played.events_of("elected") if e["says"] == "shakes"] == ["dealer", 3, 3]


def test_621a_9_i_only_a_bank_lifts_the_lid() -> None:
    """The dealer takes the lid off as a duty."""
    impossible(round_with(fault("bank_lifted_lid", 32)))


@pytest.mark.parametrize("kind", ["bank_tile_exposed", "dealer_tile_exposed", "tiles_to_wrong_positions"])
def test_621a_10_e_void_with_a_bank(kind: str) -> None:
    """All wagers go back: the players', the dealer's, and the bank's cover."""
    played = banked(fault(kind, 33, after_answers=2), answers=low("3 5-5 1-5")).ok()
    lines = [(s["seat"], s["wager"], s["returned"]) for s in played.settlements if s["round"] == 2]
    assert lines == [(1, "pai_gow", "10.00"), (0, "dealer_wager", "30.00")]
    assert [(e["seat"], e["wager"], e["amount"]) for e in played.events_of("withdrawn")] == [(3, "bank", 4000)]


def test_621a_10_e_dealer_without_a_wager_has_tiles_too() -> None:
    """The dealer gets tiles even without a wager against the bank; one of them exposed voids the round."""
    answers = [said(3, {"dealer_wager": "0.00"}), *low("3 5-5 1-5; 1 1-1 2-2")]
    played = banked(fault("dealer_tile_exposed", 33), answers=answers[:1]).ok()
    assert reports(played) == [("dealer_tile_exposed", 0, "621a.10(e)")]
    lines = [(s["seat"], s["wager"], s["returned"]) for s in played.settlements if s["round"] == 2]
    assert lines == [(1, "pai_gow", "10.00")]


def test_621a_10_e_abandoned_wager_stays_the_banks() -> None:
    """A wager forfeited before the void is not returned to the one who left; it is the bank's, less vigorish."""
    faults = [fault("player_left", 33, seat=1), fault("bank_tile_exposed", 33)]
    played = banked(*faults, answers=[]).ok()
    lines = [(s["seat"], s["wager"], s["returned"], s["vigorish"]) for s in played.settlements if s["round"] == 2]
    assert lines == [(1, "pai_gow", "0.00", "0.00"), (0, "dealer_wager", "30.00", "0.00"), (3, "bank", "10.00", "0.50")]


def test_621a_10_e_banks_tiles_once_shown() -> None:
    """The bank's tiles are meant to be seen once all have set."""
    impossible(banked(fault("bank_tile_exposed", 33, after_answers=3)))
