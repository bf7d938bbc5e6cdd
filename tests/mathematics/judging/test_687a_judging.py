"""DJ Wild Stud Poker judged: against every hand of the exact edge, and against the procedure."""

import random
from fractions import Fraction
from typing import Any

import pytest

from pitboss import law
from pitboss.chapters.ch687a_dj_wild_stud_poker import GAME
from pitboss.chapters.ch687a_dj_wild_stud_poker.hands import RANKING
from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import Rules
from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.events import Event, Settlement
from pitboss.families.poker_ranks import CLASS_AT
from pitboss.game import RoundStart
from pitboss.mathematics.dj_wild_stud_poker.edges import LOSS, NUMBER, STAKES, elections, wins
from pitboss.mathematics.dj_wild_stud_poker.judging import rivals
from pitboss.mathematics.kit import judging
from pitboss.mathematics.kit.duels import duels
from pitboss.mathematics.kit.judging import Judgement
from pitboss.mathematics.kit.poker import census
from pitboss.mathematics.kit.sight import Sight
from pitboss.mathematics.kit.suits import BINOMIAL
from pitboss.procedure import Answer, Draw, Election, Window
from pitboss.submission import submit
from pitboss.wagers import close_betting

SEAT, ANTE, BONUS = 1, 1_000, 500
HANDS = [("2S", "2H", "2D", "2C", "JK"), ("AS", "KS", "QS", "JS", "TS"), ("3S", "4H", "6D", "8C", "TS")]


@pytest.mark.slow
def test_best_answers_are_those_of_the_exact_edge() -> None:
    """For hands of every kind: as many beaten and equalled as the edge counts, and the same decision."""
    every, raised, rng = duels(RANKING), elections(), random.Random(7)
    for cards in (*HANDS, *(tuple(rng.sample(DECK_WITH_JOKER, 5)) for _ in range(25))):
        row = sum(int(BINOMIAL[number, n]) for n, number in enumerate(sorted(NUMBER[card] for card in cards), 1))
        found = rivals(cards)
        assert (sum(found.beaten), sum(found.equal), found.every) == (every.beats[row], every.equals[row], every.rivals)
        of = [sum(each) for each in zip(found.beaten, found.equal, found.better, strict=True)]
        assert of == list(census(RANKING, 5, cards).values())
        judged, _ = decided(cards, "raise")
        raising, folding = judged.worths
        net = wins(RANKING.order[int(every.values[row]) >> CLASS_AT])
        lost = every.rivals - int(every.beats[row]) - int(every.equals[row])
        assert raising.expected == ANTE * Fraction(int(every.beats[row]) * net - lost * LOSS, every.rivals)
        assert folding.expected == -STAKES * ANTE
        assert (judged.best is raising) == bool(raised[row])
        assert all(law.known(cite) for cite in judged.cites)


CHOICES: dict[str, Any] = {
    "two_way_bad_beat_bonus": True, "two_way_bad_beat_bonus_paytable": "DJWBB-01", "progressive_bonus": True,
    "progressive_rate": "20",
    "progressive_bonus_paytable": "1", "trips_bonus": True, "trips_bonus_paytable": "DJWT-05",
    "folded_hand_keeps_progressive": False,
}  # fmt: skip


@pytest.mark.parametrize("two_way", [True, False])
def test_what_a_fold_forfeits_is_counted(two_way: bool) -> None:
    """Against dealers of all kinds, what the procedure settles is what the judgement tells, wager by wager."""
    rng = random.Random(11)
    for mine in (("9S", "9H", "9D", "4C", "5S"), ("9S", "8H", "4D", "3C", "JK"), ("AS", "AH", "2D", "7C", "7S")):
        judged, folded = decided(mine, "fold", two_way=two_way, **CHOICES)
        assert folded == judged.worths[1].expected
        nets, chances = {result.net for result in judged.worths[0].results}, judged.worths[0].results
        assert sum(result.probability for result in chances) == 1
        for _ in range(12):
            rest = rng.sample([card for card in DECK_WITH_JOKER if card not in mine], 6)
            _, raised = decided(mine, "raise", rest, two_way=two_way, **CHOICES)
            assert raised in nets


def decided(mine: tuple[str, ...], says: str, rest: list[str] | None = None, **choices: Any) -> tuple[Judgement, int]:
    """The judgement of these five cards, and what the wagers that it concerns net when they are played so."""
    rules = submit(Rules, choices)
    others = rest or [card for card in DECK_WITH_JOKER if card not in mine]
    cards, sight = iter([*mine, *others]), Sight(SEAT)
    play, events, judged = Round(GAME, rules, GAME.open(rules), RoundStart(1)), list[Event](), None
    sight.hear(play.events)
    while not play.closed:
        pending = play.pending
        if isinstance(pending, Draw):
            answer = Answer("chance", next(cards))
        elif isinstance(pending, Window):
            wagers = {
                "ante": ANTE,
                "blind": ANTE,
                "two_way_bad_beat_bonus": BONUS,
                "progressive_bonus": 100,
                "trips_bonus": BONUS,
            }
            for kind, amount in wagers.items():
                if (kind, "") in rules.spots:
                    sight.hear(play.answer(Answer(SEAT, "wager", kind, "", amount)))
            answer = close_betting()
        else:
            (election,) = play.elections()
            assert isinstance(election, Election)
            if election.to == SEAT:
                judged = judging.judge(GAME, sight.situation(rules, election))
            option = next((option for option in election.options if option.says == says), election.default)
            assert option is not None
            answer = option.answer(election.to)
        happened = play.answer(answer)
        sight.hear(happened)
        events += happened
    assert judged is not None
    settled = [event for event in events if isinstance(event, Settlement) and event.wager != "trips_bonus"]
    return judged, sum(event.returned - event.stake for event in settled)
