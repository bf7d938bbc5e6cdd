"""A round as an example, with pictures: rehearsed under the filed rules, nobody's money and no chance in it."""

import re
from collections.abc import Iterator, Sequence

from pitboss.equipment.cards import JOKER
from pitboss.events import Announced, Collected, Dealt, Event, Paid, Revealed, Settlement, Shown
from pitboss.game import Game
from pitboss.paper import pictures
from pitboss.paper.document import Block, Drawing, cited, heading, items, money, paragraph, strong, words
from pitboss.paper.rehearsal import rehearse
from pitboss.submission import RulesSubmission

TABLES = range(0, 12, 3)  # rehearsals in which chance likes nothing
MOST_ROUNDS = 12
HANDS, LINES = 3, 8  # pictures, and wagers, that are enough for an example
DEALER = "dealer"
_TILE = re.compile(r"[1-6]-[1-6]")
_CARD = re.compile(r"[A23456789TJQK][SHDC]")
_DICE = re.compile(r"[1-6]( [1-6])+")


def example_of(game: Game, rules: RulesSubmission) -> Iterator[Block]:
    """One round as a player sees it; nothing where no rehearsal came to an end."""
    found = _chosen(game, rules)
    if found is None:
        return
    events, seat = found
    yield heading("A round, as an example", anchor="example")
    for blocks in _shown(events, seat):
        yield from blocks
    lines = [_line(game, one) for one in events if isinstance(one, Settlement) and one.seat == seat]
    if lines:
        yield paragraph("What becomes of the wagers of this player:")
        yield items(lines[:LINES])


def _chosen(game: Game, rules: RulesSubmission) -> tuple[list[Event], int] | None:
    """Of a few rounds the first in which a player wins one wager and loses another; and that player."""
    first: tuple[list[Event], int] | None = None
    for _, moments in zip(range(MOST_ROUNDS), rehearse(game, rules, TABLES), strict=False):
        events = [event for _, happened in moments for event in happened]
        won = {event.seat for event in events if isinstance(event, Paid)}
        lost = {event.seat for event in events if isinstance(event, Collected)}
        if both := sorted(won & lost):
            return events, both[0]
        if first is None and (won or lost):
            first = events, min(won | lost)
    return first


def _shown(events: Sequence[Event], seat: int) -> Iterator[list[Block]]:
    """What the device showed, or the cards of the player and of those they play against."""
    for event in events:
        if isinstance(event, Shown):
            if _DICE.fullmatch(event.outcome):
                numbers = [int(number) for number in event.outcome.split()]
                yield [paragraph("The dice:"), Drawing(pictures.dice(numbers), 12, f"dice: {event.outcome}")]
            else:
                yield [paragraph(words("The wheel: ", strong(event.outcome)))]
    hands = _hands(events)
    own = [(who, dealt) for who, dealt in hands.items() if who == seat]
    against = [(who, dealt) for who, dealt in hands.items() if not isinstance(who, int)]
    for who, (held, total) in (*own, *against)[:HANDS]:
        name = "This player" if who == seat else str(who)[0].upper() + str(who)[1:]
        said = f"{name}: {total}" if total else f"{name}:"
        draw = pictures.tiles if _TILE.fullmatch(held[0]) else pictures.cards
        yield [paragraph(said), Drawing(draw(held), 15, f"{name}: {' '.join(held)}")]
    calls = [str(event.words) for event in events if isinstance(event, Announced)]
    if calls and not hands:
        yield [paragraph(f"The dealer calls: {'; '.join(dict.fromkeys(calls))}.")]


def _hands(events: Sequence[Event]) -> dict[int | str, tuple[list[str], str]]:
    """Cards and tiles by whom they were dealt to, with the count that was announced last."""
    found: dict[int | str, tuple[list[str], str]] = {}
    for event in events:
        if isinstance(event, Dealt) and not event.hand and _is_drawn(event.card):
            found.setdefault(event.to, ([], ""))[0].append(event.card)
        elif isinstance(event, Revealed) and not event.hand and event.of in found and event.total:
            found[event.of] = (found[event.of][0], event.total)
    return found


def _is_drawn(card: str) -> bool:
    return card == JOKER or bool(_CARD.fullmatch(card) or _TILE.fullmatch(card))


def _line(game: Game, event: Settlement) -> object:
    title = f"{game.wager(event.wager).title} {event.on}".strip()
    why = f" ({event.outcome})" if event.outcome else ""
    if isinstance(event, Paid):
        outcome = f"{money(event.stake)} wins {money(event.returned - event.stake)}" + (
            f" at {event.odds}" if event.odds else ""
        )
    elif isinstance(event, Collected):
        outcome = f"{money(event.stake)} is lost" if not event.returned else f"of {money(event.stake)}, {money(event.returned)} " f"come back"  # fmt: skip  # noqa: E501
    else:
        outcome = f"{money(event.stake)} comes back"
    return cited(words(strong(f"{title}: "), f"{outcome}{why}."), event.cite)
