"""Scenarios: refusals name round and step; nothing scripted may be left over; whatever is written, nothing raises."""

from typing import Any

import pytest

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.drivers.script import Script, run
from pitboss.game import RoundStart
from pitboss.procedure import Answer, Refused, Window
from pitboss.testkit.tables import _toml as toml
from pitboss.testkit.tables import deal, fault, play, refused, scenario
from soak.scenarios import read_all, state_all


def test_settlement_lines_have_every_field() -> None:
    """A settlement says round, seat, wager, on, hand, stake, returned, vigorish and cite."""
    (line,) = play("roulette", deal("1 straight@17 10", "17")).settlements
    assert line == {
        "round": 1, "seat": 1, "wager": "straight", "on": "17", "hand": 0, "stake": "10.00", "returned": "360.00",
        "vigorish": "0.00", "cite": "617a.4(a)",
    }  # fmt: skip


def test_events_come_before_the_settlements_of_their_round() -> None:
    """Lines are in order: a round's events, then its settlements, then the next round."""
    lines = list(run(scenario("roulette", deal("1 red 5", "1"), deal("1 red 5", "2"))))
    kinds = [next(iter(line)) for line in lines]
    assert kinds == ["event"] * kinds.index("settlement") + ["settlement"] + ["event"] * (kinds.index("settlement")) + [
        "settlement"
    ]


@pytest.mark.parametrize(
    ("part", "refusal"),
    [
        (deal("1 red 5", ""), "chance_exhausted"),
        (deal("1 red 5", "1 2"), "unused"),
        (deal("1 red 5", "1", "1 double"), "unused"),
        (deal("1 red 5", "1", irregularities=[fault("foreign_object", 7)]), "unused"),
        (deal("1 red 5", "99"), "impossible"),
        ({**deal("1 red 5", "1"), "extra": 1}, "malformed"),
        (deal([{"seat": 1, "wager": "red"}], "1"), "malformed"),
        (deal([{"seat": 1, "wager": "red", "amount": "five"}], "1"), "malformed"),
        (deal([{"seat": 1, "wager": "red", "amount": "5.00", "colour": "blue"}], "1"), "malformed"),
        (deal("1 red 5", "1", [{"seat": 1}]), "malformed"),
        (deal("1 red 5", "1", irregularities=[{"after": 1}]), "malformed"),
    ],
)
def test_what_is_wrong_with_a_scenario_is_said(part: dict, refusal: str) -> None:  # type: ignore[type-arg]
    """Out of chance, chance left over, an answer never asked for, an impossible pocket, a bad key."""
    played = play("roulette", part)
    assert played.refused is not None
    assert played.refused["refusal"] == refusal
    assert played.refused["why"].endswith(".")


def test_refusal_names_round_and_step() -> None:
    """The second wager of the second round is at fault, and the line says so."""
    played = play("roulette", deal("1 red 5", "1"), deal("1 red 5; 2 purple 5", "1"))
    assert played.refused is not None
    assert (played.refused["round"], played.refused["step"]) == (2, "wager of seat 2 on purple")
    refused(played, "unknown_wager", "617a.3(a)")


@pytest.mark.parametrize(
    "text",
    ["", "game = ", "game = 5", 'game = "poker"', 'game = "roulette"\nrounds = []', 'game = "roulette"\nround = 5'],
)
def test_files_that_are_no_scenario(text: str) -> None:
    """Bad TOML, no game, an unknown game, an unknown key: one refused line, no traceback."""
    (line,) = run(text)
    assert line["refused"]["code"]


def test_submission_is_refused_before_any_round() -> None:
    """An unlawful submission is the only line."""
    (line,) = run(scenario("roulette", deal("1 red 5", "1"), wheel="triple"))
    assert (line["refused"]["round"], line["refused"]["step"]) == (0, "submission")


WAGERS = [{"seat": 1, "wager": "red", "amount": "5.00"}]


