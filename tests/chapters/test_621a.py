"""Chapter 621a. Pai Gow: wagers, the deal, setting, surrender and settlement without a player bank."""

from typing import Any

import pytest

from pitboss import catalogue
from pitboss.chapters.ch621a_pai_gow.completion import setting_question
from pitboss.chapters.ch621a_pai_gow.rules import Rules
from pitboss.chapters.ch621a_pai_gow.table import Round as Hands
from pitboss.drivers.round import Round
from pitboss.events import visible
from pitboss.game import FLOOR_ONLY, RoundStart, When
from pitboss.procedure import Answer, Refused
from pitboss.roles import Role
from pitboss.submission import submit, unspecified
from pitboss.testkit.tables import Played, deal, play, refused
from pitboss.wagers import Book, close_betting
from tests.chapters.pai_gow_tiles import GAME, PLACES, low, one_player, said, table
from tests.shoes import cites_due, dealer_signs_for_the_first_player

DEALER = "6-6 1-6 5-5 1-5"  # the house sets 9 (6-6 1-6) and 6 (5-5 1-5)
WINS = "1-4 2-3 1-1 2-2"  # a pair, and 6 with a better tile
TIES = "1-4 2-3 3-3 4-6"  # a pair, and 6 with a worse tile
LOSES = "1-1 1-6 5-5 2-4"  # 9 with a worse tile, and 6 with the same


def against(player: str, player_low: str, amount: str = "10", **submission: Any) -> Played:
    return one_player(DEALER, player, player_low, amount, **submission).ok()


def order_of(played: Played, kind: str, who: str) -> list[Any]:
    """To or of whom events of a kind were, each once, in order."""
    return list(dict.fromkeys(event[who] for event in played.events_of(kind)))


# § 621a.4.  Opening of the table for gaming; mixing procedures.


def test_621a_4_d_f_tiles_are_mixed_for_every_round() -> None:
    """All 32 tiles are mixed before each round."""
    part = deal("1 pai_gow 10", table(dealer=DEALER, seat_1=WINS), low("1 1-1 2-2"))
    played = play(GAME, part, part).ok()
    assert [(e["device"], e["count"], e["cite"]) for e in played.events_of("shuffled")] == [
        ("tiles", 32, "621a.4(d)")
    ] * 2


@pytest.mark.parametrize(("circles", "lawful"), [(7, False), (8, True), (9, True)])
def test_621a_4_d_at_least_eight_circles(circles: int, lawful: bool) -> None:
    """Each hand makes at least eight circular motions."""
    part = deal(
        "1 pai_gow 10", table(dealer=DEALER, seat_1=WINS), [said("dealer", {"circles": circles}), *low("1 1-1 2-2")]
    )
    played = play(GAME, part)
    if lawful:
        assert played.ok().events_of("elected")[0]["amount"] == circles
    else:
        refused(played, "not_lawful", "621a.4(d)")


def test_621a_4_d_stacks_need_a_whole_set() -> None:
    """The tiles drawn are those of one set: a third 6-6 cannot lie in the stacks."""
    chance = table(dealer="6-6 6-6 5-5 1-5")
    chance[chance.index("2-3")] = "6-6"
    refused(play(GAME, deal("1 pai_gow 10", chance)), "impossible", "621a.4(d)")


def test_621a_4_d_chance_is_all_thirty_two_tiles() -> None:
    """A scenario lists every tile, and then the throw."""
    chance = table(dealer=DEALER)
    refused(play(GAME, deal("1 pai_gow 10", chance[:31])), "chance_exhausted", "621a.4(d)")
    refused(play(GAME, deal("1 pai_gow 10", chance[:32])), "chance_exhausted", "621a.6(a)(2)")


# § 621a.5.  Wagers.


def test_621a_5_a_chips_only() -> None:
    """A spoken wager with cash is refused."""
    wager = {"seat": 1, "wager": "pai_gow", "amount": "10.00", "form": "verbal_with_cash"}
    refused(play(GAME, deal([wager], [])), "form_not_accepted", "621a.5(a)")


@pytest.mark.parametrize("seat", [0, 7])
def test_621a_5_b_only_the_six_positions(seat: int) -> None:
    """There are six positions, 1 to 6, and no others (621a.2(a))."""
    refused(play(GAME, deal(f"{seat} pai_gow 10", [])), "no_such_seat", "621a.5(b)")


