"""The Rules Submission: the certificate holder's filed choices, validated, immutable, hashed into every round.

A chapter declares its choices as the fields of a frozen struct; each field carries a ``Filed`` note with the
provision behind it, so that an unlawful choice is refused with what is allowed and by what. Cross-checks
between choices go into the chapter's ``check``.
"""

import hashlib
import re
import tomllib
import types
import typing
from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, TypeVar

import msgspec

from pitboss.money import Breakage, Cents, Money, Odds, cents, dollars
from pitboss.procedure import Refusal, Refused

TEXT = "601a.2"  # Rules Submissions themselves; a chapter outside this project (I-GEN-31)
_BARE = re.compile(r"[A-Za-z0-9_-]+")


class Filed(msgspec.Struct, frozen=True):
    """What stands behind one choice: its provision, a sentence, and the numbers it may take."""

    cite: str
    about: str
    least: int | None = None
    most: int | None = None
    floors: str = ""  # names a class attribute: {wager: Odds}; payouts may not be below it
    must: bool = False  # the operator has to choose; there is no default


class Doubt(msgspec.Struct, frozen=True):
    """A choice that is offered as printed although the print is probably wrong; whoever files it confirms it."""

    choice: str
    about: str
    cite: str


class Limits(msgspec.Struct, frozen=True, omit_defaults=True):
    """Posted minimum and maximum of one wager."""

    minimum: Cents | None = None
    maximum: Cents | None = None


