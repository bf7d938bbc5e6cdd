"""What a seat may answer in each game: the words of its actions, which keep their numbers whatever is asked.

A word that lists several options (the ways to set a hand) has an action for each place in that list. Questions with none
of these words (a cut, who turns the cards over, who banks) take their default, because they change no expectation or
concern a bank. A game that is not listed here is asked everything, and its actions are places in the list of options.
"""

from collections.abc import Mapping

import msgspec

from pitboss.chapters.ch633a_blackjack.rules import Rules as BlackjackRules
from pitboss.game import Game
from pitboss.money import Cents
from pitboss.submission import RulesSubmission
from pitboss.wagers import Terms

MOST_HANDS = 32  # that are shown apart; any more share the last row
PLACES = 32  # actions of a game without words of its own: more than any question that waits has options


class Vocabulary(msgspec.Struct, frozen=True):
    """Of one game: what a seat may answer, what it is asked, whether hands are split, which markers count."""

    words: tuple[str, ...] = ()
    listed: Mapping[str, int] = {}  # words with several options, and how many there may be
    asked: tuple[str, ...] = ()
    splits: bool = False  # whether a seat may come to hold several hands
    marks: tuple[tuple[str, str], ...] = ()

    def knows(self, says: str) -> bool:
        return says in self.words or says in self.listed


_PUCK = tuple(("puck", point) for point in ("4", "5", "6", "8", "9", "10"))
_CRAPS = Vocabulary(marks=(*_PUCK, ("dice", "shooter")))
_SET = ("low hand", "surrender")
_SURRENDER = ("surrender", "show_hands")
VOCABULARIES: Mapping[str, Vocabulary] = {
    "roulette": Vocabulary(),
    "big-six-wheel": Vocabulary(),
    "pai-gow": Vocabulary(_SURRENDER, {"low": 6}, _SET),
    "craps": _CRAPS,
    "mini-craps": _CRAPS,
    "sic-bo": Vocabulary(),
    "minibaccarat": Vocabulary(),
    "midibaccarat": Vocabulary(),
    "baccarat": Vocabulary(),
    "blackjack": Vocabulary(
        (
            *("stand", "draw", "double_down", "split_pairs", "surrender"),
            *("no_insurance", "insurance", "even_money", "no_switch", "switch"),
        ),
        asked=("decision", "insurance", "switch"),
        splits=True,
    ),
    "pai-gow-poker": Vocabulary(_SURRENDER, {"low": 21}, _SET),
    "casino-war": Vocabulary(("war", "surrender", "tie", "no_tie"), asked=("tie hand", "tie on the war deal")),
    "six-card-fortune-pai-gow-poker": Vocabulary(
        ("no_double_down", "double_down"), {"low": 6}, ("double down", "low hand")
    ),
    "go-fore-it": Vocabulary(("fold", "back_9"), asked=("back 9",)),
    "over-under": Vocabulary(("surrender", "over_23", "under_18"), asked=("over or under",)),
    "dj-wild-stud-poker": Vocabulary(("fold", "raise"), asked=("raise",)),
    "face-up-pai-gow-poker": Vocabulary(_SURRENDER, {"low": 21}, _SET),
}


def vocabulary(game: Game) -> Vocabulary | None:
    """The words of a game; None where its actions are places in the list of options."""
    return VOCABULARIES.get(game.name)


def most_hands(words: Vocabulary, rules: RulesSubmission) -> int:
    """How many hands a seat may hold: where pairs are split, two for each area, and one more for each resplit filed."""
    if not words.splits:
        return 1
    assert isinstance(rules, BlackjackRules)
    return min(len(rules.areas) * (2 + max(rules.max_resplits, rules.max_ace_resplits)), MOST_HANDS)


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
