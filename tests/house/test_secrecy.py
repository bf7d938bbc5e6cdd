"""What is hidden does not leave the house: every byte to every viewer, and the files, are searched for it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitboss.house.table.scene
import pitboss.house.wire.view_stream
from pitboss.drivers.fair import FairDevice, commitment
from pitboss.events import Dealt, Event, encode
from pitboss.house.founding import Plan
from pitboss.house.table.entries import Settings
from pitboss.house.table.table import Table
from tests.house.live import Line, Live, acked

G = "go-fore-it"
PLANS = (Plan(G, G, "Go Fore It", Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0)),)
ROUNDS = 12


class Keeper:
    """Looks into the house, where the test may, and at everything that came out of it, where the secret may not be."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.seats = [live.sit(G), live.sit(G), live.sit(G)]
        self.others = {role: live.line(G, token) for role, token in (
            ("watcher", ""), ("floor", live.token("floor")), ("audit", live.token("audit")))}  # fmt: skip
        self.table: Table = live.house.hosts[G].require_table()

    @property
    def lines(self) -> list[tuple[int | str, Line]]:
        return [*((p.seat, p) for p in self.seats), *self.others.items()]

    def hidden(self) -> dict[int | str, list[Event]]:
        """For each viewer the events of this round whose secret they may not see."""
        return {
            who: [e for e in self.table.play.events if e.seen_by is not None and who not in e.seen_by]
            for who, _ in self.lines
        }

    def unopened(self) -> list[bytes]:
        """Every seed that is not opened."""
        return list(self.table.seeds.values())

    def order(self) -> list[str]:
        """The cards that are still in the deck, in their order, worked out from the seed."""
        (device,) = self.table.state.chance.devices.shoes.values()
        assert device.fair is not None
        twin = FairDevice(device.fair.seed)
        twin.cut = device.fair.cut
        twin.fix(list(device.fair.start))
        twin.skip(device.fair.drawn)
        assert twin._order is not None
        return twin._order[::-1]


def scan(keeper: Keeper, since: dict[int | str, int]) -> int:
    """Search what each viewer was sent since, and the files; how many secrets were looked for."""
    looked = 0
    seeds = keeper.unopened()
    order = keeper.order()
    for who, line in keeper.lines:
        heard = b"\n".join(line.heard[since[who] :])
        for event in keeper.hidden()[who]:
            secret = encode([event])[1:-1]
            assert secret not in heard, (who, event)
            looked += 1
            if isinstance(event, Dealt):
                shown = f'"card":"{event.card}"'.encode()
                visible = [
                    e for e in keeper.table.play.events if isinstance(e, Dealt) and e not in keeper.hidden()[who]
                ]
                if event.card not in [e.card for e in visible]:
                    assert shown not in heard, (who, event)
        for seed in seeds:
            assert seed.hex().encode() not in heard
        for card in order[:30]:  # undealt cards may be named in no message at all
            assert f'"{card}"'.encode() not in heard, (who, card)
    directory = keeper.live.house.store.path.parent
    files = b"".join(f.read_bytes() for f in directory.iterdir() if not f.name.endswith(".key"))
    for event in {e for who in keeper.hidden().values() for e in who}:
        assert encode([event])[1:-1] not in files
    store = keeper.live.house.store
    promised = b"".join(
        bytes(entry.payload) for entry in store.entries(keeper.table.name) if entry.kind != "step"
    ).decode()
    for seed in seeds:
        assert seed not in files
        assert seed.hex().encode() not in files
        assert commitment(seed) in promised  # while what was promised is there
    assert "".join(order[:8]).encode() not in files
    return looked


def play(keeper: Keeper, rounds: int = ROUNDS) -> int:
    """Rounds with three players; looked for while the hole cards lie face down."""
    looked = 0
    for _ in range(rounds):
        since: dict[int | str, int] = {who: len(line.heard) for who, line in keeper.lines}
        for player in keeper.seats:
            acked(player.bet("front_9", 500))
            acked(player.bet("gopher", 500))
        for player in keeper.seats:
            acked(player.ready())
        for _, line in keeper.lines:
            line.wait(lambda view: view["phase"] == "playing" and len(view["cards"]) == 4)
        looked += scan(keeper, since)
        for player in keeper.seats:
            player.wait(lambda view: bool(view["you"]["questions"]))
            acked(player.say("back_9"))
        for _, line in keeper.lines:
            line.wait(lambda view: view["phase"] == "settled")
    return looked


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    with Live(tmp_path / "house.db", PLANS) as live:
        yield Keeper(live)


def test_nothing_hidden_is_sent_or_stored(keeper: Keeper) -> None:
    """Hole cards, the dealer's hand, the deck and the seeds: in no message to anyone else and in no file."""
    assert play(keeper) > 80 * ROUNDS


