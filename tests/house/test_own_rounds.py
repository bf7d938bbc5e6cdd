"""A visitor is told of their own rounds by the house's record: by their purse, at every table, and of nobody else's."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.house.cage.purses import OPENING
from pitboss.house.founding import Plan
from pitboss.house.wire.open_table import COOKIE
from tests.house.live import PATIENCE, PRACTICE, Live, Player, acked, new_key

WHEEL, CARDS = "wheel", "cards"
PLANS = (Plan(WHEEL, "roulette", "Roulette", PRACTICE), Plan(CARDS, "blackjack", "Blackjack", PRACTICE))


class Visitor:
    """A browser of one's own: it keeps its cookie."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.http = httpx.Client(base_url=f"http://{live.address}", timeout=PATIENCE, verify=False)

    def sit(self, table: str, seat: int) -> Player:
        reply = self.http.post(f"/api/tables/{table}/seats", json={"key": new_key(), "seat": seat})
        assert reply.status_code == 201, reply.text
        return Player(self.live, table, **reply.json())

    def leave(self, player: Player) -> None:
        reply = self.http.post(
            f"/api/tables/{player.table}/seats/{player.seat}/leave",
            json={"key": new_key()},
            headers={"Authorization": f"Bearer {player.token}"},
        )
        assert reply.status_code < 300, reply.text
        player.close()

    def rounds(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.http.get("/api/purse/rounds").json()
        return found

    def amounts(self) -> list[tuple[str, int, int]]:
        return [(one["table"], one["round"], one["staked"]) for one in self.rounds()]

    def gained(self) -> int:
        """By the cage, once every chip is in a rack or in the purse."""
        purse = self.http.get("/api/purse").json()
        return int(purse["balance"] + purse["at_tables"] - OPENING)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


@pytest.fixture
def live(database: Path) -> Iterator[Live]:
    with Live(database, PLANS) as live:
        yield live


def spin(*wagers: tuple[Player, str, int]) -> None:
    """A round of roulette, to its end."""
    for player, wager, amount in wagers:
        acked(player.bet(wager, amount))
    for player, *_ in wagers:
        acked(player.ready())
    for player, *_ in wagers:
        player.wait(lambda view: view["phase"] == "settled")


def test_everybody_is_told_of_their_own_rounds_alone(live: Live, database: Path) -> None:
    """Also of a seat that somebody else had before or has now; not of a round that is not over; and after a restart."""
    ada, bea, cleo = (Visitor(live) for _ in range(3))
    one, two = ada.sit(WHEEL, 3), bea.sit(WHEEL, 5)
    spin((one, "red", 500), (two, "black", 700))
    ada.leave(one)
    three = cleo.sit(WHEEL, 3)
    spin((three, "red", 900), (two, "black", 1100))
    acked(two.bet("black", 1300))  # the third is not over

    assert ada.amounts() == [(WHEEL, 1, 500)]
    assert bea.amounts() == [(WHEEL, 1, 700), (WHEEL, 2, 1100)]
    assert cleo.amounts() == [(WHEEL, 2, 900)]
    assert ada.gained() == sum(round["net"] for round in ada.rounds())
    assert cleo.gained() == sum(round["net"] for round in cleo.rounds())
    assert ada.rounds()[0]["title"] == "Roulette"
    assert set(ada.rounds()[0]) == {"table", "title", "game", "round", "at", "staked", "net"}
    for player in (two, three):
        player.close()


def test_a_stranger_and_somebody_who_never_played_have_none(live: Live) -> None:
    player = Visitor(live).sit(WHEEL, 1)
    spin((player, "red", 500))
    player.close()
    assert Visitor(live).rounds() == []
    forged = Visitor(live)
    forged.http.cookies.set(COOKIE, "guessed")
    assert forged.rounds() == []


def test_rounds_of_all_tables_and_boxes_come_to_what_the_purse_gained(live: Live, database: Path) -> None:
    """Two boxes of blackjack and a wheel, the oldest round first; the house tells the same when it was opened again."""
    ada = Visitor(live)
    player = ada.sit(CARDS, 1)
    box = {"key": new_key(), "seat": 2}
    headers = {"Authorization": f"Bearer {player.token}"}
    assert ada.http.post(f"/api/tables/{CARDS}/seats", json=box, headers=headers).status_code == 201
    for _ in range(3):
        player.pass_cuts()
        for seat in (1, 2):
            acked(player.send(answer={"says": "wager", "wager": "blackjack", "amount": 2500, "by": seat}))
        acked(player.ready())
        while player.view["phase"] != "settled":
            player.wait(lambda view: view["you"]["questions"] or view["phase"] == "settled")
            for asked in player.view["you"]["questions"][:1]:
                sequence = acked(player.send(answer={"says": asked["default"]["says"], "by": asked["to"]}))
                player.wait(lambda view, after=sequence: view["sequence"] >= after)  # type: ignore[misc]
    ada.leave(player)
    player = ada.sit(WHEEL, 1)
    spin((player, "red", 500))
    ada.leave(player)
    told = ada.rounds()
    assert [(one["table"], one["round"]) for one in told] == [(CARDS, 1), (CARDS, 2), (CARDS, 3), (WHEEL, 1)]
    assert {one["staked"] for one in told[:3]} == {5000}
    assert sum(one["net"] for one in told) == ada.gained() != 0
    cookies = ada.http.cookies
    live.__exit__()
    with Live(database, PLANS) as again:
        back = Visitor(again)
        back.http.cookies = cookies
        assert back.rounds() == told
