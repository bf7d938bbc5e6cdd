"""What a seat may answer in each game: the words of its actions, which keep their numbers whatever is asked.

A word that lists several options (the ways to set a hand) has an action for each place in that list. Questions with none
of these words (a cut, who turns the cards over, who banks) take their default, because they change no expectation or
concern a bank. A game without words in its ``shown.py`` is asked everything, and its actions are places in the list of
options.
"""

from pitboss.game import Game
from pitboss.shown import Vocabulary, shown_of

MOST_HANDS = 32  # that are shown apart; any more share the last row
PLACES = 32  # actions of a game without words of its own: more than any question that waits has options


def vocabulary(game: Game) -> Vocabulary | None:
    """The words of a game; None where its actions are places in the list of options."""
    return shown_of(game).vocabulary
