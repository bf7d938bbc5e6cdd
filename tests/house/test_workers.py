"""Slow work in processes: what comes back, who waits, what is killed, what is kept."""

import asyncio
import itertools
import logging
import os
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import catalogue
from pitboss.drills.kinds import Kind
from pitboss.drills.progress import Progress
from pitboss.house.workers import workers as module
from pitboss.house.workers.chart import ChartAsked
from pitboss.house.workers.drills import GradeAsked, KindsAsked, NextAsked, Under
from pitboss.house.workers.edges import EdgesAsked
from pitboss.house.workers.guide import GuideAsked
from pitboss.house.workers.lane import WorkUpdate
from pitboss.house.workers.paper import PaperAsked
from pitboss.house.workers.request import LANES, Lane, Rank, Request
from pitboss.house.workers.workers import Kept, Workers
from pitboss.procedure import Refusal, Refused
from tests.house.live import until
from tests.house.told import KeptWord, Quick, Told

MATHEMATICS = True
MINUTE = 60.0
Scene = Callable[[Workers], Coroutine[Any, Any, None]]


# The worker itself, with these requests; where results are written is noted, so that rubbish can be written there.
TELLING = f"""
import os, sys
from pathlib import Path
sys.path.insert(0, {str(Path(__file__).parent.parent.parent)!r})
from tests.house.told import KeptWord, Quick, Told
from pitboss.house.workers import __main__ as worker
import msgspec
worker._request = msgspec.msgpack.Decoder(Told | KeptWord | Quick).decode
dup = os.dup
def noted(number):
    made = dup(number)
    Path("pipe").write_text(str(made))
    return made
os.dup = noted
worker.main(sys.argv[1])
"""


@pytest.fixture
def scened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Run a scene; a failed request rests for a minute, by the clock of the loop."""
    (tmp_path / "telling.py").write_text(TELLING, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(module, "FIRST_REST", MINUTE)
    monkeypatch.setattr(module, "LONGEST_REST", 10 * MINUTE)

    def run(scene: Scene, **lane: Any) -> None:
        async def scened() -> None:
            lanes = {name: msgspec.structs.replace(one, **lane) for name, one in LANES.items()}
            workers = Workers(lanes, (sys.executable, str(tmp_path / "telling.py")))
            try:
                await scene(workers)
            finally:
                await workers.close()

        asyncio.run(scened())

    return run


def pass_by(seconds: float) -> None:
    """Move the clock of the loop on: how long a machine takes for anything decides nothing here."""
    loop = asyncio.get_running_loop()
    now = loop.time
    loop.time = lambda: now() + seconds  # type: ignore[method-assign]


def steps() -> list[str]:
    """What the processes did, each step with the number of its process."""
    return Path("steps").read_text(encoding="utf-8").splitlines() if Path("steps").exists() else []


def is_running(number: int) -> bool:
    """Whether a process is there, and no zombie."""
    try:
        return ") Z " not in Path(f"/proc/{number}/stat").read_text(encoding="utf-8")
    except OSError:
        return False


def started(count: int) -> Callable[[], bool]:
    return lambda: len(steps()) >= count


# --- results


def test_a_result_equals_what_the_function_gives_in_process() -> None:
    """Every kind of request but those that judge, which test_judging holds, and the watch (test_theory)."""
    choices = {name: value for name, value in catalogue.game("roulette").example().chosen.items() if value is not None}
    under, seed = Under("sic-bo", {}), bytes(32)
    asked: list[Request[Any]] = [
        *(EdgesAsked(game, dict(catalogue.game(game).example().chosen)) for game in ("roulette", "craps", "sic-bo")),
        GuideAsked("roulette", choices),
        ChartAsked("casino-war", dict(catalogue.game("casino-war").example().chosen)),
        PaperAsked("roulette", choices, "signs", ".html"),
        KindsAsked(under),
        NextAsked(under, (Kind.FLOOR,), seed, Progress()),
        GradeAsked(under, Kind.CALL, seed, 0, "1", Progress(), 1.0),
    ]

    async def ask() -> None:
        workers = Workers()
        for one in asked:
            assert await workers.ask(one) == list(one.work())[-1], one.title
        await workers.close()

    asyncio.run(ask())


def test_results_are_pushed_as_they_come(scened: Callable[..., None]) -> None:
    """The first while the second is still being worked out; whoever comes later hears the latest at once."""

    async def scene(workers: Workers) -> None:
        asked, first, second = Told(("say one", "wait go", "say two")), list[WorkUpdate](), list[WorkUpdate]()
        workers.follow(asked, first.append)
        await until(lambda: first)
        workers.follow(asked, second.append)
        assert first == second == [WorkUpdate("one")]
        Path("go").touch()
        await until(lambda: first[-1].last)
        assert [state.answer for state in first] == ["one", "two", "two"]
        assert second == first

    scened(scene)


def test_what_a_library_prints_is_no_result(scened: Callable[..., None]) -> None:
    async def scene(workers: Workers) -> None:
        assert await workers.ask(Told(("print \x00\x00\x00\x01", "say word"))) == "word"

    scened(scene)


def test_a_worker_sees_no_secret_of_the_house(scened: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_METRICS_TOKEN", "secret")

    async def scene(workers: Workers) -> None:
        assert await workers.ask(Told(("environment",))) == "[]"

    scened(scene)


# --- refusals


def test_a_refusal_comes_back_as_it_was(scened: Callable[..., None]) -> None:
    async def scene(workers: Workers) -> None:
        with pytest.raises(Refused) as refused:
            await workers.ask(Told(("refuse Not so.",)))
        assert (refused.value.why, refused.value.sentence) == (Refusal.FORBIDDEN_CHOICE, "Not so.")
        assert refused.value.cite == "617a.4(a)"

    scened(scene)


def test_a_failure_is_one_sentence_and_affects_no_other(
    scened: Callable[..., None], caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged with its reason, by the same process the next is answered; asked again at once, nothing is tried."""

    async def scene(workers: Workers) -> None:
        for _ in range(3):
            with pytest.raises(Refused, match=r"^The word could not be worked out; it has been logged.$"):
                await workers.ask(Told(("fail no",)))
        assert await workers.ask(Told(("say word",))) == "word"
        assert len(steps()) == 2
        assert len({step.split()[0] for step in steps()}) == 1
        pass_by(MINUTE)
        with pytest.raises(Refused):
            await workers.ask(Told(("fail no",)))
        assert len(steps()) == 3

    with caplog.at_level(logging.ERROR):
        scened(scene)
    assert "ZeroDivisionError: no" in caplog.text


