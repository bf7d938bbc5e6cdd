"""A player's decision: a real question to a seat, judged exactly from what that seat may know."""

from collections import Counter

import msgspec

from pitboss.drills.question import DrillChoice, QuestionDraft, Where
from pitboss.drills.tables import DrillTable, Setting, scene
from pitboss.drivers.fair import Stream
from pitboss.drivers.round import Round
from pitboss.events import CENTS, Dealt, Discarded, Event
from pitboss.mathematics.kit import chart_cells, judging
from pitboss.mathematics.kit.judging import Judgement, Situation, Worth
from pitboss.mathematics.kit.sight import CardsOut, Sight
from pitboss.money import dollars
from pitboss.procedure import DEALER, Answer, Draw, Election, Option, Window

SEAT = 1
ROUNDS = 100  # looked through for a decision: a tie hand is one in thirteen
DEEP = 3  # the question is one of the first so many decisions of its round


def draft(setting: Setting, stream: Stream) -> QuestionDraft | None:
    """A decision after the player decided as well as can be so far."""
    if not judging.is_judged(setting.game):
        return None
    table, wanted = DrillTable(setting, stream, (SEAT,), plain=True), stream.below(DEEP)
    for _ in range(ROUNDS):
        play, met = table.begin(), list[tuple[Situation, Judgement, Where]]()
        sight = Sight(SEAT)  # it knows of the cards that the question shows, and of no earlier ones
        sight.hear(play.events)
        while not play.closed:
            if (asked := _asked(play)) is not None:
                situation = sight.situation(setting.rules, asked)
                judged = judging.judge(setting.game, situation)
                if judged is not None and len(judged.worths) > 1:
                    where = Where(play.replica(), len(play.history), len(sight.events))
                    met.append((situation, judged, where))
                    if len(met) > wanted:
                        return _written(setting, stream, *met[-1])
                    sight.hear(play.answer(_best(judged, asked)))
                    continue
            made = table.step(play)
            if made is None:
                return None
            for _question, events in made:
                sight.hear(events)
        table.keep(play)
        if met:
            return _written(setting, stream, *met[-1])
    return None


def _asked(play: Round) -> Election | None:
    """The question to the seat that has more than one answer."""
    if isinstance(play.pending, Draw | Window):
        return None
    return next((asked for asked in play.elections() if asked.to == SEAT and len(asked.options) > 1), None)


def _best(judged: Judgement, asked: Election) -> Answer:
    best = judged.best
    return best.option.answer(asked.to, best.amount or None)


def _written(setting: Setting, stream: Stream, situation: Situation, judged: Judgement, where: Where) -> QuestionDraft:
    judged = msgspec.structs.replace(judged, worths=_as_players_say(judged.worths))
    if all(worth.option.cards for worth in judged.worths):  # ways to set a hand: that of the house would come first
        judged = msgspec.structs.replace(judged, worths=tuple(stream.shuffled(judged.worths)))
    choices = tuple(_choice(str(n), worth) for n, worth in enumerate(judged.worths, 1))
    right = tuple(
        choice.key
        for choice, worth in zip(choices, judged.worths, strict=True)
        if worth.high >= judged.best.low  # of intervals that overlap none is known to be worse
    )
    asked = situation.election
    about = f", hand {asked.hand}" if asked.hand else ""
    kind = "" if asked.kind == "decision" else f"{asked.kind}: "
    return QuestionDraft(
        topic=_topic(setting, situation),
        asks=f"You play seat {SEAT}{about}. {kind.capitalize()}{'what' if kind else 'What'} do you do?",
        scene=scene([event for event in situation.events if _tells(event)]),
        choices=choices,
        accepted=right,
        cites=tuple(dict.fromkeys((asked.cite, *judged.cites))),
        because=(judged.method, *judged.rests_on),
        judged=judged,
        asked_in=where,
        situation=situation,
    )


def _as_players_say(worths: tuple[Worth, ...]) -> tuple[Worth, ...]:
    """Each answer once, for its whole amount: a double down for a cent is lawful where it may be for less, and nobody's
    choice. What costs nothing more comes first, giving the hand up last."""
    whole: dict[Option, Worth] = {}
    for worth in worths:
        if worth.option not in whole or worth.amount > whole[worth.option].amount:
            whole[worth.option] = worth
    return tuple(sorted(whole.values(), key=lambda worth: (worth.option.gives_up is not None, worth.amount > 0)))


def _tells(event: Event) -> bool:
    """Whether it tells the player something: not a card that goes face down to an empty place, and from there to the rack."""
    if isinstance(event, Dealt):
        return bool(event.card) or event.to in (SEAT, DEALER)
    return not isinstance(event, Discarded) or any(event.cards)


def _choice(key: str, worth: Worth) -> DrillChoice:
    option = worth.option
    words = [option.says.replace("_", " "), option.wager.replace("_", " "), option.on]
    amount = worth.amount or option.usual
    if amount:
        words.append(f"${dollars(amount)}" if option.unit == CENTS else str(amount))
    return DrillChoice(key, " ".join(word for word in words if word), option.cards)


def _topic(setting: Setting, situation: Situation) -> str:
    """The cell of the game's chart, where it has one; else the kind of question, and what may be answered."""
    out = CardsOut().fold(situation.events)
    hands = {(str(who), hand): [card for card in cards if card] for (who, hand), cards in out.held.items()}
    cell = chart_cells.cell(setting.game, situation.election, hands)
    if cell is not None:
        return f"{cell[0]}: {cell[1]} against {cell[2]}"
    says = Counter(option.says for option in situation.election.options)
    return f"{situation.election.kind}: {' or '.join(says)}"
