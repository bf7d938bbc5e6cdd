"""One hand to play, for somebody who has just come: a round for one seat, and what each answer was worth.

The seed and the answers so far say all of it, so that nobody has to keep a table for a hand. It begins at the first round in which
the seat is asked something with more than three answers.
"""

from collections.abc import Iterator, Sequence

import msgspec

from pitboss.drills.tables import DrillTable, Setting
from pitboss.drivers.fair import Stream
from pitboss.drivers.round import Round
from pitboss.events import AnyEvent, Discarded, Event
from pitboss.mathematics.kit import judging
from pitboss.mathematics.kit.judging import Judgement, Situation
from pitboss.mathematics.kit.session import Moves, gained
from pitboss.mathematics.kit.sight import CardsOut, Sight
from pitboss.money import Cents
from pitboss.procedure import Draw, Election, Option, Refusal, Refused, Window

SEAT = 1
STAKE: Cents = 1000
ROUNDS = 100  # looked through for one to play
A_CHOICE = 4  # answers that a question has at least with which a hand begins
MOST_DECISIONS = 24  # of one hand, its split hands included


class HandDecision(msgspec.Struct, frozen=True):
    """A question of the hand as its seat sees it, and the place of the answer among its options, from 1; 0: not yet."""

    situation: Situation
    options: tuple[Option, ...]
    given: int = 0


class FirstHand(msgspec.Struct, frozen=True):
    """A hand so far, as its seat sees it. The last decision is the one that is asked, unless the hand is ``over``."""

    events: tuple[AnyEvent, ...]
    decisions: tuple[HandDecision, ...]
    labels: dict[str, str]  # what the open hands are called, by holder and hand
    over: bool
    net: Cents


def play(setting: Setting, seed: bytes, given: Sequence[int], least: int = A_CHOICE) -> FirstHand:
    """The hand of a seed, after these answers, each by its place among the options, from 1. It begins with a question that has at
    ``least`` so many."""
    if len(given) > MOST_DECISIONS:
        raise Refused(Refusal.MALFORMED, f"A hand has {MOST_DECISIONS} decisions at most.", "")
    table = DrillTable(setting, Stream(seed), (SEAT,), plain=True, stake=STAKE)
    for _ in range(ROUNDS):
        play = table.begin()
        sight = Sight(SEAT)
        sight.hear(play.events)
        asked = _next(table, play, sight)
        if asked is not None and len(asked.options) >= least:
            return _played(setting, table, play, sight, given)
        while not play.closed:
            _step(table, play, sight)
        table.keep(play)
    raise Refused(Refusal.NOT_FOUND, f"No hand of {setting.game.title} asks its player anything.", setting.game.closed)


def _played(setting: Setting, table: DrillTable, play: Round, sight: Sight, given: Sequence[int]) -> FirstHand:
    decisions: list[HandDecision] = []
    left = iter(given)
    while (asked := _next(table, play, sight)) is not None:
        options = tuple(sorted(asked.options, key=lambda option: option.gives_up is not None))  # giving up comes last
        decision = HandDecision(sight.situation(setting.rules, asked), options, next(left, 0))
        decisions.append(decision)
        if not decision.given:
            break
        if decision.given > len(options):
            raise Refused(Refusal.MALFORMED, f"Answer with a choice from 1 to {len(options)}.", asked.cite)
        option = options[decision.given - 1]
        sight.hear(play.answer(option.answer(SEAT, option.most or None)))
    if next(left, 0):
        raise Refused(Refusal.STALE, "This hand is over; deal another.", setting.game.closed)
    seen = tuple(sight.events)
    return FirstHand(
        seen,  # type: ignore[arg-type]
        tuple(decisions),
        _labels(setting, seen),
        play.closed,
        sum(gained(event) for event in seen if isinstance(event, Moves)),
    )


def judged(setting: Setting, decisions: Sequence[HandDecision]) -> Iterator[Judgement | None]:
    """Each decision judged from what the seat could see; None where nothing depends on the answer."""
    for decision in decisions:
        yield judging.judge(setting.game, decision.situation)


def _next(table: DrillTable, play: Round, sight: Sight) -> Election | None:
    """The next question with a choice to the seat, everything before it answered as at any table; None when the round ends."""
    while not play.closed:
        if not isinstance(play.pending, Draw | Window):
            asked = next((one for one in play.elections() if one.to == SEAT and len(one.options) > 1), None)
            if asked is not None:
                return asked
        _step(table, play, sight)
    return None


def _step(table: DrillTable, play: Round, sight: Sight) -> None:
    made = table.step(play)
    if made is None:
        raise Refused(Refusal.NOT_FOUND, "Betting could not be closed.", play.game.closed)
    for _question, events in made:
        sight.hear(events)


def _labels(setting: Setting, events: Sequence[Event]) -> dict[str, str]:
    """Of hands that are gone, too: a result is read beside its cards. A hand that was parted is no longer as it was dealt."""
    held = CardsOut().fold(event for event in events if not isinstance(event, Discarded)).held
    several = {who for who, hand in held if hand > 1}
    named = {
        f"{who}/{hand}": setting.game.hand_label(cards, who not in several)
        for (who, hand), cards in held.items()
        if all(cards)
    }
    return {key: label for key, label in named.items() if label}
