"""What a player is told before he decides: hands as they would lie, what they count, and at practice tables the chart."""

import time
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import pytest

from pitboss import catalogue
from pitboss.chapters.ch633a_blackjack.rules import SPLIT_PAIRS
from pitboss.exact import ch633a
from pitboss.exact.charts import Chart
from pitboss.families.house_ways import arranged, setting
from pitboss.house.charts import Strategist
from pitboss.house.house import PRACTICE, Plan
from pitboss.paper.strategy import chart_of
from pitboss.procedure import Election, Option
from pitboss.strategies.basic_blackjack import UP_CARDS
from pitboss.strategies.basic_blackjack import Chart as Totals
from pitboss.strategies.cells import cell
from tests.house.live import QUICK, Live, Player, acked

B, P, W = "blackjack-practice", "pai-gow-poker-practice", "casino-war-practice"


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    plans = (
        Plan(B, "blackjack", "Blackjack", PRACTICE), Plan(P, "pai-gow-poker", "Pai Gow Poker", PRACTICE),
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
    for option, told in zip(question["options"], question["arranged"], strict=True):
        made = setting(cards, option["cards"])
        assert f"{told['high']}, low {told['low']}" == made.spoken
        assert bool(told.get("warning")) is made.foul
        assert told.get("cite", "") == ("645a.11(f)(1)(iii)" if made.foul else "")


def test_a_foul_is_named_by_both_hands() -> None:
    told = arranged("645a.11(f)(1)(iii)")(None, ("KS", "KD", "AH", "QC", "9D", "7S", "3H"), ("KS", "KD"))
    assert told.warning == "Foul: the low hand, pair of kings, outranks the high hand, ace high; set so, it loses."


def test_633a_hands_count_as_they_lie(live: Live) -> None:
    """Every hand that lies open has its count; the dealer's does not while a card is down."""
    player = live.sit(B)
    view = asked(player, "blackjack")
    called = catalogue.game("blackjack").called
    own = [card["card"] for card in view["cards"][str(player.seat)]]
    assert view["totals"][f"{player.seat}/0"] == called(own)
    assert "dealer/0" not in view["totals"]
    (question,) = view["you"]["questions"]
    assert ("cell" in question) is (question["kind"] == "decision")


def test_the_chart_is_for_practice(live: Live) -> None:
    """It is the one that ``pitboss strategy`` prints; a table with real limits and a game without decisions refuse it."""
    game = catalogue.game("casino-war")
    for _ in range(150):
        found = live.get(f"/api/tables/{W}/strategy").json()["chart"]
        if found is not None:
            break
        time.sleep(0.2)
    assert msgspec.convert(found, Chart) == chart_of(game, game.example())
    assert live.get(f"/api/tables/{W}").json()["strategy"] is True
    for table, words in (("blackjack-1", "practice"), ("roulette-practice", "Nothing is decided")):
        said = live.get(f"/api/tables/{table}/strategy")
        assert said.status_code == 409
        assert words in said.json()["refused"]["sentence"]
        assert said.json()["refused"]["cite"]
        assert live.get(f"/api/tables/{table}").json()["strategy"] is False


def test_633a_a_hand_finds_its_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    """The row and column that a question is given exist on the chart and hold what the chart says of the hand."""
    rows = [{n: tuple(f"{kind} {n} {up}" for up in UP_CARDS) for n in heads} for kind, heads in
            (("hard", range(4, 22)), ("soft", range(12, 22)), ("pair", "A23456789T"))]  # fmt: skip
    every = Totals(*rows)  # type: ignore[arg-type]
    monkeypatch.setattr(ch633a, "chart", lambda rules: every)
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

    async def nothing(*_: object) -> bytes:
        return b"null\n"

    monkeypatch.setattr(Strategist, "ask", nothing)
    said = live.get(f"/api/tables/{B}/strategy")
    assert said.status_code == 409
    assert "could not be worked out" in said.json()["refused"]["sentence"]
