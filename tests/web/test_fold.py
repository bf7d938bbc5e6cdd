"""One fold of the felt: the page folds the events of every golden play as the house does, for every viewer."""

import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import catalogue
from pitboss.events import Dealt, Event, Revealed, RoundOpened, Wagered, decode, visible
from pitboss.house.protocol.views import SetHands
from pitboss.house.table.felt import apply_events
from pitboss.house.table.scene import Scene, chosen
from pitboss.house.table.set_hands import SetHandsReader
from pitboss.house.table.table import Table
from pitboss.submission import submit
from tests.golden.regenerate import HERE as GOLDEN
from tests.golden.regenerate import scenarios
from tools.bootstrap import ROOT, find_node

Json = dict[str, Any]
FOLD = ROOT / "src" / "pitboss" / "web" / "kit" / "fold.js"
RUNNER = Path(__file__).with_name("fold_plays.js")
Viewer = tuple[int | str, ...]
CITE = "633a.7(a)"
FEW = 60_000  # bytes of each game's golden plays, the shortest first
STAFF: list[Viewer] = [(), ("dealer",), ("floor",)]


class Felt(Table):
    """A table with nobody at it: what its events put on the layout, under the rules of a scenario."""

    def __init__(self, scenario: Path) -> None:
        super().__init__("table")
        data = tomllib.loads(scenario.read_text(encoding="utf-8"))
        game = catalogue.game(data["game"])
        self.play_by(game, submit(game.rules, data.get("submission", {})))

    def begin(self, number: int) -> None:
        self.state.felt.number = number
        self.play.begin()

    def absorb(self, events: Iterable[Event]) -> None:
        apply_events(self.state.felt, self.state.ledger, self.play, list(events))

    def parts(self) -> Json:
        """What lies there for everybody."""
        felt = self.state.felt
        wagers = [
            {"seat": seat, "wager": wager, "on": on, "amount": amount, "hand": hand}
            for (seat, wager, on, hand), amount in felt.up.items()
        ]
        return {"round": felt.number, "wagers": wagers, "markers": felt.markers, "before": felt.before}


def _seats_first(held: tuple[str, object]) -> tuple[bool, int]:
    """The order of an object's keys in JavaScript: equal texts need no second look."""
    return (False, int(held[0])) if held[0].isdigit() else (True, 0)


class HouseFold:
    """The house's own fold of one play for one viewer, event by event."""

    def __init__(self, felt: Felt, viewer: Viewer) -> None:
        self._felt, self._viewer = felt, viewer
        self._scene, self._hands = Scene(viewer), SetHandsReader(felt.game, felt.rules)
        self._sent: dict[str, bytes] = {}

    def moment(self, secret: Event) -> tuple[Event, SetHands | None, dict[str, str]]:
        """An event as the viewer sees it, what it says of a hand that is set, and the parts of the scene it changed."""
        if isinstance(secret, RoundOpened):
            self._scene, self._hands = Scene(self._viewer), SetHandsReader(self._felt.game, self._felt.rules)
        self._scene.fold(self._felt)
        event = visible(secret, *self._viewer)
        return event, self._hands.read(event), self._changed()

    def _changed(self) -> dict[str, str]:
        scene, before = self._scene, self._sent
        parts = self._felt.parts() | {
            "cards": dict(sorted(scene.cards.items(), key=_seats_first)),
            "totals": scene.totals,
            "set": scene.set,
            "chosen": chosen(self._felt, scene) if scene.chosen else {},
            "shown": scene.shown,
            "lit": scene.lit,
            "stacks": tuple(scene.stacks.values()),
        }
        self._sent = {name: msgspec.json.encode(part) for name, part in parts.items()}
        return {name: body.decode() for name, body in self._sent.items() if before.get(name) != body}


def events_of(scenario: Path) -> list[Event]:
    """All events of a golden play."""
    lines = scenario.with_suffix(".jsonl").read_bytes().splitlines()
    told = [line for line in map(msgspec.json.decode, lines) if "event" in line]
    return decode(msgspec.json.encode([line["event"] for line in told]))


def viewers_of(events: list[Event]) -> Iterator[Viewer]:
    """Those who watch, dealer and floor, every seat, and a player with two boxes; of those who see the same, one."""
    seats = {event.to for event in events if isinstance(event, Dealt) and isinstance(event.to, int)}
    seats |= {event.seat for event in events if isinstance(event, Wagered)}
    pair = tuple(sorted(seats))[:2]
    secrets = [event.seen_by for event in events if event.seen_by is not None]
    known = set()
    for viewer in [*STAFF, *((seat,) for seat in sorted(seats)), pair]:
        seen = tuple(not {*viewer}.isdisjoint(eyes) for eyes in secrets)
        if seen not in known:
            known.add(seen)
            yield viewer


def one_card_turned() -> list[Event]:
    """A hole card that is turned by itself: no golden play shows fewer cards than a hand has while one is hidden."""
    up, hole = Dealt("dealer", "KS", cite=CITE), Dealt("dealer", "9H", seen_by=("dealer",), cite=CITE)
    return [RoundOpened(1, cite=CITE), up, hole, Revealed("dealer", ("9H",), "19", cite=CITE)]


