"""What commands are made of, and the other messages that a page sends. What does not decode is refused as malformed."""

from typing import Annotated

import msgspec

from pitboss.money import Cents

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
Name = Annotated[str, msgspec.Meta(max_length=64)]
Word = Annotated[str, msgspec.Meta(max_length=64)]
Amount = Annotated[Cents, msgspec.Meta(ge=0, le=10**12)]
Count = Annotated[int, msgspec.Meta(ge=0)]
Reason = Annotated[str, msgspec.Meta(max_length=500)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=99)]
MOST_SECONDS = 3600  # of any timer of a table, on the page and in a floor file
Seconds = Annotated[float, msgspec.Meta(ge=0, le=MOST_SECONDS)]


class LimitsMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Posted limits of one wager, or of the table; an amount that is not stated stays as it was filed."""

    minimum: Amount | None = None
    maximum: Amount | None = None


class SettingsMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a table is run; what is not stated stays as it is."""

    title: Name | None = None
    pit: Word | None = None
    betting_seconds: Seconds | None = None
    election_seconds: Seconds | None = None
    settled_seconds: Seconds | None = None
    courtesy_seconds: Seconds | None = None
    absence_seconds: Seconds | None = None
    buy_in: Amount | None = None
    sale_maximum: Amount | None = None
    sale_approval: Amount | None = None


class AdjustmentMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a correction gives to a seat, or, below zero, takes from it."""

    seat: Seat
    amount: Annotated[Cents, msgspec.Meta(ge=-(10**12), le=10**12)]


class Keyed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request without content besides its key."""

    key: Key