def test_a_request_past_its_longest_time_is_refused(scened: Callable[..., None]) -> None:
    """In one sentence, and its process is ended."""

    async def scene(workers: Workers) -> None:
        with pytest.raises(Refused, match=r"^The word took longer than 0 seconds.$"):
            await workers.ask(Quick(("wait ever",)))
        await until(lambda: not workers.processes("slow"))

    scened(scene)


def test_memory_is_bounded(scened: Callable[..., None]) -> None:
    """Whoever wants more fails, and another process does the rest."""

    async def scene(workers: Workers) -> None:
        with pytest.raises(Refused, match="could not be worked out"):
            await workers.ask(Told(("swell",)))
        assert await workers.ask(Told(("say word",))) == "word"
        assert len({step.split()[0] for step in steps()}) == 2

    scened(scene)


# --- processes that die


def test_a_killed_process_is_followed_by_another_and_the_waiter_is_answered(scened: Callable[..., None]) -> None:
    """Half-way through its work, after a rest; nobody has to ask again."""

    async def scene(workers: Workers) -> None:
        asking = asyncio.create_task(workers.ask(Told(("wait go", "say word"))))
        await until(started(1))
        (number,) = workers.processes("slow")
        os.kill(number, 9)
        await until(lambda: not workers.processes("slow"))
        Path("go").touch()
        pass_by(MINUTE)
        assert await asking == "word"
        assert {int(step.split()[0]) for step in steps()} > {number}

    scened(scene)


def test_a_process_that_was_killed_while_it_was_idle_costs_nobody_a_rest(scened: Callable[..., None]) -> None:
    async def scene(workers: Workers) -> None:
        await workers.ask(Told(("say first",)))
        os.kill(workers.processes("slow")[0], 9)
        assert await workers.ask(Told(("say second",))) == "second"

    scened(scene)


@pytest.mark.parametrize("how", ["die", "rubbish"])
def test_a_request_that_kills_is_refused_after_some_attempts(scened: Callable[..., None], how: str) -> None:
    """Each with a rest twice as long; a patient follower waits on, and gets the answer once the worker is well."""

    async def scene(workers: Workers) -> None:
        asked, heard = Told((f"{how} well", "say word")), list[WorkUpdate]()
        asking = asyncio.create_task(workers.ask(asked))
        for attempt in range(module.ATTEMPTS):
            await until(started(attempt + 1))
            await until(lambda: not workers.processes("slow"))
            if attempt + 1 < module.ATTEMPTS:
                assert len(steps()) == attempt + 1
                pass_by(MINUTE * 2**attempt)
        with pytest.raises(Refused, match="could not be worked out"):
            await asking
        workers.follow(asked, heard.append, patient=True)
        Path("well").touch()
        assert not heard
        pass_by(10 * MINUTE)
        await until(lambda: heard and heard[-1].last)
        assert heard[-1].answer == "word"

    scened(scene)


