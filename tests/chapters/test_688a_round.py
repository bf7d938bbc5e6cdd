"""Chapter 688a, Face Up Pai Gow Poker: hands set, surrendered, shown and settled (§ 688a.11)."""

from typing import Any

import pytest

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.events import Revealed, visible
from pitboss.game import RoundStart
from pitboss.procedure import Answer, Draw, Each
from pitboss.testkit.tables import Played, play, refused
from pitboss.wagers import close_betting
from tests.chapters.face_up import ACE_HIGH, DEUCES, GAME, JOKER_HIGH, MAIN, ONE, SIDES, one, table_of
from tests.chapters.pai_gow import DEALER, LOSES, QUEENS, TIES, TO_DEALER, WINS, cards, low, round_of, says
from tests.chapters.staff import attested

THREE: dict[int | str, str] = {DEALER: QUEENS, 1: WINS, 2: LOSES, 3: TIES}
WAGERS = f"1 {MAIN} 10; 2 {MAIN} 20; 3 {MAIN} 30"
QUADS = "5S 5D 5H 5C KH 7C 2H"
KINGS = "KS KD AC JC 7D TS 3C"
ACES = "AS AD 9S 8H 7H 3H 6C"
NINES = "9S 9D 9C KH TC 3D 2H"
ROYAL = "AS KS QS JS TS 3D 2D"
SEVEN_SF = "9S 8S 7S 6S 5S 4S 3S"
JOKER_SF = "9D 8D 7D 6D 5D JK 3D"
FIVE_ACES = "AS AD AH AC JK 7D 2H"
FULL_HOUSE = "TS TD TC KH KC 3D 2H"
FOUR: dict[str, Any] = {**SIDES, "progressive_payout_paytable": "4"}


def events(played: Played, kind: str, **facts: Any) -> list[dict[str, Any]]:
    return [e for e in played.ok().events_of(kind) if all(e.get(key) == value for key, value in facts.items())]


# (a) The dealer's hands


def test_688a_11_a_dealer_sets_before_any_player_looks() -> None:
    """By the filed house way, face up, when the stub is counted (I-688a-20)."""
    played = play(GAME, round_of(THREE, WAGERS)).ok()
    told = [(event["event"], event.get("of"), event["cite"]) for event in played.events]
    dealers = told.index(("revealed", DEALER, "688a.11(a)"))
    assert all(n > dealers for n, (_, _, cite) in enumerate(told) if cite in ("688a.11(b)", "688a.11(c)"))
    assert played.events[dealers]["cards"][5:] == ["9H", "8C"]
    assert played.events[dealers]["total"] == "pair of queens, low 9 and 8"
    assert played.events[dealers].get("seen_by") is None


def test_688a_11_a_filed_house_way_is_used() -> None:
    """Two small pair and a king stay together by the standard way, not by the other."""
    for way, lows in (("standard", ["KC", "JD"]), ("split", ["2C", "2H"])):
        played = one(WINS, dealer="3S 3D 2C 2H KC JD 8S", house_way=way)
        assert events(played, "revealed", of=DEALER)[0]["cards"][5:] == lows


# (b)–(c) The players'


def setting_stage(wagers: str = "1 10", **filed: Any) -> Round:
    """A round with all cards out and the dealer's hands set, before any player has set."""
    game = catalogue.game(GAME)
    rules = game.rules(**filed)
    round_ = Round(game, rules, game.open(rules), RoundStart(1))
    for part in wagers.split(";"):
        seat, amount, *wager = part.split()
        round_.answer(Answer(int(seat), "wager", wager[0] if wager else MAIN, "", int(amount) * 100))
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


def test_688a_11_b_each_player_sees_his_own_cards_only() -> None:
    """To everyone else they stay face down."""
    looked = events(play(GAME, round_of(THREE, WAGERS)), "revealed", cite="688a.11(b)")
    assert [(event["of"], event["seen_by"], event["cards"]) for event in looked] == [
        (seat, [seat], THREE[seat].split()) for seat in (3, 2, 1)
    ]
    event = Revealed(1, tuple(WINS.split()), cite="688a.11(b)", seen_by=(1,))
    assert visible(event, 2) == Revealed(1, ("",) * 7, cite="688a.11(b)")


