"""Tutorials walked by machine: every numbered step of a tutorial that names something to do is done in a real house.

What a step can say, as people read it (the words in bold are those on the page):

- Sign in as **Dana Dealer**.             a browser of their own, at the page on which signing in ends
- Open `/pit`.
- Press **Sign**.                          a button or link; "in **Title**" limits it to one task, panel or dialog
- Press the key `N`.
- Choose **Drew Dealer**.                  one of several, or an entry of a list
- Tick every line.
- Type `17` into **What was shown, typed**.
- See **Open the table**.                  it is in view, or comes

A step that says none of these is only read; a tutorial in which nothing is done fails.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

STEP = re.compile(r"^\d+\. (.*(?:\n +\S.*)*)", re.M)
DEEDS = re.compile(
    r"(?P<verb>[Ss]ign in as|[Oo]pen|[Pp]ress the key|[Pp]ress|[Cc]hoose|[Tt]ick every line|[Tt]ype|[Ss]ee)"
    r"(?: (?P<what>\*\*[^*]+\*\*|`[^`]+`))?(?: into (?P<into>\*\*[^*]+\*\*))?(?: in (?P<where>\*\*[^*]+\*\*))?"
)

Enter = Callable[[str], Page]  # the page of a person, by name


def deeds(text: str) -> Iterator[tuple[str, str, str, str]]:
    """What the numbered steps of a page say to do: verb, what, into which field, in which part."""
    for step in STEP.findall(text):
        for found in DEEDS.finditer(" ".join(step.split())):
            verb = found["verb"].lower()
            if found["what"] or verb == "tick every line":
                yield verb, _bare(found["what"]), _bare(found["into"]), _bare(found["where"])


def _bare(text: str | None) -> str:
    return (text or "").strip("*`")


def walk(tutorial: Path, enter: Enter) -> int:
    """Do what a tutorial says; how many deeds there were."""
    page: Page | None = None
    count = 0
    for verb, what, into, where in deeds(tutorial.read_text(encoding="utf-8")):
        count += 1
        if verb == "sign in as":
            page = enter(what)
            continue
        assert page is not None, f"{tutorial.name}: nobody is signed in before {verb!r} {what!r}"
        try:
            _do(page, verb, what, into, where)
        except (AssertionError, Error) as failure:
            raise AssertionError(f"{tutorial.name}, deed {count}: {verb} {what!r} {into} {where}") from failure
    return count


def _do(page: Page, verb: str, what: str, into: str, where: str) -> None:
    part: Any = _part(page, where) if where else page
    if verb == "open":
        page.goto(what, wait_until="networkidle")
    elif verb == "press the key":
        page.keyboard.press(what)
    elif verb == "press":
        _pressed(part, what).click()
    elif verb == "choose":
        _choose(part, what)
    elif verb == "tick every line":
        part.locator("input[type=checkbox]").first.wait_for()
        for box in part.locator("input[type=checkbox]").all():
            box.check()
    elif verb == "type":
        part.get_by_label(into, exact=True).filter(visible=True).first.fill(what)
    else:
        expect(part.get_by_text(what).filter(visible=True).first).to_be_visible()


def _part(page: Page, title: str) -> Locator:
    """A task, panel or dialog by its name."""
    return page.locator(f'[aria-label="{title}"]').filter(visible=True).first


def _pressed(part: "Page | Locator", words: str) -> Locator:
    """What is called so; keys, counts and what it is about may stand behind its name."""
    name = re.compile(rf"^{re.escape(words)}\b")
    found = (
        part.get_by_role("button", name=name)
        .or_(part.get_by_role("link", name=name))
        .or_(part.get_by_role("tab", name=name))
    )
    return found.or_(part.locator("summary").filter(has_text=name)).filter(visible=True).first


def _choose(part: Any, what: str) -> None:
    page = part if isinstance(part, Page) else part.page
    option = part.locator("select option").filter(has_text=what)
    choice = part.get_by_label(what).and_(page.locator("input")).filter(visible=True)
    expect(choice.or_(option).first).to_be_attached()
    if choice.count():
        choice.first.check()
    else:
        select = part.locator("select").filter(has=page.locator("option", has_text=what)).first
        select.select_option(label=option.first.inner_text())
