"""Chance in the house: from the system's entropy alone, each shuffle from a seed of its own, the same after a restart."""

import ast
import os
from pathlib import Path

import pytest

import pitboss
from pitboss.drivers.fair import NO_WORDS, FairDevice, commitment, shoe_name
from pitboss.events import CutMade, Shuffled
from pitboss.house.founding import Plan
from pitboss.house.table.chance import Device, Devices
from pitboss.house.table.entries import Settings
from pitboss.procedure import Draw
from tests.house.desk import Desk, run
from tests.house.sending import said

ROOT = Path(pitboss.__file__).parent


@pytest.mark.parametrize("path", [*(ROOT / "house").glob("*.py"), ROOT / "drivers" / "fair.py"], ids=lambda p: p.name)
def test_no_other_randomness(path: Path) -> None:
    """Neither ``random`` nor NumPy's generators in the house or in fair chance; entropy is the system's."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        assert not {"random", "numpy", "numpy.random", "secrets", "uuid"} & set(names), path.name


def test_a_shoe_goes_on_in_the_same_order_after_a_restart() -> None:
    """Restored from seed, cut and count, again and again, the cards come as they would have."""
    cards = {f"{n}": 4 for n in range(52)}
    seed = bytes(range(32))

    def fresh() -> Devices:
        chance = Devices()
        chance.observe([Shuffled("shoe 1", 208, cite=""), CutMade("dealer", 77, cite="")])
        chance.install("shoe", Device(1, commitment(seed), seed))
        return chance

    whole, broken = fresh(), fresh()
    left, right = dict(cards), dict(cards)
    for n in range(150):
        one = whole.draw(Draw("shoe", left, ""), NO_WORDS)
        assert one is not None
        left[one.says] -= 1
        other = broken.draw(Draw("shoe", right, ""), NO_WORDS)
        assert other == one
        right[one.says] -= 1
        if n % 7 == 0:
            broken = Devices.restore(broken.dump(), {1: seed})
        assert not broken.wants_seed(Draw("shoe", right, ""))


def test_a_shoe_that_does_not_fit_wants_a_new_seed() -> None:
    """Where the rules speak of other cards than the order has, the house shuffles anew rather than deal nonsense."""
    chance = Devices()
    assert chance.wants_seed(Draw("deck", {"AS": 1}, ""))
    chance.install("deck", Device(1, "", bytes(32)))
    chance.draw(Draw("deck", {"AS": 1, "KS": 1}, ""), NO_WORDS)
    assert not chance.wants_seed(Draw("deck", {"KS": 1}, ""))
    assert chance.wants_seed(Draw("deck", {"AS": 1, "KS": 1}, ""))
    assert not chance.wants_seed(Draw("wheel", {"0": 1}, "", independent=True))
    assert shoe_name("deck 2") == shoe_name("deck") == "deck"


def test_every_shuffle_and_every_round_has_a_seed_of_its_own(tmp_path: Path) -> None:
    """Entropy is asked for afresh each time, 32 bytes of it, and never used twice."""
    asked: list[bytes] = []

    def entropy(count: int) -> bytes:
        asked.append(os.urandom(count))
        return asked[-1]

    async def work() -> None:
        settings = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0)
        async with Desk(tmp_path / "house.db", [Plan("g", "go-fore-it", "G", settings)], entropy=entropy) as desk:
            player = await desk.sit("g")
            for _ in range(5):
                await desk.bet("g", player, "front_9", 500)
                await desk.do("g", player, do="ready")
                await desk.do("g", player, answer=said("fold"))
            seeds = [seed for seed in asked if len(seed) == 32]
            assert (
                len(seeds) == 2 * 6
            )  # one for what is drawn in each round, one for its shuffles, and those of the next
            assert len(set(seeds)) == len(seeds)
            kinds = [e.kind for e in desk.house.store.entries("g")]
            assert kinds.count("committed") == 5
            assert kinds.count("revealed") == 4 + 4  # the decks that are gone, and what their seeds follow from

    run(work)


def test_a_device_without_its_seed_says_nothing() -> None:
    """The verifier, before a seed is opened, does not guess."""
    chance = Devices()
    chance.install("deck", Device(1, "c", None))
    assert chance.device(Draw("deck", {"AS": 1}, "")) is not None
    assert chance.draw(Draw("deck", {"AS": 1}, ""), NO_WORDS) is None
    assert FairDevice(bytes(32)).commitment == commitment(bytes(32))
