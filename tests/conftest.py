"""Which tests share a process: what one has compiled or counted, the next does not compile or count again."""

import gc
import os
import re
from functools import cache

import pytest
from hypothesis import HealthCheck, settings

from tests.memory import scratch

if folder := scratch():
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(folder))  # pytest's name for where tmp_path is

# On a busy machine anything may take long; what is slow is looked for by make bench.
if settings.get_current_profile_name() == "default":  # make soak ARGS=mutants has its own
    settings.register_profile("pitboss", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("pitboss")

gc.disable()  # while twelve thousand tests are collected nothing becomes garbage, and to look for it takes a third longer

HEAVY = (
    "mathematics",
    "judging",
    "paper",
)  # rooms in which a game's tests compile the same code and count the same hands
KIN = dict.fromkeys(("629a", "631a", "baccarat"), "627a")  # three chapters of one family, with one kernel
SHORT = {"dj_wild": "687a", "face_up": "688a", "six_card": "670a", "tile": "621a"}  # games as tests call them
LEARNING = ("test_document", "test_learning")  # files of environments that compile the same code
LONG = (
    "house",
    "site",
    "tests",
)  # rooms whose files take seconds each, many of them waiting; the many short files of the others fill the gaps
COMPUTING, WAITING, SHORT_FILES = range(3)


def group(item: pytest.Item) -> tuple[int, str]:
    """The game that a test is about, where its room compiles; elsewhere its file. Before it, what it does most."""
    room, file = item.path.parent.name, item.path.stem
    if room == "environments" and file in LEARNING:
        return COMPUTING, room
    if room not in HEAVY:
        return WAITING if room in LONG else SHORT_FILES, f"{room}/{file}"
    found = re.search(r"\d{3}a|baccarat", file)
    about = given(item) or (found.group() if found else named(item.name.partition("[")[0]) or file)
    return COMPUTING, KIN.get(about, about)


def given(item: pytest.Item) -> str:
    """The chapter of the game that is a parameter of a test, itself or by its name."""
    params = item.callspec.params if hasattr(item, "callspec") else {}
    for game in (params.get("game"), params.get("name")):
        if chapter := getattr(game, "chapter", None) or (chapters().get(game) if isinstance(game, str) else None):
            return str(chapter)
    return ""


def named(test: str) -> str:
    """The chapter of the game whose name is in a test's: that of face_up_pai_gow_poker, not of pai_gow_poker."""
    names = [name for name in chapters() if name.replace("-", "_") in test]
    short = next((chapter for word, chapter in SHORT.items() if word in test), "")
    return chapters()[max(names, key=len)] if names else short


@cache
def chapters() -> dict[str, str]:
    """By the name of a game its chapter; found when it is asked for, as most rooms need no catalogue."""
    from pitboss import catalogue

    return {name: game.chapter for name, game in catalogue.games().items()}


@pytest.hookimpl(tryfirst=True)  # before xdist looks at the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    groups = {item: group(item) for item in items}
    places = order(set(groups.values()))
    items.sort(key=lambda item: places[groups[item]])
    for item in items:
        item.add_marker(pytest.mark.xdist_group(groups[item][1]))


def order(groups: set[tuple[int, str]]) -> dict[tuple[int, str], tuple[float, int, str]]:
    """The games, which compute, evenly among what waits, so that no core waits with it; what is short comes last, for no worker
    to be long behind the others."""
    games = sorted(one for one in groups if one[0] == COMPUTING and one[1][0].isdigit())
    waiting = sorted(one for one in groups if one[0] == WAITING)
    places = {one: (1.0, *one) for one in groups}
    for together in (games, waiting):
        places |= {one: (number / len(together), *one) for number, one in enumerate(together)}
    return places


def pytest_collection_finish() -> None:
    """What was collected stays to the end: nobody has to look through it again in every test. What tests leave is looked for
    once in a while: after every 700 objects, as is usual, takes a seventh of their time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()