@pytest.mark.parametrize(
    "part",
    [
        1,
        {"wagers": 5},
        {"wagers": ["red"]},
        {"wagers": [{**WAGERS[0], "seat": "first"}]},
        {"wagers": [{**WAGERS[0], "seat": True}]},
        {"wagers": [{**WAGERS[0], "amount": ["5.00"]}]},
        {"wagers": [{**WAGERS[0], "amount": True}]},
        {"wagers": [{**WAGERS[0], "on": ["17"]}]},
        {"wagers": [{**WAGERS[0], "after": "x"}]},
        {"wagers": [{**WAGERS[0], "hand": "x"}]},
        {"wagers": WAGERS, "chance": 5},
        {"wagers": WAGERS, "chance": [["17"]]},
        {"wagers": WAGERS, "answers": ["raise"]},
        {"wagers": WAGERS, "answers": [{"seat": 1}]},
        {"wagers": WAGERS, "answers": [{"seat": "x", "answer": "remove"}]},
        {"wagers": WAGERS, "answers": [{"seat": 1, "answer": "remove", "amount": [1]}]},
        {"wagers": WAGERS, "answers": [{"seat": 1, "answer": {"low": [["17"]]}}]},
        {"wagers": WAGERS, "answers": [{"seat": 1, "answer": {"low": [], "high": []}}]},
        {"wagers": WAGERS, "answers": [{"seat": 1, "answer": "remove", "why": "late"}]},
        {"wagers": WAGERS, "irregularities": ["foreign_object"]},
        {"wagers": WAGERS, "irregularities": [{"kind": 5}]},
        {"wagers": WAGERS, "irregularities": [{"kind": "foreign_object", "seat": "x"}]},
        {"wagers": WAGERS, "irregularities": [{"kind": "foreign_object", "after": "x"}]},
        {"wagers": WAGERS, "irregularities": [{"kind": "foreign_object", "after_answers": 1.5}]},
        {"wagers": WAGERS, "irregularities": [{"kind": "foreign_object", "ball_damaged": True}]},
        {"wagers": WAGERS, "irregularities": [{"kind": "ball_left_wheel", "ball_damaged": "yes"}]},
        {"wagers": WAGERS, "system": 3},
        {"wagers": WAGERS, "system": {"magic_card": ["AS"]}},
        {"wagers": WAGERS, "new_dealer": "yes"},
        {"wagers": WAGERS, "seated": "1"},
        {"wagers": WAGERS, "history": []},
        {"history": 5},
        {"history": [5]},
        {"history": [{}]},
        {"history": [{"chance": {}}]},
        {"history": [{"chance": "17", "colour": 1}]},
        {"history": [{**WAGERS[0], "after": 0}]},
        {"history": [{"kind": "foreign_object", "after_answers": 0}]},
        {"history": [{"seat": 1, "answer": []}]},
    ],
)
def test_what_cannot_be_read_is_malformed(part: Any) -> None:
    """Words for numbers, lists for words, facts that a kind does not have: one refused line that names the round."""
    first = deal("1 red 5", "1")
    lines = list(run(f'game = "roulette"\nround = {toml([first, part])}'))
    assert [line["refused"]["refusal"] for line in lines if "refused" in line] == ["malformed"]
    assert (lines[-1]["refused"]["round"], lines[-1]["refused"]["step"]) == (2, "reading")


BETTING: list[dict[str, Any]] = [
    {"seat": 1, "wager": "red", "amount": "5.00"},
    {"by": "dealer", "answer": "no_more_bets"},
]


def test_history_tells_everything_where_it_happened() -> None:
    """After "no more bets" the ball leaves the wheel, so that betting opens again; lists report it while betting is open."""
    fault = {"kind": "ball_left_wheel", "ball_damaged": False}
    told = play("roulette", {"history": [*BETTING, fault, BETTING[1], {"chance": "1"}]}).ok()
    lists = play("roulette", {"wagers": BETTING[:1], "chance": ["1"], "irregularities": [{**fault, "after": 0}]}).ok()
    assert told.settlements == lists.settlements
    calls = [
        [e["event"] for e in one.events if e.get("words") == "no more bets" or "kind" in e] for one in (told, lists)
    ]
    assert calls == [["announced", "irregularity_reported", "announced"], ["irregularity_reported", "announced"]]


@pytest.mark.parametrize(
    ("history", "why", "step"),
    [
        ([*BETTING], "The history ends before the round does", "end"),
        ([*BETTING, {"chance": ["1", "2"]}], "The question is to the dealer", "history 4"),
        ([{"chance": "1"}, *BETTING], "'1'", "history 1"),
        ([*BETTING, {"kind": "dice_stacked"}, {"chance": "1"}], "Expected an irregularity of this game", "history 3"),
        ([*BETTING, {"seat": 2, "wager": "red", "amount": "5.00"}], "No more bets", "history 3"),
        ([*BETTING, {"chance": "1"}, {"kind": "ball_left_wheel"}], "the round does; betting is open", "end"),
    ],
)
def test_history_that_cannot_have_happened_is_refused(history: list[Any], why: str, step: str) -> None:
    """Too short, too long, or an act at a moment at which it is not possible: the refusal names the entry."""
    refusal = play("roulette", {"history": history}).refused
    assert refusal is not None
    assert why in refusal["why"]
    assert refusal["step"] == step


