"""Chapter 621a: a player as the bank, alone or with the dealer."""

from typing import Any

import pytest

from pitboss import catalogue
from pitboss.house.table import entries
from pitboss.house.table.table import found
from pitboss.money import cents
from pitboss.testkit.tables import Played, deal, play, refused
from tests.chapters.pai_gow_tiles import GAME, OPENING, PLACES, low, said, table

BANK = "6-6 1-6 5-5 1-5"  # 9 and 6, as the house sets it
WINS, TIES, LOSES = "1-4 2-3 1-1 2-2", "3-6 4-5 3-3 4-6", "1-1 1-6 5-5 2-4"
LOWS = {WINS: "1-1 2-2", TIES: "3-3 4-6", LOSES: "5-5 2-4", BANK: "5-5 1-5"}
DEALER_WINS, DEALER_TIES, DEALER_LOSES = "5-6 5-6 4-4 4-6", "5-6 5-6 1-3 4-6", "4-6 2-6 3-3 2-2"
FILED: dict[str, Any] = {"player_bank": True, "co_banking": True}


def banked(
    wagers: dict[int, str],
    hands: dict[int, str],
    *answers: dict[str, Any],
    dealer: str = DEALER_LOSES,
    bank: int = 3,
    kind: str = "bank",
    throw: str = "3 3 3",
    **submission: Any,
) -> Played:
    """After the opening round, seat 3 (or another) banks against these wagers with 9 and 6."""
    own = {bank: BANK, **hands}
    chance = table(throw, first=bank, dealer=dealer, **{f"seat_{seat}": tiles for seat, tiles in own.items()})
    setters = own if kind == "bank" else hands
    lows = "; ".join(f"{seat} {LOWS[tiles]}" for seat, tiles in setters.items())
    said_first = [said(bank, kind), *answers]
    part = deal(
        "; ".join(f"{seat} pai_gow {amount}" for seat, amount in wagers.items()), chance, [*said_first, *low(lows)]
    )
    return play(GAME, OPENING, part, **{**FILED, **submission})


def lines(played: Played, round: int = 2) -> list[tuple[int, str, str, str, str, str]]:
    """The settlements of a round: seat, wager, stake, returned, vigorish, provision."""
    return [
        (s["seat"], s["wager"], s["stake"], s["returned"], s["vigorish"], s["cite"])
        for s in played.ok().settlements
        if s["round"] == round
    ]


def moved(played: Played) -> list[tuple[str, str, int]]:
    return [(e["source"], e["target"], e["amount"]) for e in played.events_of("transferred")]


def second(played: Played, kind: str) -> list[dict[str, Any]]:
    """The events of a kind in the second round."""
    at = max(n for n, e in enumerate(played.events) if e["event"] == "round_opened")
    return [e for e in played.events[at:] if e["event"] == kind]


def bank_markers(played: Played) -> list[dict[str, Any]]:
    return [e for e in played.events_of("marked") if e["marker"] in ("bank", "co-bank")]


# (a)–(d) Who may bank.


def test_621a_9_a_bank_only_if_filed() -> None:
    """Players may bank only where the Rules Submission says so."""
    refused(banked({1: "10"}, {1: WINS}, player_bank=False, co_banking=False), "not_offered", "621a.9(a)")


def test_621a_9_b_nobody_banks_at_the_start() -> None:
    """In the first round of the game nobody may bank."""
    refused(play(GAME, deal("1 pai_gow 10", [], [said(1, "bank")]), **FILED), "not_lawful", "621a.9(b)")


def test_621a_9_b_idle_table_starts_again() -> None:
    """After a round nobody played the table was idle, and the next round is the first again (I-621a-10)."""
    refused(
        play(GAME, OPENING, deal(), deal("1 pai_gow 10", [], [said(3, "bank")]), **FILED), "not_lawful", "621a.9(b)"
    )


