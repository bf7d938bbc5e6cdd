"""One row for each wager of a table, for a patron: what it wins with, what it pays, its limits and the house edge."""

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from pitboss.game import Game
from pitboss.mathematics.kit.edge import INTERVAL, Edge
from pitboss.paper.applicable import without_bank
from pitboss.paper.document import Words, money, strong
from pitboss.paper.posted import Notices, begun, grouped, names_wager
from pitboss.shown import shown_of
from pitboss.submission import RulesSubmission
from pitboss.wagers import Terms, WagerKind, offered

Row = tuple[Words, str, str, str, str]
PLAYED = {"none": "", "basic": "basic strategy", "optimal": "best play", "house way": "set the house way"}
FULL_ODDS = "full odds"
LISTED = "as listed"
FEW, SEVERAL = 3, 2
LONG, BRIEF = 80, 6  # letters of a title that is too long, and of what is short enough to stand for it


class WagerWords(msgspec.Struct, frozen=True):
    """The words of a wager; those of one group that say the same are written together."""

    title: str
    about: str
    pays: str
    limits: str
    edge: str
    group: str


def wager_rows(
    game: Game, rules: RulesSubmission, edges: list[Edge], posted: list[Notices], *, decimals: int = 2
) -> list[Row]:
    """The wagers that are offered, in the chapter's order; ``decimals`` are those of the edges."""
    worded = shown_of(game).how_to_play(rules).pays
    known: list[WagerWords] = []
    by_cite: dict[str, str] = {}  # a wager made in the course of a round pays as the one that the same provision pays
    for kind in offered(game.wagers, rules):
        own = [edge for edge in edges if edge.wager == kind.name]
        spots = [terms for (name, _), terms in rules.spots.items() if name == kind.name]
        if kind.tendered and not spots:
            continue  # this layout has no place for it
        pays = worded.get(kind.name) or _pays(kind, spots, own, posted)
        pays = pays or ("" if kind.tendered else by_cite.get(kind.pays, ""))
        by_cite.setdefault(kind.pays, pays)
        about = without_bank(kind.about, rules)
        known.append(WagerWords(kind.title, about, pays, _limits(kind, spots, rules), _edge(own, decimals), kind.group))
    alike: dict[tuple[str, ...], list[WagerWords]] = {}
    for wager in known:
        alone = wager.title if wager.pays in ("", LISTED) else ""
        alike.setdefault((wager.group, wager.pays, wager.limits, wager.edge, alone), []).append(wager)
    return [row for wagers in alike.values() for row in _rows(wagers)]


def _rows(wagers: list[WagerWords]) -> Iterator[Row]:
    """Three or more that say the same are one row."""
    if len(wagers) < FEW:
        for each in wagers:
            yield strong(each.title), each.about, each.pays, each.limits, each.edge
        return
    first, (heads, tail) = wagers[0], apart([wager.title for wager in wagers])
    title, about = f"{', '.join(heads)} {tail}", ""
    if all(len(wager.about) <= BRIEF for wager in wagers):
        about = ", ".join(wager.about for wager in wagers)
        if len(title) > LONG:
            title, about = f"{begun(tail)}s", f"the one you name of {about}"
    yield strong(title), about, first.pays, first.limits, first.edge


def apart(titles: list[str]) -> tuple[list[str], str]:
    """``Red``, ``Black`` and ``Wager`` of ``Red Wager`` and ``Black Wager``."""
    split = [title.split() for title in titles]
    shared = 0
    while all(len(parts) > shared + 1 for parts in split) and len({parts[-1 - shared] for parts in split}) == 1:
        shared += 1
    return [" ".join(parts[: len(parts) - shared]) for parts in split], " ".join(split[0][len(split[0]) - shared :])


def _pays(kind: WagerKind, spots: list[Terms], edges: list[Edge], posted: list[Notices]) -> str:
    """The odds, else where they are listed, else the odds of each spot."""
    charge = next((f", less {terms.charge.words}" for terms in spots if terms.charge), "")
    single = {str(odds) for terms in spots for odds in terms.odds}
    if len(single) == 1 and spots[0].pays:
        return grouped(spots[0].pays) + charge
    tables = [part for notice in posted for part in notice.tables]
    if any(names_wager(kind.title, part.head) for part in tables):
        return LISTED
    for what, pays in [row for part in tables if not part.head for row in part.rows]:
        if names_wager(kind.title, what) or kind.title.removesuffix(" Wager").lower() in what.lower():
            return pays if len(single) < SEVERAL else LISTED
    by_spot = {edge.on: edge.paytable for edge in edges if edge.on and " to " in edge.paytable}
    return _by_spot(by_spot) + charge if by_spot else _several(spots)


def _several(spots: list[Terms]) -> str:
    return grouped(", ".join(dict.fromkeys(str(odds) for terms in spots for odds in terms.odds)))


def _by_spot(values: dict[str, str]) -> str:
    """``4, 10: 9 to 5; 5, 9: 7 to 5``; a single value without its spots."""
    alike: dict[str, list[str]] = {}
    for spot, value in values.items():
        alike.setdefault(value, []).append(spot.replace("_", " "))
    if len(alike) == 1:
        return next(iter(alike))
    return "; ".join(f"{', '.join(spots)}: {value}" if any(spots) else value for value, spots in alike.items())


def _limits(kind: WagerKind, spots: list[Terms], rules: RulesSubmission) -> str:
    if not kind.tendered:
        return ""
    least = min((terms.least for terms in spots), default=rules.least(kind.name))
    mosts = [terms.most for terms in spots] or [rules.most(kind.name)]
    highest = None if None in mosts else max(most for most in mosts if most is not None)
    if highest is None:
        return f"from {money(least)}" if least > 1 else ""
    return money(least) if least == highest else f"{money(least)} – {money(highest)}"


def _edge(edges: list[Edge], decimals: int) -> str:
    """The edge under each way to play, labelled; by spot where that matters."""
    return "; ".join(dict.fromkeys(_labelled(edges, decimals)))


def _labelled(edges: list[Edge], decimals: int) -> Iterator[str]:
    for strategy in dict.fromkeys(edge.strategy for edge in edges):
        played = [edge for edge in edges if edge.strategy == strategy]
        if strategy == FULL_ODDS:
            yield f"{short(played[0].element_of_risk, decimals)} of all staked with full odds"
            continue
        figure = _by_spot({edge.on: _figure(edge, decimals) for edge in played})
        label = PLAYED.get(strategy, strategy)
        shared = next((edge.note for edge in played if not label and edge.staked != 1 and edge.note), "")
        yield f"{figure} ({label or shared})" if label or shared else figure


def _figure(edge: Edge, decimals: int) -> str:
    width = f" ± {short(edge.half_width, decimals)}" if edge.method == INTERVAL else ""
    return f"{short(edge.house_edge, decimals)}{width}"


def short(value: Fraction, decimals: int) -> str:
    """A percentage with so many decimals."""
    return f"{float(100 * value):.{decimals}f}%".replace("-", "−")