def test_621a_2_a_six_positions_play() -> None:
    """All six positions may wager in one round."""
    hands = {
        "seat_1": "6-6 6-6 1-1 1-1", "seat_2": "4-4 4-4 1-3 1-3", "seat_3": "5-5 5-5 3-3 3-3",
        "seat_4": "2-2 2-2 5-6 5-6", "seat_5": "4-6 4-6 1-6 1-6", "seat_6": "1-5 1-5 3-6 4-5",
    }  # fmt: skip
    lows = low("1 1-1 1-1; 2 1-3 1-3; 3 3-3 3-3; 4 5-6 5-6; 5 1-6 1-6; 6 3-6 4-5")
    wagers = "; ".join(f"{seat} pai_gow 10" for seat in range(1, 7))
    played = play(GAME, deal(wagers, table(dealer="2-6 3-5 2-5 3-4", **hands), lows)).ok()
    assert [seat for seat, _ in played.order()] == [6, 5, 4, 3, 2, 1]
    assert catalogue.game(GAME).example().posted.seats == 6


def test_621a_5_c_late_wager_refused() -> None:
    """After "no more bets" nothing may be wagered, raised or taken back."""
    late = {"seat": 2, "wager": "pai_gow", "amount": "10.00", "after": 32}
    wagers = [{"seat": 1, "wager": "pai_gow", "amount": "10.00"}, late]
    refused(play(GAME, deal(wagers, table(dealer=DEALER))), "betting_closed", "621a.5(c)")
    refused(play(GAME, deal([wagers[0], {**late, "seat": 1}], table(dealer=DEALER))), "betting_closed", "621a.5(c)")


def test_621a_5_c_wager_may_be_taken_back_before_the_call() -> None:
    """Until then a wager may be withdrawn."""
    answers = [{"seat": 1, "answer": "remove", "wager": "pai_gow"}]
    played = play(GAME, deal("1 pai_gow 10", [], answers)).ok()
    assert played.events_of("withdrawn")[0]["amount"] == 1000
    assert not played.events_of("dealt")


@pytest.mark.parametrize(
    ("amount", "refusal"), [("9.99", "below_minimum"), ("10.00", ""), ("100.00", ""), ("100.01", "above_maximum")]
)
def test_621a_5_posted_limits(amount: str, refusal: str) -> None:
    """Minimum and maximum as posted (I-GEN-34)."""
    played = play(
        GAME, deal(f"1 pai_gow {amount}", table(dealer=DEALER, seat_1=WINS), low("1 1-1 2-2")),
        minimum="10.00", maximum="100.00",
    )  # fmt: skip
    if refusal:
        refused(played, refusal, "I-GEN-34")
    else:
        played.ok()


def test_621a_5_c_unknown_wager_refused() -> None:
    """The bank's lines are not wagers to tender."""
    for wager in ("tie", "dealer_wager", "bank", "co_bank"):
        refused(play(GAME, deal(f"1 {wager} 10", [])), "unknown_wager", "621a.5(a)")


def two_areas(wagers: str, answers: list[dict[str, Any]], boxes: int = 2, **hands: str) -> Played:
    """Seats 2 and 3 are one player's."""
    made = deal(wagers, table(dealer=DEALER, **hands), answers)
    for wager in made["wagers"]:
        wager["player"] = "lee" if wager["seat"] in (2, 3) else f"other {wager['seat']}"
    return play(GAME, made, adjacent_boxes=boxes)


@pytest.mark.parametrize(
    ("wagers", "first", "second"),
    [
        ("2 pai_gow 10; 3 pai_gow 20", 3, 2),  # the larger wager's hand first
        ("2 pai_gow 20; 3 pai_gow 10", 2, 3),
        ("2 pai_gow 10; 3 pai_gow 10", 3, 2),  # equal ones counterclockwise
    ],
)
def test_621a_5_d_two_areas_set_in_order(wagers: str, first: int, second: int) -> None:
    """Of two areas the larger wager's hand is set first, of equal ones the first counterclockwise; the second unseen till then."""
    lows = {2: "2 3-3 4-6", 3: "3 1-1 2-2"}
    hands: dict[str, Any] = {"seat_2": "3-6 4-5 3-3 4-6", "seat_3": WINS}
    played = two_areas(wagers, [*low(lows[first]), *low(lows[second])], **hands).ok()
    looks = [e["of"] for e in played.events_of("revealed") if e["cite"] == "621a.8(a)"]
    sets = [e["by"] for e in played.events_of("elected") if e["says"] == "low"]
    assert looks == sets == [first, second]
    seen = [(e["event"], e.get("of", e.get("by"))) for e in played.events if e["cite"] == "621a.8(a)"]
    assert seen == [("revealed", first), ("elected", first), ("revealed", second), ("elected", second)]
    assert [seat for seat, _ in played.order()] == [3, 2]