def test_621a_9_b_new_set_starts_again() -> None:
    """So it is with a set new to the table, or when it was closed and opened again (I-GEN-38)."""
    again = deal("1 pai_gow 10", [], [said(3, "bank")], reopened=True)
    refused(play(GAME, OPENING, again, **FILED), "not_lawful", "621a.9(b)")


@pytest.mark.parametrize(("duty", "starts"), [("tile_change", True), ("shaker_dice_change", False)])
def test_621a_9_b_other_dice_are_no_new_set(duty: str, starts: bool) -> None:
    """When the tiles are changed the game starts again; when the dice of the shaker are, it goes on (I-621a-10)."""
    game = catalogue.game(GAME)
    rules = game.example()
    made = entries.Founded(game.name, game.title, rules.chosen, rules.hash(game.name), "")
    table_ = found("tiles", made, "2026-01-01T00:00:00+00:00")
    table_.enter(entries.DutyDone(duty, "floor"))
    assert table_.state.standing.reopened is starts


def test_621a_9_c_offered_from_the_dealers_right() -> None:
    """The bank goes to the first who accepts, counterclockwise from the dealer's right: of 5, 3 and 1 to seat 5."""
    chance = table(first=5, dealer=DEALER_LOSES, seat_5=BANK, seat_1=WINS, seat_3=TIES)
    answers = [said(1, "bank"), said(3, "bank"), said(5, "bank"), *low("5 5-5 1-5; 1 1-1 2-2; 3 3-3 4-6")]
    played = play(GAME, OPENING, deal("1 pai_gow 10; 3 pai_gow 10", chance, answers), **FILED).ok()
    assert [(e["marker"], e["at"]) for e in bank_markers(played)] == [("bank", "seat 5"), ("bank", "")]
    assert [e["seat"] for e in played.events_of("wagered") if e["wager"] == "bank"] == [5]


def test_621a_9_c_passed_on() -> None:
    """One who accepted may pass after all, and the next who accepted banks."""
    chance = table(first=3, dealer=DEALER_LOSES, seat_3=BANK, seat_1=WINS, seat_5=TIES)
    answers = [said(5, "bank"), said(3, "bank"), said(5, "pass_bank"), *low("3 5-5 1-5; 1 1-1 2-2; 5 3-3 4-6")]
    played = play(GAME, OPENING, deal("1 pai_gow 10; 5 pai_gow 10", chance, answers), **FILED).ok()
    assert second(played, "marked")[0]["at"] == "seat 3"


def test_621a_9_c_next_offer_at_the_right_of_the_last_bank() -> None:
    """After seat 3 banked, the offer begins at its right: of 1 and 5 seat 1 is first (I-621a-11)."""
    round_2 = deal(
        "1 pai_gow 10",
        table(first=3, dealer=DEALER_LOSES, seat_3=BANK, seat_1=WINS),
        [said(3, "bank"), *low("3 5-5 1-5; 1 1-1 2-2")],
    )
    chance = table(first=1, dealer=DEALER_LOSES, seat_1=BANK, seat_3=WINS, seat_5=TIES)
    round_3 = deal(
        "3 pai_gow 10; 5 pai_gow 10",
        chance,
        [said(5, "bank"), said(1, "bank"), *low("1 5-5 1-5; 3 1-1 2-2; 5 3-3 4-6")],
    )
    played = play(GAME, OPENING, round_2, round_3, **FILED).ok()
    assert [e["at"] for e in bank_markers(played) if e["at"]] == ["seat 3", "seat 1"]


def test_621a_9_c_not_two_rounds_running() -> None:
    """The same player never banks twice running."""
    round_2 = deal(
        "1 pai_gow 10",
        table(first=3, dealer=DEALER_LOSES, seat_3=BANK, seat_1=WINS),
        [said(3, "bank"), *low("3 5-5 1-5; 1 1-1 2-2")],
    )
    refused(
        play(GAME, OPENING, round_2, deal("1 pai_gow 10", [], [said(3, "bank")]), **FILED), "not_lawful", "621a.9(c)"
    )


