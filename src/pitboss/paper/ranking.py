"""What beats what, and when a card is drawn: what a chapter shows of it, as tables and drawings."""

from collections.abc import Iterator

from pitboss.game import Game
from pitboss.paper.document import Block, Drawing, cited, heading, paragraph, table, words
from pitboss.paper.pictures import cards, tiles
from pitboss.shown import Grid, RankedHand, Sentence, Subheading, shown_of
from pitboss.submission import RulesSubmission

ANCHOR = "ranking"
HIGH = 12  # of a drawing


def ranking_of(game: Game, rules: RulesSubmission) -> Iterator[Block]:
    """The tables of a game, under one heading; nothing where few words say it all."""
    ranking = shown_of(game).ranking(rules)
    if ranking:
        yield heading("What beats what", anchor=ANCHOR)
    for part in ranking:
        yield from _blocks(part)


def _blocks(part: Subheading | Sentence | Grid | RankedHand) -> Iterator[Block]:
    match part:
        case Subheading(text, anchor):
            yield heading(text, 3, anchor)
        case Sentence(text, cite):
            yield paragraph(cited(text, cite)) if cite else paragraph(text, "quiet")
        case Grid(heads, rows, chart):
            yield table(heads, rows, kind="chart" if chart else "")
        case RankedHand(place, name):
            yield paragraph(words(f"{place}. {name[0].upper()}{name[1:]}"))
            drawing = tiles(part.tiles) if part.tiles else cards(part.cards)
            yield Drawing(drawing, height=HIGH, words=part.spoken)
