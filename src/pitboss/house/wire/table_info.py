"""The information about a table that does not change with play: game, wagers, limits, odds, edges, signs, layout."""

from functools import cache, lru_cache

import msgspec

from pitboss import __version__, catalogue, law
from pitboss.equipment.tiles import NAMES, RANK, RANKED, TRADITIONAL, spots
from pitboss.felt import Felt
from pitboss.game import Game
from pitboss.house.cage.looks import COLOURS
from pitboss.house.filings import link
from pitboss.house.host import seats
from pitboss.house.host.host import Host
from pitboss.house.protocol.info import (
    BoxLimit,
    FeltSize,
    GameWords,
    LawLine,
    ProvisionInfo,
    Racetrack,
    Spot,
    SpotEdge,
    TableInfo,
    TableSummary,
    TileName,
)
from pitboss.house.table.entries import Founded
from pitboss.house.wire.charges import worked
from pitboss.mathematics.kit.chart import is_charted
from pitboss.paper import layout
from pitboss.paper.posted import awards_of, notices
from pitboss.procedure import Refusal, Refused
from pitboss.shown import shown_of
from pitboss.submission import RulesSubmission, submit

TILES, WHEEL = "tiles", "wheel"


def summary(host: Host, founded: Founded) -> TableSummary:
    """One line of the lobby."""
    game, rules = rules_of(founded)
    settings, table, count = founded.settings, host.table, rules.posted.seats
    text = law.edition_of(game.chapter, rules)
    return TableSummary(
        id=host.name,
        game=game.name,
        title=founded.title,
        chapter=game.chapter,
        about=game.about,
        seats=count,
        numbers=tuple(rules.number(seat) for seat in range(1, count + 1)),
        taken=tuple(sorted([*table.state.seats.players, *table.state.seats.boxes])) if table is not None else (),
        practice=settings.practice,
        accounts=settings.accounts,
        dealer=settings.dealer,
        chance=settings.chance,
        minimum=rules.minimum,
        maximum=rules.maximum,
        buy_in=settings.buy_in,
        sale_maximum=settings.sale_maximum,
        edition=text.name,
        text=text.words,
        proposed=text.proposed,
        chip_colours=tuple(COLOURS) if game.colours and settings.follow else (),
        sale_approval=settings.sale_approval,
        follow=settings.follow,
        pit=settings.pit,
        open=table is not None and table.state.standing.open and not host.suspension.sentence,
    )


def info(host: Host, founded: Founded, edges: tuple[SpotEdge, ...]) -> TableInfo:
    """The summary of a table with everything that its rules say."""
    game, rules = rules_of(founded)
    felt, (most, cite) = game.felt(rules), seats.boxes(rules)
    posted = [part for notice in notices(game, rules) for part in notice.tables]
    return TableInfo(
        **msgspec.structs.asdict(summary(host, founded)),
        wagers=game.wagers,
        awards={kind.name: found for kind in game.wagers if (found := awards_of(kind.title, posted))},
        spots=_spots(rules.in_play, edges),
        signs=game.signs(rules),
        checklists=game.checklists(rules),
        duties=game.duties(rules),
        boxes=BoxLimit(most, cite or rules.posted.seated),
        strategy=founded.settings.practice and is_charted(game),
        submission=founded.choices,
        submission_hash=founded.submission,
        irregularities=game.irregularities,
        felt=FeltSize(felt.width, felt.height),
        tiles=tile_names() if any(place.what == TILES for place in felt.places) else {},
        own=bool(founded.settings.owner),
        rules_version=__version__,
        locked=rules.posted.locked,
        racetrack=_racetrack(game, rules, felt),
        take_and_pay=shown_of(game).take_and_pay,
        rules=link.encode(founded.game, founded.title, founded.choices),
    )


@lru_cache(maxsize=256)
def _rules(game: str, choices: bytes) -> tuple[Game, RulesSubmission]:
    found = catalogue.game(game)
    return found, submit(found.rules, msgspec.json.decode(choices))


def rules_of(founded: Founded) -> tuple[Game, RulesSubmission]:
    """The game and the rules that a table was created with."""
    return _rules(founded.game, msgspec.json.encode(founded.choices, order="deterministic"))


@lru_cache(maxsize=256)
def drawing(game: str, choices: bytes) -> str:
    """The layout as SVG."""
    found, rules = _rules(game, choices)
    return layout.svg(found.felt(rules), text=law.edition_of(found.chapter, rules))


def game_words(language: str) -> GameWords:
    """The titles of games, and what they are about, in another language."""
    companions = [(game, shown_of(game)) for game in catalogue.games().values()]
    titles = {game.title: shown.titles[language] for game, shown in companions if language in shown.titles}
    return GameWords(
        titles | {game.about: shown.abouts[language] for game, shown in companions if language in shown.abouts}
    )


def provision(cite: str) -> ProvisionInfo:
    """What a citation says, and how the project answers for it: all that ``pitboss law`` prints."""
    lines = tuple(map(_law_line, law.look_up(cite)))
    gist = law.gist(cite)
    if not lines and not gist:
        raise Refused(
            Refusal.NOT_FOUND,
            f"No register has {cite!r}; a citation reads like 676a.11(d)(3)(i), 676a.1:Par or I-676a-01.",
            "",
        )
    own = next((line for line in lines if line.cite == cite), None)
    return ProvisionInfo(cite, gist or lines[0].gist, own.status if own is not None else "", lines)


def _law_line(found: law.Provision | law.Reading) -> LawLine:
    if isinstance(found, law.Reading):
        return LawLine(found.id, found.reading, "reading", provision=found.provision, reason=found.reason)
    return LawLine(found.id, found.gist, found.status, found.code)


@cache
def tile_names() -> dict[str, TileName]:
    """Every tile by its spots."""
    return {tile: TileName(NAMES[spots(tile)], rank, len(RANKED), TRADITIONAL[tile]) for tile, rank in RANK.items()}


def _racetrack(game: Game, rules: RulesSubmission, felt: Felt) -> Racetrack | None:
    calls = game.calls(rules)
    if not calls:
        return None
    return Racetrack(next(place.order for place in felt.places if place.what == WHEEL), calls)


def _spots(rules: RulesSubmission, edges: tuple[SpotEdge, ...]) -> tuple[Spot, ...]:
    return tuple(
        Spot(
            wager=wager,
            on=on,
            title=terms.label or f"{terms.kind.title} {on}".strip(),
            covers=rules.covers.get((wager, on), ()),
            least=terms.least,
            most=terms.most,
            step=terms.step,
            odds=terms.pays,
            worked=worked(rules, terms),
            edges=_edges_at(edges, wager, on),
            paid_in=rules.payout_rounding.step,
        )
        for (wager, on), terms in rules.spots.items()
    )


def _edges_at(edges: tuple[SpotEdge, ...], wager: str, on: str) -> tuple[SpotEdge, ...]:
    """The edges of a spot, or else those that its kind of wager has on any spot."""
    own = tuple(edge for edge in edges if (edge.wager, edge.on) == (wager, on))
    return own or tuple(edge for edge in edges if (edge.wager, edge.on) == (wager, ""))
