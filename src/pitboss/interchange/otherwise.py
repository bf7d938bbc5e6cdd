"""What would have been otherwise: recorded rounds settled again under another edition or reading.

Each round begins as it was recorded and is given the same answers, cards, throws and reports, under both sets of choices. A
round in which somebody is asked otherwise, or an answer does not fit any more, is listed as not comparable: nobody knows what
would have been answered. What a meter or shoe would have carried over from one round to the next is not followed.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.events import Event, Settlement
from pitboss.game import Game
from pitboss.interchange.again import again, rules_of, state_of
from pitboss.interchange.rounds import PlayedRound, settled
from pitboss.money import Cents
from pitboss.procedure import Election, Refusal, Refused
from pitboss.submission import RulesSubmission, choices, submit


class ChangedSettlement(msgspec.Struct, frozen=True, omit_defaults=True):
    """One wager that would have been handed back otherwise, with the provision behind either; amounts in cents."""

    table: str
    round: int
    seat: int
    wager: str
    on: str
    stake: Cents
    before: Cents
    after: Cents
    cite_before: str  # empty: it was not settled
    cite_after: str
    patron: int = 0  # by number at this table; 0: not told
    name: str = ""
    hand: int = 0

    @property
    def more(self) -> Cents:
        """What the patron would have had more."""
        return self.after - self.before


class NotComparable(msgspec.Struct, frozen=True):
    """A round of which nobody can say what would have been, and why."""

    table: str
    round: int
    why: str


class ComparedRound(msgspec.Struct, frozen=True):
    """A round that was settled twice; ``changed`` is empty where nothing differs."""

    table: str
    round: int
    settlements: int
    changed: tuple[ChangedSettlement, ...]


class OtherwiseTotals(msgspec.Struct):
    """All rounds together. ``patrons``: by table and patron, what each would have had more; seats where no patron is told."""

    rounds: int = 0
    settlements: int = 0
    changed: int = 0
    not_comparable: int = 0
    more: Cents = 0
    patrons: dict[str, Cents] = {}

    def add(self, one: ComparedRound | NotComparable) -> None:
        self.rounds += 1
        if isinstance(one, NotComparable):
            self.not_comparable += 1
            return
        self.settlements += one.settlements
        self.changed += len(one.changed)
        for change in one.changed:
            self.more += change.more
            who = f"{one.table} {change.name or (f'p{change.patron}' if change.patron else f'seat {change.seat}')}".strip()
            self.patrons[who] = self.patrons.get(who, 0) + change.more


def settle_otherwise(
    rounds: Iterable[PlayedRound], other: Mapping[str, Any], base: Mapping[str, Any] | None = None
) -> Iterator[ComparedRound | NotComparable]:
    """Each round under the choices of its record, with ``base`` in them, and the same with ``other``. Rounds of games that have
    no such choice are passed over; a refusal where there are no others."""
    passed, found = set[str](), False
    for played in rounds:
        known = choices(catalogue.game(played.game).rules)
        if not all(name in known for name in (*other, *(base or {}))):
            passed.add(played.game)
            continue
        found = True
        try:
            yield _compared(played, dict(base or {}), dict(other))
        except Refused as refusal:
            yield NotComparable(played.table, played.round, refusal.sentence)
    if passed and not found:
        words = f"No round here is of a game with {' and '.join((*other, *(base or {})))}: they are of {', '.join(sorted(passed))}."
        raise Refused(Refusal.UNKNOWN_CHOICE, words, "")


class _Asked(Exception):
    """Somebody is asked otherwise."""


def _compared(played: PlayedRound, base: dict[str, Any], other: dict[str, Any]) -> ComparedRound | NotComparable:
    game, _ = rules_of(played)
    if played.state is None:
        return NotComparable(played.table, played.round, "How the table was before it is not told.")
    filed = played.rules.choices
    first, second = (submit(game.rules, {**filed, **chosen}) for chosen in (base, {**base, **other}))
    if not base:
        again(played)  # a refusal, unless it plays here as it was recorded
    try:
        before, after = _side_by_side(played, game, first, second)
    except _Asked as asked:
        return NotComparable(played.table, played.round, str(asked))
    return ComparedRound(played.table, played.round, len(before), tuple(_changes(played, before, after)))


def _side_by_side(
    played: PlayedRound, game: Game, first: RulesSubmission, second: RulesSubmission
) -> tuple[list[Settlement], list[Settlement]]:
    """The settlements of both, fed alike; an exception as soon as the two ask different things."""
    plays = [
        Round(game, rules, state_of(played, game), played.start, may_lie_face_down=played.face_down)
        for rules in (first, second)
    ]
    events: tuple[list[Event], list[Event]] = (list(plays[0].events), list(plays[1].events))
    for act in played.history:
        one, two = (_asked(play) for play in plays)
        if one != two:
            raise _Asked(_differs(one, two))
        for play, found in zip(plays, events, strict=True):
            try:
                found += play.feed([act.item])
            except Refused as refusal:
                raise _Asked(f"What was answered does not fit: {refusal.sentence}") from None
    if not all(play.closed for play in plays):
        raise _Asked("It is not over at the end of what was recorded.")
    before, after = (list(settled(found)) for found in events)
    return before, after


def _asked(play: Round) -> list[tuple[Any, ...]]:
    """Who is asked what, with which answers; the provision behind it may be another."""
    return [
        (one.to, one.kind, one.hand, tuple(option.says for option in one.options))
        for one in play.elections()
        if isinstance(one, Election)
    ]


def _differs(one: list[tuple[Any, ...]], two: list[tuple[Any, ...]]) -> str:
    new = next((asked for asked in two if asked not in one), None) or next(asked for asked in one if asked not in two)
    who = f"Seat {new[0]}" if isinstance(new[0], int) else str(new[0]).capitalize()
    return f"{who} is asked otherwise: {new[1]} ({', '.join(new[3])})."


def _changes(
    played: PlayedRound, before: Iterable[Settlement], after: Iterable[Settlement]
) -> Iterator[ChangedSettlement]:
    """Wager by wager, in the order of the record; what is settled in one of them only counts nothing in the other."""
    sitting = {one.seat: one for one in played.seats}
    old, new = _by_wager(before), _by_wager(after)
    for key in (*old, *(key for key in new if key not in old)):
        was, now = old.get(key), new.get(key)
        if (was.returned if was else 0) == (now.returned if now else 0):
            continue
        either = was or now
        assert either is not None
        who = sitting.get(either.seat)
        yield ChangedSettlement(
            table=played.table,
            round=played.round,
            seat=either.seat,
            wager=either.wager,
            on=either.on,
            stake=either.stake,
            before=was.returned if was else 0,
            after=now.returned if now else 0,
            cite_before=was.cite if was else "",
            cite_after=now.cite if now else "",
            patron=who.patron if who else 0,
            name=who.name if who else "",
            hand=either.hand,
        )


def _by_wager(settlements: Iterable[Settlement]) -> dict[tuple[Any, ...], Settlement]:
    """By whose wager it is; the second of two alike has a number."""
    found: dict[tuple[Any, ...], Settlement] = {}
    for one in settlements:
        key, nth = (one.seat, one.wager, one.on, one.hand), 0
        while (*key, nth) in found:
            nth += 1
        found[*key, nth] = one
    return found
