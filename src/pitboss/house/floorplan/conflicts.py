"""What two choices of a filing exclude: all of it, where the chapter tells one such conflict at a time."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from pitboss.submission import Mistake, RulesSubmission, choices, filing_mistakes, inner_type, mistakes

MOST_CONFLICTS = 8  # of a filing, told at once
BOOLS = ("false", "true")

Chosen = Mapping[str, Any]


def everything_wrong(rules: type[RulesSubmission], chosen: Chosen, *, in_force: bool = False) -> list[Mistake]:
    """Everything for which a filing could not be filed, or kept ``in_force``, also what its first conflict hides."""
    return [*filing_mistakes(rules, chosen, in_force=in_force), *further_conflicts(rules, chosen)]


def further_conflicts(rules: type[RulesSubmission], chosen: Chosen) -> list[Mistake]:
    """What two choices exclude, beyond the first such mistake, which hides the others.

    The choice that a mistake is about is given another value, with which that mistake is gone; then the next one shows.
    A mistake that names a choice which was changed in this way may come from the change, and is not told.
    """
    tried, changed, found = dict(chosen), set[str](), list[Mistake]()
    wrong = mistakes(rules, tried)
    if len(wrong) > 1:  # each wrong by itself: without them the others are looked at together
        changed = {str(mistake.path[0]) for mistake in wrong if mistake.path}
        tried = {name: value for name, value in chosen.items() if name not in changed}
        wrong = mistakes(rules, tried)
    while len(wrong) == 1 and wrong[0].path and len(changed) < MOST_CONFLICTS:
        (mistake,) = wrong
        name = mistake.path[0]
        if name in changed or name not in tried:
            break
        if changed and not any(other in mistake.sentence.split() for other in changed):
            found.append(mistake)
        changed.add(name)
        for value in _others(rules, name, tried):
            other = {**tried, name: value} if value is not None else _without(tried, name)
            wrong = mistakes(rules, other)
            if all(each.sentence != mistake.sentence for each in wrong):
                tried = other
                break
        else:
            break
    return found


def _others(rules: type[RulesSubmission], name: str, chosen: Chosen) -> Iterable[Any]:
    """Values to put in the place of one: its default, then whatever else can be listed."""
    kind = choices(rules)[name][0] if name in choices(rules) else None
    yield None
    for value in values_of(kind):
        if value != spoken(chosen.get(name)):
            yield as_chosen(kind, value)


def _without(chosen: Chosen, name: str) -> dict[str, Any]:
    return {key: value for key, value in chosen.items() if key != name}


def values_of(kind: Any) -> tuple[str, ...]:
    """All values of a choice that has few."""
    inner = inner_type(kind)
    if inner is bool:
        return BOOLS
    return tuple(value.value for value in inner) if isinstance(inner, type) and issubclass(inner, StrEnum) else ()


def as_chosen(kind: Any, value: str) -> Any:
    """A value as a filing has it."""
    return value == "true" if inner_type(kind) is bool else str(value)


def spoken(value: Any) -> str:
    """A value as ``values_of`` lists it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
