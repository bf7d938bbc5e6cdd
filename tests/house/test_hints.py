"""What a player sees before a decision: previews of set hands, their count, and at practice tables the chart."""

import time
from collections.abc import Iterator
from itertools import product
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from pitboss import catalogue
from pitboss.chapters.ch633a_blackjack.rules import SPLIT_PAIRS
from pitboss.events import Dealt, Event, Revealed
from pitboss.families.house_ways import arranged, setting
from pitboss.families.poker_ranks import JOKER_AS_ACE
from pitboss.house.floorplan.file import PRACTICE
from pitboss.house.founding import Plan
from pitboss.house.table import scene as scenes
from pitboss.house.table.scene import Scene
from pitboss.house.table.table import Table
from pitboss.mathematics.blackjack import edges as blackjack_edges
from pitboss.mathematics.blackjack.strategy import UP_CARDS
from pitboss.mathematics.blackjack.strategy import BlackjackChart as Totals
from pitboss.mathematics.kit.chart import Chart, strategy
from pitboss.mathematics.kit.chart_cells import cell
from pitboss.paper.strategy import chart_of
from pitboss.procedure import Election, Option
from pitboss.submission import submit
from tests.house.live import QUICK, Live, Player, acked

B, P, R, W = "blackjack-practice", "pai-gow-poker-practice", "pai-gow-poker-record", "casino-war-practice"


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    plans = (
        Plan(B, "blackjack", "Blackjack", PRACTICE), Plan(P, "pai-gow-poker", "Pai Gow Poker", PRACTICE),
        Plan(R, "pai-gow-poker", "Pai Gow Poker", PRACTICE),
        Plan("blackjack-1", "blackjack", "Blackjack", QUICK), Plan("roulette-practice", "roulette", "Roulette", PRACTICE),
        Plan(W, "casino-war", "Casino War", PRACTICE),
    )  # fmt: skip
    with Live(tmp_path_factory.mktemp("hints") / "house.db", plans) as found:
        yield found


def asked(player: Player, wager: str) -> dict[str, Any]:
    """Play until there is something to decide."""
    for _ in range(20):
        acked(player.bet(wager, 500))
        done = acked(player.ready())
        view = player.wait(
            lambda v, done=done: v["sequence"] >= done and (v["phase"] == "settled" or bool(v["you"]["questions"]))  # type: ignore[misc]
        )
        if view["phase"] == "playing":
            return view
    raise AssertionError("nothing is asked")


def test_645a_every_setting_is_told_with_its_name_and_its_fouls(live: Live) -> None:
    """Each option says what the two hands would be called; those that would lose as foul say so, with the provision."""
    player = live.sit(P)
    view = asked(player, "pai_gow_poker")
    (question,) = view["you"]["questions"]
    cards = [card["card"] for card in view["cards"][str(player.seat)]]
    assert len(question["options"]) == len(question["arranged"]) == 21
    places = [question["cell"], *question.get("more_cells", [])]
    assert places[-1] == ["What it costs to set as the house does", JOKER_AS_ACE.hand(cards).words, "of all hands"]
    for option, preview in zip(question["options"], question["arranged"], strict=True):
        made = setting(cards, option["cards"])
        assert f"{preview['high']}, low {preview['low']}" == made.spoken
        assert bool(preview.get("warning")) is made.foul
        assert preview.get("cite", "") == ("645a.11(f)(1)(iii)" if made.foul else "")


def test_a_foul_is_named_by_both_hands() -> None:
    preview = arranged("645a.11(f)(1)(iii)")(None, ("KS", "KD", "AH", "QC", "9D", "7S", "3H"), ("KS", "KD"))
    assert (
        preview.warning
        == "Foul: the low hand, pair of kings, outranks the high hand, ace high; set like this, it loses."
    )


def test_633a_hands_count_as_they_lie(live: Live) -> None:
    """Every hand that lies open has its count; the dealer's does not while a card is down."""
    player = live.sit(B)
    view = asked(player, "blackjack")
    called = catalogue.game("blackjack").hand_label
    own = [card["card"] for card in view["cards"][str(player.seat)]]
    assert view["totals"][f"{player.seat}/0"] == called(own, True)
    assert "dealer/0" not in view["totals"]
    (question,) = view["you"]["questions"]
    assert ("cell" in question) is (question["kind"] == "decision")


