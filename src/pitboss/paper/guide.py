"""The gaming guide: two printed pages for a patron, of what is offered at this table and nothing else."""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from pitboss.game import Game, IrregularityKind
from pitboss.mathematics.kit.edge import INTERVAL, Edge, edges_for
from pitboss.paper.applicable import has_bank, is_shaken, speaks_of_absent, title, without_bank
from pitboss.paper.document import (
    Block,
    Columns,
    Document,
    cited,
    document,
    heading,
    items,
    paragraph,
    strong,
    table,
    words,
)
from pitboss.paper.particulars import Particulars
from pitboss.paper.posted import Notices, Posting, begun, is_limit, notices
from pitboss.paper.signs import as_posted
from pitboss.paper.wager_rows import wager_rows
from pitboss.shown import Line, shown_of
from pitboss.submission import RulesSubmission

HELP = "If you or someone you know has a gambling problem, help is available. Call 1-800-GAMBLER."
PAGES = 2
SELECTORS = {"rng": "a generator of numbers", "button": "a button that marks where the deal begins"}
SOME_DECKS = re.compile(r"^\w+ (?:to|or) \w+ decks")
IN_GENERAL = "if any."  # general words of a layout; the guide tells the limits that were filed
FOR_THE_HOUSE = ("Floorperson orders", "Patron permitted")  # reports that tell a player nothing


def document_of(game: Game, rules: RulesSubmission, particulars: Particulars | None = None) -> Document:
    """At most two pages, however much is offered. Limits are those that the tables post, where they all post the same."""
    known = particulars or Particulars()
    if known.posted and all(one == next(iter(known.posted.values())) for one in known.posted.values()):
        rules = as_posted(rules, known, next(iter(known.posted)))
    edges, posted, words_of = edges_for(game, rules), notices(game, rules), shown_of(game).how_to_play(rules)
    body: list[Block] = [
        paragraph(words(strong("The object. "), f"{without_bank(game.about, rules)} {_played_with(game, rules)}")),
        *(paragraph(cited(text, cite)) for text, cite in words_of.worth),
        *_lines("How a round goes", words_of.steps, numbered=True),
        *_lines("What you may decide", words_of.decisions),
        heading("Wagers at this table"),
        table(("Wager", "Wins with", "Pays", "Limits", "House edge"), wager_rows(game, rules, edges, posted), kind="wagers"),
        paragraph(_explained(edges), "quiet"),
        *_paytables(game, posted),
        *_signs(posted),
        *_irregularities(game, rules),
        paragraph(strong(HELP)),
    ]  # fmt: skip
    return document(game, rules, "Gaming guide", body, particulars, dense=True, pages=PAGES, brief=True)


def _lines(head: str, lines: Iterable[Line], *, numbered: bool = False) -> Iterator[Block]:
    found = [cited(text, cite) for text, cite in lines]
    if found:
        yield heading(head)
        yield items(found, numbered=numbered)


def _explained(edges: list[Edge]) -> str:
    """What the edges mean."""
    parts = ["The house edge is what the house keeps of a wager on average, for the odds filed."]
    if any(edge.method == INTERVAL for edge in edges):
        parts.append("Those with ± are known within that, 95 times of 100.")
    if any(edge.progressive is not None for edge in edges):
        parts.append("That of a progressive wager counts what goes to the meter as given back.")
    return " ".join(parts)


def _played_with(game: Game, rules: RulesSubmission) -> str:
    """What the table works with; as many decks as were filed."""
    decks = getattr(rules, "shoe_decks", None) or getattr(rules, "decks", None)
    things = SOME_DECKS.sub(f"{decks} deck{'s' if decks != 1 else ''}", game.equipment) if decks else game.equipment
    if not is_shaken(rules):
        things = things.replace("three dice in a shaker", SELECTORS[str(getattr(rules, "start_selector", ""))])
    if getattr(rules, "dealt_from_hand", False):
        things = things.replace("in a shoe", "dealt from the hand")
    return f"Played with {things}, at a table for {rules.posted.seats}."


def _paytables(game: Game, posted: list[Notices]) -> Iterator[Block]:
    """The filed paytables, as they are posted, in two columns of about the same length."""
    tables = [part for notice in posted for part in notice.tables]
    if tables:
        yield heading("What they pay")
        half, left = sum(map(_height, tables)) / 2, 0
        while left < len(tables) and sum(map(_height, tables[: left + 1])) <= half + _height(tables[left]) / 2:
            left += 1
        left = max(left, 1)
        yield Columns(tuple(_listed(game, tables[:left])), tuple(_listed(game, tables[left:])))


def _height(part: Posting) -> int:
    return len(part.rows) + 2 + bool(part.foot)


def _listed(game: Game, tables: list[Posting]) -> Iterator[Block]:
    for part in tables:
        yield heading((part.head or game.title) + (f", {part.by}" if part.by else ""), 3)
        yield table(("", ""), part.rows, numbers=(1,), kind="pays")
        if part.foot:
            yield paragraph(f"{begun(part.foot)}.", "quiet")


def _signs(posted: list[Notices]) -> Iterator[Block]:
    """Sentences of the signs; how the dealer's hands are set is one paragraph."""
    lines = [
        cited(" ".join(said), notice.cite)
        for notice in posted
        if (said := [line for line in notice.sentences if not line.endswith(IN_GENERAL) and not is_limit(line)])
    ]
    if lines:
        yield heading("Posted at the table")
        yield items(lines)


def _irregularities(game: Game, rules: RulesSubmission) -> Iterator[Block]:
    """What becomes of a round in which something goes wrong: each remedy once, with what it is for."""
    remedies: dict[str, list[str]] = {}
    for kind in game.irregularities:
        if _concerns_players(kind, game, rules):
            remedies.setdefault(game.remedy(kind, rules), []).append(title(kind, rules))
    if remedies:
        yield heading("When something goes wrong")
        yield items(words(strong(f"{'; '.join(titles)}. "), remedy) for remedy, titles in remedies.items())


def _concerns_players(kind: IrregularityKind, game: Game, rules: RulesSubmission) -> bool:
    """Whether it can happen at this table, and is not merely an order or a repair."""
    named = kind.title.lower()
    if kind.title.startswith(FOR_THE_HOUSE) or named.endswith("repaired or replaced") or speaks_of_absent(named, rules):
        return False
    if named.startswith("bank") and not has_bank(rules):
        return False
    if "double shoe" in named and not getattr(rules, "double_shoe", True):
        return False
    things = " ".join(thing.title.lower() for thing in game.things(rules))
    if named.startswith("automated shoe"):
        return "automat" in str(getattr(rules, "dealing", "automated"))
    return not named.startswith("shuffler") or "shuffling device" in things


def percent(value: Fraction) -> str:
    """An edge for people: four decimals of a percentage, and the fraction itself where it is short."""
    shown = f"{float(round(value * 100, 4)):.4f} %"
    return f"{shown} ({value})" if len(str(value)) <= 16 else shown