def test_seats_that_are_taken_may_be_named() -> None:
    """In the order of arrival; without the list, those sit who wager, also in a history."""
    game = catalogue.game("roulette")
    cases: tuple[tuple[dict[str, Any], tuple[int, ...]], ...] = (
        ({"wagers": WAGERS, "seated": [3, 1]}, (3, 1)),
        ({"wagers": WAGERS}, (1,)),
        ({"history": [{**BETTING[0], "seat": 4}, *BETTING, {"seat": 5, "answer": "remove"}]}, (4, 1)),
        ({"history": BETTING, "seated": []}, ()),
    )
    for written, seated in cases:
        assert Script(1, written, game).start.seated == seated


@pytest.mark.parametrize(
    "text", ["game = 7", f"game = {'[' * 5000}", f"about = {'9' * 5000}", f"about = 0x{'f' * 5000}", "round = [1]"]
)
def test_what_is_hardly_toml_is_malformed(text: str) -> None:
    """A game that is a number, lists without end, numbers that no machine holds."""
    (line,) = run(text)
    assert line["refused"]["refusal"] == "malformed"


@pytest.mark.parametrize(
    ("part", "unknown", "known"),
    [
        ({"wagers": [{**WAGERS[0], "colour": "blue"}]}, "colour", "amount, form, hand, on, player, seat, wager"),
        ({"answers": [{"seat": 1, "answer": "remove", "colour": 1}]}, "colour", "amount, answer, by, hand, on, player, seat"),
        ({"irregularities": [{"kind": "ball_left_wheel", "colour": True}]}, "colour", "after, after_answers, ball_damaged"),
        ({"colour": 1}, "colour", "answers, chance, irregularities, new_dealer, reopened, system, wagers"),
    ],
)  # fmt: skip
def test_an_unknown_key_is_named_with_those_that_are_known(part: dict[str, Any], unknown: str, known: str) -> None:
    """In a wager, an answer, an irregularity and a round alike."""
    refusal = play("roulette", part).refused
    assert refusal is not None
    assert refusal["refusal"] == "malformed"
    assert f"unknown keys ['{unknown}']" in refusal["why"]
    assert set(known.split(", ")) <= set(refusal["why"].rstrip(".").rpartition("it takes ")[2].split(", "))


@pytest.mark.parametrize("fact", ["called_by", "why", "short_throw"])
def test_facts_of_an_irregularity_are_those_of_its_kind(fact: str) -> None:
    """Who called "no roll" and why may be reported with that call, and not with stacked dice."""
    value = {"called_by": "boxperson", "why": "short_throw", "short_throw": True}[fact]
    for kind, refusal in (("no_roll_called", None), ("dice_stacked", "malformed")):
        played = play("craps", deal("1 pass_bet 10", "1 1, 3 4", "", [fault(kind, 1, **{fact: value})]))
        assert (played.refused or {"refusal": None})["refusal"] == refusal


def test_whatever_is_written_in_a_scenario_nothing_raises() -> None:
    """Golden plays with anything anywhere, or torn apart: at most one refused line; many more in ``soak.scenarios``."""
    found = read_all(240, 7)
    assert found["malformed"]
    assert found.total() > found["malformed"]


@pytest.mark.parametrize(
    ("answer", "refusal"),
    [
        ('answer = "raise"', None), ('answer = "raise", amount = "20.00"', None), ('answer = {raise = "20.00"}', None),
        ('answer = "raise", amount = "0.00"', "not_equal"), ('answer = {raise = 0}', "not_equal"),
        ('answer = {raise = "0.00"}', "not_equal"), ('answer = "raise", to = "0.00"', "not_equal"),
        ('answer = "raise", amount = "19.99"', "not_equal"), ('answer = "raise", amount = "20.01"', "not_equal"),
        ('answer = {raise = ""}', "malformed"), ('answer = {raise = []}', "malformed"),
        ('answer = "raise", amount = "20.00", to = "20.00"', None),
        ('answer = "raise", amount = "0.00", to = "20.00"', "malformed"),
        ('answer = {raise = "20.00"}, amount = "1.00"', "malformed"),
        ('answer = "fold", amount = "20.00"', "not_lawful"),
    ],
)  # fmt: skip
def test_an_amount_of_nothing_is_an_amount(answer: str, refusal: str | None) -> None:
    """I-GEN-36: none stated is the lawful amount; one that is stated, in whatever form, is compared with it."""
    text = (
        'game = "dj-wild-stud-poker"\n[[round]]\n'
        'wagers = [{seat = 1, wager = "ante", amount = "10.00"}, {seat = 1, wager = "blind", amount = "10.00"}]\n'
        'chance = ["9S", "9H", "9D", "4C", "5S", "KD", "QC", "JH", "7C", "3D"]\n'
        f"answers = [{{seat = 1, {answer}}}]\n"
    )
    refusals = [line["refused"]["refusal"] for line in run(text) if "refused" in line]
    assert refusals == ([refusal] if refusal else [])