def test_621a_5_d_second_hand_cannot_be_set_first() -> None:
    """The hand with the larger wager must be set before the other."""
    game = catalogue.game(GAME)
    rules = Rules(adjacent_boxes=2)
    play_ = Round(game, rules, game.open(rules), RoundStart(1))
    play_.answer(Answer("dealer", "circles", amount=8))
    play_.answer(Answer(2, "wager", "pai_gow", "", 1000, player="lee"))
    play_.answer(Answer(3, "wager", "pai_gow", "", 2000, player="lee"))
    play_.answer(close_betting())
    for outcome in table(dealer=DEALER, seat_2="3-6 4-5 3-3 4-6", seat_3=WINS)[:32]:
        play_.answer(Answer("chance", outcome))
    play_.answer(Answer("dealer", "shakes", amount=3))
    play_.answer(Answer("chance", "3 3 3"))
    play_.answer(Answer("dealer", "totalled"))
    play_.answer(Answer("dealer", "delivered"))
    assert [question.to for question in play_.elections()] == [3]
    with pytest.raises(Refused) as no:
        play_.answer(Answer(2, "low", cards=("3-3", "4-6")))
    assert no.value.cite == "621a.8(a)"


def test_621a_5_d_one_area_unless_filed_and_adjacent() -> None:
    """Without that choice one player has one area; with it two, side by side, and never three."""
    hands = {"seat_2": "3-6 4-5 3-3 4-6", "seat_3": WINS}
    refused(two_areas("2 pai_gow 10; 3 pai_gow 10", [], boxes=1, **hands), "one_position", "621a.5(d)")
    apart = [{"seat": seat, "wager": "pai_gow", "amount": "10.00", "player": "lee"} for seat in (2, 4)]
    refused(play(GAME, deal(apart, []), adjacent_boxes=2), "one_position", "621a.5(d)")
    three = [{"seat": seat, "wager": "pai_gow", "amount": "10.00", "player": "lee"} for seat in (2, 3, 4)]
    refused(play(GAME, deal(three, []), adjacent_boxes=2), "one_position", "621a.5(d)")


# § 621a.6.  Procedures for dealing the tiles.


@pytest.mark.parametrize(("shakes", "lawful"), [(2, False), (3, True), (4, True)])
def test_621a_6_a_2_at_least_three_shakes(shakes: int, lawful: bool) -> None:
    """The shaker is shaken at least three times."""
    answers = [said("dealer", {"shakes": shakes}), *low("1 1-1 2-2")]
    played = play(GAME, deal("1 pai_gow 10", table(dealer=DEALER, seat_1=WINS), answers))
    if lawful:
        played.ok()
    else:
        refused(played, "not_lawful", "621a.6(a)(2)")


def test_621a_6_b_total_announced() -> None:
    """The dealer calls "no more bets", and then the total of the three dice."""
    played = against(WINS, "1-1 2-2")
    assert played.words()[:2] == ["no more bets", "total 9"]
    assert [e["outcome"] for e in played.events_of("shown")] == ["3 3 3"]


@pytest.mark.parametrize(("throw", "start"), [("1 1 1", 5), ("3 3 3", "dealer"), ("4 5 6", 1), ("6 6 6", 6),
    ("2 3 3", "dead hand")])  # fmt: skip
def test_621a_6_c_d_delivery_counterclockwise(throw: str, start: Any) -> None:
    """The first stack goes to the place the count ends on, the others counterclockwise to all eight places."""
    played = play(GAME, deal("1 pai_gow 10", table(throw, dealer=DEALER, seat_1=WINS), low("1 1-1 2-2"))).ok()
    at = PLACES.index(start)
    assert order_of(played, "dealt", "to") == [*PLACES[at:], *PLACES[:at]]
    assert len(played.events_of("dealt")) == 32
    assert {e["cite"] for e in played.events_of("dealt")} == {"621a.6(d)"}
    assert [e["place"] for e in played.events_of("dealt")] == [f"stack {1 + n // 4}" for n in range(32)]
    named = f"seat {start}" if isinstance(start, int) else start
    assert [(e["marker"], e["at"], e["cite"]) for e in played.events_of("marked")] == [("start", named, "621a.6(c)")]


