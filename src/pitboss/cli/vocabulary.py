"""Every name that a scenario of a game may use, as data: read by ``pitboss names`` and by the site.

Wagers, spots, choices and irregularities come from the game's facts record, what a round asks from ``listening``.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from pitboss.cli.listening import DeviceHeard, QuestionHeard, heard
from pitboss.game import Game
from pitboss.library.choices import FilingChoice, values_of
from pitboss.library.choices import choices as choices_to_file
from pitboss.procedure import Refused
from pitboss.submission import RulesSubmission, choices, submit
from pitboss.wagers import NOT_CHOSEN


class WagerName(msgspec.Struct, frozen=True, omit_defaults=True):
    """A wager: its spots, the choice that offers it, and whether it is made by an answer instead of before the round."""

    name: str
    title: str
    cite: str
    spots: tuple[str, ...] = ()
    by_answer: bool = False
    offered_with: str = ""
    needs: str = ""


class IrregularityName(msgspec.Struct, frozen=True, omit_defaults=True):
    """An irregularity that may be reported, with the facts and details that a report may give."""

    name: str
    title: str
    cite: str
    remedy: str
    needs_seat: bool = False
    facts: tuple[str, ...] = ()
    details: tuple[str, ...] = ()


class Names(msgspec.Struct, frozen=True, omit_defaults=True):
    """All names of one game."""

    game: str
    title: str
    chapter: str
    seats: int
    wagers: tuple[WagerName, ...]
    forms: tuple[str, ...]
    acts: tuple[str, ...]
    asked: tuple[QuestionHeard, ...]
    choices: tuple[FilingChoice, ...]
    irregularities: tuple[IrregularityName, ...]
    chance: tuple[DeviceHeard, ...]
    system: tuple[str, ...] = ()


def names_of(game: Game) -> Names:
    """Every name, under whatever lawful choices."""
    filed = list(submissions(game))
    asked = heard(game)
    return Names(
        game=game.name,
        title=game.title,
        chapter=game.chapter,
        seats=max(rules.posted.seats for rules in filed),
        wagers=tuple(_wagers(game, spots_of(filed), asked.spots)),
        forms=tuple(dict.fromkeys(form for rules in filed for form in rules.posted.forms if form)),
        acts=asked.acts,
        asked=asked.asked,
        choices=tuple(choices_to_file(game)),
        irregularities=tuple(
            IrregularityName(
                kind.name, kind.title, kind.cite, kind.remedy, kind.needs_seat, kind.facts, kind.particulars
            )
            for kind in game.irregularities
        ),
        chance=asked.chance,
        system=asked.system,
    )


def submissions(game: Game) -> Iterator[RulesSubmission]:
    """The example, all that can be offered, and the rules with nothing filed; and each with one choice made differently."""
    seen: set[str] = set()
    known = choices(game.rules)
    full = _everything_offered(game)
    for base in (game.example(), full, _lawful(game, {})):
        if base is None:
            continue
        for changed in ({}, *({name: value} for name, (kind, *_) in known.items() for value in values_of(kind))):
            rules = _lawful(game, {**base.chosen, **changed})
            if rules is not None and (key := rules.hash(game.name)) not in seen:
                seen.add(key)
                yield rules


def _everything_offered(game: Game) -> RulesSubmission | None:
    """The example with every optional wager that can be offered beside the others."""
    found = game.example()
    for kind in game.wagers:
        if kind.option and getattr(found, kind.option) in NOT_CHOSEN:
            made = found.chosen
            offers = (value for value in values_of(choices(game.rules)[kind.option][0]) if value not in NOT_CHOSEN)
            tried = (_lawful(game, {**made, kind.option: value}) for value in offers)
            found = next((rules for rules in tried if rules is not None), found)
    return found


def _lawful(game: Game, chosen: dict[str, Any]) -> RulesSubmission | None:
    try:
        return submit(game.rules, chosen)
    except Refused:
        return None


def spots_of(filed: Iterable[RulesSubmission]) -> dict[str, tuple[str, ...]]:
    """By the name of a wager, the spots that any of these rules give it."""
    found: dict[str, dict[str, None]] = {}
    for wager, on in (spot for rules in filed for spot in rules.spots if spot[1]):
        found.setdefault(wager, {})[on] = None
    return {wager: tuple(spots) for wager, spots in found.items()}


def _wagers(game: Game, *found: dict[str, tuple[str, ...]]) -> Iterator[WagerName]:
    for kind in game.wagers:
        spots = tuple(dict.fromkeys(on for each in found for on in each.get(kind.name, ())))
        yield WagerName(kind.name, kind.title, kind.cite, spots, not kind.tendered, kind.option, kind.needs)
