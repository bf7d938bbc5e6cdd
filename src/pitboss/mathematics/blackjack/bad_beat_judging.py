"""Decisions with a Bad Beat Progressive Wager up: a hand that ends on 20 may win it, so that it belongs to their worth."""

import numpy as np

from pitboss.chapters.ch633a_blackjack import sides
from pitboss.chapters.ch633a_blackjack.rules import BAD_BEAT
from pitboss.events import MeterMoved
from pitboss.mathematics.blackjack.analyzer import BlackjackTerms
from pitboss.mathematics.blackjack.bad_beat import TOP, UNBEATEN, beat_draws
from pitboss.mathematics.blackjack.compiled_hands import FINALS, VALUES, Floats, Worths, backwards, finals, hands
from pitboss.mathematics.blackjack.compositions import Solved, UnseenRanks, Values
from pitboss.mathematics.blackjack.seen import SeenBox
from pitboss.meters import MICRO

FEWEST = 3  # cards of a dealer's 21 that is no Blackjack


def gains(box: SeenBox) -> Floats | None:
    """What a 20 is paid by each category of ``beat_draws``, in cents, with the meter as it is now and no other winner.

    None where the wager is not up, where the box has more hands than one (the best of them would count), where the next
    card was exposed, and where nobody has looked at the hole card.
    """
    stake = box.situation.wagers.get((BAD_BEAT, "", 0), 0)
    if not stake or len(box.hands) > 1 or box.ahead is not None or (box.unseen.blackjack and not box.checked):
        return None
    table, found = box.rules.paytables[BAD_BEAT], np.zeros(FINALS)
    for category in range(TOP):
        line = table.get(sides.BAD_BEAT_CARDS[FEWEST + category])
        found[category] = 0 if line is None else stake * line.win
    moved = [e.after for e in box.situation.events if isinstance(e, MeterMoved) and e.meter == BAD_BEAT]
    found[TOP] = moved[-1] // MICRO if moved else 0
    unbeaten = table.get(sides.PLAYER_20) if box.rules.bad_beat_any_20 else None
    found[UNBEATEN] = 0 if unbeaten is None else stake * unbeaten.win
    return found


def most(unseen: UnseenRanks, paid: Floats) -> float:
    """What a 20 that is certain would be paid on average: no hand, and no number of hands, can have more of it."""
    chances: Floats = finals(unseen.counts.reshape(1, VALUES), unseen.up, beat_draws().arrays)[0]
    return float(chances @ paid)


class BadBeat(Solved):
    """A hand that is played for its wager and for the Bad Beat together; ``paid`` is for each unit of the wager.

    Its worths are those of the wager alone; ``gain`` is what the Bad Beat adds, standing, drawing and doubled.
    """

    def __init__(self, unseen: UnseenRanks, cards: Values, terms: BlackjackTerms, paid: Floats) -> None:
        self._paid, self.gain = paid, (0.0, 0.0, 0.0)
        super().__init__(unseen, cards, terms)

    def _solve(self, pays: Floats, bust: float, *, choose: bool) -> tuple[Floats, Floats, Floats]:
        if not choose:
            return super()._solve(pays, bust, choose=False)
        made, decks, up, known, total = self._made, self._decks, self.unseen.up, hands(), hands().total
        beaten, drawn, doubled = (np.zeros(len(total)) for _ in range(3))
        twenty = total[made] == sides.TWENTY
        beaten[made[twenty]] = finals(decks[twenty], up, beat_draws().arrays) @ self._paid
        both, hit, double = (np.full(len(total), bust) for _ in range(3))
        both[made] = (self._finals * pays[total[made]]).sum(axis=1) + beaten[made]
        backwards(made, decks, up, known, bust, True, Worths(self.draw, both, hit, double))
        backwards(made, decks, up, known, 0.0, False, Worths(self.draw, beaten, drawn, doubled))
        self.gain = float(beaten[self.hand]), float(drawn[self.hand]), float(doubled[self.hand]) / 2
        return both - beaten, hit - drawn, double - doubled
