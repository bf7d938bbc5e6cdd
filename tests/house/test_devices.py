"""Devices that tell what they show, line by line: their keys, what they are asked, what counts and what is refused."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pitboss import catalogue
from pitboss.events import Dealt
from pitboss.faces import FACE_DOWN
from pitboss.house.devices import lines
from pitboss.house.devices.bridge import Bridge, MadeUp, keep_connected
from pitboss.house.devices.lines import DeviceReading, Moment
from pitboss.house.devices.simulator import Simulator, devices_of
from pitboss.house.founding import Plan
from pitboss.house.table.verify import verify
from pitboss.house.wire.devices import FREE_TRIES, LONGEST_WAIT, WrongKeys
from pitboss.procedure import Draw, Refused
from pitboss.roles import Role
from tests.house.hand import ByHand
from tests.house.live import BY_HAND, PATIENCE, PRACTICE, Live, acked, wait_for

WHEEL = "roulette-by-hand"
PLANS = (
    Plan(WHEEL, "roulette", "Roulette", BY_HAND),
    Plan("practice", "roulette", "Roulette", PRACTICE),
)
CARDS = Draw("shoe", {"AS": 2, "TD": 1, "JK": 1, "4C": 0}, "633a.7(a)")


@pytest.mark.parametrize(
    ("told", "shown"), [("AS", "AS"), ("a♠", "AS"), ("10d", "TD"), ("T-D", "TD"), ("joker", "JK"), (" as ", "AS")]
)
def test_a_card_is_read_however_it_is_written(told: str, shown: str) -> None:
    assert lines.outcome(lines.read(told).outcome, CARDS) == shown


def test_i_gen_40_a_result_that_cannot_be_is_refused_with_what_is_allowed() -> None:
    """A card that is gone, one that there never was; and a line that is none."""
    for told in ("4C", "AX", "17"):
        with pytest.raises(Refused, match=r"cannot show .* now; it shows one of AS, TD, JK\."):
            lines.outcome(told, CARDS)
    assert lines.outcome("3,4", Draw("dice", {"3 4": 1, "4 3": 1}, "623a.8(a)")) == "3 4"
    assert lines.read("@12.3 3 4") == DeviceReading("3 4", Moment(12, 3))
    assert lines.read("A" * lines.LONGEST).outcome == "A" * lines.LONGEST
    for line in ("", "@12.3 ", "@twelve AS", "A" * (lines.LONGEST + 1), "A\x07S"):
        with pytest.raises(Refused, match="line"):
            lines.read(line)


def test_633a_7_h_a_card_reader_says_yes_or_no_and_a_shoe_is_not_asked_for_what_is_turned() -> None:
    reader = Draw("card reader", {"blackjack": 4, "no_blackjack": 9}, "633a.7(h)", tells="?1")
    assert [lines.outcome(told, reader) for told in ("yes", "NO", "blackjack")] == [
        "blackjack",
        "no_blackjack",
        "blackjack",
    ]
    turned = Draw("shoe", {"AS": 1}, "633a.7(h)", face=True, place="?1")
    asked = [[kind for kind in ("", *lines.READS) if lines.reads(kind, one)] for one in (reader, turned, CARDS)]
    assert asked == [["", "reader"], [""], ["", "cards"]]


def test_every_game_s_devices_have_a_reader() -> None:
    """What a game asks of chance is asked under a name that some kind of reader has, and no other kind has."""
    for game in catalogue.games().values():
        for device, (weights, _) in devices_of(game, game.example()).items():
            found = [kind for kind in lines.READS if lines.reads(kind, Draw(device, weights, ""))]
            assert len(found) == 1, (game.name, device)


def test_wrong_keys_are_throttled_by_address() -> None:
    """The first few are heard; then the next waits, twice as long each time, up to a most; a right one forgives."""
    wrong = WrongKeys()
    for _ in range(FREE_TRIES - 1):
        wrong.wrong("a", 0.0)
        assert wrong.heard("a", 0.0)
    wrong.wrong("a", 0.0)
    assert [wrong.heard("a", now) for now in (0.0, 0.99, 1.0)] == [False, False, True]
    assert wrong.heard("b", 0.0)
    for _ in range(20):
        wrong.wrong("a", 0.0)
    assert [wrong.heard("a", now) for now in (LONGEST_WAIT - 0.1, LONGEST_WAIT)] == [False, True]
    wrong.right("a")
    assert wrong.heard("a", 0.0)


class DeviceLine:
    """The line of a device, as a scanner would speak it."""

    def __init__(self, live: Live, table: str, key: str) -> None:
        origin: Any = f"http://{live.address}"
        self._context: Any = connect(
            f"ws://{live.address}/ws/devices/{table}",
            origin=origin,
            close_timeout=1,
            open_timeout=PATIENCE,
            ping_interval=None,
        )
        self.socket = self._context.__enter__()
        self.socket.send(f"key {key}")

    def hear(self) -> str:
        return str(self.socket.recv(timeout=PATIENCE))

    def tell(self, line: str) -> str:
        self.socket.send(line)
        return self.hear()


def issue(live: Live, device: str, table: str = WHEEL, reads: str = "") -> str:
    body = {"device": device, "table": table, "reads": reads}
    reply = live.post("/api/administration/devices", body, live.cookie(Role.ADMINISTRATOR))
    assert reply.status_code == 201, reply.text
    return str(reply.json()["key"])


def confirm(live: Live, dealer: ByHand) -> str:
    """The dealer sees what was entered, and confirms it."""
    now = live.house.hosts[WHEEL].require_table().journal.sequence
    seen = dealer.line.wait(lambda view: view["sequence"] >= now)["you"]["correctable"]["outcome"]
    dealer.say(says="valid_spin", by="dealer")
    return str(seen)


def test_i_gen_40_a_device_enters_what_it_shows_once_and_in_its_own_name(tmp_path: Path) -> None:
    """A device is asked, and its outcome counts for the question that it was asked; the dealer's or another device's that
    comes later is told that the question has moved on; a key that is revoked closes the line."""
    with Live(tmp_path / "house.db", PLANS) as live:
        admin = live.cookie(Role.ADMINISTRATOR)
        key = issue(live, "wheel-7", reads="wheel")
        dealer, player = ByHand(live, WHEEL), live.sit(WHEEL)
        for bad in ("x", key[:-1], issue(live, "scanner-1")[::-1]):
            assert DeviceLine(live, WHEEL, bad).hear() == "no This is not the key of a device at this table."
        assert DeviceLine(live, "practice", key).hear() == "no This is not the key of a device at this table."
        wheel, scanner = DeviceLine(live, WHEEL, key), DeviceLine(live, WHEEL, issue(live, "scanner-1"))
        dice = DeviceLine(live, WHEEL, issue(live, "dice-1", reads="dice"))
        for line in (wheel, scanner, dice):
            assert line.hear().startswith("ok ")
        assert wheel.tell("17").startswith("no The table waits for no outcome now.")
        acked(player.bet("straight", 500, "17"))
        dealer.close_betting()
        asks = wheel.hear()
        assert asks == scanner.hear()
        assert asks.startswith("asks wheel @1.")
        moment = asks.rpartition(" ")[2]
        assert wheel.tell("37").startswith("no The wheel cannot show '37' now; it shows one of 0, ")
        assert dice.tell(f"{moment} 17").startswith("no The wheel is asked for now; dice-1 reads dice.")
        assert wheel.tell(f"{moment} 17").startswith("ok ")
        for late in ("17", f"{moment} 17"):
            assert scanner.tell(late).startswith(f"no That was meant for question {moment}; question @1.")
        dealer.line.wait(lambda view: view["you"]["correctable"] is not None)
        acked(dealer.line.send(do="correct"))
        assert [line.hear().startswith("asks wheel @1.") for line in (wheel, scanner)] == [True, True]
        assert wheel.tell("20").startswith("ok ")
        confirm(live, dealer)
        player.wait(lambda view: "20" in "".join(view["results"]))
        listed = {one["device"]: one for one in live.get("/api/administration/devices", admin).json()}
        assert [listed["wheel-7"][name] for name in ("table", "reads", "connected")] == [WHEEL, "wheel", True]
        assert key not in live.get("/api/administration/devices", admin).text
        assert live.post("/api/administration/devices/wheel-7/revoke", {}, live.token("floor")).status_code == 403
        assert live.post("/api/administration/devices/wheel-7/revoke", {}, admin).status_code == 200
        assert wheel.hear() == "no The key of this device counts no more."
        with pytest.raises(ConnectionClosed):
            wheel.hear()
        assert DeviceLine(live, WHEEL, key).hear().startswith("no This is not the key")
        refused = live.post("/api/administration/devices", {"device": "d", "table": "practice"}, admin)
        assert (refused.status_code, refused.json()["refused"]["cite"]) == (409, "I-GEN-40")
        (tmp_path / "record.jsonl").write_bytes(live.export(WHEEL))
        house_record = live.get("/api/house/journal.jsonl", live.token("audit")).text
    record = (tmp_path / "record.jsonl").read_text()
    assert record.count('"person":{"credential":"wheel-7","name":"wheel-7","role":"device"}') == 2
    assert len(verify(tmp_path / "record.jsonl").rounds) == 1
    assert '"kind":"device_key_issued"' in house_record
    assert key not in record + house_record


def test_633a_7_a_shoe_that_reads_every_card_enters_none_that_lies_face_down(tmp_path: Path) -> None:
    """What a reading shoe tells of the hole card is not entered for the card after it, nor kept."""
    name = "blackjack-by-hand"
    with Live(tmp_path / "house.db", [Plan(name, "blackjack", "Blackjack", BY_HAND)]) as live:
        dealer, player, table = ByHand(live, name), live.sit(name), live.house.hosts[name].require_table()
        dealer.sign_all()
        wait_for(lambda: table.round is not None)

        def up_to_date() -> None:
            now = table.journal.sequence
            player.wait(lambda view: view["sequence"] >= now)

        while table.round is not None and (asked := table.round.elections()):
            up_to_date()
            if asked[0].to == player.seat:
                acked(player.send(answer={"says": asked[0].default.says}))  # type: ignore[union-attr]
            else:
                dealer._answer("")
        shoe = DeviceLine(live, name, issue(live, "shoe-3", name, "cards"))
        up_to_date()
        acked(player.bet("blackjack", 1000))
        up_to_date()
        dealer._up_to_date()
        dealer.close_betting()
        replies = []
        for card in ("", "2S", "3S", "4S", "5S"):  # first the reply to its key
            if card:
                shoe.socket.send(card)
            while (reply := shoe.hear()).startswith("asks "):
                pass
            replies.append(reply)
        assert table.round is not None
        assert [reply.endswith(" face down") for reply in replies] == [False, False, False, False, True]
        dealt = [event.card for event in table.round.known_events if isinstance(event, Dealt)]
        assert dealt[:3] == ["2S", "3S", "4S"]
        assert dealt[3].startswith(FACE_DOWN)
        assert "5S" not in str(table.round.history)


def test_a_made_up_wheel_is_spun_at_a_table_and_a_bridge_passes_lines_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The simulator answers whenever the table asks; a bridge passes on what a device says, each line for one question."""
    monkeypatch.setattr("pitboss.house.devices.bridge.NEXT_QUESTION", 0.1)
    with Live(tmp_path / "house.db", PLANS[:1]) as live:
        dealer, player = ByHand(live, WHEEL), live.sit(WHEEL)
        url, key = f"ws://{live.address}/ws/devices/{WHEEL}", issue(live, "wheel-7")
        game = catalogue.game("roulette")
        simulator, same = (Simulator(devices_of(game, game.example()), 7) for _ in range(2))
        heard: list[str] = []

        def spin(partner: Callable[[], Any]) -> str:
            before = player.view["round"]
            acked(player.bet("straight", 500, "17"))
            dealer.close_betting()

            async def talk() -> None:
                await asyncio.wait_for(keep_connected(url, key, partner(), heard.append), PATIENCE)

            asyncio.run(talk())
            told = confirm(live, dealer)
            dealer.take_and_pay()
            player.wait(lambda view: view["phase"] == "betting" and view["round"] > before)
            return told

        assert [spin(lambda: MadeUp(simulator, heard.append, count=1)) for _ in range(2)] == [
            same.shows("wheel") for _ in range(2)
        ]

        def bridge() -> Bridge:
            made = Bridge(heard.append)
            for line in ("38", "17", "18"):  # what cannot be; what it shows; and what nothing asks for
                made.read(line)
            made.end()
            return made

        heard.clear()
        assert spin(bridge) == "17"
        assert [words.split()[0] for words in heard] == ["The", "asks", "no", "ok", "no"]
        with pytest.raises(Refused, match="not the key of a device"):
            asyncio.run(keep_connected(url, "wrong", MadeUp(simulator, heard.append), heard.append))
