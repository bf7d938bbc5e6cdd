"""Chapter 619a, Big Six Wheel: provision by provision."""

import pytest

from pitboss.chapters.ch619a_big_six_wheel import GAME
from pitboss.chapters.ch619a_big_six_wheel.paper import felt, signs
from pitboss.chapters.ch619a_big_six_wheel.rules import FLOORS, SYMBOLS, WHEEL, Rules
from pitboss.drivers.round import Round
from pitboss.game import DEALER_OR_FLOOR, FLOOR_ONLY, RoundStart, When
from pitboss.journal import Report
from pitboss.money import Money, Odds
from pitboss.procedure import Answer, Refused
from pitboss.roles import Role
from pitboss.submission import load, submit, unspecified, write
from pitboss.testkit.tables import Played, deal, fault, play, refused
from pitboss.wagers import close_betting

ALL_SEVEN = "; ".join(f"{seat} symbol@{symbol} 10" for seat, symbol in enumerate(SYMBOLS, 1))
FRUIT = {"$1": "cherry", "$2": "plum", "$5": "lemon", "$10": "melon", "$20": "orange", "flag": "bell", "joker": "bar"}


def spin(symbol: str, at: str, **submission: object) -> Played:
    """One wager of 10.00 on a symbol, one spin."""
    return play("big-six-wheel", deal(f"1 symbol@{symbol} 10", at), **submission)


# § 619a.1.


def test_619a_1_a_fifty_four_sections_by_symbol() -> None:
    """Of 54 sections 23 are $1, 15 $2, 8 $5, 4 $10, 2 $20, one the flag and one the joker."""
    assert len(WHEEL.order) == 54
    assert dict(WHEEL.weights) == {"joker": 1, "$1": 23, "$2": 15, "$5": 8, "$10": 4, "$20": 2, "flag": 1}


def test_619a_1_b_sections_stand_in_the_printed_order() -> None:
    """Joker and flag face each other; from one to the other the halves run as printed."""
    assert WHEEL.order.index("flag") - WHEEL.order.index("joker") == 27
    assert " ".join(WHEEL.order) == (
        "joker $1 $2 $1 $5 $2 $1 $10 $1 $5 $1 $2 $1 $20 $1 $2 $1 $5 $2 $1 $10 $1 $2 $5 $1 $2 $1 "
        "flag $2 $5 $2 $1 $2 $1 $10 $1 $5 $1 $2 $1 $20 $1 $2 $1 $5 $2 $1 $10 $1 $2 $5 $1 $2 $1"
    )


def test_619a_1_b_no_symbol_stands_beside_itself() -> None:
    """Every section differs from both its neighbours."""
    assert all(a != b for a, b in zip(WHEEL.order, (*WHEEL.order[1:], WHEEL.order[0]), strict=True))


def test_619a_1_c_themed_symbols_change_labels_only() -> None:
    """A filed theme is painted on wheel and layout; names, counts, order and odds stay (I-619a-06)."""
    themed, plain = felt(submit(Rules, {"symbols": FRUIT})), felt(Rules())
    assert [a.label.partition("\n")[0] for a in themed.areas] == [FRUIT[s].upper() for s in SYMBOLS]
    assert [(a.wager, a.on, a.box) for a in themed.areas] == [(a.wager, a.on, a.box) for a in plain.areas]
    assert themed.places[0].order == plain.places[0].order == WHEEL.order
    assert themed.places[0].labels[:3] == ("bar·45", "cherry·1", "plum·2")
    assert spin("$5", "$5", symbols=FRUIT).returned(1, "symbol", "$5") == "60.00"
    refused(spin("lemon", "$5", symbols=FRUIT), "no_such_spot", "619a.1(g)(2)")


@pytest.mark.parametrize(
    ("symbols", "cite"),
    [
        ({"$3": "grape"}, "619a.1(c)"),
        ({"$1": "plum", "$2": "plum"}, "619a.1(a)"),
        ({"$1": "joker"}, "619a.1(a)"),
        ({"$1": " "}, "619a.1(c)"),
        ({"$1": 1}, "619a.1(c)"),
        ("fruit", "619a.1(c)"),
    ],
)
def test_619a_1_c_a_theme_names_the_seven_symbols_and_tells_them_apart(symbols: object, cite: str) -> None:
    """A theme for a symbol that is not there, two symbols alike, or no words at all are refused."""
    with pytest.raises(Refused) as no:
        submit(Rules, {"symbols": symbols})
    assert (no.value.why, no.value.cite) == ("forbidden_choice", cite)