def test_688a_11_b_1_house_way_is_what_a_player_is_told() -> None:
    """21 settings are open, and a surrender; the one the house would choose is the default, also for the absent."""
    (election,) = setting_stage().elections()
    settings = [option for option in election.options if option.says == "low"]
    assert len({tuple(sorted(option.cards)) for option in settings}) == len(settings) == 21
    assert [option.says for option in election.options if option not in settings] == ["surrender"]
    assert election.default is not None
    assert (election.default.cards, election.courtesy) == (("AH", "JC"), False)


def test_688a_11_b_3_hands_once_set_are_not_touched_again() -> None:
    """All players set at the same time, at their own pace; a second answer of the same seat finds no question."""
    round_ = setting_stage("1 10; 2 10")
    assert [election.to for election in round_.elections()] == [2, 1]
    round_.answer(Answer(1, "low", cards=("AH", "JC")))
    assert [election.to for election in round_.elections()] == [2]
    with pytest.raises(Exception, match="has already answered"):
        round_.answer(Answer(1, "low", cards=("KS", "KD")))


def test_688a_11_c_setting_is_secret_until_shown() -> None:
    """Only the player sees which cards were set low."""
    chosen = events(play(GAME, round_of(THREE, WAGERS)), "elected", says="low")
    assert [(event["by"], event["seen_by"]) for event in chosen] == [(seat, [seat]) for seat in (3, 2, 1)]


@pytest.mark.parametrize("two", ["KS", "KS KD AH", "KS QS"])
def test_688a_11_f_1_iv_hands_are_five_and_two_of_his_own_cards(two: str) -> None:
    """One card, three cards or another's card cannot be laid low at all."""
    part = round_of({DEALER: QUEENS, 1: WINS}, ONE)
    refused(play(GAME, {**part, "answers": [low(1, two)]}), "not_lawful", "688a.11(c)")


# § 688a.7(f)

TWO = {"adjacent_boxes": 2}


def at(seat: int, amount: str, player: str = "ann") -> dict[str, Any]:
    return {"seat": seat, "wager": MAIN, "amount": amount, "player": player}


@pytest.mark.parametrize(
    ("first", "second", "order"),
    [("10.00", "20.00", [3, 2, 1]), ("20.00", "10.00", [3, 1, 2]), ("10.00", "10.00", [3, 2, 1])],
)
def test_688a_7_f_larger_wager_is_set_first(first: str, second: str, order: list[int]) -> None:
    """Of one player's two areas the larger wager's hand, of equal ones the first counterclockwise; then the other."""
    played = play(GAME, round_of(THREE, [at(1, first), at(2, second), at(3, "5.00", "bob")]), **TWO).ok()
    told = [(e["event"], e.get("of", e.get("by"))) for e in played.events if e["cite"] in ("688a.11(b)", "688a.11(c)")]
    assert list(dict.fromkeys(seat for kind, seat in told if kind == "revealed")) == order
    assert told.index(("revealed", order[2])) > told.index(("elected", order[1]))  # not looked at before
    assert len(played.settlements) == 3


def test_688a_7_f_one_area_unless_filed() -> None:
    """Two areas are refused where they were not filed, three always, and areas that do not touch."""
    for wagers, filed in (
        ([at(1, "10.00"), at(2, "10.00")], {}),
        ([at(1, "10.00"), at(3, "10.00")], TWO),
        ([at(1, "10.00"), at(2, "10.00"), at(3, "10.00")], TWO),
    ):
        refused(play(GAME, round_of(THREE, wagers), **filed), "one_position", "688a.7(f)")


# (d) Surrender


@pytest.mark.parametrize("set_first", [True, False])
def test_688a_11_d_surrender_loses_the_whole_wager_unseen(set_first: bool) -> None:
    """When asked to set, or any time before their hands are shown; seven cards counted and racked face down."""
    part = round_of(THREE, WAGERS, {} if set_first else {1: ""}, after=[says(1, "surrender")])
    played = play(GAME, part).ok()
    assert (played.returned(1, MAIN), played.cite(1, MAIN)) == ("0.00", "688a.11(d)")
    assert played.order()[0] == (1, MAIN)
    assert attested(played, "counted the cards of seat 1") == [(DEALER, 7, "688a.11(d)")]
    assert [(e["cite"], e["seen_by"]) for e in events(played, "discarded", of=1)] == [("688a.11(d)", [])]
    assert all(event["seen_by"] == [1] for event in events(played, "revealed", of=1))
    dealers = played.events.index(events(played, "revealed", of=DEALER)[0])
    assert dealers < played.events.index(events(played, "collected", seat=1)[0])