def test_621a_6_d_tiles_are_dealt_unseen_and_marked() -> None:
    """Nobody sees a tile when it is dealt; the dealer's own stack is marked."""
    played = against(WINS, "1-1 2-2")
    assert {tuple(e["seen_by"]) for e in played.events_of("dealt")} == {()}
    assert [(e["by"], e["what"], e["cite"]) for e in played.events_of("attested")] == [
        ("dealer", "dealt all stacks and put the marker on the dealer's own", "621a.6(d)")
    ]


def test_621a_6_e_stacks_without_a_wager_are_gathered_unseen() -> None:
    """Tiles at positions without a wager go, unseen, to the Dead Hand."""
    played = against(WINS, "1-1 2-2")
    gathered = [e for e in played.events_of("discarded") if e["cite"] == "621a.6(e)"]
    assert [e["of"] for e in gathered] == [6, 5, 4, 3, 2]
    assert {tuple(e["seen_by"]) for e in gathered} == {()}


def test_621a_6_a_1_random_number() -> None:
    """A generator shows a number from 1 to 8 (I-621a-02), announced like a total; no dice are shaken."""
    chance = [*table("1 1 3", dealer=DEALER, seat_1=WINS)[:32], "5"]
    played = play(GAME, deal("1 pai_gow 10", chance, low("1 1-1 2-2")), start_selector="rng").ok()
    assert played.words()[:2] == ["no more bets", "number 5"]
    assert played.events_of("announced")[0]["cite"] == "621a.6(a)(1)"
    assert order_of(played, "dealt", "to")[0] == 3
    assert not [e for e in played.events_of("elected") if e["says"] == "shakes"]


@pytest.mark.parametrize(("number", "lawful"), [("0", False), ("1", True), ("8", True), ("9", False)])
def test_621a_6_a_1_number_from_one_to_eight(number: str, lawful: bool) -> None:
    """There is one number for each place, and no other."""
    hands = table("2 3 3" if number == "8" else "3 3 3", dealer=DEALER, seat_1=WINS)
    played = play(GAME, deal("1 pai_gow 10", [*hands[:32], number], low("1 1-1 2-2")), start_selector="rng")
    if lawful:
        played.ok()
    else:
        refused(played, "impossible", "621a.6(a)(1)")


# § 621a.7.  Alternative dealing procedures.


def test_621a_7_dealer_chooses_a_filed_style() -> None:
    """A style that was filed may be chosen by the dealer; the tiles go out in it, under its paragraph."""
    chance = table(dealer=DEALER)  # seat 6 has the second stack from the right, and so the seventh from the left
    answers = [said("dealer", {"style": "house_way_from_the_left"}), *low(f"6 {' '.join(chance[24:26])}")]
    played = play(GAME, deal("6 pai_gow 10", chance, answers), delivery_styles=["house_way_from_the_left"]).ok()
    assert {e["cite"] for e in played.events_of("dealt")} == {"621a.7(1)"}
    assert [e["card"] for e in played.events_of("dealt") if e["to"] == 6] == chance[24:28]


def test_621a_7_style_not_filed_is_refused() -> None:
    """A style that was not filed cannot be chosen; with none filed nobody is asked."""
    part = deal(
        "1 pai_gow 10", table(dealer=DEALER, seat_1=WINS), [said("dealer", {"style": "chee_yee"}), *low("1 1-1 2-2")]
    )
    refused(play(GAME, part, delivery_styles=["jung_quat"]), "not_lawful", "621a.7")
    refused(play(GAME, part), "unused", "621a.5(c)")


def test_621a_7_ordinary_style_unless_chosen() -> None:
    """Without a choice the stacks go out from the right."""
    part = deal("1 pai_gow 10", table(dealer=DEALER, seat_1=WINS), low("1 1-1 2-2"))
    played = play(GAME, part, delivery_styles=["jung_quat", "chee_yee"]).ok()
    assert {e["cite"] for e in played.events_of("dealt")} == {"621a.6(d)"}


# § 621a.8.  Setting of hands; settlement.


