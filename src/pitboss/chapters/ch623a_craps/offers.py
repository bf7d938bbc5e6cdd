"""§§ 623a.4 and 623a.6: what a seat may do between two throws; whatever is not listed is refused."""

from math import lcm
from typing import TYPE_CHECKING

from pitboss.chapters.ch623a_craps.dice import DECLINE
from pitboss.chapters.ch623a_craps.rules import least_more
from pitboss.chapters.ch623a_craps.table import Key
from pitboss.chapters.ch623a_craps.wagers import BACKS, FIRE, KINDS
from pitboss.money import Cents
from pitboss.procedure import Answer, Offer, Refused
from pitboss.seating import Seat
from pitboss.wagers import REMOVE, WAGER, Terms

if TYPE_CHECKING:
    from pitboss.chapters.ch623a_craps.layout import Layout

REDUCE, INCREASE, CALLED_ON, CALLED_OFF = "reduce", "increase", "called_on", "called_off"


def offers(layout: "Layout", seat: Seat, player: str) -> tuple[Offer, ...]:
    mine = {key[1:]: amount for key, amount in layout.up.items() if key[0] == seat}
    untouched, found = layout.rules.untouched[layout.point > 0], list[Offer]()
    for spot, terms in layout.rules.spots.items():
        offer = untouched.get(spot) if spot not in mine else None
        if offer is not None:
            found.append(offer)
        else:
            found += _wagers(layout, seat, terms, mine.get(spot, 0))
    for kind, on in mine:
        found += _on((seat, kind, on), layout)
    found += layout.dice_offers(seat, player, layout.throwers())
    if _admits(layout, Answer(seat, DECLINE, player=player)):
        found.append(Offer(DECLINE, cite="623a.10(b)"))
    return tuple(found)


def _admits(layout: "Layout", answer: Answer) -> bool:
    try:
        layout.check(answer)
    except Refused:
        return False
    return True


def _wagers(layout: "Layout", seat: Seat, terms: Terms, up: Cents) -> list[Offer]:
    """The wager, and the equivalent increase where some is up already."""
    kind, on, step = terms.kind.name, terms.on, _step(layout, terms)
    odds = layout.most_odds(seat, kind, on) if kind in BACKS else None
    least = least_more(terms, step, up)
    if odds == 0 or not _admits(layout, Answer(seat, WAGER, kind, on, least)):
        return []
    most = terms.most if odds is None else odds
    most = None if most is None else most - up
    found = [Offer(WAGER, kind, on, least, most, step, terms.kind.cite)]
    if up:
        found.append(Offer(INCREASE, kind, on, up + least, None if most is None else up + most, step, terms.kind.cite))
    return found


def _step(layout: "Layout", terms: Terms) -> Cents:
    """The steps of a wager; where breakage is refused, steps that every odds pays in whole cents or chips."""
    chip = layout.rules.payout_rounding.refuse
    return lcm(terms.step, *(odds.stake * chip for odds in terms.odds)) if chip else terms.step


def _on(key: Key, layout: "Layout") -> list[Offer]:
    """What may be done about a wager that is up."""
    _, kind, on = key
    up, found, terms = layout.up[key], list[Offer](), layout.terms_of(key)
    if kind == FIRE:
        return []
    if not layout.locked(key):
        found.append(Offer(REMOVE, kind, on, up, up, 1, "623a.4(c)"))
        step = _step(layout, terms)
        least, most = least_more(terms, step), (up - 1) // step * step
        if most >= least:
            found.append(Offer(REDUCE, kind, on, least, most, step, "623a.4(c)"))
    if layout.rules.may_be_called(kind):
        on_now = layout.rules.works(kind, 0, called=key in layout.called)
        found.append(Offer(CALLED_OFF if on_now else CALLED_ON, kind, on, cite=KINDS[kind].cite))
    return found
