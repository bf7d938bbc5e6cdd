"""What a seat may answer in each game: the words of its actions, which keep their numbers whatever is asked.

A word that lists several options (the ways to set a hand) has an action for each place in that list. Questions with none
of these words (a cut, who turns the cards over, who banks) take their default, because they change no expectation or
concern a bank. A game without words in its ``shown.py`` is asked everything, and its actions are places in the list of
options.
"""

from pitboss.game import Game
from pitboss.money import Cents
from pitboss.shown import Vocabulary, shown_of
from pitboss.submission import RulesSubmission
from pitboss.wagers import Terms

MOST_HANDS = 32  # that are shown apart; any more share the last row
PLACES = 32  # actions of a game without words of its own: more than any question that waits has options


def vocabulary(game: Game) -> Vocabulary | None:
    """The words of a game; None where its actions are places in the list of options."""
    return shown_of(game).vocabulary


def base_wagers(game: Game, rules: RulesSubmission) -> tuple[Terms, ...]:
    """What a seat needs on the layout to take part: the game's first wager, and those that it needs."""
    needed, kinds = [game.wagers[0].name], {kind.name: kind for kind in game.wagers}
    while (other := kinds[needed[-1]].needs) and other not in needed:
        needed.append(other)
    return tuple(terms for (kind, _), terms in rules.spots.items() if kind in needed)


def amount_on(terms: Terms, rules: RulesSubmission, stake: Cents | None = None) -> Cents:
    """What is wagered at a time on a spot: the stake, or a chip where none is named, within the limits of the spot."""
    wanted = max(terms.least, rules.chip if stake is None else stake)
    if terms.most is not None:
        wanted = min(wanted, terms.most)
    return max(1, wanted // terms.step) * terms.step
