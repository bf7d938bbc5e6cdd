"""Wager by wager: what it wins with, what it pays and how likely each outcome is, its limits, and the house's edge."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from pitboss.game import Game
from pitboss.mathematics.kit.edge import COMBINATORIAL, ENUMERATION, INTERVAL, Edge
from pitboss.paper.applicable import without_bank
from pitboss.paper.document import Block, cite, cited, heading, items, money, paragraph, strong, table, words
from pitboss.paper.posted import Posting, begun, names_wager, notices
from pitboss.submission import RulesSubmission
from pitboss.wagers import WagerKind, offered

METHODS = {
    ENUMERATION: "every outcome counted",
    COMBINATORIAL: "worked out exactly",
    INTERVAL: "within the interval 95 times of 100",
}
PLAYED = {"none": "", "basic": "basic strategy", "optimal": "best play", "house way": "set the house way"}
SPOTS = 6  # named one by one; more are counted
OUTCOMES = 24  # lines of a table


def anchor(wager: str) -> str:
    """Under what a page opens at a wager."""
    return f"wager-{wager}"


def sections(game: Game, rules: RulesSubmission, edges: Sequence[Edge]) -> Iterator[Block]:
    """Each wager that these rules offer, in the chapter's order."""
    posted = [part for notice in notices(game, rules) for part in notice.tables]
    for kind in offered(game.wagers, rules):
        spots = [terms for (name, _), terms in rules.spots.items() if name == kind.name]
        if kind.tendered and not spots:
            continue
        yield heading(kind.title, 3, anchor(kind.name))
        yield from _terms(game, kind, rules)
        yield from _posted(kind, posted)
        yield from _edges([edge for edge in edges if edge.wager == kind.name])


def _terms(game: Game, kind: WagerKind, rules: RulesSubmission) -> Iterator[Block]:
    about = without_bank(kind.about, rules)
    lines = [cited(words(strong("Wins: "), about), kind.cite)] if about else []
    spots = {on: terms for (name, on), terms in rules.spots.items() if name == kind.name}
    odds = list(dict.fromkeys(terms.pays for terms in spots.values() if terms.pays))
    if odds:
        charge = next((f", less {terms.charge.words}" for terms in spots.values() if terms.charge), "")
        lines.append(words(strong("Pays: "), "; ".join(odds) + charge, " ", cite(kind.pays)))
    bounds = list(dict.fromkeys(_limits(terms.least, terms.most, terms.step) for terms in spots.values()))
    if bounds:
        lines.append(words(strong("Limits: "), "; ".join(bounds), " ", cite("I-GEN-34")))
    if not kind.tendered:
        lines.append(words(strong("Made: "), "by a decision in the course of a round."))
    if kind.needs:
        lines.append(words(strong("Needs: "), f"{game.wager(kind.needs).title} first."))
    if lines:
        yield items(lines)


def _posted(kind: WagerKind, posted: Sequence[Posting]) -> Iterator[Block]:
    """Its paytable, where one is posted."""
    for part in posted:
        if names_wager(kind.title, part.head):
            yield table(("With", "Pays"), part.rows, numbers=(1,), kind="pays")
            if part.foot:
                yield paragraph(f"{begun(part.foot)}.", "quiet")


def _limits(least: int, most: int | None, step: int) -> str:
    """``$5 to $500, in steps of $5``."""
    span = f"from {money(least)}" if most is None else f"{money(least)} to {money(most)}"
    return span + (f", in steps of {money(step)}" if step > 1 else "")


def _edges(edges: Sequence[Edge]) -> Iterator[Block]:
    """The edge under each way to play, then the outcomes with their chances; spots that do the same together."""
    alike: list[tuple[Edge, list[str]]] = []
    for edge in edges:
        same = next((spots for known, spots in alike if known == msgspec.structs.replace(edge, on=known.on)), None)
        if same is None:
            alike.append((edge, [edge.on]))
        else:
            same.append(edge.on)
    for edge, spots in alike:
        where = f"on any of {len(spots)} spots" if len(spots) > SPOTS else ", ".join(filter(None, spots))
        label = PLAYED.get(edge.strategy, edge.strategy)
        parts = [where.replace("_", " "), label, METHODS.get(edge.method, edge.method), edge.note]
        yield paragraph(words(strong(f"House edge {_figure(edge)} "), f"({'; '.join(filter(None, parts))})"))
        if 1 < len(edge.outcomes) <= OUTCOMES:
            yield table(
                ("Outcome", "Wins or loses", "Chance", "Once in"), _outcomes(edge), numbers=(1, 2, 3), kind="pays"
            )


def _figure(edge: Edge) -> str:
    exact = f" = {edge.house_edge}" if edge.exact and len(str(edge.house_edge)) <= 16 else ""
    width = f" ± {_percent(edge.half_width)}" if edge.method == INTERVAL else ""
    return f"{_percent(edge.house_edge)}{width}{exact}"


def _outcomes(edge: Edge) -> Iterator[tuple[str, str, str, str]]:
    """The likeliest last; what one unit wins or loses."""
    for outcome in sorted(edge.outcomes, key=lambda one: one.probability):
        chance, net = outcome.probability, outcome.net
        if not chance:
            continue
        sign = "+" if net > 0 else ""
        yield (
            outcome.name.replace("_", " "),
            f"{sign}{float(net):,.4g}".replace("-", "−"),
            f"{float(100 * chance):.4g} %",
            f"{float(1 / chance):,.4g}" if chance < 1 else "1",
        )


def _percent(value: Fraction) -> str:
    return f"{float(100 * value):.4f} %".replace("-", "−")