def test_the_scan_finds_a_leak(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: a house that shows everyone everything is caught in the first round."""
    monkeypatch.setattr(pitboss.house.table.scene, "visible", lambda event, *eyes: event)
    with pytest.raises(AssertionError):
        play(keeper, 1)


def test_the_scan_finds_a_leak_in_events(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: the same where only the pushed events leak."""
    monkeypatch.setattr(pitboss.house.wire.view_stream, "visible", lambda event, *eyes: event)
    with pytest.raises(AssertionError):
        play(keeper, 1)


def test_the_scan_finds_an_unsealed_journal(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: a store that does not seal is caught by the search of the files."""
    monkeypatch.setattr("pitboss.house.storage.store.SEALED", ())
    monkeypatch.setattr("pitboss.house.storage.forms.SHORT", 1 << 30)  # nor compress
    with pytest.raises(AssertionError):
        play(keeper, 1)


def test_owners_see_their_own(keeper: Keeper) -> None:
    """A player sees their own front cards and nobody else's; after a reconnection the same."""
    one = keeper.seats[0]
    for player in keeper.seats:
        acked(player.bet("front_9", 500))
    for player in keeper.seats:
        acked(player.ready())
    view = one.wait(lambda view: view["phase"] == "playing" and len(view["cards"]) == 4)
    mine = view["cards"][str(one.seat)]
    assert [bool(card["card"]) for card in mine] == [True, True, False, False]
    others = [card for who, cards in view["cards"].items() if who != str(one.seat) for card in cards]
    assert not any(card["card"] for card in others)
    again = keeper.live.line(G, one.token)
    assert again.view["cards"] == view["cards"]
    assert keeper.others["watcher"].wait(lambda v: v["phase"] == "playing")["you"]["questions"] == []


def test_a_past_round_shows_each_what_he_may_see(keeper: Keeper) -> None:
    """A folded hand stays hidden from others in the recall; the auditor sees all of a closed round, and all answers."""
    one, *others = keeper.seats
    for player in keeper.seats:
        acked(player.bet("front_9", 500))
    for player in keeper.seats:
        acked(player.ready())
    for player, says in ((one, "fold"), *((p, "back_9") for p in others)):
        player.wait(lambda view: bool(view["you"]["questions"]))
        acked(player.say(says))
    keeper.others["watcher"].wait(lambda view: view["phase"] == "settled")
    live, path = keeper.live, f"/api/tables/{G}/rounds/1"

    def dealt(token: str) -> list[str]:
        found = live.get(path, token).json()
        return [e["card"] for s in found["steps"] for e in s["events"] if e["event"] == "dealt" and e["to"] == one.seat]

    assert dealt("") == ["", "", "", ""]
    assert [bool(card) for card in dealt(one.token)] == [True, True, False, False]
    assert all(dealt(live.token("audit")))
    answered = [a["by"] for s in live.get(path).json()["steps"] for a in s["answers"]]
    assert "chance" not in answered
    assert "chance" in [a["by"] for s in live.get(path, live.token("audit")).json()["steps"] for a in s["answers"]]


def test_a_round_in_progress_is_hidden_even_from_supervisors(keeper: Keeper) -> None:
    """The floor may look at an open round, not at its hole cards."""
    for player in keeper.seats:
        acked(player.bet("front_9", 500))
    for player in keeper.seats:
        acked(player.ready())
    keeper.others["floor"].wait(lambda view: view["phase"] == "playing" and len(view["cards"]) == 4)
    for role in ("floor", "audit"):
        found = keeper.live.get(f"/api/tables/{G}/rounds/1", keeper.live.token(role)).content
        assert b'"chance"' not in found
        for event in keeper.hidden()["watcher"]:
            assert encode([event])[1:-1] not in found
    export = keeper.live.export(G)
    assert b'"round_opened"' not in export  # the round in progress is not exported at all
    for seed in keeper.unopened():
        assert seed.hex().encode() not in export


def test_a_hidden_card_cannot_be_guessed_from_a_hash(keeper: Keeper) -> None:
    """The entry that deals hidden cards carries a word nobody can guess, so its hash tells nothing by trial."""
    for player in keeper.seats:
        acked(player.bet("front_9", 500))
    for player in keeper.seats:
        acked(player.ready())
    keys = [
        str(json.loads(bytes(entry.payload))["key"])
        for entry in keeper.live.house.store.entries(G)
        if entry.kind == "step" and b'"chance"' in bytes(entry.payload)
    ]
    assert keys
    assert all(len(key) == 24 for key in keys)
    assert len(set(keys)) == len(keys)
