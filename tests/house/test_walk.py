"""Every wager, variation and paytable of every chapter is played over the real server: opened by link, drawn, wagered on."""

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from pitboss import catalogue
from pitboss.game import Game
from pitboss.house.filings import link
from pitboss.house.wire.limits import UNLIMITED
from pitboss.submission import RulesSubmission, made_choices
from tests import kin
from tests.house.lawful_tables import first_table, tables
from tests.house.live import BOTH, NO_CERTIFICATES, Live, Player, new_key

MOST_ROUNDS = 300  # until every wager was made that waits for a point or for another wager
MOST_STEPS = 1000


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with Live(tmp_path_factory.mktemp("walk") / "house.db", BOTH, limits=UNLIMITED, pace=1e6) as house:
        yield house


@pytest.mark.slow
@pytest.mark.parametrize("name", catalogue.games())
def test_every_lawful_table_is_played(live: Live, name: str) -> None:
    """Each is opened from the letters of a link, its felt has an area for every wager, and every wager is made and settled."""
    game = catalogue.game(name)
    assert walked(live, game, tables(game)) == {kind.name for kind in game.wagers if kind.tendered}


@pytest.mark.parametrize("name", kin.names())
def test_a_lawful_table_of_every_game_is_played(live: Live, name: str) -> None:
    """The first of those that together have everything."""
    game = catalogue.game(name)
    assert walked(live, game, [first_table(game)])


def walked(live: Live, game: Game, filed: list[RulesSubmission]) -> set[str]:
    """Open and play a table under each of these rules; the wagers that were made."""
    name, made = game.name, set[str]()
    for rules in filed:
        with httpx.Client(base_url=f"http://{live.address}", timeout=60, verify=NO_CERTIFICATES) as guest:
            letters = link.encode(name, "Walk", made_choices(rules.chosen))
            reply = guest.post("/api/practice/tables", json={"rules": letters})
            assert reply.status_code == 201, reply.text
            table = reply.json()["table"]
        info = live.get(f"/api/tables/{table}").json()
        assert info["submission_hash"] == rules.hash(name)
        check_felt(live, table, rules)
        made |= play(live, table, game, rules)
    return made


def check_felt(live: Live, table: str, rules: RulesSubmission) -> None:
    """A place to press for every wager that can be made, and for each seat where places are the players' own."""
    drawn = ElementTree.fromstring(live.get(f"/api/tables/{table}/felt.svg").content)
    areas = {(node.get("data-wager"), node.get("data-on") or "") for node in drawn.iter() if node.get("data-wager")}
    assert {(str(wager), str(on)) for wager, on in rules.spots} <= areas


def play(live: Live, table: str, game: Game, rules: RulesSubmission) -> set[str]:
    """Make every wager of these rules once, in as many rounds as it takes; whatever is decided by default answers."""
    wanted, made, rounds = {str(wager) for wager, _ in rules.spots}, set[str](), 0
    player = live.sit(table)
    try:
        assert len(player.view.get("meters", [])) == len(rules.meters)
        for _ in range(MOST_STEPS):
            if wanted <= made and player.view["phase"] == "settled":
                break
            rounds += player.view["phase"] == "settled"
            assert rounds < MOST_ROUNDS, wanted - made
            step(player, game, wanted, made, rules)
        assert wanted <= made, wanted - made
    finally:
        player.close()
    return made


def step(player: Player, game: Game, wanted: set[str], made: set[str], rules: RulesSubmission) -> None:
    """Answer what is asked, or make one more wager, or go on."""
    view = player.view
    if questions := view["you"].get("questions", []):
        asked = questions[0]
        option = asked["default"] or asked["options"][0]
        answer = {key: option[key] for key in ("says", "wager", "on") if option.get(key)}
        player.send(answer=answer | {"by": asked["to"]} | _amount(option))
        return
    left = wanted - made
    up = {wager["wager"] for wager in view.get("wagers", [])}
    before = {game.wager(name).needs for name in left} - up  # without which a wager of those left cannot be made
    for offer in view["you"].get("offers", []):
        if offer["says"] == "wager" and offer["wager"] in left | before and _tender(player, offer, rules):
            made.add(offer["wager"])
            return
    if player.notices and view["phase"] == "betting":  # betting could not close: the shooter has no line bet
        player.notices.clear()
        assert _first(player, game, rules), view
        return
    reply = player.ready()
    if "refused" in reply and reply["refused"]["code"] == "stale":  # the table is further than what was seen of it
        player.hear()
    elif "refused" in reply:
        assert _first(player, game, rules), reply


def _first(player: Player, game: Game, rules: RulesSubmission) -> bool:
    """The first wager of the chapter that can be made: without it the text does not let the round go on."""
    order = [kind.name for kind in game.wagers]
    offers = [offer for offer in player.view["you"]["offers"] if offer["says"] == "wager"]
    return any(_tender(player, offer, rules) for offer in sorted(offers, key=lambda offer: order.index(offer["wager"])))


def _tender(player: Player, offer: dict[str, Any], rules: RulesSubmission) -> bool:
    """One offer taken for the least that may be wagered; False where it needs another wager first."""
    least = max(offer.get("least", 0), rules.spots[(offer["wager"], offer.get("on", ""))].least)
    unit = max(offer.get("step", 1), 1)
    reply = player.bet(offer["wager"], -(-least // unit) * unit, offer.get("on", ""))
    if "refused" in reply and reply["refused"]["code"] == "not_enough_chips":
        player.live.post(f"/api/tables/{player.table}/seats/{player.seat}/chips", {"key": new_key()}, player.token)
    return "ack" in reply


def _amount(option: dict[str, Any]) -> dict[str, Any]:
    return {"amount": option["least"]} if option.get("least") else {}
