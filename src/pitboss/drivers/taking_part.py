"""The wagers with which a seat takes part in a game, and what is put on a spot where nothing else is said."""

from pitboss.game import Game
from pitboss.money import Cents
from pitboss.submission import RulesSubmission
from pitboss.wagers import Terms


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
