"""Which tests share a process: what one has compiled or counted, the next does not compile or count again."""

import re

import pytest

HEAVY = ("mathematics", "paper")  # rooms in which a game's tests compile the same code and count the same hands
LONG = ("house", "tests")  # rooms whose files take seconds each; the many short files of the others fill the gaps


def group(item: pytest.Item) -> tuple[int, str]:
    """The game that a test is about, where its room compiles; elsewhere its file. What takes longest comes first."""
    room, file = item.path.parent.name, item.path.stem
    if room not in HEAVY:
        return 1 if room in LONG else 2, f"{room}/{file}"
    params = getattr(item, "callspec", None)
    game = params.params.get("game") if params is not None else None
    found = re.search(r"\d{3}a", file)
    return 0, getattr(game, "chapter", None) or (found.group() if found else file)


@pytest.hookimpl(tryfirst=True)  # before xdist looks at the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=group)
    for item in items:
        item.add_marker(pytest.mark.xdist_group(group(item)[1]))