class RulesSubmission(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """The choices every game has. A chapter's own ``Rules`` adds to them."""

    minimum: Annotated[Money | None, Filed("I-GEN-34", "Posted minimum of each wager.", 1)] = None
    maximum: Annotated[Money | None, Filed("I-GEN-34", "Posted maximum of each wager.", 1)] = None
    limits: Annotated[Mapping[str, Limits], Filed("I-GEN-34", "Minimum and maximum of single wagers.")] = msgspec.field(
        default_factory=dict
    )
    unit: Annotated[Money | None, Filed("I-623a-36", "The smallest chip; every wager is then a multiple of it.", 1)] = (
        None
    )
    breakage: Annotated[Breakage, Filed("I-GEN-06", "What becomes of a fraction of a cent in a payout.")] = (
        Breakage.UP_TO_CENT
    )

    @property
    def chip(self) -> Cents:
        """The smallest chip, one dollar unless another was filed."""
        return self.unit or 100

    def least(self, wager: str) -> Cents:
        own = self.limits.get(wager)
        return (own.minimum if own and own.minimum is not None else self.minimum) or 1

    def most(self, wager: str) -> Cents | None:
        own = self.limits.get(wager)
        return own.maximum if own and own.maximum is not None else self.maximum

    def number(self, seat: int) -> int:
        """The number printed at a seat, where the chapter has them numbered another way than they are counted."""
        return seat

    @classmethod
    def wager_names(cls) -> tuple[str, ...]:
        """The wagers that ``limits`` may name. A chapter overrides this."""
        return ()

    def check(self) -> None:
        """Raise ``Refused`` where two choices exclude each other. A chapter overrides this."""

    def doubts(self) -> tuple[Doubt, ...]:
        """The choices made here whose print is suspect. A chapter overrides this."""
        return ()

    @property
    def filed(self) -> dict[str, Any]:
        """Every choice in the form it has in the TOML file."""
        return {name: _plain(getattr(self, name), kind) for name, (kind, _, _) in choices(type(self)).items()}

    def hash(self, game: str) -> str:
        """SHA-256 of the game and every choice made for it."""
        data = msgspec.json.encode({"game": game, "choices": self.filed}, order="deterministic")
        return hashlib.sha256(data).hexdigest()


R = TypeVar("R", bound=RulesSubmission)


def choices(rules: type[RulesSubmission]) -> dict[str, tuple[Any, Filed, Any]]:
    """Name → (type, note, default) of every choice, the chapter's own first."""
    hints = typing.get_type_hints(rules, include_extras=True)
    own = [n for n in rules.__struct_fields__ if n not in RulesSubmission.__struct_fields__]
    ordered = [*own, *RulesSubmission.__struct_fields__]
    defaults = {f.name: f.default_factory() if f.default is msgspec.NODEFAULT and f.default_factory is not msgspec.NODEFAULT else f.default
                for f in msgspec.structs.fields(rules)}  # fmt: skip
    found = {}
    for field in ordered:
        kind, note = typing.get_args(hints[field])[:2]
        found[field] = (kind, note, defaults[field])
    return found


def file(rules: type[R], chosen: Mapping[str, Any]) -> R:
    """A validated submission from what a TOML file says, or a cited refusal."""
    known = choices(rules)
    for key in chosen:
        if key not in known:
            raise Refused(
                Refusal.UNKNOWN_CHOICE,
                f"{key!r} is not a choice of this game; there are: {', '.join(known)}.",
                TEXT,
            )
    values = {}
    for key, (kind, note, default) in known.items():
        if key in chosen:
            values[key] = _read(key, kind, note, chosen[key], rules)
        elif note.must:
            raise Refused(
                Refusal.FORBIDDEN_CHOICE,
                f"{key} has no default and must be chosen: {allowed(kind, note)}.",
                note.cite,
            )
        else:
            values[key] = default
    submission = rules(**values)
    limits: list[tuple[str, Cents, Cents | None]] = [("the table", submission.minimum or 1, submission.maximum)]
    limits += [(wager, submission.least(wager), submission.most(wager)) for wager in submission.limits]
    for what, least, most in limits:  # what a wager's own limits leave open, the table's say
        if most is not None and least > most:
            words = f"The minimum of {what}, ${dollars(least)}, is above its maximum, ${dollars(most)}."
            raise Refused(Refusal.FORBIDDEN_CHOICE, words, "I-GEN-34")
    submission.check()
    return submission


def load(rules: type[R], text: str) -> R:
    """The same from the text of a TOML file."""
    try:
        chosen = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Refused(Refusal.MALFORMED, f"The submission is not TOML: {error}.", TEXT) from None
    chosen.pop("game", None)
    return file(rules, chosen)


def write(game: str, submission: RulesSubmission) -> str:
    """The TOML file of a submission, each choice under the provision that allows it."""
    lines = [f'game = "{game}"', ""]
    tables = []
    for key, (kind, note, _) in choices(type(submission)).items():
        value = _plain(getattr(submission, key), kind)
        words = f"# {note.about} {allowed(kind, note)} [{note.cite}]"
        if isinstance(value, dict):
            tables += ["", words, f"[{key}]", *(f"{_key(k)} = {_toml(v)}" for k, v in value.items())]
        else:
            lines += [words, f"# {key} =" if value is None else f"{key} = {_toml(value)}"]
    return "\n".join([*lines, *tables, ""])


# --- reading one value -------------------------------------------------------------------------------------


def inner_type(kind: Any) -> Any:
    """The type without ``| None``."""
    if isinstance(kind, types.UnionType) or typing.get_origin(kind) is typing.Union:
        kind = next(arm for arm in typing.get_args(kind) if arm is not types.NoneType)
    return kind


def allowed(kind: Any, note: Filed) -> str:
    kind = inner_type(kind)
    if kind is bool:
        return "true or false"
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return "one of " + ", ".join(kind)
    if kind is int or kind is Money:
        show = dollars if kind is Money else str
        low = f" from {show(note.least)}" if note.least is not None else ""
        high = f" to {show(note.most)}" if note.most is not None else ""
        return ("an amount like 12.50" if kind is Money else "a whole number") + low + high
    if kind is Fraction:
        return f"a percentage from {note.least or 0} to {note.most or 100}"
    if kind is Odds:
        return "odds, like 8 to 1"
    if kind is str:
        return "words"
    if typing.get_origin(kind) is tuple:
        return "a list, each " + allowed(typing.get_args(kind)[0], note)
    return "a table"


def _read(key: str, kind: Any, note: Filed, value: Any, rules: type[RulesSubmission]) -> Any:
    def no(why: str = "") -> Refused:
        detail = why or f"it takes {allowed(kind, note)}"
        return Refused(Refusal.FORBIDDEN_CHOICE, f"{key} = {value!r} is not allowed: {detail}.", note.cite)

    inner = inner_type(kind)
    if inner is bool:
        if not isinstance(value, bool):
            raise no()
        return value
    if isinstance(inner, type) and issubclass(inner, StrEnum):
        text = str(value)
        if isinstance(value, bool) or text not in set(inner):
            raise no()
        return inner(text)
    if inner is int or inner is Money:
        return _whole(value, note, no, money=inner is Money)
    if inner is Fraction:
        return _percent(value, note, no)
    if inner is Odds:
        return _odds(value, no)
    if inner is str:
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise no()
        return value
    if typing.get_origin(inner) is tuple:
        if not isinstance(value, list):
            raise no()
        return tuple(_read(key, typing.get_args(inner)[0], note, item, rules) for item in value)
    if not isinstance(value, dict):
        raise no()
    if key == "limits":
        return {wager: _limits(wager, bounds, rules, no) for wager, bounds in value.items()}
    if typing.get_args(inner)[1] is str:
        return {name: _read(key, str, note, text, rules) for name, text in value.items()}
    return {wager: _payout(wager, odds, rules, note, no) for wager, odds in value.items()}


def _whole(value: Any, note: Filed, no: Any, *, money: bool) -> int:
    if isinstance(value, bool) or not isinstance(value, int | str if money else int):
        raise no()
    try:
        number = cents(str(value)) if money else int(value)
    except ValueError as error:
        raise no(str(error).rstrip(".")) from None
    if (note.least is not None and number < note.least) or (note.most is not None and number > note.most):
        raise no()
    return number


def _percent(value: Any, note: Filed, no: Any) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | str | float):
        raise no()
    try:
        percent = Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise no() from None
    if not (note.least or 0) <= percent <= (note.most if note.most is not None else 100):
        raise no()
    return percent


