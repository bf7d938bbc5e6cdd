"""What the registers account for: how many provisions of each status, and which lines still lack something."""

import importlib
from collections.abc import Iterator

from pitboss import law
from pitboss.law import STATUSES, Provision


def counts(chapter: str) -> dict[str, int]:
    """How many provisions have each status."""
    statuses = [provision.status for provision in law.chapter(chapter).provision]
    return {status: statuses.count(status) for status in STATUSES}


def unaccounted(chapter: str) -> Iterator[tuple[Provision, str]]:
    """Each line that is not answered for, and what it lacks."""
    for provision in law.chapter(chapter).provision:
        if lack := _lacks(provision):
            yield provision, lack


def _lacks(provision: Provision) -> str:
    if provision.status == "rule":
        missing = [what for what, given in (("code", provision.code), ("test", provision.tests)) if not given]
        if missing:
            return "names no " + " and no ".join(missing)
        return ", ".join(f"names {place}, which is not there" for place in provision.code if not is_there(place))
    if provision.status == "paper" and not provision.paper:
        return "names no paper"
    if provision.status == "inspection" and not provision.checklist:
        return "names no checklist"
    return "" if provision.status in STATUSES else f"has the unknown status {provision.status}"


def is_there(place: str) -> bool:
    """Whether ``module:function`` is there."""
    module, _, name = place.partition(":")
    try:
        thing = importlib.import_module(module)
        for part in name.split("."):
            thing = getattr(thing, part)
    except (ImportError, AttributeError):
        return False
    return True
