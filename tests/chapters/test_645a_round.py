"""Chapter 645a, Pai Gow Poker: hands set, surrendered, shown and settled (§ 645a.11(a)–(g), § 645a.13(a))."""

from typing import Any

import pytest

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.events import Revealed, visible
from pitboss.game import RoundStart
from pitboss.money import cents
from pitboss.procedure import Answer, Draw, Each
from pitboss.testkit.tables import fault, play, refused
from pitboss.wagers import close_betting
from tests.chapters.irregularities import could_not_happen
from tests.chapters.pai_gow import (
    DEALER,
    FULL,
    GAME,
    LOSES,
    QUEENS,
    SIDES,
    TIES,
    TO_DEALER,
    WINS,
    cards,
    low,
    one,
    round_of,
    says,
)
from tests.chapters.staff import attested

MAIN = "pai_gow_poker"
THREE: dict[int | str, str] = {DEALER: QUEENS, 1: WINS, 2: LOSES, 3: TIES}
WAGERS = "1 pai_gow_poker 10; 2 pai_gow_poker 20; 3 pai_gow_poker 30"
NINES = "9S 9D 9C KH TC 3D 2H"  # with the dealer's 9H elsewhere: three of a kind
QUADS = "5S 5D 5H 5C KH 7C 2H"
DEUCES = "2S 2C 4D 6H 8C JD QH"  # a dealer who stands in nobody's way
ACES = "AS AD 9S 8H 7H 3H 6C"


# (a)–(c) Setting


def test_645a_11_a_each_player_sees_his_own_cards_only() -> None:
    """After the deal each looks at their seven cards; to everyone else they stay face down."""
    looked = [event for event in play(GAME, round_of(THREE, WAGERS)).ok().events_of("revealed")
        if event["cite"] == "645a.11(a)"]  # fmt: skip
    assert [(event["of"], event["seen_by"], event["cards"]) for event in looked] == [
        (seat, [seat], THREE[seat].split()) for seat in (3, 2, 1)
    ]


def test_645a_11_a_hidden_look_shows_nothing() -> None:
    """What another seat gets of it is seven blanks."""
    event = Revealed(1, tuple(WINS.split()), "pair", cite="645a.11(a)", seen_by=(1,))
    assert visible(event, 1) == event
    assert visible(event, 2) == Revealed(1, ("",) * 7, cite="645a.11(a)")


def setting_stage(wagers: str = "1 10") -> Round:
    """A round with all cards out, before anyone has set."""
    game = catalogue.game(GAME)
    rules = game.rules()
    round_ = Round(game, rules, game.open(rules), RoundStart(1))
    for part in wagers.split(";"):
        seat, amount = part.split()
        round_.answer(Answer(int(seat), "wager", MAIN, "", int(amount) * 100))
    round_.answer(close_betting())
    chance = iter([TO_DEALER, *cards(THREE)])
    while not isinstance(round_.pending, Each):
        if isinstance(round_.pending, Draw):
            round_.answer(Answer("chance", next(chance)))
        else:
            (election,) = round_.elections()
            assert election.default is not None
            round_.answer(election.default.answer(election.to))
    return round_


def test_645a_11_a_1_house_way_is_what_a_player_is_told() -> None:
    """21 settings are open; the one the house would choose is the default, also for the absent."""
    (election,) = setting_stage().elections()
    assert election.kind == "low hand"
    assert len(election.options) == len({tuple(sorted(option.cards)) for option in election.options}) == 21
    assert election.default is not None
    assert election.default.cards == ("AH", "JC")
    assert not election.courtesy


def test_645a_11_a_1_a_scenario_has_to_set_every_hand() -> None:
    """A seat that says nothing is not set for by a script."""
    part = round_of(THREE, WAGERS)
    refused(play(GAME, {**part, "answers": part["answers"][1:]}), "not_lawful", "645a.11(b)")


def test_645a_11_a_3_hands_once_set_are_not_touched_again() -> None:
    """A second answer of the same seat finds no question."""
    round_ = setting_stage("1 10; 2 10")
    round_.answer(Answer(1, "low", cards=("AH", "JC")))
    with pytest.raises(Exception, match="has already answered"):
        round_.answer(Answer(1, "low", cards=("KS", "KD")))