def test_621a_9_c_lone_player_takes_turns_with_the_dealer() -> None:
    """A player alone may bank against the dealer's wager every other round."""
    alone = deal("3 pai_gow 30", table(dealer=DEALER_LOSES, seat_3=BANK), low("3 5-5 1-5"))
    banks = deal("", table(first=3, dealer=DEALER_LOSES, seat_3=BANK), [said(3, "bank"), *low("3 5-5 1-5")])
    played = play(GAME, alone, banks, alone, banks, **FILED).ok()
    for round_ in (2, 4):
        assert lines(played, round_) == [
            (0, "dealer_wager", "30.00", "0.00", "0.00", "621a.9(n)"), (3, "bank", "0.00", "30.00", "1.50", "621a.9(o)"),
        ]  # fmt: skip
    refused(play(GAME, alone, banks, banks, **FILED), "not_lawful", "621a.9(c)")


def test_621a_9_c_no_bank_accepted_is_an_ordinary_round() -> None:
    """If nobody accepts the round is like any other."""
    ordinary = deal("1 pai_gow 10", table(dealer=BANK, seat_1=WINS), [said(1, "pass_bank"), *low("1 1-1 2-2")])
    played = play(GAME, OPENING, ordinary, **FILED)
    assert lines(played) == [(1, "pai_gow", "10.00", "20.00", "0.50", "621a.8(k)")]


def test_621a_9_d_1_only_who_wagered_against_the_dealer() -> None:
    """Who made no wager in the last round without a bank may not bank (I-621a-12)."""
    refused(banked({1: "10"}, {1: WINS}, bank=2), "not_lawful", "621a.9(d)(1)")


def test_621a_9_d_2_cover_for_all_others() -> None:
    """The bank's cover, for all players' wagers and the dealer's, goes on the table (I-621a-13)."""
    played = banked({1: "10", 5: "40"}, {1: WINS, 5: TIES}).ok()
    covers = [(e["seat"], e["amount"], e["cite"]) for e in played.events_of("wagered") if e["wager"] == "bank"]
    assert covers == [(3, 1000 + 4000 + 3000, "621a.9(d)(2)")]


# (e)–(h).


def test_621a_9_e_co_banking_only_if_filed() -> None:
    """Co-banking needs to be filed, and needs a player bank."""
    refused(banked({1: "10"}, {1: WINS}, kind="co_bank", co_banking=False), "not_offered", "621a.9(e)")
    refused(play(GAME, player_bank=False, co_banking=True), "forbidden_choice", "621a.9(e)")


def test_621a_9_e_dealer_sets_the_co_banks_hand() -> None:
    """The dealer sets the co-bank's hand the house way, places the marker, and makes no wager against it."""
    played = banked({1: "10"}, {1: WINS}, kind="co_bank").ok()
    assert next((e["marker"], e["at"], e["cite"]) for e in bank_markers(played)) == ("co-bank", "seat 3", "621a.9(e)")
    assert not [e for e in played.events_of("wagered") if e["wager"] == "dealer_wager"]
    shown = [e for e in second(played, "revealed") if e["of"] == 3]
    assert [(e["cards"], e["cite"]) for e in shown] == [(["6-6", "1-6", "5-5", "1-5"], "621a.9(e)")]
    assert [e["by"] for e in second(played, "elected") if e["says"] == "low"] == [1]


def test_621a_9_f_bank_has_one_area() -> None:
    """A bank has no wager on a second area, before or after accepting."""
    opening = deal(
        [{"seat": 3, "wager": "pai_gow", "amount": "30.00", "player": "lee"}],
        table(dealer=BANK, seat_3=WINS),
        low("3 1-1 2-2"),
    )
    second_area = [{"seat": 4, "wager": "pai_gow", "amount": "30.00", "player": "lee"}]
    part = deal(second_area, [], [{**said(3, "bank"), "player": "lee"}])
    refused(play(GAME, opening, part, adjacent_boxes=2, **FILED), "one_position", "621a.9(f)")