def test_621a_8_a_b_each_sees_and_sets_his_own() -> None:
    """A player looks at their own tiles and sets them; nobody else sees tiles or setting before they are shown."""
    game = catalogue.game(GAME)
    rules = Rules()
    play_ = Round(game, rules, game.open(rules), RoundStart(1))
    events = [*play_.events, *play_.answer(Answer("dealer", "circles", amount=8))]
    for seat in (1, 4):
        events += play_.answer(Answer(seat, "wager", "pai_gow", "", 1000))
    events += play_.answer(close_betting())
    for outcome in table(dealer=DEALER, seat_1=WINS, seat_4="5-6 5-6 3-3 4-6")[:32]:
        events += play_.answer(Answer("chance", outcome))
    for answer in (Answer("dealer", "shakes", amount=3), Answer("chance", "3 3 3"), Answer("dealer", "totalled"),
        Answer("dealer", "delivered")):  # fmt: skip
        events += play_.answer(answer)
    events += play_.answer(Answer(1, "low", cards=("1-1", "2-2")))
    assert "1-4" not in str([visible(event, 4) for event in events])
    assert "1-4" in str([visible(event, 1) for event in events])
    events += play_.answer(Answer(4, "low", cards=("3-3", "4-6")))
    assert "2-2" not in str([visible(event, 4) for event in events])


def test_621a_8_b_hands_once_laid_stay() -> None:
    """Hands once set may not be changed."""
    hands = {"seat_1": WINS, "seat_4": "5-6 5-6 3-3 4-6"}
    again = deal(
        "1 pai_gow 10; 4 pai_gow 10", table(dealer=DEALER, **hands), low("1 1-1 2-2; 1 1-4 2-3; 4 3-3 4-6")
    )  # fmt: skip
    refused(play(GAME, again), "unused", "621a.5(c)")


def test_621a_8_b_house_way_for_the_asking_and_the_absent() -> None:
    """The house way of a player's own tiles stands beside the question, and is set for one who is absent."""
    rules = Rules()
    hands = Hands(rules, Book(rules.spots, rules.posted, {}), None)
    hands.hands[1] = tuple(DEALER.split())
    question = setting_question(1, hands)
    assert len(question.options) == 6
    assert question.default is not None
    assert sorted(question.default.cards) == ["1-5", "5-5"]


@pytest.mark.parametrize("tiles", ["1-1 1-1", "6-6 1-1", "1-4", "1-4 2-3 1-1"])
def test_621a_8_a_only_ones_own_tiles(tiles: str) -> None:
    """A low hand is two of the four tiles one was dealt."""
    refused(one_player(DEALER, WINS, tiles), "not_lawful", "621a.8(a)")


def test_621a_8_c_dealer_shows_when_all_have_set() -> None:
    """The dealer's tiles are turned over after the last player has set, high hand first, set the house way."""
    hands = {"seat_1": WINS, "seat_4": "5-6 5-6 3-3 4-6"}
    part = deal("1 pai_gow 10; 4 pai_gow 10", table(dealer=DEALER, **hands), low("4 3-3 4-6; 1 1-1 2-2"))
    played = play(GAME, part).ok()
    told = [(e["event"], e.get("by", e.get("of"))) for e in played.events if e["cite"] in ("621a.8(a)", "621a.8(c)")]
    assert told == [("revealed", 4), ("revealed", 1), ("elected", 4), ("elected", 1), ("revealed", "dealer")]
    shown = next(e for e in played.events_of("revealed") if e["of"] == "dealer")
    assert (shown["cards"], shown["total"]) == (["6-6", "1-6", "5-5", "1-5"], "9 / 6")


def test_621a_8_d_filed_completion_of_the_house_way() -> None:
    """The filed completion decides how the dealer sets two nines, and with it the wager (I-621a-03)."""
    dealer, player = "6-6 1-1 1-6 5-5", "6-6 2-5 5-5 2-6"  # the player: 9 with a Twelve, 8
    low_first = one_player(dealer, player, "5-5 2-6").ok()
    assert low_first.events_of("revealed")[1]["cards"] == ["1-1", "1-6", "6-6", "5-5"]
    assert low_first.returned(1, "pai_gow") == "20.00"
    high_first = one_player(dealer, player, "5-5 2-6", house_way="high_first").ok()
    assert high_first.events_of("revealed")[1]["cards"] == ["6-6", "1-6", "1-1", "5-5"]
    assert high_first.returned(1, "pai_gow") == "10.00"  # the nine is now a copy


