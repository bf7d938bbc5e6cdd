"""Events in words for those who were not there: who (by name, where it is known), what, how much."""

from collections.abc import Mapping

import msgspec

from pitboss.equipment.cards import DECK
from pitboss.events import CENTS, Collected, Elected, Event, MeterMoved, Settlement
from pitboss.game import Game
from pitboss.money import dollars
from pitboss.procedure import name

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
LEFT_OUT = ("cite", "seen_by")
WHO = ("by", "to", "of", "seat")
MONEY = ("amount", "stake", "returned", "vigorish")


def card(code: str) -> str:
    """``Q♥``; anything that is no card of a deck by its own name."""
    return f"{code[0].replace('T', '10')}{SUITS[code[1]]}" if code in DECK else code or "face down"


def money(cents: int) -> str:
    return f"−${dollars(-cents)}" if cents < 0 else f"${dollars(cents)}"


class EventWords:
    """Writes the events of a round at one table."""

    def __init__(self, game: Game | None, names: Mapping[int, str]) -> None:
        self._titles = {kind.name: kind.title for kind in game.wagers} if game is not None else {}
        self._names = names

    def who(self, who: int | str) -> str:
        known = self._names.get(who, "") if isinstance(who, int) else ""
        return f"{name(who)} ({known})" if known else name(who)

    def sentence(self, event: Event) -> str:
        """What happened, and every particular of it."""
        kind = str(event.__struct_config__.tag).replace("_", " ").capitalize()
        match event:
            case Settlement():
                return self._settlement(event)
            case MeterMoved():
                change = f"{money(event.before // 10**6)} to {money(event.after // 10**6)}"
                return f"{kind}: {event.meter}, {event.why}, {change}"
        parts = []
        for field, value in msgspec.structs.asdict(event).items():
            if (
                field not in LEFT_OUT
                and value not in ("", (), None, False)
                and not (value == 0 and field != "position")
            ):
                parts.append(self._part(event, field, value))
        return f"{kind}: {', '.join(parts)}" if parts else kind

    def _part(self, event: Event, field: str, value: object) -> str:
        if field in WHO and isinstance(value, int | str):
            return self.who(value)
        if field in MONEY and isinstance(value, int):
            return money(value) if not isinstance(event, Elected) or event.unit == CENTS else str(value)
        if field == "card":
            return card(str(value))
        if field == "cards" and isinstance(value, tuple):
            return " ".join(map(card, value))
        if value is True:
            return field.replace("_", " ")
        if field in ("hand", "count", "position", "round", "total", "on"):
            return f"{field} {value}"
        return self._titles.get(str(value), str(value).replace("_", " "))

    def _settlement(self, event: Settlement) -> str:
        what = self._titles.get(event.wager, event.wager.replace("_", " ")) + (f" on {event.on}" if event.on else "")
        won = event.returned - event.stake
        how = "lost" if isinstance(event, Collected) else "won" if won > 0 else "returned"
        why = ", ".join(filter(None, (event.outcome, event.odds)))
        fee = f", vigorish {money(event.vigorish)}" if event.vigorish else ""
        return (
            f"{self.who(event.seat).capitalize() if not self._names.get(event.seat) else self.who(event.seat)}: {what} {how}"
            f"{f' ({why})' if why else ''}; staked {money(event.stake)}, handed back {money(event.returned)}{fee}"
        )
