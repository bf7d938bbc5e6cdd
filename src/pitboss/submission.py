"""The Rules Submission: the certificate holder's filed choices, validated, immutable, hashed into every round.

A chapter declares its choices as the fields of a frozen struct; each field carries a ``Choice`` note with the
provision behind it, so that an unlawful choice is refused with what is allowed and by what. Cross-checks
between choices go into the chapter's ``check``.
"""

import difflib
import hashlib
import re
import types
import typing
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cache, cached_property
from typing import Annotated, Any, ClassVar, Self, TypeVar

import msgspec

from pitboss.meters import Meter
from pitboss.money import (
    DOWNWARDS,
    TO_CHIPS,
    Breakage,
    Cents,
    Money,
    Odds,
    PayoutRounding,
    cents,
    dollars,
    least_win,
    payout_rounding,
    winnings,
)
from pitboss.procedure import Refusal, Refused
from pitboss.toml_text import NotToml, read_toml
from pitboss.wagers import Charge, Posted, Spots, Terms, WagerKind

TEXT = "601a.2"  # Rules Submissions themselves; a chapter outside this project (I-GEN-31)
HOLDER = "Demonstration Casino"  # until a certificate holder files under its own name
CHIP_STEP = "I-GEN-37"  # what a wager is a multiple of, where the chapter is silent
ROUNDING = "I-GEN-41"  # what may be rounded in a payout
METER_STAKES = "I-GEN-42"  # what may be staked for a part of a meter, where the chapter is silent
Covers = Mapping[tuple[str, str], tuple[str, ...]]
_BARE = re.compile(r"[A-Za-z0-9_-]+")


class Choice(msgspec.Struct, frozen=True):
    """What is known of one choice: its provision, a sentence about it, and the numbers it may take."""

    cite: str
    about: str
    least: int | None = None
    most: int | None = None
    floors: str = ""  # names a class attribute: {wager: Odds}; payouts may not be below it
    must: bool = False  # the certificate holder has to choose; there is no default
    specify: bool = False  # the text has the certificate holder specify it: a filing without it is refused
    only_with: tuple[str, ...] = ()  # it has to be specified only where one of these options is elected
    lines: bool = False  # a list whose entries are lines of words, entered one below the other
    added: bool = (
        False  # came after filings were recorded: unwritten at its default, which never changes, so that hashes stay
    )


def betting_positions(cite: str, most: int, least: int = 1) -> Choice:
    """How many players a table has places for, where the chapter only says how many there may be at most."""
    return Choice(cite, "Betting positions of the table.", least, most, added=True)


class Doubt(msgspec.Struct, frozen=True):
    """A choice that is offered as printed although the print is probably wrong; whoever files it has to confirm it."""

    choice: str
    about: str
    cite: str


class Limits(msgspec.Struct, frozen=True, omit_defaults=True):
    """Posted minimum and maximum of one wager."""

    minimum: Cents | None = None
    maximum: Cents | None = None


