"""Events in plain words, each with its citation; settlements with their arithmetic."""

from fractions import Fraction

from pitboss import law
from pitboss.equipment.cards import DECK
from pitboss.events import (
    CENTS,
    Announced,
    Attested,
    Burned,
    Charged,
    Collected,
    CutMade,
    Dealt,
    DeviceStatus,
    Discarded,
    Elected,
    Event,
    IrregularityReported,
    Marked,
    MeterMoved,
    Moved,
    Noted,
    Refunded,
    Replaced,
    Revealed,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    Settlement,
    Shown,
    Shuffled,
    Transferred,
    Wagered,
    Withdrawn,
)
from pitboss.game import Game
from pitboss.money import Cents, Odds, dollars
from pitboss.procedure import Who, name

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_DECK = frozenset(DECK)


def describe(event: Event, game: Game) -> str:
    """One line for one event."""
    return f"{_sentence(event, game)}  [{event.cite}]"


def gist(cite: str) -> str:
    """What a citation says, in our words."""
    return f"{cite}: {law.gist(cite) or 'no register has it'}"


def money(amount: Cents) -> str:
    return f"-${dollars(-amount)}" if amount < 0 else f"${dollars(amount)}"


def card(code: str) -> str:
    """``Q♥``; a tile by its own name; a card not shown as such."""
    if not code:
        return "a card face down"
    return f"{code[0].replace('T', '10')}{SUITS[code[1]]}" if code in _DECK else code


def cards(codes: tuple[str, ...]) -> str:
    return " ".join(card(code) if code else "··" for code in codes)


def _who(who: Who) -> str:
    title = name(who)
    return title[0].upper() + title[1:]


def _wager(game: Game, wager: str, on: str, hand: int = 0) -> str:
    base = wager.removesuffix("_envy")
    title = next((kind.title for kind in game.wagers if kind.name == base), wager)
    if base != wager:
        title += ", Envy Bonus"
    return title + (f" on {on}" if on else "") + (f", hand {hand}" if hand else "")


def _places(game: Game, at: str) -> str:
    """Where a marker lies: a wager is called by its title, anything else as it is written."""
    names = {kind.name for kind in game.wagers}
    parts = [part.partition(" ") for part in at.split(", ")]
    return ", ".join(_wager(game, one, on) if one in names else f"{one}{gap}{on}" for one, gap, on in parts)