def test_619a_1_c_theme_and_odds_survive_their_file() -> None:
    """Keys with a dollar sign are quoted when a submission is written, and read back the same."""
    rules = submit(Rules, {"symbols": FRUIT, "payouts": {"$2": "5 to 2"}, "limits": {"$1": {"maximum": "5.00"}}})
    assert load(Rules, write("big-six-wheel", rules)) == rules


def test_619a_1_d_every_section_shows_what_it_pays() -> None:
    """A $2 section shows a 2; where higher odds are filed it shows those."""
    assert dict(zip(WHEEL.order, felt(Rules()).places[0].labels, strict=True)) == {
        "joker": "joker·45",
        "$1": "$1·1",
        "$2": "$2·2",
        "$5": "$5·5",
        "$10": "$10·10",
        "$20": "$20·20",
        "flag": "flag·45",
    }
    assert Rules(payouts={"$2": Odds.parse("3 to 1")}).section("$2") == "$2·3"
    assert Rules(payouts={"$2": Odds.parse("5 to 2")}).section("$2") == "$2·5 to 2"


def test_619a_1_e_to_f_wheel_and_table_are_signed_for() -> None:
    """Size and glass, counts, order, odds, clapper and boxes are lines of a list that blocks opening."""
    (equipment,) = GAME.checklists(Rules())
    assert (equipment.name, equipment.when) == ("equipment", When.OPENING)
    assert [signature.roles for signature in equipment.signatures] == [FLOOR_ONLY]
    assert [item.cite for item in equipment.items] == [
        "619a.1(a)",
        "619a.1(b)",
        "619a.1(d)",
        "619a.1(e)",
        "619a.1(f)",
    ]
    assert "at least 5 feet" in equipment.items[0].text
    assert "23 $1, 15 $2, 8 $5, 4 $10, 2 $20, 1 flag" in equipment.items[0].text
    assert GAME.duties(Rules()) == ()


def test_619a_1_c_themed_symbols_are_signed_for_as_approved() -> None:
    """Only a wheel with a theme needs approval of its symbols beforehand."""
    themed = Rules(symbols={"$1": "cherry"})
    (equipment,) = GAME.checklists(themed)
    assert equipment.items[-1].cite == "619a.1(c)"
    assert [[thing.approval for thing in GAME.things(rules)] for rules in (Rules(), themed)] == [[""], ["619a.1(c)"]]


def test_619a_2_b_the_dealer_certifies_the_spin() -> None:
    """The one question to the staff is the dealer's; anyone at the table may report what went wrong (I-GEN-29)."""
    assert [(asked.kind, asked.roles) for asked in GAME.staff_questions] == [("valid spin", (Role.DEALER,))]
    assert {kind.by for kind in GAME.irregularities} == {DEALER_OR_FLOOR}


def test_619a_nothing_has_to_be_specified() -> None:
    """The chapter has no choice that shall be specified."""
    assert [name for name, _ in unspecified(Rules, {})] == []


def test_619a_1_g_layout_has_name_areas_and_odds() -> None:
    """The layout bears the house's name, one area for each of the seven symbols, and the odds of each."""
    rules = Rules(payouts={"joker": Odds.parse("47 to 1")})
    drawn = felt(rules)
    assert [i.cite for i in drawn.inscriptions] == ["619a.1(g)(1)"]
    assert {a.on: (a.cite, a.label) for a in drawn.areas} == {
        "$1": ("619a.1(g)(2)(i)", "$1\n1 to 1"),
        "$2": ("619a.1(g)(2)(i)", "$2\n2 to 1"),
        "$5": ("619a.1(g)(2)(i)", "$5\n5 to 1"),
        "$10": ("619a.1(g)(2)(i)", "$10\n10 to 1"),
        "$20": ("619a.1(g)(2)(i)", "$20\n20 to 1"),
        "flag": ("619a.1(g)(2)(ii)", "FLAG\n45 to 1"),
        "joker": ("619a.1(g)(2)(iii)", "JOKER\n47 to 1"),
    }
    assert [(s.cite, "joker 47 to 1" in s.text) for s in signs(rules)] == [("619a.1(g)(3)", True)]


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_619a_1_g_2_each_symbol_wins_on_itself_alone(symbol: str) -> None:
    """A wager wins on its own symbol and loses on the six others; flag and joker are two wagers (I-619a-02)."""
    assert {at for at in SYMBOLS if spin(symbol, at).returned(1, "symbol", symbol) != "0.00"} == {symbol}


