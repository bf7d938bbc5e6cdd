"""Every tutorial of the staff is walked by machine in a demonstration: a button that is renamed fails here."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.conftest import PATIENCE
from tests.browser.tutorial import deeds, walk
from tests.house.live import Live

pytestmark = pytest.mark.browser
FOLDER = Path(__file__).parents[2] / "docs" / "tutorials"
WALKED = ("dealer", "floor", "pit", "manager", "regulator", "cage", "count", "security", "administrator", "shift")
SIZE = {"width": 1440, "height": 900}


@pytest.fixture
def house(tmp_path: Path, _listener: socket.socket, _quick_edges: None) -> Iterator[Live]:
    with Live(tmp_path / "house.db", None, _listener) as live:
        yield live


@pytest.mark.parametrize("name", WALKED)
def test_a_tutorial_is_true(name: str, house: Live, chromium: Browser) -> None:
    contexts: dict[str, BrowserContext] = {}
    pages: dict[str, Page] = {}

    def enter(who: str) -> Page:
        """Their own browser, where they are signed in by their link of the demonstration."""
        if who not in pages:
            context = contexts[who] = chromium.new_context(viewport=SIZE, base_url=f"http://{house.address}")  # type: ignore[arg-type]
            context.set_default_timeout(PATIENCE)
            person = next(one for one in house.house.register.people.values() if one.name == who)
            page = pages[who] = context.new_page()
            page.goto(f"/sign-in#demo={house.house.people.demonstration_token(person)}")
            page.wait_for_url(lambda address: "sign-in" not in address)
        pages[who].bring_to_front()
        return pages[who]

    try:
        assert walk(FOLDER / f"{name}.md", enter) >= 4
    finally:
        for context in contexts.values():
            context.close()


def test_the_deeds_of_a_step_are_read() -> None:
    text = """
1. Sign in as **Dana Dealer**, then open `/pit`.
2. Tick every line in **Inspect and sign: Wheel** and press **Sign**.
   Type `17` into **Pocket**; see **Red**.

Press **Nothing**: no step.
"""
    assert list(deeds(text)) == [
        ("sign in as", "Dana Dealer", "", ""),
        ("open", "/pit", "", ""),
        ("tick every line", "", "", "Inspect and sign: Wheel"),
        ("press", "Sign", "", ""),
        ("type", "17", "Pocket", ""),
        ("see", "Red", "", ""),
    ]