def test_621a_9_f_own_wager_is_taken_back() -> None:
    """A wager the bank had made before is handed back: a bank faces the others' and makes none."""
    played = banked({1: "10", 3: "25"}, {1: WINS}).ok()
    assert next((e["seat"], e["wager"], e["amount"]) for e in played.events_of("withdrawn")) == (3, "pai_gow", 2500)
    assert [seat for seat, wager, *_ in lines(played) if wager == "pai_gow"] == [1]


@pytest.mark.parametrize(
    ("name", "cite", "first"),
    [("1 left", "621a.9(g)(1)", 4), ("3-4 right 1 left 1", "621a.9(g)(2)", 8)],
)
def test_621a_9_g_cut_by_the_bank(name: str, cite: str, first: int) -> None:
    """The bank may have the stacks cut once; what lay second, or third, is then dealt first."""
    chance = table(first=3, seat_3=BANK)
    expected = chance[first : first + 4]  # the bank is first in the count and gets the first stack
    answers = [said(3, "bank"), said(3, {"cut": name}), *low(f"3 {' '.join(expected[:2])}")]
    played = play(GAME, OPENING, deal("", chance, answers), **FILED).ok()
    assert [e["card"] for e in second(played, "dealt")[:4]] == expected
    assert next((e["what"], e["cite"]) for e in second(played, "noted")) == (f"stacks cut: {name}", cite)


def test_621a_9_g_no_cut_unless_wished() -> None:
    """Without the bank's wish there is no cut; nobody else may cut, nor in any other way."""
    played = banked({1: "10"}, {1: WINS}).ok()
    assert [e["says"] for e in second(played, "elected") if "cut" in e["says"]] == ["decline_cut"]
    refused(banked({1: "10"}, {1: WINS}, said(1, {"cut": "1 left"})), "not_lawful", "621a.8(a)")
    refused(banked({1: "10"}, {1: WINS}, said(3, {"cut": "1 middle"})), "not_lawful", "621a.9(g)")


@pytest.mark.parametrize(
    ("direction", "filed", "amount"),
    [("", "last_wager", 3000), ("30.00", "last_wager", 3000), ("29.99", "last_wager", 2999), ("0.00", "last_wager", 0),
    ("", "25.00", 2500)],
)  # fmt: skip
def test_621a_9_h_dealers_wager(direction: str, filed: str, amount: int) -> None:
    """The dealer wagers the bank's last wager against the bank, or the sum filed; the bank may have it less, or none."""
    answers = [said(3, {"dealer_wager": direction})] if direction else []
    played = banked({1: "10"}, {1: WINS}, *answers, dealer_wager_against_bank=filed).ok()
    made = [(e["seat"], e["amount"], e["cite"]) for e in played.events_of("wagered") if e["wager"] == "dealer_wager"]
    assert made == ([(0, amount, "621a.9(h)")] if amount else [])


def test_621a_9_h_never_more() -> None:
    """The bank may lower the dealer's wager, not raise it."""
    refused(banked({1: "10"}, {1: WINS}, said(3, {"dealer_wager": "30.01"})), "above_maximum", "621a.9(h)")


@pytest.mark.parametrize("filed", ["0.00", "half", "-5.00"])
def test_621a_9_h_forbidden_sums(filed: str) -> None:
    """What is filed is the bank's last wager or a sum of money."""
    refused(play(GAME, player_bank=True, dealer_wager_against_bank=filed), "forbidden_choice", "621a.9(h)")


# (i)–(m).


