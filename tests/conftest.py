"""Which tests share a process: what one has compiled or counted, the next does not compile or count again."""

import gc
import re
from functools import cache

import pytest
from hypothesis import HealthCheck, settings

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
)  # rooms whose files take seconds each; the many short files of the others fill the gaps


def group(item: pytest.Item) -> tuple[int, str]:
    """The game that a test is about, where its room compiles; elsewhere its file. What takes longest comes first."""
    room, file = item.path.parent.name, item.path.stem
    if room == "environments" and file in LEARNING:
        return 0, room
    if room not in HEAVY:
        return 1 if room in LONG else 2, f"{room}/{file}"
    found = re.search(r"\d{3}a|baccarat", file)
    about = given(item) or (found.group() if found else named(item.name.partition("[")[0]) or file)
    return 0, KIN.get(about, about)


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
    items.sort(key=group)
    for item in items:
        item.add_marker(pytest.mark.xdist_group(group(item)[1]))


def pytest_collection_finish() -> None:
    """What was collected stays to the end: nobody has to look through it again in every test. What tests leave is looked for
    once in a while: after every 700 objects, as is usual, takes a seventh of their time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()
