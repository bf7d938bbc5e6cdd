"""Takes screenshots of every game's table, in four sizes and two themes, to be looked at: ``python -m tools.screens [GAME …]``.

They lie in build/screens, with a page that shows them all (index.html). Each game is played in a browser at a demonstration
house on this machine: with the bets down, at the first question, and when the round is settled.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from pitboss import catalogue
from pitboss.game import Game
from tools.bootstrap import find_browser
from tools.site.pictures import ARGUMENTS, demonstration
from tools.site.tree import PROJECT

FOLDER = PROJECT / "build" / "screens"
SIZES = {"desk": (1440, 900), "phone": (390, 844), "sideways": (844, 390), "small": (320, 640)}
THEMES = {"dark": "dark", "light": "light"}
CHIPS = (100, 500, 2500, 10_000, 50_000)
USUAL_CHIP = 2500
MOST_ANSWERS = 40
STATE = "document.querySelector('#state strong').textContent"
QUESTION = "#decision .answer:not([disabled]), #decision .house-way:not([disabled])"
SETTLED = (
    f"{STATE} === 'Round settled' || document.querySelector('#turn:not([hidden])') && document.querySelector('.newest')"
)
STILL = "() => document.getAnimations().every((one) => one.playState !== 'running')"


def wagers_of(game: Game) -> tuple[int, list[str]]:
    """A chip of at least the minimum, the first wager of the game, and those that it needs beside it."""
    chip = next(chip for chip in CHIPS if chip >= max(USUAL_CHIP, game.example().minimum or 0))
    found = [next(kind.name for kind in game.wagers if kind.tendered)]
    for name in found:
        if (needs := game.wager(name).needs) and needs not in found:
            found.append(needs)
    return chip, found


def open_table(page: Page, house: str, game: Game) -> None:
    page.goto(house)
    page.locator(f'.game-card[data-game="{game.name}"] .primary').click()
    page.wait_for_url("**/table/own-*")
    page.wait_for_selector("#controls:not([hidden]), #decision:not([hidden])")
    for says in ("decline_cut", "decline_shoe"):
        if page.locator(f'#decision [data-says="{says}"]').count():
            page.locator(f'#decision [data-says="{says}"]').click()
            page.wait_for_function(f"() => !document.querySelector('#decision [data-says=\"{says}\"]')")


def bet(page: Page, game: Game) -> None:
    chip, needed = wagers_of(game)
    page.wait_for_selector(f'[data-chip="{chip}"]:visible')
    page.locator(f'[data-chip="{chip}"]').click()
    for wager in needed:
        own = f'.area[data-wager="{wager}"]:is(.own, [data-seat=""])'
        page.locator(own).first.dispatch_event("click")
    page.wait_for_function("() => document.querySelector('#wagered').textContent.length > 2")


def states(page: Page, house: str, game: Game) -> Iterator[str]:
    """One round, which stops where there is something to look at."""
    open_table(page, house, game)
    bet(page, game)
    yield "bets"
    page.locator("#ready").click()
    asked = False
    for _ in range(MOST_ANSWERS):
        page.wait_for_function(f"([question]) => document.querySelector(question) || {SETTLED}", arg=[QUESTION])
        if not page.locator(QUESTION).count():
            break
        if not asked:
            asked = True
            yield "asked"
        page.locator(QUESTION).first.click()
        page.wait_for_timeout(50)
    yield "settled"


def take(page: Page, house: str, game: Game) -> Iterator[str]:
    for state in states(page, house, game):
        for theme, scheme in THEMES.items():
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            for size, (width, height) in SIZES.items():
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
                page.wait_for_function(STILL)
                name = f"{game.name}-{state}-{size}-{theme}.png"
                page.screenshot(path=FOLDER / name)
                yield name
        width, height = SIZES["desk"]
        page.set_viewport_size({"width": width, "height": height})


def sheet(names: list[str]) -> str:
    """A page with all of them."""
    pictures = "".join(
        f'<figure><img src="{name}" loading="lazy" alt=""><figcaption>{name}</figcaption></figure>' for name in names
    )
    style = (
        "body{display:flex;flex-wrap:wrap;gap:8px;font:12px sans-serif}figure{margin:0}img{height:420px;display:block}"
    )
    return f'<!doctype html><html lang="en"><title>Screens</title><style>{style}</style>{pictures}</html>'


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:] or list(catalogue.games())
    with demonstration() as links, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=ARGUMENTS)
        for name in wanted:
            context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
            taken = list(take(context.new_page(), links["house"], catalogue.game(name)))
            print(f"{name}: {len(taken)} screenshots", flush=True)
            context.close()
        browser.close()
    (FOLDER / "index.html").write_text(sheet(sorted(one.name for one in FOLDER.glob("*.png"))), encoding="utf-8")
    print(f"Look at {Path(FOLDER / 'index.html')}")


if __name__ == "__main__":
    main()