def test_621a_9_i_bank_chooses_the_style() -> None:
    """The bank may choose a style that was filed; without a choice it is the ordinary one."""
    played = banked({1: "10"}, {1: WINS}, delivery_styles=["jung_quat"]).ok()
    assert {e["cite"] for e in second(played, "dealt")} == {"621a.6(d)"}
    assert [e["by"] for e in second(played, "elected") if e["says"] == "style"] == [3]
    refused(
        banked({1: "10"}, {1: WINS}, said(3, {"style": "chee_yee"}), delivery_styles=["jung_quat"]),
        "not_lawful",
        "621a.9(i)",
    )
    chance = table(first=3, seat_3=BANK)
    centre = [*chance[16:18], *chance[12:14]]  # the upper two of the fifth and of the fourth stack
    answers = [said(3, "bank"), said(3, {"style": "jung_quat"}), *low(f"3 {' '.join(centre[:2])}")]
    chosen = play(GAME, OPENING, deal("", chance, answers), **FILED, delivery_styles=["jung_quat"]).ok()
    assert [e["card"] for e in second(chosen, "dealt")[:4]] == centre
    assert second(chosen, "dealt")[0]["cite"] == "621a.7(4)"


@pytest.mark.parametrize(("shakes", "lawful"), [(2, False), (3, True), (4, True)])
def test_621a_9_i_bank_shakes_three_times(shakes: int, lawful: bool) -> None:
    """The bank shakes the dice, at least three times."""
    played = banked({1: "10"}, {1: WINS}, said(3, {"shakes": shakes}))
    if lawful:
        assert [(e["by"], e["amount"]) for e in second(played.ok(), "elected") if e["says"] == "shakes"] == [
            (3, shakes)
        ]
    else:
        refused(played, "not_lawful", "621a.9(i)")


def test_621a_9_i_shaker_even_where_a_generator_is_used() -> None:
    """A banked round uses the shaker, whatever is filed for others (I-621a-02)."""
    opening = {**OPENING, "chance": [*OPENING["chance"][:32], "1"]}
    chance = table(first=3, dealer=DEALER_LOSES, seat_3=BANK, seat_1=WINS)
    part = deal("1 pai_gow 10", chance, [said(3, "bank"), *low("3 5-5 1-5; 1 1-1 2-2")])
    played = play(GAME, opening, part, start_selector="rng", **FILED).ok()
    assert [e["device"] for e in played.events_of("shown")] == ["number", "dice"]
    assert [e["cite"] for e in second(played, "announced")][:2] == ["621a.9(i)", "621a.9(i)"]


@pytest.mark.parametrize(("throw", "start"), [("3 3 3", 3), ("1 1 1", 1), ("1 1 2", "dead hand"), ("1 1 3", "dealer"),
    ("2 3 3", 4)])  # fmt: skip
def test_621a_9_j_count_from_the_bank(throw: str, start: Any) -> None:
    """The bank is number one; nine ends on the bank again, four on the Dead Hand, five on the dealer."""
    played = banked({1: "10"}, {1: WINS}, throw=throw).ok()
    at = PLACES.index(start)
    assert list(dict.fromkeys(e["to"] for e in second(played, "dealt"))) == [*PLACES[at:], *PLACES[:at]]


def test_621a_9_k_l_wager_or_marker_on_the_dealers_tiles() -> None:
    """The dealer lays the wager on the dealer's tiles; without one a marker, and they go with the Dead Hand, unseen."""
    played = banked({1: "10"}, {1: WINS}).ok()
    dealt = "dealt all stacks and put the {} on the dealer's own"
    assert [(e["what"], e["cite"]) for e in second(played, "attested")] == [(dealt.format("wager"), "621a.9(k)")]
    assert [e["of"] for e in second(played, "discarded") if e["cite"] == "621a.9(l)"] == [6, 5, 4, 2]
    none = banked({1: "10"}, {1: WINS}, said(3, {"dealer_wager": "0.00"})).ok()
    assert second(none, "attested")[0]["what"] == dealt.format("marker")
    assert [e["of"] for e in second(none, "discarded") if e["cite"] == "621a.9(l)"] == ["dealer", 6, 5, 4, 2]
    assert not [e for e in second(none, "revealed") if e["of"] == "dealer"]


