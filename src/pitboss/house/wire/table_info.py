"""What is known of a table before anyone plays: game, wagers, limits, odds, edges, signs, inspections, layout."""

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss import __version__, catalogue, law
from pitboss.equipment.tiles import NAMES, RANK, RANKED, spots
from pitboss.game import Game
from pitboss.house.host import seats
from pitboss.house.table.entries import Founded
from pitboss.house.wire import charges
from pitboss.house.workers.edge_worker import Edges
from pitboss.mathematics.kit.chart import is_charted
from pitboss.paper import layout
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission, file
from pitboss.wagers import Terms

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

Json = dict[str, Any]


def summary(host: "Host", founded: Founded) -> Json:
    """One line of the lobby."""
    game, rules = filed(founded)
    settings, table = founded.settings, host.table
    return {
        "id": host.name,
        "game": game.name,
        "title": founded.title,
        "chapter": game.chapter,
        "about": game.about,
        "seats": (count := seats.positions(game, rules)),
        "numbers": [rules.number(seat) for seat in range(1, count + 1)],
        "taken": sorted([*table.players, *table.boxes]) if table is not None else [],
        "practice": settings.practice,
        "dealer": settings.dealer,
        "chance": settings.chance,
        "minimum": rules.minimum,
        "maximum": rules.maximum,
        "open": table is not None and table.open and not host.suspended,
    }


@lru_cache(maxsize=256)
def _filed(game: str, choices: bytes) -> tuple[Game, RulesSubmission]:
    found = catalogue.game(game)
    filed_choices = msgspec.json.decode(choices)
    return found, file(found.rules, {name: value for name, value in filed_choices.items() if value is not None})


def filed(founded: Founded) -> tuple[Game, RulesSubmission]:
    """The game and the rules a table was founded with."""
    return _filed(founded.game, msgspec.json.encode(founded.choices, order="deterministic"))


def detail(founded: Founded, edges: Edges) -> Json:
    """What stands in the summary's stead of a table by itself: everything its rules say."""
    game, rules = filed(founded)
    felt, (most, cite) = game.felt(rules), seats.boxes(rules)
    return {
        "wagers": [_wager(kind) for kind in game.wagers],
        "spots": _spots(game, rules, edges),
        "signs": game.signs(rules),
        "checklists": game.checklists(rules),
        "duties": game.duties(rules),
        "boxes": {"most": most, "cite": cite},
        "strategy": founded.settings.practice and is_charted(game),
        "submission": founded.choices,
        "submission_hash": founded.submission,
        "irregularities": game.irregularities,
        "felt": {"width": felt.width, "height": felt.height},
        "tiles": _tiles() if any(place.what == "tiles" for place in felt.places) else {},
        "rules_version": __version__,
    }


@lru_cache(maxsize=256)
def drawing(game: str, choices: bytes) -> str:
    """The layout as SVG."""
    found, rules = _filed(game, choices)
    return layout.svg(found.felt(rules))


def provision(cite: str) -> Json:
    """What a citation says, and how the project answers for it."""
    gist = law.gist(cite)
    if not gist:
        raise Refused(Refusal.UNKNOWN_TABLE, f"{cite!r} is no provision or reading that is known here.", "")
    return {"cite": cite, "gist": gist, "status": _statuses().get(cite, "")}


@cache
def _statuses() -> dict[str, str]:
    found = {p.id: p.status for name in law.chapters() for p in law.chapter(name).provision}
    readings = {r.id: "reading" for name in (*law.chapters(), "general") for r in law.chapter(name).reading}
    return found | readings


@cache
def _tiles() -> Json:
    """Every tile by its spots: what it is called, and its rank among the single tiles."""
    return {tile: {"name": NAMES[spots(tile)], "rank": rank, "of": len(RANKED)} for tile, rank in RANK.items()}


def _wager(kind: Any) -> Json:
    return {field: getattr(kind, field) for field in ("name", "title", "about", "cite", "tendered", "group", "pays")}


def _worked(rules: RulesSubmission, wager: str, on: str, terms: Terms) -> Json | None:
    found = charges.worked(rules, wager, on, terms)
    return None if found is None else msgspec.structs.asdict(found) | {"net": found.net}


def _spots(game: Game, rules: RulesSubmission, edges: Edges) -> list[Json]:
    covers = getattr(rules, "covers", {})
    return [
        {
            "wager": wager,
            "on": on,
            "title": terms.label or f"{terms.kind.title} {on}".strip(),
            "covers": covers.get((wager, on), ()),
            "least": terms.least,
            "most": terms.most,
            "step": terms.step,
            "odds": terms.pays,
            "worked": _worked(rules, wager, on, terms),
            "edge": edges.get((wager, on), edges.get((wager, ""), "")),
        }
        for (wager, on), terms in getattr(rules, "spots", {}).items()
    ]