class RulesSubmission(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """The choices that every game has; a chapter's ``Rules`` adds its own.

    This class also declares what house, papers and page read of a table's rules: ``spots`` and ``posted``, which every
    chapter defines, and ``covers`` and ``meters``, which some override.
    """

    minimum: Annotated[Money | None, Choice("I-GEN-34", "Posted minimum of each wager.", 1)] = None
    maximum: Annotated[Money | None, Choice("I-GEN-34", "Posted maximum of each wager.", 1)] = None
    limits: Annotated[Mapping[str, Limits], Choice("I-GEN-34", "Minimum and maximum of single wagers.")] = (
        msgspec.field(default_factory=dict)
    )
    unit: Annotated[Money | None, Choice(CHIP_STEP, "The smallest chip; every wager is then a multiple of it.", 1)] = (
        None
    )
    breakage: Annotated[
        Breakage, Choice("I-GEN-06", "What becomes of a fraction of a cent, or of a chip, in a payout.")
    ] = Breakage.UP_TO_CENT

    holder: Annotated[str, Choice(TEXT, "The certificate holder, whose name is on the papers.")] = HOLDER

    @property
    def chip(self) -> Cents:
        """The smallest chip, one dollar unless another was filed."""
        return self.unit or 100

    @property
    def step(self) -> Cents:
        """The smallest difference between two wagers: the smallest chip, or a cent where none was filed."""
        return self.unit or 1

    denominated: ClassVar[tuple[str, ...]] = ()  # progressive wagers whose winners have alike, whatever they staked
    proportional: ClassVar[tuple[str, ...]] = ()  # progressive wagers whose winners share by their stakes

    def open_stakes(self) -> Iterator[tuple[str, str]]:
        """I-GEN-42: progressive wagers whose stakes the chapter leaves open and no limits of their own settle, with what
        has to be filed for each: one denomination, or a minimum where winners share by their stakes."""
        wagers = (*self.denominated, *self.proportional)
        metered = {meter.name for meter in self.meters} if wagers else set()
        for wager in wagers:
            own = self.limits.get(wager, Limits())
            enough = own.minimum is not None and own.minimum >= self.chip
            if wager in metered and not (enough and (wager in self.proportional or own.minimum == own.maximum)):
                what = "a minimum" if wager in self.proportional else "one denomination, its minimum and maximum alike,"
                yield wager, f"{what} of ${dollars(self.chip)} or more"

    @cached_property
    def in_play(self) -> Self:
        """These rules as a table in play keeps them: stakes that were left open are the table's minimum (I-GEN-42)."""
        limits = dict(self.limits)
        for wager, _ in self.open_stakes():
            least = max(self.least(wager), self.chip)
            limits[wager] = Limits(least, self.most(wager) if wager in self.proportional else least)
        return self if limits == self.limits else msgspec.structs.replace(self, limits=limits)

    @cached_property
    def payout_rounding(self) -> PayoutRounding:
        """How this table pays what its odds do not pay in whole cents or chips (I-GEN-06, I-GEN-41)."""
        return payout_rounding(self.breakage, self.unit)

    @property
    @abstractmethod
    def spots(self) -> Spots:
        """Every place of this table's layout where a wager may be tendered, with its terms."""
        raise NotImplementedError

    @property
    @abstractmethod
    def posted(self) -> Posted:
        """What this table posts about its wagers, its number of seats included."""
        raise NotImplementedError

    @property
    def covers(self) -> Covers:
        """The numbers that a spot covers, where a layout has such spots."""
        return {}

    @property
    def meters(self) -> tuple[Meter, ...]:
        """The progressive meters that were filed for this table."""
        return ()

    def terms(
        self,
        kind: WagerKind,
        on: str = "",
        *,
        odds: tuple[Odds, ...] = (),
        label: str = "",
        charge: Charge | None = None,
    ) -> Terms:
        """The ordinary terms of a spot: the limits of its wager, in multiples of the smallest chip (I-GEN-37)."""
        return Terms(
            kind=kind,
            on=on,
            least=self.least(kind.name),
            most=self.most(kind.name),
            step=self.step,
            step_cite=CHIP_STEP,
            odds=odds,
            label=label,
            charge=charge,
        )

    def least(self, wager: str) -> Cents:
        own = self.limits.get(wager)
        return (own.minimum if own and own.minimum is not None else self.minimum) or 1

    def most(self, wager: str) -> Cents | None:
        own = self.limits.get(wager)
        return own.maximum if own and own.maximum is not None else self.maximum

    def number(self, seat: int) -> int:
        """The number printed at a seat, where the chapter numbers seats in another way than we count them."""
        return seat

    @classmethod
    def wager_names(cls) -> tuple[str, ...]:
        """The wagers that ``limits`` may name. A chapter overrides this."""
        return ()

    def check(self) -> None:
        """Raise ``Refused`` where two choices exclude each other. A chapter overrides this."""

    def doubts(self) -> tuple[Doubt, ...]:
        """The choices of this submission that are suspect. A chapter adds those whose print is."""
        return (*_breakage_doubts(self), *_stake_doubts(self))

    @property
    def every_choice(self) -> dict[str, Any]:
        """Every choice in the form it has in the TOML file."""
        return {name: as_written(getattr(self, name), kind) for name, (kind, _, _) in choices(type(self)).items()}

    @property
    def chosen(self) -> dict[str, Any]:
        """What is recorded and hashed: every choice, but ``added`` ones only where they differ from their default."""
        known = choices(type(self))
        return {
            name: value
            for name, value in self.every_choice.items()
            if not known[name][1].added or getattr(self, name) != known[name][2]
        }

    def hash(self, game: str) -> str:
        """SHA-256 of the game and every choice made for it."""
        if game not in self._hashes:
            self._hashes[game] = hash_of(game, self.chosen)
        return self._hashes[game]

    @cached_property
    def _hashes(self) -> dict[str, str]:
        """A submission never changes, and its hash is asked for often: by game, as they were worked out."""
        return {}


def _breakage_doubts(rules: RulesSubmission) -> Iterator[Doubt]:
    """I-GEN-41: no words allow less than exact odds; and chips that were never filed are not rounded to."""
    if rules.breakage in TO_CHIPS and rules.unit is None:
        words = f"no unit is filed, so that {rules.breakage} has no chip to round to: payouts are rounded to the cent."
        yield Doubt("breakage", words, ROUNDING)
    if rules.breakage in DOWNWARDS and any(not odds.floor for terms in rules.spots.values() for odds in terms.odds):
        words = (
            f"{rules.breakage} pays less than the printed odds where a payout breaks, which no words of the text allow."
        )
        yield Doubt("breakage", words, ROUNDING)


def _stake_doubts(rules: RulesSubmission) -> Iterator[Doubt]:
    for wager, needed in rules.open_stakes():
        words = f"the stake of the {wager} is open, so that a cent could win its meter; file {needed} in limits."
        yield Doubt("limits", words, METER_STAKES)


def made_choices(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The choices that were made, as a file has them: a record has None for one that was not."""
    return {name: value for name, value in chosen.items() if value is not None}


def hash_of(game: str, chosen: Mapping[str, Any]) -> str:
    """SHA-256 of a game and choices as they were recorded. A choice that came later is not among those of an older record,
    and its default is not hashed with them."""
    data = msgspec.json.encode({"game": game, "choices": chosen}, order="deterministic")
    return hashlib.sha256(data).hexdigest()


def is_hash_of(hash: str, game: str, chosen: Mapping[str, Any], rules: RulesSubmission) -> bool:
    """Whether a hash is that of recorded choices, as they stand or with what they leave out: filings record only what was
    chosen."""
    return hash in (hash_of(game, chosen), rules.hash(game))


R = TypeVar("R", bound=RulesSubmission)


@cache
def choices(rules: type[RulesSubmission]) -> Mapping[str, tuple[Any, Choice, Any]]:
    """Name → (type, note, default) of every choice, the chapter's own first."""
    hints = typing.get_type_hints(rules, include_extras=True)
    own = [n for n in rules.__struct_fields__ if n not in RulesSubmission.__struct_fields__]
    ordered = [*own, *RulesSubmission.__struct_fields__]
    defaults = {f.name: f.default_factory() if f.default is msgspec.NODEFAULT and f.default_factory is not msgspec.NODEFAULT
        else f.default
                for f in msgspec.structs.fields(rules)}  # fmt: skip
    found = {}
    for field in ordered:
        kind, note = typing.get_args(hints[field])[:2]
        found[field] = (kind, note, defaults[field])
    return types.MappingProxyType(found)


class Mistake(Refused):
    """A refusal of one choice; ``path`` is the choice, and the wager or bound within it."""

    def __init__(self, refused: Refused, path: tuple[str, ...] = ()) -> None:
        super().__init__(refused.why, refused.sentence, refused.cite)
        self.path = path


def submit(rules: type[R], chosen: Mapping[str, Any]) -> R:
    """A validated submission from what a TOML file says or a record has, or a cited refusal; None is not chosen."""
    made, wrong = _judge(rules, chosen)
    if made is None:
        raise wrong[0]
    return made


def mistakes(rules: type[RulesSubmission], chosen: Mapping[str, Any]) -> list[Mistake]:
    """Everything that is wrong with a submission: each choice by itself, then its limits, then what two choices exclude.

    The last two are looked at where every choice can be read.
    """
    return _judge(rules, chosen)[1]


def _judge(rules: type[R], chosen: Mapping[str, Any]) -> tuple[R | None, list[Mistake]]:
    """The submission, or all its mistakes in the order in which ``submit`` would tell them."""
    known = choices(rules)
    wrong, meant = [_unknown(key, known) for key in chosen if key not in known], _misspelt(known, chosen)
    chosen, values = made_choices(chosen), dict[str, Any]()
    for key, (kind, note, default) in known.items():
        if key in chosen:
            faults = [*_faults(key, kind, note, chosen[key], rules)]
            values[key] = None if faults else _read(key, kind, note, chosen[key], rules)
            wrong += faults
        elif note.must and key not in meant:
            words = f"{key} has no default; choose {allowed(kind, note)}."
            wrong.append(Mistake(Refused(Refusal.FORBIDDEN_CHOICE, words, note.cite), (key,)))
        else:
            values[key] = default
    if wrong:
        return None, wrong
    submission = rules(**values)
    wrong = [*_crossed_limits(submission)]
    if submission.breakage is Breakage.UP_TO_CHIP and submission.unit is None:
        wrong.append(_no_chip(submission))
    if not wrong:
        try:
            submission.check()
        except Refused as refused:
            named = next((word for word in re.findall(r"\w+", refused.sentence) if word in chosen), "")
            wrong.append(Mistake(refused, (named,) if named else ()))
    return None if wrong else submission, wrong


def _unknown(key: str, known: Iterable[str]) -> Mistake:
    words = f"{key!r} is not a choice of this game; {offered(key, known, 'the choices are')}."
    return Mistake(Refused(Refusal.UNKNOWN_CHOICE, words, TEXT), (key,))


def _misspelt(known: Iterable[str], chosen: Iterable[str]) -> set[str]:
    """The choices that an unknown name probably meant: they are not missing besides."""
    known = set(known)
    return {near(key, known) for key in chosen if key not in known}


def _faults(key: str, kind: Any, note: Choice, value: Any, rules: type[RulesSubmission]) -> Iterator[Mistake]:
    """What is wrong with the value of one choice; of a table, with each of its lines."""
    for path, part in _parts(key, value, rules):
        try:
            _read(key, kind, note, part, rules)
        except Refused as refused:
            yield Mistake(refused, path)


def _parts(key: str, value: Any, rules: type[RulesSubmission]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """A table line by line, a wager's limits bound by bound; any other value as it is."""
    if not isinstance(value, dict) or not value:
        yield (key,), value
        return
    for name, line in value.items():
        if key == "limits" and name in rules.wager_names() and isinstance(line, dict) and line:
            yield from (((key, name, bound), {name: {bound: amount}}) for bound, amount in line.items())
        else:
            yield (key, name), {name: line}


def _crossed_limits(submission: RulesSubmission) -> Iterator[Mistake]:
    """Minimums above their maximums; the table's limits apply where a wager has none of its own."""
    limits: list[tuple[str, Cents, Cents | None]] = [("the table", submission.minimum or 1, submission.maximum)]
    limits += [(wager, submission.least(wager), submission.most(wager)) for wager in submission.limits]
    for what, least, most in limits:
        if most is not None and least > most:
            words = f"The minimum of {what}, ${dollars(least)}, is above its maximum, ${dollars(most)}."
            path = ("limits", what) if what in submission.limits else ("minimum",)
            yield Mistake(Refused(Refusal.FORBIDDEN_CHOICE, words, "I-GEN-34"), path)


def _no_chip(submission: RulesSubmission) -> Mistake:
    words = (
        f"breakage = {str(submission.breakage)!r} needs the unit: no chip is filed to which a payout could be rounded."
    )
    return Mistake(Refused(Refusal.FORBIDDEN_CHOICE, words, ROUNDING), ("breakage",))


def not_to_be_filed(submission: RulesSubmission) -> Iterator[Mistake]:
    """Why a submission cannot be filed, and no new table opened under it, although one in force keeps running (I-GEN-41,
    I-GEN-42)."""
    if submission.breakage is Breakage.DOWN_TO_CHIP and submission.unit is None:
        yield _no_chip(submission)
    yield from _rounded_to_nothing(submission)
    for wager, needed in submission.open_stakes():
        words = f"limits of the {wager} have to be filed with its meter: {needed}."
        yield Mistake(Refused(Refusal.FORBIDDEN_CHOICE, words, METER_STAKES), ("limits", wager))


def cautions(submission: RulesSubmission) -> tuple[str, ...]:
    """What is said of rules that are played although they could not be filed, one sentence for each reason."""
    return tuple(f"These rules could not be filed: {mistake}" for mistake in not_to_be_filed(submission))


def check_fileable(submission: RulesSubmission) -> None:
    """Raise unless a submission may be filed, and a table opened under it."""
    for mistake in not_to_be_filed(submission):
        raise mistake


def _rounded_to_nothing(submission: RulesSubmission) -> Iterator[Mistake]:
    """Kinds of wagers of which one within the limits could have its win rounded to nothing, each with its worst odds."""
    rounding, worst = submission.payout_rounding, dict[str, tuple[Cents, Terms, Odds]]()
    for (wager, _), terms in submission.spots.items() if rounding.down else ():
        for odds in terms.odds:
            if odds.net and not winnings(terms.smallest // terms.parts, odds, rounding):
                enough = terms.in_steps(least_win([odds], rounding) * terms.parts)
                worst[wager] = max(
                    worst.get(wager, (0, terms, odds)), (enough, terms, odds), key=lambda found: found[0]
                )
    for wager, (enough, terms, odds) in worst.items():
        words = (
            f"breakage = {str(submission.breakage)!r} would round what ${dollars(terms.smallest)} on {wager} wins at {odds} "
            f"to nothing; file a minimum of ${dollars(enough)} or more for it, or another breakage."
        )
        yield Mistake(Refused(Refusal.FORBIDDEN_CHOICE, words, ROUNDING), ("breakage",))


def near(word: object, names: Iterable[str]) -> str:
    """The name that was probably meant; empty where none is close."""
    by_sound = {name.casefold(): name for name in names}
    return next((by_sound[found] for found in difflib.get_close_matches(str(word).casefold(), by_sound, 1)), "")


def offered(word: object, names: Iterable[str], lead: str = "expected one of") -> str:
    """The end of a refusal: all names, and before them the one that was probably meant."""
    names = list(names)
    listed, meant = f"{lead}: {', '.join(names)}", near(word, names)
    return f"did you mean {meant}? {listed[0].upper()}{listed[1:]}" if meant else listed


def unspecified(rules: type[RulesSubmission], chosen: Mapping[str, Any]) -> list[tuple[str, Choice]]:
    """The choices that the text has the certificate holder specify and that are not made, with their provisions."""
    made = made_choices(chosen)
    return [
        (name, note)
        for name, (_, note, _) in choices(rules).items()
        if (note.must or note.specify) and name not in made and _matters(note, made)
    ]


def _matters(note: Choice, chosen: Mapping[str, Any]) -> bool:
    """Whether an option is elected with which the choice has to be specified."""
    return not note.only_with or any(chosen.get(option, False) not in (False, "none") for option in note.only_with)


def file_submission(rules: type[R], chosen: Mapping[str, Any]) -> R:
    """A submission that can be filed: validated, with every choice made that the text says shall be specified."""
    lacking = unspecified(rules, chosen)
    made = None if any(note.must for _, note in lacking) else submit(rules, chosen)  # what is unlawful is said first
    if made is None or lacking:
        names = "; ".join(f"{name} [{note.cite}]" for name, note in lacking)
        raise Refused(Refusal.FORBIDDEN_CHOICE, f"These choices have to be specified: {names}.", lacking[0][1].cite)
    check_fileable(made)
    return made


def filing_mistakes(
    rules: type[RulesSubmission], chosen: Mapping[str, Any], *, in_force: bool = False
) -> list[Mistake]:
    """Everything for which a submission could not be filed: its mistakes, and what it does not specify.

    With ``in_force`` what a filing that is in force keeps running with is left out.
    """
    made, wrong = _judge(rules, chosen)
    wrong += [] if made is None or in_force else not_to_be_filed(made)
    known = choices(rules)
    known_wrong = {*(mistake.path[0] for mistake in wrong if mistake.path), *_misspelt(known, chosen)}
    for name, note in unspecified(rules, chosen):
        if name not in known_wrong:
            words = f"{name} has to be specified; choose {allowed(known[name][0], note)}."
            wrong.append(Mistake(Refused(Refusal.FORBIDDEN_CHOICE, words, note.cite), (name,)))
    return wrong


def load(rules: type[R], text: str) -> R:
    """A validated submission from the text of a TOML file, or a cited refusal."""
    return submit(rules, read_choices(text))


def read_choices(text: str) -> dict[str, Any]:
    """The choices in the text of a TOML file."""
    try:
        chosen = read_toml(text)
    except NotToml as error:
        raise Refused(Refusal.MALFORMED, f"The submission is not TOML: {error}.", TEXT) from None
    chosen.pop("game", None)
    return chosen


def write(game: str, submission: RulesSubmission) -> str:
    """The TOML file of a submission, each choice under the provision that allows it; what is not recorded is a comment."""
    lines = [f'game = "{game}"', ""]
    tables = []
    recorded = submission.chosen
    for key, (kind, note, _) in choices(type(submission)).items():
        value = as_written(getattr(submission, key), kind)
        permitted = allowed(kind, note)
        words = f"# {note.about} {permitted[0].upper()}{permitted[1:]}. [{note.cite}]"
        if names := line_names(key, note, type(submission)):
            words += f"\n# It may name: {', '.join(names)}."
        if isinstance(value, dict):
            tables += ["", words, f"[{key}]", *(f"{_key(k)} = {_toml(v)}" for k, v in value.items())]
        else:
            line = f"{key} =" if value is None else f"{key} = {_toml(value)}"
            lines += [words, line if key in recorded and value is not None else f"# {line}"]
    return "\n".join([*lines, *tables, ""])


def line_names(key: str, note: Choice, rules: type[RulesSubmission]) -> tuple[str, ...]:
    """What the lines of a choice may be called, where the choice is a table of wagers."""
    if key == "limits":
        return rules.wager_names()
    return tuple(getattr(rules, note.floors)) if note.floors else ()


# --- reading one value -------------------------------------------------------------------------------------


def inner_type(kind: Any) -> Any:
    """The type without ``| None``."""
    if isinstance(kind, types.UnionType) or typing.get_origin(kind) is typing.Union:
        kind = next(arm for arm in typing.get_args(kind) if arm is not types.NoneType)
    return kind


def allowed(kind: Any, note: Choice) -> str:
    """What a choice may be, as the end of a sentence: ``one of: half, push``."""
    kind = inner_type(kind)
    if kind is bool:
        return "true or false"
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return "one of: " + ", ".join(kind)
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
        return "a list of lines" if note.lines else "a list, each " + allowed(typing.get_args(kind)[0], note)
    return "a table"


def _read(key: str, kind: Any, note: Choice, value: Any, rules: type[RulesSubmission]) -> Any:
    def refusal(why: str = "") -> Refused:
        detail = why or f"it takes {allowed(kind, note)}"
        return Refused(Refusal.FORBIDDEN_CHOICE, f"{key} = {value!r} is not allowed: {detail}.", note.cite)

    inner = inner_type(kind)
    if inner is bool:
        if not isinstance(value, bool):
            raise refusal()
        return value
    if isinstance(inner, type) and issubclass(inner, StrEnum):
        text = str(value)
        if isinstance(value, bool) or text not in set(inner):
            raise refusal(offered(text, inner, "it takes one of"))
        return inner(text)
    if inner is int or inner is Money:
        return _whole(value, note, refusal, money=inner is Money)
    if inner is Fraction:
        return _percent(value, note, refusal)
    if inner is Odds:
        return _odds(value, refusal)
    if inner is str:
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise refusal()
        return value
    if typing.get_origin(inner) is tuple:
        if not isinstance(value, list):
            raise refusal()
        return tuple(_read(key, typing.get_args(inner)[0], note, item, rules) for item in value)
    if not isinstance(value, dict):
        raise refusal()
    if key == "limits":
        return {wager: _limits(wager, bounds, rules, refusal) for wager, bounds in value.items()}
    if typing.get_args(inner)[1] is str:
        return {name: _read(key, str, note, text, rules) for name, text in value.items()}
    return {wager: _payout(wager, odds, rules, note, refusal) for wager, odds in value.items()}


def _whole(value: Any, note: Choice, refusal: Any, *, money: bool) -> int:
    if isinstance(value, bool) or not isinstance(value, int | str if money else int):
        raise refusal()
    try:
        number = cents(str(value)) if money else int(value)
    except ValueError as error:
        raise refusal(str(error).rstrip(".")) from None
    if (note.least is not None and number < note.least) or (note.most is not None and number > note.most):
        raise refusal()
    return number


def _percent(value: Any, note: Choice, refusal: Any) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | str | float):
        raise refusal()
    try:
        percent = Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise refusal() from None
    if not (note.least or 0) <= percent <= (note.most if note.most is not None else 100):
        raise refusal()
    return percent


def _odds(value: Any, refusal: Any) -> Odds:
    text = f"{value} to 1" if isinstance(value, int | float) and not isinstance(value, bool) else str(value)
    try:
        return Odds.parse(text)
    except ValueError as error:
        raise refusal(str(error).rstrip(".")) from None


def _payout(wager: str, value: Any, rules: type[RulesSubmission], note: Choice, refusal: Any) -> Odds:
    floors: Mapping[str, Odds] = getattr(rules, note.floors, {})
    if wager not in floors:
        raise refusal(f"there is no {wager!r}; {offered(wager, floors)}")
    odds = _odds(value, refusal)
    if odds.net < floors[wager].net:
        raise refusal(f"{wager} must pay at least {floors[wager]}")
    return odds


def _limits(wager: str, bounds: Any, rules: type[RulesSubmission], refusal: Any) -> Limits:
    if wager not in rules.wager_names():
        raise refusal(f"there is no wager {wager!r}; {offered(wager, rules.wager_names())}")
    if not isinstance(bounds, dict):
        raise refusal("it takes minimum and maximum")
    for bound in bounds:
        if bound not in ("minimum", "maximum"):
            raise refusal(offered(bound, ("minimum", "maximum"), "it takes"))
    note = Choice("I-GEN-34", "", 1)
    return Limits(**{name: _whole(value, note, refusal, money=True) for name, value in bounds.items()})


def as_written(value: Any, kind: Any = None) -> Any:
    """A value in the form it has in the TOML file."""
    if value is not None and inner_type(kind) is Money:
        return dollars(value)
    if isinstance(value, Odds):
        return value.text
    if isinstance(value, Limits):
        return {k: dollars(v) for k, v in (("minimum", value.minimum), ("maximum", value.maximum)) if v is not None}
    if isinstance(value, Mapping):
        return {k: as_written(v) for k, v in value.items()}
    if isinstance(value, tuple):
        return [as_written(v) for v in value]
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
    """A key as TOML writes it: bare where that is allowed, else in quotes."""
    return name if _BARE.fullmatch(name) else _toml(name)