# (n)–(r) Settlement.


def test_621a_9_n_dealer_against_bank_first() -> None:
    """The dealer's hands are set and shown, then the bank's; they are compared before any player's."""
    played = banked({1: "10", 5: "40"}, {1: WINS, 5: LOSES}).ok()
    open_ = [(e["of"], e["cite"]) for e in second(played, "revealed") if "seen_by" not in e]
    assert open_ == [("dealer", "621a.9(n)"), (3, "621a.9(n)"), (5, "621a.9(o)"), (1, "621a.9(o)")]
    assert [e["words"] for e in second(played, "announced")][2:] == ["the dealer loses", "seat 5 loses", "seat 1 wins"]


@pytest.mark.parametrize(("kind", "last"), [("bank", ["dealer", 3]), ("co_bank", [3])])
def test_621a_8_j_4_f_tiles_are_gathered_hand_by_hand(kind: str, last: list[int | str]) -> None:
    """Empty places at once, each player's when the wager is settled, those of dealer and bank when all are."""
    played = banked({1: "10", 5: "40"}, {1: WINS, 5: LOSES}, kind=kind).ok()
    gathered = [(e["of"], e["cite"]) for e in second(played, "discarded") if e["cite"] != "621a.9(l)"]
    assert gathered == [(5, "621a.8(j)"), (1, "621a.8(j)"), *((place, "621a.4(f)") for place in last)]


@pytest.mark.parametrize(
    ("dealer", "lines_"),
    [
        (DEALER_LOSES, [(0, "dealer_wager", "30.00", "0.00", "0.00", "621a.9(n)"),
        (3, "bank", "0.00", "30.00", "1.50", "621a.9(o)")]),
        (DEALER_TIES, [(0, "dealer_wager", "30.00", "30.00", "0.00", "621a.9(n)"),
        (3, "bank", "0.00", "0.00", "0.00", "621a.9(o)")]),
        (DEALER_WINS, [(3, "bank", "30.00", "0.00", "0.00", "621a.9(o)"),
        (0, "dealer_wager", "30.00", "60.00", "0.00", "621a.9(p)")]),
    ],
)  # fmt: skip
def test_621a_9_n_p_dealers_wager_settled(dealer: str, lines_: list[Any]) -> None:
    """Lost it goes to the centre, tied back to the inventory, won it is paid to the inventory without vigorish."""
    played = banked({}, {}, dealer=dealer)
    assert lines(played) == lines_


def test_621a_9_n_copies_are_the_banks() -> None:
    """Equal hands count for the bank, also against the dealer."""
    played = banked({}, {}, dealer="6-6 2-5 5-5 2-4")
    assert lines(played)[0] == (0, "dealer_wager", "30.00", "0.00", "0.00", "621a.9(n)")


def test_621a_9_o_q_surplus_goes_to_the_bank() -> None:
    """Losers to the centre, winners paid out of it less 5%, and the surplus, less 5%, to the bank with the cover."""
    played = banked({1: "10", 5: "40"}, {1: WINS, 5: LOSES})
    assert lines(played) == [
        (0, "dealer_wager", "30.00", "0.00", "0.00", "621a.9(n)"),
        (5, "pai_gow", "40.00", "0.00", "0.00", "621a.8(g)"),
        (1, "pai_gow", "10.00", "20.00", "0.50", "621a.9(q)"),
        (3, "bank", "0.00", "60.00", "3.00", "621a.9(o)"),
    ]
    assert [(e["seat"], e["amount"]) for e in played.events_of("withdrawn")] == [(3, 8000)]
    against = {(e["seat"], e["against"]) for kind in ("paid", "collected") for e in second(played, kind)}
    assert against == {(0, "centre"), (5, "centre"), (1, "centre"), (3, "centre")}


