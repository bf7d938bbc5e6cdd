"""The page that checks a record, in a real browser, from a file: no server, nothing sent."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pitboss.roles import Role
from tests.browser.test_access import sound
from tests.house.live import Live, acked
from tools.bootstrap import ROOT

pytestmark = pytest.mark.browser
PAGE = ROOT / "verifier" / "index.html"


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """The page from the disk, in a browser that has no network."""
    context = chromium.new_context(offline=True)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(PAGE.as_uri())
    yield page
    assert {url.partition(":")[0] for url in asked} <= {"file"}
    context.close()


@pytest.fixture
def record(house: Live) -> bytes:
    player = house.sit("roulette-practice")
    acked(player.bet("red", 500))
    acked(player.ready())
    player.wait(lambda view: bool(view["results"]))
    player.close()
    return house.get("/api/board/export", house.cookie(Role.BOARD)).content


def verdict(page: Page, name: str) -> str:
    title = page.locator("#results h2").filter(has_text=f"{name}: ").first
    expect(title).to_have_class(re.compile("good|bad"))
    return title.inner_text()


def test_a_record_is_checked_and_altered_ones_are_refused(
    page: Page, house: Live, record: bytes, tmp_path: Path
) -> None:
    """With the control beside them: the same file unaltered is in order, with the key that somebody knows and without."""
    assert sound(page) == {}
    pick, files = random.Random(7), []
    lines = record.splitlines(keepends=True)
    for number in range(12):
        data = bytearray(b"".join(lines[1:]))  # nothing signs the words of the first line
        data[pick.randrange(len(data))] ^= 1 << pick.randrange(8)
        files.append(tmp_path / f"altered-{number}.jsonl")
        files[-1].write_bytes(lines[0] + bytes(data))
    control = tmp_path / "control.jsonl"
    control.write_bytes(record)
    page.locator("#files").set_input_files([control, *files])
    for file in files:
        assert "NOT in order: line" in verdict(page, file.name)
    assert verdict(page, "control.jsonl").endswith(": in order")
    expect(page.locator("#results li").filter(has_text="head: signed by the house over")).to_have_count(1)
    page.locator("#key").fill(house.get("/api/record/key").json()["vkey"].replace("pitboss", "pitbass"))
    page.locator("#files").set_input_files([])
    again = tmp_path / "again.jsonl"
    again.write_bytes(record)
    page.locator("#files").set_input_files(again)
    assert "another key than the one you know" in verdict(page, "again.jsonl")


def test_files_can_be_dropped(page: Page, record: bytes) -> None:
    page.evaluate(
        """(text) => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([text], "dropped.jsonl"));
            document.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
        }""",
        record.decode(),
    )
    assert verdict(page, "dropped.jsonl").endswith(": in order")


def test_the_page_can_send_nothing(page: Page) -> None:
    """Its own policy forbids it, whatever its script might try."""
    tried = page.evaluate("fetch('https://example.org/').then(() => 'sent', (error) => error.name)")
    assert tried == "TypeError"