def _sentence(event: Event, game: Game) -> str:
    match event:
        case Settlement():
            return settlement(event, game)
        case RoundOpened():
            return f"Round {event.round} opens"
        case RoundClosed():
            return f"Round {event.round} is over"
        case RoundVoided():
            return f"The round is void: {event.why}"
        case Announced():
            return f"“{event.words}”"
        case Noted():
            return f"Seat {event.seat}: {event.what}" if event.seat else event.what[:1].upper() + event.what[1:]
        case Attested():
            return attested(event)
        case DeviceStatus():
            return f"The {event.device} is {'in service again' if event.in_service else 'out of order'}"
        case Replaced():
            return f"Other {event.thing} took the place of those in use"
        case IrregularityReported():
            return f"Irregularity, {event.kind.replace('_', ' ')}: {event.remedy}"
        case Wagered():
            return f"{_who(event.seat)} wagers {money(event.amount)}: {_wager(game, event.wager, event.on, event.hand)}"
        case Withdrawn():
            return (
                f"Seat {event.seat} takes back {money(event.amount)}: {_wager(game, event.wager, event.on, event.hand)}"
            )
        case Moved():
            return (
                f"{money(event.amount)} of seat {event.seat} moves to {event.to}: {_wager(game, event.wager, event.on)}"
            )
        case Charged():
            return f"Seat {event.seat} is charged {money(event.amount)} vigorish"
        case Refunded():
            return f"Seat {event.seat} gets {money(event.amount)} vigorish back"
        case Transferred():
            return f"{money(event.amount)} goes from {event.source} to {event.target} {event.what}".rstrip()
        case MeterMoved():
            shows = money(event.after // 10**6)  # from micro-cents
            return f"Meter of the {event.meter.replace('_', ' ')}: {event.why}, now {shows}"
        case _:
            return _thing(event, game)


def attested(event: Attested) -> str:
    """``The dealer counted the stub: 43``; ``The automatic dealer …`` where software deals."""
    who = _who(event.by) if isinstance(event.by, int) else f"The {event.by}"
    words = "The automatic dealer" if event.automatic else who[:1].upper() + who[1:]
    about = f" (seat {event.seat})" if event.seat else ""
    return f"{words} {event.what}{about}" + (f": {event.count}" if event.count is not None else "")


def _piece(game: Game) -> str:
    """What is dealt."""
    return "tile" if "tiles" in game.equipment else "card"


def _thing(event: Event, game: Game) -> str:
    """What cards, tiles, devices, markers and people did."""
    match event:
        case Shuffled():
            done = "are mixed" if _piece(game) == "tile" else "is shuffled"
            return f"The {event.device} {done}, {event.count} in all"
        case CutMade():
            return f"{_who(event.by)} cuts at {event.position}"
        case Burned():
            return f"Burned: {card(event.card)}"
        case Dealt():
            place = f" ({event.place})" if event.place else ""
            what = card(event.card) if event.card else f"a {_piece(game)} face down"
            return f"{_who(event.to)} is dealt {what}{place}"
        case Revealed() if not any(event.cards):
            return f"{_who(event.of)} looks at the {_piece(game)}s"
        case Revealed():
            total = f", total {event.total}" if event.total[:1].isdigit() else f": {event.total}" if event.total else ""
            return f"{_who(event.of)} {'shows' if event.seen_by is None else 'has'} {cards(event.cards)}{total}"
        case Discarded():
            where = "are gathered" if _piece(game) == "tile" else "go to the rack"
            return f"{_who(event.of)}'s {_piece(game)}s {where}: {cards(event.cards)}"
        case Shown():
            return f"{event.device.capitalize()}: {event.outcome}"
        case Marked():
            whose = f" (seat {event.seat})" if event.seat and event.at != f"seat {event.seat}" else ""
            return f"{event.marker[:1].upper()}{event.marker[1:]}: {_places(game, event.at) or 'taken away'}{whose}"
        case Elected():
            chosen = " ".join(filter(None, (event.says.replace("_", " "), event.on, cards(event.cards))))
            amount = f" {money(event.amount) if event.unit == CENTS else event.amount}" if event.amount else ""
            return f"{_who(event.by)}: {chosen}{amount}" + (" (for the absent player)" if event.absent else "")
        case _:
            return type(event).__name__


# --- settlements -------------------------------------------------------------------------------------------


def settlement(event: Settlement, game: Game) -> str:
    """How one wager ended, with the sum worked out."""
    what = f"{_who(event.seat)}, {_wager(game, event.wager, event.on, event.hand)}"
    why = f" ({event.outcome})" if event.outcome else ""
    when = " marked for later" if event.deferred else " taken with the wager" if event.prepaid else ""
    fee = f", vigorish {money(event.vigorish)}{when}" if event.vigorish else ""
    if isinstance(event, Collected):
        handed_back = f", {money(event.returned)} handed back" if event.returned else ""
        return f"{what} loses{why}: {money(event.stake - event.returned)} collected{handed_back}{fee}"
    if event.returned == event.stake:
        return f"{what} is returned{why}: {money(event.returned)}{fee}"
    stays = "; the wager stays up" if event.stays else ""
    return f"{what} wins{why}: {arithmetic(event)}{fee}{stays}"


def arithmetic(event: Settlement) -> str:
    """``$10.00 at 35 to 1 = $350.00, with the stake $360.00``."""
    won = event.returned - event.stake
    back = f"{money(won if event.stays else event.returned)} handed {'over' if event.stays else 'back'}"
    try:
        odds = Odds.parse(event.odds)
    except ValueError:
        what = f"{event.odds}, " if event.odds else ""  # a share of a meter
        return f"{what}{money(won)} won on {money(event.stake)}, {back}" if event.stake else f"{money(won)} paid"
    whole = event.returned / (odds.net + 1)  # the part of the stake that these odds were paid on
    part = whole.numerator if whole.denominator == 1 and 0 < whole < event.stake else event.stake
    due = part * odds.net
    of = "" if part == event.stake else f" of the {money(event.stake)} staked"
    shown = money(due.numerator) if due.denominator == 1 else f"{money(int(due))} and {Fraction(due % 1)} of a cent"
    paid = event.returned - part
    rounded = "" if paid == due else f", paid as {money(paid)}"
    return f"{money(part)}{of} at {event.odds} = {shown}{rounded}; {back}"