def test_621a_9_o_bank_makes_good_a_shortfall() -> None:
    """When the centre is exhausted the bank puts in all that is still due; the rest of the cover goes back."""
    played = banked({1: "10", 5: "40"}, {1: WINS, 5: TIES}, dealer=DEALER_WINS)
    assert lines(played) == [
        (5, "pai_gow", "40.00", "40.00", "0.00", "621a.8(h)(1)"),
        (3, "bank", "40.00", "0.00", "0.00", "621a.9(o)"),
        (0, "dealer_wager", "30.00", "60.00", "0.00", "621a.9(p)"),
        (1, "pai_gow", "10.00", "20.00", "0.50", "621a.9(q)"),
    ]
    assert [(e["seat"], e["amount"]) for e in played.events_of("withdrawn")] == [(3, 4000)]


def test_621a_9_o_shortfall_only_when_exhausted() -> None:
    """Of a win of $100 the loser's $40 pay a part, and the bank the other $60."""
    played = banked({1: "100", 5: "40"}, {1: WINS, 5: LOSES}, dealer=DEALER_TIES)
    assert (3, "bank", "60.00", "0.00", "0.00", "621a.9(o)") in lines(played)


@pytest.mark.parametrize(("amount", "returned"),
    [("10.00", "20.00"), ("10.50", "21.00"), ("10.99", "21.98"), ("11.00", "22.00")])  # fmt: skip
def test_621a_9_o_bank_pays_by_the_breakage_filed(amount: str, returned: str) -> None:
    """Even money never breaks, so that nothing is rounded, whatever is filed: below, at and above (I-GEN-41)."""
    played = banked({1: amount}, {1: WINS}, said(3, {"dealer_wager": "0.00"}), breakage="down_to_chip")
    won = next(line for line in lines(played) if line[1] == "pai_gow")
    short = next(line for line in lines(played) if line[1] == "bank")
    assert won[2:4] == (amount, returned)
    assert cents(short[2]) == cents(returned) - cents(amount)
    exact = banked({1: amount}, {1: WINS}, said(3, {"dealer_wager": "0.00"}))
    assert next(cents(line[3]) for line in lines(exact) if line[1] == "pai_gow") == 2 * cents(amount)


@pytest.mark.parametrize(("amount", "exact", "rounded"), [("40.00", "2.00", "2.00"), ("40.20", "2.01", "2.25")])
def test_621a_9_o_vigorish_on_the_net_surplus(amount: str, exact: str, rounded: str) -> None:
    """The bank's vigorish is on the surplus alone, rounded once if so filed (I-621a-15)."""
    answers = [said(3, {"dealer_wager": "0.00"})]
    assert lines(banked({5: amount}, {5: LOSES}, *answers))[-1][4] == exact
    assert lines(banked({5: amount}, {5: LOSES}, *answers, vigorish_rounding="next_25_cents"))[-1][4] == rounded


@pytest.mark.parametrize(("amount", "bank", "house"), [("10.00", "5.00", 500), ("10.01", "5.00", 501)])
def test_621a_9_r_shortfall_shared(amount: str, bank: str, house: int) -> None:
    """Co-bank and inventory each make good half of a shortfall; an odd cent is the house's (I-GEN-06)."""
    played = banked({1: amount}, {1: WINS}, kind="co_bank")
    assert lines(played)[0] == (3, "co_bank", bank, "0.00", "0.00", "621a.9(r)")
    assert moved(played) == [("inventory", "centre", house)]


@pytest.mark.parametrize(
    ("amount", "bank", "vigorish", "house"), [("40.00", "20.00", "1.00", 2000), ("40.01", "20.01", "1.00", 2000)]
)
def test_621a_9_r_surplus_shared(amount: str, bank: str, vigorish: str, house: int) -> None:
    """The inventory takes half of a surplus; the co-bank the rest, less 5% of it."""
    played = banked({5: amount}, {5: LOSES}, kind="co_bank")
    assert lines(played)[-1] == (3, "co_bank", "0.00", bank, vigorish, "621a.9(r)")
    assert moved(played) == [("centre", "inventory", house)]