@pytest.mark.parametrize("on", ["$3", "$50", "logo", "1", ""])
def test_619a_1_g_2_there_is_no_other_area(on: str) -> None:
    """What is not on the layout cannot be wagered on."""
    wager = {"seat": 1, "wager": "symbol", "on": on, "amount": "5.00"}
    refused(play("big-six-wheel", deal([wager], "$1")), "no_such_spot", "619a.1(g)(2)")


# § 619a.2.


def test_619a_2_a_no_more_bets_before_the_spin() -> None:
    """The call comes after the last wager and before the wheel shows anything."""
    kinds = [event["event"] for event in spin("$1", "$1").ok().events]
    assert kinds.index("wagered") < kinds.index("announced") < kinds.index("shown")
    assert spin("$1", "$1").words() == ["no more bets"]


@pytest.mark.parametrize("after", [1, 2])
def test_619a_2_a_no_wager_after_the_call(after: int) -> None:
    """A wager during the spin, or before a respin, is late: unlike Roulette the layout closes first (I-GEN-14)."""
    late = {"seat": 2, "wager": "symbol", "on": "$2", "amount": "5.00", "after": after}
    faults = [fault("clapper_between", n) for n in range(1, after + 1)]
    played = play("big-six-wheel", deal([late], ["$1"] * (after + 1), "", faults[:after]))
    refused(played, "betting_closed", "619a.2(a)")


@pytest.mark.parametrize("shown", [0, 1])
def test_619a_2_b_under_three_revolutions_is_spun_again(shown: int) -> None:
    """A spin of fewer than three turns decides nothing: wagers stand and the wheel is spun again (I-619a-03)."""
    played = play(
        "big-six-wheel", deal("1 symbol@$1 10", ["$1"] * shown + ["$2"], "", [fault("under_three_revolutions", shown)])
    )
    assert played.returned(1, "symbol", "$1") == "0.00"
    assert [e["cite"] for e in played.events_of("irregularity_reported")] == ["619a.2(b)"]
    assert [e["what"] for e in played.events_of("noted")] == ["the clapper was at $1; void"] * shown


def test_619a_2_b_the_dealer_certifies_a_valid_spin() -> None:
    """The result counts once the dealer has called the spin valid; nobody else may."""
    elected = spin("$1", "$1").ok().events_of("elected")
    assert [(e["by"], e["says"], e["cite"]) for e in elected] == [("dealer", "valid_spin", "619a.2(b)")]
    refused(play("big-six-wheel", deal("1 symbol@$1 10", "$1", "1 valid_spin")), "unused", "619a.2(a)")


def test_619a_2_c_position_on_the_layout_decides() -> None:
    """A wager taken back before the call is not settled; what stands at the end is."""
    answers = [{"seat": 1, "answer": "remove", "wager": "symbol", "on": "$1"}]
    played = play("big-six-wheel", deal("1 symbol@$1 10; 1 symbol@$2 10", "$1", answers)).ok()
    assert [(s["on"], s["returned"]) for s in played.settlements] == [("$2", "0.00")]


def test_619a_2_c_only_what_is_up_can_be_removed() -> None:
    """Removing a wager that is not there is refused."""
    answers = [{"seat": 2, "answer": "remove", "wager": "symbol", "on": "$1"}]
    refused(play("big-six-wheel", deal("1 symbol@$1 10", "$1", answers)), "not_there", "619a.2(a)")


@pytest.mark.parametrize("shown", [0, 1])
def test_619a_2_d_clapper_between_sections_is_spun_again(shown: int) -> None:
    """A clapper between two sections voids the spin; the section before it does not count (I-619a-04)."""
    played = play(
        "big-six-wheel",
        deal("1 symbol@$1 10; 2 symbol@joker 1", ["$1"] * shown + ["joker"], "", [fault("clapper_between", shown)]),
    )
    assert (played.returned(1, "symbol", "$1"), played.returned(2, "symbol", "joker")) == ("0.00", "46.00")
    assert [e["cite"] for e in played.events_of("irregularity_reported")] == ["619a.2(d)"]


def test_619a_2_d_as_often_as_it_happens() -> None:
    """Each void spin is followed by another, and betting does not reopen in between."""
    faults = [fault("clapper_between", 1), fault("under_three_revolutions", 2), fault("clapper_between", 3)]
    played = play("big-six-wheel", deal("1 symbol@$20 1", "$1 $2 $5 $20", "", faults))
    assert played.returned(1, "symbol", "$20") == "21.00"
    assert [e["outcome"] for e in played.events_of("shown")] == ["$1", "$2", "$5", "$20"]
    assert played.words() == ["no more bets"]


