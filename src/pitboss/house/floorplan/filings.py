"""The filing that a table plays under, and the limits that it posts within that filing."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from pitboss.game import Game
from pitboss.house.floorplan.conflicts import everything_wrong
from pitboss.house.floorplan.mistakes import Notes, parsed
from pitboss.house.floorplan.section import Section
from pitboss.money import Cents, dollars
from pitboss.submission import HOLDER, TEXT, Limits, RulesSubmission, mistakes, offered, submit

POSTED = "I-GEN-34"  # minimum and maximum of every wager are the holder's to post


class PostedLimits(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table posts instead of what was filed; None and an empty table leave the filing as it is."""

    minimum: Cents | None = None
    maximum: Cents | None = None
    wagers: Mapping[str, Limits] = msgspec.field(default_factory=dict)

    def __bool__(self) -> bool:
        return self != PostedLimits()


def read_filing(path: Path, name: str, game: Game, holder: str) -> tuple[RulesSubmission | None, Notes]:
    """The rules in a filing, and what is wrong with it. Raises ``Mistakes`` or ``OSError`` where it cannot be read.

    It may be in force already: what it could not be filed with any more is refused when a table is founded under it.
    """
    text = path.read_text(encoding="utf-8-sig")
    chosen, notes = parsed(text, name), Notes(text, name)
    if (named := chosen.pop("game", None)) != game.name:
        says = f"is for {named!r}" if named is not None else "names no game"
        notes.add(("game",), f"This filing {says}; the table that plays under it is for {game.name!r}.")
        return None, notes
    for mistake in everything_wrong(game.rules, chosen, in_force=True):
        notes.add(mistake.path, mistake.sentence, mistake.cite)
    if notes.found:
        return None, notes
    rules = submit(game.rules, chosen)
    if rules.holder not in (HOLDER, holder):
        notes.add(("holder",), f"This filing is {rules.holder}'s; the house is {holder}'s.", TEXT)
    return rules, notes


def read_limits(section: Section, game: Game) -> PostedLimits:
    """The ``limits`` of a table."""
    found = section.table("limits", ("minimum", "maximum", "wagers"))
    names = game.rules.wager_names()
    wagers = found.found.get("wagers", {})
    if not isinstance(wagers, dict):
        found.refused("wagers", 'it takes a table of wagers, like { straight = { maximum = "100.00" } }', POSTED)
        wagers = {}
    posted = {}
    for wager, bounds in wagers.items():
        if wager not in names:
            found.wrong(f"There is no wager {wager!r}; {offered(wager, names)}.", "wagers", wager, cite=POSTED)
        elif not isinstance(bounds, dict):
            found.wrong(
                f"{wager} = {bounds!r} is not allowed: it takes minimum and maximum.", "wagers", wager, cite=POSTED
            )
        else:
            own = Section(bounds, (*found.place, "wagers", wager), section.notes, ("minimum", "maximum"))
            posted[wager] = Limits(own.amount("minimum", POSTED), own.amount("maximum", POSTED))
    return PostedLimits(found.amount("minimum", POSTED), found.amount("maximum", POSTED), posted)


def post(filed: RulesSubmission, posted: PostedLimits) -> RulesSubmission:
    """The rules of a table that posts these limits."""
    own = dict(filed.limits)
    for wager, bounds in posted.wagers.items():
        was = own.get(wager, Limits())
        own[wager] = Limits(_either(bounds.minimum, was.minimum), _either(bounds.maximum, was.maximum))
    changed = {"minimum": posted.minimum, "maximum": posted.maximum, "limits": own}
    return msgspec.structs.replace(filed, **{name: value for name, value in changed.items() if value is not None})


def not_within(filed: RulesSubmission, posted: PostedLimits) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Where the posted limits go beyond the filing, or contradict it: the key, a sentence, the provision."""
    lines: list[tuple[tuple[str, ...], str, Limits, Limits]] = [
        (("limits",), "the table", Limits(posted.minimum, posted.maximum), Limits(filed.minimum or 1, filed.maximum))
    ]
    for wager, own in posted.wagers.items():
        lines.append((("limits", "wagers", wager), wager, own, Limits(filed.least(wager), filed.most(wager))))
    for place, what, own, was in lines:
        if own.minimum is not None and was.minimum is not None and own.minimum < was.minimum:
            yield (*place, "minimum"), _beyond("minimum", what, own.minimum, "below", was.minimum), POSTED
        if own.maximum is not None and was.maximum is not None and own.maximum > was.maximum:
            yield (*place, "maximum"), _beyond("maximum", what, own.maximum, "above", was.maximum), POSTED
    for mistake in mistakes(type(filed), post(filed, posted).chosen):
        yield ("limits",), mistake.sentence, mistake.cite


def _beyond(bound: str, what: str, posted: Cents, way: str, filed: Cents) -> str:
    return f"The posted {bound} of {what}, ${dollars(posted)}, is {way} the one that was filed, ${dollars(filed)}."


def _either(first: Cents | None, second: Cents | None) -> Cents | None:
    return second if first is None else first