def test_621a_9_r_players_against_the_co_bank() -> None:
    """Players are compared counterclockwise from the dealer's right, and winners charged like any."""
    played = banked({1: "10", 5: "40"}, {1: WINS, 5: LOSES}, kind="co_bank")
    assert [(seat, wager) for seat, wager, *_ in lines(played)] == [(5, "pai_gow"), (1, "pai_gow"), (3, "co_bank")]
    assert [e["cite"] for e in second(played, "announced")][2:] == ["621a.9(r)", "621a.9(r)"]
    assert lines(played)[1] == (1, "pai_gow", "10.00", "20.00", "0.50", "621a.9(q)")


def test_621a_1_co_banking_is_half_each() -> None:
    """Of a net loss of $60 the co-bank bears $30 and the house $30."""
    played = banked({1: "100", 5: "40"}, {1: WINS, 5: LOSES}, kind="co_bank")
    assert (3, "co_bank", "30.00", "0.00", "0.00", "621a.9(r)") in lines(played)
    assert moved(played) == [("inventory", "centre", 3000)]


def test_621a_8_e_surrender_to_a_bank() -> None:
    """A wager surrendered in a banked round goes to the centre."""
    chance = table(first=3, dealer=DEALER_LOSES, seat_3=BANK, seat_1=WINS)
    part = deal("1 pai_gow 10", chance, [said(3, "bank"), *low("3 5-5 1-5; 1 1-1 2-2"), said(1, "surrender")])
    played = play(GAME, OPENING, part, **FILED)
    assert lines(played) == [
        (1, "pai_gow", "10.00", "0.00", "0.00", "621a.8(e)"),
        (0, "dealer_wager", "30.00", "0.00", "0.00", "621a.9(n)"),
        (3, "bank", "0.00", "40.00", "2.00", "621a.9(o)"),
    ]


# § 621a.10(f).


def own_setting(low_hand: str, **submission: Any) -> Played:
    """The bank lays another low hand than the house would."""
    chance = table(first=3, dealer=DEALER_LOSES, seat_3=BANK, seat_1=WINS)
    part = deal("1 pai_gow 10", chance, [said(3, "bank"), *low(f"3 {low_hand}; 1 1-1 2-2")])
    return play(GAME, OPENING, part, **{**FILED, **submission}).ok()


def shown_by_bank(played: Played) -> list[str]:
    return next(sorted(e["cards"][:2]) for e in second(played, "revealed") if e["of"] == 3 and "seen_by" not in e)


def test_621a_10_f_bank_sets_freely_unless_filed() -> None:
    """A bank's own lawful setting counts; where the house way is filed for banks it is set again (I-645a-22)."""
    free = own_setting("1-6 5-5")  # 8 and 7
    assert shown_by_bank(free) == ["1-5", "6-6"]
    assert not [e for e in second(free, "noted") if e["cite"] == "621a.10(f)"]
    filed = own_setting("1-6 5-5", bank_sets="house_way")
    assert shown_by_bank(filed) == ["1-6", "6-6"]
    assert [e["seat"] for e in second(filed, "noted") if e["cite"] == "621a.10(f)"] == [3]
    assert not [e for e in second(own_setting("5-5 1-5", bank_sets="house_way"), "noted") if e["cite"] == "621a.10(f)"]


def test_621a_10_f_crossed_hands_of_a_bank() -> None:
    """A bank's crossed hands are swapped like a player's, or, where that loses for a player, set again."""
    assert shown_by_bank(own_setting("6-6 1-5")) == ["1-5", "6-6"]
    again = own_setting("6-6 1-5", crossed_hands="lose")
    assert shown_by_bank(again) == ["1-6", "6-6"]
    assert [e for e in second(again, "noted") if e["cite"] == "621a.10(f)"]