def test_621a_8_e_surrender_loses_all_unseen() -> None:
    """Once the dealer has set, a player may surrender: the whole wager is collected at once, their tiles stay unseen."""
    hands = {"seat_1": WINS, "seat_4": "5-6 5-6 3-3 4-6"}
    answers = [*low("1 1-1 2-2; 4 3-3 4-6"), said(1, "surrender")]
    played = play(GAME, deal("1 pai_gow 10; 4 pai_gow 10", table(dealer=DEALER, **hands), answers)).ok()
    assert (played.returned(1, "pai_gow"), played.cite(1, "pai_gow")) == ("0.00", "621a.8(e)")
    assert not [e for e in played.events_of("revealed") if e["of"] == 1 and e["cite"] == "621a.8(f)"]
    hidden = next(e for e in played.events_of("discarded") if e["cite"] == "621a.8(e)")
    assert hidden["seen_by"] == []
    assert played.order() == [(1, "pai_gow"), (4, "pai_gow")]  # at once, before seat 4 is looked at
    events = [e["event"] for e in played.events]
    assert events.index("collected") > max(n for n, e in enumerate(played.events) if e.get("of") == "dealer"
        and e["event"] == "revealed")  # fmt: skip


def test_621a_8_e_no_surrender_before_the_dealer_has_set() -> None:
    """While hands are being set there is nothing to surrender."""
    refused(play(GAME, deal("1 pai_gow 10", table(dealer=DEALER, seat_1=WINS), [said(1, "surrender")])), "not_lawful",
        "621a.8(e)")  # fmt: skip


def test_621a_8_f_shown_from_the_dealers_right() -> None:
    """Hands are shown, compared and called one player after the other, counterclockwise from the dealer's right."""
    hands = {"seat_1": WINS, "seat_3": "3-6 4-5 3-3 4-6", "seat_6": "5-6 5-6 1-3 1-3"}
    lows = low("1 1-1 2-2; 3 3-3 4-6; 6 5-6 5-6")
    played = play(GAME, deal("1 pai_gow 10; 3 pai_gow 10; 6 pai_gow 10", table(dealer=DEALER, **hands), lows)).ok()
    assert [e["of"] for e in played.events_of("revealed") if e["cite"] == "621a.8(f)"] == [6, 3, 1]
    assert played.words()[2:] == ["seat 6 wins", "seat 3 ties", "seat 1 wins"]
    assert [seat for seat, _ in played.order()] == [6, 3, 1]
    assert [e["of"] for e in played.events_of("discarded")][-4:] == [6, 3, 1, "dealer"]


def test_621a_8_g_lower_or_equal_loses() -> None:
    """Neither hand above the dealer's: the wager is collected."""
    played = against(LOSES, "5-5 2-4")
    assert (played.returned(1, "pai_gow"), played.cite(1, "pai_gow")) == ("0.00", "621a.8(g)")


def test_621a_1_copy_hand_is_the_dealers() -> None:
    """Hands identical in value and best tile count for the dealer: the same 9 and 6 lose."""
    played = one_player(DEALER, "6-6 2-5 5-5 2-4", "5-5 2-4").ok()
    assert played.cite(1, "pai_gow") == "621a.8(g)"


def test_621a_8_h_1_high_only_is_a_tie() -> None:
    """A better high hand with a lower low hand: the wager is handed back, without vigorish."""
    played = against(TIES, "3-3 4-6")
    assert (played.returned(1, "pai_gow"), played.cite(1, "pai_gow")) == ("10.00", "621a.8(h)(1)")
    assert played.line(1, "pai_gow")["vigorish"] == "0.00"


def test_621a_8_h_2_low_only_is_a_tie() -> None:
    """A lower high hand with a better low hand: the wager is handed back."""
    played = against("1-1 1-6 4-6 2-5", "4-6 2-5")
    assert (played.returned(1, "pai_gow"), played.cite(1, "pai_gow")) == ("10.00", "621a.8(h)(2)")


def test_621a_8_i_k_both_above_wins_even_money_less_vigorish() -> None:
    """Both hands above the dealer's win 1 to 1; 5% of the win is the vigorish, taken at once."""
    played = against(WINS, "1-1 2-2")
    line = played.line(1, "pai_gow")
    assert (line["returned"], line["vigorish"], line["cite"]) == ("20.00", "0.50", "621a.8(k)")