@pytest.mark.parametrize("wager", ["ace_high_bonus", "fortune_bonus", "progressive_payout"])
def test_688a_11_d_no_surrender_with_an_optional_wager(wager: str) -> None:
    """Who made one is not offered it at either time."""
    amount = 1 if wager == "progressive_payout" else 5
    (election,) = setting_stage(f"1 10; 1 {amount} {wager}", **{wager: True}).elections()
    assert {option.says for option in election.options} == {"low"}
    wagers = f"{ONE}; 1 {wager} {amount}"
    part = round_of({DEALER: QUEENS, 1: WINS}, wagers, {1: ""}, before=[says(1, "surrender")])
    refused(play(GAME, part, **SIDES), "not_lawful", "688a.11(d)")
    part = round_of({DEALER: QUEENS, 1: WINS}, wagers, after=[says(1, "surrender")])
    refused(play(GAME, part, **SIDES), "unused", "688a.11(d)")


def test_688a_11_d_surrendered_wager_stays_lost_against_ace_high() -> None:
    """The push comes too late for it (I-688a-03)."""
    part = round_of({DEALER: ACE_HIGH, 1: WINS, 2: LOSES}, f"1 {MAIN} 10; 2 {MAIN} 10", after=[says(1, "surrender")])
    played = play(GAME, part)
    assert (played.returned(1, MAIN), played.returned(2, MAIN)) == ("0.00", "10.00")


def test_688a_11_d_surrendered_cards_stay_for_envy() -> None:
    """Where another has a Qualifying Wager they are looked at all the same, and then collected."""
    hands: dict[int | str, str] = {DEALER: DEUCES, 1: QUADS, 2: ACES}
    wagers = f"1 {MAIN} 10; 2 {MAIN} 10; 2 fortune_bonus 5"
    played = play(GAME, round_of(hands, wagers, after=[says(1, "surrender")]), **SIDES)
    assert played.returned(1, MAIN) == "0.00"
    assert played.returned(2, "fortune_bonus_envy") == "5.00"
    assert [e["cite"] for e in events(played, "discarded", of=1)] == ["688a.11(h)(2)(iii)"]


def test_688a_11_d_question_waits_for_a_player_who_is_there() -> None:
    """The second chance is a courtesy to scripts, and a real question at a live table."""
    round_ = setting_stage()
    round_.answer(Answer(1, "low", cards=("AH", "JC")))
    (election,) = round_.elections()
    assert (election.kind, election.courtesy, election.waits) == ("surrender", True, True)
    assert [option.says for option in election.options] == ["show_hands", "surrender"]


# (e)–(f) Comparison and payment


def test_688a_11_e_counterclockwise_from_the_dealers_right() -> None:
    """Shown, called and settled one after the other."""
    played = play(GAME, round_of(THREE, WAGERS)).ok()
    assert played.order() == [(3, MAIN), (2, MAIN), (1, MAIN)]
    assert played.words()[-3:] == ["seat 3 ties", "seat 2 loses", "seat 1 wins"]
    assert [played.returned(seat, MAIN) for seat in (1, 2, 3)] == ["20.00", "0.00", "30.00"]


@pytest.mark.parametrize(("mine", "returned", "cite"),
    [(WINS, "20.00", "688a.12(a)"), (LOSES, "0.00", "688a.11(f)(1)(i)"), (TIES, "10.00", "688a.11(f)(2)(i)"),
    ("JS JD AH KC 5D " "3S 2H", "10.00", "688a.11(f)(2)(ii)"), ("QH QC 9S 8D 6S 4C 2D", "0.00", "688a.11(f)(1)(ii)")])  # fmt: skip
def test_688a_11_f_win_lose_tie(mine: str, returned: str, cite: str) -> None:
    """One to 1 for two better hands, nothing for two that are not, the wager back for one."""
    played = one(mine)
    assert (played.returned(1, MAIN), played.cite(1, MAIN)) == (returned, cite)