def test_645a_11_b_setting_is_secret_until_shown() -> None:
    """Only the player sees which cards were set low."""
    played = play(GAME, round_of(THREE, WAGERS)).ok()
    chosen = [event for event in played.events_of("elected") if event["says"] == "low"]
    assert [(event["by"], event["seen_by"]) for event in chosen] == [(seat, [seat]) for seat in (3, 2, 1)]


def test_645a_11_c_dealer_sets_after_the_players() -> None:
    """By the filed house way, face up."""
    played = play(GAME, round_of(THREE, WAGERS)).ok()
    kinds = [(event["event"], event.get("of"), event["cite"]) for event in played.events]
    dealers = kinds.index(("revealed", DEALER, "645a.11(c)"))
    assert all(n < dealers for n, kind in enumerate(kinds) if kind[2] == "645a.11(b)")
    assert played.events[dealers]["cards"][5:] == ["9H", "8C"]
    assert played.events[dealers]["total"] == "pair of queens, low 9 and 8"


def test_645a_11_c_filed_house_way_is_used() -> None:
    """Two small pair and an ace stay together by one way and the other; with a king only by the standard way."""
    pairs = "3S 3D 2C 2H KC JD 8S"
    for way, lows in (("standard", ["KC", "JD"]), ("split", ["2C", "2H"])):
        played = one(WINS, dealer=pairs, house_way=way)
        shown = next(event for event in played.ok().events_of("revealed") if event["of"] == DEALER)
        assert shown["cards"][5:] == lows


# § 645a.7(f)


TWO = {"adjacent_boxes": 2}


def at(seat: int, amount: str, player: str = "ann") -> dict[str, Any]:
    return {"seat": seat, "wager": MAIN, "amount": amount, "player": player}


@pytest.mark.parametrize(
    ("first", "second", "order"),
    [("10.00", "20.00", [3, 2, 1]), ("20.00", "10.00", [3, 1, 2]), ("10.00", "10.00", [3, 2, 1])],
)
def test_645a_7_f_larger_wager_is_set_first(first: str, second: str, order: list[int]) -> None:
    """Of one player's two areas the larger wager's hand, of equal ones the first counterclockwise; then the other."""
    wagers = [at(1, first), at(2, second), at(3, "5.00", "bob")]
    played = play(GAME, round_of(THREE, wagers), **TWO).ok()
    told = [(e["event"], e["of"] if e["event"] == "revealed" else e["by"]) for e in played.events
        if e["cite"] in ("645a.11(a)", "645a.11(b)") and e["event"] in ("revealed", "elected")]  # fmt: skip
    looks = [seat for kind, seat in told if kind == "revealed"]
    assert list(dict.fromkeys(looks)) == order
    last = order[-1]
    assert told.index(("revealed", last)) > told.index(("elected", order[1]))  # the second is not looked at before


def test_645a_7_f_one_area_unless_filed() -> None:
    """Two areas are refused where they were not filed, three always, and areas that do not touch."""
    refused(play(GAME, round_of(THREE, [at(1, "10.00"), at(2, "10.00")])), "one_position", "645a.7(f)")
    refused(play(GAME, round_of(THREE, [at(1, "10.00"), at(3, "10.00")]), **TWO), "one_position", "645a.7(f)")
    refused(
        play(GAME, round_of(THREE, [at(1, "10.00"), at(2, "10.00"), at(3, "10.00")]), **TWO),
        "one_position",
        "645a.7(f)",
    )


# (d) Surrender


