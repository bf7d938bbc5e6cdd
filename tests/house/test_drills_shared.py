"""Drills of a house that several processes serve: what was asked and answered outlives the process that asked."""

import asyncio
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.drills.kinds import Kind
from pitboss.house.clock import Clock
from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.house import House
from pitboss.house.storage.seal import Sealer
from pitboss.house.wire.drill_book import DrillBook, in_file
from pitboss.house.wire.drill_exams import Exams
from pitboss.house.workers.drills import DrillRequest, ExamPaper, Under
from pitboss.house.workers.workers import Workers
from pitboss.procedure import Refused
from tests.house.live import PRACTICE, until
from tests.house.postgres import Server, needs_postgres
from tests.house.test_shared_faults import serving
from tests.house.two_processes import a_process

PLANS = [Plan("war", "casino-war", "Casino War", PRACTICE)]
FLOOR = {"game": "sic-bo", "kinds": ["floor"]}


async def told(asked: DrillRequest[Any], **_: Any) -> Any:
    """A question made in this process: what is looked at is what the house keeps of it."""
    return next(asked.work())


@pytest.fixture(autouse=True)
def _asked_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workers, "ask", lambda _, asked, **how: told(asked))


@needs_postgres
def test_an_exam_goes_on_at_another_process_and_after_a_restart(postgres: Server, tmp_path: Path) -> None:
    """One answer at the process that asked, one at its successor, the last after all were closed; each stands, once."""
    address = postgres.new_database("exams")
    path, cookies, question = "", httpx.Cookies(), dict[str, Any]()

    def house(name: str) -> House:
        return a_process(address, tmp_path, tmp_path / name, Opening(PLANS))

    async def answer(client: httpx.AsyncClient, number: int, answer: str = "1") -> dict[str, Any]:
        told = await client.post(f"{path}/answer", json={"number": number, "answer": answer})
        return dict(told.json())

    async def live() -> None:
        nonlocal path, cookies, question
        second = house("two")
        async with AsyncExitStack() as stack:
            async with serving(house("one")) as here:
                begun = await here.post("/api/drills/exams", json={**FLOOR, "name": "Ann Lee", "count": 3})
                path, cookies = f"/api/drills/exams/{begun.json()['exam']}", begun.cookies
                before = (await answer(here, 1))["question"]
                token = (await here.post("/api/drills/question", json=FLOOR)).json()["token"]
                graded = await here.post("/api/drills/answer", json={"token": token, "answer": "1"})
                assert graded.status_code == 200
                there = await stack.enter_async_context(serving(second))
            await until(lambda: second.processes.leads)
            assert (await there.get(path)).status_code == 403  # nobody else's, here as there
            there.cookies = cookies
            again = await there.post("/api/drills/answer", json={"token": token, "answer": "2"})
            assert "answered already" in again.text
            assert "stands" in (await answer(there, 1, "2"))["refused"]["sentence"]
            asked = await answer(there, 2)  # without having asked where it stands
            assert asked["number"] == 3
            question = asked["question"]
            assert question != before

    async def after_a_restart() -> None:
        async with serving(house("three")) as there:
            there.cookies = cookies
            stands = (await there.get(path)).json()
            assert (stands["number"], stands["question"]) == (3, question)
            over = await answer(there, 3)
            assert [0 <= line["seconds"] < 60 for line in over["result"]["lines"]] == [True] * 3
            assert "Ann Lee" in (await there.get(f"{path}/record.html")).text

    asyncio.run(live())
    asyncio.run(after_a_restart())


def test_of_two_answers_at_two_processes_the_first_counts(tmp_path: Path) -> None:
    """A process that stood still while another led the house takes an answer when it wakes; and what is kept tells nothing."""

    async def sit() -> None:
        one, other = (
            Exams(Clock(), DrillBook(partial(in_file, tmp_path / "book"), Sealer(bytes(32)))) for _ in range(2)
        )
        exam = await one.begin("guest", "::1", ExamPaper(Under("sic-bo", {}), (Kind.FLOOR,), bytes(32), 2), "Ann", "")
        one.go_on(exam, told, told)
        await one.state(exam)
        there = await other.find(exam.id, "guest")
        other.take(there, 1, "2", told, told)
        second = await other.state(there)
        one.take(exam, 1, "1", told, told)
        with pytest.raises(Refused, match="stands"):
            await one.state(exam)
        one.go_on(exam, told, told)
        assert await one.state(exam) == second
        assert [given for given, _ in exam.answers] == ["2"]
        assert not [word for word in (b"Ann", b"sic-bo", b"guest", exam.id.encode()) if word in _bytes(tmp_path)]

    asyncio.run(sit())


def _bytes(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir())