def test_619a_2_d_a_spin_cannot_fail_before_it_is_made() -> None:
    """While betting is open there is no spin to be void."""
    for kind in ("clapper_between", "under_three_revolutions"):
        played = play("big-six-wheel", deal("1 symbol@$1 10", "$1", "", [fault(kind, 0)])).ok()
        order = [event["event"] for event in played.events]
        assert order.index("announced") < order.index("irregularity_reported")


def test_619a_2_e_every_loser_is_collected_before_any_winner_is_paid() -> None:
    """All losers first, then all winners, each in the order made."""
    wagers = "1 symbol@$1 5; 2 symbol@$2 5; 3 symbol@$1 5; 4 symbol@$5 5; 1 symbol@$5 5"
    played = play("big-six-wheel", deal(wagers, "$1")).ok()
    told = [(e["event"], e["seat"], e["on"]) for e in played.events if e["event"] in ("paid", "collected")]
    assert told == [
        ("collected", 2, "$2"),
        ("collected", 4, "$5"),
        ("collected", 1, "$5"),
        ("paid", 1, "$1"),
        ("paid", 3, "$1"),
    ]
    assert [s["cite"] for s in played.settlements] == ["619a.2(e)"] * 3 + ["619a.3"] * 2


def test_619a_2_e_a_spin_without_wagers_ends_quietly() -> None:
    """The wheel may be spun for nobody."""
    assert play("big-six-wheel", deal("", "flag")).ok().settlements == []


def test_619a_2_c_the_last_symbol_is_remembered() -> None:
    """Between rounds the table knows the last valid symbol, and a void round leaves it as it was."""
    rules, state = Rules(), GAME.open(Rules())
    for number, shown in enumerate(("$5", "joker"), 1):
        table = Round(GAME, rules, state, RoundStart(number))
        for answer in (close_betting(), Answer("chance", shown)):
            table.answer(answer)
        if shown == "joker":
            table.report(Report("wheel_malfunction"))
        else:
            table.answer(Answer("dealer", "valid_spin"))
        state = table.result
        assert state.last == "$5"


# § 619a.3.


@pytest.mark.parametrize(
    ("symbol", "returned"),
    [("$1", "20.00"), ("$2", "30.00"), ("$5", "60.00"), ("$10", "110.00"), ("$20", "210.00"), ("flag", "460.00"),
    ("joker", "460.00")],
)  # fmt: skip
def test_619a_3_odds_of_the_table(symbol: str, returned: str) -> None:
    """On 10.00: $1 even money, $2 2 to 1, $5 5 to 1, $10 10 to 1, $20 20 to 1, flag and joker 45 to 1."""
    played = play("big-six-wheel", deal(ALL_SEVEN, symbol))
    seat = SYMBOLS.index(symbol) + 1
    assert played.returned(seat, "symbol", symbol) == returned
    assert sum(s["returned"] == "0.00" for s in played.settlements) == 6


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_619a_3_odds_are_floors(symbol: str) -> None:
    """Odds just below the text are refused; the text's own and any above are paid to everyone (I-619a-01)."""
    least = FLOORS[symbol].win
    with pytest.raises(Refused) as no:
        submit(Rules, {"payouts": {symbol: f"{10 * least - 1} to 10"}})
    assert (no.value.why, no.value.cite) == ("forbidden_choice", "619a.3")
    assert submit(Rules, {"payouts": {symbol: f"{least} to 1"}}).odds(symbol).net == least
    played = spin(symbol, symbol, payouts={symbol: f"{least + 1} to 1"})
    assert played.returned(1, "symbol", symbol) == f"{10 * (least + 2)}.00"


@pytest.mark.parametrize("payouts", [{"symbol": "2 to 1"}, {"$3": "3 to 1"}, {"$1": "even"}, {"joker": "45 for 1"}])
def test_619a_3_payouts_are_odds_of_the_seven_symbols(payouts: dict[str, str]) -> None:
    """Odds for anything else, words that are no odds, and 45 for 1 (which is 44 to 1) are refused."""
    with pytest.raises(Refused) as no:
        submit(Rules, {"payouts": payouts})
    assert (no.value.why, no.value.cite) == ("forbidden_choice", "619a.3")


# What the chapter does not say (I-619a-05).


@pytest.mark.parametrize("shown", [0, 1])
def test_i_619a_05_malfunction_voids_and_returns(shown: int) -> None:
    """A wheel that fails, before or after it shows a symbol, voids the round; every wager goes back."""
    played = play("big-six-wheel", deal(ALL_SEVEN, ["$1"] * shown, "", [fault("wheel_malfunction", shown)])).ok()
    assert [(s["returned"], s["cite"]) for s in played.settlements] == [("10.00", "I-619a-05")] * 7
    assert [e["why"] for e in played.events_of("round_voided")] == ["wheel malfunction"]


