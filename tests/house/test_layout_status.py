"""What a view shows of dice, wheel and tile games: status of wagers, whose turn, lit areas, hands that were set."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss import catalogue
from pitboss.equipment.tiles import NAMES, RANK, RANKED, TRADITIONAL, spots
from pitboss.house.founding import Plan
from pitboss.house.table.entries import Settings
from pitboss.submission import submit
from tests.house.hand import ByHand
from tests.house.live import BY_HAND, PRACTICE, Live, acked, refused

CRAPS = submit(
    catalogue.game("craps").rules, {"minimum": "5.00", "maximum": "500.00", "odds_multiple": 2, "fire_bet": True}
)
SLOW = Settings(betting_seconds=4, election_seconds=1, settled_seconds=60)
PLANS = (
    Plan("craps", "craps", "Craps", BY_HAND, CRAPS),
    Plan("craps-practice", "craps", "Craps", PRACTICE, CRAPS),
    Plan(
        "sic-bo", "sic-bo", "Sic Bo", Settings(dealer="person", chance="entered", betting_seconds=0, settled_seconds=1)
    ),
    Plan("pai-gow", "pai-gow", "Pai Gow", PRACTICE),
    Plan("casino-war", "casino-war", "Casino War", PRACTICE),
)


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with Live(tmp_path_factory.mktemp("standings") / "house.db", PLANS) as found:
        yield found


def stands(view: dict[str, Any], wager: str, on: str = "") -> dict[str, Any]:
    """What is told of a wager besides its amount."""
    (found,) = [w for w in view["wagers"] if (w["wager"], w["on"]) == (wager, on)]
    return {name: value for name, value in found.items() if name in ("works", "locked", "called", "cite")}


def test_a_view_tells_what_works_and_what_is_locked(tmp_path: Path) -> None:
    """While betting is open, while the dice are in the air, after a restart, and when the next betting has opened."""
    off = {"works": False, "cite": "623a.3(a)(5)"}
    with Live(tmp_path / "house.db", PLANS[:1]) as live:
        dealer = ByHand(live, "craps")
        player = live.sit("craps", 1)
        acked(player.bet("pass_bet", 1000))
        acked(player.bet("place_bet_to_win", 1200, "6"))
        view = player.wait(lambda v: len(v["wagers"]) == 2)
        assert stands(view, "place_bet_to_win", "6") == off
        assert stands(view, "pass_bet") == {}
        assert view["turn"] == {"seat": 1, "words": "offered the dice", "cite": "623a.7(b)(1)"}
        dealer.close_betting()
        view = player.wait(lambda v: v["phase"] == "playing")
        assert stands(view, "place_bet_to_win", "6") == off
        token = player.token
    with Live(tmp_path / "house.db", PLANS[:1]) as live:
        line = live.line("craps", token)
        assert stands(line.view, "place_bet_to_win", "6") == off
        dealer = ByHand(live, "craps", opened=True)
        dealer.enter("4 4")
        view = line.wait(lambda v: v["results"] == ["4 4"] and v["phase"] == "betting")
        assert stands(view, "pass_bet") == {"locked": True, "cite": "623a.4(c)(1)"}
        assert stands(view, "place_bet_to_win", "6") == {}
        assert view["turn"]["words"] == "shooter"
        assert view["markers"]["puck"] == "8"


def test_wagers_stand_between_rounds_too(tmp_path: Path) -> None:
    """At a table that shows a settled round for a while, chips that stay up are marked for the throw to come."""
    with Live(tmp_path / "house.db", [Plan("craps", "craps", "Craps", SLOW, CRAPS)]) as live:
        player = live.sit("craps", 1)
        acked(player.bet("dont_pass_bet", 1000))  # 623a.8(a): a shooter has a line bet
        acked(player.bet("place_bet_to_lose", 1000, "6"))  # off, so that no throw decides it
        view = player.wait(lambda v: v["phase"] == "settled" and bool(v["results"]))
        expected = {} if view["markers"].get("puck", "off") != "off" else {"works": False, "cite": "623a.3(a)(6)"}
        assert stands(view, "place_bet_to_lose", "6") == expected


def test_offers_follow_what_was_said(live: Live) -> None:
    """A call or an answer about the dice moves no chips, and yet other things are offered after it."""
    player = live.sit("craps-practice", 1)
    acked(player.bet("place_bet_to_win", 1200, "6"))
    offered = {o["says"] for o in player.wait(lambda v: bool(v["wagers"]))["you"]["offers"]}
    assert {"called_on", "accept_dice"} <= offered
    assert "called_off" not in offered
    acked(player.say("called_on", wager="place_bet_to_win", on="6"))
    done = acked(player.say("accept_dice"))
    view = player.wait(lambda v: v["sequence"] >= done)
    offered = {o["says"] for o in view["you"]["offers"]}
    assert "called_off" in offered
    assert offered.isdisjoint({"called_on", "accept_dice", "pass_dice"}), "the shooter throws before passing the dice"
    assert stands(view, "place_bet_to_win", "6") == {"called": True, "cite": "623a.3(a)(5)"}
    assert view["turn"] == {"seat": 1, "words": "shooter", "cite": "623a.7(c)"}


def after(number: int) -> Callable[[dict[str, Any]], bool]:
    """Whether the round of this number is over: it is shown settled, or the next one has begun."""
    return lambda view: view["round"] > number or view["phase"] == "settled"


def test_a_practice_table_goes_on_while_wagers_are_up(tmp_path: Path) -> None:
    """While chips stay up the next round opens by itself; once the layout is empty the table waits for the player."""
    with Live(tmp_path / "house.db", PLANS[1:2]) as live:
        player = live.sit("craps-practice", 2)
        acked(player.bet("pass_bet", 1000))
        for number in range(1, 200):
            acked(player.ready())
            view = player.wait(after(number))
            if view["phase"] == "settled":
                break
            (up,) = view["wagers"]
            assert (view["phase"], up["seat"], up["wager"], up["amount"]) == ("betting", 2, "pass_bet", 1000)
        assert (view["phase"], view["round"], view["wagers"]) == ("settled", number, [])
        refused(live.line("craps-practice").send(do="ready"))  # the table has done what it does by itself
        assert live.house.hosts["craps-practice"].require_table().round is None
        acked(player.ready())
        player.wait(lambda v: (v["round"], v["phase"]) == (number + 1, "betting"))


def test_a_wager_once_placed_is_locked_where_the_text_says_so(live: Live) -> None:
    """The book of every game tells: here that chips once down are not touched."""
    player = live.sit("casino-war")
    acked(player.bet("initial", 1000))
    view = player.wait(lambda v: bool(v["wagers"]))
    assert stands(view, "initial") == {"locked": True, "cite": "651a.7(d)"}
    assert view["turn"] is None


def test_areas_stay_lit_until_the_next_round(live: Live) -> None:
    """Every area that wins on the throw is told, also when the device has been cleared; the next round forgets it."""
    dealer = ByHand(live, "sic-bo")
    player = live.sit("sic-bo")
    acked(player.bet("small_bet", 500))
    dealer.shows("1 2 6")
    rules = catalogue.game("sic-bo").example()
    winners = [f"{kind} {on}".rstrip() for kind, on in rules.winners["1 2 6"]]  # type: ignore[attr-defined]
    view = player.wait(lambda v: v["phase"] == "settled" and v["results"] == ["1 2 6"])
    assert view["lit"] == winners
    assert "lights" not in view["markers"]
    assert player.wait(lambda v: v["phase"] != "settled")["lit"] == []


def test_stacks_and_what_was_laid(live: Live) -> None:
    """Eight stacks stand until they are delivered; only the player sees which tiles they set low, and the names of the hands."""
    one, two = live.sit("pai-gow", 1), live.sit("pai-gow", 2)
    acked(one.bet("pai_gow", 1000))
    acked(two.bet("pai_gow", 1000))
    assert one.wait(lambda v: len(v["wagers"]) == 2)["stacks"] == [4] * 8
    acked(one.ready())
    acked(two.ready())
    view = one.wait(lambda v: bool(v["you"]["questions"]))
    assert view["stacks"] == [0] * 8
    assert sorted(card["place"] for hand in view["cards"].values() for card in hand) == sorted(
        f"stack {n}" for n in range(1, 9) for _ in range(4)
    )
    assert view["markers"]["start"] in ("dealer", "dead hand", *(f"seat {seat}" for seat in range(1, 7)))
    (question,) = view["you"]["questions"]
    choice = question["options"][0]["cards"]
    done = acked(one.say("low", cards=choice))
    assert one.wait(lambda v: v["sequence"] >= done)["chosen"] == {}  # told when all have laid theirs
    (other,) = two.wait(lambda v: bool(v["you"]["questions"]))["you"]["questions"]
    acked(two.say("low", cards=other["options"][0]["cards"]))
    view = one.wait(lambda v: bool(v["chosen"]))
    mine, named = view["chosen"]["1/0"], question["arranged"][0]
    assert (mine["cards"], mine["high"], mine["low"]) == (choice, named["high"], named["low"])
    assert list(view["chosen"]) == ["1/0"]


def test_names_and_ranks_of_tiles_are_facts_of_the_table(live: Live) -> None:
    """Told from the one list of tiles; a game without tiles has none."""
    tiles = live.get("/api/tables/pai-gow").json()["tiles"]
    assert tiles == {
        t: {"name": NAMES[spots(t)], "rank": rank, "of": len(RANKED), "traditional": TRADITIONAL[t]}
        for t, rank in RANK.items()
    }
    assert live.get("/api/tables/craps").json()["tiles"] == {}
