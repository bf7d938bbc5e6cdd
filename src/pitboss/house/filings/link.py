"""Rules in a link: a game, a name, and the choices that differ from the game's example, in a few dozen letters.

Nothing signs it. Whatever arrives is a draft like any other, and is checked by the chapter before it is played.
"""

import base64
import binascii
import zlib
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.procedure import Refusal, Refused
from pitboss.submission import made_choices

LONGEST = 4000  # letters of a link
LARGEST = 64_000  # bytes that they may stand for

Choices = dict[str, Any]


class LinkedRules(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a link carries. ``changed`` with None: a choice of the example that is not made."""

    game: str
    title: str = ""
    changed: Choices = {}


def encode(game: str, title: str, choices: Choices) -> str:
    """The letters of a link."""
    example = _example(game)
    changed = {name: value for name, value in choices.items() if value is not None and example.get(name) != value}
    changed |= {name: None for name in example if choices.get(name) is None}
    changed.pop("holder", None)  # a table bears the name of the house that it is in
    packed = zlib.compress(msgspec.json.encode(LinkedRules(game, title, changed), order="deterministic"), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def decode(letters: str) -> tuple[str, str, Choices]:
    """Game, name and every choice of a link; a refusal where it is none."""
    try:
        if len(letters) > LONGEST:
            raise ValueError(letters[:20])
        packed = base64.b64decode(letters + "=" * (-len(letters) % 4), altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(packed, LARGEST)
        if not unpacking.eof:
            raise ValueError(letters[:20])
        found = msgspec.json.decode(text, type=LinkedRules)
    except (ValueError, binascii.Error, zlib.error, msgspec.MsgspecError):
        words = "This link does not carry the rules of a table; it may have been cut off when it was copied."
        raise Refused(Refusal.MALFORMED, words, "") from None
    whole = _example(found.game) | found.changed
    return found.game, found.title, made_choices(whole)


def _example(game: str) -> Choices:
    """The choices of a game's example, as they are written in a file."""
    written = msgspec.json.encode(catalogue.game(game).example().chosen)
    made: Choices = msgspec.json.decode(written)
    return made_choices(made)