def test_633a_two_cards_of_21_are_a_blackjack_as_they_were_dealt() -> None:
    """Not after a split, nor with cards switched between two hands (I-633a-05)."""
    table, game = Table("table"), catalogue.game("blackjack")
    table.play_by(game, submit(game.rules, {"split_aces": "one_card"}))

    def totals(*events: Event) -> dict[str, str]:
        table.play.events = [*events]
        scene = Scene((2,))
        scene.fold(table)
        return scenes.totals(table, scene)

    aces = [Dealt(2, "AS", cite="x"), Dealt(2, "AH", cite="x")]
    parted = [Revealed(2, ("AS",), cite="x"), Revealed(2, ("AH",), hand=1, cite="x")]
    assert totals(*aces) == {"2/0": "soft 12"}
    assert totals(aces[0], Dealt(2, "TH", cite="x")) == {"2/0": "Blackjack"}
    assert totals(*aces, *parted, Dealt(2, "TH", cite="x")) == {"2/0": "soft 21", "2/1": "soft 11"}
    two = [Dealt(2, card, hand=n // 2, cite="x") for n, card in enumerate(("AS", "5D", "6C", "KD"))]
    switched = [Revealed(2, ("AS", "KD"), cite="x"), Revealed(2, ("6C", "5D"), hand=1, cite="x")]
    assert totals(*two, *switched) == {"2/0": "soft 21", "2/1": "11"}


def test_645a_a_record_tells_how_hands_were_set(live: Live) -> None:
    """To whoever may see them: the high and the low hand by name, as the player laid them and as they were shown."""
    player = live.sit(R)
    view = asked(player, "pai_gow_poker")
    (question,), number = view["you"]["questions"], view["round"]
    done = acked(player.say("low", cards=question["default"]["cards"]))
    while (view := player.wait(lambda v, done=done: v["sequence"] >= done))["phase"] == "playing":  # type: ignore[misc]
        done = acked(player.say(view["you"]["questions"][0]["default"]["says"]))
    steps = live.get(f"/api/tables/{R}/rounds/{number}", live.token("audit")).json()["steps"]
    laid = {
        (event["event"], event.get("of", event.get("by"))): step["laid"][str(n)]
        for step in steps
        for n, event in enumerate(step["events"])
        if str(n) in step["laid"]
    }
    chosen = next(a for o, a in zip(question["options"], question["arranged"], strict=True) if o == question["default"])
    assert laid["elected", player.seat] == {"lows": 0, "high": chosen["high"], "low": chosen["low"]}
    assert laid["revealed", "dealer"]["lows"] == 2
    watched = live.get(f"/api/tables/{R}/rounds/{number}").json()["steps"]
    assert not any(e["event"] == "elected" and str(n) in s["laid"] for s in watched for n, e in enumerate(s["events"]))


def test_the_chart_is_for_practice(live: Live) -> None:
    """It is the one that ``pitboss strategy`` prints; a table with real limits and a game without decisions refuse it."""
    game = catalogue.game("casino-war")
    for _ in range(600):
        found = live.get(f"/api/tables/{W}/strategy").json()["chart"]
        if found is not None:
            break
        time.sleep(0.2)
    assert msgspec.convert(found, Chart) == chart_of(game, game.example())
    assert live.get(f"/api/tables/{W}").json()["strategy"] is True
    for table, words in (("blackjack-1", "practice"), ("roulette-practice", "has no decisions")):
        reply = live.get(f"/api/tables/{table}/strategy")
        assert reply.status_code == 409
        assert words in reply.json()["refused"]["sentence"]
        assert reply.json()["refused"]["cite"]
        assert live.get(f"/api/tables/{table}").json()["strategy"] is False


def test_633a_a_hand_finds_its_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    """The row and column that a question is given exist on the chart and hold what the chart says of the hand."""
    rows = [{n: tuple(f"{kind} {n} {up}" for up in UP_CARDS) for n in heads} for kind, heads in
            (("hard", range(4, 22)), ("soft", range(12, 22)), ("pair", "A23456789T"))]  # fmt: skip
    every = Totals(*rows)  # type: ignore[arg-type]
    monkeypatch.setattr(blackjack_edges, "chart", lambda rules: every)
    game = catalogue.game("blackjack")
    found = {grid.title: grid for grid in chart_of(game, game.example()).grids}
    ranks = "A23456789TJQK"
    for up, one, two in product(ranks, ranks, ranks):
        options = (Option("stand"), *((Option(SPLIT_PAIRS),) if one == two else ()))
        hands = {("3", 0): [f"{one}S", f"{two}H"], ("dealer", 0): [f"{up}D"]}
        place = cell(game, Election(3, "decision", options, "633a.7(i)(2)"), hands)
        assert place is not None
        assert found[place[0]].entry(*place[1:]) == every.entry(hands["3", 0], f"{up}D", as_pair=one == two), hands
    assert cell(game, Election(3, "insurance", (Option("insurance"),), "633a.8(a)"), {}) is None


@pytest.mark.parametrize(("name", "says", "count"), [("go-fore-it", "back_9", 2), ("over-under", "over_23", 1)])
def test_676a_686a_every_hand_finds_its_cell(name: str, says: str, count: int) -> None:
    """What the chart says in the cell is what the best player does with those cards."""
    game = catalogue.game(name)
    (grid,) = chart_of(game, game.example()).grids
    question = Election(2, "decision", (Option(says), Option("fold")), game.closed)
    words = {"B": "back_9", "F": "fold", "Over 23": "over_23", "Under 18": "under_18"}
    best = strategy(game, game.example())
    assert best is not None
    for held in product([f"{rank}S" for rank in "A23456789TJQK"], repeat=count):
        place = cell(game, question, {("2", 0): held})
        assert place is not None
        seen = SimpleNamespace(hand=lambda who, held=held: held)
        assert words[grid.entry(*place[1:])] == best.answer(question, seen).says  # type: ignore[arg-type]
    assert cell(game, question, {}) is None
    assert cell(game, Election(2, "other", (Option("no"),), game.closed), {("2", 0): held}) is None


@pytest.mark.parametrize(
    ("held", "place"),
    [
        ("KS KD 9H 7C 4S", ("One pair", "kings", "4")),
        ("9S 2D KH 7C 4S", ("One pair", "kings", "4")),  # a 2 is wild and pairs the best
        ("9S JK TH 7C 4S", ("One pair", "10s", "4")),
        ("AS 9D 8H 7C 4S", None),
        ("KS KD 9H 9C 4S", None),
        ("KS KD 2H 9C 4S", None),
        ("KS KD 9H", None),
    ],
)
def test_687a_a_pair_finds_its_cell(held: str, place: tuple[str, str, str] | None) -> None:
    """By the rank of the pair, wild or not, and the lowest of the three others; what is no pair is told by its class."""
    game = catalogue.game("dj-wild-stud-poker")
    question = Election(2, "raise", (Option("raise"), Option("fold")), "687a.11(b)")
    assert cell(game, question, {("2", 0): held.split()}) == place


def test_a_table_with_real_limits_tells_no_cell(live: Live) -> None:
    player = live.sit("blackjack-1")
    for _ in range(20):
        done = acked(player.bet("blackjack", 500))
        view = player.wait(
            lambda v, done=done: v["sequence"] > done and (v["phase"] == "settled" or bool(v["you"]["questions"]))  # type: ignore[misc]
        )
        if [question["kind"] for question in view["you"]["questions"]] == ["decision"]:
            assert "cell" not in view["you"]["questions"][0]
            return
        player.wait(lambda v: v["phase"] == "betting")
    raise AssertionError("nothing is asked")


def test_a_chart_that_cannot_be_worked_out_is_refused(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is told so once, instead of being told to wait for ever."""

    founded = live.house.founded[B]
    broken = msgspec.structs.replace(founded, choices=founded.choices | {"decks": 5})
    monkeypatch.setattr(live.house, "founded", {B: broken})
    reply = live.get(f"/api/tables/{B}/strategy")
    assert "decks" in reply.json()["refused"]["sentence"]
