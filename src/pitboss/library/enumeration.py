"""Every way in which a round can go, with its exact probability."""

from collections.abc import Iterable, Iterator

from pitboss.drivers.enumeration import outcomes
from pitboss.drivers.round import Round
from pitboss.game import Game, RoundStart
from pitboss.library.rules import Rules, game_of, rules_of
from pitboss.library.tables import Decide, Played, TablePeople, replay, usual
from pitboss.procedure import Answer


def every_round(
    game: Game | str, wagers: Iterable[Answer], decide: Decide = usual, *, rules: Rules = None
) -> Iterator[Played]:
    """Each possible round at a table that was just opened, played by its procedure; the probabilities add up to 1.

    Meant for wheels, dice and small decks: a round with many cards has more ways than can be gone through.
    """
    found = game_of(game)
    filed, tendered = rules_of(found, rules), tuple(wagers)
    state = found.open(filed)
    people = TablePeople(tendered, decide)
    play: Round | None = None

    def begin() -> Round:
        nonlocal people, play
        people = TablePeople(tendered, decide)
        play = Round(found, filed, state, RoundStart(1, seated=people.seats))
        return play

    def answer(asked: Round) -> Answer:
        return people.answer(asked, replay(asked) if asked.elections() else ())

    for probability, events in outcomes(begin, answer):
        assert play is not None
        people.check_all_tendered(found)
        yield Played(play, tuple(events), probability)
