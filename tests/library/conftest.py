"""A record as a house exports it, for those who verify one."""

from pathlib import Path

import pytest

from tests.house.live import BOTH, Live, acked

TABLE = BOTH[0]


@pytest.fixture(scope="session")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``roulette.jsonl``: two rounds of roulette, $5.00 wagered in each."""
    folder = tmp_path_factory.mktemp("record")
    with Live(folder / "house.db", (TABLE,), pace=10_000) as live:
        player = live.sit(TABLE.name)
        for _ in range(2):
            acked(player.bet("red", 500))
            acked(player.ready())
            player.wait(lambda view: view["phase"] == "settled")
        exported = live.export(TABLE.name)
    file = folder / "roulette.jsonl"
    file.write_bytes(exported)
    return file
