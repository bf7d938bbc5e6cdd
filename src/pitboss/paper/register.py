"""The lines of a chapter's register that are answered for on paper, sorted by where they are printed.

``conduct`` is printed on the procedure card, ``inspection`` on the checklists, ``paper`` on the paper it names: a
sign, the layout, the form or the guide. Each is printed with its citation, so that none can be forgotten.
"""

import msgspec

from pitboss import law
from pitboss.game import Game
from pitboss.law import Citation, Provision
from pitboss.submission import RulesSubmission


def lines(game: Game, rules: RulesSubmission, status: str, *papers: str) -> list[Provision]:
    """The chapter's provisions of one status, in the edition that is played; of ``paper``, those for these papers."""
    edition = law.edition_of(game.chapter, rules).name
    found = [p for p in law.chapter(game.chapter).provision if p.status == status and (not papers or p.paper in papers)]
    if edition == law.edition(game.chapter).name:
        return found
    there = ((p, p.as_in(edition)) for p in found)
    return [msgspec.structs.replace(own, id=law.lettered(p.id, rules)) for p, own in there if own is not None]


def section(provision: str) -> str:
    """``676a.11`` of ``676a.11(d)(1)``."""
    place = Citation.parse(provision)
    return f"{place.chapter}.{place.section}"


def by_section(provisions: list[Provision]) -> dict[str, list[Provision]]:
    found: dict[str, list[Provision]] = {}
    for provision in provisions:
        found.setdefault(section(provision.id), []).append(provision)
    return found
