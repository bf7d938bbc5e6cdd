"""How many files a wager crosses from its arrival at the table's host to its reply, and with how many calls.

ARCHITECTURE.md has the figures.
"""

import asyncio
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pitboss
from tests.house.desk import Desk, run
from tests.house.sending import command_of, said
from tests.house.test_play import PLANS, R

ROOT = Path(pitboss.__file__).parent
ARCHITECTURE = ROOT.parents[1] / "ARCHITECTURE.md"
ROW = re.compile(r"^\| wager: `Host\.do` to its reply \| (\d+) \| (\d+) \|", re.MULTILINE)


def noting(calls: Counter[str]) -> Callable[[FrameType, str, Any], None]:
    """A profile that counts by file what is called in the project, by the sender or by the table's task."""
    sender = asyncio.current_task()

    def note(frame: FrameType, event: str, arg: Any) -> None:
        file = Path(frame.f_code.co_filename)
        task = asyncio.current_task()
        here = task is sender or (task is not None and task.get_name() == R)
        if event == "call" and here and file.is_relative_to(ROOT):
            calls[file.relative_to(ROOT).as_posix()] += 1

    return note


def calls_of_a_wager(database: Path) -> Counter[str]:
    """By file of the project."""
    calls = Counter[str]()

    async def work() -> None:
        async with Desk(database, PLANS) as desk:
            player = await desk.sit(R)
            await desk.until_asked(R)
            for _ in range(2):  # what is done once for all wagers has been done
                await desk.bet(R, player, "red", 500)
            command = command_of(desk.key(), **desk.moment(R), answer=said("wager", "black", "", 500))
            before = sys.getprofile()
            sys.setprofile(noting(calls))
            reply = desk.host(R).do(player, command)
            reply.add_done_callback(lambda _: sys.setprofile(before))
            await reply

    run(work)
    return calls


def test_a_wager_crosses_as_many_files_as_the_architecture_says(tmp_path: Path) -> None:
    calls, text = calls_of_a_wager(tmp_path / "house.db"), ARCHITECTURE.read_text(encoding="utf-8")
    ((files, most),) = ROW.findall(text)
    assert {"house/host/host.py", "house/commands/answer.py", "wagers.py", "house/storage/store.py"} <= calls.keys()
    assert len(calls) == int(files), sorted(calls)
    assert calls.total() <= int(most), calls