def test_i_619a_05_malfunction_after_a_void_spin() -> None:
    """The wheel may also fail at the respin."""
    faults = [fault("clapper_between", 1), fault("wheel_malfunction", 2)]
    played = play("big-six-wheel", deal("1 symbol@$1 5", "$1 $1", "", faults))
    assert played.returned(1, "symbol", "$1") == "5.00"


@pytest.mark.parametrize("shown", [0, 1])
def test_i_619a_05_malfunction_may_be_filed_as_a_respin(shown: int) -> None:
    """Where so filed the wagers stand and the wheel is spun again."""
    chance = ["$1"] * shown + ["$5"]
    played = play(
        "big-six-wheel",
        deal("1 symbol@$1 5; 1 symbol@$5 5", chance, "", [fault("wheel_malfunction", shown)]),
        malfunction="respin",
    )
    assert (played.returned(1, "symbol", "$1"), played.returned(1, "symbol", "$5")) == ("0.00", "30.00")


def test_i_619a_05_malfunction_is_void_or_respin() -> None:
    """There is no third way."""
    with pytest.raises(Refused) as no:
        submit(Rules, {"malfunction": "previous_section"})
    assert (no.value.why, no.value.cite) == ("forbidden_choice", "I-619a-05")


def test_i_619a_05_chips_only() -> None:
    """A wager is of chips; a spoken wager with cash is refused (I-GEN-13)."""
    wager = {"seat": 1, "wager": "symbol", "on": "$1", "amount": "5.00", "form": "verbal_with_cash"}
    refused(play("big-six-wheel", deal([wager], "$1")), "form_not_accepted", "I-619a-05")
    assert play("big-six-wheel", deal([wager | {"form": "value_chips"}], "$1")).returned(1, "symbol", "$1") == "10.00"


@pytest.mark.parametrize(
    ("amount", "why"), [("4.99", "below_minimum"), ("5.00", ""), ("100.00", ""), ("100.01", "above_maximum")]
)
def test_i_619a_05_limits_are_the_house_s(amount: str, why: str) -> None:
    """A wager is taken from the minimum to the maximum, and not a cent beyond."""
    played = play("big-six-wheel", deal(f"1 symbol@$1 {amount}", "$2"), minimum="5.00", maximum="100.00")
    refused(played, why, "I-619a-05") if why else played.ok()


@pytest.mark.parametrize(
    ("symbol", "amount", "why"),
    [("joker", "2.00", ""), ("joker", "2.01", "above_maximum"), ("$1", "50.00", ""), ("$1", "50.01", "above_maximum"),
    ("$1", "4.99", "below_minimum")],
)  # fmt: skip
def test_i_619a_05_limits_of_one_symbol_come_first(symbol: str, amount: str, why: str) -> None:
    """A symbol's own limits stand before those of all symbols, and these before the table's."""
    limits = {"joker": {"minimum": "1.00", "maximum": "2.00"}, "symbol": {"maximum": "50.00"}}
    played = play(
        "big-six-wheel", deal(f"1 symbol@{symbol} {amount}", "$2"), minimum="5.00", maximum="900.00", limits=limits
    )
    refused(played, why, "I-619a-05") if why else played.ok()


@pytest.mark.parametrize(("seat", "ok"), [(0, False), (1, True), (12, True), (13, False)])
def test_i_619a_05_wagers_come_from_a_place_at_the_table(seat: int, ok: bool) -> None:
    """There are twelve places."""
    played = play("big-six-wheel", deal(f"{seat} symbol@$1 5", "$1"))
    played.ok() if ok else refused(played, "no_such_seat", "619a.1(g)(2)")


def test_i_619a_05_unknown_symbol_of_chance_is_refused() -> None:
    """The clapper can only come to rest at a symbol of the wheel."""
    refused(spin("$1", "$3"), "impossible", "619a.2(b)")


def test_i_623a_36_wagers_are_multiples_of_the_smallest_chip() -> None:
    """Where a smallest chip is filed, other amounts are refused."""
    refused(play("big-six-wheel", deal("1 symbol@$1 7.50", "$1"), unit="5.00"), "not_a_unit", "I-GEN-37")


def test_619a_example_submission_is_lawful() -> None:
    """The example has limits, no theme, and the odds of the text."""
    rules = Rules(minimum=Money(100), maximum=Money(10_000))
    assert GAME.example() == rules
    assert [rules.odds(symbol) for symbol in SYMBOLS] == [FLOORS[symbol] for symbol in SYMBOLS]