def test_a_module_that_cannot_be_started_is_no_disaster(
    scened: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No process to be had: whoever waits is answered once there is one."""

    async def scene(workers: Workers) -> None:
        with monkeypatch.context() as broken:
            broken.setattr(asyncio, "create_subprocess_exec", _no_process)
            asking = asyncio.create_task(workers.ask(Told(("say word",))))
            await until(lambda: workers._failures)
        pass_by(MINUTE)
        assert await asking == "word"

    scened(scene)


async def _no_process(*_: object, **__: object) -> None:
    raise FileNotFoundError("/nowhere/python")


def test_a_process_is_replaced_after_so_many_requests(scened: Callable[..., None]) -> None:
    async def scene(workers: Workers) -> None:
        for n in range(5):
            await workers.ask(Told(("say word",), str(n)))
        assert [len(list(same)) for _, same in itertools.groupby(step.split()[0] for step in steps())] == [2, 2, 1]

    scened(scene, most=2)


def test_an_idle_process_ends(scened: Callable[..., None]) -> None:
    async def scene(workers: Workers) -> None:
        await workers.ask(Told(("say word",)))
        assert len(workers.processes("slow")) == 1
        pass_by(LANES["slow"].idle)
        await until(lambda: not workers.processes("slow"))

    scened(scene)


# --- who waits


def test_two_waiters_of_one_key_cost_one_computation(scened: Callable[..., None]) -> None:
    async def scene(workers: Workers) -> None:
        asking = [asyncio.create_task(workers.ask(Told(("wait go", "say word")))) for _ in range(2)]
        await until(started(1))
        Path("go").touch()
        assert await asyncio.gather(*asking) == ["word", "word"]
        assert len(steps()) == 2

    scened(scene)


def test_a_computation_ends_with_its_last_waiter(scened: Callable[..., None]) -> None:
    """It goes on for the second of two; when they are gone its process is, too, and what waits behind it is done."""

    async def scene(workers: Workers) -> None:
        first, second = (asyncio.create_task(workers.ask(Told(("wait ever",)))) for _ in range(2))
        await until(started(1))
        (number,) = workers.processes("slow")
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        assert is_running(number)
        behind = asyncio.create_task(workers.ask(Told(("say word",))))
        second.cancel()
        assert await behind == "word"
        await until(lambda: not is_running(number))

    scened(scene, processes=1)


def test_what_nobody_waits_for_any_more_is_not_begun(scened: Callable[..., None]) -> None:
    async def scene(workers: Workers) -> None:
        first = asyncio.create_task(workers.ask(Told(("wait go", "say first"))))
        await until(started(1))
        second = asyncio.create_task(workers.ask(Told(("say second",))))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        Path("go").touch()
        await first
        assert await workers.ask(Told(("say third",))) == "third"
        assert not any("second" in step for step in steps())

    scened(scene, processes=1)


def test_askers_are_served_in_turn(scened: Callable[..., None]) -> None:
    """Whoever asks for three things does not keep another waiting for all of them."""

    async def scene(workers: Workers) -> None:
        holds = asyncio.create_task(workers.ask(Told(("wait go", "say held"))))
        await until(started(1))
        asking = [
            asyncio.create_task(workers.ask(Told(("say word",), name), asker=name[0]))
            for name in ("a1", "a2", "a3", "b1")
        ]
        await asyncio.sleep(0)
        Path("go").touch()
        await asyncio.gather(holds, *asking)
        assert [step.split()[1] for step in steps()[2:]] == ["a1", "b1", "a2", "a3"]

    scened(scene, processes=1)


def test_processes_are_kept_for_those_of_the_first_rank(scened: Callable[..., None]) -> None:
    """What runs in the background takes one process of three, those who wait two; a manager is served at once."""

    async def scene(workers: Workers) -> None:
        for n in range(2):
            workers.want(Told(("wait ever",), f"background{n}"))
        waiting = [asyncio.create_task(workers.ask(Told(("wait ever",), f"usual{n}"))) for n in range(2)]
        await until(started(2))
        assert await workers.ask(Told(("say word",), "first"), rank=Rank.FIRST) == "word"
        assert {step.split()[1] for step in steps()} == {"background0", "usual0", "first"}
        for one in waiting:
            one.cancel()

    scened(scene)


def test_a_background_request_that_somebody_waits_for_comes_first(scened: Callable[..., None]) -> None:
    async def scene(workers: Workers) -> None:
        wanted = [Told(("wait ever",), "long"), Told(("say word",), "short")]
        for one in wanted:
            workers.want(one)
        await until(started(1))
        assert await workers.ask(wanted[1]) == "word"

    scened(scene)


def test_requests_that_wait_are_bounded(scened: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 1)

    async def scene(workers: Workers) -> None:
        asking = [asyncio.create_task(workers.ask(Told(("wait ever",), str(n)))) for n in range(2)]
        await until(started(1))
        with pytest.raises(Refused, match=r"^1 such requests wait already; try again soon.$"):
            await workers.ask(Told(("wait ever",), "2"))
        for one in asking:
            one.cancel()

    scened(scene, processes=1)


def test_whoever_waits_when_the_house_closes_is_told_so(scened: Callable[..., None]) -> None:
    async def scene(workers: Workers) -> None:
        asking = asyncio.create_task(workers.ask(Told(("wait ever",))))
        await until(started(1))
        (number,) = workers.processes("slow")
        await workers.close()
        with pytest.raises(Refused, match=r"The house is closing."):
            await asking
        assert not is_running(number)
        with pytest.raises(Refused, match=r"The house is closing."):
            await workers.ask(Told(("say word",)))

    scened(scene)


def test_a_worker_dies_with_its_house(scened: Callable[..., None], tmp_path: Path) -> None:
    """One that was killed ends nothing by itself."""
    house = f"""
import asyncio, sys
sys.path.insert(0, {str(Path(__file__).parent.parent.parent)!r})
from pitboss.house.workers.workers import Workers
from tests.house.told import Told
workers = Workers(command=(sys.executable, {str(tmp_path / "telling.py")!r}))
asyncio.run(workers.ask(Told(("wait ever",))))
"""

    async def scene(_: Workers) -> None:
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", house)
        await until(started(1))
        worker = int(steps()[0].split()[0])
        process.kill()
        await process.wait()
        await until(lambda: not is_running(worker))

    scened(scene)


# --- what is kept


def test_an_answer_is_kept(scened: Callable[..., None]) -> None:
    """Where the request says so; another is computed again."""

    async def scene(workers: Workers) -> None:
        for _ in range(2):
            assert await workers.ask(KeptWord(("say kept",))) == "kept"
            assert await workers.ask(Told(("say word",))) == "word"
        assert [step.rpartition(" ")[2] for step in steps()] == ["kept", "word", "word"]
        assert workers.known(KeptWord(("say kept",))) == "kept"
        assert workers.known(Told(("say word",))) is None

    scened(scene)


def test_answers_are_kept_within_so_many_bytes() -> None:
    """What was not asked for longest goes first; what is larger than all of it is not kept at all."""
    kept = Kept(100)
    for n in range(50):
        kept.put(str(n), bytes(10))
        kept.get("0")
        assert kept.size <= 100
    assert [n for n in range(50) if kept.get(str(n)) is not None] == [0, *range(41, 50)]
    kept.put("0", bytes(20))
    assert kept.size == 100
    kept.put("large", bytes(101))
    assert (kept.size, kept.get("large")) == (0, None)


def test_what_comes_later_is_worked_on_for_a_while(
    scened: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks again in time gets it; if nobody does, its process is ended."""
    monkeypatch.setattr(module, "PATIENCE", 0.0)

    async def scene(workers: Workers) -> None:
        asked = KeptWord(("wait go", "say word"))
        assert await workers.soon(asked) is None
        await until(started(1))
        Path("go").touch()
        await until(lambda: workers.known(asked))
        assert await workers.soon(asked) == "word"
        assert await workers.soon(KeptWord(("wait ever",))) is None
        await until(started(3))
        pass_by(module.GRACE)
        await until(lambda: not workers.processes("slow"))

    scened(scene)


def test_every_lane_bounds_its_processes() -> None:
    """How many, how long they are idle, and how much they do before they are replaced."""
    assert {name: lane.processes for name, lane in LANES.items()} == {"now": 2, "slow": 3, "paper": 2, "watch": 1}
    assert all(isinstance(lane, Lane) and lane.niceness > 0 and lane.most > 0 for lane in LANES.values())
