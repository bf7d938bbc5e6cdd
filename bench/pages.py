"""What a person waits for at the page, in a real Chromium: the first usable screen, a chip, the line coming back.

The house runs in a process of its own. A line of 1.6 Mbit/s and 150 ms is made twice: by the browser (CDP, which slows
requests but not the handshakes of connections), and by a relay that slows everything (``line``). Cold: nothing is in the
browser's cache. Warm: the page was there before. A screen is usable when the table's view is drawn and a seat can be
taken, or when the lobby lists the tables. A chip is shown when the frame after the press has been drawn with it.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

from bench.line import Line
from pitboss import catalogue
from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.serve import Network, Operation, serve
from pitboss.house.table.entries import Settings
from pitboss.house.wire.limits import UNLIMITED
from tools.bootstrap import NO_BROWSER, find_browser

BYTES_PER_SECOND, ROUND_TRIP = 1.6e6 / 8, 0.150
GAMES = ("blackjack", "craps", "roulette")
SCREENS = {"the lobby": ("/", "#tables a")} | {
    f"a {game} table": (f"/table/{game}", "body[data-ready] .seat:not([disabled])") for game in GAMES
}
REPEATS, CHIPS, CUTS = 3, 100, (0.5, 3.0, 8.0)
BETWEEN_CHIPS = 50  # milliseconds
PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=10**7)
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
SLOW = {
    "offline": False,
    "latency": 1000 * ROUND_TRIP,
    "downloadThroughput": BYTES_PER_SECOND,
    "uploadThroughput": BYTES_PER_SECOND,
}
# From the press to the frame that is drawn after the amount on the layout has changed.
WATCH_CHIPS = """() => {
  window.waits = [];
  let pressed = 0;
  addEventListener("pointerdown", (event) => { pressed = event.timeStamp; }, true);
  new MutationObserver(() => {
    const began = pressed;
    if (began) requestAnimationFrame(() => setTimeout(() => waits.push(performance.now() - began)));
    pressed = 0;
  }).observe(document.getElementById("wagered"), { childList: true, characterData: true, subtree: true });
}"""


def run() -> dict[str, float | str]:
    """Every figure of this room; about a minute and a half."""
    path = find_browser()
    if path is None:
        return {"pages": NO_BROWSER}
    with house() as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        try:
            return {"browser": f"Chromium {browser.version}", **screens(browser, port), **lines(browser, port)}
        finally:
            browser.close()


def screens(browser: Browser, port: int) -> dict[str, float | str]:
    found: dict[str, float | str] = {}
    with Line(port, round_trip=ROUND_TRIP, bytes_per_second=BYTES_PER_SECOND) as line:
        for name, (path, usable) in SCREENS.items():
            for by, address in (("slowed by the browser", f"127.0.0.1:{port}"), ("on a slow line", line.address)):
                tries = [
                    opened(browser, f"http://{address}{path}", usable, slow=address != line.address)
                    for _ in range(REPEATS)
                ]
                for how, at in (("cold", 0), ("warm", 1)):
                    seconds = [one[at] for one in tries]
                    found[f"first usable screen, {name}, {how}, {by}, s"] = (
                        f"{median(seconds):.2f} ({min(seconds):.2f} to {max(seconds):.2f})"
                    )
            requests, size = tries[0][2:]
            found[f"requests and KB of the first usable screen, {name}, cold"] = f"{requests:.0f}, {size / 1000:.0f} KB"
    return found


def opened(browser: Browser, address: str, usable: str, *, slow: bool) -> tuple[float, float, float, float]:
    """Seconds until a page is usable, first and again; requests made by then at first, and their bytes on the line."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    cdp, sizes = context.new_cdp_session(page), list[float]()
    cdp.send("Network.enable")
    cdp.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    if slow:
        cdp.send("Network.emulateNetworkConditions", SLOW)
    cold = seconds_until(page, address, usable)
    counted = len(sizes), sum(sizes)
    warm = seconds_until(page, address, usable)
    context.close()
    return cold, warm, *counted


def seconds_until(page: Page, address: str, usable: str) -> float:
    begun = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_selector(usable)
    return time.perf_counter() - begun


def lines(browser: Browser, port: int) -> dict[str, float | str]:
    found: dict[str, float | str] = {}
    for name, trip in (("", 0.0), (f", {1000 * ROUND_TRIP:.0f} ms away", ROUND_TRIP)):
        with Line(port, round_trip=trip) as line:
            page = seated(browser, f"http://{line.address}/table/roulette")
            waits = sorted(chips(page))
            found[f"chip shown{name}, p50 of {len(waits)}, ms"] = waits[len(waits) // 2]
            found[f"chip shown{name}, p95 of {len(waits)}, ms"] = waits[int(0.95 * len(waits))]
            back = [seconds_back(page, line, away) for away in CUTS]
            found[f"back after the line was cut{name}, slowest of {len(back)}, s"] = max(back)
            page.context.close()
    return found


def seated(browser: Browser, address: str) -> Page:
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(address)
    page.locator(".seat:not([disabled])").first.click()
    page.wait_for_selector("#controls:not([hidden])")
    return page


def chips(page: Page) -> list[float]:
    """Milliseconds until each of a hundred chips is seen, pressed one after the other on all numbers."""
    page.evaluate(WATCH_CHIPS)
    page.locator('[data-chip="100"]').click()
    numbers = page.locator('.area[data-wager="straight"]')
    places = [box for box in (numbers.nth(n).bounding_box() for n in range(numbers.count())) if box is not None]
    for n in range(CHIPS):
        box = places[n % len(places)]
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_function("n => waits.length > n", arg=n)
        page.wait_for_timeout(BETWEEN_CHIPS)
    waits: list[float] = page.evaluate("() => waits")
    return waits


def seconds_back(page: Page, line: Line, away: float) -> float:
    """From when the line is whole again until the page says so and takes presses."""
    line.cut()
    page.wait_for_function("() => document.getElementById('line').textContent !== ''")
    page.wait_for_timeout(1000 * away)
    begun = time.perf_counter()
    line.mend()
    page.wait_for_function("() => document.getElementById('line').textContent === ''", polling=10)
    return time.perf_counter() - begun


@contextmanager
def house() -> Iterator[int]:
    """A house with a practice table of three games; its port."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-u", "-m", "bench.pages", str(Path(folder) / "house.db")],
            stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1], env=os.environ | {"PYTHONWARNINGS": "ignore"},
        )  # fmt: skip
        try:
            assert process.stdout is not None
            yield int(process.stdout.readline().rstrip("/\n").rpartition(":")[2])
        finally:
            process.terminate()
            process.wait(30)


def main() -> None:
    plans = [Plan(game, game, catalogue.game(game).title, PRACTICE) for game in GAMES]
    operation = Operation(mathematics=False, limits=UNLIMITED)
    serve(Path(sys.argv[1]), Opening(plans), Network(port=0), operation)


if __name__ == "__main__":
    main()