@pytest.mark.parametrize(
    ("amount", "exact", "rounded"),
    [
        ("4.99", "0.24", "0.25"), ("5.00", "0.25", "0.25"), ("5.01", "0.25", "0.50"), ("9.99", "0.49", "0.50"),
        ("10.00", "0.50", "0.50"), ("10.20", "0.51", "0.75"), ("0.01", "0.00", "0.25"), ("100.00", "5.00", "5.00"),
    ],
)  # fmt: skip
def test_621a_8_k_vigorish_exact_or_up_to_25_cents(amount: str, exact: str, rounded: str) -> None:
    """Exact, a fraction of a cent dropped; or, if so filed, 25 cents or the next multiple of it (I-GEN-05)."""
    assert against(WINS, "1-1 2-2", amount).line(1, "pai_gow")["vigorish"] == exact
    filed = against(WINS, "1-1 2-2", amount, vigorish_rounding="next_25_cents")
    assert filed.line(1, "pai_gow")["vigorish"] == rounded


def test_621a_8_a_crossed_hands_are_swapped() -> None:
    """A better hand laid as the low one is the high hand all the same (I-621a-08)."""
    straight, crossed = against(WINS, "1-1 2-2"), against(WINS, "1-4 2-3")
    assert straight.line(1, "pai_gow") == crossed.line(1, "pai_gow")


def test_621a_8_a_crossed_hands_lose_if_filed() -> None:
    """Where that reading is filed, a low hand above the high one loses."""
    played = against(WINS, "1-4 2-3", crossed_hands="lose")
    assert (played.returned(1, "pai_gow"), played.cite(1, "pai_gow")) == ("0.00", "I-621a-08")
    assert against(WINS, "1-1 2-2", crossed_hands="lose").returned(1, "pai_gow") == "20.00"


# The Rules Submission, and what is printed.


@pytest.mark.parametrize(
    ("choice", "value", "cite"),
    [
        ("start_selector", "roulette", "621a.6(a)"),
        ("delivery_styles", ["sideways"], "621a.7"),
        ("delivery_styles", "jung_quat", "621a.7"),
        ("house_way", "worst", "I-621a-03"),
        ("crossed_hands", "win", "I-621a-08"),
        ("vigorish_rounding", "nearest_25_cents", "621a.8(k)"),
        ("adjacent_boxes", 0, "621a.5(d)"),
        ("adjacent_boxes", 3, "621a.5(d)"),
        ("player_bank", "yes", "621a.9(a)"),
        ("bank_sets", "badly", "621a.10(f)"),
    ],
)
def test_621a_forbidden_choices(choice: str, value: Any, cite: str) -> None:
    """What the chapter does not allow is refused with the provision."""
    refused(play(GAME, **{choice: value}), "forbidden_choice", cite)


@pytest.mark.parametrize(
    "choices",
    [
        {"start_selector": "rng"}, {"delivery_styles": ["jung_quat", "chee_yee"]}, {"house_way": "high_first"},
        {"vigorish_rounding": "next_25_cents"}, {"adjacent_boxes": 2}, {"player_bank": True, "co_banking": True},
        {"player_bank": True, "dealer_wager_against_bank": "25.00"}, {"bank_sets": "house_way"},
    ],
)  # fmt: skip
def test_621a_lawful_choices(choices: dict[str, Any]) -> None:
    """What the chapter leaves open may be filed."""
    play(GAME, deal("1 pai_gow 10", [*table(dealer=DEALER, seat_1=WINS)[:32], "1" if "start_selector" in choices else "3 3 3"],
        low("1 1-1 2-2")), **choices).ok()  # fmt: skip


def test_621a_3_b_and_2_d_1_clocks() -> None:
    """Tiles are changed within 12 hours, dice in the shaker within 24; a table with neither shaker nor bank has no dice."""
    game = catalogue.game(GAME)
    assert [(d.name, d.hours, d.cite) for d in game.duties(Rules())] == [
        ("tile_change", 12, "621a.3(b)"), ("shaker_dice_change", 24, "621a.2(d)(1)"),
    ]  # fmt: skip
    rng = {"start_selector": "rng"}
    assert [d.name for d in game.duties(submit(game.rules, rng))] == ["tile_change"]
    assert len(game.duties(submit(game.rules, {**rng, "player_bank": True}))) == 2