def short(golden: list[Path]) -> list[Path]:
    """A few plays of every game, the shortest first."""
    size: Counter[str] = Counter()
    found = []
    for scenario in sorted(golden, key=lambda scenario: scenario.with_suffix(".jsonl").stat().st_size):
        size[scenario.parent.name] += scenario.with_suffix(".jsonl").stat().st_size
        if size[scenario.parent.name] <= FEW:
            found.append(scenario)
    return found


def plays(golden: list[Path]) -> Iterator[bytes]:
    """Golden plays as each of their viewers sees them, beside what the house folds from them."""
    told = [(scenario, events_of(scenario)) for scenario in golden]
    for scenario, events in [*told, (GOLDEN / "blackjack" / "adjacent_boxes.toml", one_card_turned())]:
        if not events:
            continue  # the submission itself is refused
        felt = Felt(scenario)
        folds = {viewer: HouseFold(felt, viewer) for viewer in viewers_of(events)}
        moments: dict[Viewer, list[Any]] = {viewer: [] for viewer in folds}
        for event in events:
            if isinstance(event, RoundOpened):
                felt.begin(event.round)
            felt.absorb([event])
            for viewer, fold in folds.items():
                moments[viewer].append(fold.moment(event))
        play = scenario.relative_to(GOLDEN).with_suffix("").as_posix()
        for viewer, seen in moments.items():
            yield msgspec.json.encode({"play": play, "viewer": viewer, "moments": seen})


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few plays of every game, a line for each viewer."""
    path: Path = tmp_path_factory.mktemp("fold") / "few.jsonl"
    path.write_bytes(b"\n".join(plays(short(scenarios([])))))
    return path


def compare(told: Path, fold: Path = FOLD) -> tuple[list[Json], Json]:
    """The differences, at most one of each play, and how much was compared."""
    node = find_node()
    assert node is not None, "Node is one of the development packages: run `make setup`."
    done = subprocess.run([node, RUNNER, fold, told], capture_output=True, check=True, text=True)
    *differences, summary = map(msgspec.json.decode, done.stdout.splitlines())
    return [line["difference"] for line in differences], summary


def sentence(found: Json) -> str:
    return (
        f"{found['play']} as {found['viewer'] or 'a watcher'} sees it, event {found['number']} "
        f"({found['event']['event']}): {found['part']} is {found['house']} in the house and {found['page']} on the page"
    )


def test_page_and_house_fold_golden_plays_alike(few: Path) -> None:
    """After each event the felt of the page is that of the house: chips, cards, totals, markers, devices."""
    summary = fold_alike(few)
    assert summary["plays"] > 300
    assert summary["events"] > 10_000


@pytest.mark.slow
def test_page_and_house_fold_every_golden_play_alike(tmp_path: Path) -> None:
    """All of them, of every length."""
    golden = tmp_path / "plays.jsonl"
    golden.write_bytes(b"\n".join(plays(scenarios([]))))
    summary = fold_alike(golden)
    assert summary["plays"] > 500
    assert summary["events"] > 50_000


def fold_alike(told: Path) -> Json:
    """No play differs; how much was compared."""
    differences, summary = compare(told)
    assert not differences, "\n".join(map(sentence, differences[:10])) + f"\n{len(differences)} plays differ"
    return summary


@pytest.mark.parametrize(
    ("right", "wrong", "part"),
    [
        ("wager.amount -= amount", "wager.amount -= 1", "wagers"),
        ("if (!event.stays) take", "take", "wagers"),
        ("if (!whole) return;", "", "wagers"),
        ("one.gone = true", "one.gone = false", "cards"),
        ("cards.every((card) => faces.has(card))", "false", "cards"),
        ("if (!one.card) one.card = fresh", "if (!one.card) one.place = fresh", "cards"),
        ("delete scene.totals[", "void scene.totals[", "totals"),
        ("if (laid) scene.set[key] = laid;", "if (laid) scene.set = {};", "set"),
        ("{ high: laid.high, low: laid.low }", "{}", "chosen"),
        ("scene.stacks[stack - 1] -= 1", "scene.stacks[stack - 1] -= 2", "stacks"),
        ('scene.lit = at.split(", ")', "scene.lit = [at]", "lit"),
        ("if (at && seat) scene.before", "if (seat) scene.before", "before"),
    ],
)
def test_a_broken_fold_is_found(few: Path, tmp_path: Path, right: str, wrong: str, part: str) -> None:
    """Control: a page that folds one thing another way is found out, and what is different is named."""
    text = FOLD.read_text(encoding="utf-8")
    assert text.count(right) == 1
    broken = tmp_path / "fold.js"
    broken.write_text(text.replace(right, wrong), encoding="utf-8")
    differences, _ = compare(few, broken)
    assert part in {found["part"] for found in differences}


def test_an_altered_event_is_found(few: Path, tmp_path: Path) -> None:
    """Control: of one play, the first wager is a cent more on its way to the page."""
    lines = few.read_bytes().splitlines()
    at = next(n for n, line in enumerate(lines) if b'"event":"wagered"' in line)
    play = msgspec.json.decode(lines[at])
    number, wagered = next((n, m[0]) for n, m in enumerate(play["moments"], 1) if m[0]["event"] == "wagered")
    wagered["amount"] += 1
    altered = tmp_path / "plays.jsonl"
    altered.write_bytes(b"\n".join([*lines[:at], msgspec.json.encode(play), *lines[at + 1 :]]))
    [found], _ = compare(altered)
    assert (found["play"], found["number"], found["part"]) == (play["play"], number, "wagers")