@pytest.mark.parametrize(("amount", "returned"), [("5", "10.00"), ("10.10", "20.20"), ("33.33", "66.66")])
def test_688a_12_a_win_pays_even_without_vigorish(amount: str, returned: str) -> None:
    """Exactly as much again."""
    line = one(WINS, f"1 {MAIN} {amount}").line(1, MAIN)
    assert (line["returned"], line["vigorish"]) == (returned, "0.00")


def test_i_gen_06_filed_breakage_binds_the_main_wager_too() -> None:
    """What comes out in cents is not rounded where no chip is filed (I-GEN-41)."""
    wagers = f"1 {MAIN} 7.50; 1 fortune_bonus 7.50"
    played = one(QUADS, wagers, dealer=DEUCES, fortune_bonus=True, breakage="down_to_chip")
    assert (played.returned(1, MAIN), played.returned(1, "fortune_bonus")) == ("15.00", "195.00")


@pytest.mark.parametrize("dealer", [ACE_HIGH, JOKER_HIGH])
@pytest.mark.parametrize(("mine", "two"), [(WINS, ""), ("9S 7C 5D 5H 4S 3C 2S", ""), (WINS, "KS KD")])
def test_688a_11_f_2_iii_dealers_ace_high_returns_every_wager(dealer: str, mine: str, two: str) -> None:
    """Winners, losers and fouled hands push (I-688a-03)."""
    played = one(mine, dealer=dealer, two=two)
    assert (played.returned(1, MAIN), played.cite(1, MAIN)) == ("10.00", "688a.11(f)(2)(iii)")
    assert "an Ace High Pai Gow" in played.events_of("returned")[0]["outcome"]


def test_688a_11_f_1_iii_foul_loses_but_optional_wagers_survive() -> None:
    """The main wager is lost, the others go by all seven cards."""
    played = one(NINES, f"{ONE}; 1 fortune_bonus 5", dealer=DEUCES, two="9S 9D", **SIDES)
    assert (played.returned(1, MAIN), played.cite(1, MAIN)) == ("0.00", "688a.11(f)(1)(iii)")
    assert played.returned(1, "fortune_bonus") == "20.00"


# (h)–(i) Optional wagers


def test_688a_11_h_order_of_settlement() -> None:
    """Per player: main, Ace High, Fortune, Progressive; Envy Bonuses when all players are settled."""
    hands: dict[int | str, str] = {DEALER: DEUCES, 1: QUADS, 2: ACES}
    kinds = [MAIN, "ace_high_bonus", "fortune_bonus", "progressive_payout"]
    wagers = "; ".join(f"{seat} {kind} 5" for seat in (1, 2) for kind in kinds)
    played = table_of(hands, wagers, **FOUR)
    kinds_of_both = [(seat, kind) for seat in (2, 1) for kind in kinds]
    assert played.order() == [*kinds_of_both, (2, "fortune_bonus_envy"), (2, "progressive_payout_envy")]


@pytest.mark.parametrize(
    ("wagers", "arranged"),
    [
        (WAGERS, []),
        (f"{WAGERS}; 2 ace_high_bonus 5", [2]),
        (f"{WAGERS}; 2 fortune_bonus 4", [2]),
        (f"{WAGERS}; 2 progressive_payout 1", [2]),
        (f"{WAGERS}; 2 fortune_bonus 5", [3, 2, 1]),
    ],
)
def test_688a_11_h_whose_cards_are_rearranged(wagers: str, arranged: list[int]) -> None:
    """Of those with an optional wager; of everyone once there is a Qualifying Wager."""
    played = table_of(THREE, wagers, **SIDES)
    assert [event["of"] for event in events(played, "revealed", cite="688a.11(h)")] == arranged


def test_688a_11_i_cards_stay_until_all_of_a_players_wagers_are_settled() -> None:
    """The player's cards go to the rack together after their last settlement."""
    played = one(TIES, f"{ONE}; 1 fortune_bonus 1; 1 ace_high_bonus 1; 1 progressive_payout 1", **SIDES)
    racked = played.events.index(events(played, "discarded", of=1)[0])
    settled = [n for n, e in enumerate(played.events) if e["event"] in ("collected", "returned", "paid")]
    assert len(settled) == 4
    assert max(settled) < racked
    assert len(events(played, "discarded", of=1)[0]["cards"]) == 7