def test_i_gen_36_every_election_with_a_stake_takes_its_lawful_amount_and_no_other() -> None:
    """Least and most, less, more, nothing, off the step, below nothing, a word: in random rounds until all were met."""
    elections = {
        "blackjack": {"double_down", "insurance", "split_pairs"}, "casino-war": {"war"}, "dj-wild-stud-poker": {"raise"},
        "go-fore-it": {"back_9"}, "over-under": {"over_23", "under_18"}, "six-card-fortune-pai-gow-poker": {"double_down"},
    }  # fmt: skip
    assert set(state_all(1000, 4, elections)) == set.union(*elections.values())


def test_what_takes_no_amount_says_so() -> None:
    """A surrender that is open, with an amount: it is possible, but not so."""
    stated = [{"seat": 1, "answer": "surrender", "amount": "5.00"}]
    part = deal("1 blackjack 10", "2C TS 7H 6S TH", stated)
    assert play("blackjack", part, split_aces="one_card").refused["why"] == "'surrender' takes no amount."  # type: ignore[index]


@pytest.mark.parametrize(
    ("game", "part", "refusal", "cite"),
    [
        ("blackjack", deal("1 blackjack 10", "2C 2S 6H 3S TH 4D", "1 draw; 1 surrender"), "not_lawful", "633a.9(a)"),
        ("blackjack", deal("1 blackjack 10", "2C 8S 6H 8D TH 2C", "1 split_pairs; 1 surrender"), "not_lawful", "633a.9(a)"),
        ("blackjack", deal("1 blackjack 10", "2C 8S AH 8D 9H", "1 surrender"), "not_lawful", "633a.9(a)"),
        ("blackjack", deal("1 blackjack 10", "2C AS 6H KD TH", "1 surrender"), "unused", "633a.9(a)"),
        ("casino-war", deal("1 initial 10", "2C KS 5S", "1 surrender"), "unused", "651a.9(c)"),
        ("over-under", deal("1 ante 10", "2C KS 9S 8S", "1 over_23; 1 surrender"), "unused", "686a.7(g)(3)"),
    ],
)  # fmt: skip
def test_i_gen_27_a_surrender_that_is_not_open_is_refused_by_its_own_provision(
    game: str, part: dict[str, Any], refusal: str, cite: str
) -> None:
    """Not by that of the question that is open; so too where the round ends without it."""
    filed = {"split_aces": "one_card"} if game == "blackjack" else {}
    refused(play(game, part, **filed), refusal, cite)


@pytest.mark.parametrize(
    ("game", "cite"),
    [
        ("blackjack", "633a.9(a)"), ("casino-war", "651a.9(c)"), ("face-up-pai-gow-poker", "688a.11(d)"),
        ("over-under", "686a.7(g)(3)"), ("pai-gow", "621a.8(e)"), ("pai-gow-poker", "645a.11(d)"), ("roulette", "617a.5(b)"),
    ],
)  # fmt: skip
def test_a_surrender_while_betting_is_open_names_the_provision_of_the_surrender(game: str, cite: str) -> None:
    """At a game that has none, what is open decides."""
    found = catalogue.game(game)
    rules = found.example()
    opened = Round(found, rules, found.open(rules), RoundStart(1))
    while not isinstance(opened.pending, Window):
        opened.answer(next(iter(opened.pending.lawful())))  # type: ignore[union-attr]
    for refuse in (opened.answer, opened.check):
        with pytest.raises(Refused) as refusal:
            refuse(Answer(1, "surrender"))
        assert (refusal.value.why, refusal.value.cite) == ("not_lawful", cite)
