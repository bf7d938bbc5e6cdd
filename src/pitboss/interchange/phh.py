"""Rounds of card games in the form of the poker hand history (PHH): a TOML file a hand, or numbered tables of one file.

PHH names eleven variants of poker; table games are none of them. ``variant`` is therefore the name of our game, and a reader that
insists on its own list refuses it. What PHH has a field for is in that field; everything that decides the round is in fields of our
own, which begin with an underscore as the format allows. Reading a file back takes those, plays the round, and refuses a file whose
``actions`` are not what comes of them.

A player is ``p1``, ``p2``, … in the order of the seats that take part; the dealer's own hand is that of one more player at the end.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby, takewhile
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.equipment.cards import JOKER
from pitboss.events import Dealt, Elected, Event, Revealed, Settlement
from pitboss.game import RoundStart
from pitboss.interchange import toml
from pitboss.interchange.again import again, play_out
from pitboss.interchange.rounds import Act, PlayedRound, Rules, Sitting, drawn, placed, settled
from pitboss.money import dollars
from pitboss.procedure import DEALER, Refusal, Refused
from pitboss.shown import shown_of

UNKNOWN = "??"  # how PHH writes a card that is not told; it knows no joker
OWN = "_pitboss_round"


class _Own(msgspec.Struct, frozen=True, rename=lambda name: f"_{name}"):
    """The fields of our own, by which a file is read back. ``state`` is JSON, because TOML has no null."""

    pitboss_round: int
    rules: Rules
    history: tuple[Act, ...]
    start: RoundStart
    state: str
    times: tuple[str, str] = ("", "")
    result: str = ""
    void: bool = False
    seats: tuple[Sitting, ...] = ()


class _Standard(msgspec.Struct, frozen=True, omit_defaults=True):
    """The fields of PHH that are read back."""

    variant: str
    actions: list[str]
    hand: int = 0
    table: str = ""


def games() -> list[str]:
    """The games whose rounds are hands of cards."""
    return [game.name for game in catalogue.games().values() if shown_of(game).hand_history]


def is_history(data: dict[str, Any]) -> bool:
    """Whether a TOML file is a hand history: one hand, or several under their numbers."""
    return "variant" in data or (
        bool(data) and all(isinstance(one, dict) and "variant" in one for one in data.values())
    )


def write(found: Iterable[PlayedRound]) -> Iterator[str]:
    """The text of a file of hands, piece by piece: one hand by itself, several as numbered tables (.phhs)."""
    hands = iter(found)
    first, second = next(hands, None), next(hands, None)
    if first is None:
        return
    if second is None:
        yield hand(first)
        return
    for number, played in enumerate(_chained(first, second, hands), 1):
        yield f"[{number}]\n{hand(played)}\n"


def _chained(first: PlayedRound, second: PlayedRound, rest: Iterator[PlayedRound]) -> Iterator[PlayedRound]:
    yield first
    yield second
    yield from rest


def hand(played: PlayedRound) -> str:
    """One hand in TOML."""
    if not shown_of(catalogue.game(played.game)).hand_history:
        raise Refused(
            Refusal.NOT_OFFERED,
            f"{played.game} is not written as a hand of cards; these games are: {', '.join(games())}.",
            "",
        )
    if played.face_down or played.state is None:
        why = "cards that were dealt face down" if played.face_down else "no state before it"
        raise Refused(Refusal.NOT_FOUND, f"{played.name.capitalize()} has {why}, so it has no hand history.", "")
    events, _ = again(played)
    players = _players(played, events)
    own = _Own(
        1, played.rules, played.history, played.start, msgspec.json.encode(played.state).decode(),
        (played.opened, played.closed), played.result, played.void, played.seats,
    )  # fmt: skip
    before_the_deal = placed(takewhile(lambda event: not isinstance(event, Dealt), events))
    antes = [sum(one.amount for one in before_the_deal if one.seat == who) for who in players]
    won = [
        sum(one.returned - one.stake for one in played.settlements if one.seat == who) if who != DEALER else 0
        for who in players
    ]
    won[-1] = -sum(won)
    names = {one.seat: one.name for one in played.seats}
    fields: dict[str, str] = {
        "variant": toml.value(played.game),
        "antes": toml.value([_amount(one) for one in antes]),
        "starting_stacks": "[" + ", ".join("inf" for _ in players) + "]",
        "actions": toml.rows(actions(events, players)),
        "hand": toml.value(played.round),
        "table": toml.value(played.table),
        "seats": toml.value([who for who in players if isinstance(who, int)]),
        "winnings": toml.value([_amount(one) for one in won]),
        "currency": '"USD"',
    }
    if any(names.values()):
        fields["players"] = toml.value([names.get(who, "") if isinstance(who, int) else "Dealer" for who in players])
    for name, one in msgspec.to_builtins(own).items():
        fields[name] = toml.rows(one) if name == "_history" else toml.value(one)
    return "".join(f"{name} = {one}\n" for name, one in fields.items())


def _players(played: PlayedRound, events: Iterable[Event]) -> list[int | str]:
    """Who takes part, in the order of the seats, the dealer last."""
    seats = {one.seat for one in played.wagers} | {one.seat for one in played.settlements}
    seats |= {event.to for event in events if isinstance(event, Dealt) and isinstance(event.to, int)}
    return [*sorted(seats), DEALER]


def actions(events: Iterable[Event], players: list[int | str]) -> list[str]:
    """What happened in the notation of PHH; what it has none for is a commentary, which it passes over."""
    numbers = {who: f"p{number}" for number, who in enumerate(players, 1)}
    notation: list[str] = []
    for (kind, who), some in groupby(events, _turn):
        several = list(some)
        if who not in numbers:
            continue
        if kind is Dealt:
            cards = [event.card for event in several if isinstance(event, Dealt)]
            notation.append(f"d dh {numbers[who]} {_cards(cards)}{_jokers(cards)}")
        for event in several:
            if isinstance(event, Elected):
                notation.append(_elected(event, numbers[who]))
            elif isinstance(event, Revealed) and event.seen_by is None:
                notation.append(f"{numbers[who]} sm {_cards(event.cards)}{_jokers(event.cards)}")
            elif isinstance(event, Settlement):
                notation.append(
                    f"# {numbers[who]} {event.wager}: ${dollars(event.stake)} up, ${dollars(event.returned)} back"
                )
    return notation


def _turn(event: Event) -> tuple[type[Event], Any]:
    """Of what kind an event is, and about whom: cards that one hand gets at once are one action."""
    match event:
        case Dealt():
            return Dealt, event.to
        case Elected():
            return Elected, event.by
        case Revealed():
            return Revealed, event.of
        case Settlement():
            return Settlement, event.seat
    return Event, None


def _elected(event: Elected, player: str) -> str:
    if event.says == "fold":
        return f"{player} f"
    if event.amount and event.unit == "cents":
        return f"{player} cbr {_amount(event.amount)} # {event.says}"
    cards = f" {_cards(event.cards)}" if event.cards else ""
    return f"# {player} {event.says}{cards}"


def _cards(cards: Iterable[str]) -> str:
    """``AS`` as ``As``."""
    return "".join(UNKNOWN if card == JOKER else card[0] + card[1:].lower() for card in cards)


def _jokers(cards: Iterable[str]) -> str:
    return " # ?? is the joker" if JOKER in cards else ""


def _amount(amount: int) -> int | float:
    """Dollars, whole where they are."""
    return amount / 100 if amount % 100 else amount // 100


# --- back


def read(data: dict[str, Any]) -> Iterator[PlayedRound]:
    """The rounds of a file of hands."""
    for name, one in [("", data)] if "variant" in data else data.items():
        yield _read(one, f"Hand {name}" if name else "The hand")


def _read(data: dict[str, Any], what: str) -> PlayedRound:
    if OWN not in data:
        raise Refused(
            Refusal.MALFORMED,
            f"{what} is of {data.get('variant')!r} and was not written here; only hands with the field {OWN} can be read.",
            "",
        )
    try:
        own, standard = msgspec.convert(data, _Own), msgspec.convert(data, _Standard)
        state = msgspec.json.decode(own.state, type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise Refused(Refusal.MALFORMED, f"{what} cannot be read: {error}.", "") from None
    history = [act.item for act in own.history]
    played = PlayedRound(
        1, standard.variant, own.rules, standard.hand, own.start, own.history, (), standard.table,
        *own.times, own.result, own.void, own.seats, chance=drawn(history), state=state,
    )  # fmt: skip
    events, _ = play_out(played)
    played = msgspec.structs.replace(played, settlements=settled(events), wagers=placed(events))
    if actions(events, _players(played, events)) != standard.actions:
        raise Refused(Refusal.CORRUPT, f"The actions of {played.name} are not those of its history.", "")
    return played
