"""The moving picture of README.md: a round of blackjack at a demonstration house on this machine, ``python -m tools.animation``.

A browser plays it as a player would; what is seen on the way is kept as frames of docs/pictures/table.gif. It is made again when
the pages look different; the suite does not make it. Chance is chance: a round in which no card is drawn, or nothing won, is played
over.
"""

import argparse
import base64
import io
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tools.bootstrap import NO_BROWSER, find_browser

PROJECT = Path(__file__).parent.parent
TARGET = PROJECT / "docs" / "pictures" / "table.gif"
MOST = 1_500_000  # bytes
WIDTH, HEIGHT, SHOWN = 1200, 750, (760, 475)  # of the window, and the size of the picture
COLOURS = (255, 192, 128, 64)  # as many as the size allows
LEAST, LONGEST = 70, 2600  # milliseconds that a frame stands
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
TABLE, SEAT, WAGERS = "blackjack-practice", 4, ("blackjack", "blackjack", "lucky_ladies")
ASKED = "#decision .answer:not([disabled])"
OVER = "() => document.querySelector('#state strong')?.textContent === 'Round settled'"
WON = "() => /You win/.test(document.body.innerText)"
TRIES = 12


@contextmanager
def demonstration() -> Iterator[str]:
    """A demonstration house on this machine; its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(Path(sys.executable).with_name("pitboss")), "serve", "--demo", "--port", "0"]
        house = subprocess.Popen(
            [*command, "--database", f"{folder}/house.db"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            assert house.stdout is not None
            yield _address(house.stdout)
        finally:
            house.terminate()
            house.wait()


def _address(printed: IO[str]) -> str:
    address = ""
    for line in printed:
        found = re.search(r"http://[\w.:]+", line)
        address = address or (found.group() if found and "house is open" in line else "")
        if "Ctrl-C" in line and address:
            return address
    raise SystemExit("The house did not open.")


class Film:
    """What a page shows, frame by frame as the browser draws it, each with its time in seconds."""

    def __init__(self, page: Page) -> None:
        self.frames: list[tuple[float, bytes]] = []
        self._page, self._wire = page, page.context.new_cdp_session(page)
        self._wire.on("Page.screencastFrame", self._keep)

    def begin(self) -> None:
        self._wire.send("Page.startScreencast", {"format": "jpeg", "quality": 95})

    def end(self) -> None:
        self._wire.send("Page.stopScreencast")

    def _keep(self, event: dict[str, Any]) -> None:
        self.frames.append((float(event["metadata"]["timestamp"]), base64.b64decode(event["data"])))
        self._wire.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    def run(self, seconds: float) -> None:
        """Go on for so long."""
        self._page.wait_for_timeout(seconds * 1000)


def play(page: Page, film: Film, address: str) -> bool:
    """A round from the first chip to the payment; whether the player drew a card in it and won."""
    page.goto(f"{address}/table/{TABLE}")
    page.wait_for_load_state("networkidle")
    page.locator(f'.seat[data-seat="{SEAT}"]:not([disabled]), .seat:not([disabled]) >> nth={SEAT - 1}').first.click()
    page.wait_for_selector("#controls:not([hidden])")
    decline = page.locator('#decision [data-says="decline_cut"]')
    if decline.count():
        decline.click()
        page.wait_for_timeout(1000)
    film.begin()
    film.run(0.7)
    for wager in WAGERS:
        page.locator(f'.area[data-wager="{wager}"][data-seat="{SEAT}"]').first.click(force=True)
        film.run(0.6)
    page.locator("#ready").click()
    drew = _decide(page, film)
    film.run(2.0)
    film.end()
    return drew and bool(page.evaluate(OVER)) and bool(page.evaluate(WON))


def _decide(page: Page, film: Film) -> bool:
    """Draw to hard 17 and stand there, until the round is over."""
    drew = False
    for _ in range(60):
        film.run(0.25)
        if page.evaluate(OVER):
            break
        if page.locator(ASKED).count():
            film.run(1.1)
            says = "draw" if _total(page) < 17 else "stand"
            answer = page.locator(f'#decision [data-says="{says}"]:not([disabled])')
            (answer if answer.count() else page.locator(ASKED)).first.click()
            drew = drew or says == "draw"
    return drew


def _total(page: Page) -> int:
    """What the hand counts, as the page says."""
    found = re.findall(r"\b(\d{1,2})\b", page.locator("#decision").inner_text())
    return int(found[0]) if found else 0


def drawn(film: Film) -> tuple[list[Image.Image], list[int]]:
    """The frames at the size of the picture, without those that repeat the one before or follow at once; how long each stands."""
    frames: list[Image.Image] = []
    starts: list[float] = []
    for taken, data in film.frames:
        if starts and taken - starts[-1] < LEAST / 1000:
            continue
        image = Image.open(io.BytesIO(data)).convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS)
        if not frames or image.tobytes() != frames[-1].tobytes():
            frames.append(image)
            starts.append(taken)
    ends = [*starts[1:], starts[-1] + LONGEST / 1000]
    stands = [round((end - begin) * 1000) for begin, end in zip(starts, ends, strict=True)]
    return frames, [min(max(one, LEAST), LONGEST) for one in stands]


def _several(frames: list[Image.Image]) -> Image.Image:
    """Frames of every part of the round side by side, for their colours."""
    chosen = [frames[at * (len(frames) - 1) // 5] for at in range(6)]
    sheet = Image.new("RGB", (SHOWN[0] * 3, SHOWN[1] * 2))
    for at, frame in enumerate(chosen):
        sheet.paste(frame, (at % 3 * SHOWN[0], at // 3 * SHOWN[1]))
    return sheet


def _palette(sheet: Image.Image, colours: int) -> Image.Image:
    """Two thirds of the colours for large surfaces, so that the cloth has no bands; the rest for small bright things."""
    many = colours * 2 // 3
    found: list[int] = []
    for count, method in ((many, Image.Quantize.MEDIANCUT), (colours - many, Image.Quantize.MAXCOVERAGE)):
        found += (sheet.quantize(count, method=method).getpalette() or [])[: count * 3]
    palette = Image.new("P", (1, 1))
    palette.putpalette(found)
    return palette


def save(frames: list[Image.Image], stands: list[int], target: Path) -> int:
    """A GIF of the frames, with as many colours as its size allows; how many bytes."""
    target.parent.mkdir(parents=True, exist_ok=True)
    for colours in COLOURS:
        palette = _palette(_several(frames), colours)
        drawn = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
        drawn[0].save(target, save_all=True, append_images=drawn[1:], duration=stands, loop=0, optimize=True)
        if (size := target.stat().st_size) <= MOST:
            return size
    raise SystemExit(f"The picture has {size} bytes even with {COLOURS[-1]} colours; at most {MOST} are allowed.")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.animation", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=TARGET, help="the file to write")
    given = parser.parse_args()
    browser_path = find_browser()
    if browser_path is None:
        sys.exit(NO_BROWSER)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=ARGUMENTS)
        for _ in range(TRIES):
            with demonstration() as address:  # one of its own, so that it is the first round of a new table
                page = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}).new_page()
                film = Film(page)
                done = play(page, film, address)
                page.context.close()
            if done:
                frames, stands = drawn(film)
                size = save(frames, stands, given.out)
                print(f"{given.out}: {len(frames)} frames, {sum(stands) / 1000:.1f} seconds, {size} bytes")
                return
    sys.exit(f"In {TRIES} rounds nobody drew a card and won; try again.")


if __name__ == "__main__":
    main()
