"""A decision judged: what every lawful answer is worth to the seat that a round asks."""

from collections.abc import Mapping

from pitboss.drivers.round import Round
from pitboss.extras import refusing
from pitboss.library.tables import replay
from pitboss.mathematics.kit import judging
from pitboss.mathematics.kit.judging import Judgement, Worth
from pitboss.mathematics.kit.sight import Sight
from pitboss.procedure import Refusal, Refused


@refusing
def judge(play: Round, seat: int = 0, *, gone: Mapping[str, int] | None = None) -> Judgement | None:
    """Judge the question that a round waits for, by what the seat that is asked has seen of it; None where nothing depends
    on the answer.

    Of several seats that are asked the first is meant, or the one that is named. ``gone`` are cards that the seat saw
    leave the shoe in earlier rounds, by how many; without them, it knows of none.
    """
    asked = [one for one in play.elections() if isinstance(one.to, int) and seat in (0, one.to)]
    if not asked:
        whom = f"Seat {seat} is" if seat else "No seat is"
        raise Refused(Refusal.STALE, f"{whom} asked {'nothing' if seat else 'anything'} now.", play.game.closed)
    (question, *_) = asked
    assert isinstance(question.to, int)
    sight = Sight(question.to, gone)
    sight.hear(replay(play))
    return judging.judge(play.game, sight.situation(play.rules, question))


__all__ = ["Judgement", "Worth", "judge"]
