"""The generic enumerator plays the real procedure along every path of chance."""

from fractions import Fraction

import pytest

from pitboss import catalogue
from pitboss.chapters.ch617a_roulette.rules import Rules, WheelInUse
from pitboss.drivers.enumeration import outcomes
from pitboss.drivers.round import Round
from pitboss.events import Settlement
from pitboss.game import RoundStart
from pitboss.mathematics.kit.edge import edges_for
from pitboss.procedure import Answer, Election, Window
from pitboss.wagers import close_betting


@pytest.mark.parametrize("wheel", [WheelInUse.SINGLE, WheelInUse.DOUBLE])
def test_edges_of_roulette_come_out_of_the_procedure_itself(wheel: WheelInUse) -> None:
    """For one spot of every kind: the mean over all pockets, played and settled, is the published edge, as a fraction."""
    game = catalogue.game("roulette")
    rules = Rules(wheel=wheel, five_adjacent_number_wager=True)
    spots: dict[str, str] = {}
    for kind, on in rules.covers:
        spots.setdefault(kind, on)
    tenders = [Answer(1, "wager", kind, on, 500) for kind, on in spots.items()]

    def begin() -> Round:
        play = Round(game, rules, game.open(rules), RoundStart(1))
        for tender in tenders:
            play.answer(tender)
        return play

    def mind(play: Round) -> Answer:
        question = play.pending
        if isinstance(question, Window):
            return close_betting()
        assert isinstance(question, Election)
        assert question.default is not None
        return question.default.answer(question.to)

    net, total = dict.fromkeys(spots, Fraction(0)), Fraction(0)
    for chance, events in outcomes(begin, mind):
        total += chance
        for event in events:
            if isinstance(event, Settlement):
                net[event.wager] += chance * Fraction(event.returned - event.stake, event.stake)
    assert total == 1
    assert {edge.wager: edge.house_edge for edge in edges_for(game, rules)} == {
        kind: -mean for kind, mean in net.items()
    }