def test_621a_2_b_layout() -> None:
    """Name of the house, six betting areas, a Dead Hand at the dealer's left, tiles behind each area."""
    game = catalogue.game(GAME)
    felt = game.felt(game.example())
    assert [(area.seat, area.cite) for area in felt.areas] == [(seat, "621a.2(b)(2)") for seat in range(1, 7)]
    assert felt.inscriptions[0].cite == "621a.2(b)(1)"
    places = {(place.what, place.of): place.box for place in felt.places}
    assert places["tiles", "dead hand"].x > places["tiles", "dealer"].x  # the dealer's left is the players' right
    for area in felt.areas:
        behind = places["tiles", area.seat]
        assert behind.y >= area.box.y + area.box.height
        assert behind.x <= area.box.x <= behind.x + behind.width


def test_621a_4_a_inspection_of_the_tiles() -> None:
    """The dealer inspects pairs, size and shading, backs and sides, and the display, of every set; a floorperson verifies."""
    game = catalogue.game(GAME)
    lists = {checklist.name: checklist for checklist in game.checklists(game.example())}
    cites = {name: [item.cite for item in checklist.items] for name, checklist in lists.items()}
    assert cites["opening"] == ["621a.3(a)", "621a.4(a)", *(f"621a.4(a)({n})" for n in (1, 2, 3))]
    assert cites["equipment"] == ["621a.2(c)", "621a.2(d)", "621a.2(d)(1)", "621a.2(d)(2)", "621a.2(d)(3)"]
    assert (lists["equipment"].when, lists["opening"].when) == (When.OPENING, When.CARDS)
    assert [signature.roles for signature in lists["opening"].signatures] == [(Role.DEALER,), FLOOR_ONLY]
    assert [signature.assigned for signature in lists["opening"].signatures] == [False, True]
    rng = game.checklists(submit(game.rules, {"start_selector": "rng"}))
    assert [item.cite for item in rng[0].items] == ["621a.2(c)", "621a.2(e)"]


def test_621a_4_b_c_tiles_in_pairs_wait_for_the_first_player() -> None:
    """They lie in pairs until the first player has looked at them; then the dealer turns and mixes them."""
    game = catalogue.game(GAME)
    assert cites_due(game, Rules(), When.ARRIVAL) == ["621a.4(b)", "621a.4(c)"]
    dealer_signs_for_the_first_player(game, Rules(), "621a.4(b)")


def test_621a_4_a_3_ii_g_other_lists_of_the_tiles() -> None:
    """Dealer and floorperson sign for a sealed set before the other is inspected; the dealer for an idle table."""
    lists = {checklist.name: checklist for checklist in catalogue.game(GAME).checklists(Rules())}
    sealed, idle = lists["unsuitable"], lists["idle"]
    assert (sealed.when, [s.roles for s in sealed.signatures]) == (When.WORK, [(Role.DEALER,), FLOOR_ONLY])
    assert [item.cite for item in sealed.items] == ["621a.4(a)(3)(i)", "621a.4(a)(3)(ii)"]
    assert (idle.when, [s.roles for s in idle.signatures]) == (When.IDLE, [(Role.DEALER,)])
    assert [item.cite for item in idle.items] == ["621a.4(g)", "621a.4(c)"]


def test_621a_2_d_e_things_of_the_table() -> None:
    """Tiles always; shaker and dice unless a generator finds the start and nobody banks. Each clock has its thing."""
    game = catalogue.game(GAME)
    for filed, names in (
        ({}, ["tiles", "shaker", "dice"]),
        ({"start_selector": "rng"}, ["tiles", "generator"]),
        ({"start_selector": "rng", "player_bank": True}, ["tiles", "shaker", "dice", "generator"]),
    ):
        rules = submit(game.rules, filed)
        assert [thing.name for thing in game.things(rules)] == names
        assert {duty.thing for duty in game.duties(rules)} <= set(names)


@pytest.mark.parametrize(
    ("filed", "lacking"),
    [({}, []), ({"player_bank": True}, []), ({"player_bank": True, "co_banking": True}, ["house_way"])],
)
def test_621a_9_e_how_a_co_banks_hand_is_set_has_to_be_specified(filed: dict[str, Any], lacking: list[str]) -> None:
    """Whoever offers co-banking specifies how the dealer sets the hand."""
    assert [name for name, _ in unspecified(Rules, filed)] == list(lacking)
