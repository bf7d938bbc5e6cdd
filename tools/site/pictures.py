"""Takes the pictures of the tutorials: a browser at a demonstration house on this machine, ``python -m tools.site.pictures``.

Pictures are kept in docs/pictures and are taken again when the pages look different; the suite does not take them.
"""

import io
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from pitboss import catalogue
from pitboss.mathematics.kit.edge import edges_for
from pitboss.paper import layout, plots
from tools.bootstrap import find_browser
from tools.site import diagrams
from tools.site.tree import PROJECT

FOLDER = PROJECT / "docs" / "pictures"
LINK = re.compile(r"^  (\w[\w ]*?) {2,}(http\S+)$")
DESKTOP, PHONE = (1280, 800), (390, 844)
QUALITY = 72
SETTLED = "() => document.querySelector('#state strong').textContent === 'Round settled'"
ASKED = "() => document.querySelector('#decision .answer:not([disabled])')"
EDGES_SHOWN = "() => document.querySelector('tr[data-wager]')?.innerText.includes('%')"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


@contextmanager
def demonstration() -> Iterator[dict[str, str]]:
    """A demonstration house on this machine: by role the link that signs in, and ``house``, its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            str(Path(sys.executable).with_name("pitboss")),
            "serve",
            "--demo",
            "--port",
            "0",
            "--database",
            f"{folder}/house.db",
        ]
        house = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert house.stdout is not None
            yield _links(house.stdout)
        finally:
            house.terminate()
            house.wait()


def _links(printed: IO[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in printed:
        if match := LINK.match(line.rstrip("\n")):
            found.setdefault(match[1], match[2])  # several people may have a role: the first
        elif "house is open" in line:
            found["house"] = line.split()[-1]
        elif "Ctrl-C" in line:
            return found
    raise SystemExit("The house did not open.")


class Camera:
    """Opens pages and keeps pictures of them."""

    def __init__(self, browser: Browser, links: dict[str, str]) -> None:
        self._browser, self._links = browser, links

    def page(self, role: str = "", *, phone: bool = False) -> Page:
        """A page of somebody who is signed in, or of nobody."""
        width, height = PHONE if phone else DESKTOP
        context = self._browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", color_scheme="dark"
        )
        page = context.new_page()
        if role:
            page.goto(self._links[role])
            page.wait_for_url(lambda url: "sign-in" not in url)
        return page

    def go(self, page: Page, path: str) -> None:
        page.goto(f"{self._links['house']}{path}")
        page.wait_for_load_state("networkidle")

    def keep(self, page: Page, name: str) -> None:
        image = Image.open(io.BytesIO(page.screenshot()))
        image.save(FOLDER / f"{name}.webp", quality=QUALITY, method=6)
        print(f"{name}: {(FOLDER / f'{name}.webp').stat().st_size // 1024} KB")


def sit(camera: Camera, page: Page, table: str) -> None:
    camera.go(page, f"/table/{table}")
    page.locator(".seat:not([disabled])").first.click()
    page.wait_for_selector("#controls:not([hidden])")
    decline = page.locator('#decision [data-says="decline_cut"]')
    if decline.count():
        decline.click()


def put(page: Page, wager: str, on: str = "") -> None:
    page.locator(f'.area[data-wager="{wager}"][data-on="{on}"]').first.click(force=True)


def lobby(camera: Camera) -> None:
    page = camera.page()
    camera.go(page, "/")
    camera.keep(page, "lobby")


def play(camera: Camera) -> None:
    """A round of roulette: wagers, and what they came to."""
    page = camera.page("player")
    sit(camera, page, "roulette-practice")
    for wager, on in (("red", ""), ("straight", "17"), ("dozen", "2")):
        put(page, wager, on)
    page.wait_for_timeout(700)
    camera.keep(page, "table")
    page.locator("#ready").click()
    page.wait_for_function(SETTLED)
    page.wait_for_timeout(500)
    camera.keep(page, "settled")


def decide(camera: Camera) -> None:
    """A decision at Blackjack, on a phone."""
    page = camera.page("player", phone=True)
    sit(camera, page, "blackjack-practice")
    page.locator('[data-chip="2500"]').click()
    page.locator('.area[data-wager="blackjack"][data-seat="1"]').click(force=True)
    page.locator("#ready").click()
    page.wait_for_function(ASKED)
    page.evaluate("scrollTo(0, 0)")  # the pressed buttons may have been further down
    page.wait_for_timeout(600)
    camera.keep(page, "decision")


def file(camera: Camera) -> None:
    page = camera.page("manager")
    camera.go(page, "/filings")
    camera.keep(page, "filings")
    page.locator("#panel-register details.add summary").click()
    page.locator("#panel-register details.add select").first.select_option("roulette")
    page.locator("#panel-register details.add button[type=submit]").click()
    page.wait_for_selector(".choice")
    page.wait_for_function(EDGES_SHOWN)
    camera.keep(page, "filing")


def desk(role: str, path: str, name: str, tab: str = "") -> Callable[[Camera], None]:
    def taken(camera: Camera) -> None:
        page = camera.page(role)
        camera.go(page, path)
        if tab:
            page.get_by_role("tab", name=tab).click()
        page.wait_for_timeout(1200)
        camera.keep(page, name)

    return taken


def replay(camera: Camera) -> None:
    """A round that is over, beside the provisions that decided it."""
    page = camera.page("board")
    camera.go(page, "/audit?table=roulette-practice")
    page.get_by_role("button", name="Replay").first.click()
    page.wait_for_timeout(1500)
    camera.keep(page, "replay")


PICTURES: dict[str, Callable[[Camera], None]] = {
    "lobby": lobby,
    "play": play,
    "decide": decide,
    "file": file,
    "dealer": desk("dealer", "/table/blackjack-live", "dealer"),
    "pit": desk("pit manager", "/pit", "pit"),
    "things": desk("floorperson", "/equipment", "things"),
    "board": desk("board", "/board#rounds?order=closed", "board"),
    "replay": replay,
    "administration": desk("administrator", "/administration", "administration", "Who may do what"),
    "people": desk("administrator", "/people", "people"),
    "cage": desk("cage cashier", "/cage", "cage"),
    "count": desk("count team", "/count", "count"),
    "security": desk("security", "/security", "security"),
}


def drawings() -> dict[str, str]:
    """The pictures that need no browser: layouts, a plot and diagrams, by the names of their files."""
    roulette, go_fore_it = catalogue.game("roulette"), catalogue.game("go-fore-it")
    red = next(edge for edge in edges_for(roulette, roulette.example()) if edge.wager == "red")
    return {
        "roulette-layout.svg": layout.svg(roulette.felt(roulette.example())),
        "go-fore-it-layout.svg": layout.svg(go_fore_it.felt(go_fore_it.example())),
        "roulette-red.svg": plots.of_wager(red),
        **diagrams.drawings(),
    }


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, drawn in drawings().items():
        (FOLDER / name).write_text(drawn, encoding="utf-8")
    wanted = sys.argv[1:] or list(PICTURES)
    with demonstration() as links, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=ARGUMENTS)
        for name in wanted:
            PICTURES[name](Camera(browser, links))
        browser.close()


if __name__ == "__main__":
    main()