def test_645a_11_d_surrender_loses_the_whole_wager_unseen() -> None:
    """Collected at once, before anyone's hands are shown; seven cards counted and racked face down."""
    played = play(GAME, round_of(THREE, WAGERS, after=[says(1, "surrender")])).ok()
    assert (played.returned(1, MAIN), played.cite(1, MAIN)) == ("0.00", "645a.11(d)")
    assert played.order()[0] == (1, MAIN)
    assert attested(played, "counted the cards of seat 1") == [(DEALER, 7, "645a.11(d)")]
    racked = [event for event in played.events_of("discarded") if event["of"] == 1]
    assert [(event["cite"], event["seen_by"]) for event in racked] == [("645a.11(d)", [])]
    assert not [event for event in played.events_of("revealed") if event["of"] == 1 and event.get("seen_by") is None]


@pytest.mark.parametrize("wager", ["fortune_bonus", "emperors_treasure", "pai_gow_insurance", "progressive_payout"])
def test_645a_11_d_no_surrender_with_an_optional_wager(wager: str) -> None:
    """Who made one is not asked, and cannot give up."""
    part = round_of({DEALER: QUEENS, 1: WINS}, f"1 pai_gow_poker 10; 1 {wager} 5", after=[says(1, "surrender")])
    refused(play(GAME, part, **SIDES), "unused", "645a.11(d)")


def test_645a_11_d_surrendered_cards_stay_for_envy() -> None:
    """Where another has a Qualifying Wager they are looked at all the same (I-645a-09)."""
    hands: dict[int | str, str] = {DEALER: DEUCES, 1: QUADS, 2: ACES}
    part = round_of(hands, "1 pai_gow_poker 10; 2 pai_gow_poker 10; 2 fortune_bonus 5", after=[says(1, "surrender")])
    played = play(GAME, part, **SIDES).ok()
    assert played.returned(1, MAIN) == "0.00"
    assert played.returned(2, "fortune_bonus_envy") == "5.00"


def test_645a_11_d_question_waits_for_a_player_who_is_there() -> None:
    """It is a courtesy to scripts, and a real question at a live table."""
    round_ = setting_stage()
    (election,) = round_.elections()
    assert election.default is not None
    round_.answer(election.default.answer(1))
    round_.answer(Answer(DEALER, "hands_set"))
    (election,) = round_.elections()
    assert (election.kind, election.courtesy, election.waits) == ("surrender", True, True)
    assert [option.says for option in election.options] == ["show_hands", "surrender"]


# (e)–(f) Comparison and payment


def test_645a_11_e_counterclockwise_from_the_dealers_right() -> None:
    """Shown, called and settled one after the other."""
    played = play(GAME, round_of(THREE, WAGERS)).ok()
    assert played.order() == [(3, MAIN), (2, MAIN), (1, MAIN)]
    assert played.words()[-3:] == ["seat 3 ties", "seat 2 loses", "seat 1 wins"]
    assert [played.returned(seat, MAIN) for seat in (1, 2, 3)] == ["20.00", "0.00", "30.00"]


@pytest.mark.parametrize(("mine", "returned", "cite"),
    [(WINS, "20.00", "645a.13(a)"), (LOSES, "0.00", "645a.11(f)(1)(i)"), (TIES, "10.00", "645a.11(f)(2)(i)"),
    ("JS JD AH KC 5D " "3S 2H", "10.00", "645a.11(f)(2)(ii)"), ("QH QC 9S 8D 6S 4C 2D", "0.00", "645a.11(f)(1)(ii)")])  # fmt: skip
def test_645a_11_f_win_lose_tie(mine: str, returned: str, cite: str) -> None:
    """One to 1 for two better hands, nothing for two that are not, the wager back for one."""
    played = one(mine)
    assert (played.returned(1, MAIN), played.cite(1, MAIN)) == (returned, cite)


@pytest.mark.parametrize(
    ("wager", "exact", "rounded"),
    [
        ("10", "0.50", "0.50"),
        ("5", "0.25", "0.25"),
        ("6", "0.30", "0.50"),
        ("1", "0.05", "0.25"),
        ("10.10", "0.50", "0.75"),
    ],
)
def test_645a_13_a_vigorish_is_5_percent_of_the_win(wager: str, exact: str, rounded: str) -> None:
    """Exact, down to the cent, or up to the next 25 cents where that was filed; taken when the win is paid."""
    assert one(WINS, f"1 {MAIN} {wager}").line(1, MAIN)["vigorish"] == exact
    assert one(WINS, f"1 {MAIN} {wager}", vigorish_rounding="next_25_cents").line(1, MAIN)["vigorish"] == rounded


