"""The entries of the cage's journal: one struct for each kind.

A purse is named by the credential number of whoever signed in, or by the beginning of the hash of a guest's cookie. The
fields are part of the record: old records must still decode.
"""

import msgspec

from pitboss.money import Cents


class PurseOpened(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody came for the first time, and the house gave them play chips."""

    purse: str
    amount: Cents


class ToppedUp(msgspec.Struct, frozen=True, omit_defaults=True):
    """The house gave more play chips, on a gaming day."""

    purse: str
    amount: Cents
    day: str


class ChipsOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """Chips left a purse for a table; they are on the way until the table's own record names the key. ``stay`` is the key of
    the buy-in, where somebody who sits there buys more."""

    purse: str
    table: str
    amount: Cents
    key: str
    stay: str = ""


class ChipsReturned(msgspec.Struct, frozen=True, omit_defaults=True):
    """Chips came back from the way: the table did not take them."""

    purse: str
    table: str
    amount: Cents
    key: str


class ChipsBack(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat was given up, and what was in its rack came back: the end of the stay that ``key`` began."""

    purse: str
    table: str
    amount: Cents
    key: str


class Renamed(msgspec.Struct, frozen=True, omit_defaults=True):
    """The name and the colour under which somebody sits down from now on; empty: none of their own."""

    purse: str
    name: str = ""
    colour: str = ""


KINDS: dict[str, type[msgspec.Struct]] = {
    "purse_opened": PurseOpened,
    "topped_up": ToppedUp,
    "chips_out": ChipsOut,
    "chips_returned": ChipsReturned,
    "chips_back": ChipsBack,
    "renamed": Renamed,
}
NAMES = {struct: kind for kind, struct in KINDS.items()}
DECODERS = {kind: msgspec.json.Decoder(struct) for kind, struct in KINDS.items()}