@pytest.mark.parametrize(("table", "both", "joker", "plain"),
    [("1", "105.00", "55.00", "45.00"), ("2", "205.00", "80.00", "30.00"), ("3", "155.00", "80.00", "35.00"),
    ("4", "130.00", "55.00", "40.00"), ("5", "205.00", "65.00", "30.00")])  # fmt: skip
def test_688a_11_h_1_ace_high_bonus_pays_by_the_filed_table(table: str, both: str, joker: str, plain: str) -> None:
    """Both ace high, the dealer alone with a joker, the dealer alone without."""
    for mine, dealer, returned in (("AS JS TD 8C 6C 5C 3H", ACE_HIGH, both), (KINGS, JOKER_HIGH, joker),
        (KINGS, ACE_HIGH, plain)):  # fmt: skip
        played = one(
            mine, f"{ONE}; 1 ace_high_bonus 5", dealer=dealer, ace_high_bonus=True, ace_high_bonus_paytable=table
        )
        assert (played.returned(1, "ace_high_bonus"), played.cite(1, "ace_high_bonus")) == (returned, "688a.12(b)")


def test_688a_11_h_1_i_a_ace_high_bonus_is_lost_otherwise() -> None:
    """Also where the player alone is ace high."""
    played = one("AS JS TD 8C 6C 5C 3H", f"{ONE}; 1 ace_high_bonus 5", dealer="QS QD 9H 8S 6D 4S 2C", **SIDES)
    assert (played.returned(1, "ace_high_bonus"), played.cite(1, "ace_high_bonus")) == ("0.00", "688a.11(h)(1)(i)(A)")


@pytest.mark.parametrize(("mine", "returned"),
    [("9S 8D 7H 6S 5S KD 2H", "15.00"), (NINES, "20.00"), (FULL_HOUSE, "30.00"), (ROYAL, "755.00"), (SEVEN_SF, "40005.00"),
    (JOKER_SF, "5005.00"), (FIVE_ACES, "2005.00")])  # fmt: skip
def test_688a_11_h_2_i_b_fortune_pays_by_the_filed_table(mine: str, returned: str) -> None:
    """Paytable 2 unless another was filed, whatever becomes of the main wager."""
    dealer = DEUCES if mine == NINES else "2S 2C 4H 6C 8H JD QH"
    played = one(mine, f"{ONE}; 1 fortune_bonus 5", dealer=dealer, **SIDES)
    assert (played.returned(1, "fortune_bonus"), played.cite(1, "fortune_bonus")) == (returned, "688a.12(c)")


@pytest.mark.parametrize(("table", "returned"),
    [("1", "105.00"), ("2", "130.00"), ("3", "130.00"), ("4", "130.00"), ("6", "130.00")])  # fmt: skip
def test_688a_12_c_filed_fortune_table_is_the_one_paid(table: str, returned: str) -> None:
    """A four-of-a-kind at $5 under each table whose print is not in doubt."""
    played = one(QUADS, f"{ONE}; 1 fortune_bonus 5", dealer=DEUCES, fortune_bonus=True, fortune_bonus_paytable=table)
    assert played.returned(1, "fortune_bonus") == returned


@pytest.mark.parametrize(("table", "returned", "cite"),
    [("1", "5.00", "688a.12(c)"), ("2", "0.00", "688a.11(h)(2)(i)(A)"), ("6", "0.00", "688a.11(h)(2)(i)(A)")])  # fmt: skip
def test_688a_11_h_2_three_pair_pushes_in_paytable_1_only(table: str, returned: str, cite: str) -> None:
    """Elsewhere it loses, as everything below it does (I-688a-01)."""
    wagers = f"{ONE}; 1 fortune_bonus 5"
    filed: dict[str, Any] = {"fortune_bonus": True, "fortune_bonus_paytable": table}
    played = one("KS KD 7H 7C 5D 5S 3C", wagers, **filed)
    assert (played.returned(1, "fortune_bonus"), played.cite(1, "fortune_bonus")) == (returned, cite)
    assert one("KS KD 7H 7C 5D AS 3C", wagers, **filed).cite(1, "fortune_bonus") == "688a.11(h)(2)(i)(A)"