@pytest.mark.parametrize(("wager", "returned", "vigorish"),
    [("10.00", "20.00", "0.50"), ("10.50", "21.00", "0.52"), ("10.99", "21.98", "0.54"), ("11.00", "22.00", "0.55")])  # fmt: skip
def test_645a_13_a_paid_by_the_breakage_filed(wager: str, returned: str, vigorish: str) -> None:
    """Even money never breaks, so that nothing is rounded, whatever is filed; the vigorish is on all of it (I-GEN-41)."""
    line = one(WINS, f"1 {MAIN} {wager}", breakage="down_to_chip").line(1, MAIN)
    assert (line["returned"], line["vigorish"]) == (returned, vigorish)
    assert cents(one(WINS, f"1 {MAIN} {wager}").returned(1, MAIN)) == 2 * cents(wager)


def test_645a_13_a_no_vigorish_on_a_tie_or_a_loss() -> None:
    """Only winners pay it."""
    for mine in (LOSES, TIES):
        assert one(mine, vigorish_rounding="next_25_cents").line(1, MAIN)["vigorish"] == "0.00"


def test_645a_11_f_1_iii_optional_wagers_survive_a_foul() -> None:
    """The main wager is lost, the others go by all seven cards (I-645a-10)."""
    played = one(NINES, f"1 {MAIN} 10; 1 fortune_bonus 5", dealer=DEUCES, two="9S 9D", **SIDES)
    assert (played.returned(1, MAIN), played.cite(1, MAIN)) == ("0.00", "645a.11(f)(1)(iii)")
    assert played.returned(1, "fortune_bonus") == "20.00"


# § 645a.7(b)


def test_645a_7_b_wagers_of_one_who_left_may_be_lost() -> None:
    """When the floor reports it; their cards go to the rack unseen, and the others play on (I-GEN-12)."""
    part = round_of(THREE, f"{WAGERS}; 2 fortune_bonus 5", {2: ""},
        faults=[fault("player_left", FULL, after_answers=1, seat=2)])  # fmt: skip
    played = play(GAME, part, **SIDES).ok()
    assert [(s["wager"], s["returned"], s["cite"]) for s in played.settlements if s["seat"] == 2] == [
        (MAIN, "0.00", "645a.7(b)"), ("fortune_bonus", "0.00", "645a.7(b)"),
    ]  # fmt: skip
    assert [event["seen_by"] for event in played.events_of("discarded") if event["of"] == 2] == [[]]
    assert played.returned(1, MAIN) == "20.00"


def test_645a_7_b_after_his_hands_are_set_too() -> None:
    """As long as they are not shown."""
    part = round_of(THREE, WAGERS, faults=[fault("player_left", FULL, after_answers=3, seat=2)])
    assert play(GAME, part).cite(2, MAIN) == "645a.7(b)"
    could_not_happen(play(GAME, round_of(THREE, WAGERS, faults=[fault("player_left", FULL, after_answers=1, seat=5)])),
        "player_left")  # fmt: skip


def test_645a_11_a_setting_of_all_seats_is_asked_at_once() -> None:
    """Players set at their own pace; a hand that was set stays set when another player leaves."""
    round_ = setting_stage("1 10; 2 10; 3 10")
    assert isinstance(round_.pending, Each)
    assert [election.to for election in round_.elections()] == [3, 2, 1]
    round_.answer(Answer(1, "low", cards=("AH", "JC")))
    assert [election.to for election in round_.elections()] == [3, 2]


def test_645a_11_b_low_cards_in_either_order() -> None:
    """Which of the two is named first does not matter."""
    for two in ("AH JC", "JC AH"):
        part = round_of({DEALER: QUEENS, 1: WINS}, f"1 {MAIN} 10", {1: ""}, before=[low(1, two)])
        assert play(GAME, part).returned(1, MAIN) == "20.00"
