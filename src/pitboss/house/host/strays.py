"""Wagers that keep betting from closing: those that lack another one are handed back."""

from typing import TYPE_CHECKING

from pitboss.drivers.round import Round
from pitboss.house.table import entries
from pitboss.house.table.table import Table
from pitboss.procedure import Answer, Offer, Refusal, Refused, Window
from pitboss.wagers import REMOVE, close_betting

if TYPE_CHECKING:
    from pitboss.house.host.host import Host


def hand_back(host: "Host", table: Table) -> None:
    """Hand back wagers that lack one they require, each with the reason; refuse when that does not help."""
    while True:
        assert table.round is not None
        window = table.round.pending
        assert isinstance(window, Window)
        try:
            window.check(close_betting())
            return
        except Refused as refusal:
            strays = _strays(table, table.round, refusal)
            if not strays:
                raise
            for seat, offer in strays:
                table.house(Answer(seat, REMOVE, offer.wager, offer.on, offer.least, absent=True))
                table.flush()
                table.enter(entries.HandedBack(seat, offer.wager, offer.on, refusal.sentence, refusal.cite))
                host.outbox.notify(table.state.seats.holder(seat), refusal)


def why_open(table: Table) -> str:
    """Why betting cannot be closed now, even if wagers that cannot stand went back; empty where it can."""
    refusal, strays = _objection(table)
    return refusal.sentence if refusal is not None and not strays else ""


def check_closing(table: Table, seat: int) -> None:
    """Refuse when betting could not close because of the wagers of the player in a seat."""
    refusal, strays = _objection(table)
    if refusal is not None and any(table.state.seats.holder(owner) == seat for owner, _ in strays):
        raise refusal


def _objection(table: Table) -> tuple[Refused | None, list[tuple[int, Offer]]]:
    """Why betting could not close as the wagers lie, and those because of which; None where it could."""
    assert table.round is not None
    window = table.round.pending
    assert isinstance(window, Window)
    try:
        window.check(close_betting())
    except Refused as refusal:
        return refusal, _strays(table, table.round, refusal)
    return None, []


def _strays(table: Table, play: Round, refusal: Refused) -> list[tuple[int, Offer]]:
    """The wagers because of which betting was refused to close: as few as will do, each with its seat."""
    window = play.pending
    assert isinstance(window, Window)
    up = {(seat, wager) for seat, wager, *_ in table.state.felt.up}
    seats = sorted({seat for seat, _ in up})
    removable = {seat: [o for o in window.menu.offers(seat) if o.says == REMOVE] for seat in seats}
    lacking = [
        (seat, offer)
        for seat in seats
        for offer in removable[seat]
        for needs in (table.game.wager(offer.wager).needs,)
        if needs and (seat, needs) not in up
    ]
    if lacking:
        return lacking
    for seat in seats:  # some other condition: find whose wagers fail it, and the fewest that do
        for some in ([offer] for offer in reversed(removable[seat])):
            if _closes_without(play, seat, some, refusal):
                return [(seat, offer) for offer in some]
        if _closes_without(play, seat, removable[seat], refusal):
            return [(seat, offer) for offer in removable[seat]]
    return []


def _closes_without(play: Round, seat: int, offers: list[Offer], refusal: Refused) -> bool:
    """Whether betting could close without these, or would be refused for another reason."""
    trial = play.replica()
    try:
        for offer in offers:
            trial.answer(Answer(seat, REMOVE, offer.wager, offer.on, offer.least))
        assert isinstance(trial.pending, Window)
        trial.pending.check(close_betting())
    except Refused as other:
        return other.sentence != refusal.sentence and other.why is not Refusal.LOCKED
    return bool(offers)