def _odds(value: Any, no: Any) -> Odds:
    text = f"{value} to 1" if isinstance(value, int | float) and not isinstance(value, bool) else str(value)
    try:
        return Odds.parse(text)
    except ValueError as error:
        raise no(str(error).rstrip(".")) from None


def _payout(wager: str, value: Any, rules: type[RulesSubmission], note: Filed, no: Any) -> Odds:
    floors: Mapping[str, Odds] = getattr(rules, note.floors, {})
    if wager not in floors:
        raise no(f"{wager!r} is none of {', '.join(floors)}")
    odds = _odds(value, no)
    if odds.net < floors[wager].net:
        raise no(f"{wager} pays no less than {floors[wager]}")
    return odds


def _limits(wager: str, bounds: Any, rules: type[RulesSubmission], no: Any) -> Limits:
    if wager not in rules.wager_names():
        raise no(f"{wager!r} is none of {', '.join(rules.wager_names())}")
    if not isinstance(bounds, dict) or not set(bounds) <= {"minimum", "maximum"}:
        raise no("write minimum and maximum")
    note = Filed("I-GEN-34", "", 1)
    return Limits(**{name: _whole(value, note, no, money=True) for name, value in bounds.items()})


def _plain(value: Any, kind: Any = None) -> Any:
    if value is not None and inner_type(kind) is Money:
        return dollars(value)
    if isinstance(value, Odds):
        return value.text
    if isinstance(value, Limits):
        return {k: dollars(v) for k, v in (("minimum", value.minimum), ("maximum", value.maximum)) if v is not None}
    if isinstance(value, Mapping):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, tuple):
        return [_plain(v) for v in value]
    if isinstance(value, Fraction):
        return str(value)
    return value


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return "[" + ", ".join(_toml(v) for v in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(k)} = {_toml(v)}" for k, v in value.items()) + "}"
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _key(name: str) -> str:
    """A key as TOML writes it: bare where it may be, else in quotes."""
    return name if _BARE.fullmatch(name) else _toml(name)
